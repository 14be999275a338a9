"""Race for Berlin, 2.3.2: how an order from Hitler is carried out, unit by unit."""

import pytest
from rules.test_hitler import APART, FAR, TWO, enough, ordered

from berlin.kernel.proof.mark import rule

# A third infantry division next to the Soviets in Kathlow.
THREE = TWO + 'Cottbus = ["344"]\n'


@rule("RFB 2.3.2a")
def test_2_3_2_a_division_in_another_mode_does_not_count_for_the_attack() -> None:
    for other in ("344 reserve", "344 move"):
        assert not enough(ordered(THREE), other, "342 combat")
        assert enough(ordered(THREE), other, "342 combat", "275 combat")
    # With two of three in other modes the order could not be carried out.
    t = ordered(THREE).do("activate 344 reserve")
    t.refused("activate 342 reserve", "RFB 2.3.2a")
    t.refused("begin", "RFB 2.3.2a")


@rule("RFB 2.3.2a")
@pytest.mark.parametrize("used", ["344", "342", "275"])
def test_2_3_2_a_division_that_was_used_this_turn_counts_for_nothing(used: str) -> None:
    t = ordered(THREE, rest=f'[marks]\nused = ["{used}"]')
    left = [unit for unit in ("344", "342", "275") if unit != used]
    t.refused("pass", "RFB 2.3.2a")
    t.refused(f"activate {left[0]} reserve", "RFB 2.3.2a")
    t.do(f"activate {left[0]} combat")
    t.refused("begin", "RFB 2.3.2a")
    t.refused(f"activate {left[1]} move", "RFB 2.3.2a")
    assert enough(t, f"{left[1]} combat")


@rule("RFB 2.3.2a")
def test_2_3_2_when_two_have_attacked_nobody_else_has_to() -> None:
    t = ordered(APART + 'Senftenberg = ["404"]\nCottbus = ["344"]\n')
    t.do("activate 342 combat", "activate 17 combat", "activate 344 combat", "begin")
    t.do("attack 342 Kathlow", "roll", dice=[6])
    t.refused("done", "RFB 2.3.2a")
    t.do("attack 344 Spremberg", "roll", dice=[6])
    assert t.can("done") or t.stage != "C.4"


@rule("RFB 2.3.2b")
def test_2_3_2_an_armoured_division_still_owed_is_named_by_its_own_rule() -> None:
    t = ordered(TWO + 'Cottbus = ["21Pz"]\n')
    t.do("activate 342 combat", "activate 275 combat")
    t.refused("begin", "RFB 2.3.2b")
    t.do("activate 21Pz combat", "begin", "attack 342 Kathlow", "join 275")
    t.refused("roll", "RFB 2.3.2b")
    t.do("join 21Pz")
    assert t.can("roll")


@rule("RFB 2.3.2c")
def test_2_3_2_when_two_have_moved_up_the_others_go_where_they_like() -> None:
    t = ordered(FAR)
    t.do("activate 21Pz move", "activate 344 move", "activate 17 move", "begin")
    t.refused("move 17 Kamenz", "RFB 2.3.2c")
    t.do("move 344 Cottbus")
    t.refused("move 17 Kamenz", "RFB 2.3.2c")
    t.refused("done", "RFB 2.3.2c")
    t.do("move 21Pz Cottbus")
    assert t.can("done")
    assert t.can("move 17 Kamenz")
    assert t.can("move 17 Spremberg")


@rule("RFB 2.3.2c")
def test_2_3_2_with_two_moved_up_only_the_armour_that_is_owed_is_bound() -> None:
    t = ordered(FAR)
    t.do("activate 344 move", "activate 17 move", "activate 21Pz move", "begin")
    t.do("move 344 Cottbus", "move 17 Spremberg")
    t.refused("move 21Pz Kamenz", "RFB 2.3.2c")
    t.refused("done", "RFB 2.3.2c")
    assert t.can("move 21Pz Cottbus")
    infantry = ordered(FAR + 'Kamenz = ["404"]\n')
    infantry.do("activate 344 move", "activate 17 move", "activate 404 move", "activate 21Pz move", "begin")
    infantry.do("move 344 Cottbus", "move 17 Spremberg")
    assert infantry.can("move 404 Bautzen")


@rule("RFB 2.3.2c")
def test_2_3_2_a_unit_that_cannot_come_next_to_soviets_is_free_in_its_move() -> None:
    t = ordered(FAR + 'Grossenhain = ["404"]\n', rest='[marks]\noos = ["404"]')
    t.do("activate 21Pz move", "activate 344 move", "activate 404 move", "begin")
    assert t.can("move 404 Meissen")
    t.do("move 404 Meissen")
    t.refused("done", "RFB 2.3.2c")
    # Its move served no order: two divisions are owed as before.
    assert (t.state.duty.divisions, t.state.duty.armour) == (2, True)


@rule("RFB 2.3.2c", "RFB 2.3.2.q2", "RFB 7.2.2.q1")
def test_2_3_2_who_can_reach_the_soviets_only_westward_is_tested_first() -> None:
    t = ordered('Zossen = ["13/1"]\nKathlow = ["21Pz"]')
    t.refused("pass", "RFB 2.3.2c")
    t.do("activate 21Pz move", "begin")
    assert t.legal() == ["test 21Pz"]
    t.refused("move 21Pz Lieberose", "RFB 2.3.2c")
    t.refused("done", "RFB 2.3.2c")
    # Whoever passes goes next to them; whoever fails comes as near as he may.
    passed = ordered('Zossen = ["13/1"]\nKathlow = ["21Pz"]').do("activate 21Pz move", "begin")
    passed.do("test 21Pz", dice=[4])
    assert passed.can("move 21Pz Lubben")
    passed.refused("move 21Pz Lieberose", "RFB 2.3.2c")
    passed.refused("done", "RFB 2.3.2c")
    t.do("test 21Pz", dice=[3])
    assert {text.split()[2] for text in t.legal()} == {"Lieberose", "Beeskow"}
    t.refused("done", "RFB 2.3.2c")
    t.do("move 21Pz Lieberose", dice=[6])
    assert t.order == ""


@rule("RFB 2.3.2.q2", "RFB 7.2.2.q1")
def test_2_3_2_who_fails_and_has_no_way_nearer_stays() -> None:
    t = ordered('Treuenbrietzen = ["13/1"]\nZossen = ["404"]')
    t.do("activate 404 move", "begin")
    t.refused("done", "RFB 2.3.2c")
    t.do("test 404", dice=[3])
    assert t.legal() == ["done"]


@rule("RFB 2.3.2d", "RFB 2.3.2.q2", "RFB 2.3.2.q4", "RFB 2.3.2.q5")
@pytest.mark.parametrize(
    "units, rest, named",
    [
        ('Kathlow = ["13/1"]\nGuben = ["36SS"]', "", "RFB 2.3.2d"),
        ('Kathlow = ["13/1"]\nDresden = ["404"]', '[marks]\nused = ["404"]', "RFB 2.3.2d"),
        ('Triebel = ["13/1"]\nForst = ["342"]', "", "RFB 2.3.2.q4"),
        ('Tempelhof = ["13/1"]\nZossen = ["404"]', "", "RFB 2.3.2.q5"),
        ('Barwalde = ["61/1"]\nEberswalde = ["404"]', "", ""),
    ],
)
def test_2_3_2_an_order_that_lapses_is_told_with_its_reason(units: str, rest: str, named: str) -> None:
    t = ordered(units, rest=rest)
    lapsed = [event.rules for event in t.events if event.kind == "order"]
    assert lapsed == ([(named,)] if named else [])
    assert (t.order == "") is bool(named)


@rule("RFB 2.3.2.q2")
def test_2_3_2_an_order_lapses_where_nobody_can_come_nearer() -> None:
    # Every way out of Kyritz is held; the Soviets are far from being next to it.
    t = ordered(
        'Kathlow = ["13/1"]\nKyritz = ["404"]\nGuben = ["214"]',
        rest='[control]\namerican = ["Rathenow", "Neuruppin"]',
    )
    assert [event.rules for event in t.events if event.kind == "order"] == [("RFB 2.3.2.q2",)]
    assert t.can("pass")


@rule("RFB 2.3.2.q4")
def test_2_3_2_q4_an_empty_bank_over_the_river_frees_nobody() -> None:
    # 342 in Forst faces the Soviets in Muskau, not over the Neisse, and can attack them.
    t = ordered('Muskau = ["13/1"]\nForst = ["342"]\nSpremberg = ["344"]')
    t.refused("pass", "RFB 2.3.2a")
    assert enough(t, "342 combat")
    # 404 in Zossen faces Berlin; 214 stands at the river, but nobody is on the other bank.
    far = 'Tempelhof = ["13/1"]\nZossen = ["404"]\nMuskau = ["342"]\nSanitz = ["52/1"]\nCottbus = ["21Pz"]'
    assert not ordered(far).can("pass")


@rule("RFB 2.3.2a", "RFB 2.3.2c")
def test_2_3_2_an_order_does_not_outlast_its_impulse() -> None:
    t = ordered(TWO)
    t.do("activate 342 combat", "activate 275 combat", "begin", "attack 342 Kathlow", "join 275")
    t.do("roll", dice=[6, 6])
    assert (t.order, t.operations) == ("", 2)
    assert (t.state.duty.form, t.state.duty.divisions, t.state.duty.armour) == (0, 0, False)


@rule("RFB 2.3.2c", "RFB 7.2.2b", "RFB 7.1.1")
def test_2_3_2_a_move_after_the_test_carries_out_the_order_too() -> None:
    # 404 gets next to the Soviets only by going west, 17 need not.
    t = ordered('Zossen = ["13/1"]\nKathlow = ["21Pz"]\nJuterbog = ["404"]\nHerzberg = ["17"]')
    t.do("activate 21Pz move", "activate 404 move", "activate 17 move", "begin", "test 21Pz", dice=[4])
    t.do("move 21Pz Lubben")
    assert t.last[0].rules == ("RFB 7.1.1",)
    assert (t.asked, t.state.duty.divisions, t.state.duty.armour) == ("Moving", 1, False)
    t.do("move 404 Luckenwalde")
    assert t.state.duty.divisions == 0
    assert t.can("done")


@rule("RFB 2.3.2a", "RFB 4.1.3a")
def test_2_3_2_an_order_to_attack_binds_nobody_who_moves() -> None:
    t = ordered(THREE)
    t.do("activate 342 combat", "activate 275 combat", "activate 344 move", "begin")
    assert (t.asked, t.can("done")) == ("Moving", True)
    assert t.can("move 344 Lieberose")
    t.do("move 344 Lieberose")
    assert (t.asked, t.state.duty.divisions) == ("Fighting", 2)


# Two divisions next to the Soviets in Kathlow, and four that are not.
SIX = TWO + 'Dresden = ["404", "199"]\nKamenz = ["21Pz"]\nMeissen = ["1SSPz"]\n'


@rule("RFB 2.3.2a", "RFB 4.1.2")
def test_2_3_2_others_do_not_use_up_the_activations_that_the_attack_needs() -> None:
    t = ordered(SIX).do("activate 404 move", "activate 199 move")
    t.refused("activate 1SSPz move", "RFB 2.3.2a")
    t.do("activate 342 combat")
    t.refused("activate 1SSPz move", "RFB 2.3.2a")
    assert enough(t, "275 combat")
    early = ordered(SIX).do("activate 342 combat", "activate 275 combat", "activate 404 move")
    assert enough(early, "1SSPz move")


@rule("RFB 2.3.2a", "RFB 2.3.2b", "RFB 2.3.2c", "RFB 2.3.2.q2")
@pytest.mark.parametrize(
    "units, words",
    [
        (TWO, "2 must attack"),
        (TWO + 'Cottbus = ["21Pz"]\n', "2 must attack, an armoured one among them"),
        (FAR, "2 must move next to the Soviets, an armoured one among them"),
        ('Seelow = ["61/1"]\nLeipzig = ["404"]', "1 must move nearer to the Soviets"),
    ],
)
def test_2_3_2_the_order_is_shown_to_whom_it_binds_until_it_is_obeyed(units: str, words: str) -> None:
    t = ordered(units)
    assert t.prompt is not None
    assert t.prompt.text.endswith(f". Hitler's order (south): {words}")


@rule("RFB 2.3.2b")
@pytest.mark.parametrize("armour, free", [("21Pz", False), ("344", True)])
def test_2_3_2_when_two_have_attacked_the_armour_still_has_to(armour: str, free: bool) -> None:
    t = ordered(f'Kathlow = ["13/1"]\nLieberose = ["275"]\nForst = ["342", "{armour}"]\nMuskau = ["52/1"]')
    t.do("activate 342 combat", "activate 275 combat", f"activate {armour} combat", "begin")
    t.do("attack 342 Kathlow", "join 275", "roll", dice=[3])
    while t.legal()[0].startswith("lose "):
        t.do(t.legal()[0])
    assert t.can("done") is free
    if not free:
        t.refused("done", "RFB 2.3.2b")
    t.do(f"attack {armour} Muskau")
