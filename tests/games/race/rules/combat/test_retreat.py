"""Race for Berlin, 8.3: retreats."""

import pytest
from fights import at, declare, fight, settle
from table import Table

from berlin.kernel.proof.mark import rule

# Around Letschin (10): Protzel 8, Muncheberg 9, Nördl. Oderbruch 10, Seelow 10, Südl. Oderbruch 11.
# 8GA in Seelow (20) against 303 (5) is 4:1; a die of 3 gives D1R.


def letschin(**zones: str) -> Table:
    t = at("C.1", zones, Letschin="303", Seelow="8GA/1")
    return fight(t, "Letschin", "8GA/1", die=3)


@rule("RFB 8.3")
def test_8_3_only_a_result_with_r_makes_the_defender_retreat() -> None:
    stay = at("C.1", Bridgehead="8GA/1", SOderbruch="309")
    fight(stay, "SOderbruch", "8GA/1", die=2)
    assert stay.zone("309") == "SOderbruch"
    assert not any(text.startswith("retreat") for text in stay.legal())
    go = at("C.1", Bridgehead="8GA/1", SOderbruch="309")
    fight(go, "SOderbruch", "8GA/1", die=3)
    assert go.decider == "koniev"
    go.do("retreat 309 Letschin")
    assert go.zone("309") == "Letschin"


@rule("RFB 8.3.1a")
def test_8_3_1_all_surviving_defenders_leave_for_an_adjacent_zone() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    settle(fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=5))
    t.refused("retreat 309 Muncheberg", "RFB 8.3.1a", "RFB 8.3.1", "RFB map.adjacent", "RFB 8.3.3b")
    t.do("retreat 309 Seelow", "retreat 9Falsch Seelow")
    assert t.units("Seelow") == ["309", "9Falsch"]
    assert not {"309", "9Falsch"} & set(t.units("SOderbruch"))


@rule("RFB 8.3.1b")
def test_8_3_1_several_units_may_retreat_into_different_zones() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    settle(fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=5))
    t.do("retreat 309 Letschin", "retreat 9Falsch Seelow")
    assert (t.zone("309"), t.zone("9Falsch")) == ("Letschin", "Seelow")


@rule("RFB 8.3.2a")
def test_8_3_2_germans_retreat_to_a_lower_or_equal_index_first() -> None:
    t = letschin()
    for zone in ("Muncheberg", "Protzel", "NOderbruch"):
        assert t.can(f"retreat 303 {zone}")
    t.refused("retreat 303 SOderbruch", "RFB 8.3.2a", "RFB 8.3.2", "RFB 8.3.2c")


@rule("RFB 8.3.2a")
def test_8_3_2_soviets_retreat_to_a_higher_or_equal_index_first() -> None:
    t = at("C.3", Muncheberg="25PzGr Munch", Letschin="1POL/1", oos="1POL/1")
    fight(t, "Letschin", "25PzGr", "Munch", die=5)
    assert t.decider == "zhukov"
    for zone in ("NOderbruch", "Seelow", "SOderbruch"):
        assert t.can(f"retreat 1POL/1 {zone}")
    t.refused("retreat 1POL/1 Protzel", "RFB 8.3.2a", "RFB 8.3.2", "RFB 8.3.2c")


@rule("RFB 8.3.2b")
def test_8_3_2_a_zone_free_of_the_other_camp_goes_before_one_with_its_germans() -> None:
    empty = letschin(NOderbruch="47/1", Protzel="404")
    assert empty.zone("303") == "Muncheberg"
    shared = letschin(NOderbruch="47/1", Protzel="404", Muncheberg="69/1")
    assert shared.zone("303") == "Protzel"


@rule("RFB 8.3.2b")
def test_8_3_2_soviets_too_shun_the_other_camp_first_and_germans_always() -> None:
    # Letschin may be left for Nördl. Oderbruch, Seelow and Südl. Oderbruch.
    hosts = {"Seelow": "13/1", "SOderbruch": "13/2"}
    free = at("C.3", hosts, Muncheberg="25PzGr Munch", Letschin="1POL/1", oos="1POL/1")
    fight(free, "Letschin", "25PzGr", "Munch", die=5)
    assert free.zone("1POL/1") == "NOderbruch"
    held = at("C.3", hosts, Muncheberg="25PzGr Munch", Letschin="1POL/1", NOderbruch="391", oos="1POL/1")
    fight(held, "Letschin", "25PzGr", "Munch", die=5)
    assert {text for text in held.legal() if text.startswith("retreat")} == {
        "retreat 1POL/1 Seelow",
        "retreat 1POL/1 SOderbruch",
    }


@rule("RFB 8.3.2c")
def test_8_3_2_failing_that_any_index_will_do_in_the_same_order() -> None:
    up = letschin(NOderbruch="47/1", Protzel="61/1", Muncheberg="69/1")
    assert up.zone("303") == "SOderbruch"
    # Protzel (8): everything to the west is Soviet; Letschin 10 is empty, Muncheberg 9 holds the other camp.
    west = {"Bernau": "47/1", "Furstenwalde": "61/1", "Strausberg": "69/1", "NOderbruch": "8GA/1"}
    free = at("C.1", west, Protzel="391", Muncheberg="404")
    fight(free, "Protzel", "8GA/1", die=5)
    assert free.zone("391") == "Letschin"
    taken = at("C.1", west, Protzel="391", Muncheberg="404", Letschin="33/1")
    fight(taken, "Protzel", "8GA/1", die=5)
    assert taken.zone("391") == "Muncheberg"


@rule("RFB 8.3.2.q1")
def test_8_3_2_a_zone_with_soviets_of_the_same_player_is_no_retreat() -> None:
    t = at("C.2", Kathlow="391", Forst="5GA/1", Cottbus="3GTA/1")
    fight(t, "Kathlow", "5GA/1", die=3)
    assert t.can("retreat 391 Lieberose")
    t.refused("retreat 391 Cottbus", "RFB 8.3.2.q1", "RFB 6.1.2b", "RFB 8.3.2b")


@rule("RFB 8.3.3a")
def test_8_3_3_a_retreat_obeys_stacking() -> None:
    t = letschin(NOderbruch="47/1", Muncheberg="309 391 286", Protzel="712")
    assert t.zone("303") == "Protzel"
    roomy = letschin(NOderbruch="47/1", Muncheberg="309 391", Protzel="712")
    assert roomy.can("retreat 303 Muncheberg")
    assert roomy.can("retreat 303 Protzel")


@rule("RFB 8.3.3b")
def test_8_3_3_a_unit_without_room_passes_through_a_full_friendly_zone() -> None:
    t = letschin(NOderbruch="47/1", Protzel="61/1", SOderbruch="33/1", Muncheberg="309 391 286")
    for zone in ("Falkenhagen", "Furstenwalde", "Strausberg"):
        assert t.can(f"retreat 303 {zone}")
    t.refused("retreat 303 Muncheberg", "RFB 8.3.3a", "RFB 6.1.2a", "RFB 8.3.3.q1", "RFB 8.3.3b")
    t.refused("retreat 303 Bernau", "RFB 8.3.3b", "RFB 8.3.1a", "RFB 8.3.3.q1", "RFB map.adjacent")
    t.do("retreat 303 Strausberg")
    assert t.zone("303") == "Strausberg"


@rule("RFB 8.3.3b")
def test_8_3_3_a_soviet_without_room_passes_through_a_full_soviet_zone() -> None:
    around = {"Muncheberg": "25PzGr Munch", "Protzel": "391", "NOderbruch": "286", "Seelow": "303"}
    t = at("C.3", around, Letschin="1POL/1", SOderbruch="8GA/1 5SHA/1", oos="1POL/1")
    fight(t, "Letschin", "25PzGr", "Munch", die=5)
    assert t.legal() == [f"retreat 1POL/1 {zone}" for zone in ("Bridgehead", "Barwalde", "Kustrin")]


@rule("RFB 8.3.3.q1")
def test_8_3_3_a_zone_with_room_at_a_worse_index_goes_before_passing_through() -> None:
    t = letschin(NOderbruch="47/1", Protzel="61/1", Muncheberg="309 391 286")
    assert t.zone("303") == "SOderbruch"
    held = letschin(NOderbruch="47/1", Protzel="61/1", Muncheberg="309 391 286", SOderbruch="33/1")
    held.do("retreat 303 Furstenwalde")
    assert held.zone("303") == "Furstenwalde"


@rule("RFB 8.3.4")
def test_8_3_4_surrounded_defenders_lose_one_more_step_each_and_stay() -> None:
    t = at(
        "C.1",
        Letschin="309 391",
        SOderbruch="8GA/1 5SHA/1",
        NOderbruch="47/1",
        Protzel="61/1",
        Muncheberg="69/1",
        Seelow="33/1",
    )
    fight(t, "Letschin", "8GA/1", "5SHA/1", die=3)
    t.do("lose 309")
    assert t.zone("309") == "destroyed"
    assert t.reduced("391")
    assert t.units("Letschin") == ["391"]
    assert t.units("SOderbruch") == ["5SHA/1", "8GA/1"]
    assert not any(text.startswith("advance") for text in t.legal())


@rule("RFB 8.3.4")
def test_8_3_4_surrounded_soviets_lose_one_more_step_too() -> None:
    around = {"Muncheberg": "25PzGr Munch", "Protzel": "391", "NOderbruch": "286", "Seelow": "303"}
    t = at("C.3", around, Letschin="1POL/1", SOderbruch="712", oos="1POL/1")
    fight(t, "Letschin", "25PzGr", "Munch", die=5)
    assert t.zone("1POL/1") == "destroyed"


@rule("RFB 8.3.4.q1")
def test_8_3_4_each_unit_is_judged_alone_and_the_one_without_room_holds_the_zone() -> None:
    t = at(
        "C.1",
        Letschin="309 391",
        SOderbruch="8GA/1 5SHA/1",
        NOderbruch="47/1",
        Protzel="61/1",
        Seelow="33/1",
        Muncheberg="286 712",
        Falkenhagen="69/1",
        Furstenwalde="3SHA/1",
        Strausberg="3/1",
    )
    fight(t, "Letschin", "8GA/1", "5SHA/1", die=3)
    t.do("lose 309", "retreat 309 Muncheberg")
    assert t.zone("309") == "Muncheberg"
    assert t.units("Letschin") == ["391"]
    assert t.reduced("391")
    assert t.units("SOderbruch") == ["5SHA/1", "8GA/1"]


@rule("RFB 8.3.4.q1")
def test_8_3_4_a_neighbour_barred_by_the_neisse_is_no_retreat() -> None:
    t = at("C.2", Forst="342 214", Kathlow="5GA/1 4GTA/1", Guben="13/1", Muskau="3GA/1")
    fight(t, "Forst", "5GA/1", "4GTA/1", die=4)
    t.do("lose 342")
    assert t.units("Forst") == ["214"]
    assert t.reduced("214")
    assert t.units("Triebel") == []


@rule("RFB 8.3.5a")
def test_8_3_5_a_german_does_not_retreat_into_a_berlin_zone_with_soviets() -> None:
    around = {"Zossen": "3GTA/1", "Luckenwalde": "5GA/1", "Potsdam": "28/1", "Treuenbrietzen": "52/1"}
    held = {"Tempelhof": "8GA/1"}
    free = at("C.2", {**around, **held}, Trebbin="Munch")
    fight(free, "Trebbin", "3GTA/1", die=5)
    assert free.zone("Munch") == "Zehlendorf"
    contested = at("C.2", {**around, **held}, Trebbin="Munch", Zehlendorf="3GA/1")
    fight(contested, "Trebbin", "3GTA/1", die=5)
    assert contested.zone("Munch") == "destroyed"
    controlled = at(
        "C.2", {**around, **held}, Trebbin="Munch", Zehlendorf="3GA/1", progress={"Zehlendorf": 2}
    )
    fight(controlled, "Trebbin", "3GTA/1", die=5)
    assert controlled.zone("Munch") == "destroyed"


@rule("RFB 8.3.5b", "RFB 7.4.4")
def test_8_3_5_a_german_retreats_through_a_full_berlin_zone_and_the_nexus() -> None:
    t = at(
        "C.2",
        Trebbin="Munch",
        Zehlendorf="391",
        Zossen="3GTA/1",
        Luckenwalde="5GA/1",
        Potsdam="28/1",
        Treuenbrietzen="52/1",
        Tempelhof="8GA/1",
    )
    fight(t, "Trebbin", "3GTA/1", die=5)
    for zone in ("Wedding", "PrenzlauerBerg", "Friedrichshain", "Neukolln"):
        assert t.can(f"retreat Munch {zone}")
    t.refused("retreat Munch Tempelhof", "RFB 8.3.5a", "RFB 8.3.2.q1", "RFB 8.3.5b", "RFB 8.3.2b")
    t.do("retreat Munch Friedrichshain")
    assert t.zone("Munch") == "Friedrichshain"


def retreat_from_trebbin(level: int, inside: str) -> Table:
    t = at(
        "C.3",
        Trebbin="2POL/1",
        Potsdam="25PzGr Munch",
        Luckenwalde="391",
        Zossen="286",
        Tempelhof=inside,
        progress={"Tempelhof": level},
        oos="2POL/1",
    )
    return fight(t, "Trebbin", "25PzGr", "Munch", die=5)


@rule("RFB 8.3.5c")
def test_8_3_5_soviets_retreat_only_into_a_berlin_zone_they_control() -> None:
    contested = retreat_from_trebbin(1, "13/1")
    assert contested.zone("2POL/1") == "Treuenbrietzen"
    controlled = retreat_from_trebbin(2, "13/1")
    assert controlled.zone("2POL/1") == "Tempelhof"


@rule("RFB 8.3.5.q1")
def test_8_3_5_a_berlin_zone_of_the_other_soviet_camp_is_no_retreat() -> None:
    t = retreat_from_trebbin(2, "8GA/1")
    assert t.zone("2POL/1") == "Treuenbrietzen"


@rule("RFB 8.3.6")
def test_8_3_6_a_retreat_to_the_west_needs_no_die() -> None:
    t = at("C.1", turn=2, Bridgehead="8GA/1", SOderbruch="309")
    declare(t, "SOderbruch", "8GA/1")
    t.do("roll", "retreat 309 Letschin", dice=[3])
    assert t.rolled("west") == []
    assert t.zone("309") == "Letschin"


@rule("RFB 8.3.7")
@pytest.mark.parametrize("riesa, end", [("13/1", "withdrawn"), ("", "Riesa")])
def test_8_3_7_a_german_that_must_retreat_to_the_americans_leaves_the_game(riesa: str, end: str) -> None:
    zones = {"Torgau": "Munch", "Juterbog": "3GTA/1", "Herzberg": "5GA/1", "Wittenberg": "4GTA/1"}
    zones |= {"Riesa": riesa} if riesa else {}
    t = at("C.2", zones, control={"american": "Leipzig"})
    fight(t, "Torgau", "3GTA/1", die=5)
    assert t.zone("Munch") == end


@rule("RFB 8.3.7")
def test_8_3_7_a_soviet_that_must_retreat_to_the_americans_stops_them_and_may_not_attack() -> None:
    t = at(
        "C.3",
        Torgau="2POL/1",
        Juterbog="25PzGr Munch",
        Herzberg="391",
        Wittenberg="286",
        Riesa="404",
        Barwalde="61/1",
        control={"american": "Leipzig"},
        oos="2POL/1",
    )
    fight(t, "Torgau", "25PzGr", "Munch", die=5)
    assert t.zone("2POL/1") == "Leipzig"
    assert t.halted
    t.do("advance Munch", "done", "pass", "pass", dice=[6])
    assert (t.stage, t.decider) == ("C.2", "koniev")
    t.refused("activate 2POL/1 combat", "RFB 2.2.8a", "RFB 8.3.7")
    assert t.can("activate 2POL/1 move")
