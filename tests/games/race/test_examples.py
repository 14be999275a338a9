"""Race for Berlin: the worked examples of the rulebook, with the numbers printed there."""

from pathlib import Path

from fights import at, declare, drms, number, ratio, settle
from table import Table

from berlin.kernel.proof.mark import rule

SITUATIONS = Path(__file__).parent / "situations"
ATTACKERS = ("8GA/1", "8GA/2", "1GTA/1", "1GTA/2")


def lebus() -> Table:
    return Table.at((SITUATIONS / "lebus.toml").read_text(encoding="utf-8"))


def tempelhof() -> Table:
    return Table.at((SITUATIONS / "tempelhof.toml").read_text(encoding="utf-8"))


@rule("RFB example.combat.a")
def test_combat_the_four_units_attack_lebus_together_and_use_up_the_impulse() -> None:
    t = lebus()
    assert t.units("Lebus") == ["5Jager", "606"]
    t.do(*(f"activate {unit} combat" for unit in ATTACKERS))
    t.refused("activate 61/1 move", "RFB 4.1.2")
    t.do("begin", "attack 8GA/1 Lebus", *(f"join {unit}" for unit in ATTACKERS[1:]))
    assert t.can("roll")


@rule("RFB example.combat.b")
def test_combat_seventy_four_against_twenty_two() -> None:
    t = declare(lebus(), "Lebus", *ATTACKERS)
    assert (number(t, "attack"), number(t, "defence")) == (74, 22)


@rule("RFB example.combat.c")
def test_combat_the_four_modifiers_make_nothing() -> None:
    t = declare(lebus(), "Lebus", *ATTACKERS)
    assert drms(t) == [-1, -1, 1, 1]
    assert number(t, "die modifier") == 0


@rule("RFB example.combat.d")
def test_combat_three_to_one_and_a_five_flip_both_germans_and_drive_them_back() -> None:
    t = declare(lebus(), "Lebus", *ATTACKERS)
    assert ratio(t) == "3:1"
    t.do("roll", dice=[5])
    assert any("the defenders lose 2 steps and retreat" in text for text in t.texts)
    settle(t)
    assert (t.reduced("606"), t.reduced("5Jager")) == (True, True)
    t.do("retreat 606 Falkenhagen", "retreat 5Jager Falkenhagen")
    assert t.units("Falkenhagen") == ["5Jager", "606"]
    assert not any(t.reduced(unit) for unit in ATTACKERS)


@rule("RFB example.combat.e")
def test_combat_one_unit_must_advance_and_two_may() -> None:
    t = declare(lebus(), "Lebus", *ATTACKERS)
    t.do("roll", dice=[5])
    settle(t)
    t.do("retreat 606 Falkenhagen", "retreat 5Jager Falkenhagen")
    t.refused("done", "RFB 8.4.1a", "RFB 8.4.1", "RFB 4.2.2b")
    t.do("advance 8GA/2")
    assert t.can("done")
    t.do("advance 8GA/1")
    assert t.units("Lebus") == ["8GA/1", "8GA/2"]
    assert not t.can("advance 1GTA/1")
    assert t.units("Bridgehead") == ["1GTA/1", "1GTA/2"]


@rule("RFB example.combat.q1")
def test_combat_the_example_is_a_later_position_and_the_setup_lists_prevail() -> None:
    t = Table.new(seed=1)
    assert t.units("Lebus") == ["169", "712"]
    assert {"1GTA/1", "1GTA/2"} <= set(t.units("Goritz"))
    assert {"606", "5Jager"} <= set(t.units("NOderbruch"))


# Germans in Trebbin and Luckenwalde close every way round Berlin.
AROUND = {"Tempelhof": "5GA/1 391", "Zossen": "5GA/2", "Trebbin": "286", "Luckenwalde": "712"}


@rule("RFB example.movement-berlin.a")
def test_movement_the_second_soviet_enters_tempelhof_and_stops() -> None:
    t = at("C.2", AROUND, progress={"Tempelhof": 1})
    t.do("activate 5GA/2 move", "begin")
    t.refused("move 5GA/2 Zehlendorf", "RFB 7.4.6", "RFB 7.1.1", "RFB example.movement-berlin.a")
    t.do("move 5GA/2 Tempelhof")
    assert t.units("Tempelhof") == ["391", "5GA/1", "5GA/2"]
    controlled = at("C.2", AROUND, progress={"Tempelhof": 2})
    controlled.do("activate 5GA/2 move", "begin")
    assert controlled.can("move 5GA/2 Zehlendorf")


@rule("RFB example.movement-berlin.b")
def test_movement_the_first_soviet_goes_on_to_zehlendorf_and_stops() -> None:
    t = at("C.2", AROUND, Dresden="404", progress={"Tempelhof": 1})
    t.do("activate 5GA/1 move", "activate 5GA/2 move", "begin", "move 5GA/2 Tempelhof")
    t.refused("move 5GA/1 Potsdam", "RFB 7.4.6", "RFB 7.1.1", "RFB example.movement-berlin.b")
    t.do("move 5GA/1 Zehlendorf")
    assert t.zone("5GA/1") == "Zehlendorf"
    assert t.progress("Tempelhof") == 1
    assert t.control("Tempelhof") == ""


@rule("RFB example.leave-berlin")
def test_leave_berlin_costs_the_control_points_and_as_many_again() -> None:
    t = at(
        "C.1",
        Tempelhof="8GA/1",
        Neukolln="8GA/2",
        Triebel="3GTA/1",
        progress={"Tempelhof": 2},
        vp=(10, 0),
    )
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Neukolln")
    assert (t.vp("zhukov"), t.progress("Tempelhof"), t.control("Tempelhof")) == (4, 0, "")


@rule("RFB example.city-progress.a")
def test_city_progress_forty_against_twenty_six_is_one_to_one() -> None:
    t = declare(tempelhof(), "Tempelhof", "8GA/1", "8GA/2")
    assert (number(t, "attack"), number(t, "defence"), ratio(t)) == (40, 26, "1:1")


@rule("RFB example.city-progress.b")
def test_city_progress_two_points_are_spent_and_the_die_has_plus_two() -> None:
    t = declare(tempelhof(), "Tempelhof", "8GA/1", "8GA/2")
    t.do("support")
    assert drms(t) == [1, 1]
    t.do("roll", dice=[5])
    assert t.support("zhukov") == 0


@rule("RFB example.city-progress.c")
def test_city_progress_a_seven_takes_the_zone_and_reduces_nordland() -> None:
    t = declare(tempelhof(), "Tempelhof", "8GA/1", "8GA/2")
    before = t.vp("zhukov")
    t.do("support", "roll", dice=[5])
    assert (t.progress("Tempelhof"), t.control("Tempelhof")) == (2, "zhukov")
    assert t.zone("11SS") == "Tempelhof"
    assert t.reduced("11SS")
    assert not t.reduced("8GA/1")
    assert not t.reduced("8GA/2")
    assert t.vp("zhukov") == before + 3


@rule("RFB example.city-progress.d")
def test_city_progress_a_controlled_zone_helps_the_other_camp_next_door() -> None:
    t = tempelhof()
    helped = declare(t, "Tempelhof", "8GA/1", "8GA/2")
    helped.do("support", "roll", dice=[5])
    assert t.stage == "C.2"
    declare(t, "Neukolln", "3GTA/1")
    assert drms(t) == [1]
    before = tempelhof()
    before.do("pass")
    declare(before, "Neukolln", "3GTA/1")
    assert drms(before) == []


@rule("RFB example.city-progress.e")
def test_city_progress_beyond_two_brings_no_further_points() -> None:
    t = at(
        "C.1",
        Tempelhof="8GA/1 8GA/2",
        progress={"Tempelhof": 2},
        support=(1, 0),
        vp=(5, 0),
        flags="progressed = true",
    )
    declare(t, "Tempelhof", "8GA/1", "8GA/2")
    t.do("roll", dice=[4])
    assert t.progress("Tempelhof") == 3
    assert t.vp("zhukov") == 5


@rule("RFB example.city-progress.q1")
def test_city_progress_the_points_spent_are_support_points_and_supply_is_untouched() -> None:
    t = declare(tempelhof(), "Tempelhof", "8GA/1", "8GA/2")
    assert t.support("zhukov") in (1, 2)
    t.do("support", "roll", dice=[5])
    assert t.support("zhukov") == 0
    assert not t.oos("8GA/1")
    assert not t.oos("8GA/2")


@rule("RFB example.german-city")
def test_german_city_sixteen_against_seven_is_two_to_one() -> None:
    t = at("C.3", Tempelhof="Munch 2POL/1-", Trebbin="391 286")
    declare(t, "Tempelhof", "Munch", "391", "286")
    assert (number(t, "attack"), number(t, "defence"), ratio(t)) == (16, 7, "2:1")


@rule("RFB example.shelling")
def test_shelling_a_unit_in_zossen_is_turned_at_once_and_scores_a_point() -> None:
    t = at("C.2", Zossen="3GTA/1", Dresden="404", Wedding="391")
    t.do("shell 3GTA/1")
    assert t.vp("koniev") == 1
    assert not t.can("activate 3GTA/1 move")
    t.do("begin")
    assert t.zone("3GTA/1") == "Zossen"
    assert t.used("3GTA/1")
    assert t.stage == "C.3"
