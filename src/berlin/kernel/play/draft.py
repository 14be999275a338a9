"""The working copy of a state while an action is carried out: what it rolls, and what it says.

A game's draft derives from `Draft` and holds the fields of its state under the same names, each in the form
that is quickest to change. Nobody outside the game sees a draft: what is handed out is frozen.
"""

from collections.abc import Hashable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import roll, unfit
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.play.thawing import Forms, derive

S = TypeVar("S", bound="Sequenced")


class Sequenced(Hashable, Protocol):
    """What the kernel reads of a state: its dice, where in the sequence of play it is, and what is open.

    A game puts these fields where it likes among its own, since their order is the order of its bytes.
    """

    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def key(self) -> bytes: ...
    @property
    def rolls(self) -> int: ...
    @property
    def given(self) -> tuple[int, ...]: ...
    @property
    def turn(self) -> int: ...
    @property
    def stage(self) -> int: ...
    @property
    def over(self) -> int: ...
    @property
    def frames(self) -> tuple[AnyQuestion, ...]: ...


class Draft(Generic[S]):
    """A state being worked on, with the dice it takes, and a log if anybody listens.

    `over` is 0 while the game runs. Events are made only for a log, so that playouts don't pay for them. A
    game says `class Draft(draft.Draft[State], of=State)` and notes of each field what it is in a draft: how
    it is thawed and frozen follows from that.
    """

    __slots__ = ("dice", "frames", "given", "key", "log", "over", "rolls", "sides", "stage", "turn")

    whole: ClassVar[type[msgspec.Struct]]
    """What it freezes to."""

    def __init_subclass__(cls, of: type[msgspec.Struct] | None = None, forms: Forms | None = None) -> None:
        super().__init_subclass__()
        if of is not None:
            cls.whole = of
            derive(cls, of, forms or {})

    def __init__(self, state: S, log: list[Event] | None = None) -> None:
        self.key = state.key
        self.rolls = state.rolls
        self.given = state.given
        self.turn = state.turn
        self.stage = state.stage
        self.over = state.over
        self.frames: list[AnyQuestion] = list(state.frames)
        self.dice: list[int] = []
        self.sides: list[int] = []
        self.log = log

    def prepare(self) -> None:
        """What a game's draft keeps beside the fields of its state, made when it is thawed."""

    def freeze(self) -> S:
        """The state that the draft has come to."""
        raise NotImplementedError(f"{type(self).__name__} is of no state")

    def step(self) -> Step[S]:
        """The state, what was said on the way to it, and the dice it took."""
        return Step(self.freeze(), tuple(self.log or ()), tuple(self.dice), tuple(self.sides))

    def ask_instead(self, question: AnyQuestion) -> None:
        """Put a question in the place of the one that is open."""
        self.frames[-1] = question

    def roll(self, sides: int) -> int:
        """The next roll, 1 to sides. Raises BadText for a die laid down that it can't show."""
        if self.given:
            value, self.given = self.given[0], self.given[1:]
            if not 1 <= value <= sides:
                raise unfit(value, sides)
        else:
            value = roll(self.key, self.rolls, sides)
        self.rolls += 1
        self.dice.append(value)
        self.sides.append(sides)
        return value

    def die(self, purpose: str, what: str, *rules: str, about: str = "") -> int:
        """A six-sided die, told to everybody."""
        value = self.roll(6)
        if self.log is not None:
            data = (purpose, value, about) if about else (purpose, value)
            self.log.append(Event("die", f"{what}: {value}", rules, data))
        return value

    def say(self, kind: str, text: str, *rules: str, data: tuple[int | str, ...] = ()) -> None:
        if self.log is not None:
            self.log.append(Event(kind, text, rules, data))

    def whisper(self, kind: str, seat: Seat, text: str, veil: str, *rules: str) -> None:
        """Told to one seat; the others read the veil."""
        if self.log is not None:
            self.log.append(Event(kind, text, rules, (), seat, veil))


AnyDraft = Draft[Any]


def names(state: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a type of state that a draft of it has slots of its own for."""
    return tuple(field for field in state.__struct_fields__ if field not in Draft.__slots__)
