"""The sequence of play: a table of stages, and the loop that runs it to the next open question."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from berlin.kernel.draft import Draft
from berlin.kernel.frames import Frame

D = TypeVar("D", bound=Draft[Any])

# Called with a question whose answer has just been carried out, or that was laid open: does it still ask?
Settle = Callable[[D, Any], bool]


class Stage(msgspec.Struct, Generic[D], frozen=True):
    """A step of the turn: what it does when it begins, and what when its questions are answered."""

    name: str
    title: str
    rule: str
    begin: Callable[[D], None] | None = None
    end: Callable[[D], None] | None = None


class Course(Generic[D]):
    """The stages of a turn in order, over and over until the game is over.

    `entering` and `leaving` are what a game does at every stage: before it begins, and after its end.
    """

    def __init__(
        self,
        stages: tuple[Stage[D], ...],
        settle: Mapping[type[Frame], Settle[D]],
        entering: Callable[[D], None] | None = None,
        leaving: Callable[[D], None] | None = None,
    ) -> None:
        self.stages = stages
        self.names = tuple(stage.name for stage in stages)
        self._settle = settle
        self._entering, self._leaving = entering, leaving

    def enter(self, d: D, stage: int) -> None:
        d.stage = stage
        entry = self.stages[stage]
        if d.log is not None:
            d.say("stage", f"turn {d.turn}, {entry.name} {entry.title}", entry.rule, data=(entry.name,))
        if self._entering is not None:
            self._entering(d)
        if entry.begin is not None:
            entry.begin(d)

    def run(self, d: D) -> None:
        """Go on through everything that needs no decision, to the next open question or the end."""
        frames, settle = d.frames, self._settle
        while not d.over:
            if frames:
                top = frames[-1]
                if settle[type(top)](d, top):
                    return
                continue
            end = self.stages[d.stage].end
            if end is not None:
                end(d)
            if self._leaving is not None:
                self._leaving(d)
            if not d.over and not frames:
                self.enter(d, (d.stage + 1) % len(self.stages))
