"""No Retreat!, cards 1 to 15."""

import pytest
from tests.games.noretreat.cards import attack, cast, come, full, leave, outcome, play, points, strengths
from tests.games.noretreat.table import Table

from berlin.kernel.proof.mark import rule

CLEAR, MUD, SNOW, LONG = range(4)


def drawn(stage: str, turn: int, card: str, **more: object) -> Table:
    """A Card Phase whose first draw is this card, and then four others that are not immediate."""
    tame = ["3", "7", "10", "16", "29", "30"]
    pile = sorted([card, *tame], key=int)
    rest = " ".join(str(n) for n in range(1, 45) if str(n) not in pile)
    t = full(
        stage, turn, "r0c0: 9A", "Gorki: W", discards=rest, dice=[pile.index(card) + 1, 1, 1, 1, 1, 1], **more
    )
    return t.do("done") if t.asked == "Hand" else t


@rule("NR card.1.axis")
def test_card_1_manstein_doubles_a_panzer_in_attack_or_defence() -> None:
    t = attack(full("A.5", 7, "r0c4: 1Pz", "r0c5: W", axis="1"), "r0c5", "1Pz")
    assert strengths(t) == (7, 4)
    play(t, "play 1 double", "choose 1Pz")
    assert strengths(t) == (14, 4)
    t = attack(full("S.5", 7, "r0c4: SW", "r1c4: Cen", "r0c5: 1Pz 9A", axis="1"), "r0c5", "SW", "Cen")
    t.do("roll")
    play(t, "play 1 double")
    assert t.legal() == ["choose 1Pz", "choose 9A"]
    t.do("choose 9A", dice=[3])
    assert any(text.startswith("defence") and text.endswith("= 15") for text in t.texts)


@rule("NR card.1.axis")
def test_card_1_manstein_lays_counterblows_as_far_as_markers_go() -> None:
    stacks = (
        "r0c2: 9A",
        "r0c4: 4A",
        "r0c6: 6A",
        "r2c2: 17A",
        "r2c4: 16A",
        "r1c2: W",
        "r1c4: SW",
        "r0c7: S",
        "r2c1: NW",
    )
    t = full("S.5", 7, *stacks, left="r0c2 r0c4 r2c2", axis="1 2")
    play(t, "play 1 blows")
    assert (t.asked, t.hand("axis")) == ("Countering", ["2"])
    t.do("blow r0c6", "blow r2c4")
    assert t.hand("axis") == ["2"]
    assert (len(t.state.blows), len(t.state.bound)) == (2, 3)
    assert not any(text.startswith("blow") for text in t.legal())


@rule("NR card.1.soviet")
def test_card_1_new_conscripts_come_back_next_to_a_supplied_city() -> None:
    t = full("A.4", 3, "r-3c12: 9A", "destroyed: W", "surrendered: SW", soviet="1")
    t.refused("play 1", "NR 5.use.event")
    play(t, "play 1")
    spaces = {text for text in t.legal() if text.startswith("place W")}
    # Moscow and what is next to it, but not the zone of 9A.
    assert {"place W Moscow", "place W r-4c9", "place W r-3c8"} <= spaces
    assert not {"place W r-3c11", "place W r-3c12", "place W r0c3"} & spaces
    assert t.can("place SW Moscow")
    t.do("place W r-3c8")
    assert (t.where("W"), t.back("W"), t.disorganized("W")) == ("r-3c8", False, True)
    assert t.discards == ["1"]


@rule("NR card.1.soviet")
def test_card_1_new_conscripts_need_a_lost_unit() -> None:
    t = full("A.4", 3, "r0c0: 9A", "shattered: W", soviet="1").do("done")
    while t.stage == "A.4":
        t.refused("play 1", "NR card.1.soviet", "NR 5.use.event")
        t.do("pass")


@rule("NR card.2.axis")
def test_card_2_gott_mit_uns_copies_the_top_discard_whatever_its_icon() -> None:
    t = attack(full("A.5", 14, "r0c4: 9A", "r0c5: S", axis="2", discards="16 6"), "r0c5", "9A")
    t.refused("play 2 double")
    play(t, "play 2 shift")
    assert t.shifts() == {"Luftwaffe": 1}
    assert t.discards == ["16", "6", "2"]


@rule("NR card.2.axis")
@pytest.mark.parametrize("top", ["9", "11", "20", "12", "29"])
def test_card_2_gott_mit_uns_copies_no_immediate_event_and_nothing_out_of_time(top: str) -> None:
    t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: S", axis="2", discards=f"6 {top}"), "r0c5", "9A")
    t.refused("play 2 shift", "NR card.2.axis", "NR card.29.axis")
    t.refused("play 2", "NR card.2.axis", "NR card.29.axis")


@rule("NR card.2.axis", "NR card.5.axis")
def test_card_2_copied_okh_takes_okh_itself_but_not_the_copy() -> None:
    t = full("A.1", 7, "r0c0: 9A", axis="2 30", discards="7 13 6 5")
    play(t, "play 2")
    assert t.legal() == ["take 5", "take 6", "take 13"]


@rule("NR card.2.soviet")
def test_card_2_manpower_reserves_sends_two_to_the_rail_box() -> None:
    t = full(
        "S.3", 5, "Gorki: Len", "shattered: W+", "destroyed: SW", "surrendered: S", soviet="2", fresh="W"
    )
    play(t, "play 2")
    assert t.legal() == ["choose W", "choose SW", "choose S", "done"]
    t.do("choose W", "choose S")
    assert [t.where(unit) for unit in ("W", "SW", "S")] == ["rail", "destroyed", "rail"]
    assert not t.back("W")
    assert t.asked == "Organize"
    empty = full("S.3", 5, "Gorki: Len", soviet="2").pass_all()
    empty.refused("play 2", "NR card.2.soviet")


@rule("NR card.3.axis")
def test_card_3_troop_transfer_is_a_replacement_in_1941() -> None:
    t = full("A.3", 2, "Warsaw: 9A-", axis="3 2").pass_all()
    t.refused("flip 9A", "NR 7.flip.axis")
    play(t, "play 3", "flip 9A")
    assert (t.back("9A"), t.hand("axis"), t.asked) == (False, ["2"], "Organize")


@rule("NR card.3.axis")
def test_card_3_troop_transfer_returns_a_surrendered_unit_too() -> None:
    t = full("A.3", 2, "r0c0: 4A", "surrendered: 9A-", axis="3").pass_all()
    t.refused("place 9A Warsaw", "NR 7.place.destroyed")
    play(t, "play 3", "place 9A Warsaw")
    assert (t.where("9A"), t.back("9A"), t.disorganized("9A")) == ("Warsaw", True, True)


@rule("NR card.3.axis")
def test_card_3_troop_transfer_needs_a_unit_out_of_enemy_zones() -> None:
    t = full("A.3", 2, "Warsaw: 9A-", "r-5c0: W", axis="3").pass_all()
    t.refused("play 3", "NR card.3.axis")


@rule("NR card.3.soviet")
@pytest.mark.parametrize(("way", "shift"), [("left", -1), ("right", 1)])
def test_card_3_the_black_sea_fleet_counts_on_its_coast_all_phase(way: str, shift: int) -> None:
    def phase() -> Table:
        stacks = ("Sevastopol: Sev", "r6c-3: 9A", "Kiev: W", "r0c1: 4A", "r4c-2: S", "r4c-1: 6A")
        return play(full("A.5", 7, *stacks, soviet="3"), f"play 3 {way}")

    on_land = attack(phase(), "Kiev", "4A")
    assert "Black Sea Fleet" not in on_land.shifts()
    assert attack(phase(), "Sevastopol", "9A").shifts()["Black Sea Fleet"] == shift
    assert attack(phase(), "r4c-2", "6A").shifts()["Black Sea Fleet"] == shift
    t = attack(phase(), "r4c-2", "6A")
    t.until("S.5")
    assert t.state.forces == ()


@rule("NR card.4.axis")
def test_card_4_elastic_defense_only_after_the_roll_of_a_soviet_attack() -> None:
    t = attack(full("S.5", 7, "r0c6: SW", "r0c5: 9A", "r1c5: Cen", axis="4"), "r0c5", "SW", "Cen")
    t.refused("play 4")
    # 10:4 is 2:1, and a three is an exchange.
    cast(t, 3)
    assert (t.decider, t.asked) == ("axis", "Window")
    play(t, "play 4")
    assert outcome(t) == "DR"
    assert (t.back("9A"), t.asked) == (False, "Retreat")


@rule("NR card.4.soviet")
@pytest.mark.parametrize("after", [False, True])
def test_card_4_rasputitsa_stops_an_advance_at_one_hex(after: bool) -> None:
    t = attack(full("A.5", 7, "r0c4: 1Pz 9A", "r0c5: S", soviet="4"), "r0c5", "1Pz", "9A")
    if after:
        cast(t, 4)
        play(t, "play 4")
    else:
        t.do("roll")
        come(t, "play 4").do("play 4", dice=[4])
    t.pass_all()
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance 1Pz r0c5")
    assert t.asked != "Advance" or not any(text.startswith("advance 1Pz") for text in t.legal())


@rule("NR card.5.soviet")
def test_card_5_a_cavalry_raid_cuts_off_a_unit_near_soviets() -> None:
    t = full("A.3", 7, "Lublin: 9A", "r0c-3: 4A", "Finland: Fin", "r0c0: W", soviet="5")
    play(t, "play 5")
    assert t.legal() == ["choose 4A", "choose 9A"]
    t.do("choose 9A")
    assert t.unsupplied("9A")
    t.until("A.4")
    assert "Minsk" not in t.ends("9A")
    t.until("S.1")
    assert t.where("9A") == "Lublin"


@rule("NR card.5.soviet")
def test_card_5_a_cavalry_raid_reaches_four_hexes() -> None:
    far = full("A.3", 7, "Lublin: 9A", "r0c1: W", soviet="5")
    far.refused("play 5", "NR card.5.soviet")
    t = play(full("A.3", 7, "Lublin: 9A", "r-1c1: W", soviet="5"), "play 5", "choose 9A")
    t.until("A.4")
    assert t.explain("move 9A r-1c-2").tallies[0].total == 3
    t.until("S.3")
    assert not t.unsupplied("9A")


@rule("NR card.6.soviet")
def test_card_6_partisans_take_a_step_in_the_ussr() -> None:
    t = full("S.3", 7, "Kiev: 9A", "Minsk: 4A", "Warsaw: 6A", "Gorki: W", soviet="6")
    play(t, "play 6")
    assert (t.decider, t.legal()) == ("axis", ["lose 4A", "lose 9A"])
    t.do("lose 9A")
    assert (t.back("9A"), t.decider, t.asked) == (True, "soviet", "Organize")
    home = play(full("S.3", 7, "Warsaw: 6A", "Gorki: W", soviet="6"), "play 6")
    assert home.back("6A")


@rule("NR card.7.axis")
def test_card_7_production_problems_undo_an_upgrade() -> None:
    t = full("S.3", 7, "Gorki: Vor", "Saratov: W", axis="7").pass_all()
    t.do("flip Vor")
    assert t.back("Vor")
    play(t, "play 7")
    assert (t.back("Vor"), t.asked, t.decider) == (False, "Organize", "soviet")
    t.refused("flip Vor", "NR 7.upgrade")
    t.refused("flip W", "NR 7.upgrade")


@rule("NR card.7.axis", "NR 7.place.destroyed")
def test_card_7_production_problems_undo_a_return_and_the_cards_stay_paid() -> None:
    t = full("S.3", 7, "Gorki: Len", "destroyed: W", axis="7", soviet="5 6").pass_all()
    t.do("place W Moscow", "discard 5")
    come(t, "play 7")
    assert t.where("W") == "Moscow"
    play(t, "play 7")
    assert (t.where("W"), t.hand("soviet")) == ("destroyed", ["6"])
    assert not t.disorganized("W")


@rule("NR card.7.axis")
def test_card_7_production_problems_only_right_after_it() -> None:
    t = full("S.3", 7, "Gorki: Vor", axis="7", soviet="5").pass_all()
    t.do("flip Vor").do("pass")
    assert t.decider == "soviet"
    t.do("done")
    t.refused("play 7")
    assert t.back("Vor")


@rule("NR card.7.soviet")
def test_card_7_scorched_earth_makes_marsh_of_a_city() -> None:
    t = full("S.3", 2, "Gorki: W", soviet="7", axis="16 17 28")
    play(t, "play 7")
    assert {"at Minsk", "at Kiev"} <= set(t.legal())
    assert not {"at Moscow", "at Leningrad", "at Sevastopol", "at Stalingrad"} & set(t.legal())
    assert not {"at Warsaw", "at CaucasusOil"} & set(t.legal())
    t.do("at Minsk")
    assert t.state.scorched


@rule("NR card.7.soviet", "NR 4.removals", "NR 10.vp.total")
def test_card_7_a_scorched_city_counts_again_for_two_cards() -> None:
    t = full("A.7", 7, "Minsk: 9A", scorched="Minsk", axis="16 17 28")
    before = t.points
    t.do("restore Minsk", "discard 16", "discard 17").pass_all()
    assert t.points == before + 1
    assert not t.state.scorched
    fight = attack(full("A.5", 7, "Minsk: W", "r-4c2: 9A", scorched="Minsk"), "Minsk", "9A")
    assert fight.shifts() == {"marsh": -1}


@rule("NR card.8.axis")
def test_card_8_new_tank_design_shifts_against_tanks() -> None:
    def phase(*played: str) -> Table:
        t = full("A.5", 14, "r0c4: 4Pz", "r0c5: Res+", axis="8")
        return attack(play(t, *played) if played else t, "r0c5", "4Pz")

    assert phase().shifts() == {}
    assert phase("play 8 armor").shifts() == {"armor": 1}
    early = full("A.5", 10, "r0c4: 4Pz", "r0c5: Res+", axis="8")
    early.refused("play 8 armor", "NR 5.initiative")


@rule("NR card.8.axis")
def test_card_8_new_tank_design_cancels_the_soviet_bonus() -> None:
    def phase(*played: str) -> Table:
        t = full("S.5", 14, "r0c4: Res+", "r0c5: 9A", axis="8")
        return attack(play(t, *played) if played else t, "r0c5", "Res")

    assert phase().shifts() == {"armor": 1}
    assert phase("play 8 cancel").shifts() == {}
    t = full("S.5", 14, "r0c4: Res+", "r0c5: 9A", axis="8", soviet="1")
    while t.decider == "soviet":
        t.do("pass")
    t.refused("play 8 armor", "NR card.8.axis")


@rule("NR card.8.soviet")
def test_card_8_lend_lease_draws_two_from_turn_6() -> None:
    t = full("S.1", 6, "Gorki: W", soviet="8 5")
    play(t, "play 8 draw")
    assert len(t.hand("soviet")) == 3
    assert full("S.1", 19, "Gorki: W", soviet="8").can("play 8 draw")
    full("S.1", 5, "Gorki: W", soviet="8").refused("play 8 draw", "NR card.8.soviet")


@rule("NR card.8.soviet")
def test_card_8_lend_lease_is_an_upgrade_more() -> None:
    t = full("S.3", 7, "Gorki: Vor", "Saratov: W", "Moscow: SW", soviet="8").pass_all()
    t.do("flip Vor")
    t.refused("flip W", "NR 7.upgrade")
    play(t, "play 8 upgrade", "flip W")
    assert t.back("W")
    t.refused("flip SW", "NR 7.upgrade")
    late = full("S.3", 18, "Gorki: Vor", soviet="8").pass_all()
    late.refused("play 8 upgrade", "NR card.8.soviet")


@rule("NR card.9.axis")
def test_card_9_unseasonal_weather_may_flip_the_next_variable_turn_alone() -> None:
    t = drawn("A.1", 7, "9")
    assert t.legal() == ["say next", "pass"]
    t.do("say next", dice=[1, 1, 1, 1])
    assert (t.state.weathers[7], t.state.weathers[9]) == (CLEAR, MUD)
    assert len(t.hand("axis")) == 4


@rule("NR card.9.soviet")
def test_card_9_za_rodinu_keeps_one_of_two_new_cards() -> None:
    t = full("S.1", 7, "Gorki: W", soviet="9 5")
    play(t, "play 9 draw")
    new = [text for text in t.legal() if text.startswith("discard")]
    assert len(new) == 2
    assert "discard 5" not in new
    t.do(new[1])
    assert len(t.hand("soviet")) == 2


@rule("NR card.10.axis")
def test_card_10_battle_initiative_moves_one_unit_at_the_end_of_soviet_movement() -> None:
    t = full("S.4", 7, "r0c2: 9A", "r0c4: 4A", "r0c5: W", "r2c0: 6A", axis="10", unsupplied="6A")
    assert t.decider == "soviet"
    t.do("done")
    play(t, "play 10")
    t.refused("move 4A r0c3", "NR card.10.axis")
    t.refused("move 6A r2c1", "NR card.10.axis")
    assert "r-1c4" in t.ends("9A")
    t.refused("move 9A r-1c5")
    t.do("move 9A r-1c3")
    assert (t.where("9A"), t.asked == "Pick") == ("r-1c3", False)


@rule("NR card.10.soviet")
def test_card_10_not_a_step_back_makes_exchanges_of_retreats() -> None:
    t = play(full("A.5", 7, "r0c4: 9A", "r0c5: W", soviet="10"), "play 10")
    attack(t, "r0c5", "9A")
    cast(t, 6)
    assert outcome(t) == "EX"
    assert (t.back("9A"), t.where("9A"), t.where("W")) == (True, "r0c4", "destroyed")


@rule("NR card.11.axis")
@pytest.mark.parametrize(("turn", "weather"), [(7, CLEAR), (9, MUD), (4, LONG), (5, SNOW), (3, CLEAR)])
def test_card_11_fickle_weather_flips_a_variable_turn(turn: int, weather: int) -> None:
    t = drawn("A.1", turn, "11")
    assert t.state.weathers[turn] == weather
    assert len(t.hand("axis")) == (5 if turn == 9 else 4)
    assert t.discards[-1] == "11"


@rule("NR card.11.soviet")
def test_card_11_no_mercy_costs_each_side_a_step_more() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: Kal", soviet="11"), "r0c5", "9A", "4A")
    t.do("roll")
    come(t, "play 11").do("play 11", dice=[4])
    t.pass_all()
    # 8:4 is 2:1, and a four is a retreat: but the defender has no step to spare.
    assert outcome(t) == "DR"
    assert (t.decider, t.legal()) == ("axis", ["lose 9A", "lose 4A"])
    t.do("lose 4A")
    assert (t.back("4A"), t.back("9A"), t.where("Kal")) == (True, False, "destroyed")


@rule("NR card.11.soviet", "NR 9.step")
def test_card_11_no_mercy_comes_on_top_of_an_exchange_and_a_counterattack() -> None:
    t = attack(full("A.5", 7, "r0c4: 9A 4A", "r0c5: Kal", soviet="11"), "r0c5", "9A", "4A")
    t.do("roll")
    come(t, "play 11").do("play 11", dice=[3])
    t.pass_all()
    t.do("lose 4A", "lose 4A")
    assert t.where("4A") == "destroyed"
    back = attack(full("A.5", 7, "r0c4: 9A", "r0c5: Kal", soviet="11"), "r0c5", "9A")
    back.do("roll")
    come(back, "play 11").do("play 11", dice=[1])
    back.pass_all()
    assert (back.asked, back.decider) == ("Strike", "soviet")
    back.do("pass")
    assert (back.back("9A"), back.where("Kal")) == (True, "destroyed")


@rule("NR card.12.axis")
def test_card_12_bock_draws_when_it_pays_for_a_replacement() -> None:
    t = full("A.3", 6, "Warsaw: 9A-", axis="12").pass_all()
    t.do("flip 9A", "discard 12").pass_all()
    assert (t.back("9A"), len(t.hand("axis"))) == (False, 1)
    rails = full("A.4", 6, "Warsaw: 9A 4A", axis="12")
    rails.do("entrain 9A", "entrain 4A", "discard 12").pass_all()
    assert (rails.where("4A"), rails.hand("axis")) == ("rail", [])
    late = full("A.3", 12, "Warsaw: 9A-", axis="12 16").pass_all()
    late.do("flip 9A", "discard 12", "discard 16").pass_all()
    assert late.hand("axis") == []


@rule("NR card.12.soviet", "NR card.13.soviet")
@pytest.mark.parametrize(("card", "weather"), [("12", MUD), ("13", SNOW)])
def test_cards_12_and_13_generals_mud_and_winter_rule_the_next_variable_turn(card: str, weather: int) -> None:
    t = drawn("S.1", 7, card)
    assert (t.state.weathers[7], t.state.weathers[8], t.state.weathers[9]) == (CLEAR, CLEAR, weather)
    assert len(t.hand("soviet")) == 4
    late = drawn("S.1", 22, card)
    assert late.state.weathers[23] == weather


@rule("NR card.13.axis")
@pytest.mark.parametrize(("attacks", "lost"), [(3, 1), (4, 0)])
def test_card_13_a_summer_campaign_needs_four_attacks(attacks: int, lost: int) -> None:
    targets = ("r0c5", "r2c5", "r-2c6", "r4c3")
    stacks = [f"{space}: {unit}" for space, unit in zip(targets, ("W", "SW", "S", "NW"), strict=True)]
    stacks += ["r0c4: 1Pz 2Pz", "r2c4: 9A 4A", "r-2c5: 6A 17A", "r4c2: 3Pz"]
    t = full("A.1", 7, *stacks, axis="13")
    play(t, "play 13", dice=(1, 1, 1))
    assert len(t.hand("axis")) == 3
    for space in targets[:attacks]:
        come(t, f"target {space}").do(f"target {space}")
    leave(t)
    assert points(t, "NR card.13.axis") == lost
    full("A.1", 6, "r0c0: 9A", axis="13").refused("play 13", "NR card.13.axis")


@rule("NR card.14.axis")
def test_card_14_inexperienced_officers_cancel_a_card_just_played() -> None:
    t = attack(full("S.5", 8, "r0c4: W", "r0c5: 9A", axis="14", soviet="22"), "r0c5", "W")
    t.do("play 22 axis")
    assert (t.decider, t.asked) == ("axis", "Reaction")
    t.do("play 14")
    assert t.told("Zhukov is cancelled")
    assert t.state.forces == ()
    assert (t.decider, t.asked) == ("soviet", "Battle")


@rule("NR card.14.soviet")
def test_card_14_russian_tenacity_holds_a_city() -> None:
    t = attack(full("A.5", 7, "r0c1: 1Pz 2Pz", "Kiev: W", soviet="14"), "Kiev", "1Pz", "2Pz")
    cast(t, 6)
    play(t, "play 14")
    assert outcome(t) == "EX"
    field = attack(full("A.5", 7, "r0c4: 1Pz 2Pz", "r0c5: W", soviet="14"), "r0c5", "1Pz", "2Pz")
    cast(field, 6)
    field.refused("play 14")


@rule("NR card.15.axis")
def test_card_15_a_backhand_blow_takes_two_counterblows_off() -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", "r-2c5: 6A", "r-2c6: S")
    t = full("A.5", 7, *stacks, left="r0c5 r2c5 r-2c6", axis="15")
    play(t, "play 15")
    assert t.legal() == ["at r-2c6", "at r0c5", "at r2c5", "done"]
    t.do("at r0c5", "at r2c5")
    assert len(t.state.bound) == 1
    assert len(t.hand("axis")) == 1
    none = full("A.5", 7, *stacks, axis="15")
    while none.asked == "Window":
        none.refused("play 15")
        none.do("pass")


@rule("NR card.15.axis")
def test_card_15_a_backhand_blow_answers_blows_just_laid() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="15", soviet="30")
    come(t, "blow r0c5").do("blow r0c5", "discard 30")
    play(t, "play 15", "at r0c5", "done")
    assert (t.state.blows, t.state.bound) == ((), ())


@rule("NR card.15.soviet")
@pytest.mark.parametrize("stage", ["A.5", "S.5"])
def test_card_15_strategic_reserves_come_at_the_end_of_combat(stage: str) -> None:
    t = full(stage, 9, "r0c0: 9A", "Gorki: Len", "surrendered: W", "destroyed: S", soviet="15")
    play(t, "play 15")
    assert t.stage == stage
    t.do("choose W")
    assert (t.where("W"), t.where("S")) == ("rail", "destroyed")
    t.until(f"{stage[0]}.8")
    come(t, "detrain W Moscow")
    assert t.stage == f"{stage[0]}.8"
