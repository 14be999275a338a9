"""What is printed round the map: the entry areas along its edges, the title, the key, scale and rose."""

from berlin.boards import drawing, sheet, symbols
from berlin.boards.atlas import Point
from berlin.boards.printed import words
from berlin.boards.symbols import INK, RED, SERIF
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.tables import TERRAINS, Terrain
from berlin.games.fortress.table import city, labels, landscape
from berlin.games.fortress.table.landscape import line, path
from berlin.games.fortress.table.plan import BOTTOM, HALF, HEIGHT, LEFT, RIGHT, SIZE, TOP, WIDTH, centre, dots

PAPER, RIM, AREA = "#ece3cb", "#b9a67c", "#8a2f28"
# How far from the frame the bracket of an entry area runs, and its letter stands.
_BRACKET, _LETTER = 30.0, 82.0
_HEXAGON = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
_KEY_LEFT, _KEY_TOP, _STEP, _ROW = LEFT + 2010, BOTTOM + 215, 398.0, 170.0
_ABOUT = "On to Berlin!  The airborne assault of March 1945, and the last battle in April"
_OURS = f"Ground that the rules do not name, and names with {labels.HOUSE}, are our own choice."
KILOMETRE = 2 * HALF / 0.45
"""A hex is about 450 metres across."""
_BLOCK = "M-34-22h28v18h-28zM2-26h30v20h-30zM-40 4h24v22h-24zM-8 2h20v26h-20zM20 2h22v20h-22z"
_TREES = ((-22, -24), (6, -30), (28, -12), (-34, 2), (-6, -4), (20, 14), (-20, 26), (4, 30))


def paper() -> str:
    rim = f'x="40" y="40" width="{WIDTH - 80:.1f}" height="{HEIGHT - 80:.1f}"'
    return (
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{PAPER}"/>'
        f'<rect {rim} fill="none" stroke="{RIM}" stroke-width="4"/>'
    )


def frame() -> str:
    box = f'x="{LEFT:g}" y="{TOP:g}" width="{RIGHT - LEFT:.1f}" height="{BOTTOM - TOP:.1f}"'
    return f'<rect {box} fill="none" stroke="{INK}" stroke-width="7"/>'


def drawn() -> str:
    return frame() + _entries() + _title() + _key() + _scale()


# Entry areas.


def _entries() -> str:
    """A bracket along the hexes of each area on each edge, and its letter in the middle."""
    brackets, letters = [], []
    for letter, spaces in ground.ENTRY.items():
        for edge in _edges(spaces):
            start, end, middle, inward = _span(edge)
            brackets.append(_bracket(start, end, inward))
            letters.append(_disc(middle, letter))
    return path("".join(brackets), line(AREA, 5)) + "".join(letters)


def _edges(spaces: tuple[int, ...]) -> list[list[int]]:
    """The hexes of an area, parted by the edge they lie on; a corner lies on two."""
    keys = {space: ground.KEYS[space] for space in spaces}
    parts = [
        [space for space, key in keys.items() if key.endswith("01")],
        [space for space, key in keys.items() if key.endswith(f"{ground.NUMBERS}")],
        [space for space, key in keys.items() if key.startswith("01")],
        [space for space, key in keys.items() if key.startswith(f"{ground.COLUMNS}")],
    ]
    return [part for part in parts if len(part) > 1]


def _span(spaces: list[int]) -> tuple[Point, Point, Point, Point]:
    """Where the bracket of these hexes begins and ends, where the letter stands, and which way is inward."""
    points = [centre(space) for space in spaces]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if right - left > bottom - top:
        below = top > (TOP + BOTTOM) / 2
        y, out = (BOTTOM, 1) if below else (TOP, -1)
        left, right, line_ = left - SIZE * 0.68, right + SIZE * 0.68, y + out * _BRACKET
        return (left, line_), (right, line_), ((left + right) / 2, y + out * _LETTER), (0, -out)
    x, out = (LEFT, -1) if left < (LEFT + RIGHT) / 2 else (RIGHT, 1)
    top, bottom, line_ = top - HALF * 0.8, bottom + HALF * 0.8, x + out * _BRACKET
    return (line_, top), (line_, bottom), (x + out * _LETTER, (top + bottom) / 2), (-out, 0)


def _bracket(start: Point, end: Point, inward: Point) -> str:
    (ax, ay), (bx, by), (dx, dy) = start, end, inward
    tick = 14
    return (
        f"M{ax + dx * tick:.0f} {ay + dy * tick:.0f}L{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"
        f"L{bx + dx * tick:.0f} {by + dy * tick:.0f}"
    )


def _disc(middle: Point, letter: str) -> str:
    x, y = middle
    ring = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="34" fill="#fbf5e4" stroke="{AREA}" stroke-width="6"/>'
    return ring + symbols.text(x, y + 15, letter, 43, bold=True, family=SERIF, fill=AREA)


# Title, scale and key.


def _title() -> str:
    x, y = LEFT, BOTTOM + 265
    return (
        symbols.text(x, y, "FORTRESS BERLIN", 138, bold=True, anchor="start", family=SERIF, spacing=8)
        + path(f"M{x:g} {y + 34:g}h1700", f'stroke="{RED}" stroke-width="8"')
        + words(x, y + 92, _ABOUT, 41, italic=True)
        + words(x, y + 146, f"{_OURS} Railways are drawn for the eye.", 31)
    )


def _scale() -> str:
    x, y = RIGHT - 600, BOTTOM + 400
    bar = drawing.scale_bar(0, 0, KILOMETRE / 1.7, 2, "two kilometres")
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale(1.700)">{bar}</g>'
        f'<g transform="translate({RIGHT - 70:.0f} {y - 50:.0f}) scale(2)">{sheet.rose(0, 0)}</g>'
    )


def _hexagon(x: float, y: float, size: float) -> str:
    return symbols.points([(x + size * dx, y + size * dy) for dx, dy in _HEXAGON])


def _swatch(fill: str, inside: str) -> str:
    """A hex of the key about (0, 0), drawn as on the map."""
    shape = _hexagon(0, 0, 58)
    return (
        f'<polygon points="{shape}" fill="{fill}"/>{inside}<polygon points="{shape}" fill="none"'
        f' stroke="{landscape.MESH}" stroke-width="2"/>'
    )


def _crowns(size: float, shadow: str, leaf: str) -> str:
    trees = dots(_TREES)
    return path(trees, line(shadow, size + 3)) + path(trees, line(leaf, size))


def _ground(key: str) -> str:
    """The swatch of a row of the terrain chart."""
    blocks = path(_BLOCK, f'fill="{city.BLOCK[0]}" stroke="{city.EDGE}" stroke-width="1.500"')
    brick = f'fill="{city.BRICK}" fill-rule="evenodd" stroke="{INK}" stroke-width="1.500"'
    waves = "M-30-8q10-10 20 0t20 0t20 0M-34 12q10-10 20 0t20 0t20 0"
    strip = path("M-44 18L44-16", f'stroke="{city.RUNWAY}" stroke-width="20"')
    walls = path(_BLOCK, line("#5d5249", 3, 'stroke-dasharray="9 4 4 5"'))
    return {
        "clear": _swatch(landscape.FIELD, path("M-38-28l40 8-8 40-40-8z", f'fill="{landscape.FIELDS[2]}"')),
        "park": _swatch(landscape.PARK, _crowns(13, "#86a366", landscape.LAWN)),
        "forest": _swatch(landscape.WOOD, _crowns(19, "#66844f", landscape.LEAF)),
        "airfield": _swatch(city.TURF, strip),
        "built-up": _swatch(city.PAVEMENT, blocks),
        "ruins": _swatch(city.RUIN, walls),
        "building": _swatch(city.PAVEMENT, path(city.PLANS["5315"], brick)),
        "tower": _swatch(city.PAVEMENT, '<use href="#tower"/>'),
        "water": _swatch(landscape.WATER, path(waves, line(landscape.SHORE, 2.5))),
    }[key]


def _works() -> list[tuple[str, str, str]]:
    """What else is marked: its sign, its name, and what it does."""

    def across(*styles: str) -> str:
        return "".join(path("M-46 12L46-12", style) for style in styles)

    def walls(colour: str) -> str:
        ring = f'<polygon points="{_hexagon(0, 0, 46)}" fill="none" stroke="{colour}"'
        return f'{ring} stroke-width="11" stroke-dasharray="6.200 6.200"/>{ring} stroke-width="5"/>'

    rail = across(line(INK, 8), 'stroke="#fbf6e8" stroke-width="4.500" stroke-dasharray="13 11"')
    street = across(line(landscape.CASING, 16), line(landscape.PAVING, 12))
    spree = across(line(landscape.SHORE, 30), line(landscape.WATER, 26))
    canal = across(line(landscape.SHORE, 14), line(landscape.WATER, 10))
    bridge = path("M-10-26L12 26", f'stroke="{landscape.PAVING}" stroke-width="18"') + path(
        "M-19-22L3 30M-1-30L21 22", line(INK, 4)
    )
    dotted = across(line("#a8342a", 4, 'stroke-dasharray="1 10"'))
    return [
        (walls(labels.POST), "Strongpoint", "of the ring"),
        (walls(labels.CITADEL), "Strongpoint", "of the citadel"),
        (dotted, "Perimeter", "of the strongpoints"),
        ('<use href="#ubahn" transform="scale(2)"/>', "U-Bahn", "entrance"),
        ('<use href="#bunker" transform="scale(1.800)"/>', "Bunker", "of an airfield"),
        (street, "Street", "foot 1, motor ½"),
        (spree + bridge, "River, bridge", "no way but by bridge"),
        (canal, "Canal", "foot +1, motor +2"),
        (rail, "Railway", "no effect"),
    ]


def _costs(row: Terrain) -> str:
    """What it costs to enter, as the chart has it."""
    if not row.foot:
        return "by road only"
    motor = f"motor {row.motor / 2:g}" if row.motor else "no motor"
    return f"foot {row.foot / 2:g}, {motor}" + (f"; −{row.number}" if row.number else "")


def _key() -> str:
    parts = []
    rows = [(_ground(row.key), row.name.capitalize(), _costs(row)) for row in TERRAINS]
    for line_, signs in enumerate((rows, _works())):
        for number, (sign, name, about) in enumerate(signs):
            x, y = _KEY_LEFT + number * _STEP, _KEY_TOP + line_ * _ROW
            parts.append(f'<g transform="translate({x:.0f} {y:.0f})">{sign}</g>')
            parts.append(words(x + 74, y - 2, name, 31))
            parts.append(words(x + 74, y + 28, about, 24, italic=True))
    return "".join(parts)
