"""Pockets outside the main Area, and upstairs."""

import pytest
from tests.campaign.sheet import FIELD, at, cite, marker, named, squads

from berlin.campaign.perimeters.markers import checked, markers_of
from berlin.campaign.perimeters.perimeter import Side, largest
from berlin.campaign.perimeters.pockets import Location, upper_pockets
from berlin.kernel.contract.ids import Place
from berlin.kernel.proof.mark import rule


def grounds(side: Side) -> list[set[str]]:
    return [named(pocket.area) for pocket in largest(FIELD, side).pockets]


@rule("OTO 7.5054a", "OTO 7.5054.def.link", "OTO 7.5053.def.seg", "OTO 7.5053a")
def test_7_5054_two_squads_on_one_clear_line_point_at_each_other() -> None:
    side = squads("K20 K23")
    assert grounds(side) == [{"K20", "K21", "K22", "K23"}]
    pointing = {(m.at, m.to) for m in markers_of(FIELD, side, largest(FIELD, side))}
    (a, b), (c, d) = pointing
    assert (a, b) == (d, c)
    assert named(1 << a | 1 << b) == {"K20", "K23"}


@rule("OTO 7.5054a", "OTO 7.5054b", "OTO 7.5053a")
def test_7_5054_where_two_lines_lead_to_one_hex_a_single_marker_points_back() -> None:
    side = squads("K23 L21")
    markers = markers_of(FIELD, side, largest(FIELD, side))
    assert sorted(FIELD.names[marker.at] for marker in markers) == ["K23", "L21", "L21"]
    assert len({(marker.at, marker.by) for marker in markers}) == 3


@rule("OTO 7.5054a", "OTO 7.5054.def.link", "OTO 7.5054c", "OTO 7.5053b")
def test_7_5054_an_enemy_between_them_leaves_two_pockets_of_one_hex() -> None:
    side = squads("K20 K23", blocked="K21")
    assert grounds(side) == [{"K20"}, {"K23"}]
    assert markers_of(FIELD, side, largest(FIELD, side)) == ()


@rule("OTO 7.5054.def.link", "OTO footnote.9")
def test_footnote_9_trenches_without_units_are_no_pocket() -> None:
    assert grounds(Side(holds=at("K20 K23"))) == []
    assert grounds(squads("K26", holds=at("K20 K23"))) == [
        {"K20", "K21", "K22", "K23", "K24", "K25", "K26"},
    ]


@rule("OTO 7.5054.def.members", "OTO 7.5053a")
def test_7_5054_a_truck_has_its_pocket_and_may_carry_its_marker() -> None:
    assert grounds(squads("K20", others="T30")) == [{"T30"}, {"K20"}]
    assert grounds(squads("K20", others="K22")) == [{"K20", "K21", "K22"}]


@rule("OTO 7.5054.def.area", "OTO 7.5054b")
def test_7_5054_three_squads_make_one_pocket_unless_their_owner_links_fewer() -> None:
    side = squads("K20 K24 O22")
    (whole,) = largest(FIELD, side).pockets
    assert whole.area.bit_count() == 15
    verdict = checked(FIELD, side, cite, [marker("K20 K24"), marker("K24 K20")])
    assert verdict.faults == ()
    assert verdict.perimeter is not None
    assert [named(pocket.area) for pocket in verdict.perimeter.pockets] == [
        {"O22"},
        {"K20", "K21", "K22", "K23", "K24"},
    ]
    assert verdict.given_up.bit_count() == 9


@rule("OTO 7.5054.def.area")
def test_7_5054_what_a_pocket_encloses_belongs_to_it() -> None:
    """The squad in M22 has an enemy's pillbox in its hex, so that no line may lead there."""
    (pocket,) = largest(FIELD, squads("K20 K24 O22 M22", blocked="M22")).pockets
    assert pocket.area & at("M22")


@rule("OTO 6.front_line_hex")
def test_6_lines_inside_a_pocket_s_loop_are_not_front_line() -> None:
    (pocket,) = largest(FIELD, squads("K20 K24 O22 M22")).pockets
    assert (pocket.front.bit_count(), pocket.area.bit_count()) == (12, 15)


@rule("OTO 7.5054b", "OTO 7.5054.def.link")
def test_7_5054_no_pocket_has_a_hex_of_the_main_area() -> None:
    side = squads("BB14 K20 K26", holds=at("DD13"), edge=at("DD13"))
    found = largest(FIELD, side)
    assert named(found.main) == {"BB14", "CC14", "DD13"}
    assert all(not pocket.area & found.main for pocket in found.pockets)
    assert len(found.pockets) == 1


LEFT, RIGHT, APART = Place(7), Place(8), Place(0)
STAIRS: dict[Location, list[Location]] = {
    (LEFT, 0): [(LEFT, 1), (RIGHT, 0)],
    (LEFT, 1): [(LEFT, 0), (LEFT, 2), (RIGHT, 1)],
    (LEFT, 2): [(LEFT, 1), (RIGHT, 2)],
    (RIGHT, 0): [(RIGHT, 1), (LEFT, 0)],
    (RIGHT, 1): [(RIGHT, 0), (LEFT, 1), (RIGHT, 2)],
    (RIGHT, 2): [(RIGHT, 1), (LEFT, 2)],
    (APART, 0): [(APART, 1)],
    (APART, 1): [(APART, 0)],
}


@rule("OTO 7.5055")
@pytest.mark.parametrize(
    "units, enemy, pockets",
    [
        ({(LEFT, 1)}, {(LEFT, 0)}, [{(LEFT, 1)}]),
        ({(LEFT, 1)}, {(RIGHT, 0), (RIGHT, 1)}, []),
        ({(LEFT, 1), (RIGHT, 1)}, {(LEFT, 0), (RIGHT, 0)}, [{(LEFT, 1), (RIGHT, 1)}]),
        ({(LEFT, 1), (RIGHT, 2)}, {(LEFT, 0), (RIGHT, 0)}, [{(LEFT, 1)}, {(RIGHT, 2)}]),
        ({(LEFT, 2)}, {(LEFT, 1)}, []),
        ({(LEFT, 2)}, {(LEFT, 1), (RIGHT, 1)}, [{(LEFT, 2)}]),
        ({(LEFT, 0)}, {(LEFT, 1)}, []),
        ({(APART, 1)}, {(APART, 0)}, [{(APART, 1)}]),
        ({(APART, 1), (LEFT, 1)}, {(LEFT, 0), (RIGHT, 0)}, [{(LEFT, 1)}]),
    ],
)
def test_7_5055_who_gets_down_by_enemy_locations_alone_is_in_a_pocket_upstairs(
    units: set[Location], enemy: set[Location], pockets: list[set[Location]]
) -> None:
    assert [set(found) for found in upper_pockets(units, STAIRS.__getitem__, enemy.__contains__)] == pockets
