"""What is printed round the plan of a city: brackets with letters along its edges, a title, a key."""

from collections.abc import Iterable, Mapping, Sequence

from berlin.boards import drawing, sheet, symbols
from berlin.boards.atlas import Point
from berlin.boards.printed import words
from berlin.boards.symbols import INK, RED, SERIF
from berlin.boards.town import city, country, ways
from berlin.boards.town.pens import dashes, dots, path, paths, pen
from berlin.boards.town.plan import Box

PAPER, RIM, AREA = "#ece3cb", "#b9a67c", "#8a2f28"
# How far from the frame brackets and their letters stand.
_BRACKET, _LETTER = 30.0, 82.0
_HEXAGON = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
_BLOCK = "M-34-22h28v18h-28zM2-26h30v20h-30zM-40 4h24v22h-24zM-8 2h20v26h-20zM20 2h22v20h-22z"
_HOUSE = "M-23-23h46v46h-46zM-10-10h20v20h-20z"
_TREES = ((-22, -24), (6, -30), (28, -12), (-34, 2), (-6, -4), (20, 14), (-20, 26), (4, 30))
_WAVES = "M-30-8q10-10 20 0t20 0t20 0M-34 12q10-10 20 0t20 0t20 0"


def paper(width: float, height: float) -> str:
    rim = f'x="40" y="40" width="{width - 80:g}" height="{height - 80:g}"'
    return (
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
        f'<rect {rim} fill="none" stroke="{RIM}" stroke-width="4"/>'
    )


def framed(box: Box, layers: Iterable[str]) -> str:
    """Layer upon layer, cut at the edges of the map, and the frame."""
    left, top, right, bottom = box
    edge = f'x="{left:g}" y="{top:g}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return (
        f'<clipPath id="sheet"><rect {edge}/></clipPath><g clip-path="url(#sheet)">{"".join(layers)}</g>'
        f'<rect {edge} fill="none" stroke="{INK}" stroke-width="7"/>'
    )


def brackets(box: Box, areas: Mapping[str, Sequence[Point]], size: float) -> str:
    """A bracket along the hexes of each area on each edge, half a hex beyond the last, and its letter."""
    lines, letters = [], []
    for letter, points in areas.items():
        for edge in _edges(box, points, 1.8 * size):
            line, (x, y) = _bracket(box, edge, 0.68 * size)
            lines.append(line)
            letters.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="34" fill="#fbf5e4" {_RING}/>')
            letters.append(symbols.text(x, y + 15, letter, 43, bold=True, family=SERIF, fill=AREA))
    return path("".join(lines), pen(AREA, 5)) + "".join(letters)


def _edges(box: Box, points: Sequence[Point], reach: float) -> list[list[Point]]:
    """The hexes by the edge that is near; a corner lies on two, and alone on none."""
    left, top, right, bottom = box
    parts = (
        [point for point in points if point[0] - left < reach],
        [point for point in points if right - point[0] < reach],
        [point for point in points if point[1] - top < reach],
        [point for point in points if bottom - point[1] < reach],
    )
    return [part for part in parts if len(part) > 1]


_RING = f'stroke="{AREA}" stroke-width="6"'


def _bracket(box: Box, points: Sequence[Point], half: float) -> tuple[str, Point]:
    """Its path, and where its letter stands."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    level = max(xs) - min(xs) > max(ys) - min(ys)
    low, high, near = (min(xs), max(xs), ys[0]) if level else (min(ys), max(ys), xs[0])
    first, last = (box[1], box[3]) if level else (box[0], box[2])
    edge, out = (first, -1) if near < (first + last) / 2 else (last, 1)
    low, high, line = low - half, high + half, edge + out * _BRACKET
    tick, letter = line - out * 14, ((low + high) / 2, edge + out * _LETTER)
    if level:
        return f"M{low:.0f} {tick:.0f}V{line:.0f}H{high:.0f}V{tick:.0f}", letter
    return f"M{tick:.0f} {low:.0f}H{line:.0f}V{high:.0f}H{tick:.0f}", letter[::-1]


def title(x: float, y: float, name: str, about: str, note: str) -> str:
    return (
        symbols.text(x, y, name, 138, bold=True, anchor="start", family=SERIF, spacing=8)
        + path(f"M{x:g} {y + 34:g}h1700", f'stroke="{RED}" stroke-width="8"')
        + words(x, y + 92, about, 41, italic=True)
        + words(x, y + 146, note, 31)
    )


def scale(x: float, y: float, kilometre: float) -> str:
    """Two kilometres, and where north is."""
    bar = drawing.scale_bar(0, 0, kilometre / 1.7, 2, "two kilometres")
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale(1.700)">{bar}</g>'
        f'<g transform="translate({x + 2 * kilometre + 85:.0f} {y - 50:.0f}) scale(2)">{sheet.rose(0, 0)}</g>'
    )


def key(x: float, y: float, rows: Iterable[Iterable[tuple[str, str, str]]]) -> str:
    """Rows of signs, each with its name and what it does."""
    parts = []
    for line, signs in enumerate(rows):
        for number, (sign, name, about) in enumerate(signs):
            left, down = x + number * 398, y + line * 170
            parts.append(f'<g transform="translate({left:.0f} {down:.0f})">{_SIGNS[sign]}</g>')
            parts.append(words(left + 74, down - 2, name, 31))
            parts.append(words(left + 74, down + 28, about, 24, italic=True))
    return "".join(parts)


# The signs of a key, each about (0, 0), drawn as on the plan.


def _hex(fill: str, inside: str = "") -> str:
    shape = symbols.points([(58 * dx, 58 * dy) for dx, dy in _HEXAGON])
    edge = f'fill="none" stroke="{city.MESH}" stroke-width="2"'
    return f'<polygon points="{shape}" fill="{fill}"/>{inside}<polygon points="{shape}" {edge}/>'


def _crowns(size: float, shade: str, leaf: str) -> str:
    trees = dots(_TREES)
    return paths(trees, pen(shade, size + 3)) + paths(trees, pen(leaf, size))


def _across(*styles: str) -> str:
    return "".join(path("M-46 12L46-12", style) for style in styles)


def _walls(colour: str) -> str:
    ring = f"M{symbols.points([(46 * dx, 46 * dy) for dx, dy in _HEXAGON])}z"
    return path(ring, dashes(colour, 11, 6.2, 6.2)) + path(ring, pen(colour, 5))


_BRIDGE = path("M-10-26L12 26", f'stroke="{ways.PAVING}" stroke-width="18"') + path(
    "M-19-22L3 30M-1-30L21 22", pen(INK, 4)
)
_SIGNS = {
    "clear": _hex(country.FIELD, path("M-38-28l40 8-8 40-40-8z", f'fill="{country.FIELDS[2]}"')),
    "park": _hex(country.PARK, _crowns(13, country.PARK_SHADE, country.LAWN)),
    "forest": _hex(country.WOOD, _crowns(19, country.WOOD_SHADE, country.LEAF)),
    "airfield": _hex(city.TURF, path("M-44 18L44-16", f'stroke="{city.RUNWAY}" stroke-width="20"')),
    "built-up": _hex(city.PAVEMENT, path(_BLOCK, f'fill="{city.BLOCK[0]}" stroke="{city.EDGE}"')),
    "ruins": _hex(city.RUIN, path(_BLOCK, pen(city.WALL, 3, 'stroke-dasharray="9 4 4 5"'))),
    "building": _hex(city.PAVEMENT, path(_HOUSE, f'fill="{city.BRICK}" fill-rule="evenodd" stroke="{INK}"')),
    "tower": _hex(city.PAVEMENT, '<use href="#tower"/>'),
    "water": _hex(country.WATER, path(_WAVES, pen(country.SHORE, 2.5))),
    "ring": _walls(city.POST),
    "citadel": _walls(city.CITADEL),
    "perimeter": _across(pen(city.LIMIT, 4, 'stroke-dasharray="1 10"')),
    "ubahn": '<use href="#ubahn" transform="scale(2)"/>',
    "bunker": '<use href="#bunker" transform="scale(1.800)"/>',
    "street": _across(pen(ways.CASING, 16), pen(ways.PAVING, 12)),
    "river": _across(pen(country.SHORE, 30), pen(country.WATER, 26)) + _BRIDGE,
    "canal": _across(pen(country.SHORE, 14), pen(country.WATER, 10)),
    "railway": _across(pen(INK, 8), dashes(ways.RAIL, 4.5, 13, 11)),
}
