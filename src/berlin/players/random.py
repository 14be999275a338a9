"""The machine that plays at random."""

from random import Random
from typing import Any

from berlin.kernel.game import AnyGame


class AtRandom:
    """Every legal action is equally likely."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        # What is legal for a seat follows from what it knows: any world that fits the view will do.
        return game.sample(game.imagine(view, rng), rng)
