"""The machine whose hand slips."""

from random import Random
from typing import Any

import pytest
from tests.players.duel import Judged

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import noisy_staff
from berlin.players.noisy_staff import NoisyStaff


def slips(toy: AnyGame, opening: Any, seed: int) -> int:
    """How many of 200 answers to the same question are not the staff's."""
    player, rng, game = NoisyStaff(), Random(seed), Judged("rest")
    return sum(player.choose(game, toy.view(opening, Seat(0)), rng).verb != "rest" for _ in range(200))


def test_how_often_it_slips_is_drawn_for_each_game(toy: AnyGame, opening: Any) -> None:
    counted = [slips(toy, opening, seed) for seed in range(12)]
    assert 0 in counted
    assert max(counted) > 20
    assert all(count < 200 * 1.5 * max(noisy_staff.SLIPS) for count in counted)


def test_a_slip_is_rather_what_the_staff_likes(
    toy: AnyGame, opening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noisy_staff, "SLIPS", (1.0,))
    rng, game, player = Random(3), Judged("rest"), NoisyStaff()
    answers = [player.choose(game, toy.view(opening, Seat(0)), rng) for _ in range(600)]
    of = len(toy.legal(opening))
    rests = sum(answer.verb == "rest" for answer in answers)
    # Weighed 5 to 1 by the staff, of which the third root or so is left.
    assert 600 / of * 1.2 < rests < 600 / of * 2.2
    assert len(set(answers)) == of
