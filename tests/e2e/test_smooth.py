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
MARCHES = 12
EMPTY = ("rules", "sums", "places", "dice", "tracks", "gone")
BEAT: dict[str, Any] = {
    "kind": "move",
    "chapter": "",
    "card": None,
    "markers": None,
    **dict.fromkeys(EMPTY, ()),
}

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


def lay(house: Any, page: Any, *seats: str) -> dict[str, Any]:
    """The large board and its counters in place of the game's own; the table."""
    made: dict[str, Any] = house.table(seed=7)
    board = hexes()

    def sight(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        if "scene" in told:
            crowd(told["scene"], board)
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/*/board", lambda route: route.fulfill(json=board))
    page.route(f"**/api/tables/{made['id']}*", sight)
    page.goto(house.link(made, *seats))
    page.wait_for_selector(".counter", state="attached")
    assert page.locator(".counter").count() == COUNTERS
    return made


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
    write_down("frames", figures)


def write_down(name: str, figures: dict[str, list[float]]) -> None:
    report = Path(f"build/{name}.json")
    report.parent.mkdir(exist_ok=True)
    worst = {name: round(max(gaps), 1) for name, gaps in figures.items()}
    report.write_text(json.dumps({"worst_ms": worst, "load": os.getloadavg(), "frames_ms": figures}))
    assert all(len(gaps) > SOME for gaps in figures.values())


@pytest.mark.long
def test_a_story_on_a_board_of_1600_hexes_is_watched_and_measured(house: Any, open_page: Any) -> None:
    page, board = open_page("about:blank", pace="quick"), hexes()
    seats = house.call("/games")[0]["seats"]
    made = lay(house, page, seats[0])
    scene = house.call(f"/tables/{made['id']}")["scene"]
    crowd(scene, board)
    page.route("**/story*", lambda route: route.fulfill(json=marches(scene["pieces"], board)))
    page.evaluate(RECORD)
    # First answers, until it was the other's turn to give one.
    asked: list[int] = []

    def choose(now: dict[str, Any]) -> str | None:
        asked.append(now["prompt"]["seat"])
        return None if 1 in asked[:-1] else str(now["choices"][0]["text"])

    house.play(made, choose)
    page.wait_for_selector("#story:not([hidden])")
    page.wait_for_selector("#recap:not([hidden])")
    gaps: list[float] = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.gaps; }")
    assert f"{MARCHES} movements" in page.locator("#recap").inner_text()
    write_down("story_frames", {"a story": gaps})


def marches(pieces: list[dict[str, Any]], board: dict[str, Any]) -> dict[str, Any]:
    """A story of counters that go far, each over three places."""
    keys = [spot["key"] for spot in board["spots"]]
    beats = []
    for n, piece in enumerate(pieces[:MARCHES]):
        was, way = piece["place"], [keys[(200 * n + 45 * leg) % len(keys)] for leg in range(1, 4)]
        moved = {"unit": piece["id"], "name": "", "camp": "", "kind": "moved", "was": was, "now": way[-1]}
        shown: dict[str, Any] = {
            "pieces": [{**piece, "place": way[-1]}],
            "changes": [moved],
            "units": [piece["id"]],
        }
        beats.append({**BEAT, **shown, "lines": [f"{piece['id']} moves"], "path": [was, *way]})
    return {"since": 0, "seq": 1 << 20, "episodes": [{"seq": 1, "seat": 1, "beats": beats}]}


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
