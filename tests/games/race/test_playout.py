"""A playout is the same random game, only quicker."""

from random import Random

import pytest

from berlin.games.race.game import GAME
from berlin.games.race.state.state import State
from berlin.kernel.play.dice import key_from_seed


def start(seed: int) -> State:
    return GAME.start("campaign", key_from_seed(seed), {}).state


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_playout_ends_where_sample_and_next_in_turn_end(seed: int) -> None:
    rng, state = Random(seed), start(seed)
    while GAME.deciders(state):
        state = GAME.next(state, GAME.sample(state, rng))
    assert GAME.playout(start(seed), Random(seed), 100_000) == state


def test_a_playout_stops_at_its_limit() -> None:
    rng, state = Random(4), start(4)
    for _ in range(25):
        state = GAME.next(state, GAME.sample(state, rng))
    assert GAME.playout(start(4), Random(4), 25) == state
