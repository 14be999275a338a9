"""FB 7.1, 7.2, 3.1.pass: one unit's move."""

from typing import Any

import pytest
from tests.games.fortress.marching import cost, hexes, left, march
from tests.games.fortress.positions import around, position

from berlin.games.fortress.board.ground import AT, distance
from berlin.kernel.proof.mark import rule


@rule("FB 7.1.move", "OTB 4.1.3a")
@pytest.mark.parametrize(
    ("stage", "own", "enemy"),
    [
        ("allied-movement", "82/Par1", "MVK"),
        ("german-movement", "MVK", "82/Par1"),
        ("soviet-movement", "3Sh/Rifle1", "MVK"),
        ("first-movement", "MVK", "3Sh/Rifle1"),
    ],
)
def test_in_a_movement_segment_only_the_units_of_its_side_move(stage: str, own: str, enemy: str) -> None:
    table = position(stage, f"0605: {own}", f"0620: {enemy}")
    assert table.offers("move") == [own]
    table.refused(f"move {enemy}", "FB 4.2", "OTB 4.1.3a")


@rule("FB 7.1.move")
def test_each_unit_moves_once_and_the_second_of_a_stack_still_may() -> None:
    table = position("german-movement", "0605: MVK, LwField").do("move MVK", "go 0606", "halt")
    table.refused("move MVK", "FB 7.1.move")
    assert table.offers("move") == ["LwField"]
    table.do("move LwField", "halt")
    table.refused("move LwField", "FB 7.1.move")


@rule("FB 7.1.move")
def test_a_unit_goes_up_to_its_points_and_no_farther() -> None:
    reached = hexes(march("MVK", "0805"))
    assert {distance(AT["0805"], AT[place]) for place in reached} == set(range(1, 11))
    march("MVK", "0805").refused("go 0816", "FB 7.1.move")
    assert {distance(AT["0805"], AT[place]) for place in hexes(march("MVK", "0805 combat N"))} == {1, 2, 3, 4}


@rule("FB 7.1.move")
def test_a_unit_may_go_on_with_what_it_has_left() -> None:
    table = march("MVK", "0605").do("go 0608")
    assert left(table) == 7
    assert {distance(AT["0608"], AT[place]) for place in hexes(table)} <= set(range(1, 8))
    assert "0610" in hexes(table)


@rule("FB 7.1.move")
def test_units_move_singly() -> None:
    table = march("MVK", "0605", "0605: LwField").do("go 0606", "halt")
    assert table.where("MVK") == "0606"
    assert table.where("LwField") == "0605"


@rule("FB 7.1.minimum")
def test_a_unit_with_too_few_points_enters_one_hex_with_all_it_has() -> None:
    # On turn 1 the guns have one point, the mechanized three: forest and built-up cost three, a canal five.
    table = march("Berlin-AT1", "2220", turn=1)
    assert left(table) == 1
    assert hexes(table) == set(around("2220"))
    table.do("go 2221")
    assert left(table) == 0
    assert hexes(table) == set()
    assert "5021" in hexes(march("GD1", "5020", turn=1))
    assert left(march("GD1", "5020", turn=1).do("go 5021")) == 0


@rule("FB 7.1.minimum")
def test_the_minimum_move_is_the_first_hex_only() -> None:
    table = march("MVK", "2220 combat N").do("go 2221")
    assert left(table) == 2
    table.do("go 2222")
    assert hexes(table) == set()
    walked = march("MVK", "4413 combat N").do("go 4412")
    assert left(walked) == 2
    walked = march("GD1", "4413 combat N").do("go 4412")
    assert left(walked) == 3
    crossing = march("MVK", "5120 combat N").do("go 5020")
    assert left(crossing) == 2
    crossing.refused("go 5021", "FB 7.1.move")


@rule("FB 7.1.minimum")
def test_a_unit_without_a_point_enters_nothing() -> None:
    table = march("MVK", "0605", turn=1).do("change")
    assert left(table) == 0
    table.refused("go 0606", "FB 7.1.minimum", "FB 7.1.move")
    gun = march("Berlin-AT1", "0605").do("change")
    assert hexes(gun) == set()


@rule("FB 7.1.minimum")
def test_the_minimum_move_opens_no_hex_that_is_barred() -> None:
    offered = hexes(march("Berlin-AT1", "5213", turn=1))
    assert "5214" not in offered
    assert "4715" not in hexes(march("Berlin-AT1", "4714", turn=1))
    enemy = march("Berlin-AT1", "0605", "0606: 82/Par1", turn=1)
    assert hexes(enemy) == set(around("0605")) - {"0606"}


@rule("FB 7.2.enemy", "FB 3.1.pass")
@pytest.mark.parametrize(("own", "enemy"), [("MVK", "82/Par1"), ("82/Par1", "MVK"), ("MVK", "82/HQ")])
def test_no_unit_enters_a_hex_with_an_enemy(own: str, enemy: str) -> None:
    table = march(own, "0605", f"0606: {enemy}")
    table.refused("go 0606", "FB 7.2.enemy")
    # Nor does it pass through: with a wall of them it must go round.
    assert "0607" in hexes(table)
    assert cost(table, "0607") == 3


@rule("FB 7.2.enemy")
def test_no_soviet_enters_a_strongpoint_whose_garrison_stands() -> None:
    march("3Sh/Rifle1", "4626", scenario="berlin").refused("go 4625", "FB 7.2.enemy")
    assert "4625" in hexes(march("3Sh/Rifle1", "4626", scenario="berlin", fallen=["4625"]))
    assert "4625" in hexes(march("82/Par1", "4626"))
    assert "4625" in hexes(march("MVK", "4626", scenario="berlin"))


@rule("FB 7.2.enemy")
def test_no_unit_leaves_the_map() -> None:
    assert hexes(march("Berlin-AT1", "0101", turn=1)) == {"0102", "0201"}


@rule("FB 7.2.static", "FB 3.3.combat")
@pytest.mark.parametrize("unit", ["Tegel-Flak1", "Berlin-AT1", "408-Heavy", "Police1", "82/AT"])
def test_a_unit_in_combat_mode_without_movement_does_not_move(unit: str) -> None:
    table = march(unit, "0605 combat N")
    assert hexes(table) == set()
    table.refused("go 0606", "FB 7.2.static", "FB 3.3.combat")


@rule("FB 7.2.static")
def test_flak_in_a_tower_stays_there() -> None:
    table = position("german-movement", "4218: Zoo-Flak combat N", "0605: MVK")
    table.refused("move Zoo-Flak", "FB 7.2.static")
    table = position("german-movement", "4218: Zoo-Flak", "0605: Tegel-Flak1")
    table.refused("move Zoo-Flak", "FB 7.2.static")
    assert table.offers("move") == ["Tegel-Flak1"]


@rule("FB 11.2.1")
def test_a_plant_protection_battalion_never_moves() -> None:
    table = position("first-movement", "4918: PPB1, Police1", turn=2)
    assert table.offers("move") == ["Police1"]
    table.refused("move PPB1", "FB 11.2.1")


@rule("FB 7.2.static", "FB 3.3.combat")
@pytest.mark.parametrize("leader", ["Goering", "Himmler"])
def test_a_leader_never_moves(leader: str) -> None:
    table = position("german-movement", f"5118: {leader}", "0605: MVK")
    assert table.offers("move") == ["MVK"]
    table.refused(f"move {leader}", "OTB 11.1f")


@rule("FB 8.8.effects")
def test_a_disrupted_unit_does_not_move_or_change_its_mode() -> None:
    table = position("german-movement", "0605: MVK disrupted, LwField")
    assert table.offers("move") == ["LwField"]
    table.refused("move MVK", "FB 8.8.effects", "FB 3.3.change.bar")


@rule("FB 7.2.quarter", "OTB 13.3g", "OTB 13.3.q1", "OTB 13.3.q2")
@pytest.mark.parametrize(
    ("unit", "points", "may_change"),
    [
        ("MVK", 2, True),
        ("Lobeck", 2, True),
        ("GD1", 3, False),
        ("Berlin-AT1", 1, False),
        ("BerlinHQ", 3, False),
    ],
)
def test_on_turn_1_a_german_has_a_quarter_of_its_movement(unit: str, points: int, may_change: bool) -> None:
    table = march(unit, "0605", turn=1)
    assert left(table) == points
    assert table.can("change") == may_change
    if not may_change:
        table.refused("change", "FB 7.2.quarter", "FB 3.3.change")
    else:
        assert left(table.do("change")) == 0
    assert left(march(unit, "0605", turn=2)) > points


@rule("OTB 15.3.2f", "OTB 15.3.2.q5", "FB 7.2.quarter")
@pytest.mark.parametrize(("unit", "points"), [("82/Par1", 2), ("82/HQ", 2), ("82/AT", 1)])
def test_who_has_just_landed_in_maneuver_mode_has_a_quarter(unit: str, points: int) -> None:
    landed = march(unit, "5225", landed=[unit], landing=["none"] * 4 + ["5225", "none"])
    assert left(landed) == points
    assert left(march(unit, "5225")) == 4 * points + (2 if points == 2 else 0)


@rule("FB 11.2.2")
def test_a_released_hitler_youth_stays_within_8_hexes_of_where_it_was_set_up() -> None:
    homes = ["none"] * 8
    homes[1] = "0605"
    free: dict[str, Any] = {"released": ["hj"], "homes": homes}
    table = march("HJ1", "0612", **free)
    far = {distance(AT["0605"], AT[place]) for place in hexes(table)}
    assert max(far) == 8
    table.refused("go 0614", "FB 11.2.2")
    assert left(table) == 4
    base = march("HJ1", "0612", "0619: 3Sh/Rifle1", scenario="berlin", **free)
    base.refused("go 0614", "FB 11.2.2")


@rule("OTB 13.4b", "OTB 13.5.q3", "OTB 13.5c", "FB 11.2.2")
@pytest.mark.parametrize(("unit", "key", "clause"), [("HJ1", "hj", "OTB 13.4b"), ("VS1", "vs", "OTB 13.5c")])
def test_youth_and_volkssturm_enter_no_hex_before_their_release(unit: str, key: str, clause: str) -> None:
    homes = ["0605"] * 8
    bound = march(unit, "0605", released=["hj", "vs"][key == "hj" :][:1], homes=homes)
    assert hexes(bound) == set()
    bound.refused("go 0606", clause)
    assert bound.can("change")
    assert hexes(march(unit, "0605", released=[key], homes=homes)) != set()


@rule("OTB 13.5.q3")
def test_volkssturm_engineers_are_free_from_the_start() -> None:
    assert hexes(march("VSEng1", "0605")) != set()


@rule("FB 11.2.3", "FB 11.2.pool")
def test_a_volkssturm_battalion_has_movement_4_until_it_is_known_to_defend_only() -> None:
    free: dict[str, Any] = {"released": ["vs"]}
    assert left(march("VS1", "0605", **free)) == 10
    assert left(march("VS1", "0605", known=["VS1"], **free)) == 10
    assert left(march("VS1", "0605", known=["VS1"], weak=["VS1"], **free)) == 4
    assert hexes(march("VS2", "0605 combat N", known=["VS2"], weak=["VS2"], **free)) == set()
