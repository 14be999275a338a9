"""Whole games and everything around them: the machine, records, positions, warnings, marks."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.e2e.conftest import BERLIN
from tests.e2e.hands import NUMBER, calm, give, options, ready, seq, show_all, used

from berlin.kernel.contract.game import load
from berlin.kernel.play.dice import key_from_seed

END = """game = "race"
turn = 10
stage = "D.1"
[units]
Bridgehead = ["8GA/1"]
Seelow = ["303"]
Triebel = ["3GA/1"]
Cottbus = ["21Pz"]
"""
CLOSING = ("done", "decline", "pass", "keep", "begin", "roll")
KINDS = {
    *("activate move", "activate combat", "activate reserve", "move", "attack", "join", "roll"),
    *("lose", "retreat", "advance", "enter", "rebuild", "return", "play", "test", "discard"),
}


def kind(text: str) -> str:
    verb, *about = text.split()
    return f"{verb} {about[-1]}" if verb == "activate" else verb


class Taste:
    """Likes what it has done least, up to a measure; then it closes every step."""

    def __init__(self, measure: int, **more: int) -> None:
        self.measure, self.more = measure, more
        self.did: Counter[str] = Counter()

    def pick(self, texts: list[str]) -> str:
        new = [text for text in texts if text not in CLOSING and self.did[kind(text)] < self.most(text)]
        closing = [text for text in CLOSING if text in texts]
        # By its letters among equals, so that the game is the same whatever the order of the list.
        text = min(new, key=lambda text: (self.did[kind(text)], text)) if new else min(closing or texts)
        self.did[kind(text)] += 1
        return text

    def most(self, text: str) -> int:
        return self.more.get(text.split()[0], self.measure)


def play_on(page: Any, taste: Taste) -> tuple[list[str], list[str]]:
    """To the end by mouse: all answers that were given, and those before which the page asked."""
    given: list[str] = []
    asked: list[str] = []
    while True:
        texts = options(page)
        if not texts:
            page.wait_for_selector("#prompt.mine, #prompt .result")
            if page.locator("#prompt .result").count():
                return given, asked
            continue
        text = taste.pick(texts)
        if give(page, text):
            asked.append(text)
        given.append(text)


def verify_dice(page: Any) -> int:
    """Has every roll made again in the page; how many there were."""
    page.click("#tab-dice")
    page.click("#verify")
    page.wait_for_selector(".verdict .good")
    assert not page.locator(".verdict .wrong, .verdict .warning").count()
    return int(page.locator(".verdict tbody tr").count())


def download_record(page: Any, path: Path) -> None:
    with page.expect_download() as download:
        page.click("#record")
    download.value.save_as(path)


@pytest.mark.long
def test_a_whole_game_is_played_by_clicking(house: Any, open_page: Any, tmp_path: Path) -> None:
    made = house.table(seed=7)
    page = open_page(house.link(made))
    ready(page)
    calm(page)
    assert "Turn 1 " in page.inner_text("#caption")
    taste = Taste(2, activate=8, move=8, attack=8, convert=1, starve=1)
    given, asked = play_on(page, taste)
    assert used(page) == {"mouse"}
    assert not KINDS - set(taste.did)
    assert {"attack"} <= {kind(text) for text in asked}

    told = house.call(f"/tables/{made['id']}")
    assert [entry["action"] for entry in told["log"] if entry["seq"]] == given
    assert seq(page) == told["seq"] == len(given)
    assert page.inner_text("#prompt .result") == told["scene"]["result"]

    rolls = verify_dice(page)
    path = tmp_path / "game.record"
    download_record(page, path)
    order = [*BERLIN, "replay", str(path), "--verify", "--json"]
    replayed = subprocess.run(order, capture_output=True, text=True, check=True)
    again = json.loads(replayed.stdout)
    assert (again["verdict"]["status"], again["verdict"]["rolls"]) == ("verified", rolls)
    assert [moment["action"] for moment in again["moments"][1:]] == given
    assert again["result"]["text"] == told["scene"]["result"]


@pytest.mark.long
def test_a_whole_game_against_the_machine_is_played_by_clicking(house: Any, open_page: Any) -> None:
    _, koniev = house.call("/games")[0]["seats"]
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.select_option(f"[data-seat={koniev}]", "random")
    page.click("#setup summary")
    page.fill("#seed", "5")
    page.click("#new button[type=submit]")
    page.wait_for_url("**/t/**")
    ready(page)
    calm(page)
    given, _ = play_on(page, Taste(2, convert=0, starve=0))

    told = house.call(f"/tables/{page.url.split('/')[-1].partition('#')[0]}")
    assert page.inner_text("#prompt .result") == told["scene"]["result"]
    mine, others = ([entry for entry in told["log"] if entry["seat"] == seat] for seat in (0, 1))
    assert [entry["action"] for entry in mine] == given
    assert len(others) > len(given)
    assert seq(page) == len(mine) + len(others)
    assert "random" in page.inner_text("#sitters")
    assert verify_dice(page)


def test_a_warning_stands_before_what_can_t_be_had_back(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)

    def choose(scene: dict[str, Any]) -> str | None:
        texts = [choice["text"] for choice in scene["choices"]]
        return None if any(text.startswith("play ") for text in texts) else texts[0]

    house.play(made, choose)
    now = house.call(f"/tables/{made['id']}")
    seat = list(made["seats"])[now["turn_of"][0]]
    page = open_page("about:blank")
    # Without an answer from the server nobody knows what it costs: then it isn't done.
    page.route("**/why", lambda route: route.abort())
    page.goto(house.link(made, seat))
    ready(page)
    text = next(one for one in options(page) if one.startswith("play "))
    page.fill("#filter", text)
    page.press("#filter", "Enter")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('nothing was done')")
    page.unroute("**/why")
    about = {"seq": now["seq"], "action": text}
    (verdict,) = house.call(f"/tables/{made['id']}/why", about, made["seats"][seat])
    for key in ("Escape", "Enter"):
        page.press("#filter", "Enter")
        page.wait_for_selector("dialog .warning")
        for warning in verdict["warnings"]:
            assert warning.partition("[")[0].strip() in page.inner_text("dialog .warning")
        assert house.call(f"/tables/{made['id']}")["seq"] == now["seq"]
        page.keyboard.press(key)
        page.wait_for_selector("dialog", state="detached")
    page.wait_for_function(f"n => {NUMBER} > n", arg=now["seq"])
    assert house.call(f"/tables/{made['id']}")["log"][-1]["action"] == text


def last_turn() -> str:
    """A position from which a game of some hundred acts is played, with dice."""
    game, rng = load("race"), Random(1)
    state = game.start(game.scenarios[0].key, key_from_seed(1), {}).state
    while game.turn(state) < 10:
        state = game.next(state, game.sample(state, rng))
    return game.write_situation(state)


def test_a_record_is_downloaded_and_loaded_again(house: Any, open_page: Any, tmp_path: Path) -> None:
    seats = dict.fromkeys(house.call("/games")[0]["seats"], "random")
    made = house.table(situation=last_turn(), seed=1, seats=seats)
    page = open_page(house.link(made))
    page.wait_for_selector("#prompt .result")
    result, length = page.inner_text("#prompt .result"), seq(page)
    path = tmp_path / "game.record"
    download_record(page, path)
    assert path.read_text().startswith("berlin-record 1\n")
    page.goto(house.url)
    page.click("#setup summary")
    page.set_input_files("#record", path)
    page.wait_for_function("() => document.querySelector('#record-read').textContent")
    page.click("#new button[type=submit]")
    page.click("#play-all")
    page.wait_for_selector("#prompt .result")
    assert (page.inner_text("#prompt .result"), seq(page)) == (result, length)
    again = page.url.split("/")[-1].partition("#")[0]
    assert again != made["id"]
    logs = [house.call(f"/tables/{table}")["log"] for table in (made["id"], again)]
    assert logs[0] == logs[1]
    assert verify_dice(page)


def test_a_position_is_played_from_and_a_bad_one_is_refused_in_words(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.click("#setup summary")
    page.fill("#situation", END.replace("Seelow", "Atlantis"))
    page.click("#new button[type=submit]")
    page.wait_for_selector("#problem:not([hidden])")
    assert "Atlantis" in page.inner_text("#problem")
    page.fill("#situation", END)
    page.click("#new button[type=submit]")
    page.click("#play-all")
    ready(page)
    assert "Turn 10" in page.inner_text("#caption")
    stand = {"8GA/1": "Bridgehead", "303": "Seelow", "3GA/1": "Triebel", "21Pz": "Cottbus"}
    assert page.locator(".counter").count() == len(stand)
    for unit, place in stand.items():
        assert page.get_attribute(f"[data-unit='{unit}'] .hit", "aria-label").endswith(f", {place}")
    show_all(page)
    given, _ = play_on(page, Taste(1))
    assert given
    assert seq(page) == len(given)


def test_marks_are_drawn_kept_and_rubbed_out_and_never_played(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=7)))
    ready(page)
    now = seq(page)
    spots = [page.locator(".place.lit").nth(n).bounding_box() for n in (0, 1)]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in spots]
    page.mouse.move(*points[0])
    page.mouse.down(button="right")
    page.mouse.move(*points[1])
    page.mouse.up(button="right")
    assert page.locator(".marks path").count() == 1
    page.click("#mark")
    page.mouse.click(*points[0])
    assert page.locator(".marks circle").count() == 1
    page.reload()
    ready(page)
    assert page.locator(".marks > *").count() == 2
    page.click("#unmark")
    assert page.locator(".marks > *").count() == 0
    assert seq(page) == now


def test_the_only_answer_is_taken_by_itself_if_that_is_liked(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)

    def single(scene: dict[str, Any]) -> str | None:
        # Every other step is answered by its last answer: it closes steps soonest.
        return None if len(scene["choices"]) == 1 else str(scene["choices"][-1]["text"])

    house.play(made, single)
    page = open_page("about:blank")
    page.clock.install()
    page.goto(house.link(made))
    ready(page)
    now, (only,) = seq(page), options(page)
    page.clock.fast_forward(60_000)
    assert seq(page) == now == house.call(f"/tables/{made['id']}")["seq"]
    page.click("#settings")
    page.check("dialog input >> nth=0")
    page.keyboard.press("Escape")
    page.wait_for_function(f"n => {NUMBER} > n", arg=now)
    assert house.call(f"/tables/{made['id']}")["log"][now + 1]["action"] == only


def test_a_name_with_markup_in_it_is_only_a_name(house: Any, open_page: Any) -> None:
    seats = house.call("/games")[0]["seats"]
    made = house.table(names={seats[0]: "<img src=x onerror=document.title='bad'>"})
    page = open_page(house.link(made))
    ready(page)
    assert "<img" in page.inner_text("#sitters")
    assert not page.locator("img[src=x]").count()
    assert page.title() != "bad"
    page.goto(house.url)
    page.wait_for_selector("#tables a")
    assert "<img" in page.inner_text("#tables")
    assert not page.locator("img[src=x]").count()


@pytest.mark.alone
def test_an_example_is_played_by_two_at_one_screen_who_answer_in_secret(house: Any, open_page: Any) -> None:
    house.stop()
    house.more = ["--examples"]
    house.start()
    page = open_page(house.url)
    page.locator("article", has_text="The Ferry").get_by_role("button", name="at this screen").click()
    ready(page)
    assert page.locator("#prompt h2").inner_text() == "East, your decision"
    give(page, "bombard east lebus")
    assert page.locator("#prompt h2").inner_text() == "West, your decision"
    assert set(options(page)) >= {"bombard west lebus", "bombard west kustrin"}
    shown = page.locator("body").inner_text()
    assert "Done, in secret." in shown
    assert "bombard east lebus" not in shown
    give(page, "bombard west kustrin")
    assert page.locator("#prompt h2").inner_text() == "East, your decision"
    assert "Which company goes where?" in page.locator("#prompt").inner_text()
