"""The signs of who will win, and the chances that were learned from them."""

from random import Random

import pytest

from berlin.games.race.signs import LEARNED, SIGNS
from berlin.kernel.game import load

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


def test_every_sign_has_a_name_and_was_learned() -> None:
    assert len(set(SIGNS)) == len(SIGNS) == len(GAME.signs(position(1, 0)))
    assert LEARNED.signs == SIGNS == GAME.sign_names


@pytest.mark.parametrize("seed", range(3))
def test_chances_are_shares_of_what_the_americans_leave(seed: int) -> None:
    first, second = GAME.chances(position(seed, 400)) or (0.0, 0.0)
    assert 0.0 < first < 1.0
    assert 0.0 < second < 1.0
    assert first + second <= 1.0 + 1e-9


def test_victory_points_late_in_the_game_tell_who_wins() -> None:
    named = dict(zip(SIGNS, GAME.signs(position(2, 700)), strict=True))
    signs = {**named, "zhukov: points": 20, "koniev: points": 10}
    turned = {**named, "zhukov: points": 10, "koniev: points": 20}
    late = [LEARNED.first([each[name] for name in SIGNS], 10) for each in (signs, turned)]
    early = [LEARNED.first([each[name] for name in SIGNS], 1) for each in (signs, turned)]
    assert late[0] > late[1] + 0.2
    assert abs(late[0] - late[1]) > abs(early[0] - early[1])


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
