"""Race for Berlin, 8.4: advance after combat."""

import pytest
from fights import ELSEWHERE, at, declare, fight, settle

from berlin.kernel.proof.mark import rule


@rule("RFB 8.4")
def test_8_4_no_advance_while_a_defender_holds_the_zone() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="309")
    fight(t, "SOderbruch", "8GA/1", die=2)
    assert t.zone("8GA/1") == "Bridgehead"
    assert not any(text.startswith("advance") for text in t.legal())


@rule("RFB 8.4")
def test_8_4_a_combat_that_empties_the_zone_brings_the_attacker_in() -> None:
    t = at("C.1", Bridgehead="8GA/1", SOderbruch="309")
    fight(t, "SOderbruch", "8GA/1", die=3)
    t.do("retreat 309 Letschin")
    assert t.zone("8GA/1") == "SOderbruch"


@rule("RFB 8.4.1a")
def test_8_4_1_at_least_one_attacker_must_advance_after_elimination_without_retreat() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309-")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=1)
    assert t.zone("309") == "destroyed"
    t.refused("done", "RFB 8.4.1a", "RFB 8.4.1", "RFB 4.2.2b")
    t.do("advance 5SHA/1", "done")
    assert t.units("SOderbruch") == ["5SHA/1"]


@rule("RFB 8.4.1a")
def test_8_4_1_at_least_one_attacker_must_advance_after_a_retreat() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1", SOderbruch="309")
    fight(t, "SOderbruch", "8GA/1", "5SHA/1", die=2)
    t.do("retreat 309 Letschin")
    t.refused("done", "RFB 8.4.1a", "RFB 8.4.1", "RFB 4.2.2b")
    assert t.can("advance 8GA/1")


@rule("RFB 8.4.1a")
def test_8_4_1_only_a_unit_that_fought_advances() -> None:
    t = at("C.1", Bridgehead="8GA/1 5SHA/1 3SHA/1", SOderbruch="309", Lebus="712")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "activate 3SHA/1 combat", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 5SHA/1")
    t.do("roll", dice=[2])
    t.do("retreat 309 Letschin")
    assert t.can("advance 5SHA/1")
    t.refused("advance 3SHA/1", "RFB 8.4.1a", "RFB 8.4.1b", "RFB 8.4.1")


@rule("RFB 8.4.1b")
def test_8_4_1_as_many_attackers_advance_as_stacking_lets_in() -> None:
    attackers = ("8GA/1", "5SHA/1", "3SHA/1", "47/1")
    t = at("C.1", Bridgehead=" ".join(attackers), SOderbruch="309")
    fight(t, "SOderbruch", *attackers, die=2)
    t.do("retreat 309 Letschin", "advance 3SHA/1")
    assert t.can("done")
    assert t.can("advance 47/1")
    t.do("advance 8GA/1")
    assert t.units("SOderbruch") == ["3SHA/1", "8GA/1"]
    assert not t.can("advance 47/1")
    assert t.units("Bridgehead") == ["47/1", "5SHA/1"]


@rule("RFB 8.4.1b")
def test_8_4_1_three_germans_advance_and_not_four() -> None:
    attackers = ("25PzGr", "Munch", "18PzGr", "20PzGr")
    t = at("C.3", Muncheberg="25PzGr Munch 18PzGr", Protzel="20PzGr", Letschin="1POL/1", oos="1POL/1")
    fight(t, "Letschin", *attackers, die=3)
    assert t.zone("1POL/1") == "destroyed"
    t.do("advance 25PzGr", "advance Munch")
    assert t.can("done")
    t.do("advance 20PzGr")
    assert t.units("Letschin") == ["20PzGr", "25PzGr", "Munch"]
    assert t.zone("18PzGr") == "Muncheberg"


@rule("RFB 8.4.1.q1")
def test_8_4_1_with_no_attacker_left_the_zone_stays_empty() -> None:
    t = at("C.1", Bridgehead="8GA/1- 5SHA/1", SOderbruch="Munch-")
    fight(t, "SOderbruch", "8GA/1", die=2)
    assert t.zone("8GA/1") == t.zone("Munch") == "destroyed"
    assert t.units("SOderbruch") == []
    assert t.zone("5SHA/1") == "Bridgehead"


@rule("RFB 8.4.2")
def test_8_4_2_a_reserve_unit_from_the_attackers_zone_follows_and_no_other() -> None:
    t = at("C.1", Bridgehead="8GA/1 8GA/2", Kustrin="5SHA/1", SOderbruch="309")
    t.do("activate 8GA/1 combat", "activate 8GA/2 reserve", "activate 5SHA/1 reserve", "begin")
    t.do("attack 8GA/1 SOderbruch")
    t.do("roll", dice=[3])
    t.do("retreat 309 Letschin")
    t.refused("follow 5SHA/1 SOderbruch", "RFB 8.4.2", "RFB 8.4.2.q1", "RFB 4.2.3c")
    t.do("follow 8GA/2 SOderbruch")
    assert t.units("SOderbruch") == ["8GA/1", "8GA/2"]


@rule("RFB 8.4.2")
def test_8_4_2_a_reserve_unit_does_not_follow_into_a_full_zone() -> None:
    t = at("C.1", Bridgehead="8GA/1 8GA/2 5SHA/1", SOderbruch="309")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "activate 8GA/2 reserve", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 5SHA/1")
    t.do("roll", dice=[2])
    t.do("retreat 309 Letschin", "advance 8GA/1", "advance 5SHA/1")
    t.refused("follow 8GA/2 SOderbruch", "RFB 8.4.2", "RFB 6.1.2a", "RFB 4.2.3c", "RFB 6.1.1", "RFB 6.1.1.q1")


@rule("RFB 8.4.2.q1")
def test_8_4_2_it_is_enough_that_a_unit_of_the_reserve_s_zone_fought() -> None:
    t = at("C.1", Bridgehead="8GA/1", Seelow="5SHA/1 5SHA/2", Kustrin="47/1", SOderbruch="309")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "activate 5SHA/2 reserve")
    t.do("activate 47/1 reserve", "begin", "attack 8GA/1 SOderbruch", "join 5SHA/1")
    t.do("roll", dice=[2])
    t.do("retreat 309 Letschin", "advance 8GA/1", "done")
    t.refused("follow 47/1 SOderbruch", "RFB 8.4.2.q1", "RFB 8.4.2", "RFB 4.2.3c")
    t.do("follow 5SHA/2 SOderbruch")
    assert t.units("SOderbruch") == ["5SHA/2", "8GA/1"]


@rule("RFB 8.4.3")
def test_8_4_3_germans_advance_to_the_west_without_a_die() -> None:
    t = at("C.3", turn=2, Letschin="25PzGr Munch", Muncheberg="1POL/1", oos="1POL/1")
    declare(t, "Muncheberg", "25PzGr", "Munch")
    t.do("roll", "retreat 1POL/1 Seelow", "advance Munch", "advance 25PzGr", dice=[5])
    assert t.rolled("west") == []
    assert t.units("Muncheberg") == ["25PzGr", "Munch"]


@rule("RFB 8.4.1a", "RFB 8.4", "RFB 8")
@pytest.mark.parametrize(
    "stage, here, attacker, zone, defender",
    [("C.3", "Lebus", "303", "Seelow", "8GA/1 8GA/2"), ("C.1", "Seelow", "61/1-", "Lebus", "303 606 5Jager")],
)
def test_8_4_1_a_zone_that_the_defenders_hold_is_not_conquered(
    stage: str, here: str, attacker: str, zone: str, defender: str
) -> None:
    t = at(stage, {**ELSEWHERE, here: attacker, zone: defender})
    settle(fight(t, zone, attacker.removesuffix("-"), die=1))
    assert t.state.taken == ()
    assert not [event for event in t.events if event.kind == "advance"]
    assert len(t.units(zone)) == len(defender.split())


@rule("RFB 8.4.1a", "RFB 8.4.2", "RFB 8.2.1a", "RFB 8")
@pytest.mark.parametrize(
    "stage, here, units, zone, defenders",
    [
        ("C.3", "Lebus", "303 606", "Seelow", "61/1 61/2"),
        ("C.1", "Seelow", "61/1 8GA/1", "Lebus", "303 606 5Jager"),
    ],
)
def test_8_4_2_reserves_do_not_follow_where_the_defenders_stand(
    stage: str, here: str, units: str, zone: str, defenders: str
) -> None:
    first, second = units.split()
    t = at(stage, {**ELSEWHERE, here: units, zone: defenders})
    t.do(f"activate {second} reserve")
    settle(fight(t, zone, first, die=6))
    assert (t.asked, t.zone(first), len(t.units(zone))) == ("Reserving", here, len(defenders.split()))
    t.refused(f"follow {second} {zone}", "RFB 8.4.2")
