"""Plots, scattered points and footprints."""

from itertools import combinations, pairwise
from math import dist, hypot, pi

import pytest

from berlin.boards.columns import ColumnGrid
from berlin.boards.hexes import Grid
from berlin.boards.town.plots import Cutting, Footprint, Quarter, plots, scatter, walked

QUARTERS = [Quarter((100, 100), 140, 0.3, 30, 20), Quarter((260, 120), 140, 1.1, 26, 24)]


def in_town(point: tuple[float, float]) -> bool:
    return hypot(point[0] - 180, point[1] - 110) < 130


def test_every_plot_lies_on_its_ground() -> None:
    found = list(plots(QUARTERS, in_town, Cutting(4, 5), 1))
    assert len(found) > 40
    for ring in found:
        assert len(ring) == 4
        assert all(map(in_town, ring))


def test_plots_are_the_same_every_time_and_others_by_another_seed() -> None:
    assert list(plots(QUARTERS, in_town, Cutting(4, 5), 1)) == list(
        plots(QUARTERS, in_town, Cutting(4, 5), 1)
    )
    assert list(plots(QUARTERS, in_town, Cutting(4, 5), 1)) != list(
        plots(QUARTERS, in_town, Cutting(4, 5), 2)
    )


def test_what_does_not_fit_is_quartered() -> None:
    once = list(plots(QUARTERS, in_town, Cutting(4, 5, 0), 1))
    again = list(plots(QUARTERS, in_town, Cutting(4, 5, 2), 1))
    assert len(again) > len(once)
    assert set(once) <= set(again)


def test_streets_part_the_plots_of_a_quarter() -> None:
    (quarter, *_) = QUARTERS
    whole = list(plots([quarter], lambda _: True, Cutting(6, 5), 1))
    for a, b in combinations(whole, 2):
        assert min(dist(p, q) for p in a for q in b) > 4


def test_points_are_strewn_where_they_fit_and_apart() -> None:
    found = list(scatter([(180, 110)], 130, 20, in_town, 3))
    assert all(map(in_town, found))
    assert len(found) > 80
    assert min(dist(a, b) for a, b in combinations(found, 2)) > 4


def test_a_footprint_has_what_was_drawn_on_it() -> None:
    print_ = Footprint(400, 300)
    print_.draw([((50, 50), (350, 50), (350, 250))], 20)
    assert all(print_.has(point) for point in ((50, 50), (200, 55), (345, 150), (350, 250)))
    assert not any(print_.has(point) for point in ((200, 80), (50, 150), (300, 200), (-10, 5), (9000, 9000)))


def test_a_walk_passes_every_corner_in_even_steps() -> None:
    line = ((0.0, 0.0), (30.0, 0.0), (30.0, 17.0))
    points = list(walked(line, 5))
    assert set(line) <= set(points)
    assert all(3 < dist(a, b) < 7 for a, b in pairwise(points))


@pytest.mark.parametrize("grid", (Grid(10.0, 3.0, 7.0), ColumnGrid(10.0, 3.0, 7.0)), ids=("rows", "columns"))
def test_the_hex_of_a_point_is_that_of_the_nearest_centre(grid: Grid) -> None:
    cells = [(r, c) for r in range(-9, 10) for c in range(-9, 10)]
    for number in range(400):
        turn, far = number * 2.4, 0.15 * number
        point = 3 + far * hypot(1, 0) * (turn % pi - 1.5), 7 + far * ((turn * 1.7) % 2 - 1)
        best = min(cells, key=lambda cell: dist(grid.centre(cell), point))
        assert dist(grid.centre(grid.cell_at(point)), point) == pytest.approx(dist(grid.centre(best), point))
    for cell in cells:
        assert grid.cell_at(grid.centre(cell)) == cell
        assert all(grid.cell_at(corner) == cell for corner in grid.corners(cell, 0.97))
