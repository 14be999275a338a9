"""Any game as a Gymnasium environment: one seat learns, machines hold the others.

    env = Solo("race", seat="zhukov", against="random")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(word)

Instead of a word, `step` takes a whole action too: a text, or one of `env.legal()`.
"""

from collections.abc import Mapping
from random import Random

import gymnasium
import msgspec
import numpy as np
from numpy.typing import NDArray

from berlin.arena import senses
from berlin.arena.picture import RENDER_MODES, check_mode, picture
from berlin.arena.rewards import reward as reward_of
from berlin.arena.senses import Observation
from berlin.arena.sitting import Illegal, Move, Sitting, game_of, opening
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import Player, make_player

SEEDS = 1 << 32


class Solo(gymnasium.Env[Observation, Move]):
    """`against` is the name of a machine, or a player; without `seat` it is drawn anew for each game.

    `reward`, `limit` and `penalty` are as in the environment of all seats.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seat: str = "",
        against: str | Player = "random",
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        reward: str = "winner",
        limit: int = 0,
        penalty: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.scenario, self.options = game_of(game), scenario, options
        if seat and seat not in self.game.seats:
            raise ValueError(f"unknown seat {seat!r}; there are {', '.join(self.game.seats)}")
        check_mode(render_mode)
        self.metadata = {"render_modes": list(RENDER_MODES)}
        self._own, self.against = seat, against
        self.limit, self.penalty, self.render_mode = limit, penalty, render_mode
        self._reward = reward_of(reward)
        if isinstance(against, str):
            make_player(against)
        self.observation_space = senses.observations(self.game)
        self.action_space = senses.words(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, str] | None = None
    ) -> tuple[Observation, dict[str, str]]:
        """A new game, to the first decision of the own seat. `options` as in the environment of all seats."""
        super().reset(seed=seed)
        asked = options or {}
        if seed is None:
            seed = int(self.np_random.integers(SEEDS))
        self._rng = Random(int(self.np_random.integers(SEEDS)))
        drawn = Seat(int(self.np_random.integers(len(self.game.seats))))
        self.seat = self.game.seat(self._own) if self._own else drawn
        scenario, situation = asked.get("scenario", self.scenario), asked.get("situation", "")
        self.sitting = Sitting(self.game, opening(self.game, seed, scenario, self.options, situation))
        self._others = {
            other: make_player(self.against) if isinstance(self.against, str) else self.against
            for other in self.game.everybody
            if other != self.seat
        }
        self._let_others_play()
        return self._observation(), self._info()

    def legal(self) -> list[msgspec.Struct]:
        """The legal actions as the game's own structs; `game.write` gives their texts."""
        return self.sitting.legal()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask by itself, as learners with masks ask for it."""
        return self.sitting.mask(self.seat).astype(np.bool_)

    def step(self, action: Move) -> tuple[Observation, float, bool, bool, dict[str, str]]:
        """A word by its number, or a whole action (a text or a struct); then the others play."""
        try:
            self.sitting.take(action)
        except Illegal as error:
            return self._observation(), self.penalty, True, False, {**self._info(), "refusal": str(error)}
        self._let_others_play()
        result = self.sitting.result
        reward = self._reward(result)[self.seat] if result is not None else 0.0
        return self._observation(), reward, result is not None, self._cut and result is None, self._info()

    @property
    def _cut(self) -> bool:
        return bool(self.limit) and self.sitting.actions >= self.limit

    def _let_others_play(self) -> None:
        while (seat := self.sitting.seat) is not None and seat != self.seat and not self._cut:
            view = self.game.view(self.sitting.state, seat)
            self.sitting.take(self._others[seat].choose(self.game, view, self._rng))

    def _observation(self) -> Observation:
        return senses.observe(self.sitting, self.seat)

    def _info(self) -> dict[str, str]:
        result = self.sitting.result
        return {"seat": self.game.seats[self.seat], **({"result": result.text} if result else {})}

    def render(self) -> str | None:
        """The table as the own seat sees it, if the render mode is "ansi"."""
        if self.render_mode is None:
            return None
        return picture(self.sitting.scene(self.seat), self.game.seats)
