"""What an end is worth."""

import pytest

from berlin.arena.rewards import margin, reward, winner
from berlin.kernel.contract.game import Result
from berlin.kernel.contract.ids import Seat

WON = Result((7, 12), (Seat(1),), "", "")
DRAWN = Result((4, 4), (), "", "")
SHARED = Result((4, 4), (Seat(0), Seat(1)), "", "")
ALL_LOST = Result((9, 2), (), "", "", all_lost=True)
ALL_LOST_LEVEL = Result((0, 0), (), "", "", all_lost=True)


@pytest.mark.parametrize(
    "result, worth",
    [
        (WON, (-1, 1)),
        (DRAWN, (0, 0)),
        (SHARED, (0, 0)),
        (ALL_LOST, (-1, -1)),
        (ALL_LOST_LEVEL, (-1, -1)),
    ],
)
def test_the_winner_takes_all_and_a_common_defeat_is_a_defeat_for_all(
    result: Result, worth: tuple[float, ...]
) -> None:
    assert winner(result) == worth


@pytest.mark.parametrize(
    "result, worth",
    [(WON, (-5, 5)), (DRAWN, (0, 0)), (ALL_LOST, (-7, -7)), (ALL_LOST_LEVEL, (-1, -1))],
)
def test_the_margin_counts_points_and_nobody_gains_by_a_common_defeat(
    result: Result, worth: tuple[float, ...]
) -> None:
    assert margin(result) == worth


def test_an_unknown_reward_is_told() -> None:
    with pytest.raises(ValueError, match=r"unknown reward 'glory'; there are winner, margin"):
        reward("glory")
