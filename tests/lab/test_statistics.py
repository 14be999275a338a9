"""Intervals and ratings against published and worked-out values."""

from math import inf, log, sqrt
from random import Random

import pytest

from berlin.lab.statistics import (
    ELO,
    PRIOR,
    Interval,
    Z,
    difference,
    interval_text,
    looks,
    mean,
    median,
    percent,
    quantile,
    ratings,
    signed_text,
    student,
    wilson,
)


# Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
@pytest.mark.parametrize(
    "successes, trials, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_those_of_the_textbook(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


def test_wilson_knows_nothing_without_games_and_stays_between_nought_and_one() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert wilson(10, 10).high <= 1
    assert wilson(0, 10).low >= 0


# Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10.
@pytest.mark.parametrize(
    "first, second, low, high",
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_the_difference_of_two_shares_is_that_of_the_textbook(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    found = difference(first, second)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


# Student's t, 97.5%: the tables of any textbook.
@pytest.mark.parametrize(
    ("freedom", "reach"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (19, 2.0930),
        (120, 1.9799),
        (1000, 1.9623),
        (1001, 1.9600),
    ],
)
def test_few_values_reach_as_far_as_students_table_says(freedom: int, reach: float) -> None:
    assert student(freedom) == pytest.approx(reach, abs=5e-5)


def test_a_mean_has_students_interval_of_its_standard_error() -> None:
    found = mean([1, 2, 3, 4])
    reach = 3.182446 * sqrt((5 / 3) / 4)
    assert [found.value, found.low, found.high] == pytest.approx([2.5, 2.5 - reach, 2.5 + reach])


def test_a_single_value_bounds_nothing() -> None:
    found = mean([7])
    assert (found.value, found.low, found.high) == (7, -inf, inf)
    assert interval_text(found, 1) == "+7.0"
    assert mean([]) == Interval(0, 0, 0)


def test_quantiles_lie_between_the_values() -> None:
    assert [quantile([4, 1, 3, 2], share) for share in (0, 0.25, 0.5, 1)] == [1, 1.75, 2.5, 4]


# Conover, Practical Nonparametric Statistics: the 40th and the 61st of 100 values bound their median.
def test_the_median_is_bounded_by_two_of_the_values() -> None:
    found = median(list(range(1, 101)))
    assert (found.value, found.low, found.high) == (50.5, 40, 61)
    assert (median([7]).low, median([7]).high) == (7, 7)
    many = median(list(range(2000)))
    assert many.low == pytest.approx(1000 - Z * sqrt(2000) / 2, abs=3)


def test_the_median_is_bounded_right_95_times_in_100() -> None:
    rng = Random(3)
    found = [median([rng.gauss(0, 1) for _ in range(41)]) for _ in range(600)]
    assert 0.93 < sum(each.low <= 0 <= each.high for each in found) / 600 < 0.995


def test_two_players_are_as_far_apart_as_their_odds() -> None:
    found = ratings({("a", "b"): 75}, {("a", "b"): 100})
    odds = (75 + PRIOR) / (25 + PRIOR)
    assert found["a"].value - found["b"].value == pytest.approx(ELO * log(odds), abs=0.01)
    chance = odds / (1 + odds)
    error = ELO / sqrt(101 * chance * (1 - chance))
    # Around their mean, each has half of the uncertainty of the difference.
    assert found["a"].width == pytest.approx(Z * error, rel=1e-3)


def test_a_rating_expects_the_points_that_were_made() -> None:
    games = {("a", "b"): 100, ("b", "c"): 80, ("a", "c"): 60}
    points = {("a", "b"): 70.0, ("b", "c"): 50.5, ("a", "c"): 48.0}
    found = ratings(points, games)
    expected = sum(
        (count + 2 * PRIOR) / (1 + 10 ** ((found[pair[1]].value - found["a"].value) / 400))
        for pair, count in games.items()
        if pair[0] == "a"
    )
    assert expected == pytest.approx(70 + 48 + 2 * PRIOR, abs=0.01)
    assert sum(each.value for each in found.values()) == pytest.approx(0, abs=1e-6)


def test_who_wins_all_games_is_still_rated_and_so_are_strangers() -> None:
    found = ratings({("a", "b"): 100, ("c", "d"): 50}, {("a", "b"): 100, ("c", "d"): 100})
    assert 400 < found["a"].value - found["b"].value < 1500
    assert found["c"].value == pytest.approx(found["d"].value)
    assert found["a"].width > 1000


def test_looks_grow_apart_and_end_at_the_last_game() -> None:
    found = list(looks(1000, even=True))
    assert found[0] == 50
    assert found[-1] == 1000
    assert all(look % 2 == 0 for look in found)
    assert found == sorted(set(found))
    assert list(looks(30)) == [30]


def test_a_number_that_rounds_to_nothing_has_no_minus() -> None:
    assert [signed_text(value, 0) for value in (-0.3, 0.3, -0.6, 125.7)] == ["+0", "+0", "-1", "+126"]
    assert signed_text(-0.04, 1) == "+0.0"
    assert interval_text(Interval(139.6, -0.2, 280.0), 0) == "+140 (+0 to +280)"
    assert percent(Interval(0.83, 0.7451, 0.8911)) == "83.0% (74.5 to 89.1)"
