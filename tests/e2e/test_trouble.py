"""When something goes wrong: a reload, a server that stops or is killed, an answer that comes too late."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import COMMIT, NUMBER, click, give_listed, options, ready, seq
from tests.e2e.test_table import done, page_agrees, to_activation, to_fight

from berlin.kernel.contract import variant


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
    listed = house.call(f"/tables/{made['id']}", token=next(iter(made["seats"].values())))["scene"]["choices"]
    said = next(choice["said"] for choice in listed if choice["text"] == two)
    page.wait_for_function("text => document.querySelector('#status').textContent.includes(text)", arg=said)
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


BROKEN_OFF = """() => {
  const ask = window.fetch;
  window.fetch = async (path, options) => {
    const answer = await ask(path, options);
    if (!String(path).endsWith("/actions")) return answer;
    window.fetch = ask;
    await answer.text();
    const body = new ReadableStream({ start: (control) => control.error(new TypeError("Failed to fetch")) });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}"""


def test_an_answer_that_breaks_off_is_said_and_what_it_did_is_seen(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made))
    ready(page)
    before, now = done(house, made), seq(page)
    one, _ = fights(page)
    page.evaluate(BROKEN_OFF)
    click(page, f"[data-answer='{one}']")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('be reached')")
    page.wait_for_function(f"n => {NUMBER} > n", arg=now)
    assert done(house, made) == [*before, one]
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


class Refusals:
    """Answers so many calls of a page that they are too many."""

    def __init__(self, times: int) -> None:
        self.times, self.came = times, 0

    def __call__(self, route: Any) -> None:
        self.came += 1
        if self.came <= self.times:
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"error": "too many requests"})
        else:
            route.continue_()


def test_a_page_that_asks_too_much_says_so_and_asks_again(house: Any, open_page: Any) -> None:
    page = open_page("about:blank", refused=True)
    games, sights = Refusals(2), Refusals(1)
    page.route("**/api/games", games)
    page.goto(house.url)
    page.wait_for_selector("#wait")
    assert page.inner_text("#wait").endswith("asks again by itself in 1 s.")
    assert page.get_by_role("alert").filter(has_text="Too much").count() == 1
    page.wait_for_selector(".game")
    page.wait_for_selector("#wait", state="detached")
    assert games.came == 3

    made = house.table(seed=7)
    house.play(made, to_activation)
    page.route(f"**/api/tables/{made['id']}", sights)
    page.goto(house.link(made))
    page.wait_for_selector("#wait")
    ready(page)
    page_agrees(house, made, page)


def test_an_act_that_was_too_much_is_done_once_when_it_may_be(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page(house.link(made), refused=True)
    ready(page)
    before, acts = done(house, made), Refusals(2)
    page.route("**/actions", acts)
    one = fights(page)[0]
    click(page, f"[data-answer='{one}']")
    page.wait_for_selector("#wait")
    page.wait_for_function(f"n => {NUMBER} > n", arg=len(before))
    assert acts.came == 3
    assert done(house, made) == [*before, one]
    page_agrees(house, made, page)


def test_a_page_that_is_refused_for_good_says_why(house: Any, open_page: Any) -> None:
    page = open_page("about:blank", refused=True)
    games = Refusals(100)
    page.route("**/api/games", games)
    page.clock.install()
    page.goto(house.url)
    while page.locator("#trouble").is_hidden():
        page.clock.run_for(1000)
    assert page.inner_text("#trouble") == "too many requests"
    assert games.came == 5
    assert not page.locator("#wait").count()


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
