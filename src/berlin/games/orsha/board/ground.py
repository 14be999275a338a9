"""The map as bitboards (see boards/hexes.py): a hex is the number of a bit, a set of hexes one int.

The sheet lies with west up (boards/columns.py), so that the directions of hexes.py are those of the compass.

MAP, SHEET              the HexMap: neighbours, flood, distance; the names of its hexes
KEYS[hex], find_hex(text), keys(hexes)
                        `K33`, and back; NUMBER[hex] is the 33, numbered(first, last) all hexes from 33 to 41
ALL, EDGE, HALF         every hex; those at the edge of the map; those that the edge cuts in half
WEST, NORTH, EAST, SOUTH  the edges
BY_TERRAIN[word]        where a kind of terrain is; a hex may have several
LEVEL[hex], AT_LEVEL[level]  base levels: a gully's bed lies one lower
ROAD, RAIL, GULLY       what runs from hex to hex: `hexes`, `links[way]`, `exits[edge]`
HASHES[way]             the hexes with a slope's hash marks on that side: Down-Slope there
UP_SLOPE[way]           the hexes across from them: Up-Slope on that side
CREST[way]              the hexes whose neighbour that way lies higher
HEDGES[way]             the hexes with a hedge on that side
BUILDINGS, CULVERT, BRIDGE, GRAIN_ROAD
LVP[hex]                the victory points of Locations; LVP_MOST is what they may give in all
STRATEGIC               the hexes that are Strategic for good: railway, north and south edges
RUSSIAN_ENTRY, german_entry(russian), LINE, START[side]
"""

from functools import cache, reduce
from operator import or_

import msgspec

from berlin.boards.columns import Columns
from berlin.boards.hexes import DIRECTIONS, OPPOSITE, HexMap, bits, board_of
from berlin.games.orsha.board.tables import TABLES
from berlin.kernel.contract.ids import Place

SHEET = Columns(low=True)
EDGES = ("west", "north", "east", "south")
LVP_MOST = 10
LINE = 42
"""The first number of the hexes that are Russian as the campaign begins."""
ENTRY_GAP = 5
"""How far the German part of the north edge stays away from the Russians."""

_ROWS = {SHEET.cell(row["hex"]): row for row in TABLES.rows("map")}
MAP = HexMap(_ROWS)
ALL, SIZE = MAP.all, MAP.size
_FACTS: dict[int, dict[str, str]] = {MAP.index[cell]: row for cell, row in _ROWS.items()}

KEYS: tuple[str, ...] = tuple(_FACTS[space]["hex"] if space in _FACTS else "" for space in range(SIZE))
NUMBER = tuple(SHEET.number(MAP.cell[space]) if space in _FACTS else -1 for space in range(SIZE))
_BY_WORD = {KEYS[space].casefold(): space for space in MAP.spaces}


def find_hex(text: str) -> Place:
    """The hex of this name, in any case. Raises KeyError."""
    return _BY_WORD[text.casefold()]


def keys(hexes: int) -> list[str]:
    """The names of a set's hexes, column by column."""
    return [KEYS[space] for space in sorted(bits(hexes), key=lambda s: (-MAP.cell[s][0], NUMBER[s]))]


@cache
def numbered(first: int, last: int = 99) -> int:
    """The hexes of these numbers in every column; numbers rise from west to east."""
    return board_of(space for space in MAP.spaces if first <= NUMBER[space] <= last)


def _columns() -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for space in sorted(MAP.spaces, key=NUMBER.__getitem__):
        found.setdefault(SHEET.column(MAP.cell[space]), []).append(space)
    return [found[column] for column in sorted(found)]


_COLUMNS = _columns()
WEST, EAST = (board_of(column[end] for column in _COLUMNS) for end in (0, -1))
SOUTH, NORTH = (board_of(_COLUMNS[end]) for end in (0, -1))
EDGE = WEST | NORTH | EAST | SOUTH
# Columns begin and end half a hex beside their neighbours.
HALF = SOUTH | NORTH | WEST & numbered(0, 0) | EAST & numbered(max(NUMBER))

LEVEL = tuple(int(_FACTS[space]["level"]) if space in _FACTS else 0 for space in range(SIZE))
AT_LEVEL = {level: board_of(s for s in MAP.spaces if LEVEL[s] == level) for level in sorted(set(LEVEL))}


def _named(column: str) -> dict[str, int]:
    """By word: the hexes that name it in this column."""
    found: dict[str, int] = {}
    for space, row in _FACTS.items():
        for word in row[column].split():
            found[word] = found.get(word, 0) | 1 << space
    return found


def _sides(column: str) -> tuple[int, ...]:
    """By direction: the hexes that name that side in this column."""
    named = _named(column)
    return tuple(named.get(name, 0) for name in DIRECTIONS)


def _across(sides: tuple[int, ...]) -> tuple[int, ...]:
    """The same sides as the neighbours see them."""
    return tuple(MAP.step(sides[OPPOSITE[way]], OPPOSITE[way]) for way in range(len(DIRECTIONS)))


def _both(column: str) -> tuple[int, ...]:
    """Sides that both hexes must name."""
    sides = _sides(column)
    for way, (named, due) in enumerate(zip(sides, _across(sides), strict=True)):
        for space in bits(named ^ due):
            raise ValueError(
                f"map.csv: {column} of {KEYS[space]} and of its neighbour {DIRECTIONS[way]} differ"
            )
    return sides


class Network(msgspec.Struct, frozen=True):
    """What runs from hex to hex: over which sides, by direction, and where it leaves the map, by edge."""

    hexes: int
    links: tuple[int, ...]
    exits: dict[str, int]


def _network(column: str) -> Network:
    links, named = _both(column), _named(column)
    exits = {edge: named.get(edge, 0) for edge in EDGES}
    return Network(reduce(or_, (*links, *exits.values())), links, exits)


ROAD, RAIL, GULLY = _network("road"), _network("rail"), _network("gully")
HEDGES = _both("hedge")
HASHES = _sides("slope")
UP_SLOPE = _across(HASHES)
CREST = tuple(
    board_of(
        space
        for space in MAP.spaces
        if any(LEVEL[near] > LEVEL[space] for near in bits(MAP.step(1 << space, way)))
    )
    for way in range(len(DIRECTIONS))
)

BY_TERRAIN = _named("terrain")
BUILDINGS, CULVERT = BY_TERRAIN["building"], BY_TERRAIN["culvert"]
BRIDGE = _named("bridge")["wood"]
GRAIN_ROAD = BY_TERRAIN["grain"] & ROAD.hexes
LVP = {space: int(_FACTS[space]["lvp"]) for space in MAP.spaces if _FACTS[space]["lvp"]}
STRATEGIC = RAIL.hexes | NORTH | SOUTH

RUSSIAN_ENTRY = EAST
ARROW = _named("mark")["arrow"]
START = (numbered(0, LINE - 1), numbered(LINE))
"""By side: the hexes that it Controls as the campaign begins."""


def german_entry(russian: int) -> int:
    """The German Entry Area while the Russians Control these hexes: it shrinks along the north edge."""
    last = min(NUMBER[space] for space in bits(ARROW))
    lost = [NUMBER[space] - ENTRY_GAP for space in bits(russian & NORTH)]
    return WEST | NORTH & numbered(0, min([last, *lost]))


def doubt(space: Place) -> str:
    """What of a hex is our reading of the drawings, in words."""
    return _FACTS[space]["note"]
