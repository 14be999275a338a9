"""The machine that plays at random."""

from random import Random
from typing import Any

from berlin.kernel.game import AnyGame
from berlin.players.reasons import Reasons, reasons, world_of


class AtRandom:
    """Every legal action is equally likely."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        # What is legal for a seat follows from what it knows: any world that fits the view will do.
        return game.sample(game.suppose(view, rng), rng, view.seat)

    def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
        count = len(game.legal(world_of(game, view), seat=view.seat))
        return reasons(chances=[f"drawn by lot, 1 of {count} answers"]) if count > 1 else Reasons()
