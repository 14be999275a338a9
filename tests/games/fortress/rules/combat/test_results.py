"""FB 8.6, 8.8 and OTB 12.0: what results do, who chooses, what scores."""

import pytest
from tests.games.fortress.battles import rolled, shell, shoot, storm, struck, sum_of
from tests.games.fortress.positions import Table

from berlin.games.fortress.board.units import SIDE, find_unit
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.combat.losses import matching
from berlin.games.fortress.state.state import DESTROYED, REMOVED
from berlin.kernel.proof.mark import rule

AT = ("0813: Berlin-AT1 combat N, Berlin-AT2 combat N", "0815: BerlinHQ")


@rule("FB 8.6.none")
def test_8_6_no_effect_changes_nothing_but_that_the_attackers_have_attacked() -> None:
    t = shoot("0811", "Berlin-AT1", "0811: 82/Par1 combat S", *AT, side="german", dice=(1, 1))
    assert rolled(t)[3] == "-"
    assert (t.where("82/Par1"), t.marks("82/Par1"), t.marks("Berlin-AT1")) == (
        "0811",
        "combat S",
        "combat N fought",
    )
    assert t.marks("Berlin-AT2") == "combat N"


@rule("FB 8.6.d", "FB 8.1.targets")
@pytest.mark.parametrize("dice", (7, 8))
def test_8_6_disruption_turns_every_unit_in_the_hex_to_maneuver_mode(dice: int) -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S, 82/Par2, 101/Par1 combat N", *AT),
        side="german",
        dice=sum_of(dice),
    )
    assert rolled(t) == ("D", 2, dice, "D")
    assert [t.marks(unit) for unit in ("82/Par1", "82/Par2", "101/Par1")] == ["disrupted"] * 3
    assert {t.where(unit) for unit in ("82/Par1", "82/Par2", "101/Par1")} == {"0811"}


@rule("FB 8.6.r", "FB 8.7.path")
@pytest.mark.parametrize("side", ("german", "allied"))
def test_8_6_retreat_goes_two_hexes_and_disrupts(side: str) -> None:
    if side == "german":
        t = shoot(
            "0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S", *AT, side="german", dice=sum_of(9)
        )
        unit = "82/Par1"
    else:
        t = shell("0811", "strike", "0811: MVK combat S", strikes=1, dice=sum_of(struck("R", 2)))
        unit = "MVK"
    assert rolled(t)[3] == "R"
    assert t.asked == "Retreating"
    t.do(f"retreat {unit} 0810").do(f"retreat {unit} 0809")
    assert (t.where(unit), t.marks(unit)) == ("0809", "disrupted")
    assert t.asked in ("Gunning", "Bombarding")


@rule("FB 8.6.e", "OTB 12.0.1b", "FB 8.6.vp")
def test_8_6_elimination_by_fire_takes_one_unit_and_disrupts_the_others() -> None:
    t = shoot(
        *(
            "0811",
            "Berlin-AT1 Berlin-AT2",
            "0811: 82/Par1 combat S, 82/Par2 combat S, 82/Par3 disrupted",
            *AT,
        ),
        side="german",
        dice=sum_of(11),
    )
    assert (rolled(t)[3], t.asked, t.decider) == ("E", "Losing", "allied")
    assert t.legal() == ["lose 82/Par1", "lose 82/Par2", "lose 82/Par3"]
    t.do("lose 82/Par2")
    assert t.where("82/Par2") == "destroyed"
    assert (t.marks("82/Par1"), t.marks("82/Par3")) == ("disrupted", "disrupted")
    assert t.vp == (0, 1)


@rule("FB 8.6.e")
@pytest.mark.parametrize(("count", "lost"), [(1, 1), (2, 1), (3, 2)])
def test_8_6_elimination_in_assault_takes_half_rounded_up_and_drives_off_the_rest(
    count: int, lost: int
) -> None:
    units = ("82/Par1", "82/Par2", "82/Par3")[:count]
    t = storm(
        *("0811", "18/Pz 18/Mech1 18/Mech2", "0812: 18/Pz combat N, 18/Mech1 combat N, 18/Mech2 combat N"),
        *("0811: " + ", ".join(f"{unit} combat S" for unit in units), "0815: 18/HQ"),
        side="german",
        dice=(6, 6),
    )
    assert rolled(t)[3] == "E"
    while t.asked == "Losing":
        assert t.decider == "allied"
        t.do(t.legal()[-1])
    gone = [unit for unit in units if t.where(unit) == "destroyed"]
    assert (len(gone), t.vp) == (lost, (0, lost))
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    for unit in units:
        if unit not in gone:
            assert t.where(unit) != "0811"
            assert t.marks(unit) == "disrupted"
    assert t.asked == "Advancing"


@rule("FB 8.6.ex", "FB 8.6.q2")
def test_8_6_in_an_exchange_the_defender_chooses_first_and_the_attacker_matches_his_unit() -> None:
    # 10:8 = C, combined +1 = D... armour is stopped by the gun; dice 10: 10-2+3 = 11, EX.
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0815: 18/HQ"),
        *("0811: 82/Gli1 combat S, 82/AT combat S",),
        side="german",
        dice=sum_of(10),
    )
    assert rolled(t) == ("D", 2, 10, "EX")
    assert (t.asked, t.decider, t.legal()) == ("Exchanging", "allied", ["lose 82/AT", "lose 82/Gli1"])
    t.do("lose 82/AT")
    assert (t.asked, t.decider) == ("Matching", "german")
    assert sorted(t.legal()) == ["lose 18/Mech1", "lose 18/Pz"]
    t.do("lose 18/Mech1")
    assert (t.where("18/Mech1"), t.where("82/AT"), t.vp) == ("destroyed", "destroyed", (1, 1))
    assert (t.where("82/Gli1"), t.marks("82/Gli1")) == ("0811", "disrupted")
    assert t.asked == "Assaulting"


@rule("FB 8.6.ex")
def test_8_6_the_attacker_gives_up_a_unit_not_below_in_firepower_or_protection() -> None:
    # Against a lost 3-2-4: 5-5-6 matches, 1-3-4 by its protection, 2-2-4 by its protection too, 1-2-4 too.
    t = storm(
        *("0811", "18/Pz VSEng1", "0812: 18/Pz combat N, VSEng1 combat N", "0811: 1/Gli1 combat S"),
        *("0815: 18/HQ", "5015: BerlinHQ"),
        side="german",
        dice=sum_of(7),
    )
    assert rolled(t)[3] in ("EX", "R", "E", "D")
    # 6:4 = D; armour +1, combined +1 = F (5): 7 - 2 + 5 = 10 is R; so dice 8 is EX.
    t = storm(
        *("0811", "18/Pz VSEng1", "0812: 18/Pz combat N, VSEng1 combat N", "0811: 1/Gli1 combat S"),
        *("0815: 18/HQ", "5015: BerlinHQ"),
        side="german",
        dice=sum_of(8),
    )
    assert rolled(t) == ("F", 2, 8, "EX")
    assert sorted(t.legal()) == ["lose 18/Pz", "lose VSEng1"]


@rule("FB 8.6.ex")
def test_8_6_who_cannot_match_gives_up_his_highest_firepower() -> None:
    # The lost 5-4-6 is matched by none of 3-2-4, 4-2-4 and 6/Lead 4-2-4: the highest are the fours.
    t = storm(
        *("0811", "82/Par1 82/Gli1 82/Gli2", "0812: 82/Par1 combat N, 82/Gli1 combat N, 82/Gli2 combat N"),
        *("0811: 18/Mech1 combat S", "0814: 82/HQ"),
        dice=sum_of(11),
    )
    # 11:5 = E (4): 11 - 4 + 4 = 11.
    assert rolled(t) == ("E", 4, 11, "EX")
    assert (t.where("18/Mech1"), t.asked) == ("destroyed", "Matching")
    assert t.legal() == ["lose 82/Gli1", "lose 82/Gli2"]
    t.refused("lose 82/Par1", "FB 8.6.ex")


@rule("FB 8.6.ex")
def test_8_6_units_that_match_are_the_only_choice() -> None:
    t = storm(
        *("0811", "82/Eng 82/Par1", "0812: 82/Eng combat N, 82/Par1 combat N", "0811: GD1 combat S"),
        "0814: 82/HQ",
        dice=sum_of(10),
    )
    # 9:3 = F (5): 10 - 4 + 5 = 11. GD1 3-4-6: 82/Eng 6 and 82/Par1 3 both match by firepower.
    assert rolled(t) == ("F", 4, 10, "EX")
    assert t.legal() == ["lose 82/Eng", "lose 82/Par1"]
    t = storm(
        *("0811", "82/Eng 82/Par1", "0812: 82/Eng combat N, 82/Par1 combat N", "0811: 20/Mech1 combat S"),
        "0814: 82/HQ",
        dice=sum_of(11),
    )
    # 9:4 = E (4): 11 - 4 + 4 = 11. The lost 4-4-6 is matched by the engineer of 6 alone.
    assert rolled(t) == ("E", 4, 11, "EX")
    assert (t.where("82/Eng"), t.where("82/Par1")) == ("destroyed", "0812")


@rule("FB 8.6.last", "FB 8.9.who")
def test_8_6_an_exchange_that_takes_the_last_unit_lets_the_others_advance() -> None:
    t = storm(
        *("0811", "82/Eng 82/Par1", "0812: 82/Eng combat N, 82/Par1 combat N", "0811: GD1 combat S"),
        "0814: 82/HQ",
        dice=sum_of(10),
    )
    t.do("lose 82/Par1")
    assert (t.asked, t.offers("advance")) == ("Advancing", ["82/Eng"])


@rule("FB 8.6.q1")
def test_8_6_side_effects_do_not_eliminate_the_disrupted() -> None:
    t = storm(
        *("0811", "18/Pz 18/Mech1", "0812: 18/Pz combat N, 18/Mech1 combat N", "0815: 18/HQ"),
        *("0811: 82/Gli1 combat S, 82/AT disrupted",),
        side="german",
        dice=sum_of(10),
    )
    t.do("lose 82/Gli1", "lose 18/Pz")
    assert (t.where("82/AT"), t.marks("82/AT"), t.vp) == ("0811", "disrupted", (1, 1))


@rule("FB 8.8.second", "FB 8.6.vp")
def test_8_8_a_second_disruption_eliminates_and_scores() -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S, 82/Par2 disrupted", *AT),
        side="german",
        dice=sum_of(7),
    )
    assert (t.where("82/Par2"), t.marks("82/Par1"), t.vp) == ("destroyed", "disrupted", (0, 1))


@rule("FB 8.8.second")
def test_8_8_a_retreat_of_a_disrupted_unit_eliminates_nothing() -> None:
    t = shoot("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 disrupted", *AT, side="german", dice=sum_of(8))
    assert rolled(t) == ("D", 1, 8, "R")
    t.do("retreat 82/Par1 0810", "retreat 82/Par1 0809")
    assert (t.where("82/Par1"), t.marks("82/Par1"), t.vp) == ("0809", "disrupted", (0, 0))


@rule("FB 8.8.tower", "FB 8.7.static", "FB 10.1.1")
@pytest.mark.parametrize("marks", ("combat N", "disrupted"))
@pytest.mark.parametrize(("dice", "name"), [(9, "D"), (11, "R"), (12, "EX")])
def test_8_8_tower_flak_stays_disrupted_under_fire(marks: str, dice: int, name: str) -> None:
    # Two strikes: G (6). In Combat mode PF 3+2 and 3: f = dice - 8; disrupted: PF 2+2: dice - 7.
    off = 8 if "combat" in marks else 7
    wanted = dice if off == 8 else dice - 1
    t = shell(
        "6113", "strike strike strike", f"6113: Friedrichshain-Flak {marks}", strikes=3, dice=sum_of(wanted)
    )
    column, taken, _, result = rolled(t)
    assert (column, taken) == ("H", off)
    assert result == {9: "D", 11: "R", 12: "EX"}[dice] if dice != 9 else result == "D"
    assert name == result
    assert (t.where("Friedrichshain-Flak"), t.marks("Friedrichshain-Flak"), t.vp) == (
        "6113",
        "disrupted",
        (0, 0),
    )
    assert t.asked == "Bombarding"


@rule("FB 8.6.e", "FB 8.8.tower")
def test_8_6_elimination_takes_tower_flak_too() -> None:
    t = shell(
        *("6113", "strike strike strike napalm", "6113: Friedrichshain-Flak combat N"),
        strikes=3,
        napalm=1,
        dice=(6, 6),
    )
    assert (t.where("Friedrichshain-Flak"), t.vp) == ("destroyed", (1, 0))


@rule("FB 8.11.example.2", "FB 8.7.static", "OTB 12.0.2")
@pytest.mark.parametrize(
    ("dice", "name", "place", "marks", "points"),
    [
        (4, "-", "5225", "combat N", 0),
        (5, "D", "5225", "disrupted", 0),
        (6, "D", "5225", "disrupted", 0),
        (7, "R", "5225", "disrupted", 0),
        (8, "EX", "5225", "disrupted", 0),
        (9, "E", "destroyed", "", 1),
        (12, "E", "destroyed", "", 1),
    ],
)
def test_8_11_one_air_strike_on_emplaced_flak(
    dice: int, name: str, place: str, marks: str, points: int
) -> None:
    t = shell("5225", "strike", "5225: Tempelhof-Flak1 combat N", strikes=1, dice=sum_of(dice))
    assert rolled(t) == ("G", 3, dice, name)
    assert (t.where("Tempelhof-Flak1"), t.marks("Tempelhof-Flak1"), t.vp) == (place, marks, (points, 0))


@rule("OTB 12.0.2", "OTB 12.0.1b", "FB 8.6.vp")
def test_12_0_each_unit_eliminated_in_combat_scores_one_for_the_enemy() -> None:
    t = shell(
        "0811", "strike strike strike", "0811: MVK disrupted, LwField disrupted", strikes=3, dice=sum_of(3)
    )
    # PF 1: f 2, H: 9 is D on two disrupted units.
    assert (rolled(t)[3], t.vp) == ("D", (2, 0))
    assert {t.where("MVK"), t.where("LwField")} == {"destroyed"}


@rule("FB 8.6.vp", "FB 8.7.blocked")
def test_8_6_a_blocked_retreat_scores() -> None:
    ring = ("0810", "0911", "0912", "0812", "0712", "0711")
    foes = [f"{place}: 82/Par{number}" for number, place in enumerate(ring, 1)]
    t = shell("0811", "strike", "0811: MVK combat S", *foes, strikes=1, dice=sum_of(struck("R", 2)))
    assert (t.where("MVK"), t.vp) == ("destroyed", (1, 0))


@rule("FB 8.8.effects")
def test_8_8_a_disrupted_unit_has_no_zone() -> None:
    # It may retreat past a disrupted enemy, not past one in good order.
    for marks, free in (("disrupted", True), ("combat S", False)):
        t = shell(
            *("0811", "strike", "0811: MVK combat S", f"0809: 82/Par1 {marks}"),
            strikes=1,
            dice=sum_of(struck("R", 2)),
        )
        # 0810 lies beside an enemy; with others free it is not offered by FB 8.7.q1 in any case.
        assert ("0810" in " ".join(t.legal())) is False or free


@rule("OTB 12.0.2.q1", "FB 8.6.vp")
def test_12_0_a_unit_lost_in_landing_scores_for_nobody() -> None:
    t = Table.new()
    t.until("allied-movement")
    assert t.vp[1] == 0
    t.until("allied-bombardment")
    lost = [unit for unit, place in enumerate(t.state.where) if place == REMOVED and SIDE[unit] == ALLIED]
    gone = [unit for unit, place in enumerate(t.state.where) if place == DESTROYED and SIDE[unit] == ALLIED]
    assert (len(gone), t.vp[1]) == (0, 0)
    assert lost  # the off-map divisions lose units at least


@rule("FB 11.2.3", "FB 11.2.q1")
def test_11_2_volkssturm_that_can_only_defend_drop_out_of_the_attack() -> None:
    # One counter is left unseen and it is one of the weak: it turns out so when it attacks.
    known = [f"VS{number}" for number in range(1, 40)]
    weak = known[:15]
    stacks = ("0812: VS40 combat N", "0811: 82/Par1 combat S")
    t = storm("0811", "VS40", *stacks, side="german", known=known, weak=weak, dice=(1, 1))
    assert t.told("it can only defend")
    assert t.rolled("combat") == []
    assert (t.where("82/Par1"), t.marks("82/Par1")) == ("0811", "combat S")
    t = storm("0811", "VS40", *stacks, side="german", known=known, weak=known[:16], dice=(1, 1, 1))
    assert t.told("it can attack")
    assert len(t.rolled("combat")) == 2


@rule("FB 11.2.3", "FB 11.2.q1")
def test_11_2_volkssturm_under_attack_show_their_values() -> None:
    t = shell("0811", "strike", "0811: VS1 combat N", strikes=1, dice=(1, 1, 1))
    assert rolled(t)[3] == "-"
    assert t.state.known == 1


@rule("FB 8.6.ex")
def test_8_6_equal_protection_or_equal_firepower_is_a_match() -> None:
    parachutes, engineers, gun = (find_unit(key) for key in ("82/Par1", "82/Eng", "Berlin-AT1"))
    assert matching((parachutes, engineers), gun) == (parachutes, engineers)
    # 17/Par 2-2-4 against a mechanized 3-4-6: below in both; the 3-2-4 has its firepower.
    weak = find_unit("17/Par1")
    assert matching((weak, parachutes), find_unit("GD1")) == (parachutes,)
    assert matching((weak, find_unit("17/Par2")), find_unit("GD1")) == (weak, find_unit("17/Par2"))


@rule("FB 8.6.e", "FB 8.7.static", "FB 3.5.hqunit")
@pytest.mark.parametrize("other", ["BerlinHQ", "Berlin-AT1 combat S"])
def test_8_6_who_is_left_by_an_elimination_in_assault_suffers_a_retreat_in_assault(other: str) -> None:
    attackers = "0812: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N"
    t = storm("0811", "82/Eng 82/Par1 82/Par2", f"0811: MVK, {other}", attackers, dice=(6, 6))
    t.do("lose MVK")
    assert (t.where("MVK"), t.where(other.split()[0])) == ("destroyed", "destroyed")
    assert t.vp == (2, 0)
