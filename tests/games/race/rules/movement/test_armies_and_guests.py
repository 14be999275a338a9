"""Race for Berlin, 7.3.1 and 7.3.3: what binds the counters of an army, and guests, while they move."""

import pytest
from fights import ELSEWHERE, at, number

from berlin.games.race.board.units import find_unit
from berlin.games.race.state.state import GUEST
from berlin.kernel.proof.mark import rule


@rule("RFB 7.3.1c", "RFB 7.3.1.q2", "RFB 4.1.3a")
@pytest.mark.parametrize("zone", ["Rietschen", "Niesky", "GrossDuben"])
def test_7_3_1_when_one_counter_has_closed_up_the_other_may_stay(zone: str) -> None:
    t = at("C.2", ELSEWHERE, Forst="13/1", Niesky="13/2")
    t.do("activate 13/1 move", "activate 13/2 move", "begin")
    t.refused("done", "RFB 7.3.1c")
    t.do(f"move 13/1 {zone}")
    assert t.can("done")


@rule("RFB 7.3.1b", "RFB 7.3.1c", "RFB 7.3.3d")
@pytest.mark.parametrize("marked", [False, True])
def test_7_3_1_an_army_that_is_parted_in_this_impulse_has_not_to_close_up_in_it(marked: bool) -> None:
    # It is all the same whether the counter that stays was the guest of Soviets who have left.
    t = at("C.2", ELSEWHERE, Forst="13/1 13/2", guest="13/2" if marked else "")
    t.do("activate 13/1 move", "activate 13/2 move", "begin", "move 13/1 Niesky")
    assert t.can("done")
    assert t.can("move 13/2 Cottbus")


@rule("RFB 7.3.3d", "RFB 7.3.3.q2")
@pytest.mark.parametrize("others", ["Rathenow", ""])
@pytest.mark.parametrize("stage, unit", [("C.1", "61/1"), ("C.2", "13/1"), ("C.2", "31/1")])
def test_7_3_3_a_guest_whose_hosts_have_left_is_bound_by_nothing(stage: str, unit: str, others: str) -> None:
    zone = "Letschin" if stage == "C.1" else "Forst"
    german = "Protzel" if stage == "C.1" else "Guben"
    t = at(stage, {**(ELSEWHERE if others else {}), zone: unit, german: "303"}, guest=unit)
    for mode in ("move", "combat", "reserve"):
        assert t.can(f"activate {unit} {mode}")
    t.do(f"activate {unit} move", "begin")
    assert t.can("done")


@rule("RFB 7.3.3.q2", "RFB 7.3.3c")
@pytest.mark.parametrize("stage, unit, host", [("C.4", "61/1", "13/1"), ("C.4", "31/1", "61/1")])
@pytest.mark.parametrize("alone", [True, False])
def test_7_3_3_attacked_after_its_hosts_have_left_a_unit_is_a_guest_no_more(
    stage: str, unit: str, host: str, alone: bool
) -> None:
    zones = {"Zossen": unit if alone else f"{unit} {host}", "Trebbin": "10SSPz 1SSPz 21Pz"}
    t = at(stage, {**ELSEWHERE, **zones}, guest=unit)
    t.do("activate 10SSPz combat", "activate 1SSPz combat", "activate 21Pz combat", "begin")
    t.do("attack 10SSPz Zossen", "join 1SSPz", "join 21Pz")
    assert number(t, "defence") > 0
    t.do("roll", dice=[1])
    assert t.zone(unit) == "Zossen"
    assert bool(t.state.marks[find_unit(unit)] & GUEST) is not alone


@rule("RFB 4.1.3a", "RFB 7.1.1")
def test_4_1_3_who_is_no_mover_is_told_whether_he_has_moved_or_was_not_to() -> None:
    t = at("C.1", ELSEWHERE, Seelow="8GA/1 5SHA/1", Bernau="61/1 47/1", Letschin="303")
    t.do("activate 8GA/1 move", "activate 61/1 move", "activate 5SHA/1 combat", "begin")
    t.do("move 61/1 Eberswalde")
    assert "has moved" in t.refused("move 61/1 Bernau", "RFB 4.1.3a").reason
    for unit in ("5SHA/1", "47/1", "303"):
        assert "not activated in movement mode" in t.refused(f"move {unit} Strausberg", "RFB 4.1.3a").reason
