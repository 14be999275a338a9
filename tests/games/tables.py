"""A table to test any game at: positions as TOML, acts as text, questions as plain words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import Result, Step
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.scene import Prompt, Scene
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.play.turn_game import TurnGame

S = TypeVar("S")
LONGEST = 2000


class AnyTable(Generic[S]):
    """One game in progress. `shortcuts` are the answers of who does as little as he can."""

    game: ClassVar[TurnGame[Any, Any, Any, Any, Any]]
    find_unit: ClassVar[Callable[[str], int]]
    shortcuts: ClassVar[tuple[str, ...]]

    def __init__(self, state: S, events: Sequence[Event] = ()) -> None:
        self.state = state
        self.events: list[Event] = list(events)
        self.last: list[Event] = list(events)

    @classmethod
    def begun(cls, scenario: str, seed: int = 1, options: Mapping[str, str] | None = None) -> Self:
        step = cls.game.start(scenario, key_from_seed(seed), options or {})
        return cls(step.state, step.events)

    @classmethod
    def at(cls, text: str, seed: int = 1) -> Self:
        step = cls.game.read_situation(text, key_from_seed(seed))
        return cls(step.state, step.events)

    def do(self, *texts: str, dice: Sequence[int] = ()) -> Self:
        if dice:
            self.state = self.game.with_dice(self.state, tuple(dice))
        self.last = []
        for text in texts:
            self.come_to(text)
            refusal = self.why(text)
            assert refusal is None, (
                f"{text!r} is refused: {refusal}; asked: {self.prompt}; legal: {self.legal()}"
            )
            self.take(text)
        self.events += self.last
        if dice:
            self.state = self.game.with_dice(self.state, ())
        return self

    def come_to(self, text: str) -> None:
        """Whatever is done unasked before this act has its time."""

    def take(self, text: str) -> None:
        step: Step[S] = self.game.apply(self.state, self.game.read(text))
        self.state = step.state
        self.last += step.events

    def legal(self, unit: str = "") -> list[str]:
        actions = self.game.legal(self.state, type(self).find_unit(unit) if unit else None)
        return [self.game.write(action) for action in actions]

    def can(self, text: str) -> bool:
        return self.why(text) is None

    def why(self, text: str) -> Refusal | None:
        return self.game.why_not(self.state, self.game.read(text))

    def refused(self, text: str, *rules: str) -> Refusal:
        refusal = self.why(text)
        assert refusal is not None, f"{text!r} is allowed"
        assert not rules or refusal.rule in rules, f"{text!r} is refused by {refusal}, not by {rules}"
        return refusal

    @property
    def decider(self) -> str | None:
        seats = self.game.deciders(self.state)
        return self.game.seats[seats[0]] if seats else None

    @property
    def asked(self) -> str:
        """The kind of the open question."""
        frames: tuple[Any, ...] = getattr(self.state, "frames", ())
        return str(type(frames[-1]).__struct_config__.tag) if frames else ""

    @property
    def stage(self) -> str:
        stage: int = getattr(self.state, "stage", 0)
        return self.game.course.names[stage]

    @property
    def turn(self) -> int:
        return self.game.turn(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def prompt(self) -> Prompt | None:
        return self.game.prompt(self.state)

    @property
    def texts(self) -> list[str]:
        return [event.text for event in self.last]

    def told(self, words: str) -> bool:
        """Was this said since the last call?"""
        return any(words in text for text in self.texts)

    def rolled(self, purpose: str) -> list[int]:
        """The dice of one purpose in the last call."""
        return [int(e.data[1]) for e in self.last if e.kind == "die" and e.data[0] == purpose]

    def explain(self, text: str) -> Explanation:
        return self.game.explain(self.state, self.game.read(text))

    def scene(self, seat: str) -> Scene:
        return self.game.scene(self.game.view(self.state, self.game.seat(seat)))

    def until(self, stage: str, turn: int = 0) -> Self:
        """Play the least there is to play until a stage asks something."""
        played: list[Event] = []
        for _ in range(LONGEST):
            if self.decider is None or (self.stage == stage and turn in (0, self.turn)):
                break
            options = self.legal()
            self.do(next((word for word in self.shortcuts if word in options), options[0]))
            played += self.last
        assert self.stage == stage, f"{stage} never came; now {self.stage}"
        self.last = played
        return self
