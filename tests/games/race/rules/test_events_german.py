"""Race for Berlin, the events on the German side: chits 1, 3, 4, 9 and 11, and when they may be played."""

import pytest
from fights import ELSEWHERE, at, declare, fight, number

from berlin.kernel.proof.mark import rule

HEINRICI = "koniev = [1]\nout = [9]"
ALL_BUT_4 = "koniev = []\nout = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]"


def koniev(chit: int) -> str:
    return f"koniev = [{chit}]\nout = [1]"


@rule("RFB event.1a", "RFB event.timing", "RFB 8.3")
def test_event_1_the_defenders_retreat_whole_and_no_die_is_rolled() -> None:
    t = at("C.1", Bridgehead="8GA/1", Lebus="712 169", chits=HEINRICI)
    declare(t, "Lebus", "8GA/1")
    t.do("roll")
    assert t.decider == "koniev"
    t.do("play 1", "retreat 712 Frankfurt", "retreat 169 Falkenhagen")
    assert (t.zone("712"), t.zone("169")) == ("Frankfurt", "Falkenhagen")
    assert not t.reduced("712")
    assert not t.reduced("169")
    assert not [event for event in t.events if event.kind == "die" and event.data[0] == "combat"]


@rule("RFB event.1a")
def test_event_1_may_be_declined_and_the_die_is_rolled() -> None:
    t = at("C.1", Bridgehead="8GA/1", Lebus="712 169", chits=HEINRICI)
    declare(t, "Lebus", "8GA/1")
    t.do("roll")
    t.do("decline", dice=[2])
    assert t.rolled("combat") == [2]
    assert t.units("Lebus") == ["169", "712"]
    assert 1 in t.hand("koniev")


@rule("RFB event.1b")
def test_event_1_the_attackers_enter_the_zone() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", Lebus="712", chits=HEINRICI)
    declare(t, "Lebus", "8GA/1", "5SHA/1")
    t.do("roll", "play 1", "retreat 712 Frankfurt")
    assert t.decider == "zhukov"
    t.refused("done", "RFB 8.4.1a", "RFB event.1b", "RFB 4.2.2b")
    t.do("advance 5SHA/1", "advance 8GA/1")
    assert t.units("Lebus") == ["5SHA/1", "8GA/1"]


@rule("RFB event.1c")
def test_event_1_passes_to_the_other_player_who_waits_for_the_next_turn() -> None:
    t = at("C.1", turn=2, Bridgehead="8GA/1", Lebus="712", Triebel="13/1", Forst="342", chits=HEINRICI)
    declare(t, "Lebus", "8GA/1")
    t.do("roll", "play 1", "retreat 712 Frankfurt")
    assert t.hand("zhukov") == {1}
    assert t.hand("koniev") == set()
    assert 1 not in t.bag()
    assert t.stage == "C.2"
    declare(t, "Forst", "13/1")
    t.do("roll", dice=[3])
    assert t.rolled("combat") == [3]


@rule("RFB event.1c")
@pytest.mark.parametrize("turn, window", [(2, False), (3, True)])
def test_event_1_is_used_from_the_turn_after_it_was_handed_over(turn: int, window: bool) -> None:
    t = at(
        "C.2",
        turn=turn,
        Triebel="13/1",
        Forst="342",
        Letschin="303",
        chits="zhukov = [1]\nkoniev = []\nout = [9]",
        flags="heinrici = 2",
    )
    declare(t, "Forst", "13/1")
    t.do("roll", dice=[3])
    assert t.can("play 1") == window
    assert (t.decider == "zhukov") == window


@rule("RFB event.1d")
def test_event_1_leaves_a_reduction_by_event_8_standing() -> None:
    t = at("C.1", Bridgehead="8GA/1", Lebus="712", chits="zhukov = [8]\nkoniev = [1]\nout = [9]")
    declare(t, "Lebus", "8GA/1")
    t.do("play 8 712", "roll", "play 1", "retreat 712 Frankfurt")
    assert t.zone("712") == "Frankfurt"
    assert t.reduced("712")


@rule("RFB event.1.q1")
def test_event_1_needs_a_defender_of_the_holder_s_camp_and_then_moves_them_all() -> None:
    other = at("C.1", Bridgehead="8GA/1", Lebus="404", chits=HEINRICI)
    declare(other, "Lebus", "8GA/1")
    other.do("roll", dice=[2])
    assert other.rolled("combat") == [2]
    mixed = at("C.1", Bridgehead="8GA/1", Lebus="404 712", chits=HEINRICI)
    declare(mixed, "Lebus", "8GA/1")
    mixed.do("roll")
    assert mixed.decider == "koniev"
    mixed.do("play 1")
    while any(text.startswith("retreat") for text in mixed.legal()):
        mixed.do(mixed.legal()[0])
    assert mixed.units("Lebus") == ["8GA/1"]
    assert not mixed.reduced("404")
    assert not mixed.reduced("712")


@rule("RFB event.1.q2")
def test_event_1_does_not_help_in_the_city() -> None:
    t = at("C.1", Tempelhof="8GA/1 11SS", support=(1, 0), chits=HEINRICI)
    declare(t, "Tempelhof", "8GA/1")
    t.do("roll", dice=[3])
    assert t.rolled("city") == [3]
    assert not t.can("play 1")


@rule("RFB event.1.q2")
def test_event_1_units_that_cannot_retreat_lose_a_step_and_stay() -> None:
    t = at(
        "C.1",
        Letschin="303 309-",
        Seelow="8GA/1",
        NOderbruch="47/1",
        Protzel="61/1",
        Muncheberg="69/1",
        SOderbruch="33/1",
        chits=HEINRICI,
    )
    declare(t, "Letschin", "8GA/1")
    t.do("roll", "play 1")
    assert t.rolled("combat") == []
    assert t.units("Letschin") == ["303"]
    assert t.reduced("303")
    assert t.zone("309") == "destroyed"


@rule("RFB event.3a")
def test_event_3_the_americans_advance_on_the_track_of_the_player_s_choice() -> None:
    t = at("C.3", Letschin="303", Kyritz="404", chits=koniev(3))
    t.do("play 3 3", dice=[4])
    assert t.control("Kyritz") == "american"
    assert t.zone("404") == "withdrawn"
    other = at("C.3", Letschin="303", control={"american": "Leipzig"}, chits=koniev(3))
    other.do("play 3 2")
    assert other.control("Torgau") == "american"
    assert other.control("Wittenberg") == ""


@rule("RFB event.3a", "RFB 2.2.9")
def test_event_3_may_bring_the_americans_to_berlin_and_both_players_lose() -> None:
    t = at("C.3", Letschin="303", control={"american": "Kyritz Neuruppin Nauen"}, chits=koniev(3))
    t.do("play 3 3")
    assert t.result is not None
    assert t.result.winners == ()
    assert (t.decider, t.legal()) == (None, [])


@rule("RFB event.3b")
def test_event_3_leaves_the_game_once_the_americans_are_halted() -> None:
    goes_back = at("C.3", Letschin="303", chits=koniev(3))
    goes_back.do("play 3 1")
    assert 3 in goes_back.bag()
    halted = at("C.3", Letschin="303", Leipzig="3GTA/1", chits=koniev(3))
    halted.do("play 3 1")
    assert halted.halted
    assert 3 in halted.out()
    assert 3 not in halted.bag()


@rule("RFB event.3b")
def test_event_3_leaves_the_bag_when_the_advance_itself_is_halted() -> None:
    t = at("A.2", turn=4, dice=[1], Leipzig="3GTA/1", Barwalde="61/1", chits="koniev = []\nout = [1]")
    assert t.halted
    assert 3 in t.out()


@rule("RFB event.4a")
def test_event_4_the_player_s_germans_go_west_without_a_die_all_turn() -> None:
    t = at("C.3", Letschin="303", Kamenz="404", chits=koniev(4))
    t.do("play 4", "activate 303 move", "begin", "move 303 Protzel")
    assert t.zone("303") == "Protzel"
    assert t.rolled("west") == []
    assert t.stage == "C.4"
    t.do("activate 404 move", "begin")
    t.refused("move 404 Dresden", "RFB 7.2.2a", "RFB 7.2.2b", "RFB 7.2.2.q1", "RFB 7.2.2")
    without = at("C.3", Letschin="303", chits=koniev(4))
    without.do("activate 303 move", "begin")
    without.refused("move 303 Protzel", "RFB 7.2.2a", "RFB 7.2.2b", "RFB 7.2.2.q1", "RFB 7.2.2")


@rule("RFB event.4a")
@pytest.mark.parametrize("stage", ["C.3", "D.3"])
def test_event_4_still_holds_in_later_impulses_and_in_the_end_phase(stage: str) -> None:
    begin = ("activate 303 move", "begin") if stage == "C.3" else ()
    t = at(stage, operations=2, Letschin="303", Kamenz="404", flags='planned = ["koniev"]')
    t.do(*begin)
    assert t.can("move 303 Protzel")
    without = at(stage, operations=2, Letschin="303", Kamenz="404")
    without.do(*begin)
    assert not without.can("move 303 Protzel")


@rule("RFB event.4a")
def test_event_4_outlasts_the_impulse_but_not_the_turn() -> None:
    t = at("C.3", ELSEWHERE, Letschin="303 391", chits=koniev(4))
    t.do("play 4", "activate 303 move", "begin", "move 303 Protzel")
    t.do("pass", dice=[6]).do("pass", "pass")
    assert (t.stage, t.operations) == ("C.3", 2)
    t.do("activate 391 move", "begin", "move 391 Protzel")
    flags = 'halted = true\nplanned = ["koniev"]'
    new = at("D.7", ELSEWHERE, Letschin="303", dice=[1], chits=ALL_BUT_4, flags=flags).until("C.3")
    assert (new.turn, new.order) == (4, "")
    new.do("activate 303 move", "begin")
    new.refused("move 303 Protzel", "RFB 7.2.2b")


@rule("RFB event.4b")
def test_event_4_leaves_the_game_after_turn_6() -> None:
    t = at("C.3", turn=6, Letschin="303", chits=koniev(4))
    t.do("play 4")
    assert 4 in t.bag()
    six = at("D.7", turn=5, Letschin="303", Barwalde="61/1", chits=ALL_BUT_4)
    assert (six.turn, six.hand("koniev")) == (6, {4})
    seven = at("D.7", turn=6, Letschin="303", Barwalde="61/1", chits=ALL_BUT_4)
    assert seven.turn == 7
    assert seven.hand("koniev") == seven.hand("zhukov") == set()
    assert 4 in seven.out()


BRIDGES = "zhukov = [9]\nkoniev = []\nout = [1]"


@rule("RFB event.9a", "RFB event.timing")
def test_event_9_is_played_as_the_other_player_s_soviet_impulse_opens() -> None:
    t = at("C.2", Forst="3GA/1 3GA/2", chits=BRIDGES)
    assert t.decider == "zhukov"
    assert t.can("play 9 Forst")
    t.do("decline")
    assert t.decider == "koniev"
    t.do("activate 3GA/1 move")
    t.refused("play 9 Forst", "RFB event.9a", "RFB event.timing", "RFB 2.4.3")


@rule("RFB event.9a")
def test_event_9_reaches_the_river_bank_and_the_zones_next_to_it() -> None:
    t = at("C.2", Forst="3GA/1 3GA/2", Kathlow="13/1", Cottbus="5GA/1", Triebel="52/1", chits=BRIDGES)
    assert t.can("play 9 Forst")
    assert t.can("play 9 Kathlow")
    t.refused("play 9 Cottbus", "RFB event.9a")
    t.refused("play 9 Triebel", "RFB event.9a")


@rule("RFB event.9b")
def test_event_9_soviets_in_the_zone_are_out_of_supply_for_the_turn() -> None:
    t = at("C.2", Forst="3GA/1 3GA/2", Guben="13/1", Kathlow="342", chits=BRIDGES)
    t.do("play 9 Forst")
    assert t.oos("3GA/1")
    assert t.oos("3GA/2")
    assert not t.oos("13/1")
    t.refused("activate 3GA/1 reserve", "RFB 4.2.3a", "RFB 3.1.3c")
    t.do("activate 3GA/1 combat", "activate 3GA/2 move", "begin")
    assert t.can("move 3GA/2 Muskau")
    t.refused("move 3GA/2 Cottbus", "RFB 3.1.3b")
    t.do("move 3GA/2 Muskau", "attack 3GA/1 Kathlow")
    assert number(t, "attack") == 9


@rule("RFB event.9b")
def test_event_9_lasts_until_the_turn_ends() -> None:
    t = at("C.2", Forst="3GA/1 3GA/2", Kamenz="404", chits=BRIDGES)
    t.do("play 9 Forst")
    t.until("D.4")
    assert t.oos("3GA/1")
    t.until("B.2")
    assert (t.turn, t.oos("3GA/1")) == (4, False)


@rule("RFB event.9c")
def test_event_9_is_played_only_once_per_game() -> None:
    t = at("C.2", Forst="3GA/1 3GA/2", chits=BRIDGES)
    t.do("play 9 Forst")
    assert 9 in t.out()
    assert 9 not in t.bag() | t.hand("zhukov") | t.hand("koniev")


@rule("RFB event.11a")
def test_event_11_attacking_germans_count_double() -> None:
    t = at("C.3", Letschin="712 169", Muncheberg="8GA/1", chits=koniev(11))
    t.do("play 11")
    declare(t, "Muncheberg", "712", "169")
    assert (number(t, "attack"), number(t, "defence")) == (22, 20)
    without = at("C.3", Letschin="712 169", Muncheberg="8GA/1", chits=koniev(11))
    declare(without, "Muncheberg", "712", "169")
    assert number(without, "attack") == 11


@rule("RFB event.11a")
def test_event_11_serves_one_impulse_and_one_camp() -> None:
    t = at("C.3", Letschin="712", Kamenz="10SSPz", Bautzen="52/1", chits=koniev(11))
    t.do("play 11", "pass")
    assert t.stage == "C.4"
    declare(t, "Bautzen", "10SSPz")
    assert number(t, "attack") == 9


@rule("RFB event.11b")
def test_event_11_does_not_count_in_the_city() -> None:
    t = at("C.3", Tempelhof="2POL/1- Munch", Trebbin="391", chits=koniev(11))
    t.do("play 11")
    declare(t, "Tempelhof", "Munch", "391")
    assert number(t, "attack") == 12


GERMAN = {3: "play 3 3", 4: "play 4", 11: "play 11"}


@rule("RFB event.timing")
@pytest.mark.parametrize("chit", sorted(GERMAN))
def test_chits_of_a_german_impulse_are_played_before_any_activation(chit: int) -> None:
    t = at("C.3", Letschin="303", Triebel="3GTA/1", chits=koniev(chit))
    assert t.can(GERMAN[chit])
    t.do("activate 303 move")
    t.refused(GERMAN[chit], "RFB event.timing", "RFB 2.4.3", f"RFB event.{chit}a")
    soviet = at("C.2", Letschin="303", Triebel="3GTA/1", chits=koniev(chit))
    soviet.refused(GERMAN[chit], "RFB event.timing", "RFB 2.4.3", f"RFB event.{chit}a")


@rule("RFB event.timing")
def test_chit_1_is_played_in_combat_only_and_chit_9_never_in_an_own_impulse() -> None:
    heinrici = at("C.3", Letschin="303", Seelow="8GA/1", chits=HEINRICI)
    heinrici.refused("play 1", "RFB event.timing", "RFB event.1a", "RFB 2.4.3")
    own = at("C.2", Forst="3GA/1", chits=koniev(9))
    assert own.decider == "koniev"
    own.refused("play 9 Forst", "RFB event.timing", "RFB event.9a", "RFB 2.4.3")


@rule("RFB event.1a")
def test_event_1_is_no_help_to_a_german_attack() -> None:
    t = at("C.3", Letschin="303", Seelow="8GA/1", chits=HEINRICI)
    fight(t, "Seelow", "303", die=3)
    assert t.rolled("combat") == [3]
