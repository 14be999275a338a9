"""The map as bitboards (see boards/hexes.py): a space is the number of a bit, a set of spaces one int.

MAP                    the HexMap: neighbours, flood, seep, drift, distance, within, beside, across
KEYS[space], find_space(text), keys(spaces)
                       `r-5c0`, or the name of a city, an oil hex or an area without blanks; and back
NAMES[space]           what a player calls it
ALL, GRID, AREAS       every space; the hexes; Finland and the two Balkan areas
CITY, OIL, VP_SPACES   cities; oil hexes; both. CONTROLLED: all that has an owner, so the areas too
FOREST, MARSH, ...     by terrain; TERRAIN_OF[space] its row of the chart; COST[armor][space]
ENTRY[armor]           pairs of a cost and the spaces that cost it to enter
STOPS, ARMOR_GROUND    terrain that ends an advance; terrain where the armor shift counts
BALTIC, BLACK_SEA, ... coasts; SEA_SUPPLY[side] the coast hexes that supply a side
AXIS_EDGES[open]       the Axis supply edge, by whether the extension is open; SOVIET_EDGE
RIVERS[way], LAKES[way]  the hexes whose side in a direction is a river, a lake
OVER_RIVER[space]      its neighbours beyond rivers
GG, RUMANIA, USSR      countries; Rumania is part of Greater Germany; Finland belongs to neither
EXTENSION, SHEET       the spaces closed until the extension opens; those that the Na Berlin! map shows
OPEN_SPACES[open]      what may be entered at all, by whether the extension is open
OBJECTIVES[side]       what a side must take: OBJECTIVES[SOVIET] is Berlin and three more
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import cast

from berlin.boards.hexes import DIRECTIONS, Cell, HexMap, bits, board_of
from berlin.games.noretreat.board.tables import AXIS, SEATS, SOVIET, TABLES, TERRAIN, Terrain
from berlin.kernel.contract.csv_cells import yes
from berlin.kernel.contract.ids import Place, numbered

Space = Place
"""Of the map, or a box beside it. `Place` is an act of this game."""
_HEXES = TABLES.rows("hexes")
_AREAS = TABLES.rows("areas")
_ROWS = [*_HEXES, *_AREAS]
_CELL: dict[str, Cell] = {row["key"]: (int(row["r"]), int(row["c"])) for row in _ROWS}


def _sides(table: str) -> list[tuple[Cell, Cell]]:
    pairs = [row["side"].split("/") for row in TABLES.rows(table)]
    return [(_CELL[a], _CELL[b]) for a, b in pairs]


MAP = HexMap(
    [_CELL[row["key"]] for row in _HEXES],
    {_CELL[row["key"]]: [_CELL[touched] for touched in row["touches"].split()] for row in _AREAS},
    _sides("lakes"),
)
SIZE = MAP.size
SPACES = numbered(Space, SIZE)
spaces_of = cast(Callable[[int], list[Space]], bits)
"""The spaces of a set, in ascending order."""
ALL, GRID, AREAS = MAP.all, MAP.grid, MAP.areas
AT: dict[str, Space] = {key: Space(MAP.index[cell]) for key, cell in _CELL.items()}
_FACTS = {AT[row["key"]]: row for row in _ROWS}


def _texts(column: str) -> tuple[str, ...]:
    return tuple(_FACTS[space].get(column, "") if space in _FACTS else "" for space in SPACES)


def _where(column: str, *values: str) -> int:
    return board_of(space for space, row in _FACTS.items() if row.get(column, "") in values)


KEYS = _texts("key")
"""By space: its word in texts."""
NAMES = tuple(name or key for name, key in zip(_texts("name"), KEYS, strict=True))
"""By space: what a player calls it."""

FINLAND, WEST_BALKANS, SOUTH_BALKANS = AT["Finland"], AT["WestBalkans"], AT["SouthBalkans"]
BALKANS = 1 << WEST_BALKANS | 1 << SOUTH_BALKANS
PLOESTI, CAUCASUS_OIL = AT["Ploesti"], AT["CaucasusOil"]
BERLIN, KONIGSBERG = AT["Berlin"], AT["Konigsberg"]
WARSAW, BUDAPEST, BUCHAREST, BELGRADE = AT["Warsaw"], AT["Budapest"], AT["Bucharest"], AT["Belgrade"]
POSEN, BRESLAU = AT["Posen"], AT["Breslau"]
LENINGRAD, MOSCOW = AT["Leningrad"], AT["Moscow"]

OPEN_GROUND, CITY, FOREST, MARSH, MOUNTAIN, KERCH = (
    _where("terrain", kind) for kind in ("open", "city", "forest", "marsh", "mountain", "kerch")
)
TERRAIN_OF: tuple[Terrain, ...] = tuple(
    TERRAIN[_FACTS[space].get("terrain", "area") if space in _FACTS else "open"] for space in SPACES
)
"""By space; an area's row is `area`."""
BY_TERRAIN: dict[str, int] = {
    key: board_of(space for space in MAP.spaces if TERRAIN_OF[space].key == key) for key in TERRAIN
}
STOPS = board_of(space for space in MAP.spaces if TERRAIN_OF[space].stops)
"""Terrain that ends an advance; objective hexsides do so too."""
ARMOR_GROUND = board_of(space for space in MAP.spaces if TERRAIN_OF[space].armor_shift)
"""Terrain that lets the armor shift count; objective hexsides do not."""


def _entry(armor: bool) -> tuple[tuple[int, int], ...]:
    costs = {space: _cost(space, armor) for space in MAP.spaces}
    return tuple(
        (cost, board_of(s for s in MAP.spaces if costs[s] == cost)) for cost in sorted(set(costs.values()))
    )


def _cost(space: int, armor: bool) -> int:
    row = TERRAIN_OF[space]
    return row.armor_mp if armor else row.other_mp


ENTRY = (_entry(armor=False), _entry(armor=True))
COST = tuple(tuple(_cost(space, armor) for space in range(SIZE)) for armor in (False, True))
"""COST[armor][space]: the points to enter it."""

BALTIC, BLACK_SEA, ADRIATIC, CASPIAN = (
    _where("coast", sea) for sea in ("baltic", "black", "adriatic", "caspian")
)
SEA_SUPPLY = (BALTIC | ADRIATIC | BLACK_SEA, CASPIAN | BLACK_SEA)

AXIS_EDGE, SOVIET_EDGE = _where("edge", "axis"), _where("edge", "soviet")
OLD_AXIS_EDGE = _where("old_edge", "axis")
AXIS_EDGES = (OLD_AXIS_EDGE, AXIS_EDGE)


def _by_way(table: str) -> tuple[int, ...]:
    return MAP.by_way((MAP.index[a], MAP.index[b]) for a, b in _sides(table))


RIVERS, LAKES = _by_way("rivers"), _by_way("lakes")
OVER_RIVER: tuple[int, ...] = tuple(
    reduce(or_, (MAP.step(1 << space & RIVERS[way], way) for way in range(len(DIRECTIONS))), 0)
    for space in range(SIZE)
)

RUMANIA = _where("land", "rumania")
GG = _where("land", "germany", "rumania")
USSR = _where("land", "ussr")

EXTENSION = _where("sheet", "west")
SHEET = _where("sheet", "west", "overlap")
OPEN_SPACES = (ALL & ~EXTENSION, ALL)

OIL = board_of(space for space, row in _FACTS.items() if yes(row.get("oil", "")))
VP_SPACES = CITY | OIL
CONTROLLED = VP_SPACES | AREAS
VP_SPACES_1945 = VP_SPACES & SHEET | 1 << KONIGSBERG
GG_CITIES, USSR_CITIES = CITY & GG, CITY & USSR
OBJECTIVES = tuple(_where("objective", side) for side in SEATS)
AXIS_OBJECTIVES, SOVIET_OBJECTIVES = OBJECTIVES[AXIS], OBJECTIVES[SOVIET]
ALL_OBJECTIVES = AXIS_OBJECTIVES | SOVIET_OBJECTIVES


def _folded(text: str) -> str:
    table = str.maketrans({"ö": "o", "ü": "u", "ä": "a", " ": ""})
    return text.casefold().translate(table)


_BY_WORD = {
    **{f"{r},{c}": Space(space) for (r, c), space in MAP.index.items()},
    **{f"r{r}c{c}": Space(space) for (r, c), space in MAP.index.items()},
    **{_folded(name): Space(space) for space, name in enumerate(NAMES) if name},
    **{_folded(key): Space(space) for space, key in enumerate(KEYS) if key},
    "northernyugoslavia": WEST_BALKANS,
    "southernyugoslavia": SOUTH_BALKANS,
}


def find_space(text: str) -> Space:
    """The space of this key or name, or of a row and column (`-5,0`), in any case. Raises KeyError."""
    return _BY_WORD[_folded(text)]


def keys(spaces: int) -> list[str]:
    """The words of a set's spaces, in the order of the board."""
    return [KEYS[space] for space in bits(spaces)]
