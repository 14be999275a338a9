"""What lies on a piece: each marker of the book is one of its own."""

from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import NOWHERE, OUT, Mark, Piece, Where
from berlin.squad.board.works import PASSING, Works


@rule("OTO 7.502e", "OTO 7.502f", "OTO 6.retained")
def test_each_mark_and_each_box_is_one_of_its_own() -> None:
    assert [mark.value for mark in Mark.__members__.values()] == [1 << bit for bit in range(len(Mark))]
    assert [box.value for box in Where.__members__.values()] == list(range(len(Where)))
    assert len(Works.__members__) == len(Works)


@rule("OTO 6.retained", "OTO 7.507")
def test_a_new_piece_is_off_the_map_whole_and_in_nobody_s_hands() -> None:
    piece = Piece("g:4-6-7")
    assert piece.where is Where.RETAINED
    assert (piece.space, piece.last) == (NOWHERE, NOWHERE)
    assert (piece.group, piece.side, piece.facing, piece.holder) == (-1, -1, -1, -1)
    assert (piece.level, piece.marks, piece.spent, piece.fate) == (0, 0, 0, "")


@rule("OTO 6.eliminated", "OTO 7.510.q1")
def test_who_left_was_evacuated_or_is_lost_is_out_of_play_and_nobody_else() -> None:
    assert {box for box in Where if Piece("g:4-6-7", where=box).is_out} == OUT
    assert {box.name for box in OUT} == {"EXITED", "EVACUATED", "LOST"}


@rule("OTO 7.502a", "OTO 7.502b", "OTO 7.502c", "OTO 7.502e", "OTO 7.502h")
def test_7_502_what_does_not_outlast_a_scenario() -> None:
    passing = "SR", "FFE", "smoke", "WP", "acquired target", "sniper", "dummy", "dummy cloaking counter"
    assert {work.value for work in PASSING} == set(passing)
