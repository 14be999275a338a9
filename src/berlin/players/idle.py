"""The machine that does as little as it can: a measure of what doing anything is worth."""

from random import Random

from berlin.kernel.contract.game import A, Game, S, V
from berlin.players.reasons import Reasons, reasons


class Idle:
    """Gives the answer of the fewest words: `pass`, `done`. Among equals it draws."""

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        answers = game.legal(game.imagine_for_choice(view, rng), seat=view.seat)
        words = [len(game.write(answer).split()) for answer in answers]
        fewest = min(words)
        return rng.choice([answer for answer, count in zip(answers, words, strict=True) if count == fewest])

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        return reasons(expected=["as little as possible"])
