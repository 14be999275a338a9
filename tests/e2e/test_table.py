"""The table as a person uses it: by mouse, by finger, by keyboard, in one browser and in two."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import (
    COMMIT,
    MENU,
    after,
    click,
    click_place,
    click_unit,
    give,
    give_listed,
    has_focus,
    in_menu,
    key_answer,
    options,
    point,
    ready,
    see_odds,
    seq,
    show_all,
    tab_to,
    tap,
    tap_unit,
    used,
)

from berlin.kernel.contract.words import sentence

AXE = Path(__file__).parents[2] / "tools" / "web" / "node_modules" / "axe-core" / "axe.min.js"
# It comes by npm, and the suite asks for Python and make alone.
with_axe = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: npm ci --prefix tools/web")
# Of what is in order nothing is gathered: that takes longer than the audit.
AUDIT = """async ([within, rules]) => {
  const only = rules.length ? { runOnly: rules } : {};
  return (await axe.run(within, { resultTypes: ["violations"], ...only })).violations;
}"""
# At night the page is the same but for its colours.
NIGHT = ("color-contrast", "link-in-text-block")
SCHEMES = {"light": (), "dark": NIGHT}
BARE = ("done", "decline", "pass", "keep")
CHART = """(at) => [...document.querySelectorAll(`${at} .chart tr`)].map((row) => [
  row.querySelector("th").textContent, row.querySelector("td:last-child").textContent])"""
TALLIES = "(at) => [...document.querySelectorAll(`${at} .tally caption`)].map((one) => one.textContent)"
HAND = """() => [...document.querySelectorAll("#panel-tracks li.card strong")]
  .map((one) => one.textContent.toLowerCase()).join("; ")"""
FOCUSED = "document.activeElement.closest('[data-unit]').dataset.unit"
STANDS = "() => [...document.querySelectorAll('.hit')].map((one) => one.getAttribute('aria-label')).sort()"


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


def to_roll(scene: dict[str, Any]) -> str | None:
    texts = [choice["text"] for choice in scene["choices"]]
    if "roll" in texts:
        return None
    return to_fight(scene) or next(text for text in texts if text.startswith("attack"))


def sight(house: Any, made: dict[str, Any], seat: str = "") -> dict[str, Any]:
    """The table as a seat sees it, or whoever decides."""
    path = f"/tables/{made['id']}"
    seat = seat or list(made["seats"])[house.call(path)["turn_of"][0]]
    told: dict[str, Any] = house.call(path, token=made["seats"][seat])
    return told


def verdicts(house: Any, made: dict[str, Any], **about: str) -> list[dict[str, Any]]:
    """What the server says about an act, to whoever decides."""
    now = sight(house, made)
    token = made["seats"][list(made["seats"])[now["seat"]]]
    told: list[dict[str, Any]] = house.call(f"/tables/{made['id']}/why", {"seq": now["seq"], **about}, token)
    return told


def done(house: Any, made: dict[str, Any]) -> list[str]:
    """Every action that stands in the server's log."""
    return [entry["action"] for entry in sight(house, made)["log"] if entry["seq"]]


def page_agrees(house: Any, made: dict[str, Any], page: Any) -> None:
    """What is to be seen is what the server has."""
    now = sight(house, made)
    assert seq(page) == now["seq"]
    assert sorted(options(page)) == sorted(choice["text"] for choice in now["scene"]["choices"])
    assert now["scene"]["prompt"]["text"] in page.inner_text("#prompt")


def test_a_table_is_set_up_and_the_first_decisions_are_played_by_clicking(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.click("#setup summary")
    page.fill("#seed", "7")
    page.click("#new button[type=submit]")
    page.click("#play-all")
    ready(page)
    show_all(page)
    lit = page.locator(".place.lit").first.get_attribute("data-spot")
    after(page, lambda: click_place(page, lit))
    for _ in range(3):
        give(page, next(text for text in options(page) if text in BARE))
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    after(page, lambda: in_menu(page, f"activate {unit} move"))
    page.click("#tab-log")
    line = page.locator("[data-seq='5'] .jump")
    assert line.get_attribute("title") == "Show the board after action 5"
    assert re.search(r"^\w+: Activate .+ for movement$", line.inner_text())


def test_pointing_at_a_unit_that_may_not_says_why_not_with_the_clause(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    show_all(page)
    other = page.locator(".counter:not(.able)").first.get_attribute("data-unit")
    reasons = verdicts(house, made, unit=other, place="")
    assert not any(verdict["legal"] for verdict in reasons)
    page.mouse.move(*point(page, other))
    page.wait_for_selector("#status .may-not .clause")
    said = page.inner_text("#status .may-not >> nth=0")
    assert reasons[0]["reason"] in said
    assert reasons[0]["rule"] in said
    page.click("#status .may-not .clause >> nth=0")
    gist = house.call(f"/games/race/rules/{reasons[0]['rule'].replace(' ', '%20')}")["gist"]
    page.wait_for_function("gist => document.querySelector('#clause p').textContent === gist", arg=gist)


def test_a_place_out_of_reach_says_why_not_and_a_click_there_does_nothing(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made))
    ready(page)
    show_all(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    now, far = seq(page), page.locator(".place:not(.lit)").first.get_attribute("data-spot")
    (refusal, *_) = verdicts(house, made, unit=unit, place=far)
    click_place(page, far)
    page.wait_for_selector("#status .may-not .clause")
    # The pointer rests where it clicked, which asks once more.
    said = "texts => texts.every((text) => document.querySelector('#status').innerText.includes(text))"
    page.wait_for_function(said, arg=[refusal["reason"], refusal["rule"]])
    assert seq(page) == now == sight(house, made)["seq"]


def test_an_attack_shows_its_tally_and_the_chances_before_it_is_committed(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made))
    ready(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    page.wait_for_selector(".costs text")
    assert "odds" in page.inner_html(".costs")
    target = page.locator(".place.lit").first.get_attribute("data-spot")
    attack = f"attack {unit} {target}"
    told = verdicts(house, made, action=attack)[0]["explanation"]
    assert sum(outcome["ways"] for outcome in told["outcomes"]) == told["outcomes"][0]["of"]
    before = seq(page)
    click_place(page, target)
    page.wait_for_selector("dialog .tally")
    chances = [[one["label"], f"{one['ways']} of {one['of']}"] for one in told["outcomes"]]
    assert page.evaluate(CHART, "dialog") == chances
    for tally, shown in zip(told["tallies"], page.evaluate(TALLIES, "dialog"), strict=True):
        total = tally["base"] + sum(modifier["value"] for modifier in tally["modifiers"])
        assert shown == f"{tally['label']} {total}".replace("-", "−")
    page.click("dialog button:has-text('Cancel')")
    page.wait_for_selector("dialog", state="detached")
    assert seq(page) == before == sight(house, made)["seq"]
    click_place(page, target)
    page.wait_for_selector(COMMIT)
    after(page, lambda: click(page, COMMIT))
    assert done(house, made)[-1] == attack

    see_odds(page)
    assert page.evaluate(CHART, "#prompt") == chances
    after(page, lambda: page.click("[data-bare=roll]"))
    if "decline" in options(page):
        give_listed(page, "decline")
    page.click("#tab-log")
    results = [
        (entry["seq"], event["text"])
        for entry in sight(house, made)["log"][before:]
        for event in entry["events"]
        if event["kind"] == "result"
    ]
    assert len(results) == 1
    assert sentence(results[0][1]) in page.inner_text(f"[data-seq='{results[0][0]}']")
    assert page.locator(f"[data-seq='{results[0][0]}'] .die").count()


def test_a_roll_before_its_odds_are_there_waits_for_them_and_asks(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_roll)
    page = open_page("about:blank")
    held: list[Any] = []
    page.route("**/why", lambda route: held.append(route))
    with page.expect_request("**/why"):
        page.goto(house.link(made))
    ready(page)
    tab_to(page, "[data-bare=roll]")
    before = seq(page)
    page.keyboard.press("Enter")
    assert not page.locator("dialog").count()
    for route in held:
        route.continue_()
    page.wait_for_selector("dialog .chart")
    assert has_focus(page, COMMIT)
    assert seq(page) == before == sight(house, made)["seq"]
    after(page, lambda: page.keyboard.press("Enter"))
    assert done(house, made)[-1] == "roll"


def test_an_answer_is_taken_back_and_a_die_is_not(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    asked, offered, now = page.inner_text("#prompt"), options(page), seq(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    give_listed(page, f"activate {unit} combat")
    page.wait_for_selector(f"[data-unit='{unit}'] .badge")
    after(page, lambda: page.click("#undo"))
    page.wait_for_selector(f"[data-unit='{unit}'] .badge", state="detached")
    assert (page.inner_text("#prompt"), options(page)) == (asked, offered)
    page.click("#tab-log")
    assert page.locator(".undone").get_attribute("data-seq") == str(now + 1)
    page.click("#tab-choices")
    give_listed(page, f"activate {unit} combat")
    for text in ("begin", f"attack {unit}", "roll"):
        give_listed(page, next(one for one in options(page) if one.startswith(text)))
    if "decline" in options(page):
        give_listed(page, "decline")
    page.wait_for_function("() => document.querySelector('#undo').disabled")
    assert "a die was rolled" in page.get_attribute("#undo", "title")


def test_whoever_plays_both_sides_takes_back_what_he_did_on_either(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    page = open_page(house.link(made))
    ready(page)
    give_listed(page, options(page)[0])
    asked, who = page.inner_text("#prompt"), page.inner_text("#prompt h2")
    give_listed(page, "done")
    assert page.inner_text("#prompt h2") != who
    after(page, lambda: page.click("#undo"))
    assert page.inner_text("#prompt") == asked
    page_agrees(house, made, page)


def test_a_game_is_played_by_keyboard_alone(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    page = open_page(house.link(made), reduced_motion="reduce")
    ready(page)
    # A place on the board.
    tab_to(page, ".place.lit")
    entry = page.evaluate("document.activeElement.dataset.spot")
    after(page, lambda: page.keyboard.press("Enter"))
    assert done(house, made)[-1].endswith(entry)
    # A button under the question.
    for _ in range(2):
        tab_to(page, "[data-bare=done]")
        after(page, lambda: page.keyboard.press("Enter"))
    # The list, by its key and by the first link of the page.
    page.keyboard.press("/")
    assert has_focus(page, "#filter")
    key_answer(page)
    assert used(page) == {"keys"}
    page.reload()
    ready(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert has_focus(page, "#filter")
    # Every counter that can act, one after the other.
    tab_to(page, ".able .hit")
    reached = [page.evaluate(FOCUSED)]
    while page.keyboard.press("Tab") or has_focus(page, ".able .hit"):
        reached.append(page.evaluate(FOCUSED))
    assert sorted(reached) == sorted({text.split()[1] for text in options(page) if " " in text})
    # One and its menu; let go of, taken, and taken back.
    unit = reached[-1]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert has_focus(page, ".menu button")
    page.keyboard.press("Escape")
    assert has_focus(page, f"[data-unit='{unit}'] .hit")
    now = seq(page)
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        after(page, lambda: page.keyboard.press("Enter"))
        assert done(house, made)[-1] == f"activate {unit} combat"
        if seq(page) == now + 1:
            after(page, lambda: page.keyboard.press("u"))
            assert done(house, made)[-1] == "undo"
            tab_to(page, f"[data-unit='{unit}'] .hit")
    page.keyboard.press("/")
    page.keyboard.type("begin")
    after(page, lambda: page.keyboard.press("Enter"))
    # An attack: its odds are looked at, let be, looked at again and taken.
    tab_to(page, f"[data-unit='{unit}'] .hit")
    page.keyboard.press("Enter")
    tab_to(page, ".place.lit")
    now = seq(page)
    for key in ("Escape", "Enter"):
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog .chart")
        assert has_focus(page, COMMIT)
        page.keyboard.press(key)
        page.wait_for_selector("dialog", state="detached")
        if key == "Escape":
            assert has_focus(page, ".place.lit")
            assert seq(page) == now == sight(house, made)["seq"]
    see_odds(page)
    tab_to(page, "[data-bare=roll]")
    after(page, lambda: page.keyboard.press("Enter"))
    # The log, one of its lines, and back.
    tab_to(page, "#tab-choices")
    page.keyboard.press("ArrowRight")
    assert has_focus(page, "#tab-log")
    tab_to(page, "[data-seq='1'] .jump")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('after action 1.')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#prompt.mine")
    # And on from the list, which keeps the focus.
    page.keyboard.press("/")
    while seq(page) < 30:
        key_answer(page)
        assert has_focus(page, "#filter")
    assert used(page) == {"keys"}
    page_agrees(house, made, page)


def test_a_phone_has_the_board_on_top_and_is_played_by_taps(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made), 390, 844, has_touch=True, is_mobile=True)
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    board, prompt = page.locator("#board").bounding_box(), page.locator("#prompt").bounding_box()
    assert board["y"] + board["height"] <= prompt["y"]
    assert board["width"] == 390
    # The unit, then what it shall do.
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    tap_unit(page, unit)
    combat = page.evaluate(MENU).index(f"activate {unit} combat") + 1
    after(page, lambda: tap(page, f".menu button:nth-of-type({combat})"))
    after(page, lambda: tap(page, "[data-bare=begin]"))
    # The unit, then its target: once given up, once meant.
    page.evaluate("window.scrollTo(0, 0)")
    tap_unit(page, unit)
    page.wait_for_selector(".place.lit")
    target = page.locator(".place.lit").first.get_attribute("data-spot")
    now = seq(page)
    for confirm in ("dialog .buttons button:not([data-commit])", COMMIT):
        if not page.locator(".place.lit").count():
            tap_unit(page, unit)
        tap(page, f".place[data-spot='{target}']", ".counter:not(.able)")
        page.wait_for_selector("dialog .chart")
        box = page.locator("dialog").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert seq(page) == now
        tap(page, confirm)
        page.wait_for_selector("dialog", state="detached")
    see_odds(page)
    assert done(house, made)[-1] == f"attack {unit} {target}"
    after(page, lambda: tap(page, "[data-bare=roll]"))
    assert used(page) == {"touch"}
    page_agrees(house, made, page)


def test_no_page_is_wider_than_its_window(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    page = open_page("about:blank")
    for width in (1440, 1100, 800, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(house.link(made))
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.goto(house.url)
        page.wait_for_selector("#tables a")
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_finished_game_is_replayed_through_every_seat_s_eyes(house: Any, open_page: Any) -> None:
    one, two = house.call("/games")[0]["seats"]
    made = house.table(seats={one: "random", two: "random"}, seed=7)
    page = open_page(house.link(made))
    page.wait_for_selector("#prompt .result")
    ready(page)
    end, stand, last = page.inner_text("#caption"), page.evaluate(STANDS), seq(page)
    bar = page.locator("#replay button")
    bar.nth(0).click()
    at(page, 0)
    start = house.call(f"/tables/{made['id']}/moments/0")["scene"]
    assert page.inner_text("#caption") == start["caption"] != end
    assert page.evaluate(STANDS) != stand
    assert not options(page)
    bar.nth(3).click()
    at(page, 1)
    bar.nth(1).click()
    at(page, 0)
    # The hands that were hidden then are open through their own eyes.
    page.click("#tab-tracks")
    apart = next(n for n in range(last) if hand(house, made, n, one) != hand(house, made, n, two))
    page.locator("#replay input[type=range]").fill(str(apart))
    at(page, apart)
    for seat in (one, two):
        page.locator("#replay select").last.select_option(seat)
        held = hand(house, made, apart, seat)
        page.wait_for_function(f"held => ({HAND})() === held", arg=held)
    # To any moment by the slider, and back.
    page.locator("#replay input[type=range]").fill(str(last - 5))
    at(page, last - 5)
    told = house.call(f"/tables/{made['id']}/moments/{last - 5}")["scene"]
    assert page.inner_text("#caption") == told["caption"]
    page.click("#replay .main")
    page.wait_for_selector("#prompt .result")
    assert (page.inner_text("#caption"), page.evaluate(STANDS)) == (end, stand)


def hand(house: Any, made: dict[str, Any], moment: int, seat: str) -> str:
    """The cards that a seat saw at a moment of a game that is over, those of each seat together."""
    cards = house.call(f"/tables/{made['id']}/moments/{moment}?eyes={seat}")["scene"]["cards"]
    return "; ".join(card["name"].lower() for card in sorted(cards, key=lambda card: int(card["seat"])))


def at(page: Any, moment: int) -> None:
    """The page says that it looks back at this moment."""
    page.wait_for_function(
        "n => document.querySelector('#status').textContent.includes(`after action ${n}.`)", arg=moment
    )


@pytest.mark.alone
@with_axe
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_no_serious_issue(house: Any, open_page: Any, width: int) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    for scheme, rules in SCHEMES.items():
        home = open_page(house.url, width, 844, color_scheme=scheme, bypass_csp=True)
        home.wait_for_selector("#tables a")
        assert not issues(home, rules=rules), scheme
        page = open_page(house.link(made), width, 844, color_scheme=scheme, bypass_csp=True)
        ready(page)
        assert not issues(page, rules=rules), scheme
        for tab in ("log", "tracks", "places", "dice"):
            page.click(f"#tab-{tab}")
            page.wait_for_selector(f"#panel-{tab}:not([hidden])")
            assert not issues(page, "aside", rules), (tab, scheme)


def issues(page: Any, within: str = "html", rules: tuple[str, ...] = ()) -> list[str]:
    """What axe complains of, by these rules or by all."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate(AUDIT, [within, rules])
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
