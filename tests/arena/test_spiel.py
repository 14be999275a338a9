"""The OpenSpiel manner: its calls mean what they mean there."""

from random import Random

import pytest
from toy import GAME as TOY

from berlin.arena.sitting import Illegal
from berlin.arena.spiel import TERMINAL, SpielGame, SpielState, load_game
from berlin.kernel.contract.game import AnyGame, codes, load

RACE = load("race")
GAMES = [*map(load, codes()), TOY]


def played(game: AnyGame, seed: int, words: int = 100_000) -> SpielState:
    """A random game after so many words, or at its end."""
    state, rng = SpielGame(game).new_initial_state(seed), Random(seed)
    while not state.is_terminal() and words:
        state.apply_action(rng.choice(state.legal_actions()))
        words -= 1
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_a_game_is_played_to_its_end(game: AnyGame) -> None:
    state = played(game, 1)
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert len(state.returns()) == 2
    assert state.returns() != [0.0, 0.0]
    assert state.returns() == state.rewards() == [state.player_return(0), state.player_return(1)]


def test_the_words_said_lead_there_again() -> None:
    state = played(RACE, 2, 200)
    again = load_game("race").new_initial_state(2)
    for player, action in state.full_history():
        assert again.current_player() == player
        again.apply_action(action)
    assert again.information_state_string(0) == state.information_state_string(0)
    assert (str(again), again.history()) == (str(state), state.history())


def test_before_the_end_nothing_is_worth_anything() -> None:
    state = load_game("race").new_initial_state(1)
    assert state.returns() == [0.0, 0.0]
    assert not state.is_chance_node()
    assert not state.is_simultaneous_node()


def test_masks_and_tensors_have_the_sizes_that_the_game_tells() -> None:
    game = load_game("race")
    state = game.new_initial_state(1)
    assert len(state.legal_actions_mask()) == game.num_distinct_actions()
    assert [at for at, may in enumerate(state.legal_actions_mask()) if may] == state.legal_actions()
    assert state.legal_actions(1 - state.current_player()) == []
    for player in range(game.num_players()):
        assert [len(state.observation_tensor(player))] == game.observation_tensor_shape()


def test_words_have_names() -> None:
    state = load_game("race").new_initial_state(1)
    for word in state.legal_actions():
        assert state.string_to_action(0, state.action_to_string(0, word)) == word


def test_a_clone_goes_its_own_way() -> None:
    state = played(RACE, 3, 50)
    before = state.information_state_string()
    clone = state.clone()
    child = state.child(state.legal_actions()[0])
    clone.apply_action(clone.legal_actions()[0])
    assert state.information_state_string() == before
    assert child.history() == clone.history() == [*state.history(), state.legal_actions()[0]]


def test_a_whole_action_may_be_played_by_its_text() -> None:
    state = load_game("race").new_initial_state(4)
    for _ in range(40):
        text = state.legal_texts()[-1]
        words = state.clone()
        before = len(state.history())
        state.apply_text(text)
        for word in state.history()[before:]:
            words.apply_action(word)
        assert words.information_state_string(0) == state.information_state_string(0)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = load_game("race").new_initial_state(1)
    wrong = next(word for word, may in enumerate(state.legal_actions_mask()) if not may)
    with pytest.raises(Illegal, match="no legal action goes on"):
        state.apply_action(wrong)
    with pytest.raises(Illegal, match="RFB"):
        state.apply_text("roll")
    assert state.history() == []
    with pytest.raises(Illegal, match="over"):
        played(TOY, 1).apply_action(1)


@pytest.mark.parametrize("words", [0, 7, 12])
def test_a_world_dealt_anew_looks_the_same_to_its_player(words: int) -> None:
    state, rng = played(TOY, 6, words), Random(1)
    player = state.current_player()
    hidden = set()
    for _ in range(20):
        other = state.resample_from_infostate(player, rng.random)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        hidden.add(other.observation_string(1 - player))
    assert len(hidden) > 1


def test_a_world_dealt_anew_can_be_played_on_and_remembers() -> None:
    state, rng = played(TOY, 6, 4), Random(1)
    player = state.current_player()
    before = state.information_state_string(player)
    other = state.resample_from_infostate(player, rng.random)
    while not other.is_terminal():
        other.apply_action(rng.choice(other.legal_actions()))
    assert other.information_state_string(player).startswith(before.rstrip())
    assert other.returns() != [0.0, 0.0]


def test_what_the_other_drew_is_not_told() -> None:
    state = SpielGame(TOY).new_initial_state(1)
    state.apply_text("draw")
    assert "red draws card" in state.information_state_string(0)
    assert "red draws a card" in state.information_state_string(1)
    assert "red draws card" not in state.information_state_string(1)


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(ValueError, match="unknown game 'go'; there are race"):
        load_game("go")
