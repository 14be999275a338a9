"""What the tests of Melees share: a hex with both sides in it, and how a round is played."""

from typing import Any

from tests.campaign.desk import at, desk

from berlin.campaign.aftermath import melee
from berlin.campaign.aftermath.melee import (
    Engage,
    Stand,
    Strike,
)
from berlin.campaign.question import CampaignQuestion
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Piece

GERMAN, RUSSIAN = BOTH
HERE = (find_hex("P30"), 0)


def g(number: int) -> Unit:
    return unit_of(GERMAN, number)


def r(number: int) -> Unit:
    return unit_of(RUSSIAN, number)


def run(d: Draft) -> None:
    while d.frames and not d.frames[-1].still_asks(d):
        pass


def options(d: Draft) -> list[Act]:
    top = d.frames[-1]
    found: list[Act] = top.answers(d)
    return found


def play(d: Draft, *acts: Act) -> None:
    for act in acts:
        assert act in options(d), (act, d.frames[-1], options(d))
        top = d.frames[-1]
        top.carry_out(d, act)
        run(d)


def refused(d: Draft, act: Act) -> str:
    assert act not in options(d)
    top = d.frames[-1]
    assert isinstance(top, CampaignQuestion)
    return top.why_not(d, act).rule


def opened(german: list[Piece], russian: list[Piece], *dice: int, **fields: Any) -> Draft:
    d = desk(german, russian, dice=dice, **fields)
    melee.begin(d)
    run(d)
    return d


def here(kind: str, marks: int = 0, **fields: Any) -> Piece:
    return at(kind, "P30", marks, **fields)


def exchange(d: Draft) -> None:
    """A round in which the first of each side attacks the first of the other."""
    play(d, Stand(), Stand(), Engage(g(0)), Strike(), Engage(r(0)), Strike())
