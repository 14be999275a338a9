"""What an activated unit may do in each of the three modes."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

AT_SEELOW = """
Bridgehead = ["8GA/1", "5SHA/1", "47/1"]
Seelow = ["404"]
"""
AT_ODERBRUCH = """
Bridgehead = ["8GA/1", "5SHA/1", "47/1"]
SOderbruch = ["404"]
"""


def at(stage: str, units: str, turn: int = 2, more: str = "") -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


@rule("RFB 4.1.3a")
def test_4_1_3_a_unit_is_activated_in_any_one_of_three_modes() -> None:
    t = at("C.1", AT_SEELOW)
    for mode in ("move", "combat", "reserve"):
        assert t.can(f"activate 8GA/1 {mode}")
    t.do("activate 8GA/1 move")
    for mode in ("combat", "reserve"):
        t.refused(f"activate 8GA/1 {mode}", "RFB 4.1.3a", "RFB 4.1.3.q1")


@rule("RFB 4.1.3a")
def test_4_1_3_a_unit_that_moved_does_not_attack_in_the_same_impulse() -> None:
    t = at("C.1", AT_SEELOW)
    t.do("activate 47/1 move", "activate 8GA/1 combat", "begin", "move 47/1 SOderbruch")
    t.refused("attack 47/1 Seelow", "RFB 4.1.3a", "RFB 4.1.3b")
    t.do("attack 8GA/1 Seelow")
    t.refused("join 47/1", "RFB 4.1.3a", "RFB 4.1.3b")


@rule("RFB 4.1.3a")
def test_4_1_3_a_unit_in_reserve_does_not_attack() -> None:
    t = at("C.1", AT_SEELOW)
    t.do("activate 47/1 reserve", "activate 8GA/1 combat", "begin")
    t.refused("attack 47/1 Seelow", "RFB 4.1.3a", "RFB 4.1.3b")
    t.do("attack 8GA/1 Seelow")
    t.refused("join 47/1", "RFB 4.1.3a", "RFB 4.1.3b")


@rule("RFB 4.1.3b")
def test_4_1_3_movement_comes_first_then_combat_then_reserve() -> None:
    t = at("C.1", AT_SEELOW)
    t.do("activate 5SHA/1 reserve", "activate 8GA/1 combat", "activate 47/1 move", "begin")
    t.refused("attack 8GA/1 Seelow", "RFB 4.1.3b")
    t.refused("move 5SHA/1 SOderbruch", "RFB 4.1.3b", "RFB 4.1.3a", "RFB 4.2.3b")
    t.do("move 47/1 Kustrin")
    assert t.can("attack 8GA/1 Seelow")
    t.refused("move 5SHA/1 SOderbruch", "RFB 4.1.3b", "RFB 4.1.3a", "RFB 4.2.3b")
    t.do("done")
    t.refused("attack 8GA/1 Seelow", "RFB 4.1.3b")
    t.do("move 5SHA/1 SOderbruch")
    assert t.zone("5SHA/1") == "SOderbruch"


@rule("RFB 4.1.3b")
def test_4_1_3_once_combat_is_resolved_a_mover_no_longer_moves() -> None:
    t = at("C.1", 'Bridgehead = ["1POL/1", "47/1", "5SHA/1"]\nSOderbruch = ["10SSPz"]')
    t.do("activate 47/1 move", "activate 1POL/1 combat", "activate 5SHA/1 reserve", "begin")
    assert t.can("move 47/1 Seelow")
    t.do("done", "attack 1POL/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.reduced("10SSPz")
    t.refused("move 47/1 Seelow", "RFB 4.1.3b")
    assert t.can("move 5SHA/1 Seelow")


@rule("RFB 4.1.3c")
def test_4_1_3_all_units_are_designated_before_the_first_one_moves() -> None:
    t = at("C.1", AT_SEELOW)
    t.do("activate 8GA/1 move", "activate 5SHA/1 move")
    assert t.can("activate 47/1 move")
    t.do("begin")
    t.refused("activate 47/1 move", "RFB 4.1.3c")
    t.do("move 8GA/1 SOderbruch")
    t.refused("activate 47/1 move", "RFB 4.1.3c")
    t.refused("move 47/1 SOderbruch", "RFB 4.1.3c", "RFB 4.1.3a", "RFB 4.1.3b", "RFB 4.1.2")


@rule("RFB 4.1.3c")
def test_4_1_3_nobody_moves_before_the_designations_are_closed() -> None:
    t = at("C.1", AT_SEELOW)
    t.do("activate 8GA/1 move")
    t.refused("move 8GA/1 SOderbruch", "RFB 4.1.3c", "RFB 4.1.3b")


@rule("RFB 4.1.3.q1")
def test_4_1_3_mode_is_fixed_at_designation_but_the_target_is_not() -> None:
    t = at("C.1", 'Bridgehead = ["8GA/1", "47/1"]\nSeelow = ["404"]\nLebus = ["72"]')
    t.do("activate 8GA/1 combat")
    t.refused("activate 8GA/1 reserve", "RFB 4.1.3.q1", "RFB 4.1.3a")
    t.do("activate 47/1 move", "begin", "move 47/1 SOderbruch")
    t.refused("activate 8GA/1 reserve", "RFB 4.1.3.q1", "RFB 4.1.3c")
    t.refused("move 8GA/1 Kustrin", "RFB 4.1.3.q1", "RFB 4.1.3b", "RFB 4.2.2a")
    assert t.can("attack 8GA/1 Seelow")
    assert t.can("attack 8GA/1 Lebus")


@rule("RFB 4.1.4")
def test_4_1_4_activated_units_are_turned_and_not_activated_again_this_turn() -> None:
    t = at("C.1", AT_SEELOW + 'Kustrin = ["61/1"]\nPenzig = ["52/1"]\nDresden = ["72"]\nPotsdam = ["391"]')
    t.do("activate 8GA/1 combat", "activate 47/1 move", "activate 5SHA/1 reserve", "begin")
    t.do("done", "done", "done")
    assert t.stage == "C.2"
    shown = {piece.id: piece.used for piece in t.scene("koniev").pieces}
    for unit in ("8GA/1", "47/1", "5SHA/1"):
        assert t.used(unit)
        assert shown[unit]
    assert not t.used("61/1")
    assert not shown["61/1"]
    t.do("pass", "pass")
    t.do("pass", dice=[6])
    assert (t.stage, t.operations) == ("C.1", 2)
    for mode in ("move", "combat", "reserve"):
        t.refused(f"activate 8GA/1 {mode}", "RFB 4.1.4")
    assert t.can("activate 61/1 move")


@rule("RFB 4.2", "RFB 4.2.1a")
@pytest.mark.parametrize(
    "stage, unit, start, enemy, held, free",
    [
        ("C.1", "61/1", "Bridgehead", "404", "Lebus", "SOderbruch"),
        ("C.2", "13/1", "Forst", "404", "Muskau", "Guben"),
        ("C.3", "391", "Lebus", "61/1", "Falkenhagen", "Seelow"),
        ("C.4", "404", "Muskau", "13/1", "Forst", "Rietschen"),
    ],
)
def test_4_2_in_every_impulse_movement_does_not_enter_an_enemy_zone(
    stage: str, unit: str, start: str, enemy: str, held: str, free: str
) -> None:
    t = at(stage, f'{start} = ["{unit}"]\n{held} = ["{enemy}"]')
    t.do(f"activate {unit} move", "begin")
    t.refused(f"move {unit} {held}", "RFB 4.2.1a")
    t.do(f"move {unit} {free}")
    assert t.zone(unit) == free
    assert t.used(unit)
    t = at(stage, f'{start} = ["{unit}"]')
    t.do(f"activate {unit} move", "begin")
    assert t.can(f"move {unit} {held}")


@rule("RFB 4.2")
@pytest.mark.parametrize(
    "stage, first, second",
    [
        ("C.1", ["61/1", "61/2", "47/1"], ["47/2", "69/1"]),
        ("C.2", ["13/1", "13/2", "52/1"], ["52/2", "5GA/1"]),
        ("C.3", ["391", "286", "712"], ["303", "541"]),
        ("C.4", ["404", "72", "17"], ["275", "342"]),
    ],
)
def test_4_2_in_every_impulse_four_units_at_most_act_each_in_one_mode_and_are_turned(
    stage: str, first: list[str], second: list[str]
) -> None:
    here, there = {"C.1": ("Barwalde", "Kustrin"), "C.2": ("Penzig", "Sanitz")}.get(
        stage, ("Bautzen", "Kamenz")
    )
    others = 'Goritz = ["33/1"]\nPriebus = ["3GA/1"]\nNauen = ["156"]\nMeissen = ["214"]'
    t = at(stage, f"{here} = {first}\n{there} = {second}\n{others}")
    units = [*first, *second]
    t.do(f"activate {units[0]} reserve", *(f"activate {unit} move" for unit in units[1:4]))
    t.refused(f"activate {units[4]} move", "RFB 4.1.2")
    t.refused(f"activate {units[0]} move", "RFB 4.1.3a", "RFB 4.1.3.q1")
    t.do("begin", "done").do("done", dice=[6])
    assert [t.used(unit) for unit in units] == [True, True, True, True, False]
    while t.stage != stage:
        t.do("pass", dice=[6])
    t.refused(f"activate {units[1]} move", "RFB 4.1.4")
    assert t.can(f"activate {units[4]} move")


@rule("RFB 4.2.1a")
def test_4_2_1_movement_does_not_pass_through_an_enemy_zone() -> None:
    t = at("C.1", 'Barwalde = ["61/1"]\nNOderbruch = ["404"]\nSOderbruch = ["72"]\nBridgehead = ["545"]')
    t.do("activate 61/1 move", "begin")
    for beyond in ("Letschin", "Seelow", "Eberswalde", "Protzel"):
        t.refused(f"move 61/1 {beyond}", "RFB 4.2.1a", "RFB 7.1.1")
    t = at("C.1", 'Barwalde = ["61/1"]\nNOderbruch = ["404"]\nBridgehead = ["545"]')
    t.do("activate 61/1 move", "begin", "move 61/1 Letschin")


@rule("RFB 4.2.1b")
def test_4_2_1_a_berlin_zone_may_be_entered_although_an_enemy_is_there() -> None:
    t = at("C.2", 'Zossen = ["13/1"]\nTempelhof = ["404"]\nTrebbin = ["72"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Trebbin", "RFB 4.2.1a")
    t.do("move 13/1 Tempelhof")
    assert t.units("Tempelhof") == ["13/1", "404"]


@rule("RFB 4.2.1c")
def test_4_2_1_a_full_zone_may_be_crossed_but_not_be_stopped_in() -> None:
    t = at("C.2", 'Forst = ["13/1"]\nKathlow = ["3GA/1", "3GA/2"]\nGuben = ["404"]\nMuskau = ["545"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Kathlow", "RFB 4.2.1c", "RFB 6.1.2a", "RFB 6.1.1")
    t.do("move 13/1 Lieberose")
    assert t.zone("13/1") == "Lieberose"


@rule("RFB 4.2.1.q1")
def test_4_2_1_an_enemy_zone_is_one_that_holds_an_enemy_unit() -> None:
    control = '[control]\nkoniev = ["Cottbus"]\n[points]\nvp = [0, 2]'
    t = at("C.4", 'Spremberg = ["404"]\nCottbus = ["13/1"]', more=control)
    t.do("activate 404 move", "begin")
    t.refused("move 404 Cottbus", "RFB 4.2.1a", "RFB 4.2.1.q1")
    t = at("C.4", 'Spremberg = ["404"]', more=control)
    t.do("activate 404 move", "begin", "move 404 Cottbus")
    assert t.zone("404") == "Cottbus"


@rule("RFB 4.2.2a")
def test_4_2_2_a_unit_in_combat_mode_only_fights() -> None:
    t = at("C.1", 'Bridgehead = ["1POL/1", "47/1", "5SHA/1"]\nSOderbruch = ["10SSPz"]')
    t.do("activate 1POL/1 combat", "activate 47/1 move", "activate 5SHA/1 reserve", "begin")
    t.refused("move 1POL/1 Seelow", "RFB 4.2.2a", "RFB 4.1.3a", "RFB 4.1.3b")
    t.do("move 47/1 Seelow", "attack 1POL/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.zone("1POL/1") == "Bridgehead"
    assert t.zone("10SSPz") == "SOderbruch"
    t.refused("move 1POL/1 Kustrin", "RFB 4.2.2a", "RFB 4.1.3a", "RFB 4.1.3b")
    assert t.can("move 5SHA/1 Kustrin")


@rule("RFB 4.2.2b")
def test_4_2_2_if_the_defenders_retreat_one_attacker_must_advance() -> None:
    t = at("C.1", 'Bridgehead = ["8GA/1", "5SHA/1", "47/1"]\nSOderbruch = ["10SSPz"]')
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "activate 47/1 combat", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 5SHA/1", "join 47/1")
    t.do("roll", dice=[3])
    t.do("retreat 10SSPz Letschin")
    t.refused("done", "RFB 4.2.2b", "RFB 8.4.1a")
    t.do("advance 47/1")
    assert t.can("advance 8GA/1")
    t.do("done")
    assert t.units("SOderbruch") == ["47/1"]


@rule("RFB 4.2.3a")
def test_4_2_3_a_unit_out_of_supply_is_never_in_reserve() -> None:
    t = at("C.1", 'Kustrin = ["61/1", "47/1"]', more='[marks]\noos = ["61/1"]')
    t.refused("activate 61/1 reserve", "RFB 4.2.3a", "RFB 3.1.3c")
    assert t.can("activate 61/1 move")
    assert t.can("activate 47/1 reserve")


@rule("RFB 4.2.3b")
def test_4_2_3_a_reserve_unit_moves_half_its_movement_points() -> None:
    t = at("C.1", 'Kustrin = ["1GTA/1"]')
    t.do("activate 1GTA/1 reserve", "begin")
    t.refused("move 1GTA/1 Protzel", "RFB 4.2.3b", "RFB 7.1.1")
    t.do("move 1GTA/1 Strausberg")
    assert t.zone("1GTA/1") == "Strausberg"
    t = at("C.1", 'Kustrin = ["1GTA/1"]')
    t.do("activate 1GTA/1 move", "begin")
    assert t.can("move 1GTA/1 Protzel")


@rule("RFB 4.2.3b")
def test_4_2_3_reserve_units_move_after_all_combats() -> None:
    t = at("C.1", AT_ODERBRUCH)
    t.do("activate 8GA/1 combat", "activate 5SHA/1 reserve", "begin")
    t.refused("move 5SHA/1 Seelow", "RFB 4.2.3b", "RFB 4.1.3b")
    t.do("attack 8GA/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.zone("404") == "destroyed"
    t.do("move 5SHA/1 Seelow")


@rule("RFB 4.2.3c")
def test_4_2_3_a_reserve_unit_follows_free_and_then_moves_half() -> None:
    t = at("C.1", AT_ODERBRUCH)
    t.do("activate 8GA/1 combat", "activate 5SHA/1 reserve", "begin", "attack 8GA/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.zone("8GA/1") == "SOderbruch"
    t.refused("move 5SHA/1 NOderbruch", "RFB 4.2.3b", "RFB 7.1.1")
    t.do("follow 5SHA/1 SOderbruch")
    assert t.zone("5SHA/1") == "SOderbruch"
    t.refused("move 5SHA/1 Eberswalde", "RFB 4.2.3b", "RFB 7.1.1")
    t.do("move 5SHA/1 NOderbruch")
    assert t.zone("5SHA/1") == "NOderbruch"


@rule("RFB 4.2.3c")
def test_4_2_3_a_reserve_unit_follows_within_stacking_only() -> None:
    t = at("C.1", 'Bridgehead = ["8GA/1", "8GA/2", "5SHA/1"]\nSOderbruch = ["404"]')
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "activate 5SHA/1 reserve", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 8GA/2")
    t.do("roll", dice=[6])
    t.do("advance 8GA/1", "advance 8GA/2")
    t.refused(
        "follow 5SHA/1 SOderbruch", "RFB 4.2.3c", "RFB 8.4.2", "RFB 6.1.2a", "RFB 6.1.1", "RFB 6.1.1.q1"
    )


@rule("RFB 4.2.3c")
def test_4_2_3_a_reserve_unit_of_another_zone_does_not_follow() -> None:
    t = at("C.1", AT_ODERBRUCH + 'Barwalde = ["61/1"]')
    t.do("activate 8GA/1 combat", "activate 5SHA/1 reserve", "activate 61/1 reserve", "begin")
    t.do("attack 8GA/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.can("follow 5SHA/1 SOderbruch")
    t.refused("follow 61/1 SOderbruch", "RFB 4.2.3c", "RFB 8.4.2", "RFB 8.4.2.q1")


@rule("RFB 4.2.3.q1")
def test_4_2_3_half_of_three_points_is_one_and_a_half() -> None:
    t = at("C.1", 'Kustrin = ["61/1"]')
    t.do("activate 61/1 reserve", "begin")
    t.refused("move 61/1 Strausberg", "RFB 4.2.3b", "RFB 4.2.3.q1", "RFB 7.1.1")
    t.do("move 61/1 Muncheberg")
    assert t.zone("61/1") == "Muncheberg"


@rule("RFB 4.2.3.q1", "RFB 7.1.3")
def test_4_2_3_a_reserve_unit_may_always_move_one_zone() -> None:
    t = at("C.1", 'Barwalde = ["61/1"]')
    t.do("activate 61/1 reserve", "begin")
    t.refused("move 61/1 Letschin", "RFB 4.2.3b", "RFB 4.2.3.q1", "RFB 7.1.1", "RFB 7.1.3")
    t.do("move 61/1 SOderbruch")
    assert t.zone("61/1") == "SOderbruch"
