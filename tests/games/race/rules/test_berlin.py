"""Race for Berlin, 9.1: Berlin zones, their progress level, and who holds them."""

import pytest
from fights import ELSEWHERE, at, declare, fight, odds
from table import Table

from berlin.kernel.proof.mark import rule

CITY = ("Wedding", "PrenzlauerBerg", "Friedrichshain", "Neukolln", "Tempelhof", "Zehlendorf")


@rule("RFB 9")
def test_9_inside_berlin_there_are_only_city_progress_attacks() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2 11SS", Neukolln="391", support=(1, 0))
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin")
    assert {text for text in t.legal("8GA/1") if text.startswith("attack")} == {"attack 8GA/1 Tempelhof"}
    t.refused("attack 8GA/1 Neukolln", "RFB 9", "RFB 8.1.1b", "RFB 9.2.1a")
    t.do("attack 8GA/1 Tempelhof", "join 8GA/2")
    assert odds(t) == {"A1": 2, "A1D1": 1, "A1+/-1": 2, "D1+/-1": 1}
    t.do("roll", dice=[3])
    assert (t.rolled("city"), t.rolled("combat")) == ([3], [])


@rule("RFB 9")
def test_9_nobody_advances_into_a_berlin_zone_where_attacker_and_defender_have_died() -> None:
    t = at("C.3", Tempelhof="2POL/1- 25PzGr-", Trebbin="Munch 391", Dresden="404")
    declare(t, "Tempelhof", "25PzGr", "Munch", "391")
    t.do("roll", dice=[3])
    t.do("lose 25PzGr")
    assert (t.zone("25PzGr"), t.zone("2POL/1")) == ("destroyed", "destroyed")
    assert t.stage == "C.4"
    assert t.units("Tempelhof") == []


@rule("RFB 9.1")
def test_9_1_the_level_says_whether_a_zone_is_contested_or_controlled() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", progress={"Tempelhof": 1}, support=(1, 0))
    assert t.control("Tempelhof") == ""
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert t.progress("Tempelhof") == 2
    assert t.control("Tempelhof") == "zhukov"
    assert (t.progress("Zehlendorf"), t.progress("Neukolln")) == (0, 0)


@rule("RFB 9.1.1")
def test_9_1_1_a_berlin_zone_holds_two_soviets_and_a_german() -> None:
    t = at("C.1", Neukolln="8GA/1 391", Strausberg="8GA/2 5SHA/1")
    t.do("activate 8GA/2 move", "activate 5SHA/1 move", "begin", "move 8GA/2 Neukolln")
    assert t.units("Neukolln") == ["391", "8GA/1", "8GA/2"]
    t.refused("move 5SHA/1 Neukolln", "RFB 6.1.2c", "RFB 9.1.1")
    german = at("C.3", turn=7, Neukolln="391", Strausberg="286")
    german.do("activate 286 move", "begin")
    german.refused("move 286 Neukolln", "RFB 6.1.2c", "RFB 9.1.1")


@rule("RFB 9.1.1")
@pytest.mark.parametrize("level, further", [(0, False), (1, False), (2, True)])
def test_9_1_1_a_soviet_stops_in_a_berlin_zone_that_is_not_controlled(level: int, further: bool) -> None:
    t = at("C.1", Strausberg="8GA/2", Neukolln="5SHA/1", progress={"Neukolln": level})
    t.do("activate 8GA/2 move", "begin")
    assert t.can("move 8GA/2 Neukolln")
    assert t.can("move 8GA/2 Tempelhof") == further


@rule("RFB 9.1.2a")
def test_9_1_2_a_zone_without_a_marker_is_at_level_0() -> None:
    t = Table.new(seed=1)
    assert [t.progress(zone) for zone in CITY] == [0] * 6
    assert not [marker for marker in t.scene("zhukov").markers if marker.kind == "progress"]


@rule("RFB 9.1.2b")
def test_9_1_2_the_level_rises_by_the_city_progress_roll_alone() -> None:
    t = at("C.2", Zossen="3GTA/1 3GTA/2", Trebbin="391", support=(0, 2))
    t.do("activate 3GTA/1 move", "activate 3GTA/2 move", "begin")
    t.do("move 3GTA/1 Tempelhof", "move 3GTA/2 Tempelhof")
    assert t.units("Tempelhof") == ["3GTA/1", "3GTA/2"]
    assert t.progress("Tempelhof") == 0
    outward = at("C.2", Tempelhof="3GTA/1 3GTA/2", Trebbin="391", support=(0, 2))
    fight(outward, "Trebbin", "3GTA/1", die=2)
    assert outward.progress("Tempelhof") == 0
    roll = at("C.2", Tempelhof="3GTA/1 3GTA/2", support=(0, 2))
    fight(roll, "Tempelhof", "3GTA/1", "3GTA/2", die=4)
    assert roll.progress("Tempelhof") == 1


@rule("RFB 9.1.3")
@pytest.mark.parametrize("level", [0, 1])
def test_9_1_3_a_zone_below_two_with_a_soviet_is_contested(level: int) -> None:
    # Out of supply it moves one zone, so it can only come from outside.
    contested = at("C.3", turn=7, Nauen="391", Wedding="8GA/1", progress={"Wedding": level}, oos="391")
    assert contested.control("Wedding") == ""
    contested.do("activate 391 move", "begin")
    contested.refused("move 391 Wedding", "RFB 7.4.1", "RFB 9.1.3", "RFB glossary.contested")
    empty = at("C.3", turn=7, Nauen="391", Tempelhof="8GA/1", oos="391")
    empty.do("activate 391 move", "begin", "move 391 Wedding")
    assert empty.zone("391") == "Wedding"
    assert at("C.3", turn=7, Wedding="8GA/1", progress={"Wedding": 2}).control("Wedding") == "zhukov"


@rule("RFB 9.1.4")
def test_9_1_4_a_zone_at_two_belongs_to_the_soviet_camp_inside() -> None:
    t = at("C.2", Neukolln="3GTA/1 3GTA/2", progress={"Neukolln": 1}, support=(0, 1))
    assert t.control("Neukolln") == ""
    fight(t, "Neukolln", "3GTA/1", "3GTA/2", die=4)
    assert t.control("Neukolln") == "koniev"
    loaded = at("C.1", Neukolln="8GA/1", Tempelhof="3GTA/1", progress={"Neukolln": 2, "Tempelhof": 3})
    assert (loaded.control("Neukolln"), loaded.control("Tempelhof")) == ("zhukov", "koniev")


@rule("RFB 9.1.5a")
def test_9_1_5_a_zone_left_empty_falls_back_to_0_when_the_impulse_ends() -> None:
    t = at("C.1", Neukolln="8GA/1", Triebel="3GTA/1", progress={"Neukolln": 3}, vp=(10, 0))
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Strausberg")
    assert t.stage == "C.2"
    assert (t.progress("Neukolln"), t.control("Neukolln")) == (0, "")


@rule("RFB 9.1.5a")
def test_9_1_5_a_relieved_zone_keeps_its_level() -> None:
    t = at(
        "C.1", Neukolln="8GA/1", Strausberg="8GA/2", Triebel="3GTA/1", progress={"Neukolln": 3}, vp=(10, 0)
    )
    t.do("activate 8GA/1 move", "activate 8GA/2 move", "begin", "move 8GA/1 Strausberg")
    t.do("move 8GA/2 Neukolln")
    assert t.stage == "C.2"
    assert (t.progress("Neukolln"), t.control("Neukolln"), t.vp("zhukov")) == (3, "zhukov", 10)


@rule("RFB 9.1.5b")
@pytest.mark.parametrize("level", [0, 1])
def test_9_1_5_leaving_a_contested_zone_empty_costs_its_value(level: int) -> None:
    t = at("C.1", Neukolln="8GA/1", Triebel="3GTA/1", progress={"Neukolln": level}, vp=(10, 7))
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Strausberg")
    assert (t.vp("zhukov"), t.vp("koniev"), t.progress("Neukolln")) == (7, 7, 0)


@rule("RFB 9.1.5b")
def test_9_1_5_nothing_is_lost_while_one_soviet_stays() -> None:
    t = at("C.1", Neukolln="8GA/1 8GA/2", Triebel="3GTA/1", progress={"Neukolln": 1}, vp=(10, 7))
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Strausberg")
    assert (t.vp("zhukov"), t.progress("Neukolln")) == (10, 1)


@rule("RFB 9.1.5c")
def test_9_1_5_leaving_a_controlled_zone_empty_costs_twice_its_value() -> None:
    t = at("C.2", Neukolln="3GTA/1", Dresden="404", progress={"Neukolln": 2}, vp=(10, 7))
    t.do("activate 3GTA/1 move", "begin", "move 3GTA/1 Zossen")
    # Zossen itself brings its one point.
    assert (t.vp("zhukov"), t.vp("koniev")) == (10, 7 - 6 + 1)


@rule("RFB 9.1.5a", "RFB 9.1.5.q1")
def test_9_1_5_a_garrison_that_dies_loses_control_but_pays_no_penalty() -> None:
    t = at(
        "C.3",
        Tempelhof="2POL/1- Munch",
        Trebbin="391 286",
        progress={"Tempelhof": 2},
        vp=(0, 10),
        Dresden="404",
    )
    declare(t, "Tempelhof", "Munch", "391", "286")
    t.do("roll", dice=[5])
    assert t.zone("2POL/1") == "destroyed"
    assert (t.progress("Tempelhof"), t.control("Tempelhof"), t.vp("koniev")) == (0, "", 7)


@rule("RFB 9.1.5.q1")
@pytest.mark.parametrize("level, points", [(1, 10), (2, 7)])
def test_9_1_5_an_attacker_that_dies_in_the_city_pays_no_penalty(level: int, points: int) -> None:
    t = at("C.1", ELSEWHERE, Tempelhof="8GA/1", progress={"Tempelhof": level}, support=(1, 0), vp=(10, 0))
    fight(t, "Tempelhof", "8GA/1", die=1)
    assert t.zone("8GA/1") == "destroyed"
    assert (t.progress("Tempelhof"), t.vp("zhukov")) == (0, points)


@rule("RFB 9.1.5.q2")
def test_9_1_5_a_zone_left_in_the_end_phase_is_paid_for_and_totals_may_be_negative() -> None:
    t = at("D.1", Neukolln="8GA/1", Triebel="3GTA/1", progress={"Neukolln": 1})
    t.do("move 8GA/1 Strausberg")
    assert (t.vp("zhukov"), t.progress("Neukolln")) == (-3, 0)


@rule("RFB 9.1.5a", "RFB 9.1.5b")
def test_9_1_5_every_zone_that_is_left_empty_is_paid_for() -> None:
    t = at(
        "C.1",
        Wedding="47/1",
        Neukolln="8GA/1",
        Zehlendorf="61/1",
        Triebel="3GTA/1",
        progress={"Wedding": 1, "Neukolln": 3, "Zehlendorf": 1},
        vp=(20, 7),
    )
    t.do("activate 47/1 move", "activate 8GA/1 move", "begin")
    t.do("move 47/1 Oranienburg", "move 8GA/1 Strausberg")
    # Wedding was contested, Neukolln controlled; Oranienburg brings its point.
    assert (t.vp("zhukov"), t.vp("koniev")) == (20 - 3 - 6 + 1, 7)
    assert [t.progress(zone) for zone in CITY] == [0, 0, 0, 0, 0, 1]
    abandoned = [(event.rules, event.data) for event in t.events if event.kind == "vp"]
    assert abandoned == [(("RFB 9.1.5b",), (0,))] * 2
    assert [event.rules for event in t.events if event.kind == "control"] == [
        ("RFB 7.3.4a",),
        ("RFB 9.1.5c",),
    ]
    assert [event.rules for event in t.events if event.kind == "progress"] == [("RFB 9.1.5a",)] * 2


@rule("RFB 9.1.5b", "RFB 9.1.5c")
def test_9_1_5_who_goes_from_one_berlin_zone_to_the_next_has_left_the_first() -> None:
    t = at(
        "C.1",
        Neukolln="8GA/1",
        Friedrichshain="8GA/2",
        Triebel="3GTA/1",
        progress={"Neukolln": 2, "Friedrichshain": 2},
        vp=(20, 7),
    )
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Friedrichshain")
    assert t.units("Friedrichshain") == ["8GA/1", "8GA/2"]
    assert (t.vp("zhukov"), t.progress("Neukolln"), t.progress("Friedrichshain")) == (14, 0, 2)


@rule("RFB 9.1.5.q1", "RFB 9.1.5b")
@pytest.mark.parametrize("zone, outside", [("Wedding", "Nauen"), ("Tempelhof", "Trebbin")])
def test_9_1_5_a_zone_whose_garrison_dies_later_is_not_paid_for_as_if_it_had_been_left(
    zone: str, outside: str
) -> None:
    t = at(
        "C.2",
        {zone: "2POL/1- Munch", outside: "391 286", "Dresden": "404", "Penzig": "52/2"},
        progress={zone: 2},
        vp=(0, 10),
    )
    t.do("pass")
    fight(t, zone, "Munch", "391", "286", die=5)
    assert t.zone("2POL/1") == "destroyed"
    assert t.vp("koniev") == 7
    lost = [event.rules for event in t.events if event.kind == "control"]
    assert lost[-1] == ("RFB 9.1.5.q1",) or lost[-1] == ("RFB 9.3.3.q2",)


@rule("RFB 9.2.2b", "RFB 3.1.3b")
@pytest.mark.parametrize("zone, oos", [("Bernau", True), ("Friedrichshain", False)])
def test_9_2_2_only_in_berlin_a_german_out_of_supply_is_supplied_by_arriving(zone: str, oos: bool) -> None:
    t = at("C.3", ELSEWHERE, turn=7, Strausberg="391 286", oos="391")
    t.do("activate 391 move", "activate 286 move", "begin", f"move 391 {zone}")
    assert t.oos("391") is oos
    soviet = at("C.1", ELSEWHERE, Strausberg="8GA/1 8GA/2", oos="8GA/1")
    soviet.do("activate 8GA/1 move", "activate 8GA/2 move", "begin", f"move 8GA/1 {zone}")
    assert soviet.oos("8GA/1")


@rule("RFB 9.1.5b", "RFB 9.1.5.q1")
@pytest.mark.parametrize("first, points", [("8GA/1 Strausberg", 7), ("61/1 Neukolln", 7), ("", 4)])
def test_9_1_5_a_zone_that_others_came_to_in_time_was_not_abandoned_though_they_die(
    first: str, points: int
) -> None:
    # 61/1 comes by truck and dies in its attack: control is lost then, but nobody went away.
    t = at(
        "C.1",
        ELSEWHERE,
        Neukolln="8GA/1",
        Bernau="61/1-",
        progress={"Neukolln": 2},
        support=(1, 0),
        vp=(10, 0),
        chits="zhukov = [7]\nkoniev = []\nout = [1, 9]",
    )
    if first:
        t.do("play 7 61", "activate 8GA/1 move", "activate 61/1 combat", "begin", f"move {first}")
        t.do("move 61/1 Neukolln" if first.startswith("8GA") else "move 8GA/1 Strausberg")
        t.do("attack 61/1 Neukolln", "roll", dice=[1])
        assert t.zone("61/1") == "destroyed"
    else:
        t.do("activate 8GA/1 move", "begin", "move 8GA/1 Strausberg")
    assert (t.stage, t.vp("zhukov"), t.progress("Neukolln")) == ("C.2", points, 0)
    # What was left in one impulse is not left again in the next.
    assert t.state.vacated == 0
