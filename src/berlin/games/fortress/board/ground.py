"""The map as bitboards (see boards/hexes.py): a hex is the number of a bit, a set of hexes one int.

Hexes stand on a side (boards/columns.py). Directions are 0 to 5: N NE SE S SW NW, the direction die less one.

MAP, SHEET, SIZE        the ColumnMap, how its hexes are numbered, one more than the highest hex
KEYS[hex], AT[key]      `5015`, and back; find_hex(text) takes a number or a name; keys(hexes) of a set
HEXES, ALL, LAND        all hexes by their numbers; as a set; those that are not water
NAMES[hex]              the name that the map prints in it, DISTRICTS[hex] the quarter, wood or water it is of
STEP[hex][direction]    the neighbour, or -1; BESIDE[hex] all of them; FRONT[hex][facing] the three in front
distance(a, b)          in hexes; within(hex, far) those at most so far away, WITHIN6[hex]; EDGE[hex] how far
                        it is from the edge of the map; closest(hex, hexes) of a set the nearest
TERRAIN[hex]            CLEAR to WATER (tables.py); BY_TERRAIN[terrain], and CLEARS, PARKS, FORESTS, FIELDS,
                        BLOCKS, RUINED, BUILDINGS, TOWERS, WATERS; URBAN, BLOCKING by the terrain chart
STRONGPOINTS            RING and CITADEL; PERIMETER: within and on it; BUNKERS
UBAHN, UBAHN_LINES      the entrances; east-west and north-south, in order; UBAHN_STEP[hex] one station on
AIRFIELDS               TEGEL, TEMPELHOF, GATOW by AIRFIELD_NAMES; AIRFIELD_OF[hex] its number, or -1
ENTRY[letter]           the hexes of an entry area, in order; LETTERED all; NORTH_ENTRY, SOUTH_ENTRY
ROADS, ROAD_NAMES       the seventeen roads in order; ROAD_HEXES; ROAD_STEP[hex] what is one road step away
OVER_RIVER[hex]         its neighbours beyond a river without a bridge; OVER_CANAL[hex] beyond a canal
Sides by direction      DRY: from land to land with no water between, or a bridge; CANALS, RIVERS: from land
                        to land over such water without a bridge; ROADWAYS: road steps, into water hexes too
near(hexes, sides)      what lies beyond such sides of a set: the step of every flood
WATERWAYS[name]         the hexsides of the Spree and the canals in order, BRIDGES those with a bridge
NORTH_EDGE, ...         the hexes along each edge; REICHSTAG, STADIUM, ... those that the rules name
"""

from functools import reduce
from operator import or_

from berlin.boards.columns import ColumnMap, NumberedColumns
from berlin.boards.columns import Sides as Sides
from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.tables import TABLES, TERRAIN_KEYS, TERRAINS, WATER
from berlin.kernel.contract.csv_cells import yes

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
SHEET = NumberedColumns(low=True)
_ROWS = TABLES.rows("hexes")
MAP = ColumnMap(SHEET.cell(row["key"]) for row in _ROWS)
SIZE, ALL, WAYS = MAP.size, MAP.all, MAP.WAYS
AT: dict[str, int] = {row["key"]: MAP.index[SHEET.cell(row["key"])] for row in _ROWS}
HEXES = tuple(AT[key] for key in sorted(AT))
_FACTS = {AT[row["key"]]: row for row in _ROWS}
STEP, BESIDE, FRONT, EVERY = MAP.steps, MAP.across, MAP.fronts, MAP.sides
distance, near, within = MAP.distance, MAP.beyond, MAP.within
WITHIN6 = tuple(within(space, 6) if space in _FACTS else 0 for space in range(SIZE))


def _texts(column: str) -> tuple[str, ...]:
    return tuple(_FACTS[space][column] if space in _FACTS else "" for space in range(SIZE))


def _where(column: str, value: str) -> int:
    return board_of(space for space, row in _FACTS.items() if row[column] == value)


KEYS, NAMES, DISTRICTS = _texts("key"), _texts("name"), _texts("district")
COLUMNS, NUMBERS = (max(int(key[part]) for key in AT) for part in (slice(2), slice(2, 4)))
NORTH_EDGE, SOUTH_EDGE = (board_of(AT[key] for key in AT if int(key[2:]) == row) for row in (1, NUMBERS))
WEST_EDGE, EAST_EDGE = (board_of(AT[key] for key in AT if int(key[:2]) == one) for one in (1, COLUMNS))


def _edge(key: str) -> int:
    column, number = int(key[:2]), int(key[2:])
    return min(column - 1, COLUMNS - column, number - 1, NUMBERS - number)


EDGE = {place: _edge(key) for key, place in AT.items()}

# What the ground is.
TERRAIN = tuple(TERRAIN_KEYS.index(word) if word else WATER for word in _texts("terrain"))
BY_TERRAIN = tuple(_where("terrain", key) for key in TERRAIN_KEYS)
# FB 9.0.list: ruins are on the map, and never change.
CLEARS, PARKS, FORESTS, FIELDS, BLOCKS, RUINED, BUILDINGS, TOWERS, WATERS = BY_TERRAIN
LAND = ALL & ~WATERS
URBAN = reduce(or_, (BY_TERRAIN[number] for number, row in enumerate(TERRAINS) if row.urban))
BLOCKING = reduce(or_, (BY_TERRAIN[number] for number, row in enumerate(TERRAINS) if row.blocks))

RING, CITADEL = _where("strongpoint", "ring"), _where("strongpoint", "citadel")
STRONGPOINTS = RING | CITADEL
PERIMETER, BUNKERS = _where("perimeter", "yes") | STRONGPOINTS, _where("bunker", "yes")

AIRFIELD_NAMES = ("Tegel", "Tempelhof", "Gatow")
AIRFIELDS = TEGEL, TEMPELHOF, GATOW = tuple(_where("wire", name) for name in AIRFIELD_NAMES)
AIRFIELD_OF = tuple(AIRFIELD_NAMES.index(name) if name else -1 for name in _texts("wire"))

_STATIONS = {word: space for space, word in enumerate(_texts("ubahn")) if word}
UBAHN = board_of(_STATIONS.values())
UBAHN_LINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(_STATIONS[word] for number in range(1, 99) if (word := f"{line}{number}") in _STATIONS)
    for line in ("EW", "NS")
)
UBAHN_STEP = MAP.along(UBAHN_LINES)

# Where units enter the map.
LETTERED = ALL & ~_where("entry", "")
ENTRY: dict[str, tuple[int, ...]] = {
    letter: tuple(space for space in HEXES if _FACTS[space]["entry"] == letter)
    for letter in sorted({row["entry"] for row in _ROWS} - {""})
}
NORTH_ENTRY, SOUTH_ENTRY = LETTERED & NORTH_EDGE, LETTERED & SOUTH_EDGE

# Streets and waters.
ROAD_NAMES = tuple(row["name"] for row in TABLES.rows("roads"))
ROADS = tuple(tuple(AT[key] for key in row["hexes"].split()) for row in TABLES.rows("roads"))
ROAD_HEXES = board_of(space for road in ROADS for space in road)
ROAD_STEP = MAP.along(ROADS)
ROADWAYS = MAP.by_direction((a, b) for a in HEXES for b in bits(ROAD_STEP[a]))

Side = tuple[int, int]
"""A hexside: the two hexes that it parts, the one with the lower number first."""


def _side(row: dict[str, str]) -> Side:
    a, _, b = row["side"].partition("/")
    return AT[a], AT[b]


_WATERS = TABLES.rows("waters")
WATERWAYS: dict[str, tuple[Side, ...]] = {
    name: tuple(_side(row) for row in _WATERS if row["water"] == name)
    for name in dict.fromkeys(row["water"] for row in _WATERS)
}
BRIDGES = tuple(_side(row) for row in _WATERS if yes(row["bridge"]))
_RIVER, _CANAL = (
    [_side(row) for row in _WATERS if row["kind"] == kind and not yes(row["bridge"])]
    for kind in ("river", "canal")
)
DRY, RIVERS, CANALS = MAP.parted(LAND, _RIVER, _CANAL)
OVER_RIVER = tuple(near(1 << space, RIVERS) for space in range(SIZE))
OVER_CANAL = tuple(near(1 << space, CANALS) for space in range(SIZE))


def _folded(text: str) -> str:
    table = str.maketrans({"ö": "o", "ü": "u", "ä": "a", "ß": "ss", " ": "", "-": "", ",": "", "'": ""})
    return text.casefold().translate(table)


_BY_WORD = {_folded(name): space for space, name in enumerate(NAMES) if name} | AT


def find_hex(text: str) -> int:
    """The hex of this number or name, in any case. Raises KeyError."""
    return _BY_WORD[_folded(text)]


def keys(spaces: int) -> list[str]:
    """The numbers of a set's hexes, column by column."""
    return sorted(KEYS[space] for space in bits(spaces))


def closest(space: int, spaces: int) -> int:
    """Of these hexes those that are nearest to one, all that are equally near."""
    far = {one: distance(space, one) for one in bits(spaces)}
    least = min(far.values(), default=0)
    return board_of(one for one, steps in far.items() if steps == least)


REICHSTAG, CHANCELLERY, ARSENAL = AT["5015"], AT["5017"], AT["5315"]
GOEBBELS, GESTAPO = AT["5115"], AT["5119"]
ARMY_MINISTRY, NAVY_MINISTRY = AT["4818"], AT["4819"]
AIR_MINISTRY = 1 << AT["5117"] | 1 << AT["5118"]
TIERGARTEN, TIERGARTEN_FLAK = AT["4516"], AT["4915"]
STADIUM, BOTANICAL_GARDENS, GRUNEWALD_STATION = AT["2515"], AT["3530"], AT["2922"]
AIRFIELD_CENTRES = (AT["3506"], AT["5225"], AT["1023"])
