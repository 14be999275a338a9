"""4.2.1 and 5.1: the movement step, a tested German's move, and the moves at the end of the turn."""

from random import Random

from berlin.games.race import hitler
from berlin.games.race.actions import Action, Done, Move, WestTest
from berlin.games.race.board import NEIGHBOURS, N
from berlin.games.race.frames import EndMoves, Moving, Reserving, Westward
from berlin.games.race.ground import FRONT, GERMAN_STEPS, INDEX
from berlin.games.race.hitler import approaches, obeyed, owes_move
from berlin.games.race.movement import (
    REJOIN,
    Leg,
    can_better,
    carry_out,
    destinations,
    guest_leaves,
    in_breach,
    must_leave,
    restricted,
    ways_of,
    why_not_move,
)
from berlin.games.race.state import (
    ACTED,
    BREACH,
    COMBAT,
    FIGHTERS,
    MODE,
    MOVE,
    MOVERS,
    OOS,
    USED,
    Draft,
    Position,
    marked,
)
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import CAMP, FORMATION_OF, GERMAN, GERMANS, GERMANS_FROM, KEYS, SEATS, SOVIETS
from berlin.games.race.ways import CITY, Ways
from berlin.kernel.rules import Refusal

FREE_TO_GO = Refusal("RFB 7.2.2a", "it may go where it likes without a test")
NOT_A_GERMAN = Refusal("RFB 7.2.2a", "only German units are tested")

# For draws by rejection: the most zones next to a unit, and a place for its test.
END_SLOTS = max(len(steps) for steps in GERMAN_STEPS) + 1
MANY = 400

TESTED = Refusal("RFB 7.2.2.q1", "it has been tested for this move")


def moves_of(p: Position, unit: int, ways: Ways) -> list[Move]:
    """Every move of a unit in the open step, in order."""
    ends = destinations(p, unit, ways, Leg(p, unit))
    if _ordered(p, unit):
        ends = approaches(p, unit, ends, tested=isinstance(p.frames[-1], Westward))
    return [Move(unit, zone, zones_of(passed)) for zone, passed in sorted(ends)]


def _ordered(p: Position, unit: int) -> bool:
    """Does an order from Hitler bind this unit's move in the movement step?"""
    step = p.frames[-2] if isinstance(p.frames[-1], Westward) else p.frames[-1]
    return isinstance(step, Moving) and owes_move(p, unit)


def zones_of(mask: int) -> tuple[int, ...]:
    """The zones of a bit mask, in order."""
    if not mask:
        return ()
    return tuple(zone for zone in range(mask.bit_length()) if mask >> zone & 1)


def draw_move(p: Position, units: list[int], others: list[Action], rng: Random) -> Action | None:
    """A uniform draw from the moves of these units and from other answers, without listing the moves."""
    if p.duty.form:
        return None
    ways = ways_of(p, units[0])
    found = [(unit, *_reached(p, unit, ways)) for unit in units]
    slots = len(others) + sum(len(ends) for _, _, ends in found)
    for _ in range(MANY):
        slot = int(rng.random() * slots)
        for unit, sure, ends in found:
            if slot < len(ends):
                zone, passed = ends[slot]
                if sure or ways.ends(zone, passed):
                    return Move(unit, zone, zones_of(passed))
                break
            slot -= len(ends)
        else:
            return others[slot]
    return None


def _reached(p: Position, unit: int, ways: Ways) -> tuple[bool, list[tuple[int, int]]]:
    """Where a unit's move may end, or, not sure yet, all that its points reach: most may be an end."""
    leg = Leg(p, unit)
    stray = unit < GERMANS_FROM and FRONT[p.where[unit]] == 1 - CAMP[unit]
    if not leg.budget or p.marks[unit] & BREACH or stray:
        return True, destinations(p, unit, ways, leg)
    return False, ways.spread(unit, leg.budget, leg.floor).labels()


def draw_moving(p: Position, frame: Moving, rng: Random) -> Action | None:
    """A uniform legal answer in the movement step."""
    units = movers(p)
    others: list[Action] = [WestTest(unit) for unit in units if test_refusal(p, unit) is None]
    if not any(owed(p, unit) for unit in units):
        others.append(Done())
    return draw_move(p, units, others, rng)


def test_refusal(p: Position, unit: int) -> Refusal | None:
    """Why a unit in the open step is not tested for going west."""
    if not GERMAN[unit]:
        return NOT_A_GERMAN
    if isinstance(p.frames[-1], Westward):
        return TESTED
    if not restricted(p, unit):
        return FREE_TO_GO
    if isinstance(p.frames[-1], EndMoves):
        here = p.where[unit]
        if not any(zone not in CITY and INDEX[zone] < INDEX[here] for zone in NEIGHBOURS[here]):
            return Refusal("RFB 5.1c", "no zone of a lower index lies next to it")
    return None


def movers(p: Position) -> list[int]:
    """The units that move in the movement step and have not: Trucks (event 7) move and then attack."""
    units = marked(p, MOVERS)
    if p.trucks >= 0:
        units += [unit for unit in marked(p, FIGHTERS) if FORMATION_OF[unit] == p.trucks]
    return units


def owed(p: Position, unit: int) -> Refusal | None:
    """Why the movement step may not close while this unit stands."""
    if unit >= GERMANS_FROM:
        return hitler.owed(p, p.duty.divisions) if owes_move(p, unit) else None
    duty = must_leave(p, unit) or guest_leaves(p, unit)
    if duty is None and p.marks[unit] & BREACH and in_breach(p, unit):
        duty = REJOIN
    return duty if duty is not None and can_better(p, unit) else None


def settle_moving(d: Draft, frame: Moving) -> bool:
    if movers(d):
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
    for unit in units:
        actions += moves_of(p, unit, ways)
        if test_refusal(p, unit) is None:
            actions.append(WestTest(unit))
    if not any(owed(p, unit) for unit in units):
        actions.append(Done())
    return actions


def answer_moving(d: Draft, frame: Moving, action: Action) -> None:
    match action:
        case Move(unit, zone, via):
            _move(d, unit, zone, via)
        case WestTest(unit):
            roll_test(d, unit)
        case _:
            _close(d)


def _move(d: Draft, unit: int, zone: int, via: tuple[int, ...]) -> None:
    if owes_move(d, unit):
        obeyed(d, (unit,))
    d.marks[unit] |= ACTED
    carry_out(d, unit, zone, via, "RFB 7.1.1")


def roll_test(d: Draft, unit: int) -> None:
    """7.2.2: a die says whether Hitler lets a unit go west."""
    die = d.die("west", f"{KEYS[unit]} asks leave to go west", "RFB 7.2.2a", about=KEYS[unit])
    passed = die >= WEST_NEEDS[d.turn]
    d.say(
        "order",
        f"{KEYS[unit]} {'may' if passed else 'may not'} go west",
        "RFB 7.2.2b",
        data=(unit, int(passed)),
    )
    d.frames.append(Westward(CAMP[unit], unit, passed))


def refuse_moving(p: Position, frame: Moving, action: Action) -> Refusal:
    match action:
        case Done():
            return next(refusal for unit in movers(p) if (refusal := owed(p, unit)) is not None)
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
        ends = destinations(p, unit, ways_of(p, unit), Leg(p, unit))
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
    actions: list[Action] = [*moves_of(p, frame.unit, ways_of(p, frame.unit))]
    if not (actions and _ordered(p, frame.unit)):
        actions.append(Done())
    return actions


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
    first, after = (GERMANS if frame.german else SOVIETS)[frame.seat]
    where, marks = p.where, p.marks
    return [u for u in range(first, after) if where[u] < N and not marks[u] & (USED | OOS | ACTED)]


def settle_end(d: Draft, frame: EndMoves) -> bool:
    if end_movers(d, frame):
        return True
    d.frames.pop()
    return False


def options_end(p: Position, frame: EndMoves) -> list[Action]:
    actions: list[Action] = []
    ways = Ways(p, frame.seat, frame.german)
    for unit in end_movers(p, frame):
        actions += moves_of(p, unit, ways)
        if test_refusal(p, unit) is None:
            actions.append(WestTest(unit))
    actions.append(Done())
    return actions


def answer_end(d: Draft, frame: EndMoves, action: Action) -> None:
    match action:
        case Move(unit, zone):
            d.marks[unit] |= ACTED
            carry_out(d, unit, zone, (), "RFB 5.1a")
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


def draw_end(p: Position, frame: EndMoves, rng: Random) -> Action | None:
    """A uniform legal answer at the end of the turn, by rejection; None where listing is wiser."""
    units = end_movers(p, frame)
    if any(FRONT[p.where[unit]] == 1 - frame.seat for unit in units) and not frame.german:
        return None
    ways = Ways(p, frame.seat, frame.german)
    slots = len(units) * END_SLOTS + 1
    for _ in range(MANY):
        slot = int(rng.random() * slots)
        if slot == slots - 1:
            return Done()
        unit, at = units[slot // END_SLOTS], slot % END_SLOTS
        if at == END_SLOTS - 1:
            if test_refusal(p, unit) is None:
                return WestTest(unit)
            continue
        steps = ways.steps_from(unit)
        if at < len(steps):
            floor = INDEX[p.where[unit]] if restricted(p, unit) else 0
            zone = steps[at][0]
            if zone not in CITY and ways.stays(unit, zone, floor):
                return Move(unit, zone)
    return None
