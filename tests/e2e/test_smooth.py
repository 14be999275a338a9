"""Panning and zooming a board of 1,600 hexes with 200 counters, without a GPU: its frames are written down.

The figures go to build/frames.json, with the load of the machine. None is asserted here: a shared machine
drops frames too.
"""

import json
import os
from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.hands import STILL

COLUMNS, ROWS, RADIUS, COUNTERS = 40, 40, 44.0, 200
SOME = 10

RECORD = """() => {
  window.gaps = [];
  let last = 0;
  const tick = (now) => {
    if (last) gaps.push(now - last);
    last = now;
    window.ticking = requestAnimationFrame(tick);
  };
  window.ticking = requestAnimationFrame(tick);
}"""


def hexes() -> dict[str, Any]:
    """A board as large as any: hexes with woods, roads, a river and a name in each."""
    spots, parts = [], []
    wide, high = RADIUS * 1.5, RADIUS * 3**0.5
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = 60 + column * wide, 60 + row * high + (high / 2 if column % 2 else 0)
            outline = [(x + RADIUS * cos(k * pi / 3), y + RADIUS * sin(k * pi / 3)) for k in range(6)]
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in outline)
            key = f"{column:02}{row:02}"
            spots.append(
                {"key": key, "name": key, "outline": outline, "anchor": (x, y), "room": 38, "note": ""}
            )
            fill = ("#efe5c8", "#d5d8be", "#cfccc4")[(column * 7 + row * 3) % 3]
            parts.append(f'<polygon points="{points}" fill="{fill}" stroke="#857653"/>')
            parts.append(f'<text x="{x}" y="{y - 26}" font-size="10" text-anchor="middle">{key}</text>')
            parts.append(
                f'<path d="M{x - 30} {y}q15 -20 30 0t30 0" fill="none" stroke="#5b93bd" stroke-width="3"/>'
            )
    width, height = COLUMNS * wide + 120, ROWS * high + 160
    body = "".join(parts)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'
    return {"width": width, "height": height, "picture": picture, "spots": spots}


def crowd(scene: dict[str, Any], board: dict[str, Any]) -> None:
    """Two hundred counters, up to three in a hex."""
    pieces = scene["pieces"]
    scene["markers"] = []
    scene["pieces"] = [
        {**pieces[n % len(pieces)], "id": f"u{n}", "place": board["spots"][(n // 2) * 13 % 1600]["key"]}
        for n in range(COUNTERS)
    ]


def lay(house: Any, page: Any) -> None:
    """The large board and its counters in place of the game's own."""
    made, board = house.table(seed=7), hexes()

    def sight(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        crowd(told["scene"], board)
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/*/board", lambda route: route.fulfill(json=board))
    page.route(f"**/api/tables/{made['id']}*", sight)
    page.goto(house.link(made))
    page.wait_for_selector(".counter", state="attached")
    assert page.locator(".counter").count() == COUNTERS


@pytest.mark.long
def test_a_board_of_1600_hexes_and_200_counters_is_moved_and_measured(house: Any, open_page: Any) -> None:
    page = open_page("about:blank", has_touch=True)
    lay(house, page)
    moves = {
        "pan the whole board": (0, pan),
        "pan nearer": (2, pan),
        "pan near": (4, pan),
        "wheel in": (0, lambda page: wheel(page, -40)),
        "wheel out": (6, lambda page: wheel(page, 40)),
        "pinch": (2, pinch),
    }
    figures = {}
    for name, (zooms, move) in moves.items():
        page.click("#fit")
        for _ in range(zooms):
            page.click("#zoom-in")
        page.evaluate(STILL)
        before = page.locator(".stage").bounding_box()
        figures[name] = frames(page, move)
        assert page.locator(".stage").bounding_box() != before, f"{name}: nothing moved"
    report = Path("build/frames.json")
    report.parent.mkdir(exist_ok=True)
    worst = {name: round(max(gaps), 1) for name, gaps in figures.items()}
    report.write_text(json.dumps({"worst_ms": worst, "load": os.getloadavg(), "frames_ms": figures}))
    assert all(len(gaps) > SOME for gaps in figures.values())


def frames(page: Any, move: Callable[[Any], None]) -> list[float]:
    """The times between frames from before a move until the board is sharp again."""
    page.mouse.move(500, 400)
    page.evaluate(RECORD)
    move(page)
    page.evaluate(STILL)
    gaps: list[float] = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.gaps; }")
    return gaps


def pan(page: Any) -> None:
    """A drag to and fro, and a little further back."""
    page.mouse.down()
    for step in range(90):
        there = step if step < 45 else 80 - step
        page.mouse.move(490 - 5 * there, 390 - 4 * there)
    page.mouse.up()


def wheel(page: Any, pixels: int) -> None:
    for _ in range(25):
        page.mouse.wheel(0, pixels)


def pinch(page: Any) -> None:
    session = page.context.new_cdp_session(page)
    for step in range(40):
        fingers = [{"x": 500 + side * (40 + 5 * step), "y": 400, "id": side} for side in (-1, 1)]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
