"""Movement of Soviets: armies together, fronts apart, guests, and control of victory zones."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

APART = ("RFB 7.3.1c", "RFB 7.3.1a", "RFB 7.3.1.q1", "RFB 7.3.1.q2")


def at(stage: str, units: str, turn: int = 7, more: str = "") -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


def defence(t: Table) -> int:
    return next(tally.total for tally in t.explain("roll").tallies if tally.label == "defence")


@rule("RFB 7.3")
def test_7_3_fronts_and_armies_never_restrict_a_german() -> None:
    t = at("C.3", 'Beeskow = ["391"]\nSeelow = ["286"]')
    t.do("activate 391 reserve", "activate 286 reserve", "begin", "move 391 Lubben")
    assert t.zone("391") == "Lubben"
    t = at("C.1", 'Beeskow = ["61/1"]')
    t.do("activate 61/1 move", "begin")
    t.refused("move 61/1 Lubben", "RFB 7.3.2a")
    t = at("C.4", 'Beeskow = ["391"]\nLubben = ["404"]')
    t.do("activate 404 move", "begin", "move 404 Beeskow")
    assert t.units("Beeskow") == ["391", "404"]
    t = at("C.2", 'Lubben = ["13/1"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Beeskow", "RFB 7.3.2a")


@rule("RFB 7.3")
@pytest.mark.parametrize("stage, army, other", [("C.1", "61", "Frankfurt"), ("C.2", "13", "Forst")])
def test_7_3_the_limits_bind_soviets_of_both_camps(stage: str, army: str, other: str) -> None:
    far = {"C.1": "Bernau", "C.2": "Bautzen"}[stage]
    t = at(stage, f'{other} = ["{army}/1"]\n{far} = ["{army}/2"]')
    t.refused(f"activate {army}/1 reserve", *APART)


@rule("RFB 7.3.1a")
@pytest.mark.parametrize(
    "first, second, together",
    [
        ("Forst", "Forst", True),
        ("Forst", "Muskau", True),
        ("Forst", "Triebel", True),
        ("Forst", "Rietschen", False),
        ("Zossen", "Luckau", False),
        ("Forst", "Niesky", False),
    ],
)
def test_7_3_1_an_army_is_together_in_one_zone_or_two_adjacent_ones(
    first: str, second: str, together: bool
) -> None:
    units = f'{first} = ["13/1", "13/2"]' if first == second else f'{first} = ["13/1"]\n{second} = ["13/2"]'
    t = at("C.2", units)
    if together:
        assert t.can("activate 13/1 reserve")
    else:
        t.refused("activate 13/1 reserve", *APART)
    assert t.can("activate 13/1 move")


@rule("RFB 7.3.1b")
def test_7_3_1_an_army_that_is_together_may_be_parted_by_movement() -> None:
    t = at("C.2", 'Forst = ["13/1", "13/2"]')
    t.do("activate 13/1 move", "begin", "move 13/1 Niesky")
    assert (t.zone("13/1"), t.zone("13/2")) == ("Niesky", "Forst")


@rule("RFB 7.3.1b")
def test_7_3_1_an_army_that_is_together_may_be_parted_by_combat() -> None:
    t = at("C.1", 'Kustrin = ["8GA/1"]\nBridgehead = ["8GA/2"]\nSeelow = ["404"]')
    t.do("activate 8GA/2 combat", "begin", "attack 8GA/2 Seelow")
    t.do("roll", dice=[6])
    assert (t.zone("8GA/1"), t.zone("8GA/2")) == ("Kustrin", "Seelow")


@rule("RFB 7.3.1c")
def test_7_3_1_a_parted_army_is_activated_in_movement_mode_only_and_must_close_up() -> None:
    t = at("C.2", 'Forst = ["13/1"]\nNiesky = ["13/2"]\nGuben = ["404"]')
    t.refused("activate 13/1 combat", *APART)
    t.refused("activate 13/1 reserve", *APART)
    t.do("activate 13/1 move", "begin")
    t.refused("done", *APART)
    for two_apart in ("Muskau", "Kathlow", "Spremberg"):
        t.refused(f"move 13/1 {two_apart}", *APART)
    assert t.can("move 13/1 Rietschen")
    assert t.can("move 13/1 Niesky")
    t.do("move 13/1 GrossDuben")
    t = at("C.2", 'Forst = ["13/1"]\nMuskau = ["13/2"]\nGuben = ["404"]')
    assert t.can("activate 13/1 combat")
    assert t.can("activate 13/1 reserve")


@rule("RFB 7.3.1c")
def test_7_3_1_a_parted_army_need_not_be_activated() -> None:
    t = at("C.2", 'Forst = ["13/1"]\nNiesky = ["13/2"]\nPenzig = ["52/1"]')
    t.do("activate 52/1 reserve", "begin", "move 52/1 Sanitz")
    assert not t.used("13/1")
    t = at("C.2", 'Forst = ["13/1"]\nNiesky = ["13/2"]')
    t.do("pass")


@rule("RFB 7.3.1.q1")
def test_7_3_1_a_counter_that_cannot_close_up_ends_as_near_as_it_can() -> None:
    t = at("C.2", 'Penzig = ["13/1"]\nTreuenbrietzen = ["13/2"]')
    t.do("activate 13/1 move", "begin")
    for farther in ("Bautzen", "Niesky", "Rietschen", "Sanitz"):
        t.refused(f"move 13/1 {farther}", *APART)
    t.do("move 13/1 GrossDuben")


GONE = '[off]\ndestroyed = ["13/2"]'


@rule("RFB 7.3.1.q1")
def test_7_3_1_a_lone_counter_is_never_parted() -> None:
    t = at("C.2", 'Forst = ["13/1"]\nGuben = ["404"]\nMuskau = ["31/1"]\nKyritz = ["FLJahn"]', more=GONE)
    for unit in ("13/1", "31/1"):
        assert t.can(f"activate {unit} reserve")
    assert t.can("activate 13/1 combat")
    t.do("activate 13/1 move", "activate 31/1 move", "begin", "move 13/1 Cottbus", "move 31/1 Niesky")


@rule("RFB 7.3.1.q2")
def test_7_3_1_two_parted_counters_are_tested_once_after_both_moved() -> None:
    t = at("C.2", 'Forst = ["13/1"]\nBautzen = ["13/2"]')
    t.do("activate 13/1 move", "activate 13/2 move", "begin", "move 13/1 Muskau")
    t.refused("move 13/2 Niesky", *APART)
    t.refused("move 13/2 Kamenz", *APART)
    t.do("move 13/2 Rietschen")
    assert (t.zone("13/1"), t.zone("13/2")) == ("Muskau", "Rietschen")


@rule("RFB 7.3.2a")
@pytest.mark.parametrize(
    "stage, unit, start, other, own",
    [
        ("C.1", "61/1", "Furstenberg", "Guben", "Frankfurt"),
        ("C.1", "61/1", "Beeskow", "Lubben", "Frankfurt"),
        ("C.1", "61/1", "Ziebingen", "Triebel", "Reppen"),
        ("C.1", "61/1", "Nauen", "Potsdam", "Oranienburg"),
        ("C.2", "13/1", "Guben", "Furstenberg", "Forst"),
        ("C.2", "13/1", "Zossen", "KonigsWusterhausen", "Trebbin"),
        ("C.2", "13/1", "Triebel", "Ziebingen", "Priebus"),
        ("C.2", "13/1", "Brandenburg", "Nauen", "Potsdam"),
    ],
)
def test_7_3_2_soviets_do_not_cross_into_the_other_front(
    stage: str, unit: str, start: str, other: str, own: str
) -> None:
    t = at(stage, f'{start} = ["{unit}"]')
    t.do(f"activate {unit} move", "begin")
    t.refused(f"move {unit} {other}", "RFB 7.3.2a")
    t.do(f"move {unit} {own}")


@rule("RFB 7.3.2a")
def test_7_3_2_soviets_do_not_pass_through_the_other_front() -> None:
    # Neukolln lies 3 points from Beeskow by Lubben and Zossen, 4 by Konigs Wusterhausen.
    t = at("C.1", 'Beeskow = ["61/1", "1GTA/1"]')
    t.do("activate 61/1 move", "activate 1GTA/1 move", "begin")
    t.refused("move 61/1 Neukolln", "RFB 7.3.2a", "RFB 7.1.1")
    t.do("move 1GTA/1 Neukolln")


@rule("RFB 7.3.2b")
def test_7_3_2_a_unit_in_the_other_front_must_be_activated_to_return() -> None:
    t = at("C.1", 'Lieberose = ["61/1"]\nKustrin = ["47/1"]')
    t.refused("pass", "RFB 7.3.2b")
    t.refused("activate 61/1 reserve", "RFB 7.3.2b")
    t.do("activate 47/1 move")
    t.refused("begin", "RFB 7.3.2b")
    t.do("activate 61/1 move", "begin", "move 47/1 Goritz")
    t.refused("move 61/1 Guben", "RFB 7.3.2b")
    t.refused("done", "RFB 7.3.2b")
    t.do("move 61/1 Beeskow")
    assert t.zone("61/1") == "Beeskow"


@rule("RFB 7.3.2b")
def test_7_3_2_a_unit_in_its_own_front_or_already_used_has_no_such_duty() -> None:
    t = at("C.1", 'Beeskow = ["61/1"]\nKustrin = ["47/1"]')
    t.do("pass")
    t = at("C.1", 'Lieberose = ["61/1"]\nKustrin = ["47/1"]', more='[marks]\nused = ["61/1"]')
    t.do("pass")


@rule("RFB 7.3.2.q1")
def test_7_3_2_berlin_belongs_to_no_front() -> None:
    for zone in ("Tempelhof", "Neukolln"):
        t = at("C.2", 'Zossen = ["13/1"]')
        t.do("activate 13/1 move", "begin", f"move 13/1 {zone}")
    for zone in ("Neukolln", "Friedrichshain"):
        t = at("C.1", 'Strausberg = ["61/1"]')
        t.do("activate 61/1 move", "begin", f"move 61/1 {zone}")


@rule("RFB 7.3.2.q1")
def test_7_3_2_no_attack_is_made_across_the_boundary() -> None:
    t = at("C.2", 'Zossen = ["13/1"]\nKonigsWusterhausen = ["404"]')
    t.refused("activate 13/1 combat", "RFB 7.3.2.q1", "RFB 7.3.2a", "RFB 8.1.1a")
    t = at("C.2", 'Zossen = ["13/1"]\nKonigsWusterhausen = ["404"]\nTrebbin = ["72"]')
    t.do("activate 13/1 combat", "begin")
    t.refused("attack 13/1 KonigsWusterhausen", "RFB 7.3.2.q1", "RFB 7.3.2a")
    t.do("attack 13/1 Trebbin")


def beaten_out_of_zossen(others: str) -> Table:
    """A Koniev counter retreats from Zossen before three divisions in Trebbin: 25 to 12, D1R."""
    t = at(
        "C.4",
        f'Zossen = ["2POL/1"]\nTrebbin = ["10SSPz", "1SSPz", "21Pz"]\nKustrin = ["61/1"]\n{others}',
    )
    t.do("activate 10SSPz combat", "activate 1SSPz combat", "activate 21Pz combat", "begin")
    t.do("attack 10SSPz Zossen", "join 1SSPz", "join 21Pz")
    t.do("roll", dice=[5])
    return t


@rule("RFB 7.3.2.q2")
def test_7_3_2_a_retreat_goes_to_the_own_front_if_it_can() -> None:
    t = beaten_out_of_zossen("")
    assert t.zone("2POL/1") == "Lubben"
    assert t.reduced("2POL/1")


@rule("RFB 7.3.2.q2", "RFB 7.3.2b")
def test_7_3_2_a_retreat_crosses_the_boundary_if_it_must_and_then_the_unit_returns() -> None:
    t = beaten_out_of_zossen('Lubben = ["72"]\nForst = ["52/1"]')
    assert t.zone("2POL/1") == "KonigsWusterhausen"
    t.do("advance 10SSPz")
    t.do("done", dice=[6])
    assert t.stage == "C.1"
    t.do("pass")
    assert t.stage == "C.2"
    t.refused("pass", "RFB 7.3.2b")
    assert t.can("activate 2POL/1 move")


@rule("RFB 7.3.3a")
def test_7_3_3_soviets_of_the_two_camps_do_not_end_in_the_same_zone() -> None:
    t = at("C.2", 'Lubben = ["47/1"]\nLuckau = ["13/1"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Lubben", "RFB 7.3.3a")
    t = at("C.2", 'Lubben = ["3GA/1"]\nLuckau = ["13/1"]')
    t.do("activate 13/1 move", "begin", "move 13/1 Lubben")


GUEST = '[marks]\nguest = ["2POL/1"]'
HOST = 'Frankfurt = ["{}", "2POL/1"]\nFurstenwalde = ["10SSPz", "1SSPz", "21Pz"]'


def storm_frankfurt(host: str) -> Table:
    t = at("C.4", HOST.format(host), more=GUEST)
    t.do("activate 10SSPz combat", "activate 1SSPz combat", "activate 21Pz combat", "begin")
    t.do("attack 10SSPz Frankfurt", "join 1SSPz", "join 21Pz")
    return t


@rule("RFB 7.3.3b")
def test_7_3_3_a_guest_takes_no_part_in_the_defence() -> None:
    assert defence(storm_frankfurt("47/1")) == 15


@rule("RFB 7.3.3c")
def test_7_3_3_a_guest_is_eliminated_when_its_hosts_retreat() -> None:
    t = storm_frankfurt("1POL/1")
    t.do("roll", dice=[5])
    t.do("retreat 1POL/1 Reppen")
    assert t.reduced("1POL/1")
    assert t.zone("2POL/1") == "destroyed"
    t.do("advance 10SSPz")
    assert t.units("Frankfurt") == ["10SSPz"]


@rule("RFB 7.3.3d")
def test_7_3_3_a_guest_is_activated_only_to_leave_for_a_zone_free_of_the_other_camp() -> None:
    units = 'Lubben = ["47/1", "13/1"]\nZossen = ["69/1"]\nCottbus = ["404"]'
    t = at("C.2", units, more='[marks]\nguest = ["13/1"]')
    t.refused("activate 13/1 combat", "RFB 7.3.3d")
    t.refused("activate 13/1 reserve", "RFB 7.3.3d")
    t.do("activate 13/1 move", "begin")
    t.refused("done", "RFB 7.3.3d")
    t.refused("move 13/1 Zossen", "RFB 7.3.3d", "RFB 7.3.3a")
    goals = {text.split()[2] for text in t.legal("13/1") if text.startswith("move ")}
    assert "Luckau" in goals
    assert not goals & {"Lubben", "Zossen"}
    t.do("move 13/1 Luckau")
    t = at("C.2", 'Lubben = ["13/1"]\nZossen = ["69/1"]\nCottbus = ["404"]')
    assert t.can("activate 13/1 combat")
    assert t.can("activate 13/1 reserve")


@rule("RFB 7.3.3d")
def test_7_3_3_a_guest_in_its_own_front_may_leave_but_need_not() -> None:
    t = at("C.2", 'Lubben = ["47/1", "13/1"]\nPenzig = ["52/1"]', more='[marks]\nguest = ["13/1"]')
    assert t.can("activate 13/1 move")
    t.do("pass")
    assert t.zone("13/1") == "Lubben"


@rule("RFB 7.3.3.q1")
def test_7_3_3_a_zone_of_the_other_camp_may_be_crossed_outside_berlin_but_not_in_it() -> None:
    t = at("C.2", 'Cottbus = ["13/1"]\nLubben = ["47/1"]')
    t.do("activate 13/1 reserve", "begin")
    t.refused("move 13/1 Lubben", "RFB 7.3.3a")
    t.do("move 13/1 Zossen")
    assert t.zone("13/1") == "Zossen"
    levels = "[progress]\nTempelhof = 2\nNeukolln = 2"
    t = at("C.2", 'Tempelhof = ["13/1"]\nNeukolln = ["47/1"]', more=levels)
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Friedrichshain", "RFB 7.3.3.q1", "RFB 7.4.5", "RFB 7.4.6")
    t = at("C.2", 'Tempelhof = ["13/1"]\nNeukolln = ["3GA/1"]', more=levels)
    t.do("activate 13/1 move", "begin", "move 13/1 Friedrichshain")


@rule("RFB 7.3.3.q2")
def test_7_3_3_a_guest_dies_with_the_last_of_its_hosts() -> None:
    t = storm_frankfurt("1POL/1-")
    t.do("roll", dice=[5])
    assert t.zone("1POL/1") == "destroyed"
    assert t.zone("2POL/1") == "destroyed"
    t.do("advance 10SSPz")
    assert t.units("Frankfurt") == ["10SSPz"]


@rule("RFB 7.3.3.q2")
def test_7_3_3_a_unit_whose_hosts_have_left_is_no_guest_any_more() -> None:
    t = at(
        "C.1",
        HOST.format("47/1") + '\nSpremberg = ["52/1"]\nLebus = ["391"]',
        more='[marks]\nguest = ["2POL/1"]\nused = ["2POL/1"]',
    )
    t.do("activate 47/1 move", "begin", "move 47/1 Reppen", "pass", "pass")
    t.do("activate 10SSPz combat", "begin", "attack 10SSPz Frankfurt")
    assert defence(t) == 12


@rule("RFB 7.3.4a")
def test_7_3_4_a_soviet_unit_that_enters_a_victory_zone_takes_control() -> None:
    t = at("C.2", 'Luckau = ["13/1"]')
    t.do("activate 13/1 move", "begin", "move 13/1 Cottbus")
    assert t.control("Cottbus") == "koniev"
    assert (t.vp("zhukov"), t.vp("koniev")) == (0, 2)
    assert any(mark.place == "Cottbus" and mark.camp == "koniev" for mark in t.scene("zhukov").markers)
    t = at("C.1", 'Frankfurt = ["61/1"]')
    t.do("activate 61/1 move", "begin", "move 61/1 Beeskow")
    assert t.control("Beeskow") == ""
    assert t.vp("zhukov") == 0


@rule("RFB 7.3.4a")
def test_7_3_4_control_is_also_taken_by_passing_through() -> None:
    t = at("C.2", 'Spremberg = ["13/1"]')
    t.do("activate 13/1 move", "begin", "move 13/1 Lubben via Cottbus")
    assert (t.zone("13/1"), t.control("Cottbus"), t.vp("koniev")) == ("Lubben", "koniev", 2)


@rule("RFB 7.3.4a")
def test_7_3_4_control_is_taken_by_an_advance_after_combat() -> None:
    t = at("C.1", 'Frankfurt = ["8GA/1"]\nFurstenwalde = ["404"]')
    t.do("activate 8GA/1 combat", "begin", "attack 8GA/1 Furstenwalde")
    t.do("roll", dice=[6])
    assert (t.zone("8GA/1"), t.control("Furstenwalde"), t.vp("zhukov")) == ("Furstenwalde", "zhukov", 2)


@rule("RFB 7.3.4b")
def test_7_3_4_the_other_camp_does_not_take_over_control_by_entering() -> None:
    held = '[control]\nkoniev = ["Furstenwalde"]\n[points]\nvp = [0, 2]'
    t = at("C.1", 'Frankfurt = ["61/1"]', more=held)
    t.do("activate 61/1 move", "begin", "move 61/1 Furstenwalde")
    assert t.zone("61/1") == "Furstenwalde"
    assert t.control("Furstenwalde") == "koniev"
    assert (t.vp("zhukov"), t.vp("koniev")) == (0, 2)


@rule("RFB 7.3.4c")
def test_7_3_4_germans_that_enter_remove_the_marker_and_either_camp_may_win_it_anew() -> None:
    units = 'Strausberg = ["391"]\nBeeskow = ["61/1"]\nDresden = ["404"]\nPenzig = ["52/1"]'
    t = at("C.3", units, more='[control]\nkoniev = ["Furstenwalde"]\n[points]\nvp = [0, 2]')
    t.do("activate 391 move", "begin", "move 391 Frankfurt via Furstenwalde")
    assert t.control("Furstenwalde") == ""
    assert (t.vp("zhukov"), t.vp("koniev")) == (0, 0)
    t.do("pass", dice=[6])
    t.do("activate 61/1 move", "begin", "move 61/1 Furstenwalde")
    assert t.control("Furstenwalde") == "zhukov"
    assert (t.vp("zhukov"), t.vp("koniev")) == (2, 0)


@rule("RFB 7.3.4.q1")
def test_7_3_4_a_berlin_zone_is_not_won_by_entering() -> None:
    t = at("C.2", 'Trebbin = ["13/1"]')
    t.do("activate 13/1 move", "begin", "move 13/1 Tempelhof")
    assert t.zone("13/1") == "Tempelhof"
    assert t.control("Tempelhof") == ""
    assert t.vp("koniev") == 0
