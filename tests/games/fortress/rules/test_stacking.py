"""OTB 3.1, 11.1.1a and FB 3.1: who stacks with whom, and how high."""

from typing import Any

import pytest
from tests.games.fortress.marching import hexes, march
from tests.games.fortress.positions import position

from berlin.games.fortress.board.ground import AT
from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.rules.stacking import crowding
from berlin.kernel.proof.mark import rule


def _joins(unit: str, there: str, clause: str = "", to: str = "0606", **fields: Any) -> None:
    """It may end in the hex with those, or is refused by the clause, but may pass through."""
    table = march(unit, "0605", f"{to}: {there}", **fields)
    if not clause:
        table.do(f"go {to}", "halt")
        assert table.where(unit) == to
        return
    table.refused(f"go {to}", clause)
    assert "0607" in hexes(table)
    assert table.do("go 0607").where(unit) == "0607"


@rule("OTB 3.1a", "OTB 3.1b", "OTB 3.1c", "OTB 3.1.q1", "FB 3.1.pass")
@pytest.mark.parametrize(
    ("unit", "there", "clause"),
    [
        ("82/Par1", "82/Par2, 101/Par1", ""),
        ("82/Par1", "82/Par2, 101/Par1, 17/Par1", "OTB 3.1a"),
        ("1/Par1", "1/Par2, 6/Par1", ""),
        ("1/Par1", "1/Par2, 6/Par1, 6/Par2", "OTB 3.1a"),
        ("82/Par1", "1/Par1", ""),
        ("82/Par1", "1/Par1, 1/Par2", "OTB 3.1b"),
        ("1/Par1", "82/Par1, 82/Par2", "OTB 3.1b"),
        ("82/Par1", "1/Par1, 82/Par2", "OTB 3.1b"),
        # Poles are British.
        ("1/Par1", "1/Pol1, 1/Pol2", ""),
        ("1/Pol1", "1/Par1, 6/Par1", ""),
        ("82/Par1", "1/Pol1, 1/Pol2", "OTB 3.1b"),
        ("1/Pol3", "82/Par1", ""),
        ("82/Par1", "1/Pol1, 1/Par1", "OTB 3.1b"),
        # Headquarters count.
        ("82/HQ", "82/Par1, 82/Par2, 82/Par3", "OTB 3.1a"),
        ("82/Par1", "82/HQ, 82/Par2, 82/Par3", "OTB 3.1a"),
        ("1/HQ", "82/Par1, 82/Par2", "OTB 3.1b"),
    ],
)
def test_allies_stack_three_high_of_one_nation_and_two_of_two(unit: str, there: str, clause: str) -> None:
    _joins(unit, there, clause)


@rule("OTB 3.1.q1")
def test_a_landing_zone_marker_does_not_count() -> None:
    table = march("82/Par1", "1022", "1023: 82/Par2, 82/Par3", landing=["none"] * 4 + ["1023", "none"])
    table.do("go 1023", "halt")
    assert table.units("1023") == ["82/Par1", "82/Par2", "82/Par3"]


@rule(
    "FB 3.1.german", "OTB 3.1.q1", "FB 3.1.pass", "OTB 11.1.1a", "OTB 11.1.1c", "OTB 11.1.1.q1", "FB 3.1.q1"
)
@pytest.mark.parametrize(
    ("unit", "there", "clause"),
    [
        ("MVK", "GD1, GD2", ""),
        ("MVK", "GD1, GD2, Lobeck", "FB 3.1.german"),
        ("BerlinHQ", "GD1, GD2, Lobeck", ""),
        ("MVK", "GD1, GD2, BerlinHQ", ""),
        ("MVK", "GD1, GD2, BerlinHQ, 18/HQ", ""),
        ("MVK", "GD1, Goering, GD2", ""),
        ("VS1", "VS2, VS3, VS4", "FB 3.1.german"),
        # The SS apart from Army, Navy and Luftwaffe, either way round, headquarters too.
        ("GD1", "LAH1", "OTB 11.1.1a"),
        ("LAH1", "GD1", "OTB 11.1.1a"),
        ("LAH1", "MVK", "OTB 11.1.1a"),
        ("LAH1", "Tegel-Flak1", "OTB 11.1.1a"),
        ("11SS/Tiger", "9P/Para-1", "OTB 11.1.1a"),
        ("Janums", "BerlinHQ", "OTB 11.1.1a"),
        ("20/Mech1", "11SS/HQ", "OTB 11.1.1a"),
        ("LAH1", "VS1, GD1", "OTB 11.1.1a"),
        # And with all others.
        ("LAH1", "VS1, HJ1", ""),
        ("LAH1", "Police1, FAH", ""),
        ("VSEng1", "LAH1, LAH2", ""),
        ("GD1", "VS1, FAH", ""),
    ],
)  # fmt: skip
def test_germans_stack_three_high_and_the_ss_apart(unit: str, there: str, clause: str) -> None:
    free: dict[str, Any] = {"released": ["hj", "vs"]}
    _joins(unit, there, clause, **free)


@rule("FB 11.5.mixedforce")
def test_in_fortress_berlin_the_ss_stacks_with_all() -> None:
    _joins("LAH1", "GD1, MVK", scenario="berlin")


@rule("FB 3.1.soviet")
def test_soviets_stack_three_high_and_headquarters_are_free() -> None:
    _joins("3Sh/Rifle1", "3Sh/Rifle2, 5Sh/Rifle1", scenario="berlin")
    _joins("3Sh/Rifle1", "3Sh/Rifle2, 5Sh/Rifle1, 8G/Tank1", "FB 3.1.soviet", scenario="berlin")
    _joins("3Sh/HQ", "3Sh/Rifle2, 5Sh/Rifle1, 8G/Tank1", scenario="berlin")
    _joins("3Sh/Rifle1", "3Sh/Rifle2, 5Sh/Rifle1, 8G/HQ", scenario="berlin")


@rule("FB 3.1.setup")
@pytest.mark.parametrize(
    ("there", "clause"),
    [("VS2", ""), ("VS2, VS3", "FB 3.1.setup"), ("Humboldthain-Flak, VS2", "FB 3.1.setup")],
)
def test_a_flak_tower_holds_two_units(there: str, clause: str) -> None:
    table = march("VS1", "5108", f"5208: {there}", released=["vs"])
    if clause:
        table.refused("go 5208", clause)
    else:
        assert table.can("go 5208")
    d = position("german-movement", f"5208: {there}", "0605: MVK").draft
    found = crowding(d, find_unit("VS1"), AT["5208"])
    assert (found.rule if found else "") == clause


@rule("FB 3.1.pass")
def test_a_unit_that_stays_in_a_full_hex_may_halt_there() -> None:
    table = march("MVK", "0605", "0605: GD1, GD2")
    assert table.can("halt")


@rule("FB 3.1.pass")
def test_a_column_passes_through_a_full_hex_on_a_road() -> None:
    table = march("GD1", "1016", "1117: Lobeck, MVK, LwField")
    table.refused("go 1117", "FB 3.1.german")
    table.do("go 1216", "halt")
    assert table.where("GD1") == "1216"
