"""7.place: where units come in, and what it costs."""

from berlin.games.noretreat.ground import (
    AREAS,
    AT,
    BALKANS,
    BUCHAREST,
    BUDAPEST,
    CITY,
    CONTROLLED,
    GG,
    MAP,
    PLOESTI,
    USSR,
    WARSAW,
    WEST_BALKANS,
)
from berlin.games.noretreat.state import (
    ASIDE,
    BIT,
    DESTROYED,
    FRESH,
    REINFORCEMENTS,
    SHATTERED,
    SURRENDERED,
    Draft,
)
from berlin.games.noretreat.supply import edge, overland
from berlin.games.noretreat.tables import AXIS, RESET_TURN, SOVIET
from berlin.games.noretreat.units import (
    ARRIVAL,
    COST,
    HOME,
    KEYS,
    KIT,
    NATION,
    REBUILT,
    REGIONAL,
    SIDE,
    STATUS,
    YUGOSLAV,
    find_unit,
)
from berlin.games.noretreat.victory import can_yield
from berlin.games.noretreat.zones import ezoc, full
from berlin.kernel.rules import Refusal

FIRST_REBUILD = 5
# NAB 13.0.24: from then on no German unit is turned over.
IMPROVEMENT_ENDS = 24
SS_PANZER = find_unit("SSPz")
NEAR_BUDAPEST = MAP.within(BUDAPEST, 4)
NEAR_BUCHAREST = MAP.within(BUCHAREST, 4)
NEAR_PLOESTI = MAP.within(PLOESTI, 2)
NEAR_WARSAW = MAP.within(WARSAW, 2)
TRIGGERS = ("gg", "oil", "warsaw")
WAITING = (REINFORCEMENTS, SHATTERED, DESTROYED, SURRENDERED)


def triggered(unit: int) -> bool:
    """Brought by an event of Na Berlin!: it comes in that turn or never."""
    return ARRIVAL[unit] in TRIGGERS


def cost(d: Draft, unit: int) -> int:
    """The cards that a unit's return costs."""
    box = d.where[unit]
    if box in (DESTROYED, SURRENDERED):
        return COST[unit] or (1 if box == DESTROYED else 2)
    return 0


def may_come(d: Draft, unit: int) -> Refusal | None:
    """Why a unit can't be placed at all now."""
    box, name = d.where[unit], KEYS[unit]
    if box == REINFORCEMENTS:
        return None
    if box == ASIDE and unit == SS_PANZER:
        if d.turn < RESET_TURN or not d.kit:
            return Refusal("NAB 13.0.23c", f"{name} may return from turn {RESET_TURN} on, for 1 VP")
        if not can_yield(d, AXIS):
            return Refusal("NAB 13.0.23c.q1", "the marker of event points stands at its end")
        return None
    if box == SHATTERED:
        if d.marks[unit] & FRESH:
            return Refusal("NR 7.place.shattered", f"{name} was shattered in this turn")
        return None
    if box not in WAITING:
        return Refusal("NR 7.place.reinf", f"{name} does not wait to be placed")
    if not REBUILT[unit]:
        return Refusal("NR 7.place.never", f"{name} is never rebuilt")
    if SIDE[unit] == AXIS and d.turn < FIRST_REBUILD:
        return Refusal(
            "NR 7.place.destroyed", f"no lost army of the Axis returns before turn {FIRST_REBUILD}"
        )
    if SIDE[unit] == AXIS and d.no_returns and d.turn >= IMPROVEMENT_ENDS:
        told = f"no lost army of the Axis returns from turn {IMPROVEMENT_ENDS} on"
        return Refusal("NAB 13.0.24.q1", f"{told}: that was chosen at the start")
    return None


def spaces(d: Draft, unit: int) -> int:
    """The spaces where a unit may be placed."""
    side = SIDE[unit]
    free = ~full(d, side) & ~d.occupied(1 - side) & ~d.closed
    if YUGOSLAV[unit]:
        # Together they may arrive, but not come back.
        arrives = d.where[unit] == REINFORCEMENTS
        return BALKANS & ~d.occupied(AXIS) & ~d.closed if arrives else BALKANS & free
    safe = free & ~ezoc(d, side) & ~d.owned(1 - side)
    if KIT[unit] and d.where[unit] == REINFORCEMENTS:
        return _kit_spaces(d, unit, side, safe)
    if STATUS[unit] == "garrison":
        return d.owned(AXIS) & d.cities & USSR & safe
    land = overland(d, side)
    if side == SOVIET:
        return _soviet_spaces(d, unit, safe, land)
    found = d.owned(AXIS) & CITY & GG & safe
    if d.extended:
        found &= land
    rim = edge(d, AXIS) & GG if d.extended else edge(d, AXIS)
    found |= rim & safe
    # NAB 7.6: with the extension in play nobody recovers in the USSR.
    if d.where[unit] == SHATTERED and not d.extended:
        found |= d.owned(AXIS) & d.cities & USSR & safe & land
    return found


def _soviet_spaces(d: Draft, unit: int, safe: int, land: int) -> int:
    own = d.owned(SOVIET) & d.cities & safe & land
    if REGIONAL[unit] and own & USSR & BIT[AT[HOME[unit]]]:
        return BIT[AT[HOME[unit]]]
    found = own & USSR | edge(d, SOVIET) & safe
    if d.where[unit] == SHATTERED and d.extended:
        found |= own & ~USSR
    return found


def _kit_spaces(d: Draft, unit: int, side: int, safe: int) -> int:
    """NAB 13.0: an empty, own hex with an overland path, near the place of the event."""
    land = overland(d, side)
    # A hex that has no owner counts as one's own if no enemy and no enemy zone is in it.
    own = d.owned(side) | ~CONTROLLED
    empty = safe & ~d.occupied(side) & own & land & ~AREAS
    match KEYS[unit]:
        case "GrE" | "GrF":
            area = BIT[WEST_BALKANS] & ~full(d, AXIS) & ~d.occupied(SOVIET) & ~d.closed
            return empty & NEAR_BUCHAREST | area
        case "Hun1" | "Hun3":
            return empty & NEAR_BUDAPEST
        case "SRum":
            return empty & NEAR_PLOESTI
        case "Pol":
            return empty & NEAR_WARSAW
        case _:
            return d.owned(AXIS) & CITY & GG & safe & land


def why_not(d: Draft, unit: int, space: int) -> Refusal:
    """Why a unit that may come can't come here."""
    side, here = SIDE[unit], BIT[space]
    name = KEYS[unit]
    if here & d.closed:
        return Refusal("NR 2.extension.safe", "that space is closed until the extension opens")
    if here & d.occupied(1 - side):
        return Refusal("NR 8.enemyhex", "an enemy unit is there")
    if here & full(d, side) and not (YUGOSLAV[unit] and d.where[unit] == REINFORCEMENTS):
        return Refusal("NR 8.stack", "there is no room for another unit")
    if here & ezoc(d, side) and not YUGOSLAV[unit]:
        rule = "NR 7.place.soviet" if side == SOVIET else "NAB 7.6a" if d.extended else "NR 7.place.axis"
        return Refusal(rule, "it is in an enemy zone of control")
    if triggered(unit) and d.where[unit] == REINFORCEMENTS:
        rule = {"gg": "NAB 13.0.GG.b", "oil": "NAB 13.0.Oil.c", "warsaw": "NAB 13.0.Warsaw"}[ARRIVAL[unit]]
        if unit == find_unit("SRum"):
            rule = "NAB 13.0.Oil.d"
        elif YUGOSLAV[unit]:
            rule = "NAB 13.0.Oil.e"
        elif NATION[unit] == "german" and ARRIVAL[unit] == "gg":
            rule = "NAB 13.0.GG.a"
        return Refusal(rule, f"{name} does not arrive there")
    if here & d.owned(1 - side):
        rule = "NR 7.place.soviet" if side == SOVIET else "NR 7.place.axis"
        return Refusal(rule, "the enemy owns it")
    if side == SOVIET:
        if d.where[unit] != SHATTERED and here & CITY & GG:
            return Refusal("NAB 7.6c", "only recovering units come back in a city outside the USSR")
        return Refusal("NR 7.place.soviet", f"{name} comes in at a supplied Soviet city or a Soviet edge hex")
    if here & CITY & GG and d.owner(space) == AXIS and d.extended:
        return Refusal("NAB 7.6a", "the city has no overland path")
    rule = "NR 7.place.axis"
    if d.extended:
        rule = "NAB 7.6b" if here & edge(d, AXIS) else "NAB 7.6a"
    return Refusal(rule, f"{name} comes in at an Axis city in Greater Germany or an Axis edge hex")
