"""Judgement by marks: each answer to a question is worth something, and the best is taken."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, ClassVar

# No answer is less likely a candidate than e to this.
LEAST = -12.0


class Judgement(ABC):
    """What a staff does with its marks; the game's own says what each answer is worth, and why."""

    # How much better an answer must be to be e times as likely a candidate.
    warmth: ClassVar[float]

    def choose(self, state: Any, rng: Random) -> Any:
        """One of the best; equals are settled by lot."""
        actions = self.legal(state)
        if len(actions) == 1:
            return actions[0]
        marks = self.judge(state, actions)
        best = max(marks)
        return rng.choice([action for action, mark in zip(actions, marks, strict=True) if mark == best])

    def weigh(self, state: Any, actions: Sequence[Any]) -> list[float]:
        marks = self.judge(state, actions)
        best = max(marks)
        return [exp(max(LEAST, (mark - best) / self.warmth)) for mark in marks]

    @abstractmethod
    def legal(self, state: Any) -> Sequence[Any]:
        """The answers to choose from."""

    @abstractmethod
    def judge(self, state: Any, actions: Sequence[Any]) -> list[float]:
        """What each answer to the open question is worth."""

    @abstractmethod
    def reasons(self, state: Any, action: Any) -> tuple[str, ...]:
        """What speaks for this action, a line each; one that begins with `but` speaks against it."""
