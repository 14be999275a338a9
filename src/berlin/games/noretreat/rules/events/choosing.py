"""Events that must be told more, and their question. Of spaces and units, one that all limits leave is
chosen, or it is told why not."""

from collections.abc import Iterable
from itertools import chain
from typing import ClassVar

from berlin.games.noretreat.board.ground import Space, spaces_of
from berlin.games.noretreat.board.names import SIDES
from berlin.games.noretreat.board.units import RANGES, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Blow, Flip, Place
from berlin.games.noretreat.rules.combat.losses import Lose
from berlin.games.noretreat.rules.conditions import must
from berlin.games.noretreat.rules.events.registry import EVENTS, Event
from berlin.games.noretreat.rules.movement import Move
from berlin.games.noretreat.rules.question import Discard, Done, NoRetreatQuestion, Pass
from berlin.games.noretreat.rules.rail import Detrain
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Card, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, Narrowing, refusal, room, within


def is_of(d: Draft, side: Seat, rule: str) -> Condition[Unit]:
    return must(d, lambda unit: SIDE[unit] == side, rule, f"is no {SIDES[side]} unit")


class Choose(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "choose", "NR 5.use.event"
    says = "Choose {unit}"


class At(Act, frozen=True, gc=False):
    space: Space
    verb, time = "at", "NR 5.use.event"
    says = "Choose {space}"


class Take(Act, frozen=True, gc=False):
    card: Card
    verb, time = "take", "NR 5.use.event"
    says = "Take {card}"


class Say(Act, frozen=True, gc=False):
    way: int
    verb, time = "say", "NR 5.use.event"
    says = "{way}"


class Picking(Event):
    """An event that must be told more: it pushes a `Pick`, pops it itself, and answers for it."""

    # Does a Pick of it show its seat the other hand?
    reveals = False

    def question(self, d: Draft, frame: "Pick") -> str:
        raise NotImplementedError

    def options(self, d: Draft, frame: "Pick") -> list[Act]:
        raise NotImplementedError

    def answer(self, d: Draft, frame: "Pick", action: Act) -> None:
        raise NotImplementedError

    # A single rule decides, the card's own; where several narrow the choice, see below.
    def refuse_answer(self, d: Draft, frame: "Pick", action: Act) -> Refusal:
        return self.no(f"{self.half.name} asks for something else: {self.question(d, frame)}")


class Asking(Picking):
    """An event that is played by asking one thing, in the same words whatever there is to choose."""

    asks: str

    def play(self, d: Draft, seat: Seat, moment: str, way: str) -> None:
        d.frames.append(Pick(seat, self.code))

    def question(self, d: Draft, frame: "Pick") -> str:
        return self.asks

    def answer(self, d: Draft, frame: "Pick", action: Act) -> None:
        d.frames.pop()
        self.chosen(d, frame, action)

    def chosen(self, d: Draft, frame: "Pick", action: Act) -> None:
        """What the answer does, once its question is off the stack."""
        raise NotImplementedError


class Pick(NoRetreatQuestion, frozen=True, gc=False):
    """A question of a card's event, told apart by `step`, with what was answered so far."""

    code: int
    step: int = 0
    data: tuple[int, ...] = ()

    acts = (Choose, At, Take, Say, Move, Place, Detrain, Blow, Done, Pass, Discard, Flip, Lose)
    why = "The event of a card leaves something to you: the card's text says what may be chosen, and by whom."

    def prompt(self, d: Draft) -> str:
        return f"{self.event.half.name}: {self.event.question(d, self)}"

    def cite(self, d: Draft) -> str:
        return self.event.rule

    @property
    def event(self) -> Picking:
        event = EVENTS[self.code]
        assert isinstance(event, Picking)
        return event

    def still_asks(self, d: Draft) -> bool:
        return True

    def answers(self, d: Draft) -> list[Act]:
        return self.event.options(d, self)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        return self.event.refuse_answer(d, self, act)

    def carry_out(self, d: Draft, act: Act) -> None:
        self.event.answer(d, self, act)


class AsksSpace(Asking):
    """Which space? `nothing` is told where there is none; "" where it may be played all the same."""

    nothing = ""

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        """What a space must be, after what was answered so far."""
        raise NotImplementedError

    def limit(self, allowed: int, reason: str) -> Limit:
        """One that the card itself draws."""
        return Limit(allowed, self.rule, reason)

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return self.no(self.nothing) if self.nothing and not room(self.limits(d, ())) else None

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [At(space) for space in spaces_of(room(self.limits(d, frame.data)))]

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        found = refusal(self.limits(d, frame.data), action.space) if isinstance(action, At) else None
        return found or super().refuse_answer(d, frame, action)


class AsksUnit(Asking):
    """Which unit? It is told by an act of this kind, and is the enemy's if the card says so."""

    enemy = False
    act: ClassVar[type[Choose | Lose | Flip]] = Choose
    nothing = ""

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        """What a unit of the side must be, after what was answered so far."""
        raise NotImplementedError

    @property
    def _side(self) -> Seat:
        return OTHER[self.half.side] if self.enemy else self.half.side

    def units(self, d: Draft, data: tuple[int, ...] = ()) -> list[Unit]:
        return within(RANGES[self._side], self.conditions(d, data))

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return self.no(self.nothing) if self.nothing and not self.units(d) else None

    def options(self, d: Draft, frame: Pick) -> list[Act]:
        return [self.act(unit) for unit in self.units(d, frame.data)]

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        limits = (is_of(d, self._side, self.rule), *self.conditions(d, frame.data))
        found = refusal(limits, action.unit) if isinstance(action, self.act) else None
        return found or super().refuse_answer(d, frame, action)


class AsksPlace(Asking):
    """Which unit comes in, and where?"""

    nothing = ""

    def unit_limits(self, d: Draft, unit: Unit) -> Iterable[Limit]:
        """What narrows where this unit of the side comes in, if at all."""
        raise NotImplementedError

    def limits(self, d: Draft) -> Iterable[Limit]:
        """What narrows it for all of them."""
        return ()

    def places(self, d: Draft) -> list[Act]:
        units = ((unit, room(self.unit_limits(d, unit))) for unit in RANGES[self.half.side])
        able = [(unit, own) for unit, own in units if own]
        board = room(self.limits(d)) if able else 0
        return [Place(unit, space) for unit, own in able for space in spaces_of(own & board)]

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if self.places(d) else self.no(self.nothing)

    def refuse_answer(self, d: Draft, frame: Pick, action: Act) -> Refusal:
        found = self._refuse_place(d, action.unit, action.space) if isinstance(action, Place) else None
        return found or super().refuse_answer(d, frame, action)

    def _refuse_place(self, d: Draft, unit: Unit, space: Space) -> Refusal | None:
        found = refusal((is_of(d, self.half.side, self.rule),), unit)
        return found or refusal(chain(self.unit_limits(d, unit), self.limits(d)), space)
