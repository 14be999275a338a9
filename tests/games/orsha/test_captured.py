"""7.5135 and 7.5136: Captured weapons and AFVs."""

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign.refit import captured
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

TANK = "r:T-34-M43"


def taken(*pieces: Piece, dice: tuple[int, ...] = (), german: tuple[Piece, ...] = ()) -> Draft:
    """Russian pieces in German hands."""
    d = desk(german, pieces, dice=dice, turn=2)
    for number in range(len(pieces)):
        d.mark(unit_of(RUSSIAN, number), on=Mark.CAPTURED)
    return d


@rule("OTO 7.5135")
@pytest.mark.parametrize(("dr", "kept"), [(1, True), (2, True), (3, False), (6, False)])
@pytest.mark.parametrize("kind", ["r:LMG", "r:obr-39"])
def test_7_5135_a_captured_weapon_serves_on_with_a_low_dr(kind: str, dr: int, kept: bool) -> None:
    d = taken(off(kind), dice=(dr,))
    captured.begin(d)
    assert d.pieces[RUSSIAN][0].is_out != kept
    assert d.accounts[RUSSIAN].suffered == 0


@rule("OTO 7.5135")
def test_7_5135_one_that_malfunctioned_is_lost_without_a_roll() -> None:
    d = taken(
        off("r:LMG", Mark.MALFUNCTION),
        off(TANK, Mark.MALFUNCTION | Mark.BMG_MALFUNCTION | Mark.CMG_MALFUNCTION),
    )
    captured.begin(d)
    assert d.pieces[RUSSIAN][0].is_out
    assert d.pieces[RUSSIAN][1].marks == Mark.CAPTURED | Mark.DISABLED | Mark.BMG_DISABLED | Mark.CMG_DISABLED
    assert d.dice == []


@rule("OTO 7.5135")
def test_7_5135_a_captured_tanks_weapons_are_disabled_without_recall() -> None:
    d = taken(off(TANK), off(TANK), off(TANK), dice=(5, 2, 1, 1, 6, 1, 2, 1, 3))
    captured.begin(d)
    assert [piece.marks for piece in d.pieces[RUSSIAN]] == [
        Mark.CAPTURED | Mark.DISABLED,
        Mark.CAPTURED | Mark.BMG_DISABLED,
        Mark.CAPTURED | Mark.CMG_DISABLED,
    ]


@rule("OTO 7.5135")
def test_7_5135_own_weapons_and_those_disabled_before_are_not_rolled_for() -> None:
    d = taken(
        off(TANK, Mark.DISABLED | Mark.BMG_DISABLED | Mark.CMG_DISABLED),
        german=(off("g:LMG"), off("g:StuG-IIIG")),
    )
    captured.begin(d)
    assert d.dice == []


@rule("OTO 7.5136")
@pytest.mark.parametrize(
    ("marks", "kept"),
    [
        (0, True),
        (Mark.DISABLED, True),
        (Mark.BMG_DISABLED | Mark.CMG_DISABLED, True),
        (Mark.DISABLED | Mark.CMG_DISABLED, True),
        (Mark.DISABLED | Mark.BMG_MALFUNCTION | Mark.CMG_ABSENT, False),
        (Mark.DISABLED | Mark.BMG_DISABLED | Mark.CMG_DISABLED, False),
    ],
)
def test_7_5136_a_captured_afv_stays_while_any_weapon_works(marks: int, kept: bool) -> None:
    d = taken(at(TANK, "K12", marks), at("r:GAZ-MM", "K12"))
    captured.discard(d)
    assert [piece.is_out for piece in d.pieces[RUSSIAN]] == [not kept, False]
    assert d.works == ([] if kept else [Work(Works.WRECK, find_hex("K12"), of=TANK)])


@rule("OTO 7.5136")
def test_7_5136_of_one_that_was_cleared_the_wreck_lies_where_it_stood_and_its_men_get_out() -> None:
    tank = off("r:SU-76M", Mark.DISABLED, last=find_hex("K12"), holder=0)
    d = taken(tank, german=(Piece("g:2-4-7", where=Where.ABOARD),))
    captured.discard(d)
    assert d.pieces[RUSSIAN][0].is_out
    assert [work.space for work in d.works] == [find_hex("K12")]
    assert d.pieces[GERMAN][0].where is Where.RETAINED


@rule("OTO 7.5136")
def test_7_5136_a_sides_own_unarmed_afv_is_left_alone() -> None:
    d = desk((), (off(TANK, Mark.DISABLED | Mark.BMG_DISABLED | Mark.CMG_DISABLED),))
    captured.discard(d)
    assert not d.pieces[RUSSIAN][0].is_out
