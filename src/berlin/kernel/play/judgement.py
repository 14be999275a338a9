"""Judgement by marks: each answer to a question is worth something, and the best is taken."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

S = TypeVar("S")
A = TypeVar("A", bound=msgspec.Struct)
P = TypeVar("P")

# What acts of one kind are worth in a position, as answers to a kind of question. A staff looks its judges up
# by the type of the act, so that each is asked of its own kind alone.
Judge = Callable[[P, Any, Any], float]

# No answer is less likely a candidate than e to this.
LEAST = -12.0


class Judgement(ABC, Generic[S, A]):
    """What a staff does with its marks; the game's own says what each answer is worth, and why."""

    # How much better an answer must be to be e times as likely a candidate.
    temperature: ClassVar[float]

    def choose(self, state: S, rng: Random) -> A:
        """One of the best; equals are settled by lot."""
        actions = self.legal(state)
        if len(actions) == 1:
            return actions[0]
        marks = self.judge(state, actions)
        best = max(marks)
        return rng.choice([action for action, mark in zip(actions, marks, strict=True) if mark == best])

    def weigh(self, state: S, actions: Sequence[A]) -> list[float]:
        marks = self.judge(state, actions)
        best = max(marks)
        return [exp(max(LEAST, (mark - best) / self.temperature)) for mark in marks]

    @abstractmethod
    def legal(self, state: S) -> Sequence[A]:
        """The answers to choose from."""

    @abstractmethod
    def judge(self, state: S, actions: Sequence[A]) -> list[float]:
        """What each answer to the open question is worth."""

    @abstractmethod
    def reasons(self, state: S, action: A) -> tuple[str, ...]:
        """What speaks for this action, a line each; one that begins with `but` speaks against it."""
