"""Lines of a situation by a table: only what is not usual is told, and what is wrong is named."""

from typing import Any

import msgspec
import pytest

from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.words import among
from berlin.kernel.play import draft
from berlin.kernel.records.entries import (
    TRUTH,
    Lists,
    Misread,
    Row,
    bits,
    by_line,
    each,
    names_in,
    number,
    numbers,
    read_lists,
    read_rows,
    word,
    words,
    write_lists,
    write_rows,
)
from berlin.kernel.records.situation import write_toml
from berlin.kernel.records.situation_reader import Reader

SIDE = among("a side", ("red", "blue"))


class State(msgspec.Struct, frozen=True):
    key: bytes = b""
    rolls: int = 0
    given: tuple[int, ...] = ()
    turn: int = 1
    stage: int = 0
    over: int = 0
    frames: tuple[Any, ...] = ()
    limit: int = 4
    halted: bool = False
    first: int = 0
    passed: tuple[int, ...] = ()
    halves: int = 0
    score: tuple[int, ...] = (0, 0)
    where: bytes = bytes(4)
    pair: tuple[int, ...] = (0, 1)


class Work(draft.Draft[State], of=State):
    __slots__ = draft.names(State)

    limit: int
    halted: bool
    first: int
    passed: tuple[int, ...]
    halves: int
    score: tuple[int, ...]
    where: bytearray
    pair: tuple[int, ...]


ROWS = (
    Row("", "limit", "limit", number(1, 9), 4, "X 1"),
    Row("flags", "halted", "halted", TRUTH, False),
    Row("flags", "first", "first", word(SIDE), 0, "X 2"),
    Row("flags", "passed", "passed", words(SIDE), ()),
    Row("flags", "halves", "halves", bits(SIDE), 0),
    Row("points", "score", "score", numbers(2), (0, 0), "X 3"),
    Row("flags", "pair", "pair", words(SIDE, 2), (0, 1)),
)


def read(text: str) -> State:
    reader = Reader(text, Work(State()))
    read_rows(reader, ROWS)
    return reader.draft.freeze()


def written(state: State) -> str:
    tables: dict[str, Any] = {}
    write_rows(tables, state, ROWS)
    return write_toml(tables)


def test_nothing_is_said_of_what_is_usual() -> None:
    assert written(State()) == ""
    assert read("") == State()


def test_what_is_not_usual_stands_in_its_table_and_reads_back() -> None:
    state = State(limit=6, halted=True, first=1, passed=(1, 0, 1), pair=(1, 1))
    text = 'limit = 6\n\n[flags]\nhalted = true\nfirst = "blue"\npassed = ["blue", "red", "blue"]\n'
    text += 'pair = ["blue", "blue"]\n'
    assert written(state) == text
    assert read(text) == state


@pytest.mark.parametrize(
    "text, line, rule, reason",
    [
        ("limit = 10\n", 1, "X 1", "limit: a number from 1 to 9 is needed, not 10"),
        ("limit = 0\n", 1, "X 1", "limit: a number from 1 to 9 is needed, not 0"),
        ('\n[flags]\nfirst = "green"\n', 3, "X 2", "first: 'green' is not a side"),
        ("[flags]\nhalted = 1\n", 2, "", "halted: true or false is needed, not 1"),
        ('[flags]\npassed = "red"\n', 2, "", "passed: a list is needed, not 'red'"),
        ('[flags]\nhalves = ["green"]\n', 2, "", "halves: 'green' is not a side"),
        ("[points]\nscore = [1]\n", 2, "X 3", "score: a list of 2 whole numbers is needed, not [1]"),
        ('[flags]\npair = ["red"]\n', 2, "", "pair: a list of 2 is needed, not of 1"),
        ("[flags]\npair = 2\n", 2, "", "pair: a list is needed, not 2"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_rule(text: str, line: int, rule: str, reason: str) -> None:
    with pytest.raises(BadText) as caught:
        read(text)
    assert (caught.value.line, caught.value.rule, caught.value.reason) == (line, rule, reason)


def test_a_set_of_bits_is_a_list_of_words() -> None:
    for halves, text in ((1, '["red"]'), (2, '["blue"]'), (3, '["red", "blue"]')):
        assert written(State(halves=halves)) == f"[flags]\nhalves = {text}\n"
        assert read(f"[flags]\nhalves = {text}\n").halves == halves
    assert read('[flags]\nhalves = ["blue", "blue"]\n').halves == 2


def test_some_lines_are_told_whatever_they_say() -> None:
    tables: dict[str, Any] = {}
    write_rows(tables, State(), (Row("points", "score", "score", numbers(2), (0, 0), always=True),))
    assert tables == {"points": {"score": [0, 0]}}
    assert read("[points]\nscore = [3, -1]\n").score == (3, -1)


PIECE = among("a piece", ("king", "rook", "pawn", "flag"))
LISTS = (
    Lists("places", "where", {"box": 1, "hand": 2, "bag": 0}, each(PIECE), mask=3, first=1, rule="X 4"),
    Lists("marks", "where", {"tired": 8}, each(PIECE), mask=8),
)


def placed(text: str) -> bytes:
    reader = Reader(text, Work(State()))
    read_lists(reader, LISTS)
    return reader.draft.freeze().where


def test_things_are_listed_under_what_they_have() -> None:
    where = bytes((1, 2, 10, 1))
    tables: dict[str, Any] = {}
    write_lists(tables, State(where=where), LISTS)
    # The king comes before the first that is listed, and nobody is told to be in the bag.
    assert tables == {"places": {"box": ["flag"], "hand": ["rook", "pawn"]}, "marks": {"tired": ["pawn"]}}
    assert placed(write_toml(tables)) == bytes((0, *where[1:]))


def test_a_list_that_is_always_told_may_be_empty() -> None:
    tables: dict[str, Any] = {}
    write_lists(tables, State(), (Lists("places", "where", {"box": 1}, each(PIECE), always=True),))
    assert tables == {"places": {"box": []}}


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ('[places]\nbox = ["rook"]\nhand = ["rook"]\n', 3, "rook stands twice in the situation"),
        ('[places]\nbox = ["queen"]\n', 2, "'queen' is not a piece"),
    ],
)
def test_what_is_wrong_in_a_list_is_named(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadText) as caught:
        placed(text)
    assert (caught.value.line, caught.value.rule, caught.value.reason) == (line, "X 4", reason)


def test_the_names_of_a_table_are_those_of_its_lines() -> None:
    assert names_in(ROWS[:3], LISTS) == {
        "": ["limit"],
        "flags": ["halted", "first"],
        "places": ["box", "hand", "bag"],
        "marks": ["tired"],
    }


def test_a_line_of_naught_may_be_told_where_that_is_allowed() -> None:
    assert by_line(("red", "blue"), least=0).read({"blue": 0}) == (0, 0)
    with pytest.raises(Misread):
        by_line(("red", "blue")).read({"blue": 0})
