"""What is listed as legal is what all limits leave, also where it is found in one look."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from random import Random
from typing import TypeVar

import pytest

from berlin.games.noretreat.board.ground import MAP
from berlin.games.noretreat.board.units import RANGES
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.combat.advance import Advance
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.targets import Targeting, eligibility, eligible, joinable
from berlin.games.noretreat.rules.movement import (
    Moving,
    allowance,
    move_limits,
    mover_conditions,
    movers,
    reached,
    within_stacking,
)
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.zones import full
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.play.limits import room, within
from berlin.kernel.proof.mark import rule

Q = TypeVar("Q", bound=NoRetreatQuestion)
SEEDS = (3, 11, 27)


def asked(kind: type[Q], seed: int, number: int) -> Iterator[tuple[Q, Draft]]:
    """The first so many questions of this kind in a random game, each with its position."""
    rng, state = Random(seed), GAME.start("1943", b"%032d" % seed, {}).state
    while state.frames and number:
        top = state.frames[-1]
        if isinstance(top, kind):
            number -= 1
            yield top, Draft(state)
        state = GAME.next(state, GAME.sample(state, rng))
    assert not number, "the game was over before"


@rule("NR 8.move", "NR 12.unit.conv")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_move_is_whom_all_conditions_leave(seed: int) -> None:
    for question, d in asked(Moving, seed, 60):
        assert movers(d, question.seat) == within(RANGES[question.seat], mover_conditions(d, question.seat))


@rule("NR 8.move", "NR 8.stack", "NR 8.zoc.exit", "NR 8.enemyhex", "NR 2.control")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_goes_where_all_limits_leave_it(seed: int) -> None:
    for question, d in asked(Moving, seed, 20):
        for unit in movers(d, question.seat):
            ways = dict(within_stacking(d, unit, full(d, question.seat), reached(d, unit)))
            for via in {(), *ways}:
                left = room(move_limits(d, unit, via, allowance(d, unit))) & MAP.all
                assert left == ways.get(via, 0), (d.named(unit), via)


@rule("NR 9.eligible", "NR 9.once", "NR 7.disorganized")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_attack_is_whom_all_conditions_leave(seed: int) -> None:
    for question, d in asked(Targeting, seed, 12):
        units = RANGES[question.seat]
        assert [u for u in units if eligible(d, u)] == within(units, eligibility(d, question.seat))


@rule("NR 9.order", "NR 9.eligible", "NR 9.counterblow.must")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_join_an_attack_is_whom_all_conditions_leave(seed: int) -> None:
    for question, d in asked(BattleQuestion, seed, 12):
        if question.counter:
            continue
        left = within(RANGES[question.seat], question.join_conditions(d))
        assert left == joinable(d, question.space, question.units)


@rule("NR 9.advance", "NR 9.advance.stop")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_advance_goes_where_all_limits_leave_it(seed: int) -> None:
    for question, d in asked(Advance, seed, 2):
        for at, unit in enumerate(question.units):
            left = room(question.limits(d, unit)) & MAP.all
            assert left == reduce(or_, question.steps(d, at), 0), d.named(unit)
