"""FB 8.2 and OTB 8.2, 4.1.4: bombardments, spotters, strikes in them."""

from typing import Any

import pytest
from tests.games.fortress.battles import ONE_STRIKE, figures, rolled, shell, struck, sum_of
from tests.games.fortress.positions import Table, position

from berlin.kernel.proof.mark import rule

FOE = "0811: MVK combat S"


def guns(*stacks: str, target: str = "0811", side: str = "allied", **fields: Any) -> Table:
    """Step 1, with the attack on a hex begun."""
    t = position(f"{side}-bombardment", *stacks, **fields)
    return t.do(f"target {target}")


@rule("FB 8.2.who")
@pytest.mark.parametrize(
    ("gun", "fits", "by"),
    [
        ("82/Art1 combat S", True, ""),
        ("82/Art1", False, "FB 3.3.maneuver"),
        ("82/Art1 disrupted", False, "FB 8.8.effects"),
        ("82/AT combat N", False, "FB 8.2.mixed"),
        ("82/Par2 combat N", False, "FB 8.2.mixed"),
        ("82/Art1 combat S fought", False, "FB 4.1.onetype"),
    ],
)
def test_8_2_artillery_bombards_in_combat_mode_and_good_order(gun: str, fits: bool, by: str) -> None:
    t = guns(FOE, "0813: 82/Par1", f"0815: {gun}", "0816: 82/Art2 combat N")
    unit = gun.split()[0]
    assert ("add " + unit in t.legal()) == fits
    if not fits:
        t.do("add 82/Art2").refused(f"add {unit}", by)


@rule("FB 8.2.spot")
@pytest.mark.parametrize(
    ("spotter", "sees"),
    [
        ("0814: 82/Par1", True),
        ("0815: 82/Par1", False),
        ("0814: 82/Par1 disrupted", False),
        ("0814: 82/Art2", False),
        ("0814: 82/HQ", True),
        ("0814: 82/AT combat S", True),
    ],
)
def test_8_2_a_spotter_stands_within_three_hexes_and_is_no_artillery(spotter: str, sees: bool) -> None:
    t = position("allied-bombardment", FOE, spotter, "0817: 82/Art1 combat N", strikes=1)
    t.do("target 0811")
    assert ("add 82/Art1" in t.legal()) == sees
    if not sees:
        t.refused("add 82/Art1", "FB 8.2.spot")
    else:
        t.do("add 82/Art1", "fire", dice=(1, 1))


@rule("FB 8.2.spot", "FB 8.1.los")
def test_8_2_a_spotter_must_see_the_target() -> None:
    # 6710 is built-up and lies between 6711 and 6709.
    gun = "6716: 82/Art1 combat N"
    assert "target 6709" not in position("allied-bombardment", "6709: MVK", "6711: 82/Par1", gun).legal()
    assert "target 6710" in position("allied-bombardment", "6710: MVK", "6711: 82/Par1", gun).legal()


@rule("FB 8.2.spot")
def test_8_2_the_spotter_may_still_attack() -> None:
    t = shell(
        *("0811", "82/Art1", FOE, "0812: 82/Par1 combat N", "0816: 82/Art1 combat N", "0815: 82/HQ"),
        dice=(1, 1),
    )
    t.until("allied-assault").do("target 0811", "add 82/Par1", "announce")


@rule("FB 8.2.combine", "FB 11.4.strike")
@pytest.mark.parametrize(
    ("adds", "letter"),
    [
        ("strike", "G"),
        ("strike strike", "H"),
        ("strike strike strike", "H"),
        ("82/Art1 strike", "H"),
        ("82/Art1 82/Art2 82/Art3 strike strike", "H"),
        ("82/Art1 82/Art2 82/Art3 82/Art4", "E"),
    ],
)
def test_8_2_artillery_and_up_to_three_strikes_add_up(adds: str, letter: str) -> None:
    t = shell(
        *("0811", adds, FOE, "0813: 82/Par1", "0815: 82/Art1 combat N, 82/Art2 combat S, 82/Art3 combat S"),
        *("0816: 82/Art4 combat N, 82/HQ",),
        dice=(1, 1),
        strikes=6,
    )
    assert figures(t) == (letter, 2)
    assert t.state.strikes == 6 - adds.split().count("strike")


@rule("FB 8.2.combine", "FB 11.4.strike")
def test_8_2_a_fourth_strike_on_a_hex_is_refused() -> None:
    t = shell("0811", "strike strike strike", FOE, strikes=6)
    t.refused("strike", "FB 11.4.strike", "FB 8.2.combine")
    t.do("fire", dice=(1, 1))
    t.refused("target 0811", "FB 4.1.onetype")


@rule("FB 11.4.strike", "OTB 11.4e")
def test_11_4_strikes_need_neither_spotter_nor_sight_and_flak_does_nothing() -> None:
    t = shell("0811", "strike", "0811: Berlin-Flak1 combat S, Berlin-Flak2 combat S", strikes=2, dice=(1, 1))
    assert figures(t) == (ONE_STRIKE, 3)
    assert not [one for one in t.last if one.kind == "die" and one.data[0] == "flak"]
    t = position("allied-gunfire", FOE, "0812: 82/AT combat N", strikes=2).do("target 0811")
    assert "strike" not in t.legal()
    t.refused("strike")


@rule("FB 11.4.strike", "FB 8.2.ex")
@pytest.mark.parametrize(
    ("adds", "letter", "dice"),
    [("strike", ONE_STRIKE, struck("EX", 2)), ("82/Art1 82/Art2 82/Art3 82/Art4", "E", 9)],
)
def test_8_2_an_exchange_by_strike_or_guns_disrupts_and_costs_no_attacker(
    adds: str, letter: str, dice: int
) -> None:
    t = shell(
        *("0811", adds, "0811: MVK combat S, LwField combat N", "0813: 82/Par1"),
        *("0815: 82/Art1 combat N, 82/Art2 combat N, 82/Art3 combat N", "0816: 82/Art4 combat N, 82/HQ"),
        dice=sum_of(dice),
        strikes=1,
    )
    assert rolled(t) == (letter, 2, dice, "EX")
    assert (t.marks("MVK"), t.marks("LwField")) == ("disrupted", "disrupted")
    assert (t.vp, t.asked) == ((0, 0), "Bombarding")


@rule("FB 8.2.ex", "FB 8.8.second")
def test_8_2_an_exchange_that_counts_as_disruption_eliminates_the_disrupted() -> None:
    dice = sum_of(struck("EX", 2))
    t = shell("0811", "strike", "0811: MVK disrupted, LwField combat N", dice=dice, strikes=1)
    assert (t.where("MVK"), t.marks("LwField"), t.vp) == ("destroyed", "disrupted", (1, 0))


@rule("FB 8.2.mixed")
def test_8_2_units_beside_the_target_add_half_their_firepower() -> None:
    # 9 + 1 + 1 = 11 in column D; rounded down each, not 9 + 3.
    t = shell(
        *("0811", "408-Light 9P/Para-3 Mun/Strong", "0811: 82/Par1 combat N", "0816: 408-Light combat N"),
        *("0812: 9P/Para-3 combat N, Mun/Strong combat N", "0815: BerlinHQ"),
        dice=(1, 1),
        side="german",
    )
    assert figures(t) == ("D", 2)
    assert (t.marks("9P/Para-3"), t.marks("Mun/Strong")) == ("combat N fought", "combat N fought")
    t.do("done")
    assert t.stage != "german-assault" or "target 0811" not in t.legal()


@rule("FB 8.2.mixed")
@pytest.mark.parametrize(
    ("unit", "fits"),
    [
        ("0812: 82/Par2 combat N", True),
        ("0812: 82/Par2 combat S", False),
        ("0813: 82/Par2 combat N", False),
        ("0812: 82/Par2", False),
        ("0812: 82/Par2 disrupted", False),
        ("0812: 82/AT combat NE", True),
        ("0812: 82/HQ combat N", False),
    ],
)
def test_8_2_who_joins_a_mixed_bombardment_stands_beside_the_target_and_faces_it(
    unit: str, fits: bool
) -> None:
    t = guns(FOE, unit, "0814: 82/Par1", "0816: 82/Art1 combat N").do("add 82/Art1")
    assert (f"add {unit.split()[1]}" in t.legal()) == fits


@rule("FB 8.2.mixed")
def test_8_2_a_mixed_bombardment_has_at_least_one_artillery_unit() -> None:
    t = guns(FOE, "0812: 82/Par2 combat N", "0816: 82/Art1 combat N", strikes=1)
    t.refused("fire")
    if t.can("add 82/Par2"):
        t.do("add 82/Par2")
        t.refused("fire", "FB 8.2.mixed")
    else:
        t.refused("add 82/Par2", "FB 8.2.mixed")
    t = position("allied-bombardment", FOE, "0812: 82/Par2 combat N")
    assert t.stage != "allied-bombardment" or "target 0811" not in t.legal()


@rule("FB 8.2.q1")
def test_8_2_a_mixed_bombardment_is_a_bombardment_for_its_results() -> None:
    # 4 + 4 + 1 = 9: C. Dice 11: 11 - 2 + 2 = 11, EX.
    t = shell(
        *("0811", "82/Art1 82/Art2 82/Par1", "0811: HG-Inf combat S", "0812: 82/Par1 combat N"),
        *("0815: 82/Art1 combat N, 82/Art2 combat N, 82/HQ",),
        dice=sum_of(11),
    )
    assert rolled(t) == ("C", 2, 11, "EX")
    assert (t.where("HG-Inf"), t.marks("HG-Inf"), t.where("82/Par1")) == ("0811", "disrupted", "0812")
    assert t.asked == "Bombarding"
    assert t.state.released == 3


@rule("FB 8.2.q1")
def test_8_2_one_member_out_of_command_shifts_the_whole() -> None:
    t = shell(
        *("0811", "82/Art1 82/Art2 101/Par1", "0811: HG-Inf combat S", "0812: 101/Par1 combat N"),
        *("0815: 82/Art1 combat N, 82/Art2 combat N, 82/HQ",),
        dice=(1, 1),
    )
    assert figures(t) == ("B", 2)


@rule("FB 8.2.q1", "FB 8.9.who")
def test_8_2_nobody_advances_after_a_mixed_bombardment() -> None:
    t = shell(
        *("0811", "82/Art1 82/Art2 82/Par1 strike strike", "0811: MVK combat S", "0812: 82/Par1 combat N"),
        *("0815: 82/Art1 combat N, 82/Art2 combat N, 82/HQ",),
        dice=(6, 6),
        strikes=2,
    )
    assert (t.where("MVK"), t.vp) == ("destroyed", (1, 0))
    assert (t.asked, t.where("82/Par1")) == ("Bombarding", "0812")


@rule("OTB 8.2a", "OTB 8.0b")
def test_8_2_mixed_bombardments_keep_to_one_nation() -> None:
    both = (FOE, "0812: 1/Par1 combat N", "0912: 82/Par1 combat NW", "0816: 82/Art1 combat N, 1/Art combat N")
    t = guns(*both).do("add 82/Art1", "add 82/Par1")
    t.refused("add 1/Par1", "OTB 8.2a")
    t = guns(*both).do("add 1/Art")
    t.refused("add 82/Par1", "OTB 8.2a")
    t.do("add 1/Par1")


@rule("OTB 8.2a", "OTB 8.2.q1")
def test_8_2_poles_are_british_in_mixed_bombardments() -> None:
    t = guns(
        FOE, "0812: 1/Pol1 combat N", "0912: 82/Par1 combat NW", "0816: 82/Art1 combat N, 6/Art combat N"
    )
    t.do("add 6/Art", "add 1/Pol1")
    t = guns(
        FOE, "0812: 1/Pol1 combat N", "0912: 82/Par1 combat NW", "0816: 82/Art1 combat N, 6/Art combat N"
    )
    t.do("add 82/Art1").refused("add 1/Pol1", "OTB 8.2a")


@rule("OTB 8.2b", "OTB 8.2c", "OTB 8.2.q1")
@pytest.mark.parametrize(
    ("spotter", "gun", "fits"),
    [
        ("1/Par1", "82/Art1", False),
        ("82/Par1", "1/Art", False),
        ("1/Pol1", "6/Art", True),
        ("1/Pol1", "82/Art1", False),
        ("17/Par1", "101/Art1", True),
        ("52/Inf1", "1/Art", True),
    ],
)
def test_8_2_spotters_serve_their_own_nation(spotter: str, gun: str, fits: bool) -> None:
    t = position("allied-bombardment", FOE, f"0813: {spotter}", f"0816: {gun} combat N", strikes=1)
    t.do("target 0811")
    if fits:
        t.do(f"add {gun}")
    else:
        t.refused(f"add {gun}", "OTB 8.2b")


@rule("OTB 4.1.4a", "OTB 4.1.4b", "FB 4.1.combat")
def test_4_1_4_strikes_and_bombardments_come_before_gun_fire() -> None:
    stacks = (FOE, "0812: 82/AT combat N, 82/Par1 combat N", "0816: 82/Art1 combat N, 82/HQ")
    t = position("allied-bombardment", *stacks, strikes=1)
    t.do("target 0811", "add 82/Art1")
    t.refused("add 82/Art2")
    t.do("fire", dice=(1, 1)).do("done")
    assert t.stage == "allied-gunfire"
    t.do("target 0811")
    t.refused("strike")
    t.refused("add 82/Art1")
    t.do("add 82/AT", "fire", dice=(1, 1)).do("done")
    assert t.stage == "allied-assault"
    t.do("target 0811").refused("add 82/AT", "FB 4.1.onetype")
    t.do("add 82/Par1")


@rule("OTB 4.1.4b")
def test_4_1_4_no_bombardment_once_step_2_has_begun() -> None:
    t = position("allied-gunfire", FOE, "0812: 82/AT combat N", "0816: 82/Art1 combat N").do("target 0811")
    t.refused("add 82/Art1", "FB 8.3.who")


@rule("FB 4.1.onetype")
def test_4_1_a_hex_is_bombarded_once() -> None:
    t = shell(
        *(
            "0811",
            "82/Art1",
            FOE,
            "0809: LwField",
            "0812: 82/Par1",
            "0816: 82/Art1 combat N, 82/Art2 combat N",
        ),
        dice=(1, 1),
        strikes=3,
    )
    t.refused("target 0811", "FB 4.1.onetype")
    t.do("target 0809", "strike", "fire", dice=(1, 1))


@rule("OTB 4.1.4d", "OTB 11.4.q3")
def test_4_1_4_each_attack_is_resolved_before_the_next_is_named() -> None:
    t = shell("0811", "strike", FOE, "0809: LwField combat N", strikes=6)
    t.refused("target 0809")
    t.do("strike", "fire", dice=(1, 1))
    assert t.state.strikes == 4
    t.do("target 0809", "strike", "strike", "strike", "fire", dice=(1, 1))
    assert t.state.strikes == 1


@rule("OTB 8.2a", "OTB 8.0b")
def test_8_2_artillery_of_two_nations_bombards_together_each_with_its_own_spotter() -> None:
    t = guns(FOE, "0812: 1/Par1, 82/Par1", "0816: 82/Art1 combat N, 1/Art combat N", "0815: 1/HQ, 82/HQ")
    t.do("add 82/Art1", "add 1/Art", "fire", dice=(1, 1))
    assert figures(t) == ("C", 2)


@rule("OTB 8.2a", "OTB 8.2c", "FB 8.2.mixed")
def test_8_2_no_foreign_artillery_joins_a_bombardment_that_is_mixed_already() -> None:
    stacks = ("0811: MVK", "0812: 82/Par1 combat N", "0814: 82/Art1 combat N, 101/Art1 combat N")
    british = ("0711: 1/Par1", "0713: 1/Art combat N")
    t = shell("0811", "82/Art1 82/Par1", *stacks, *british)
    t.refused("add 1/Art", "OTB 8.2a")
    assert t.can("add 101/Art1")
    assert shell("0811", "82/Art1", *stacks, *british).can("add 1/Art")


@rule("FB 4.1.onetype", "FB 4.1.combat", "OTB 11.4.q1")
def test_4_1_what_was_attacked_in_one_step_is_free_in_the_next_and_in_the_next_turn() -> None:
    stacks = ("0811: MVK, Police1", "0813: 82/AT combat N", "0812: 82/Par1 combat N")
    t = shell("0811", "strike", *stacks, dice=(1, 1), strikes=2)
    t.refused("target 0811", "FB 4.1.onetype")
    t.do("done")
    t.do("target 0811", "add 82/AT").do("fire", dice=(1, 1))
    assert t.asked == "Gunning"
    t.refused("target 0811", "FB 4.1.onetype")
    t.do("done")
    assert t.can("target 0811")
    assert (t.state.attacked, t.state.strikes, t.state.unused) == ((), 0, 1)
