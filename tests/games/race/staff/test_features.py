"""The features of who will win, and the chances that were learned from them."""

from random import Random
from typing import Any

import pytest

from berlin.games.race.rules.sequence import STAGE_NAMES
from berlin.games.race.staff.features import FEATURES, FORETOLD, LEARNED
from berlin.kernel.contract.game import load

GAME = load("race")


def position(seed: int, actions: int) -> object:
    rng = Random(seed)
    state, staff = GAME.start("campaign", rng.randbytes(32), {}).state, GAME.staff()
    assert staff is not None
    for _ in range(actions):
        if not GAME.deciders(state):
            break
        state = GAME.next(state, staff.choose(state, rng))
    return state


def laid_out(units: str) -> Any:
    """A position in turn 5: these units and no others."""
    text = f'game = "race"\nturn = 5\nstage = "C.1"\n[units]\n{units}\n'
    return GAME.read_situation(text, bytes(32)).state


def told(units: str) -> dict[str, float]:
    """The features of such a position, by name."""
    return dict(zip(FEATURES, GAME.features(laid_out(units)), strict=True))


def test_every_feature_has_a_name_and_was_learned() -> None:
    assert len(set(FEATURES)) == len(FEATURES) == len(GAME.features(position(1, 0)))
    assert LEARNED.features == FEATURES == GAME.feature_names


@pytest.mark.parametrize("seed", range(3))
def test_chances_are_shares_of_what_the_americans_leave(seed: int) -> None:
    first, second = GAME.chances(position(seed, 400)) or (0.0, 0.0)
    assert 0.0 < first < 1.0
    assert 0.0 < second < 1.0
    assert first + second <= 1.0 + 1e-9


def test_who_will_be_out_of_supply_counts_before_the_check() -> None:
    near = told('Bridgehead = ["8GA/1"]\nSeelow = ["606"]')
    # Cut off from the Oder by divisions behind it.
    far = told('Seelow = ["8GA/1"]\nBridgehead = ["606"]\nLebus = ["5Jager"]\nLetschin = ["309"]')
    name = "zhukov: strength that supply won't reach"
    assert near[name] == 0
    assert far[name] > 0
    assert near["zhukov: strength without supply"] == far["zhukov: strength without supply"] == 0


def test_a_division_is_in_the_way_on_the_road_to_berlin_and_not_behind_it() -> None:
    before = told('Bridgehead = ["8GA/1"]\nSeelow = ["606"]')
    behind = told('Seelow = ["8GA/1"]\nLebus = ["606"]')
    feature, beside = "koniev: German steps in the way", "koniev: German steps next to the rival"
    assert (before[beside], before[feature]) == (2, 2)
    assert (behind[beside], behind[feature]) == (2, 0)


def test_an_army_with_one_counter_in_berlin_is_torn_there() -> None:
    torn = told('Bridgehead = ["8GA/1"]\nSeelow = ["8GA/2"]\nWedding = ["47/1"]\nBarwalde = ["47/2"]')
    assert (torn["zhukov: torn armies"], torn["zhukov: torn armies in Berlin"]) == (1, 1)


def test_the_americans_are_feared_late_more_than_early_and_less_where_a_road_is_barred() -> None:
    """In turn 1 nobody bars a road yet, and of a hundred games all the same one or two are lost to them."""
    assert sum(GAME.chances(position(3, 0)) or ()) > 0.93
    at_the_oder, at_nauen = 'Bridgehead = ["8GA/1"]\nSeelow = ["606"]', 'Nauen = ["8GA/1"]\nSeelow = ["606"]'
    safe, threatened = (sum(GAME.chances(laid_out(units)) or ()) for units in (at_nauen, at_the_oder))
    assert threatened < safe - 0.002
    open_road, barred = told(at_the_oder), told(at_nauen)
    assert open_road[FORETOLD] > barred[FORETOLD]
    features = [open_road[name] for name in FEATURES]
    feared = [LEARNED.all_lose(features, turn) for turn in (2, 5, 8)]
    assert feared[0] < feared[1] < feared[2]
    assert LEARNED.all_lose([barred[name] for name in FEATURES], 5) < feared[1]


def test_whose_impulses_of_the_round_are_over_counts() -> None:
    """Who has just moved looks better than he stands: the other's impulse is still to come."""
    seen: dict[str, set[tuple[float, ...]]] = {}
    names = [at for at, name in enumerate(FEATURES) if name.endswith("impulse is over")]
    for actions in range(0, 120, 3):
        state: Any = position(4, actions)
        features = GAME.features(state)
        seen.setdefault(STAGE_NAMES[state.stage], set()).add(tuple(features[at] for at in names))
    assert seen["B.2"] == seen["C.1"] == {(0, 0, 0, 0)}
    assert seen["C.2"] == {(1, 0, 0, 0)}
    assert seen["C.3"] == {(1, 1, 0, 0)}
    assert seen["C.4"] == {(1, 1, 1, 0)}


def test_victory_points_late_in_the_game_tell_who_wins() -> None:
    named = dict(zip(FEATURES, GAME.features(position(2, 700)), strict=True))
    features = {**named, "zhukov: points": 20, "koniev: points": 10}
    turned = {**named, "zhukov: points": 10, "koniev: points": 20}
    late = [LEARNED.first([each[name] for name in FEATURES], 10) for each in (features, turned)]
    early = [LEARNED.first([each[name] for name in FEATURES], 1) for each in (features, turned)]
    assert late[0] > late[1] + 0.2
    assert abs(late[0] - late[1]) > abs(early[0] - early[1])


@pytest.mark.slow
def test_the_favoured_seat_wins_most_of_the_games() -> None:
    """Games that nothing was learned from: at the end of turn 8 the favourite wins two of three at least."""
    right = count = 0
    rng = Random(77)
    staff = GAME.staff()
    assert staff is not None
    for _ in range(24):
        state, guess = GAME.start("campaign", rng.randbytes(32), {}).state, None
        while GAME.deciders(state):
            if guess is None and GAME.turn(state) == 9:
                first, second = GAME.chances(state) or (0.0, 0.0)
                guess = 0 if first > second else 1
            state = GAME.next(state, staff.choose(state, rng))
        result = GAME.result(state)
        assert result is not None
        if guess is not None and len(result.winners) == 1:
            count += 1
            right += result.winners == (guess,)
    assert count >= 15
    assert right / count >= 2 / 3
