"""The kinds of counters: points, chains of better and worse units, who belongs to whom."""

import pytest

from berlin.games.orsha.board.counters import COUNTERS, find_kind
from berlin.games.orsha.board.tables import GERMAN, PREFIX, RESULTS, RUSSIAN, SEATS, TABLES
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Counter, Sort, read_counters


def of(*sorts: Sort) -> list[Counter]:
    return [counter for counter in COUNTERS.values() if counter.sort in sorts]


def chain(kind: str, field: str) -> list[str]:
    """A kind, the next by this field, and so on to the last."""
    found = [kind]
    while step := getattr(COUNTERS[found[-1]], field):
        assert step not in found
        found.append(step)
    return [name.partition(":")[2] for name in found]


@pytest.mark.parametrize(
    "kind, points",
    [
        ("g:4-6-7", 2),
        ("r:3-2-8", 1),
        ("r:2-2-8", 2),
        ("g:1-2-7", 2),
        ("g:6+1", 1),
        ("g:8-0", 1),
        ("g:9-1", 2),
        ("r:10-3", 4),
        ("r:7-1", 2),
        ("g:10-0", 1),
        ("g:LMG", 0),
        ("g:PaK-40", 2),
        ("g:44FB", 2),
        ("g:HMG-Cupola", 5),
        ("g:MMG-Cupola", 5),
    ],
)
def test_what_the_loss_of_a_counter_is_worth(kind: str, points: int) -> None:
    assert COUNTERS[kind].points == points


# The best armor of a vehicle; None for one without armor.
ARMOR = {
    "g:PzJg-III-IV": 3,
    "g:Marder-II": 3,
    "g:StuG-IIIG": 8,
    "g:StuH-42": 8,
    "g:SdKfz-10-4": None,
    "g:SdKfz-7-1": None,
    "r:T-34-M43": 11,
    "r:SU-76M": 4,
    "r:ISU-122": 14,
    "r:ISU-152": 14,
    "r:KV-1S": 8,
    "r:PT-34-L": 11,
    "r:PT-34": 11,
    "r:OT-34-ATO-42": 11,
    "r:OT-34-L": 11,
    "r:KV-8S": 8,
    "r:KV-8-L": 11,
    "r:KV-8": 11,
    "r:KV-1-M41": 11,
    "r:KV-1-M42": 11,
}


def test_a_vehicle_is_worth_one_its_main_armament_its_crew_and_each_five_of_armor() -> None:
    for kind, armor in ARMOR.items():
        assert COUNTERS[kind].points == 1 + 1 + 2 + (0 if armor is None else -(-armor // 5)), kind
    assert {vehicle.key for vehicle in of(Sort.VEHICLE)} == {*ARMOR, "r:GAZ-MM"}
    assert COUNTERS["r:GAZ-MM"].points == 1
    assert COUNTERS["r:ISU-122"].points == 7


def test_squads_and_crews_are_worth_two_half_squads_one_support_weapons_nothing() -> None:
    worth = {
        Sort.SQUAD: 2,
        Sort.CREW: 2,
        Sort.HALF: 1,
        Sort.GUN: 2,
        Sort.AIRCRAFT: 2,
        Sort.WEAPON: 0,
        Sort.HERO: 0,
    }
    for counter in of(*worth):
        assert counter.points == worth[counter.sort], counter.key


def test_the_last_figure_of_a_unit_is_its_morale_and_the_first_of_a_leader() -> None:
    for unit in of(Sort.SQUAD, Sort.HALF, Sort.CREW):
        assert unit.morale == int(unit.text.rpartition("-")[2])
    for leader in of(Sort.LEADER):
        assert f"{leader.morale}{leader.modifier:+d}".replace("+0", "-0") == leader.text
    for leader in of(Sort.COMMANDER):
        assert f"{leader.morale}{leader.modifier:+d} armor leader" == leader.text


def test_a_man_is_worth_one_and_one_for_each_point_of_leadership() -> None:
    for leader in of(Sort.LEADER, Sort.COMMANDER):
        assert leader.points == 1 + max(0, -leader.modifier)


def test_both_sides_have_all_leaders_that_tables_name() -> None:
    for side in (GERMAN, RUSSIAN):
        tables = (f"leaders.{SEATS[side]}", "platoon", "hardening.leader")
        for word in {word for key in tables for band in RESULTS[key].bands for word in band.result.split()}:
            assert COUNTERS[find_kind(side, word)].sort is Sort.LEADER
        for band in RESULTS["armor"].bands:
            if band.result:
                assert COUNTERS[find_kind(side, f"AL-{band.result}")].sort is Sort.COMMANDER


@rule("OTO 7.5196.q3")
def test_7_5196_q3_leaders_whom_only_the_tables_know() -> None:
    known = {
        kind: (COUNTERS[f"g:{kind}"].morale, COUNTERS[f"g:{kind}"].modifier)
        for kind in ("10-1", "10-0", "7-1")
    }
    assert known == {"10-1": (10, -1), "10-0": (10, 0), "7-1": (7, -1)}


@rule("OTO 7.5113a")
@pytest.mark.parametrize("prefix", PREFIX)
def test_leaders_harden_up_to_10_3_and_are_replaced_down_to_6_1(prefix: str) -> None:
    ladder = ["6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3"]
    assert chain(f"{prefix}6+1", "harder") == ladder
    assert chain(f"{prefix}10-3", "lower") == ladder[::-1]
    ranks = [COUNTERS[f"{prefix}{word}"].grade for word in ladder]
    assert ranks == sorted(set(ranks))
    for leader in of(Sort.LEADER):
        for better in chain(leader.key, "harder")[1:]:
            assert COUNTERS[leader.key[:2] + better].grade > leader.grade
        for worse in chain(leader.key, "lower")[1:]:
            assert COUNTERS[leader.key[:2] + worse].grade < leader.grade


@rule("OTO 7.5112b")
@pytest.mark.parametrize(
    "kind, lower, harder",
    [
        ("g:8-3-8", "8-3-8", "8-3-8"),
        ("g:5-4-8", "5-4-8 4-4-7 4-3-6", "5-4-8"),
        ("g:4-6-8", "4-6-8 4-6-7 4-4-7 4-3-6", "4-6-8"),
        ("g:4-6-7", "4-6-7 4-4-7 4-3-6", "4-6-7 4-6-8"),
        ("g:4-3-6", "4-3-6", "4-3-6 4-4-7 4-6-7 4-6-8"),
        ("r:4-5-8", "4-5-8 4-4-7 4-2-6", "4-5-8"),
        ("r:6-2-8", "6-2-8 5-2-7 4-2-6", "6-2-8"),
        ("r:4-4-7", "4-4-7 4-2-6", "4-4-7 4-5-8"),
        ("r:4-2-6", "4-2-6", "4-2-6 5-2-7 6-2-8"),
    ],
)
def test_squads_are_replaced_and_hardened_step_by_step(kind: str, lower: str, harder: str) -> None:
    assert chain(kind, "lower") == lower.split()
    assert chain(kind, "harder") == harder.split()


HALVES = {
    "g": {
        "4-6-8": "2-4-8",
        "5-4-8": "2-3-8",
        "8-3-8": "3-3-8",
        "4-6-7": "2-4-7",
        "4-4-7": "2-3-7",
        "4-3-6": "2-3-6",
    },
    "r": {"4-5-8": "2-4-8", "6-2-8": "3-2-8", "4-4-7": "2-3-7", "5-2-7": "2-2-7", "4-2-6": "2-2-6"},
}


@rule("OTO 7.5111.base")
def test_each_squad_has_its_half_squad_which_goes_the_same_ways() -> None:
    assert {c.key for c in of(Sort.SQUAD)} == {f"{s}:{k}" for s, halves in HALVES.items() for k in halves}
    for squad in of(Sort.SQUAD):
        half = COUNTERS[squad.half]
        assert half.key == f"{squad.key[0]}:{HALVES[squad.key[0]][squad.text]}"
        assert (half.sort, half.whole, half.grade, half.morale) == (
            *(Sort.HALF, squad.key, squad.grade, squad.morale),
        )
        for field in ("lower", "harder"):
            step = getattr(squad, field)
            assert getattr(half, field) == (COUNTERS[step].half if step else "")
    assert {half.key for half in of(Sort.HALF)} == {squad.half for squad in of(Sort.SQUAD)}


@rule("OTO 7.508c")
def test_who_comes_back_from_captivity_is_a_conscript_of_his_size() -> None:
    conscripts = ("g:4-3-6", "g:2-3-6"), ("r:4-2-6", "r:2-2-6")
    for unit in of(Sort.SQUAD, Sort.HALF, Sort.CREW):
        assert unit.conscript == conscripts[unit.side][unit.sort is not Sort.SQUAD]
    assert not any(man.conscript for man in of(Sort.LEADER, Sort.HERO))


@rule("OTO 7.5112d")
def test_elite_units_and_crews_do_not_harden() -> None:
    elite = {"g:4-6-8", "g:5-4-8", "g:8-3-8", "r:4-5-8", "r:6-2-8"}
    assert {squad.key for squad in of(Sort.SQUAD) if squad.grade == 3} == elite
    for unit in of(Sort.SQUAD, Sort.HALF, Sort.CREW):
        assert bool(unit.harder) == (unit.grade < 3 and unit.sort is not Sort.CREW)


def test_guns_are_crewed_by_2_2_8_and_vehicles_by_1_2_7() -> None:
    for gun in of(Sort.GUN, Sort.CUPOLA):
        assert gun.crew == find_kind(gun.side, "2-2-8")
    for vehicle in of(Sort.VEHICLE):
        assert vehicle.crew == ("" if vehicle.key == "r:GAZ-MM" else find_kind(vehicle.side, "1-2-7"))


def test_which_weapons_are_used_up_and_which_can_be_repaired() -> None:
    assert {c.key for c in of(Sort.WEAPON) if c.expendable} == {
        *("g:PSK", "g:FT", "g:DC", "r:FT", "r:DC"),
    }
    for weapon in of(Sort.WEAPON, Sort.GUN):
        assert bool(weapon.repair) != weapon.expendable


@rule("OTO 6.weapon")
def test_6_an_lmg_is_a_weapon_a_radio_is_equipment_alone() -> None:
    assert (COUNTERS["g:LMG"].is_weapon, COUNTERS["g:LMG"].is_equipment) == (True, True)
    assert (COUNTERS["g:radio"].is_weapon, COUNTERS["g:radio"].is_equipment) == (False, True)
    assert COUNTERS["r:45L"].is_weapon
    assert COUNTERS["r:T-34-M43"].is_weapon
    assert not COUNTERS["r:GAZ-MM"].is_weapon
    assert not COUNTERS["r:4-4-7"].is_weapon


def test_what_is_tracked_armored_armed_and_large() -> None:
    unarmored = {"g:SdKfz-10-4", "g:SdKfz-7-1", "r:GAZ-MM"}
    assert {c.key for c in of(Sort.VEHICLE) if not c.afv} == unarmored
    assert {c.key for c in of(Sort.VEHICLE) if not c.tracked} == unarmored
    assert {c.key for c in of(Sort.VEHICLE) if not c.armed} == {"r:GAZ-MM"}
    assert all(cupola.afv and not cupola.tracked for cupola in of(Sort.CUPOLA))
    mortars = {"g:81mm-MTR", "g:GrW-42", "r:82mm-MTR", "r:PM-38"}
    assert {gun.key for gun in of(Sort.GUN) if not gun.large} == mortars
    assert {c.key for c in COUNTERS.values() if c.dismantled} == {
        *("g:MMG", "g:HMG", "g:81mm-MTR", "r:.50cal", "r:50mm-MTR", "r:82mm-MTR"),
    }


def test_the_weights_of_a_battle_put_better_counters_first() -> None:
    def weights(*kinds: str, field: str) -> list[int]:
        return [getattr(COUNTERS[kind], field) for kind in kinds]

    for field, kinds in {
        "fire": ("g:LMG", "g:MMG", "g:HMG"),
        "shot": ("g:FlaK-30", "g:PaK-40", "g:FlaK-88"),
        "cover": ("r:GAZ-MM", "r:SU-76M", "r:KV-1S", "r:T-34-M43", "r:ISU-122"),
    }.items():
        found = weights(*kinds, field=field)
        assert found == sorted(set(found)), kinds
    fighters = (Sort.SQUAD, Sort.HALF, Sort.CREW, Sort.GUN, Sort.CUPOLA, Sort.AIRCRAFT)
    assert all(c.fire > 0 and c.cover > 0 for c in of(*fighters))
    assert all(c.shot > 0 and c.cover > 0 for c in of(Sort.VEHICLE) if c.armed)


def test_a_counter_that_names_one_that_is_not_there_is_complained_about() -> None:
    rows = [dict(row) for row in TABLES.rows("counters")]
    rows[0]["half"] = "g:9-9-9"
    with pytest.raises(ValueError, match="g:4-6-8: there is no counter 'g:9-9-9'"):
        read_counters(rows, SEATS)
    with pytest.raises(KeyError):
        find_kind(GERMAN, "9-9-9")
