"""Hex grains and alternate hex grains, and all lines between many ends held against one line at a time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.boards.columns import Columns, letters
from berlin.boards.grains import (
    ALTERNATE,
    GRAINS,
    between,
    connecting_steps,
    is_alternate,
    is_grain,
    line,
    steps_of,
)
from berlin.boards.hexes import OPPOSITE, HexMap, board_of
from berlin.kernel.contract.ids import Place

SHEET = Columns(low=True)
CHART = HexMap([SHEET.cell(f"{letters(column)}{number}") for column in range(9) for number in range(9)])
BIG = HexMap([SHEET.cell(f"{letters(column)}{number}") for column in range(30) for number in range(54)])
SPACES = sorted(CHART.spaces)


def at(names: str, chart: HexMap = BIG) -> list[Place]:
    return [chart.index[SHEET.cell(name)] for name in names.replace("-", " ").split()]


def names(hexes: tuple[int, ...], chart: HexMap = BIG) -> str:
    return "-".join(SHEET.name(chart.cell[space]) for space in hexes)


@pytest.mark.parametrize("hexes", ("A26-B25-C25-D24", "P10-Q11-R11-S12", "K20-K21"))
def test_a_grain_goes_on_in_one_direction(hexes: str) -> None:
    assert is_grain(BIG, at(hexes))
    assert not is_alternate(BIG, at(hexes))


@pytest.mark.parametrize("hexes", ("B38-C39-D38", "J41-K42-K43-L43", "J3-J4-I5-I6-H6-H7"))
def test_an_alternate_grain_takes_two_directions_in_turn(hexes: str) -> None:
    assert is_alternate(BIG, at(hexes))
    assert not is_grain(BIG, at(hexes))


@pytest.mark.parametrize(
    "hexes", ("B38-C39-D39-E39", "P10-Q11-R11-R12", "K20-K22", "K20", "K20-L20-K20", "K20-L20-L21-K21", "")
)
def test_other_rows_of_hexes_are_neither(hexes: str) -> None:
    assert steps_of(BIG, at(hexes)) is None


def test_each_hex_starts_six_grains_and_twelve_alternate_ones() -> None:
    (middle,) = at("O25")
    found = {line(BIG, middle, steps)[:3] for steps in (*GRAINS, *ALTERNATE)}
    assert len(GRAINS) == 6
    assert len(ALTERNATE) == 12
    assert len(found) == 18
    for steps in (*GRAINS, *ALTERNATE):
        assert steps_of(BIG, line(BIG, middle, steps)) == steps


def test_between_two_hexes_lie_none_one_or_two_lines() -> None:
    two = [names(found) for found in between(BIG, *at("P10 T10"))]
    assert sorted(two) == ["P10-Q10-R10-S10-T10", "P10-Q11-R10-S11-T10"]
    assert [names(found) for found in between(BIG, *at("K20 K23"))] == ["K20-K21-K22-K23"]
    assert [names(found) for found in between(BIG, *at("K20 K21"))] == ["K20-K21"]
    assert [names(found) for found in between(BIG, *at("J41 L43"))] == ["J41-K42-K43-L43"]
    assert between(BIG, *at("K20 L23")) == []
    assert between(BIG, *at("K20 K20")) == []


@given(st.sampled_from(SPACES), st.sampled_from(SPACES))
def test_a_line_is_as_long_as_its_ends_are_apart_and_runs_back_the_same_way(a: Place, b: Place) -> None:
    forth = between(CHART, a, b)
    assert sorted(found[::-1] for found in forth) == sorted(between(CHART, b, a))
    for found in forth:
        assert (found[0], found[-1]) == (a, b)
        assert len(found) == 1 + CHART.distance(a, b)
        assert is_grain(CHART, found) != is_alternate(CHART, found)


@given(st.sets(st.sampled_from(SPACES), max_size=8), st.sets(st.sampled_from(SPACES), max_size=30))
def test_all_lines_at_once_are_the_lines_between_each_two_ends(ends: set[Place], blocked: set[Place]) -> None:
    steps = {
        (x, y)
        for a in ends
        for b in ends
        for found in between(CHART, a, b)
        if not blocked & set(found)
        for x, y in pairwise(found)
    }
    links = connecting_steps(CHART, board_of(ends), CHART.all & ~board_of(blocked))
    for way, linked in enumerate(links):
        due = board_of(x for x, y in steps if CHART.way(x, y) == way)
        assert linked == due
        assert CHART.step(linked, way) == links[OPPOSITE[way]]
