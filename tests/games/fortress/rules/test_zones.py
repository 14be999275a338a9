"""FB 3.2: Zones of Control, what they do to a march, and where there are none."""

from typing import Any

import pytest
from tests.games.fortress.marching import cost, hexes, left, march
from tests.games.fortress.positions import around

from berlin.games.fortress.board.ground import AT, keys
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.zones import uncontested, zones
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.proof.mark import rule


def _zone(unit: str, at: str, side: Seat = GERMAN, **fields: Any) -> set[str]:
    other = "82/Par1" if side else "LwField"
    return set(
        keys(
            zones(
                march(
                    other, "0330", f"{at.partition(' ')[0]}: {unit} {at.partition(' ')[2]}", **fields
                ).draft,
                side,
            )
        )
    )


@rule("FB 3.2.zone", "FB 3.4.facing")
@pytest.mark.parametrize(
    ("unit", "side"), [("MVK", GERMAN), ("82/Par1", ALLIED), ("Berlin-AT1", GERMAN), ("82/Art1", ALLIED)]
)
@pytest.mark.parametrize("facing", range(6))
def test_a_unit_in_combat_mode_has_a_zone_in_its_three_front_hexes(
    unit: str, side: Seat, facing: int
) -> None:
    other = "LwField" if side == ALLIED else "82/Par2"
    ring = around("0605")
    front = {ring[facing], ring[facing - 1], ring[(facing + 1) % 6]}
    table = march(other, "0330", f"0605: {unit} combat {DIRECTION_KEYS[facing]}")
    assert set(keys(zones(table.draft, side))) == front
    assert zones(table.draft, OTHER[side]) == 0


@rule("FB 3.4.facing")
def test_a_unit_that_faces_north_east_has_n_ne_se_in_front() -> None:
    assert _zone("MVK", "0605 combat NE") == {"0604", "0705", "0706"}
    # Of an odd column.
    assert _zone("MVK", "0705 combat NE") == {"0704", "0804", "0805"}


@rule("FB 3.4.facing")
def test_units_of_a_stack_may_face_apart() -> None:
    table = march("82/Par1", "0330", "0605: MVK combat N, LwField combat S")
    assert set(keys(zones(table.draft, GERMAN))) == set(around("0605"))
    turned = march("MVK", "0605 combat N", "0605: LwField combat S").do("face N")
    assert turned.marks("MVK") == "combat N moved"
    assert turned.marks("LwField") == "combat S"


@rule("FB 3.2.zone", "FB 3.3.maneuver", "FB 8.8.effects")
@pytest.mark.parametrize("text", ["MVK", "MVK disrupted", "BerlinHQ combat N", "HJ1 combat N", "Goering"])
def test_who_is_not_ready_to_fight_has_no_zone(text: str) -> None:
    table = march("82/Par1", "0330", f"0605: {text}", released=["vs"])
    assert zones(table.draft, GERMAN) == 0


@rule("FB 3.2.zone")
def test_hitler_youth_have_a_zone_once_released() -> None:
    table = march("82/Par1", "0330", "0605: HJ1 combat N", released=["hj"])
    assert set(keys(zones(table.draft, GERMAN))) == {"0604", "0705", "0505"}
    assert _zone("VS1", "0605 combat N") == {"0604", "0705", "0505"}


@rule("FB 3.2.terrain")
@pytest.mark.parametrize(
    ("at", "zone"),
    [
        # From clear ground into built-up, a strongpoint, a flak tower: there is none.
        ("4626 combat N", {"4726"}),
        ("4726 combat N", {"4725", "4825"}),
        # Out of built-up, ruins, a major building, a tower, a strongpoint.
        ("4525 combat SE", set()),
        ("5214 combat N", set()),
        ("2515 combat N", set()),
        ("5208 combat NE", set()),
        ("4625 combat SE", set()),
        # Parks, forests and airfields are open.
        ("4516 combat N", {"4515", "4415", "4615"}),
        ("2220 combat S", {"2221", "2121", "2321"}),
        ("5225 combat N", {"5224", "5125", "5325"}),
        # Over the Spree: not without a bridge; over a canal: yes.
        ("2310 combat S", {"2410"}),
        ("2611 combat SE", {"2711", "2712"}),
        ("2307 combat S", {"2308", "2407"}),
    ],
)
def test_zones_stop_at_towns_strongpoints_and_rivers(at: str, zone: set[str]) -> None:
    ring = around(at[:4])
    facing = DIRECTION_KEYS.index(at.split()[-1])
    assert zone <= {ring[facing], ring[facing - 1], ring[(facing + 1) % 6]} or not zone
    assert _zone("MVK", at) == zone


@rule("FB 3.2.terrain")
def test_a_strongpoint_that_is_gone_stops_no_zone() -> None:
    assert _zone("MVK", "4626 combat N", fallen=["4625"]) == {"4625", "4726"}
    assert _zone("MVK", "4625 combat SE", fallen=["4625"]) == {"4725", "4726", "4626"}


@rule("FB 3.2.terrain")
def test_over_a_water_hex_a_zone_reaches_by_the_bridge_alone() -> None:
    assert _zone("MVK", "1816 combat SE") == {"1917", "1817"}
    assert _zone("MVK", "1917 combat NW") == {"1816"}
    assert _zone("MVK", "1817 combat NE") == {"1816"}


@rule("FB 3.2.stop")
@pytest.mark.parametrize(("mover", "foe"), [("82/Par1", "MVK"), ("MVK", "82/Par1"), ("GD1", "82/Par1")])
def test_a_unit_that_enters_an_enemy_zone_must_stop(mover: str, foe: str) -> None:
    table = march(mover, "0602", f"0605: {foe} combat N")
    assert "0604" in hexes(table)
    stopped = march(mover, "0602", f"0605: {foe} combat N").do("go 0604")
    assert left(stopped) > 1
    assert hexes(stopped) == set()
    stopped.refused("go 0603", "FB 3.2.stop")
    assert stopped.can("halt")


@rule("FB 3.2.stop")
def test_a_unit_stopped_by_a_zone_may_change_mode_and_facing() -> None:
    table = march("MVK", "0602", "0605: 82/Par1 combat N").do("go 0604")
    table.do("change")
    assert hexes(table) == set()
    table.do("face S")
    assert table.marks("MVK") == "combat S moved"


@rule("FB 3.2.stop")
def test_the_way_goes_round_zones_that_would_stop_it() -> None:
    # The zone of the enemy at 0605 facing N covers 0604 0505 0705: from 0603 to 0606 it takes a way round.
    table = march("MVK", "0603", "0605: 82/Par1 combat N")
    assert "0606" in hexes(table)
    assert cost(table, "0606") == 5
    rear = march("MVK", "0603", "0605: 82/Par1 combat S")
    assert cost(rear, "0606") == 6
    assert left(rear.do("go 0606")) == 4


@rule("FB 3.2.exit")
@pytest.mark.parametrize(("mover", "foe"), [("82/Par1", "MVK"), ("MVK", "82/Par1"), ("GD1", "82/Par1")])
def test_to_leave_a_hex_in_an_enemy_zone_costs_two_points_more(mover: str, foe: str) -> None:
    table = march(mover, "0604", f"0605: {foe} combat N")
    assert cost(table, "0603") == 3
    # On to a second hex nothing more is owed.
    assert cost(table, "0602") == 4
    # Into another hex of a zone, where it stops again.
    assert cost(table, "0505") == 3
    table.do("go 0505")
    table.refused("go 0405", "FB 3.2.stop")


@rule("FB 3.2.exit")
def test_the_hex_behind_an_enemy_costs_nothing_to_leave() -> None:
    assert cost(march("MVK", "0606", "0605: 82/Par1 combat N"), "0607") == 1


@rule("FB 3.2.exit", "FB 7.3.road")
def test_by_road_too_leaving_a_zone_costs_two_points_more() -> None:
    # 1016 and 1117 lie on Heerstrasse.
    assert cost(march("GD1", "1016", "1015: 82/Par1 combat S"), "1117") == 2.5


@rule("FB 3.2.friend")
@pytest.mark.parametrize(
    ("mover", "friend", "foe"), [("82/Par1", "82/Par2", "MVK"), ("MVK", "LwField", "82/Par1")]
)
def test_a_friend_does_not_cancel_an_enemy_zone_for_movement(mover: str, friend: str, foe: str) -> None:
    table = march(mover, "0602", f"0605: {foe} combat N", f"0604: {friend}")
    table.do("go 0604")
    assert hexes(table) == set()
    leaving = march(mover, "0604", f"0605: {foe} combat N", f"0604: {friend}")
    assert cost(leaving, "0603") == 3


@rule("FB 3.2.q1", "FB 7.1.minimum")
def test_a_unit_with_too_few_points_leaves_a_zone_by_one_hex() -> None:
    # Four points in Combat mode: built-up costs two, and two to leave.
    foe = "5526: 82/Par1 combat SE"
    assert "5626" in around("5526")
    table = march("MVK", "5626 combat N", foe)
    assert cost(table, "5726") == 4
    # A gun with one point.
    gun = march("Berlin-AT1", "0604", "0605: 82/Par1 combat N", turn=1)
    assert hexes(gun) == set(around("0604")) - {"0605"}
    assert left(gun.do("go 0603")) == 0
    assert hexes(gun) == set()


@rule("FB 3.2.uncontested", "OTB 10.1.3.q1")
def test_a_zone_is_uncontested_where_no_enemy_and_no_enemy_zone_is() -> None:
    alone = march("82/Par1", "0330", "0605: MVK combat N").draft
    assert set(keys(uncontested(alone, GERMAN))) == {"0604", "0705", "0505"}
    occupied = march("82/Par1", "0604", "0605: MVK combat N").draft
    assert set(keys(uncontested(occupied, GERMAN))) == {"0705", "0505"}
    both = march("82/Par1", "0330", "0605: MVK combat N", "0603: 82/Par2 combat S").draft
    assert uncontested(both, GERMAN) >> AT["0604"] & 1 == 0
    assert uncontested(both, ALLIED) >> AT["0604"] & 1 == 0
    assert uncontested(both, GERMAN) >> AT["0705"] & 1 == 1
