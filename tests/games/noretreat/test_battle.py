"""No Retreat! 3 and 9: odds, shifts, tables."""

import pytest
from tests.games.noretreat.table import Table, fight, front

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import AREAS, MAP, find_space, keys
from berlin.games.noretreat.board.tables import COLUMNS, TOO_LOW, column
from berlin.kernel.proof.mark import rule


def attack(turn: int, target: str, defender: str, *attackers: str, **more: object) -> Table:
    """An attack put together: `attack(7, "r0c5", "W", "r0c4: 9A")`."""
    side = "S" if any(unit in defender for unit in ("A", "Pz", "Fin", "Vol", "Fes", "Ber")) else "A"
    if "side" in more:
        side = str(more.pop("side"))
    t = front(f"{side}.5", turn, f"{target}: {defender}", *attackers, **more)
    t.do(f"target {target}")
    units = [word for stack in attackers for word in stack.partition(":")[2].split()]
    for unit in units:
        if f"join {unit.rstrip('+-')}" in t.legal():
            t.do(f"join {unit.rstrip('+-')}")
    return t


@rule("NR 9.ratio")
@pytest.mark.parametrize(
    ("one", "other", "odds"),
    [(3, 7, "1:3"), (14, 11, "1:1"), (7, 3, "2:1"), (20, 3, "6:1"), (3, 2, "3:2"), (60, 2, "6:1")],
)
def test_9_ratios_are_rounded_for_the_defender(one: int, other: int, odds: str) -> None:
    assert COLUMNS[column(one, other)] == odds


@rule("NR 9.ratio.low")
def test_9_below_one_to_three_the_defender_attacks_back() -> None:
    assert column(2, 7) == TOO_LOW
    t = attack(13, "r0c5", "1Pz", "r0c4: Sev", unsupplied="1Pz", side="S")
    assert t.results() == {"CA": 1}
    t.do("roll")
    assert t.asked == "Strike"


@rule("NR 9.cap")
def test_9_shifts_are_summed_and_the_column_stops_at_the_ends() -> None:
    t = attack(2, "r0c5", "S", "r0c4: 1Pz 2Pz", "r0c6: 3Pz", unsupplied="S").do("commit")
    assert (t.explain("roll").notes[0].split()[0], t.column()) == ("6:1", "6:1")
    t = attack(5, "r-5c7", "W", "r-5c6: 18A", side="A")
    assert t.explain("roll").notes[0].split()[0] == "1:2"
    assert (sum(t.shifts().values()), t.column()) == (-3, "1:3")


@rule("NR 9.shift.terrain")
@pytest.mark.parametrize(
    ("target", "frm", "label", "left"),
    [
        ("Minsk", "r-4c2", "city", -1),
        ("r-5c7", "r-5c6", "forest", -1),
        ("r-1c1", "r-1c0", "marsh", -1),
        ("r2c-4", "r2c-3", "mountain", -2),
        ("r8c-2", "r7c-2", "kerch strait", -2),
    ],
)
def test_9_ground_shifts_left(target: str, frm: str, label: str, left: int) -> None:
    t = attack(13, target, "W", f"{frm}: 9A")
    assert t.shifts()[label] == left


@rule("NR 3.mp.mountain", "NR 3.mp.kerch")
def test_3_mountains_take_two_columns() -> None:
    t = attack(13, "r-6c9", "Sev", "r-6c8: 9A 4A")
    assert t.shifts() == {"mountain": -2}
    assert t.explain("roll").notes[0] == "4:1 before shifts, 2:1 after [NR 9.ratio]"


@rule("NR 3.mp.city", "NR 3.mp.forest", "NR 3.mp.marsh")
def test_3_no_armor_shift_in_cities_forest_and_marsh() -> None:
    assert attack(7, "Minsk", "W", "r-4c2: 1Pz").shifts() == {"city": -1}
    assert attack(7, "r-5c7", "W", "r-5c6: 1Pz").shifts() == {"forest": -1}
    assert attack(7, "r-1c1", "W", "r-1c0: 1Pz").shifts() == {"marsh": -1}


@rule("NR 3.river", "NR 3.weather.snow", "NR 3.weather.long")
def test_3_a_river_counts_if_all_attackers_cross_it() -> None:
    # The river runs between r0c6 and its neighbours r0c7 and r1c6.
    assert attack(7, "r0c6", "W", "r0c7: 9A").shifts() == {"river": -1}
    assert attack(7, "r0c6", "W", "r0c7: 9A", "r0c5: 4A").shifts() == {}
    assert attack(10, "r0c6", "W", "r0c7: 9A").shifts() == {"snow": -1}
    assert attack(11, "r0c6", "W", "r0c7: 9A").shifts() == {"river": -1, "long winter": -1}
    assert attack(7, "r0c6", "W", "r0c7: 1Pz").shifts() == {"river": -1, "armor": 1}


@rule("NR 3.objective", "NR 2.objectives", "NR 9.shift.armor")
def test_3_an_objective_city_takes_two() -> None:
    assert attack(7, "Moscow", "W", "r-3c10: 9A").shifts() == {"city": -1, "objective": -1}
    assert attack(7, "Tula", "W", "r-2c9: 1Pz").shifts() == {"city": -1}
    oil = attack(7, "CaucasusOil", "W", "r11c3: 1Pz")
    assert oil.shifts() == {"objective": -1}


@rule("NR 2.objectives", "NR 3.objective")
@pytest.mark.parametrize("space", ["Berlin", "Konigsberg", "Prague", "Vienna", "Leningrad", "Moscow",
                                   "Stalingrad", "Sevastopol", "CaucasusOil"])  # fmt: skip
@pytest.mark.parametrize("side", ["A", "S"])
def test_2_all_sides_of_an_objective_shift_the_attacks_of_either_side(space: str, side: str) -> None:
    defender, attacker = ("W", "1Pz") if side == "A" else ("9A", "Cen+")
    near = [key for key in keys(MAP.beside[find_space(space)]) if find_space(key) not in bits(AREAS)]
    assert near
    for hex_ in near:
        shifts = attack(20, space, defender, f"{hex_}: {attacker}", side=side).shifts()
        assert shifts["objective"] == -1
        assert shifts.get("city", 0) == (0 if space == "CaucasusOil" else -1)
        assert "armor" not in shifts


@rule("NR 2.objectives")
@pytest.mark.parametrize("space", ["Warsaw", "Posen", "Ploesti", "Tula", "Kiev", "Astrakhan"])
def test_2_other_cities_and_oil_are_no_objectives(space: str) -> None:
    for side, defender, attacker in (("A", "W", "9A"), ("S", "9A", "W")):
        for hex_ in keys(MAP.beside[find_space(space)]):
            t = attack(20, space, defender, f"{hex_}: {attacker}", side=side)
            assert "objective" not in t.shifts()


@rule("NR 3.area")
def test_3_an_area_gives_no_shift_at_all() -> None:
    assert attack(13, "Finland", "Fin", "r-8c12: Cen+").shifts() == {}


@rule("NR 9.shift.terrain", "NR 3.weather.snow", "NR 3.weather.long")
def test_9_winter_shelters_soviets_alone() -> None:
    assert attack(11, "r-5c7", "W", "r-5c6: 9A").shifts() == {"forest": -1, "long winter": -1}
    assert attack(11, "r-5c7", "9A", "r-5c6: W").shifts() == {"forest": -1}


@rule("NR 9.shift.t5", "NR 9.shift.terrain")
@pytest.mark.parametrize(("turn", "clause"), [(5, "NR 9.shift.t5"), (11, "NR 9.shift.terrain")])
def test_9_the_shift_of_winter_is_told_with_its_rule(turn: int, clause: str) -> None:
    t = attack(turn, "r0c5", "W", "r0c4: 9A")
    tally = next(tally for tally in t.explain("roll").tallies if tally.label == "shifts")
    assert {part.label: part.rule for part in tally.modifiers} == {"long winter": clause}


@rule("NR 9.shift.t5", "NR 11.turn5")
def test_9_on_turn_5_winter_takes_two() -> None:
    t = attack(5, "r0c5", "S", "r0c4: 9A 4A", "r0c6: 16A")
    assert t.shifts() == {"long winter": -2}
    assert t.explain("roll").notes[0].split()[0] == "3:1"
    assert t.column() == "3:2"


@rule("NR 9.shift.marker")
def test_9_one_marker_a_battle() -> None:
    t = attack(7, "r0c5", "W", "r0c4: 9A").do("commit")
    assert t.shifts() == {"Blitz": 1}
    assert t.state.blitz == 1
    t.refused("commit", "NR 9.shift.marker")
    shock = attack(14, "r0c5", "9A", "r0c4: W").do("commit")
    assert (shock.shifts(), shock.state.shock) == ({"Shock": 1}, 0)
    none = attack(7, "r0c5", "9A", "r0c4: W")
    none.refused("commit", "NR 9.shift.marker")


@rule("NR 9.shift.shock4")
def test_9_a_shock_on_turn_4_moves_two_columns() -> None:
    t = attack(4, "r0c5", "9A", "r0c4: W").do("commit")
    assert (t.explain("roll").notes[0].split()[0], t.column()) == ("1:1", "2:1")


@rule("NR 9.shift.armor", "NAB 13.0.Oil.b", "NR 11.oil")
def test_9_armor_counts_against_foot_on_open_ground() -> None:
    assert attack(7, "r0c5", "W", "r0c4: 1Pz").shifts() == {"armor": 1}
    assert attack(7, "r0c5", "W", "r0c4: 2A").shifts() == {}
    assert attack(7, "r0c5", "Cen", "r0c4: 1Pz").shifts() == {}
    assert attack(13, "r0c5", "2A", "r0c4: Cen+").shifts() == {}
    assert attack(13, "r0c5", "9A", "r0c4: Cen+").shifts() == {"armor": 1}
    assert attack(20, "r0c5", "W", "r0c4: 1Pz", oil=20, soviet_holds="Ploesti").shifts() == {"armor": 1}
    assert attack(20, "r0c5", "W", "r0c4: 1Pz", oil=19, soviet_holds="Ploesti").shifts() == {}
    assert attack(20, "r0c5", "9A", "r0c4: Cen+", oil=19, soviet_holds="Ploesti").shifts() == {"armor": 1}


@rule("NR 9.shift.armor")
@pytest.mark.parametrize(("stack", "shift"), [("9A 4A", 1), ("9A 1Pz", 0), ("1Pz 9A", 0), ("1Pz 2Pz", 0)])
def test_9_one_unit_of_armor_in_a_stack_stops_the_armor_of_the_attacker(stack: str, shift: int) -> None:
    assert attack(13, "r0c5", stack, "r0c4: Cen+").shifts().get("armor", 0) == shift


@rule("NR 3.weather.mud", "NR 3.weather.long", "NR 3.weather.snow", "NR 3.weather.clear")
def test_3_no_armor_shift_in_mud_and_long_winter() -> None:
    assert attack(6, "r0c5", "W", "r0c4: 1Pz").shifts() == {}
    assert attack(11, "r0c5", "9A", "r0c4: Cen+").shifts() == {}
    assert attack(10, "r0c5", "9A", "r0c4: Cen+").shifts() == {"armor": 1}


@rule("NR 9.shift.unsupplied", "NR 3.unsupplied")
def test_9_an_unsupplied_defender_moves_two_columns_and_stops_armor() -> None:
    t = attack(7, "r0c5", "W", "r0c4: 9A", unsupplied="W")
    assert (t.explain("roll").notes[0].split()[0], t.column()) == ("1:1", "2:1")
    assert attack(7, "r0c5", "W", "r0c4: 1Pz", unsupplied="W").shifts() == {"defender unsupplied": 2}


@rule("NR 9.crt.which", "NR 3.weather.snow", "NR 3.weather.long")
def test_9_the_axis_reads_the_soviet_table_in_winter() -> None:
    t = attack(4, "r0c5", "W", "r0c4: 9A", "r0c6: 16A")
    assert t.column() == "1:1"
    t.do("roll", dice=[5])
    assert t.told("result: EX")
    summer = attack(7, "r0c5", "W", "r0c4: 9A").do("roll", dice=[5])
    assert summer.told("result: DR")


@rule("NR 9.sequence")
def test_9_a_battle_is_finished_before_the_next_begins() -> None:
    t = front("A.5", 7, "r0c4: 9A 4A", "r0c5: W", "r2c4: 6A 16A", "r2c5: SW")
    t.do("target r0c5", "target r2c5", "attack r0c5", "join 9A", "join 4A", "roll", dice=[5])
    assert t.asked == "Retreat"
    t.refused("attack r2c5", "NR 9.order")


@rule("NR 7.onestep", "NR 9.step")
def test_9_the_owner_chooses_among_those_who_fought() -> None:
    t = front("A.5", 7, "r0c4: 9A 4A", "r0c5: W")
    fight(t, "r0c5", "9A", "4A", die=3)
    assert t.told("result: EX")
    assert t.where("W") == "destroyed"
    assert sorted(t.legal()) == ["lose 4A", "lose 9A"]
    t.do("lose 4A")
    assert t.back("4A")
    assert not t.back("9A")
