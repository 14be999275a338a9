"""7. Movement: what a unit may enter, what it costs, and how far it gets."""

from collections.abc import Callable
from itertools import pairwise

from berlin.games.race.board import CORNERS, DISTANCE, NEIGHBOURS, N
from berlin.games.race.frames import EndMoves, Reserving, Westward
from berlin.games.race.ground import FRONT, INDEX, VP
from berlin.games.race.state import (
    ACTED,
    AMERICAN,
    BREACH,
    GUEST,
    MODE,
    MOVE,
    NOBODY,
    OOS,
    Draft,
    Position,
    any_soviets_in,
    is_guest,
    zone_name,
)
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import CAMP, COUNTERS, FORMATION_OF, GERMANS_FROM, KEYS, MOVEMENT, SEATS
from berlin.games.race.ways import (
    CITY,
    WESTWARD,
    Ways,
    changes_hands,
    german_crossing,
)
from berlin.kernel.rules import Refusal

NOT_ADJACENT = Refusal("RFB 7.1.1", "no adjacent zones lead there")
CORNER = Refusal("RFB 7.1.4", "the zones meet at a corner only: units do not move diagonally")
NEXUS = Refusal("RFB 7.4.4", "only Germans pass from one Berlin zone to another through the nexus")
TOO_FAR = Refusal("RFB 7.1.1", "it has not the movement points to get there")
ONE_ZONE = Refusal("RFB 3.1.3b", "a unit out of supply moves one zone at most")
END_ONE_ZONE = Refusal("RFB 5.1a", "the move at the end of the turn is one zone at most")
END_NO_BERLIN = Refusal("RFB 5.1b", "the move at the end of the turn may not enter a Berlin zone")
STAYS = Refusal("RFB 7.1.1", "it stands there already")
GO_HOME = Refusal("RFB 7.3.2b", "it must return to its own front")
REJOIN = Refusal("RFB 7.3.1c", "it must come next to the other counter of its army")
BERLIN_STOPS = Refusal("RFB 7.4.6", "a Soviet unit must stop in a Berlin zone that Soviets do not control")
GERMAN_STOPS = Refusal("RFB 7.4.3", "a German must stop in a Berlin zone that Soviets contest or control")
OTHER_ROUTE = Refusal("RFB 7.3.4a", "no such route passes exactly those victory zones")

PLENTY = 40


def ways_of(p: Position, unit: int) -> Ways:
    return Ways(p, CAMP[unit], unit >= GERMANS_FROM)


def stop_refusal(p: Position, unit: int, zone: int) -> Refusal | None:
    """Why a unit may not end its move in a zone that it may enter."""
    return ways_of(p, unit).full(zone)


def restricted(p: Position, unit: int) -> bool:
    """7.2.2: must this unit pass a test before it may go west?"""
    return unit >= GERMANS_FROM and WEST_NEEDS[p.turn] > 1 and not p.planned >> CAMP[unit] & 1


class Leg:
    """How a unit moves in the open step: its budget, and what binds it."""

    __slots__ = ("budget", "ending", "floor")

    def __init__(self, p: Position, unit: int) -> None:
        top = p.frames[-1]
        step = p.frames[-2] if isinstance(top, Westward) else top
        passed = isinstance(top, Westward) and top.passed
        self.ending = isinstance(step, EndMoves)
        self.floor = INDEX[p.where[unit]] if restricted(p, unit) and not passed else 0
        # Half points: a reserve unit has half its allowance. Budget 0 leaves the one sure step.
        if self.ending or p.marks[unit] & OOS:
            self.budget = 0
        elif isinstance(step, Reserving):
            self.budget = MOVEMENT[unit]
        else:
            self.budget = 2 * MOVEMENT[unit]


def destinations(p: Position, unit: int, ways: Ways, leg: Leg) -> list[tuple[int, int]]:
    """Every (zone, mask of victory zones passed) where a unit may end its move, in no order."""
    ends = ways.stops(unit, leg.budget, leg.floor)
    if leg.ending:
        ends = [end for end in ends if end[0] not in CITY]
    if ways.german:
        return ends
    if FRONT[p.where[unit]] == 1 - ways.camp:
        ends = nearest(ends, way_home(unit, ways), p.where[unit])
    # The mark lasts for the impulse: it is gone when the moves at the end of the turn come.
    if p.marks[unit] & BREACH:
        ends = rejoining(p, unit, ways, ends)
    return ends


def nearest(ends: list[tuple[int, int]], distance: Callable[[int], int], here: int) -> list[tuple[int, int]]:
    """The ends at the least distance, none of them farther off than staying here."""
    least = min([distance(here), *(distance(zone) for zone, _ in ends)])
    return [end for end in ends if distance(end[0]) == least]


def partner(p: Position, unit: int) -> int:
    """The other counter of a Soviet army, if it is on the map; else -1."""
    for other in COUNTERS[FORMATION_OF[unit]]:
        if other != unit and p.where[other] < N:
            return other
    return -1


def in_breach(p: Position, unit: int) -> bool:
    """7.3.1: are the two counters of this army neither together nor in adjacent zones?"""
    other = partner(p, unit)
    return other >= 0 and DISTANCE[p.where[unit]][p.where[other]] > 1


def rejoining(p: Position, unit: int, ways: Ways, ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """7.3.1c: the ends that bring an army together again, or as near as can be."""
    other = partner(p, unit)
    if other < 0:
        return ends
    # Where both counters move, it is enough that the second can still come up to the first.
    marks = p.marks[other]
    places = {p.where[other]}
    if marks & MODE == MOVE and not marks & ACTED:
        leg = Leg(p, other)
        places |= {zone for zone, _ in ways.stops(other, leg.budget, leg.floor)}
    close = [end for end in ends if any(DISTANCE[end[0]][place] <= 1 for place in places)]
    return close or nearest(ends, DISTANCE[p.where[other]].__getitem__, p.where[unit])


def way_home(unit: int, ways: Ways) -> Callable[[int], int]:
    """How far each zone is from the open zones of a Soviet unit's own front."""
    closed = ways.closed(unit, 0)
    return ways.paces(unit, (z for z in range(N) if FRONT[z] == ways.camp and z not in closed))


def must_leave(p: Position, unit: int) -> Refusal | None:
    """The rule that obliges a Soviet unit to be activated and to leave where it stands, if one does."""
    zone, camp = p.where[unit], CAMP[unit]
    if p.control[zone] == AMERICAN:
        return Refusal("RFB 2.2.8b", f"{KEYS[unit]} must leave the American zone {zone_name(zone)}")
    if FRONT[zone] == 1 - camp:
        return Refusal("RFB 7.3.2b", f"{KEYS[unit]} must return from {zone_name(zone)} to its own front")
    return None


def arrive(d: Draft, unit: int, zone: int) -> None:
    """Put a unit into a zone, with all that its entering changes."""
    old = d.where[unit]
    d.where[unit] = zone
    if unit < GERMANS_FROM:
        d.marks[unit] &= ~GUEST
        if old in CITY and not any_soviets_in(d, old):
            d.vacated |= 1 << old
        if zone in CITY:
            d.vacated &= ~(1 << zone)
            d.holder[zone] = CAMP[unit] + 1
    elif zone in CITY:
        # 9.2.2: Germans in Berlin live off the city.
        d.marks[unit] &= ~OOS
    claim(d, unit, zone)


def claim(d: Draft, unit: int, zone: int) -> None:
    """7.3.4: the control marker of a victory zone outside Berlin comes or goes."""
    if not changes_hands(d, unit, zone):
        return
    value = VP[zone]
    if unit < GERMANS_FROM:
        camp = CAMP[unit]
        d.control[zone] = camp + 1
        d.vp[camp] += value
        d.say(
            "control",
            f"{SEATS[camp].capitalize()} takes {zone_name(zone)}: +{value} VP",
            "RFB 7.3.4a",
            data=(zone, camp + 1),
        )
    else:
        camp = d.control[zone] - 1
        d.control[zone] = NOBODY
        d.vp[camp] -= value
        d.say(
            "control",
            f"Germans retake {zone_name(zone)}: {SEATS[camp].capitalize()} loses {value} VP",
            "RFB 7.3.4c",
            data=(zone, NOBODY),
        )


def carry_out(d: Draft, unit: int, zone: int, via: tuple[int, ...], *rules: str) -> None:
    """A unit moves, taking or losing the victory zones it passes."""
    if d.log is not None:
        passing = f" through {', '.join(zone_name(v) for v in via)}" if via else ""
        d.say(
            "move",
            f"{KEYS[unit]} moves from {zone_name(d.where[unit])}{passing} to {zone_name(zone)}",
            *rules,
            data=(unit, zone),
        )
    for passed in via:
        claim(d, unit, passed)
    arrive(d, unit, zone)


def can_better(p: Position, unit: int) -> bool:
    """Is there a move that brings a unit which ought to leave or rejoin nearer to where it should be?"""
    here, ways = p.where[unit], ways_of(p, unit)
    ends = destinations(p, unit, ways, Leg(p, unit))
    if p.control[here] == AMERICAN or is_guest(p, unit):
        return bool(ends)
    if FRONT[here] == 1 - ways.camp:
        distance = way_home(unit, ways)
    else:
        distance = DISTANCE[p.where[partner(p, unit)]].__getitem__
    return any(distance(zone) < distance(here) for zone, _ in ends)


def why_not_move(p: Position, unit: int, zone: int) -> Refusal:
    """Why a unit that may move now can't make a move to this zone."""
    leg, ways = Leg(p, unit), ways_of(p, unit)
    start = p.where[unit]
    if zone == start:
        return STAYS
    closed = ways.closed(unit, leg.floor).get(zone)
    if closed is not None:
        return closed
    if leg.ending and zone in CITY:
        return END_NO_BERLIN
    if ways.spread(unit, leg.budget, leg.floor).reaches(zone):
        full = ways.full(zone)
        if full is not None:
            return full
        if any(place == zone for place, _ in destinations(p, unit, ways, leg)):
            return OTHER_ROUTE
        return REJOIN if p.marks[unit] & BREACH else GO_HOME
    if zone in NEIGHBOURS[start]:
        return german_crossing(p, start, zone) or GO_HOME
    if zone in CORNERS[start] and not leg.budget:
        return CORNER
    return _out_of_reach(p, unit, zone, leg, ways)


def guest_leaves(p: Position, unit: int) -> Refusal | None:
    """7.3.3: a guest need not be activated, but if it is, it goes."""
    if is_guest(p, unit):
        place = zone_name(p.where[unit])
        return Refusal("RFB 7.3.3d", f"{KEYS[unit]} must leave the other camp's zone {place}")
    return None


def _out_of_reach(p: Position, unit: int, zone: int, leg: Leg, ways: Ways) -> Refusal:
    if leg.ending:
        return END_ONE_ZONE
    if p.marks[unit] & OOS:
        return ONE_ZONE
    # What would have to be different for it to get there says what forbids it.
    if leg.floor and ways.spread(unit, leg.budget, 0).reaches(zone):
        return WESTWARD
    if ways.spread(unit, leg.budget, leg.floor, halting=False).reaches(zone):
        return GERMAN_STOPS if ways.german else BERLIN_STOPS
    barrier = _barrier(unit, zone, leg, ways)
    if barrier is not None:
        return barrier
    if zone in CITY and p.where[unit] in CITY and not ways.german:
        return NEXUS
    return TOO_FAR if ways.spread(unit, PLENTY, leg.floor).reaches(zone) else NOT_ADJACENT


def _barrier(unit: int, zone: int, leg: Leg, ways: Ways) -> Refusal | None:
    """What closes the way to a zone that the points alone would reach."""
    open_ground = ways.spread(unit, leg.budget, leg.floor, halting=False, closing=False)
    if not open_ground.reaches(zone):
        return None
    route = open_ground.shortest(zone)
    closed = ways.closed(unit, leg.floor)
    for a, b in pairwise(route):
        refusal = closed.get(b) or (german_crossing(ways.p, a, b) if ways.german else None)
        if refusal is not None:
            return Refusal(refusal.rule, f"the way is barred at {zone_name(b)}: {refusal.reason}")
    return None
