"""Lines, loops, the ground that they enclose, the map's edge, and the largest Perimeter of all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.campaign.sheet import (
    CHART,
    EDGE,
    FIELD,
    NORTH,
    SOUTH,
    at,
    east_of,
    is_closed,
    named,
    one,
    ring,
    squads,
)

from berlin.boards.grains import between, connecting_steps
from berlin.boards.hexes import board_of
from berlin.campaign.perimeters.loops import (
    NONE,
    among,
    connected,
    enclosed,
    joined,
    linked,
    loops,
    steps_along,
)
from berlin.campaign.perimeters.markers import markers_of
from berlin.campaign.perimeters.perimeter import Side, largest, with_main_loops
from berlin.kernel.proof.mark import rule

ANYWHERE = st.sets(st.sampled_from(CHART.spaces), max_size=40)


@rule("OTO 7.5053.def.loop", "OTO 7.505")
def test_7_505_a_loop_comes_back_to_its_start_and_tails_are_no_part_of_it() -> None:
    links = connecting_steps(CHART, at("K20 K22 M21 K26"), CHART.all)
    (loop,) = loops(CHART, EDGE, links)
    assert named(board_of(loop.walk)) == {"K20", "K21", "K22", "L21", "M21", "L20"}
    assert loop.marked == loop.area == board_of(loop.walk)
    assert is_closed(loop.walk)
    assert named(linked(links) & ~loop.marked) == {"K23", "K24", "K25", "K26"}
    assert loops(CHART, EDGE, connecting_steps(CHART, at("K20 N20"), CHART.all)) == ()


@rule("OTO 7.505", "OTO 7.5053.def.loop")
def test_7_505_a_ring_with_a_gap_of_one_hex_is_no_loop_even_if_its_ends_touch() -> None:
    hexes = tuple(one(name) for name in ["L20", "L21", "M22", "N21", "N20", "M20"])
    (loop,) = loops(CHART, EDGE, steps_along(CHART, [(*hexes, hexes[0])]))
    assert set(loop.walk) == set(hexes)
    assert loops(CHART, EDGE, steps_along(CHART, [hexes])) == ()
    assert loops(CHART, EDGE, NONE) == ()


@rule("OTO 6.perimeter_area", "OTO 7.5053.def.area")
def test_6_a_ring_of_six_encloses_seven() -> None:
    around = ring("M21", 1)
    assert around.bit_count() == 6
    assert enclosed(CHART, EDGE, around) == around | at("M21")


@rule("OTO 7.5053.def.area", "OTO 7.5053.def.seg", "OTO 7.5053b")
def test_7_5053_enemies_inside_change_nothing_but_on_a_line_they_do() -> None:
    for blocked in ("", "L22"):
        (pocket,) = largest(FIELD, squads("K20 K24 O22", blocked=blocked)).pockets
        assert (pocket.front.bit_count(), pocket.area.bit_count()) == (12, 15)
        assert named(pocket.area & ~pocket.front) == {"L21", "L22", "M22"}
    side = squads("K20 K24 O22", blocked="K22")
    assert loops(CHART, EDGE, connecting_steps(CHART, side.nodes(FIELD), side.clear(FIELD))) == ()


@rule("OTO 7.5053.def.loop")
def test_7_5053_a_loop_may_change_lines_where_they_cross() -> None:
    """Three lines that meet in no marker make a triangle, and their ends stick out."""
    ends = (("K18", "K27"), ("H19", "Q24"), ("H26", "Q22"))
    lines = [between(CHART, one(a), one(b))[0] for a, b in ends]
    (loop,) = loops(CHART, EDGE, steps_along(CHART, lines))
    assert at("K21 K25 O23") & ~board_of(loop.walk) == 0
    assert (len(loop.walk), loop.area.bit_count()) == (12, 15)
    assert not loop.area & at(" ".join(name for pair in ends for name in pair))


@rule("OTO 6.front_line_hex")
def test_6_a_loop_within_the_main_loop_is_not_front_line() -> None:
    own, wall = EDGE & east_of(42), " ".join(named(ring("L47", 3)))
    found = largest(FIELD, squads("K46 K48 M47", edge=own, holds=own & (NORTH | SOUTH), blocked=wall))
    assert found.main & at("K46 K48 M47") == at("K46 K48 M47")
    assert len(found.loops) == 1
    assert not found.front & at("K46 K48 M47")


@rule("OTO 7.5052a")
def test_7_5052_a_marker_stands_where_own_edge_meets_the_enemys() -> None:
    russian = NORTH & east_of(20) | EDGE & ~NORTH
    german = NORTH & ~east_of(20)
    east, west = Side(edge=russian), Side(edge=german)
    assert named(east.edge_markers(FIELD) & NORTH) == {"DD20"}
    assert "DD19" in named(west.edge_markers(FIELD))
    assert named(west.edge_markers(FIELD)) <= {"DD19", "DD0", "DD1"}


@rule("OTO 7.5053.def.edge")
def test_7_5053_a_side_s_own_edge_is_one_run_from_marker_to_marker() -> None:
    own = EDGE & east_of(42)
    east, west = Side(edge=own), Side(edge=EDGE & ~own)
    assert connected(CHART, east.runs(FIELD), at("A42")) == own
    assert connected(CHART, west.runs(FIELD), at("A41")) == EDGE & ~own
    assert named(east.edge_markers(FIELD)) == {"A42", "DD42"}


@rule("OTO 7.5053.def.main", "OTO 6.perimeter", "OTO 6.pocket")
def test_7_5053_loops_at_the_own_edge_are_main_and_others_are_pockets() -> None:
    own = EDGE & east_of(42) | at("DD14 DD15")
    wall = " ".join(named(ring("L21", 3)))
    side = squads("CC14 CC16 BB15 K20 K22 M21", edge=own, holds=own & NORTH | at("A42"), blocked=wall)
    found = largest(FIELD, side)
    assert found.main & at("DD14 DD15 CC15") == at("DD14 DD15 CC15")
    assert found.main & at("DD42 A42 P52") == at("DD42 A42 P52")
    (pocket,) = found.pockets
    assert named(pocket.area) == {"K20", "K21", "K22", "L20", "L21", "M21"}
    assert not pocket.area & EDGE
    assert found.area == found.main | pocket.area
    assert found.front == found.main_front | pocket.front
    assert len(found.loops) == 2


@rule("OTO 7.5054.def.edge", "OTO 7.5054d", "OTO 6.pocket")
def test_7_5054_a_pocket_with_a_line_to_its_own_edge_is_main_ground() -> None:
    free = largest(FIELD, squads("BB14", holds=at("DD13"), edge=at("DD13")))
    assert named(free.main) == {"BB14", "CC14", "DD13"}
    assert free.pockets == ()
    assert free.front == free.main
    lost = largest(FIELD, squads("BB14", blocked="DD13"))
    assert [named(pocket.area) for pocket in lost.pockets] == [{"BB14"}]
    assert lost.main == 0


@rule("OTO 7.5054.def.edge")
def test_7_5054_a_line_to_other_main_ground_frees_no_pocket() -> None:
    own = EDGE & east_of(42)
    side = squads("K45 K30", edge=own, holds=at("A42 DD42"), blocked=_all_but("K30 K31 K32", "K"))
    found = largest(FIELD, side)
    assert found.main & at("K45")
    assert [named(pocket.area) for pocket in found.pockets] == [{"K30"}]


def _all_but(free: str, column: str) -> str:
    """The hexes west of 42, without these and those of a column."""
    names = (FIELD.names[space] for space in CHART.spaces if not (east_of(42) | EDGE) >> space & 1)
    return " ".join(
        name for name in names if name not in free.split() and name.rstrip("0123456789") != column
    )


@rule("OTO 6.pocket")
def test_6_what_stands_at_the_edge_is_in_no_pocket() -> None:
    found = largest(FIELD, squads("A20", edge=at("A20")))
    assert (named(found.main), found.pockets) == ({"A20"}, ())


@rule("OTO 6.pocket", "OTO 7.5054b")
def test_a_pocket_has_no_way_through_the_enemys_edge() -> None:
    through = largest(FIELD, squads("F0 H0"))
    assert through.main == at("F0 H0")
    inland = largest(FIELD, squads("F1 H1"))
    assert len(inland.pockets) == 1
    beside = largest(FIELD, squads("B1 F1", blocked="C1 C2 D1 E1 E2"))
    assert len(beside.pockets) == 2


def test_steps_are_only_between_neighbours() -> None:
    with pytest.raises(ValueError, match="share no side"):
        steps_along(CHART, [(CHART.spaces[0], CHART.spaces[-1])])


def test_steps_of_several_are_joined() -> None:
    one, other = among(CHART, at("K20 K21")), among(CHART, at("K21 K22"))
    assert connected(CHART, joined(one, other), at("K20")) == at("K20 K21 K22")
    assert linked(one) == at("K20 K21")


def loop_ground(side: Side) -> int:
    return with_main_loops(largest(FIELD, side).loops, 0, side.edge)


@rule("OTO 7.5053.def.largest", "OTO 7.5053b")
@settings(max_examples=40, deadline=None)
@given(ANYWHERE, ANYWHERE, ANYWHERE, st.integers(1, 52))
def test_more_markers_never_cost_loops_their_ground_and_more_enemies_never_add_to_it(
    some: set[int], more: set[int], enemies: set[int], line: int
) -> None:
    edge = EDGE & east_of(line)
    few, many, foes = board_of(some), board_of(some | more), board_of(enemies)
    ground = loop_ground(Side(mmc=few, units=few, edge=edge, blocked=foes))
    assert ground & ~loop_ground(Side(mmc=many, units=many, edge=edge, blocked=foes)) == 0
    assert ground & ~loop_ground(Side(mmc=few, units=few, edge=edge)) == 0
    assert ground & ~loop_ground(Side(mmc=few, units=few, holds=foes, edge=edge)) == 0


@rule("OTO 7.5054.def.members", "OTO 6.front_line_hex", "OTO 7.5053a", "OTO 7.5054b")
@settings(max_examples=40, deadline=None)
@given(ANYWHERE, ANYWHERE, st.integers(1, 52))
def test_every_unit_is_in_the_main_area_or_in_one_pocket(
    some: set[int], enemies: set[int], line: int
) -> None:
    units = board_of(some)
    side = Side(mmc=units, units=units, edge=EDGE & east_of(line), blocked=board_of(enemies))
    found = largest(FIELD, side)
    parts = [found.main, *(pocket.area for pocket in found.pockets)]
    assert sum(part.bit_count() for part in parts) == found.area.bit_count()
    assert units & ~found.area == 0
    assert all(pocket.area & units and not pocket.area & EDGE for pocket in found.pockets)
    assert found.front & ~found.area == 0
    assert all(is_closed(loop.walk) and not loop.inside & found.main_front for loop in found.loops)
    for marker in markers_of(FIELD, side, found):
        assert (side.nodes(FIELD) | side.pocket_nodes) & 1 << marker.at
