"""Outlines, lines along hexsides, coasts and rivers."""

import xml.etree.ElementTree as ET
from itertools import pairwise
from math import dist, isclose

import pytest

from berlin.boards.hexdraw import (
    Line,
    area,
    chains,
    frontier,
    lines,
    mesh,
    outline,
    rough,
    sign,
    signs,
    smooth,
)
from berlin.boards.hexes import EAST, OFFSETS, SOUTHEAST, WEST, Cell, Grid

GRID = Grid(10.0)
RING = {(r, c) for r, c in OFFSETS}
HEX = 150 * 3**0.5


def signed(ring: Line) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2


def along(path: Line) -> float:
    return sum(dist(a, b) for a, b in pairwise(path))


@pytest.mark.parametrize(
    "cells, rings, size",
    [
        ({(0, 0)}, 1, 1),
        ({(0, 0), (0, 1)}, 1, 2),
        (RING | {(0, 0)}, 1, 7),
        (RING, 2, 6),
        ({(0, 0), (0, 5)}, 2, 2),
    ],
)
def test_an_outline_goes_round_its_hexes_and_back_round_the_holes(
    cells: set[Cell], rings: int, size: int
) -> None:
    found = outline(GRID, cells)
    assert len(found) == rings
    assert sum(signed(ring) for ring in found) == pytest.approx(size * HEX)


def test_hexsides_that_meet_are_one_line() -> None:
    (line,) = chains(GRID, [((0, 0), EAST), ((0, 0), SOUTHEAST)])
    assert len(line) == 3
    assert along(line) == pytest.approx(20)


def test_a_line_ends_at_a_fork_and_a_side_named_twice_is_drawn_once() -> None:
    fork = [((0, 0), EAST), ((0, 0), SOUTHEAST), ((1, 0), EAST + 2), ((0, 1), WEST)]
    found = chains(GRID, fork)
    assert sorted(len(line) for line in found) == [2, 2, 2]
    whole = chains(GRID, [((0, 0), way) for way in range(6)])
    assert [len(line) for line in whole] == [7]


def test_a_frontier_runs_between_a_set_and_the_rest_of_the_map_only() -> None:
    found = frontier(GRID, {(0, 0)}, {(0, 0), (0, 1), (1, 0)})
    (line,) = found
    assert along(line) == pytest.approx(20)
    (inner,) = frontier(GRID, {(0, 0)}, {(0, 0), (0, 1), (1, 0)}, 0.5)
    assert along(inner) == pytest.approx(10)
    assert frontier(GRID, {(0, 0)}, {(0, 0)}) == []
    (ring,) = frontier(GRID, {(0, 0)}, RING | {(0, 0)})
    assert along(ring) == pytest.approx(60)


def test_a_smooth_line_keeps_its_ends_and_loses_its_corners() -> None:
    path = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
    found = smooth(path)
    assert (found[0], found[-1]) == (path[0], path[-1])
    assert (10.0, 0.0) not in found
    assert along(found) < along(path)
    assert len(smooth(path, 1, closed=True)) == 6


def test_a_rough_ring_passes_its_corners_and_is_always_the_same() -> None:
    ring = GRID.corners((3, 4))
    found = rough(ring, 2.0)
    assert set(ring) <= set(found)
    assert found == rough(ring, 2.0)
    assert along(found) > along(ring)
    assert all(min(dist(a, b) for b in ring) <= 5 + 2 for a in found)


def test_a_mesh_has_each_hexside_once() -> None:
    assert mesh(GRID, {(0, 0)}).count("M") == 6
    assert mesh(GRID, {(0, 0), (0, 1)}).count("M") == 11
    assert mesh(GRID, RING | {(0, 0)}).count("M") == 30


def test_paths_are_written_in_tenths() -> None:
    assert area([((0, 0), (1.26, 0), (1, 1))]) == "M0.0,0.0 1.3,0.0 1.0,1.0z"
    assert lines([((0, 0), (1, 0)), ((2, 2), (3, 3))]) == "M0.0,0.0 1.0,0.0M2.0,2.0 3.0,3.0"


def test_every_sign_that_is_put_down_is_there() -> None:
    known = {node.get("id") for node in ET.fromstring(signs()).iter() if node.get("id")}
    assert {"forest", "marsh", "mountain", "strait", "town", "derrick"} <= known
    used = {node.get("href", "")[1:] for node in ET.fromstring(signs()).iter("use")}
    assert used <= known
    put = ET.fromstring(sign(GRID, "town", (2, -1)))
    assert isclose(float(put.get("y", "")), 30.0)
