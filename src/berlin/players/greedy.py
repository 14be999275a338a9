"""The machine that looks one step ahead."""

from random import Random
from typing import Any

from berlin.kernel.contract.game import A, Game, S, V, seat_of
from berlin.kernel.contract.ids import Seat
from berlin.players.reasons import Reasons, by_dice, by_standing, in_hundred, reasons, world_of
from berlin.players.worth import worth

WORLDS = 10
MOST = 60


class Greedy:
    """Tries every answer in imagined worlds and takes the one after which it stands best."""

    def __init__(self) -> None:
        # What each answer to the last question was found to be worth.
        self.valued: list[tuple[float, Any]] = []

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        self.valued = []
        worlds = [game.imagine(view, rng) for _ in range(WORLDS)]
        actions = game.legal(worlds[0], seat=view.seat)
        if len(actions) == 1:
            return actions[0]
        # Of very many answers a fair sample is looked at. Equals are settled by lot.
        looked_at = rng.sample(actions, min(MOST, len(actions)))
        seat = seat_of(view)
        valued = [(_value(game, worlds, action, seat, rng), action) for action in looked_at]
        self.valued = list(valued)
        return max(valued, key=lambda pair: pair[0])[1]

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        world = world_of(game, view)
        if len(game.legal(world, seat=view.seat)) == 1:
            return Reasons()
        found = by_standing(game, view, action) + by_dice(game, world, action)
        return found + self._comparison(game, world, action)

    def _comparison(self, game: Game[S, A, V], world: S, action: A) -> Reasons:
        """What the answer was found to be worth, and the next best one."""
        found = {one: value for value, one in self.valued}
        if action not in found:
            return Reasons()
        lines = [f"winning from here: {in_hundred(found.pop(action))}"]
        if found:
            other = max(found, key=lambda one: found[one])
            lines.append(f"next best: {game.say(world, other)}, {in_hundred(found[other])}")
        return reasons(chances=lines)


def _value(game: Game[S, A, V], worlds: list[S], action: A, seat: Seat, rng: Random) -> float:
    """The mean over the worlds; where no die falls, they need not be told apart."""
    values: list[float] = []
    for world in worlds:
        after = game.next(world, action)
        values.append(worth(game, after, seat, rng))
        if game.dice_made(after) == game.dice_made(world):
            break
    return sum(values) / len(values)
