"""Panning a board of 1,600 hexes with 200 counters, without a GPU: it works, and its frames are written down.

The figures go to build/frames.json. No figure is asserted here: a shared machine drops frames too.
"""

import json
from math import cos, pi, sin
from pathlib import Path
from typing import Any

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


def test_a_board_of_1600_hexes_and_200_counters_is_panned_and_measured(house: Any, open_page: Any) -> None:
    made, board = house.table(seed=7), hexes()
    page = open_page("about:blank")

    def sight(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        crowd(told["scene"], board)
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/*/board", lambda route: route.fulfill(json=board))
    page.route(f"**/api/tables/{made['id']}*", sight)
    page.goto(house.link(made))
    page.wait_for_selector(".counter")
    assert page.locator(".counter").count() == COUNTERS
    figures = {}
    for name, zooms in (("whole board", 0), ("nearer", 2), ("near", 4)):
        page.click("#fit")
        for _ in range(zooms):
            page.click("#zoom-in")
        page.wait_for_timeout(1500)
        figures[name] = gaps(page)
    report = Path("build/frames.json")
    report.parent.mkdir(exist_ok=True)
    worst = {name: round(max(frames), 1) for name, frames in figures.items()}
    report.write_text(json.dumps({"worst_ms": worst, "frames_ms": figures}))
    assert all(len(frames) > SOME for frames in figures.values())


def gaps(page: Any) -> list[float]:
    """The times between frames during a drag to and fro."""
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(490, 390)
    page.wait_for_timeout(100)
    page.evaluate(RECORD)
    for step in range(90):
        there = step if step < 45 else 90 - step
        page.mouse.move(490 - 5 * there, 390 - 4 * there)
    frames: list[float] = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.gaps; }")
    page.mouse.up()
    return frames
