"""The Gymnasium environment: one seat against machines."""

from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from toy import GAME as TOY

from berlin.arena.solo import Solo
from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.players.random import AtRandom

RACE = load("race")
GAMES = [*map(load, codes()), TOY]


class Watched(AtRandom):
    """A random player that remembers whose views it was shown."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        self.seats.add(view.seat)
        return super().choose(game, view, rng)


def play(env: Solo, seed: int) -> list[Any]:
    """Random words to the end: the last step."""
    rng = Random(seed)
    observation, _ = env.reset(seed=seed)
    while True:
        step = env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        observation = step[0]
        if step[2] or step[3]:
            return list(step)


# Gymnasium wants a spec to try render modes with; an environment made by its class has none.
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_it_passes_gymnasiums_own_check(game: AnyGame) -> None:
    check_env(Solo(game))


def test_a_game_ends_with_what_its_result_is_worth_to_the_own_seat() -> None:
    env = Solo(TOY, seat="blue", reward="margin")
    _, reward, terminated, truncated, info = play(env, 2)
    result = env.sitting.result
    assert result is not None
    assert (terminated, truncated) == (True, False)
    assert reward == result.scores[1] - result.scores[0]
    assert info == {"seat": "blue", "result": result.text}


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (play(Solo("race"), 8) for _ in range(2))
    assert np.array_equal(first[0]["observation"], second[0]["observation"])
    assert first[1:] == second[1:]


def test_the_machine_sees_its_own_seat_alone() -> None:
    player = Watched()
    play(Solo(TOY, seat="red", against=player), 1)
    assert player.seats == {1}


def test_the_own_seat_is_drawn_if_none_is_named() -> None:
    env = Solo(TOY)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {"red", "blue"}
    named = Solo(TOY, seat="blue")
    assert {named.reset(seed=seed)[1]["seat"] for seed in range(20)} == {"blue"}


def test_an_illegal_word_ends_the_game() -> None:
    env = Solo("race")
    observation, _ = env.reset(seed=1)
    word = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(word)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "no legal action" in info["refusal"]


def test_whole_actions_may_be_played() -> None:
    env = Solo("race", seat="koniev")
    env.reset(seed=4)
    for _ in range(20):
        assert RACE.deciders(env.sitting.state) == (1,)
        text = RACE.write(env.legal()[-1])
        assert not env.step(text)[2]


def test_a_limit_cuts_the_game_short() -> None:
    env = Solo("race", limit=40)
    _, reward, terminated, truncated, _ = play(env, 1)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert env.sitting.actions == 40


def test_the_mask_can_be_had_by_itself() -> None:
    env = Solo("race")
    observation, _ = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), observation["action_mask"].astype(bool))


def test_the_table_can_be_read() -> None:
    env = Solo("race", seat="zhukov", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith("Turn 1")


@pytest.mark.parametrize(
    "settings, told",
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "race", "seat": "rokossovsky"}, "unknown seat 'rokossovsky'; there are zhukov, koniev"),
        ({"game": "race", "against": "stockfish"}, "unknown player 'stockfish'"),
    ],
)
def test_bad_settings_are_told_in_a_line(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Solo(**settings)
