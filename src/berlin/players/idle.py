"""The machine that does as little as it can: a measure of what doing anything is worth."""

from random import Random
from typing import Any

from berlin.kernel.game import AnyGame
from berlin.players.reasons import Reasons, reasons


class Idle:
    """Gives the answer of the fewest words: `pass`, `done`. Among equals it draws."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        answers = game.legal(game.suppose(view, rng), seat=view.seat)
        words = [len(game.write(answer).split()) for answer in answers]
        fewest = min(words)
        return rng.choice([answer for answer, count in zip(answers, words, strict=True) if count == fewest])

    def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
        return reasons(expected=["as little as possible"])
