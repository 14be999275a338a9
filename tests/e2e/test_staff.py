"""The staff answers in a person's place, from under the question: where hints are allowed."""

from typing import Any

from tests.e2e.hands import COMMIT, after, calm, click, ready, rows, seq

ROW = "#prompt .deputy"


def test_the_staff_answers_one_question_and_the_rest_of_a_step(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=3, hints=True)))
    ready(page)
    calm(page)
    caption = page.locator("#caption").inner_text()
    # That it answers is an entry, and so is its answer.
    before = seq(page)
    after(page, lambda: click(page, "[data-staff='one']"))
    page.wait_for_function(
        "n => parseInt(document.querySelector('#replay output').textContent) >= n", arg=before + 2
    )
    if page.locator("#caption").inner_text() == caption:
        click(page, "[data-staff='step']")
        page.wait_for_selector(COMMIT)
        click(page, COMMIT)
    page.wait_for_function("was => document.querySelector('#caption').textContent !== was", arg=caption)
    page.get_by_role("tab", name="Log").click()
    assert " lets the staff answer" in rows(page, "#panel-log")


def test_before_a_whole_step_it_is_said_what_it_will_do_and_it_can_be_called_off(
    house: Any, open_page: Any
) -> None:
    page = open_page(house.link(house.table(seed=3, hints=True)))
    ready(page)
    before = seq(page)
    page.locator("[data-staff='step']").press("Enter")
    sheet = page.locator("dialog[open]")
    assert "until the step is over or somebody else has to decide" in sheet.inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert seq(page) == before


def test_where_no_hints_are_allowed_no_staff_answers(house: Any, open_page: Any) -> None:
    page = open_page(house.link(house.table(seed=3, hints=False)))
    ready(page)
    assert not page.locator(ROW).count()
