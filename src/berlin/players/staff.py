"""The machine that plays by hand-written judgement."""

from random import Random

from berlin.kernel.contract.game import A, Game, S, V
from berlin.players.greedy import Greedy
from berlin.players.reasons import Reasons, by_judgement, by_standing, world_of


class StaffPlayer:
    """Asks the game's own staff; where a game has none, looks one step ahead instead."""

    def __init__(self) -> None:
        self.instead = Greedy()

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        staff = game.staff()
        if staff is None:
            return self.instead.choose(game, view, rng)
        world = game.imagine_for_choice(view, rng)
        if len(game.deciders(world)) == 1:
            return staff.choose(world, rng)
        # Of a question that is put to several, a staff may have answered another's part.
        actions = game.legal(world, seat=view.seat)
        return max(zip(staff.weigh(world, actions), actions, strict=True), key=lambda pair: pair[0])[1]

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        if game.staff() is None:
            return self.instead.reasons(game, view, action)
        if len(game.legal(world_of(game, view), seat=view.seat)) == 1:
            return Reasons()
        return by_judgement(game, view, action) + by_standing(game, view, action)
