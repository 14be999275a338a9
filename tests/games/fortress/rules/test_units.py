"""OTB 13, 14 and 15.2, FB 2.2, 11.2 and 15: the counters, as the lists give them."""

from collections import Counter

import pytest
from tests.games.fortress.positions import Table

from berlin.games.fortress.board.units import (
    CONFUSION,
    DEFENSIVE,
    DIVISION,
    DIVISIONS,
    FIREPOWER,
    FLAK,
    GLIDER,
    INFANTRY,
    KEYS,
    KIND,
    MEMBERS,
    MOTOR,
    MOVEMENT,
    NATION,
    PROTECTION,
    RANGES,
    ROW,
    SERVICE,
    TOWED,
    TYPE,
    TYPES,
    UNITS,
    VOLKSSTURM,
    YOUTH,
    find_unit,
    plays,
)
from berlin.games.fortress.cover import ALLIED, COVER, GERMAN
from berlin.games.fortress.game import GAME
from berlin.kernel.proof.mark import rule


def figures(unit: int) -> str:
    strength = f"({FIREPOWER[unit]})" if DEFENSIVE[unit] else str(FIREPOWER[unit])
    return f"{TYPES[TYPE[unit]]} {strength}-{PROTECTION[unit]}-{MOVEMENT[unit]}"


def order(division: str) -> Counter[str]:
    return Counter(figures(unit) for unit in MEMBERS[division])


def kinds(division: str, kind: str) -> Counter[str]:
    return Counter(figures(unit) for unit in MEMBERS[division] if KIND[unit] == kind)


def in_play(scenario: str, side: int) -> list[int]:
    return [unit for unit in RANGES[side] if plays(unit, scenario)]


@rule("OTB 15.2a")
def test_the_british_1st_has_twelve_units_with_three_polish_battalions_and_confusion_1() -> None:
    assert order("1") == {
        "hq 2-3-4": 1,
        "at 3-2-0": 1,
        "artillery 4-2-0": 1,
        "infantry 3-2-4": 3,
        "infantry 4-2-4": 6,
    }
    assert kinds("1", "glider") == {"infantry 4-2-4": 3}
    assert [KEYS[unit] for unit in MEMBERS["1"] if NATION[unit] == "polish"] == ["1/Pol1", "1/Pol2", "1/Pol3"]
    assert all(KIND[find_unit(f"1/Pol{number}")] == "parachute" for number in (1, 2, 3))
    assert CONFUSION[DIVISIONS.index("1")] == 1


@rule("OTB 15.2b")
def test_the_british_6th_has_thirteen_units_and_confusion_2() -> None:
    assert order("6") == {
        "hq 2-3-4": 1,
        "at 3-2-0": 1,
        "artillery 4-2-0": 1,
        "infantry 4-2-4": 4,
        "infantry 3-2-4": 6,
    }
    assert kinds("6", "glider") == {"infantry 4-2-4": 3}
    assert kinds("6", "parachute") == {"infantry 4-2-4": 1, "infantry 3-2-4": 6}
    assert CONFUSION[DIVISIONS.index("6")] == 2


@rule("OTB 15.2c")
def test_the_british_52nd_has_sixteen_units_and_confusion_1() -> None:
    assert order("52") == {
        "hq 2-3-4": 1,
        "infantry 6-2-4": 1,
        "mg 6-2-4": 1,
        "infantry 5-2-4": 9,
        "artillery 4-2-0": 4,
    }
    assert CONFUSION[DIVISIONS.index("52")] == 1


@rule("OTB 15.2d", "OTB 15.2e", "OTB 15.2f")
@pytest.mark.parametrize(
    ("division", "engineer", "parachutes", "gliders", "confusion"),
    [
        ("17", "engineer 5-2-4", {"infantry 2-2-4": 6}, {"infantry 3-2-4": 3}, 2),
        ("82", "engineer 6-2-4", {"infantry 3-2-4": 6}, {"infantry 4-2-4": 3}, 1),
        ("101", "engineer 6-2-4", {"infantry 3-2-4": 4, "infantry 4-2-4": 2}, {"infantry 4-2-4": 3}, 1),
    ],
)
def test_an_american_division_has_sixteen_units(
    division: str, engineer: str, parachutes: dict[str, int], gliders: dict[str, int], confusion: int
) -> None:
    assert len(MEMBERS[division]) == 16
    found = order(division)
    assert (found["hq 2-3-4"], found[engineer], found["at 3-2-0"], found["artillery 4-2-0"]) == (1, 1, 1, 4)
    assert kinds(division, "parachute") == parachutes
    assert kinds(division, "glider") == gliders
    assert {NATION[unit] for unit in MEMBERS[division]} == {"us"}
    assert CONFUSION[DIVISIONS.index(division)] == confusion


@rule("OTB 2.0a", "OTB 2.0.q1")
def test_the_allied_force_counts_eighty_nine_units_and_six_markers() -> None:
    assert len(in_play("drop", ALLIED)) == 89
    assert len(in_play("landed", ALLIED)) == 89
    assert len(DIVISIONS) == 6
    assert [len(MEMBERS[key]) for key in DIVISIONS] == [12, 13, 16, 16, 16, 16]
    assert all(ROW[unit].source == "printed" for unit in in_play("drop", ALLIED))


@rule("OTB 1.0b")
def test_the_sides_are_allied_and_german_and_no_soviets_come() -> None:
    assert GAME.seats == ("allied", "german")
    assert {NATION[unit] for unit in in_play("drop", ALLIED)} == {"british", "polish", "us"}
    assert {NATION[unit] for unit in in_play("drop", GERMAN)} == {"german"}
    assert {NATION[unit] for unit in in_play("berlin", ALLIED)} == {"soviet"}


@rule("FB 1.0")
def test_both_games_are_in_the_box() -> None:
    assert [one.key for one in COVER.scenarios] == ["drop", "landed", "berlin"]


# OTB 14: formation, figures by count, areas, the turn here and in Fortress Berlin.
COMING = [
    (
        "9P",
        {"hq 2-3-6": 1, "infantry 3-2-4": 1, "infantry 2-2-4": 1, "infantry 1-2-4": 1, "assault gun 1-4-6": 1}
        | {"artillery 6-2-0": 1},
        ("A-C", "2 1"),
    ),
    (
        "56K",
        {"hq 2-3-6": 1, "artillery 16-2-0": 1, "artillery 12-2-0": 1, "mg 3-4-6": 1, "assault gun 3-4-6": 1},
        ("H-K", "3 2"),
    ),
    (
        "Mun",
        {"hq 2-3-6": 1, "recon 1-4-6": 1, "armor 3-5-6": 1, "mech 2-4-6": 2, "assault gun 1-4-6": 1}
        | {"mech 3-4-6": 1, "artillery 6-2-0": 1},
        ("H-K", "3 2"),
    ),
    (
        "18",
        {"hq 2-3-6": 1, "recon 3-4-6": 1, "armor 5-5-6": 1, "assault gun 3-4-6": 1, "mech 5-4-6": 2}
        | {"artillery 8-2-2": 1},
        ("H-K", "4 3"),
    ),
    (
        "20",
        {"hq 2-3-6": 1, "recon 2-4-6": 1, "at 6-2-0": 1, "mech 4-4-6": 2, "armor 4-5-6": 1}
        | {"artillery 8-2-0": 1},
        ("H-K", "5 4"),
    ),
    (
        "11SS",
        {"hq 2-3-6": 1, "recon 1-4-6": 1, "assault gun 3-4-6": 1, "armor 6-5-6": 1, "mech 4-4-6": 2}
        | {"artillery 8-2-2": 1, "armor 6-6-4": 1},
        ("D-F", "9 1"),
    ),
]


@rule(
    *("OTB 14.turn2", "OTB 14.turn3a", "OTB 14.turn3b", "OTB 14.turn3.q1", "OTB 14.turn4", "OTB 14.turn5"),
    *("OTB 14.turn9", "FB 14.base"),
)
@pytest.mark.parametrize(("division", "listed", "when"), COMING)
def test_the_german_formations_are_as_listed(
    division: str, listed: dict[str, int], when: tuple[str, str]
) -> None:
    assert order(division) == listed
    assert {(ROW[unit].areas, ROW[unit].enters) for unit in MEMBERS[division]} == {when}


@rule("OTB 14.turn10", "FB 14.base")
def test_clausewitz_is_one_mechanized_unit_for_the_areas_t_to_v() -> None:
    unit = find_unit("Clausewitz")
    assert (figures(unit), ROW[unit].areas, ROW[unit].enters) == ("mech 1-4-6", "T-V", "10 8")
    assert not DIVISION[unit]


SHOCK = {"infantry 4-2-4": 6, "artillery 12-2-0": 2, "engineer 3-3-4": 1}


@rule("FB 15.base.a", "FB 15.base.b", "FB 15.base.c")
@pytest.mark.parametrize(
    ("army", "listed", "areas", "turn"),
    [
        (
            "3Sh",
            {"infantry 4-2-4": 6, "armor 5-5-6": 1, "artillery 12-2-0": 2, "engineer 3-3-4": 1},
            "A-C",
            1,
        ),
        (
            "5Sh",
            {"infantry 4-2-4": 6, "armor 5-5-6": 2, "artillery 12-2-0": 2, "engineer 3-3-4": 1},
            "D-F",
            1,
        ),
        ("8G", {"infantry 5-2-4": 6, "armor 5-5-6": 2, "artillery 12-2-0": 2, "engineer 4-3-4": 1}, "H-J", 1),
        ("1GT", {"armor 6-5-6": 3, "mech 4-4-6": 2, "artillery 8-2-2": 1}, "I-K", 1),
        ("2GT", {"armor 6-5-6": 3, "mech 4-4-6": 2, "artillery 8-2-2": 1}, "A B V", 1),
        ("47", {"infantry 3-2-4": 4, "artillery 8-2-0": 1}, "T-V", 2),
        ("3GT", {"armor 6-5-6": 3, "mech 4-4-6": 3, "artillery 8-2-2": 1}, "M-O", 3),
        ("28", {"infantry 4-2-4": 4, "artillery 8-2-0": 1}, "N-P", 3),
    ],
)
def test_the_soviet_armies_are_as_listed(army: str, listed: dict[str, int], areas: str, turn: int) -> None:
    assert order(army) == {"hq 2-3-6": 1, **listed}
    assert {(ROW[unit].areas, ROW[unit].enters) for unit in MEMBERS[army]} == {(areas, str(turn))}


@rule("FB 11.2.pool", "FB 11.2.hj", "OTB 13.1a")
def test_there_are_forty_volkssturm_and_eight_hitler_youth_units() -> None:
    assert len(VOLKSSTURM) == 40
    assert {figures(unit) for unit in VOLKSSTURM} == {"infantry 1-2-4"}
    assert Counter(figures(unit) for unit in YOUTH) == {"infantry (1)-2-0": 5, "infantry (2)-2-0": 3}
    assert figures(find_unit("HJ-Goebbels")) == "infantry (1)-2-0"


@rule("FB 2.2.factors")
def test_only_hitler_youth_have_firepower_in_parentheses_before_a_volkssturm_shows_its_values() -> None:
    assert {unit for unit in range(UNITS) if DEFENSIVE[unit]} == set(YOUTH)


@rule("FB 2.2.types", "OTB 2.2.2")
def test_how_a_unit_moves_follows_from_its_type() -> None:
    for key in ("456MG", "56K/HQ", "1/HQ", "Mun/Recon", "GD1", "11SS/Tiger", "9P/AG", "18/Art", "1GT/Art"):
        assert (MOTOR[find_unit(key)], TOWED[find_unit(key)]) == (True, False), key
    for key in ("82/AT", "Zoo-Flak", "408-Heavy", "20/Art", "Berlin-AT6", "52/Art4", "3Sh/Art1"):
        assert (MOTOR[find_unit(key)], TOWED[find_unit(key)]) == (False, True), key
    for key in ("52/MG", "MVK", "Police1", "HJ1", "VS1", "82/Eng", "Lobeck", "9P/Para-1"):
        assert (MOTOR[find_unit(key)], TOWED[find_unit(key)]) == (False, False), key
    assert {TYPES[TYPE[unit]] for unit in range(UNITS)} == set(TYPES)


@rule("OTB 15.3.1c", "OTB 2.2.2")
def test_weapons_headquarters_and_glider_infantry_come_by_glider_and_all_others_by_parachute() -> None:
    for division in DIVISIONS:
        if division == "52":
            continue
        for unit in MEMBERS[division]:
            by_parachute = KIND[unit] == "parachute" or TYPES[TYPE[unit]] == "engineer"
            assert GLIDER[unit] is not by_parachute, KEYS[unit]
    assert sum(not GLIDER[unit] for unit in MEMBERS["82"]) == 7
    assert sum(not GLIDER[unit] for unit in MEMBERS["1"]) == 6
    assert sum(GLIDER[unit] for unit in MEMBERS["6"]) == 6


@rule("FB 2.2.services", "OTB 11.1.1.q1")
@pytest.mark.parametrize(
    ("service", "units"),
    [
        ("ss", "HGuard LAH1 LAH2 Janums 11SS/HQ 11SS/Tiger Clausewitz"),
        ("navy", "MVK"),
        ("luftwaffe", "HG-Mech HG-Inf LwField Officers Ordnance Academy Tegel-AT1 Tegel-Flak2 Lw-AT"),
        (
            "luftwaffe",
            "Tempelhof-AT2 Tempelhof-Flak3 Gatow-AT Gatow-Flak Zoo-Flak Berlin-Flak2",
        ),
        ("luftwaffe", "9P/HQ 9P/Para-3 9P/AG 9P/Art Tiergarten-Flak Grunewald-Flak Botanical-Flak"),
        ("army", "BerlinHQ GD1 GD2 408-Heavy 408-Light Lobeck Berlin-AT1 Berlin-AT6 56K/HQ 456MG Mun/Pz"),
        ("army", "18/HQ 18/Art 20/HQ 20/AT"),
        ("hj", "HJ-Goebbels HJ1 HJ-Strong3"),
        ("vs", "VS1 VS40"),
        ("police", "Police1 Police4"),
        ("other", "FAH VSEng1 VSEng3"),
    ],
)
def test_each_german_unit_has_its_service(service: str, units: str) -> None:
    assert {SERVICE[find_unit(key)] for key in units.split()} == {service}


@rule("OTB 13.2h", "OTB 13.3c")
def test_there_are_fourteen_flak_and_twelve_anti_tank_battalions_at_the_start() -> None:
    start = [unit for unit in RANGES[GERMAN] if ROW[unit].enters == "setup"]
    assert sum(TYPE[unit] == FLAK for unit in start) == 14
    assert {figures(unit) for unit in start if TYPE[unit] == FLAK} == {"flak 6-3-0"}
    guns = [unit for unit in start if TYPES[TYPE[unit]] == "at"]
    assert len(guns) == 12
    assert {figures(unit) for unit in guns} == {"at 6-2-0"}


@rule("OTB 11.2", "FB 11.2.1", "OTB 11.1a")
def test_plant_protection_battalions_and_hitler_are_in_fortress_berlin_alone() -> None:
    table, base = Table.new("drop"), Table.new("berlin")
    for key in ("PPB1", "PPB6", "Hitler"):
        assert table.where(key) == "out"
        assert base.where(key) != "out"
    assert sum(TYPE[unit] == INFANTRY and KEYS[unit].startswith("PPB") for unit in range(UNITS)) == 6
    assert figures(find_unit("PPB1")) == "infantry 1-2-0"
    for key in ("Goering", "Himmler"):
        assert base.where(key) == "out"
