"""The machine that plays by hand-written judgement."""

from random import Random
from typing import Any

from berlin.kernel.game import AnyGame
from berlin.players.greedy import Greedy


class Staffed:
    """Asks the game's own staff; where a game has none, looks one step ahead instead."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        staff = game.staff()
        if staff is None:
            return Greedy().choose(game, view, rng)
        return staff.choose(game.imagine(view, rng), rng)
