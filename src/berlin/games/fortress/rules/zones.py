"""3.2. Zones of Control: the front hexes of units in Combat mode, but not in town, nor over water."""

from berlin.games.fortress.board.ground import FRONT, OVER_RIVER, SIZE, URBAN, WATERS
from berlin.games.fortress.board.units import HQ, IS_YOUTH, LEADER, RANGES, TYPE
from berlin.games.fortress.rules.fog import is_seen
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING, FOG, HJ_FREE, Draft
from berlin.kernel.contract.ids import OTHER, Seat


def has_zone(d: Draft, unit: int) -> bool:
    """FB 3.2.zone: undisrupted in Combat mode; not headquarters, leaders, unreleased Hitler Youth."""
    if d.marks[unit] & (COMBAT | DISRUPTED) != COMBAT or TYPE[unit] in (HQ, LEADER):
        return False
    return not IS_YOUTH[unit] or bool(d.released & HJ_FREE)


def front(d: Draft, unit: int) -> int:
    """FB 3.4.facing: the three hexes before a unit in Combat mode."""
    return FRONT[d.where[unit]][d.marks[unit] >> FACING & 7]


def reach(d: Draft, unit: int) -> int:
    """The front hexes that its zone could cover if no town lay there: not over water without a bridge."""
    return front(d, unit) & ~OVER_RIVER[d.where[unit]] & ~WATERS


def zones(d: Draft, side: Seat) -> int:
    """FB 3.2.terrain, FB 9.0.effects: the hexes in the zones of a side's units; none in town or ruins."""
    known = ("zones", side)
    found = d.cache.get(known)
    if found is None:
        found = d.cache[known] = _covered(d, [unit for unit in RANGES[side] if d.where[unit] < SIZE])
    return found


def _covered(d: Draft, units: list[int]) -> int:
    """The hexes in the zones of these units on the map."""
    town, where = URBAN | d.strongpoints, d.where
    found = 0
    for unit in units:
        if not town >> where[unit] & 1 and has_zone(d, unit):
            found |= reach(d, unit)
    return found & ~town


def seen_zones(d: Draft, side: Seat, viewer: Seat) -> int:
    """The zones of those units of a side that the other sees face up (FB 3.6.q1)."""
    if not d.has(FOG):
        return zones(d, side)
    known = ("seen zones", side)
    found = d.cache.get(known)
    if found is None:
        seen = [unit for unit in RANGES[side] if d.where[unit] < SIZE and is_seen(d, unit, viewer)]
        found = d.cache[known] = _covered(d, seen)
    return found


def bare_zones(d: Draft, side: Seat) -> int:
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


def uncontested(d: Draft, side: Seat) -> int:
    """FB 3.2.uncontested: in a zone of this side, with no enemy unit in it and in no enemy zone."""
    foe = OTHER[side]
    return zones(d, side) & ~d.occupied(foe) & ~zones(d, foe)
