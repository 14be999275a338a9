"""No Retreat!, cards 24 to 30."""

import pytest
from tests.games.noretreat.cards import attack, cast, come, full, outcome, play, strengths
from tests.games.noretreat.table import Table

from berlin.kernel.proof.mark import rule


@rule("NR card.24.axis")
def test_card_24_hold_at_all_costs_for_a_whole_soviet_phase() -> None:
    t = play(full("S.5", 14, "r0c4: Kal", "r0c5: 9A", "r3c3: W", "r3c4: 4A", axis="24"), "play 24")
    t.do("target r0c5", "target r3c4")
    come(t, "attack r0c5").do("attack r0c5")
    cast(t, 6)
    assert outcome(t) == "EX"
    assert (t.back("9A"), t.where("9A")) == (True, "r0c5")
    cast(come(t, "roll"), 6)
    assert outcome(t) == "EX"
    assert t.back("4A")


@rule("NR card.24.soviet")
def test_card_24_a_western_offensive_costs_two_cards_or_a_card_and_a_step() -> None:
    def phase(axis: str) -> Table:
        return play(full("S.1", 14, "r0c0: 9A", "Gorki: W", soviet="24", axis=axis), "play 24")

    t = phase("3 7 10")
    assert (t.decider, t.legal()) == ("axis", ["discard 3", "discard 7", "discard 10"])
    t.do("discard 3")
    assert t.legal() == ["discard 7", "discard 10", "lose 9A"]
    t.do("discard 7")
    assert (t.hand("axis"), t.back("9A"), t.decider) == (["10"], False, "soviet")
    step = phase("3 7").do("discard 7", "lose 9A")
    assert (step.hand("axis"), step.back("9A")) == (["3"], True)
    one = phase("3").do("discard 3")
    assert one.legal() == ["lose 9A"]
    none = phase("")
    assert none.legal() == ["lose 9A"]


@rule("NR card.24.soviet")
def test_card_24_only_who_could_be_sent_west_takes_the_step() -> None:
    def asked(*stacks: str, **more: object) -> list[str]:
        t = full("S.1", 24, *stacks, "Gorki: W", soviet="24", axis="30", **more)
        return play(t, "play 24").do("discard 30").legal()

    assert asked("Finland: Fin", "r0c0: 9A", "r2c0: Hun1") == ["lose 9A", "lose Hun1"]
    still = ("Konigsberg: FesK VolK", "Berlin: BerG", "Riga: LwG")
    assert asked("Finland: Fin 18A", *still) == ["lose 18A"]
    assert asked("r0c0: 9A", "r2c0: 4A", unsupplied="9A") == ["lose 4A"]
    # Where nobody could be, nobody is.
    assert asked("Finland: Fin", *still) == ["pass"]


@rule("NR card.25.axis")
def test_card_25_ersatz_units_bring_two_cadres() -> None:
    t = full("A.3", 14, "Warsaw: 9A", "due: KG1 KG2 KG3 KG4", axis="25").pass_all()
    play(t, "play 25")
    assert [t.where(f"KG{n}") for n in (1, 2, 3, 4)] == ["rail", "rail", "due", "due"]
    few = full("A.3", 14, "Warsaw: KG1", "rail: KG2 KG3", "destroyed: KG4", axis="25").pass_all()
    play(few, "play 25")
    assert [few.where(f"KG{n}") for n in (1, 2, 3, 4)] == ["Warsaw", "rail", "rail", "rail"]
    all_there = full("A.3", 14, "Warsaw: KG1 KG2", "rail: KG3 KG4", axis="25").pass_all()
    all_there.refused("play 25", "NR card.25.axis")


@rule("NR card.25.axis")
@pytest.mark.parametrize("waiting", [1, 2, 3, 4])
def test_card_25_ersatz_units_spare_who_would_come_back_by_himself(waiting: int) -> None:
    lost = " ".join(f"KG{n}" for n in (1, 2, 3, 4) if n != waiting)
    t = full("A.3", 14, "Warsaw: 9A", f"shattered: KG{waiting}", f"destroyed: {lost}", axis="25").pass_all()
    play(t, "play 25")
    assert t.where(f"KG{waiting}") == "shattered"
    assert [t.where(unit) for unit in lost.split()] == ["rail", "rail", "destroyed"]


@rule("NR card.25.soviet")
@pytest.mark.parametrize("stage", ["A.1", "S.1"])
def test_card_25_the_red_orchestra_reads_the_axis_hand(stage: str) -> None:
    keep = "3 7" if stage == "A.1" else "3 7 10 29"
    t = full(stage, 14, "r0c0: 9A", "Gorki: W", soviet="25", axis=keep)
    before = len(come(t, "play 25").hand("axis"))
    play(t, "play 25")
    assert t.decider == "soviet"
    assert t.legal() == [f"discard {card}" for card in t.hand("axis")]
    seen = [card.name for card in t.scene("soviet").cards if card.seat == 0]
    assert "a card" not in seen
    t.do("discard 7")
    assert len(t.hand("axis")) == before - 1
    assert "7" in t.discards
    hidden = [card.name for card in t.scene("soviet").cards if card.seat == 0 and card.name == "a card"]
    assert len(hidden) == before - 1


@rule("NR card.25.soviet")
def test_card_25_an_empty_axis_hand_leaves_nothing_to_read() -> None:
    t = play(full("S.1", 14, "r0c0: 9A", "Gorki: W", soviet="25"), "play 25")
    assert t.asked != "Pick"
    assert t.discards[0] == "25"


@rule("NR card.26.axis", "NR card.37.soviet", "NR 9.counterblow")
@pytest.mark.parametrize(("card", "phase", "seat"), [("26", "S", "axis"), ("37", "A", "soviet")])
def test_cards_26_and_37_need_no_other_card(card: str, phase: str, seat: str) -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", "r-2c5: 6A", "r-2c6: S")
    t = full(f"{phase}.5", 7, *stacks, **{seat: card})
    play(t, f"play {card}")
    mine = ("r0c4", "r2c4", "r-2c5") if seat == "axis" else ("r0c5", "r2c5", "r-2c6")
    t.do(f"blow {mine[0]}", f"blow {mine[1]}")
    assert len(t.state.blows) == 2
    assert not any(text.startswith("blow") for text in t.legal())


@rule("NR card.26.axis", "NR card.37.soviet")
@pytest.mark.parametrize(("card", "phase", "seat"), [("26", "S", "axis"), ("37", "A", "soviet")])
def test_cards_26_and_37_lay_two_counterblows_for_one_card(card: str, phase: str, seat: str) -> None:
    stacks = ("r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", "r-2c5: 6A", "r-2c6: S")
    t = full(f"{phase}.5", 7, *stacks, **{seat: f"{card} 30"})
    while t.decider != seat or t.asked != "Countering":
        t.refused(f"play {card}")
        t.do("done" if "done" in t.legal() else "pass")
    play(t, f"play {card}")
    mine = ("r0c4", "r2c4", "r-2c5") if seat == "axis" else ("r0c5", "r2c5", "r-2c6")
    t.do(f"blow {mine[0]}", f"blow {mine[1]}")
    assert t.hand(seat) == ["30"]
    assert len(t.state.blows) == 2
    t.do(f"blow {mine[2]}")
    assert t.asked == "Pay"


@rule("NR card.26.axis")
def test_card_26_mobile_defense_needs_a_place_for_a_counterblow() -> None:
    t = full("S.5", 7, "r0c4: 9A", "r0c7: W", axis="26")
    while t.stage == "S.5":
        t.refused("play 26")
        t.do("pass" if "pass" in t.legal() else "done")


@rule("NR card.26.soviet")
def test_card_26_na_berlin_copies_the_top_discard() -> None:
    t = attack(full("S.5", 18, "r0c4: Kal", "r0c5: 9A", soviet="26", discards="30 28"), "r0c5", "Kal")
    play(t, "play 26")
    assert t.shifts() == {"Katyushas": 2}
    assert t.discards[-2:] == ["28", "26"]


@rule("NR card.26.soviet")
@pytest.mark.parametrize("top", ["40", "12", "2", "30", "15"])
def test_card_26_na_berlin_copies_nothing_immediate_or_of_another_moment(top: str) -> None:
    t = attack(full("S.5", 18, "r0c4: Kal", "r0c5: 9A", soviet="26", discards=f"28 {top}"), "r0c5", "Kal")
    t.refused("play 26", "NR card.26.soviet")


@rule("NR card.26.soviet")
def test_card_26_na_berlin_minds_the_icon_of_what_it_copies() -> None:
    t = full("S.3", 14, "Gorki: W", "destroyed: SW", soviet="26", discards="2").pass_all()
    t.refused("play 26", "NR card.26.soviet")
    fits = full("S.3", 14, "Gorki: W", soviet="26", discards="38").pass_all()
    assert fits.can("play 26")


@rule("NR card.26.soviet", "NR card.33.soviet", "NR 5.once")
def test_card_26_a_copied_stavka_takes_stavka_back_to_sleep() -> None:
    t = full("S.1", 14, "Gorki: W", soviet="26", discards="28 33")
    play(t, "play 26")
    assert t.hand("soviet") == ["33"]
    assert t.discards == ["28", "26"]
    t.refused("play 33", "NR 5.once")


@rule("NR card.27.axis")
def test_card_27_a_river_crossing_may_be_rolled_again() -> None:
    t = attack(full("A.5", 7, "r0c7: 9A", "r0c6: W", axis="27"), "r0c6", "9A")
    assert t.shifts() == {"river": -1}
    play(t, "play 27")
    assert t.shifts() == {}
    cast(t, 2)
    assert t.legal() == ["say yes", "say no"]
    t.do("say yes", dice=[5])
    assert outcome(t) == "DR"


@rule("NR card.27.axis")
def test_card_27_only_a_dash_is_rolled_again_and_once() -> None:
    t = attack(full("A.5", 7, "r0c7: 9A", "r0c6: W", axis="27"), "r0c6", "9A")
    play(t, "play 27")
    cast(t, 3)
    assert outcome(t) == "CB"
    twice = attack(full("A.5", 7, "r0c7: 9A", "r0c6: W", axis="27"), "r0c6", "9A")
    play(twice, "play 27")
    cast(twice, 2).do("say yes", dice=[2])
    assert outcome(twice) == "-"


@rule("NR card.27.axis")
def test_card_27_a_river_crossing_need_not_be_rolled_again() -> None:
    t = attack(full("A.5", 7, "r0c7: 9A", "r0c6: W", axis="27"), "r0c6", "9A")
    play(t, "play 27")
    cast(t, 2).do("say no", dice=[5])
    assert outcome(t) == "-"
    assert t.where("W") == "r0c6"


@rule("NR card.27.soviet")
def test_card_27_konev_needs_two_to_one_and_no_die() -> None:
    low = attack(full("S.5", 14, "r0c4: W+", "r0c5: 9A", soviet="27"), "r0c5", "W")
    assert low.column() == "3:2"
    low.refused("play 27", "NR card.27.soviet")
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A", soviet="27"), "r0c5", "SW")
    assert t.column() == "2:1"
    play(t, "play 27")
    cast(t)
    assert outcome(t) == "DR"
    assert not any(event.kind == "die" for event in t.events)


@rule("NR card.27.soviet", "NR card.29.axis")
def test_card_27_model_can_spoil_the_odds_for_konev() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A", soviet="27", axis="29"), "r0c5", "SW")
    play(t, "play 27")
    t.do("roll")
    come(t, "play 29").do("play 29", dice=[3])
    while t.asked == "Reaction":
        t.do("pass", dice=[3])
    # 8:8 is 1:1, and a three is nothing.
    assert outcome(t) == "-"


@rule("NR card.28.axis")
def test_card_28_a_soviet_snafu_reads_the_same_die_a_column_left() -> None:
    t = attack(full("S.5", 7, "r0c4: SW", "r1c4: Cen", "r0c5: 9A", axis="28"), "r0c5", "SW", "Cen")
    t.refused("play 28")
    cast(t, 3)
    play(t, "play 28")
    assert outcome(t) == "CB"
    own = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="28"), "r0c5", "9A")
    cast(own, 3)
    own.refused("play 28")


@rule("NR card.28.soviet")
@pytest.mark.parametrize(("turn", "shift"), [(12, 1), (16, 1), (17, 2), (22, 2)])
def test_card_28_katyushas_are_worth_two_from_1944(turn: int, shift: int) -> None:
    t = attack(full("S.5", turn, "r0c4: Kal", "r0c5: 9A", soviet="28"), "r0c5", "Kal")
    play(t, "play 28")
    assert t.shifts() == {"Katyushas": shift}


@rule("NR card.29.axis")
def test_card_29_model_doubles_every_defender() -> None:
    t = attack(full("S.5", 14, "r0c4: SW+", "r0c5: 9A 16A", axis="29"), "r0c5", "SW")
    assert strengths(t) == (8, 7)
    t.do("roll")
    come(t, "play 29").do("play 29", dice=[1])
    while t.asked == "Reaction":
        t.do("pass", dice=[1])
    assert any(event.text.startswith("defence") and event.text.endswith("= 14") for event in t.events)
    own = attack(full("A.5", 14, "r0c4: 9A", "r0c5: W", axis="29"), "r0c5", "9A")
    own.refused("play 29")


@rule("NR card.29.soviet")
def test_card_29_a_wave_assault_attacks_once_more() -> None:
    # Nobody stands next to 4A, nor next to 6A in the corner of the map.
    stacks = ("r0c4: SW+", "r0c5: 9A", "r2c4: 4A", "r-9c8: 6A")
    t = attack(full("S.5", 14, *stacks, soviet="29"), "r0c5", "SW")
    t.refused("play 29")
    cast(t, 1)
    come(t, "play 29")
    assert t.state.targets == ()
    play(t, "play 29")
    assert t.legal() == ["at r0c5"]
    t.do("at r0c5", "join SW")
    cast(t, 3)
    assert outcome(t) == "EX"
    assert [event.data[0] for event in t.events if event.kind == "result" and event.data] == ["-", "EX"]


@rule("NR card.29.soviet")
def test_card_29_a_wave_assault_needs_an_enemy_next_to_it() -> None:
    t = full("S.5", 14, "r0c4: SW+", "r0c7: 9A", soviet="29")
    while t.stage == "S.5":
        t.refused("play 29")
        t.do("pass")


@rule("NR card.30.axis")
@pytest.mark.parametrize("turn", [14, 24])
def test_card_30_last_reserves_are_two_steps_for_a_point(turn: int) -> None:
    t = full("A.3", turn, "Warsaw: 9A- 4A-", "Lublin: 6A-", axis="30", extended=True).pass_all()
    before = t.points
    play(t, "play 30", "flip 9A", "flip 6A")
    assert [t.back(unit) for unit in ("9A", "4A", "6A")] == [False, True, False]
    assert (t.points, t.asked) == (before + 1, "Organize")


@rule("NR card.30.axis")
def test_card_30_placement_closes_the_flips_for_cards_too() -> None:
    t = full("A.3", 14, "Warsaw: 9A-", "destroyed: 4A-", axis="30").pass_all()
    play(t, "play 30", "place 4A Lublin")
    assert not any(text.startswith("flip") for text in t.legal())


@rule("NR card.30.axis", "NR 4.organization")
def test_card_30_reorganization_closes_the_placement_for_cards_too() -> None:
    stacks = ("Warsaw: 9A", "destroyed: 4A-")
    t = full("A.3", 14, *stacks, axis="30 16", disorganized="9A").pass_all()
    assert t.can("play 30")
    t.do("reorganize 9A", "discard 16").pass_all()
    assert (t.asked, t.disorganized("9A")) == ("Organize", False)
    t.refused("play 30", "NR card.30.axis")
    t.do("done")
    t.refused("flip 9A", "NR 4.organization")


@rule("NR card.30.soviet")
def test_card_30_yeremenko_shifts_an_axis_attack_left() -> None:
    t = attack(full("A.5", 13, "r0c4: 9A 4A", "r0c5: S", soviet="30"), "r0c5", "9A", "4A")
    cast(t, 4)
    play(t, "play 30")
    # 8:3 is 2:1 with DR; at 3:2 a four is an exchange.
    assert outcome(t) == "EX"


@rule("NR card.30.axis")
def test_card_30_a_step_is_taken_outside_enemy_zones_alone() -> None:
    def offered(*stacks: str) -> list[str]:
        t = full("A.3", 14, *stacks, "Moscow: Mos+", axis="30").pass_all()
        return [text for text in play(t, "play 30").legal() if text.startswith("flip")]

    # A zone that ends next to it is none of its own.
    assert offered("Warsaw: 9A-", "r-5c1: W") == ["flip 9A"]
    assert offered("Warsaw: 9A-", "Lublin: 4A-", "r-6c-1: W") == ["flip 4A"]
