"""A hex is told by its bearing from another, in words."""

import pytest

from berlin.boards.bearings import bearing, hexes
from berlin.boards.hexes import Cell, apart

FAR = 9


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ((0, 1), "one hex east"),
        ((0, -3), "three hexes west"),
        ((-2, 0), "two hexes north-west"),
        ((-1, 1), "one hex north-east"),
        ((4, -4), "four hexes south-west"),
        ((12, 0), "twelve hexes south-east"),
        ((0, 13), "13 hexes east"),
        ((-2, 1), "two hexes north"),
        ((2, -1), "two hexes south"),
        ((-1, 2), "two hexes east-north-east"),
        ((1, 1), "two hexes east-south-east"),
        ((-1, -1), "two hexes west-north-west"),
        ((2, -4), "four hexes west-south-west"),
        ((-1, 4), "three hexes east and one north-east"),
        ((-3, 1), "two hexes north-west and one north-east"),
        ((3, -2), "two hexes south-west and one south-east"),
    ],
)
def test_straight_ways_are_told_by_one_direction_and_others_by_two(end: Cell, told: str) -> None:
    assert bearing((0, 0), end) == told
    assert bearing((5, -3), (end[0] + 5, end[1] - 3)) == told


def test_no_two_hexes_have_the_same_bearing() -> None:
    cells = [
        (r, c) for r in range(-FAR, FAR + 1) for c in range(-FAR, FAR + 1) if apart((0, 0), (r, c)) <= FAR
    ]
    told = {bearing((0, 0), cell) for cell in cells if cell != (0, 0)}
    assert len(told) == len(cells) - 1 == 3 * FAR * (FAR + 1)


def test_one_is_counted_as_one() -> None:
    assert [hexes(count) for count in (0, 1, 2, 40)] == ["no hexes", "one hex", "two hexes", "40 hexes"]
