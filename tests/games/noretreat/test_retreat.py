"""No Retreat! 9: retreats and advances."""

import pytest
from tests.games.noretreat.table import Table, distance, fight, front, in_words

from berlin.kernel.proof.mark import rule


def beaten(turn: int, *stacks: str, units: str, die: int = 6, **more: object) -> Table:
    t = front("S.5", turn, *stacks, **more)
    return fight(t, "r0c5", *units.split(), die=die)


@rule("NR 9.retreat")
def test_9_each_step_leads_away_and_free_ways_come_first() -> None:
    t = beaten(14, "r0c5: 9A", "r0c4: W", units="W")
    assert t.told("result: DR")
    # Zones reach r-1c4 and r1c3, and the hexes next to the attacker on both sides.
    assert t.ends("9A", "retreat") == {"r-1c6", "r1c5"}
    t.refused("retreat 9A r-1c5", "NR 9.retreat")
    t.refused("retreat 9A r0c6", "NR 9.retreat.q1")
    t.do("retreat 9A r-1c6")
    t.refused("retreat 9A r0c5", "NR 9.retreat")
    assert all(distance("r0c5", end) == 2 for end in t.ends("9A", "retreat"))


@rule("NR 9.retreat", "NR 8.stack")
def test_9_a_retreat_goes_on_until_there_is_room() -> None:
    full = ("r0c7: 4A 6A", "r-1c7: 16A 17A", "r-2c7: 18A 11A", "r1c6: 2A 8A", "r2c5: Rum3 Rum4")
    more = ("r-2c6: 1Pz 2Pz", "r2c4: 3Pz 4Pz")
    t = beaten(14, "r0c5: 9A", "r0c4: W", *full, *more, units="W")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert distance("r0c5", t.where("9A")) == 3


@rule("NR 9.retreat.q1")
def test_9_a_retreat_does_not_lead_away_from_supply_while_another_step_is_open() -> None:
    def thrown(*axis: str) -> Table:
        t = front("A.5", 26, "Posen: W+", "Vienna: 9A", *axis, soviet_holds="Warsaw Lublin")
        return fight(t, "Posen", "1Pz", "4Pz", die=6)

    # From the south: west and south lie in zones. Warsaw is three hexes away; from r-8c-2 it would be four.
    t = thrown("r-6c-3: 1Pz 4Pz")
    assert t.told("result: DR")
    assert t.ends("W", "retreat") == {"r-7c-1", "r-8c-1"}
    t.refused("retreat W r-8c-2", "NR 9.retreat.q1")
    # The second step too.
    t.do("retreat W r-7c-1")
    assert t.ends("W", "retreat") == {"r-7c0", "r-6c-1"}
    t.refused("retreat W r-8c0", "NR 9.retreat.q1")
    # Where the enemy has shut every other way, the free one leads west.
    west = thrown("r-7c-1: 1Pz 4Pz", "r-6c-2: 6A", "r-8c-1: 4A")
    assert (west.where("W"), west.back("W")) == ("r-6c-4", True)


@rule("NR 9.retreat.q1", "NR 6.supply.city")
def test_9_what_is_near_to_supply_hangs_on_the_cities_that_have_a_way_home() -> None:
    def thrown(*more: str, **held: object) -> Table:
        t = front("S.5", 14, "r0c5: 9A", "r0c4: W", *more, **held)
        return fight(t, "r0c5", "W", die=6)

    # Home lies in the west, round the attacker on either side; Kharkov lies in the south.
    assert thrown().ends("9A", "retreat") == {"r-1c6", "r1c5"}
    assert thrown(axis_holds="Kharkov").told("9A retreats to r1c5")
    # No way leads home from Kharkov: every one begins in a zone.
    assert thrown("r3c1: S", axis_holds="Kharkov").ends("9A", "retreat") == {"r-1c6", "r1c5"}


CRIMEA = {"S": ("S", "NW", "W", "9A"), "A": ("9A", "4A 6A", "16A 17A", "S+")}
"""By who retreats: who is beaten in r6c-2, who fills the strait, who fills Novorossiysk, who attacks."""


def driven(side: str, turn: int, *full: str, beaten: str = "") -> Table:
    loser, strait, port, enemy = CRIMEA[side]
    stacks = {"strait": f"r8c-2: {strait}", "port": f"Novorossiysk: {port}", "way": "r7c-2: Kal"}
    phase = "A" if side == "S" else "S"
    t = front(f"{phase}.5", turn, f"r6c-2: {beaten or loser}", f"r5c-1: {enemy}", *(stacks[s] for s in full))
    return fight(t, "r6c-2", enemy.rstrip("+"), die=6)


@rule("NR 9.retreat.q1", "NR 8.stack", "NR 9.retreat")
@pytest.mark.parametrize("side", ["S", "A"])
def test_9_a_full_hex_is_passed_by_one_more_and_else_a_step_is_lost(side: str) -> None:
    # One way leads out of the Crimea: r7c-2, the strait, Novorossiysk, and the Kuban beyond.
    unit = CRIMEA[side][0]
    assert driven(side, 20, beaten=f"{unit}+" if side == "S" else "").where(unit) == "r8c-2"
    on = driven(side, 20, "strait", beaten=f"{unit}+" if side == "S" else "")
    assert (on.where(unit), on.back(unit)) == ("Novorossiysk", side == "S")
    stopped = driven(side, 20, "strait", "port", beaten=f"{unit}+" if side == "S" else "")
    assert (stopped.where(unit), stopped.back(unit)) == ("r7c-2", side == "A")
    assert stopped.told("finds no room farther on")


@rule("NR 9.retreat", "NR 9.retreat.ezoc")
def test_9_where_every_way_leads_through_a_zone_a_step_is_lost_and_the_distance_is_gone() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c6: Cen+", "r1c3: W", "r3c2: SW", "r-2c6: S")
    fight(t, "r0c5", "Cen", die=5)
    assert t.told("result: DR")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert (distance("r0c5", t.where("9A")), t.back("9A")) == (2, True)
    assert not any("finds no room" in event.text for event in t.events)


@rule("NR 9.retreat.q1", "NR 9.retreat.ezoc")
def test_9_the_one_hex_more_may_lie_in_an_enemy_zone() -> None:
    for enemies, back in (((), True), (("r8c0: 4A",), False)):
        t = front("A.5", 20, "r6c-2: S+", "r5c-1: 9A", "r8c-2: NW", *enemies)
        fight(t, "r6c-2", "9A", die=6)
        assert t.told("result: DR")
        assert (t.where("S"), t.back("S")) == ("Novorossiysk", back)


@rule("NR 9.retreat.q1", "NR 9.retreat.blocked")
def test_9_who_has_but_one_step_is_lost_where_all_is_full() -> None:
    assert driven("S", 14, "strait").where("S") == "Novorossiysk"
    assert driven("S", 14, "strait", "port").where("S") == "destroyed"
    none = driven("S", 20, "strait", "port", "way", beaten="S+")
    assert none.where("S") == "destroyed"
    assert none.told("can't retreat")


@rule("NR 8.stack", "NR 9.retreat", "NR card.32.soviet")
def test_9_a_hex_with_room_for_one_more_takes_one_more_in_a_retreat() -> None:
    def thrown(*stacks: str, **more: object) -> Table:
        t = front("A.5", 14, "r6c-2: S", "r5c-1: 9A", "r8c-2: NW", *stacks, **more)
        return fight(t, "r6c-2", "9A", die=6)

    assert thrown().where("S") == "Novorossiysk"
    assert thrown(roomy="r8c-2 r7c-2 Novorossiysk").where("S") == "r8c-2"


@rule("NR 9.retreat")
def test_9_of_a_stack_the_owner_says_who_goes_first_and_all_go() -> None:
    t = beaten(14, "r0c5: 1Pz 9A", "r0c4: SW+", "r1c4: W+", units="SW W")
    assert t.told("result: DR")
    assert (t.asked, t.decider) == ("Retreat", "axis")
    assert {text.split()[1] for text in t.legal()} == {"1Pz", "9A"}
    for first, second in (("1Pz", "9A"), ("9A", "1Pz")):
        t = beaten(14, "r0c5: 1Pz 9A", "r0c4: SW+", "r1c4: W+", units="SW W")
        t.do(next(text for text in t.legal() if text.startswith(f"retreat {first} ")))
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        assert (distance("r0c5", t.where(first)), distance("r0c5", t.where(second))) == (2, 2)
    # Of three, two are left to be chosen from.
    three = front("A.5", 26, "r0c4: W+ SW+ S+", "r0c5: 1Pz 4Pz", "r-1c4: 9A 4A", roomy="r0c4 r0c3 r1c3")
    fight(three, "r0c4", "1Pz", "4Pz", "9A", "4A", die=6)
    assert {text.split()[1] for text in three.legal()} == {"W", "SW", "S"}
    three.do("retreat W r1c3", "retreat W r2c2")
    assert {text.split()[1] for text in three.legal()} == {"SW", "S"}
    # Who has set out goes to his end first.
    cut = beaten(14, "r0c5: 1Pz 9A", "r0c4: SW+", "r1c4: W+", units="SW W", die=5, unsupplied="1Pz 9A")
    cut.do("retreat 1Pz r-1c6")
    assert {text.split()[1] for text in cut.legal()} == {"1Pz"}
    assert "does not retreat now" in cut.refused("retreat 9A r-1c6", "NR 9.retreat").reason
    assert "one hex farther" in cut.refused("retreat 1Pz r-1c6", "NR 9.retreat").reason


@rule("NR 9.retreat.ezoc")
def test_9_a_step_is_lost_for_every_zone_without_a_friend() -> None:
    ring = ("r0c4: W", "r-2c7: SW", "r1c6: S", "r2c4: NW")
    t = beaten(14, "r0c5: 9A", *ring, units="W")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert t.back("9A")


@rule("NR 9.retreat.ezoc")
def test_9_a_friend_in_a_zone_saves_the_step() -> None:
    # Every hex next to it is in a zone; in one of them stands a friend.
    stacks = ("r0c5: 9A", "r0c4: SW+", "r0c6: W", "r-1c6: 4A")
    t = beaten(14, *stacks, units="SW W")
    assert t.told("result: defenders")
    while t.asked == "Retreat":
        t.do("retreat 9A r-1c6" if t.can("retreat 9A r-1c6") else t.legal()[0])
    assert not t.back("9A")


@rule("NR 9.retreat.blocked", "NR 4.pass")
def test_9_a_unit_with_nowhere_to_go_is_destroyed() -> None:
    ring = ("r0c4: W", "r0c6: SW", "r-1c5: S", "r-1c6: NW", "r1c4: Cen", "r1c5: Res")
    t = beaten(14, "r0c5: 9A", *ring, units="W")
    assert t.told("can't retreat")
    assert t.where("9A") == "destroyed"
    cut = beaten(14, "r0c5: 9A", *ring, units="W", unsupplied="9A")
    assert cut.where("9A") == "surrendered"


@rule("NR 2.extension.safe")
def test_2_nobody_retreats_into_the_closed_extension() -> None:
    ring = ("r-4c-1: W", "r-5c-1: S", "r-3c-2: SW")
    t = front("S.5", 10, "r-4c-2: 9A", *ring)
    fight(t, "r-4c-2", "W", "S", die=6)
    assert t.told("result: defenders")
    assert t.where("9A") in ("destroyed", "shattered")
    assert t.told("can't retreat")


@rule("NR 9.retreat.unsupplied", "NR 6.effects")
def test_9_unsupplied_units_retreat_four() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: S", unsupplied="9A")
    fight(t, "r0c5", "S", die=6)
    assert t.told("result: DR")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert distance("r0c5", t.where("9A")) == 4


@rule("NR 9.retreat.unsupplied")
def test_9_an_unsupplied_unit_that_gets_two_or_three_away_loses_a_step() -> None:
    # The Crimea, with a fort behind the strait: Kerch is two away, and there the way ends.
    stacks = ("r6c-2: 9A", "r5c-1: S", "Novorossiysk: Sev+", "Warsaw: 1Pz 2Pz")
    t = front("S.5", 14, *stacks, unsupplied="9A")
    fight(t, "r6c-2", "S", die=6)
    assert t.told("result: DR")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert (t.where("9A"), t.back("9A")) == ("r8c-2", True)
    assert t.told("9A can go no farther")
    # Nobody else has anything to do with it.
    assert (t.units("Warsaw"), t.back("1Pz"), t.back("2Pz")) == (["1Pz", "2Pz"], False, False)
    corner = front("S.5", 14, "r6c-2: 9A", "r5c-1: S", "r8c-2: Sev+", unsupplied="9A")
    fight(corner, "r6c-2", "S", die=6)
    assert corner.where("9A") == "surrendered"


@rule("NR 9.advance", "NR 3.weather.mud", "NR 3.weather.long")
def test_9_in_mud_and_long_winter_an_advance_ends_in_the_vacated_hex() -> None:
    for turn in (16, 11):
        t = beaten(turn, "r0c5: 9A", "r0c4: W+", units="W")
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do("advance W r0c5")
        assert t.stage != "S.5"


@rule("NR 9.advance", "NR 9.advance.stop", "NR 3.ezoc")
def test_9_an_advance_goes_two_hexes_and_zones_do_not_stop_it() -> None:
    t = beaten(14, "r0c5: 9A", "r0c4: W+", "r0c7: 4A", units="W")
    while t.asked == "Retreat":
        t.do("retreat 9A r-1c6" if t.can("retreat 9A r-1c6") else t.legal()[0])
    t.do("advance W r0c5")
    assert "advance W r0c6" in t.legal()
    t.do("advance W r0c6")
    assert t.stage != "S.5"


@rule("NR 9.advance.armor", "NR 11.turn11", "NR 3.weather.snow")
def test_9_soviet_tanks_go_a_third_hex_from_turn_11_in_clear_weather() -> None:
    def third(turn: int) -> bool:
        t = front("S.5", turn, "r0c5: 18A-", "r0c4: Cen+", "r1c4: SW", "r1c5: W")
        fight(t, "r0c5", "Cen", "SW", "W", die=6)
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do("advance Cen r0c5", "advance Cen r0c6")
        return any(text.startswith("advance Cen") for text in t.legal())

    assert third(13)
    assert not third(9)
    assert not third(17)


@rule("NR 9.advance.armor", "NAB 13.0.Oil.b")
def test_9_panzers_lose_the_third_hex_after_the_oil_event() -> None:
    def third(oil: int) -> bool:
        lost = {"oil": oil, "soviet_holds": "Ploesti"} if oil else {}
        t = front("A.5", 20, "r0c5: Sev", "r0c4: 1Pz", **lost)
        fight(t, "r0c5", "1Pz", die=5)
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        t.do("advance 1Pz r0c5", "advance 1Pz r-1c5")
        return any(text.startswith("advance 1Pz") for text in t.legal())

    assert third(0)
    assert third(20)
    assert not third(19)


@rule("NR 9.advance.stop", "NR 3.mp.forest")
def test_9_forest_ends_an_advance() -> None:
    t = front("A.5", 7, "r-5c7: Sev", "r-5c6: 1Pz 4A")
    fight(t, "r-5c7", "1Pz", "4A", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance 1Pz r-5c7")
    assert t.legal("1Pz") == []
    t.refused("advance 1Pz r-5c8", "NR 9.advance.stop")


@rule("NR 9.advance.stop", "NR 3.objective", "NR 3.area")
def test_9_objectives_and_areas_end_an_advance() -> None:
    t = front("S.5", 26, "Vienna: 18A-", "r-2c-7: SW+ Cen+")
    fight(t, "Vienna", "SW", "Cen", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance Cen Vienna")
    assert t.legal("Cen") == []
    finland = front("S.5", 14, "Finland: 18A-", "r-8c12: W+", "r-8c13: SW+")
    fight(finland, "Finland", "W", "SW", die=6)
    assert finland.where("18A") == "destroyed"
    finland.do("advance W Finland")
    assert finland.legal("W") == []


@rule("NR 9.advance.stop", "NR 3.objective")
def test_9_a_step_out_of_an_objective_ends_an_advance() -> None:
    t = front("A.5", 7, "r-3c10: Sev", "Moscow: 1Pz")
    fight(t, "r-3c10", "1Pz", die=6)
    assert t.told("result: defenders")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance 1Pz r-3c10")
    assert t.legal("1Pz") == []


@rule("NR 9.advance", "NR 9.result.dd")
def test_9_attackers_advance_after_a_dd_too() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: SW+", "r1c4: W+", "r-1c5: Kal+")
    fight(t, "r0c5", "SW", "W", "Kal", die=6)
    assert t.told("result: DD")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    assert t.asked == "Advance"
    t.do("advance SW r0c5")


@rule("NR 9.area", "NR 8.balkans", "NAB 8.7a", "NAB 8.7b")
def test_9_only_who_may_enter_the_balkans_retreats_into_them() -> None:
    def beaten_back(unit: str, **more: object) -> str:
        ring = ("Belgrade: SW+", "r2c-10: W+", "r4c-11: Mos+", "r2c-11: Cen+")
        t = front("S.5", 20, f"r3c-11: {unit}", *ring, **more)
        fight(t, "r3c-11", "SW", die=6)
        assert t.told("result: DR")
        while t.asked == "Retreat":
            t.do(f"retreat {unit} SouthBalkans")
        return t.where(unit)

    lost = {"oil": 19, "soviet_holds": "Ploesti"}
    assert beaten_back("9A", **lost) == "SouthBalkans"
    assert beaten_back("Hun1", **lost) == "destroyed"
    assert beaten_back("9A", **{**lost, "oil": 20}) == "destroyed"


@rule("NR 9.area", "NR 8.balkans", "NAB 8.7a")
def test_9_no_soviet_army_advances_into_the_balkans() -> None:
    t = front("S.5", 20, "r4c-10: Hun1", "r4c-9: SW+", oil=19, soviet_holds="Ploesti")
    fight(t, "r4c-10", "SW", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance SW r4c-10")
    assert t.can("advance SW r5c-10")
    t.refused("advance SW SouthBalkans", "NR 9.advance.stop")


@rule("NR 9.advance", "NR 3.unsupplied")
def test_9_an_advance_after_unsupplied_defenders_ends_at_once() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: W+", unsupplied="9A")
    fight(t, "r0c5", "W", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance W r0c5")
    assert t.stage != "S.5"


@rule("NR 9.advance", "NR 9.result.dr")
@pytest.mark.parametrize("marks", [{}, {"disorganized": "9A"}, {"moved": "9A"}])
def test_9_an_advance_after_reduced_or_disorganized_defenders_goes_two_hexes(marks: dict[str, str]) -> None:
    t = front("S.5", 14, "r0c5: 9A-", "r0c4: W+", **marks)
    fight(t, "r0c5", "W", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance W r0c5")
    assert any(text.startswith("advance W") for text in t.legal())


@rule("NR 9.advance", "NR 8.stack")
def test_9_attackers_advance_within_stacking() -> None:
    t = front("S.5", 14, "r0c5: 9A", "r0c4: W+", "r-1c5: SW")
    fight(t, "r0c5", "W", "SW", die=5)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance W r0c5")
    t.refused("advance SW r0c5", "NR 8.stack")


@rule("NR 9.advance", "NR 8.stack")
def test_9_an_advance_passes_through_a_full_hex_and_ends_in_one_with_room() -> None:
    t = front("S.5", 14, "r0c4: SW+", "r1c4: W+", "r0c5: 9A")
    fight(t, "r0c5", "SW", "W", die=6)
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance W r0c5")
    t.refused("advance SW r0c5", "NR 8.stack")
    t.do("advance SW r0c6")
    assert (t.where("W"), t.where("SW")) == ("r0c5", "r0c6")
    # Both of its hexes are gone by that.
    assert not any(text.startswith("advance SW") for text in t.legal())


@rule("NR 9.retreat")
@pytest.mark.parametrize("first", ["1Pz", "9A"])
def test_9_who_is_on_its_way_goes_to_the_end_of_it_before_another_leaves(first: str) -> None:
    t = front("S.5", 24, "r0c5: 1Pz 9A", "r0c6: Cen+ SW+", "r1c5: W+ Kal+")
    fight(t, "r0c5", "Cen", "SW", "W", "Kal", die=5)
    assert t.told("result: DR")
    assert t.prompt is not None
    assert in_words("where does 1Pz and 9A go?") in t.prompt.text
    t.do(next(text for text in t.legal() if text.startswith(f"retreat {first} ")))
    assert t.prompt is not None
    assert in_words(f"where does {first} go?") in t.prompt.text
    assert {text.split()[1] for text in t.legal()} == {first}
