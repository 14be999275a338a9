"""7.512: a new CG Date, and each side's SAN."""

import pytest
from tests.campaign.desk import desk, told

from berlin.campaign.refit import dates
from berlin.campaign.state.state import Account
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.forces import DATES
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule


def sans(d: Draft) -> tuple[int, int]:
    return d.accounts[0].san, d.accounts[1].san


def with_san(german: int, russian: int, *dice: int, turn: int = 1) -> Draft:
    return desk(dice=dice, turn=turn, accounts=(Account(san=german, cpp=3), Account(san=russian, cpp=4)))


@rule("OTO 7.512")
def test_7_512_after_23am_comes_23pm_and_both_sans_are_looked_at() -> None:
    d = with_san(5, 3, 4, 6)
    dates.begin(d)
    assert DATES[d.turn - 1].key == "23PM"
    assert sans(d) == (4, 2)
    assert [event.rules[0] for event in told(d)] == ["OTO 7.5121", "OTO 7.5122a", "OTO 7.5122a"]


@rule("OTO 7.5121")
@pytest.mark.parametrize(("turn", "date"), [(1, "23PM"), (2, "24AM"), (3, "24PM")])
def test_7_5121_each_pass_brings_the_next_date(turn: int, date: str) -> None:
    d = with_san(2, 2, turn=turn)
    dates.begin(d)
    assert DATES[d.turn - 1].key == date


@rule("OTO 7.5122a")
@pytest.mark.parametrize(
    ("san", "dr", "after"), [(3, 6, 2), (3, 5, 3), (5, 4, 4), (5, 3, 5), (4, 5, 3), (4, 4, 4), (7, 2, 6)]
)
def test_7_5122_a_san_of_three_or_more_may_sink(san: int, dr: int, after: int) -> None:
    d = with_san(san, 2, dr)
    dates.adjust_snipers(d)
    assert sans(d) == (after, 2)
    assert d.dice == [dr]


@rule("OTO 7.5122b")
def test_7_5122_a_san_below_two_rises_to_two_for_nothing() -> None:
    d = with_san(1, 0)
    dates.adjust_snipers(d)
    assert sans(d) == (2, 2)
    assert [account.cpp for account in d.accounts] == [3, 4]


@rule("OTO 7.5122b")
def test_7_5122_a_san_of_two_stays_without_a_roll() -> None:
    d = with_san(2, 2)
    dates.adjust_snipers(d)
    assert (sans(d), d.dice) == ((2, 2), [])


def bought(side: Seat, *lines: str) -> tuple[int, ...]:
    return tuple(sum(line == offer.id for line in lines) for offer in CHARTS[side])


@rule("OTO 7.516.q2")
@pytest.mark.parametrize(
    ("side", "lines", "elite"),
    [
        (RUSSIAN, ("I2", "I5"), 2),
        (RUSSIAN, ("I4",), 1),
        (RUSSIAN, ("I1", "I3"), 0),
        (GERMAN, ("I3", "I4"), 2),
        (GERMAN, ("I4", "I4", "V1"), 2),
        (GERMAN, ("I1", "I2", "I5"), 0),
    ],
)
def test_7_516_elite_companies_and_platoons_of_the_date_before_are_remembered(
    side: Seat, lines: tuple[str, ...], elite: int
) -> None:
    d = with_san(2, 2)
    d.account(side, today=bought(side, *lines))
    dates.begin(d)
    assert d.accounts[side].elite == elite
    assert not any(d.accounts[side].today)
    dates.begin(d)
    assert d.accounts[side].elite == 0
