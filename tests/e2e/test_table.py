"""The table as a person uses it: by mouse, by finger, by keyboard, in one browser and in two."""

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import after, click_place, click_unit, point, ready, seq

AXE = Path(__file__).parents[2] / "tools" / "web" / "node_modules" / "axe-core" / "axe.min.js"
BARE = ("done", "decline", "pass", "keep")


def first(scene: dict[str, Any]) -> str:
    return str(scene["choices"][0]["text"])


def to_activation(scene: dict[str, Any]) -> str | None:
    """Quick answers up to the first question in which units are activated."""
    if any(choice["verb"] == "activate" for choice in scene["choices"]):
        return None
    bare = [choice["text"] for choice in scene["choices"] if choice["text"] in BARE]
    return bare[0] if bare else first(scene)


def to_fight(scene: dict[str, Any]) -> str | None:
    texts = [choice["text"] for choice in scene["choices"]]
    if any(text.startswith("attack") for text in texts):
        return None
    fights = [text for text in texts if text.endswith("combat")]
    if "begin" in texts:
        return "begin"
    return fights[0] if fights else to_activation(scene) or first(scene)


def test_a_table_is_set_up_and_the_first_decisions_are_played_by_clicking(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.click("summary")
    page.fill("#seed", "7")
    page.click("#new button[type=submit]")
    page.click("#play-all")
    ready(page)
    page.click("#fit")
    page.wait_for_timeout(300)
    lit = page.locator(".place.lit").first.get_attribute("data-spot")
    after(page, lambda: click_place(page, lit))
    for _ in range(3):
        bare = page.locator("[data-bare=done], [data-bare=decline]").first
        after(page, bare.click)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    after(page, page.locator(".menu button").first.click)
    page.click("#tab-log")
    assert f"activate {unit}" in page.inner_text("#panel-log")


def test_pointing_at_a_unit_that_may_not_says_why_not_with_the_clause(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    page.click("#fit")
    page.wait_for_timeout(300)
    other = page.locator(".counter:not(.able)").first.get_attribute("data-unit")
    page.mouse.move(*point(page, other))
    page.wait_for_selector("#status .may-not .clause")
    page.click("#status .may-not .clause")
    page.wait_for_function("() => document.querySelector('#clause p').textContent.length > 5")


def test_an_attack_shows_its_tally_and_the_chances_before_it_is_committed(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made))
    ready(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    page.wait_for_selector(".costs text")
    assert "odds" in page.inner_html(".costs")
    click_place(page, page.locator(".place.lit").first.get_attribute("data-spot"))
    page.wait_for_selector("dialog .tally")
    assert page.locator("dialog .chart tr").count() >= 1
    before = seq(page)
    page.click("dialog button:has-text('Cancel')")
    assert seq(page) == before
    click_place(page, page.locator(".place.lit").first.get_attribute("data-spot"))
    after(page, lambda: page.click("[data-commit]"))
    page.wait_for_selector("#prompt .chart")
    after(page, lambda: page.click("[data-bare=roll]"))
    page.click("#tab-log")
    assert page.locator("[data-seq]").count() > 5


def test_an_answer_is_taken_back_and_a_die_is_not(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    page.fill("#filter", f"activate {unit}")
    after(page, lambda: page.press("#filter", "Enter"))
    page.wait_for_selector(f"[data-unit='{unit}'] .badge")
    after(page, lambda: page.click("#undo"))
    page.wait_for_selector(f"[data-unit='{unit}'] .badge", state="detached")
    page.wait_for_function("() => document.querySelector('#undo').disabled")
    assert page.get_attribute("#undo", "title")


def test_a_game_is_played_by_keyboard_alone(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=7)))
    ready(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "filter"
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        assert page.get_attribute("#filter", "aria-activedescendant") == "answer-0"
        before = seq(page)
        page.keyboard.press("Enter")
        page.wait_for_function(
            """n => document.querySelector("dialog[open]")
              || parseInt(document.querySelector("#replay output").textContent) > n""",
            arg=before,
        )
        if page.locator("dialog[open]").count():
            after(page, lambda: page.keyboard.press("Enter"))
        page.wait_for_timeout(150)
        if page.evaluate("document.activeElement.id") != "filter":
            page.focus("#filter")
    assert seq(page) >= 12


def test_a_phone_has_the_board_on_top_and_no_sideways_scrolling(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made), 390, 844, has_touch=True, is_mobile=True)
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    board, prompt = page.locator("#board").bounding_box(), page.locator("#prompt").bounding_box()
    assert board["y"] + board["height"] <= prompt["y"]
    assert board["width"] == 390
    answer = page.locator("[role=option]").first
    answer.scroll_into_view_if_needed()
    after(page, answer.tap)


def test_two_browsers_play_each_other_and_neither_learns_the_other_s_secrets(
    house: Any, open_page: Any
) -> None:
    made = house.table(seed=7)
    one, two = made["seats"]
    heard: dict[str, list[str]] = {one: [], two: []}
    pages = {}
    for seat in (one, two):
        pages[seat] = open_page("about:blank")
        pages[seat].on(
            "response",
            lambda answer, seat=seat: heard[seat].append(answer.text()) if "/api/t" in answer.url else None,
        )
        pages[seat].on(
            "websocket", lambda ws, seat=seat: ws.on("framereceived", lambda f: heard[seat].append(str(f)))
        )
        pages[seat].goto(house.link(made, seat))
        ready(pages[seat])
    for _ in range(6):
        mine = next(page for page in pages.values() if page.locator("#prompt.mine").count())
        other = next(page for page in pages.values() if page is not mine)
        assert not other.locator("[role=option]").count()
        now = seq(mine)
        after(mine, mine.locator("[role=option]").first.click)
        other.wait_for_function(
            "n => parseInt(document.querySelector('#replay output').textContent) > n", arg=now
        )
        for page in (mine, other):
            page.wait_for_timeout(150)
    secrets = 0
    for number, (seat, rival) in enumerate(((one, two), (two, one))):
        hand = [card for card in scene_of(house, made, rival)["cards"] if card["seat"] != number]
        known = {card["name"] for card in scene_of(house, made, seat)["cards"]}
        secret = [card["name"] for card in hand if card["name"] not in known]
        told = "".join(heard[seat])
        assert told
        assert made["seats"][rival] not in told
        assert not [name for name in secret if name in told]
        secrets += len(secret)
    assert secrets


def scene_of(house: Any, made: dict[str, Any], seat: str) -> dict[str, Any]:
    scene: dict[str, Any] = house.call(f"/tables/{made['id']}", token=made["seats"][seat])["scene"]
    return scene


def test_a_finished_game_is_verified_and_replayed_through_every_seat_s_eyes(
    house: Any, open_page: Any
) -> None:
    machines = dict.fromkeys(house.call("/games")[0]["seats"], "random")
    made = house.table(seats=machines)
    page = open_page(house.link(made))
    page.wait_for_selector("#prompt .result", timeout=120_000)
    page.click("#tab-dice")
    page.click("#verify")
    page.wait_for_selector(".verdict .good", timeout=60_000)
    assert page.locator(".verdict tbody tr").count() > 20
    assert not page.locator(".verdict .wrong").count()
    page.click("#replay button >> nth=0")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('after action 0')")
    start = page.inner_text("#caption")
    page.select_option("#replay select", index=1)
    page.click("#replay button >> nth=3")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('after action 1')")
    page.click("#replay .main")
    page.wait_for_function("was => document.querySelector('#caption').textContent !== was", arg=start)


def test_reload_and_restart_in_mid_decision_lose_nothing(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    asked, now = page.inner_text("#prompt"), seq(page)
    page.reload()
    ready(page)
    assert (page.inner_text("#prompt"), seq(page)) == (asked, now)
    house.stop()
    page.wait_for_selector("#lost:not([hidden])")
    house.start()
    page.wait_for_selector("#lost", state="hidden")
    after(page, page.locator("[role=option]").first.click)


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: npm ci --prefix tools/web")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_no_serious_issue(house: Any, open_page: Any, width: int, scheme: str) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    home = open_page(house.url, width, 844, color_scheme=scheme, bypass_csp=True)
    home.wait_for_selector("#tables a")
    assert not issues(home)
    page = open_page(house.link(made), width, 844, color_scheme=scheme, bypass_csp=True)
    ready(page)
    for tab in ("choices", "log", "tracks", "places", "dice"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(200)
        assert not issues(page), tab


def issues(page: Any) -> list[str]:
    if not page.evaluate("() => Boolean(window.axe)"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
