"""Race for Berlin, 8.1 and the Combat Results Table: who fights, the ratio, and what the die is worth."""

import pytest
from fights import at, declare, drms, fight, number, odds, ratio, settle

from berlin.kernel.proof.mark import rule

COLUMNS = {
    "1:2": {"A2": 2, "A1": 3, "A1D1": 1},
    "1:1": {"A2": 1, "A1": 2, "A1D1": 2, "D1": 1},
    "2:1": {"A1": 2, "A1D1": 2, "D1R": 2},
    "3:1": {"A1": 1, "A1D1": 2, "D1R": 1, "D2R": 2},
    "4:1": {"A1": 1, "A1D1": 1, "D1R": 2, "D2R": 2},
    "5:1": {"A1D1": 1, "D1": 1, "D1R": 1, "D2R": 2, "D3R": 1},
    "6:1": {"D1": 1, "D1R": 2, "D2R": 1, "D3R": 2},
}


@rule("RFB crt.base")
@pytest.mark.parametrize(
    "attackers, defenders, column",
    [
        ("61/1-", "9Falsch 309", "1:2"),
        ("8GA/1", "Munch 9Falsch", "1:1"),
        ("8GA/1", "9Falsch", "2:1"),
        ("8GA/1", "32SS", "3:1"),
        ("8GA/1", "303", "4:1"),
        ("8GA/1", "309", "5:1"),
        ("8GA/1 5SHA/1", "32SS", "6:1"),
    ],
)
def test_every_column_of_the_combat_results_table(attackers: str, defenders: str, column: str) -> None:
    t = at("C.1", Bridgehead=attackers, SOderbruch=defenders)
    declare(t, "SOderbruch", *(unit.rstrip("-") for unit in attackers.split()))
    assert number(t, "die modifier") == 0
    assert ratio(t) == column
    assert odds(t) == COLUMNS[column]


@rule("RFB crt.base")
@pytest.mark.parametrize(
    "die, level, lost_by_attacker, lost_by_defender",
    [(1, 1, 2, 0), (2, 1, 1, 0), (3, 1, 1, 0), (4, 1, 1, 1), (5, 2, 1, 0), (6, 2, 1, 0)],
)
def test_the_one_to_one_column_of_the_city_progress_table(
    die: int, level: int, lost_by_attacker: int, lost_by_defender: int
) -> None:
    t = at("C.1", Tempelhof="1GTA/1 8GA/1 391", progress={"Tempelhof": 1}, support=(1, 0))
    settle(fight(t, "Tempelhof", "1GTA/1", "8GA/1", die=die))
    lost = sum(t.reduced(unit) for unit in ("1GTA/1", "8GA/1"))
    assert (lost, int(t.reduced("391"))) == (lost_by_attacker, lost_by_defender)
    assert t.progress("Tempelhof") == level


@rule("RFB crt.modifiers.a")
def test_defenders_in_difficult_terrain_count_double_and_attackers_over_a_river_half() -> None:
    rough = at("C.1", Goritz="8GA/2", Lebus="606 5Jager")
    declare(rough, "Lebus", "8GA/2")
    assert (number(rough, "attack"), number(rough, "defence")) == (10, 22)
    plain = at("C.1", Bridgehead="8GA/2", SOderbruch="606 5Jager")
    declare(plain, "SOderbruch", "8GA/2")
    assert (number(plain, "attack"), number(plain, "defence")) == (20, 11)


@rule("RFB crt.modifiers.b")
@pytest.mark.parametrize(
    "zones, target, units, expected",
    [
        ({"Bridgehead": "1GTA/1", "Goritz": "1GTA/2"}, "Lebus", "1GTA/1 1GTA/2", [-1, -1, 1, 1]),
        ({"Lebus": "1GTA/1", "Seelow": "1GTA/2"}, "Falkenhagen", "1GTA/1 1GTA/2", [-1, 1, 1]),
        ({"Lebus": "8GA/1", "Seelow": "8GA/2"}, "Falkenhagen", "8GA/1 8GA/2", [1, 1]),
        ({"Lebus": "8GA/1", "Seelow": "5SHA/1"}, "Falkenhagen", "8GA/1 5SHA/1", [1]),
        ({"Lebus": "8GA/1 8GA/2"}, "Falkenhagen", "8GA/1 8GA/2", [1]),
        ({"Lebus": "1GTA/1"}, "Falkenhagen", "1GTA/1", [-1]),
        ({"Seelow": "1GTA/1"}, "Muncheberg", "1GTA/1", []),
        ({"Bridgehead": "8GA/1"}, "Lebus", "8GA/1", [-1]),
        ({"Seelow": "8GA/1"}, "Lebus", "8GA/1", []),
    ],
)
def test_modifiers_for_a_complete_army_two_zones_armour_and_the_line(
    zones: dict[str, str], target: str, units: str, expected: list[int]
) -> None:
    t = at("C.1", {**zones, target: "303"})
    declare(t, target, *units.split())
    assert drms(t) == expected


@rule("RFB crt.modifiers.c")
@pytest.mark.parametrize(
    "units, extra, holder, neighbour, expected",
    [
        ("8GA/1 8GA/2", True, "3GTA/1", 2, 3),
        ("8GA/1 8GA/2", True, "3SHA/1", 2, 3),
        ("8GA/1 5SHA/1", True, "3GTA/1", 2, 2),
        ("8GA/1 8GA/2", False, "3GTA/1", 2, 2),
        ("8GA/1 8GA/2", True, "3GTA/1", 1, 2),
        ("8GA/1 5SHA/1", False, "3SHA/1", 1, 0),
    ],
)
def test_city_modifiers_for_a_complete_army_an_extra_point_and_a_controlled_neighbour(
    units: str, extra: bool, holder: str, neighbour: int, expected: int
) -> None:
    t = at(
        "C.1",
        Tempelhof=units,
        Neukolln=holder,
        progress={"Neukolln": neighbour},
        support=(2, 0),
    )
    declare(t, "Tempelhof", *units.split())
    if extra:
        t.do("support")
    assert number(t, "die modifier") == expected


@rule("RFB crt.q1")
def test_each_modifier_counts_once_however_many_zones_and_armies_attack() -> None:
    t = at("C.1", Lebus="8GA/1", Seelow="8GA/2", Frankfurt="5SHA/1 5SHA/2", Falkenhagen="303")
    declare(t, "Falkenhagen", "8GA/1", "8GA/2", "5SHA/1", "5SHA/2")
    assert drms(t) == [1, 1]


@rule("RFB crt.q1")
def test_half_a_point_over_a_river_is_rounded_up_for_each_unit() -> None:
    alone = at("C.2", Sanitz="2POL/1-", Niesky="Branden")
    declare(alone, "Niesky", "2POL/1")
    assert number(alone, "attack") == 4
    both = at("C.2", Sanitz="2POL/1- 2POL/2-", Niesky="Branden")
    declare(both, "Niesky", "2POL/1", "2POL/2")
    assert number(both, "attack") == 8


@rule("RFB crt.q1")
def test_difficult_terrain_doubles_soviet_defenders_too() -> None:
    t = at("C.3", Falkenhagen="Kurmark", Lebus="8GA/1")
    declare(t, "Lebus", "Kurmark")
    assert number(t, "defence") == 40


@rule("RFB crt.q1")
def test_a_ratio_beyond_the_table_takes_the_last_column() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="391-")
    declare(t, "SOderbruch", "8GA/1")
    assert ratio(t) == "6:1"
    assert odds(t) == COLUMNS["6:1"]
    t = at("C.1", Bridgehead="1POL/1-", SOderbruch="Munch 25PzGr 18PzGr")
    declare(t, "SOderbruch", "1POL/1")
    assert ratio(t) == "1:2"
    assert odds(t) == COLUMNS["1:2"]


@rule("RFB crt.q1")
def test_a_modified_die_beyond_the_table_takes_the_last_row() -> None:
    low = at("C.1", Bridgehead="1GTA/1", Lebus="303")
    declare(low, "Lebus", "1GTA/1")
    assert (number(low, "die modifier"), ratio(low)) == (-2, "2:1")
    assert odds(low) == {"A2": 2, "A1": 2, "A1D1": 2}
    high = at(
        "C.1",
        Bridgehead="8GA/1",
        Seelow="8GA/2",
        SOderbruch="309",
        chits="zhukov = [6]\nkoniev = []\nout = [1, 9]",
    )
    high.do("play 6 8GA")
    declare(high, "SOderbruch", "8GA/1", "8GA/2")
    assert (number(high, "die modifier"), ratio(high)) == (4, "6:1")
    assert odds(high) == {"D3R": 2, "D4R": 4}


@rule("RFB crt.q2")
@pytest.mark.parametrize(
    "stage, home, unit, target, counts",
    [("C.1", "Goritz", "8GA/2", "Lebus", 5), ("C.2", "Sanitz", "2POL/1-", "Niesky", 2)],
)
def test_out_of_supply_and_over_a_river_halves_twice_rounding_up_each_time(
    stage: str, home: str, unit: str, target: str, counts: int
) -> None:
    t = at(stage, {home: unit, target: "303"}, oos=unit.rstrip("-"))
    declare(t, target, unit.rstrip("-"))
    assert number(t, "attack") == counts


@rule("RFB crt.q3")
def test_an_army_is_complete_when_every_printed_counter_fights_on_either_side() -> None:
    both = at("C.2", Triebel="13/1 13/2-", Forst="342")
    declare(both, "Forst", "13/1", "13/2")
    assert drms(both) == [1]
    apart = at("C.2", Triebel="13/1 13/2", Forst="342")
    apart.do("activate 13/1 combat", "activate 13/2 move", "begin", "move 13/2 Priebus", "attack 13/1 Forst")
    assert drms(apart) == []
    survivor = at("C.2", Triebel="13/1", destroyed="13/2", Forst="342")
    declare(survivor, "Forst", "13/1")
    assert drms(survivor) == []
    single = at("C.2", Triebel="31/1", Forst="342")
    declare(single, "Forst", "31/1")
    assert drms(single) == [1]


@rule("RFB crt.q4")
def test_a_road_over_a_river_helps_the_march_but_not_the_attack() -> None:
    chits = "koniev = [2]\nout = [1, 9]"
    t = at("C.2", Cottbus="4GTA/1", Lubben="391", chits=chits)
    declare(t, "Lubben", "4GTA/1")
    assert number(t, "attack") == 10
    covered = at("C.2", Cottbus="4GTA/1", Lubben="391", chits=chits)
    covered.do("play 2 4GTA")
    declare(covered, "Lubben", "4GTA/1")
    assert number(covered, "attack") == 20
    march = at("C.2", Cottbus="5GA/1")
    march.do("activate 5GA/1 reserve", "begin", "move 5GA/1 Zossen")
    assert march.zone("5GA/1") == "Zossen"


@rule("RFB crt.q5")
def test_controlled_neighbours_give_one_in_all_and_only_to_soviets() -> None:
    zones = {"Tempelhof": "8GA/1 11SS", "Neukolln": "3GTA/1", "Zehlendorf": "5SHA/1"}
    levels = {"Neukolln": 2, "Zehlendorf": 2}
    soviet = at("C.1", zones, progress=levels, support=(1, 0))
    declare(soviet, "Tempelhof", "8GA/1")
    assert drms(soviet) == [1]
    german = at("C.3", zones, progress=levels)
    declare(german, "Tempelhof", "11SS")
    assert drms(german) == []


@rule("RFB 8")
def test_8_the_combat_table_serves_outside_berlin_and_the_city_table_inside() -> None:
    outside = at("C.1", Bridgehead="8GA/1", Lebus="303")
    declare(outside, "Lebus", "8GA/1")
    assert odds(outside) == {"A2": 1, "A1": 2, "A1D1": 2, "D1R": 1}
    outside.do("roll", dice=[2])
    assert (outside.rolled("combat"), outside.rolled("city")) == ([2], [])
    inside = at("C.1", Tempelhof="8GA/1 8GA/2 303", support=(1, 0))
    declare(inside, "Tempelhof", "8GA/1", "8GA/2")
    assert odds(inside) == {"A1": 2, "A1D1": 1, "A1+/-1": 2, "D1+/-1": 1}
    inside.do("roll", dice=[2])
    assert (inside.rolled("combat"), inside.rolled("city")) == ([], [2])


@rule("RFB 8.1")
def test_8_1_an_attack_is_reckoned_in_full_and_its_zone_is_not_attacked_again() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1 3SHA/1", SOderbruch="Munch 9Falsch 20PzGr", Seelow="303")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "activate 3SHA/1 combat", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 5SHA/1")
    assert (number(t, "attack"), number(t, "defence"), ratio(t), drms(t)) == (39, 22, "1:1", [])
    t.do("roll", dice=[2])
    t.do("lose 8GA/1")
    t.refused("attack 3SHA/1 SOderbruch", "RFB 8.1.3", "RFB 8.1")


@rule("RFB 8.1.1a")
def test_8_1_1_all_defenders_fight_and_the_attacker_chooses_among_his_neighbouring_units() -> None:
    t = at(
        "C.1",
        Bridgehead="8GA/1 5SHA/1",
        Barwalde="61/1",
        Reppen="69/1",
        SOderbruch="9Falsch 309 303",
        Lebus="712",
    )
    t.do(*(f"activate {unit} combat" for unit in ("8GA/1", "5SHA/1", "61/1", "69/1")), "begin")
    t.do("attack 8GA/1 SOderbruch")
    assert number(t, "defence") == 16
    assert number(t, "attack") == 20
    assert t.can("roll")
    assert t.can("join 5SHA/1")
    t.refused("join 69/1", "RFB 8.1.1a", "RFB 8.1.1", "RFB map.adjacent")
    t.do("join 61/1")
    assert number(t, "attack") == 27


@rule("RFB 8.1.1b")
def test_8_1_1_berlin_zones_are_not_attacked_from_outside() -> None:
    t = at("C.2", Zossen="3GTA/1", Tempelhof="391", Trebbin="286", support=(0, 2))
    t.do("activate 3GTA/1 combat", "begin")
    assert t.can("attack 3GTA/1 Trebbin")
    t.refused("attack 3GTA/1 Tempelhof", "RFB 8.1.1b", "RFB 8.1.1c", "RFB 9")
    alone = at("C.2", Zossen="3GTA/1", Tempelhof="391", support=(0, 2))
    assert not alone.can("activate 3GTA/1 combat")


@rule("RFB 8.1.1c")
def test_8_1_1_only_germans_take_part_in_a_berlin_zone_from_a_neighbouring_one() -> None:
    german = at("C.3", Tempelhof="11SS 2POL/1", Trebbin="286")
    german.do("activate 11SS combat", "activate 286 combat", "begin", "attack 11SS Tempelhof")
    assert german.can("join 286")
    soviet = at("C.2", Tempelhof="3GTA/1", Zossen="3GTA/2", Trebbin="286", support=(0, 2))
    soviet.do("activate 3GTA/1 combat", "activate 3GTA/2 combat", "begin", "attack 3GTA/1 Tempelhof")
    soviet.refused("join 3GTA/2", "RFB 8.1.1c", "RFB 8.1.1b", "RFB 9.2.1a", "RFB 9.2", "RFB 9.2.4a")


@rule("RFB 8.1.1.q1")
def test_8_1_1_soviets_attack_out_of_berlin_but_germans_only_from_a_zone_of_their_own() -> None:
    soviet = at("C.2", Tempelhof="3GTA/1", Trebbin="286")
    fight(soviet, "Trebbin", "3GTA/1", die=1)
    assert soviet.rolled("combat") == [1]
    free = at("C.3", Neukolln="11SS", Zossen="3GTA/1")
    declare(free, "Zossen", "11SS")
    assert number(free, "defence") == 22
    contested = at("C.3", Neukolln="11SS 8GA/1", Zossen="3GTA/1")
    contested.do("activate 11SS combat", "begin")
    assert contested.can("attack 11SS Neukolln")
    contested.refused("attack 11SS Zossen", "RFB 8.1.1.q1", "RFB 7.4.2")


@rule("RFB 8.1.2a")
def test_8_1_2_the_ratio_is_made_of_the_modified_strengths() -> None:
    plain = at("C.1", Bridgehead="8GA/1", SOderbruch="20PzGr")
    declare(plain, "SOderbruch", "8GA/1")
    assert ratio(plain) == "2:1"
    doubled = at("C.1", Bridgehead="8GA/1", Seelow="20PzGr")
    declare(doubled, "Seelow", "8GA/1")
    assert (number(doubled, "defence"), ratio(doubled)) == (14, "1:1")
    halved = at("C.1", Bridgehead="8GA/1", Barwalde="61/1", SOderbruch="20PzGr")
    declare(halved, "SOderbruch", "8GA/1", "61/1")
    assert (number(halved, "attack"), ratio(halved)) == (20 + 7, "3:1")


@rule("RFB 8.1.2b")
@pytest.mark.parametrize(
    "attacker, defenders, column",
    [("8GA/1", "9Falsch", "2:1"), ("1GTA/1", "606 5Jager", "2:1"), ("2GTA/1-", "Munch 25PzGr", "1:2")],
)
def test_8_1_2_the_ratio_is_rounded_in_favour_of_the_defender(
    attacker: str, defenders: str, column: str
) -> None:
    t = at("C.1", Bridgehead=attacker, SOderbruch=defenders)
    declare(t, "SOderbruch", attacker.rstrip("-"))
    assert ratio(t) == column


@rule("RFB 8.1.3")
def test_8_1_3_a_zone_is_attacked_once_per_impulse_and_again_in_the_next_operations_phase() -> None:
    t = at(
        "C.1",
        Bridgehead="8GA/1 5SHA/1 3SHA/1",
        SOderbruch="Munch 9Falsch",
        Seelow="303",
        Triebel="3GTA/1",
        Dresden="404",
    )
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "begin", "attack 8GA/1 SOderbruch")
    t.do("roll", dice=[2])
    assert t.can("attack 5SHA/1 Seelow")
    t.refused("attack 5SHA/1 SOderbruch", "RFB 8.1.3")
    t.do("done", "pass", "pass", "pass", dice=[6])
    assert (t.stage, t.operations) == ("C.1", 2)
    t.do("activate 3SHA/1 combat", "begin")
    assert t.can("attack 3SHA/1 SOderbruch")


@rule("RFB 8.1.3.q1")
def test_8_1_3_a_berlin_zone_sees_one_city_progress_roll_per_impulse() -> None:
    t = at("C.1", Wedding="8GA/1 8GA/2", Oranienburg="391", support=(3, 0))
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin", "attack 8GA/1 Wedding")
    t.do("roll", dice=[2])
    assert t.can("attack 8GA/2 Oranienburg")
    t.refused("attack 8GA/2 Wedding", "RFB 8.1.3.q1", "RFB 8.1.3")
