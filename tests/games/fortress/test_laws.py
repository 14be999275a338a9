"""On to Berlin! keeps every law that a game must keep."""

from collections.abc import Mapping
from random import Random

import pytest

from berlin.games.fortress.cover import COVER
from berlin.games.fortress.game import GAME, Fortress
from berlin.games.fortress.state.state import State
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import conformance
from berlin.kernel.proof.mark import rule


def test_the_game_passes_the_battery() -> None:
    report = conformance.check(GAME, games=len(GAME.scenarios), seed=1, every=349)
    assert report.varied_for == {0, 1}


class EveryOption(Fortress):
    """All options the other way: no fog, subway, flak on the Reichstag, and so on."""

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> State:
        chosen = {option.key: option.values[1][0] for option in COVER.options(scenario)}
        return Fortress.set_up(self, scenario, key, chosen)


def test_the_game_passes_the_battery_with_every_option_the_other_way() -> None:
    conformance.check(EveryOption(), games=len(GAME.scenarios), seed=21, every=599)


@rule("FB 4.pass", "FB 4.3.end")
def test_random_games_end_without_an_exception_a_dead_end_or_a_broken_invariant() -> None:
    report = conformance.fuzz(GAME, games=4, seed=1001)
    assert [(failure.seed, failure.action, failure.text) for failure in report.found] == []


@pytest.mark.parametrize("scenario", [scenario.key for scenario in GAME.scenarios])
def test_a_playout_is_the_same_play_as_step_by_step(scenario: str) -> None:
    start = GAME.start(scenario, key_from_seed(7), {}).state
    state, rng = start, Random(3)
    for _ in range(20_000):
        if not GAME.deciders(state):
            break
        state = GAME.next(state, GAME.sample(state, rng))
    assert GAME.result(state) is not None
    assert GAME.fingerprint(GAME.playout(start, Random(3), 20_000)) == GAME.fingerprint(state)
