"""No Retreat! 8.rail: the Rail box."""

from tests.games.noretreat.table import front

from berlin.kernel.proof.mark import rule


@rule("NR 8.rail.entrain", "NR 11.turn1", "NR 11.turn2")
def test_8_one_unit_entrains_free_and_no_card_buys_more_on_turns_1_and_2() -> None:
    t = front("A.4", 1, "Warsaw: 9A 4A", "r0c4: W", axis="K9 K10")
    t.do("entrain 9A")
    assert t.where("9A") == "rail"
    t.refused("entrain 4A", "NR 8.rail.entrain")


@rule("NR 8.rail.entrain", "NR 5.use.discard")
def test_8_from_turn_3_a_card_buys_another() -> None:
    t = front("A.4", 3, "Warsaw: 9A 4A", "r0c4: W", axis="K9")
    t.do("entrain 9A", "entrain 4A")
    assert t.asked == "Pay"
    t.do("discard K9")
    assert t.where("4A") == "rail"
    assert t.discards == ["K9"]


@rule("NR 8.rail.entrain", "NR 5.pay")
def test_8_without_a_card_the_second_stays() -> None:
    t = front("A.4", 3, "Warsaw: 9A 4A", "r0c4: W")
    t.do("entrain 9A")
    t.refused("entrain 4A", "NR 5.pay")


@rule("NR 8.rail.entrain")
def test_8_units_in_a_zone_or_without_a_path_do_not_entrain() -> None:
    t = front("A.4", 7, "r-4c2: 9A", "r-4c3: W", "r3c6: 4A")
    t.refused("entrain 9A", "NR 8.rail.entrain")
    t.refused("entrain 4A", "NR 8.rail.entrain")


@rule("NR 8.rail.who")
def test_8_forts_never_entrain_and_disorganized_units_may() -> None:
    t = front("S.4", 7, "Moscow: Mos+", "Gorki: W", "r0c0: 9A", disorganized="W")
    t.refused("entrain Mos", "NR 8.rail.who")
    assert t.can("entrain W")


@rule("NR 8.rail.detrain")
def test_8_detraining_within_three_hexes_of_a_supplied_city() -> None:
    t = front("A.8", 7, "rail: 9A", axis_holds="Kiev Minsk")
    assert t.can("detrain 9A r0c3")
    t.refused("detrain 9A r0c4", "NR 8.rail.detrain")
    t = front("A.8", 7, "rail: 9A", "r0c4: W", axis_holds="Kiev")
    t.refused("detrain 9A r0c3", "NR 8.rail.detrain")
    assert t.can("detrain 9A r0c2")


@rule("NR 8.rail.detrain", "NR 8.stack")
def test_8_detraining_obeys_stacking() -> None:
    t = front("A.8", 7, "rail: 9A", "Kiev: 4A 6A")
    t.refused("detrain 9A Kiev", "NR 8.stack")


@rule("NR 8.rail.detrain", "NR 8.rail.wait")
def test_8_both_players_detrain_and_units_may_wait() -> None:
    t = front("A.8", 7, "rail: 9A W", axis_holds="Kiev")
    assert t.decider == "axis"
    t.do("done")
    assert t.decider == "soviet"
    t.do("detrain W Moscow")
    assert t.where("W") == "Moscow"
    assert t.where("9A") == "rail"


@rule("NR 8.rail.detrain")
def test_8_a_friendly_edge_hex_needs_no_city() -> None:
    t = front("A.8", 7, "rail: 9A", soviet_holds="Warsaw Lublin Konigsberg")
    assert t.can("detrain 9A r-4c-2")
    t.refused("detrain 9A r-4c-1", "NR 8.rail.detrain")
    near = front("A.8", 7, "rail: 9A", "r-4c-1: W", soviet_holds="Warsaw Lublin Konigsberg")
    near.refused("detrain 9A r-4c-2", "NR 8.rail.detrain")


@rule("NR 8.rail.detrain")
def test_8_a_city_without_a_path_is_no_station_and_the_way_from_one_must_be_clear() -> None:
    cut = front("A.8", 7, "rail: 9A", "r-1c-1: S", "r1c-2: SW", axis_holds="Kiev")
    cut.refused("detrain 9A r0c2", "NR 8.rail.detrain")
    # Three hexes straight on, the second of them in a zone.
    barred = front("A.8", 7, "rail: 9A", "r1c1: W", axis_holds="Kiev")
    barred.refused("detrain 9A r0c3", "NR 8.rail.detrain")
    assert front("A.8", 7, "rail: 9A", "r2c1: W", axis_holds="Kiev").can("detrain 9A r0c3")


@rule("NR 8.rail.entrain", "NR 8.move")
def test_8_who_has_moved_does_not_entrain() -> None:
    t = front("A.4", 7, "Warsaw: 9A 4A", "r0c9: W").do("move 9A r-5c0")
    t.refused("entrain 9A", "NR 8.move")
    assert "entrain 9A" not in t.legal()
    assert t.can("entrain 4A")
