"""Hints during a game, and the machines' reasons after it."""

from typing import Any

from tests.e2e.hands import after, ready, seq
from tests.e2e.test_pages import finished, seats_of

ADVICE = "#advice:not([hidden])"


def test_a_hint_is_shown_and_pointed_at_and_not_played(house: Any, open_page: Any) -> None:
    made = house.table(seed=7, hints=True)
    page = open_page(house.link(made))
    watcher = open_page(f"{house.url}/t/{made['id']}")
    ready(page)
    ready(watcher)
    after(page, lambda: page.click("#hint"))
    page.wait_for_selector(ADVICE)
    sight = house.call(f"/tables/{made['id']}", token=",".join(made["seats"].values()))
    assert (sight["seq"], sight["log"][-1]["action"]) == (1, "hint")
    advised = page.inner_text("#advice h2").removeprefix("Hint: ")
    choice = next(one for one in sight["scene"]["choices"] if one["said"] == advised)
    assert page.locator(f"[data-answer='{choice['text']}'] .advised").count() == 1
    assert page.locator(".advised").count() == 1
    assert "looks ahead" in page.inner_text("#advice .reasons")
    if choice["unit"]:
        assert page.locator(".counter.lit").get_attribute("data-unit") == choice["unit"]
    # Everybody else reads that it was asked, and nothing of what was said.
    watcher.wait_for_function("() => document.querySelector('.log')?.textContent.includes('asks for a hint')")
    assert watcher.locator("#hint").is_hidden()
    assert watcher.locator("#advice").is_hidden()
    after(page, lambda: page.click("#advice-take"))
    assert house.call(f"/tables/{made['id']}")["log"][-1]["action"] == choice["text"]
    page.wait_for_selector("#advice", state="hidden")


def test_a_hint_is_asked_by_key_and_put_away(house: Any, open_page: Any) -> None:
    _, other = seats_of(house)
    made = house.table(seats={other: "officer"})
    page = open_page(house.link(made))
    ready(page)
    page.wait_for_selector("#prompt.mine")
    page.keyboard.press("h")
    page.wait_for_selector(ADVICE)
    before = seq(page)
    page.click("#advice-close")
    assert page.locator("#advice").is_hidden()
    assert not page.locator(".advised, .counter.lit, .place.seen").count()
    # The same again, and it is noted once.
    page.keyboard.press("h")
    page.wait_for_selector(ADVICE)
    assert seq(page) == before


def test_between_two_people_there_is_none_unless_the_host_allows_it(house: Any, open_page: Any) -> None:
    mine, other = seats_of(house)
    page = open_page(house.link(house.table(), mine))
    ready(page)
    assert page.locator("#hint").is_hidden()
    page.goto(house.url)
    page.wait_for_selector(".seat-row")
    assert not page.is_checked("#hints")
    page.select_option(f"[data-seat={other}]", "officer")
    assert page.is_checked("#hints")
    page.select_option(f"[data-seat={other}]", "human")
    assert not page.is_checked("#hints")
    # Once it was said by hand it stays.
    page.check("#hints")
    page.select_option(f"[data-seat={other}]", "officer")
    page.select_option(f"[data-seat={other}]", "human")
    assert page.is_checked("#hints")
    page.click("#new button[type=submit]")
    page.click("#play-all")
    ready(page)
    assert page.locator("#hint").is_visible()


def test_the_levels_are_told_in_the_machines_own_words(house: Any, open_page: Any) -> None:
    game = house.call("/games")[0]
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    levels = page.get_by_label("How the machine plays").last.locator("option").all_inner_texts()
    assert levels == [f"{one['name']}: {one['says']}" for one in game["machines"] if one["level"]]
    assert page.get_by_label("How the machine plays").last.input_value() == "officer"
    assert any("1.5 seconds" in text for text in levels)
    seated = page.locator(f"[data-seat={game['seats'][0]}] option").all_inner_texts()
    assert seated[:2] == ["a person at this screen", "a friend, somewhere else"]
    assert len(seated) == 2 + len(game["machines"])


def test_after_the_end_every_act_of_a_machine_can_be_asked_why(house: Any, open_page: Any) -> None:
    made = finished(house)
    page = open_page(f"{house.url}/t/{made['id']}")
    page.wait_for_selector("#prompt .result")
    page.click("#tab-log")
    page.wait_for_selector(".log .why")
    told = house.call(f"/tables/{made['id']}/reasons")
    assert page.locator(".log .why").count() == len(told) > 0
    why = page.locator(f".log [data-seq='{told[0]['seq']}'] .why")
    assert why.locator(".reasons").is_hidden()
    before = page.inner_text("#replay output")
    why.locator("summary").click()
    assert told[0]["chances"][0] in why.inner_text()
    # Unfolding it is no jump into the past.
    assert page.inner_text("#replay output") == before
    page.locator(f".log [data-seq='{told[0]['seq']}'] .jump").click()
    page.wait_for_selector("#prompt .why[open]")
    assert told[0]["chances"][0] in page.inner_text("#prompt .why")


def test_while_the_game_is_on_there_is_no_why(house: Any, open_page: Any) -> None:
    _, other = seats_of(house)
    made = house.table(seats={other: "random"})
    page = open_page(house.link(made))
    ready(page)
    page.wait_for_selector("#prompt.mine")
    page.click("#tab-log")
    assert not page.locator(".why").count()
