"""Race for Berlin, 8.2: step losses."""

import pytest
from fights import ELSEWHERE, at, fight, settle

from berlin.games.race.board.units import find_unit
from berlin.kernel.proof.mark import rule


@rule("RFB 8.2")
def test_8_2_a_result_may_cost_both_sides_a_step() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="Munch 9Falsch")
    fight(t, "SOderbruch", "8GA/1", die=4)
    assert t.reduced("8GA/1")
    assert t.decider == "koniev"
    t.do("lose Munch")
    assert t.reduced("Munch")
    assert not t.reduced("9Falsch")


@rule("RFB 8.2.1a")
def test_8_2_1_d_costs_the_defender_that_many_steps_and_a_the_attacker() -> None:
    d2 = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    settle(fight(d2, "SOderbruch", "8GA/1", "5SHA/1", die=5))
    assert [d2.reduced(unit) for unit in ("9Falsch", "309", "8GA/1", "5SHA/1")] == [True, True, False, False]
    a2 = at("C.1", Bridgehead="61/1 1POL/1", SOderbruch="Munch 25PzGr 18PzGr")
    settle(fight(a2, "SOderbruch", "61/1", "1POL/1", die=1))
    assert [a2.reduced(unit) for unit in ("61/1", "1POL/1")] == [True, True]
    assert [a2.reduced(unit) for unit in ("Munch", "25PzGr", "18PzGr")] == [False, False, False]
    a1 = at("C.1", Bridgehead="61/1 1POL/1", SOderbruch="Munch 25PzGr 18PzGr")
    settle(fight(a1, "SOderbruch", "61/1", "1POL/1", die=2))
    assert [a1.reduced(unit) for unit in ("61/1", "1POL/1")].count(True) == 1


@rule("RFB 8.2.1b")
def test_8_2_1_a_step_flips_a_full_unit_and_eliminates_a_reduced_one() -> None:
    full = at("C.1", Bridgehead="8GA/1", SOderbruch="309")
    fight(full, "SOderbruch", "8GA/1", die=2)
    assert full.reduced("309")
    assert full.zone("309") == "SOderbruch"
    reduced = at("C.1", Bridgehead="8GA/1", SOderbruch="309-")
    fight(reduced, "SOderbruch", "8GA/1", die=1)
    assert reduced.zone("309") == "destroyed"


@rule("RFB 8.2.1b")
def test_8_2_1_an_attacker_that_loses_both_steps_is_eliminated() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="Munch 9Falsch")
    fight(t, "SOderbruch", "8GA/1", die=1)
    assert t.zone("8GA/1") == "destroyed"


@rule("RFB 8.2.2a")
def test_8_2_2_every_defender_loses_a_step_before_any_loses_two() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309 391 286")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=5)
    assert t.decider == "koniev"
    t.do("lose 309")
    t.refused("lose 309", "RFB 8.2.2a", "RFB 8.2.2")
    t.do("lose 286")
    assert [t.reduced(unit) for unit in ("309", "391", "286")] == [True, False, True]
    pair = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    settle(fight(pair, "SOderbruch", "8GA/1", "5SHA/1", die=5))
    assert [pair.reduced(unit) for unit in ("9Falsch", "309")] == [True, True]
    assert "destroyed" not in (pair.zone("9Falsch"), pair.zone("309"))


@rule("RFB 8.2.2a")
def test_8_2_2_every_attacker_loses_a_step_before_any_loses_two() -> None:
    t = at("C.1", Bridgehead="61/1- 1POL/1 69/1-", SOderbruch="Munch 25PzGr 18PzGr")
    fight(t, "SOderbruch", "61/1", "1POL/1", "69/1", die=1)
    assert t.decider == "zhukov"
    t.do("lose 1POL/1")
    t.refused("lose 1POL/1", "RFB 8.2.2a", "RFB 8.2.2")
    t.do("lose 61/1")
    assert t.zone("61/1") == "destroyed"
    assert t.zone("69/1") == t.zone("1POL/1") == "Bridgehead"


@rule("RFB 8.2.2b")
def test_8_2_2_the_camp_that_does_not_attack_takes_the_first_loss_of_mixed_germans() -> None:
    zhukov = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309 404")
    fight(zhukov, "SOderbruch", "8GA/1", "5SHA/1", die=2)
    assert [zhukov.reduced(unit) for unit in ("309", "404")] == [True, False]
    koniev = at("C.2", Forst="5GA/1 4GTA/1", Kathlow="309 404")
    fight(koniev, "Kathlow", "5GA/1", "4GTA/1", die=2)
    assert [koniev.reduced(unit) for unit in ("309", "404")] == [False, True]


@rule("RFB 8.2.2b")
def test_8_2_2_the_attacking_camp_takes_the_second_loss_of_mixed_germans() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1 3SHA/1", SOderbruch="309 391 404")
    settle(fight(t, "SOderbruch", "8GA/1", "5SHA/1", "3SHA/1", die=4))
    assert t.reduced("404")
    assert [t.reduced(unit) for unit in ("309", "391")].count(True) == 1


@rule("RFB 8.2.2.q1")
@pytest.mark.parametrize("choice", ["309", "391"])
def test_8_2_2_an_already_reduced_unit_may_take_the_first_loss(choice: str) -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309- 391")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=1)
    assert t.can("lose 309")
    assert t.can("lose 391")
    t.do(f"lose {choice}")
    assert t.zone("309") == ("destroyed" if choice == "309" else "SOderbruch")
    assert t.reduced("391") == (choice == "391")


@rule("RFB 8.2.2.q2")
def test_8_2_2_a_camp_whose_units_are_all_hit_is_skipped_until_every_defender_is() -> None:
    t = at("C.1", Bridgehead="1GTA/1 2GTA/1 8GA/1 5SHA/1", SOderbruch="309 404 615")
    settle(fight(t, "SOderbruch", "1GTA/1", "2GTA/1", "8GA/1", "5SHA/1", die=5))
    assert [t.reduced(unit) for unit in ("309", "404", "615")] == [True, True, True]
    assert "destroyed" not in {t.zone(unit) for unit in ("309", "404", "615")}


@rule("RFB 8.2.2b")
def test_8_2_2_each_camp_chooses_among_its_own_germans() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309 404 615")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=5)
    # Koniev's only German there takes the first; Zhukov says which of his takes the second.
    assert t.reduced("309")
    assert (t.decider, set(t.legal())) == ("zhukov", {"lose 404", "lose 615"})
    t.refused("lose 309", "RFB 8.2.2b")
    t.refused("lose 8GA/1", "RFB 8.2.1a")
    t.do("lose 615")
    assert (t.reduced("404"), t.reduced("615")) == (False, True)


@rule("RFB 8.2.1b", "RFB 8.2.2a")
def test_8_2_1_a_loss_is_told_by_its_rule() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309- 391")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=4)
    told = [(event.kind, event.rules) for event in t.events if event.kind in ("loss", "eliminated")]
    assert told == [("loss", ("RFB 8.2.1b",)), ("eliminated", ("RFB 8.2.1b",))]


@rule("RFB 8.2.1b", "RFB 3.2.1d")
@pytest.mark.parametrize("stage", ["C.1", "C.2"])
def test_8_2_1_a_unit_that_is_eliminated_keeps_nothing_of_what_it_suffered(stage: str) -> None:
    unit, zone = {"C.1": ("61/1", "NOderbruch"), "C.2": ("13/1", "Forst")}[stage]
    near = {"NOderbruch": "Letschin", "Forst": "Guben"}[zone]
    t = at(stage, {**ELSEWHERE, zone: f"{unit}-", near: "303 606 5Jager"}, oos=unit)
    fight(t, near, unit, die=1)
    assert t.zone(unit) == "destroyed"
    assert t.state.marks[find_unit(unit)] == 0
