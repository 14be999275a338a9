"""15.3.1. Where a unit comes down: aim, flak, scatter, and what the ground does to it."""

from berlin.games.fortress.board.ground import (
    CLEARS,
    FIELDS,
    PARKS,
    ROAD_HEXES,
    RUINED,
    SIZE,
    STEP,
    TERRAIN,
    URBAN,
    WATERS,
    distance,
    within,
)
from berlin.games.fortress.board.tables import COLUMNS, TERRAINS
from berlin.games.fortress.board.units import FLAK, GLIDER, RANGES, TYPE
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.combat.strength import is_tower_flak
from berlin.games.fortress.state.state import DISRUPTED, Draft

# OTB 15.3.1d, 15.3.1j: how far from its Landing Zone a unit may be aimed, and flak counts.
REACH = 6
COLUMN = {True: COLUMNS.index("E"), False: COLUMNS.index("D")}
"""OTB 15.3.1h, 15.3.1m: the column of a landing attack, by whether the unit comes by glider."""
_OPEN = CLEARS | PARKS | FIELDS


def soft_ground(unit: int) -> int:
    """OTB 15.3.1h, OTB 15.3.1m, OTB 15.3.1.q4: where a unit lands unharmed: gliders on roads too."""
    return _OPEN | ROAD_HEXES & ~RUINED & ~WATERS if GLIDER[unit] else _OPEN


def aims(d: Draft, unit: int, zone: int) -> int:
    """OTB 15.3.1d, 15.3.1j, 15.3.1.q5: the empty hexes at which a unit may be aimed."""
    return soft_ground(unit) & within(zone, REACH) & ~d.occupied(ALLIED) & ~d.occupied(GERMAN)


def flak(d: Draft, zone: int) -> tuple[int, int]:
    """OTB 15.3.1f, OTB 15.3.1g, OTB 15.3.1.q1: what hinders a drop.

    Towers with undisrupted flak anywhere, and other undisrupted flak near the zone.
    """
    towers: set[int] = set()
    others = 0
    for unit in RANGES[GERMAN]:
        place = d.where[unit]
        if TYPE[unit] != FLAK or place >= SIZE or d.marks[unit] & DISRUPTED:
            continue
        if is_tower_flak(d, unit):
            towers.add(place)
        elif distance(place, zone) <= REACH:
            others += 1
    return len(towers), others


def drift(place: int, direction: int, steps: int) -> tuple[int, bool]:
    """OTB 15.3.1.q6: where a line ends, and whether that is on the map; if not, its last hex there."""
    for _ in range(steps):
        following = STEP[place][direction]
        if following < 0:
            return place, False
        place = following
    return place, True


def shelter_counts(d: Draft, place: int) -> bool:
    """OTB 15.3.1i, OTB 15.3.1n, OTB 15.3.1.q8: does its protection count in a landing attack?"""
    return not (URBAN | d.strongpoints) >> place & 1


def rough_name(place: int) -> str:
    return TERRAINS[TERRAIN[place]].name
