"""OTB 15.3 and 15.4.1: the air drop."""

import pytest
from msgspec.structs import replace
from tests.games.fortress.positions import Table, around, position

from berlin.games.fortress.board.ground import (
    CLEARS,
    FIELDS,
    PARKS,
    ROAD_HEXES,
    RUINED,
    WATERS,
    find_hex,
    keys,
    within,
)
from berlin.games.fortress.board.units import DIVISIONS, MEMBERS
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.movement.segment import Movement
from berlin.kernel.proof.mark import rule

FIELD_OF = {"3506": "Tegel", "5225": "Tempelhof", "1023": "Gatow"}
OPEN = CLEARS | PARKS | FIELDS


def zones(**given: str) -> dict[str, list[str]]:
    """The plan of some divisions as fields of a situation: `zones(d82="3506", d6="Rechlin")`."""
    fields = {key.removeprefix("d"): place for key, place in given.items()}
    return {
        "airfield": [FIELD_OF.get(place, place) for place in (fields.get(key, "none") for key in DIVISIONS)],
        "landing": [
            place if place in FIELD_OF else "none" for place in (fields.get(key, "none") for key in DIVISIONS)
        ],
    }


def dropping(*stacks: str, turn: int = 1, **fields: object) -> Table:
    """At the drop of turn 1, or at the new tries of a later turn; the Movement Segment follows."""
    fields = {**zones(d82="3506", d6="5225", d1="1023"), "can_lose_zones": turn > 1, **fields}
    asked = "Dropping" if turn == 1 else "Retrying"
    table = position("allied-movement", *stacks, turn=turn, opened=f"{asked} allied", **fields)
    table.state = replace(table.state, frames=(Movement(ALLIED), *table.state.frames))
    return table


def jump(unit: str, aim: str, dice: list[int], *stacks: str, **fields: object) -> Table:
    """One unit drops alone: it passes its Confusion die, then come these dice."""
    division = unit.split("/")[0]
    table = dropping(f"waiting: {unit}", *stacks, **fields)
    return table.do(f"drop {division}", f"aim {aim}", dice=[6, *dice])


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


TOWERS = ("4218: Zoo-Flak combat N", "5208: Humboldthain-Flak combat N", "6113: Friedrichshain-Flak combat N")


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


# What the ground does.


@rule("OTB 15.3.1m", "OTB 15.3.1n", "OTB 15.3.1.q7", "OTB 15.3.2c", "FB 8.1.lower")
@pytest.mark.parametrize(
    ("aim", "way", "far", "dice", "fate"),
    [
        # 3306 is forest: 2 off, column D adds 3. 11: E. 10: EX, 9: R, 8 and 7: D, 6 and less: nothing.
        ("3903", 5, 6, (5, 6), "removed"),
        ("3903", 5, 6, (5, 5), "disrupted"),
        ("3903", 5, 6, (4, 5), "disrupted"),
        ("3903", 5, 6, (1, 1), "disrupted"),
        # 4605 is built-up: nothing off. 9: E, 8: EX.
        ("4103", 3, 5, (4, 5), "removed"),
        ("4103", 3, 5, (4, 4), "disrupted"),
        # 4506 is built-up with a road, which is no help to parachutes; 3616 a strongpoint.
        ("4104", 3, 4, (4, 5), "removed"),
        ("3610", 4, 6, (4, 5), "removed"),
        ("3610", 4, 6, (4, 4), "disrupted"),
    ],
)
def test_a_parachute_unit_on_rough_ground_is_attacked_in_column_d(
    aim: str, way: int, far: int, dice: tuple[int, int], fate: str
) -> None:
    table = jump("82/Par1", aim, [way, far, *dice])
    assert table.rolled("landing") == list(dice)
    if fate == "removed":
        assert table.where("82/Par1") == "removed"
    else:
        assert table.marks("82/Par1").startswith("disrupted")
        assert table.where("82/Par1") not in ("removed", "destroyed")
    assert table.vp == (0, 0)


@rule("OTB 15.3.1h", "OTB 15.3.1i", "OTB 15.3.1.q7", "OTB 15.3.1.q8", "OTB 15.3.2c")
@pytest.mark.parametrize(
    ("unit", "aim", "way", "far", "dice", "fate"),
    [
        # 3306 is forest: protection 2 off (a headquarters 3), column E adds 4. 10: E, 9: EX, 8: R.
        ("82/Gli1", "3903", 5, 6, (5, 5), "removed"),
        ("82/Gli1", "3903", 5, 6, (4, 5), "disrupted"),
        ("82/Gli1", "3903", 5, 6, (4, 4), "disrupted"),
        ("82/HQ", "3903", 5, 6, (5, 5), "disrupted"),
        ("82/HQ", "3903", 5, 6, (5, 6), "removed"),
        # 4605 is built-up, 5517 ruins, 5019 a building: nothing off. 8: E, 7: EX.
        ("82/Gli1", "4103", 3, 5, (4, 4), "removed"),
        ("82/Gli1", "4103", 3, 5, (3, 4), "disrupted"),
        ("6/Gli1", "5523", 1, 6, (4, 4), "removed"),
        ("6/Gli1", "5523", 1, 6, (3, 4), "disrupted"),
        ("6/Gli1", "5025", 1, 6, (4, 4), "removed"),
        ("6/HQ", "5025", 1, 6, (3, 4), "disrupted"),
    ],
)
def test_a_glider_on_rough_ground_is_attacked_in_column_e(
    unit: str, aim: str, way: int, far: int, dice: tuple[int, int], fate: str
) -> None:
    table = jump(unit, aim, [1, way, far, *dice])
    assert (table.where(unit) == "removed") is (fate == "removed")
    if fate == "disrupted":
        assert table.marks(unit).startswith("disrupted")


@rule("OTB 15.3.1h", "OTB 15.3.1m", "OTB 15.3.1.q4")
@pytest.mark.parametrize(
    ("unit", "aim", "dice"),
    [
        # Built-up with a road, a clear hex with one, and one without; an airfield hex with a road; a park.
        ("82/Gli1", "4104", [1, 3, 4]),
        ("82/Gli1", "4103", [1, 3, 1]),
        ("82/Par1", "4103", [3, 1]),
        ("82/Par1", "4103", [1, 2]),
        ("82/Par1", "4103", [5, 5]),
        ("82/Par1", "4105", [3, 2]),
        ("82/Par1", "4106", [3, 2]),
    ],
)
def test_soft_ground_harms_nobody(unit: str, aim: str, dice: list[int]) -> None:
    table = jump(unit, aim, dice)
    assert table.rolled("landing") == []
    assert table.asked == "Landing"
    assert "disrupted" not in table.marks(unit)


@rule("OTB 15.3.1.q7", "OTB 12.0.2.q1")
def test_a_bad_landing_leaves_others_in_the_hex_alone_and_scores_for_nobody() -> None:
    table = jump("82/Par1", "4103", [3, 5, 4, 5], "4605: 82/Par2, 101/Par1 combat N")
    # Two of one nation are there already: three are not too many.
    assert table.where("82/Par1") == "removed"
    assert (table.marks("82/Par2"), table.marks("101/Par1")) == ("", "combat N")
    assert table.vp == (0, 0)


# Off the map, into water, on the enemy.


@rule("OTB 15.3.1.q6", "OTB 15.3.2d")
@pytest.mark.parametrize(("dice", "left"), [([1, 3], "4101"), ([1, 6], "4101"), ([1, 2], "")])
def test_a_line_that_leaves_the_map_ends_at_its_last_hex(dice: list[int], left: str) -> None:
    table = jump("82/Par1", "4103", dice)
    assert table.where("82/Par1") == (f"drifted-{left}" if left else "4101")


@rule("OTB 15.3.2d", "OTB 15.3.2.q4")
def test_who_drifted_off_the_map_returns_next_turn_and_not_before() -> None:
    table = jump("82/Par1", "4103", [1, 3], "3506: 101/Par1")
    assert table.asked == "Movement"
    table.refused("move 82/Par1", "FB 5.0.entry", "OTB 15.3.2d")
    later = position("allied-movement", "drifted-4101: 82/Par1", turn=2, **zones(d82="3506"))
    later.do("move 82/Par1")
    assert later.offers("go") == ["4101"]
    later.do("go 4101")
    # A clear hex for one of ten points; no quarter any more.
    assert later.marks("82/Par1") == ""
    assert "9 movement points" in str(later.prompt)
    assert later.state.landing[DIVISIONS.index("82")] == find_hex("3506")


@rule("OTB 15.3.2.q4")
def test_closed_hexes_give_way_to_the_next_nearest_and_ties_are_the_allied_choice() -> None:
    free = position("allied-movement", "drifted-0801: 82/Par1", turn=2, **zones(d82="3506")).do(
        "move 82/Par1"
    )
    assert free.offers("go") == ["0801"]
    held = position("allied-movement", "drifted-0801: 82/Par1", "0801: VS1", turn=2, **zones(d82="3506"))
    assert held.do("move 82/Par1").offers("go") == ["0701", "0901"]
    # The sea of the north edge is no entry: from 2801 both shores are three or four hexes away.
    water = position("allied-movement", "drifted-2801: 82/Par1", turn=2, **zones(d82="3506")).do(
        "move 82/Par1"
    )
    assert water.offers("go") == ["3201"]


@rule("OTB 15.3.2a", "OTB 15.3.2.q3")
def test_a_unit_on_an_enemy_is_moved_beside_it_clear_of_enemies_and_towers() -> None:
    table = jump("6/Par1", "5524", [1, 1], "5523: VS1", f"{around('5523')[0]}: VS2")
    assert table.asked == "Displacing"
    free = sorted(set(around("5523")) - {around("5523")[0]})
    assert table.offers("displace") == free
    table.refused(f"displace {around('5523')[0]}", "OTB 15.3.2a")
    table.refused("displace 5523", "OTB 15.3.2a", "OTB 15.3.2.q3")
    table.refused("displace 5520", "OTB 15.3.2.q3")
    asked = "Displacing allied unit=6/Par1 place=5209"
    beside = position("allied-movement", "5209: VS1", "waiting: 6/Par1", opened=asked)
    # 5209 lies south of the tower 5208.
    assert "5208" in around("5209")
    assert "5208" not in beside.offers("displace")
    beside.refused("displace 5208", "OTB 15.3.2a")


@rule("OTB 15.3.2.q1")
def test_the_final_hex_decides_about_the_landing_attack() -> None:
    # 4605 is built-up and held; one of its neighbours is clear, another built-up.
    clear = next(key for key in around("4605") if OPEN >> find_hex(key) & 1)
    rough = next(key for key in around("4605") if not (OPEN | ROAD_HEXES) >> find_hex(key) & 1)
    table = jump("82/Par1", "4103", [3, 5], "4605: VS1").do(f"displace {clear}")
    assert (table.asked, table.rolled("landing")) == ("Landing", [])
    hurt = jump("82/Par1", "4103", [3, 5], "4605: VS1").do(f"displace {rough}", dice=[1, 1])
    assert hurt.rolled("landing") == [1, 1]


@rule("OTB 15.3.2.q1", "OTB 15.3.2.q3")
def test_a_unit_without_a_free_hex_beside_is_lost_without_points() -> None:
    ring = [f"{place}: VS{number}" for number, place in enumerate(around("4605"), 1)]
    table = jump("82/Par1", "4103", [3, 5], "4605: VS9", *ring)
    assert table.where("82/Par1") == "removed"
    assert table.vp == (0, 0)
    # One hex is free of enemies, but three British are in it; or two, and then an American is one too many.
    place = around("4605")[0]
    for friends, saved in (
        ("1/Par1, 1/Par2, 1/Pol1", False),
        ("1/Par1, 1/Par2", False),
        ("1/Par1", True),
        ("101/Par1, 101/Par2", True),
    ):
        table = jump("82/Par1", "4103", [3, 5, 1, 1], "4605: VS9", f"{place}: {friends}", *ring[1:])
        assert (table.where("82/Par1") == place) is saved, friends
        assert (table.where("82/Par1") == "removed") is not saved


@rule("OTB 15.3.1.q3", "OTB 3.1b", "OTB 3.1a")
@pytest.mark.parametrize(
    ("friends", "stays"),
    [
        ("1/Par1", True),
        ("1/Par1, 1/Par2", False),
        ("101/Par1, 101/Par2", True),
        ("101/Par1, 101/Par2, 101/HQ", False),
        ("1/Par1, 1/Par2, 1/Par3", False),
    ],
)
def test_a_unit_scatters_onto_friends_within_stacking_and_beside_them_beyond_it(
    friends: str, stays: bool
) -> None:
    table = jump("82/Par1", "3506", [1, 2], f"3504: {friends}")
    assert (table.where("82/Par1") == "3504") is stays
    if not stays:
        assert table.asked == "Displacing"
        assert table.offers("displace") == sorted(around("3504"))


@rule("OTB 15.3.2b", "OTB 15.3.2.q3")
def test_a_unit_over_water_comes_down_on_the_nearest_land() -> None:
    # 3102 lies in a lake of the north; 1623 in the Havel.
    table = jump("82/Par1", "3604", [6, 5])
    assert (table.asked, table.rolled("distance")) == ("Displacing", [5])
    far = min(_distance("3102", key) for key in table.offers("displace"))
    land = keys(within(find_hex("3102"), far) & ~WATERS)
    assert table.offers("displace") == land
    assert within(find_hex("3102"), far - 1) & ~WATERS == 0
    crowd = [f"{key}: VS{number}" for number, key in enumerate(land[:-1], 1)]
    held = jump("82/Par1", "3604", [6, 5], *crowd)
    assert set(held.offers("displace")) <= {land[-1]} or held.where("82/Par1") == land[-1]


def _distance(a: str, b: str) -> int:
    far = 0
    while not within(find_hex(a), far) >> find_hex(b) & 1:
        far += 1
    return far


@rule("OTB 15.3.2.q3", "OTB 10.1.3f")
def test_a_strongpoint_on_which_a_unit_lands_is_eliminated() -> None:
    table = jump("82/Par1", "4108", [3, 1]).do("halt")
    assert table.where("82/Par1") == "4208"
    assert not table.draft.strongpoints >> find_hex("4208") & 1


# Modes, and the rest of the turn.


@rule("OTB 15.3.2e", "OTB 15.3.2.q2", "OTB 15.3.q2")
@pytest.mark.parametrize("way", ["N", "NE", "SE", "S", "SW", "NW"])
def test_a_unit_in_combat_mode_faces_a_hexside_does_not_move_and_may_assault(way: str) -> None:
    enemy = dict(zip(("N", "NE", "SE", "S", "SW", "NW"), around("3504"), strict=True))[way]
    table = jump("82/Par1", "3506", [1, 2], f"{enemy}: VS1")
    assert table.legal() == [*(f"face {key}" for key in ("N", "NE", "SE", "S", "SW", "NW")), "halt"]
    table.do(f"face {way}")
    assert table.marks("82/Par1").startswith(f"combat {way}")
    table.refused("move 82/Par1", "FB 7.1.move", "OTB 15.3.2e")
    table.do("done").until("allied-assault")
    assert enemy in table.offers("target")


@rule("OTB 15.3.2f", "OTB 15.3.2.q5", "OTB 13.3.q2", "FB 7.2.quarter")
@pytest.mark.parametrize(
    ("unit", "points", "changes"),
    [
        ("82/Par1", 2, True),
        ("82/Gli1", 2, True),
        ("82/HQ", 2, False),
        ("82/AT", 1, False),
        ("82/Art1", 1, False),
    ],
)
def test_a_unit_in_maneuver_mode_has_a_quarter_of_its_points_for_everything(
    unit: str, points: int, changes: bool
) -> None:
    dice = [1, 1] if unit == "82/Par1" else [6]
    table = jump(unit, "3506", dice).do("halt", f"move {unit}")
    assert f"{points} movement points" in str(table.prompt)
    assert table.can("change") is changes
    if not changes:
        table.refused("change", "FB 7.2.quarter")
    else:
        table.do("change")
        assert table.offers("go") == []
        table.do("face N")
        assert table.marks(unit).startswith("combat N")


@rule("OTB 15.3.2.q2")
def test_a_disrupted_lander_is_in_maneuver_mode_is_not_asked_and_does_not_move() -> None:
    table = jump("82/Par1", "3903", [5, 6, 1, 1])
    assert table.asked == "Movement"
    assert "combat" not in table.marks("82/Par1")
    table.refused("move 82/Par1", "FB 8.8.effects", "FB 7.1.move")


@rule("OTB 15.3.q2")
def test_artillery_that_landed_in_combat_mode_bombards_on_turn_1_and_no_strike_is_to_be_had() -> None:
    table = dropping("waiting: 82/Art1, 82/Par1, 82/HQ", "3509: VS1").do("drop 82", dice=[6, 6, 6])
    table.do("jump 82/Art1", "aim 3507", "face S", dice=[6])
    table.do("jump 82/HQ", "aim 3506", "halt", dice=[6])
    table.do("aim 3505", "face S", dice=[4, 3])
    table.do("done").until("allied-bombardment")
    assert table.state.strikes == 0
    assert "3509" in table.offers("target")
    blind = dropping("waiting: 82/HQ", "3509: VS1").do("drop 82", "aim 3506", "halt", "done", dice=[6, 6])
    assert blind.stage != "allied-bombardment" or blind.offers("target") == []


# Beyond the map.


@rule("OTB 15.3.3a", "OTB 15.3.3b", "OTB 15.3.q1")
@pytest.mark.parametrize(
    ("division", "field", "lost"),
    [("17", "Rechlin", 2), ("17", "Oranienburg", 2), ("6", "Rechlin", 2), ("101", "Oranienburg", 1)],
)
def test_a_division_beyond_the_map_loses_its_confusion_factor_in_units_drawn_blind(
    division: str, field: str, lost: int
) -> None:
    beyond = ", ".join(UNIT_KEYS[unit] for unit in MEMBERS[division])
    size = len(MEMBERS[division])
    table = dropping("waiting: 82/HQ", f"beyond: {beyond}", **zones(d82="3506", **{f"d{division}": field}))
    table.do("drop 82", dice=[6])
    assert all(table.where(UNIT_KEYS[unit]) == "beyond" for unit in MEMBERS[division])
    draws = [size, 1][:lost]
    table.do("aim 3506", "halt", dice=[6, *draws])
    gone = [UNIT_KEYS[unit] for unit in MEMBERS[division] if table.where(UNIT_KEYS[unit]) == "removed"]
    drawn = [UNIT_KEYS[MEMBERS[division][-1]], UNIT_KEYS[MEMBERS[division][0]]][:lost]
    assert sorted(gone) == sorted(drawn)
    assert all(any(name in event.text for event in table.last) for name in ["is lost on the way"])
    assert table.vp == (0, 0)
    assert table.rolled("confusion") == []


# Landing Zones.


def german(*stacks: str, **fields: object) -> Table:
    fields = {**zones(d82="3506"), "can_lose_zones": True, **fields}
    return position("german-movement", *stacks, turn=fields.pop("turn", 2), **fields)  # type: ignore[arg-type]


def zone(table: Table, division: str = "82") -> int:
    return table.state.landing[DIVISIONS.index(division)]


@rule("OTB 15.3.4a", "OTB 15.3.4b", "OTB 15.3.4.q2")
def test_a_german_in_the_hex_of_a_landing_zone_eliminates_it_for_the_game_and_no_points() -> None:
    table = german("3508: GD1", "3906: VS1").do("move GD1", "go 3507")
    assert zone(table) == find_hex("3506")
    table.do("go 3506")
    assert zone(table) == -1
    assert table.vp == (0, 0)
    # Leaving it again brings nothing back.
    table.do("halt")
    assert table.draft.landing_zones == 0
    assert table.draft.lost_zones == 1 << DIVISIONS.index("82")


@rule("OTB 15.3.4a", "OTB 15.3.4.q2", "FB 3.2.uncontested")
@pytest.mark.parametrize(
    ("stacks", "facing", "lost"),
    [
        ((), "N", True),
        ((), "S", False),
        # An Allied unit in the hex, or a zone of one on it, contests it; one in Maneuver mode has none.
        (("3506: 82/Par1",), "N", False),
        (("3505: 82/Par1 combat S",), "N", False),
        (("3505: 82/Par1 combat N",), "N", True),
        (("3505: 82/Par1",), "N", True),
    ],
)
def test_an_uncontested_german_zone_of_control_eliminates_a_landing_zone_at_the_end_of_a_move(
    stacks: tuple[str, ...], facing: str, lost: bool
) -> None:
    table = german("3507: HG-Inf", *stacks).do("move HG-Inf", "change")
    assert zone(table) == find_hex("3506")
    table.do(f"face {facing}")
    assert (zone(table) == -1) is lost


@rule("OTB 15.3.4.q1", "OTB 15.3.4.q2")
@pytest.mark.parametrize(
    ("stacks", "lost"),
    [
        (("3507: Tegel-Flak1 combat N",), True),
        (("3507: Tegel-Flak1 combat S",), False),
        (("3507: Tegel-Flak1 combat N", "3506: 82/Par1"), False),
        (("3507: Tegel-Flak1 combat N", "3505: 82/Par1 combat S"), False),
        (("3506: Tegel-Flak1 combat N",), True),
        (("3506: Tegel-Flak1",), True),
    ],
)
def test_landing_zones_are_tested_for_the_first_time_at_the_end_of_the_allied_player_turn_1(
    stacks: tuple[str, ...], lost: bool
) -> None:
    table = dropping("waiting: 82/HQ", *stacks).do("drop 82", "aim 3402", "halt", dice=[6, 6])
    assert zone(table) == find_hex("3506")
    for stage in ("allied-bombardment", "allied-gunfire", "allied-assault"):
        if table.stage != stage:
            table.until(stage)
        assert zone(table) == find_hex("3506")
    table.do("done")
    assert table.stage.startswith("german")
    assert (zone(table) == -1) is lost
    assert table.vp == (0, 0)


# New tries.


@rule("OTB 15.4.1", "OTB 15.4.1.q2", "OTB 15.4")
def test_lost_units_try_again_before_any_move_or_wait() -> None:
    table = dropping("lost: 82/HQ, 82/Gli1, 6/Par1", "3504: 82/Par1", turn=3)
    assert table.offers("jump") == ["6/Par1", "82/Gli1", "82/HQ"]
    table.refused("move 82/Par1", "FB 7.1.move")
    table.do("jump 82/HQ", dice=[1])
    assert table.where("82/HQ") == "lost"
    table.refused("jump 82/HQ", "OTB 15.4.1")
    table.refused("jump 82/Par1", "OTB 15.4.1")
    table.do("jump 82/Gli1", "aim 3506", "halt", dice=[2, 2])
    assert table.where("82/Gli1") == "3506"
    table.do("done")
    assert table.asked == "Movement"
    assert table.where("6/Par1") == "lost"
    assert table.can("move 82/Gli1")


@rule("OTB 15.4.1", "OTB 15.4.1.q2")
def test_a_new_try_takes_the_confusion_and_the_flak_of_the_moment() -> None:
    for die, lost in ((1, True), (2, True), (3, False)):
        table = dropping("lost: 6/Par1, 6/Par2", turn=4).do("jump 6/Par1", dice=[die])
        assert (table.asked == "Retrying") is lost
    table.do("aim 5225", "halt", dice=[4, 2])
    assert table.where("6/Par1") == "5227"
    more = dropping("lost: 6/Par1, 6/Par2", "5224: Tempelhof-Flak1", turn=4)
    more.do("jump 6/Par1", "aim 5225", "halt", dice=[3, 4, 2])
    assert more.where("6/Par1") == "5228"


@rule("OTB 15.4.1.q1")
def test_without_a_landing_zone_nobody_of_the_division_tries_again() -> None:
    fields = zones(d82="3506", d6="5225")
    fields["landing"] = ["none"] * 4 + ["3506", "none"]
    table = dropping("lost: 82/HQ, 6/Par1, 82/AT", turn=3, **fields, lost_zones=["6"])
    assert table.offers("jump") == ["82/AT", "82/HQ"]
    table.refused("jump 6/Par1", "OTB 15.4.1.q1")


@rule("OTB 4.0.q1", "OTB 4.0d", "OTB 12.0.2.q1", "OTB 12.0.1a")
@pytest.mark.parametrize(("dice", "over"), [((1, 1), True), ((6, 6), False)])
def test_a_landing_in_the_empty_reichstag_ends_the_game_only_if_the_unit_lives(
    dice: tuple[int, int], over: bool
) -> None:
    # Ten hexes north of Tempelhof's 5025, with three towers and a flak in the way of the drop.
    table = jump("6/Par1", "5025", [1, 6, *dice], *TOWERS, "5224: Tempelhof-Flak1", "5017: VS1")
    assert (table.result is not None) is over
    if over:
        assert table.where("6/Par1") == "5015"
    else:
        assert table.where("6/Par1") == "removed"
        table.until("allied-movement", 2)
        # It is still German at the end of the turn.
        assert table.vp == (0, 2)


@rule("OTB 11.1d", "OTB 4.0.q1")
@pytest.mark.parametrize(("dice", "captured"), [((1, 1), True), ((6, 6), False)])
def test_a_leader_alone_is_captured_by_a_lander_that_lives(dice: tuple[int, int], captured: bool) -> None:
    table = jump("6/Par1", "5124", [1, 5, *dice], "5119: Himmler", "5017: VS1")
    assert (table.where("Himmler") == "removed") is captured
    assert (table.where("6/Par1") == "5119") is captured
