"""The sequence of play: a table of stages, and the loop that runs it to the next open question."""

from collections.abc import Callable
from random import Random
from typing import Generic, TypeVar

import msgspec

from berlin.kernel.play.draft import AnyDraft
from berlin.kernel.play.question import AnyQuestion

D = TypeVar("D", bound=AnyDraft)
# The `over` of a game whose turns are played.
OUT_OF_TIME = 1


class Stage(msgspec.Struct, Generic[D], frozen=True):
    """A step of the turn: what it does when it begins, and what when its questions are answered.

    `asks` is the question that it begins with, where that is the same each time. A stage that has not always
    its time says in `when` whether it has; if not it is passed over.
    """

    name: str
    title: str
    rule: str
    begin: Callable[[D], None] | None = None
    end: Callable[[D], None] | None = None
    asks: AnyQuestion | None = None
    when: Callable[[D], bool] | None = None


class Course(Generic[D]):
    """The stages of a turn in order, over and over until the game is over.

    `entering` and `leaving` are what a game does at every stage: before it begins, and after its end. A game
    that only counts its turns says how many there are: it is out of time after the last.
    """

    def __init__(
        self,
        stages: tuple[Stage[D], ...],
        entering: Callable[[D], None] | None = None,
        leaving: Callable[[D], None] | None = None,
        turns: int = 0,
    ) -> None:
        self.stages, self.turns = stages, turns
        self.names = tuple(stage.name for stage in stages)
        self.questions = tuple(dict.fromkeys(type(stage.asks) for stage in stages if stage.asks is not None))
        self._entering, self._leaving = entering, leaving

    def enter(self, d: D, stage: int) -> None:
        d.stage = stage
        entry = self.stages[stage]
        if d.log is not None:
            d.say("stage", f"turn {d.turn}, {entry.title}", entry.rule, data=(entry.name,))
        if self._entering is not None:
            self._entering(d)
        if entry.begin is not None:
            entry.begin(d)
        if entry.asks is not None:
            d.frames.append(entry.asks)

    def run(self, d: D) -> None:
        """Go on through everything that needs no decision, to the next open question or the end."""
        frames = d.frames
        while not d.over:
            if frames:
                if frames[-1].still_asks(d):
                    return
                continue
            end = self.stages[d.stage].end
            if end is not None:
                end(d)
            if self._leaving is not None:
                self._leaving(d)
            if not d.over and not frames:
                self._go_on(d)

    def carry_out(self, d: D, act: msgspec.Struct) -> None:
        """A legal answer to the open question, and everything that follows from it without a decision."""
        d.frames[-1].carry_out(d, act)
        self.run(d)

    def play_at_random(self, d: D, rng: Random, limit: int) -> None:
        """Uniform answers to every question, to the end or for so many questions."""
        frames = d.frames
        for _ in range(limit):
            if not frames:
                return
            top = frames[-1]
            top.carry_out(d, top.sample(d, rng))
            self.run(d)

    def _go_on(self, d: D) -> None:
        """To the next stage that has its time, in this turn or the next."""
        following = d.stage
        while True:
            following = (following + 1) % len(self.stages)
            if not following and self.turns:
                if d.turn == self.turns:
                    d.over = OUT_OF_TIME
                    return
                d.turn += 1
            when = self.stages[following].when
            if when is None or when(d):
                break
        self.enter(d, following)
