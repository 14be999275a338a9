"""A player's own Perimeter: what is legal, and everything that is not, with its rule, at once."""

from tests.campaign.sheet import (
    CHART,
    EDGE,
    FIELD,
    NORTH,
    SOUTH,
    at,
    cite,
    east_of,
    marker,
    named,
    one,
    squads,
)

from berlin.campaign.perimeters.markers import Marker, Verdict, checked, markers_of
from berlin.campaign.perimeters.perimeter import Side, largest
from berlin.kernel.proof.mark import rule

EAST = EDGE & east_of(42)
ENDS = at("A42 DD42")


def verdict(side: Side, *markers: str) -> Verdict:
    return checked(FIELD, side, cite, [marker(text) for text in markers])


def told(side: Side, *markers: str) -> set[tuple[str, str]]:
    return {(FIELD.names[f.space], f.refusal.rule) for f in verdict(side, *markers).faults}


@rule("OTO 7.5053a", "OTO 7.5053.def.validate", "OTO 7.5053.def.node")
def test_7_5053_a_marker_needs_an_mmc_or_a_strategic_location() -> None:
    assert told(squads("K20 K24"), "K20 K24", "K24 K20") == set()
    assert told(squads("K24", holds=at("K20")), "K20 K24", "K24 K20") == set()
    assert ("K20", "place") in told(squads("K24"), "K20 K24", "K24 K20")


@rule("OTO 7.5053.def.node")
def test_7_5053_a_hex_with_an_enemy_pillbox_carries_no_marker() -> None:
    assert ("K20", "shared") in told(squads("K20 K24", blocked="K20"), "K20 K24", "K24 K20")


@rule("OTO 7.5053a", "OTO 7.5053.def.validate")
def test_7_5053_a_marker_points_along_a_line_to_another() -> None:
    side = squads("K20 K24 L23 P10 T10")
    assert told(side, "K20 K24") == {("K20", "pointing")}
    assert told(side, "K20 K20") >= {("K20", "pointing")}
    assert told(side, "K20 L23", "L23 K20") == {("K20", "grain"), ("L23", "grain")}
    assert told(side, "P10 T10", "T10 P10") == {("P10", "grain"), ("T10", "grain")}
    assert told(side, "P10 Q10 T10", "T10 S10 P10") == set()
    assert told(side, "P10 R10 T10", "T10 S10 P10") == {("P10", "grain")}


@rule("OTO 7.5053b", "OTO 7.5052b", "OTO 7.5053.def.seg", "OTO 7.5053.def.validate")
def test_7_5053_a_line_through_an_enemy_is_refused_where_he_is() -> None:
    assert told(squads("K20 K24"), "K20 K24", "K24 K20") == set()
    assert told(squads("K20 K24", blocked="K22 K23"), "K20 K24", "K24 K20") == {
        ("K22", "clear"),
        ("K23", "clear"),
    }
    edge = squads("BB14", holds=at("DD13"), edge=at("DD13"), blocked="CC14")
    assert told(edge, "DD13 BB14", "BB14 DD13") == {("CC14", "clear")}


@rule("OTO 7.5054b")
def test_7_5054_a_pocket_does_not_grow_over_an_enemy_control_marker() -> None:
    assert told(squads("K20 K24 K26", blocked="K25"), "K20 K24", "K24 K20", "K26 K24") == {("K25", "clear")}


@rule("OTO 7.5053.def.validate", "OTO 7.5053.def.largest", "OTO 7.5052a")
def test_7_5053_every_map_edge_marker_is_placed() -> None:
    side = squads("K36", edge=EAST, holds=ENDS)
    best = largest(FIELD, side)
    markers = markers_of(FIELD, side, best)
    assert checked(FIELD, side, cite, markers).faults == ()
    short = [m for m in markers if m.at != one("DD42") and m.to != one("DD42")]
    faults = checked(FIELD, side, cite, short).faults
    assert ("DD42", "edge") in {(FIELD.names[f.space], f.refusal.rule) for f in faults}


@rule("OTO 7.505", "OTO 7.5053.def.validate", "OTO 7.5053.def.loop")
def test_7_505_a_line_on_no_loop_is_refused() -> None:
    trenches = Side(holds=at("K20 K22 M21"))
    assert told(trenches, "K20 K22", "K22 M21", "M21 K22") >= {("K22", "loop")}


@rule("OTO 7.5053.def.validate", "OTO 7.505")
def test_7_5053_a_line_may_not_go_on_beyond_its_loop() -> None:
    side = squads("", edge=at("DD20 DD21 DD22"), holds=at("DD20 DD21 DD22 BB20 BB22 BB26"))
    whole = ["DD20 CC21 BB20", "BB20 BB22", "BB22 CC22 DD22", "DD22 CC22 BB22"]
    assert told(side, *whole) == set()
    assert told(side, *whole, "BB20 BB26", "BB26 BB20") == {("BB26", "loop")}
    assert told(side, *whole, "BB22 BB26", "BB26 BB22") == {("BB26", "loop")}


@rule("OTO 7.5053.def.validate", "OTO 7.5054b")
def test_7_5054_a_pocket_s_line_may_not_touch_the_main_area() -> None:
    side = squads("Z21", edge=at("DD20 DD21 DD22"), holds=at("DD20 DD21 DD22 BB20 BB22"))
    whole = ["DD20 CC21 BB20", "BB20 BB22", "BB22 CC22 DD22", "DD22 CC22 BB22"]
    assert told(side, *whole) == set()
    assert told(side, *whole, "Z21 BB20") == {("BB20", "pocket")}
    (fault,) = verdict(side, *whole, "Z21 BB20").faults
    assert fault.refusal.reason == "BB20 is in the main Area, and so can't be in a Pocket"


@rule("OTO 7.5053.def.node", "OTO 7.5054.def.members")
def test_7_5053_a_truck_carries_a_marker_in_a_pocket_alone() -> None:
    corner = at("DD20 DD21 DD22")
    side = squads("", edge=corner, holds=corner | at("BB20 BB22"), others="CC22")
    whole = ["DD20 CC21 BB20", "BB20 BB22", "BB22 CC22 DD22", "DD22 CC22 BB22"]
    assert told(side, *whole, "CC22 DD22") == {("CC22", "place")}
    assert told(squads("K20", others="K22"), "K20 K22", "K22 K20") == set()


@rule("OTO 6.pocket", "OTO 7.5054b")
def test_6_a_pocket_s_line_may_not_run_along_the_enemy_s_edge() -> None:
    side = squads("B1 D1")
    assert told(side, "B1 C2 D1", "D1 C2 B1") == set()
    assert told(side, "B1 C1 D1", "D1 C1 B1") == {("C1", "pocket")}
    reasons = {fault.refusal.reason for fault in verdict(side, "B1 C1 D1", "D1 C1 B1").faults}
    assert reasons == {"C1 is at the edge of the map, and so can't be in a Pocket"}


@rule("OTO 7.5053.def.validate", "OTO 7.5053a")
def test_7_5053_all_that_is_wrong_is_told_at_once() -> None:
    side = squads("K20 K24 O22", blocked="K22 T5")
    assert told(side, "K20 K24", "K24 O22", "O22 P22", "T5 O22") == {
        ("K22", "clear"),
        ("P22", "place"),
        ("O22", "pointing"),
        ("T5", "shared"),
        ("T5", "grain"),
    }
    wrong = verdict(side, "K20 K24", "K24 O22", "O22 P22", "T5 O22")
    assert wrong.perimeter is None
    assert all(fault.refusal.reason for fault in wrong.faults)


@rule("OTO 7.5053c", "OTO 7.5053.q1")
def test_7_5053_a_smaller_perimeter_is_legal_and_tells_what_it_gives_up() -> None:
    side, without = (squads(names, edge=EAST, holds=EAST & (NORTH | SOUTH)) for names in ("K36", ""))
    small = markers_of(FIELD, without, largest(FIELD, without))
    found = checked(FIELD, side, cite, small)
    assert found.faults == ()
    assert found.perimeter is not None
    best = largest(FIELD, side)
    assert found.given_up == best.main & ~found.perimeter.main
    assert found.given_up
    assert named(found.given_up & found.perimeter.area) == {"K36"}
    whole = checked(FIELD, side, cite, markers_of(FIELD, side, best))
    assert whole.given_up == 0


@rule("OTO 7.5053a")
def test_a_marker_beside_another_needs_no_name_for_its_line() -> None:
    side = squads("K20 K21")
    both = [Marker(one("K20"), one("K21")), Marker(one("K21"), one("K20"))]
    found = checked(FIELD, side, cite, both)
    assert found.perimeter is not None
    assert [named(pocket.area) for pocket in found.perimeter.pockets] == [{"K20", "K21"}]
    assert CHART.way(one("K20"), one("K21")) is not None
