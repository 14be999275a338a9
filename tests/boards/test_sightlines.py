"""Straight lines between hexes, held against the same lines measured with a ruler."""

from math import dist

import pytest

from berlin.boards.hexes import OFFSETS, Cell, Grid, apart
from berlin.boards.sightlines import sightline

GRID = Grid(10.0)
FAR = 7
STEPS = [
    (r, c) for r in range(-FAR, FAR + 1) for c in range(-FAR, FAR + 1) if 0 < apart((0, 0), (r, c)) <= FAR
]
POINTS = 4001


def measured(step: Cell) -> set[Cell]:
    """The hexes in which many points of the line lie, well inside."""
    x, y = GRID.centre(step)
    near = [cell for cell in [(0, 0), *STEPS] if apart(cell, step) <= FAR]
    found = set()
    for number in range(POINTS):
        part = number / (POINTS - 1)
        point = x * part, y * part
        first, second, *_ = sorted(near, key=lambda cell: dist(GRID.centre(cell), point))
        if dist(GRID.centre(second), point) - dist(GRID.centre(first), point) > 1e-6:
            found.add(first)
    return found - {(0, 0), step}


@pytest.mark.parametrize(
    "step", [(3, -1), (5, -3), (1, 4), (-6, 2), (4, 3), (6, -3), (2, 2), (-2, 7), (0, 5)]
)
def test_a_line_passes_the_hexes_that_its_points_lie_in(step: Cell) -> None:
    assert set(sightline(step).through) == measured(step)


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_line_is_the_same_both_ways(step: Cell) -> None:
    r, c = step
    there, back = sightline(step), sightline((-r, -c))
    assert {(s - r, d - c) for s, d in there.through} == set(back.through)
    assert {frozenset((s - r, d - c) for s, d in pair) for pair in there.along} == set(
        map(frozenset, back.along)
    )


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_what_a_line_passes_is_joined_from_end_to_end(step: Cell) -> None:
    line = sightline(step)
    passed = [{cell} for cell in line.through] + [set(pair) for pair in line.along]
    assert len(passed) >= apart((0, 0), step) - 1 - len(line.along)
    reached = {(0, 0)}
    while passed:
        after = next((part for part in passed if any(apart(a, b) == 1 for a in part for b in reached)), None)
        assert after is not None
        passed.remove(after)
        reached |= after
    assert any(apart(cell, step) == 1 for cell in reached)


def test_a_line_along_hexsides_has_a_hex_on_either_side() -> None:
    assert sightline((2, -1)).along == (((1, -1), (1, 0)),)
    assert sightline((2, -1)).through == ()
    twice = sightline((4, -2))
    assert twice.through == ((2, -1),)
    assert len(twice.along) == 2


def test_a_line_to_the_next_hex_passes_none() -> None:
    for way, step in enumerate(OFFSETS):
        line = sightline(step)
        assert (line.through, line.along, line.leaves) == ((), (), (way,))


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_line_leaves_by_the_side_that_it_cuts(step: Cell) -> None:
    """Towards the neighbour that is nearest to its direction, or between two that are as near."""
    x, y = GRID.centre(step)
    far = dist((0, 0), (x, y))
    out = x / far * 10, y / far * 10
    ways = [dist(GRID.centre(offset), out) for offset in OFFSETS]
    near = {way for way, length in enumerate(ways) if length - min(ways) < 1e-6}
    assert set(sightline(step).leaves) == near


def test_a_line_to_the_same_hex_leaves_by_no_side() -> None:
    assert sightline((0, 0)).leaves == ()
