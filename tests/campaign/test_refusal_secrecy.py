"""A refusal tells nothing of pieces that a seat can't know."""

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign.purchases.fortify import Fortifying, Hide
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.refusal_secrecy import knows
from berlin.campaign.state.state import GERMAN, RUSSIAN, Draft
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.book import BOOK
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where

SECRET = Refusal("OTO 6.cpp", "this would tell what it is")
# A German piece, and whether the Germans and the Russians may be told of it.
KNOWN: dict[str, tuple[Piece, bool, bool]] = {
    "in the open": (at("g:4-6-7", "K30"), True, False),
    "under a ?": (at("g:4-6-7", "K30", Mark.CONCEALED), True, False),
    "Retained": (off("g:4-6-7"), True, False),
    "lost": (off("g:4-6-7", where=Where.LOST), True, False),
    "captured, in the open": (at("g:LMG", "K45", Mark.CAPTURED, holder=0), True, True),
    "captured, under a ?": (at("g:LMG", "K45", Mark.CAPTURED | Mark.CONCEALED, holder=0), False, True),
    "captured, and hidden": (at("g:LMG", "K45", Mark.CAPTURED | Mark.HIDDEN, holder=0), False, True),
    "captured, off the map": (off("g:LMG", Mark.CAPTURED), False, True),
    "captured, and lost since": (off("g:LMG", Mark.CAPTURED, where=Where.LOST), True, False),
}


@pytest.mark.parametrize("how", KNOWN)
def test_a_side_knows_what_it_has_and_what_was_its_own_as_far_as_it_sees_it(how: str) -> None:
    piece, german, russian = KNOWN[how]
    d = desk([piece], [at("r:4-5-8", "K45")])
    assert knows(d, GERMAN, unit_of(GERMAN, 0)) == german
    assert knows(d, RUSSIAN, unit_of(GERMAN, 0)) == russian


def test_nobody_knows_a_number_that_no_piece_has() -> None:
    d = desk([at("g:4-6-7", "K30")])
    assert not knows(d, GERMAN, unit_of(GERMAN, 1))
    assert not knows(d, RUSSIAN, unit_of(RUSSIAN, 0))


def refused(d: Draft, act: Act, *open_to: Act) -> Refusal:
    class Telling(CampaignQuestion, frozen=True):
        def answers(self, d: Draft) -> list[Act]:
            return list(open_to)

        def why_not(self, d: Draft, act: Act) -> Refusal:
            return SECRET

    d.frames = [Telling(GERMAN)]
    return Telling(GERMAN).refuse(d, act)


def test_of_an_enemy_piece_nothing_is_said_whatever_it_is() -> None:
    """There or not, in the open or hidden: it reads the same."""
    act, worlds = (
        Hide(unit_of(RUSSIAN, 0)),
        ((), (at("r:4-5-8", "K45"),), (at("r:PM-38", "K45", Mark.HIDDEN),)),
    )
    found = {refused(desk([], russian), act) for russian in worlds}
    assert found == {Refusal(BOOK.cite("laws.pieces"), "your side has no such piece, and sees none")}


def test_of_ones_own_pieces_and_of_those_that_the_question_names_the_reason_is_told() -> None:
    d = desk([at("g:4-6-7", "K30")], [at("r:4-5-8", "K45"), at("r:4-5-8", "K46")])
    assert refused(d, Hide(unit_of(GERMAN, 0))) == SECRET
    named = Hide(unit_of(RUSSIAN, 0))
    assert refused(d, named, named) == SECRET
    assert refused(d, Hide(unit_of(RUSSIAN, 1)), named) != SECRET


def test_a_game_refuses_so_too() -> None:
    hidden = at("r:4-5-8", "K45", Mark.HIDDEN)
    for russian in ((), (hidden,)):
        d = desk([at("g:4-6-7", "K30")], russian, frames=(Fortifying(GERMAN),))
        found = GAME.why_not(d.freeze(), Hide(unit_of(RUSSIAN, 0)))
        assert found is not None
        assert found.rule == BOOK.cite("laws.pieces")
