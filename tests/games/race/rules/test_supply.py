"""3.1: lines of supply, and what it means to be out of supply."""

import pytest
from table import Table

from berlin.kernel.contract.rules import Tally
from berlin.kernel.proof.mark import rule

HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""


def checked(units: str, rest: str = "") -> Table:
    """A position after the supply check."""
    t = Table.at(f"""
        turn = 4
        stage = "B.1"
        [units]
        {units}
        {rest}
    """)
    assert t.stage == "B.2"
    return t


def supplied(unit: str, units: str, rest: str = "") -> bool:
    return not checked(units, rest).oos(unit)


# Joachimsthal has two ways out: Eberswalde and Oranienburg.
CORNER = 'Joachimsthal = ["61/1"]\n'


@rule("RFB 3.1.1a")
def test_3_1_1_a_unit_is_supplied_by_a_line_of_zones_free_of_the_enemy() -> None:
    assert supplied("61/1", CORNER)
    # One way is shut, and the other leads round to Ziebingen.
    assert supplied("61/1", CORNER + 'Eberswalde = ["606"]')
    assert not supplied("61/1", CORNER + 'Eberswalde = ["606"]\nOranienburg = ["541"]')


@rule("RFB 3.1.1a")
def test_3_1_1_a_line_does_not_run_through_an_enemy_with_friends_on_either_side() -> None:
    way = CORNER + 'NOderbruch = ["61/2"]\nOranienburg = ["541"]\n'
    assert supplied("61/1", way + 'Eberswalde = ["47/1"]')
    assert not supplied("61/1", way + 'Eberswalde = ["606"]')
    way = 'Joachimsthal = ["606"]\nNeuruppin = ["303"]\nBernau = ["61/1"]\n'
    assert supplied("606", way + 'Oranienburg = ["541"]')
    assert not supplied("606", way + 'Oranienburg = ["61/2"]')


@rule("RFB 3.1.1a")
def test_3_1_1_a_german_without_a_free_line_is_out_of_supply_too() -> None:
    german = 'Joachimsthal = ["606"]\n'
    assert supplied("606", german + 'Eberswalde = ["61/1"]')
    assert not supplied("606", german + 'Eberswalde = ["61/1"]\nOranienburg = ["61/2"]')


# Gorlitz between two German zones: only Penzig behind it is left, and it lies next to Germans.
GORLITZ = """
    Gorlitz = ["{unit}"]
    Lobau = ["404"]
    Niesky = ["Branden"]
"""


@rule("RFB 3.1.1b")
def test_3_1_1_zhukovs_soviets_are_not_supplied_by_konievs_zones() -> None:
    assert not supplied("33/1", GORLITZ.format(unit="33/1"))
    assert supplied("52/1", GORLITZ.format(unit="52/1"))


# Frankfurt among German zones: only Reppen behind it is left, and it lies next to Germans.
FRANKFURT = """
    Frankfurt = ["{unit}"]
    Lebus = ["712"]
    Falkenhagen = ["156"]
    Furstenwalde = ["541"]
    Beeskow = ["Ragener"]
    Furstenberg = ["391"]
"""


@rule("RFB 3.1.1c")
def test_3_1_1_konievs_soviets_are_not_supplied_by_zhukovs_zones() -> None:
    assert not supplied("13/1", FRANKFURT.format(unit="13/1"))
    assert supplied("69/1", FRANKFURT.format(unit="69/1"))


@rule("RFB 3.1.1d")
def test_3_1_1_germans_of_both_camps_are_supplied_by_any_german_zone() -> None:
    north_west = 'Neuruppin = ["{unit}"]\nNauen = ["61/1"]\nOranienburg = ["61/2"]'
    south = 'Kamenz = ["{unit}"]\nBautzen = ["13/1"]\nHoyerswerda = ["13/2"]\nSenftenberg = ["3GA/1"]\n'
    south += 'Grossenhain = ["3GA/2"]'
    for unit in ("21Pz", "303"):
        assert supplied(unit, north_west.format(unit=unit))
        assert supplied(unit, south.format(unit=unit))
        assert not supplied(unit, south.format(unit=unit) + '\nDresden = ["52/1"]')


@rule("RFB 3.1.1.q1")
def test_3_1_1_q1_an_empty_source_next_to_the_enemy_still_supplies() -> None:
    assert supplied("52/1", GORLITZ.format(unit="52/1"))
    assert supplied("69/1", FRANKFURT.format(unit="69/1"))
    # Dresden lies next to Soviets, and so does the unit's own zone.
    assert supplied("303", 'Dresden = []\nMeissen = ["303"]\nGrossenhain = ["13/1"]\nRiesa = ["13/2"]')


@rule("RFB 3.1.1.q1")
def test_3_1_1_q1_a_source_in_american_or_enemy_hands_is_none() -> None:
    alone = 'Neuruppin = ["21Pz"]\nNauen = ["61/1"]\nOranienburg = ["61/2"]\n'
    assert supplied("21Pz", alone)
    assert not supplied("21Pz", alone + 'Kyritz = ["47/1"]')
    assert not supplied("21Pz", alone, '[control]\namerican = ["Kyritz"]')


@rule("RFB 3.1.2a")
@pytest.mark.parametrize("unit, own, other", [("13/1", "3GA/1", "61/1"), ("61/1", "47/1", "13/1")])
def test_3_1_2_a_soviet_line_does_not_run_through_the_other_camp(unit: str, own: str, other: str) -> None:
    way = f'Joachimsthal = ["{unit}"]\nOranienburg = ["541"]\n'
    assert supplied(unit, way)
    assert supplied(unit, way + f'Eberswalde = ["{own}"]')
    assert not supplied(unit, way + f'Eberswalde = ["{other}"]')


@rule("RFB 3.1.2b")
def test_3_1_2_an_empty_zone_next_to_the_enemy_cuts_the_line_unless_it_is_held() -> None:
    way = CORNER + 'Oranienburg = ["541"]\nBernau = ["303"]\n'
    assert supplied("61/1", CORNER + 'Oranienburg = ["541"]\n')
    assert not supplied("61/1", way)
    assert supplied("61/1", way + 'Eberswalde = ["61/2"]')


@rule("RFB 3.1.2b")
def test_3_1_2_an_empty_zone_next_to_soviets_cuts_a_german_line_too() -> None:
    way = 'Joachimsthal = ["606"]\nEberswalde = ["61/1"]\n'
    assert supplied("606", way)
    assert not supplied("606", way + 'Bernau = ["61/2"]')
    assert supplied("606", way + 'Bernau = ["61/2"]\nOranienburg = ["541"]')


# The one way west from Trebbin leads through Treuenbrietzen.
TREBBIN = """
    Trebbin = ["21Pz"]
    Zossen = ["13/1"]
    Zehlendorf = ["13/2"]
"""


@rule("RFB 3.1.2c")
def test_3_1_2_a_zone_in_american_hands_cuts_the_line() -> None:
    assert supplied("21Pz", TREBBIN)
    assert supplied("21Pz", TREBBIN, '[control]\namerican = ["Leipzig", "Wittenberg"]')
    assert not supplied("21Pz", TREBBIN, '[control]\namerican = ["Leipzig", "Wittenberg", "Treuenbrietzen"]')
    # The one way from Kyritz to the Oder leads through Neuruppin.
    kyritz = 'Kyritz = ["61/1"]\nRathenow = ["541"]'
    assert supplied("61/1", kyritz)
    assert not supplied("61/1", kyritz, '[control]\namerican = ["Neuruppin"]')


# 13/1 in Neukolln has one way home, by Zossen, which lies next to Tempelhof.
ZOSSEN = """
    Neukolln = ["13/1"]
    Furstenwalde = ["541"]
    Tempelhof = [{inside}]
"""


@rule("RFB 3.1.2d")
def test_3_1_2_a_german_who_shares_his_berlin_zone_does_not_reach_outside_it() -> None:
    assert supplied("13/1", ZOSSEN.format(inside=""))
    assert not supplied("13/1", ZOSSEN.format(inside='"303"'))
    # Whosever Soviets are with him in the zone.
    assert supplied("13/1", ZOSSEN.format(inside='"303", "13/2"'))
    assert supplied("13/1", ZOSSEN.format(inside='"303", "8GA/1"'))


# 13/1 in Zehlendorf has one way home, by Tempelhof.
ZEHLENDORF = """
    Zehlendorf = ["13/1"]
    Potsdam = ["404"]
    Trebbin = ["275"]
    Zossen = ["3GA/1"]
    Tempelhof = [{inside}]
    [progress]
    Tempelhof = {level}
"""


@rule("RFB 3.1.2e")
@pytest.mark.parametrize("level", [0, 1])
def test_3_1_2_a_line_passes_a_zone_contested_by_its_own_camp(level: int) -> None:
    assert supplied("13/1", ZEHLENDORF.format(inside='"13/2"', level=level))
    assert supplied("13/1", ZEHLENDORF.format(inside='"13/2", "303"', level=level))
    assert not supplied("13/1", ZEHLENDORF.format(inside='"8GA/1"', level=level))
    assert not supplied("13/1", ZEHLENDORF.format(inside='"8GA/1", "303"', level=level))


# The same, with no German next to Tempelhof.
EMPTY = """
    Zehlendorf = ["13/1"]
    Treuenbrietzen = ["404"]
    Tempelhof = [{inside}]
    [progress]
    Tempelhof = {level}
"""


@rule("RFB 3.1.2.q1")
def test_3_1_2_q1_a_berlin_zone_without_a_soviet_of_the_same_camp_is_closed_to_soviet_lines() -> None:
    assert not supplied("13/1", EMPTY.format(inside="", level=0))
    assert not supplied("13/1", EMPTY.format(inside='"8GA/1"', level=3))
    assert supplied("13/1", EMPTY.format(inside='"13/2"', level=3))
    assert supplied("13/1", EMPTY.format(inside='"13/2", "303"', level=3))


@rule("RFB 3.1.2.q2")
def test_3_1_2_q2_a_german_line_uses_a_berlin_zone_only_without_soviets() -> None:
    way = """
        Trebbin = ["21Pz"]
        Treuenbrietzen = ["13/1"]
        Zossen = ["3GA/1"]
        Zehlendorf = ["3GTA/1"]
        Neukolln = ["541"]
        Tempelhof = [{inside}]
    """
    assert supplied("21Pz", way.format(inside='"303"'))
    assert not supplied("21Pz", way.format(inside='"303", "13/2"'))
    controlled = way.format(inside='"303", "13/2"') + "[progress]\nTempelhof = 2\n"
    assert not supplied("21Pz", controlled)


@rule("RFB 3.1.1a", "RFB 3.1.1d", "RFB 7.2.1")
@pytest.mark.parametrize(
    "german, soviet, elsewhere",
    [("Bridgehead", "Seelow", "Wittenberg"), ("Rietschen", "GrossDuben", "Leipzig")],
)
def test_3_1_1_no_german_line_runs_over_the_oder_neisse(german: str, soviet: str, elsewhere: str) -> None:
    for unit in ("303", "404"):
        assert not supplied(unit, f'{german} = ["{unit}"]\n{soviet} = ["13/1"]')
        assert supplied(unit, f'{german} = ["{unit}"]\n{elsewhere} = ["13/1"]')


def tally(t: Table, label: str) -> Tally:
    return next(tally for tally in t.explain("roll").tallies if tally.label == label)


@rule("RFB 3.1.3a")
def test_3_1_3_an_attacker_out_of_supply_counts_half_rounded_up() -> None:
    for unit, strength in (("8GA/1", 10), ("5SHA/1", 10), ("1POL/1", 4)):
        t = Table.at(f"""
            turn = 3
            stage = "C.1"
            [units]
            Bridgehead = ["{unit}{"-" if unit == "1POL/1" else ""}"]
            SOderbruch = ["309"]
            [marks]
            oos = ["{unit}"]
        """)
        t.do(f"activate {unit} combat", "begin", f"attack {unit} SOderbruch")
        assert tally(t, "attack").total == strength


@rule("RFB 3.1.3a")
def test_3_1_3_a_defender_out_of_supply_counts_half_rounded_up() -> None:
    for oos, strength in (("", 7), ('"9Falsch"', 4)):
        t = Table.at(f"""
            turn = 3
            stage = "C.1"
            [units]
            Bridgehead = ["8GA/1"]
            SOderbruch = ["9Falsch"]
            [marks]
            oos = [{oos}]
        """)
        t.do("activate 8GA/1 combat", "begin", "attack 8GA/1 SOderbruch")
        assert tally(t, "defence").total == strength


@rule("RFB 3.1.3b")
@pytest.mark.parametrize("oos, far", [("", True), ('"8GA/1"', False)])
def test_3_1_3_a_unit_out_of_supply_moves_one_zone_at_most(oos: str, far: bool) -> None:
    t = Table.at(f"""
        turn = 3
        stage = "C.1"
        [units]
        Kustrin = ["8GA/1"]
        [marks]
        oos = [{oos}]
    """)
    t.do("activate 8GA/1 move", "begin")
    assert t.can("move 8GA/1 Goritz")
    assert t.can("move 8GA/1 Reppen") is far
    # Bridgehead and Seelow lie on one road.
    assert t.can("move 8GA/1 Seelow") is far


@rule("RFB 3.1.3b", "RFB 3.1.3c")
@pytest.mark.parametrize("oos, free", [("", True), ('"303"', False)])
def test_3_1_3_a_german_out_of_supply_is_bound_in_the_same_way(oos: str, free: bool) -> None:
    t = Table.at(f"""
        turn = 7
        stage = "C.3"
        [units]
        Luckau = ["303"]
        [marks]
        oos = [{oos}]
    """)
    assert t.can("activate 303 reserve") is free
    t.do("activate 303 move", "begin")
    assert t.can("move 303 Herzberg")
    assert t.can("move 303 Torgau") is free


@rule("RFB 3.1.3c")
@pytest.mark.parametrize("oos, free", [("", True), ('"8GA/1"', False)])
def test_3_1_3_a_unit_out_of_supply_may_move_or_fight_and_not_be_in_reserve(oos: str, free: bool) -> None:
    t = Table.at(f"""
        turn = 3
        stage = "C.1"
        [units]
        Bridgehead = ["8GA/1"]
        SOderbruch = ["309"]
        [marks]
        oos = [{oos}]
    """)
    assert t.can("activate 8GA/1 move")
    assert t.can("activate 8GA/1 combat")
    assert t.can("activate 8GA/1 reserve") is free


@rule("RFB 3.1.3c", "RFB 4.2.3a")
@pytest.mark.parametrize("stage, unit", [("C.1", "8GA/1"), ("C.2", "13/1"), ("C.3", "303"), ("C.4", "404")])
def test_3_1_3_a_reduced_unit_in_supply_may_be_in_reserve(stage: str, unit: str) -> None:
    zone = "Forst" if unit == "13/1" else "Seelow"
    t = Table.at(f'turn = 3\nstage = "{stage}"\n[units]\n{zone} = ["{unit}-"]')
    assert t.can(f"activate {unit} reserve")


@rule("RFB 3.1.3d")
def test_3_1_3_a_unit_out_of_supply_is_shown_so_to_both() -> None:
    t = checked(CORNER + 'Eberswalde = ["606"]\nOranienburg = ["541"]\nKustrin = ["47/1"]')
    for seat in ("zhukov", "koniev"):
        badges = {piece.id: " ".join(piece.badges).lower() for piece in t.scene(seat).pieces}
        assert "oos" in badges["61/1"] or "supply" in badges["61/1"]
        assert badges["47/1"] == ""


@rule("RFB 3.1")
def test_3_1_a_unit_cut_off_during_operations_stays_supplied_until_the_next_check() -> None:
    t = Table.at(f"""
        turn = 4
        stage = "C.3"
        [units]
        Joachimsthal = ["61/1"]
        Oranienburg = ["541"]
        Eberswalde = ["606"]
        {HELD}
    """)
    assert not t.oos("61/1")
    t.until("D.6")
    assert t.turn == 4
    assert not t.oos("61/1")
    t.do("keep", "keep", dice=[6, 1])
    assert (t.turn, t.stage) == (5, "B.2")
    assert t.oos("61/1")


@rule("RFB 3.1.q1")
def test_3_1_q1_a_unit_stays_out_of_supply_until_the_next_check() -> None:
    t = Table.at(f"""
        turn = 3
        stage = "C.3"
        [units]
        Kustrin = ["47/1"]
        [marks]
        oos = ["47/1"]
        {HELD}
    """)
    t.until("D.6")
    assert t.turn == 3
    assert t.oos("47/1")
    t.do("keep", "keep", dice=[6, 1])
    assert (t.turn, t.stage) == (4, "B.2")
    assert not t.oos("47/1")
