"""A drawing of zones as SVG: a paper map."""

import itertools
from collections.abc import Mapping
from math import atan2, degrees, hypot

import msgspec

from berlin.boards import symbols
from berlin.boards.atlas import Point
from berlin.boards.symbols import INK, PAPER
from berlin.boards.zones import Border, Drawing, Line, length

RIVER, DEEP, BANK = "#5b93bd", "#2f6ea5", "#d9e6ea"
ROAD, VERGE = "#f3c97a", "#7d4a2a"

DEFS = """<defs>
<pattern id="woods" width="34" height="30" patternUnits="userSpaceOnUse">
<g fill="#6f8f55" fill-opacity=".50" stroke="#4f6d3c" stroke-opacity=".6" stroke-width=".8">
<path d="M5 11q-4 -1 -2 -5q2 -4 5 -2q4 0 3 4q0 3 -3 3zM22 26q-4 -1 -2 -5q2 -4 5 -2q4 0 3 4q0 3 -3 3z"/>
<path d="M7.500 11v3M24.500 26v3" fill="none"/></g></pattern>
<pattern id="hills" width="26" height="22" patternUnits="userSpaceOnUse">
<path d="M2 10q5 -9 11 0M5 9l-1 4M8 7v5M11 9l1 4M15 21q5 -9 10 0M18 20l-1 3M20 18v4" fill="none"
 stroke="#8a6a3f" stroke-opacity=".6" stroke-width="1.100"/></pattern>
<pattern id="blocks" width="16" height="16" patternUnits="userSpaceOnUse">
<path d="M0 4h16M0 12h16M4 0v4M12 4v8M4 12v4" stroke="#8d8a83" stroke-opacity=".45" fill="none"/></pattern>
</defs>"""


class Look(msgspec.Struct, frozen=True):
    """How one zone is shown."""

    name: str
    fill: str
    texture: str = ""
    badges: tuple[tuple[str, str], ...] = ()
    size: float = 17.0
    lift: float = 0.0
    """How far the name stands above where it would, in pixels."""
    mark: str = ""
    """A small sign behind the name."""


class Frame(msgspec.Struct, frozen=True):
    """From the units of a drawing to pixels: a window onto it, laid somewhere on the canvas."""

    scale: float
    left: float
    top: float
    x: float = 0.0
    y: float = 0.0

    def at(self, point: Point) -> Point:
        return self.left + (point[0] - self.x) * self.scale, self.top + (point[1] - self.y) * self.scale

    def line(self, path: Line) -> Line:
        return tuple(self.at(point) for point in path)


def d(path: Line) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in path)


def stroke(path: Line, colour: str, width: float, extra: str = "") -> str:
    return (
        f'<path d="{d(path)}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{" " + extra if extra else ""}/>'
    )


def areas(frame: Frame, drawing: Drawing, looks: Mapping[str, Look]) -> str:
    parts = []
    for zone, look in looks.items():
        shape = symbols.points(list(frame.line(drawing.polygon(zone))))
        parts.append(f'<polygon data-zone="{zone}" points="{shape}" fill="{look.fill}"/>')
        if look.texture:
            parts.append(f'<polygon points="{shape}" fill="url(#{look.texture})" pointer-events="none"/>')
    return "".join(parts)


def borders(frame: Frame, lines: list[Border], width: float = 1.8) -> str:
    return "".join(stroke(frame.line(border.path), "#4a3f33", width) for border in lines if not border.river)


def water(frame: Frame, paths: list[Line], width: float, colour: str = RIVER) -> str:
    """Banks first, so that reaches that meet flow together."""
    lines = [frame.line(path) for path in paths]
    banks = "".join(stroke(line, BANK, width + 3.5) for line in lines)
    return banks + "".join(stroke(line, colour, width) for line in lines)


def roads(frame: Frame, drawing: Drawing, width: float = 3.2) -> str:
    lines = [frame.line(road.path) for road in drawing.roads]
    verges = "".join(stroke(line, VERGE, width + 2.2) for line in lines)
    return verges + "".join(stroke(line, ROAD, width) for line in lines)


def defence(frame: Frame, border: Border, size: float = 8.0) -> str:
    """Black triangles along a border, inside the zone that they defend, pointing at the attacker."""
    path = frame.line(border.path)
    hand = 1 if border.line == border.left else -1
    whole, step = length(path), 2.1 * size
    count = max(2, int((whole - size) // step))
    first = (whole - step * (count - 1)) / 2
    parts = []
    for number in range(count):
        (x, y), angle = walk(path, first + number * step)
        parts.append(
            f'<path transform="translate({x:.1f} {y:.1f}) rotate({angle:.0f}) scale(1 {-hand})"'
            f' d="M{-0.8 * size:g} {1.75 * size:g}h{1.6 * size:g}L0 {0.55 * size:g}z"/>'
        )
    return f'<g fill="{INK}">{"".join(parts)}</g>'


def walk(path: Line, far: float) -> tuple[Point, float]:
    """The point so far along a path, and its heading there in degrees, evened out over a little way."""

    def reach(wanted: float) -> Point:
        left = max(0.0, wanted)
        for a, b in itertools.pairwise(path):
            step = hypot(b[0] - a[0], b[1] - a[1])
            if left <= step and step > 0:
                return a[0] + (b[0] - a[0]) * left / step, a[1] + (b[1] - a[1]) * left / step
            left -= step
        return path[-1]

    before, after = reach(far - 12), reach(far + 12)
    return reach(far), degrees(atan2(after[1] - before[1], after[0] - before[0]))


def caption(
    frame: Frame, path: Line, words: str, size: float, colour: str = DEEP, *, east: bool = False
) -> str:
    """A river's name, along the middle of a reach: above it, or on its eastern bank."""
    (x, y), angle = walk(frame.line(path), length(path) * frame.scale / 2)
    if not -90 <= angle <= 90:
        angle -= 180
    drop = 0.72 * size + 8 if east and angle < 0 else -0.35 * size - 7
    label = symbols.text(
        0, drop, words, size, fill=colour, halo=PAPER, family=symbols.SERIF, italic=True, spacing=2
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle:.0f})">{label}</g>'


def town(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'


def legend(frame: Frame, drawing: Drawing, zone: str, look: Look) -> str:
    """A zone's name over its badges, in the upper half of its open circle."""
    place = drawing.place[zone]
    x, y = frame.at(place.middle)
    y -= name_height(place.room * frame.scale) + look.lift
    words = look.name.split("\n")
    parts = [symbols.row(x, y + 14, look.badges)]
    for number, word in enumerate(reversed(words)):
        base = y - 6 - number * look.size
        mark = "" if number else look.mark
        parts.append(
            symbols.text(x, base, word, look.size, bold=True, halo=PAPER, family=symbols.SERIF, mark=mark)
        )
    return "".join(parts)


def name_height(room: float) -> float:
    """How far above the middle of a zone's open circle its name and its badges meet."""
    return min(room * 0.42, 34)


def counter_drop(room: float) -> float:
    """How far below the middle counters stand that are to leave the badges free."""
    return max(0.3 * room, 61 - name_height(room))


def scale_bar(x: float, y: float, unit: float, pieces: int, label: str) -> str:
    parts = [
        f'<rect x="{x + k * unit:.1f}" y="{y:.1f}" width="{unit:.1f}" height="8" stroke="{INK}"'
        f' fill="{INK if k % 2 == 0 else PAPER}"/>'
        for k in range(pieces)
    ]
    return "".join(parts) + symbols.text(x + unit * pieces / 2, y + 25, label, 13)


def page(width: float, height: float, title: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img"><title>{title}</title>{DEFS}{body}</svg>\n'
    )


def svg(drawing: Drawing, looks: Mapping[str, Look], scale: float = 8.0, title: str = "map") -> str:
    """A plain picture of any drawing: zones, borders, rivers, roads, defence lines and names."""
    spread = [point for border in drawing.borders for point in border.path]
    right, low = max(x for x, _ in spread), max(y for _, y in spread)
    left, top = min(x for x, _ in spread), min(y for _, y in spread)
    frame = Frame(scale, 10, 10, left, top)
    wet = [border.path for border in drawing.borders if border.river] + [s.path for s in drawing.streams]
    body = areas(frame, drawing, looks) + borders(frame, list(drawing.borders)) + water(frame, wet, 5)
    body += roads(frame, drawing) + "".join(defence(frame, b) for b in drawing.borders if b.line)
    body += "".join(
        legend(frame, drawing, zone, look) for zone, look in looks.items() if zone in drawing.place
    )
    return page((right - left) * scale + 20, (low - top) * scale + 20, title, body)
