"""Limits: what is legal is what all of them leave, and the refusal is the first that fails."""

import pytest

from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import (
    EVERYTHING,
    NOTHING,
    Check,
    Condition,
    Limit,
    Narrowing,
    failing,
    outside,
    refusal,
    refuse,
    room,
    unless,
    within,
)

LIMITS = (Limit(0b1110, "X 1", "not the first"), Limit(0b0111, "X 2", "not the last"))


def test_what_all_limits_leave_is_legal() -> None:
    assert room(LIMITS) == 0b0110
    assert room(()) == EVERYTHING


def test_nothing_more_is_asked_once_nothing_is_left() -> None:
    def limits() -> "object":
        yield Limit(0, "X 1", "nowhere")
        raise AssertionError("asked in vain")

    assert room(limits()) == 0  # type: ignore[arg-type]


def test_the_refusal_is_the_first_that_leaves_it_out() -> None:
    assert refusal(LIMITS, 0) == Refusal("X 1", "not the first")
    assert refusal(LIMITS, 3) == Refusal("X 2", "not the last")
    assert refusal(LIMITS, 4) == Refusal("X 1", "not the first")
    assert refusal(LIMITS, 1) is None


def test_who_knows_that_one_leaves_it_out_needn_t_ask_whether() -> None:
    assert refuse(LIMITS, 3) == Refusal("X 2", "not the last")
    with pytest.raises(AssertionError, match="1 is within all limits"):
        refuse(LIMITS, 1)


def test_a_fault_leaves_nothing_and_none_leaves_everything() -> None:
    assert unless(3, "X 1", "no") == Limit(NOTHING, "X 1", "no")
    assert unless(0, "X 1", "no") == Limit(EVERYTHING, "X 1", "no")


def test_all_may_be_left_but_some_things_however_often_they_are_named() -> None:
    limit = outside([2, 0, 2], "X 1", "there")
    assert [item for item in range(5) if limit.allows(item)] == [1, 3, 4]


def test_what_limits_leave_of_some_things_is_listed_in_order() -> None:
    assert within([4, 2, 3, 1, 0], LIMITS) == [2, 1]


CONDITIONS: tuple[Condition[int], ...] = (
    Condition(lambda n: n > 1, "X 1", "too small"),
    Condition(lambda n: n % 2 == 0, "X 2", lambda n: f"{n} is odd"),
)


def test_conditions_leave_what_meets_all_of_them_in_order() -> None:
    assert within([6, 1, 3, 2, 0, 4], CONDITIONS) == [6, 2, 4]


def test_a_condition_that_fails_names_what_fails_it() -> None:
    assert failing(CONDITIONS, 1) == Refusal("X 1", "too small")
    assert failing(CONDITIONS, 3) == Refusal("X 2", "3 is odd")
    assert failing(CONDITIONS, 4) is None


def test_a_function_that_gives_the_refusal_is_a_limit_among_others() -> None:
    full = Refusal("X 3", "no room")
    limits: tuple[Narrowing[int], ...] = (*CONDITIONS, Check(lambda n: full if n > 4 else None))
    assert within(range(8), limits) == [2, 4]
    assert [refusal(limits, n) for n in (3, 4, 6)] == [Refusal("X 2", "3 is odd"), None, full]
    assert refuse(limits, 6) == full
    with pytest.raises(AssertionError, match="4 passes"):
        limits[-1].refuse(4)
