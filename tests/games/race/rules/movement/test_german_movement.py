"""Movement of Germans: the Oder-Neisse and Hitler's ban on going west."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

HELD_BACK = ("RFB 7.2.2a", "RFB 7.2.2b", "RFB 7.2.2.q1")


def at(stage: str, units: str, turn: int = 2, more: str = "") -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


def ready(stage: str, unit: str, zone: str, turn: int, others: str = "", mode: str = "move") -> Table:
    """One unit activated and about to move."""
    t = at(stage, f'{zone} = ["{unit}"]\n{others}', turn)
    t.do(f"activate {unit} {mode}", "begin")
    return t


@rule("RFB 7.2")
@pytest.mark.parametrize("stage, unit", [("C.3", "391"), ("C.4", "404")])
def test_7_2_germans_of_both_camps_are_limited(stage: str, unit: str) -> None:
    t = ready(stage, unit, "Frankfurt", turn=4)
    t.refused(f"move {unit} Reppen", "RFB 7.2.1")
    t.refused(f"move {unit} Furstenwalde", *HELD_BACK)
    t.do(f"test {unit}", dice=[3])
    assert t.rolled("west") == [3]
    t.refused(f"move {unit} Furstenwalde", *HELD_BACK)
    t.refused(f"move {unit} Reppen", "RFB 7.2.1")
    assert t.can(f"move {unit} Lebus")
    t = ready(stage, unit, "Frankfurt", turn=4)
    t.do(f"test {unit}", dice=[4])
    t.refused(f"move {unit} Reppen", "RFB 7.2.1")
    t.do(f"move {unit} Furstenwalde")


@rule("RFB 7.2")
def test_7_2_no_soviet_is_limited_by_the_river_or_the_die() -> None:
    t = ready("C.1", "61/1", "Reppen", turn=1)
    assert not t.can("test 61/1")
    t.do("move 61/1 Frankfurt")
    t = ready("C.2", "13/1", "Cottbus", turn=1)
    t.do("move 13/1 Finsterwalde")


@rule("RFB 7.2.1")
@pytest.mark.parametrize(
    "stage, unit, west, east",
    [
        ("C.4", "342", "Forst", "Triebel"),
        ("C.4", "342", "Muskau", "Priebus"),
        ("C.4", "342", "Niesky", "Sanitz"),
        ("C.4", "342", "Gorlitz", "Penzig"),
        ("C.3", "391", "Guben", "Ziebingen"),
        ("C.3", "391", "Frankfurt", "Reppen"),
        ("C.3", "391", "Lebus", "Goritz"),
        ("C.3", "391", "SOderbruch", "Kustrin"),
        ("C.3", "391", "NOderbruch", "Barwalde"),
        ("C.3", "391", "Bridgehead", "Kustrin"),
    ],
)
@pytest.mark.parametrize("mode", ["move", "reserve"])
def test_7_2_1_no_german_crosses_the_oder_neisse(
    stage: str, unit: str, west: str, east: str, mode: str
) -> None:
    t = ready(stage, unit, west, turn=7, mode=mode)
    t.refused(f"move {unit} {east}", "RFB 7.2.1")
    assert any(text.startswith(f"move {unit} ") for text in t.legal(unit))


@rule("RFB 7.2.1")
def test_7_2_1_the_bridgehead_lies_on_the_german_side_of_the_line() -> None:
    t = ready("C.3", "391", "SOderbruch", turn=2)
    t.do("move 391 Bridgehead")
    assert t.zone("391") == "Bridgehead"


@rule("RFB 7.2.1.q1")
@pytest.mark.parametrize(
    "unit, west, east", [("342", "Forst", "Triebel"), ("404", "Gorlitz", "Penzig"), ("72", "Lebus", "Goritz")]
)
def test_7_2_1_germans_do_not_attack_across_the_oder_neisse(unit: str, west: str, east: str) -> None:
    t = at("C.4", f'{west} = ["{unit}"]\n{east} = ["13/1"]')
    t.refused(f"activate {unit} combat", "RFB 7.2.1.q1", "RFB 7.2.1", "RFB 8.1.1a")
    assert t.can(f"activate {unit} move")
    assert not any(text.endswith("combat") for text in t.legal(unit))


@rule("RFB 7.2.1.q1")
def test_7_2_1_germans_may_attack_the_bridgehead() -> None:
    t = at("C.4", 'Seelow = ["404"]\nBridgehead = ["61/1"]\nKustrin = ["47/1"]')
    t.do("activate 404 combat", "begin", "attack 404 Bridgehead")
    t = at("C.4", 'Bridgehead = ["404"]\nSOderbruch = ["61/1"]\nKustrin = ["47/1"]')
    t.do("activate 404 combat", "begin")
    t.refused("attack 404 Kustrin", "RFB 7.2.1.q1", "RFB 7.2.1")
    t.do("attack 404 SOderbruch")


@rule("RFB 7.2.2a")
@pytest.mark.parametrize(
    "turn, die, free",
    [
        (1, 3, False),
        (1, 4, True),
        (4, 1, False),
        (4, 3, False),
        (4, 4, True),
        (5, 2, False),
        (5, 3, True),
        (6, 1, False),
        (6, 2, True),
    ],
)
def test_7_2_2_a_german_needs_a_die_to_move_freely(turn: int, die: int, free: bool) -> None:
    t = ready("C.4", "404", "Luckau", turn)
    t.refused("move 404 Finsterwalde", *HELD_BACK)
    t.do("test 404", dice=[die])
    assert t.rolled("west") == [die]
    if free:
        t.do("move 404 Finsterwalde")
    else:
        t.refused("move 404 Finsterwalde", *HELD_BACK)


@rule("RFB 7.2.2a")
def test_7_2_2_the_die_is_rolled_once_for_each_unit() -> None:
    t = at("C.4", 'Luckau = ["404", "72"]')
    t.do("activate 404 move", "activate 72 move", "begin")
    t.do("test 404", dice=[2])
    assert not t.can("test 404")
    t.refused("move 404 Finsterwalde", *HELD_BACK)
    t.do("done")
    t.refused("move 72 Finsterwalde", *HELD_BACK)
    t.do("test 72", dice=[5])
    assert t.rolled("west") == [5]
    t.do("move 72 Finsterwalde")


@rule("RFB 7.2.2b")
def test_7_2_2_after_a_failure_no_zone_of_a_lower_index_is_entered() -> None:
    t = ready("C.4", "404", "Luckau", turn=3)
    t.do("test 404", dice=[1])
    for lower in ("Finsterwalde", "Juterbog", "Luckenwalde", "Herzberg", "Zossen"):
        t.refused(f"move 404 {lower}", *HELD_BACK)
    for as_high in ("Lubben", "Cottbus", "KonigsWusterhausen", "Senftenberg", "Beeskow"):
        assert t.can(f"move 404 {as_high}")


@rule("RFB 7.2.2b")
@pytest.mark.parametrize("die, free", [(1, False), (6, True)])
def test_7_2_2_after_a_failure_no_lower_index_is_crossed_on_the_way(die: int, free: bool) -> None:
    # With Cottbus held, Senftenberg (6) is reached from Luckau (6) only through Finsterwalde (5).
    t = ready("C.4", "404", "Luckau", turn=3, others='Cottbus = ["13/1"]')
    t.do("test 404", dice=[die])
    if free:
        t.do("move 404 Senftenberg")
    else:
        t.refused("move 404 Senftenberg", *HELD_BACK, "RFB 7.1.1")


@rule("RFB 7.2.2b")
def test_7_2_2_the_limit_is_the_index_of_the_zone_where_the_move_began() -> None:
    # From Luckau (6) east to Cottbus (8), and from there back to Senftenberg (6).
    t = ready("C.4", "404", "Luckau", turn=3, others='Finsterwalde = ["13/1"]')
    t.do("test 404", dice=[1])
    t.do("move 404 Senftenberg")
    assert t.zone("404") == "Senftenberg"


@rule("RFB 7.2.2c")
@pytest.mark.parametrize("turn", [6, 7, 10])
def test_7_2_2_from_turn_seven_germans_go_west_freely(turn: int) -> None:
    t = ready("C.4", "404", "Luckau", turn)
    if turn < 7:
        t.refused("move 404 Finsterwalde", *HELD_BACK)
        assert t.can("test 404")
    else:
        t.refused("test 404", "RFB 7.2.2c", *HELD_BACK)
        t.do("move 404 Finsterwalde")
        assert t.rolled("west") == []
        assert t.zone("404") == "Finsterwalde"


@rule("RFB 7.2.2.q1")
def test_7_2_2_a_unit_that_goes_to_no_lower_index_needs_no_die() -> None:
    t = ready("C.4", "404", "Luckau", turn=2)
    t.do("move 404 Beeskow")
    assert t.rolled("west") == []
    assert t.zone("404") == "Beeskow"


@rule("RFB 7.2.2.q1")
def test_7_2_2_the_die_is_rolled_after_all_designations() -> None:
    t = at("C.4", 'Luckau = ["404"]\nDresden = ["72"]')
    t.refused("test 404", "RFB 7.2.2.q1", "RFB 7.2.2a", "RFB 4.1.3c", "RFB 4.1.3b")
    t.do("activate 404 move")
    t.refused("test 404", "RFB 7.2.2.q1", "RFB 7.2.2a", "RFB 4.1.3c", "RFB 4.1.3b")
    t.do("begin", "test 404")
    t.refused("activate 72 move", "RFB 4.1.3c")


@rule("RFB 7.2.2.q1")
def test_7_2_2_a_unit_that_failed_is_activated_all_the_same() -> None:
    t = ready("C.3", "391", "Furstenwalde", turn=2, others='Dresden = ["404"]\nFrankfurt = ["712"]')
    t.do("test 391", dice=[1])
    t.do("done")
    assert t.stage == "C.4"
    assert t.zone("391") == "Furstenwalde"
    assert t.used("391")
    assert not t.used("712")


@rule("RFB 7.2.2.q2")
@pytest.mark.parametrize("die, free", [(2, False), (4, True)])
def test_7_2_2_the_die_binds_the_half_move_of_a_reserve_unit(die: int, free: bool) -> None:
    t = ready("C.4", "404", "Luckau", turn=3, mode="reserve")
    t.refused("move 404 Finsterwalde", *HELD_BACK, "RFB 7.2.2.q2")
    t.do("test 404", dice=[die])
    assert t.can("move 404 Lubben")
    if free:
        t.do("move 404 Finsterwalde")
    else:
        t.refused("move 404 Finsterwalde", *HELD_BACK, "RFB 7.2.2.q2")


@rule("RFB 7.2.2.q2")
def test_7_2_2_the_free_follow_up_of_a_reserve_unit_needs_no_die() -> None:
    t = at("C.4", 'Frankfurt = ["10SSPz", "21Pz", "404"]\nFurstenwalde = ["61/1-"]', turn=3)
    t.do("activate 10SSPz combat", "activate 21Pz combat", "activate 404 reserve", "begin")
    t.do("attack 10SSPz Furstenwalde", "join 21Pz")
    t.do("roll", dice=[6])
    t.do("advance 10SSPz", "done")
    t.do("follow 404 Furstenwalde")
    assert t.rolled("west") == []
    assert t.zone("404") == "Furstenwalde"
    t.refused("move 404 Strausberg", *HELD_BACK, "RFB 7.2.2.q2")
    t.do("test 404", dice=[4])
    t.do("move 404 Strausberg")
