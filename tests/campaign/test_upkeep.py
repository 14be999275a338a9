"""Repair and replenishment at random: every question has an answer, they end, and nothing gets lost."""

from random import Random

import pytest
from tests.campaign.desk import answer, at, desk, legal, off, question

from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.state.state import GERMAN, RUSSIAN
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.ground import KEYS, MAP, START
from berlin.games.orsha.rules import sequence
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import NOBODY, Mark, Piece, Where
from berlin.squad.board.works import Work, Works

STEPS = [step for step in sequence.STEPS if "7.512" <= step.name < "7.518"]

POCKETS = ("K20", "P30", "M50", "S46")
MARKS = (
    Mark.MALFUNCTION,
    Mark.CMG_MALFUNCTION,
    Mark.IMMOBILE,
    Mark.ABANDONED,
    Mark.RECALLED,
    Mark.RECALLED_FOR_AMMO,
    Mark.STUNNED,
    Mark.DISMANTLED,
    Mark.DEPLETED,
    Mark.LOW_AMMO,
    Mark.ENGINEER,
)


def force(rng: Random, side: Seat) -> list[Piece]:
    kinds = [key for key, counter in COUNTERS.items() if counter.side == side]
    found = []
    for kind in rng.choices(kinds, k=36):
        marks = rng.choice(MARKS) if rng.random() < 0.5 else 0
        if COUNTERS[kind].is_equipment and rng.random() < 0.1:
            marks |= Mark.CAPTURED
        if COUNTERS[kind].sort is Sort.WEAPON and rng.random() < 0.2:
            found.append(Piece(kind, where=Where.LOST, fate="used", spent=rng.randint(2, 12)))
        elif marks & Mark.IMMOBILE or rng.random() < 0.3:
            found.append(at(kind, rng.choice(POCKETS), marks))
        else:
            found.append(off(kind, marks, last=rng.choice([-1, 300])))
    return found


def scattered(seed: int) -> Draft:
    rng = Random(seed)
    spaces = list(MAP.spaces)
    works = [
        Work(
            rng.choice(list(Works)),
            rng.choice(spaces),
            rng.choice([NOBODY, *BOTH]),
            rng.random() < 0.2,
            of="g:StuG-IIIG",
        )
        for _ in range(30)
    ]
    d = desk(force(rng, GERMAN), force(rng, RUSSIAN), works, key=seed.to_bytes(32, "big"))
    d.zones = [Area(1 << KEYS.index("P30"), "C", GERMAN), Area(1 << KEYS.index("S46"), "D")]
    d.control = [START[0] | d.zones[1].hexes, START[1]]
    return d


@pytest.mark.parametrize("seed", range(6))
def test_random_answers_come_to_an_end_and_every_piece_is_accounted_for(seed: int) -> None:
    rng, d = Random(seed), scattered(seed)
    asked = 0
    for _ in range(2):
        for step in STEPS:
            if step.does is not None:
                step.does(d)
            while question(d) is not None:
                acts = legal(d)
                assert acts
                assert len(set(acts)) == len(acts)
                answer(d, rng.choice(acts))
                asked += 1
            if step.ends is not None:
                step.ends(d)
    assert 0 < asked < 2000
    for side in (0, 1):
        for piece in d.pieces[side]:
            assert bool(piece.fate) == (piece.where is Where.LOST)
            assert (piece.space >= 0) == (piece.where is Where.MAP) or piece.is_out
        crews = [piece.holder for piece in d.pieces[0] + d.pieces[1] if piece.where is Where.ABOARD]
        assert crews == [-1] * len(crews)
    assert type(d)(d.freeze()).freeze() == d.freeze()
