"""3.2. Zones of Control: the front hexes of units in Combat mode, but not in town, nor over water."""

from berlin.games.fortress.board.ground import FRONT, OVER_RIVER, URBAN, WATERS
from berlin.games.fortress.board.units import HQ, IS_YOUTH, RANGES, TYPE
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING, HJ_FREE, Draft
from berlin.games.fortress.board.ground import SIZE
from berlin.games.fortress.board.units import LEADER


def has_zone(d: Draft, unit: int) -> bool:
    """FB 3.2.zone: undisrupted in Combat mode; headquarters, leaders and unreleased Hitler Youth have none."""
    if d.marks[unit] & (COMBAT | DISRUPTED) != COMBAT or TYPE[unit] in (HQ, LEADER):
        return False
    return not IS_YOUTH[unit] or bool(d.released & HJ_FREE)


def front(d: Draft, unit: int) -> int:
    """FB 3.4.facing: the three hexes before a unit in Combat mode."""
    return FRONT[d.where[unit]][d.marks[unit] >> FACING & 7]


def reach(d: Draft, unit: int) -> int:
    """The front hexes that its zone could cover if no town lay there: not over water without a bridge."""
    return front(d, unit) & ~OVER_RIVER[d.where[unit]] & ~WATERS


def zones(d: Draft, side: int, among: int = -1) -> int:
    """FB 3.2.terrain: the hexes in the zones of a side's units; of those in the hexes `among` alone if given."""
    known = ("zones", side, among)
    found = d.cache.get(known)
    if found is None:
        found, where = 0, d.where
        town = URBAN | d.strongpoints
        for unit in RANGES[side]:
            place = where[unit]
            if place < SIZE and among >> place & 1 and not town >> place & 1 and has_zone(d, unit):
                found |= reach(d, unit)
        found &= ~town
        d.cache[known] = found
    return found


def bare_zones(d: Draft, side: int) -> int:
    """The same as if no town stood in the way, as strongpoints fear them (OTB 10.1.3f)."""
    known = ("bare zones", side)
    found = d.cache.get(known)
    if found is None:
        found = 0
        for unit in RANGES[side]:
            if d.where[unit] < SIZE and has_zone(d, unit):
                found |= reach(d, unit)
        d.cache[known] = found
    return found


def uncontested(d: Draft, side: int) -> int:
    """FB 3.2.uncontested: in a zone of this side, with no unit of the other in it and in none of its zones."""
    foe = 1 - side
    return zones(d, side) & ~d.occupied(foe) & ~zones(d, foe)
