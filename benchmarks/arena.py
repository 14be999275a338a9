"""How fast a learner can play: words a CPU second, with all that it sees and without looking."""

import time
from random import Random
from statistics import median

import msgspec
import numpy as np

from berlin.arena.aec import Seats
from berlin.kernel.contract.game import AnyGame


class Pace(msgspec.Struct):
    """Words and actions a CPU second, seeing all before each word; and whole actions, played blindly."""

    seen_words: float
    seen_actions: float
    blind_actions: float


def measured(game: AnyGame, rounds: int, seconds: float) -> Pace:
    """The medians of so many rounds, in turn."""
    rng, env = Random(1945), Seats(game)
    _seeing(env, rng, 0.1)
    seeing, blind = [], []
    for _ in range(rounds):
        seeing.append(_seeing(env, rng, seconds))
        blind.append(_blindly(env, rng, seconds))
    words, actions = (median(column) for column in zip(*seeing, strict=True))
    return Pace(words, actions, median(blind))


def _seeing(env: Seats, rng: Random, seconds: float) -> tuple[float, float]:
    """Random words under the mask, as a learner says them: after an observation each."""
    words = actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.reset(seed=rng.getrandbits(32))
        while not env.terminations[env.agent_selection]:
            seen = env.observe(env.agent_selection)
            env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            words += 1
        actions += env.sitting.actions
    return words / spent, actions / spent


def _blindly(env: Seats, rng: Random, seconds: float) -> float:
    """Random legal actions as structs, without a look at the table."""
    actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.reset(seed=rng.getrandbits(32))
        while not env.terminations[env.agent_selection]:
            env.step(rng.choice(env.legal()))
        actions += env.sitting.actions
    return actions / spent
