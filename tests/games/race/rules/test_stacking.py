"""How many units a zone holds, and when that is checked."""

from random import Random

import pytest
from table import Table

from berlin.games.race.board.zones import BERLIN, ZONES
from berlin.games.race.state.invariants import broken
from berlin.kernel.contract.game import BadText
from berlin.kernel.proof.mark import rule

STACKING = ("RFB 6", "RFB 6.1", "RFB 6.1.1", "RFB 6.1.1.q1", "RFB 6.1.2a", "RFB 6.1.2c")


def at(stage: str, units: str, turn: int = 2, more: str = "") -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


def crowded(t: Table) -> list[str]:
    """Every zone whose stack breaks a limit."""
    wrong = []
    for number, zone in enumerate(ZONES):
        units = t.units(zone.key)
        soviets = sum("/" in unit for unit in units)
        germans = len(units) - soviets
        if number in BERLIN:
            good = soviets <= 2 and germans <= 1
        elif soviets:
            good = germans == 0 and (zone.unlimited or soviets <= 2)
        else:
            good = germans <= 3
        if not good:
            wrong.append(f"{zone.key}: {units}")
    return wrong


@rule("RFB 6")
def test_6_the_setup_keeps_the_limits() -> None:
    t = Table.new(seed=1)
    assert sum(len(t.units(zone.key)) for zone in ZONES) > 60
    assert crowded(t) == []
    assert broken(t.state) == []


@rule("RFB 6")
@pytest.mark.parametrize(
    "stage, unit, crowd", [("C.1", "61/1", '"8GA/1", "8GA/2"'), ("C.3", "303", '"391", "286", "712"')]
)
def test_6_neither_nationality_moves_into_a_zone_that_is_full(stage: str, unit: str, crowd: str) -> None:
    t = at(stage, f'SOderbruch = [{crowd}]\nBridgehead = ["{unit}"]')
    t.do(f"activate {unit} move", "begin")
    t.refused(f"move {unit} SOderbruch", *STACKING)


@rule("RFB 6")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_6_no_action_of_a_random_game_leaves_a_zone_above_its_limit(seed: int) -> None:
    t, rng = Table.new(seed=seed), Random(seed)
    for _ in range(250):
        if t.decider is None:
            break
        text = rng.choice(t.legal())
        t.do(text)
        assert crowded(t) == [], text


@rule("RFB 6", "RFB 6.1.2a")
@pytest.mark.parametrize("zone", [zone.key for zone in ZONES[6:] if not zone.unlimited])
def test_6_the_limits_bind_both_nationalities_in_every_ordinary_zone(zone: str) -> None:
    for lawful in ('["13/1", "13/2"]', '["404", "72", "17"]'):
        at("C.1", f"{zone} = {lawful}")
    for too_many in ('["13/1", "13/2", "52/1"]', '["404", "72", "391", "286"]'):
        with pytest.raises(BadText) as bad:
            at("C.1", f"{zone} = {too_many}")
        assert bad.value.rule in STACKING


@rule("RFB 6.1")
def test_6_1_a_full_zone_is_no_violation_in_the_middle_of_a_move() -> None:
    t = at("C.4", 'Gorlitz = ["404"]\nLobau = ["72", "17"]\nNiesky = ["545", "615", "342"]', turn=7)
    t.do("activate 404 move", "begin")
    t.refused("move 404 Niesky", *STACKING)
    t.do("move 404 Rietschen")
    assert t.zone("404") == "Rietschen"
    t = at("C.2", 'Forst = ["13/1"]\nKathlow = ["52/1", "3GA/1"]\nGuben = ["404"]\nMuskau = ["545"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Kathlow", *STACKING, "RFB 4.2.1c")
    t.do("move 13/1 Lieberose")


@rule("RFB 6.1.1")
def test_6_1_1_stacking_is_checked_at_the_end_of_each_movement() -> None:
    t = at("C.1", 'SOderbruch = ["8GA/1", "8GA/2"]\nBridgehead = ["61/1"]')
    t.do("activate 8GA/1 move", "activate 61/1 move", "begin")
    t.refused("move 61/1 SOderbruch", *STACKING)
    t.do("move 8GA/1 Letschin", "move 61/1 SOderbruch")
    assert t.units("SOderbruch") == ["61/1", "8GA/2"]


@rule("RFB 6.1.1", "RFB 6.1.1.q1")
def test_6_1_1_stacking_is_checked_at_the_end_of_each_combat() -> None:
    t = at("C.1", 'Bridgehead = ["8GA/1", "8GA/2", "5SHA/1"]\nSOderbruch = ["404"]')
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "activate 5SHA/1 combat", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 8GA/2", "join 5SHA/1")
    t.do("roll", dice=[6])
    assert t.can("advance 5SHA/1")
    t.do("advance 8GA/1")
    assert t.can("advance 5SHA/1")
    t.do("advance 8GA/2")
    assert not t.can("advance 5SHA/1")
    assert t.units("SOderbruch") == ["8GA/1", "8GA/2"]


@rule("RFB 6.1.1")
def test_6_1_1_stacking_is_checked_at_the_end_of_each_reserve_activation() -> None:
    t = at("C.1", 'SOderbruch = ["8GA/1", "8GA/2"]\nBridgehead = ["61/1", "47/1"]\nSeelow = ["5SHA/1"]')
    t.do("activate 61/1 reserve", "activate 47/1 reserve", "begin")
    t.refused("move 61/1 SOderbruch", *STACKING)
    t.do("move 61/1 Seelow")
    t.refused("move 47/1 Seelow", *STACKING)
    t = at("C.1", 'Bridgehead = ["8GA/1", "8GA/2", "61/1"]\nSOderbruch = ["404"]')
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "activate 61/1 reserve", "begin")
    t.do("attack 8GA/1 SOderbruch", "join 8GA/2").do("roll", dice=[6])
    t.do("advance 8GA/1", "advance 8GA/2")
    t.refused("follow 61/1 SOderbruch", *STACKING)


@rule("RFB 6.1.1")
def test_6_1_1_stacking_is_checked_when_the_extra_moves_are_finished() -> None:
    t = at(
        "D.1",
        'SOderbruch = ["8GA/1", "8GA/2"]\nBridgehead = ["61/1"]',
        more='[marks]\nused = ["8GA/1", "8GA/2"]',
    )
    t.refused("move 61/1 SOderbruch", *STACKING, "RFB 5.1.q2")
    t = at("D.1", 'SOderbruch = ["8GA/1"]\nBridgehead = ["61/1"]', more='[marks]\nused = ["8GA/1"]')
    assert t.can("move 61/1 SOderbruch")


@rule("RFB 6.1.2a")
def test_6_1_2_a_zone_holds_two_soviet_units() -> None:
    t = at("C.2", 'Forst = ["13/1", "13/2"]\nMuskau = ["52/1"]\nGuben = ["3GA/1"]')
    t.do("activate 3GA/1 move", "activate 13/1 move", "activate 13/2 move", "begin")
    t.refused("move 3GA/1 Forst", *STACKING)
    t.do("move 13/1 Muskau")
    t.refused("move 13/2 Muskau", *STACKING)
    t.do("move 3GA/1 Forst")
    assert t.units("Forst") == ["13/2", "3GA/1"]


@rule("RFB 6.1.2a")
@pytest.mark.parametrize(
    "stage, unit, three",
    [("C.4", "404", '["391", "286", "72"]'), ("C.3", "712", '["391", "17", "72"]')],
)
def test_6_1_2_a_zone_holds_three_germans_of_both_camps_together(stage: str, unit: str, three: str) -> None:
    t = at(stage, f'Gorlitz = ["{unit}"]\nNiesky = {three}', turn=7)
    t.do(f"activate {unit} move", "begin")
    t.refused(f"move {unit} Niesky", *STACKING)
    two = three.replace('"391", ', "")
    t = at(stage, f'Gorlitz = ["{unit}"]\nNiesky = {two}', turn=7)
    t.do(f"activate {unit} move", "begin", f"move {unit} Niesky")
    assert len(t.units("Niesky")) == 3


@rule("RFB 6.1.2b")
def test_6_1_2_germans_and_soviets_never_share_a_zone_outside_berlin() -> None:
    t = at("C.2", 'Spremberg = ["13/1"]\nCottbus = ["404"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Cottbus", "RFB 6.1.2b", "RFB 4.2.1a")
    t = at("C.4", 'Spremberg = ["404"]\nCottbus = ["13/1"]')
    t.do("activate 404 move", "begin")
    t.refused("move 404 Cottbus", "RFB 6.1.2b", "RFB 4.2.1a")
    for zone in ("Cottbus", "Bridgehead"):
        with pytest.raises(BadText) as bad:
            at("C.2", f'{zone} = ["13/1", "404"]')
        assert bad.value.rule == "RFB 6.1.2b"
    at("C.2", 'Tempelhof = ["13/1", "404"]')


@rule("RFB 6.1.2b")
def test_6_1_2_an_attacker_stays_out_as_long_as_a_defender_is_left() -> None:
    t = at("C.1", 'Bridgehead = ["1POL/1", "61/1"]\nSOderbruch = ["10SSPz"]')
    t.do("activate 1POL/1 combat", "activate 61/1 reserve", "begin", "attack 1POL/1 SOderbruch")
    t.do("roll", dice=[6])
    assert t.units("SOderbruch") == ["10SSPz"]
    t.refused("move 61/1 SOderbruch", "RFB 6.1.2b", "RFB 4.2.1a")


@rule("RFB 6.1.2c")
def test_6_1_2_a_berlin_zone_holds_two_soviets_and_a_german() -> None:
    t = at("C.2", 'Tempelhof = ["11SS", "13/1"]\nZossen = ["52/1", "3GA/1"]')
    t.do("activate 52/1 move", "activate 3GA/1 move", "begin", "move 52/1 Tempelhof")
    assert t.units("Tempelhof") == ["11SS", "13/1", "52/1"]
    t.refused("move 3GA/1 Tempelhof", *STACKING)


@rule("RFB 6.1.2c")
def test_6_1_2_a_berlin_zone_holds_one_german_only() -> None:
    t = at("C.3", 'Tempelhof = ["11SS", "13/1"]\nNeukolln = ["23SS"]', turn=7)
    t.do("activate 23SS move", "begin")
    t.refused("move 23SS Tempelhof", *STACKING)
    t = at("C.3", 'Tempelhof = ["13/1"]\nNeukolln = ["23SS"]', turn=7)
    t.do("activate 23SS move", "begin", "move 23SS Tempelhof")
    t = at("C.3", 'Wedding = ["11SS"]\nOranienburg = ["23SS"]', turn=7)
    t.do("activate 23SS move", "begin")
    t.refused("move 23SS Wedding", *STACKING)
    t.do("move 23SS PrenzlauerBerg")


@rule("RFB 6.1.2c")
def test_6_1_2_no_position_with_a_fuller_berlin_zone_is_accepted() -> None:
    at("C.3", 'Tempelhof = ["11SS", "13/1", "13/2"]')
    for too_many in ('["11SS", "23SS"]', '["13/1", "13/2", "52/1"]', '["11SS", "23SS", "13/1"]'):
        with pytest.raises(BadText) as bad:
            at("C.3", f"Tempelhof = {too_many}")
        assert bad.value.rule in STACKING


@rule("RFB 6.1.2d")
@pytest.mark.parametrize(
    "zone, start",
    [("Kustrin", "Barwalde"), ("Bridgehead", "Kustrin"), ("Goritz", "Kustrin"), ("Reppen", "Goritz")],
)
def test_6_1_2_zones_behind_the_oder_and_the_bridgehead_hold_any_number_of_soviets(
    zone: str, start: str
) -> None:
    t = at("C.1", f'{zone} = ["8GA/1", "8GA/2", "5SHA/1", "5SHA/2", "69/1"]\n{start} = ["61/1"]')
    t.do("activate 61/1 move", "begin", f"move 61/1 {zone}")
    assert len(t.units(zone)) == 6


@rule("RFB 6.1.2d")
def test_6_1_2_the_neisse_bank_holds_any_number_too_but_the_west_bank_does_not() -> None:
    t = at("C.2", 'Priebus = ["13/1", "13/2", "52/1"]\nTriebel = ["3GA/1"]\nForst = ["5GA/1", "5GA/2"]')
    t.do("activate 3GA/1 move", "begin")
    t.refused("move 3GA/1 Forst", *STACKING)
    t.do("move 3GA/1 Priebus")
    assert len(t.units("Priebus")) == 4


@rule("RFB 6.1.2d")
def test_6_1_2_the_bridgehead_holds_three_germans_like_any_zone() -> None:
    t = at("C.3", 'Bridgehead = ["391", "286", "712"]\nSeelow = ["303"]')
    t.do("activate 303 move", "begin")
    t.refused("move 303 Bridgehead", *STACKING, "RFB 6.1.2d")
    t = at("C.3", 'Bridgehead = ["391", "286"]\nSeelow = ["303"]')
    t.do("activate 303 move", "begin", "move 303 Bridgehead")
