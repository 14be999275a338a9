"""A draft is made of a state, and becomes one again, by what both say of their fields."""

from typing import Any

import msgspec
import pytest

from berlin.kernel.play import draft
from berlin.kernel.play.thawing import Form


class State(msgspec.Struct, frozen=True):
    key: bytes
    rolls: int
    given: tuple[int, ...]
    turn: int
    stage: int
    over: int
    frames: tuple[Any, ...]
    where: bytes
    hands: tuple[int, ...]
    held: int
    ground: str


class Work(draft.Draft[State], of=State, forms={"ground": Form(str.split, " ".join)}):
    __slots__ = (*draft.names(State), "doubled")

    where: bytearray
    hands: list[int]
    held: int
    ground: list[str]

    def prepare(self) -> None:
        self.doubled = 2 * self.held


STATE = State(b"k" * 32, 3, (1, 2), 4, 5, 0, ("open",), b"\x01\x02", (7, 8), 9, "wood hill")


def test_a_draft_that_nothing_was_done_to_freezes_to_the_same_state() -> None:
    assert Work(STATE).freeze() == STATE


def test_each_field_has_the_form_that_is_quickest_to_change() -> None:
    d = Work(STATE)
    assert (d.where, d.hands, d.held, d.ground) == (bytearray(b"\x01\x02"), [7, 8], 9, ["wood", "hill"])
    assert (type(d.where), type(d.hands), type(d.frames)) == (bytearray, list, list)


def test_what_is_done_to_a_draft_leaves_the_state_as_it_was() -> None:
    d = Work(STATE)
    d.where[0], d.turn, d.held = 5, 6, 1
    d.hands.append(3)
    d.frames.pop()
    d.ground.append("mud")
    assert State(b"k" * 32, 3, (1, 2), 4, 5, 0, ("open",), b"\x01\x02", (7, 8), 9, "wood hill") == STATE
    assert d.freeze() == State(b"k" * 32, 3, (1, 2), 6, 5, 0, (), b"\x05\x02", (7, 8, 3), 1, "wood hill mud")


def test_what_a_draft_keeps_besides_is_made_when_it_is_thawed() -> None:
    assert Work(STATE).doubled == 18


def test_the_log_is_the_one_that_was_given() -> None:
    log: list[Any] = []
    assert Work(STATE, log).log is log
    assert Work(STATE).log is None


def test_a_draft_freezes_to_the_type_of_its_own_game() -> None:
    class Other(State, frozen=True):
        pass

    class OtherWork(Work):
        __slots__ = ()
        whole = Other

    assert type(OtherWork(STATE).freeze()) is Other


def test_a_draft_may_derive_from_one_that_adds_no_beginning_of_its_own() -> None:
    class Between(draft.Draft[State]):
        __slots__ = ()

    class Far(Between, of=State):
        __slots__ = draft.names(State)
        where: bytearray
        hands: list[int]
        held: int
        ground: str

    assert Far(STATE).freeze() == STATE


def test_a_field_that_is_another_thing_in_the_draft_must_say_how() -> None:
    with pytest.raises(
        TypeError, match=r"^held is <class 'int'> in the state and <class 'str'> in the draft"
    ):

        class Wrong(draft.Draft[State], of=State):
            __slots__ = draft.names(State)
            held: str
