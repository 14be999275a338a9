"""The worked examples of the ledger, and the die results of reported games."""

import pytest
from tests.games.noretreat.table import Table, fight, front

from berlin.games.noretreat.rules.citing import RESULT_NAMES
from berlin.kernel.proof.mark import rule


def first_day() -> Table:
    t = front("A.5", 1, "r-4c0: 2Pz 4A", "r-4c1: W")
    return t.do("target r-4c1", "join 2Pz", "join 4A", "commit")


@rule("NR 9.example.1", "NR 9.result.ds", "NR 9.advance", "NR 9.advance.armor")
def test_example_1_two_armies_break_west_front_on_the_first_day() -> None:
    t = first_day()
    attack, defence, _ = t.explain("roll").tallies
    assert (attack.total, defence.total) == (11, 4)
    assert t.explain("roll").notes[0].startswith("2:1 before")
    assert t.shifts() == {"Blitz": 1, "armor": 1}
    assert t.column() == "4:1"
    t.do("roll", dice=[4])
    assert t.where("W") == "shattered"
    t.do("advance 2Pz r-4c1", "advance 4A r-4c1")
    t.do("advance 2Pz r-4c2", "advance 4A r-4c2")
    assert "advance 2Pz Minsk" in t.legal("2Pz")
    assert t.legal("4A") == []
    t.do("advance 2Pz Minsk")
    assert t.owner("Minsk") == "axis"
    assert t.legal("2Pz") == []


@rule("NR 9.example.1")
def test_example_1_a_one_would_have_been_an_exchange() -> None:
    t = first_day().do("roll", dice=[1])
    assert t.told("result: EX")
    assert t.where("W") == "destroyed"
    assert t.asked == "Loss"


@rule("NR 9.example.2", "NR 9.shift.shock4", "NR 11.turn4")
def test_example_2_shock_counts_two_in_the_first_snow() -> None:
    t = front("S.5", 4, "r0c4: SW", "r0c6: Cen", "r0c5: 9A")
    fight(t, "r0c5", "SW", "Cen", commit=True, die=3)
    assert t.told("column 4:1")
    assert t.told("result: DR")
    assert t.asked == "Retreat"


@rule("NR 9.example.2")
def test_example_2_on_turn_10_it_counts_one() -> None:
    t = front("S.5", 10, "r0c4: SW", "r0c6: Cen", "r0c5: 9A")
    fight(t, "r0c5", "SW", "Cen", commit=True, die=3)
    assert t.told("column 3:1")
    assert t.told("result: EX")


@rule("NR 9.example.3", "NR 9.shift.t5", "NR 9.crt.which", "NR 11.turn5")
def test_example_3_an_attack_in_the_long_winter() -> None:
    t = front("A.5", 5, "r-6c7: 4Pz", "r-5c6: 18A", "r-5c7: Kal")
    t.do("target r-5c7", "join 4Pz", "join 18A")
    assert t.shifts() == {"forest": -1, "long winter": -2}
    assert t.column() == "1:2"
    t.do("roll", dice=[6])
    assert t.told("result: DR")


@rule("NR 9.ratio")
@pytest.mark.parametrize(("attack", "defence", "column"), [(3, 7, "1:3"), (14, 11, "1:1"), (7, 3, "2:1")])
def test_reported_ratios_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    from berlin.games.noretreat.board import tables

    assert tables.COLUMNS[tables.column(attack, defence)] == column


@rule("NR 9.crt.which", "NR 9.sequence")
@pytest.mark.parametrize(
    ("stage", "attackers", "defender", "column", "die", "result"),
    [
        ("S.5", ["NW"], "1Pz", "1:3", 5, "-"),
        ("S.5", ["NW"], "1Pz", "1:3", 2, "CA"),
        ("A.5", ["6A", "9A"], "W", "2:1", 2, "CB"),
        ("S.5", ["SW"], "1Pz-", "1:1", 2, "CA"),
        ("S.5", ["SW", "Cen"], "1Pz-", "2:1", 2, "CB"),
        ("S.5", ["SW", "Cen"], "1Pz-", "2:1", 3, "EX"),
    ],
)
def test_reported_battles_come_out_as_reported(
    stage: str, attackers: list[str], defender: str, column: str, die: int, result: str
) -> None:
    places = ("r0c4", "r0c6")
    stacks = [f"{place}: {unit}" for place, unit in zip(places, attackers, strict=False)]
    t = front(stage, 13, "r0c5: " + defender, *stacks)
    fight(t, "r0c5", *attackers, die=die)
    assert t.told(f"column {column}")
    assert t.told(f"result: {RESULT_NAMES[result]}")


@rule("NR 9.crt.which")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_a_reported_three_to_one_of_the_axis_is_good_from_three_on(die: int) -> None:
    t = front("A.5", 7, "r0c4: 1Pz 6A", "r0c5: S")
    t.do("target r0c5", "join 1Pz", "join 6A")
    assert t.shifts() == {"armor": 1}
    t = front("A.5", 7, "r0c4: 6A 9A", "r0c6: 16A", "r0c5: S")
    fight(t, "r0c5", "6A", "9A", "16A", die=die)
    assert t.told("column 3:1")
    assert any(t.told(f"result: {good}") for good in ("DR", "DS", "DD"))
