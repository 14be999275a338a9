"""The parts of a battlefield's picture."""

import re
import xml.etree.ElementTree as ET
from math import dist, hypot

import pytest

from berlin.boards import fielddraw, hexdraw
from berlin.boards.columns import ColumnGrid, Columns
from berlin.boards.hexes import HexMap

GRID, SHEET = ColumnGrid(60.0), Columns(low=True)
HOME = SHEET.cell("E7")
SIDES = [GRID.side(HOME, way) for way in range(6)]
MIDDLES = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in SIDES]


def numbers(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def test_every_sign_is_whole_and_has_its_parts() -> None:
    tree = ET.fromstring(f'<svg xmlns:x="x">{fielddraw.signs()}</svg>')
    ids = {node.get("id") for node in tree.iter() if node.get("id")}
    assert {node.get("href", "")[1:] for node in tree.iter("use")} <= ids
    for name in fielddraw.NAMES:
        used = {
            re.findall('#([^"]+)', fielddraw.sign(GRID, name, (r, c)))[0]
            for r in range(-9, 0)
            for c in range(9)
        }
        assert used == {each for each in ids if each and each.startswith(f"field-{name}-")}


@pytest.mark.parametrize("name", fielddraw.NAMES)
def test_a_sign_keeps_within_its_hex(name: str) -> None:
    tree = ET.fromstring(f"<svg>{fielddraw.signs()}</svg>")
    groups = [node for node in tree.iter("g") if str(node.get("id")).startswith(f"field-{name}-")]
    for group in groups:
        for part in group:
            assert hypot(float(part.get("x", "")), float(part.get("y", ""))) < 52


@pytest.mark.parametrize("ways", [(0,), (0, 1), (0, 2), (0, 2, 4), (0, 1, 2), (0, 2, 3), (0, 1, 2, 3, 4, 5)])
def test_a_way_comes_to_all_its_ends_and_hangs_together(ways: tuple[int, ...]) -> None:
    ends = [MIDDLES[way] for way in ways]
    path = fielddraw.course(GRID.centre(HOME), ends)
    found = numbers(path)
    for end in (*ends, GRID.centre(HOME)):
        assert any(dist(end, point) < 0.1 for point in found)
    assert path.count("M") >= len(ends) - 1


def test_a_way_without_ends_is_not_drawn() -> None:
    assert fielddraw.course((0.0, 0.0), []) == ""


@pytest.mark.parametrize("way", range(6))
def test_hash_marks_lie_along_their_side_and_point_inwards(way: int) -> None:
    marks = fielddraw.hashes(GRID, HOME, way)
    assert len(marks) == 8
    chart = HexMap([SHEET.cell(f"{column}{number}") for column in "DEF" for number in range(5, 10)])
    other = chart.cell[chart.step(1 << chart.index[HOME], way).bit_length() - 1]
    for start, end in marks:
        assert dist(start, GRID.centre(HOME)) == pytest.approx(dist(start, GRID.centre(other)))
        assert dist(end, GRID.centre(HOME)) < dist(end, GRID.centre(other))
        assert dist(start, end) == pytest.approx(12)


def test_rails_run_beside_their_bed() -> None:
    left, right = fielddraw.rails(((0.0, 0.0), (30.0, 40.0)), 10.0)
    assert dist(left[0], right[0]) == pytest.approx(10)
    assert dist(left[0], left[1]) == dist(right[0], right[1]) == pytest.approx(50)
    assert dist(left[0], (0.0, 0.0)) == dist(right[0], (0.0, 0.0)) == pytest.approx(5)


@pytest.mark.parametrize("wild", (0.0, 5.0))
def test_a_patch_keeps_near_the_outline_of_its_hexes(wild: float) -> None:
    cells = [SHEET.cell(name) for name in ("E7", "E8", "F7", "G8", "M3")]
    path = fielddraw.patch(GRID, cells, wild)
    assert path.count("M") == path.count("z") == len(hexdraw.outline(GRID, cells)) == 2
    for point in numbers(path):
        assert 36 < min(dist(point, GRID.centre(cell)) for cell in cells) < 64 + wild
