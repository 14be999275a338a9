"""What is printed beside maps: boxes, words, tables, and small signs of weather and war."""

from collections.abc import Iterable
from math import cos, pi, sin

from berlin.boards import symbols
from berlin.boards.symbols import INK, RED, SERIF
from berlin.kernel.contract.scene import Spot

Box = tuple[float, float, float, float]
"""Left, top, width and height."""
# How high a row of a table is.
ROW = 27.0


def rect(box: Box, fill: str, edge: str = INK, width: float = 1.5, round_: float = 0) -> str:
    x, y, wide, high = box
    corner = f' rx="{round_:g}"' if round_ else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{corner} fill="{fill}"'
        f' stroke="{edge}" stroke-width="{width:g}"/>'
    )


def words(
    x: float, y: float, text: str, size: float, anchor: str = "start", *, bold: bool = False,
    italic: bool = False, fill: str = INK, spacing: float = 0,
) -> str:  # fmt: skip
    return symbols.text(
        x, y, text, size, anchor=anchor, family=SERIF, bold=bold, italic=italic, fill=fill, spacing=spacing
    )


def lines(x: float, y: float, texts: Iterable[str], step: float, size: float) -> str:
    """Texts one under the other."""
    return "".join(words(x, y + step * number, text, size) for number, text in enumerate(texts))


def heading(x: float, y: float, text: str, colour: str = INK) -> str:
    return words(x, y, text, 25, bold=True, fill=colour)


def cell_of(box: Box, number: int, across: int, rows: int = 1, gap: float = 0) -> Box:
    """One of the equal parts of a box, counted along its rows; a gap parts it from the next."""
    x, y, wide, high = box
    row, column = divmod(number, across)
    wide, high = wide / across, high / rows
    return x + column * wide, y + row * high, wide - gap, high - gap


def spot(key: str, name: str, box: Box, down: float) -> Spot:
    """A printed box as a place; its counters stand so far down in it."""
    x, y, wide, high = box
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Spot(key, name, corners, (x + wide / 2, y + high * down), wide / 2 - 8)


# Small signs, each about (x, y).


def bolt(x: float, y: float) -> str:
    d = f"M{x + 3:.1f} {y - 11:.1f}l-10 13h6l-3 10l11 -14h-6z"
    return f'<path d="{d}" fill="#3f4a44"/>'


def star(x: float, y: float) -> str:
    return symbols.star_shape(x, y, 10, RED)


def skull(x: float, y: float) -> str:
    head = (
        f'<path d="M{x - 11:.1f} {y - 3:.1f}a11 11 0 0 1 22 0q0 6 -4 8v5h-14v-5q-4 -2 -4 -8z" fill="#fffdf4"'
        f' stroke="{INK}" stroke-width="1.500"/>'
    )
    eyes = (
        f'<path d="M{x - 4:.1f} {y - 2:.1f}h0M{x + 4:.1f} {y - 2:.1f}h0" stroke="{INK}" stroke-width="5.500"'
    )
    return head + eyes + ' stroke-linecap="round"/>'


def sky(x: float, y: float, weather: int) -> str:
    """Sun, mud, snow, and snow twice."""
    if weather == 0:
        rays = [(x + r * cos(k * pi / 4), y + r * sin(k * pi / 4)) for k in range(8) for r in (10, 15)]
        d = "".join(
            f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
            for a, b in zip(rays[::2], rays[1::2], strict=True)
        )
        disc = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="#eec04a" stroke="#a3761a" stroke-width="1.300"/>'
        )
        return disc + f'<path d="{d}" stroke="#a3761a" stroke-width="2"/>'
    if weather == 1:
        d = "".join(
            f"M{x + dx:.1f} {y - 9 + dy:.1f}q6 8 0 10q-6 -2 0 -10z" for dx, dy in ((-8, 1), (0, -3), (8, 1))
        )
        pool = f'<path d="M{x - 15:.1f} {y + 9:.1f}q15 -7 30 0q-15 7 -30 0z" fill="#7c5a34"/>'
        return f'<path d="{d}" fill="#5b7f99"/>' + pool
    if weather == 2:
        return flake(x, y, 13)
    return flake(x - 8, y + 1, 11) + flake(x + 9, y - 1, 11)


def flake(x: float, y: float, size: float) -> str:
    d = ""
    for k in range(6):
        way = (k + 0.5) * pi / 3
        dx, dy = size * cos(way), size * sin(way)
        d += f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}"
        for side in (way - 0.6, way + 0.6):
            tip = f"{0.4 * size * cos(side):.1f} {0.4 * size * sin(side):.1f}"
            d += f"M{x + dx / 2:.1f} {y + dy / 2:.1f}l{tip}"
    return f'<path d="{d}" fill="none" stroke="#3d6f92" stroke-width="1.900" stroke-linecap="round"/>'


def cross(x: float, y: float, colour: str) -> str:
    """A supply edge."""
    d = f"M{x:g} {y - 10:g}v20M{x - 10:g} {y:g}h20"
    return "".join(
        f'<path d="{d}" stroke="{c}" stroke-width="{w}" stroke-linecap="round"/>'
        for c, w in (("#fffdf3", 10), (colour, 6))
    )


def hexagon(colour: str) -> str:
    """The edge of a small hex, in the place of a sign in a key."""
    tips = [(22 + 17 * sin(k * pi / 3), -17 * cos(k * pi / 3)) for k in range(6)]
    return f'<polygon points="{symbols.points(tips)}" fill="none" stroke="{colour}" stroke-width="5"/>'


def sample(*styles: tuple[str, float, str]) -> str:
    """A short piece of a line, in the place of a sign in a key: colour, width and what else is said of it."""
    return "".join(
        f'<path d="M2 0H44" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f"{' ' + extra if extra else ''}/>"
        for colour, width, extra in styles
    )


def key(x: float, y: float, rows: Iterable[tuple[str, str]]) -> str:
    """The signs of a map, each with its meaning."""
    parts = [heading(x, y, "Key")]
    for number, (sign, text) in enumerate(rows):
        line = y + 34 + number * 37
        parts.append(f'<g transform="translate({x:g} {line:g})">{sign}</g>')
        parts.append(words(x + 74, line + 6, text, 18))
    return "".join(parts)


def wrapped(text: str, wide: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 >= wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def table(x: float, y: float, widths: tuple[float, ...], rows: list[tuple[str, ...]]) -> str:
    """Rows under a head, the first column to the left. A row of two cells fills the whole width."""
    parts = []
    for number, row in enumerate(rows):
        line = y + number * ROW
        spread = widths if len(row) == len(widths) else (widths[0], sum(widths[1:]))
        left = x
        for place, (cell, wide) in enumerate(zip(row, spread, strict=True)):
            fill = "#e2d3a8" if number == 0 else "#f8f2e0" if number % 2 else "#f0e8d0"
            parts.append(rect((left, line, wide, ROW), fill, "#a3936c", 1))
            size = 14.5 if number == 0 else 17
            at, anchor = (left + 8, "start") if place == 0 else (left + wide / 2, "middle")
            parts.append(words(at, line + 19, cell, size, anchor, bold=number == 0))
            left += wide
    return "".join(parts)


def coloured(x: float, y: float, wide: float, high: float, rows: Iterable[Iterable[tuple[str, str]]]) -> str:
    """Rows of cells, each a text and its colour; the first row and the first column are heads."""
    parts = []
    for number, row in enumerate(rows):
        for place, (text, fill) in enumerate(row):
            left, line = x + place * wide, y + number * high
            parts.append(rect((left, line, wide, high), fill))
            bold = number == 0 or place == 0
            parts.append(words(left + wide / 2, line + 21, text, 18, "middle", bold=bold))
    return "".join(parts)
