"""The answers to a question are listed once for all who ask about the same state."""

from random import Random
from typing import Any

import msgspec
import pytest

from berlin.kernel.acts import Act
from berlin.kernel.answers import LATEST, Answers
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Ask(Frame, frozen=True):
    """Which number?"""


class Say(Act, frozen=True):
    number: int


class State(msgspec.Struct, frozen=True):
    frames: tuple[Ask, ...]
    most: int


NO = Refusal("X 1", "no")


class Numbers(Answers[Say]):
    """The numbers below the most, and how often they were listed."""

    def __init__(self, **draws: Any) -> None:
        self.listed = 0
        chapter = (self._options, lambda d, frame, act: None, lambda d, frame, act: NO)
        super().__init__(
            {Ask: chapter},
            {Ask: (Say,)},
            lambda d, act: NO,
            lambda d: None,
            well_formed=lambda act: True,
            nothing=NO,
            over=NO,
            **{"draws": {}, **draws},
        )

    def _options(self, state: State, frame: Ask) -> list[Say]:
        self.listed += 1
        return [Say(number) for number in range(state.most)]


def asked(most: int) -> State:
    return State((Ask(0),), most)


def test_they_are_listed_once_and_then_known() -> None:
    answers, state = Numbers(), asked(5)
    assert len(answers.legal(state)) == 5
    assert answers.why_not(state, Say(4)) is None
    assert answers.why_not(state, Say(5)) == NO
    assert answers.draw(state, Random(1)) in answers.legal(state)
    assert answers.listed == 1


def test_a_state_that_is_equal_is_known_too() -> None:
    answers = Numbers()
    assert answers.legal(asked(3)) == answers.legal(asked(3))
    assert answers.listed == 1


def test_a_draw_is_the_same_whether_they_are_known_or_not() -> None:
    for seed in range(20):
        state, known, unknown = asked(50), Numbers(), Numbers()
        known.legal(state)
        assert known.draw(state, Random(seed)) == unknown.draw(state, Random(seed))


def test_a_question_with_draws_of_its_own_keeps_them() -> None:
    answers, state = Numbers(draws={Ask: lambda p, frame, rng: Say(-1)}), asked(5)
    answers.legal(state)
    assert answers.draw(state, Random(1)) == Say(-1)


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
