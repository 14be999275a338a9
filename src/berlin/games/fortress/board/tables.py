"""The charts as they look on the page, read from data/."""

from bisect import bisect_right
from pathlib import Path

import msgspec

from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.variant import Tables

TABLES = Tables(Path(__file__).parents[1] / "data")

COLUMNS = tuple(row["column"] for row in TABLES.rows("upper"))
_FIRE = tuple(int(row["fire"]) for row in TABLES.rows("upper"))
_ODDS = tuple(tuple(map(int, row["assault"].split(":"))) for row in TABLES.rows("upper")[1:])
_FROM = tuple(int(row["from"]) for row in TABLES.rows("lower"))
RESULTS = tuple(row["result"] for row in TABLES.rows("lower"))
NONE, DISRUPT, RETREAT, EXCHANGE, ELIMINATE = range(len(RESULTS))
RESULT_NAMES = ("no effect", "disruption", "retreat", "exchange", "elimination")


def fire_column(firepower: int) -> int:
    """FB 8.1.upper.fire: the column of so much firepower; -1 for none."""
    return bisect_right(_FIRE, firepower) - 1


def assault_column(attack: int, defence: int) -> int:
    """FB 8.1.upper.assault: the column of these odds, rounded down in the defender's favour."""
    against = max(defence, 1)
    return sum(attack * low >= high * against for high, low in _ODDS)


def result(column: int, figure: int) -> int:
    """FB 8.1.lower: the result of a column for the dice less protection and terrain."""
    return bisect_right(_FROM, figure + column) - 1


def in_columns(column: int) -> int:
    """FB 8.1.shiftcap: not below A or above H."""
    return min(max(column, 0), len(COLUMNS) - 1)


class Terrain(msgspec.Struct, frozen=True):
    """A row of the terrain chart. Costs are in half points; 0: never entered that way."""

    key: str
    name: str
    foot: int
    motor: int
    number: int
    pf: int
    urban: bool
    blocks: bool


TERRAINS: tuple[Terrain, ...] = tuple(
    Terrain(
        row["key"],
        row["name"],
        2 * number(row["foot"]),
        2 * number(row["motor"]),
        int(row["number"]),
        int(row["pf"]),
        yes(row["urban"]),
        yes(row["blocks"]),
    )
    for row in TABLES.rows("terrain")
)
TERRAIN_KEYS = tuple(terrain.key for terrain in TERRAINS)
CLEAR, PARK, FOREST, AIRFIELD, BUILT_UP, RUINS, BUILDING, TOWER, WATER = range(len(TERRAINS))
_WORKS = {row["key"]: row for row in TABLES.rows("works")}
STRONGPOINT_NUMBER, STRONGPOINT_PF = int(_WORKS["strongpoint"]["number"]), int(_WORKS["strongpoint"]["pf"])
BUNKER_NUMBER, BUNKER_PF = int(_WORKS["bunker"]["number"]), int(_WORKS["bunker"]["pf"])


def _strikes(column: str) -> tuple[int, ...]:
    """By the sum of two dice: how many air strikes."""
    found = [0] * 13
    for row in TABLES.rows("air"):
        first, _, last = row["dice"].partition("-")
        for dice in range(int(first), int(last or first) + 1):
            found[dice] = int(row[column])
    return tuple(found)


# By side: the air table of On to Berlin! (OTB 11.4b, c) and of Fortress Berlin (FB 11.4.base).
STRIKES = (_strikes("allied"), _strikes("german"))
BASE_STRIKES = (_strikes("soviet"), _strikes("soviet_german"))
# FB 11.4.strike: the firepower of one air strike, and how many add up on a hex.
_STRIKE = {row["key"]: int(row["value"]) for row in TABLES.rows("strikes")}
STRIKE_FIREPOWER, MOST_STRIKES = _STRIKE["firepower"], _STRIKE["most"]
