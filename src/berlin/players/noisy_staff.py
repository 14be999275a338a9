"""The machine whose hand slips: for games to learn from, in which more happens than by a staff alone."""

from random import Random

from berlin.kernel.contract.game import A, Game, S, V
from berlin.players.reasons import Reasons
from berlin.players.staff import StaffPlayer

# What share of its answers slips: one of these for each game.
SLIPS = (0.0, 0.02, 0.05, 0.1, 0.2)
# How much of the staff's liking is left in an answer that slips: 0 is none, 1 is all.
LIKING = 0.3


class NoisyStaff:
    """Plays by the staff, but now and then takes an answer by lot: a likely one rather than any other."""

    def __init__(self) -> None:
        self.steady = StaffPlayer()
        self.slips: float | None = None

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        if self.slips is None:
            self.slips = rng.choice(SLIPS)
        if rng.random() >= self.slips:
            return self.steady.choose(game, view, rng)
        world, staff = game.imagine_for_choice(view, rng), game.staff()
        actions = game.legal(world, seat=view.seat)
        liked = staff.weigh(world, actions) if staff else [1.0] * len(actions)
        return rng.choices(actions, [weight**LIKING for weight in liked])[0]

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        return self.steady.reasons(game, view, action)
