"""OTB 15.3: the air drop, from take-off to the hex that a unit drifts to."""

import pytest
from tests.games.fortress.drops import OPEN, TOWERS, dropping, jump, zones
from tests.games.fortress.positions import Table, around

from berlin.games.fortress.board.ground import (
    ROAD_HEXES,
    RUINED,
    WATERS,
    find_hex,
    keys,
    within,
)
from berlin.kernel.proof.mark import rule

# The order of the drop.


@rule("OTB 15.3a", "OTB 4.1.1b", "OTB 15.4.2b", "OTB 11.4a")
def test_the_first_allied_act_is_the_drop_and_no_dice_come_before_it() -> None:
    table = Table.new("drop").do(
        "rest", "done", "assign 1 Tegel", "assign 6 Oranienburg", "assign 17 Rechlin"
    )
    table.do("assign 82 Gatow", "zone 3506", "zone 5225", "zone 1023", "done")
    assert (table.turn, table.stage, table.asked) == (1, "allied-movement", "Dropping")
    assert [event for event in table.last if event.kind == "die"] == []
    assert table.offers("drop") == ["1", "101", "82"]


@rule("OTB 15.3.1a", "OTB 15.3c")
def test_only_the_three_divisions_on_the_map_drop_one_after_the_other() -> None:
    table = dropping(
        *("waiting: 82/Par1, 82/Par2, 1/Par1", "beyond: 6/Par1, 6/Par2, 6/Par3"),
        **zones(d82="3506", d1="1023", d6="Rechlin"),
    )
    assert table.offers("drop") == ["1", "82"]
    table.refused("drop 6", "OTB 15.3.1a")
    table.refused("drop 52", "OTB 15.3.1a")
    table.do("drop 82", dice=[6, 6])
    table.refused("drop 1", "OTB 15.3c")
    table.do("jump 82/Par1", "aim 3506", "halt", dice=[1, 3])
    table.refused("drop 1", "OTB 15.3c")


@rule("OTB 15.3.q1")
def test_all_confusion_dice_of_a_division_come_first_then_each_unit_lands_before_the_next_is_aimed() -> None:
    table = dropping("waiting: 82/HQ, 82/Gli1, 82/Gli2, 1/Par1").do("drop 82", dice=[2, 1, 3])
    assert table.rolled("confusion") == [2, 1, 3]
    assert table.where("82/Gli1") == "lost"
    assert table.offers("jump") == ["82/Gli2", "82/HQ"]
    table.refused("jump 82/Gli1", "OTB 15.3.q1")
    table.do("jump 82/HQ").refused("jump 82/Gli2")
    assert table.asked == "Aiming"
    table.do("aim 3506", "halt", dice=[2])
    table.refused("aim 3506", "OTB 15.3.1.q5")


@rule("OTB 15.3.1b")
@pytest.mark.parametrize(
    ("unit", "die", "lost"),
    [
        *(("82/Par1", 1, True), ("82/Par1", 2, False), ("1/HQ", 1, True), ("1/HQ", 2, False)),
        *(("6/Par1", 1, True), ("6/Par1", 2, True), ("6/Par1", 3, False), ("6/HQ", 2, True)),
    ],
)
def test_a_unit_is_lost_for_now_on_its_confusion_factor_or_less(unit: str, die: int, lost: bool) -> None:
    division = unit.split("/")[0]
    table = dropping(f"waiting: {unit}").do(f"drop {division}", dice=[die])
    assert (table.where(unit) == "lost") is lost
    assert (table.asked == "Aiming") is not lost


# Where units are aimed.


@rule("OTB 15.3.1j", "OTB 15.3.1.q4", "OTB 15.3b", "OTB 15.3.1.q5")
@pytest.mark.parametrize(("zone", "division"), [("3506", "82"), ("5225", "6"), ("1023", "1")])
@pytest.mark.parametrize("kind", ["Par1", "Eng"])
def test_parachutes_are_aimed_at_open_ground_within_six_hexes_of_the_zone(
    zone: str, division: str, kind: str
) -> None:
    if kind == "Eng" and division != "82":
        kind = "Par2"
    table = dropping(f"waiting: {division}/{kind}").do(f"drop {division}", dice=[6])
    assert table.offers("aim") == keys(within(find_hex(zone), 6) & OPEN)
    assert zone in table.offers("aim")


@rule("OTB 15.3.1d", "OTB 15.3b")
@pytest.mark.parametrize(("zone", "division"), [("3506", "82"), ("5225", "6"), ("1023", "1")])
@pytest.mark.parametrize("kind", ["HQ", "AT", "Gli1"])
def test_gliders_are_aimed_at_open_ground_or_roads_within_six_hexes_of_the_zone(
    zone: str, division: str, kind: str
) -> None:
    table = dropping(f"waiting: {division}/{kind}").do(f"drop {division}", dice=[6])
    roads = ROAD_HEXES & ~WATERS & ~RUINED
    assert table.offers("aim") == keys(within(find_hex(zone), 6) & (OPEN | roads))


@rule("OTB 15.3.1d", "OTB 15.3.1j")
def test_a_road_through_a_town_takes_gliders_and_no_parachutes() -> None:
    # 4723 is built-up with a road, 4724 built-up without one; 5127 is clear with a road.
    for unit, clause, lands in (("6/Gli1", "OTB 15.3.1d", True), ("6/Par1", "OTB 15.3.1j", False)):
        table = dropping(f"waiting: {unit}").do("drop 6", dice=[6])
        assert table.can("aim 4723") is lands
        table.refused("aim 4724", clause)
        assert table.can("aim 5127")
        # Six hexes away, and seven.
        assert table.can("aim 5131")
        table.refused("aim 5132", clause)


@rule("OTB 15.3.1.q5", "OTB 15.3.1d", "OTB 15.3.1j")
def test_the_hex_that_is_aimed_at_holds_no_unit_of_either_side_but_works_do_not_fill_it() -> None:
    for unit in ("82/Par1", "82/HQ"):
        table = dropping(f"waiting: {unit}", "3507: 101/Par1", "3505: Tegel-Flak1").do("drop 82", dice=[6])
        for place in ("3507", "3505"):
            table.refused(f"aim {place}", "OTB 15.3.1.q5")
        # The marker's own hex and one with a bunker are free; below, a strongpoint in the open.
        for place in ("3506", "3405"):
            assert table.can(f"aim {place}")
    park = dropping("waiting: 6/Par1").do("drop 6", dice=[6])
    assert park.can("aim 5624")


@rule("OTB 15.3.1.q5")
def test_a_unit_that_finds_no_free_hex_waits_as_lost() -> None:
    free = keys(within(find_hex("5225"), 6) & OPEN)
    crowd = [*(f"VS{number}" for number in range(1, 41)), *(f"Berlin-AT{number}" for number in range(1, 7))]
    crowd += [*(f"Police{number}" for number in range(1, 5)), *(f"HJ{number}" for number in range(1, 5))]
    crowd += ["FAH", "Lobeck", "MVK", "GD1", "GD2", "LwField", "Lw-AT", "Officers", "Ordnance", "Academy"]
    stacks = [f"{place}: {unit}" for place, unit in zip(free, crowd, strict=True)]
    table = dropping("waiting: 6/Par1, 82/Par1", *stacks).do("drop 6", dice=[6])
    assert table.where("6/Par1") == "lost"


# Scatter.


@rule("OTB 15.3.1e")
@pytest.mark.parametrize(
    ("unit", "zone", "die"), [("82/HQ", "3506", 2), ("82/Gli1", "3506", 6), ("6/AT", "5225", 3)]
)
def test_a_glider_above_the_confusion_factor_lands_where_it_is_aimed_without_more_dice(
    unit: str, zone: str, die: int
) -> None:
    table = jump(unit, zone, [die])
    assert table.where(unit) == zone
    assert (table.asked, table.rolled("direction")) == ("Landing", [])


@rule("OTB 15.3.1e", "OTB 15.3.1.q2")
@pytest.mark.parametrize(
    ("unit", "aim", "die"), [("82/HQ", "3506", 1), ("6/AT", "5225", 1), ("6/AT", "5225", 2)]
)
@pytest.mark.parametrize("way", range(6))
def test_a_glider_scatters_on_its_confusion_factor_or_less_north_first_and_clockwise(
    unit: str, aim: str, die: int, way: int
) -> None:
    table = jump(unit, aim, [die, way + 1, 1])
    assert table.where(unit) == around(aim)[way]


@rule("OTB 15.3.1e", "OTB 15.3.1k", "OTB 15.3.1.q2")
def test_the_distance_is_the_die_as_rolled_and_north_is_up() -> None:
    assert jump("1/Gli1", "1023", [1, 1, 3]).where("1/Gli1") == "1020"
    assert jump("1/Par1", "1023", [1, 3]).where("1/Par1") == "1020"
    assert jump("1/Par1", "1023", [4, 6]).where("1/Par1") == "1029"
    assert jump("1/Gli1", "1023", [1, 4, 6]).where("1/Gli1") == "1029"


@rule("OTB 15.3.1k")
def test_a_parachute_unit_always_scatters() -> None:
    for unit, zone in (("82/Par1", "3506"), ("82/Eng", "3506"), ("1/Pol1", "1023")):
        table = jump(unit, zone, [1, 2])
        assert table.rolled("direction") == [1]
        assert table.rolled("distance") == [2]
        assert table.rolled("scatter") == []
        assert table.where(unit) == {"3506": "3504", "1023": "1021"}[zone]


@rule("OTB 15.3.1f", "OTB 15.3.1.q1")
@pytest.mark.parametrize(
    ("stacks", "least"),
    [
        ((), 2),
        (TOWERS[:1], 3),
        (TOWERS[:2], 4),
        (TOWERS, 5),
        (("4218: Zoo-Flak", *TOWERS[1:]), 5),
        (("4218: Zoo-Flak disrupted", *TOWERS[1:]), 4),
        (("4218: VS1", *TOWERS[1:]), 4),
        # Two flak battalions in one tower are one tower.
        (("4218: Zoo-Flak combat N, Berlin-Flak1 combat N",), 3),
        (("4218: Zoo-Flak disrupted, Berlin-Flak1 combat N",), 3),
    ],
)
def test_each_tower_with_undisrupted_flak_takes_one_off_the_glider_die(
    stacks: tuple[str, ...], least: int
) -> None:
    # Gatow lies far from every tower.
    assert jump("1/HQ", "1023", [least], *stacks).where("1/HQ") == "1023"
    assert jump("1/HQ", "1023", [least - 1, 1, 2], *stacks).where("1/HQ") == "1021"


@rule("OTB 15.3.1g", "OTB 15.3.1.q1")
@pytest.mark.parametrize(
    ("stacks", "least"),
    [
        (("3405: Tegel-Flak1 combat N",), 3),
        (("3405: Tegel-Flak1 combat N, Tegel-Flak2",), 4),
        (("3405: Tegel-Flak1 disrupted, Tegel-Flak2",), 3),
        # Six hexes from the zone, and seven; other guns are no flak.
        (("3512: Berlin-Flak1",), 3),
        (("3513: Berlin-Flak1",), 2),
        (("3405: Tegel-AT1 combat N",), 2),
        ((TOWERS[0], "3405: Tegel-Flak1 combat N"), 4),
    ],
)
def test_each_other_flak_within_six_hexes_of_the_zone_takes_one_off_the_glider_die(
    stacks: tuple[str, ...], least: int
) -> None:
    assert jump("82/HQ", "3507", [least], *stacks).where("82/HQ") == "3507"
    assert jump("82/HQ", "3507", [least - 1, 4, 2], *stacks).where("82/HQ") == "3509"


@rule("OTB 15.3.1g", "OTB 15.3b")
def test_flak_counts_from_the_zone_and_not_from_the_hex_that_is_aimed_at() -> None:
    # 3512 is aimed at; 3517 lies five hexes from it and eleven from the zone.
    table = jump("82/HQ", "3512", [2], "3517: Berlin-Flak1")
    assert table.where("82/HQ") == "3512"


@rule("OTB 15.3.1l", "OTB 15.3.1.q1")
@pytest.mark.parametrize(
    ("stacks", "more"),
    [
        ((), 0),
        (TOWERS[:1], 1),
        (TOWERS, 3),
        ((*TOWERS, "0922: Gatow-Flak combat N", "0924: Berlin-Flak1"), 5),
        ((*TOWERS[1:], "4218: Zoo-Flak disrupted", "0922: Gatow-Flak disrupted", "0924: Berlin-Flak1"), 3),
        (("1029: Berlin-Flak1",), 1),
        (("1030: Berlin-Flak1",), 0),
    ],
)
def test_flak_lengthens_the_drift_of_parachutes(stacks: tuple[str, ...], more: int) -> None:
    table = jump("1/Par1", "1023", [1, 2], *stacks)
    assert table.where("1/Par1") == f"10{23 - 2 - more}"


@rule("OTB 15.3.1e", "OTB 15.3.1l")
def test_flak_does_not_lengthen_the_drift_of_gliders() -> None:
    assert jump("1/HQ", "1023", [1, 1, 2], *TOWERS).where("1/HQ") == "1021"
