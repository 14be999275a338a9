"""Race for Berlin, the events of a Soviet impulse: chits 2, 5, 6, 7, 8 and 10, and their timing."""

import pytest
from fights import ELSEWHERE, at, declare, drms, number, ratio
from table import Table

from berlin.kernel.proof.mark import rule


def zhukov(chit: int) -> str:
    """Zhukov holds one chit, and no other can come in between."""
    return f"zhukov = [{chit}]\nkoniev = []\nout = [1, 9]"


def koniev(chit: int) -> str:
    return f"koniev = [{chit}]\nout = [1, 9]"


@rule("RFB event.2")
def test_event_2_the_named_army_attacks_over_a_river_with_full_strength() -> None:
    t = at("C.2", Triebel="3GTA/1 13/1", Forst="342", chits=koniev(2))
    t.do("play 2 3GTA")
    declare(t, "Forst", "3GTA/1")
    assert number(t, "attack") == 22
    both = at("C.2", Triebel="3GTA/1 13/1", Forst="342", chits=koniev(2))
    both.do("play 2 3GTA")
    declare(both, "Forst", "3GTA/1", "13/1")
    assert number(both, "attack") == 22 + 9
    without = at("C.2", Triebel="3GTA/1 13/1", Forst="342", chits=koniev(2))
    declare(without, "Forst", "3GTA/1")
    assert number(without, "attack") == 11
    later = at("C.2", ELSEWHERE, Triebel="3GTA/1 13/1", Forst="342", chits=koniev(2))
    later.do("play 2 3GTA", "activate 13/1 reserve", "begin", "done", "pass").do("pass", dice=[6])
    later.do("pass")
    assert (later.stage, later.operations) == ("C.2", 2)
    declare(later, "Forst", "3GTA/1")
    assert number(later, "attack") == 11


@rule("RFB event.2")
def test_event_2_the_named_army_pays_nothing_more_for_crossing_a_river() -> None:
    t = at("C.2", Triebel="3GTA/1 4GTA/1", chits=koniev(2))
    t.do("play 2 3GTA", "activate 3GTA/1 move", "activate 4GTA/1 move", "begin")
    assert t.can("move 3GTA/1 Cottbus")
    assert not t.can("move 4GTA/1 Cottbus")
    assert t.can("move 4GTA/1 Kathlow")
    without = at("C.2", Triebel="3GTA/1 4GTA/1", chits=koniev(2))
    without.do("activate 3GTA/1 move", "begin")
    assert not without.can("move 3GTA/1 Cottbus")


@rule("RFB event.2")
def test_event_2_names_an_army_of_the_player_s_own_camp() -> None:
    t = at("C.2", Triebel="3GTA/1", Bridgehead="8GA/1", chits=koniev(2))
    assert t.can("play 2 3GTA")
    assert not t.can("play 2 8GA")


@rule("RFB event.5a")
def test_event_5_garrisons_count_ten_for_the_turn() -> None:
    t = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0), chits=zhukov(5))
    t.do("play 5")
    declare(t, "Tempelhof", "8GA/1")
    assert number(t, "defence") == 16
    without = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0), chits=zhukov(5))
    declare(without, "Tempelhof", "8GA/1")
    assert number(without, "defence") == 26


@rule("RFB event.5a")
def test_event_5_garrisons_are_whole_again_in_the_next_turn() -> None:
    t = at(
        "D.7",
        turn=6,
        Neukolln="8GA/1 11SS",
        chits="koniev = []\nout = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
        flags="speer = true",
    )
    t.until("B.2")
    assert (t.turn, t.decider) == (7, "zhukov")
    t.do("convert")
    t.until("C.1")
    declare(t, "Neukolln", "8GA/1")
    assert number(t, "defence") == 26


@rule("RFB event.5b")
def test_event_5_is_played_only_once_per_game() -> None:
    t = at("C.1", Tempelhof="8GA/1", chits=zhukov(5))
    t.do("play 5")
    assert 5 in t.out()
    assert 5 not in t.bag() | t.hand("zhukov") | t.hand("koniev")


@rule("RFB event.5a", "RFB event.5.q1")
def test_event_5_helps_both_soviet_camps() -> None:
    t = at("C.1", Tempelhof="8GA/1", Neukolln="3GTA/1 11SS", support=(0, 1), chits=zhukov(5))
    t.do("play 5", "pass")
    assert t.stage == "C.2"
    declare(t, "Neukolln", "3GTA/1")
    assert number(t, "defence") == 16


def everyone(**zones: str) -> Table:
    t = at("C.1", zones, chits=zhukov(6))
    t.do("play 6 8GA")
    return t


@rule("RFB event.6a")
def test_event_6_gives_the_army_plus_two_in_each_of_its_combats() -> None:
    t = everyone(Bridgehead="8GA/1 8GA/2 5SHA/1", SOderbruch="Munch 9Falsch", Seelow="303", Lebus="712")
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "activate 5SHA/1 combat", "begin")
    t.do("attack 8GA/1 SOderbruch")
    assert drms(t) == [2]
    t.do("roll", dice=[1])
    t.do("attack 8GA/2 Seelow")
    assert drms(t) == [-1, 2]
    t.do("roll", dice=[1])
    t.do("attack 5SHA/1 Lebus")
    assert drms(t) == [-1]


@rule("RFB event.6a")
def test_event_6_counts_once_when_both_counters_fight_together() -> None:
    t = everyone(Bridgehead="8GA/1 8GA/2", SOderbruch="Munch 9Falsch")
    declare(t, "SOderbruch", "8GA/1", "8GA/2")
    assert drms(t) == [1, 2]


@rule("RFB event.6a")
def test_event_6_is_over_with_the_impulse() -> None:
    t = everyone(**ELSEWHERE, Bridgehead="8GA/1 8GA/2", SOderbruch="Munch 9Falsch")
    t.do("activate 8GA/2 reserve", "begin", "done", "pass", "pass").do("pass", dice=[6])
    assert (t.stage, t.operations) == ("C.1", 2)
    declare(t, "SOderbruch", "8GA/1")
    assert drms(t) == []


@rule("RFB event.6b")
def test_event_6_the_army_moves_half_its_points_after_combat() -> None:
    t = everyone(Bridgehead="8GA/1 5SHA/1", SOderbruch="Munch 9Falsch", Seelow="303")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "begin", "attack 8GA/1 SOderbruch")
    t.do("roll", dice=[1])
    t.do("done")
    assert not t.legal("5SHA/1")
    t.refused("move 8GA/1 Reppen", "RFB 4.2.3b", "RFB event.6b", "RFB 4.2.3", "RFB 7.1.1")
    t.do("move 8GA/1 Goritz")
    assert t.zone("8GA/1") == "Goritz"


@rule("RFB event.6b")
@pytest.mark.parametrize("designated", [True, False])
@pytest.mark.parametrize("fights, rests", [("8GA/1", "8GA/2"), ("8GA/2", "8GA/1")])
def test_event_6_a_counter_of_the_army_that_did_not_fight_has_no_move(
    designated: bool, fights: str, rests: str
) -> None:
    t = everyone(Bridgehead="8GA/1 8GA/2", SOderbruch="Munch 9Falsch", Seelow="303")
    if designated:
        t.do(f"activate {rests} combat")
    t.do(f"activate {fights} combat", "begin", f"attack {fights} SOderbruch").do("roll", dice=[1])
    if designated:
        t.do("done")
    assert t.can(f"move {fights} Goritz")
    t.refused(f"move {rests} Goritz")
    assert not any(f" {rests} " in f"{text} " for text in t.legal())


@rule("RFB event.6.q1")
def test_event_6_a_counter_out_of_supply_has_the_bonus_but_no_move() -> None:
    t = at(
        "C.1",
        Bridgehead="8GA/1 8GA/2",
        SOderbruch="309",
        Seelow="303",
        Triebel="3GTA/1",
        oos="8GA/2",
        chits=zhukov(6),
    )
    t.do("play 6 8GA", "activate 8GA/1 combat", "activate 8GA/2 combat", "begin", "attack 8GA/2 Seelow")
    assert drms(t) == [-1, 2]
    t.do("roll", dice=[1])
    t.do("attack 8GA/1 SOderbruch")
    t.do("roll", dice=[1])
    t.do("retreat 309 Letschin")
    assert t.zone("8GA/1") == "SOderbruch"
    assert not any(text.startswith("move 8GA/2") for text in t.legal())
    t.do("move 8GA/1 NOderbruch")
    assert t.zone("8GA/1") == "NOderbruch"


@rule("RFB event.7")
def test_event_7_the_army_moves_and_attacks_in_one_impulse() -> None:
    t = at("C.2", Triebel="13/1", Forst="5GA/1", Lieberose="275", chits=koniev(7))
    t.do("play 7 13", "activate 13/1 combat", "activate 5GA/1 move", "begin")
    t.do("move 13/1 Kathlow", "move 5GA/1 Guben")
    t.refused("attack 5GA/1 Lieberose", "RFB event.7", "RFB 4.1.3a")
    t.do("attack 13/1 Lieberose")
    t.refused("join 5GA/1", "RFB event.7", "RFB 4.1.3a")
    t.do("roll", dice=[1])
    assert t.rolled("combat") == [1]
    other = at("C.2", Triebel="13/1", Guben="5GA/1", Lieberose="275", chits=koniev(7))
    other.do("play 7 13", "activate 13/1 combat", "activate 5GA/1 combat", "begin")
    other.refused("move 5GA/1 Forst", "RFB 4.1.3a", "RFB 4.2.2a", "RFB event.7")


@rule("RFB event.7")
def test_event_7_without_the_chit_a_unit_moves_or_attacks() -> None:
    t = at("C.2", Triebel="5GA/1", Forst="342", Lieberose="275", Guben="3GA/1 13/1", chits=koniev(7))
    t.do("activate 5GA/1 combat", "activate 3GA/1 move", "activate 13/1 combat", "begin")
    t.refused("move 13/1 Kathlow", "RFB 4.2.2a", "RFB 4.1.3a", "RFB event.7")
    t.do("move 3GA/1 Kathlow")
    t.refused("attack 3GA/1 Lieberose", "RFB 4.1.3a", "RFB event.7")


@rule("RFB event.8a")
def test_event_8_a_defender_is_reduced_before_the_ratio_is_made() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="9Falsch 309", chits=zhukov(8))
    declare(t, "SOderbruch", "8GA/1")
    assert (number(t, "defence"), ratio(t)) == (11, "1:1")
    assert t.can("play 8 309")
    t.do("play 8 9Falsch")
    assert t.reduced("9Falsch")
    assert (number(t, "defence"), ratio(t)) == (8, "2:1")


@rule("RFB event.8b")
def test_event_8_does_not_destroy_a_unit() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="9Falsch- 309", chits=zhukov(8))
    declare(t, "SOderbruch", "8GA/1")
    t.refused("play 8 9Falsch", "RFB event.8b")
    assert t.can("play 8 309")


@rule("RFB event.8.q1")
def test_event_8_takes_a_defender_of_that_combat() -> None:
    t = at("C.1", Bridgehead="8GA/1", Seelow="303", Lebus="712", chits=zhukov(8))
    declare(t, "Seelow", "8GA/1")
    assert t.can("play 8 303")
    t.refused("play 8 712", "RFB event.8.q1", "RFB event.8a")


@rule("RFB event.8.q1")
def test_events_6_and_8_work_on_the_city_table() -> None:
    collapse = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0), chits=zhukov(8))
    declare(collapse, "Tempelhof", "8GA/1")
    collapse.do("play 8 11SS")
    assert number(collapse, "defence") == 23
    everybody = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0), chits=zhukov(6))
    everybody.do("play 6 8GA")
    declare(everybody, "Tempelhof", "8GA/1")
    assert drms(everybody) == [2]


@rule("RFB event.10")
def test_event_10_six_units_may_be_activated_in_this_impulse() -> None:
    ours = ("61/1", "1POL/1", "47/1", "69/1", "33/1", "3SHA/1", "5SHA/1")
    theirs = ("3GA/1", "13/1", "3GTA/1", "5GA/1", "52/1")
    t = at("C.1", Bridgehead=" ".join(ours), Triebel=" ".join(theirs), chits=zhukov(10))
    t.do("play 10", *(f"activate {unit} move" for unit in ours[:6]))
    t.refused(f"activate {ours[6]} move", "RFB event.10", "RFB 4.1.2")
    t.do("begin", "done")
    assert t.stage == "C.2"
    t.do(*(f"activate {unit} move" for unit in theirs[:4]))
    t.refused(f"activate {theirs[4]} move", "RFB 4.1.2")


SOVIET = {2: "play 2 3GTA", 5: "play 5", 6: "play 6 3GTA", 7: "play 7 3GTA", 10: "play 10"}


@rule("RFB event.timing")
@pytest.mark.parametrize("chit", sorted(SOVIET))
def test_chits_of_a_soviet_impulse_are_played_before_any_activation(chit: int) -> None:
    t = at("C.2", Triebel="3GTA/1 13/1", Zossen="5GA/1", Letschin="303", chits=koniev(chit))
    assert t.can(SOVIET[chit])
    t.do("activate 13/1 move")
    t.refused(SOVIET[chit], "RFB event.timing", "RFB 2.4.3", f"RFB event.{chit}", f"RFB event.{chit}a")
    german = at("C.3", Triebel="3GTA/1 13/1", Letschin="303", chits=koniev(chit))
    german.refused(SOVIET[chit], "RFB event.timing", "RFB 2.4.3", f"RFB event.{chit}", f"RFB event.{chit}a")


@rule("RFB event.timing")
def test_chit_8_is_played_within_a_combat_only() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="309", chits=zhukov(8))
    t.refused("play 8 309", "RFB event.timing", "RFB event.8a", "RFB 2.4.3")
    declare(t, "SOderbruch", "8GA/1")
    assert t.can("play 8 309")


@rule("RFB event.timing.q1")
def test_a_chit_that_names_an_army_grants_no_further_activations() -> None:
    t = at("C.2", Triebel="13/1 13/2 3GA/1 5GA/1 52/1", chits=koniev(7))
    t.do("play 7 13", "activate 13/1 move", "activate 13/2 move", "activate 3GA/1 move")
    t.do("activate 5GA/1 move")
    t.refused("activate 52/1 move", "RFB event.timing.q1", "RFB 4.1.2")


@rule("RFB event.6a", "RFB event.6b", "RFB crt.modifiers.b", "RFB 4.2.2a")
@pytest.mark.parametrize("unit", ["61/1", "8GA/1"])
def test_event_6_serves_the_first_army_of_the_list_like_any_other(unit: str) -> None:
    t = at("C.1", ELSEWHERE, Seelow=f"{unit} 5SHA/1", Letschin="303-", chits=zhukov(6))
    t.do(f"play 6 {unit.split('/')[0]}")
    declare(t, "Letschin", unit)
    assert drms(t) == [2]
    t.do("roll", dice=[6])
    assert (t.zone(unit), t.asked) == ("Letschin", "Reserving")


@rule("RFB event.7", "RFB 4.2.1a")
@pytest.mark.parametrize("unit", ["61/1", "8GA/1"])
def test_event_7_serves_the_first_army_of_the_list_like_any_other(unit: str) -> None:
    t = at("C.1", ELSEWHERE, Kustrin=f"{unit} 5SHA/1", Letschin="303-", chits=zhukov(7))
    t.do(f"play 7 {unit.split('/')[0]}", f"activate {unit} combat", "begin")
    assert t.asked == "Moving"
    t.do(f"move {unit} SOderbruch", f"attack {unit} Letschin")
    assert t.asked == "Attack"
