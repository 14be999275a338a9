"""What a hand does at the table: with the mouse, as a person would."""

from collections.abc import Callable
from typing import Any


def ready(page: Any) -> None:
    page.wait_for_selector(".counter")
    page.wait_for_timeout(300)


def seq(page: Any) -> int:
    return int(page.inner_text("#replay output").split()[0])


def after(page: Any, act: Callable[[], Any]) -> None:
    """Does something and waits until the table has moved on."""
    before = seq(page)
    act()
    page.wait_for_function(
        "n => parseInt(document.querySelector('#replay output').textContent) !== n", arg=before
    )
    page.wait_for_timeout(120)


def point(page: Any, unit: str) -> tuple[float, float]:
    """The middle of a counter, once the stack it stands in is fanned out."""
    counter = page.locator(f"[data-unit='{unit}']")
    box = counter.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + box["height"] / 2)
    page.wait_for_timeout(450)
    box = counter.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_unit(page: Any, unit: str) -> None:
    page.mouse.click(*point(page, unit))
    page.wait_for_timeout(150)


def click_place(page: Any, place: str) -> None:
    """Clicks into a place where no counter lies."""
    spot = page.evaluate(
        """place => {
          const area = document.querySelector(`[data-spot="${place}"]`), box = area.getBoundingClientRect();
          for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) {
            const x = box.left + box.width * i / 20, y = box.top + box.height * j / 20;
            if (document.elementFromPoint(x, y) === area) return [x, y];
          }
          return null;
        }""",
        place,
    )
    assert spot, place
    page.mouse.click(*spot)
    page.wait_for_timeout(150)


def answer(page: Any) -> None:
    """Takes the first answer of the list, and confirms it where the page asks."""
    now = seq(page)
    page.locator("[role=option]").first.click()
    page.wait_for_function(
        """n => document.querySelector("dialog[open] [data-commit]")
          || parseInt(document.querySelector("#replay output").textContent) > n""",
        arg=now,
    )
    if page.locator("dialog[open] [data-commit]").count():
        after(page, lambda: page.click("[data-commit]"))
