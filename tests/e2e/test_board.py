"""The board: moved by wheel, pinch, drag and keys, its stacks, its marks, and how it looks by night."""

from typing import Any

import pytest
from tests.e2e.hands import LANDED, STILL, corner, point, ready, show_all

LEBUS = """
game = "race"
turn = 1
stage = "C.1"
[units]
Bridgehead = ["1GTA/1", "1GTA/2", "8GA/1", "8GA/2-"]
Lebus = ["606", "5Jager"]
Tempelhof = ["3GTA/1", "3GTA/2", "11SS"]
[chits]
koniev = []
out = [1]
[flags]
speer = {speer}
"""
SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform).a"
# Where on the screen a point of the board is, and which point of the board is there.
ON_SCREEN = """([x, y]) => {
  const at = document.querySelector(".sheet-over").getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(at);
  return [point.x, point.y];
}"""
ON_BOARD = """([x, y]) => {
  const at = document.querySelector(".sheet-over").getScreenCTM().inverse();
  const point = new DOMPoint(x, y).matrixTransform(at);
  return [point.x, point.y];
}"""
BOXES = """(units) => units.map((unit) => {
  const box = document.querySelector(`[data-unit="${unit}"] .hit`).getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
})"""
# The picture is drawn, and its sharp part is as sharp as the screen is.
SHARP = """() => {
  const fine = document.querySelector("canvas.fine"), box = fine.getBoundingClientRect();
  return fine.width > 0 && Math.abs(box.width * devicePixelRatio - fine.width) < 1;
}"""
# How light the paper is: the middle of many points of the picture, from 0 to 255.
LIGHT = """() => {
  const fine = document.querySelector("canvas.fine");
  const pen = new OffscreenCanvas(40, 40).getContext("2d");
  pen.drawImage(fine, 0, 0, 40, 40);
  const { data } = pen.getImageData(0, 0, 40, 40), light = [];
  for (let i = 0; i < data.length; i += 4) light.push((data[i] + data[i + 1] + data[i + 2]) / 3);
  return light.sort((a, b) => a - b)[light.length / 2];
}"""
UNITS = "all => all.map((one) => one.dataset.unit)"
ARMY = ["1GTA/1", "1GTA/2", "8GA/1", "8GA/2"]
MANY = ", ".join(f".counter[data-unit='{unit}'] .many" for unit in ARMY)


def open_board(house: Any, open_page: Any, *size: int, speer: str = "false", **options: Any) -> Any:
    made = house.table(situation=LEBUS.format(speer=speer))
    page = open_page(house.link(made), *size, **options)
    ready(page)
    return page


def still(page: Any) -> None:
    page.evaluate(STILL)
    page.evaluate(LANDED)


def middle(page: Any) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(page: Any) -> Any:
    """Puts fingers on the screen, moves them, lifts them."""
    session = page.context.new_cdp_session(page)

    def put(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    return put


def pinch(page: Any, before: float, after: float, shift: float = 0) -> None:
    """Two fingers around the middle of the board, so far apart before and after."""
    put, (x, y) = touch(page), middle(page)
    put("touchStart", (x - before / 2, y))
    put("touchStart", (x - before / 2, y), (x + before / 2, y))
    steps = 8
    for step in range(1, steps + 1):
        half = (before + (after - before) * step / steps) / 2
        put("touchMove", (x - half + shift * step / steps, y), (x + half + shift * step / steps, y))
    put("touchEnd")
    still(page)


def test_two_fingers_zoom_and_what_lies_between_them_stays_there(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page, 390, 844, has_touch=True, is_mobile=True)
    show_all(page)
    whole, between = page.evaluate(SCALE), page.evaluate(ON_BOARD, list(middle(page)))
    pinch(page, 60, 180)
    assert page.evaluate(SCALE) == pytest.approx(3 * whole, rel=0.05)
    assert page.evaluate(ON_BOARD, list(middle(page))) == pytest.approx(between, abs=12)
    pinch(page, 180, 90)
    assert page.evaluate(SCALE) == pytest.approx(1.5 * whole, rel=0.05)
    pinch(page, 300, 20)
    assert page.evaluate(SCALE) == pytest.approx(0.9 * whole, rel=0.01), "no smaller than the whole board"


def test_two_fingers_that_keep_their_distance_move_the_board(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page, 390, 844, has_touch=True, is_mobile=True)
    scale, before = page.evaluate(SCALE), page.evaluate(ON_SCREEN, [1000, 1000])
    pinch(page, 100, 100, shift=40)
    assert page.evaluate(SCALE) == pytest.approx(scale, rel=0.02)
    assert page.evaluate(ON_SCREEN, [1000, 1000]) == pytest.approx([before[0] + 40, before[1]], abs=3)


def test_the_wheel_zooms_at_the_pointer(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    show_all(page)
    whole = page.evaluate(SCALE)
    x, y = middle(page)
    page.mouse.move(x + 150, y - 80)
    under = page.evaluate(ON_BOARD, [x + 150, y - 80])
    for _ in range(5):
        page.mouse.wheel(0, -120)
    still(page)
    assert page.evaluate(SCALE) > 2 * whole
    assert page.evaluate(ON_BOARD, [x + 150, y - 80]) == pytest.approx(under, abs=4)
    for _ in range(30):
        page.mouse.wheel(0, 120)
    still(page)
    assert page.evaluate(SCALE) == pytest.approx(0.9 * whole, rel=0.01)


def test_the_board_follows_the_hand_and_a_drag_is_no_click(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    before, said = page.evaluate(ON_SCREEN, [1000, 1000]), page.locator(".counter.chosen").count()
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 60, steps=6)
    assert page.locator(".shield:not([hidden])").count() == 1
    page.mouse.up()
    still(page)
    assert page.locator(".shield:not([hidden])").count() == 0
    assert page.evaluate(ON_SCREEN, [1000, 1000]) == pytest.approx([before[0] - 90, before[1] - 60], abs=2)
    assert page.locator(".counter.chosen").count() == said


def test_keys_move_zoom_and_show_the_whole_board(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    show_all(page)
    whole = page.evaluate(SCALE)
    page.focus("#board")
    page.keyboard.press("+")
    page.keyboard.press("+")
    still(page)
    assert page.evaluate(SCALE) == pytest.approx(1.69 * whole, rel=0.01)
    before = page.evaluate(ON_SCREEN, [1000, 1000])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    still(page)
    assert page.evaluate(ON_SCREEN, [1000, 1000]) == pytest.approx([before[0] - 90, before[1] - 90], abs=2)
    page.keyboard.press("-")
    still(page)
    assert page.evaluate(SCALE) == pytest.approx(1.3 * whole, rel=0.01)
    page.keyboard.press("0")
    still(page)
    assert page.evaluate(SCALE) == pytest.approx(whole)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_whole_board_lies_beside_the_tools(house: Any, open_page: Any, size: tuple[int, int]) -> None:
    page = open_board(house, open_page, *size)
    show_all(page)
    paper, frame = page.locator(".sheet-over").bounding_box(), page.locator("#board").bounding_box()
    tools = page.locator(".tools").bounding_box()
    assert paper["x"] >= frame["x"] - 1
    assert paper["y"] >= frame["y"] - 1
    assert paper["x"] + paper["width"] <= frame["x"] + frame["width"] + 1
    assert paper["y"] + paper["height"] <= frame["y"] + frame["height"] + 1
    left = paper["x"] + paper["width"] <= tools["x"]
    above = paper["y"] + paper["height"] <= tools["y"]
    assert left or above


def test_at_rest_the_picture_is_as_sharp_as_the_screen(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page, device_scale_factor=2)
    page.wait_for_function(SHARP)
    page.click("#zoom-in")
    still(page)
    page.wait_for_function(SHARP)


def test_far_off_a_stack_is_one_counter_with_their_number_and_fans_out_under_the_mouse(
    house: Any, open_page: Any
) -> None:
    page = open_board(house, open_page)
    show_all(page)
    page.mouse.move(*corner(page))
    still(page)
    stacked = page.evaluate(BOXES, ARMY)
    assert page.locator(MANY).text_content() == "4"
    assert max(box[0] for box in stacked) - min(box[0] for box in stacked) < stacked[0][2] / 2
    point(page, ARMY[0])
    still(page)
    fanned = page.evaluate(BOXES, ARMY)
    assert page.locator(MANY).count() == 0
    assert page.locator(".plate").get_attribute("visibility") == "visible"
    for one in range(4):
        assert fanned[one][2] >= 40, "large enough to be read"
        for other in range(one):
            apart = abs(fanned[one][0] - fanned[other][0]), abs(fanned[one][1] - fanned[other][1])
            assert max(apart) >= fanned[one][2], "no counter covers another"
    page.mouse.move(*corner(page))
    still(page)
    assert page.evaluate(BOXES, ARMY) == [pytest.approx(box, abs=0.5) for box in stacked]


def test_the_counter_that_can_act_lies_on_top_of_its_stack(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    show_all(page)
    page.mouse.move(*corner(page))
    still(page)
    able = page.locator(".counter.able").evaluate_all(UNITS)
    assert set(ARMY) <= set(able)
    page.click("[data-answer='activate 1GTA/2 move']")
    page.wait_for_selector("[data-unit='1GTA/2']:not(.able)")
    page.mouse.move(*corner(page))
    still(page)
    [top] = set(ARMY) & set(page.locator(".counter:has(.many)").evaluate_all(UNITS))
    assert top != "1GTA/2"


def test_counters_of_two_sides_are_never_in_one_stack(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    show_all(page)
    page.mouse.move(*corner(page))
    still(page)
    first, second, german = page.evaluate(BOXES, ["3GTA/1", "3GTA/2", "11SS"])
    assert abs(first[0] - second[0]) < first[2] / 2
    assert german[0] - max(first[0], second[0]) >= german[2]


def test_a_tap_fans_a_stack_out_within_the_screen(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page, 390, 844, has_touch=True, is_mobile=True)
    show_all(page)
    assert page.locator(MANY).text_content() == "4"
    left, top, width, height = page.evaluate(BOXES, ARMY[-1:])[0]
    page.touchscreen.tap(left + width / 2, top + height / 2)
    still(page)
    assert page.locator(MANY).count() == 0
    frame = page.locator("#board").bounding_box()
    fanned = page.evaluate(BOXES, ARMY)
    for left, top, width, height in fanned:
        assert width >= 40
        assert frame["x"] <= left
        assert left + width <= frame["x"] + frame["width"]
        assert frame["y"] <= top
        assert top + height <= frame["y"] + frame["height"]
    assert not page.locator(".counter.chosen").count()
    left, top, width, height = fanned[2]
    page.touchscreen.tap(left + width / 2, top + height / 2)
    page.wait_for_selector("[data-unit='8GA/1'].chosen")


def test_the_board_is_dark_by_night_and_follows_the_setting(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page, color_scheme="light")
    page.wait_for_function(SHARP)
    assert page.evaluate(LIGHT) > 190
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({LIGHT})() < 80")
    page.click("#settings")
    page.select_option("#theme", "light")
    page.wait_for_function(f"() => ({LIGHT})() > 190")


def test_a_number_of_our_own_has_a_dagger_and_says_so(house: Any, open_page: Any) -> None:
    page = open_board(house, open_page)
    show_all(page)
    whole = page.locator("[data-unit='8GA/1'] .face text:has(.ours)")
    assert whole.text_content() == "20-3†"
    assert page.locator("[data-unit='8GA/2'] .face text:has(.ours)").text_content() == "12†-3†"
    assert "chosen by us" in page.locator("[data-unit='8GA/1'] title").first.text_content()
    point(page, "8GA/1")
    page.locator("#status", has_text="20-3†").filter(has_text="† chosen by us").wait_for()


@pytest.mark.parametrize(("speer", "laid"), [("false", 0), ("true", 6)])
def test_a_garrison_is_laid_on_the_board_when_it_is_not_the_printed_one(
    house: Any, open_page: Any, speer: str, laid: int
) -> None:
    page = open_board(house, open_page, speer=speer)
    tags = page.locator(".tag").all_text_contents()
    assert sum("garrison 10" in tag for tag in tags) == laid
    assert not [tag for tag in tags if "index" in tag or "star" in tag]
