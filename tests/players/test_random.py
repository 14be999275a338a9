"""The machine that plays at random gets its seat's view and nothing else."""

import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.players import kinds, make_player


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME"})
    return registry.load("toy")


def opening(game: AnyGame) -> Any:
    return game.start("short", key_from_seed(1), {}).state


def test_the_machine_is_known_by_its_name() -> None:
    assert "random" in kinds()


def test_it_chooses_every_legal_action_about_as_often(toy: AnyGame) -> None:
    state, rng = opening(toy), Random(1)
    chosen = Counter(make_player("random").choose(toy, toy.view(state, Seat(0)), rng) for _ in range(500))
    assert set(chosen) == set(toy.legal(state))
    assert min(chosen.values()) > 60


def test_what_it_chooses_follows_from_the_view_and_the_random_numbers(toy: AnyGame) -> None:
    state = opening(toy)
    other = toy.other_world(state, Seat(0), Random(2))
    for seed in range(20):
        one, two = (
            make_player("random").choose(toy, toy.view(world, Seat(0)), Random(seed))
            for world in (state, other)
        )
        assert one == two


def test_it_plays_a_game_to_its_end(toy: AnyGame) -> None:
    state, rng = opening(toy), Random(3)
    while deciders := toy.deciders(state):
        view = toy.view(state, deciders[0])
        state = toy.next(state, make_player("random").choose(toy, view, rng))
    assert toy.result(state) is not None


def test_importing_it_does_not_hide_the_random_module_of_python() -> None:
    assert sys.modules["random"].__name__ == "random"
