"""The pages around the board: the first page, invitations, looking back, reading, keys, ears and thumbs."""

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import (
    COMMIT,
    NUMBER,
    after,
    click_unit,
    has_focus,
    options,
    ready,
    seq,
    settle,
    tap,
    tap_unit,
)
from tests.e2e.test_games import END
from tests.e2e.test_table import SCHEMES, issues, to_activation, to_fight, with_axe

SPOKEN = "() => [...document.querySelectorAll('.unseen[aria-live]')].map((one) => one.textContent).join('')"
# Every moment that the replay comes to, and what the table is at when it is back.
MOMENTS = """() => {
  window.moments = [];
  const count = document.querySelector("#replay output");
  new MutationObserver(() => moments.push(parseInt(count.textContent))).observe(count, { childList: true });
}"""
DEAF = "delete window.WebSocket"
POOR = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def seats_of(house: Any) -> list[str]:
    seats: list[str] = house.call("/games")[0]["seats"]
    return seats


def answer_by_wire(house: Any, made: dict[str, Any], times: int) -> None:
    """So many first answers, whoever decides."""
    left = iter(range(times))
    house.play(made, lambda scene: None if next(left, None) is None else scene["choices"][0]["text"])


def finished(house: Any) -> dict[str, Any]:
    """A game of two machines that ends soon."""
    made: dict[str, Any] = house.table(situation=END, seats=dict.fromkeys(seats_of(house), "random"))
    return made


def wait_for_moment(page: Any, n: int) -> None:
    page.wait_for_function(
        "n => document.querySelector('#status').textContent.includes(`after action ${n}.`)", arg=n
    )


def close(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


# The first page.


def test_the_first_page_shows_the_board_and_what_the_game_is_about(house: Any, open_page: Any) -> None:
    game = house.call("/games")[0]
    page = open_page(house.url)
    card = page.locator(f"[data-game={game['code']}]")
    card.wait_for()
    page.wait_for_function("() => document.querySelector('.thumbnail')?.naturalWidth > 100")
    assert game["title"] in card.inner_text()
    assert game["scenarios"][0]["about"] in card.inner_text()
    assert page.get_attribute(".thumbnail", "alt")
    page.set_viewport_size({"width": 390, "height": 844})
    for control in card.locator("button, select:visible, img").all():
        box = control.bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]


def test_one_click_seats_a_player_against_the_machine(house: Any, open_page: Any) -> None:
    mine, other = seats_of(house)
    page = open_page(house.url)
    levels = page.locator("[data-game]").first.get_by_label("How the machine plays").last
    levels.select_option("recruit")
    page.click(f"[data-quick='{mine} machine']")
    page.wait_for_url("**/t/**")
    ready(page)
    assert mine in page.inner_text("#seat").lower()
    assert "recruit" in page.locator("#sitters li").nth(seats_of(house).index(other)).inner_text()
    page.goto(house.url)
    page.wait_for_selector(".hall-mine [data-table]")
    assert levels.input_value() == "recruit"


def test_one_click_seats_both_sides_at_one_screen(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.click("[data-quick=all]")
    page.wait_for_url("**/t/**")
    ready(page)
    assert page.locator("#seat option").count() == len(seats_of(house)) + 1
    for _ in range(3):
        after(page, page.locator("[role=option]").first.click)


@pytest.mark.alone
def test_the_tables_are_told_apart_by_what_can_be_done_there(house: Any, open_page: Any) -> None:
    over, foreign = finished(house), house.table(seed=7)
    mine, waits = house.table(seed=7), house.table(seed=7)
    one, two = seats_of(house)
    page = open_page(house.link(mine))
    ready(page)
    decides = house.call(f"/tables/{waits['id']}")["turn_of"][0]
    page.goto(house.link(waits, [two, one][decides]))
    page.wait_for_selector("#tabs")
    page.goto(house.url)
    rows = {name: page.locator(f".hall-{name} li") for name in ("mine", "others", "over")}
    rows["over"].wait_for()
    # The newer one waits for somebody else, so it comes second.
    links = rows["mine"].locator("a")
    assert [links.nth(n).get_attribute("data-table") for n in (0, 1)] == [mine["id"], waits["id"]]
    assert "Your move" in rows["mine"].nth(0).inner_text()
    assert f"{[one, two][decides].capitalize()} to move" in rows["mine"].nth(1).inner_text()
    assert rows["others"].locator("a").get_attribute("data-table") == foreign["id"]
    assert house.call(f"/tables/{over['id']}")["scene"]["result"] in rows["over"].inner_text()
    labels = {name: row.locator("a").first.inner_text() for name, row in rows.items()}
    assert labels == {"mine": "Play on", "others": "Watch", "over": "Look back"}
    assert "#" in links.nth(0).get_attribute("href")
    assert "#" not in rows["others"].locator("a").get_attribute("href")


# Invitations, and what is kept.


def test_an_invitation_is_kept_in_this_browser(house: Any, open_page: Any) -> None:
    mine, other = seats_of(house)
    page = open_page(house.url)
    page.click(f"[data-quick='{mine} friend']")
    link = f"[data-link={other}] input"
    page.wait_for_selector(link)
    told = page.input_value(link)
    page.reload()
    ready(page)
    page.click(f"[data-invite={other}]")
    assert page.input_value(link) == told
    assert "works once" in page.inner_text("dialog")
    assert page.input_value("dialog .copy >> nth=-1 >> input") == told.partition("#")[0]


def test_a_link_can_be_copied_where_there_is_no_clipboard(house: Any, open_page: Any) -> None:
    page = open_page("about:blank")
    page.add_init_script(POOR)
    page.goto(house.url)
    page.click(f"[data-quick='{seats_of(house)[0]} friend']")
    page.locator("dialog .copy button").first.click()
    page.wait_for_function("() => document.querySelector('dialog .copy [role=status]').textContent")
    marked = page.evaluate(
        """() => {
          const field = document.querySelector("dialog .copy input");
          return field.value.slice(field.selectionStart, field.selectionEnd) === field.value;
        }"""
    )
    assert marked


def test_a_reload_in_mid_decision_keeps_what_was_begun(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    page.wait_for_selector("#tray:not([hidden])")
    page.fill("#filter", unit)
    held = options(page)
    page.reload()
    ready(page)
    page.wait_for_selector(f"[data-unit='{unit}'].chosen")
    assert page.locator("#tray [data-tray]").count() == len(held)
    assert (page.input_value("#filter"), options(page)) == (unit, held)
    after(page, page.locator("#tray [data-tray]").first.click)
    assert page.input_value("#filter") == ""


def test_files_are_offered_with_what_they_are_good_for(house: Any, open_page: Any, tmp_path: Path) -> None:
    made = house.table(seed=7)
    one, _ = seats_of(house)
    page = open_page(house.link(made, one))
    ready(page)
    assert page.is_disabled("#record")
    assert "when the game is over" in page.inner_text("#files-note")
    page = open_page(house.link(made))
    ready(page)
    with page.expect_download() as download:
        page.click("#record")
    path = tmp_path / "running.record"
    download.value.save_as(path)
    assert "not loaded" in page.inner_text("#files-note")
    page.goto(house.url)
    page.click("#setup summary")
    page.set_input_files("#record", path)
    page.get_by_text("without the key of its dice").wait_for()


# What happened, and looking back.


def test_whoever_comes_back_is_told_what_the_other_did(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    decider = seats_of(house)[house.call(f"/tables/{made['id']}")["turn_of"][0]]
    rival = next(seat for seat in seats_of(house) if seat != decider)
    page = open_page(house.link(made, rival))
    ready(page)
    assert page.is_hidden("#since")
    page.goto(house.url)
    answer_by_wire(house, {**made, "seats": {decider: made["seats"][decider]}}, 1)
    done = house.call(f"/tables/{made['id']}")["log"][1]["said"]
    page.goto(house.link(made, rival))
    page.wait_for_selector("#since:not([hidden])")
    assert "1 action" in page.inner_text("#since h2")
    assert done in page.inner_text("#since")
    page.click("#since-replay")
    wait_for_moment(page, 1)
    page.click("#since-close")
    page.reload()
    ready(page)
    assert page.is_hidden("#since")


def test_every_line_of_the_log_shows_its_moment_and_can_be_found(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    page.click("#tab-log")
    entry = page.locator("[data-seq='1']")
    entry.locator(".event").first.click()
    wait_for_moment(page, 1)
    assert entry.get_attribute("aria-current") == "true"
    assert page.locator("#panel-log .die").count()
    assert page.locator("#panel-log .kind-stage").count()
    words = entry.locator(".jump").inner_text().split(": ")[1]
    page.fill("#panel-log input", words)
    assert page.locator("#panel-log [data-seq]:visible").count() == 1


def test_the_log_is_read_by_its_parts(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    answer_by_wire(house, made, 250)
    page = open_page(house.link(made))
    ready(page)
    page.click("#tab-log")
    chapters = page.locator("#panel-log select option")
    assert chapters.count() > 2
    page.locator("#panel-log select").select_option(index=2)
    shown = page.locator("#panel-log [data-seq]:visible")
    assert 0 < shown.count() < page.locator("#panel-log [data-seq]").count()


def test_the_past_plays_by_itself_and_pauses(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    last = seq(page)
    page.evaluate(MOMENTS)
    page.get_by_label("Speed of the replay").select_option("4")
    page.get_by_label("Play by itself").click()
    wait_for_moment(page, last)
    page.get_by_label("Play by itself").wait_for()
    seen = page.evaluate("window.moments")
    assert sorted(set(seen) - {-1}) == list(range(last + 1))
    page.get_by_label("Speed of the replay").select_option("0.5")
    page.get_by_label("Play by itself").click()
    page.get_by_label("Pause").click()
    stopped = seq(page)
    assert stopped < last
    page.reload()
    ready(page)
    assert page.get_by_label("Speed of the replay").input_value() == "0.5"


def test_the_past_is_walked_through_by_keys(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    last = seq(page)
    for key, at in {"ArrowLeft": last - 1, "[": last - 2, "]": last - 1, "Home": 0, "ArrowRight": 1}.items():
        page.keyboard.press(key)
        page.wait_for_function(f"n => {NUMBER} === n", arg=at)
    page.keyboard.press("Space")
    page.get_by_label("Pause").wait_for()
    page.keyboard.press("Space")
    page.get_by_label("Play by itself").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function(f"n => {NUMBER} === n", arg=last)
    page.wait_for_selector("#prompt.mine")


def test_without_a_websocket_the_rival_s_move_arrives_all_the_same(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    deaf = open_page("about:blank")
    deaf.add_init_script(DEAF)
    deaf.goto(house.link(made, seats_of(house)[0]))
    ready(deaf)
    assert deaf.evaluate("typeof WebSocket") == "undefined"
    now = seq(deaf)
    answer_by_wire(house, made, 3)
    deaf.wait_for_function(f"n => {NUMBER} === n", arg=now + 3)
    assert deaf.is_hidden("#lost")


# Reading.


def test_help_lists_the_first_steps_and_the_keys(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=7)))
    ready(page)
    page.keyboard.press("?")
    page.wait_for_selector("dialog.help")
    assert page.locator("dialog .steps li").count() > 4
    assert page.locator("dialog kbd").count() > 8
    close(page)
    page.keyboard.press("/")
    assert has_focus(page, "#filter")
    page.keyboard.type("?")
    assert page.input_value("#filter") == "?"
    assert not page.locator("dialog").count()
    page.click("#settings")
    page.get_by_label("Keys of one sign").uncheck()
    close(page)
    page.locator("#prompt h2").focus()
    page.keyboard.press("?")
    page.keyboard.press("/")
    assert not page.locator("dialog").count()
    assert not has_focus(page, "#filter")


def test_every_setting_is_explained_and_kept(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=7)))
    ready(page)
    page.click("#settings")
    controls = page.locator("dialog input, dialog select")
    assert controls.count() == 7
    for n in range(controls.count()):
        about = controls.nth(n).get_attribute("aria-describedby")
        assert len(page.inner_text(f"#{about}")) > 20
    page.select_option("#theme", "dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    close(page)
    page.goto(house.url)
    page.wait_for_selector("[data-quick]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_clause_leads_to_its_neighbours_and_to_the_whole_book(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=7)))
    ready(page)
    first = page.inner_text("#prompt .clause")
    page.click("#prompt .clause")
    next_one = page.locator("#clause .around .clause").last
    other = next_one.inner_text()
    next_one.click()
    page.wait_for_function("id => document.querySelector('#clause strong').textContent === id", arg=other)
    page.wait_for_function("() => document.querySelector('#clause > p').textContent.length > 5")
    assert first != other
    page.click("#whole-book")
    page.wait_for_selector(f".ledger [data-clause='{other}'][aria-current]")
    assert has_focus(page, "#rule-search")
    every = page.locator(".ledger li:visible").count()
    page.fill("#rule-search", first)
    assert 0 < page.locator(".ledger li:visible").count() < every
    assert page.locator(f".ledger [data-clause='{first}']").is_visible()


def test_the_seal_of_the_dice_is_shown_from_the_start_and_explained(house: Any, open_page: Any) -> None:
    made = house.table()
    page = open_page(house.link(made))
    ready(page)
    page.click("#tab-dice")
    assert page.inner_text("#commitment") == made["commitment"]
    assert not page.locator("#verify").count()
    page.click("#dice-how")
    assert page.locator("dialog .steps li").count() == 3
    close(page)
    assert has_focus(page, "#dice-how")


# Ears, keys and thumbs.


def test_the_focus_goes_to_the_next_question_when_a_button_is_gone(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    page.locator("#prompt [data-bare]").first.focus()
    after(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.activeElement.matches('#prompt h2')")


def test_what_happens_is_said_with_the_next_question(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    page = open_page(house.link(made))
    ready(page)
    choices = house.call(f"/tables/{made['id']}", token=",".join(made["seats"].values()))["scene"]["choices"]
    done = next(one["said"] for one in choices if one["text"] == options(page)[0])
    after(page, lambda: page.locator("[role=option]").first.click())
    page.wait_for_function(f"done => ({SPOKEN})().includes(done)", arg=done)
    asked = page.evaluate("document.querySelector('#prompt p').firstChild.textContent.trim()")
    assert asked in page.evaluate(SPOKEN)


def test_a_thumb_chooses_a_counter_and_its_target_without_aiming_twice(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made), 390, 844, has_touch=True, is_mobile=True)
    ready(page)
    for cut in ("#title", "#caption"):
        assert page.eval_on_selector(cut, "one => one.scrollWidth <= one.clientWidth")
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    tap_unit(page, unit)
    page.wait_for_selector("#tray:not([hidden]) .price")
    box = page.locator("#tray [data-tray]").first.bounding_box()
    assert box["height"] >= 44
    assert 0 < box["y"] < 844 - box["height"]
    before = seq(page)
    tap(page, "#tray [data-tray]")
    assert settle(page, before, lambda: tap(page, COMMIT))
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@with_axe
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_no_serious_issue_in_what_opens(
    house: Any, open_page: Any, width: int, scheme: str
) -> None:
    rules, made = SCHEMES[scheme], house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made), width, 844, color_scheme=scheme, bypass_csp=True)
    ready(page)
    for opener in ("#help", "#settings", "#rules"):
        page.click(opener)
        page.wait_for_selector("dialog[open]")
        assert not issues(page, rules=rules), opener
        close(page)
    page.click("#prompt .clause")
    page.wait_for_selector("#whole-book")
    assert not issues(page, rules=rules), "a clause"
    page.keyboard.press("Escape")
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    page.wait_for_selector("#tray:not([hidden]) .price")
    assert not issues(page, rules=rules), "a counter chosen"
    page.locator("#tray [data-tray]").first.click()
    page.wait_for_selector(COMMIT)
    assert not issues(page, rules=rules), "the odds before an attack"
    close(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#prompt.past")
    assert not issues(page, rules=rules), "the past"


@pytest.mark.alone
@with_axe
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_no_serious_issue_at_the_beginning_and_the_end(
    house: Any, open_page: Any, scheme: str
) -> None:
    rules = SCHEMES[scheme]
    one, two = seats_of(house)
    page = open_page(house.url, color_scheme=scheme, bypass_csp=True)
    page.wait_for_selector(".thumbnail[src]")
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert not issues(page, rules=rules), "the first page"
    page.click(f"[data-quick='{one} friend']")
    page.wait_for_selector(f"[data-link={two}]")
    ready(page)
    assert not issues(page, rules=rules), "invitations"
    close(page)
    made = house.table(seed=7)
    house.play(made, to_activation)
    page.goto(house.link(made))
    ready(page)
    click_unit(page, page.locator(".counter.able").first.get_attribute("data-unit"))
    page.wait_for_selector(".menu button")
    assert not issues(page, rules=rules), "a menu"
    page.goto(house.url)
    page.goto(house.link(finished(house)))
    page.wait_for_selector("#prompt .result")
    page.click("#tab-dice")
    page.click("#verify")
    page.wait_for_selector(".verdict .good")
    assert not issues(page, rules=rules), "the dice verified"
