"""FB 9, 10 and OTB 10: ruins, flak towers, bunkers, strongpoints."""

from typing import Any

import pytest
from tests.games.fortress.battles import figures, rolled, shell, shoot, storm, sum_of
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import RUINED, STRONGPOINTS, find_hex, keys
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.zones import zones
from berlin.kernel.proof.mark import rule


def fallen(t: Table) -> list[str]:
    """The strongpoints that are gone."""
    return keys(STRONGPOINTS & ~t.draft.strongpoints)


@rule("FB 9.0.list")
def test_9_0_the_ruins() -> None:
    assert keys(RUINED) == [
        *(
            "4614",
            "4620",
            "4713",
            "4719",
            "4812",
            "5214",
            "5220",
            "5313",
            "5319",
            "5412",
            "5418",
            "5513",
            "5517",
        )
    ]


@rule("FB 9.0.leave", "FB 9.0.effects")
def test_9_0_a_unit_in_ruins_may_leave_in_maneuver_mode_but_enter_no_others() -> None:
    t = position("german-movement", "5412: MVK", "5320: GD1").do("move MVK")
    offered = t.offers("go")
    assert {"5411", "5413"} <= set(offered)
    assert not {"5313", "5513"} & set(offered)


@rule("FB 9.0.effects")
def test_9_0_ruins_have_no_zones() -> None:
    for place, marks in (("5412", "combat S"), ("5414", "combat N")):
        t = position("allied-movement", f"{place}: MVK {marks}", "5613: 82/Par1", "0303: 82/Par2")
        assert zones(t.draft, GERMAN) == 0


@rule("FB 9.0.effects")
def test_9_0_ruins_give_two_and_block_sight() -> None:
    t = shoot("5412", "82/AT", "5412: MVK combat S", "5413: 82/AT combat N", dice=(1, 1), fallen=["5413"])
    assert figures(t)[1] == 4
    t = position("allied-gunfire", "5411: MVK", "5413: 82/AT combat N", fallen=["5413"])
    assert "target 5411" not in t.legal()


@rule("FB 10.1.1")
def test_10_1_1_dice_twelve_against_tower_flak_are_four() -> None:
    t = shell("5208", "strike", "5208: Humboldthain-Flak combat N", strikes=1, dice=(6, 6))
    assert rolled(t)[1:3] == (8, 12)


@rule("FB 10.1.1", "FB 3.1.setup")
def test_10_1_1_a_tower_holds_two_and_lets_nobody_in_while_it_is_held() -> None:
    t = position("german-movement", "6113: Friedrichshain-Flak, FAH", "6114: Officers", "0303: MVK").do(
        "move Officers"
    )
    assert "go 6113" not in t.legal()
    t.refused("go 6113", "FB 3.1.setup")
    t = position("allied-movement", "6113: Friedrichshain-Flak", "6114: 82/Par1", "0303: 82/Par2").do(
        "move 82/Par1"
    )
    assert "go 6113" not in t.legal()
    t = position("allied-movement", "6112: Friedrichshain-Flak", "6114: 82/Par1", "0303: 82/Par2").do(
        "move 82/Par1"
    )
    assert "go 6113" in t.legal()


@rule("FB 10.1.2")
@pytest.mark.parametrize(
    ("target", "gun"), [("3405", "3406"), ("3607", "3608"), ("0922", "0923"), ("5224", "5225")]
)
def test_10_1_2_a_bunker_gives_one_and_one(target: str, gun: str) -> None:
    stacks = (f"{target}: Berlin-AT1 combat S", f"{gun}: 82/AT combat N")
    assert figures(shoot(target, "82/AT", *stacks, dice=(1, 1)))[1] == 4
    assert figures(shoot(target, "82/AT", *stacks, dice=(1, 1), blown=[target]))[1] == 2


@rule("FB 10.1.2")
def test_10_1_2_a_bunker_is_gone_when_the_enemy_enters_and_serves_only_the_first_owner() -> None:
    t = position("allied-movement", "3404: 82/Par1", "5015: GD1", "3510: 82/HQ").do("move 82/Par1", "go 3405")
    assert not t.draft.bunkers >> find_hex("3405") & 1
    t = shoot(
        "3405",
        "Berlin-AT1",
        "3405: 82/Par1 combat S",
        "3406: Berlin-AT1 combat N",
        side="german",
        dice=(1, 1),
    )
    assert figures(t)[1] == 2


@rule("OTB 10.1.3a", "OTB 10.1.3b", "OTB 10.0")
@pytest.mark.parametrize(
    ("stack", "off"),
    [
        ("MVK combat S", 6),
        ("MVK combat S, LwField combat S", 6),
        ("GD1 combat S, MVK combat S", 8),
        ("MVK", 5),
    ],
)
def test_10_1_3_a_strongpoint_gives_two_to_one_unit_and_two_off_the_dice(stack: str, off: int) -> None:
    t = shoot("4625", "82/AT", f"4625: {stack}", "4626: 82/AT combat N", dice=(3, 4))
    assert figures(t)[1] == off
    t = shoot("4625", "82/AT", f"4625: {stack}", "4626: 82/AT combat N", dice=(3, 4), fallen=["4625"])
    assert figures(t)[1] == off - 4


@rule("OTB 10.1.3.q2")
def test_10_1_3_attacks_out_of_a_strongpoint_have_no_modifier() -> None:
    t = shoot(
        "4626",
        "Berlin-AT1",
        "4626: 82/Par1 combat N",
        "4625: Berlin-AT1 combat S",
        side="german",
        dice=(3, 4),
    )
    assert figures(t)[1] == 2


@rule("OTB 10.1.3c")
def test_10_1_3_outflanking_and_armour_count_against_a_strongpoint() -> None:
    def column(facing: str) -> str:
        t = storm(
            *("4625", "82/Par1", "4626: 82/Par1 combat N", f"4625: MVK combat {facing}", "4629: 82/HQ"),
            dice=(1, 1),
        )
        return figures(t)[0]

    assert (column("S"), column("N")) == ("D", "E")


@rule("OTB 10.1.3d", "OTB 10.1.3f")
@pytest.mark.parametrize("target", ("4625", "4925"))
def test_10_1_3_an_empty_strongpoint_is_entered_without_combat_and_is_gone(target: str) -> None:
    t = position("allied-movement", f"{target[:2]}27: 82/Par1", "5015: GD1", "4930: 82/HQ", "0303: 82/Par2")
    t.do("move 82/Par1", f"go {target}")
    assert fallen(t) == [target]


@rule("OTB 10.1.3e")
def test_10_1_3_units_in_a_strongpoint_obey_a_retreat() -> None:
    t = shell("4925", "strike strike strike", "4925: MVK combat S", strikes=3, dice=sum_of(9))
    assert rolled(t) == ("H", 6, 9, "R")
    assert t.asked == "Retreating"


@rule("OTB 10.1.3f", "OTB 10.1.3.q1")
@pytest.mark.parametrize(
    ("stack", "others", "gone"),
    [
        ("4926: 82/Par1", (), True),  # built-up 4925 lies before it
        ("4926: 82/Par1", ("4925: MVK",), False),
        ("4926: 82/Par1", ("4924: MVK combat S",), False),
        ("4926: 82/Par1", ("4924: MVK combat N",), True),
        ("4926: 82/Par1", ("4924: MVK",), True),
        ("4926: 82/Par1", ("4924: BerlinHQ combat S",), True),
    ],
)
def test_10_1_3_an_uncontested_allied_zone_takes_a_strongpoint(
    stack: str, others: tuple[str, ...], gone: bool
) -> None:
    t = position("allied-movement", stack, *others, "4929: 82/HQ", "0303: 82/Par2", "5225: 82/Par3")
    t.do("move 82/Par1", "change", "face N")
    assert (fallen(t) == ["4925"]) == gone


@rule("OTB 10.1.3f")
@pytest.mark.parametrize("facing", ("S", "SE", "SW"))
def test_10_1_3_behind_an_allied_unit_a_strongpoint_stands(facing: str) -> None:
    t = position("allied-movement", "4926: 82/Par1", "4929: 82/HQ", "0303: 82/Par2", "5225: 82/Par3")
    t.do("move 82/Par1", "change", f"face {facing}")
    assert fallen(t) == []


@rule("OTB 10.1.3f")
def test_10_1_3_a_strongpoint_falls_when_fire_has_emptied_it_before_an_allied_unit() -> None:
    t = shell(
        *("4925", "strike strike strike", "4925: MVK combat S", "4926: 82/Par1 combat N"),
        strikes=3,
        dice=(6, 6),
    )
    assert (t.where("MVK"), fallen(t)) == ("destroyed", ["4925"])
    t = shell("4925", "strike strike strike", "4925: MVK combat S", "4926: 82/Par1", strikes=3, dice=(6, 6))
    assert fallen(t) == []


@rule("OTB 10.1.3f")
def test_10_1_3_a_strongpoint_falls_when_its_garrison_marches_off_before_an_allied_unit() -> None:
    t = position("german-movement", "4925: MVK", "4926: 82/Par1 combat N", "5015: GD1")
    t.do("move MVK", "go 4924")
    while t.asked == "March":
        t.do("halt")
    assert fallen(t) == ["4925"]


@rule("OTB 10.1.3h")
def test_10_1_3_allied_units_gain_nothing_by_a_strongpoint() -> None:
    # Only a position laid out so can have it: an Allied unit razes what it enters.
    t = shoot(
        "4625",
        "Berlin-AT1",
        "4625: 82/Par1 combat S",
        "4626: Berlin-AT1 combat N",
        side="german",
        dice=(3, 4),
    )
    assert figures(t)[1] == 2


RIFLES = "47/Rifle1 47/Rifle2 47/Rifle3"
BEFORE = "4626: 47/Rifle1 combat N, 47/Rifle2 combat N, 47/Rifle3 combat N"


@rule("FB 10.1.3.empty", "FB 10.1.3")
@pytest.mark.parametrize(
    ("dice", "name", "gone", "lost"),
    [(5, "-", False, 0), (6, "D", False, 0), (8, "R", True, 0), (9, "EX", True, 1), (10, "E", True, 0)],
)
def test_10_1_3_the_garrison_of_an_empty_strongpoint_in_fortress_berlin(
    dice: int, name: str, gone: bool, lost: int
) -> None:
    # 9:2 = G; the garrison has PF 2, the strongpoint 2.
    t = storm("4625", RIFLES, BEFORE, "4629: 47/HQ", side="soviet", dice=sum_of(dice))
    assert figures(t) == ("G", 4)
    assert rolled(t)[3] == name
    while t.asked == "Matching":
        t.do(t.legal()[0])
    assert (fallen(t) == ["4625"]) == gone
    assert t.vp == (0, lost)
    assert (t.asked == "Advancing") == gone


@rule("FB 10.1.3", "FB 8.6.r")
def test_10_1_3_in_fortress_berlin_units_in_a_strongpoint_ignore_a_retreat() -> None:
    # 9:4 = E (4); PF 2 + 2, 2: dice 12 is f 6, g 10.
    t = storm("4625", RIFLES, BEFORE, "4629: 47/HQ", "4625: MVK combat S", side="soviet", dice=(6, 6))
    assert rolled(t) == ("E", 6, 12, "R")
    assert (t.where("MVK"), t.marks("MVK"), fallen(t)) == ("4625", "disrupted", [])


@rule("FB 10.1.3", "FB 8.5.outflank")
def test_10_1_3_in_fortress_berlin_nobody_outflanks_or_outguns_a_strongpoint() -> None:
    t = storm(
        "4625",
        "1GT/Tank1",
        "4626: 1GT/Tank1 combat N",
        "4629: 1GT/HQ",
        "4625: MVK",
        side="soviet",
        dice=(1, 1),
    )
    assert figures(t) == ("D", 5)  # 6:4, PF 1 + 2, 2


@rule("FB 8.6.last")
def test_8_6_the_last_units_exchange_takes_the_garrison_too() -> None:
    # 9:4 = E, and disrupted +1 = F (5); PF 1 + 2, 2: dice 11 is f 6, g 11.
    t = storm("4625", RIFLES, BEFORE, "4629: 47/HQ", "4625: MVK disrupted", side="soviet", dice=sum_of(11))
    assert rolled(t) == ("F", 5, 11, "EX")
    t.do("lose 47/Rifle1")
    assert (fallen(t), t.where("MVK"), t.asked, t.vp) == (["4625"], "destroyed", "Advancing", (1, 1))


@rule("FB 10.2.capture")
def test_10_2_a_strongpoint_entered_is_gone_for_the_game() -> None:
    t = storm("4625", RIFLES, BEFORE, "4629: 47/HQ", side="soviet", dice=(6, 6))
    t.do("advance 47/Rifle1", "done", "face N")
    assert fallen(t) == ["4625"]
    t = shoot(
        "4625",
        "1GT/Tank1",
        "4625: MVK combat S",
        "4626: 1GT/Tank1 combat N",
        side="soviet",
        dice=(1, 1),
        fallen=["4625"],
    )
    assert figures(t)[1] == 2


@rule("FB 10.3.barbed")
def test_10_3_wire_does_not_matter_in_combat() -> None:
    t = shoot("5125", "82/AT", "5125: MVK combat S", "5024: 82/AT combat SE", dice=(1, 1))
    assert figures(t)[1] == 2


@rule("OTB 10.1.3g")
def test_10_1_3_a_marker_lies_where_a_strongpoint_was() -> None:
    t = position("allied-movement", "4627: 82/Par1", "5015: GD1", "4930: 82/HQ", fallen=["4625"])
    marks = {(mark.place, mark.kind) for mark in t.scene("german").markers if mark.place in ("4625", "4925")}
    assert marks == {("4625", "razed"), ("4925", "strongpoint")}


@rule("FB 8.6.last", "FB 8.6.e")
def test_8_6_an_elimination_that_takes_the_last_unit_takes_the_garrison_too() -> None:
    t = storm("4625", RIFLES, BEFORE, "4629: 47/HQ", "4625: MVK disrupted", side="soviet", dice=(6, 6))
    assert rolled(t) == ("F", 5, 12, "E")
    assert (fallen(t), t.where("MVK"), t.asked) == (["4625"], "destroyed", "Advancing")


@rule("FB 10.1.3", "FB 8.6.e")
def test_10_1_3_a_garrison_stands_while_a_unit_is_left() -> None:
    t = storm(
        *("4625", RIFLES, BEFORE, "4629: 47/HQ", "4625: MVK disrupted, LwField disrupted"),
        side="soviet",
        dice=(6, 6),
    )
    # 9:5 = D, disrupted +1 = E (4): 12 - 5 + 4 = 11, EX: one is lost, the other holds the strongpoint.
    assert rolled(t) == ("E", 5, 12, "EX")
    t.do("lose MVK", "lose 47/Rifle1")
    assert (fallen(t), t.units("4625"), t.asked) == ([], ["LwField"], "Assaulting")


@rule("FB 10.1.3.empty")
@pytest.mark.parametrize("step", ("bombardment", "gunfire", "assault"))
def test_10_1_3_only_the_soviets_attack_empty_strongpoints_and_only_in_fortress_berlin(step: str) -> None:
    soviets = ("4626: 1GT/Tank1 combat N", "4629: 1GT/Art combat N", "0303: FAH")
    assert "target 4625" in position(f"soviet-{step}", *soviets).legal()
    assert "target 4625" not in position(f"soviet-{step}", *soviets, fallen=["4625"]).legal()
    germans = ("4626: 18/Pz combat N", "4629: 408-Light combat N", "0303: 28/Rifle1")
    assert "target 4625" not in position(f"first-{step}", *germans).legal()
    allies = ("4626: 82/Par1 combat N, 82/AT combat N", "4629: 82/Art1 combat N", "0303: FAH")
    assert "target 4625" not in position(f"allied-{step}", *allies, strikes=1).legal()


@rule("OTB 15.3.4a", "OTB 15.3.4.q2")
def test_15_3_4_every_landing_zone_in_an_uncontested_german_zone_is_lost() -> None:
    fields: dict[str, Any] = {
        "airfield": ["Tegel", "Oranienburg", "none", "Rechlin", "Tempelhof", "Tempelhof"],
        "landing": ["3506", "none", "none", "none", "5225", "5325"],
    }
    stacks = ("5326: MVK", "0303: 82/Par1", "0305: GD1")  # north of 5326 lie 5325 and, to the west, 5225
    t = position("german-movement", *stacks, **fields).do("move MVK", "change", "face NW")
    assert t.state.landing[4:] == (-1, -1)
    held = ("5225: 82/Par2", "5325: 101/Par1")
    t = position("german-movement", *stacks, *held, **fields).do("move MVK", "change", "face NW")
    assert t.state.lost_zones == 0


@rule("FB 16.1", "FB 10.1.1")
def test_16_1_flak_makes_the_reichstag_a_tower_by_that_option() -> None:
    stacks = ("5015: Berlin-Flak1 combat N", "0303: 82/Par1")
    t = shell("5015", "strike", *stacks, strikes=1, options=["flak"], dice=(1, 1))
    assert figures(t)[1] == 8
    t = shell("5015", "strike", *stacks, strikes=1, dice=(1, 1))
    assert figures(t)[1] == 5
    t = shell("5015", "strike", "5015: MVK combat N", strikes=1, options=["flak"], dice=(1, 1))
    assert figures(t)[1] == 4
    far = ("5015: Berlin-Flak1 combat N", "5021: 82/Par1")
    assert position("german-gunfire", *far, options=["flak"]).offers("target") == ["5021"]
    assert position("german-gunfire", *far).offers("target") == []


@rule("FB 10.1.2", "OTB 10.1.3f")
@pytest.mark.parametrize("place", ("0812", "3406", "5125", "6711"))
def test_10_1_2_whoever_enters_another_hex_leaves_the_works_alone(place: str) -> None:
    south = f"{place[:2]}{int(place[2:]) + 1:02}"
    t = position("allied-movement", f"{south}: 82/Par1", "0303: 82/Par2", "5015: GD1")
    t.do("move 82/Par1", f"go {place}")
    assert (t.where("82/Par1"), t.state.blown, t.state.fallen) == (place, 0, 0)
