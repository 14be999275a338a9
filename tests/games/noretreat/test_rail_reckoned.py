"""Trains in strewn positions, by hand: who leaves the Rail box and where, and why nowhere else."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import enemies, leaves_train_at, packed, stations
from tests.games.noretreat.strewn import strewn

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.ground import EXTENSION, MAP, Space
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, SIDE
from berlin.games.noretreat.rules.events.choosing import Pick
from berlin.games.noretreat.rules.rail import Detrain, Detraining, entrain
from berlin.games.noretreat.state.state import DETRAINING, MOVED, RAIDED, RAIL, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.proof.mark import rule


def position(seed: int, side: Seat) -> tuple[Draft, list[Unit]]:
    """Some wait in the Rail box."""
    d = strewn(seed, DETRAINING)
    for unit in Random(seed).sample([u for u in ALL_UNITS if SIDE[u] == side], 4):
        d.put(unit, RAIL)
    return Draft(d.freeze()), [u for u in ALL_UNITS if SIDE[u] == side and d.where[u] == RAIL]


@rule(
    "NR 8.rail.detrain",
    "NR 8.stack",
    "NR 8.balkans",
    "NR 8.rail.wait",
    "NR card.18.soviet",
    "NR card.35.soviet",
)
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_8_who_leaves_the_train_and_where(side: Seat) -> None:
    cards = [Pick(SOVIET, code_of(HALVES[18][SOVIET]), 1), Pick(SOVIET, code_of(HALVES[35][SOVIET]))]
    for seed in range(16):
        d, waiting = position(seed, side)
        due = {(unit, space) for unit in waiting for space in leaves_train_at(d, unit)}
        for frame in (Detraining(side), *(cards if side == SOVIET else ())):
            d.frames = [frame]
            found = {(act.unit, act.space) for act in frame.answers(d) if isinstance(act, Detrain)}
            assert found == due


def against(d: Draft, unit: Unit, space: int) -> str:
    """The first rule that keeps a unit from leaving the train there."""
    side = SIDE[unit]
    if d.where[unit] != RAIL:
        return "NR 8.rail.detrain"
    if space in enemies(d, side):
        return "NR 8.enemyhex"
    if not d.extended and EXTENSION >> space & 1:
        return "NR 2.extension"
    if space not in stations(d, side):
        return "NR 8.rail.detrain"
    return "NR 8.stack" if space in packed(d, side) else "NR 8.balkans"


@rule("NR 8.rail.detrain", "NR 8.enemyhex", "NR 2.extension", "NR 8.stack")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_8_who_may_not_leave_the_train_is_told_the_first_rule_against_it(side: Seat) -> None:
    seen = set()
    for seed in range(20, 28):
        d, waiting = position(seed, side)
        frame = Detraining(side)
        d.frames = [frame]
        for unit in (waiting[0], next(u for u in ALL_UNITS if SIDE[u] == side and d.where[u] != RAIL)):
            good = leaves_train_at(d, unit) if d.where[unit] == RAIL else set()
            for space in sorted(set(MAP.spaces) - good)[:: 5 + seed % 3]:
                told = frame.refuse(d, Detrain(unit, Space(space))).rule
                assert told == against(d, unit, space)
                seen.add(told)
    assert len(seen) >= 3


@rule("NR 8.rail.entrain", "NR 8.rail.wait")
def test_8_who_entrains_has_moved_and_is_in_supply() -> None:
    for seed in range(30, 40):
        d = strewn(seed)
        for unit in ALL_UNITS[::3]:
            d.marks[unit] |= RAIDED | UNSUPPLIED
            marks = d.marks[unit]
            entrain(d, unit)
            assert (d.where[unit], d.marks[unit]) == (RAIL, marks & ~(RAIDED | UNSUPPLIED) | MOVED)
        assert not [u for u in ALL_UNITS[::3] if d.occupied(SIDE[u]) >> RAIL & 1]
        assert set(bits(d.occupied(AXIS))) == enemies(d, SOVIET)
