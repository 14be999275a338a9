"""7.place: where units come in, and what it costs."""

from collections.abc import Iterator

from berlin.games.noretreat.board.ground import (
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
from berlin.games.noretreat.board.tables import AXIS, RESET_TURN, SOVIET
from berlin.games.noretreat.board.units import (
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
from berlin.games.noretreat.rules.points import can_yield
from berlin.games.noretreat.rules.supply import edge, overland
from berlin.games.noretreat.rules.zones import ezoc, full
from berlin.games.noretreat.state.state import (
    ASIDE,
    BIT,
    DESTROYED,
    FRESH,
    REINFORCEMENTS,
    SHATTERED,
    SURRENDERED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.play.limits import Limit, room, unless

FIRST_REBUILD = 5
# NAB 13.0.24: from then on no German unit is turned over.
IMPROVEMENT_ENDS = 24
SS_PANZER = find_unit("SSPz")
# NAB 13.0: who arrives near which place.
NEAR = {
    **dict.fromkeys(("GrE", "GrF"), MAP.within(BUCHAREST, 4)),
    **dict.fromkeys(("Hun1", "Hun3"), MAP.within(BUDAPEST, 4)),
    "SRum": MAP.within(PLOESTI, 2),
    "Pol": MAP.within(WARSAW, 2),
}
TO_THE_BALKANS = ("GrE", "GrF")
ARRIVAL_RULES = {"gg": "NAB 13.0.GG.b", "oil": "NAB 13.0.Oil.c", "warsaw": "NAB 13.0.Warsaw"}
TRIGGERS = ("gg", "oil", "warsaw")
WAITING = (REINFORCEMENTS, SHATTERED, DESTROYED, SURRENDERED)
COMES_FROM = (*WAITING, ASIDE)


def triggered(unit: Unit) -> bool:
    """Brought by an event of Na Berlin!: it comes in that turn or never."""
    return ARRIVAL[unit] in TRIGGERS


def cost(d: Draft, unit: Unit) -> int:
    """The cards that a unit's return costs."""
    box = d.where[unit]
    if box in (DESTROYED, SURRENDERED):
        return COST[unit] or (1 if box == DESTROYED else 2)
    return 0


def coming_limits(d: Draft, unit: Unit) -> Iterator[Limit]:
    """What keeps a unit from being placed anywhere now."""
    box, name = d.where[unit], d.named(unit)
    if box == REINFORCEMENTS:
        return
    if box == ASIDE and unit == SS_PANZER:
        told = f"{name} may return from turn {RESET_TURN} on, for 1 VP"
        yield unless(d.turn < RESET_TURN or not d.kit, "NAB 13.0.23c", told)
        told = "the marker of event points stands at its end"
        yield unless(not can_yield(d, AXIS), "NAB 13.0.23c.q1", told)
        return
    if box == SHATTERED:
        yield unless(d.marks[unit] & FRESH, "NR 7.place.shattered", f"{name} was shattered in this turn")
        return
    yield unless(box not in WAITING, "NR 7.place.reinf", f"{name} does not wait to be placed")
    yield unless(not REBUILT[unit], "NR 7.place.never", f"{name} is never rebuilt")
    if SIDE[unit] == AXIS:
        told = f"no lost army of the Axis returns before turn {FIRST_REBUILD}"
        yield unless(d.turn < FIRST_REBUILD, "NR 7.place.destroyed", told)
        told = f"no lost army of the Axis returns from turn {IMPROVEMENT_ENDS} on"
        told = f"{told}: that was chosen at the start"
        yield unless(d.no_returns and d.turn >= IMPROVEMENT_ENDS, "NAB 13.0.24.q1", told)


def may_come(d: Draft, unit: Unit) -> bool:
    """Whether a unit can be placed at all now."""
    return bool(room(coming_limits(d, unit)))


def limits(d: Draft, unit: Unit) -> list[Limit]:
    """What narrows where a unit that may come may be placed."""
    side, arrives = SIDE[unit], d.where[unit] == REINFORCEMENTS
    lax = _lax(unit, arrives)
    ezoc_rule = "NR 7.place.soviet" if side == SOVIET else "NAB 7.6a" if d.extended else "NR 7.place.axis"
    found = [
        Limit(~d.closed, "NR 2.extension.safe", "that space is closed until the extension opens"),
        Limit(~d.occupied(OTHER[side]), "NR 8.enemyhex", "an enemy unit is there"),
        Limit(~ezoc(d, side) | lax, ezoc_rule, "it is in an enemy zone of control"),
    ]
    # Together the Yugoslavs may arrive, but not come back.
    if not (YUGOSLAV[unit] and arrives):
        found.insert(2, Limit(~full(d, side), "NR 8.stack", "there is no room for another unit"))
    if arrives and KIT[unit]:
        told = f"{d.named(unit)} does not arrive there"
        return [*found, Limit(_kit_spaces(d, unit), _arrival_rule(unit), told)]
    owner_rule = "NR 7.place.soviet" if side == SOVIET else "NR 7.place.axis"
    found.append(Limit(~d.owned(OTHER[side]) | lax, owner_rule, "the enemy owns it"))
    return found + _homes(d, unit, room(found))


def spaces(d: Draft, unit: Unit) -> int:
    """The spaces where a unit may be placed."""
    return room(limits(d, unit))


def _lax(unit: Unit, arrives: bool) -> int:
    """Where a unit minds neither enemy zones nor an enemy owner."""
    if YUGOSLAV[unit]:
        return BALKANS
    return BIT[WEST_BALKANS] if arrives and KEYS[unit] in TO_THE_BALKANS else 0


def _homes(d: Draft, unit: Unit, safe: int) -> list[Limit]:
    """The places from which a unit comes in, of those that are safe; none is the enemy's."""
    name = d.named(unit)
    if YUGOSLAV[unit]:
        return [Limit(BALKANS, "NR 7.place.soviet", f"{name} comes in in the Balkans")]
    if STATUS[unit] == "garrison":
        home = d.cities & USSR
        return [Limit(home, "NR 7.place.axis", f"{name} comes in at an Axis city in the USSR")]
    return _soviet_homes(d, unit, safe) if SIDE[unit] == SOVIET else _axis_homes(d, unit)


def _soviet_homes(d: Draft, unit: Unit, safe: int) -> list[Limit]:
    own, recovers = d.cities & overland(d, SOVIET), d.where[unit] == SHATTERED
    found = own & USSR | edge(d, SOVIET)
    if REGIONAL[unit] and own & safe & USSR & BIT[AT[HOME[unit]]]:
        found = BIT[AT[HOME[unit]]]
    elif d.extended:
        found |= own & ~USSR
    west = "only recovering units come back in a city outside the USSR"
    told = f"{d.named(unit)} comes in at a supplied Soviet city or a Soviet edge hex"
    return [
        Limit(-1 if recovers else ~(CITY & GG), "NAB 7.6c", west),
        Limit(found, "NR 7.place.soviet", told),
    ]


def _axis_homes(d: Draft, unit: Unit) -> list[Limit]:
    land, rim = overland(d, AXIS), edge(d, AXIS)
    told = f"{d.named(unit)} comes in at an Axis city in Greater Germany or an Axis edge hex"
    if d.extended:
        # NAB 7.6: with the extension in play nobody recovers in the USSR.
        found = CITY & GG & land | rim & GG
        return [
            Limit(found | ~(CITY & GG), "NAB 7.6a", "the city has no overland path"),
            Limit(found | ~rim, "NAB 7.6b", told),
            Limit(found, "NAB 7.6a", told),
        ]
    found = CITY & GG | rim
    if d.where[unit] == SHATTERED:
        found |= d.cities & USSR & land
    return [Limit(found, "NR 7.place.axis", told)]


def _kit_spaces(d: Draft, unit: Unit) -> int:
    """NAB 13.0: an empty, own hex with an overland path, near the place of the event."""
    if YUGOSLAV[unit]:
        return BALKANS
    side = SIDE[unit]
    # A hex that has no owner counts as one's own if no enemy and no enemy zone is in it.
    own, land = d.owned(side) | ~CONTROLLED, overland(d, side)
    empty = ~d.occupied(side) & own & land & ~AREAS
    near = NEAR.get(KEYS[unit])
    if near is None:
        return d.owned(AXIS) & CITY & GG & land
    return empty & near | BIT[WEST_BALKANS] if KEYS[unit] in TO_THE_BALKANS else empty & near


def _arrival_rule(unit: Unit) -> str:
    if YUGOSLAV[unit]:
        return "NAB 13.0.Oil.e"
    if KEYS[unit] == "SRum":
        return "NAB 13.0.Oil.d"
    if NATION[unit] == "german" and ARRIVAL[unit] == "gg":
        return "NAB 13.0.GG.a"
    return ARRIVAL_RULES.get(ARRIVAL[unit], "NR 7.place.axis")
