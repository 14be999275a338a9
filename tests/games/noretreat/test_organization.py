"""No Retreat! 7: flips, placement, reorganization."""

import pytest
from tests.games.noretreat.table import Table, front, in_words

from berlin.kernel.proof.mark import rule


def organizing(side: str, turn: int, *stacks: str, **more: object) -> Table:
    t = front(f"{side}.3", turn, *stacks, **more)
    return t.pass_all()


@rule("NR 7.flip.axis", "NR 11.turn5", "NR 11.turn24", "NAB 13.0.24")
@pytest.mark.parametrize(("turn", "cost"), [(4, 0), (5, 1), (6, 1), (11, 1), (12, 2), (23, 2), (24, 0)])
def test_7_an_axis_replacement_costs_one_card_then_two(turn: int, cost: int) -> None:
    t = organizing("A", turn, "Warsaw: 9A-", axis="K9 K10" if turn < 23 else "K12 K14")
    if not cost:
        t.refused("flip 9A", "NR 7.flip.axis" if turn < 24 else "NAB 13.0.24")
        return
    t.do("flip 9A")
    for _ in range(cost):
        assert t.asked == "Pay"
        t.do(t.legal()[0])
    assert not t.back("9A")
    assert len(t.discards) == cost


@rule("NR 7.upgrade", "NR 7.fort")
def test_7_a_fort_that_is_left_takes_none_of_the_free_upgrades() -> None:
    t = organizing("S", 7, "Moscow: Mos+", "Gorki: W", "Saratov: SW", soviet="K9")
    t.do("flip Mos").pass_all()
    assert not t.back("Mos")
    assert in_words("Mos is turned over") in [event.text for event in t.events]
    t.do("flip W")
    assert t.told("W is turned over and is now W+")
    t.pass_all()
    assert (t.back("W"), t.hand("soviet")) == (True, ["K9"])
    t.refused("flip SW", "NR 7.upgrade")


@rule("NR 5.pay")
def test_5_nobody_pays_with_cards_he_lacks() -> None:
    t = organizing("A", 13, "Warsaw: 9A-", axis="K9")
    t.refused("flip 9A", "NR 5.pay")


@rule("NR 7.flip.axis")
def test_7_a_replacement_needs_supply_no_zone_and_comes_once() -> None:
    t = organizing("A", 7, "r0c8: 9A-", "r-4c2: 4A-", "r-4c3: W", "Warsaw: 6A", axis="K9 K10")
    t.refused("flip 9A", "NR 7.flip.axis")
    t.refused("flip 4A", "NR 7.flip.axis")
    t.refused("flip 6A", "NR 7.flip.axis")
    once = organizing("A", 7, "Warsaw: 9A-", axis="K9 K10", flipped="9A")
    once.refused("flip 9A", "NR 7.flip.axis")


@rule("NR 7.upgrade", "NR 11.turn6", "NR 11.turn12", "NR 11.turn13", "NR 11.turn18")
@pytest.mark.parametrize(("turn", "free"), [(5, 0), (6, 1), (12, 1), (13, 2), (16, 2)])
def test_7_free_upgrades_by_turn(turn: int, free: int) -> None:
    t = organizing("S", turn, "Moscow: W", "Gorki: SW", "Saratov: S")
    for unit in ("W", "SW", "S")[:free]:
        t.do(f"flip {unit}")
        assert t.back(unit)
    t.refused(f"flip {('W', 'SW', 'S')[free]}", "NR 7.upgrade")


@rule("NR 7.upgrade")
def test_7_an_upgrade_needs_overland_supply_and_order_and_no_regional_unit() -> None:
    t = organizing("S", 7, "r-4c-2: W", "Gorki: SW", "r-3c10: Mos", disorganized="SW")
    t.refused("flip W", "NR 7.upgrade")
    t.refused("flip SW", "NR 7.upgrade")
    t.refused("flip Mos", "NR 7.fort")


@rule("NR 7.flip.soviet", "NR 7.upgrade", "NR 11.turn18")
def test_7_from_turn_17_reduced_armies_flip_for_a_card() -> None:
    t = organizing("S", 18, "Moscow: W", "Gorki: SW+", soviet="K9")
    t.refused("flip SW", "NR 7.upgrade")
    t.do("flip W", "discard K9").pass_all()
    assert t.back("W")
    poor = organizing("S", 18, "Moscow: W")
    poor.refused("flip W", "NR 5.pay")
    near = organizing("S", 18, "Moscow: W", "r-3c8: 9A", soviet="K9")
    near.refused("flip W", "NR 7.flip.soviet")


@rule("NR 7.fort", "NR 11.turn3")
def test_7_regional_units_become_forts_for_a_card_from_turn_3() -> None:
    early = organizing("S", 2, "Leningrad: Len", soviet="K9")
    early.refused("flip Len", "NR 7.fort")
    t = organizing("S", 3, "Leningrad: Len", soviet="K9")
    t.do("flip Len", "discard K9").pass_all()
    assert t.back("Len")
    t.refused("flip Len", "NR 7.fort")
    free = organizing("S", 3, "Leningrad: Len+")
    free.do("flip Len")
    assert not free.back("Len")
    field = organizing("S", 3, "r-8c11: Len", soviet="K9")
    field.refused("flip Len", "NR 7.fort")


@rule("NR 7.fort.yugoslav", "NAB 2.3.2a")
def test_7_yugoslavs_flip_only_in_the_balkans() -> None:
    lost = {"oil": 18, "soviet_holds": "Ploesti"}
    t = organizing("S", 20, "WestBalkans: Yug1+", "r4c-10: Yug2", **lost)
    t.do("flip Yug1")
    assert not t.back("Yug1")
    t.refused("flip Yug2", "NAB 2.3.2a")


@rule("NR 4.organization")
def test_4_a_step_is_closed_once_the_next_has_begun() -> None:
    t = organizing("S", 7, "Moscow: W", "shattered: S", "Gorki: SW", soviet="K9", disorganized="SW")
    t.do("place S Saratov")
    t.refused("flip W", "NR 4.organization")
    t.do("reorganize SW", "discard K9").pass_all()
    t.refused("place S Saratov", "NR 4.organization")


@rule("NR 7.disorganized", "NR 4.removals")
def test_7_a_card_takes_a_disorganized_marker_off() -> None:
    t = organizing("A", 7, "r0c4: 9A", "r0c5: W", axis="K9", disorganized="9A")
    t.do("reorganize 9A", "discard K9").pass_all()
    assert not t.disorganized("9A")
    late = front("A.6", 7, "Warsaw: 9A", disorganized="9A")
    assert not late.disorganized("9A")


# Placement.


@rule("NR 7.place.reinf")
def test_7_reinforcements_come_in_and_may_move() -> None:
    t = organizing("A", 2, "reinforcements: 2A", "r0c4: W")
    t.do("place 2A Warsaw")
    assert not t.disorganized("2A")
    t.do("done")
    assert t.asked == "Moving"
    assert t.ends("2A")
    waits = organizing("A", 2, "reinforcements: 2A", "r0c4: W").do("done")
    assert waits.where("2A") == "reinforcements"


@rule("NR 7.place.shattered")
def test_7_shattered_units_return_free_from_the_next_turn_on() -> None:
    t = organizing("A", 4, "shattered: 1Pz", "r0c4: W")
    t.do("place 1Pz Warsaw")
    assert t.disorganized("1Pz")
    assert not t.back("1Pz")
    fresh = organizing("A", 4, "shattered: 1Pz", "r0c4: W", fresh="1Pz")
    fresh.refused("place 1Pz Warsaw", "NR 7.place.shattered")


@rule("NR 7.place.destroyed", "NR 7.place.surrendered", "NR 7.disorganized")
def test_7_destroyed_units_cost_one_card_and_surrendered_two() -> None:
    early = organizing("A", 4, "destroyed: 9A-", axis="K9")
    early.refused("place 9A Warsaw", "NR 7.place.destroyed")
    t = organizing("A", 6, "destroyed: 9A-", "surrendered: 4A-", axis="K9 K10 K11")
    t.do("place 9A Warsaw", "discard K9").pass_all()
    assert (t.back("9A"), t.disorganized("9A")) == (True, True)
    t.do("place 4A Lublin", "discard K10", "discard K11").pass_all()
    assert t.where("4A") == "Lublin"
    poor = organizing("A", 6, "surrendered: 4A-", axis="K9")
    poor.refused("place 4A Warsaw", "NR 5.pay")


@rule("NAB 13.0.24.q1", "NAB 13.0.24", "NR 11.turn24")
@pytest.mark.parametrize("turn", range(23, 29))
def test_nab_13_lost_armies_return_when_improvement_has_ended(turn: int) -> None:
    stacks = ("Posen: 4A-", "destroyed: 9A-", "surrendered: 1Pz-", "r0c9: W")
    t = organizing("A", turn, *stacks, axis="K12 K14 K15")
    assert t.can("flip 4A") == (turn == 23)
    t.do("place 9A Posen", "discard K12").pass_all()
    t.do("place 1Pz Vienna", "discard K14", "discard K15").pass_all()
    assert (t.where("9A"), t.back("9A"), t.where("1Pz")) == ("Posen", True, "Vienna")
    # The event of another edition, if it was chosen.
    other = organizing("A", turn, *stacks, axis="K12 K14 K15", returns="no")
    for unit in ("9A", "1Pz"):
        assert other.can(f"place {unit} Posen") == (turn == 23)
        if turn > 23:
            other.refused(f"place {unit} Posen", "NAB 13.0.24.q1")
    # It binds neither who was shattered nor the Soviets.
    rest = organizing("A", turn, "shattered: 9A", "r0c9: W", returns="no")
    assert rest.can("place 9A Posen")
    red = organizing("S", turn, "destroyed: W", "Posen: 9A", soviet="K12", returns="no")
    assert red.can("place W Moscow")


@rule("NR 7.place.repl")
def test_7_some_counters_have_a_price_of_their_own() -> None:
    t = organizing("S", 7, "destroyed: SW", "Moscow: W", soviet="K9")
    t.refused("place SW Gorki", "NR 5.pay")
    ss = organizing("A", 14, "surrendered: SSPz-", axis="K9")
    ss.do("place SSPz Warsaw", "discard K9").pass_all()
    assert ss.where("SSPz") == "Warsaw"


@rule("NR 7.place.never", "NR 12.unit.axis.ally")
def test_7_allies_cadres_and_forts_are_never_rebuilt() -> None:
    t = organizing("A", 14, "destroyed: Rum3 Ita8 KG1 LwG", axis="K9 K10")
    for unit in ("Rum3", "Ita8", "KG1", "LwG"):
        t.refused(f"place {unit} Warsaw", "NR 7.place.never")
    red = organizing("S", 24, "destroyed: Pol SRum- Yug1", soviet="K12 K13")
    for unit in ("Pol", "SRum", "Yug1"):
        red.refused(f"place {unit} Moscow", "NR 7.place.never")


@rule("NR 7.place.soviet", "NAB 7.6c")
def test_7_soviets_come_in_at_supplied_cities_of_the_ussr_or_their_edge() -> None:
    t = organizing("S", 18, "destroyed: W", "shattered: S", "r0c2: 9A", soviet="K9", soviet_holds="Lublin")
    assert t.can("place W Moscow")
    assert t.can("place W r-3c13")
    t.refused("place W Lublin", "NAB 7.6c")
    assert t.can("place S Lublin")
    near = organizing("S", 18, "destroyed: W", "r0c1: 9A", soviet="K9")
    near.refused("place W Kiev", "NR 7.place.soviet")
    full = organizing("S", 18, "destroyed: W", "Moscow: S", soviet="K9")
    full.refused("place W Moscow", "NR 8.stack")
    before = organizing("S", 16, "shattered: S", "r0c2: 9A", soviet_holds="Lublin")
    before.refused("place S Lublin", "NR 7.place.soviet")
    asked = organizing("S", 16, "shattered: S", "r0c2: 9A", soviet_holds="Lublin", extended=True)
    assert asked.can("place S Lublin")


@rule("NR 7.place.soviet")
def test_7_regional_units_come_back_to_their_own_city() -> None:
    t = organizing("S", 7, "destroyed: Mos", soviet="K9")
    assert t.legal("Mos") == ["place Mos Moscow"]
    taken = organizing("S", 7, "destroyed: Mos", "Moscow: W", soviet="K9")
    assert taken.can("place Mos Gorki")


@rule("NR 7.place.axis", "NAB 7.6a", "NAB 7.6b")
def test_7_the_axis_comes_in_at_home() -> None:
    t = organizing("A", 8, "destroyed: 9A-", "shattered: 4A", axis="K9", axis_holds="Minsk")
    assert t.can("place 9A Warsaw")
    assert t.can("place 9A r-4c-2")
    t.refused("place 9A Minsk", "NR 7.place.axis")
    assert t.can("place 4A Minsk")
    late = organizing("A", 20, "shattered: 9A", "r-5c0: W", "r-8c-4: S", "r0c-10: SW")
    late.refused("place 9A Warsaw", "NAB 7.6a")
    assert late.can("place 9A Posen")
    assert late.can("place 9A r-3c-8")
    late.refused("place 9A r-8c-5", "NAB 7.6a", "NAB 7.6b")
    cut = organizing("A", 20, "shattered: 9A", "r-5c-2: W", "r-6c-2: S", "r-4c-2: SW", "r-6c-1: Cen")
    cut.refused("place 9A Warsaw", "NAB 7.6a")
    # No zone reaches Warsaw, but each of the three hexes by which it is supplied is in one.
    ring = ("r-5c-3: W", "r-7c-1: S", "r-3c-3: SW")
    lone = organizing("A", 20, "shattered: 9A", *ring, soviet_holds="Lublin")
    assert "no overland path" in lone.refused("place 9A Warsaw", "NAB 7.6a").reason


@rule("NAB 7.6a", "NR 7.place.axis")
@pytest.mark.parametrize("unit", ["9A", "1Pz", "SSGr", "Hun2"])
def test_nab_7_with_the_extension_in_play_nobody_recovers_in_the_ussr(unit: str) -> None:
    def recovering(turn: int, **more: object) -> Table:
        return organizing("A", turn, f"shattered: {unit}", "r0c9: W", axis_holds="Riga Minsk", **more)

    for city in ("Riga", "Minsk"):
        assert recovering(16).can(f"place {unit} {city}")
        recovering(16, extended=True).refused(f"place {unit} {city}", "NAB 7.6a")
        for turn in (17, 22, 28):
            recovering(turn).refused(f"place {unit} {city}", "NAB 7.6a")
    assert recovering(17).can(f"place {unit} Konigsberg")
    assert recovering(17).can(f"place {unit} r-7c-5")
    # The coast of Germany is no west edge.
    recovering(17).refused(f"place {unit} r-7c1", "NAB 7.6a")


@rule("NR 12.unit.axis.garrison", "NR 11.turn10")
def test_12_the_garrison_needs_an_axis_city_in_the_ussr() -> None:
    none = organizing("A", 10, "reinforcements: LwG")
    assert none.legal("LwG") == []
    none.do("done")
    assert none.where("LwG") == "reinforcements"
    t = organizing("A", 10, "reinforcements: LwG", axis_holds="Minsk")
    assert t.legal("LwG") == ["place LwG Minsk"]


@rule("NAB 13.0.23c")
def test_nab_13_the_ss_panzer_returns_for_a_point_in_1945() -> None:
    t = organizing("A", 24, "aside: SSPz", "Berlin: BerG", event_vp=3)
    t.do("place SSPz Posen")
    assert (t.where("SSPz"), t.back("SSPz"), t.state.event_vp) == ("Posen", False, 4)
    early = organizing("A", 22, "aside: SSPz")
    early.refused("place SSPz Posen", "NAB 13.0.23c")
