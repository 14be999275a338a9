"""FB 8.7: retreats."""

import pytest
from tests.games.fortress.battles import ONE_STRIKE, rolled, shell, shoot, storm, struck, sum_of
from tests.games.fortress.positions import Table

from berlin.games.fortress.board.ground import ROAD_STEP, find_hex
from berlin.kernel.proof.mark import rule

GUNS = ("0813: Berlin-AT1 combat N, Berlin-AT2 combat N", "0815: BerlinHQ")


def driven(*stacks: str, unit: str = "82/Par1 combat S", dice: int = 9) -> Table:
    """A unit in 0811 that two guns two hexes south drive off."""
    t = shoot(
        "0811", "Berlin-AT1 Berlin-AT2", f"0811: {unit}", *GUNS, *stacks, side="german", dice=sum_of(dice)
    )
    assert rolled(t)[3] == "R"
    return t


def ways(t: Table) -> list[str]:
    """The hexes that are offered."""
    return sorted(text.split()[2] for text in t.legal())


@rule("FB 8.7.path", "FB 8.7.q1")
def test_8_7_each_hex_is_farther_from_the_attackers() -> None:
    t = driven()
    assert (t.asked, t.decider, ways(t)) == ("Retreating", "allied", ["0711", "0810", "0911"])
    t.refused("retreat 82/Par1 0812", "FB 8.7.path")
    t.refused("retreat 82/Par1 0912", "FB 8.7.path")
    t.do("retreat 82/Par1 0911")
    assert ways(t) == ["0910", "1010"]


@rule("FB 8.7.path")
def test_8_7_without_a_farther_hex_one_that_is_not_nearer_will_do() -> None:
    # From 0811, two hexes from the guns in 0813: 0712 and 0912 are two hexes away from them too.
    t = driven("0810: MVK", "0711: LwField", "0911: FAH")
    assert ways(t) == ["0712", "0912"]


@rule("FB 8.7.path")
@pytest.mark.parametrize("enemy", ("MVK", "BerlinHQ"))
def test_8_7_not_into_enemies(enemy: str) -> None:
    stack = f"0810: {'MVK' if enemy == 'BerlinHQ' else enemy}"
    assert ways(driven(stack)) == ["0711", "0911"]


@rule("FB 8.7.path", "FB 3.2.friend")
def test_8_7_not_into_an_enemy_zone_without_a_friend() -> None:
    zone = "0809: GD1 combat S"  # 0810, 0709 and 0909... its front is S, SE, SW: 0810, 0910, 0710
    assert ways(driven(zone)) == ["0711", "0911"]
    assert ways(driven(zone, "0810: 82/Par2")) == ["0711", "0810", "0911"]
    assert ways(driven("0809: GD1")) == ["0711", "0810", "0911"]


@rule("FB 8.7.path")
def test_8_7_the_german_flees_allied_zones_alike() -> None:
    t = shoot(
        *("0811", "82/AT 17/AT 101/AT 1/AT", "0811: MVK combat S", "0812: 82/AT combat N, 17/AT combat N"),
        *("0912: 101/AT combat NW, 1/AT combat NW", "0809: 82/Par1 combat S", "0815: 82/HQ, 17/HQ"),
        *("0816: 101/HQ, 1/HQ",),
        dice=sum_of(9),
    )
    assert rolled(t) == ("D", 2, 9, "R")
    # 0810 is in the zone of 0809, and 0911 is no farther off: 0711 is the only way, and is taken by itself.
    assert next(one.data[1] for one in t.last if one.kind == "retreat") == find_hex("0711")


@rule("FB 8.7.path")
def test_8_7_not_over_a_river_without_a_bridge_nor_into_water_or_ruins() -> None:
    # 2311: the river bars 2310, 2410 and 2210.
    t = shoot(
        *(
            "2311",
            "Berlin-AT1 Berlin-AT2",
            "2311: 82/Par1 combat S",
            "2313: Berlin-AT1 combat N, Berlin-AT2 combat N",
        ),
        "2315: BerlinHQ",
        side="german",
        dice=sum_of(9),
    )
    assert not {"2310", "2410", "2210"} & set(ways(t))


@rule("FB 8.7.path", "FB 9.0.effects")
def test_8_7_not_into_ruins() -> None:
    # 5513 and 5412 beside it are ruins.
    t = shell("5512", "strike", "5512: MVK", strikes=1, dice=sum_of(struck("R", 2)))
    assert rolled(t)[3] == "R"
    assert not {"5513", "5412"} & set(ways(t))
    assert ways(t)


@rule("FB 8.7.path")
def test_8_7_not_off_the_map() -> None:
    t = shell("0101", "strike", "0101: MVK combat S", strikes=1, dice=sum_of(struck("R", 2)))
    assert set(ways(t)) <= {"0102", "0201", "0202"}


@rule("FB 8.7.stack")
def test_8_7_a_full_second_hex_is_passed_to_a_third() -> None:
    full = "0809: 101/Par1, 101/Par2, 101/Par3"
    t = driven(full)
    t.do("retreat 82/Par1 0810")
    t.do("retreat 82/Par1 0809")
    assert t.asked == "Retreating"
    assert "0808" in ways(t)
    t.do("retreat 82/Par1 0808")
    assert (t.where("82/Par1"), t.asked) == ("0808", "Gunning")


@rule("FB 8.7.stack")
def test_8_7_four_hexes_are_the_end_of_it() -> None:
    # 0809, 0808 and 0807 are full; the lanes beside are held.
    full = [
        *("0809: 101/Par1, 101/Par2, 101/Par3", "0808: 101/Gli1, 101/Gli2, 101/Gli3"),
        "0807: 17/Gli1, 17/Gli2, 17/Gli3",
    ]
    walls = ["0710: MVK", "0709: LwField", "0708: FAH", "0910: Officers", "0909: Ordnance", "0908: Academy"]
    walls += ["0711: GD1", "0911: GD2", "0707: Police1", "0907: Police2"]
    t = driven(*full, *walls)
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    assert t.where("82/Par1") in ("destroyed", "0810")
    count = {place: len(t.units(place)) for place in ("0809", "0808", "0807")}
    assert set(count.values()) == {3}


@rule("FB 8.7.blocked")
def test_8_7_after_one_hex_without_a_second_it_stays() -> None:
    walls = ("0809: MVK", "0710: LwField", "0910: FAH", "0711: Officers", "0911: Ordnance")
    t = driven(*walls)
    assert (t.where("82/Par1"), t.marks("82/Par1")) == ("0810", "disrupted")
    assert t.vp == (0, 0)


@rule("FB 8.7.blocked")
def test_8_7_who_cannot_retreat_at_all_is_eliminated() -> None:
    walls = ("0810: MVK", "0711: Officers", "0911: Ordnance", "0712: LwField", "0912: FAH")
    t = driven(*walls)
    assert (t.where("82/Par1"), t.vp) == ("destroyed", (0, 1))


@rule("FB 8.7.q1")
def test_8_7_from_a_strike_alone_every_free_hex_may_be_taken() -> None:
    t = shell("0811", "strike", "0811: MVK combat S", strikes=1, dice=sum_of(struck("R", 2)))
    assert ways(t) == ["0711", "0712", "0810", "0812", "0911", "0912"]


@rule("FB 8.7.q1")
def test_8_7_from_a_strike_not_beside_an_enemy_if_another_hex_is_free() -> None:
    dice = sum_of(struck("R", 2))
    t = shell("0811", "strike", "0811: MVK combat S", "0813: 82/Par1", strikes=1, dice=dice)
    assert ways(t) == ["0711", "0712", "0810", "0911", "0912"]
    others = (
        "0809: 82/Par2",
        "0612: 82/Par3",
        "0709: 82/Par4",
        "0909: 82/Par5",
        "1012: 82/Par6",
        "1010: 101/Par1",
    )
    t = shell(
        *("0811", "strike", "0811: MVK combat S", "0813: 82/Par1", *others, "0610: 101/Par2"),
        strikes=1,
        dice=dice,
    )
    assert ways(t) == ["0711", "0712", "0810", "0812", "0911", "0912"]


@rule("FB 8.7.q1")
def test_8_7_from_artillery_far_away_it_goes_farther_off() -> None:
    t = shell(
        *("0811", "82/Art1 82/Art2 82/Art3 82/Art4", "0811: MVK combat S", "0613: 82/Par1"),
        *("0820: 82/Art1 combat N, 82/Art2 combat N, 82/Art3 combat N", "0821: 82/Art4 combat N, 82/HQ"),
        dice=sum_of(8),
    )
    assert rolled(t) == ("E", 2, 8, "R")
    assert ways(t) == ["0711", "0810", "0911"]  # the spotter in 0613 is no attacker


@rule("FB 8.7.static", "FB 3.5.hqunit")
def test_8_7_a_headquarters_retreats_from_fire() -> None:
    t = shell("0811", "strike", "0811: 18/HQ", strikes=1, dice=sum_of(struck("R", 2)))
    assert rolled(t) == (ONE_STRIKE, 2, struck("R", 2), "R")
    t.do("retreat 18/HQ 0810", "retreat 18/HQ 0809")
    assert (t.where("18/HQ"), t.marks("18/HQ")) == ("0809", "disrupted")


@rule("FB 8.7.static", "FB 3.5.hqunit")
def test_8_7_a_lone_headquarters_is_eliminated_by_a_retreat_in_assault() -> None:
    t = storm(
        *("0811", "82/Par1 82/Par2", "0812: 82/Par1 combat N, 82/Par2 combat N", "0811: 18/HQ combat S"),
        "0814: 82/HQ",
        dice=sum_of(8),
    )
    # 6:2 = F (5): 8 - 3 + 5 = 10.
    assert rolled(t) == ("F", 3, 8, "R")
    assert (t.where("18/HQ"), t.vp) == ("destroyed", (1, 0))


@rule("FB 3.5.hqunit")
@pytest.mark.parametrize(
    ("dice", "name", "where"), [(5, "-", "0811"), (6, "D", "0811"), (9, "EX", "destroyed")]
)
def test_3_5_a_lone_headquarters_survives_only_no_effect_and_disruption(
    dice: int, name: str, where: str
) -> None:
    t = storm(
        *("0811", "82/Par1 82/Par2", "0812: 82/Par1 combat N, 82/Par2 combat N", "0811: 18/HQ combat S"),
        "0814: 82/HQ",
        dice=sum_of(dice),
    )
    assert (rolled(t)[3], t.where("18/HQ")) == (name, where)


@rule("FB 8.7.static")
@pytest.mark.parametrize("unit", ("Berlin-AT1", "Berlin-Flak1", "408-Light", "Police1"))
def test_8_7_emplaced_units_are_disrupted_by_a_retreat_under_fire(unit: str) -> None:
    pf = 3 if unit in ("Berlin-Flak1", "Police1") else 2
    t = shell("0811", "strike", f"0811: {unit} combat S", strikes=1, dice=sum_of(struck("R", pf)))
    assert rolled(t) == (ONE_STRIKE, pf, struck("R", pf), "R")
    assert (t.where(unit), t.marks(unit), t.asked) == ("0811", "disrupted", "Bombarding")


@rule("FB 8.7.static")
def test_8_7_limbered_guns_retreat() -> None:
    t = shell("0811", "strike", "0811: Berlin-AT1", strikes=1, dice=sum_of(struck("R", 1)))
    assert rolled(t) == (ONE_STRIKE, 1, struck("R", 1), "R")
    t.do("retreat Berlin-AT1 0810", "retreat Berlin-AT1 0809")
    assert (t.where("Berlin-AT1"), t.marks("Berlin-AT1")) == ("0809", "disrupted")


@rule("FB 8.7.static")
def test_8_7_emplaced_guns_die_by_a_retreat_in_assault() -> None:
    t = storm(
        *("0811", "82/Eng 82/Par1 82/Par2", "0812: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N"),
        *("0811: Berlin-AT1 combat S", "0814: 82/HQ"),
        dice=sum_of(8),
    )
    assert rolled(t) == ("E", 2, 8, "R")  # 12:6
    assert (t.where("Berlin-AT1"), t.vp, t.asked) == ("destroyed", (1, 0), "Advancing")


@rule("FB 8.7.static", "OTB 10.1.3e")
def test_8_7_emplaced_guns_in_a_strongpoint_retreat_from_an_assault() -> None:
    t = storm(
        *("4625", "82/Eng 82/Par1 82/Par2", "4626: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N"),
        *("4625: Berlin-AT1 combat S", "4629: 82/HQ"),
        dice=sum_of(11),
    )
    # 12:6 = E, engineers F (5): 11 - 4 - 2 + 5 = 10.
    assert rolled(t) == ("F", 6, 11, "R")
    assert t.asked == "Retreating"
    while t.asked == "Retreating":
        t.do(t.legal()[0])
    assert (t.marks("Berlin-AT1"), t.vp, t.asked) == ("disrupted", (0, 0), "Advancing")


@rule("FB 8.7.static")
def test_8_7_tower_flak_ignores_a_retreat_in_assault() -> None:
    t = storm(
        *("6113", "82/Eng 82/Par1 82/Par2", "6114: 82/Eng combat N, 82/Par1 combat N, 82/Par2 combat N"),
        *("6113: Friedrichshain-Flak", "6117: 82/HQ"),
        dice=sum_of(12),
    )
    # 12:6 = E, engineers F (5); PF 2 + 2, tower 3: 12 - 7 + 5 = 10.
    assert rolled(t) == ("F", 7, 12, "R")
    assert (t.where("Friedrichshain-Flak"), t.marks("Friedrichshain-Flak")) == ("6113", "disrupted")
    assert t.asked == "Assaulting"


@rule("FB 8.6.q2", "FB 8.7.path")
def test_8_6_units_retreat_one_by_one_in_the_owners_order() -> None:
    t = driven(unit="82/Par1 combat S, 82/Par2 combat S")
    assert {text.split()[1] for text in t.legal()} == {"82/Par1", "82/Par2"}
    t.do("retreat 82/Par2 0711")
    assert {text.split()[1] for text in t.legal()} == {"82/Par2"}
    t.do("retreat 82/Par2 0610")
    assert {text.split()[1] for text in t.legal()} == {"82/Par1"}


@rule("FB 3.1.q1", "FB 8.7.stack")
def test_3_1_an_ss_unit_goes_on_past_the_army() -> None:
    dice = sum_of(struck("R", 2))
    t = shell("0811", "strike", "0811: Janums combat S", "0809: GD1", strikes=1, dice=dice)
    t.do("retreat Janums 0810")
    t.do("retreat Janums 0809")
    assert t.asked == "Retreating"
    assert "0808" in ways(t)
    t.do("retreat Janums 0808")
    assert t.where("Janums") == "0808"


@rule("FB 8.7.path", "FB 7.3.river")
def test_8_7_a_bridge_over_open_water_is_left_along_its_road() -> None:
    t = shell("1917", "strike", "1917: MVK combat S", strikes=1, dice=sum_of(struck("R", 2)))
    assert rolled(t)[3] == "R"
    steps = {one.data[1] for one in t.last if one.kind == "retreat"} | {find_hex(place) for place in ways(t)}
    first = next((one.data[1] for one in t.last if one.kind == "retreat"), None)
    roads = ROAD_STEP[find_hex("1917")]
    assert steps
    assert all(roads >> int(place) & 1 for place in ([first] if first is not None else steps))


@rule("OTB 4.0.q1", "OTB 4.0d")
def test_4_0_a_retreat_into_the_reichstag_ends_the_game() -> None:
    # Fired at from the north, its ways out of 5014 but that to the Reichstag held by the enemy.
    t = shoot(
        *("5014", "Berlin-AT1 Berlin-AT2", "5014: 82/Par1 disrupted", "5012: GD1", "4914: MVK", "5114: FAH"),
        *("5013: Berlin-AT1 combat S, Berlin-AT2 combat S", "4915: Officers", "5115: GD2", "5116: LAH1"),
        *("4916: Ordnance", "5016: Academy", "5113: BerlinHQ"),
        side="german",
        dice=sum_of(9),
    )
    assert rolled(t)[3] == "R"
    assert t.where("82/Par1") == "5015"
    assert t.result is not None
