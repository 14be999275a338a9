"""What the bitboards say of movement, supply and retreats in random games, reckoned once more by hand."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    cut_off,
    home_cities,
    land_of,
    open_spaces,
    steps_back,
    ways_back,
    ways_of,
    zones_of,
)

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.units import RANGES
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.combat.retreat import lawful, steps
from berlin.games.noretreat.rules.movement import allowance, beside_friends, reach
from berlin.games.noretreat.rules.supply import failing, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.rules.zones import fixed
from berlin.games.noretreat.state.state import SIZE, Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule


def positions(scenario: str, seed: int) -> Iterator[Draft]:
    state, rng = GAME.start(scenario, key_from_seed(seed), {}).state, Random(seed)
    for number in range(2000):
        if not GAME.deciders(state):
            return
        if number % 160 == 0:
            yield Draft(state)
        state = GAME.next(state, GAME.sample(state, rng))


@rule("NR 8.move", "NR 8.zoc.stop", "NR 8.zoc.exit", "NR 8.enemyhex")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 1), ("1943", 2), ("1944", 3), ("1945", 4)])
def test_a_move_reaches_what_walking_reaches(scenario: str, seed: int) -> None:
    looked = 0
    for d in positions(scenario, seed):
        for side in BOTH:
            mobile = [u for u in RANGES[side] if d.where[u] < SIZE and not fixed(d, u)]
            for unit in mobile[::2]:
                points = allowance(d, unit)
                ours = {(via, end) for via, ends in reach(d, unit, points) for end in bits(ends)}
                ours |= {((), end) for end in bits(beside_friends(d, unit, points))}
                assert ours == set(ways_of(d, unit, points))
                looked += 1
    assert looked > 20


@rule("NR 6.supply.unit", "NR 6.supply.city", "NR 6.supply.block", "NR 8.zoc")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 5), ("1943", 6), ("1944", 7), ("1945", 8)])
def test_supply_paths_are_those_that_can_be_walked(scenario: str, seed: int) -> None:
    for d in positions(scenario, seed):
        for side in BOTH:
            cities = home_cities(d, side, open_spaces(d, side))
            assert set(bits(supplied_cities(d, side, open_to_supply(d, side)))) == cities
            assert set(bits(overland(d, side))) == land_of(d, side)
            assert set(failing(d, side)) == cut_off(d, side)
            assert set(bits(d.zones(side))) == zones_of(d, side)


@rule("NR 9.retreat", "NR 9.retreat.q1", "NR 9.retreat.ezoc")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 9), ("1943", 10), ("1944", 11), ("1945", 12)])
def test_retreats_are_those_that_can_be_walked_to_their_end(scenario: str, seed: int) -> None:
    looked = turned = 0
    for d in positions(scenario, seed):
        # A card in force may lift the zones.
        d.frames.clear()
        for unit in (u for side in BOTH for u in RANGES[side][::3] if d.where[u] < SIZE):
            start = d.where[unit]
            due, wherever = steps_back(d, unit, start, 0), ways_back(d, unit, start, 0)
            assert set(bits(lawful(d, unit, start, 0))) == wherever
            assert set(bits(steps(d, unit, start, 0))) == due
            looked += bool(due)
            turned += wherever != due
    assert looked > 9
    assert turned > 0
