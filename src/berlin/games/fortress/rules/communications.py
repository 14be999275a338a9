"""6.1. Lines of Communications: from each Allied unit to the Landing Zone of its division."""

from berlin.games.fortress.board.ground import (
    AIRFIELD_OF,
    AIRFIELDS,
    CANALS,
    DRY,
    ROAD_HEXES,
    ROADWAYS,
    RUINED,
    near,
)
from berlin.games.fortress.board.units import DIVISION, DIVISIONS
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.zones import seen_zones, zones
from berlin.games.fortress.state.state import ELSEWHERE, Draft

# OTB 6.1.q5, 6.1.q6: each step off the road is one that a foot unit could make; so many at most.
STEPS = 4
_ON_FOOT = tuple(dry | canal for dry, canal in zip(DRY, CANALS, strict=True))


def has_line(d: Draft, unit: int, *, seen: bool = False) -> bool:
    """Has it a Line of Communications? `seen`: by what its own side sees of the enemy (FB 3.6.q1)."""
    return bool(served(d, DIVISIONS.index(DIVISION[unit]), seen=seen) >> d.where[unit] & 1)


def served(d: Draft, division: int, *, seen: bool) -> int:
    """The hexes from which units of a division have a line; found once for a position."""
    known = ("line", division, seen)
    found = d.cache.get(known)
    if found is None:
        found = d.cache[known] = _served(d, division, seen)
    return found


def _served(d: Draft, division: int, seen: bool) -> int:
    """The hexes from which units of a division have a line."""
    free = ~blocked(d, seen)
    place, found = d.landing[division], 0
    if place >= 0:
        field = AIRFIELD_OF[place]
        if field < 0:
            found = served_by(1 << place, free | 1 << place) if is_entry_open(d, place, seen) else 0
        elif d.entries[division] < 0 or is_held(d, field):
            found = served_by_field(place, AIRFIELDS[field], free)
    if d.has(ELSEWHERE) and d.lost_zones >> division & 1:
        for number, field in enumerate(AIRFIELDS):
            if is_held(d, number):
                found |= served_by(field & free, free)
    return found


def is_entry_open(d: Draft, place: int, seen: bool) -> bool:
    """OTB 6.1.q7: an edge hex serves while no German and no uncontested German zone is on it."""
    cover = seen_zones(d, GERMAN, ALLIED) if seen else zones(d, GERMAN)
    uncontested = cover & ~d.occupied(ALLIED) & ~zones(d, ALLIED)
    return not (d.occupied(GERMAN) | uncontested) >> place & 1


def served_by_field(marker: int, field: int, free: int) -> int:
    """OTB 6.1b, 6.1.q3: who is outside the wire needs any hex inside; who is inside, the marker itself."""
    outside = served_by(field & free, free) & ~field
    inside = start = 1 << marker & free
    for _ in range(STEPS):
        start = near(start & free, _ON_FOOT)
        inside |= start
    return outside | inside & field


def is_held(d: Draft, field: int) -> bool:
    """OTB 6.1.q4: the Allies were the last inside the wire, and no German unit is."""
    return d.airfields[field] == ALLIED and not d.occupied(GERMAN) & AIRFIELDS[field]


def blocked(d: Draft, seen: bool) -> int:
    """OTB 6.1d, 6.1e: enemies, their zones but where a friend stands, and strongpoints."""
    cover = seen_zones(d, GERMAN, ALLIED) if seen else zones(d, GERMAN)
    return d.occupied(GERMAN) | cover & ~d.occupied(ALLIED) | d.strongpoints


def served_by(goal: int, free: int) -> int:
    """The hexes with a line to a goal over `free` hexes; the hex of the unit itself is not asked."""
    roads = open_roads(goal, free)
    found = start = roads | goal
    for _ in range(STEPS):
        start = near(start & free, _ON_FOOT)
        found |= start
    return found


def open_roads(goal: int, free: int) -> int:
    """OTB 6.1b, 6.1c: the road hexes that lead to it, none of them in ruins."""
    open_road = free & ROAD_HEXES & ~RUINED
    reached = start = goal & open_road
    while start:
        start = near(start, ROADWAYS) & open_road & ~reached
        reached |= start
    return reached
