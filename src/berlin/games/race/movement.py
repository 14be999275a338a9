"""7. Movement: what a unit may enter, what it costs, and how far it gets."""

from collections.abc import Callable

from berlin.boards.travel import Flood, flood
from berlin.games.race.board import DISTANCE, NEIGHBOURS, N
from berlin.games.race.frames import EndMoves, Reserving, Westward
from berlin.games.race.ground import (
    DRY_STEPS,
    EAST,
    FRONT,
    GERMAN_STEPS,
    HOME_DISTANCE,
    INDEX,
    STEPS,
    VP,
)
from berlin.games.race.stacking import german_room, soviet_stop
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
    army,
    germans_in,
    soviets_in,
    zone_name,
)
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import CAMP, COUNTERS, FORMATION_OF, GERMANS_FROM, KEYS, MOVEMENT, SEATS
from berlin.kernel.rules import Refusal

CONTROL_LEVEL = 2

AMERICAN_ZONE = Refusal("RFB 2.2.3", "the Americans hold that zone: it is closed")
BOUNDARY = Refusal("RFB 7.3.2a", "it lies across the boundary between the two fronts")
ENEMY = Refusal("RFB 4.2.1a", "enemy units hold it: a moving unit may not enter")
BERLIN_OTHER_CAMP = Refusal("RFB 7.4.5", "Soviets of the other camp are in that Berlin zone")
ODER_NEISSE = Refusal("RFB 7.2.1", "German units may not cross the Oder-Neisse")
WESTWARD = Refusal(
    "RFB 7.2.2b", "its index is lower than where the unit began, and it has not passed the test"
)
BERLIN_SHUT = Refusal(
    "RFB 7.4.1", "Soviets contest or control that Berlin zone: no German enters from outside"
)
BERLIN_HELD = Refusal("RFB 7.4.2", "Soviets contest or control its Berlin zone: it may not leave the city")
NOT_ADJACENT = Refusal("RFB 7.1.1", "no adjacent zones lead there")
CORNER = Refusal("RFB 7.1.4", "the zones do not share a border")
TOO_FAR = Refusal("RFB 7.1.1", "it has not the movement points to get there")
ONE_ZONE = Refusal("RFB 3.1.3b", "a unit out of supply moves one zone at most")
END_ONE_ZONE = Refusal("RFB 5.1a", "the move at the end of the turn is one zone at most")
END_NO_BERLIN = Refusal("RFB 5.1b", "the move at the end of the turn may not enter a Berlin zone")
STAYS = Refusal("RFB 7.1.1", "it stands there already")
GO_HOME = Refusal("RFB 7.3.2b", "it must return to its own front")
REJOIN = Refusal("RFB 7.3.1c", "it must come next to the other counter of its army")
BERLIN_STOPS = Refusal("RFB 7.4.6", "a Soviet unit must stop in a Berlin zone that Soviets do not control")
OTHER_ROUTE = Refusal("RFB 7.3.4a", "no such route passes exactly those victory zones")


def soviet_entry(p: Position, camp: int, zone: int, stray: bool) -> Refusal | None:
    """Why a Soviet unit may not move into a zone. A stray one is on its way back to its front."""
    if p.control[zone] == AMERICAN:
        return AMERICAN_ZONE
    if FRONT[zone] == 1 - camp and not stray:
        return BOUNDARY
    if zone < 6:
        return BERLIN_OTHER_CAMP if soviets_in(p, zone, 1 - camp) else None
    return ENEMY if germans_in(p, zone) else None


def german_entry(p: Position, zone: int, floor: int) -> Refusal | None:
    """Why a German unit may not move into a zone; `floor` is the least index open to it."""
    if p.control[zone] == AMERICAN:
        return AMERICAN_ZONE
    if EAST[zone]:
        return ODER_NEISSE
    if INDEX[zone] < floor:
        return WESTWARD
    return ENEMY if zone >= 6 and any_soviets_in(p, zone) else None


def soviet_held(p: Position, zone: int) -> bool:
    """Is this Berlin zone contested or controlled by Soviets?"""
    return any_soviets_in(p, zone) > 0 or p.progress[zone] >= CONTROL_LEVEL


def german_crossing(p: Position, a: int, b: int) -> Refusal | None:
    """Why a German unit may not pass from a to b where Berlin's edge lies between them."""
    if b < 6 <= a and soviet_held(p, b):
        return BERLIN_SHUT
    if a < 6 <= b and soviet_held(p, a):
        return BERLIN_HELD
    return None


def changes_hands(p: Position, unit: int, zone: int) -> bool:
    """Does a control marker come or go when this unit passes through?"""
    if zone < 6 or not VP[zone]:
        return False
    if unit < GERMANS_FROM:
        return p.control[zone] == NOBODY
    return p.control[zone] in (1, 2)


def spread(p: Position, unit: int, budget: int, floor: int) -> Flood:
    """The flood of a unit over the zones it may enter; budget in half movement points."""
    start = p.where[unit]
    if unit < GERMANS_FROM:
        camp = CAMP[unit]
        stray = FRONT[start] == 1 - camp
        progress = p.progress
        return flood(
            DRY_STEPS if FORMATION_OF[unit] == p.rybalko else STEPS,
            start,
            budget,
            lambda zone: soviet_entry(p, camp, zone, stray),
            halts=lambda zone: zone < 6 and progress[zone] < CONTROL_LEVEL,
            watched=lambda zone: changes_hands(p, unit, zone),
        )
    return flood(
        GERMAN_STEPS,
        start,
        budget,
        lambda zone: german_entry(p, zone, floor),
        crossing_barred=lambda a, b: (a < 6 or b < 6) and german_crossing(p, a, b) is not None,
        halts=lambda zone: zone < 6 and soviet_held(p, zone),
        watched=lambda zone: changes_hands(p, unit, zone),
    )


def stop_refusal(p: Position, unit: int, zone: int) -> Refusal | None:
    """Why a unit may not end its move in a zone that it may enter."""
    if unit < GERMANS_FROM:
        return soviet_stop(p, CAMP[unit], zone)
    return german_room(p, zone)


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


def stops(p: Position, unit: int, leg: Leg) -> list[tuple[int, int]]:
    """Every (zone, mask of victory zones passed) where a unit's move may end, in order."""
    fits: dict[int, bool] = {}
    ends = []
    for zone, passed in spread(p, unit, leg.budget, leg.floor).labels():
        fit = fits.get(zone)
        if fit is None:
            fit = fits[zone] = stop_refusal(p, unit, zone) is None and not (leg.ending and zone < 6)
        if fit:
            ends.append((zone, passed))
    ends.sort()
    return ends


def destinations(p: Position, unit: int, leg: Leg | None = None) -> list[tuple[int, int]]:
    """The stops that the unit's obligations leave open."""
    leg = leg or Leg(p, unit)
    ends = stops(p, unit, leg)
    if unit >= GERMANS_FROM:
        return ends
    camp = CAMP[unit]
    if FRONT[p.where[unit]] == 1 - camp:
        ends = nearest(ends, lambda zone: HOME_DISTANCE[camp][zone])
    # The mark lasts for the impulse: it is gone when the moves at the end of the turn come.
    if p.marks[unit] & BREACH:
        ends = rejoining(p, unit, ends)
    return ends


def nearest(ends: list[tuple[int, int]], distance: Callable[[int], int]) -> list[tuple[int, int]]:
    """The ends at the least distance: where a duty can't be met, as near as can be."""
    if not ends:
        return ends
    least = min(distance(zone) for zone, _ in ends)
    return [end for end in ends if distance(end[0]) == least]


def partner(p: Position, unit: int) -> int:
    """The other counter of a Soviet army, if it is on the map; else -1."""
    for other in COUNTERS[army(unit)]:
        if other != unit and p.where[other] < N:
            return other
    return -1


def in_breach(p: Position, unit: int) -> bool:
    """7.3.1: are the two counters of this army neither together nor in adjacent zones?"""
    other = partner(p, unit)
    return other >= 0 and DISTANCE[p.where[unit]][p.where[other]] > 1


def rejoining(p: Position, unit: int, ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """7.3.1c: the ends that bring an army together again, or as near as can be."""
    other = partner(p, unit)
    if other < 0:
        return ends
    # Where both counters move, it is enough that the second can still come up to the first.
    marks = p.marks[other]
    places = {p.where[other]}
    if marks & MODE == MOVE and not marks & ACTED:
        places |= {zone for zone, _ in stops(p, other, Leg(p, other))}
    close = [end for end in ends if any(DISTANCE[end[0]][place] <= 1 for place in places)]
    return close or nearest(ends, lambda zone: DISTANCE[zone][p.where[other]])


def must_leave(p: Position, unit: int) -> Refusal | None:
    """The rule that obliges a Soviet unit to move out of where it stands, if one does."""
    zone, camp = p.where[unit], CAMP[unit]
    if p.control[zone] == AMERICAN:
        return Refusal("RFB 2.2.8b", f"{KEYS[unit]} must leave the American zone {zone_name(zone)}")
    if p.marks[unit] & GUEST and soviets_in(p, zone, 1 - camp):
        return Refusal("RFB 7.3.3d", f"{KEYS[unit]} must leave the other camp's zone {zone_name(zone)}")
    if FRONT[zone] == 1 - camp:
        return Refusal("RFB 7.3.2b", f"{KEYS[unit]} must return from {zone_name(zone)} to its own front")
    return None


def arrive(d: Draft, unit: int, zone: int) -> None:
    """Put a unit into a zone, with all that its entering changes."""
    old = d.where[unit]
    d.where[unit] = zone
    if unit < GERMANS_FROM:
        d.marks[unit] &= ~GUEST
        if old < 6:
            d.left |= 1 << old
        if zone < 6:
            d.holder[zone] = CAMP[unit] + 1
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


def why_not_move(p: Position, unit: int, zone: int, via: tuple[int, ...]) -> Refusal:
    """Why a unit that may move now can't make this move."""
    leg = Leg(p, unit)
    start = p.where[unit]
    if zone == start:
        return STAYS
    entry = _entry(p, unit, zone, leg.floor)
    if entry is not None:
        return entry
    if leg.ending and zone < 6:
        return END_NO_BERLIN
    reached = spread(p, unit, leg.budget, leg.floor).labels()
    if any(place == zone for place, _ in reached):
        stop = stop_refusal(p, unit, zone)
        if stop is not None:
            return stop
        if any(place == zone for place, _ in destinations(p, unit, leg)):
            return OTHER_ROUTE
        return REJOIN if p.marks[unit] & BREACH else GO_HOME
    if zone in NEIGHBOURS[start]:
        crossing = german_crossing(p, start, zone) if unit >= GERMANS_FROM else None
        return crossing or CORNER
    return _out_of_reach(p, unit, zone, leg)


def _entry(p: Position, unit: int, zone: int, floor: int) -> Refusal | None:
    if unit < GERMANS_FROM:
        return soviet_entry(p, CAMP[unit], zone, FRONT[p.where[unit]] == 1 - CAMP[unit])
    return german_entry(p, zone, floor)


def _out_of_reach(p: Position, unit: int, zone: int, leg: Leg) -> Refusal:
    if leg.ending:
        return END_ONE_ZONE
    if p.marks[unit] & OOS:
        return ONE_ZONE
    # With points to spare it would get there: then it is the points that lack.
    far = spread(p, unit, 40, leg.floor)
    if any(place == zone for place, _ in far.labels()):
        return TOO_FAR
    if unit >= GERMANS_FROM:
        free = spread(p, unit, 40, 0)
        if any(place == zone for place, _ in free.labels()):
            return WESTWARD
        return BERLIN_SHUT if zone < 6 else NOT_ADJACENT
    return BERLIN_STOPS if any(place < 6 for place, _ in far.labels()) else NOT_ADJACENT
