"""The tree that a search grows: a node for every sequence of actions, whatever the dice say on the way."""

from collections.abc import Hashable
from math import sqrt
from typing import Generic, TypeVar

from berlin.kernel.contract.ids import Seat

A = TypeVar("A", bound=Hashable)

# How many answers are looked at after n visits: so many times its square root, the likeliest first.
WIDTH = 1.6
LEAST = 3
# How much an answer that was little tried is favoured: always, and by how far apart looks have ended.
# Before there were any, they are taken to be so far apart, as if so many had been.
CURIOSITY, DOUBT = 0.15, 1.3
APART, BEFORE = 0.1, 2
# By how much what was never tried is taken to be worth less than what was.
LESS = 0.05


class Answers(Generic[A]):
    """The legal answers to a question, the most promising first, with their shares of the promise."""

    __slots__ = ("actions", "shares")

    def __init__(self, actions: list[A], weights: list[float]) -> None:
        total = sum(weights)
        ranked = sorted(range(len(actions)), key=lambda at: -weights[at])
        self.actions = [actions[at] for at in ranked]
        self.shares = [weights[at] / total for at in ranked]


class Node(Generic[A]):
    """What became of the visits here: how many, and what they were worth to each seat in all."""

    __slots__ = ("children", "known", "squares", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.squares = [0.0] * seats
        self.children: dict[A, Node[A]] = {}
        # The searcher's own answers, if no die was rolled on the way: they are the same in every world.
        self.known: Answers[A] | None = None

    def mean(self, seat: Seat) -> float:
        return self.totals[seat] / self.visits if self.visits else 0.5

    def add(self, values: list[float]) -> None:
        self.visits += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value
            self.squares[seat] += value * value

    def spread(self, seat: Seat) -> float:
        """How far apart for a seat the looks from here have ended."""
        strayed = max(0.0, self.squares[seat] - self.totals[seat] * self.mean(seat))
        return sqrt((strayed + BEFORE * APART**2) / (self.visits + BEFORE))

    def lead(self) -> int:
        """By how many looks the answer that was looked at most is ahead of every other."""
        first = second = 0
        for child in self.children.values():
            if child.visits > first:
                first, second = child.visits, first
            elif child.visits > second:
                second = child.visits
        return first - second

    def pick(self, answers: Answers[A], seat: Seat) -> A:
        """The answer to try now: what was worth most so far, and what deserves another look."""
        children, visits = self.children, self.visits
        wide = max(LEAST, int(WIDTH * sqrt(visits + 1)))
        eager = (CURIOSITY + DOUBT * self.spread(seat)) * sqrt(visits + 1)
        hope = self.mean(seat) - LESS
        best, chosen = -1.0, answers.actions[0]
        for action, share in zip(answers.actions[:wide], answers.shares, strict=False):
            child = children.get(action)
            if child is None or not child.visits:
                value = hope + eager * share
            else:
                value = child.totals[seat] / child.visits + eager * share / (1 + child.visits)
            if value > best:
                best, chosen = value, action
        return chosen

    def child(self, action: A) -> "Node[A]":
        found = self.children.get(action)
        if found is None:
            found = self.children[action] = Node(len(self.totals))
        return found
