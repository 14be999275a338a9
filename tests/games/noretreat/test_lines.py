"""No Retreat! 6: what a supply path may pass and where it may begin."""

import pytest
from tests.games.noretreat.table import Table, front

from berlin.kernel.proof.mark import rule

GREATER_GERMANY = (
    "Berlin Posen Konigsberg Prague Breslau Warsaw Vienna Lublin Budapest Belgrade Bucharest Ploesti"
)


def checked(turn: int, *stacks: str, **more: object) -> Table:
    """The position after the supply check."""
    return front("A.2", turn, *stacks, **more)


@rule("NR 2.extension", "NR 6.supply.block")
def test_2_no_supply_passes_the_closed_extension() -> None:
    # From Lublin the way on this side is shut by the zone of 9A; the other leads over closed hexes.
    there = ("r-4c-2: W", "r-3c-1: 9A")
    assert checked(16, *there, soviet_holds="Lublin").unsupplied("W")
    assert not checked(16, *there, soviet_holds="Lublin", extended=True).unsupplied("W")


@rule("NR 6.supply.block")
def test_6_a_path_passes_no_city_of_the_enemy() -> None:
    # Straight lines of four: there is no other way as short. One leads through Moscow.
    assert checked(7, "r-6c12: 9A", axis_holds="Tula").unsupplied("9A")
    assert not checked(7, "r-2c12: 9A", axis_holds="Tula").unsupplied("9A")


@rule("NR 6.supply.block", "NR 6.supply.finland")
def test_6_a_path_passes_no_area_of_the_enemy() -> None:
    # Over Finland it is four from Leningrad, else five.
    there = {"axis_holds": "Leningrad"}
    assert not checked(8, "r-7c14: 18A", **there).unsupplied("18A")
    assert checked(8, "r-7c14: 18A", soviet_holds="Finland", **there).unsupplied("18A")


@rule("NR 6.supply.block")
def test_6_a_path_passes_no_enemy_even_if_he_has_no_zone() -> None:
    assert checked(3, "r-4c7: 9A", "r-4c5: Sev+", axis_holds="Minsk").unsupplied("9A")
    assert not checked(3, "r-4c7: 9A", "r-5c5: Sev+", axis_holds="Minsk").unsupplied("9A")


@rule("NR 6.supply.block", "NR 2.lake")
def test_6_a_path_passes_a_lake() -> None:
    assert not checked(8, "r-5c14: 9A", axis_holds="Kalinin").unsupplied("9A")
    assert checked(8, "r-6c15: 9A", axis_holds="Kalinin").unsupplied("9A")


@rule("NR 6.supply.city")
def test_6_soviet_cities_trace_east() -> None:
    there = ("r0c-2: W", "r-1c2: 9A", "r1c1: 6A")
    lost = {"axis_holds": "Odessa Dnepropetrovsk Minsk"}
    assert checked(7, *there, **lost).unsupplied("W")
    assert not checked(7, *there[:2], **lost).unsupplied("W")


@rule("NR 6.supply.sea")
@pytest.mark.parametrize(
    ("unit", "stacks"),
    [
        # The Adriatic, with the edge in Soviet zones; the Caspian behind the Volga.
        ("GrE", ("r2c-12: GrE", "r1c-11: W")),
        ("S", ("r10c6: S", "r9c6: 6A")),
    ],
)
def test_6_the_adriatic_is_axis_and_the_caspian_soviet(unit: str, stacks: tuple[str, ...]) -> None:
    t = checked(20, *stacks, soviet_holds=GREATER_GERMANY, oil=18)
    assert not t.unsupplied(unit)


@rule("NR 6.supply.sea")
def test_6_the_caspian_feeds_no_germans_and_the_adriatic_no_soviets() -> None:
    assert checked(9, "r10c6: 6A").unsupplied("6A")
    assert checked(20, "r2c-12: W", "r1c-11: GrE", oil=18).unsupplied("W")


@rule("NR 6.supply.finland")
def test_6_soviets_in_finland_trace_by_leningrad() -> None:
    assert not checked(20, "Finland: Vol", "r0c4: 9A").unsupplied("Vol")
    ring = ("r-8c11: 18A", "r-7c13: 16A")
    assert checked(20, "Finland: Vol", *ring, axis_holds="Leningrad").unsupplied("Vol")


@rule("NR 6.supply.yugoslav")
def test_6_an_area_with_germans_in_it_feeds_no_yugoslavs() -> None:
    held = ("r5c-10: Yug1", "SouthBalkans: GrE")
    assert not checked(20, "r5c-10: Yug1", "WestBalkans: GrF", oil=18).unsupplied("Yug1")
    assert checked(20, *held, "WestBalkans: GrF", oil=18).unsupplied("Yug1")


@rule("NR 6.check")
def test_6_both_sides_are_tested_at_once() -> None:
    # Who fails himself still has his zone while the other is tested.
    t = checked(5, "Leningrad: Len", "r-8c10: 18A", "r-7c12: 16A")
    assert (t.unsupplied("18A"), t.unsupplied("16A"), t.unsupplied("Len")) == (True, True, True)


@rule("NR 6.supply.overland")
def test_6_the_path_counts_and_not_the_marker() -> None:
    t = front("A.3", 7, "Warsaw: 9A-", "r0c8: W", axis="K9", unsupplied="9A").pass_all()
    assert t.can("flip 9A")


@rule("NR 6.supply.seacity")
def test_6_a_city_that_is_cut_off_feeds_nobody_unless_it_is_a_port() -> None:
    lost = {"soviet_holds": "Warsaw Lublin Konigsberg"}
    assert checked(8, "r-7c6: 16A", "r-7c4: NW", axis_holds="Riga", **lost).unsupplied("16A") is False
    cut = ("r0c1: 9A", "r-1c-1: S", "r1c-2: SW")
    assert checked(8, *cut, axis_holds="Kiev", **lost).unsupplied("9A")
