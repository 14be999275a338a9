"""Ways from hex to hex in words."""

import pytest

from berlin.boards.bearings import legs, number_word, told
from berlin.boards.hexes import OFFSETS, Cell, apart

STEPS = [(r, c) for r in range(-6, 7) for c in range(-6, 7) if (r, c) != (0, 0)]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_the_legs_lead_there_by_the_shortest_way(step: Cell) -> None:
    found = legs(step)
    assert sum(number * OFFSETS[way][0] for number, way in found) == step[0]
    assert sum(number * OFFSETS[way][1] for number, way in found) == step[1]
    assert sum(number for number, _ in found) == apart((0, 0), step)
    assert all(number > 0 for number, _ in found)
    assert 1 <= len(found) <= 2


def test_no_legs_lead_to_the_same_hex() -> None:
    assert legs((0, 0)) == ()


def test_ways_are_told_in_words() -> None:
    assert told([(1, "north")]) == "one hex north"
    assert told([(2, "east"), (1, "south-east")]) == "two hexes east and one south-east"
    assert [number_word(n) for n in (0, 7, 12, 13)] == ["no", "seven", "twelve", "13"]
