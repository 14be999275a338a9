"""FB 8.4, 8.5, 8.11: close assaults, their advantages, and the worked examples."""

import pytest
from tests.games.fortress.battles import announce, figures, rolled, storm, sum_of
from tests.games.fortress.positions import position

from berlin.games.fortress.board.tables import COLUMNS
from berlin.kernel.proof.mark import rule


@rule("FB 8.4.who", "FB 3.5.hqunit")
@pytest.mark.parametrize(
    ("unit", "fits", "by"),
    [
        *(("18/Mech1 combat N", True, ""), ("18/Pz combat NE", True, ""), ("18/AG combat NW", True, "")),
        *(("18/Recon combat N", True, ""), ("456MG combat N", True, ""), ("Lobeck combat N", True, "")),
        *(("9P/Para-1 combat N", True, ""), ("Police1 combat N", True, "")),
        ("Berlin-Flak1 combat N", False, "FB 8.4.who"),
        ("Berlin-AT1 combat N", False, "FB 8.4.who"),
        ("408-Light combat N", False, "FB 8.4.who"),
        ("18/HQ combat N", False, "FB 3.5.hqunit"),
        ("HJ1 combat N", False, "FB 2.2.factors"),
        ("HJ-Strong1 combat N", False, "FB 2.2.factors"),
        ("18/Mech1", False, "FB 3.3.maneuver"),
        ("18/Mech1 disrupted", False, "FB 8.8.effects"),
        ("18/Mech1 combat S", False, "FB 3.4.fire"),
        ("18/Mech1 combat N fought", False, "FB 4.1.onetype"),
    ],
)
def test_8_4_who_makes_close_assaults(unit: str, fits: bool, by: str) -> None:
    t = position("german-assault", "0811: 82/Par1", f"0812: {unit}", "0810: MVK combat S").do("target 0811")
    key = unit.split()[0]
    assert (f"add {key}" in t.legal()) == fits
    if not fits:
        t.refused(f"add {key}", by)


@rule("FB 8.4.who", "FB 8.1.range")
def test_8_4_an_assault_goes_one_hex() -> None:
    t = position("german-assault", "0811: 82/Par1", "0813: GD1 combat N", "0810: MVK combat S").do(
        "target 0811"
    )
    t.refused("add GD1", "FB 8.1.range", "FB 8.4.who")


@rule("FB 8.4.reach")
def test_8_4_not_over_a_river_without_a_bridge() -> None:
    t = position("german-assault", "2311: 82/Par1", "2310: MVK combat S", "2312: GD1 combat N").do(
        "target 2311"
    )
    t.refused("add MVK", "FB 8.4.reach")
    t = position("german-assault", "2511: 82/Par1", "2411: MVK combat NE")  # the bridge 2411/2511
    assert "target 2511" in t.legal()


@rule("FB 8.4.reach")
@pytest.mark.parametrize(
    ("unit", "fits"), [("18/Pz", False), ("18/AG", False), ("18/Mech1", True), ("18/Recon", True)]
)
def test_8_4_tanks_do_not_assault_ruins(unit: str, fits: bool) -> None:
    t = position("german-assault", "5412: 82/Par1", f"5413: {unit} combat N", "5512: Lobeck combat SW")
    t.do("target 5412")
    assert (f"add {unit}" in t.legal()) == fits
    if not fits:
        t.refused(f"add {unit}", "FB 8.4.reach")


@rule("FB 8.4.announce", "FB 4.1.onetype")
def test_8_4_each_unit_assaults_once_and_each_hex_is_assaulted_once() -> None:
    t = announce(
        *(
            "0811",
            "82/Par1",
            "0812: 82/Par1 combat N, 82/Par2 combat N",
            "0811: MVK combat S",
            "0912: LwField",
        ),
    )
    t.refused("target 0811", "FB 4.1.onetype", "FB 8.4.announce")
    t.do("target 0912")
    t.refused("add 82/Par1", "FB 8.4.announce")
    t.do("add 82/Par2", "announce")


@rule("OTB 4.1.4c", "OTB 4.1.4d", "OTB 4.1.4.q1", "FB 4.1.combat")
def test_4_1_4_all_assaults_are_announced_before_one_is_resolved() -> None:
    t = announce("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: MVK combat S")
    t.refused("assault 0811")
    t.do("done")
    assert t.offers("assault") == ["0304", "0308", "0811"]
    t.do("assault 0811", dice=sum_of(12))  # column D, 12 - 2 + 3: E
    assert t.asked == "Advancing"
    t.refused("assault 0304")


@rule("FB 8.4.empty")
def test_8_4_attackers_may_advance_if_the_target_has_become_empty() -> None:
    # The first assault drives 0811's neighbour away; its defenders fall back; here a retreat leaves 0811
    # empty because defensive fire is out and the target's only unit was eliminated before.
    t = position(
        "allied-assault",
        *("0812: 82/Par1 combat N", "0710: LwField", "0303: 52/Inf9 combat S", "0304: Police4"),
        opened="Assaulting allied",
        assaults=["0811 82/Par1", "0304 52/Inf9"],
    )
    t.do("assault 0811")
    assert (t.asked, t.offers("advance")) == ("Advancing", ["82/Par1"])
    assert not [one for one in t.last if one.kind == "die"]
    t.do("advance 82/Par1")
    assert t.where("82/Par1") == "0811"


@rule("FB 8.5.outflank")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        (("0812: 82/Par1 combat N",), "MVK combat S", 0),
        (("0812: 82/Par1 combat N",), "MVK combat N", 1),
        (("0812: 82/Par1 combat N",), "MVK combat NE", 1),
        (("0812: 82/Par1 combat N",), "MVK combat SE", 0),
        (("0812: 82/Par1 combat N",), "MVK", 1),
        (("0812: 82/Par1 combat N",), "MVK combat N, LwField combat S", 0),
        (("0812: 82/Par1 combat N",), "MVK combat N, LwField", 1),
        (("0812: 82/Par1 combat N",), "MVK combat S, LwField", 0),
        (("0812: 82/Par1 combat N", "0810: 82/Par2 combat S"), "MVK combat S, LwField combat N", 1),
        (("0712: 82/Par1 combat NE", "0911: 82/Par2 combat SW"), "MVK combat SW, LwField combat NE", 1),
        (("0711: 82/Par1 combat SE", "0912: 82/Par2 combat NW"), "MVK combat NW, LwField combat SE", 1),
        (("0812: 82/Par1 combat N", "0911: 82/Par2 combat SW"), "MVK combat SE, LwField combat SE", 0),
        (("0812: 82/Par1 combat N", "0911: 82/Par2 combat SW"), "MVK combat S, LwField combat NE", 0),
    ],
)
def test_8_5_outflanking(attackers: tuple[str, ...], defenders: str, shift: int) -> None:
    names = " ".join(one.split()[1] for one in attackers)
    t = storm("0811", names, *attackers, f"0811: {defenders}", "0814: 82/HQ", dice=(1, 1))
    odds = {(1, 1): "D", (1, 2): "C", (2, 2): "E", (2, 1): "F"}[len(attackers), len(defenders.split(", "))]
    assert figures(t)[0] == COLUMNS[COLUMNS.index(odds) + shift]


@rule("FB 8.5.outflank", "FB 3.4.terrain")
def test_3_4_the_front_holds_in_town() -> None:
    t = storm("6710", "82/Par1", "6711: 82/Par1 combat N", "6710: MVK combat N", "6713: 82/HQ", dice=(1, 1))
    assert figures(t) == ("E", 3)
    t = storm("6710", "82/Par1", "6711: 82/Par1 combat N", "6710: MVK combat S", "6713: 82/HQ", dice=(1, 1))
    assert figures(t) == ("D", 3)


def shifts_of(target: str, attackers: str, place: str, defenders: str) -> dict[str, int]:
    """The shifts that a German assault shows before it is announced, by their rules."""
    t = position("german-assault", f"{place}: {attackers}", f"{target}: {defenders}", "5015: BerlinHQ")
    t.do(f"target {target}", *(f"add {one.split()[0]}" for one in attackers.split(", ")))
    column = next(one for one in t.explain("announce").tallies if one.label == "column")
    return {one.rule: one.value for one in column.modifiers if one.rule != "FB 8.5.command"}


@rule("FB 8.5.armor")
@pytest.mark.parametrize(
    ("attackers", "target", "place", "defenders", "holds"),
    [
        ("18/Pz combat N", "0811", "0812", "82/Par1 combat S", True),
        ("18/AG combat N", "0811", "0812", "82/Par1 combat S", True),
        ("18/Pz combat N", "6710", "6711", "82/Par1 combat S", True),
        ("18/Mech1 combat N", "0811", "0812", "82/Par1 combat S", False),
        ("18/Pz combat N", "0811", "0812", "82/Par1 combat S, 82/AT combat S", False),
        ("18/Pz combat N", "0811", "0812", "82/AT", False),
        ("18/Pz combat N", "0811", "0812", "82/Art1 combat S", True),
        ("18/Pz combat N", "6726", "6727", "82/Par1 combat S", False),
        ("18/Pz combat N", "4306", "4307", "82/Par1 combat S", True),
    ],
)
def test_8_5_armour_superiority(attackers: str, target: str, place: str, defenders: str, holds: bool) -> None:
    assert ("FB 8.5.armor" in shifts_of(target, attackers, place, defenders)) == holds


@rule("FB 8.5.armor")
@pytest.mark.parametrize("foe", ("Berlin-Flak1", "Berlin-AT1", "18/AG", "18/Pz"))
def test_8_5_flak_guns_and_tanks_stop_soviet_tanks(foe: str) -> None:
    t = storm(
        *(
            "0811",
            "47/Rifle1 1GT/Tank1",
            "0812: 47/Rifle1 combat N, 1GT/Tank1 combat N",
            f"0811: {foe} combat S",
        ),
        *("0814: 47/HQ, 1GT/HQ",),
        dice=(1, 1),
        side="soviet",
    )
    fs = {"Berlin-Flak1": 6, "Berlin-AT1": 6, "18/AG": 3, "18/Pz": 5}[foe]
    base = {6: "D", 3: "F", 5: "D"}[fs]
    assert figures(t)[0] == COLUMNS[COLUMNS.index(base) + 1]  # combined arms alone


@rule("FB 8.5.engineer")
@pytest.mark.parametrize(
    ("target", "place", "facing", "holds"),
    [
        ("2515", "2516", "N", True),
        ("6113", "6114", "N", True),
        ("0811", "0812", "N", False),
        ("6710", "6711", "N", False),
        ("5412", "5413", "N", False),
    ],
)
def test_8_5_engineers_against_buildings_and_towers(
    target: str, place: str, facing: str, holds: bool
) -> None:
    found = shifts_of(target, f"Lobeck combat {facing}", place, "82/Par1 combat S")
    assert ("FB 8.5.engineer" in found) == holds
    assert "FB 8.5.engineer" not in shifts_of(target, f"GD1 combat {facing}", place, "82/Par1 combat S")


@rule("FB 8.5.engineer")
@pytest.mark.parametrize(("target", "place"), [("4925", "4926"), ("3405", "3406"), ("4625", "4626")])
def test_8_5_engineers_against_strongpoints_and_bunkers(target: str, place: str) -> None:
    stacks = (f"{place}: 82/Eng combat N", f"{target}: 18/Pz combat S, 18/Mech1 combat S", "5020: 82/HQ")
    t = position("allied-assault", *stacks).do(f"target {target}", "add 82/Eng")
    column = next(one for one in t.explain("announce").tallies if one.label == "column")
    assert "FB 8.5.engineer" in {one.rule for one in column.modifiers}
    t = position("allied-assault", *stacks, fallen=[target] if target != "3405" else [], blown=["3405"])
    t.do(f"target {target}", "add 82/Eng")
    column = next(one for one in t.explain("announce").tallies if one.label == "column")
    assert "FB 8.5.engineer" not in {one.rule for one in column.modifiers}


@rule("FB 8.5.combined")
@pytest.mark.parametrize(
    ("attackers", "holds"),
    [
        ("18/Pz combat N, 9P/Para-3 combat N", True),
        ("18/AG combat N, Lobeck combat N", True),
        ("18/Pz combat N, 18/Mech1 combat N", True),
        ("18/Pz combat N, 18/Recon combat N", False),
        ("18/Pz combat N, 18/AG combat N", False),
        ("9P/Para-3 combat N, Lobeck combat N", False),
        ("18/Pz combat N", False),
    ],
)
def test_8_5_combined_arms(attackers: str, holds: bool) -> None:
    assert ("FB 8.5.combined" in shifts_of("0811", attackers, "0812", "82/AT combat S")) == holds


@rule("FB 8.5.disrupted")
def test_8_5_all_defenders_must_be_disrupted() -> None:
    both = shifts_of("0811", "GD1 combat N", "0812", "82/Par1 disrupted, 82/Par2 disrupted")
    assert both == {"FB 8.5.outflank": 1, "FB 8.5.disrupted": 1}
    one = shifts_of("0811", "GD1 combat N", "0812", "82/Par1 disrupted, 82/Par2 combat S")
    assert one == {}
    assert shifts_of("0811", "GD1 combat N", "0812", "82/Par1, 82/Par2") == {"FB 8.5.outflank": 1}


@rule("FB 8.5.command", "FB 3.5.effect")
@pytest.mark.parametrize(
    ("headquarters", "letter"),
    [
        ("0814: 82/HQ, 101/HQ", "F"),
        ("0814: 82/HQ", "E"),
        ("0814: 101/HQ", "E"),
        ("0814: 17/HQ", "E"),
    ],
)
def test_8_5_an_attacker_out_of_command_shifts_left_once(headquarters: str, letter: str) -> None:
    t = storm(
        *("0811", "82/Par1 101/Par1", "0812: 82/Par1 combat N, 101/Par1 combat N", "0811: MVK combat S"),
        headquarters,
        dice=(1, 1),
    )
    assert figures(t)[0] == letter  # 6:2


@rule("FB 8.5.crossing")
@pytest.mark.parametrize(
    ("attackers", "target", "shift"),
    [
        ("2407: 9P/Para-3 combat SE", "2508", -1),  # a canal without bridge
        ("2411: 9P/Para-3 combat NE", "2511", -1),  # a bridge
        ("2408: 9P/Para-3 combat NE", "2508", 0),
    ],
)
def test_8_5_over_a_canal_or_a_bridge(attackers: str, target: str, shift: int) -> None:
    place, _, unit = attackers.partition(": ")
    found = shifts_of(target, unit, place, "82/Par1 combat NW, 82/Par2 combat SW")
    assert found.get("FB 8.5.crossing", 0) == shift


@rule("FB 8.5.crossing")
def test_8_5_one_attacker_on_dry_ground_is_enough() -> None:
    t = position(
        "german-assault", "2407: 9P/Para-3 combat SE", "2408: 9P/Para-2 combat NE", "2508: 82/Par1 combat NW"
    ).do("target 2508", "add 9P/Para-3", "add 9P/Para-2")
    column = next(one for one in t.explain("announce").tallies if one.label == "column")
    assert "FB 8.5.crossing" not in {one.rule for one in column.modifiers}


@rule("FB 8.5.towers", "FB 10.1.1")
def test_8_5_a_flak_tower_is_not_outflanked_nor_outgunned() -> None:
    assert shifts_of("6113", "18/Pz combat N", "6114", "82/Par1 combat N") == {}
    assert shifts_of("0811", "18/Pz combat N", "0812", "82/Par1 combat N") == {
        "FB 8.5.outflank": 1,
        "FB 8.5.armor": 1,
    }


@rule("FB 8.11.example.1", "OTB 10.1.3a", "OTB 10.1.3b")
@pytest.mark.parametrize(
    ("dice", "name"), [(6, "-"), (7, "D"), (8, "D"), (9, "R"), (10, "EX"), (11, "E"), (12, "E")]
)
def test_8_11_engineers_and_two_battalions_assault_a_volkssturm_strongpoint(dice: int, name: str) -> None:
    t = storm(
        *("4925", "82/Eng 82/Par1 82/Par2", "4926: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N"),
        *("4925: VS1 combat S", "4928: 82/HQ"),
        dice=sum_of(dice),
        known=["VS1"],
    )
    assert rolled(t) == ("H", 6, dice, name)


@rule("FB 8.11.example.3", "FB 8.6.e")
@pytest.mark.parametrize(
    ("dice", "name"),
    [(2, "-"), (3, "D"), (4, "D"), (5, "R"), (6, "EX"), (7, "E"), (12, "E")],
)
def test_8_11_panzers_assault_a_battalion_that_faces_away(dice: int, name: str) -> None:
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0811: 82/Par1 combat N"),
        "0815: 18/HQ",
        dice=sum_of(dice),
        side="german",
    )
    assert rolled(t) == ("H", 2, dice, name)
    if name == "E":
        assert (t.where("82/Par1"), t.vp) == ("destroyed", (0, 1))
        assert t.offers("advance") == ["18/Mech1", "18/Pz"]
    if name == "-":
        assert t.marks("82/Par1") == "combat N"
        assert (t.marks("18/Pz"), t.marks("18/Mech1")) == ("combat N fought", "combat N fought")


@rule("OTB 8.0b")
def test_8_0_americans_and_british_assault_together() -> None:
    t = position("allied-assault", "0812: 82/Par1 combat N, 1/Par1 combat N", "0811: MVK combat S")
    t.do("target 0811", "add 82/Par1", "add 1/Par1", "announce")


@rule("OTB 4.1.4f")
def test_4_1_4_only_units_in_position_and_range_attack() -> None:
    t = position("allied-assault", "0813: 82/Par1 combat N", "0811: MVK combat S", "0812: 82/Par2 combat S")
    assert t.stage != "allied-assault" or t.offers("target") == []
    t = position("allied-gunfire", "0815: 82/AT combat N", "0811: MVK combat S")
    assert t.stage != "allied-gunfire" or t.offers("target") == []


@rule("FB 8.4.reach", "FB 7.3.river", "FB 8.5.crossing")
def test_8_4_a_bridge_over_open_water_is_stormed_along_its_road() -> None:
    stacks = ("1917: 82/Par1 combat NE", "2016: MVK combat SW", "2017: LwField combat NW")
    t = position("german-assault", *stacks).do("target 1917")
    t.refused("add LwField", "FB 8.4.reach")
    t.do("add MVK")
    column = next(one for one in t.explain("announce").tallies if one.label == "column")
    assert "FB 8.5.crossing" in {one.rule for one in column.modifiers}
    # And out of it likewise.
    t = position("german-assault", "1917: MVK combat SE", "2016: 82/Par1", "2017: 82/Par2")
    assert t.offers("target") == ["2016"]
