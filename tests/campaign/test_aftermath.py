"""From clearing the map to promotion, played at random: the questions end, and no piece is mislaid."""

from random import Random

import pytest
from tests.campaign.desk import desk, isolate

from berlin.campaign.aftermath import clearing, fires, hardening, prisoners, wounds
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.board.tables import PREFIX
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works

STEPS = (clearing.begin, prisoners.begin, fires.extinguish, wounds.treat, hardening.begin)
MARKS = (
    *(Mark.WOUNDED, Mark.HEROIC, Mark.ABANDONED, Mark.IMMOBILE, Mark.FIXED, Mark.ENGINEER, Mark.CAPTURED),
    *(0, 0, 0, 0, 0, 0, 0),
)
POCKETS = ("X38", "K50 K51", "B5 B6")


def scattered(rng: Random) -> Draft:
    """Pieces, works and fires all over the map."""
    kinds = sorted(Draft.book.counters)
    spaces = [find_hex(name) for pocket in POCKETS for name in pocket.split()] + list(MAP.spaces)[::97]
    sides: list[list[Piece]] = [[], []]
    for side in (0, 1):
        mine = [
            kind
            for kind in kinds
            if kind.startswith(PREFIX[side]) and Draft.book.counters[kind].sort.value != "aircraft"
        ]
        for _ in range(60):
            on_map = rng.random() < 0.7
            where, space = (Where.MAP, rng.choice(spaces)) if on_map else (Where.RETAINED, NOWHERE)
            kind = rng.choice(mine)
            counter = Draft.book.counters[kind]
            marks = rng.choice(MARKS)
            if counter.is_personnel and rng.random() < 0.15:
                sides[side].append(
                    Piece(kind, 1, Where.MAP, space if on_map else spaces[0], marks=Mark.PRISONER, holder=0)
                )
            elif counter.is_equipment or not marks & Mark.CAPTURED:
                sides[side].append(Piece(kind, 1, where, space, marks=marks))
    works = [
        Work(rng.choice(list(Works)), rng.choice(spaces), rng.choice(BOTH), rng.random() < 0.5)
        for _ in range(60)
    ]
    works = [
        work if "wreck" not in work.what.value else Work(work.what, work.space, of="g:StuG-IIIG")
        for work in works
    ]
    guards = [Piece(f"{PREFIX[side]}4-4-7", 1, Where.MAP, find_hex("K50")) for side in (0, 1)]
    d = desk(
        [guards[0], *sides[0]],
        [guards[1], *sides[1]],
        works,
        winner=rng.choice((0, 1)),
        turn=rng.choice((1, 2)),
    )
    for pocket, holder in zip(POCKETS, (rng.choice(BOTH), None, rng.choice((*BOTH, None))), strict=True):
        isolate(d, pocket, holder)
    return d


@pytest.mark.parametrize("seed", range(12))
def test_every_question_has_answers_and_all_questions_end(seed: int) -> None:
    rng = Random(seed)
    d = scattered(rng)
    d.key = bytes([seed]) * 32
    for step in STEPS:
        step(d)
        for _ in range(2000):
            if not d.frames:
                break
            if d.frames[-1].still_asks(d):
                acts = d.frames[-1].answers(d)
                assert len(set(acts)) == len(acts) > 0
                d.frames[-1].carry_out(d, rng.choice(acts))
        assert not d.frames
    assert Draft(d.freeze()).freeze() == d.freeze()
    for side in (0, 1):
        assert d.accounts[side].suffered == 0
        for piece in d.pieces[side]:
            assert piece.kind in d.book.counters
            assert piece.where is not Where.MAP or piece.space >= 0
            assert bool(piece.fate) == piece.is_out
    assert not any(work.what in (Works.FLAME, Works.BURNING_WRECK) for work in d.works)
