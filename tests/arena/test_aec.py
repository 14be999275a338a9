"""The PettingZoo environment keeps PettingZoo's laws, and plays by the rules of the game."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test
from toy import GAME as TOY

from berlin.arena import aec
from berlin.arena.aec import Seats
from berlin.arena.rewards import winner
from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed

RACE = load("race")
GAMES = [*map(load, codes()), TOY]
LEBUS = Path(__file__).parent.parent / "games" / "race" / "situations" / "lebus.toml"


def play(env: Any, seed: int, rng: Random) -> dict[str, float]:
    """Random words to the end: what each agent got."""
    env.reset(seed=seed)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        over = terminated or truncated
        env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))
    return got


@pytest.mark.slow
# PettingZoo warns of observations that are no bare arrays in all environments but those that it lists by
# name, though a mask beside the array is its own convention; and of the mask of an agent whose game is over.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_it_passes_the_api_test(game: AnyGame) -> None:
    api_test(aec.env(game), num_cycles=500)  # type: ignore[no-untyped-call]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_it_passes_the_seed_test(game: AnyGame) -> None:
    seed_test(lambda: aec.env(game), num_cycles=200)  # type: ignore[no-untyped-call]


def test_a_seed_gives_the_same_dice_as_anywhere_else() -> None:
    env = Seats("race")
    env.reset(seed=13)
    assert env.sitting.state == RACE.start("campaign", key_from_seed(13), {}).state


def test_without_a_seed_the_games_after_a_seeded_one_follow_from_it() -> None:
    env, keys = Seats("race"), []
    for seed in (5, None, None, 5, None, None):
        env.reset(seed=seed)
        keys.append(env.sitting.state.key)
    assert keys[:3] == keys[3:]
    assert len(set(keys)) == 3


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_ends_with_what_its_result_is_worth(seed: int) -> None:
    env = Seats(TOY)
    got = play(env, seed, Random(seed))
    result = env.sitting.result
    assert result is not None
    assert got == dict(zip(env.possible_agents, winner(result), strict=True))
    assert env.agents == []


def test_points_may_count_instead_of_victory() -> None:
    env = Seats(TOY, reward="margin")
    got = play(env, 4, Random(4))
    result = env.sitting.result
    assert result is not None
    lead = result.scores[0] - result.scores[1]
    assert got == {"red_0": lead, "blue_1": -lead}


def test_who_does_not_decide_may_say_nothing() -> None:
    env = Seats("race")
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_an_illegal_word_ends_the_game_to_the_cost_of_who_says_it() -> None:
    env = aec.env("race")
    env.reset(seed=1)
    offender = env.agent_selection
    seen = env.observe(offender)
    assert seen is not None
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert "no legal action goes on with word" in env.infos[offender]["refusal"]
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_a_refusal_says_by_which_rule() -> None:
    env = Seats("race", penalty=-5)
    env.reset(seed=1, options={"situation": LEBUS.read_text(encoding="utf-8")})
    offender = env.agent_selection
    env.step("retreat 8GA/1 Lebus")
    assert env.infos[offender]["refusal"].endswith("]")
    assert "RFB" in env.infos[offender]["refusal"]
    assert env.rewards[offender] == -5


def test_whole_actions_may_be_played_as_texts_and_as_structs() -> None:
    by_words, by_text, by_struct = (Seats("race") for _ in range(3))
    rng = Random(3)
    for env in (by_words, by_text, by_struct):
        env.reset(seed=3)
    for _ in range(60):
        action = rng.choice(by_struct.legal())
        text = RACE.write(action)
        by_struct.step(action)
        by_text.step(text)
        while by_words.sitting.actions < by_text.sitting.actions:
            by_words.step(by_words.sitting.spell(text)[by_words.sitting.phrase.length])
        assert by_words.sitting.state == by_text.sitting.state == by_struct.sitting.state
        assert by_words.agent_selection == by_text.agent_selection == by_struct.agent_selection


def test_a_text_that_is_no_action_is_illegal() -> None:
    env = Seats("race")
    env.reset(seed=1)
    offender = env.agent_selection
    env.step("surrender")
    assert "is no verb of this game" in env.infos[offender]["refusal"]


def test_a_limit_cuts_the_game_short() -> None:
    env = Seats("race", limit=30)
    got = play(env, 1, Random(1))
    assert env.sitting.actions == 30
    assert set(got.values()) == {0.0}
    env.reset(seed=1)
    for _ in range(30):
        env.step(env.legal()[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_may_begin_from_a_situation_or_another_scenario() -> None:
    env = Seats("race")
    situation = LEBUS.read_text(encoding="utf-8")
    env.reset(seed=1, options={"situation": situation})
    assert env.sitting.state == RACE.read_situation(situation, key_from_seed(1)).state
    toy = Seats(TOY, scenario="long")
    toy.reset(seed=1)
    assert toy.sitting.state.left == 30
    toy.reset(seed=1, options={"scenario": "short"})
    assert toy.sitting.state.left == 8


def test_the_table_can_be_read() -> None:
    env = aec.env("race", render_mode="ansi")
    env.reset(seed=3)
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith("Turn 1 (2 days)")
    assert "Bridgehead: 5SHA/1 5SHA/2 8GA/1 8GA/2 [index 11]" in text
    bare = Seats("race")
    bare.reset(seed=3)
    assert bare.render() is None


def test_the_end_can_be_read_too() -> None:
    env = Seats(TOY, render_mode="ansi")
    play(env, 1, Random(1))
    text = env.render()
    assert isinstance(text, str)
    assert "0 acts left" in text


@pytest.mark.parametrize(
    "settings, told",
    [
        ({"game": "chess"}, "unknown game 'chess'; there are race"),
        ({"game": "race", "reward": "glory"}, "unknown reward 'glory'"),
        ({"game": "race", "render_mode": "human"}, "unknown render mode 'human'; there is ansi"),
    ],
)
def test_bad_settings_are_told_in_a_line(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        aec.env(**settings)
