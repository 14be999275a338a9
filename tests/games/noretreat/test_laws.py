"""No Retreat! keeps every law that a game must keep."""

from collections.abc import Mapping
from random import Random

import pytest

from berlin.games.noretreat.cover import LAST_OF
from berlin.games.noretreat.game import GAME, NoRetreat
from berlin.games.noretreat.state.state import State
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import conformance
from berlin.kernel.proof.mark import rule


@pytest.mark.parametrize("seed", [1, pytest.param(11, marks=pytest.mark.slow)])
def test_the_game_passes_the_battery(seed: int) -> None:
    conformance.check(GAME, games=5, seed=seed, every=59)


class NoSurrender(NoRetreat):
    """Every game that can be is played with a sudden death that costs cards."""

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        chosen = options if scenario in LAST_OF else {**options, "sudden": "cards"}
        return NoRetreat.set_up(self, scenario, key, chosen)


@pytest.mark.slow
def test_the_game_passes_the_battery_with_no_surrender() -> None:
    conformance.check(NoSurrender(), games=4, seed=21, every=59)


def test_random_wars_with_no_surrender_end() -> None:
    report = conformance.fuzz(NoSurrender(), games=10, seed=1201)
    assert [(failure.seed, failure.action, failure.text) for failure in report.found] == []


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
