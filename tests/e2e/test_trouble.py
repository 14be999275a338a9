"""When something goes wrong: a reload, a server that stops or is killed, an answer that comes too late."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import COMMIT, NUMBER, click, give_listed, options, ready, seq
from tests.e2e.test_table import done, page_agrees, to_activation, to_fight

from berlin.kernel import variant


def test_a_reload_in_mid_decision_loses_nothing(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    page = open_page(house.link(made))
    ready(page)
    asked, offered, now = page.inner_text("#prompt"), options(page), seq(page)
    page.click("[data-answer^=attack]")
    page.wait_for_selector(COMMIT)
    page.reload()
    ready(page)
    assert (page.inner_text("#prompt"), options(page), seq(page)) == (asked, offered, now)
    assert not page.locator("dialog").count()
    page_agrees(house, made, page)
    assert give_listed(page, next(text for text in offered if text.startswith("attack")))
    page_agrees(house, made, page)


def lose_server(house: Any, page: Any) -> None:
    """The page says that the server is gone; and once it is back, no more."""
    page.wait_for_selector("#lost:not([hidden])")
    house.start()
    page.wait_for_selector("#lost", state="hidden")


@pytest.mark.alone
def test_a_restart_in_mid_game_is_seen_through(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    before, asked = done(house, made), page.inner_text("#prompt")
    house.stop()
    lose_server(house, page)
    assert page.inner_text("#prompt") == asked
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    give_listed(page, f"activate {unit} combat")
    assert done(house, made) == [*before, f"activate {unit} combat"]
    page_agrees(house, made, page)


@pytest.mark.alone
def test_what_was_answered_before_a_kill_is_kept_and_what_was_not_can_be_sent_again(
    house: Any, open_page: Any
) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    before, now = done(house, made), seq(page)
    one, two = fights(page)
    with page.expect_response("**/actions") as told:
        click(page, f"[data-answer='{one}']")
    house.kill()
    assert told.value.ok
    lose_server(house, page)
    page.wait_for_function(f"n => {NUMBER} > n", arg=now)
    assert done(house, made) == [*before, one]
    page_agrees(house, made, page)

    # What is pointed at has been weighed, so that the click itself sends the act.
    page.mouse.move(0, 0)
    page.hover(f"[data-answer='{two}']")
    page.wait_for_function("text => document.querySelector('#status').textContent.includes(text)", arg=two)
    house.freeze()
    with page.expect_request("**/actions"):
        click(page, f"[data-answer='{two}']")
    house.kill()
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('be reached')")
    lose_server(house, page)
    assert done(house, made) == [*before, one]
    page_agrees(house, made, page)
    give_listed(page, two)
    assert done(house, made) == [*before, one, two]
    page_agrees(house, made, page)


@pytest.mark.alone
def test_a_server_that_is_killed_leaves_no_machine_thinking(house: Any) -> None:
    seats = house.call("/games")[0]["seats"]
    made = house.table(seats=dict.fromkeys(seats, "random"))
    while not house.call(f"/tables/{made['id']}")["seq"]:
        time.sleep(0.1)
    workers = children(house.process.pid)
    assert workers
    house.kill()
    deadline = time.monotonic() + 30
    while left := [worker for worker in workers if is_running(worker)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.1)
    house.start()


def children(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for thread in told for child in thread.read_text().split()]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def fights(page: Any) -> tuple[str, str]:
    """Two answers that both can be given, one after the other."""
    texts = [text for text in options(page) if text.endswith("combat")]
    return texts[0], texts[1]


def test_an_answer_that_comes_too_late_is_refused_in_one_line_and_the_page_goes_on(
    house: Any, open_page: Any
) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    quick, slow = open_page(house.link(made)), open_page(house.link(made))
    ready(quick)
    ready(slow)
    before = done(house, made)
    one, two = fights(slow)
    held: list[Any] = []
    slow.route("**/actions", lambda route: held.append(route))
    with slow.expect_request("**/actions"):
        click(slow, f"[data-answer='{two}']")
    give_listed(quick, one)
    slow.wait_for_function(f"n => {NUMBER} > n", arg=len(before))
    held.pop().continue_()
    slow.unroute("**/actions")
    slow.wait_for_function("() => document.querySelector('#status').textContent.includes('moved on')")
    assert slow.inner_text("#status").strip() == "The table has moved on; the board is up to date now."
    assert done(house, made) == [*before, one]
    page_agrees(house, made, slow)
    give_listed(slow, two)
    quick.wait_for_function(f"n => {NUMBER} > n", arg=len(before) + 1)
    for page in (quick, slow):
        page_agrees(house, made, page)
    assert done(house, made) == [*before, one, two]


def test_odds_that_are_no_longer_true_don_t_stay_open(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_fight)
    quick, slow = open_page(house.link(made)), open_page(house.link(made))
    ready(quick)
    ready(slow)
    before = done(house, made)
    attack = next(text for text in options(slow) if text.startswith("attack"))
    click(slow, f"[data-answer='{attack}']")
    slow.wait_for_selector(COMMIT)
    give_listed(quick, attack)
    slow.wait_for_selector("dialog", state="detached")
    page_agrees(house, made, slow)
    assert done(house, made) == [*before, attack]


@pytest.mark.alone
def test_a_game_of_other_tables_is_refused_in_one_line_until_they_are_back(
    house: Any, open_page: Any, tmp_path: Path
) -> None:
    code, name = house.call("/games")[0]["code"], "combat.csv"
    own = tmp_path / "own"
    own.mkdir()
    (own / name).write_text((variant._folder(code) / name).read_text().replace(",house", ",printed"))
    house.stop()
    house.more = ["--data", str(own)]
    house.start()
    page = open_page(house.url)
    page.wait_for_selector(".game")
    assert "the host's own tables" in page.inner_text(".game")
    made = house.table()
    page.goto(house.link(made))
    ready(page)
    house.stop()
    house.more = []
    house.start()
    page.reload()
    page.wait_for_function("() => document.querySelector('#prompt h2')?.textContent.includes('other tables')")
    assert "can't be opened here" in page.inner_text("#status")
    house.stop()
    house.more = ["--data", str(own)]
    house.start()
    page.reload()
    ready(page)
