"""No Retreat! 2, 3 and 8: what ground, weather, lakes and zones do to whoever moves, advances or retreats."""

import pytest
from tests.games.noretreat.table import Table, distance, fight, front

from berlin.kernel.proof.mark import rule


def retreated(t: Table) -> Table:
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    return t


# Ground.


@rule("NR 3.mp.mountain", "NR 3.mp.kerch")
@pytest.mark.parametrize(
    ("attackers", "target", "label"),
    [("r1c-3", "r1c-4", "mountain"), ("r7c-2", "r8c-2", "kerch strait")],
)
def test_3_mountains_and_the_strait_are_worth_two_and_bar_armor(
    attackers: str, target: str, label: str
) -> None:
    t = front("A.5", 7, f"{attackers}: 1Pz 2Pz", f"{target}: S")
    t.do(f"target {target}", "join 1Pz", "join 2Pz")
    assert t.shifts() == {label: -2}
    assert (t.explain("roll").notes[0].split()[0], t.column()) == ("4:1", "2:1")


def vacated(turn: int, *more: str) -> Table:
    """Panzers and an army have shattered Soviets in open ground, or nearly so."""
    t = front("A.5", turn, "r0c4: 1Pz 4A", "r0c5: NW", *more)
    return retreated(fight(t, "r0c5", "1Pz", "4A", die=6))


@rule("NR 3.mp.city")
def test_3_a_city_does_not_end_an_advance() -> None:
    t = retreated(fight(front("A.5", 7, "r-4c2: 1Pz 4A", "Minsk: NW"), "Minsk", "1Pz", "4A", die=6))
    t.do("advance 4A Minsk", "advance 4A r-4c4")
    assert t.legal("4A") == []


@rule("NR 3.weather.clear", "NR 3.mp.open")
def test_3_in_clear_weather_an_advance_goes_on_over_open_ground() -> None:
    t = vacated(7).do("advance 4A r0c5", "advance 4A r0c6", "advance 1Pz r0c5", "advance 1Pz r0c6")
    assert t.legal("4A") == []
    t.do("advance 1Pz r0c7")
    assert t.legal("1Pz") == []


@rule("NR 3.ezoc", "NR 3.weather.clear")
def test_3_zones_do_not_end_an_advance() -> None:
    t = vacated(7, "r-1c7: W").do("advance 4A r0c5", "advance 1Pz r0c5", "advance 1Pz r0c6")
    assert t.can("advance 1Pz r0c7")


@rule("NR 11.oil")
def test_11_without_oil_panzers_advance_as_others_do() -> None:
    for oil, more in ((20, True), (19, False)):
        t = front("A.5", 20, "r-4c-2: 1Pz 4A", "r-4c-1: S", oil=oil, soviet_holds="Ploesti")
        retreated(fight(t, "r-4c-1", "1Pz", "4A", die=6))
        t.do("advance 1Pz r-4c-1", "advance 1Pz r-4c0")
        assert bool(t.legal("1Pz")) is more


# Lakes.


@rule("NR 3.attack.lake")
def test_3_no_retreat_and_no_advance_crosses_a_lake() -> None:
    t = front("S.5", 14, "r5c-2: 9A", "r4c-2: SW+", "r4c-1: Res+")
    fight(t, "r5c-2", "SW", "Res", die=5)
    assert t.told("result: DR")
    retreated(t)
    # The Perekop is shut, and the coast lies in a zone.
    assert (t.back("9A"), distance(t.where("9A"), "r5c-2")) == (True, 2)
    won = front("A.5", 7, "r4c-2: 1Pz 2Pz", "r5c-2: S")
    retreated(fight(won, "r5c-2", "1Pz", "2Pz", die=6)).do("advance 1Pz r5c-2")
    assert {text.split()[2] for text in won.legal("1Pz")} <= {"r4c-2", "r4c-1", "r5c-1"}
    assert won.can("advance 1Pz r5c-1")


@rule("NR 8.zoc", "NR 2.lake")
def test_8_no_zone_reaches_over_a_lake() -> None:
    t = front("A.4", 7, "r7c-2: 9A", "r5c-2: W")
    assert t.can("move 9A r6c-3")
    near = front("A.4", 7, "r7c-2: 9A", "r5c-1: W")
    near.refused("move 9A r6c-3")


# Zones.


@rule("NR 8.zoc", "NR 8.zoc.exit")
def test_8_zones_reach_into_areas() -> None:
    t = front("A.4", 7, "Finland: Fin 18A", "r-8c12: Vol")
    t.refused("move 18A r-8c13", "NR 8.zoc.exit")
    assert front("A.4", 7, "Finland: Fin 18A", "r-7c11: Vol").can("move 18A r-8c13")


@rule("NR 8.zoc.stop")
def test_8_a_city_in_a_zone_ends_a_move_too() -> None:
    t = front("A.4", 7, "r-4c2: 1Pz", "r-5c4: W")
    assert t.can("move 1Pz Minsk")
    t.refused("move 1Pz r-3c3 via Minsk")
    assert front("A.4", 7, "r-4c2: 1Pz", "r-6c9: W").can("move 1Pz r-3c3 via Minsk")


@rule("NR 7.disorganized", "NR 3.unsupplied", "NR 8.zoc")
def test_7_a_disorganized_unit_keeps_its_zone_and_an_unsupplied_one_does_not() -> None:
    for marks, far in (({"disorganized": "W"}, 5), ({"unsupplied": "W"}, 6)):
        t = front("A.4", 7, "r0c3: 1Pz", "r0c4: W", **marks)
        assert max(distance("r0c3", end) for end in t.ends("1Pz")) == far


@rule("NR 7.disorganized")
def test_7_a_disorganized_unit_moves_as_any() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r0c9: W", disorganized="1Pz")
    assert max(distance("r0c3", end) for end in t.ends("1Pz")) == 6


@rule("NR 8.minimum")
def test_8_the_one_hex_that_is_always_free_leads_into_no_second_zone() -> None:
    # Mud: three points. Marsh costs armor four, and one more to leave a zone.
    stacks = ("r-1c-1: 1Pz 9A", "r-1c0: 4A", "r-2c0: W")
    t = front("A.4", 6, *stacks)
    t.refused("move 1Pz r-1c0", "NR 8.zoc.exit")
    assert t.can("move 9A r-1c0")
    bare = front("A.4", 6, stacks[0], stacks[2])
    bare.refused("move 1Pz r-1c0", "NR 8.zoc.exit")
    bare.refused("move 9A r-1c0", "NR 8.zoc.exit")


@rule("NR 8.move", "NR 3.weather.snow")
@pytest.mark.parametrize(("unit", "far"), [("1Pz", 4), ("16A-", 3)])
def test_8_the_counter_or_the_weather_whichever_is_lower(unit: str, far: int) -> None:
    t = front("A.4", 4, f"r0c1: {unit}")
    assert max(distance("r0c1", end) for end in t.ends(unit.rstrip("-"))) == far


# Control.


@rule("NR 2.control")
def test_2_a_retreat_takes_what_it_passes() -> None:
    t = front("S.5", 14, "r2c4: 9A", "r2c5: SW+")
    fight(t, "r2c4", "SW", die=6)
    assert t.told("result: DR")
    t.do("retreat 9A Kharkov")
    assert t.owner("Kharkov") == "axis"


@rule("NR 11.gg", "NR 11.oil", "NR 11.warsaw")
def test_11_only_the_first_time_counts() -> None:
    t = front("S.4", 21, "r-3c0: W+", "r-5c0: NW+", "r4c-6: S+", "r0c4: 9A", gg=18, oil=19, warsaw=20)
    t.do("move W r-3c-1", "move NW Warsaw", "move S Ploesti")
    assert (t.owner("Warsaw"), t.owner("Ploesti")) == ("soviet", "soviet")
    assert (t.state.gg, t.state.oil, t.state.warsaw) == (18, 19, 20)


@rule("NR 2.oil", "NR 10.vp.total")
def test_2_oil_is_worth_a_point_as_a_city_is() -> None:
    held = front("S.4", 20, "r4c-6: W+", "r0c4: 9A")
    before = held.points
    assert held.do("move W Ploesti").points == before + 1
    oil = front("A.4", 9, "r10c2: 9A", "r0c4: W")
    before = oil.points
    assert oil.do("move 9A CaucasusOil").points == before + 1


@rule("NR 12.unit.conv", "NR 8.zoc")
def test_12_a_volksturm_neither_moves_nor_has_a_zone() -> None:
    t = front("A.4", 24, "Posen: VolP", "r0c0: W+")
    t.refused("move VolP r-7c-1", "NR 12.unit.conv")
    red = front("S.4", 24, "r-7c-1: Cen+", "Posen: VolP")
    assert max(distance("r-7c-1", end) for end in red.ends("Cen")) == 4


@rule("NR 4.pass")
def test_4_done_ends_a_phase_while_there_is_more_to_do_but_no_duty() -> None:
    t = front("A.4", 7, "r0c3: 1Pz", "r0c9: W")
    assert {"done", "move 1Pz r0c4"} <= set(t.legal())
    hand = front("A.1", 7, "r0c3: 1Pz", "r0c9: W", axis="K9 K10 K11")
    assert "done" not in hand.legal()
    assert "done" in hand.do("discard K9").legal()


@rule("NR card.17.axis", "NR 8.move", "NR 3.weather.mud")
def test_8_a_card_adds_to_the_counter_and_the_caps_stay() -> None:
    for turn, far in ((7, 8), (6, 3), (4, 4)):
        t = front("A.4", turn, "r0c1: 1Pz", axis="K10").do("play K10 move").pass_all().do("at r0c1")
        assert max(distance("r0c1", end) for end in t.ends("1Pz")) == far
    cut = front("A.4", 7, "r0c1: 1Pz", axis="K10", unsupplied="1Pz").do("play K10 move").pass_all()
    assert max(distance("r0c1", end) for end in cut.do("at r0c1").ends("1Pz")) == 3
    slow = front("A.4", 4, "r0c1: 16A-", axis="K10").do("play K10 move").pass_all().do("at r0c1")
    assert max(distance("r0c1", end) for end in slow.ends("16A")) == 4


@rule("NR 3.ezoc", "NR 8.zoc.exit")
def test_3_beside_a_friend_too_it_costs_a_point_to_leave_a_zone() -> None:
    # Marsh is two for infantry, and one to leave the zone: three points are enough, two are not.
    stacks = ("r-1c-1: SW+", "r-1c0: W+", "r-2c0: 9A")
    front("S.4", 24, *stacks).refused("move SW r-1c0", "NR 8.zoc.exit")
    assert front("S.4", 24, "r-1c-1: S+", *stacks[1:]).can("move S r-1c0")


@rule("NR 7.twostep", "NR 11.turn17")
def test_7_an_upgraded_army_has_two_steps_from_turn_17_on() -> None:
    for turn, left in ((16, "destroyed"), (17, "r0c5")):
        t = front("A.5", turn, "r0c4: 1Pz 9A", "r0c6: 4A 6A", "r0c5: W+", weather="clear")
        fight(t, "r0c5", "1Pz", "9A", "4A", "6A", die=2)
        assert t.told("result: EX")
        assert (t.where("W"), t.back("W")) == (left, False)
