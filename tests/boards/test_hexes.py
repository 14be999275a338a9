"""Hex maps as bitboards, held against plain sets of cells."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.boards.hexes import DIRECTIONS, EAST, OPPOSITE, WEST, Grid, HexMap, apart, bits, board_of

STEPS = {"W": (0, -1), "E": (0, 1), "NW": (-1, 0), "NE": (-1, 1), "SW": (1, -1), "SE": (1, 0)}
Cell = tuple[int, int]
cells = st.sets(st.tuples(st.integers(-6, 6), st.integers(-9, 9)), min_size=1, max_size=60)

# A ring of six round (0, 0), an island two hexes off, an area west of it all and one beyond that.
RING = [(0, 0), *STEPS.values()]
ISLAND = (0, 3)
SOUTH, FAR = (5, -5), (6, -6)


@pytest.fixture(scope="module")
def chart() -> HexMap:
    return HexMap([*RING, ISLAND], {SOUTH: [(1, -1), (0, -1), FAR], FAR: [SOUTH]}, closed=[((0, 0), (0, 1))])


def beside(cell: Cell, found: set[Cell]) -> set[Cell]:
    return {(cell[0] + r, cell[1] + c) for r, c in STEPS.values()} & found


def shown(chart: HexMap, board: int) -> set[Cell]:
    return {chart.cell[space] for space in bits(board)}


@given(st.sets(st.integers(0, 700)))
def test_a_set_of_spaces_is_an_int_and_reads_back_in_order(spaces: set[int]) -> None:
    assert bits(board_of(spaces)) == sorted(spaces)
    assert board_of(spaces).bit_count() == len(spaces)


@given(cells, st.data())
def test_the_neighbours_of_a_set_are_those_of_its_hexes_on_any_map(
    found: set[Cell], data: st.DataObject
) -> None:
    chart = HexMap(found)
    some = data.draw(st.sets(st.sampled_from(sorted(found))))
    board = board_of(chart.index[cell] for cell in some)
    assert shown(chart, chart.neighbours(board)) == {near for cell in some for near in beside(cell, found)}
    for way, name in enumerate(DIRECTIONS):
        r, c = STEPS[name]
        assert shown(chart, chart.step(board, way)) == {(a + r, b + c) for a, b in some} & found


@given(cells, st.data())
def test_a_flood_reaches_what_a_search_reaches(found: set[Cell], data: st.DataObject) -> None:
    chart = HexMap(found)
    order = sorted(found)
    start = data.draw(st.sampled_from(order))
    through = data.draw(st.sets(st.sampled_from(order)))
    steps = data.draw(st.integers(0, 5))
    reached, edge = {start}, {start}
    for _ in range(steps):
        edge = {near for cell in edge for near in beside(cell, found)} & through - reached
        reached |= edge
    board = chart.flood(1 << chart.index[start], board_of(chart.index[cell] for cell in through), steps)
    assert shown(chart, board) == reached
    assert board == chart.seep(1 << chart.index[start], board_of(chart.index[c] for c in through), steps)


@given(cells, st.data())
def test_a_drift_goes_on_in_its_directions_alone(found: set[Cell], data: st.DataObject) -> None:
    chart = HexMap(found)
    start = data.draw(st.sampled_from(sorted(found)))
    ways = data.draw(st.sets(st.sampled_from(range(6)), min_size=1))
    reached, edge = {start}, {start}
    while edge:
        moved = {(r + STEPS[DIRECTIONS[w]][0], c + STEPS[DIRECTIONS[w]][1]) for r, c in edge for w in ways}
        edge = moved & found - reached
        reached |= edge
    assert shown(chart, chart.drift(1 << chart.index[start], chart.all, tuple(ways))) == reached


def test_the_way_back_is_the_opposite_way() -> None:
    for way, name in enumerate(DIRECTIONS):
        r, c = STEPS[name]
        assert STEPS[DIRECTIONS[OPPOSITE[way]]] == (-r, -c)


def test_nobody_steps_over_a_closed_side_but_supply_seeps_over_it(chart: HexMap) -> None:
    middle, east = chart.index[0, 0], chart.index[0, 1]
    assert not chart.beside[middle] >> east & 1
    assert not chart.beside[east] >> middle & 1
    assert chart.across[middle] >> east & 1
    assert shown(chart, chart.neighbours(1 << middle)) == set(RING) - {(0, 0), (0, 1)}
    assert chart.flood(1 << middle, chart.all, 1).bit_count() == 6
    assert chart.seep(1 << middle, chart.all, 1).bit_count() == 7
    assert chart.open[EAST] >> middle & 1 == 0
    assert chart.open[WEST] >> middle & 1 == 1
    assert chart.way(middle, east) == EAST


def test_an_area_touches_its_list_and_nothing_else(chart: HexMap) -> None:
    area = chart.index[SOUTH]
    assert shown(chart, chart.beside[area]) == {(1, -1), (0, -1), FAR}
    assert {cell for cell, space in chart.index.items() if chart.beside[space] >> area & 1} == {
        (1, -1),
        (0, -1),
        FAR,
    }
    assert shown(chart, chart.neighbours(1 << area | 1 << chart.index[ISLAND])) == {(1, -1), (0, -1), FAR}
    assert chart.way(area, chart.index[1, -1]) is None
    assert chart.step(chart.areas, WEST) == 0


def test_distance_counts_steps_over_sea_and_through_areas(chart: HexMap) -> None:
    at = chart.index
    assert chart.distance(at[0, 0], at[ISLAND]) == 3
    assert chart.distance(at[0, 0], at[0, 1]) == 1
    assert chart.distance(at[SOUTH], at[0, -1]) == 1
    assert chart.distance(at[SOUTH], at[0, 1]) == 3
    assert chart.distance(at[0, 1], at[FAR]) == 4
    assert chart.distance(at[FAR], at[0, 1]) == 4
    assert chart.distance(at[FAR], at[FAR]) == 0
    assert shown(chart, chart.within(at[0, 1], 1)) == {(0, 1), (0, 0), (-1, 1), (1, 0)}
    assert chart.within(at[0, 1], 99) == chart.all


@given(cells)
def test_distance_is_the_same_both_ways_and_never_more_than_a_walk(found: set[Cell]) -> None:
    chart = HexMap(found)
    start = chart.spaces[0]
    for space in chart.spaces:
        far = chart.distance(start, space)
        assert far == chart.distance(space, start) == apart(chart.cell[start], chart.cell[space])
        assert chart.within(start, far) >> space & 1
        assert far == 0 or not chart.within(start, far - 1) >> space & 1


@pytest.mark.parametrize(
    "areas, closed, words",
    [
        ({SOUTH: [FAR], FAR: [(0, 0)]}, [], "not the reverse"),
        ({}, [((0, 0), ISLAND)], "share no side"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(
    areas: dict[Cell, list[Cell]], closed: list[tuple[Cell, Cell]], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        HexMap([*RING, ISLAND], areas, closed)


def test_a_map_needs_a_hex() -> None:
    with pytest.raises(ValueError, match="needs a hex"):
        HexMap([])


def test_hexes_lie_on_paper_with_a_point_upwards() -> None:
    grid = Grid(10.0, 100.0, 50.0)
    assert grid.centre((0, 0)) == (100.0, 50.0)
    assert grid.corners((0, 0))[0] == (100.0, 40.0)
    assert grid.centre((2, -1)) == (100.0, 80.0)
    for name, (r, c) in STEPS.items():
        assert dist(grid.centre((0, 0)), grid.centre((r, c))) == pytest.approx(10 * 3**0.5), name


@pytest.mark.parametrize("way", range(6))
def test_neighbours_share_the_side_between_them(way: int) -> None:
    grid = Grid(7.0)
    r, c = STEPS[DIRECTIONS[way]]
    a, b = grid.side((0, 0), way), grid.side((r, c), OPPOSITE[way])
    for mine, theirs in zip(a, reversed(b), strict=True):
        assert mine == pytest.approx(theirs)
