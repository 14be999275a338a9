"""7. Movement: what a unit may enter, what it costs, and how far it gets."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from berlin.boards.travel import End, paces
from berlin.games.race.board.ground import AROUND, FRONT, FRONT_ZONES, NEAR, VP
from berlin.games.race.board.units import CAMP, FORMATION_OF, GERMANS_FROM, NAMES, PAIRS, PARTNER
from berlin.games.race.board.zones import BERLIN, CORNERS, DISTANCE, NEIGHBOURS, N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.costs import NETS, german_net
from berlin.games.race.rules.movement.reachability import WESTWARD, Ways, german_crossing, ways_of
from berlin.games.race.rules.positions import any_soviets_in, is_guest, zone_table
from berlin.games.race.rules.stacking import german_room, soviet_stop
from berlin.games.race.state.state import (
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
    put,
)
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal

NOT_ADJACENT = Refusal("RFB 7.1.1", "no adjacent zones lead there")
CORNER = Refusal("RFB 7.1.4", "the zones meet at a corner only: units do not move diagonally")
NEXUS = Refusal("RFB 7.4.4", "only Germans pass from one Berlin zone to another through the nexus")
TOO_FAR = Refusal("RFB 7.1.1", "it has not the movement points to get there")
ONE_ZONE = Refusal("RFB 3.1.3b", "a unit out of supply moves one zone at most")
END_ONE_ZONE = Refusal("RFB 5.1a", "the move at the end of the turn is one zone at most")
STAYS = Refusal("RFB 7.1.1", "it stands there already")
GO_HOME = Refusal("RFB 7.3.2b", "it must return to its own front")
REJOIN = Refusal("RFB 7.3.1c", "it must come next to the other counter of its army")
BERLIN_STOPS = Refusal("RFB 7.4.6", "a Soviet unit must stop in a Berlin zone that Soviets do not control")
GERMAN_STOPS = Refusal("RFB 7.4.3", "a German must stop in a Berlin zone that Soviets contest or control")
OTHER_ROUTE = Refusal("RFB 7.3.4a", "no such route passes exactly those victory zones")

PLENTY = 40


def stop_refusal(p: Position, unit: Unit, zone: Place) -> Refusal | None:
    """Why a unit may not end its move in a zone that it may enter."""
    return german_room(p, zone) if unit >= GERMANS_FROM else soviet_stop(p, CAMP[unit], zone)


def destinations(p: Position, unit: Unit, ways: Ways) -> list[End]:
    """Every (zone, mask of victory zones passed) where a unit may end its move, in order."""
    reached = ways.reach(unit)
    if unit >= GERMANS_FROM:
        return ways.with_room(reached)
    # The mark lasts for the impulse: it is gone when the moves at the end of the turn come.
    breach = p.marks[unit] & BREACH
    if FRONT[p.where[unit]] == OTHER[CAMP[unit]]:
        ends = nearest(ways.with_room(reached), way_home(p, unit, ways), p.where[unit])
        return rejoining(p, unit, ways, ends) if breach else ends
    return rejoining(p, unit, ways, reached) if breach else ways.with_room(reached)


ABROAD = tuple(zone_table(FRONT_ZONES[OTHER[camp]]) for camp in BOTH)


def nearest(ends: list[End], distance: Callable[[Place], int], here: Place) -> list[End]:
    """The ends at the least distance, none of them farther off than staying here."""
    least = min([distance(here), *(distance(zone) for zone, _ in ends)])
    return [end for end in ends if distance(end[0]) == least]


ALONE = Unit(-1)


def partner(p: Position, unit: Unit) -> Unit:
    """The other counter of a Soviet army, if it is on the map; else -1."""
    other = PARTNER[unit]
    return other if other >= 0 and p.where[other] < N else ALONE


# Bytes by place and place: are both zones, and neither the same nor adjacent?
_APART = [bytes(hops > 1 for hops in row).ljust(256, b"\0") for row in DISTANCE] + [bytes(256)] * (256 - N)


def split_armies(p: Position, camp: Seat) -> list[tuple[Unit, Unit]]:
    """7.3.1: the armies whose two counters on the map are neither together nor in adjacent zones."""
    where = p.where
    return [(one, other) for one, other in PAIRS[camp] if _APART[where[one]][where[other]]]


def in_breach(p: Position, unit: Unit) -> bool:
    """Is the army of this unit split?"""
    other = partner(p, unit)
    return other >= 0 and DISTANCE[p.where[unit]][p.where[other]] > 1


def rejoining(p: Position, unit: Unit, ways: Ways, reached: Sequence[End]) -> list[End]:
    """7.3.1c: the ends that bring an army together again, or as near as can be, among those with room."""
    other = partner(p, unit)
    if other < 0:
        return ways.with_room(reached)
    close_by = AROUND[p.where[other]]
    # Where both counters move, it is enough that the second can still come up to the first.
    if p.marks[other] & (MODE | ACTED) == MOVE:
        for zone, _ in ways.stops(other):
            close_by |= AROUND[zone]
    close = ways.with_room([end for end in reached if close_by >> end[0] & 1])
    return close or nearest(ways.with_room(reached), DISTANCE[p.where[other]].__getitem__, p.where[unit])


def way_home(p: Position, unit: Unit, ways: Ways) -> Callable[[int], int]:
    """How far each zone is from the open zones of a Soviet unit's own front."""
    _, closed = ways.ground(unit)
    return paces(NEAR, FRONT_ZONES[CAMP[unit]] & ~closed, closed).__getitem__


def must_leave(p: Position, unit: Unit) -> Refusal | None:
    """The rule that obliges a Soviet unit to be activated and to leave where it stands, if one does."""
    zone, camp = p.where[unit], CAMP[unit]
    if p.control[zone] == AMERICAN:
        return Refusal("RFB 2.2.8b", f"{NAMES[unit]} must leave the American zone {zone_name(zone)}")
    if FRONT[zone] == OTHER[camp]:
        return Refusal("RFB 7.3.2b", f"{NAMES[unit]} must return from {zone_name(zone)} to its own front")
    return None


def arrive(d: Draft, unit: Unit, zone: Place) -> None:
    """Put a unit into a zone, with all that its entering changes."""
    old = d.where[unit]
    d.where[unit] = zone
    if unit < GERMANS_FROM:
        d.marks[unit] &= ~GUEST
        # 9.1.5: a Berlin zone that its last Soviet leaves is paid for, unless another comes in time.
        if old in BERLIN and not any_soviets_in(d, old):
            d.vacated |= 1 << old
        if zone in BERLIN:
            d.vacated &= ~(1 << zone)
            d.holder = put(d.holder, zone, CAMP[unit] + 1)
    elif zone in BERLIN:
        # 9.2.2: Germans in Berlin live off the city.
        d.marks[unit] &= ~OOS
    claim(d, unit, zone)


def claim(d: Draft, unit: Unit, zone: Place) -> None:
    """7.3.4: the control marker of a victory zone outside Berlin comes or goes."""
    value = VP[zone]
    if not value or zone in BERLIN:
        return
    holder = d.control[zone]
    if unit < GERMANS_FROM:
        if holder != NOBODY:
            return
        camp = CAMP[unit]
        d.control = put(d.control, zone, camp + 1)
        d.score(camp, value)
    else:
        if holder in (NOBODY, AMERICAN):
            return
        camp = Seat(holder - 1)
        d.control = put(d.control, zone, NOBODY)
        d.score(camp, -value)
    if d.log is not None:
        _tell_control(d, unit, zone, camp, value)


def _tell_control(d: Draft, unit: Unit, zone: Place, camp: Seat, value: int) -> None:
    name = SEATS[camp].capitalize()
    if unit < GERMANS_FROM:
        text = f"{name} takes {zone_name(zone)}: +{value} VP"
        d.say("control", text, "RFB 7.3.4a", data=(zone, camp + 1))
    else:
        text = f"Germans retake {zone_name(zone)}: {name} loses {value} VP"
        d.say("control", text, "RFB 7.3.4c", data=(zone, NOBODY))


def carry_out(d: Draft, unit: Unit, zone: Place, via: tuple[Place, ...], *rules: str) -> None:
    """A unit moves, taking or losing the victory zones it passes."""
    if d.log is not None:
        passing = f" through {', '.join(zone_name(v) for v in via)}" if via else ""
        d.say(
            "move",
            f"{NAMES[unit]} moves from {zone_name(d.where[unit])}{passing} to {zone_name(zone)}",
            *rules,
            data=(unit, *via, zone),
        )
    for passed in via:
        claim(d, unit, passed)
    arrive(d, unit, zone)


def can_better(p: Position, unit: Unit, ways: Ways, ends: Sequence[End]) -> bool:
    """Does one of these moves bring a unit which ought to leave or rejoin nearer to where it should be?"""
    here = p.where[unit]
    if p.control[here] == AMERICAN or is_guest(p, unit):
        return bool(ends)
    if FRONT[here] == OTHER[CAMP[unit]]:
        distance = way_home(p, unit, ways)
    else:
        distance = DISTANCE[p.where[partner(p, unit)]].__getitem__
    least = distance(here)
    return any(distance(zone) < least for zone, _ in ends)


def why_not_move(p: Position, unit: Unit, zone: Place) -> Refusal:
    """Why a unit that may move now can't make a move to this zone."""
    ways = ways_of(p, unit)
    start = p.where[unit]
    if zone == start:
        return STAYS
    closed = ways.why_closed(unit, zone)
    if closed is not None:
        return closed
    if ways.reaches(unit, zone):
        full = ways.full(zone)
        if full is not None:
            return full
        if any(place == zone for place, _ in destinations(p, unit, ways)):
            return OTHER_ROUTE
        return REJOIN if p.marks[unit] & BREACH else GO_HOME
    if zone in NEIGHBOURS[start]:
        return german_crossing(p, start, zone) or GO_HOME
    if zone in CORNERS[start] and not ways.budget(unit):
        return CORNER
    return _out_of_reach(p, unit, zone, ways)


def guest_leaves(p: Position, unit: Unit) -> Refusal | None:
    """7.3.3: a guest need not be activated, but if it is, it goes."""
    if is_guest(p, unit):
        place = zone_name(p.where[unit])
        return Refusal("RFB 7.3.3d", f"{NAMES[unit]} must leave the other camp's zone {place}")
    return None


def _out_of_reach(p: Position, unit: Unit, zone: Place, ways: Ways) -> Refusal:
    if ways.ending:
        return END_ONE_ZONE
    if p.marks[unit] & OOS:
        return ONE_ZONE
    # What would have to be different for it to get there says what forbids it.
    if unit >= GERMANS_FROM and ways_of(p, unit, passed=True).reaches(unit, zone):
        return WESTWARD
    if ways.reaches(unit, zone, halting=False):
        return GERMAN_STOPS if unit >= GERMANS_FROM else BERLIN_STOPS
    barrier = _barrier(p, unit, zone, ways)
    if barrier is not None:
        return barrier
    if zone in BERLIN and p.where[unit] in BERLIN:
        return NEXUS
    return TOO_FAR if ways.reaches(unit, zone, budget=PLENTY) else NOT_ADJACENT


def _barrier(p: Position, unit: Unit, zone: Place, ways: Ways) -> Refusal | None:
    """What closes the way to a zone that the points alone would reach."""
    start, german = p.where[unit], unit >= GERMANS_FROM
    open_ground = german_net(0) if german else NETS[FORMATION_OF[unit] == p.rybalko]
    budget = ways.budget(unit)
    if (zone, 0) not in open_ground.ends(start, budget):
        return None
    for a, b in pairwise(open_ground.shortest(zone, start, budget, ways.watched)):
        refusal = ways.why_closed(unit, b) or (german_crossing(p, a, b) if german else None)
        if refusal is not None:
            return Refusal(refusal.rule, f"the way is barred at {zone_name(b)}: {refusal.reason}")
    return None
