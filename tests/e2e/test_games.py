"""Whole games and everything around them: the machine, records, positions, warnings, marks."""

from pathlib import Path
from typing import Any

from tests.e2e.hands import answer, click_place, click_unit, ready, seq

END = """game = "race"
turn = 10
stage = "D.1"
[units]
Bridgehead = ["8GA/1"]
Seelow = ["303"]
Triebel = ["3GA/1"]
Cottbus = ["21Pz"]
"""


def click_something(page: Any) -> None:
    """One answer by mouse: a button, a place that is lit, or a counter and then its menu or its target."""
    bare = page.locator("#prompt [data-bare]")
    if bare.count():
        bare.last.click()
        return
    if not page.locator(".place.lit").count():
        click_unit(page, page.locator(".counter.able").first.get_attribute("data-unit"))
        if page.locator(".menu button").count():
            page.locator(".menu button").first.click()
            return
    click_place(page, page.locator(".place.lit").first.get_attribute("data-spot"))


def test_a_game_is_played_to_its_end_by_clicking(house: Any, open_page: Any) -> None:
    made = house.table(situation=END)
    page = open_page(house.link(made))
    ready(page)
    page.click("#fit")
    page.wait_for_timeout(300)
    for _ in range(60):
        if page.locator("#prompt .result").count():
            break
        before = seq(page)
        click_something(page)
        page.wait_for_function(
            """n => document.querySelector("dialog[open]") || document.querySelector("#prompt .result")
              || parseInt(document.querySelector("#replay output").textContent) > n""",
            arg=before,
        )
        if page.locator("dialog[open] [data-commit]").count():
            page.click("[data-commit]")
        page.wait_for_timeout(200)
    assert page.locator("#prompt .result").count()
    assert page.inner_text("#prompt .result")


def test_the_machine_answers_by_itself(house: Any, open_page: Any) -> None:
    game = house.call("/games")[0]
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.select_option(f"[data-seat={game['seats'][1]}]", "random")
    page.click("#new button[type=submit]")
    page.wait_for_url("**/t/**")
    ready(page)
    page.wait_for_selector("#prompt.mine", timeout=60_000)
    for _ in range(4):
        answer(page)
        page.wait_for_selector("#prompt.mine", timeout=60_000)
    assert "random" in page.inner_text("#sitters")


def test_a_warning_stands_before_what_can_t_be_had_back(house: Any, open_page: Any) -> None:
    made = house.table(seed=7)

    def choose(scene: dict[str, Any]) -> str | None:
        texts = [choice["text"] for choice in scene["choices"]]
        return None if any(text.startswith("play ") for text in texts) else texts[0]

    house.play(made, choose)
    page = open_page(house.link(made))
    ready(page)
    page.fill("#filter", "play")
    page.press("#filter", "Enter")
    page.wait_for_selector("dialog .warning")
    before = seq(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert seq(page) == before


def test_a_record_is_downloaded_and_loaded_again(house: Any, open_page: Any, tmp_path: Path) -> None:
    made = house.table(seats=dict.fromkeys(house.call("/games")[0]["seats"], "random"))
    page = open_page(house.link(made))
    page.wait_for_selector("#prompt .result", timeout=120_000)
    result, length = page.inner_text("#prompt"), seq(page)
    with page.expect_download() as download:
        page.click("#record")
    path = tmp_path / "game.record"
    download.value.save_as(path)
    assert path.read_text().startswith("berlin-record 1\n")
    page.goto(house.url)
    page.click("summary")
    page.set_input_files("#record", path)
    page.wait_for_function("() => document.querySelector('#record-read').textContent")
    page.click("#new button[type=submit]")
    page.click("#play-all")
    page.wait_for_selector("#prompt .result")
    assert (page.inner_text("#prompt"), seq(page)) == (result, length)


def test_a_position_is_played_from_and_a_bad_one_is_refused_in_words(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.click("summary")
    page.fill("#situation", END.replace("Seelow", "Atlantis"))
    page.click("#new button[type=submit]")
    page.wait_for_selector("#problem:not([hidden])")
    assert "Atlantis" in page.inner_text("#problem")
    page.fill("#situation", END)
    page.click("#new button[type=submit]")
    page.click("#play-all")
    ready(page)
    assert "Turn 10" in page.inner_text("#caption")


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
    page = open_page(house.link(made))
    ready(page)
    now = seq(page)
    page.wait_for_timeout(1200)
    assert seq(page) == now
    page.click("#settings")
    page.check("dialog .check >> nth=0")
    page.keyboard.press("Escape")
    page.wait_for_function("n => parseInt(document.querySelector('#replay output').textContent) > n", arg=now)


def test_a_name_with_markup_in_it_is_only_a_name(house: Any, open_page: Any) -> None:
    seats = house.call("/games")[0]["seats"]
    made = house.table(names={seats[0]: "<img src=x onerror=document.title='bad'>"})
    page = open_page(house.link(made))
    ready(page)
    assert "<img" in page.inner_text("#sitters")
    assert page.title() != "bad"
    page.goto(house.url)
    page.wait_for_selector("#tables a")
    assert "<img" in page.inner_text("#tables")
