"""Race for Berlin keeps every law that a game must keep."""

import pytest

from berlin.kernel.contract.game import load
from berlin.kernel.proof import conformance


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (11, 21, 31))])
def test_the_game_passes_the_battery(seed: int) -> None:
    conformance.check(load("race"), games=2, seed=seed, every=31)


@pytest.mark.parametrize("seed", [1001, 1101])
def test_random_games_end_without_an_exception_a_dead_end_or_a_broken_invariant(seed: int) -> None:
    report = conformance.fuzz(load("race"), games=20, seed=seed)
    assert [(failure.seed, failure.action, failure.text) for failure in report.found] == []
