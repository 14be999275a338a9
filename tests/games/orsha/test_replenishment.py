"""7.515: CPP are replenished, and what is left is kept."""

import pytest
from tests.campaign.desk import desk, told

from berlin.campaign.refit import replenishment
from berlin.campaign.state.state import Account
from berlin.games.orsha.board.forces import DATES
from berlin.games.orsha.board.tables import GERMAN, RESULTS, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

TURNS = {date.key: turn for turn, date in enumerate(DATES, start=1)}


def replenished(
    date: str, german: tuple[int, int], russian: tuple[int, int], start: tuple[int, int] = (0, 0)
) -> Draft:
    accounts = tuple(Account(cpp=cpp) for cpp in start)
    d = desk(dice=(*german, *russian), turn=TURNS[date], accounts=accounts)
    replenishment.begin(d)
    return d


@rule("OTO 7.515")
def test_7_515_the_chart() -> None:
    totals = [int(RESULTS["cpp"].result(total)) for total in range(1, 14)]
    assert totals == [25, 25, 24, 24, 23, 23, 22, 22, 21, 21, 20, 20, 20]


@rule("OTO 7.515", "OTO 7.5151", "OTO 7.5151.q1")
@pytest.mark.parametrize(
    ("date", "side", "dice", "cpp"),
    [
        ("24AM", RUSSIAN, (1, 2), 25),
        ("23PM", RUSSIAN, (4, 4), 21),
        ("24PM", GERMAN, (5, 5), 20),
        ("23PM", GERMAN, (5, 5), 21),
        ("24AM", GERMAN, (1, 2), 24),
        ("24PM", RUSSIAN, (5, 5), 21),
    ],
)
def test_7_515_each_side_adds_its_own_historical_drm_of_the_date(
    date: str, side: Seat, dice: tuple[int, int], cpp: int
) -> None:
    rolls = [(3, 3), (3, 3)]
    rolls[side] = dice
    d = replenished(date, rolls[GERMAN], rolls[RUSSIAN])
    assert d.accounts[side].cpp == cpp


@rule("OTO 7.5151")
def test_7_5151_the_historical_drm() -> None:
    drms = {date.key: (date.drm[RUSSIAN], date.drm[GERMAN]) for date in DATES}
    assert drms == {"23AM": (-2, -1), "23PM": (1, 0), "24AM": (-1, 0), "24PM": (0, 1)}
    assert [replenishment.historical(desk(turn=4), side) for side in (GERMAN, RUSSIAN)] == [1, 0]


@rule("OTO 7.515.q1")
@pytest.mark.parametrize(("dice", "cpp"), [((6, 5), 20), ((1, 1), 25)])
def test_7_515_two_dice_are_rolled(dice: tuple[int, int], cpp: int) -> None:
    d = replenished("23PM", dice, (3, 3))
    assert d.accounts[GERMAN].cpp == cpp
    assert d.dice == [*dice, 3, 3]


@rule("OTO 7.515")
def test_7_515_the_rolls_are_secret() -> None:
    d = replenished("23PM", (3, 4), (2, 2))
    assert [event.seat for event in told(d)] == [GERMAN, RUSSIAN]
    assert all("22" in event.text or "24" in event.text or "23" in event.text for event in told(d))
    assert not any(digit in event.veil for event in told(d) for digit in "0123456789")


@rule("OTO 7.5152b")
def test_7_5152_what_was_left_is_added_to_the_total() -> None:
    d = replenished("23PM", (3, 4), (2, 2), start=(3, 5))
    german, russian = d.accounts
    assert (german.start, german.total, german.cpp) == (3, 25, 25)
    assert (russian.start, russian.total, russian.cpp) == (5, 28, 28)
