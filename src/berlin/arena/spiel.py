"""Any game in the manner of OpenSpiel: the same names and meanings, without OpenSpiel itself.

    game = spiel.load_game("race")
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    state.returns()

Two things differ. Chance is inside: the dice follow from the seed, there are no chance nodes, and a clone
rolls the same dice as its original; who searches takes `resample_from_infostate`, which deals worlds and dice
anew. And an action is a word: it takes several to spell what the rules call an action.
"""

from collections.abc import Callable, Mapping
from random import Random

import msgspec

from berlin.arena.layout import layout
from berlin.arena.picture import picture
from berlin.arena.rewards import reward as reward_of
from berlin.arena.sitting import Sitting, game_of, opening
from berlin.arena.spelling import spelling
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat

TERMINAL = -4


class SpielGame:
    """A game, and how its results are counted."""

    def __init__(
        self,
        game: AnyGame,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        reward: str = "winner",
    ) -> None:
        self.game, self.scenario, self.options = game, scenario, options
        self.reward = reward_of(reward)
        self._seeds = Random()

    def new_initial_state(self, seed: int | None = None) -> "SpielState":
        """The start of a game. The same seed, the same dice; without one they are drawn."""
        drawn = self._seeds.getrandbits(63) if seed is None else seed
        return SpielState(self, Sitting(self.game, opening(self.game, drawn, self.scenario, self.options)))

    def num_players(self) -> int:
        return len(self.game.seats)

    def num_distinct_actions(self) -> int:
        return len(spelling(self.game))

    def observation_tensor_size(self) -> int:
        return len(layout(self.game))

    def observation_tensor_shape(self) -> list[int]:
        return [self.observation_tensor_size()]

    def __str__(self) -> str:
        return self.game.code


class SpielState:
    """A state of a game, changed in place by `apply_action` as OpenSpiel's are."""

    def __init__(self, game: SpielGame, sitting: Sitting, told: tuple[tuple[str, ...], ...] = ()) -> None:
        self._game, self._sitting = game, sitting
        # What each seat was told before `_root`, and the actions played since.
        self._told = told or tuple(() for _ in game.game.seats)
        self._root = sitting.state
        self._played: tuple[msgspec.Struct, ...] = ()
        self._history: tuple[tuple[int, int], ...] = ()

    def get_game(self) -> SpielGame:
        return self._game

    def current_player(self) -> int:
        seat = self._sitting.seat
        return TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        return self._sitting.seat is None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The words that this player (or who decides) may say now, in ascending order."""
        if self.is_terminal():
            return []
        return list(self._sitting.words(self._one(player)))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        for word in self.legal_actions(player):
            mask[word] = 1
        return mask

    def action_to_string(self, player: int, action: int) -> str:
        return self._sitting.spelling.words[action]

    def string_to_action(self, player: int, text: str) -> int:
        """The word of this number. Raises ValueError for a word that the game hasn't."""
        return self._sitting.spelling.words.index(text)

    def legal_texts(self) -> list[str]:
        """The legal actions as the rules know them."""
        return list(self._sitting.texts())

    def apply_action(self, action: int) -> None:
        """Says a word. Raises Illegal."""
        player = self.current_player()
        played = self._sitting.take(action)
        self._history += ((player, action),)
        if played is not None:
            self._played += (played,)

    def apply_text(self, text: str) -> None:
        """Plays a whole action, word by word. Raises Illegal."""
        played, numbers = len(self._played), self._sitting.spell(text)
        while len(self._played) == played:
            self.apply_action(numbers[self._sitting.phrase.length])

    def returns(self) -> list[float]:
        """What the game was worth to each player; nothing before its end."""
        result = self._sitting.result
        return list(self._game.reward(result)) if result else [0.0] * self._game.num_players()

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return [float(value) for value in self._sitting.row(self._one(player))]

    def observation_string(self, player: int | None = None) -> str:
        """The table as this player sees it."""
        return picture(self._sitting.scene(self._one(player)), self._game.game.seats)

    def information_state_string(self, player: int | None = None) -> str:
        """All that this player has seen and done since the start. It is made by playing the game again."""
        seat = self._one(player)
        said = self._sitting.phrase.said if seat == self._sitting.seat else ()
        return "\n".join((*self._lines(seat), self._sitting.spelling.text(said)))

    def _lines(self, seat: Seat) -> tuple[str, ...]:
        game, state = self._game.game, self._root
        lines = [*self._told[seat]] or [picture(game.scene(game.view(state, seat)), game.seats)]
        for action in self._played:
            if game.deciders(state)[0] == seat:
                lines.append(f"> {game.write(action)}")
            step = game.apply(state, action)
            state = step.state
            seen = (event.seen_by(seat) for event in step.events)
            lines += [event.text for event in seen if event is not None]
        return tuple(lines)

    def history(self) -> list[int]:
        """The words said since the start, or since this world was dealt."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """The same with who said them."""
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    def clone(self) -> "SpielState":
        other = SpielState(self._game, self._sitting.copy(), self._told)
        other._root, other._played, other._history = self._root, self._played, self._history
        return other

    def child(self, action: int) -> "SpielState":
        other = self.clone()
        other.apply_action(action)
        return other

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Another world that this player can't tell from this one, with dice of its own.

        `sampler` draws evenly from 0 to 1. What the other players saw before is not known there.
        """
        game, own = self._game.game, Seat(player)
        world = game.imagine(game.view(self._sitting.state, own), Random(sampler()))
        sitting = Sitting(game, world, self._sitting.phrase if own == self._sitting.seat else None)
        told = tuple(self._lines(seat) if seat == own else () for seat in game.everybody)
        return SpielState(self._game, sitting, told)

    def _one(self, player: int | None) -> Seat:
        """The player that is asked about: who decides, if none is named."""
        return Seat(self.current_player() if player is None else player)

    def __str__(self) -> str:
        game = self._game.game
        return picture(game.scene(game.view(self._sitting.state, None)), game.seats)


def load_game(
    code: str, scenario: str = "", options: Mapping[str, str] | None = None, reward: str = "winner"
) -> SpielGame:
    """A registered game by its code. Raises ValueError for an unknown one."""
    return SpielGame(game_of(code), scenario, options, reward)
