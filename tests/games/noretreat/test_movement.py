"""No Retreat! 3 and 8: movement, zones of control, stacking."""

import pytest
from tests.games.noretreat.table import Table, distance, front

from berlin.games.noretreat.board.ground import (
    EXTENSION,
    KEYS,
    OLD_AXIS_EDGE,
    VP_SPACES,
    find_space,
    spaces_of,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.rules.supply import edge
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.proof.mark import rule


@rule("NR 3.mp.open", "NR 3.weather.clear", "NR 8.move")
def test_8_a_panzer_moves_six_open_hexes() -> None:
    t = front("A.4", 7, "r0c1: 1Pz")
    assert "r0c7" in t.ends("1Pz")
    assert not any(distance("r0c1", end) > 6 for end in t.ends("1Pz"))
    t.refused("move 1Pz r0c8", "NR 8.move")


@rule("NR 3.mp.city")
def test_3_a_city_costs_one() -> None:
    t = front("A.4", 7, "r-4c2: 9A", axis_holds="Minsk")
    assert "r-4c6" in t.ends("9A")


@rule("NR 3.mp.forest")
def test_3_forest_costs_armor_two_and_others_one() -> None:
    t = front("A.4", 6, "r-3c0: 1Pz 9A", weather="mud")
    assert "r-3c2" not in t.ends("1Pz")
    assert "r-3c3" in t.ends("9A")


@rule("NR 3.mp.marsh")
def test_3_marsh_costs_armor_four_and_others_two() -> None:
    t = front("A.4", 4, "r-1c-1: 1Pz 9A")
    assert "r-1c0" in t.ends("1Pz")
    assert "r-1c1" not in t.ends("1Pz")
    assert "r-1c1" in t.ends("9A")


@rule("NR 3.mp.mountain")
def test_3_mountains_cost_armor_three_and_others_two() -> None:
    t = front("A.4", 17, "r2c-3: 1Pz 9A")
    assert "r2c-4" in t.ends("1Pz")
    assert "r2c-5" not in t.ends("1Pz")
    assert "r2c-5" in t.ends("9A")


@rule("NR 3.mp.kerch")
def test_3_kerch_costs_armor_three_and_others_two() -> None:
    t = front("A.4", 6, "r7c-2: 1Pz 9A")
    assert "r8c-2" in t.ends("1Pz")
    assert "Novorossiysk" not in t.ends("1Pz")
    assert "Novorossiysk" in t.ends("9A")


@rule("NR 3.area")
def test_3_an_area_costs_armor_three_and_others_two() -> None:
    t = front("S.4", 22, "r-8c10: Vol", "r-9c10: Cen+", axis_holds="Finland")
    assert "Finland" in t.ends("Vol")
    assert "Finland" not in t.ends("Cen")


@rule("NR 3.weather.mud", "NR 3.weather.snow", "NR 3.weather.long")
@pytest.mark.parametrize(("turn", "far"), [(7, 6), (6, 3), (4, 4), (11, 4)])
def test_3_weather_caps_movement(turn: int, far: int) -> None:
    t = front("A.4", turn, "r0c1: 1Pz")
    assert max(distance("r0c1", end) for end in t.ends("1Pz")) == far


@rule("NR 8.move", "NR 3.unsupplied")
def test_8_the_lowest_cap_counts() -> None:
    t = front("A.4", 4, "r0c1: 1Pz", unsupplied="1Pz")
    assert max(distance("r0c1", end) for end in t.ends("1Pz")) == 3


@rule("NR 8.minimum")
def test_8_a_unit_may_always_move_one_hex() -> None:
    t = front("A.4", 6, "r-1c-1: 1Pz")
    assert "r-1c0" in t.ends("1Pz")
    t.do("move 1Pz r-1c0")
    t.refused("move 1Pz r-1c1", "NR 8.move")


@rule("NR 8.zoc.stop", "NR 8.zoc")
def test_8_entering_a_zone_of_control_ends_a_move() -> None:
    t = front("A.4", 7, "r0c2: 1Pz", "r-1c5: W", "r1c4: SW")
    assert "r0c4" in t.ends("1Pz")
    t.refused("move 1Pz r0c5", "NR 8.zoc.stop", "NR 8.zoc.exit")


@rule("NR 8.zoc", "NR 12.unit.conv")
def test_8_forts_and_unsupplied_units_have_no_zone() -> None:
    fort = front("A.4", 7, "r0c3: 1Pz", "r0c4: Sev+")
    army = front("A.4", 7, "r0c3: 1Pz", "r0c4: Sev")
    cut = front("A.4", 7, "r0c3: 1Pz", "r0c4: Sev", unsupplied="Sev")
    farthest = [max(distance("r0c3", end) for end in t.ends("1Pz")) for t in (fort, army, cut)]
    assert farthest == [6, 5, 6]


@rule("NR 8.zoc")
@pytest.mark.parametrize(("side", "units"), [(AXIS, "W"), (SOVIET, "9A")])
def test_8_a_side_without_units_has_no_zone_anywhere(side: Seat, units: str) -> None:
    assert Draft(front("A.4", 7, f"r0c4: {units}").state).zones(side) == 0
    assert Draft(front("A.4", 7, f"r0c4: {units}").state).zones(OTHER[side]) != 0


@rule("NR 8.zoc.exit", "NR 3.ezoc")
def test_8_leaving_a_zone_costs_one_more() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r0c4: W")
    assert max(distance("r0c3", end) for end in t.ends("1Pz")) == 5


@rule("NR 8.zoc.exit")
def test_8_from_zone_to_zone_only_where_a_friend_stands() -> None:
    t = front("S.4", 23, "r0c3: SW+", "r0c4: 9A")
    t.refused("move SW r-1c4", "NR 8.zoc.exit")
    t = front("S.4", 23, "r0c3: SW+", "r0c4: 9A", "r-1c4: W+")
    assert t.can("move SW r-1c4")


@rule("NR 8.enemyhex")
def test_8_no_unit_enters_an_enemy_hex() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r0c4: W")
    t.refused("move 1Pz r0c4", "NR 8.enemyhex")


@rule("NR 2.lake")
def test_2_no_unit_crosses_a_lake_side() -> None:
    t = front("S.4", 22, "r5c-2: SW+", "r0c4: 9A")
    assert distance("r5c-2", "r6c-2") == 1
    t.refused("move SW r6c-2", "NR 2.lake")


@rule("NR 8.stack", "NAB 8.4.1", "NAB 13.0.23a", "NAB 1.0b")
def test_8_two_axis_units_a_hex_one_soviet_and_two_from_turn_23() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r0c4: 9A 4A")
    t.refused("move 1Pz r0c4", "NR 8.stack")
    assert "r0c5" in t.ends("1Pz")
    t = front("S.4", 22, "r0c3: W+", "r0c4: SW+")
    t.refused("move W r0c4", "NR 8.stack")
    t = front("S.4", 23, "r0c3: W+", "r0c4: SW+", "r0c5: S+ Len")
    assert t.can("move W r0c4")
    t.refused("move SW r0c5", "NR 8.stack")


@rule("NR 12.unit.conv", "NR 12.unit.axis.finn")
def test_8_forts_never_move() -> None:
    t = front("S.4", 7, "Moscow: Mos+", "r0c4: W")
    t.refused("move Mos r-3c10", "NR 12.unit.conv")
    t = front("A.4", 7, "Finland: Fin", "r0c4: 9A")
    t.refused("move Fin r-8c12", "NR 12.unit.conv")


@rule("NR 8.move")
def test_8_a_unit_moves_once() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r2c3: 9A")
    t.do("move 1Pz r0c4")
    t.refused("move 1Pz r0c5", "NR 8.move")


@rule("NR 2.control", "NR 10.hightide")
@pytest.mark.parametrize(("turn", "noted"), [(7, True), (11, True), (12, False)])
def test_2_the_high_tide_is_noted_when_a_city_falls(turn: int, noted: bool) -> None:
    t = front("A.4", turn, "r-4c2: 1Pz", "r3c9: W", tide=0)
    before = t.state.tide
    t.do("move 1Pz Minsk")
    assert t.told("Minsk is Axis")
    held = sum(t.owner(KEYS[space]) == "axis" for space in spaces_of(VP_SPACES))
    assert t.state.tide == (held if noted else before)
    assert held > before


@rule("NR 2.control", "NAB 12.1b")
def test_2_passing_through_a_city_takes_it() -> None:
    t = front("S.4", 24, "r-5c-5: Cen+", "r0c0: W+")
    t.do("move Cen r-6c-5 via Prague")
    assert t.owner("Prague") == "soviet"
    assert t.where("Cen") == "r-6c-5"
    t = front("A.4", 24, "r-6c-5: 1Pz", "r0c0: W+", soviet_holds="Prague")
    t.do("move 1Pz Prague")
    assert t.owner("Prague") == "axis"


@rule("NR 2.control", "NR 8.move")
def test_2_a_move_goes_on_behind_a_city_and_takes_every_one_on_its_way() -> None:
    t = front("A.4", 7, "r-4c2: 1Pz", "r3c9: W")
    for end in ("r-4c4", "r-4c5", "r-4c6", "Smolensk"):
        assert t.can(f"move 1Pz {end} via Minsk"), end
    assert [text for text in t.legal("1Pz") if text.startswith("move 1Pz r-4c6")] == [
        "move 1Pz r-4c6",
        "move 1Pz r-4c6 via Minsk",
        "move 1Pz r-4c6 via Minsk,Smolensk",
    ]
    for via, taken in (("Minsk", ["Minsk"]), ("Minsk,Smolensk", ["Minsk", "Smolensk"])):
        gone = front("A.4", 7, "r-4c2: 1Pz", "r3c9: W").do(f"move 1Pz r-4c6 via {via}")
        assert [city for city in ("Minsk", "Smolensk", "Kiev") if gone.owner(city) == "axis"] == taken


@rule("NR 2.control")
def test_2_a_way_around_a_city_leaves_it_alone() -> None:
    t = front("A.4", 7, "r-4c2: 1Pz", "r3c9: W")
    assert "move 1Pz r-4c4" in t.legal("1Pz")
    assert "move 1Pz r-4c4 via Minsk" in t.legal("1Pz")
    t.do("move 1Pz r-4c4")
    assert t.owner("Minsk") == "soviet"


@rule("NR 8.zoc.stop", "NR 8.zoc.exit")
def test_8_a_unit_that_comes_back_to_the_zone_it_left_goes_no_farther() -> None:
    t = front("A.4", 7, "r-4c9: 9A", "r-3c8: W", "r-4c11: SW")
    assert t.can("move 9A r-4c9 via Kalinin")
    t.refused("move 9A Moscow via Kalinin", "NR 2.control")


@rule("NR 2.extension", "NAB 3.0a")
def test_2_the_extension_is_closed_before_turn_17() -> None:
    t = front("A.4", 3, "Warsaw: 9A", "r0c4: W")
    t.refused("move 9A r-5c-2", "NR 2.extension")
    t = front("A.4", 17, "Warsaw: 9A", "r0c4: W")
    assert t.can("move 9A r-5c-2")


@rule("NAB 3.0a", "NR 2.extension")
@pytest.mark.parametrize("scenario", ["war", "1941", "1943"])
@pytest.mark.parametrize("kit", ["yes", "no"])
def test_nab_3_the_extension_is_not_set_up_at_the_start(scenario: str, kit: str) -> None:
    t = Table.new(scenario, kit=kit)
    assert not t.state.extended
    d = Draft(t.state)
    assert d.closed == EXTENSION
    assert edge(d, AXIS) == OLD_AXIS_EDGE
    # A panzer at the old edge reaches none of it, by movement or by rail.
    near = front("A.4", t.turn, "Warsaw: 1Pz", "r0c9: W")
    assert not [end for end in near.ends("1Pz") if EXTENSION >> find_space(end) & 1]
    for turn in range(1, 17):
        assert not front("H.1", turn, "Warsaw: 9A", "r0c9: W", axis="K9").state.extended
    assert front("H.1", 17, "Warsaw: 9A", "r0c9: W", axis="K9", extended=False).state.extended


@rule("NR 8.balkans", "NAB 8.7a", "NAB 8.7b")
def test_8_only_germans_and_yugoslavs_enter_the_balkans_after_the_oil_turn() -> None:
    there = ("r3c-11: GrE", "r4c-10: Hun1", "r0c4: W")
    lost = {"soviet_holds": "Ploesti"}
    now = front("A.4", 19, *there, oil=19, **lost)
    now.refused("move GrE WestBalkans", "NR 8.balkans")
    after = front("A.4", 20, *there, oil=19, **lost)
    assert after.can("move GrE WestBalkans")
    after.refused("move Hun1 SouthBalkans", "NR 8.balkans")
    red = front("S.4", 20, "r4c-10: W+", "r4c-11: Yug1", "r0c4: 9A", oil=19, **lost)
    red.refused("move W SouthBalkans", "NR 8.balkans")
    assert red.can("move Yug1 SouthBalkans")


@rule("NAB 8.7c", "NAB 8.7d")
def test_8_an_area_is_one_step_from_all_it_touches_and_zones_reach_it() -> None:
    t = front("A.4", 20, "WestBalkans: GrE", "r0c4: W", oil=18, soviet_holds="Ploesti")
    assert {"r2c-12", "r2c-11", "r3c-11", "r4c-11", "SouthBalkans"} <= t.ends("GrE")
    t = front("A.4", 22, "r2c-11: GrE", "WestBalkans: Yug1", "r0c4: W", oil=18, soviet_holds="Ploesti")
    t.refused("move GrE r3c-11", "NR 8.zoc.exit")
    t = front("A.4", 22, "r2c-11: GrE", "WestBalkans: Yug1+", "r0c4: W", oil=18, soviet_holds="Ploesti")
    assert t.can("move GrE r3c-11")
    t = front("A.4", 20, "r3c-11: GrE", "WestBalkans: GrF 1Pz", "r0c4: W", oil=18, soviet_holds="Ploesti")
    t.refused("move GrE WestBalkans", "NR 8.stack")


@rule("NR 4.pass")
def test_4_done_is_offered_when_nothing_can_move() -> None:
    t = front("A.4", 7, "Finland: Fin", "r0c4: W", extended=True)
    assert t.legal() == ["done"]
