"""The one reference to a piece: made, taken apart, written and read."""

import pytest

from berlin.kernel.contract.ids import BOTH, FIRST, SECOND, Seat
from berlin.squad.board.names import (
    NO_UNIT,
    SPAN,
    UNITS,
    holder_of,
    number_of,
    owner_of,
    piece_word,
    unit_of,
)
from berlin.squad.board.pieces import Mark, Piece

WORD = piece_word(("german", "russian"))


@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("number", [0, 1, 12, SPAN - 1])
def test_a_reference_says_whose_piece_it_is_and_which(side: Seat, number: int) -> None:
    unit = unit_of(side, number)
    assert (owner_of(unit), number_of(unit)) == (side, number)
    assert UNITS[side][number] == unit
    assert WORD.write(unit) == f"{'gr'[side]}{number}"
    assert WORD.read(WORD.write(unit)) == unit
    assert WORD.known(unit)


def test_no_two_pieces_have_one_reference() -> None:
    assert len({unit for units in UNITS for unit in units}) == 2 * SPAN


@pytest.mark.parametrize("text", ["x1", "g-1", "g01", f"g{SPAN}", "r1.0"])
def test_a_word_that_is_none_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        WORD.read(text)


def test_beyond_both_lists_there_is_none() -> None:
    assert not WORD.known(2 * SPAN)
    assert not WORD.known(NO_UNIT)
    with pytest.raises(IndexError):
        unit_of(FIRST, SPAN)


@pytest.mark.parametrize(
    ("owner", "marks", "whose"),
    [
        (FIRST, 0, FIRST),
        (SECOND, Mark.BROKEN, SECOND),
        (FIRST, Mark.CAPTURED, SECOND),
        (SECOND, Mark.PRISONER, FIRST),
    ],
)
def test_who_has_a_piece_is_of_its_own_side_unless_it_was_taken(owner: Seat, marks: int, whose: Seat) -> None:
    piece = Piece("g:LMG", holder=7, marks=int(marks))
    assert holder_of(unit_of(owner, 3), piece) == unit_of(whose, 7)
    assert holder_of(unit_of(owner, 3), Piece("g:LMG", marks=int(marks))) == NO_UNIT
