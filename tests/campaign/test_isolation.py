"""Isolated Areas and their types, No-Man's Land, Control, and what an Escape changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.campaign.sheet import CHART, EDGE, FIELD, at, east_of, ground, named, one, only_pockets, ring

from berlin.boards.hexes import board_of
from berlin.campaign.perimeters.isolation import (
    Forces,
    Settlement,
    after_perimeters,
    drawn_sides,
    isolated,
    kinds,
    must_escape,
    set_up_room,
    settled,
    short_of_ammunition,
    stragglers,
    typed,
)
from berlin.campaign.perimeters.perimeter import Perimeter, Side, largest
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

GERMAN, RUSSIAN = Seat(0), Seat(1)
WEST, EAST = CHART.all & ~east_of(30), east_of(30)
BOTH = at("K28 K29 L28 L29")
"""Four hexes in both sides' Areas."""


def forces(german: str = "", russian: str = "", *, smc: tuple[str, str] = ("", "")) -> Forces:
    return Forces((at(german), at(russian)), (at(smc[0]), at(smc[1])))


def after(
    german: Perimeter, russian: Perimeter, here: Forces, control: tuple[int, int] = (0, 0), strategic: int = 0
) -> Settlement:
    edge = EDGE & WEST, EDGE & EAST
    return settled(FIELD, (german, russian), here, control, edge, strategic)


OVERLAP = ground(WEST), ground(EAST | BOTH)


@rule("OTO 6.isolated_location", "OTO 6.isolated_area", "OTO 7.506.def")
def test_6_isolated_is_what_both_sides_enclose_group_by_group() -> None:
    areas = isolated(CHART, (ground(WEST), ground(EAST | BOTH | at("T20"))), forces())
    assert [area.hexes for area in areas] == [at("T20"), BOTH]
    assert "K27" not in named(areas[1].hexes)
    assert isolated(CHART, (ground(WEST), ground(EAST)), forces()) == ()


@rule("OTO 6.isolated_location.q1", "OTO 7.5054d")
def test_6_a_pocket_is_isolated_even_in_no_mans_land() -> None:
    (area,) = isolated(CHART, (only_pockets("K20"), only_pockets()), forces("K20"))
    assert (named(area.hexes), area.kind, area.side) == ({"K20"}, "C", GERMAN)


@rule("OTO 7.506", "OTO 4.1.q3")
@pytest.mark.parametrize(
    "here, kind, side",
    [
        (forces(), "A", None),
        (forces(smc=("K28", "")), "B", None),
        (forces(smc=("K28", "L28")), "B", None),
        (forces("K28"), "C", GERMAN),
        (forces("", "K28"), "C", RUSSIAN),
        (forces("K28", smc=("", "L28")), "C", GERMAN),
        (forces("K28", "L29"), "D", None),
        (forces("K28", "L29", smc=("K29", "K29")), "D", None),
        (forces("T20", "T21", smc=("T20", "T20")), "A", None),
    ],
)
def test_7_506_an_area_is_typed_by_the_units_in_it(here: Forces, kind: str, side: Seat | None) -> None:
    area = typed(BOTH, here)
    assert (area.kind, area.side) == (kind, side)


@rule("OTO 7.506.def", "OTO 7.5054c")
def test_7_506_pockets_side_by_side_are_one_area_but_each_sets_up_in_its_own() -> None:
    german, russian = only_pockets("K20"), only_pockets("K21")
    areas = isolated(CHART, (german, russian), forces("K20", "K21"))
    assert [(named(area.hexes), area.kind) for area in areas] == [({"K20", "K21"}, "D")]
    assert set_up_room(german, areas, one("K20")) == at("K20")
    assert set_up_room(russian, areas, one("K21")) == at("K21")


@rule("OTO 7.506.def")
def test_7_506_a_unit_of_the_main_perimeter_sets_up_anywhere_in_its_area() -> None:
    areas = isolated(CHART, OVERLAP, forces("K28"))
    assert set_up_room(OVERLAP[GERMAN], areas, one("K28")) == BOTH
    assert set_up_room(OVERLAP[GERMAN], areas, one("K10")) is None


@rule("OTO 7.506.def")
def test_7_506_a_german_pocket_in_russian_ground_is_of_type_c() -> None:
    areas = isolated(CHART, (ground(WEST, only_pockets("K40")), ground(EAST)), forces("K40"))
    assert [(named(area.hexes), area.kind, area.side) for area in areas] == [({"K40"}, "C", GERMAN)]


@rule("OTO 7.5056a", "OTO 6.no_mans_land", "OTO 7.5062a", "OTO 7.5057c")
def test_7_5056_what_both_enclose_without_a_unit_is_no_mans_land() -> None:
    found = after(*OVERLAP, forces(), (WEST, EAST))
    assert found.no_mans_land == BOTH
    assert (found.control[GERMAN] | found.control[RUSSIAN]) & BOTH == 0
    assert [area.kind for area in found.areas] == ["A"]


@rule("OTO 7.5056a", "OTO 6.no_mans_land", "OTO 7.5057c")
def test_7_5056_ground_outside_both_is_no_mans_land_and_nobodys() -> None:
    gap = at("K29 K30")
    found = after(ground(WEST & ~gap), ground(EAST & ~gap), forces(), (WEST, EAST))
    assert found.no_mans_land == gap
    assert (found.control[GERMAN] | found.control[RUSSIAN]) & gap == 0


@rule("OTO 7.5056a", "OTO 7.5056.q1", "OTO 7.5062c")
def test_7_5056_one_squad_makes_all_four_hexes_its_side_s() -> None:
    found = after(*OVERLAP, forces("", "K28"), (WEST, EAST))
    assert [(area.hexes, area.kind, area.side) for area in found.areas] == [(BOTH, "C", RUSSIAN)]
    assert found.control[RUSSIAN] & BOTH == BOTH
    assert found.control[GERMAN] & BOTH == 0
    assert found.no_mans_land == 0
    assert found.isolated == BOTH


@rule("OTO 7.5062c", "OTO 7.5057c")
def test_7_5062_both_sides_control_an_area_of_type_d() -> None:
    found = after(*OVERLAP, forces("K28", "L29"), (WEST, EAST))
    assert found.control[GERMAN] & found.control[RUSSIAN] == BOTH


@rule("OTO 7.5056b", "OTO 7.5056.q2", "OTO 7.5062a", "OTO 7.5057.q1")
def test_7_5056_a_strategic_location_is_never_no_mans_land() -> None:
    found = after(*OVERLAP, forces(), (WEST, EAST), strategic=at("K28"))
    assert found.no_mans_land == BOTH & ~at("K28")
    assert found.control[GERMAN] & BOTH == at("K28")
    gap = at("K29 K30")
    outside = after(ground(WEST & ~gap), ground(EAST & ~gap), forces(), (WEST, EAST), strategic=at("K30"))
    assert named(outside.no_mans_land) == {"K29"}
    assert outside.control[RUSSIAN] & gap == at("K30")


@rule("OTO 7.5056.q2", "OTO 7.5062a")
def test_7_5062_what_a_side_keeps_of_an_empty_area_is_its_strategic_ground_there_and_none_elsewhere() -> None:
    kept, elsewhere = at("K28"), at("T50")
    control = kept | elsewhere | at("L28"), 0
    found = after(*OVERLAP, forces(), control, strategic=kept | elsewhere)
    assert found.control[GERMAN] & (BOTH | elsewhere) == kept
    assert found.control[RUSSIAN] & elsewhere == elsewhere


@rule("OTO 7.5057a", "OTO 7.5051")
def test_7_5057_a_side_gets_all_its_ground_and_control_markers_are_flipped() -> None:
    trench = at("K20 K28 K40")
    found = after(ground(WEST & ~BOTH), ground(EAST | BOTH), forces(), (EAST, WEST), strategic=trench)
    assert found.control == (WEST & ~BOTH, EAST | BOTH)


@rule("OTO 7.5057c", "OTO 7.5057a")
def test_7_5057_isolated_locations_stay_as_they_are_until_their_area_is_settled() -> None:
    areas = isolated(CHART, OVERLAP, forces("K28"))
    german, russian = after_perimeters(OVERLAP, areas, (at("K28 K40"), at("L28 K10")), 0)
    assert (german, russian) == (WEST & ~BOTH | at("K28"), EAST | at("L28"))


@rule("OTO 7.5057c", "OTO 7.5057a")
def test_7_5057_each_of_several_isolated_areas_stays_as_it_is() -> None:
    drawn, apart = (ground(WEST), ground(EAST | BOTH | at("T20"))), BOTH | at("T20")
    areas = isolated(CHART, drawn, forces())
    assert len(areas) == 2
    german, russian = after_perimeters(drawn, areas, (apart, 0), 0)
    assert (german & apart, russian & apart) == (apart, 0)
    german, russian = after_perimeters(drawn, areas, (0, apart), 0)
    assert (german & apart, russian & apart) == (0, apart)


@rule("OTO 7.5057c", "OTO 7.5056.q2")
def test_7_5057_an_isolated_trench_keeps_its_controller() -> None:
    found = after(*OVERLAP, forces(), (0, EAST | BOTH), strategic=at("L28"))
    assert found.control[RUSSIAN] & BOTH == at("L28")


@rule("OTO 7.5057b", "OTO 7.5054.def.members")
def test_7_5057_a_leader_outside_his_side_s_area_is_lost() -> None:
    german = ground(WEST & ~at("K20"), only_pockets("K40"))
    here = forces("K40", smc=("K20 K40 K28 T40", "K28 K10"))
    lost = stragglers((german, ground(EAST | BOTH)), here)
    assert (named(lost[GERMAN]), named(lost[RUSSIAN])) == ({"K20", "T40"}, {"K10"})


@rule("OTO 7.5061a", "OTO 7.5061.q1")
@pytest.mark.parametrize(
    "here, german, russian",
    [
        (forces("K28", smc=("K29", "L29")), set(), {"L29"}),
        (forces(smc=("K29", "L29")), {"K29"}, {"L29"}),
        (forces("K28", "L28", smc=("K29", "L29")), set(), set()),
        (forces(smc=("K10", "K40")), set(), set()),
    ],
)
def test_7_5061_who_must_escape(here: Forces, german: set[str], russian: set[str]) -> None:
    must = must_escape(isolated(CHART, OVERLAP, here), here)
    assert (named(must[GERMAN]), named(must[RUSSIAN])) == (german, russian)


@rule("OTO 7.5061b")
def test_7_5061_who_stays_in_an_area_of_type_c_or_d_is_short_of_ammunition() -> None:
    for here in (forces("K28"), forces("K28", "L28")):
        assert short_of_ammunition(isolated(CHART, OVERLAP, here)) == BOTH
    for here in (forces(), forces(smc=("K28", ""))):
        assert short_of_ammunition(isolated(CHART, OVERLAP, here)) == 0


@rule("OTO 7.5062b", "OTO 7.5062.q1", "OTO 7.5066")
def test_7_5062_a_pocket_emptied_by_escape_falls_to_who_has_all_around_it() -> None:
    german, russian = ground(WEST, only_pockets("K40")), ground(EAST)
    before = after(german, russian, forces("K40"), (WEST, EAST))
    assert before.control[GERMAN] & at("K40")
    assert before.fronts[GERMAN] & at("K40")
    found = after(german, russian, forces(), (WEST, EAST))
    assert (found.areas, [named(area.hexes) for area in found.passed]) == ((), [{"K40"}])
    assert found.control[RUSSIAN] & at("K40")
    assert not found.control[GERMAN] & at("K40")
    assert not found.fronts[GERMAN] & at("K40")
    assert not found.no_mans_land


@rule("OTO 7.5062b", "OTO 7.5062.q1")
def test_7_5062_with_both_sides_around_it_becomes_no_mans_land() -> None:
    german, russian = ground(WEST & ~at("K29"), only_pockets("K30")), ground(EAST & ~at("K30"))
    found = after(german, russian, forces(smc=("K30", "")), (WEST, EAST))
    assert [area.kind for area in found.areas] == ["B"]
    assert named(found.no_mans_land) == {"K29", "K30"}


@rule("OTO 7.5062b", "OTO 7.5062.q1")
def test_7_5062_no_mans_land_around_a_pocket_is_ignored_but_some_control_is_needed() -> None:
    ringed = ground(ring("K20", 1) & ~at("K19"))
    for leaders in (("K20", ""), ("", "")):
        found = after(ringed, only_pockets("K20"), forces(smc=leaders), (WEST, EAST))
        assert found.control[GERMAN] & at("K20")
        assert found.isolated == 0
    alone = after(only_pockets(), only_pockets("K20"), forces(), (WEST, EAST))
    assert [area.kind for area in alone.areas] == ["A"]
    assert alone.no_mans_land == CHART.all


@rule("OTO 7.5066", "OTO 6.no_mans_land.q1")
def test_7_5066_an_escape_that_changes_the_type_changes_control() -> None:
    both = after(*OVERLAP, forces("K28", "L28"), (WEST, EAST))
    assert [area.kind for area in both.areas] == ["D"]
    one = after(*OVERLAP, forces("K28"), (WEST, EAST))
    assert [(area.kind, area.side) for area in one.areas] == [("C", GERMAN)]
    assert (one.control[GERMAN] & BOTH, one.control[RUSSIAN] & BOTH) == (BOTH, 0)
    leader = after(*OVERLAP, forces(smc=("K28", "")), (WEST, EAST))
    none = after(*OVERLAP, forces(), (WEST, EAST))
    assert ([area.kind for area in leader.areas], [area.kind for area in none.areas]) == (["B"], ["A"])
    assert leader.no_mans_land == none.no_mans_land == BOTH


@rule("OTO 7.5053.def.edge")
def test_7_5053_every_edge_hex_has_a_controller_even_in_no_mans_land() -> None:
    gap = at("A29 A30 B0")
    found = after(ground(WEST & ~gap), ground(EAST & ~gap), forces(), (WEST, EAST))
    assert named(found.no_mans_land) == {"A29", "A30", "B0"}
    assert found.edge == (EDGE & WEST, EDGE & EAST)
    moved = after(ground(WEST & ~at("A29")), ground(EAST | at("A29")), forces(), (WEST, EAST))
    assert moved.edge == (EDGE & WEST & ~at("A29"), EDGE & EAST | at("A29"))


@rule("OTO 7.5067a")
def test_7_5067_the_line_is_drawn_where_the_front_meets_no_mans_land_or_the_enemy() -> None:
    gap = at("K29")
    found = after(ground(WEST & ~gap), ground(EAST), forces(), (WEST, EAST))
    drawn = drawn_sides(CHART, found, GERMAN)
    sides = {(space, way) for way in range(6) for space in CHART.spaces if drawn[way] >> space & 1}
    own, beyond = found.fronts[GERMAN], EAST | gap
    due = {
        (space, way)
        for space in CHART.spaces
        for way in range(6)
        if own >> space & 1 and CHART.step(1 << space, way) & beyond
    }
    assert sides == due
    assert due


@rule("OTO 7.5067a")
def test_7_5067_no_line_is_drawn_against_an_isolated_area() -> None:
    russian = ground(EAST, only_pockets("K29"))
    found = after(ground(WEST & ~at("K29")), russian, forces("", "K29"), (WEST, EAST))
    assert found.fronts[GERMAN] & ring("K29", 1)
    for way, sides in enumerate(drawn_sides(CHART, found, GERMAN)):
        assert not CHART.step(sides, way) & at("K29")


@rule("OTO 7.5067b")
def test_7_5067_every_isolated_hex_tells_its_type() -> None:
    areas = isolated(CHART, OVERLAP, forces("K28", "L28"))
    assert set(kinds(areas)) == {at(name).bit_length() - 1 for name in named(BOTH)}
    assert set(kinds(areas).values()) == {"D"}


HEXES = st.sets(st.sampled_from(CHART.spaces), max_size=25)


@rule("OTO 6.no_mans_land", "OTO 7.5056b", "OTO 7.5057a")
@settings(max_examples=40, deadline=None)
@given(HEXES, HEXES, HEXES, st.integers(2, 52))
def test_every_hex_is_one_side_s_or_isolated_or_no_mans_land(
    some: set[int], others: set[int], works: set[int], line: int
) -> None:
    east = east_of(line)
    control, strategic = (CHART.all & ~east, east), board_of(works)
    units = board_of(some), board_of(others - some)
    perimeters = [
        largest(
            FIELD,
            Side(
                mmc=units[side],
                units=units[side],
                holds=strategic & control[side],
                edge=EDGE & control[side],
                blocked=units[1 - side] | strategic & control[1 - side],
            ),
        )
        for side in (0, 1)
    ]
    edge = EDGE & control[0], EDGE & control[1]
    found = settled(FIELD, (perimeters[0], perimeters[1]), Forces(units), control, edge, strategic)
    held = found.control[0] | found.control[1]
    both = [area.hexes for area in found.areas if area.kind == "D"]
    assert found.control[0] & found.control[1] == sum(both)
    assert held & found.no_mans_land == 0
    assert held | found.no_mans_land == CHART.all
    assert strategic & ~held == 0
    assert found.edge[0] & found.edge[1] == 0
    assert found.edge[0] | found.edge[1] == EDGE
    for side in (0, 1):
        assert units[side] & ~perimeters[side].area == 0
        assert (
            perimeters[side].area
            & ~found.isolated
            & ~found.control[side]
            & ~sum(area.hexes for area in found.passed)
            == 0
        )
