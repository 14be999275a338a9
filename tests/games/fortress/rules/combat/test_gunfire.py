"""FB 8.3, 3.4.fire, OTB 11.1.1b: direct gun fire, in attack and defence."""

import pytest
from tests.games.fortress.battles import announce, figures, lay_down, rolled, shell, shoot, sum_of
from tests.games.fortress.positions import position

from berlin.kernel.proof.mark import rule


@rule("FB 8.3.who", "FB 8.8.effects")
@pytest.mark.parametrize(
    ("gun", "fits", "by"),
    [
        ("Berlin-AT2 combat N", True, ""),
        ("Berlin-Flak1 combat NE", True, ""),
        ("18/Pz combat NW", True, ""),
        ("18/AG combat N", True, ""),
        ("456MG combat N", True, ""),
        ("18/Recon combat N", True, ""),
        ("18/Mech1 combat N", False, "FB 8.3.who"),
        ("MVK combat N", False, "FB 8.3.who"),
        ("Lobeck combat N", False, "FB 8.3.who"),
        ("408-Light combat N", False, "FB 8.3.who"),
        ("BerlinHQ combat N", False, "FB 3.5.hqunit"),
        ("Berlin-AT2", False, "FB 3.3.maneuver"),
        ("Berlin-AT2 disrupted", False, "FB 8.8.effects"),
        ("Berlin-AT2 combat N fought", False, "FB 4.1.onetype"),
        ("Berlin-AT2 combat S", False, "FB 3.4.fire"),
        ("Berlin-AT2 combat SE", False, "FB 3.4.fire"),
    ],
)
def test_8_3_guns_fire_in_combat_mode_to_their_front(gun: str, fits: bool, by: str) -> None:
    t = position("german-gunfire", "0811: 82/Par1", f"0813: {gun}", "0809: Berlin-AT1 combat S")
    unit = gun.split()[0]
    t.do("target 0811")
    assert (f"add {unit}" in t.legal()) == fits
    if not fits:
        t.refused(f"add {unit}", by)


@rule("FB 3.4.fire")
@pytest.mark.parametrize("facing", ("N", "NE", "SE", "S", "SW", "NW"))
def test_3_4_fire_and_assault_go_into_the_three_front_hexes(facing: str) -> None:
    ways = ("N", "NE", "SE", "S", "SW", "NW")
    turn = ways.index(facing)
    fronts = {ways[(turn + step) % 6] for step in (-1, 0, 1)}
    ring = dict(zip(ways, ("0810", "0911", "0912", "0812", "0712", "0711"), strict=True))
    foes = [f"{place}: 82/Par{number}" for number, place in enumerate(ring.values(), 1)]
    for stage, unit in (("german-gunfire", "18/Pz"), ("german-assault", "18/Mech1")):
        t = position(stage, f"0811: {unit} combat {facing}", *foes)
        assert t.offers("target") == sorted(ring[way] for way in fronts)


@rule("FB 3.4.fire", "FB 10.1.1")
def test_3_4_a_flak_tower_needs_no_facing_and_sees_over_all() -> None:
    t = position("german-gunfire", "4218: Zoo-Flak combat N", "4221: 82/Par1", "3918: 82/Par2")
    assert t.offers("target") == ["3918", "4221"]


@rule("FB 8.3.combine")
def test_8_3_guns_of_any_hexes_add_their_firepower() -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1", "0813: Berlin-AT1 combat N"),
        *("0809: Berlin-AT2 combat S", "5015: BerlinHQ"),
        side="german",
        dice=(1, 1),
    )
    assert figures(t) == ("D", 1)


@rule("OTB 11.1.1b", "FB 8.3.combine")
@pytest.mark.parametrize("regular", ("Berlin-AT1", "Lw-AT", "18/Pz"))
def test_11_1_1_the_ss_fires_with_no_army_or_luftwaffe_gun(regular: str) -> None:
    stacks = ("0811: 82/Par1", "0813: 11SS/Pz combat N, 11SS/AG combat N", f"0809: {regular} combat S")
    t = position("german-gunfire", *stacks).do("target 0811", "add 11SS/Pz")
    t.refused(f"add {regular}", "OTB 11.1.1b")
    t.do("add 11SS/AG")
    t = position("german-gunfire", *stacks).do("target 0811", f"add {regular}")
    t.refused("add 11SS/Pz", "OTB 11.1.1b")


@rule("OTB 11.1.1b", "OTB 11.1.1c")
@pytest.mark.parametrize(
    ("mate", "fits"),
    [
        *(("MVK", False), ("GD1", False), ("HG-Mech", False), ("9P/Para-3", False)),
        *(("FAH", True), ("VSEng1", True), ("Police1", True), ("VS1", True)),
    ],
)
def test_11_1_1_whom_the_ss_assaults_with(mate: str, fits: bool) -> None:
    t = position(
        "german-assault", "0811: 82/Par1", "0812: HGuard combat N", f"0810: {mate} combat S", known=["VS1"]
    ).do("target 0811", "add HGuard")
    if fits:
        t.do(f"add {mate}")
    else:
        t.refused(f"add {mate}", "OTB 11.1.1b")


@rule("OTB 11.1.1b")
def test_11_1_1_ss_and_army_guns_do_not_bombard_together() -> None:
    t = position(
        "german-bombardment",
        *("0811: 82/Par1", "0812: FAH", "0816: 11SS/Art combat N", "0817: 408-Light combat N"),
    ).do("target 0811", "add 11SS/Art")
    t.refused("add 408-Light", "OTB 11.1.1b")


@rule("FB 11.5.mixedforce")
def test_11_5_in_fortress_berlin_the_ss_attacks_with_all() -> None:
    t = position("first-assault", "0811: 47/Rifle1", "0812: HGuard combat N, GD1 combat N").do("target 0811")
    t.do("add HGuard", "add GD1")


@rule("FB 8.3.ex", "FB 8.6.ex")
def test_8_3_an_exchange_at_range_three_costs_a_firing_unit() -> None:
    t = shoot(
        *("0811", "Berlin-AT1 Berlin-AT2", "0811: 82/Par1 combat S", "0814: Berlin-AT1 combat N"),
        *("0808: Berlin-AT2 combat S", "0815: BerlinHQ"),
        side="german",
        dice=sum_of(10),
    )
    assert rolled(t) == ("D", 2, 10, "EX")
    assert (t.where("82/Par1"), t.asked) == ("destroyed", "Matching")
    assert t.legal() == ["lose Berlin-AT1", "lose Berlin-AT2"]
    t.do("lose Berlin-AT2")
    assert (t.where("Berlin-AT2"), t.where("Berlin-AT1"), t.vp) == ("destroyed", "0814", (1, 1))
    assert t.asked == "Gunning"


@rule("FB 8.3.who")
def test_8_3_a_hex_is_fired_on_once() -> None:
    t = shoot("0811", "82/AT", "0811: MVK", "0813: 82/AT combat N, 17/AT combat N", dice=(1, 1))
    t.refused("target 0811", "FB 4.1.onetype")


@rule("FB 8.3.defensive", "OTB 4.1.4c", "OTB 4.2d", "FB 4.2")
@pytest.mark.parametrize(
    ("side", "attacker", "foe", "gun"),
    [
        ("allied", "82/Par1", "MVK", "Berlin-AT1"),
        ("german", "MVK", "82/Par1", "82/AT"),
        ("soviet", "47/Rifle1", "MVK", "Berlin-AT1"),
    ],
)
@pytest.mark.parametrize("place", ("0711: {} combat SE", "0811: {} combat S"))
def test_8_3_defensive_fire_comes_before_the_dice_of_the_assault(
    side: str, attacker: str, foe: str, gun: str, place: str
) -> None:
    t = announce(
        *("0811", attacker, f"0812: {attacker} combat N", f"0811: {foe} combat S", place.format(gun)),
        side=side,
    )
    t.do("done", "assault 0811")
    assert (t.asked, t.decider) == ("Replying", "german" if side != "german" else "allied")
    assert t.legal() == ["target 0812", "hold"]
    t.do("target 0812", f"add {gun}", "fire", dice=(1, 1, 1, 1))
    assert len([one for one in t.last if one.kind == "die"]) == 4
    assert gun in t.units(place[:4])


@rule("FB 8.3.defensive")
@pytest.mark.parametrize(
    "gun",
    [
        "0810: Berlin-AT1 combat N",  # the attackers are in its rear
        "0810: Berlin-AT1",
        "0810: Berlin-AT1 disrupted",
        "0807: Berlin-AT1 combat S",  # five hexes away
        "0810: 408-Light combat S",
        "0810: GD1 combat S",
    ],
)
def test_8_3_who_cannot_fire_at_the_attackers_is_not_asked(gun: str) -> None:
    t = announce("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: MVK combat S", gun)
    t.do("done", "assault 0811", dice=(1, 1))
    assert t.asked == "Assaulting"


@rule("FB 8.3.defensive")
def test_8_3_a_gun_fires_once_in_defence_in_a_segment() -> None:
    stacks = ("0812: 82/Par1 combat N", "0711: Berlin-AT1 combat SE", "0811: MVK combat S")
    t = announce("0811", "82/Par1", *stacks, "0814: 82/Par3 combat N", "0813: LwField combat S")
    t.do("target 0813", "add 82/Par3", "announce", "done")
    t.do("assault 0811")
    assert t.asked == "Replying"
    t.do("target 0812", "add Berlin-AT1", "fire", dice=(1, 1, 1, 1))
    t.do("assault 0813", dice=(1, 1))
    assert t.asked == "Assaulting"  # it has fired; 0814 was in its range


@rule("FB 8.3.defensive", "FB 8.3.q1")
def test_8_3_one_attack_per_assault_on_one_hex_that_holds_attackers() -> None:
    t = announce(
        *("0811", "82/Par1 82/Par2", "0812: 82/Par1 combat N", "0712: 82/Par2 combat NE", "0912: 82/Par3"),
        *("0811: Berlin-AT1 combat S, Berlin-AT2 combat S", "0710: Berlin-AT3 combat S"),
    )
    t.do("done", "assault 0811")
    assert t.offers("target") == ["0712", "0812"]
    t.refused("target 0912", "FB 8.3.q1", "FB 8.3.defensive")
    t.do("target 0712", "add Berlin-AT1", "add Berlin-AT3")
    t.do("fire", dice=(1, 1, 1, 1))
    assert t.asked == "Assaulting"


@rule("FB 8.3.q1", "FB 8.3.defensive.result", "FB 8.6.d")
def test_8_3_defensive_fire_hits_every_unit_in_the_hex() -> None:
    # Both lots in 0812 are out; the second assault of theirs is cancelled too.
    t = announce(
        *("0811", "82/Par1", "0812: 82/Par1 combat N, 82/Par2 combat NE, 82/HQ", "0811: MVK combat S"),
        *(
            "0912: LwField combat S",
            "0711: Berlin-AT1 combat SE",
            "0710: Berlin-AT2 combat SE",
            "0815: BerlinHQ",
        ),
    )
    t.do("target 0912", "add 82/Par2", "announce", "done", "assault 0811", "target 0812", "add Berlin-AT1")
    t.do("add Berlin-AT2", "fire", dice=sum_of(7))
    assert [t.marks(unit).split()[0] for unit in ("82/Par1", "82/Par2", "82/HQ")] == ["disrupted"] * 3
    assert t.where("MVK") == "0811"
    t.do("assault 0912")
    assert t.asked == "Assaulting"
    assert not [one for one in t.last if one.kind == "die"]
    assert t.where("LwField") == "0912"


@rule("FB 8.3.defensive.result")
@pytest.mark.parametrize("dice", (7, 9, 10))
def test_8_3_disrupted_attackers_are_out_and_nobody_advances(dice: int) -> None:
    # D, R and EX of column D against protection 2; EX costs the firer nothing.
    t = announce(
        *("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: Berlin-AT1 combat S, Berlin-AT2 combat S"),
        "0815: BerlinHQ",
    )
    t.do("done", "assault 0811", "target 0812", "add Berlin-AT1", "add Berlin-AT2", "fire", dice=sum_of(dice))
    assert rolled(t) == ("D", 2, dice, {7: "D", 9: "R", 10: "EX"}[dice])
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    assert t.asked == "Assaulting"
    assert t.marks("82/Par1").split()[0] == "disrupted"
    assert (t.where("82/Par1") != "0812") == (dice == 9)
    assert t.units("0811") == ["Berlin-AT1", "Berlin-AT2"]
    assert t.vp == (0, 0)
    assert rolled(t)[2] == dice


@rule("FB 8.3.defensive.result", "FB 8.6.e")
def test_8_3_elimination_by_defensive_fire_takes_one_unit() -> None:
    t = announce(
        *("0811", "82/Par1 82/Par2", "0812: 82/Par1 combat N, 82/Par2 combat N", "0815: BerlinHQ"),
        "0811: Berlin-AT1 combat S, Berlin-AT2 combat S",
    )
    t.do("done", "assault 0811", "target 0812", "add Berlin-AT1", "add Berlin-AT2", "fire", dice=sum_of(11))
    assert (t.asked, t.decider, t.legal()) == ("Losing", "allied", ["lose 82/Par1", "lose 82/Par2"])
    t.do("lose 82/Par2")
    assert (t.where("82/Par2"), t.marks("82/Par1").split()[0], t.vp) == ("destroyed", "disrupted", (0, 1))
    assert t.asked == "Assaulting"


@rule("FB 8.4.q1")
def test_8_4_odds_are_reckoned_anew_with_those_left() -> None:
    # 12:3 announced, the engineer of 6 disrupted: 6:3 = E.
    t = announce(
        *(
            "0811",
            "82/Eng 82/Par1 82/Par2",
            "0812: 82/Eng combat N",
            "0712: 82/Par1 combat NE, 82/Par2 combat NE",
        ),
        *(
            "0811: 9P/Para-3 combat S",
            "0710: Berlin-AT1 combat S",
            "0911: Berlin-AT2 combat S",
            "0815: 82/HQ",
        ),
        "5015: BerlinHQ",
    )
    t.do("done", "assault 0811", "target 0812", "add Berlin-AT2")
    lay_down(t, (6, 5, 1, 1)).do("fire")
    assert t.marks("82/Eng").startswith("disrupted")
    assert figures(t) == ("E", 2)


@rule("FB 8.3.q1", "OTB 11.1.1b")
def test_8_3_the_ss_bar_holds_in_defensive_fire() -> None:
    t = announce(
        *("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: FAH combat S"),
        *("0711: Berlin-AT1 combat SE", "0911: 11SS/Pz combat S"),
        side="allied",
        alone=True,
    )
    t.do("done")
    t.do("target 0812", "add 11SS/Pz").refused("add Berlin-AT1", "OTB 11.1.1b")


@rule("FB 8.8.effects")
def test_8_8_a_gun_disrupted_in_step_2_gives_no_defensive_fire() -> None:
    t = shoot(
        *("0710", "82/AT 17/AT", "0710: Berlin-AT1 combat S", "0709: 82/AT combat S, 17/AT combat S, 82/HQ"),
        *("0811: MVK combat S", "0812: 82/Par1 combat N"),
        dice=sum_of(9),
    )
    assert t.marks("Berlin-AT1") == "disrupted"
    t.do("done", "target 0811", "add 82/Par1", "announce")
    t.do("done", dice=(1, 1))
    assert t.where("82/Par1") == "0812"
    assert t.rolled("combat") == [1, 1]


@rule("FB 8.8.effects")
def test_8_8_a_disrupted_unit_spots_for_nobody() -> None:
    t = shell(
        *("0811", "82/Art1", "0811: MVK combat S", "0812: 82/Par1", "0816: 82/Art1 combat N, 82/HQ"),
        dice=(1, 1),
    )
    assert rolled(t)[3] == "-"
    t = position("allied-bombardment", "0811: MVK", "0812: 82/Par1 disrupted", "0816: 82/Art1 combat N")
    assert t.stage != "allied-bombardment" or "target 0811" not in t.legal()


@rule("FB 8.3.defensive", "OTB 4.1.4d", "OTB 4.1.4.q1")
def test_4_1_4_no_assault_is_announced_after_the_first_defensive_fire() -> None:
    t = announce(
        *("0811", "82/Par1", "0812: 82/Par1 combat N", "0811: MVK combat S", "0711: Berlin-AT1 combat SE"),
        *("0713: LwField", "0714: 82/Par2 combat N"),
    )
    assert "target 0713" in t.legal()
    t.do("done", "assault 0811")
    t.refused("target 0713")
    t.do("hold", dice=(1, 1))
    assert t.asked == "Assaulting"
    t.refused("target 0713", "FB 8.4.announce", "OTB 4.1.4.q1", "FB 4.1.combat")


@rule("OTB 11.1.1a", "OTB 11.1.1c", "OTB 11.1.1.q1")
@pytest.mark.parametrize(
    ("mate", "fits"),
    [
        *(("GD1", False), ("MVK", False), ("LwField", False), ("Tegel-Flak1", False), ("9P/Para-3", False)),
        *(
            ("20/Mech1", False),
            ("BerlinHQ", False),
            ("HG-Inf", False),
            ("Lobeck", False),
            ("408-Light", False),
        ),
        *(
            ("FAH", True),
            ("VS1", True),
            ("VSEng1", True),
            ("Police1", True),
            ("HJ1", True),
            ("Clausewitz", True),
        ),
    ],
)
@pytest.mark.parametrize("mover", ("Janums", "11SS/Mech1", "HGuard", "LAH1"))
def test_11_1_1_with_whom_the_ss_shares_a_hex(mate: str, fits: bool, mover: str) -> None:
    t = position("german-movement", f"0811: {mate}", f"0812: {mover}", "0303: 52/Inf9").do(f"move {mover}")
    assert ("go 0811" in t.legal()) == fits
    if not fits:
        t.refused("go 0811", "OTB 11.1.1a")


@rule("FB 3.5.hqunit")
def test_3_5_headquarters_never_attack() -> None:
    t = position("german-assault", "0811: 82/Par1", "0812: 18/HQ combat N", "0810: GD1 combat S").do(
        "target 0811"
    )
    t.refused("add 18/HQ", "FB 3.5.hqunit")
    t = position("german-gunfire", "0811: 82/Par1", "0812: 18/HQ combat N", "0810: 18/Pz combat S").do(
        "target 0811"
    )
    t.refused("add 18/HQ", "FB 3.5.hqunit")
    t = position("german-bombardment", "0811: 82/Par1", "0812: 18/HQ combat N", "0815: 408-Light combat N")
    t.do("target 0811", "add 408-Light").refused("add 18/HQ", "FB 3.5.hqunit")
