"""FB 3.3 and 3.4: Maneuver and Combat mode, and facing."""

import pytest
from tests.games.fortress.marching import hexes, left, march, zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.units import UNITS
from berlin.games.fortress.state.state import COMBAT
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.proof.mark import rule


@rule("FB 3.3.maneuver", "FB 3.3.combat", "FB 3.3.modes")
@pytest.mark.parametrize(
    ("unit", "maneuver", "combat"),
    [
        ("MVK", 10, 4), ("GD1", 14, 6), ("18/Art", 6, 2), ("Tegel-Flak1", 4, 0), ("82/Par1", 10, 4),
        ("82/HQ", 10, 4), ("82/AT", 4, 0), ("11SS/Tiger", 10, 4), ("Police1", 4, 0),
    ],
)  # fmt: skip
def test_each_mode_has_its_points(unit: str, maneuver: int, combat: int) -> None:
    assert left(march(unit, "0605")) == maneuver
    assert left(march(unit, "0605 combat N")) == combat


@rule("FB 3.3.modes")
def test_every_unit_is_in_just_one_mode() -> None:
    state = position("german-movement", "0605: MVK, LwField combat S").state
    assert sorted(state.marks[unit] & COMBAT for unit in range(UNITS))[-2:] == [0, COMBAT]


@rule("FB 3.3.change", "FB 3.3.q1", "OTB 4.1.3c")
@pytest.mark.parametrize(
    ("unit", "spent", "then"),
    [
        # To Combat: a quarter of 10 is 2, and 8/10 of 4 is 3.2; engineers alike.
        ("MVK", 0, 3), ("Lobeck", 0, 3), ("VSEng1", 0, 3),
        # 4 spent: 6 - 2 = 4, 4/10 of 4 is 1.6.
        ("MVK", 4, 1), ("MVK", 7, 0), ("MVK", 8, 0),
        # Half of 14 is 7, and 7/14 of 6 is 3; of 4 it is 2, and nothing is left.
        ("GD1", 0, 3), ("GD1", 1, 2), ("GD1", 6, 0), ("GD1", 7, 0), ("18/Pz", 0, 3), ("BerlinHQ", 0, 3),
        ("Berlin-AT1", 0, 0), ("Berlin-AT1", 2, 0),
    ],
)  # fmt: skip
def test_taking_combat_mode_costs_its_share_and_the_rest_goes_on_in_proportion(
    unit: str, spent: int, then: int
) -> None:
    table = march(unit, "0605")
    if spent:
        table.do(f"go 06{5 + spent:02}")
    assert left(table.do("change")) == then
    table.refused("change", "FB 3.3.change")


@rule("FB 3.3.change", "OTB 4.1.3b")
@pytest.mark.parametrize(("unit", "spent"), [("MVK", 9), ("GD1", 8), ("Berlin-AT1", 3)])
def test_who_has_too_few_points_left_does_not_change(unit: str, spent: int) -> None:
    march(unit, "0605").do(f"go 06{4 + spent:02}").do("change")
    march(unit, "0605").do(f"go 06{5 + spent:02}").refused("change", "FB 3.3.change")


@rule("FB 3.3.change", "FB 3.3.q1")
@pytest.mark.parametrize(
    ("unit", "spent", "then"), [("MVK", 0, 8), ("MVK", 2, 3), ("GD1", 0, 7), ("GD1", 3, 0), ("MVK", 3, 0)]
)
def test_taking_maneuver_mode_costs_as_much(unit: str, spent: int, then: int) -> None:
    table = march(unit, "0605 combat N")
    if spent:
        table.do(f"go 06{5 + spent:02}")
    assert left(table.do("change")) == then
    table.refused("change", "FB 3.3.change")
    table.do("halt")
    assert table.marks(unit) == "moved"


@rule("FB 3.3.change", "FB 3.3.q1")
def test_who_has_spent_too_much_in_combat_mode_does_not_change() -> None:
    # Of 6 points 2 left are 4 of 14, less than 7.
    march("GD1", "0605 combat N").do("go 0609").refused("change", "FB 3.3.change")
    march("MVK", "0605 combat N").do("go 0609").refused("change", "FB 3.3.change")


@rule("FB 3.3.change.zero")
@pytest.mark.parametrize("unit", ["Berlin-AT1", "Tegel-Flak1", "408-Heavy", "82/AT", "82/Art1"])
def test_a_gun_without_movement_may_always_limber_and_go_two_hexes(unit: str) -> None:
    table = march(unit, "0605 combat N").do("change")
    assert left(table) == 2
    assert "0607" in hexes(table)
    assert "0608" not in hexes(table)


@rule("FB 3.3.change.bar", "FB 8.8.effects")
def test_a_disrupted_unit_does_not_change_its_mode() -> None:
    position("german-movement", "0605: MVK disrupted, LwField").refused("move MVK", "FB 8.8.effects")


@rule("FB 3.3.change.bar", "OTB 6.1g")
def test_an_allied_unit_takes_combat_mode_only_with_a_line_of_communications() -> None:
    march("82/Par1", "0605").refused("change", "OTB 6.1g")
    assert march("82/Par1", "5226", **zones(d82="5225")).can("change")
    # Out of Combat mode it always may; and no German or Soviet traces one.
    assert march("82/Par1", "0605 combat N").can("change")
    assert march("MVK", "0605").can("change")
    assert march("3Sh/Rifle1", "0605", scenario="berlin").can("change")


@rule("OTB 6.1g", "OTB 4.1.3b")
def test_a_unit_may_walk_to_where_it_has_a_line_and_take_combat_mode_there() -> None:
    # Gatow is five hexes from 0428, with no road nearer than 0928, five hexes away.
    table = march("82/Par1", "0428", **zones(d82="1023"))
    table.refused("change", "OTB 6.1g")
    assert table.do("go 0528").can("change")


@rule("OTB 6.1g")
def test_a_friend_who_opens_the_road_lets_a_unit_take_combat_mode() -> None:
    # At 0834 the way to Gatow is the road: 0928 lies in a German zone until a friend stands in it.
    table = position(
        *("allied-movement", "1028: MVK combat N", "0830: 82/Par2", "0834: 82/Par1"), **zones(d82="1023")
    )
    Table(table.state).do("move 82/Par1").refused("change", "OTB 6.1g")
    assert table.do("move 82/Par2", "go 0928", "halt", "move 82/Par1").can("change")


@rule("FB 3.4.change")
@pytest.mark.parametrize("direction", DIRECTION_KEYS)
def test_a_unit_sets_its_facing_free_without_moving(direction: str) -> None:
    table = march("MVK", "0605 combat N").do(f"face {direction}")
    assert table.where("MVK") == "0605"
    assert table.marks("MVK") == f"combat {direction} moved"
    gun = march("Tegel-Flak1", "0605 combat N").do(f"face {direction}")
    assert gun.marks("Tegel-Flak1") == f"combat {direction} moved"


@rule("FB 3.4.change", "FB 3.4.facing")
def test_a_unit_that_ends_its_move_in_combat_mode_faces_a_hexside() -> None:
    table = march("MVK", "0605 combat N").do("go 0607")
    table.refused("halt", "FB 3.4.change")
    assert sorted(table.offers("face")) == sorted(DIRECTION_KEYS)
    table.do("face SW")
    assert table.marks("MVK") == "combat SW moved"
    deployed = march("MVK", "0605").do("go 0606", "change", "face NW")
    assert deployed.marks("MVK") == "combat NW moved"


@rule("FB 3.4.terrain", "FB 3.3.maneuver")
def test_a_unit_in_maneuver_mode_faces_nowhere() -> None:
    table = march("MVK", "0605")
    assert table.offers("face") == []
    table.refused("face N", "FB 3.4.terrain")


@rule("FB 3.4.change")
def test_no_unit_turns_in_the_enemy_turn_or_a_second_time() -> None:
    table = position("allied-movement", "0605: 82/Par1 combat N", "0620: MVK combat N")
    assert table.offers("face") == []
    table.refused("move MVK")
    table.do("move 82/Par1", "face S").refused("move 82/Par1", "FB 7.1.move")


@rule("OTB 13.3g", "OTB 15.3.2f", "FB 7.2.quarter")
def test_a_quarter_of_the_movement_is_for_germans_on_turn_1_and_for_landers_alone() -> None:
    assert left(march("MVK", "0605", turn=1)) == 2
    assert left(march("MVK", "0605", turn=2)) == 10
    assert left(march("82/Par1", "0605", turn=1)) == 10
    assert left(march("82/Par1", "0605", turn=4, landed=["82/Par1"])) == 2
    assert left(march("82/Par1", "0605", turn=4, landed=["82/Par2"])) == 10
    assert left(march("28/Rifle1", "0605", turn=1, scenario="berlin")) == 10
    assert left(march("MVK", "0605", turn=1, scenario="berlin")) == 10
