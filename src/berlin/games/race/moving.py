"""4.2.1 and 5.1: the movement step, a tested German's move, and the moves at the end of the turn."""

from collections.abc import Sequence
from random import Random

from berlin.boards.travel import End, places
from berlin.games.race import hitler
from berlin.games.race.actions import Action, Done, Move, WestTest
from berlin.games.race.board import N
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import EndMoves, Moving, Reserving, Westward
from berlin.games.race.ground import FRONT, IN_BERLIN, INDEX, NEAR, WEST_OF
from berlin.games.race.hitler import approaches, obeyed, owes_move
from berlin.games.race.movement import (
    ABROAD,
    REJOIN,
    can_better,
    carry_out,
    destinations,
    guest_leaves,
    in_breach,
    must_leave,
    why_not_move,
)
from berlin.games.race.state import (
    ACTED,
    AMERICAN,
    BREACH,
    COMBAT,
    FIGHTERS,
    GUEST,
    MODE,
    MOVE,
    MOVERS,
    OOS,
    RESTED,
    USED,
    Draft,
    Position,
    marked,
    marked_of,
    stand_in,
)
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import CAMP, FORMATION_OF, GERMAN, GERMANS_FROM, KEYS
from berlin.games.race.ways import Ways, restricted, ways_of
from berlin.kernel.answers import pick
from berlin.kernel.rules import Refusal

FREE_TO_GO = Refusal("RFB 7.2.2a", "it may go where it likes without a test")
NOT_A_GERMAN = Refusal("RFB 7.2.2a", "only German units are tested")

DONE = Done()

# A unit, where its move may end, and whether that has been checked for room.
Journey = tuple[int, Sequence[End], bool]

# The zones next to each that lie outside Berlin.
OUTSIDE = tuple(tuple(places(near & ~IN_BERLIN)) for near in NEAR)
MOST_OUTSIDE = max(len(near) for near in OUTSIDE)

TESTED = Refusal("RFB 7.2.2.q1", "it has been tested for this move")


def ends_of(p: Position, unit: int, ways: Ways) -> Sequence[End]:
    """Where a unit's move in the open step may end, in order."""
    ends = destinations(p, unit, ways)
    if _ordered(p, unit):
        return approaches(p, unit, ends, tested=isinstance(p.frames[-1], Westward))
    return ends


def move_to(unit: int, end: End) -> Move:
    zone, passed = end
    return Move(unit, zone, tuple(places(passed))) if passed else Move(unit, zone)


def _ordered(p: Position, unit: int) -> bool:
    """2.3.2: does an order from Hitler bind this unit's move in the movement step?"""
    if not p.duty.form:
        return False
    step = p.frames[-2] if isinstance(p.frames[-1], Westward) else p.frames[-1]
    return isinstance(step, Moving) and owes_move(p, unit)


def draw_move(p: Position, ways: Ways, journeys: list[Journey], others: list[Action], rng: Random) -> Action:
    """A uniform draw from these journeys and from other answers."""
    slots = len(others)
    for _, ends, _ in journeys:
        slots += len(ends)
    while True:
        slot = int(rng.random() * slots)
        for unit, ends, sure in journeys:
            if slot < len(ends):
                if sure or ways.full(ends[slot][0]) is None:
                    return move_to(unit, ends[slot])
                break
            slot -= len(ends)
        else:
            return others[slot]


def journey(p: Position, unit: int, ways: Ways) -> Journey:
    """Where a unit's move may end; or, not sure yet, all that its points reach: most of it has room."""
    if unit < GERMANS_FROM and bound(p, unit):
        return unit, ends_of(p, unit, ways), True
    return unit, ways.reach(unit), False


def draw_moving(p: Position, frame: Moving, rng: Random) -> Action:
    """A uniform legal answer in the movement step."""
    if p.duty.form:
        return pick(options_moving(p, frame), rng)
    units = movers(p)
    ways = ways_of(p, units[0])
    journeys = [journey(p, unit, ways) for unit in units]
    others = west_tests(p, units)
    if not [unit for unit, ends, sure in journeys if sure and owed(p, unit, ways, ends)]:
        others.append(DONE)
    return draw_move(p, ways, journeys, others, rng)


def west_tests(p: Position, units: list[int]) -> list[Action]:
    """The tests that these units of one nation and camp may take in the movement or reserve step."""
    # What the first may, all may: they differ only at the end of the turn.
    if units[0] < GERMANS_FROM or test_refusal(p, units[0]) is not None:
        return []
    return [WestTest(unit) for unit in units]


def test_refusal(p: Position, unit: int) -> Refusal | None:
    """Why a unit in the open step is not tested for going west."""
    if not GERMAN[unit]:
        return NOT_A_GERMAN
    if isinstance(p.frames[-1], Westward):
        return TESTED
    if not restricted(p, CAMP[unit]):
        return FREE_TO_GO
    if isinstance(p.frames[-1], EndMoves):
        here = p.where[unit]
        if not NEAR[here] & WEST_OF[INDEX[here]] & ~IN_BERLIN:
            return Refusal("RFB 5.1c", "no zone of a lower index lies next to it")
    return None


def movers(p: Position) -> list[int]:
    """The units that move in the movement step and have not: Trucks (event 7) move and then attack."""
    units = marked(p, MOVERS)
    if p.trucks >= 0:
        units += [unit for unit in marked(p, FIGHTERS) if FORMATION_OF[unit] == p.trucks]
    return units


def bound(p: Position, unit: int) -> bool:
    """7.3 and 2.2.8: may a Soviet unit be bound to leave, or to rejoin the other counter of its army?"""
    zone, marks = p.where[unit], p.marks[unit]
    return bool(marks & (BREACH | GUEST)) or FRONT[zone] == 1 - CAMP[unit] or p.control[zone] == AMERICAN


def owed(p: Position, unit: int, ways: Ways, ends: Sequence[End]) -> Refusal | None:
    """2.3.2, 2.2.8, 7.3.1, 7.3.2 and 7.3.3: why the movement step may not close while this unit stands."""
    if unit >= GERMANS_FROM:
        return hitler.owed(p, p.duty.divisions) if owes_move(p, unit) else None
    duty = must_leave(p, unit) or guest_leaves(p, unit)
    if duty is None and p.marks[unit] & BREACH and in_breach(p, unit):
        duty = REJOIN
    return duty if duty is not None and can_better(p, unit, ways, ends) else None


def settle_moving(d: Draft, frame: Moving) -> bool:
    if 1 in d.marks.translate(MOVERS) or (d.trucks >= 0 and movers(d)):
        return True
    _close(d)
    return False


def _close(d: Draft) -> None:
    d.frames.pop()
    # Those who moved by truck attack next.
    if d.trucks >= 0:
        for unit, marks in enumerate(d.marks):
            if marks & MODE == COMBAT:
                d.marks[unit] = marks & ~ACTED


def options_moving(p: Position, frame: Moving) -> list[Action]:
    actions: list[Action] = []
    units = movers(p)
    ways = ways_of(p, units[0])
    closes = True
    for unit in units:
        ends = ends_of(p, unit, ways)
        actions += [move_to(unit, end) for end in ends]
        if test_refusal(p, unit) is None:
            actions.append(WestTest(unit))
        closes = closes and owed(p, unit, ways, ends) is None
    if closes:
        actions.append(DONE)
    return actions


def answer_moving(d: Draft, frame: Moving, action: Action) -> None:
    match action:
        case Move():
            _move(d, action.unit, action.zone, action.via)
        case WestTest(unit):
            roll_test(d, unit)
        case _:
            _close(d)


def _move(d: Draft, unit: int, zone: int, via: tuple[int, ...]) -> None:
    # 2.3.2: a move towards the Soviets may be what an order asks for.
    if d.duty.form and owes_move(d, unit):
        obeyed(d, (unit,))
    d.marks[unit] |= ACTED
    carry_out(d, unit, zone, via, "RFB 7.1.1")


def roll_test(d: Draft, unit: int) -> None:
    """7.2.2: a die says whether Hitler lets a unit go west."""
    die = d.die("west", f"{KEYS[unit]} asks leave to go west", "RFB 7.2.2a", about=KEYS[unit])
    passed = die >= WEST_NEEDS[d.turn]
    if d.log is not None:
        text = f"{KEYS[unit]} {'may' if passed else 'may not'} go west"
        d.say("order", text, "RFB 7.2.2b", data=(unit, int(passed)))
    d.frames.append(Westward(CAMP[unit], unit, passed))


def refuse_moving(p: Position, frame: Moving, action: Action) -> Refusal:
    match action:
        case Done():
            units = movers(p)
            ways = ways_of(p, units[0])
            reasons = (owed(p, unit, ways, ends_of(p, unit, ways)) for unit in units)
            return next(reason for reason in reasons if reason is not None)
        case Move(unit) | WestTest(unit) if unit not in movers(p):
            return _not_moving(p, unit)
        case Move(unit, zone):
            return _why_not(p, unit, zone)
        case WestTest(unit):
            return test_refusal(p, unit) or TESTED
        case _:
            return Refusal("RFB 4.1.3b", "the units in movement mode move first")


def _why_not(p: Position, unit: int, zone: int) -> Refusal:
    if _ordered(p, unit):
        ends = destinations(p, unit, ways_of(p, unit))
        if any(end == zone for end, _ in ends):
            return hitler.owed(p, p.duty.divisions)
    return why_not_move(p, unit, zone)


def _not_moving(p: Position, unit: int) -> Refusal:
    marks = p.marks[unit]
    if marks & MODE == MOVE:
        return Refusal("RFB 4.1.3a", f"{KEYS[unit]} has moved in this impulse")
    return Refusal("RFB 4.1.3a", f"{KEYS[unit]} is not activated in movement mode")


def settle_westward(d: Draft, frame: Westward) -> bool:
    return True


def options_westward(p: Position, frame: Westward) -> list[Action]:
    ends = ends_of(p, frame.unit, ways_of(p, frame.unit))
    actions: list[Action] = [move_to(frame.unit, end) for end in ends]
    if not (actions and _ordered(p, frame.unit)):
        actions.append(DONE)
    return actions


def draw_westward(p: Position, frame: Westward, rng: Random) -> Action:
    """A uniform legal answer of a tested German."""
    if p.duty.form:
        return pick(options_westward(p, frame), rng)
    ways = ways_of(p, frame.unit)
    return draw_move(p, ways, [journey(p, frame.unit, ways)], [DONE], rng)


def answer_westward(d: Draft, frame: Westward, action: Action) -> None:
    # The duty of an order is read while the test still lies open; the unit has moved either way.
    if isinstance(action, Move):
        if isinstance(d.frames[-2], Moving):
            _move(d, action.unit, action.zone, action.via)
        else:
            rule = "RFB 4.2.3b" if isinstance(d.frames[-2], Reserving) else "RFB 5.1a"
            carry_out(d, action.unit, action.zone, action.via, rule)
    d.marks[frame.unit] |= ACTED
    d.frames.pop()


def refuse_westward(p: Position, frame: Westward, action: Action) -> Refusal:
    match action:
        case Move(unit, zone) if unit == frame.unit:
            return _why_not(p, unit, zone)
        case Done():
            return hitler.owed(p, p.duty.divisions)
        case WestTest(unit) if unit == frame.unit:
            return TESTED
        case _:
            return Refusal("RFB 7.2.2.q1", f"{KEYS[frame.unit]} has been tested and moves or stays now")


def open_end_moves(d: Draft, camp: int, german: bool) -> None:
    """5.1: the moves of one camp and nation at the end of the turn."""
    d.frames.append(EndMoves(camp, german))


def end_move_refusal(p: Position, frame: EndMoves, unit: int) -> Refusal | None:
    """Why a unit may not move at the end of the turn."""
    if GERMAN[unit] != frame.german or CAMP[unit] != frame.seat:
        nation = "Germans" if frame.german else "Soviets"
        return Refusal("RFB 5.1d", f"now the {nation} of {SEATS[frame.seat].capitalize()} move")
    if p.where[unit] >= N:
        return Refusal("RFB 5.1a", f"{KEYS[unit]} is not on the map")
    marks = p.marks[unit]
    if marks & USED:
        return Refusal("RFB 5.1a", f"{KEYS[unit]} was activated in this turn")
    if marks & OOS:
        return Refusal("RFB 5.1a", f"{KEYS[unit]} is out of supply")
    return Refusal("RFB 5.1a", f"{KEYS[unit]} has had its move") if marks & ACTED else None


def end_movers(p: Position, frame: EndMoves) -> list[int]:
    where = p.where
    return [unit for unit in marked_of(p, RESTED, frame.seat, frame.german) if where[unit] < N]


def settle_end(d: Draft, frame: EndMoves) -> bool:
    for unit in marked_of(d, RESTED, frame.seat, frame.german):
        if d.where[unit] < N:
            return True
    d.frames.pop()
    return False


def options_end(p: Position, frame: EndMoves) -> list[Action]:
    actions: list[Action] = []
    units = end_movers(p, frame)
    ways = ways_of(p, units[0])
    for unit in units:
        actions += [move_to(unit, end) for end in ends_of(p, unit, ways)]
        if test_refusal(p, unit) is None:
            actions.append(WestTest(unit))
    actions.append(DONE)
    return actions


def answer_end(d: Draft, frame: EndMoves, action: Action) -> None:
    match action:
        case Move():
            d.marks[action.unit] |= ACTED
            carry_out(d, action.unit, action.zone, (), "RFB 5.1a")
        case WestTest(unit):
            roll_test(d, unit)
        case _:
            d.frames.pop()


def refuse_end(p: Position, frame: EndMoves, action: Action) -> Refusal:
    match action:
        case Move(unit, zone):
            return end_move_refusal(p, frame, unit) or why_not_move(p, unit, zone)
        case WestTest(unit):
            return end_move_refusal(p, frame, unit) or test_refusal(p, unit) or TESTED
        case _:
            return Refusal("RFB 5.1a", "units that were not activated may move one zone now")


def draw_end(p: Position, frame: EndMoves, rng: Random) -> Action:
    """A uniform legal answer at the end of the turn, by rejection."""
    german, seat = frame.german, frame.seat
    if not german and stand_in(p, seat, ABROAD[seat]):
        return pick(options_end(p, frame), rng)
    units = end_movers(p, frame)
    ways = ways_of(p, units[0])
    tested = german and restricted(p, seat)
    choices = MOST_OUTSIDE + tested
    slots = len(units) * choices + 1
    where = p.where
    while True:
        slot = int(rng.random() * slots)
        if slot == slots - 1:
            return DONE
        unit, at = units[slot // choices], slot % choices
        near = OUTSIDE[where[unit]]
        if at < len(near):
            if ways.stays(unit, near[at]):
                return Move(unit, near[at])
        elif at == MOST_OUTSIDE and test_refusal(p, unit) is None:
            return WestTest(unit)
