"""The words of which acts, questions and situations are made."""

from berlin.games.fortress.board.ground import AIRFIELD_NAMES, KEYS, MAP, find_hex
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import DIVISION_NAMES, DIVISIONS, UNITS, find_unit
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.board.units import NAMES as UNIT_NAMES
from berlin.games.fortress.cover import SEATS
from berlin.kernel.contract.words import Word, among, many

UNIT = Word(
    "a unit", UNIT_KEYS.__getitem__, find_unit, lambda unit: unit in range(UNITS), UNIT_NAMES.__getitem__
)
HEX = Word("a hex", KEYS.__getitem__, find_hex, MAP.cell.__contains__, hex_name)
DIVISION = among("a division", DIVISIONS, DIVISION_NAMES)
# The airfields on the map come first (OTB 15.1b).
AIRFIELD_KEYS = (*AIRFIELD_NAMES, "Oranienburg", "Rechlin")
ORANIENBURG, RECHLIN = len(AIRFIELD_NAMES), len(AIRFIELD_NAMES) + 1
AIRFIELD = among("an airfield", AIRFIELD_KEYS, AIRFIELD_KEYS)
DIRECTION_KEYS = ("N", "NE", "SE", "S", "SW", "NW")
DIRECTION_NAMES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
DIRECTION = among("a direction", DIRECTION_KEYS, DIRECTION_NAMES)
SIDE = among("a side", SEATS)

WORDS = {
    "unit": UNIT,
    "units": many(UNIT),
    "hex": HEX,
    "target": HEX,
    "division": DIVISION,
    "airfield": AIRFIELD,
    "direction": DIRECTION,
    "side": SIDE,
}
