"""The map as it is drawn: ground, waters, towns, borders and edges."""

from berlin.boards import drawing, hexdraw, symbols
from berlin.boards.atlas import Point
from berlin.boards.drawing import DEEP, RIVER
from berlin.boards.hexdraw import Line, Side
from berlin.boards.hexes import Cell, Grid, bits
from berlin.boards.symbols import GREEN, INK, PAPER, RED, SERIF
from berlin.games.noretreat import ground
from berlin.games.noretreat.ground import AT, KEYS, MAP, NAMES
from berlin.games.noretreat.tables import AXIS, SOVIET, TABLES

SIZE = 60.0
LEFT, TOP, RIGHT, BOTTOM = 40.0, 40.0, 2680.0, 2130.0
GRID = Grid(SIZE, 1336.0, 1056.0)
HOUSE = "†"

SEA, SHELF, SHORE, LAKE = "#b9d4e0", "#cbe0e8", "#5f8396", "#7fb0cc"
OUTSIDE, LAND, WEST_LAND = "#ddd6c2", "#efe6c9", "#e7e1cf"
FILLS = {
    "city": "#e6ddc6",
    "forest": "#d3dcb4",
    "marsh": "#cfdfd2",
    "mountain": "#dcc9a3",
    "kerch": "#c4dbe4",
}
SIGNS = {"forest": "forest", "marsh": "marsh", "mountain": "mountain", "kerch": "strait"}
OBJECTIVE = {AXIS: GREEN, SOVIET: RED}

# Where areas lie on the sheet, and the land beyond the map's edges; all other cells are sea.
AREA_CELLS: dict[str, tuple[Cell, ...]] = {
    "Finland": (
        *((-9, 13), (-10, 12), (-10, 13), (-11, 11), (-11, 12), (-11, 13), (-11, 14)),
        *((-12, 12), (-12, 13), (-12, 14), (-12, 15)),
    ),
    "WestBalkans": ((3, -12), (3, -13), (4, -12), (4, -13)),
    "SouthBalkans": ((5, -11), (5, -12), (6, -11), (6, -12), (7, -11), (7, -12)),
}
LADOGA = (-9, 12)
# Names of waters, lands and areas: the text, row and column of its middle, its size.
_SEAS = (
    ("BALTIC SEA", -8.35, 2.15, 29.0),
    ("BLACK SEA", 7.1, -5.1, 32.0),
    ("ADRIATIC", 5.55, -14.3, 22.0),
    ("CASPIAN SEA", 11.45, 5.85, 19.0),
    ("SEA OF AZOV", 6.45, -0.75, 15.0),
    ("GULF OF FINLAND", -10.25, 10.6, 13.0),
)
_LANDS = (
    ("GREATER GERMANY", -3.87, -2.75, 34.0),
    ("RUMANIA" + HOUSE, 4.1, -5.45, 21.0),
    ("SOVIET UNION", 0.62, 2.7, 52.0),
)
_SHEET = ("Western extension" + HOUSE, "in play from turn 17", "or when the", "Axis asks")
_AREAS = (("Finland", -10.8, 13.05), ("WestBalkans", 3.0, -12.5), ("SouthBalkans", 5.2, -11.35))


def _row(r: int, first: int, last: int) -> set[Cell]:
    return {(r, c) for c in range(first, last + 1)}


def _outside() -> set[Cell]:
    """Land that is not in play: beyond the supply edges, Bulgaria, the south of the Caucasus."""
    found = _row(7, -10, -8) | _row(12, -2, 3) | _row(-9, -9, -5)
    for r in range(-8, 2):
        first = min(c for s, c in MAP.index if s == r)
        found |= _row(r, first - 4, first - 1)
    for r in range(-8, 10):
        last = max(c for s, c in MAP.index if s == r)
        found |= _row(r, last + 1, last + 3)
    for r in range(-12, -8):
        found |= _row(r, 14, 20)
    return found - set(MAP.index) - {cell for cells in AREA_CELLS.values() for cell in cells}


HEX_CELLS = {MAP.cell[space] for space in bits(ground.GRID)}
LAND_CELLS = HEX_CELLS | _outside() | {cell for cells in AREA_CELLS.values() for cell in cells}
WEST_CELLS = {MAP.cell[space] for space in bits(ground.EXTENSION & ground.GRID)}
COAST = [hexdraw.smooth(hexdraw.rough(ring, 9), 1, closed=True) for ring in hexdraw.outline(GRID, LAND_CELLS)]


def at(r: float, c: float) -> Point:
    """Any place of the sheet by row and column."""
    x, y = GRID.centre((0, 0))
    return x + 3**0.5 * SIZE * (c + r / 2), y + 1.5 * SIZE * r


def _sides(table: str) -> list[Side]:
    sides = []
    for row in TABLES.rows(table):
        a, b = (AT[key] for key in row["side"].split("/"))
        way = MAP.way(a, b)
        assert way is not None
        sides.append((MAP.cell[a], way))
    return sides


def _fill(cells: "set[Cell] | tuple[Cell, ...]", colour: str, extra: str = "") -> str:
    return f'<path d="{hexdraw.area(hexdraw.outline(GRID, set(cells)))}" fill="{colour}"{extra}/>'


def _strokes(d: str, colour: str, width: float, extra: str = "") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{extra}/>'
    )


def seas() -> str:
    """Water, paler along the shores."""
    shape = hexdraw.area(COAST)
    box = f'x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"'
    parts = [f'<rect {box} fill="{SEA}"/>']
    parts += [
        _strokes(shape, colour, width) for width, colour in ((64, "#c1d9e3"), (38, SHELF), (18, "#d9e9ee"))
    ]
    return "".join(parts)


def ground_fill() -> str:
    """Land, tinted by terrain, and within it the ground's signs."""
    shape = hexdraw.area(COAST)
    parts = [f'<path d="{shape}" fill="{OUTSIDE}"/>', f'<clipPath id="land"><path d="{shape}"/></clipPath>']
    parts.append('<g clip-path="url(#land)">')
    parts.append(_strokes(hexdraw.area(hexdraw.outline(GRID, HEX_CELLS)), LAND, 26))
    parts.append(_fill(HEX_CELLS, LAND))
    parts.append(_fill(WEST_CELLS, WEST_LAND))
    for key, colour in FILLS.items():
        cells = {MAP.cell[space] for space in bits(ground.BY_TERRAIN[key])}
        parts.append(_fill(cells, colour))
    parts += [_area_fill(cells) for cells in AREA_CELLS.values()]
    parts += [
        symbols.text(*at(r, c), name, size, fill="#b3a27c", family=SERIF, spacing=size / 2.5)
        for name, r, c, size in _LANDS
    ]
    for key, name in SIGNS.items():
        parts += [hexdraw.sign(GRID, name, MAP.cell[space]) for space in bits(ground.BY_TERRAIN[key])]
    parts.append(_strokes(hexdraw.mesh(GRID, HEX_CELLS), "#6d5f45", 1.3, ' stroke-opacity=".45"'))
    parts.append("</g>")
    parts.append(_strokes(shape, SHORE, 2.6))
    return "".join(parts)


def _area_fill(cells: tuple[Cell, ...]) -> str:
    rings = hexdraw.outline(GRID, set(cells))
    return (
        f'<path d="{hexdraw.area(rings)}" fill="#e3d9b8"/>'
        + f'<path d="{hexdraw.area(rings)}" fill="url(#hills)"/>'
        + _strokes(hexdraw.area(rings), "#6d5f45", 3)
    )


def lakes() -> str:
    """Closed hexsides, and Ladoga, which nobody enters."""
    ring = hexdraw.smooth(hexdraw.rough(GRID.corners(LADOGA, 0.93), 5), 2, closed=True)
    parts = [f'<path d="{hexdraw.area([ring])}" fill="{LAKE}" stroke="{SHORE}" stroke-width="2"/>']
    x, y = at(*LADOGA)
    parts += [_words(x, y - 2, "Lake", 16, DEEP), _words(x, y + 16, "Ladoga", 16, DEEP)]
    for line in hexdraw.chains(GRID, _sides("lakes")):
        shape = hexdraw.lines([line])
        parts += [_strokes(shape, SHORE, 21), _strokes(shape, LAKE, 17), _strokes(shape, "#a9cde0", 5)]
    return "".join(parts)


def rivers() -> str:
    paths = [hexdraw.smooth(line) for line in hexdraw.chains(GRID, _sides("rivers"))]
    shape = hexdraw.lines(paths)
    return _strokes(shape, "#e4eef0", 11, ' stroke-opacity=".8"') + _strokes(shape, RIVER, 7) + _captions()


def _captions() -> str:
    parts = []
    for row in TABLES.rows("waters"):
        a, b = (MAP.cell[AT[key]] for key in row["side"].split("/"))
        way = MAP.way(MAP.index[a], MAP.index[b])
        assert way is not None
        path: Line = GRID.side(a, way)
        frame = drawing.Frame(1.0, 0.0, 0.0)
        parts.append(drawing.caption(frame, path, row["name"], 17))
    return "".join(parts)


def borders() -> str:
    """Of Greater Germany, of Rumania within it, and of the western extension."""
    gg = {MAP.cell[space] for space in bits(ground.GG & ground.GRID)}
    rumania = {MAP.cell[space] for space in bits(ground.RUMANIA)}
    out = hexdraw.lines(hexdraw.frontier(GRID, gg, HEX_CELLS, 0.13))
    inner = hexdraw.lines(hexdraw.frontier(GRID, rumania, gg, 0.1))
    fold = hexdraw.lines(hexdraw.frontier(GRID, WEST_CELLS, HEX_CELLS, 0.03))
    parts = [_strokes(inner, "#8c4a6a", 4, ' stroke-dasharray="2 10"')]
    parts += [_strokes(fold, "#fffdf3", 8, ' stroke-opacity=".9"'), _strokes(fold, "#5d6b8a", 3.5)]
    parts += [_strokes(out, "#5a2a3c", 7.5), _strokes(out, "#fffdf3", 4, ' stroke-dasharray="14 12"')]
    return "".join(parts)


def edges() -> str:
    """Supply edges: crosses of the Axis, pale those of the closed extension; stars of the Soviets."""
    parts = []
    for space in bits(ground.AXIS_EDGE):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(_cross(x - 43, y, "#3f4a44"))
    for space in bits(ground.OLD_AXIS_EDGE):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(_cross(x - 43, y, "#9aa39d"))
    for space in bits(ground.SOVIET_EDGE):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(symbols.star_shape(x + 41, y + 1, 12, RED, PAPER))
    return "".join(parts)


def _cross(x: float, y: float, colour: str) -> str:
    d = f"M{x:.1f} {y - 10:.1f}v20M{x - 10:.1f} {y:.1f}h20"
    return _strokes(d, "#fffdf3", 10) + _strokes(d, colour, 6)


def objectives() -> str:
    parts = []
    for side, colour in OBJECTIVE.items():
        for space in bits(ground.OBJECTIVES[side]):
            ring = symbols.points(list(GRID.corners(MAP.cell[space], 0.93)))
            parts.append(f'<polygon points="{ring}" fill="none" stroke="{colour}" stroke-width="7"/>')
    return "".join(parts)


def towns() -> str:
    parts = [hexdraw.sign(GRID, "town", MAP.cell[space]) for space in bits(ground.CITY)]
    parts += [hexdraw.sign(GRID, "derrick", MAP.cell[space]) for space in bits(ground.OIL)]
    for space in bits(ground.VP_SPACES):
        x, y = GRID.centre(MAP.cell[space])
        size = 15.5 if len(NAMES[space]) > 11 else 18.5
        parts.append(symbols.text(x, y - 27, NAMES[space], size, bold=True, halo=PAPER, family=SERIF))
    return "".join(parts)


def numbers() -> str:
    """The name of each hex that has no other, small."""
    parts = []
    for space in bits(ground.GRID & ~ground.VP_SPACES):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(f'<text x="{x:.0f}" y="{y + 46:.0f}">{KEYS[space]}</text>')
    style = f'font-family="{symbols.SANS}" font-size="11" text-anchor="middle" fill="#6d5f45"'
    return f'<g {style} fill-opacity=".85">{"".join(parts)}</g>'


def names() -> str:
    """Seas and areas, and what the western sheet is."""
    parts = [_words(*at(r, c), name, size, DEEP, spacing=size / 4) for name, r, c, size in _SEAS]
    x, y = at(-6.2, -8.05)
    for number, line in enumerate(_SHEET):
        parts.append(_words(x, y + 27 * number, line, 19 if number else 23, "#46557a"))
    for key, r, c in _AREAS:
        x, y = at(r, c)
        for number, word in enumerate(NAMES[AT[key]].upper().split()):
            halo = "#e3d9b8"
            parts.append(
                symbols.text(x, y + 26 * number, word, 23, bold=True, halo=halo, family=SERIF, spacing=2)
            )
    return "".join(parts)


def _words(x: float, y: float, words: str, size: float, colour: str, spacing: float = 0) -> str:
    return symbols.text(x, y, words, size, fill=colour, family=SERIF, italic=True, spacing=spacing)


def drawn() -> str:
    """The whole map within its frame."""
    box = f'x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"'
    layers = (
        *(seas(), ground_fill(), lakes(), rivers(), borders(), objectives()),
        *(numbers(), names(), edges(), towns()),
    )
    return (
        f'<clipPath id="sheet"><rect {box}/></clipPath><g clip-path="url(#sheet)">{"".join(layers)}</g>'
        f'<rect {box} fill="none" stroke="{INK}" stroke-width="5"/>'
    )
