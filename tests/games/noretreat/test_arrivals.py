"""No Retreat! 7 and 8.rail: who comes in, where, and on which side."""

from tests.games.noretreat.table import Table, distance, fight, front

from berlin.games.noretreat.board.ground import GG_CITIES, find_space
from berlin.kernel.proof.mark import rule

OIL = {"oil": 19, "soviet_holds": "Ploesti"}


def organizing(side: str, turn: int, *stacks: str, **more: object) -> Table:
    return front(f"{side}.3", turn, *stacks, **more).pass_all()


@rule("NR 7.place.axis", "NR 7.place.soviet", "NR 8.rail.detrain")
def test_nobody_comes_in_at_a_space_that_the_enemy_owns() -> None:
    # While the extension is closed Warsaw lies on the Axis edge; the Caucasus oil lies on the Soviet one.
    t = organizing("A", 16, "shattered: 9A", "r0c4: W", soviet_holds="Warsaw")
    assert t.can("place 9A r-4c-2")
    t.refused("place 9A Warsaw", "NR 7.place.axis")
    red = organizing("S", 9, "shattered: W", "r0c4: 9A", axis_holds="CaucasusOil")
    assert red.can("place W r11c3")
    red.refused("place W CaucasusOil", "NR 7.place.soviet")
    train = front("A.8", 7, "rail: 9A", axis_holds="Minsk")
    assert train.can("detrain 9A r-4c6")
    assert train.can("detrain 9A r-4c5")
    front("A.8", 7, "rail: 9A", axis_holds="Kharkov").refused("detrain 9A Stalino", "NR 8.rail.detrain")
    edge = front("S.8", 9, "rail: W", axis_holds="CaucasusOil")
    edge.refused("detrain W CaucasusOil", "NR 8.rail.detrain")
    assert edge.can("detrain W r11c3")


@rule("NR 4.pass", "NR 4.organization", "NAB 13.0")
def test_who_must_be_placed_is_placed_before_anybody_is_reorganized() -> None:
    t = organizing(
        "A", 20, "reinforcements: FesB", "r-4c4: 9A", "r0c4: W", axis="K9", gg=19, disorganized="9A"
    )
    t.refused("done", "NAB 13.0")
    t.refused("reorganize 9A", "NAB 13.0")
    t.do("place FesB Breslau", "reorganize 9A", "discard K9").pass_all()
    assert not t.disorganized("9A")


@rule("NR 7.flip.soviet", "NR 7.upgrade")
def test_on_turn_17_a_disorganized_army_flips_for_a_card_though_upgrades_are_free() -> None:
    t = organizing("S", 17, "Moscow: W", "Gorki: SW", soviet="K9", disorganized="W")
    t.do("flip W")
    assert t.asked == "Pay"
    t.do("discard K9").pass_all()
    assert t.back("W")
    t.do("flip SW")
    assert t.back("SW")
    poor = organizing("S", 17, "Moscow: W", disorganized="W")
    poor.refused("flip W", "NR 5.pay")
    early = organizing("S", 16, "Moscow: W", soviet="K9", disorganized="W")
    early.refused("flip W", "NR 7.upgrade")


@rule("NR 8.rail.wait")
def test_who_entrains_is_in_supply() -> None:
    t = front("A.4", 7, "Warsaw: 9A", "r0c8: W", unsupplied="9A")
    t.do("entrain 9A")
    assert not t.unsupplied("9A")


# On which side, and when.


@rule("NR 7.place.shattered")
def test_a_shattered_army_waits_for_the_next_turn_and_keeps_its_side() -> None:
    t = fight(front("A.5", 13, "r0c4: 1Pz 4Pz", "r0c5: S+"), "r0c5", "1Pz", "4Pz", die=5)
    assert t.told("result: DS")
    t.until("S.3", 13).refused("place S Moscow", "NR 7.place.shattered")
    t.until("S.3", 14).do("place S Moscow")
    assert (t.back("S"), t.disorganized("S")) == (True, True)


@rule("NR 7.place.destroyed", "NR 7.place.surrendered")
def test_who_was_destroyed_comes_back_on_his_weak_side() -> None:
    t = fight(front("A.5", 14, "r0c4: 1Pz 4Pz", "r0c5: S+"), "r0c5", "1Pz", "4Pz", die=2)
    assert t.told("result: EX")
    assert t.where("S") == "destroyed"
    assert not t.back("S")
    axis = organizing("A", 6, "surrendered: 4A-", axis="K9 K10").do(
        "place 4A Lublin", "discard K9", "discard K10"
    )
    assert (axis.back("4A"), axis.disorganized("4A")) == (True, True)


@rule("NR 7.flip.axis")
def test_who_was_turned_over_in_one_turn_may_be_in_the_next() -> None:
    t = front("H.1", 7, "Warsaw: 9A-", "r0c9: W", axis="K9 K10", flipped="9A").until("A.3")
    t.pass_all()
    assert t.can("flip 9A")


@rule("NR 7.place.never")
def test_none_of_these_is_ever_rebuilt() -> None:
    never = "Rum3 Rum4 Hun1- Hun2 Hun3- Ita8 Fin- KG1 KG2 KG3 KG4 LwG VolB VolP VolR VolK VolV FesK FesB"
    t = organizing("A", 23, f"destroyed: {never} BerG 9A-", "r0c4: W", axis="K12 K14 K16")
    assert t.can("place 9A Posen")
    for unit in f"{never} BerG".split():
        t.refused(f"place {unit.rstrip('-')} Posen", "NR 7.place.never")


@rule("NR 7.place.never", "NR 7.flip.axis", "NR 7.flip.soviet")
def test_finns_allies_and_guests_take_no_replacements() -> None:
    t = organizing("A", 19, "Finland: Fin-", "Budapest: Hun1-", "Warsaw: 9A-", "r0c4: W", axis="K9 K10")
    assert t.can("flip 9A")
    t.refused("flip Fin", "NR 7.place.never")
    t.refused("flip Hun1", "NR 7.place.never")
    red = organizing("S", 19, "Moscow: SRum-", "r0c4: 9A", soviet="K9")
    red.refused("flip SRum", "NR 7.place.never")


@rule("NR 7.place.soviet", "NR 7.place.axis", "NR 8.stack")
def test_nobody_is_placed_in_an_enemy_zone_or_a_full_space() -> None:
    t = organizing("S", 9, "shattered: W", "r-3c12: 9A")
    t.refused("place W r-3c13", "NR 7.place.soviet")
    assert t.can("place W r-1c12")
    axis = organizing("A", 8, "shattered: 9A", "Warsaw: 4A 6A", "r0c4: W")
    axis.refused("place 9A Warsaw", "NR 8.stack")
    assert axis.can("place 9A Lublin")


@rule("NR 2.extension.safe")
def test_nobody_is_placed_in_a_closed_space() -> None:
    t = organizing("A", 8, "shattered: 9A", "r0c4: W")
    t.refused("place 9A Posen", "NR 2.extension.safe")
    assert "place 9A Posen" not in t.legal("9A")
    assert organizing("A", 8, "shattered: 9A", "r0c4: W", extended=True).can("place 9A Posen")


@rule("NR 6.supply.overland", "NR 7.place.soviet")
def test_a_port_that_is_cut_off_by_land_takes_nobody_in() -> None:
    t = organizing("S", 7, "shattered: W", "r3c-1: 9A", axis_holds="Kiev")
    t.refused("place W Odessa", "NR 7.place.soviet")
    assert organizing("S", 7, "shattered: W", "r3c-1: 9A").can("place W Odessa")


@rule("NR 12.unit.soviet.kit", "NR 12.unit.axis.garrison")
def test_guests_arrive_on_their_sides_and_the_garrison_in_the_ussr() -> None:
    t = front("H.1", 20, "due: SRum Yug1 GrE", "r0c4: W", **OIL)
    assert (t.back("SRum"), t.back("Yug1"), t.back("GrE")) == (True, True, False)
    lone = organizing("A", 10, "reinforcements: LwG", axis_holds="Minsk")
    lone.refused("place LwG Warsaw")


@rule("NR 12.unit.axis.ally", "NR 8.balkans")
def test_allies_never_enter_the_balkan_areas() -> None:
    t = front("A.4", 20, "r3c-11: Rum3 Hun2", "r4c-10: Ita8 GrE", "r0c4: W", **OIL)
    for unit in ("Rum3", "Hun2"):
        t.refused(f"move {unit} WestBalkans", "NR 8.balkans")
    t.refused("move Ita8 SouthBalkans", "NR 8.balkans")
    assert t.can("move GrE SouthBalkans")


@rule("NR 7.fort.yugoslav")
def test_a_yugoslav_fort_costs_nothing_and_is_built_once_a_turn() -> None:
    t = organizing("S", 20, "WestBalkans: Yug1", "r0c4: 9A", **OIL).do("flip Yug1")
    assert t.back("Yug1")
    t.refused("flip Yug1", "NR 7.fort.yugoslav")


@rule("NR 7.place.axis")
def test_a_recovering_unit_needs_a_path_and_no_zone_at_a_city_of_the_ussr() -> None:
    assert organizing("A", 8, "shattered: 9A", "r0c9: W", axis_holds="Kiev").can("place 9A Kiev")
    near = organizing("A", 8, "shattered: 9A", "r0c1: W", axis_holds="Kiev")
    near.refused("place 9A Kiev", "NR 7.place.axis")
    cut = organizing("A", 8, "shattered: 9A", "r-1c-1: W", "r1c-2: S", axis_holds="Kiev")
    cut.refused("place 9A Kiev", "NR 7.place.axis")


@rule("NR 11.gg")
def test_11_hungarians_come_within_four_of_budapest_and_festungen_to_any_city() -> None:
    t = organizing("A", 20, "reinforcements: Hun1 Hun3 FesK FesB", "r0c9: W", gg=19)
    ends = t.ends("Hun1", "place")
    assert max(distance(end, "Budapest") for end in ends) == 4
    for unit in ("FesK", "FesB"):
        ends = t.ends(unit, "place")
        assert {"Konigsberg", "Breslau", "Berlin", "Vienna"} <= ends
        assert all(GG_CITIES >> find_space(end) & 1 for end in ends)


@rule("NR 5.use.discard", "NR 7.disorganized")
def test_a_marker_comes_off_for_a_card_and_not_without() -> None:
    t = organizing("A", 7, "r0c4: 9A", "r0c9: W", axis="K9 K10", disorganized="9A").do("reorganize 9A")
    assert (t.asked, t.disorganized("9A")) == ("Pay", True)
    t.do("discard K9").pass_all()
    assert (t.disorganized("9A"), t.hand("axis")) == (False, ["K10"])
    organizing("A", 7, "r0c4: 9A", "r0c9: W", disorganized="9A").refused("reorganize 9A", "NR 5.pay")
