"""The counters and the set-ups against the ledger's figures, typed here once more."""

import pytest

from berlin.games.noretreat.board.ground import AT, MAP
from berlin.games.noretreat.board.tables import AXIS, SETUPS, SOVIET, Start
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    ALLIED,
    BACK,
    COST,
    COUNTERS,
    FIXED,
    FRONT,
    GERMAN,
    HOME,
    KEYS,
    KIND,
    KIT,
    LEAVES,
    MOVEMENT,
    NAMES,
    NATION,
    RANGES,
    REBUILT,
    SIDE,
    STATIC,
    STRENGTH,
    UNITS,
    arriving,
    due_by,
    find_unit,
    full_steps,
    steps,
)
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

# Unit, kind, full and reduced; (n) is a strength in parentheses.
AXIS_ROSTER = """
1Pz  armor    7-6 5-6
2Pz  armor    7-6 5-6
3Pz  armor    6-6 5-6
4Pz  armor    5-6 4-6
SSPz armor    6-6 4-6
2A   mech     5-5 4-4
8A   mech     5-4 3-4
SSGr mech     3-5 2-4
4A   infantry 4-4 3-4
6A   infantry 4-4 3-4
9A   infantry 4-4 3-4
11A  infantry 4-4 3-4
16A  infantry 3-4 3-3
17A  infantry 4-4 3-4
18A  infantry 3-4 3-3
Fin  fort     (4) (2)
"""
# Unit, name, kind and figures; name, kind and figures upgraded; the cards of its return, if they are printed.
SOVIET_ROSTER = """
NW   Northwest      infantry 3-3 > 2 Baltic       infantry 6-3
W    West           infantry 4-3 > 3 Byelorussian infantry 7-3
SW   Southwest      infantry 5-3 > 1 Byelorussian infantry 8-2 : 2
S    South          infantry 3-3 > 4 Ukraine      infantry 6-3
Cen  Central        mech     5-3 > 5 Guards Tank  armor    8-4
Res  Reserve        mech     4-3 > 3 Tank         armor    6-4
Bry  Bryansk        mech     3-3 > 4 Tank         armor    5-4
Len  Leningrad      infantry 3-3 > Leningrad      fort     (5)
Mos  Moscow         infantry 2-3 > Moscow         fort     (4)
Sev  Sevastopol     infantry 2-3 > Sevastopol     fort     (3)
Kal  Kalinin        infantry 4-3 > 1 Baltic       infantry 7-3
Cau  Caucasus       mech     3-3 > 2 Tank         armor    5-4
Vol  Volkhov        infantry 4-3 > 3 Baltic       infantry 7-3
Cri  Crimean        infantry 3-3 > Shock          infantry 5-3 : 2
NCau North Caucasus infantry 4-3 > 2 Byelorussian infantry 7-3
Vor  Voronezh       infantry 3-3 > 1 Ukraine      infantry 6-3
Sta  Stalingrad     infantry 4-3 > 3 Ukraine      infantry 7-3
Don  Don            mech     4-3 > 1 Tank         armor    6-4
Kur  Kursk          mech     3-3 > 6 Tank         armor    5-4
Ste  Steppe         infantry 3-3 > 2 Ukraine      infantry 6-3
"""
# Chosen by us but for the figures of Groups E and F.
HOUSE_ROSTER = """
Rum3 infantry 2-3
Rum4 infantry 2-3
Hun2 infantry 2-3
Ita8 infantry 2-3
LwG  fort (2)
KG1  infantry 1-3
KG2  infantry 1-3
KG3  infantry 1-3
KG4  infantry 1-3
GrE  infantry 3-4 2-4
GrF  infantry 4-4 2-4
Hun1 infantry 3-3 2-3
Hun3 infantry 2-3 1-3
BerG fort (4)
FesK fort (2)
FesB fort (2)
VolB volksturm (1)
VolP volksturm (1)
VolR volksturm (1)
VolK volksturm (1)
VolV volksturm (1)
SRum infantry 3-3 2-3
Pol  infantry 3-3
"""
# Units by place: + the upgraded or fort side, - the reduced one.
SET_UPS = {
    ("1941", AXIS): """
4Pz/16A -7,3; 18A -6,2; 3Pz/9A -5,0; 2Pz/4A -4,0; 1Pz/6A -2,-3; 17A -1,-3; 11A/Rum3 2,-4; Rum4 4,-5; Fin
-10,12
""",
    ("1941", SOVIET): """
NW -6,4; W -4,1; SW -1,-2; S 3,-3; Cen 0,0; Bry -3,6; Res -3,9; Len -9,11
""",
    ("1943", AXIS): """
18A- -8,10; 16A -7,9; 3Pz- -5,7; 4A-/LwG -3,6; 9A-/2Pz- -1,6; 2A- 1,3; 4Pz/SSPz 2,3; 1Pz- 4,2;
6A- 5,2; 17A-/Rum3 8,-1; Rum4 7,-3; 11A- 4,0; Fin -10,12
""",
    ("1943", SOVIET): """
Len+ -9,11; Vol -8,11; NW -7,10; Kal+ -5,8; W+ -3,7; Bry -2,7; Res+ -2,8; Cen+ 0,6; Kur 1,5; Vor+ 1,4;
SW 3,4; S 4,3; Sta+ 6,2; NCau 8,0; Cri 7,1; Don+ 2,5; Cau 1,6; Mos+ -3,9
""",
    ("1944", AXIS): """
18A- -8,10; 16A -7,9; 3Pz- -4,5; 4A- -3,4; 9A- -2,3; 2A -1,1; 4Pz/SSPz 0,-2; 1Pz- 1,-2; 8A 1,-1;
6A- 3,-2; 17A/Rum3 7,-3; Rum4 4,-3; LwG -8,6; Fin -10,12
""",
    ("1944", SOVIET): """
Len -9,11; Vol+ -8,11; NW+ -7,10; Kal+ -5,6; W+ -3,5; Bry+ -3,6; SW+ -2,4; NCau+ -1,2; Vor+ 0,0; Res+
0,-1; Don+ 1,0; Ste+ 2,-1; Cen+ 2,1; Kur 2,0; Sta+ 3,0; S+ 4,-1; Cau+ 5,-1; Cri 8,-2; Mos -3,9; Sev 8,-1
""",
    ("1945", AXIS): """
16A/18A- -8,4; FesK/VolK -7,2; 4A- -6,2; 3Pz- -6,1; 2A- -6,0; 9A- -5,-1; 4Pz -4,-2; 17A- -3,-2;
1Pz- -2,-4; Hun1 -1,-5; 6A-/Hun3 0,-7; 8A- -1,-6; SSGr -1,-8; GrF 1,-9; GrE 2,-10; BerG/VolB -8,-3;
VolP -7,-2; FesB/VolR -5,-4; VolV -2,-8; Fin -10,12
""",
    ("1945", SOVIET): """
Kal+ -7,5; Vol+ -7,4; W+/Res+ -6,3; NCau+/Cen+ -5,1; SW+/Don+ -5,0; Cau+ -4,0; Vor+/Bry+ -3,-1; S+
-1,-4; Ste+/Kur+ 0,-6; Sta+ 1,-7; SRum- 1,-6; NW+ -8,6; Len -9,11; Yug1 3,-12; Yug2 5,-11; Cri+ -4,1;
Mos -3,9
""",
}


def figures(unit: int, face: int) -> str:
    if FIXED[face][unit]:
        assert MOVEMENT[face][unit] == 0
        return f"({STRENGTH[face][unit]})"
    return f"{STRENGTH[face][unit]}-{MOVEMENT[face][unit]}"


def lines(roster: str) -> list[str]:
    return roster.strip().splitlines()


@rule(
    *("NR 12.unit.axis.panzer", "NR 12.unit.axis.mech", "NR 12.unit.axis.infantry"),
    *("NR 12.unit.axis.finn", "NR 12.unit.conv"),
)
@pytest.mark.parametrize("line", lines(AXIS_ROSTER))
def test_axis_counters_bear_their_figures_on_both_sides(line: str) -> None:
    key, kind, full, reduced = line.split()
    unit = find_unit(key)
    assert SIDE[unit] == AXIS
    assert (KIND[FRONT][unit], KIND[BACK][unit]) == (kind, kind)
    assert (figures(unit, FRONT), figures(unit, BACK)) == (full, reduced)
    assert (steps(unit, FRONT, 1), steps(unit, BACK, 1)) == (2, 1)


@rule(
    *("NR 12.unit.soviet.start.inf", "NR 12.unit.soviet.start.mech", "NR 12.unit.soviet.regional"),
    *("NR 12.unit.soviet.reinf.a", "NR 12.unit.soviet.reinf.b", "NR 12.unit.conv"),
)
@pytest.mark.parametrize("line", lines(SOVIET_ROSTER))
def test_soviet_counters_bear_their_early_and_their_upgraded_side(line: str) -> None:
    early, _, late = line.partition(" > ")
    late, _, cost = late.partition(" : ")
    key, *name, kind, first = early.split()
    *late_name, late_kind, second = late.split()
    unit = find_unit(key)
    assert SIDE[unit] == SOVIET
    assert NAMES[FRONT][unit] == " ".join(name)
    assert NAMES[BACK][unit] == " ".join(late_name)
    assert (KIND[FRONT][unit], KIND[BACK][unit]) == (kind, late_kind)
    assert (figures(unit, FRONT), figures(unit, BACK)) == (first, second)
    assert COST[unit] == int(cost or 0)


@rule("NR 12.unit.axis.kit", "NAB 2.3.1a", "NAB 7.4a", "NAB 7.4b", "NAB 2.3.q1")
@pytest.mark.parametrize("line", lines(HOUSE_ROSTER))
def test_counters_of_our_own_bear_the_figures_we_gave_them(line: str) -> None:
    key, kind, front, *back = line.split()
    unit = find_unit(key)
    assert KIND[FRONT][unit] == kind
    assert figures(unit, FRONT) == front
    assert full_steps(unit, 23) == 1 + len(back)
    for face in back:
        assert figures(unit, BACK) == face


@rule("NR 7.onestep")
def test_one_step_units() -> None:
    one = {KEYS[unit] for unit in ALL_UNITS if full_steps(unit, 16) == 1}
    soviet = {KEYS[unit] for unit in RANGES[SOVIET]} - {"SRum"}
    mine = "Rum3 Rum4 Hun2 Ita8 LwG KG1 KG2 KG3 KG4 BerG FesK FesB VolB VolP VolR VolK VolV"
    assert one == soviet | set(mine.split())
    late = {KEYS[unit] for unit in ALL_UNITS if full_steps(unit, 17) == 1}
    assert late == {*mine.split(), "Len", "Mos", "Sev", "Pol", "Yug1", "Yug2"}
    west = find_unit("W")
    assert [steps(west, BACK, 16), steps(west, BACK, 17), steps(west, FRONT, 17)] == [1, 2, 1]


@rule("NR 12.unit.soviet.kit")
def test_yugoslavs_have_a_fort_side() -> None:
    for key in ("Yug1", "Yug2"):
        unit = find_unit(key)
        assert (figures(unit, FRONT), figures(unit, BACK)) == ("2-3", "(3)")
        assert NATION[unit] == "yugoslav"


@rule("NR 12.unit.count", "NAB 2.3.q1", "NAB 2.0")
def test_there_are_61_counters_of_which_16_come_with_the_kit() -> None:
    assert (len(RANGES[AXIS]), len(RANGES[SOVIET]), UNITS) == (37, 24, 61)
    kit = {KEYS[unit] for unit in range(UNITS) if KIT[unit]}
    assert len(kit) == 16
    assert {"Hun1", "Hun3", "GrE", "GrF", "SRum", "Pol", "Yug1", "Yug2", "BerG"} < kit
    assert len({key.casefold() for key in KEYS}) == 61
    with pytest.raises(KeyError):
        find_unit("99A")


@rule(
    *("NR 11.turn2", "NR 11.turn3", "NR 11.turn4", "NR 11.turn6", "NR 11.turn7", "NR 11.turn9"),
    *("NR 11.turn10", "NR 11.turn12", "NR 11.turn13", "NR 11.turn14", "NR 11.turn17", "NAB 13.0.23b"),
)
def test_reinforcements_are_due_on_their_turns() -> None:
    due = {turn: " ".join(KEYS[unit] for unit in arriving(turn)) for turn in range(1, 29)}
    assert {turn: units for turn, units in due.items() if units} == {
        2: "2A Kal Cau",
        3: "Mos Sev",
        4: "Vol Cri",
        6: "NCau",
        7: "Hun2 Ita8 Vor Sta",
        9: "Don",
        10: "LwG",
        12: "SSPz Kur",
        13: "Ste",
        14: "8A",
        17: "SSGr",
        23: "BerG VolB VolP VolR VolK VolV",
    }
    assert {KEYS[unit] for unit in due_by("gg")} == {"Hun1", "Hun3", "FesK", "FesB"}
    assert {KEYS[unit] for unit in due_by("oil")} == {"GrE", "GrF", "SRum", "Yug1", "Yug2"}
    assert {KEYS[unit] for unit in due_by("warsaw")} == {"Pol"}
    assert {KEYS[unit] for unit in due_by("card25")} == {"KG1", "KG2", "KG3", "KG4"}
    assert len(due_by("start")) == 22


@rule("NR 11.turn15", "NR 11.turn16", "NR 11.turn18", "NR 11.turn28")
def test_some_leave_on_their_turns() -> None:
    leaving = {KEYS[unit]: LEAVES[unit] for unit in range(UNITS) if LEAVES[unit]}
    assert leaving == {"Ita8": 15, "2Pz": 16, "SSPz": 18, "BerG": 28}


@rule("NAB 13.0.23b")
def test_the_reichs_defences_have_their_cities() -> None:
    homes = {KEYS[unit]: HOME[unit] for unit in range(UNITS) if HOME[unit]}
    assert homes == {
        "BerG": "Berlin",
        "FesK": "Konigsberg",
        "FesB": "Breslau",
        "VolB": "Berlin",
        "VolP": "Posen",
        "VolR": "Breslau",
        "VolK": "Konigsberg",
        "VolV": "Vienna",
        "Fin": "Finland",
        "Len": "Leningrad",
        "Mos": "Moscow",
        "Sev": "Sevastopol",
    }
    assert set(homes.values()) <= set(AT)
    assert {KEYS[unit] for unit in range(UNITS) if STATIC[unit]} == {
        *("BerG", "FesK", "FesB", "VolB", "VolP", "VolR", "VolK", "VolV")
    }


@rule("NR 7.place.never")
def test_who_is_german_allied_or_never_rebuilt() -> None:
    allied = {KEYS[unit] for unit in range(UNITS) if ALLIED[unit]}
    assert allied == {"Rum3", "Rum4", "Hun1", "Hun2", "Hun3", "Ita8"}
    assert not any(GERMAN[unit] and ALLIED[unit] for unit in range(UNITS))
    rebuilt = {KEYS[unit] for unit in RANGES[AXIS] if REBUILT[unit]}
    found = {line.split()[0] for line in lines(AXIS_ROSTER)}
    assert rebuilt == found - {"Fin"} | {"GrE", "GrF"}
    assert [KEYS[unit] for unit in RANGES[SOVIET] if not REBUILT[unit]] == ["SRum", "Pol", "Yug1", "Yug2"]
    assert {KEYS[unit]: COST[unit] for unit in RANGES[AXIS] if COST[unit]} == {"SSPz": 1, "SSGr": 1}


def starts(scenario: str, side: int) -> dict[str, Start]:
    return {s.unit: s for s in SETUPS[scenario] if SIDE[find_unit(s.unit)] == side}


@rule(
    *("NR scenario.1941.axis", "NR scenario.1941.soviet", "NR scenario.1943.axis"),
    *("NR scenario.1943.soviet", "NR scenario.1944.axis", "NR scenario.1944.soviet"),
    *("NR scenario.1945.axis", "NR scenario.1945.soviet", "NR 13.setup"),
)
@pytest.mark.parametrize("scenario, side", SET_UPS)
def test_each_side_stands_where_its_set_up_says(scenario: str, side: Seat) -> None:
    wanted = {}
    for entry in " ".join(SET_UPS[scenario, side].split()).split("; "):
        units, _, place = entry.rpartition(" ")
        r, c = place.split(",")
        for unit in units.split("/"):
            face = "back" if unit[-1] in "+-" else "front"
            wanted[unit.rstrip("+-")] = (face, MAP.index[int(r), int(c)])
    placed = {
        unit: (start.face, AT[start.place])
        for unit, start in starts(scenario, side).items()
        if start.place in AT
    }
    assert placed == wanted


@rule("NR 13.setup")
def test_the_invasion_begins_as_known() -> None:
    known = {start.unit: start.place for start in SETUPS["1941"] if start.source == "found"}
    assert known == {
        "3Pz": "r-5c0",
        "9A": "r-5c0",
        "2Pz": "r-4c0",
        "4A": "r-4c0",
        "W": "r-4c1",
        "Len": "Leningrad",
    }


@rule("NR 8.stack")
@pytest.mark.parametrize("scenario, stack", [("1941", 1), ("1943", 1), ("1944", 1), ("1945", 2)])
def test_set_ups_keep_to_stacking_and_part_the_sides(scenario: str, stack: int) -> None:
    places: dict[int, list[str]] = {AXIS: [], SOVIET: []}
    for start in SETUPS[scenario]:
        if start.place in AT:
            places[SIDE[find_unit(start.unit)]].append(start.place)
    assert not set(places[AXIS]) & set(places[SOVIET])
    assert max(places[AXIS].count(place) for place in places[AXIS]) <= 2
    assert max(places[SOVIET].count(place) for place in places[SOVIET]) <= stack


@pytest.mark.parametrize(
    "scenario, boxes",
    [
        ("1941", {}),
        ("1943", {"destroyed": "Hun2 Ita8", "surrendered": "Sev"}),
        ("1944", {"destroyed": "11A Hun2", "out": "2Pz Ita8"}),
        ("1945", {"destroyed": "11A Hun2 LwG Sev", "out": "2Pz Rum3 Rum4 Ita8", "aside": "SSPz"}),
    ],
)
def test_what_was_lost_before_the_start_is_in_its_box(scenario: str, boxes: dict[str, str]) -> None:
    found: dict[str, list[str]] = {}
    for start in SETUPS[scenario]:
        if start.place not in AT and start.place != "due":
            found.setdefault(start.place, []).append(start.unit)
    assert {box: " ".join(units) for box, units in found.items()} == boxes


@rule("NR 7.onestep")
def test_a_counter_without_a_back_has_no_back_side() -> None:
    single = {counter.key for counter in COUNTERS if counter.form == "single"}
    assert single == {counter.key for counter in COUNTERS if not counter.back_kind}
