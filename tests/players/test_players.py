"""Every machine: by name, from a view alone, and to the end of a game."""

from random import Random
from typing import Any

import pytest

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import SAYS, UnknownPlayer, kinds, make_player
from berlin.players.budget import Budget, parse
from berlin.players.search import Search

QUICK = ("idle", "random", "greedy", "staff", "erring", "recruit", "officer", "search:12")


def test_every_machine_has_a_name_and_says_what_it_does() -> None:
    assert set(SAYS) == set(kinds())
    assert kinds()[:3] == ("recruit", "officer", "marshal")


@pytest.mark.parametrize("name", ["", "robot", "greedy:5", "search:", "search:-1", "search:1m", "Search"])
def test_a_name_that_no_machine_has_is_told_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownPlayer, match="there are recruit, officer, marshal"):
        make_player(name)


def test_a_search_is_named_with_its_budget() -> None:
    looks, time = make_player("search:400"), make_player("search:100ms")
    assert isinstance(looks, Search)
    assert isinstance(time, Search)
    assert (looks.budget, time.budget) == (Budget(looks=400), Budget(milliseconds=100))
    assert (parse("2s"), parse("2000d")) == (Budget(milliseconds=2000), Budget(decisions=2000))
    assert [str(budget) for budget in (looks.budget, time.budget)] == ["400", "100ms"]
    assert str(Budget(decisions=9)) == "9d"


@pytest.mark.parametrize("name", QUICK)
def test_worlds_that_differ_in_what_it_can_t_know_get_the_same_choice(
    toy: AnyGame, opening: Any, name: str
) -> None:
    state, differed = opening, 0
    for turn in range(6):
        seat = toy.deciders(state)[0]
        other = toy.other_world(state, seat, Random(turn))
        differed += other != state
        one, two = (
            make_player(name).choose(toy, toy.view(world, seat), Random(turn)) for world in (state, other)
        )
        assert one == two
        state = toy.next(state, one)
    assert differed


@pytest.mark.parametrize("name", QUICK)
def test_it_plays_a_game_to_its_end_by_legal_actions(toy: AnyGame, opening: Any, name: str) -> None:
    players, state, rng = [make_player(name), make_player(name)], opening, Random(3)
    while deciders := toy.deciders(state):
        action = players[deciders[0]].choose(toy, toy.view(state, deciders[0]), rng)
        assert action in toy.legal(state)
        state = toy.next(state, action)
    assert toy.result(state) is not None


def test_the_idle_machine_passes_when_it_may(toy: AnyGame, opening: Any) -> None:
    for seed in range(20):
        chosen = make_player("idle").choose(toy, toy.view(opening, Seat(0)), Random(seed))
        assert len(toy.write(chosen).split()) == 1
