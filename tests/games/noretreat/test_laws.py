"""No Retreat! keeps every law that a game must keep."""

from random import Random

import pytest

from berlin.games.noretreat.game import GAME
from berlin.kernel import conformance
from berlin.kernel.dice import key_from_seed
from berlin.kernel.proof import rule


@pytest.mark.parametrize("seed", [1, 11])
def test_the_game_passes_the_battery(seed: int) -> None:
    conformance.check(GAME, games=5, seed=seed, every=37)


@rule("NR 4.length", "NR 1.boxes")
@pytest.mark.parametrize("seed", [1001, 1101])
def test_random_games_end_without_an_exception_a_dead_end_or_a_broken_invariant(seed: int) -> None:
    report = conformance.fuzz(GAME, games=10, seed=seed)
    assert [(failure.seed, failure.action, failure.text) for failure in report.found] == []


@pytest.mark.parametrize("scenario", [scenario.key for scenario in GAME.scenarios])
@pytest.mark.parametrize("deck", ["kit", "full"])
def test_a_playout_is_the_same_play_as_step_by_step(scenario: str, deck: str) -> None:
    start = GAME.start(scenario, key_from_seed(7), {"deck": deck}).state
    state, rng = start, Random(3)
    for _ in range(10_000):
        if not GAME.deciders(state):
            break
        state = GAME.next(state, GAME.sample(state, rng))
    assert GAME.result(state) is not None
    assert GAME.fingerprint(GAME.playout(start, Random(3), 10_000)) == GAME.fingerprint(state)
