"""The stack of open questions."""

import msgspec
import pytest

from berlin.kernel.frames import Frame, deciders, top


class Retreat(Frame, frozen=True):
    unit: int


class Advance(Frame, frozen=True):
    zone: int
    done: bool = False


STACK: tuple[Retreat | Advance, ...] = (Advance(0, 12), Retreat(1, 7))


def test_the_open_question_is_the_last_one_put() -> None:
    assert top(STACK) == Retreat(1, 7)
    assert top(STACK[:-1]) == Advance(0, 12)
    assert top(()) is None


def test_who_decides_is_read_off_the_top() -> None:
    assert deciders(STACK) == (1,)
    assert deciders(STACK[:-1]) == (0,)
    assert deciders(()) == ()


def test_a_stack_round_trips_with_its_kinds_of_question() -> None:
    data = msgspec.msgpack.encode(STACK)
    assert msgspec.msgpack.decode(data, type=tuple[Retreat | Advance, ...]) == STACK


def test_questions_of_different_kinds_are_never_equal() -> None:
    questions: list[Frame] = [Advance(0, 3), Retreat(0, 3)]
    assert questions[0] != questions[1]


def test_a_question_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        STACK[0].seat = 1  # type: ignore[misc]
