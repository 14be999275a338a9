"""FB 3.5: who is in command."""

import pytest
from tests.games.fortress.positions import position

from berlin.games.fortress.board.ground import AT, distance
from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.rules.command import in_command
from berlin.kernel.proof.mark import rule


def _in_command(unit: str, *stacks: str) -> bool:
    base = unit.startswith(("3Sh", "8G"))
    table = position("soviet-movement" if base else "allied-movement", f"1010: {unit}", *stacks)
    return in_command(table.draft, find_unit(unit))


@rule("FB 3.5.hq", "FB 3.5.q1")
@pytest.mark.parametrize(
    ("unit", "staff"),
    [
        ("82/Par1", "82/HQ"), ("1/Pol1", "1/HQ"), ("9P/Para-1", "9P/HQ"), ("18/Mech1", "18/HQ"),
        ("18/Mech1", "56K/HQ"), ("Mun/Pz", "56K/HQ"), ("20/AT", "56K/HQ"), ("Mun/Pz", "Mun/HQ"),
        ("456MG", "56K/HQ"), ("11SS/Tiger", "11SS/HQ"), ("18/Mech1", "BerlinHQ"), ("9P/Para-1", "BerlinHQ"),
        ("11SS/Recon", "BerlinHQ"), ("3Sh/Rifle1", "3Sh/HQ"),
    ],
)  # fmt: skip
def test_a_unit_is_in_command_within_six_hexes_of_a_headquarters_that_serves_it(
    unit: str, staff: str
) -> None:
    assert distance(AT["1010"], AT["1016"]) == 6
    assert _in_command(unit, f"1016: {staff}")
    assert not _in_command(unit, f"1017: {staff}")
    assert not _in_command(unit, f"destroyed: {staff}")
    assert not _in_command(unit)


@rule("FB 3.5.hq", "FB 3.5.q1", "FB 3.5.lost")
@pytest.mark.parametrize(
    ("unit", "staff"),
    [
        ("82/Par1", "101/HQ"), ("101/Par1", "1/HQ"), ("18/Mech1", "20/HQ"), ("18/Mech1", "9P/HQ"),
        ("9P/Para-1", "56K/HQ"), ("11SS/Tiger", "56K/HQ"), ("3Sh/Rifle1", "8G/HQ"), ("56K/AG", "Mun/HQ"),
    ],
)  # fmt: skip
def test_another_headquarters_does_not_serve_it(unit: str, staff: str) -> None:
    assert not _in_command(unit, f"1011: {staff}")


@rule("FB 3.5.hq", "FB 3.5.q1")
@pytest.mark.parametrize(
    "unit",
    ["VS1", "HJ1", "Police1", "GD1", "LAH1", "Tegel-Flak1", "Berlin-AT1", "Clausewitz", "408-Heavy", "MVK"],
)
def test_a_german_without_a_division_is_in_command_while_berlin_headquarters_is_on_the_map(unit: str) -> None:
    assert _in_command(unit, "6030: BerlinHQ")
    assert not _in_command(unit, "destroyed: BerlinHQ")
    assert not _in_command(unit, "1011: 56K/HQ")


@rule("FB 3.5.q1")
def test_a_division_whose_headquarters_missed_the_drop_is_out_of_command() -> None:
    assert not _in_command("82/Par1", "lost: 82/HQ")


@rule("FB 3.5.hq")
def test_a_headquarters_serves_itself() -> None:
    assert _in_command("82/HQ")
    assert _in_command("18/HQ")
