"""FB 17.1: the subway, if it is played."""

from typing import Any

import pytest
from tests.games.fortress.marching import hexes, march

from berlin.kernel.proof.mark import rule

PLAYED: dict[str, Any] = {"options": ["subway"]}
NORTH_SOUTH = ["4906", "4908", "5009", "5011", "5013", "5015", "5117", "5119", "5121", "5222", "5224", "5326"]
EAST_WEST = ["4218", "4418", "4618", "4818", "5017", "5217", "5416", "5616", "5815", "6015"]


@rule("FB 17.1.subway")
@pytest.mark.parametrize("line", [NORTH_SOUTH, EAST_WEST])
@pytest.mark.parametrize("start", [0, 1, 4, -1])
def test_a_foot_unit_goes_to_an_entrance_of_its_line_at_most_four_away(line: list[str], start: int) -> None:
    here = range(len(line))[start]
    table = march("MVK", line[here], **PLAYED)
    near = {place for number, place in enumerate(line) if 0 < abs(number - here) <= 4}
    assert set(table.offers("ride")) == near
    far = next(place for number, place in enumerate(line) if abs(number - here) == 5)
    table.refused(f"ride {far}", "FB 17.1.subway")
    table.refused(f"ride {(EAST_WEST if line is NORTH_SOUTH else NORTH_SOUTH)[4]}", "FB 17.1.subway")
    assert march("82/Par1", line[here], **PLAYED).offers("ride") == table.offers("ride")


@rule("FB 17.1.subway")
def test_the_lone_station_leads_nowhere() -> None:
    assert march("MVK", "2922", **PLAYED).offers("ride") == []


@rule("FB 17.1.subway")
def test_without_the_option_nobody_goes_underground() -> None:
    table = march("MVK", "5015")
    assert table.offers("ride") == []
    table.refused("ride 5017", "FB 17.1.subway")


@rule("FB 17.1.subway")
@pytest.mark.parametrize("unit", ["GD1", "BerlinHQ", "Berlin-AT1", "82/HQ", "82/Art1"])
def test_no_motor_unit_or_gun_goes_by_subway(unit: str) -> None:
    march(unit, "5017", **PLAYED).refused("ride 5217", "FB 17.1.subway")


@rule("FB 17.1.subway")
def test_the_ride_is_the_whole_move() -> None:
    table = march("MVK", "5017", **PLAYED).do("ride 5217")
    assert table.where("MVK") == "5217"
    assert hexes(table) == set()
    assert table.legal() == ["halt"]
    table.do("halt").refused("move MVK", "FB 7.1.move")
    march("MVK", "4918", **PLAYED).do("go 5017").refused("ride 5217", "FB 17.1.subway")
    march("MVK", "5017", **PLAYED).do("change").refused("ride 5217", "FB 17.1.subway")
    march("MVK", "4917", **PLAYED).refused("ride 5217", "FB 17.1.subway")


@rule("FB 17.1.subway", "FB 3.4.change")
def test_in_combat_mode_a_unit_faces_a_hexside_after_the_ride() -> None:
    table = march("MVK", "5017 combat N", **PLAYED).do("ride 5217")
    table.refused("halt", "FB 3.4.change")
    table.do("face S")
    assert table.marks("MVK") == "combat S moved"
    # A police battalion in Combat mode does not move at all.
    march("Police1", "5017 combat N", **PLAYED).refused("ride 5217", "FB 7.2.static")


@rule("FB 17.1.subway")
def test_the_entrance_must_be_free_of_enemies_and_their_zones_and_have_room() -> None:
    march("MVK", "5121", "5222: 82/Par1", **PLAYED).refused("ride 5222", "FB 7.2.enemy")
    # Tempelhof's 5224 is open ground.
    march("MVK", "5121", "5225: 82/Par1 combat N", **PLAYED).refused("ride 5224", "FB 17.1.subway")
    assert march("MVK", "5121", "5225: 82/Par1 combat S", **PLAYED).can("ride 5224")
    march("MVK", "5121", "5222: GD1, GD2, Lobeck", **PLAYED).refused("ride 5222", "FB 3.1.german")
    march("MVK", "5121", "5222: LAH1", **PLAYED).refused("ride 5222", "OTB 11.1.1a")
    # Whoever holds an entrance on the way does not matter.
    assert march("MVK", "5121", "5222: 82/Par1", **PLAYED).can("ride 5224")


@rule("FB 17.1.subway", "FB 7.2.quarter", "OTB 13.5c")
def test_bound_units_and_those_with_a_quarter_of_their_movement_do_not_ride() -> None:
    march("VS1", "5017", **PLAYED).refused("ride 5217", "OTB 13.5c")
    assert march("VS1", "5017", released=["vs"], **PLAYED).can("ride 5217")
    march("MVK", "5017", turn=1, **PLAYED).refused("ride 5217", "FB 7.2.quarter")


@rule("FB 17.1.subway", "OTB 10.1.3f")
def test_an_ally_who_comes_up_in_an_empty_strongpoint_eliminates_it() -> None:
    table = march("82/Par1", "5015", "0605: MVK", **PLAYED).do("ride 5013", "halt")
    assert table.told("eliminated")
