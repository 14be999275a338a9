"""4.2.1 and 7.2.2: the movement step, and the move of a German that was tested for going west."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, cast

from berlin.boards.hexes import bits
from berlin.boards.travel import End
from berlin.games.race.board.ground import FRONT, IN_BERLIN, INDEX, NEAR, WEST_OF
from berlin.games.race.board.tables import WEST_NEEDS
from berlin.games.race.board.units import CAMP, FORMATION_OF, GERMAN, GERMANS_FROM, KEYS, NAMES
from berlin.games.race.rules import orders
from berlin.games.race.rules.movement.moves import (
    REJOIN,
    can_better,
    carry_out,
    destinations,
    guest_leaves,
    in_breach,
    must_leave,
    why_not_move,
)
from berlin.games.race.rules.movement.reachability import Ways, restricted, ways_of
from berlin.games.race.rules.orders import approaches, obeyed, owes_move, reminder
from berlin.games.race.rules.positions import FIGHTERS, MOVERS, marked
from berlin.games.race.rules.question import ONE_ZONE, RaceQuestion, on_top, step_of
from berlin.games.race.state.actions import Action, Done, Move, WestTest
from berlin.games.race.state.state import ACTED, AMERICAN, BREACH, COMBAT, GUEST, MODE, MOVE, Draft, Position
from berlin.kernel.contract.ids import OTHER, Place, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.question import pick

NOT_MOVED = Refusal("RFB 4.1.3b", "the units in movement mode move first")
FREE_TO_GO = Refusal("RFB 7.2.2a", "it may go where it likes without a test")
NOT_A_GERMAN = Refusal("RFB 7.2.2a", "only German units are tested")

DONE = Done()

# A unit, where its move may end, and whether that has been checked for room.
Journey = tuple[Unit, Sequence[End], bool]

TESTED = Refusal("RFB 7.2.2.q1", "it has been tested for this move")


def ends_of(p: Position, unit: Unit, ways: Ways) -> Sequence[End]:
    """Where a unit's move in the open step may end, in order."""
    ends = destinations(p, unit, ways)
    return approaches(p, unit, ends, on_top(p).tested) if _ordered(p, unit) else ends


def move_to(unit: Unit, end: End) -> Move:
    zone, passed = end
    return Move(unit, zone, tuple(bits(passed))) if passed else Move(unit, zone)


def _ordered(p: Position, unit: Unit) -> bool:
    """2.3.2: does an order from Hitler bind this unit's move in the movement step?"""
    return bool(p.duty.form) and isinstance(step_of(p), Moving) and owes_move(p, unit)


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


def journey(p: Position, unit: Unit, ways: Ways) -> Journey:
    """Where a unit's move may end; or, not sure yet, all that its points reach: most of it has room."""
    if unit < GERMANS_FROM and bound(p, unit):
        return unit, ends_of(p, unit, ways), True
    return unit, ways.reach(unit), False


def west_tests(p: Position, units: list[Unit]) -> list[Action]:
    """The tests that these units of one nation and camp may take in the movement or reserve step."""
    # What the first may, all may: they differ only at the end of the turn.
    if units[0] < GERMANS_FROM or test_refusal(p, units[0]) is not None:
        return []
    return [WestTest(unit) for unit in units]


def test_refusal(p: Position, unit: Unit) -> Refusal | None:
    """Why a unit in the open step is not tested for going west."""
    if not GERMAN[unit]:
        return NOT_A_GERMAN
    if on_top(p).tested:
        return TESTED
    if not restricted(p, CAMP[unit]):
        return FREE_TO_GO
    if on_top(p).allowance == ONE_ZONE:
        here = p.where[unit]
        if not NEAR[here] & WEST_OF[INDEX[here]] & ~IN_BERLIN:
            return Refusal("RFB 5.1c", "no zone of a lower index lies next to it")
    return None


def movers(p: Position) -> list[Unit]:
    """The units that move in the movement step and have not: Trucks (event 7) move and then attack."""
    units = marked(p, MOVERS)
    if p.trucks >= 0:
        units += [unit for unit in marked(p, FIGHTERS) if FORMATION_OF[unit] == p.trucks]
    return units


def bound(p: Position, unit: Unit) -> bool:
    """7.3 and 2.2.8: may a Soviet unit be bound to leave, or to rejoin the other counter of its army?"""
    zone, marks = p.where[unit], p.marks[unit]
    return bool(marks & (BREACH | GUEST)) or FRONT[zone] == OTHER[CAMP[unit]] or p.control[zone] == AMERICAN


def owed(p: Position, unit: Unit, ways: Ways, ends: Sequence[End]) -> Refusal | None:
    """2.3.2, 2.2.8, 7.3.1, 7.3.2 and 7.3.3: why the movement step may not close while this unit stands."""
    if unit >= GERMANS_FROM:
        return orders.owed(p, p.duty.divisions) if owes_move(p, unit) else None
    duty = must_leave(p, unit) or guest_leaves(p, unit)
    if duty is None and p.marks[unit] & BREACH and in_breach(p, unit):
        duty = REJOIN
    return duty if duty is not None and can_better(p, unit, ways, ends) else None


def roll_test(d: Draft, unit: Unit) -> None:
    """7.2.2: a die says whether Hitler lets a unit go west."""
    die = d.die("west", f"{NAMES[unit]} asks leave to go west", "RFB 7.2.2a", about=KEYS[unit])
    passed = die >= WEST_NEEDS[d.turn]
    if d.log is not None:
        text = f"{NAMES[unit]} {'may' if passed else 'may not'} go west"
        d.say("order", text, "RFB 7.2.2b", data=(unit, int(passed)))
    d.frames.append(Westward(CAMP[unit], unit, passed))


def _why_not(p: Position, unit: Unit, zone: Place) -> Refusal:
    if _ordered(p, unit):
        ends = destinations(p, unit, ways_of(p, unit))
        if any(end == zone for end, _ in ends):
            return orders.owed(p, p.duty.divisions)
    return why_not_move(p, unit, zone)


class MovingStep(RaceQuestion, frozen=True, gc=False):
    """A step in which units move, each once, until the player is done."""

    acts: ClassVar[tuple[type[Action], ...]] = (Move, WestTest, Done)
    move_rule: ClassVar[str]

    def movers(self, p: Position) -> list[Unit]:
        """The units that may still move."""
        raise NotImplementedError

    def also(self, p: Position, unit: Unit) -> Sequence[Action]:
        """What a unit may do besides moving."""
        return ()

    # Not by limits alone: a flood finds all ends at once, over the ground that `Ways.limits` leave, and why a
    # zone is no end is found by asking what would have to be different (`why_not_move`).
    def answers(self, p: Position) -> list[Action]:
        actions: list[Action] = []
        units = self.movers(p)
        ways = ways_of(p, units[0])
        for unit in units:
            actions += self.also(p, unit)
            actions += [move_to(unit, end) for end in ends_of(p, unit, ways)]
            if test_refusal(p, unit) is None:
                actions.append(WestTest(unit))
        actions.append(DONE)
        return actions

    def carry_out(self, d: Draft, act: Action) -> None:
        match act:
            case Move():
                self.move(d, act)
            case WestTest(unit):
                roll_test(d, unit)
            case _:
                self.close(d)

    def move(self, d: Draft, act: Move) -> None:
        d.marks[act.unit] |= ACTED
        carry_out(d, act.unit, act.zone, act.via, self.move_rule)

    def close(self, d: Draft) -> None:
        d.frames.pop()


class Moving(MovingStep, frozen=True, gc=False):
    """4.2.1: the units in movement mode move."""

    rule = "RFB 4.2.1a"
    why = (
        "Those who were activated to move go first, so that the attacks that follow find them in place;"
        " roads are quick, rivers slow, and victory zones are taken by passing through."
    )
    move_rule = "RFB 7.1.1"

    def prompt(self, p: Position) -> str:
        return f"Movement: move the units in movement mode{reminder(p)}"

    def movers(self, p: Position) -> list[Unit]:
        return movers(p)

    def still_asks(self, d: Draft) -> bool:
        if movers(d):
            return True
        self.close(d)
        return False

    def close(self, d: Draft) -> None:
        d.frames.pop()
        # Those who moved by truck attack next.
        if d.trucks >= 0:
            for unit, marks in enumerate(d.marks):
                if marks & MODE == COMBAT:
                    d.marks[unit] = marks & ~ACTED

    def answers(self, p: Position) -> list[Action]:
        actions = super().answers(p)
        if self._not_done(p) is not None:
            actions.pop()
        return actions

    def _not_done(self, p: Position) -> Refusal | None:
        """Why the step may not be closed: the first unit that ought to move and can."""
        units = movers(p)
        ways = ways_of(p, units[0])
        for unit in units:
            if p.duty.form if unit >= GERMANS_FROM else bound(p, unit):
                duty = owed(p, unit, ways, ends_of(p, unit, ways))
                if duty is not None:
                    return duty
        return None

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection of ends that are full."""
        if p.duty.form:
            return pick(self.answers(p), rng)
        units = movers(p)
        ways = ways_of(p, units[0])
        journeys = [journey(p, unit, ways) for unit in units]
        others = west_tests(p, units)
        if not [unit for unit, ends, sure in journeys if sure and owed(p, unit, ways, ends)]:
            others.append(DONE)
        return draw_move(p, ways, journeys, others, rng)

    def move(self, d: Draft, act: Move) -> None:
        # 2.3.2: a move towards the Soviets may be what an order asks for.
        if d.duty.form and owes_move(d, act.unit):
            obeyed(d, (act.unit,))
        super().move(d, act)

    # As in every step of moves (`MovingStep.answers`); `_not_done` decides both whether it may be closed.
    def refuse(self, p: Position, act: Action) -> Refusal:
        match act:
            case Done():
                return self._not_done(p) or NOT_MOVED
            case Move(unit) | WestTest(unit) if unit not in movers(p):
                return self._not_moving(p, unit)
            case Move(unit, zone):
                return _why_not(p, unit, zone)
            case WestTest(unit):
                return test_refusal(p, unit) or TESTED
            case _:
                return NOT_MOVED

    def _not_moving(self, p: Position, unit: Unit) -> Refusal:
        moved = p.marks[unit] & MODE == MOVE
        what = "has moved in this impulse" if moved else "is not activated in movement mode"
        return Refusal("RFB 4.1.3a", f"{NAMES[unit]} {what}")


class Westward(RaceQuestion, frozen=True, gc=False):
    """7.2.2: a German unit has been tested and now moves, freely or not."""

    unit: Unit
    passed: bool

    acts = (Move, Done)
    rule = "RFB 7.2.2b"
    why = (
        "The die has said whether this division may give ground to the west; either way it moves now or"
        " stays."
    )
    tested = True

    @property
    def may_go_west(self) -> bool:
        return self.passed

    def prompt(self, p: Position) -> str:
        leave = "Leave to go west" if self.passed else "No leave to go west"
        return f"{leave}: move {NAMES[self.unit]}, or let it stay where it is"

    def answers(self, p: Position) -> list[Action]:
        ends = ends_of(p, self.unit, ways_of(p, self.unit))
        actions: list[Action] = [move_to(self.unit, end) for end in ends]
        if not (actions and _ordered(p, self.unit)):
            actions.append(DONE)
        return actions

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection of ends that are full."""
        if p.duty.form:
            return pick(self.answers(p), rng)
        ways = ways_of(p, self.unit)
        return draw_move(p, ways, [journey(p, self.unit, ways)], [DONE], rng)

    def carry_out(self, d: Draft, act: Action) -> None:
        # The duty of an order is read while the test still lies open; the unit has moved either way.
        if isinstance(act, Move):
            cast(MovingStep, d.frames[-2]).move(d, act)
        d.marks[self.unit] |= ACTED
        d.frames.pop()

    # By a flood, as in the step itself (`MovingStep.answers`).
    def refuse(self, p: Position, act: Action) -> Refusal:
        match act:
            case Move(unit, zone) if unit == self.unit:
                return _why_not(p, unit, zone)
            case Done():
                return orders.owed(p, p.duty.divisions)
            case WestTest(unit) if unit == self.unit:
                return TESTED
            case _:
                return Refusal("RFB 7.2.2.q1", f"{NAMES[self.unit]} has been tested and moves or stays now")

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        return (Move(Unit(named.get("unit", self.unit)), Place(named["zone"])),) if "zone" in named else ()
