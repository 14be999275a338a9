"""What a hand does at the table. It waits as a person does: until things lie still and the table moves on."""

from collections.abc import Callable
from typing import Any

NUMBER = "parseInt(document.querySelector('#replay output').textContent)"
COMMIT = "dialog[open] [data-commit]"
OPTIONS = "() => [...document.querySelectorAll('[data-answer]')].map((one) => one.dataset.answer)"
MENU = "() => [...document.querySelectorAll('.menu button')].map((one) => one.dataset.meaning)"

# Longer than the camera takes to come to rest, after which counters may change their size.
STILL = """() => new Promise((lie) => {
  let was = "", since = 0;
  const look = (now) => {
    const things = [...document.querySelectorAll(".stage, .counter")];
    const boxes = things.map((thing) => thing.getBoundingClientRect()).map((box) => `${box.x} ${box.y}`);
    const at = boxes.join() + document.querySelectorAll(".moving, .zooming").length;
    if (at !== was) [was, since] = [at, now];
    if (things.length > 1 && now - since > 200) lie();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
LANDED = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect?.target?.closest?.(".counter"))
  .map((one) => one.finished.catch(() => {})))"""
# Where a pointer meets a thing: as near to its middle as can be. What lies on it counts if `over` allows.
MEET = """([selector, over]) => {
  const node = document.querySelector(selector);
  if (!node) return null;
  if (node instanceof HTMLElement) node.scrollIntoView({ block: "nearest" });
  const box = node.getBoundingClientRect(), cells = 24, points = [];
  const toBoard = node.isPointInFill && node.getScreenCTM().inverse();
  for (let i = 1; i < cells; i++) for (let j = 1; j < cells; j++) {
    const x = box.left + box.width * i / cells, y = box.top + box.height * j / cells;
    if (toBoard && !node.isPointInFill(new DOMPoint(x, y).matrixTransform(toBoard))) continue;
    points.push([Math.hypot(i - cells / 2, j - cells / 2), x, y]);
  }
  const meets = ([, x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (node.contains(hit) || (over && hit.closest(over)));
  };
  return points.sort((a, b) => a[0] - b[0]).find(meets)?.slice(1) ?? null;
}"""
BYSTANDER = ".counter:not(.able)"
# What of an answer is to be seen: its button, its counter, its place.
SEEN = """(text) => {
  const seen = (selector) => text.split(" ").find((word) => document.querySelector(selector(word))) ?? "";
  return {
    bare: document.querySelector(`[data-bare="${text}"]`) !== null,
    unit: seen((word) => `.counter.able[data-unit="${word}"]`),
    chosen: seen((word) => `.counter.chosen[data-unit="${word}"]`),
    place: seen((word) => `.place.lit[data-spot="${word}"]`),
  };
}"""
SETTLED = f"""([before, patience]) => new Promise((say, fail) => {{
  const start = performance.now();
  const look = (now) => {{
    if ({NUMBER} > before) say("moved on");
    else if (document.querySelector("{COMMIT}")) say("asks");
    else if (now - start > patience) fail(new Error(`nothing came of it after ${{before}}`));
    else requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}})"""
# Milliseconds that only something stuck would take, however busy the machine is.
PATIENCE = 180_000


def ready(page: Any) -> None:
    """The board is laid out and lies still."""
    page.wait_for_selector(".counter", state="attached")
    page.evaluate(STILL)


def show_all(page: Any) -> None:
    page.click("#fit")
    page.evaluate(STILL)


def calm(page: Any) -> None:
    """No animation, by the page's own setting; and the whole board in view."""
    page.click("#settings")
    page.get_by_label("No animation").check()
    page.get_by_role("button", name="Close").last.click()
    page.wait_for_selector("dialog", state="detached")
    show_all(page)


def used(page: Any) -> set[str]:
    """What the page was used with since it was loaded: mouse, touch, keys."""
    return set(page.evaluate("Object.keys(window.senses)"))


def seq(page: Any) -> int:
    return int(page.evaluate(NUMBER))


def options(page: Any) -> list[str]:
    """Every answer that the page offers, in its order."""
    texts: list[str] = page.evaluate(OPTIONS)
    return texts


def rows(page: Any, selector: str) -> str:
    """All that a list says: of rows that are scrolled out of sight a browser may not lay out the text."""
    return str(page.locator(selector).text_content())


def after(page: Any, act: Callable[[], Any]) -> None:
    """Does something and waits until the table has moved on."""
    before = seq(page)
    act()
    page.wait_for_function(f"n => {NUMBER} !== n", arg=before)


def settle(page: Any, before: int, confirm: Callable[[], Any]) -> bool:
    """Confirms where the page asks, and waits until the table has moved on; says whether it asked."""
    asked = bool(page.evaluate(SETTLED, [before, PATIENCE]) == "asks")
    if asked:
        after(page, confirm)
    return asked


def meet(page: Any, selector: str, over: str = "") -> tuple[float, float]:
    """Where a pointer meets this, once nothing moves."""
    page.evaluate(LANDED)
    spot = page.evaluate(MEET, [selector, over])
    assert spot, f"nothing is to be seen of {selector}"
    return spot[0], spot[1]


# The mouse.


def aim(page: Any, selector: str, over: str = "") -> tuple[float, float]:
    """Moves the mouse to a thing on the board; again, if a stack that fans out has put it elsewhere."""
    page.evaluate(LANDED)
    for way in (corner(page), middle(page, selector)):
        if page.evaluate(MEET, [selector, over]):
            break
        # It lies under a stack that is fanned out, or deep in its own.
        page.mouse.move(*way)
        page.evaluate(LANDED)
    spot = meet(page, selector, over)
    for _ in range(4):
        page.mouse.move(*spot)
        there = meet(page, selector, over)
        if there == spot:
            break
        spot = there
    return spot


def corner(page: Any) -> tuple[float, float]:
    """Where on the board nothing lies."""
    box = page.locator("#board").bounding_box()
    return box["x"] + 2, box["y"] + 2


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Any) -> None:
    """Clicks where the mouse is."""
    page.mouse.down()
    page.mouse.up()


def click(page: Any, selector: str) -> None:
    """Clicks something beside the board."""
    page.mouse.click(*meet(page, selector))


def point(page: Any, unit: str) -> tuple[float, float]:
    """Points at a counter, in its stack fanned out, and says where that is."""
    return aim(page, f"[data-unit='{unit}']")


def click_unit(page: Any, unit: str) -> None:
    point(page, unit)
    press(page)


def click_place(page: Any, place: str) -> None:
    """Clicks into a place: where no counter lies or, if it is full, on one that has no say now."""
    selector = f".place[data-spot='{place}']"
    free = page.evaluate(MEET, [selector, ""])
    aim(page, selector, "" if free else BYSTANDER)
    press(page)


def give(page: Any, text: str) -> bool:
    """Gives this answer by mouse, and confirms it where the page asks; says whether it asked."""
    before = seq(page)
    _point_out(page, text)
    return settle(page, before, lambda: click(page, COMMIT))


def _point_out(page: Any, text: str) -> None:
    """The button of an answer, else its counter and its place if they are on the board, else the list."""
    seen = page.evaluate(SEEN, text)
    if seen["bare"]:
        return click(page, f"[data-bare='{text}']")
    if seen["unit"] and not (seen["chosen"] and seen["place"]):
        click_unit(page, seen["unit"])
        if in_menu(page, text):
            return None
        seen = page.evaluate(SEEN, text)
    if not seen["place"]:
        return click(page, f"[data-answer='{text}']")
    click_place(page, seen["place"])
    in_menu(page, text)
    return None


def in_menu(page: Any, text: str) -> bool:
    """Takes this entry of the menu that lies open, if there is one with it."""
    labels: list[str] = page.evaluate(MENU)
    if text not in labels:
        return False
    click(page, f".menu button:nth-of-type({labels.index(text) + 1})")
    return True


def answer(page: Any) -> None:
    """Takes the first answer of the list, and confirms it where the page asks."""
    give_listed(page, options(page)[0])


def give_listed(page: Any, text: str) -> bool:
    before = seq(page)
    click(page, f"[data-answer='{text}']")
    return settle(page, before, lambda: click(page, COMMIT))


def see_odds(page: Any) -> None:
    """The odds of the roll stand under the question: who rolls before is shown them first, and asked."""
    page.wait_for_selector("#prompt .chart")


# The finger.


def tap(page: Any, selector: str, over: str = "") -> None:
    page.touchscreen.tap(*meet(page, selector, over))


def tap_unit(page: Any, unit: str) -> None:
    """The first tap on a stack spreads it out, the second one chooses."""
    counter = f"[data-unit='{unit}']"
    page.evaluate(LANDED)
    page.touchscreen.tap(*middle(page, counter))
    if not page.locator(f"{counter}.chosen").count():
        tap(page, counter)


# The keys.


def tab_to(page: Any, selector: str, most: int = 150) -> None:
    """Goes on by the tabulator until this has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if has_focus(page, selector):
            return
    raise AssertionError(f"the tabulator doesn't come to {selector}")


def has_focus(page: Any, selector: str) -> bool:
    return bool(page.evaluate("at => document.activeElement.matches(at)", selector))


def key_answer(page: Any) -> bool:
    """The first answer of the list by keys; says whether the page asked to confirm it."""
    before = seq(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    return settle(page, before, lambda: page.keyboard.press("Enter"))
