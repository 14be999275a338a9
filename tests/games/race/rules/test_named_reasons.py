"""Race for Berlin: an attack, a move or an activation that is not allowed is refused by the very rule."""

import pytest
from fights import ELSEWHERE, at, declare, odds

from berlin.games.race.board.zones import BERLIN, ZONES
from berlin.kernel.proof.mark import rule


@rule("RFB 8.1.1a", "RFB 9.2.1b")
@pytest.mark.parametrize("inside", ["", "303"])
def test_8_1_1_a_comrade_beside_it_gives_a_german_nothing_to_attack(inside: str) -> None:
    # 286 stands beside 391, in the open and before Berlin: neither has an enemy in reach.
    t = at("C.3", {"Protzel": "391", "Bernau": "286"} | ({"Friedrichshain": inside} if inside else {}))
    for unit in ("391", "286"):
        t.refused(f"activate {unit} combat", "RFB 8.1.1a")
        assert t.can(f"activate {unit} reserve")


@rule("RFB 9.2.4.q1", "RFB 9.2.1b")
def test_9_2_4_help_is_given_only_beside_a_berlin_zone_where_both_nations_stand() -> None:
    # 303 in Friedrichshain has nobody to fight; 712 in Wedding has, but is far from 286.
    t = at("C.3", Bernau="286", Friedrichshain="303", Wedding="712 8GA/1", Nauen="391")
    assert t.can("activate 391 combat")
    t.refused("activate 286 combat", "RFB 8.1.1a")
    t.refused("activate 303 combat", "RFB 9.2.1b")
    # Soviets alone in the zone beside it are nobody's to attack from outside.
    alone = at("C.3", Bernau="286", Friedrichshain="8GA/1")
    alone.refused("activate 286 combat", "RFB 9.2.4.q1")
    # A German of the other camp inside is no help to be given.
    other = at("C.3", Bernau="286", Friedrichshain="8GA/1 404")
    other.refused("activate 286 combat", "RFB 9.2.4.q1")


@rule("RFB 9.2.1a", "RFB 8.1.1a")
@pytest.mark.parametrize("stage, unit", [("C.1", "8GA/1"), ("C.2", "3GTA/1")])
def test_9_2_1_a_soviet_in_berlin_may_attack_there_or_outside(stage: str, unit: str) -> None:
    outside = {"C.1": "Strausberg", "C.2": "Zossen"}[stage]
    t = at(stage, {"Neukolln": f"{unit} 11SS", outside: "391"}, support=(1, 1))
    t.do(f"activate {unit} combat", "begin")
    attacks = {text for text in t.legal() if text.startswith("attack")}
    assert attacks == {f"attack {unit} Neukolln", f"attack {unit} {outside}"}


@rule("RFB 9.2.1c", "RFB 9.2.2a", "RFB 8.1.1b", "RFB 9.2.1b")
def test_9_2_who_has_nothing_to_attack_in_berlin_is_told_why() -> None:
    poor = at("C.1", Wedding="8GA/1")
    poor.refused("activate 8GA/1 combat", "RFB 9.2.1c")
    hungry = at("C.1", Wedding="8GA/1", support=(3, 0), oos="8GA/1")
    hungry.refused("activate 8GA/1 combat", "RFB 9.2.2a")
    alone = at("C.3", Wedding="391", Nauen="286")
    alone.refused("activate 391 combat", "RFB 9.2.1b")
    # Another Berlin zone is no target, whoever is in it, and gives no reason of its own.
    soviet = at("C.1", Oranienburg="8GA/1", Wedding="391")
    soviet.refused("activate 8GA/1 combat", "RFB 8.1.1a")
    soviet = at("C.1", Oranienburg="8GA/1", Wedding="391", Nauen="286")
    soviet.do("activate 8GA/1 combat", "begin")
    soviet.refused("attack 8GA/1 Wedding", "RFB 8.1.1b")
    with_soviets = at("C.1", Oranienburg="8GA/1", Wedding="391 61/1", Nauen="286")
    with_soviets.do("activate 8GA/1 combat", "begin")
    with_soviets.refused("attack 8GA/1 Wedding", "RFB 8.1.1b")
    german = at("C.3", Oranienburg="286", Nauen="61/1")
    german.do("activate 286 combat", "begin")
    german.refused("attack 286 Wedding", "RFB 8.1.1b")


@rule("RFB 8.1.1a", "RFB 8.1.3", "RFB 2.2.8a", "RFB 7.3.2.q1", "RFB 7.2.1.q1", "RFB 8.1.1.q1")
def test_8_1_1_an_enemy_who_may_not_be_attacked_is_named_with_the_reason() -> None:
    boundary = at("C.2", Lubben="13/1", KonigsWusterhausen="391")
    boundary.refused("activate 13/1 combat", "RFB 7.3.2.q1")
    river = at("C.3", Frankfurt="391", Reppen="61/1")
    river.refused("activate 391 combat", "RFB 7.2.1.q1")
    pinned = at("C.3", Neukolln="391 8GA/1", Strausberg="47/1")
    pinned.do("activate 391 combat", "begin")
    pinned.refused("attack 391 Strausberg", "RFB 8.1.1.q1")
    american = at("C.2", Torgau="28/1", Riesa="391", control={"american": "Torgau"}, flags="halted = true")
    american.refused("activate 28/1 combat", "RFB 2.2.8a")
    american.refused("activate 28/1 reserve", "RFB 2.2.8b")
    twice = at("C.1", ELSEWHERE, Seelow="8GA/1", Protzel="47/1", Letschin="Munch")
    twice.do("activate 8GA/1 combat", "activate 47/1 combat", "begin", "attack 8GA/1 Letschin")
    twice.refused("attack 47/1 Letschin", "RFB 8.1.3", "RFB 4.1.3b")
    twice.refused("join 8GA/1", "RFB 8.1.1a")


@rule("RFB 8.1.1a", "RFB 4.1.3a", "RFB 4.2.2a")
def test_8_1_1_an_attack_on_a_zone_without_enemies_or_too_far_away_is_refused() -> None:
    t = at("C.1", ELSEWHERE, Seelow="8GA/1 5SHA/1", Letschin="303", Protzel="606")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 move", "begin", "done")
    assert "no enemy units" in t.refused("attack 8GA/1 Muncheberg", "RFB 8.1.1a").reason
    assert "adjacent" in t.refused("attack 8GA/1 Protzel", "RFB 8.1.1a").reason
    t.refused("attack 5SHA/1 Letschin", "RFB 4.1.3a")
    assert t.refused("attack 303 Seelow", "RFB 4.1.3a")


@rule("RFB crt.base", "RFB crt.modifiers.b", "RFB 8.1.2b")
def test_8_1_2_the_chances_are_those_of_the_modified_die() -> None:
    # A complete army brings one more: its chances are those of the column, one row down.
    one = at("C.1", ELSEWHERE, Seelow="8GA/1 8GA/2", Letschin="Munch 25PzGr")
    declare(one, "Letschin", "8GA/1", "8GA/2")
    assert sum(odds(one).values()) == 6
    results = []
    for die in range(1, 7):
        t = at("C.1", ELSEWHERE, Seelow="8GA/1 8GA/2", Letschin="Munch 25PzGr")
        declare(t, "Letschin", "8GA/1", "8GA/2").do("roll", dice=[die])
        results += [str(event.data[1]).replace(" ", "") for event in t.events if event.kind == "result"]
    assert {result: results.count(result) for result in results} == odds(one)
    assert all(outcome.of == 6 for outcome in one.explain("roll").outcomes)


@rule("RFB 4.1.5a", "RFB 4.1.3c")
def test_4_1_5_a_pass_and_a_beginning_are_refused_by_what_was_chosen() -> None:
    t = at("C.1", Seelow="8GA/1 5SHA/1")
    assert "no unit" in t.refused("begin", "RFB 4.1.5a").reason
    t.do("activate 8GA/1 move")
    assert "have been activated" in t.refused("pass", "RFB 4.1.5a").reason
    assert t.can("begin")


@rule("RFB 4.1.5a", "RFB 1.C.1", "RFB 1.C.3")
def test_4_1_5_a_pass_is_told_with_its_player_and_nation() -> None:
    t = at("C.1", ELSEWHERE)
    for words in ("Zhukov passes his Soviet", "Koniev passes his Soviet"):
        t.do("pass")
        assert t.last[0].text == f"{words} impulse"
    for words in ("Koniev passes his German", "Zhukov passes his German"):
        t.do("pass", dice=[1])
        assert t.last[0].text == f"{words} impulse"
        assert t.last[0].rules == ("RFB 4.1.5a",)


@rule("RFB event.9a")
@pytest.mark.parametrize("stage, asked, other", [("C.1", "koniev", "zhukov"), ("C.2", "zhukov", "koniev")])
def test_event_9_the_other_player_is_asked_before_each_soviet_impulse(
    stage: str, asked: str, other: str
) -> None:
    t = at(stage, Seelow="8GA/1", Forst="13/1", chits=f"{asked} = [9]\n{other} = [2]\nout = [1]")
    assert (t.asked, t.decider) == ("Bridges", asked)
    assert t.can("play 9 Seelow")
    t.do("decline")
    assert (t.asked, t.decider) == ("Designate", other)


@rule("RFB 2.2.6b", "RFB 2.2.6.q1", "RFB 8.3.5a")
def test_2_2_6_a_displaced_german_is_placed_first_and_only_where_he_may_go() -> None:
    t = at(
        "A.2",
        turn=4,
        dice=[3, 6, 6, 1],
        Torgau="391",
        Juterbog="303 309 712",
        control={"american": "Leipzig"},
        Penzig="52/2",
    )
    assert (t.asked, t.decider) == ("Displace", "koniev")
    assert t.legal() == ["displace 391 Riesa", "displace 391 Herzberg"]
    t.refused("displace 391 Wittenberg", "RFB 2.2.6b")
    t.refused("displace 391 Dresden", "RFB 2.2.6b")
    t.refused("displace 391 Leipzig", "RFB 2.2.6b")
    t.refused("displace 391 Juterbog", "RFB 6.1.2a")
    t.refused("displace 303 Riesa", "RFB 2.2.6b")
    t.refused("done", "RFB 1")
    t.do("displace 391 Herzberg")
    assert t.last[0].rules == ("RFB 2.2.6b",)


@rule("RFB 7.4.1")
def test_7_4_1_a_german_whose_way_leads_through_a_shut_zone_of_berlin_is_told_so() -> None:
    t = at("C.3", turn=7, Nauen="Munch", Wedding="8GA/1")
    t.do("activate Munch move", "begin")
    assert "barred at Wedding" in t.refused("move Munch Beeskow", "RFB 7.4.1").reason
    free = at("C.3", turn=7, Nauen="Munch", Bernau="8GA/1")
    free.do("activate Munch move", "begin")
    assert free.can("move Munch Beeskow")


@rule("RFB 7.1.2b", "RFB 4.2.1a", "RFB event.2")
def test_7_1_2_what_bars_the_way_counts_only_if_the_points_would_reach_over_the_rivers() -> None:
    places = {"NOderbruch": "8GA/1", "Strausberg": "286", "Protzel": "303", "Furstenwalde": "606"}
    t = at("C.1", places, chits="zhukov = [2]\nout = [1, 9]")
    t.do("activate 8GA/1 move", "begin")
    assert "movement points" in t.refused("move 8GA/1 Beeskow", "RFB 7.1.1").reason
    # Rybalko's tanks pay nothing for a river: now only the Germans are in their way.
    dry = at("C.1", places, chits="zhukov = [2]\nout = [1, 9]")
    dry.do("play 2 8GA", "activate 8GA/1 move", "begin")
    assert "barred at" in dry.refused("move 8GA/1 Beeskow", "RFB 4.2.1a").reason


@rule("RFB 7.4.2", "RFB 7.4.3")
def test_7_4_2_a_german_does_not_leave_the_city_by_a_zone_that_soviets_hold() -> None:
    outside = {"Nauen": "61/1", "Oranienburg": "61/2", "Potsdam": "13/1"}
    city = {"PrenzlauerBerg": "8GA/1", "Friedrichshain": "8GA/2", "Neukolln": "47/1", "Zehlendorf": "28/1"}
    t = at("C.3", {**outside, **city}, turn=7, Wedding="391", Tempelhof="28/2")
    t.do("activate 391 move", "begin")
    t.refused("move 391 Bernau", "RFB 7.4.2")
    assert t.can("move 391 PrenzlauerBerg")


@rule("RFB event.timing", "RFB 2.4.3", "RFB event.2", "RFB event.6a", "RFB event.7")
@pytest.mark.parametrize("chit", [2, 6, 7])
def test_a_chit_for_an_army_is_refused_by_its_time_or_by_the_army_it_names(chit: int) -> None:
    chits = f"zhukov = [{chit}]\nout = [1, 9]"
    t = at("C.1", ELSEWHERE, Seelow="8GA/1", chits=chits)
    assert t.can(f"play {chit} 8GA")
    for army in ("52", "47"):
        assert "own Soviet armies on the map" in t.refused(f"play {chit} {army}").reason
    other = 2 if chit != 2 else 6
    t.refused(f"play {other} 8GA", "RFB 2.4.3")
    t.do("activate 8GA/1 move")
    t.refused(f"play {chit} 8GA", "RFB event.timing")
    t.refused(f"play {chit} 52", "RFB event.timing")
    german = at("C.4", ELSEWHERE, Seelow="8GA/1", chits=chits)
    german.refused(f"play {chit} 8GA", "RFB event.timing")


@rule("RFB 7.1.1", "RFB 5.1b")
@pytest.mark.parametrize("stage, unit, zone", [("C.1", "61/1", "Barwalde"), ("C.2", "13/1", "Gorlitz")])
def test_7_1_1_a_zone_of_berlin_that_is_too_far_is_refused_for_that_alone(
    stage: str, unit: str, zone: str
) -> None:
    t = at(stage, {**ELSEWHERE, zone: unit})
    t.do(f"activate {unit} move", "begin")
    for city in BERLIN:
        t.refused(f"move {unit} {ZONES[city].key}", "RFB 7.1.1")
    ending = at("D.1" if stage == "C.1" else "D.2", {**ELSEWHERE, zone: unit})
    for city in BERLIN:
        ending.refused(f"move {unit} {ZONES[city].key}", "RFB 5.1b")


@rule("RFB 7.4.2", "RFB 4.2.1a")
@pytest.mark.parametrize("inside, named", [("", "RFB 4.2.1a"), ("8GA/1", "RFB 7.4.2")])
def test_7_4_2_only_soviets_in_its_zone_keep_a_german_in_the_city(inside: str, named: str) -> None:
    t = at(
        "C.3",
        ELSEWHERE,
        turn=7,
        Neukolln=f"Munch {inside}",
        Muncheberg="61/1",
        Protzel="47/1",
        Furstenwalde="69/1",
    )
    t.do("activate Munch move", "begin")
    t.refused("move Munch Seelow", named)
    assert t.can("move Munch Strausberg") is (not inside)
