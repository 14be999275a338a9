"""The machine that plays at random."""

from random import Random

from berlin.kernel.contract.game import A, Game, S, V
from berlin.players.reasons import Reasons, reasons, world_of


class AtRandom:
    """Every legal action is equally likely."""

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        # What is legal for a seat follows from what it knows: any world that fits the view will do.
        return game.sample(game.imagine_for_choice(view, rng), rng, view.seat)

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        count = len(game.legal(world_of(game, view), seat=view.seat))
        return reasons(chances=[f"drawn by lot, 1 of {count} answers"]) if count > 1 else Reasons()
