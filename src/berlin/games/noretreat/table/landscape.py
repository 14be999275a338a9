"""The map as it is drawn: ground, waters, towns, borders and edges."""

from functools import partial

from berlin.boards import hexdraw, symbols
from berlin.boards.drawing import DEEP, RIVER
from berlin.boards.hexdraw import Side
from berlin.boards.hexes import Cell, Grid
from berlin.boards.hexsheet import HexSheet, coast, italic, stroked
from berlin.boards.symbols import GREEN, PAPER, RED, SERIF
from berlin.games.noretreat.board import ground
from berlin.games.noretreat.board.ground import AT, MAP, NAMES
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TABLES

SIZE = 60.0
LEFT, TOP, RIGHT, BOTTOM = 40.0, 40.0, 2680.0, 2130.0
GRID = Grid(SIZE, 1336.0, 1056.0)
SHEET = HexSheet(MAP, GRID, (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP))
HOUSE = "†"

SEA, SHORE, LAKE = "#b9d4e0", "#5f8396", "#7fb0cc"
SHALLOWS = (("#c1d9e3", 64.0, ""), ("#cbe0e8", 38.0, ""), ("#d9e9ee", 18.0, ""))
OUTSIDE, LAND, WEST_LAND, AREA = "#ddd6c2", "#efe6c9", "#e7e1cf", "#e3d9b8"
FILLS = {
    "city": "#e6ddc6",
    "forest": "#d3dcb4",
    "marsh": "#cfdfd2",
    "mountain": "#dcc9a3",
    "kerch": "#c4dbe4",
}
SIGNS = {"forest": "forest", "marsh": "marsh", "mountain": "mountain", "kerch": "strait"}
# Lines of the map: those of the key, too.
GERMAN_BORDER = (("#5a2a3c", 7.5, ""), ("#fffdf3", 4.0, 'stroke-dasharray="14 12"'))
FOLD = (("#fffdf3", 8.0, 'stroke-opacity=".9"'), ("#5d6b8a", 3.5, ""))
CLOSED = ((SHORE, 21.0, ""), (LAKE, 17.0, ""), ("#a9cde0", 5.0, ""))
RUMANIAN_BORDER = ("#8c4a6a", 4.0, 'stroke-dasharray="2 10"')
OBJECTIVE = {AXIS: GREEN, SOVIET: RED}
AXIS_EDGE, OLD_AXIS_EDGE = "#3f4a44", "#9aa39d"

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


HEX_CELLS, WEST_CELLS = SHEET.cells(ground.GRID), SHEET.cells(ground.EXTENSION & ground.GRID)
LAND_CELLS = HEX_CELLS | _outside() | {cell for cells in AREA_CELLS.values() for cell in cells}
COAST = coast(GRID, LAND_CELLS)
at = SHEET.at


def _side(row: dict[str, str]) -> Side:
    a, b = (AT[key] for key in row["side"].split("/"))
    return SHEET.side(a, b)


def land() -> str:
    """Land, tinted by terrain, and within it the ground's signs."""
    return SHEET.land(
        COAST,
        OUTSIDE,
        (SHORE, 2.6, ""),
        stroked(SHEET.outline(HEX_CELLS), (LAND, 26, "")),
        SHEET.fill(HEX_CELLS, LAND),
        SHEET.fill(WEST_CELLS, WEST_LAND),
        *(SHEET.fill(SHEET.cells(ground.BY_TERRAIN[key]), colour) for key, colour in FILLS.items()),
        *map(_area, AREA_CELLS.values()),
        *(
            symbols.text(*at(r, c), name, size, fill="#b3a27c", family=SERIF, spacing=size / 2.5)
            for name, r, c, size in _LANDS
        ),
        *(SHEET.signs(name, ground.BY_TERRAIN[key]) for key, name in SIGNS.items()),
        stroked(hexdraw.mesh(GRID, HEX_CELLS), ("#6d5f45", 1.3, 'stroke-opacity=".45"')),
    )


def _area(cells: tuple[Cell, ...]) -> str:
    shape = SHEET.outline(set(cells))
    fills = "".join(f'<path d="{shape}" fill="{fill}"/>' for fill in (AREA, "url(#hills)"))
    return fills + stroked(shape, ("#6d5f45", 3, ""))


def waters() -> str:
    """Closed hexsides, Ladoga, which nobody enters, and the rivers with their names."""
    lakes, rivers = map(_side, TABLES.rows("lakes")), map(_side, TABLES.rows("rivers"))
    return (
        SHEET.lake(LADOGA, "Lake Ladoga", LAKE, SHORE, DEEP)
        + SHEET.closed_sides(lakes, *CLOSED)
        + SHEET.rivers(rivers, ("#e4eef0", 11, 'stroke-opacity=".8"'), (RIVER, 7, ""))
        + "".join(SHEET.river_name(_side(row), row["name"], 17) for row in TABLES.rows("waters"))
    )


def borders() -> str:
    """Of Rumania within Greater Germany, of the western extension, and of Greater Germany."""
    gg, rumania = SHEET.cells(ground.GG & ground.GRID), SHEET.cells(ground.RUMANIA)
    return (
        SHEET.border(rumania, gg, 0.1, RUMANIAN_BORDER)
        + SHEET.border(WEST_CELLS, HEX_CELLS, 0.03, *FOLD)
        + SHEET.border(gg, HEX_CELLS, 0.13, *GERMAN_BORDER)
    )


def edges() -> str:
    """Supply edges: crosses of the Axis, pale those of the closed extension; stars of the Soviets."""
    return (
        SHEET.beside(ground.AXIS_EDGE, -43, 0, partial(_cross, AXIS_EDGE))
        + SHEET.beside(ground.OLD_AXIS_EDGE, -43, 0, partial(_cross, OLD_AXIS_EDGE))
        + SHEET.beside(ground.SOVIET_EDGE, 41, 1, lambda x, y: symbols.star_shape(x, y, 12, RED, PAPER))
    )


def _cross(colour: str, x: float, y: float) -> str:
    d = f"M{x:.1f} {y - 10:.1f}v20M{x - 10:.1f} {y:.1f}h20"
    return stroked(d, ("#fffdf3", 10, ""), (colour, 6, ""))


def towns() -> str:
    names = SHEET.town_names(ground.VP_SPACES, NAMES)
    return SHEET.signs("town", ground.CITY) + SHEET.signs("derrick", ground.OIL) + names


def names() -> str:
    """Seas and areas, and what the western sheet is."""
    parts = [italic(*at(r, c), name, size, DEEP, spacing=size / 4) for name, r, c, size in _SEAS]
    x, y = at(-6.2, -8.05)
    for number, line in enumerate(_SHEET):
        parts.append(italic(x, y + 27 * number, line, 19 if number else 23, "#46557a"))
    for key, r, c in _AREAS:
        x, y = at(r, c)
        for number, word in enumerate(NAMES[AT[key]].upper().split()):
            low = y + 26 * number
            parts.append(symbols.text(x, low, word, 23, bold=True, halo=AREA, family=SERIF, spacing=2))
    return "".join(parts)


def drawn() -> str:
    """The whole map within its frame."""
    return SHEET.framed(
        SHEET.sea(COAST, SEA, *SHALLOWS),
        land(),
        waters(),
        borders(),
        *(SHEET.rings(ground.OBJECTIVES[side], colour) for side, colour in OBJECTIVE.items()),
        names(),
        edges(),
        towns(),
    )
