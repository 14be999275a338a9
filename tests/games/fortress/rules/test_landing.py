"""OTB 15.3.1 and 15.3.2: what becomes of a unit where it comes down."""

import pytest
from tests.games.fortress.drops import OPEN, dropping, jump, zones
from tests.games.fortress.positions import around, position

from berlin.games.fortress.board.ground import (
    ROAD_HEXES,
    WATERS,
    find_hex,
    keys,
    within,
)
from berlin.games.fortress.board.units import DIVISIONS
from berlin.kernel.proof.mark import rule

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
    assert f"{points} movement point" in str(table.prompt)
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
