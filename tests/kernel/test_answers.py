"""The answers to a question are listed once for all who ask about the same state."""

from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.answers import LATEST, Answers
from berlin.kernel.play.question import Question


class Say(Act, frozen=True):
    number: int


NO = Refusal("X 1", "no")


class Ask(Question["State", Any, Say], frozen=True):
    """Which number? Counts how often it lists them."""

    acts = (Say,)
    listed: ClassVar[list[int]] = []

    def answers(self, p: "State") -> list[Say]:
        self.listed.append(p.most)
        return [Say(number) for number in range(p.most)]

    def refuse(self, p: "State", act: Say) -> Refusal:
        return NO


class Draw(Ask, frozen=True):
    """The same, with draws of its own."""

    def sample(self, p: "State", rng: Random) -> Say:
        return Say(-1)


class State(msgspec.Struct, frozen=True):
    frames: tuple[Ask, ...]
    most: int


class Numbers(Answers["State", Say, "State"]):
    """The numbers below the most, and how often they were listed."""

    def __init__(self) -> None:
        self._before = len(Ask.listed)
        super().__init__(
            lambda state: state, lambda p, act: NO, well_formed=lambda act: True, nothing=NO, over=NO
        )

    @property
    def listed(self) -> int:
        return len(Ask.listed) - self._before


def asked(most: int) -> State:
    return State((Ask(Seat(0)),), most)


def test_they_are_listed_once_and_then_known() -> None:
    answers, state = Numbers(), asked(5)
    assert len(answers.legal(state)) == 5
    assert answers.why_not(state, Say(4)) is None
    assert answers.why_not(state, Say(5)) == NO
    assert answers.sample(state, Random(1)) in answers.legal(state)
    assert answers.listed == 1


def test_a_state_that_is_equal_is_known_too() -> None:
    answers = Numbers()
    assert answers.legal(asked(3)) == answers.legal(asked(3))
    assert answers.listed == 1


def test_a_draw_is_the_same_whether_they_are_known_or_not() -> None:
    for seed in range(20):
        state, known, unknown = asked(50), Numbers(), Numbers()
        known.legal(state)
        assert known.sample(state, Random(seed)) == unknown.sample(state, Random(seed))


def test_a_question_with_draws_of_its_own_keeps_them() -> None:
    answers, state = Numbers(), State((Draw(Seat(0)),), 5)
    answers.legal(state)
    assert answers.sample(state, Random(1)) == Say(-1)


def test_a_world_that_looks_the_same_shares_them() -> None:
    answers, state, world = Numbers(), asked(5), asked(7)
    answers.legal(state)
    answers.share(state, world)
    assert answers.legal(world) == answers.legal(state)
    assert answers.listed == 1
    # This very world does: not one that is equal to it.
    assert len(answers.legal(asked(7))) == 7


def test_nothing_is_shared_that_was_not_listed() -> None:
    answers, world = Numbers(), asked(7)
    answers.share(asked(5), world)
    assert len(answers.legal(world)) == 7


@pytest.mark.parametrize("later", [LATEST - 2, LATEST])
def test_what_is_shared_is_forgotten_after_a_few_others(later: int) -> None:
    answers, state, world = Numbers(), asked(5), asked(7)
    answers.legal(state)
    answers.share(state, world)
    for most in range(later):
        answers.legal(asked(20 + most))
    assert len(answers.legal(world)) == (5 if later < LATEST else 7)
