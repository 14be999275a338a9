"""What the tests of Melees share: a hex with both sides in it, and how a round is played."""

from typing import Any

from tests.campaign.desk import at, desk

from berlin.campaign.aftermath import hatches, melee
from berlin.campaign.aftermath.hatches import Hatches
from berlin.campaign.aftermath.melee import (
    Assault,
    Engage,
    Melees,
    Parting,
    Stand,
    Strike,
)
from berlin.campaign.names import unit_of
from berlin.campaign.pieces import Piece
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.ground import find_hex
from berlin.kernel.acts import Act

GERMAN, RUSSIAN = 0, 1
HERE = (find_hex("P30"), 0)
CHAPTERS: dict[type, tuple[Any, Any, Any, Any]] = {
    Melees: (melee.settle_melees, melee.options_melees, melee.answer_melees, melee.refuse_melees),
    Parting: (melee.settle_parting, melee.options_parting, melee.answer_parting, melee.refuse_parting),
    Assault: (melee.settle_assault, melee.options_assault, melee.answer_assault, melee.refuse_assault),
    Hatches: (
        hatches.settle_hatches,
        hatches.options_hatches,
        hatches.answer_hatches,
        hatches.refuse_hatches,
    ),
}


def g(number: int) -> int:
    return unit_of(GERMAN, number)


def r(number: int) -> int:
    return unit_of(RUSSIAN, number)


def run(d: Draft) -> None:
    while d.frames and not CHAPTERS[type(d.frames[-1])][0](d, d.frames[-1]):
        pass


def options(d: Draft) -> list[Act]:
    top = d.frames[-1]
    found: list[Act] = CHAPTERS[type(top)][1](d, top)
    return found


def play(d: Draft, *acts: Act) -> None:
    for act in acts:
        assert act in options(d), (act, d.frames[-1], options(d))
        top = d.frames[-1]
        CHAPTERS[type(top)][2](d, top, act)
        run(d)


def refused(d: Draft, act: Act) -> str:
    assert act not in options(d)
    top = d.frames[-1]
    refusal = CHAPTERS[type(top)][3](d, top, act)
    return str(refusal.rule)


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
