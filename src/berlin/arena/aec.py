"""Any game as a PettingZoo environment: the agents are the seats and decide one after the other.

    env = aec.env("race")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...
        env.step(word)

Instead of a word, `step` takes a whole action too: a text, or one of `env.legal()`.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from berlin.arena import senses
from berlin.arena.picture import RENDER_MODES, check_mode, picture
from berlin.arena.rewards import reward as reward_of
from berlin.arena.senses import Observation
from berlin.arena.sitting import Illegal, Move, Sitting, game_of, opening
from berlin.kernel.contract.game import AnyGame

# For an agent that is out of the game, nothing is.
Answer = Move | None


class Seats(AECEnv[str, Observation, Answer]):
    """The bare environment. Where several seats are asked at once they answer in the order of the seats.

    `reward` is a name of `rewards`; `limit` truncates the game after so many actions (0: never). An illegal
    action ends the game: the offender gets `penalty`, the others nothing, and its info holds the refusal.
    """

    def __init__(
        self,
        game: str | AnyGame,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        reward: str = "winner",
        limit: int = 0,
        penalty: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.game, self.scenario, self.options = game_of(game), scenario, options
        self.limit, self.penalty, self.render_mode = limit, penalty, render_mode
        self._reward = reward_of(reward)
        self.metadata = {
            "name": f"berlin_{self.game.code}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"{seat}_{number}" for number, seat in enumerate(self.game.seats)]
        self._seat_of = dict(zip(self.possible_agents, self.game.everybody, strict=True))
        self.observation_spaces = {agent: senses.observations(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: senses.words(self.game) for agent in self.possible_agents}
        self.agents = []
        self._seeds = Random()

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Answer]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, str] | None = None) -> None:
        """A new game. `options` may name a `scenario`, or hold a `situation` to begin from."""
        asked = options or {}
        if seed is not None:
            self._seeds = Random(seed)
        else:
            seed = self._seeds.getrandbits(63)
        scenario, situation = asked.get("scenario", self.scenario), asked.get("situation", "")
        self.sitting = Sitting(self.game, opening(self.game, seed, scenario, self.options, situation))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        return senses.observe(self.sitting, self._seat_of[agent])

    def legal(self) -> list[msgspec.Struct]:
        """The legal actions as the game's own structs; `game.write` gives their texts."""
        return self.sitting.legal()

    def step(self, action: Answer) -> None:
        """The current agent says a word (by its number), or plays a whole action (a text or a struct)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "who is still in the game answers"
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        try:
            self.sitting.take(action)
        except Illegal as error:
            self.rewards[agent] = self.penalty
            self.infos[agent]["refusal"] = str(error)
            self._end(self.terminations)
        else:
            self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """To the next decision, or to the end."""
        result, seat = self.sitting.result, self.sitting.seat
        if result is not None:
            self.rewards = dict(zip(self.agents, self._reward(result), strict=True))
            for info in self.infos.values():
                info["result"] = result.text
            self._end(self.terminations)
        elif self.limit and self.sitting.actions >= self.limit:
            self._end(self.truncations)
        elif seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, how: dict[str, bool]) -> None:
        how.update(dict.fromkeys(self.agents, True))
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as a spectator sees it, if the render mode is "ansi"."""
        if self.render_mode is None:
            return None
        scene = self.game.scene(self.game.view(self.sitting.state, None))
        return picture(scene, self.game.seats)

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str | AnyGame, **settings: Any) -> AECEnv[str, Observation, Answer]:
    """`Seats`, as it is meant to be used: calls in the wrong order are told."""
    return OrderEnforcingWrapper(Seats(game, **settings))
