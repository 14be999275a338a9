"""3.2. Zones of Control: the front hexes of units in Combat mode, but not in town, nor over water."""

from berlin.games.fortress.board.ground import BESIDE, FRONT, OVER_RIVER, ROAD_STEP, SIZE, URBAN, WATERS
from berlin.games.fortress.board.units import HQ, IS_YOUTH, LEADER, RANGES, TYPE
from berlin.games.fortress.rules.fog import is_seen
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING, FOG, HJ_FREE, Draft
from berlin.kernel.contract.ids import OTHER, Seat

# FB 3.2.terrain: by hex, what lies beside it with no water between, or with a bridge.
NEIGHBOURS = tuple(
    (0 if WATERS >> place & 1 else BESIDE[place] & ~OVER_RIVER[place] & ~WATERS) | ROAD_STEP[place]
    for place in range(SIZE)
)


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
    return front(d, unit) & NEIGHBOURS[d.where[unit]]


def zones(d: Draft, side: Seat) -> int:
    """FB 3.2.terrain, FB 9.0.effects: the hexes in the zones of a side's units; none in town or ruins."""
    own = d.own[side]
    found: int | None = own.get("zones")
    if found is None:
        found = own["zones"] = _covered(d, ready(d, side))
    return found


def ready(d: Draft, side: Seat) -> list[int]:
    """The units of a side on the map that have a zone, wherever it reaches."""
    own = d.own[side]
    found: list[int] | None = own.get("ready")
    if found is None:
        where, marks = d.where, d.marks
        fighting = [unit for unit in RANGES[side] if marks[unit] & COMBAT and where[unit] < SIZE]
        found = own["ready"] = [unit for unit in fighting if has_zone(d, unit)]
    return found


def _covered(d: Draft, units: list[int]) -> int:
    """The hexes in the zones of these units."""
    town, where = URBAN | d.strongpoints, d.where
    found = 0
    for unit in units:
        if not town >> where[unit] & 1:
            found |= reach(d, unit)
    return found & ~town


def seen_zones(d: Draft, side: Seat, viewer: Seat) -> int:
    """The zones of those units of a side that the other sees face up (FB 3.6.q1)."""
    if not d.has(FOG):
        return zones(d, side)
    known = ("seen zones", side)
    found: int | None = d.cache.get(known)
    if found is None:
        found = _covered(d, [unit for unit in ready(d, side) if is_seen(d, unit, viewer)])
        d.cache[known] = found
    return found


def bare_zones(d: Draft, side: Seat) -> int:
    """The same as if no town stood in the way, as strongpoints fear them (OTB 10.1.3f)."""
    own = d.own[side]
    found: int | None = own.get("bare zones")
    if found is None:
        found = 0
        for unit in ready(d, side):
            found |= reach(d, unit)
        own["bare zones"] = found
    return found


def uncontested(d: Draft, side: Seat) -> int:
    """FB 3.2.uncontested: in a zone of this side, with no enemy unit in it and in no enemy zone."""
    foe = OTHER[side]
    return zones(d, side) & ~d.occupied(foe) & ~zones(d, foe)
