"""A hex is told by its bearing from another, in words."""

import pytest

from berlin.boards.bearings import bearing, hexes, legs, number, told
from berlin.boards.hexes import OFFSETS, Cell, apart

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


STEPS = [(r, c) for r in range(-6, 7) for c in range(-6, 7) if (r, c) != (0, 0)]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_the_legs_lead_there_by_the_shortest_way(step: Cell) -> None:
    found = legs(step)
    assert sum(count * OFFSETS[way][0] for count, way in found) == step[0]
    assert sum(count * OFFSETS[way][1] for count, way in found) == step[1]
    assert sum(count for count, _ in found) == apart((0, 0), step)
    assert all(count > 0 for count, _ in found)
    assert 1 <= len(found) <= 2


def test_no_legs_lead_to_the_same_hex() -> None:
    assert legs((0, 0)) == ()


def test_ways_are_told_in_words() -> None:
    assert told([(1, "north")]) == "one hex north"
    assert told([(2, "east"), (1, "south-east")]) == "two hexes east and one south-east"
    assert [number(n) for n in (0, 7, 12, 13)] == ["no", "seven", "twelve", "13"]
