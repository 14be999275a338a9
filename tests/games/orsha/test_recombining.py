"""7.5111 Half-squads Recombine."""

from collections import Counter

import pytest
from tests.campaign.desk import at, desk, isolate, off

from berlin.campaign.aftermath import recombining
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Piece, Where

GERMAN, RUSSIAN = BOTH


def recombined(*german: Piece, pockets: tuple[str, ...] = ()) -> Draft:
    d = desk(german)
    for pocket in pockets:
        isolate(d, pocket, GERMAN)
    recombining.recombine(d)
    return d


def kinds(d: Draft, side: Seat = GERMAN) -> Counter[str]:
    return Counter(piece.kind for _, piece in d.at_hand(side))


@rule("OTO 7.5111")
def test_7_5111_five_half_squads_are_two_squads_and_one_half_squad() -> None:
    d = recombined(*[off("g:2-4-7")] * 5)
    assert kinds(d) == {"g:4-6-7": 2, "g:2-4-7": 1}
    assert d.accounts[GERMAN].suffered == 0


@rule("OTO 7.5111")
def test_7_5111_half_squads_of_different_types_stay_apart_and_crews_do_too() -> None:
    pieces = [off("g:2-4-7"), off("g:2-3-7"), off("g:2-4-8"), off("g:2-2-8"), off("g:2-2-8")]
    assert kinds(recombined(*pieces)) == {"g:2-4-7": 1, "g:2-3-7": 1, "g:2-4-8": 1, "g:2-2-8": 2}


@rule("OTO 7.5111.base")
@pytest.mark.parametrize(
    ("half", "squad"),
    [("g:2-4-8", "g:4-6-8"), ("g:2-3-8", "g:5-4-8"), ("g:3-3-8", "g:8-3-8"), ("g:2-3-6", "g:4-3-6")],
)
def test_a1_32_two_half_squads_make_the_squad_of_their_type(half: str, squad: str) -> None:
    assert kinds(recombined(off(half), off(half))) == {squad: 1}


@rule("OTO 7.5111")
def test_7_5111_isolated_half_squads_recombine_only_where_both_may_set_up() -> None:
    d = recombined(
        at("g:2-4-7", "K50"),
        at("g:2-4-7", "P50"),
        off("g:2-4-7"),
        pockets=("K50 K51", "P50"),
    )
    assert kinds(d) == {"g:2-4-7": 3}
    d = recombined(at("g:2-4-7", "K50"), at("g:2-4-7", "K51"), off("g:2-4-7"), pockets=("K50 K51",))
    assert kinds(d) == {"g:4-6-7": 1, "g:2-4-7": 1}
    assert (d.pieces[GERMAN][0].where, d.pieces[GERMAN][0].space) == (Where.MAP, find_hex("K50"))


@rule("OTO 7.5111")
def test_7_5111_both_sides_recombine_and_prisoners_do_not() -> None:
    d = desk(
        [at("g:2-4-7", "K50", Mark.PRISONER, holder=0), at("g:2-4-7", "K50", Mark.PRISONER, holder=0)],
        [off("r:2-3-7"), off("r:2-3-7")],
    )
    recombining.recombine(d)
    assert kinds(d) == {"g:2-4-7": 2}
    assert kinds(d, RUSSIAN) == {"r:4-4-7": 1}


@rule("OTO 7.5111")
def test_the_squad_has_what_both_halves_had() -> None:
    d = desk(
        [off("g:2-4-7"), off("g:2-4-7", Mark.SHORT), off("g:LMG", holder=1), off("g:MMG", holder=0)],
        [at("r:4-4-7", "K12", Mark.PRISONER, holder=1)],
    )
    recombining.recombine(d)
    assert [piece.holder for piece in d.pieces[GERMAN][2:]] == [0, 0]
    assert d.pieces[RUSSIAN][0].holder == 0
    assert d.pieces[GERMAN][0].marks == Mark.SHORT
    assert d.pieces[GERMAN][1].where is Where.LOST


@rule("OTO 7.5111")
def test_engineers_go_with_engineers() -> None:
    engineer = off("g:3-3-8", Mark.ENGINEER)
    d = recombined(engineer, off("g:3-3-8"), engineer, off("g:3-3-8"))
    assert sorted(piece.has(Mark.ENGINEER) for _, piece in d.at_hand(GERMAN)) == [False, True]
    d = recombined(engineer, off("g:3-3-8"))
    assert [piece.has(Mark.ENGINEER) for _, piece in d.at_hand(GERMAN)] == [False]
