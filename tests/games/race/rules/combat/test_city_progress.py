"""Race for Berlin, 9.2 and 9.3: attacks on the City Progress table and what they bring."""

import pytest
from fights import ELSEWHERE, at, declare, drms, fight, number, ratio, settle
from table import Table

from berlin.games.race.board.units import KONIEV
from berlin.games.race.board.zones import find_zone
from berlin.games.race.rules.berlin import apply_progress
from berlin.games.race.state.state import Draft
from berlin.kernel.proof.mark import rule

HELPERS = ("391", "286")


def german_attack(level: int, die: int, *, vp: tuple[int, int] = (0, 0)) -> Table:
    """Germans 8 and 4+4 against one Polish counter, out of supply: 16 to 6 is 2:1."""
    t = at(
        "C.3",
        Tempelhof="2POL/1 Munch",
        Trebbin="391 286",
        Dresden="404",
        progress={"Tempelhof": level},
        oos="2POL/1",
        vp=vp,
        flags="progressed = true",
    )
    declare(t, "Tempelhof", "Munch", *HELPERS)
    assert ratio(t) == "2:1"
    t.do("roll", dice=[die])
    return settle(t)


def big_german_attack(level: int, die: int) -> Table:
    """Germans 8, 8 and 8 against one Polish counter, out of supply: 24 to 6 is 4:1."""
    t = at(
        "C.3",
        Tempelhof="2POL/1 Munch",
        Trebbin="25PzGr 18PzGr",
        Dresden="404",
        progress={"Tempelhof": level},
        oos="2POL/1",
        flags="progressed = true",
    )
    declare(t, "Tempelhof", "Munch", "25PzGr", "18PzGr")
    assert ratio(t) == "4:1"
    t.do("roll", dice=[die])
    return settle(t)


@rule("RFB 9.2")
def test_9_2_a_unit_in_movement_mode_makes_no_city_progress_attack() -> None:
    t = at("C.1", Wedding="8GA/1 8GA/2", support=(2, 0))
    t.do("activate 8GA/1 move", "activate 8GA/2 combat", "begin", "done")
    t.refused("attack 8GA/1 Wedding", "RFB 9.2", "RFB 4.1.3a", "RFB 9.2.1a")
    t.do("attack 8GA/2 Wedding")
    t.refused("join 8GA/1", "RFB 9.2", "RFB 4.1.3a", "RFB 9.2.1a")


@rule("RFB 9.2")
def test_9_2_a_unit_beside_the_berlin_zone_makes_no_city_progress_attack() -> None:
    t = at("C.1", Bernau="8GA/1", Strausberg="391", Friedrichshain="11SS", support=(1, 0))
    t.do("activate 8GA/1 combat", "begin")
    assert t.can("attack 8GA/1 Strausberg")
    t.refused("attack 8GA/1 Friedrichshain", "RFB 9.2", "RFB 8.1.1b")


@rule("RFB 9.2.1a")
def test_9_2_1_soviets_in_a_berlin_zone_roll_on_the_city_table_even_against_a_garrison_alone() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": 1})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert t.rolled("city") == [4]
    assert t.progress("Tempelhof") == 2
    outside = at("C.1", Strausberg="8GA/1", support=(1, 0))
    assert not outside.can("activate 8GA/1 combat")


@rule("RFB 9.2.1b")
def test_9_2_1_a_german_attacks_soviets_in_his_own_berlin_zone() -> None:
    t = at("C.4", Tempelhof="10SSPz 3GTA/1")
    fight(t, "Tempelhof", "10SSPz", die=3)
    assert t.rolled("city") == [3]
    assert t.reduced("10SSPz")
    alone = at("C.4", Tempelhof="10SSPz", Neukolln="3GTA/1")
    assert not alone.can("activate 10SSPz combat")


@rule("RFB 9.2.1c")
def test_9_2_1_a_soviet_city_roll_costs_one_support_point() -> None:
    none = at("C.1", Wedding="8GA/1", Oranienburg="391", support=(0, 5))
    none.do("activate 8GA/1 combat", "begin")
    assert none.can("attack 8GA/1 Oranienburg")
    none.refused("attack 8GA/1 Wedding", "RFB 9.2.1c")
    one = at("C.1", ELSEWHERE, Wedding="8GA/1", Oranienburg="391", support=(1, 5))
    fight(one, "Wedding", "8GA/1", die=3)
    assert (one.support("zhukov"), one.support("koniev")) == (0, 5)


@rule("RFB 9.2.1c")
def test_9_2_1_a_german_city_roll_costs_nothing() -> None:
    t = at("C.3", ELSEWHERE, Tempelhof="11SS 8GA/1", support=(2, 3))
    fight(t, "Tempelhof", "11SS", die=3)
    assert t.rolled("city") == [3]
    assert (t.support("zhukov"), t.support("koniev")) == (2, 3)


@rule("RFB 9.2.2a")
def test_9_2_2_a_soviet_out_of_supply_makes_no_city_roll() -> None:
    t = at("C.1", Wedding="8GA/1", Oranienburg="391", support=(2, 0), oos="8GA/1")
    t.do("activate 8GA/1 combat", "begin")
    assert t.can("attack 8GA/1 Oranienburg")
    t.refused("attack 8GA/1 Wedding", "RFB 9.2.2a")


@rule("RFB 9.2.2b")
def test_9_2_2_germans_in_berlin_are_always_supplied() -> None:
    t = at(
        "B.1",
        Neukolln="391",
        Friedrichshain="8GA/1",
        Strausberg="47/1",
        KonigsWusterhausen="69/1",
        Tempelhof="3GTA/1",
        Zossen="13/1",
        Forst="286",
        Guben="5GA/1",
        Kathlow="4GTA/1",
        Muskau="3GA/1",
    )
    assert t.oos("286")
    assert not t.oos("391")


@rule("RFB 9.2.2.q1")
def test_9_2_2_the_supplied_one_of_two_attacks_alone() -> None:
    t = at("C.1", Wedding="8GA/1 8GA/2", Oranienburg="391", support=(2, 0), oos="8GA/2")
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin", "attack 8GA/1 Wedding")
    t.refused("join 8GA/2", "RFB 9.2.2.q1", "RFB 9.2.2a")
    assert number(t, "attack") == 20


@rule("RFB 9.2.3a")
def test_9_2_3_a_german_inside_adds_to_the_garrison() -> None:
    t = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0))
    declare(t, "Tempelhof", "8GA/1")
    assert number(t, "defence") == 26


@rule("RFB 9.2.3b")
def test_9_2_3_the_garrison_defends_alone_and_never_for_the_soviets() -> None:
    alone = at("C.1", Tempelhof="8GA/1", support=(1, 0))
    declare(alone, "Tempelhof", "8GA/1")
    assert number(alone, "defence") == 20
    german = at("C.3", Tempelhof="2POL/1- Munch")
    declare(german, "Tempelhof", "Munch")
    assert (number(german, "attack"), number(german, "defence")) == (8, 7)


@rule("RFB 9.2.3c")
def test_9_2_3_a_garrison_never_attacks() -> None:
    t = at("C.3", Tempelhof="2POL/1-", Wedding="391", Trebbin="712")
    assert not any("combat" in text or "Tempelhof" in text for text in t.legal())
    beside = at("C.3", Tempelhof="2POL/1- 11SS")
    declare(beside, "Tempelhof", "11SS")
    assert number(beside, "attack") == 6


@rule("RFB 9.2.4a")
@pytest.mark.parametrize("first, second", [("391", "286"), ("286", "391")])
def test_9_2_4_reinforcements_come_from_one_outside_zone_only(first: str, second: str) -> None:
    t = at("C.3", Tempelhof="11SS 2POL/1", Trebbin="391 712", Zossen="286")
    t.do(*(f"activate {unit} combat" for unit in ("11SS", "391", "286", "712")), "begin")
    t.do("attack 11SS Tempelhof", f"join {first}")
    t.refused(f"join {second}", "RFB 9.2.4a")
    assert t.can("join 712") == (first == "391")


@rule("RFB 9.2.4a")
def test_9_2_4_reinforcements_must_be_adjacent_and_outside_the_city() -> None:
    t = at("C.3", Tempelhof="11SS 2POL/1", Neukolln="391 8GA/1", Potsdam="286", Nauen="47/1")
    t.do("activate 11SS combat", "activate 391 combat", "activate 286 combat", "begin")
    t.do("attack 11SS Tempelhof")
    t.refused("join 391", "RFB 9.2.4a", "RFB 8.1.1b", "RFB 8.1.1c", "RFB 9.2.1b")
    t.refused("join 286", "RFB 9.2.4a", "RFB 8.1.1a", "RFB 8.1.1c")


@rule("RFB 9.2.4b")
def test_9_2_4_the_reinforcements_strength_counts_if_they_are_in_combat_mode() -> None:
    t = at("C.3", Tempelhof="11SS 2POL/1", Trebbin="391 712 303")
    t.do("activate 11SS combat", "activate 391 combat", "activate 712 reserve", "begin")
    t.do("attack 11SS Tempelhof")
    assert number(t, "attack") == 6
    for not_in_combat in ("712", "303"):
        t.refused(f"join {not_in_combat}", "RFB 9.2.4b", "RFB 4.1.3a")
    t.do("join 391")
    assert number(t, "attack") == 10


@rule("RFB 9.2.4.q1")
def test_9_2_4_reinforcements_need_a_german_inside() -> None:
    t = at("C.3", Tempelhof="2POL/1-", Trebbin="391 286")
    assert not t.can("activate 391 combat")
    with_one = at("C.3", Tempelhof="2POL/1- Munch", Trebbin="391 286")
    assert with_one.can("activate 391 combat")


@rule("RFB 9.2.4.q1")
def test_9_2_4_reinforcements_share_the_losses_and_do_not_advance() -> None:
    t = at("C.3", Tempelhof="2POL/1- Munch", Trebbin="391 286", progress={"Tempelhof": 1})
    declare(t, "Tempelhof", "Munch", *HELPERS)
    t.do("roll", dice=[1])
    for unit in ("Munch", *HELPERS):
        assert t.can(f"lose {unit}")
    t.do("lose 391")
    assert t.reduced("391")
    won = at("C.3", Tempelhof="2POL/1- Munch", Trebbin="391 286", Dresden="404")
    fight(won, "Tempelhof", "Munch", *HELPERS, die=5)
    assert won.zone("2POL/1") == "destroyed"
    assert won.units("Trebbin") == ["286", "391"]
    assert won.stage == "C.4"


@rule("RFB 9.2.5")
def test_9_2_5_one_extra_support_point_and_no_more_buys_plus_one() -> None:
    t = at("C.1", ELSEWHERE, Tempelhof="8GA/1", support=(3, 0))
    declare(t, "Tempelhof", "8GA/1")
    assert drms(t) == []
    t.do("support")
    assert drms(t) == [1]
    t.refused("support", "RFB 9.2.5")
    t.do("roll", dice=[3])
    assert t.support("zhukov") == 1


@rule("RFB 9.2.5")
def test_9_2_5_the_extra_point_must_be_there_and_only_soviets_buy_it() -> None:
    t = at("C.1", Tempelhof="8GA/1", support=(1, 3))
    declare(t, "Tempelhof", "8GA/1")
    t.refused("support", "RFB 9.2.5", "RFB 9.2.1c")
    german = at("C.3", Tempelhof="8GA/1 11SS", support=(3, 3))
    declare(german, "Tempelhof", "11SS")
    german.refused("support", "RFB 9.2.5")


@rule("RFB 9.3")
def test_9_3_losses_and_progress_of_one_result_are_both_applied() -> None:
    t = at("C.1", Tempelhof="8GA/1", support=(1, 0), progress={"Tempelhof": 1})
    fight(t, "Tempelhof", "8GA/1", die=5)
    assert t.reduced("8GA/1")
    assert t.progress("Tempelhof") == 2
    both = at("C.1", Tempelhof="8GA/1 8GA/2 11SS", support=(1, 0))
    fight(both, "Tempelhof", "8GA/1", "8GA/2", die=6)
    assert (both.reduced("11SS"), both.progress("Tempelhof")) == (True, 1)


@rule("RFB 9.3.1a")
@pytest.mark.parametrize("nordland, end", [("11SS", "Tempelhof"), ("11SS-", "destroyed")])
def test_9_3_1_a_step_loss_in_the_city_flips_or_eliminates(nordland: str, end: str) -> None:
    t = at("C.1", Tempelhof=f"8GA/1 8GA/2 {nordland}", support=(1, 0))
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=6)
    assert t.zone("11SS") == end
    if end == "Tempelhof":
        assert t.reduced("11SS")
    assert not t.reduced("8GA/1")


@rule("RFB 9.3.1a")
@pytest.mark.parametrize("attacker, end", [("8GA/1", "Tempelhof"), ("8GA/1-", "destroyed")])
def test_9_3_1_an_attacker_in_the_city_loses_steps_too(attacker: str, end: str) -> None:
    t = at("C.1", ELSEWHERE, Tempelhof=f"{attacker} 11SS", support=(1, 0))
    fight(t, "Tempelhof", "8GA/1", die=4)
    assert (t.zone("8GA/1"), t.reduced("8GA/1")) == (end, end == "Tempelhof")
    assert not t.reduced("11SS")


@rule("RFB 9.3.1b")
def test_9_3_1_a_garrison_loses_nothing() -> None:
    t = at(
        "C.1",
        Tempelhof="8GA/1 5SHA/1",
        Neukolln="3GTA/1",
        Wedding="391",
        Dresden="404",
        support=(3, 0),
        progress={"Neukolln": 2},
    )
    declare(t, "Tempelhof", "8GA/1")
    t.do("support", "roll", dice=[6])
    assert t.progress("Tempelhof") == 1
    assert not t.reduced("8GA/1")
    t.do("pass", "pass", "pass", dice=[6])
    assert (t.stage, t.operations) == ("C.1", 2)
    declare(t, "Tempelhof", "5SHA/1")
    assert number(t, "defence") == 20


@rule("RFB 9.3.2a")
@pytest.mark.parametrize("die, level", [(4, 2), (6, 3)])
def test_9_3_2_the_level_rises_when_soviets_attack(die: int, level: int) -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": 1})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=die)
    assert t.progress("Tempelhof") == level


@rule("RFB 9.3.2b")
def test_9_3_2_the_level_falls_when_germans_attack() -> None:
    assert german_attack(3, 4).progress("Tempelhof") == 2
    assert big_german_attack(4, 5).progress("Tempelhof") == 2


@rule("RFB 9.3.2c")
def test_9_3_2_a_marker_shows_the_level() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": 1})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    for seat in ("zhukov", "koniev"):
        shown = [m.text for m in t.scene(seat).markers if (m.place, m.kind) == ("Tempelhof", "progress")]
        assert len(shown) == 1
        assert "2" in shown[0]


@rule("RFB 9.3.3a")
@pytest.mark.parametrize("level, holder", [(0, ""), (1, "zhukov"), (2, "zhukov")])
def test_9_3_3_a_zone_is_controlled_from_level_two_on(level: int, holder: str) -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": level})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert (t.progress("Tempelhof"), t.control("Tempelhof")) == (level + 1, holder)


@rule("RFB 9.3.3a")
def test_9_3_3_a_level_has_no_upper_limit() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": 7})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert (t.progress("Tempelhof"), t.control("Tempelhof")) == (8, "zhukov")


@rule("RFB 9.3.3b")
def test_9_3_3_a_level_never_falls_below_0() -> None:
    assert big_german_attack(1, 5).progress("Tempelhof") == 0
    assert german_attack(0, 4).progress("Tempelhof") == 0


@rule("RFB 9.3.3c")
def test_9_3_3_german_progress_at_level_0_costs_the_soviets_a_step() -> None:
    nothing_to_take = german_attack(0, 4)
    assert nothing_to_take.reduced("2POL/1")
    assert nothing_to_take.progress("Tempelhof") == 0
    level_to_take = german_attack(1, 4)
    assert not level_to_take.reduced("2POL/1")
    assert level_to_take.progress("Tempelhof") == 0


@rule("RFB 9.3.3.q1")
def test_9_3_3_a_result_beyond_the_level_costs_a_step_only_from_level_0() -> None:
    from_one = big_german_attack(1, 5)
    assert from_one.zone("2POL/1") == "Tempelhof"
    assert from_one.reduced("2POL/1")
    from_zero = big_german_attack(0, 5)
    assert from_zero.zone("2POL/1") == "destroyed"


@rule("RFB 9.3.3c", "RFB 9.3.3.q1")
@pytest.mark.parametrize("change", [1, 2, 3])
@pytest.mark.parametrize("level, steps", [(0, 1), (1, 0), (2, 0)])
def test_9_3_3_it_is_a_single_step_however_large_the_result(change: int, level: int, steps: int) -> None:
    t = at("C.3", Tempelhof="2POL/1 Munch", progress={"Tempelhof": level}, flags="progressed = true")
    draft, zone = Draft(t.state), find_zone("Tempelhof")
    assert apply_progress(draft, zone, KONIEV, soviet=False, change=change) == steps
    assert draft.progress[zone] == max(0, level - change)


@rule("RFB 9.3.3.q2")
def test_9_3_3_a_zone_pushed_below_two_loses_its_points_without_penalty() -> None:
    t = german_attack(2, 4, vp=(5, 10))
    assert t.zone("2POL/1") == "Tempelhof"
    assert (t.progress("Tempelhof"), t.control("Tempelhof")) == (1, "")
    assert (t.vp("zhukov"), t.vp("koniev")) == (5, 7)
