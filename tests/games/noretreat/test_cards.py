"""No Retreat! 5: the deck, hands, payments, windows, cancels."""

from random import Random

import pytest
from tests.games.noretreat.cards import attack, cast
from tests.games.noretreat.table import Table, fight, front

from berlin.games.noretreat.board.deck import KIT, STANDARD, START, WHOLE
from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import AXIS, find_card
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.cards import card_phase
from berlin.games.noretreat.state.state import Draft
from berlin.games.noretreat.state.words import WAY_NAMES
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule


def full(stage: str, turn: int, *stacks: str, **more: object) -> Table:
    return front(stage, turn, *stacks, deck="full", **more)


@rule("NR 5.deck", "NR 5.deck.option", "NAB 5.5b")
def test_5_the_decks() -> None:
    assert START[STANDARD].bit_count() == 44
    assert START[KIT].bit_count() == 27
    t = Table.new("war", deck="full")
    cards = t.state.hands[0] | t.state.hands[1] | t.state.pile
    assert cards.bit_count() + len(t.state.discards) + len(t.state.aside) == 44
    kit = Table.new("war")
    assert kit.state.deck == KIT
    assert Table.new("war", kit="no").state.deck == STANDARD
    with pytest.raises(BadText):
        Table.new("war", deck="poker")


@rule("NR 5.halves")
def test_5_a_player_uses_only_his_own_half() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", soviet="1", axis="2")
    assert not t.can("play 1 double")
    t = full("S.5", 7, "r0c4: 9A", "r0c5: W", soviet="1")
    t.do("target r0c4")
    t.refused("play 1 double", "NR 5.use.event", "NR card.1.soviet")


@rule("NR 5.initiative")
def test_5_icons_need_the_initiative_and_any_card_pays() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="6").pass_all().do("target r0c5").pass_all()
    assert t.can("play 6 shift")
    late = full("A.5", 12, "r0c4: 9A", "r0c5: W", axis="6").pass_all().do("target r0c5").pass_all()
    late.refused("play 6 shift", "NR 5.initiative")
    rails = full("A.4", 12, "Warsaw: 9A 4A", axis="6")
    rails.do("entrain 9A", "entrain 4A", "discard 6")
    assert rails.where("4A") == "rail"


@rule("NR 5.immediate", "NR card.20.axis")
def test_5_an_immediate_event_is_resolved_and_replaced() -> None:
    others = " ".join(str(n) for n in range(1, 45) if n not in (20, 7, 8, 10, 12))
    # The pile is 7, 8, 10, 12 and 20: the fifth of them is the Crusade.
    t = full("A.1", 8, "r0c4: 9A", discards=others, dice=[5, 1, 1, 1, 1, 1]).do("done")
    assert t.told("Anti-Bolshevik Crusade, which is resolved at once")
    assert len(t.hand("axis")) == 5
    assert t.discards == ["20"]


@rule("NR 5.draw", "NR 4.playerturn")
def test_5_discard_down_to_two_then_draw_four() -> None:
    t = full("A.1", 7, "r0c4: 9A", axis="7 8 10 12 15", soviet="1")
    t.refused("done", "NR 5.draw")
    t.do("discard 7", "discard 8", "discard 10")
    assert t.can("done")
    assert t.can("discard 12")
    t.do("done")
    assert len(t.hand("axis")) == 6
    assert {"12", "15"} <= set(t.hand("axis"))


@rule("NR 5.draw.first", "NR scenario.1941.state", "NR 1.sides")
def test_5_on_turn_1_the_axis_draws_six_and_discards_two() -> None:
    t = Table.new("war", seed=5)
    assert (t.decider, t.stage, len(t.hand("axis")), t.hand("soviet")) == ("axis", "A.1", 6, [])
    t.refused("done", "NR 5.draw")
    t.do(f"discard {t.hand('axis')[0]}", f"discard {t.hand('axis')[1]}", "done")
    assert len(t.hand("axis")) == 4


@rule("NR 5.draw.bonus", "NR 11.turn8", "NR 11.turn9", "NR 11.turn21")
@pytest.mark.parametrize(
    ("stage", "turn", "number"),
    [("A.1", 7, 4), ("A.1", 8, 5), ("A.1", 9, 5), ("S.1", 20, 4), ("S.1", 21, 5), ("S.1", 25, 5)],
)
def test_5_some_turns_bring_a_card_more(stage: str, turn: int, number: int) -> None:
    t = front(stage, turn, "r0c4: 9A", "r0c7: W", extended=True)
    seat = "axis" if stage[0] == "A" else "soviet"
    assert len(t.hand(seat)) == number


@rule("NR 5.draw.rumania", "NAB 5.2a", "NAB 5.2b", "NAB 5.0")
def test_5_rumania_weighs_on_the_axis_draw() -> None:
    inside = ("r4c-5: W", "r4c-6: SW", "r3c-5: S")

    def drawn(turn: int, *stacks: str, **more: object) -> int:
        t = front("A.1", turn, "r0c4: 9A", *stacks, **more)
        while t.asked == "Hand" and "done" in t.legal():
            t.do("done")
        return len(t.hand("axis"))

    assert drawn(15) == 4
    assert drawn(15, *inside[:1]) == 3
    assert drawn(15, *inside[:2]) == 3
    assert drawn(15, *inside) == 2
    assert drawn(18, *inside) == 4
    assert drawn(18, soviet_holds="Ploesti") == 3


@rule("NR 5.draw", "NR 5.draw.first")
def test_5_on_turn_1_the_soviets_draw_as_ever() -> None:
    t = front("S.1", 1, "r0c4: 9A", "Gorki: W", soviet="K9 K10")
    assert (t.asked, len(t.hand("soviet"))) == ("Hand", 2)
    assert len(t.do("done").hand("soviet")) == 6


@rule("NR 5.use.event")
def test_5_who_plays_a_card_is_warned_that_it_is_discarded() -> None:
    t = front("A.4", 7, "r0c1: 1Pz", axis="K10")
    assert GAME.warnings(t.state, GAME.read("play K10 move")) == (
        f"{card_name(find_card('K10'), AXIS)} is discarded [NR 5.use.event]",
    )
    assert GAME.warnings(t.state, GAME.read("move 1Pz r0c2")) == ()
    assert GAME.warnings(t.state, GAME.read("play K11")) == ()


@rule("NR 5.use.event", "NR 5.window")
def test_5_a_card_played_for_what_it_does_not_do_is_told_what_it_does() -> None:
    t = front("A.4", 7, "r0c1: 1Pz", "r0c9: W", axis="K10")
    ways = f"{WAY_NAMES['move']}, or {WAY_NAMES['advance']}"
    assert t.refused("play K10 save").reason.endswith(ways)
    knight = attack(front("A.5", 7, "r0c4: 9A", "r0c5: W", axis="K9"), "r0c5", "9A")
    cast(knight, 2)
    assert knight.can("play K9")
    assert knight.refused("play K9 save").reason.endswith("the one thing it does")


@rule("NR 5.draw.rumania", "NR 10.sudden.soviet")
@pytest.mark.parametrize(("lost", "rate"), [(0, 3), (1, 2), (2, 1), (3, 1), (9, 1)])
def test_5_however_much_is_lost_the_axis_draws_one(
    lost: int, rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_phase, "rumanian_penalty", lambda d: lost)
    d = Draft(front("A.1", 15, "r0c4: 9A", short="axis").state)
    assert card_phase.draw_rate(d, AXIS).total == rate


@rule("NR 5.reshuffle")
def test_5_the_discards_are_shuffled_in_when_one_card_is_left() -> None:
    cards = [str(n) for n in range(1, 45) if n not in (9, 11, 20)]
    t = full("A.1", 7, "r0c4: 9A", discards=" ".join(cards[:-1]), soviet="9 11 20").do("done")
    assert t.told("shuffled together")
    assert len(t.hand("axis")) == 4
    assert t.discards == []
    few = full("A.1", 7, "r0c4: 9A", soviet=" ".join(str(n) for n in (9, 11, 20)), axis=" ".join(cards[:2]))
    assert few.asked == "Hand"


@rule("NR 5.use.event", "NR card.6.axis")
def test_5_a_card_is_played_for_its_event_and_discarded() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="6").pass_all().do("target r0c5").pass_all()
    before = t.column()
    t.do("play 6 shift")
    assert t.discards == ["6"]
    assert (before, t.column()) == ("1:1", "3:2")
    assert t.shifts() == {"Luftwaffe": 1}


@rule("NR 5.use.event")
def test_5_a_card_is_offered_at_its_moment_and_at_no_other() -> None:
    t = full("A.4", 7, "r0c4: 9A", "r0c5: W", axis="6")
    t.refused("play 6 shift", "NR card.6.axis", "NR 5.use.event")


@rule("NR 5.once", "NR card.5.axis")
def test_5_a_card_taken_back_sleeps_until_the_next_phase() -> None:
    t = full("A.1", 7, "r0c4: 9A", axis="5 1", discards="7 13 6 20")
    t.do("play 5")
    assert t.legal() == ["take 6", "take 13"]
    t.refused("take 20", "NR card.5.axis")
    t.do("take 13")
    assert "13" in t.hand("axis")
    assert t.discards == []
    t.do("discard 1")
    assert t.state.barred
    t.until("A.3")
    assert not t.state.barred


@rule("NR 5.pay")
def test_5_a_forbidden_event_still_pays() -> None:
    t = full("S.3", 13, "Leningrad: Len", soviet="9").pass_all()
    t.do("flip Len", "discard 9")
    assert t.back("Len")


@rule("NR 5.window", "NR card.16.axis", "NR card.30.soviet")
def test_5_rerolls_come_before_column_shifts() -> None:
    t = full("A.5", 13, "r0c4: 9A 4A", "r0c5: S", axis="16", soviet="30").pass_all()
    t.do("target r0c5").pass_all()
    if t.asked == "Countering":
        t.do("done").pass_all()
    t.do("join 9A", "join 4A", "roll", dice=[2])
    if t.decider == "soviet":
        t.do("pass", dice=[2])
    assert (t.decider, t.asked) == ("axis", "Window")
    t.do("play 16", dice=[6])
    while t.asked == "Reaction":
        t.do("pass")
    assert (t.decider, t.asked) == ("soviet", "Window")
    t.do("play 30").pass_all()
    # 8:3 is 2:1; one column left it is 3:2, and a six there is a retreat, not a shattering.
    assert t.told("result: DR")


@rule("NR 5.window")
def test_5_one_card_before_the_roll() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="6 1").pass_all().do("target r0c5").pass_all()
    t.do("play 6 shift")
    t.refused("play 1 double", "NR 5.window")


@rule("NR card.1.axis")
def test_card_1_manstein_doubles_a_unit_or_lays_counterblows() -> None:
    t = full("A.5", 7, "r0c4: 1Pz 9A", "r0c5: W", axis="1").do("target r0c5", "join 1Pz")
    t.do("play 1 double", "choose 1Pz")
    assert t.explain("roll").tallies[0].total == 14
    blows = full("S.5", 7, "r0c4: 9A", "r0c5: W", "r2c4: 4A", "r2c5: SW", axis="1").pass_all()
    blows.do("done")
    assert blows.asked == "Countering"
    blows.do("play 1 blows").pass_all()
    blows.do("blow r0c4", "blow r2c4")
    assert len(blows.state.blows) + len(blows.state.frames) > 0
    assert blows.discards == ["1"]


@rule("NR card.4.axis")
def test_card_4_elastic_defense_turns_a_result_into_dr() -> None:
    t = full("S.5", 13, "r0c4: W", "r0c5: 9A", axis="4").pass_all()
    t.do("target r0c5").pass_all()
    if t.asked == "Countering":
        t.do("done").pass_all()
    t.do("roll", dice=[5])
    while t.asked == "Window" and not t.can("play 4"):
        t.do("pass")
    t.do("play 4").pass_all()
    assert t.told("result: DR")
    assert not t.back("9A")
    assert t.asked == "Retreat"


@rule("NR card.6.axis")
def test_card_6_luftwaffe_spares_the_units_of_a_hex() -> None:
    t = full("A.6", 7, "r0c8: 9A 4A", "r3c8: 6A", axis="6", unsupplied="9A 4A 6A")
    t.do("play 6 save", "at r0c8").pass_all()
    assert t.where("9A") == "r0c8"
    assert t.where("4A") == "r0c8"
    assert t.where("6A") == "surrendered"


@rule("NR card.9.soviet", "NR 4.housekeeping.c")
def test_card_9_za_rodinu_stops_a_sudden_death_or_draws() -> None:
    taken = "Riga Minsk Smolensk Kiev Kharkov Odessa Dnepropetrovsk Stalino Kalinin Tula Rostov Voronezh"
    t = full("H.2", 6, "r0c4: 9A", soviet="9", axis_holds=taken)
    assert (t.points, t.asked, t.decider) == (24, "Doom", "soviet")
    t.do("play 9 cancel")
    assert t.winner == ""
    lost = full("H.2", 6, "r0c4: 9A", soviet="9", axis_holds=taken).do("pass")
    assert lost.winner == "axis"
    draw = full("S.1", 7, "r0c4: 9A", soviet="9")
    draw.do("play 9 draw").pass_all()
    new = [text for text in draw.legal() if text.startswith("discard")]
    assert len(new) == 2
    draw.do(new[0])
    assert len(draw.hand("soviet")) == 1


@rule("NR 5.cancel", "NR card.14.axis", "NR card.34.soviet")
def test_5_a_cancel_may_be_cancelled() -> None:
    t = full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="6", soviet="34").pass_all()
    t.do("target r0c5").pass_all()
    if t.asked == "Countering":
        t.do("done").pass_all()
    t.do("play 6 shift")
    assert (t.decider, t.asked) == ("soviet", "Reaction")
    t.do("play 34")
    assert t.told("Luftwaffe is cancelled")
    assert t.shifts() == {}
    assert len(t.hand("soviet")) == 1
    chain = full("A.1", 7, "r0c4: W", "r0c7: 9A", axis="5 14", soviet="34", discards="7 8 13")
    chain.do("play 5", "play 34")
    assert (chain.decider, chain.asked) == ("axis", "Reaction")
    chain.do("play 14")
    # The cancel is cancelled: OKH takes effect.
    assert chain.asked == "Pick"


@rule("NR card.14.axis")
def test_card_14_cancels_a_payment_too() -> None:
    t = full("S.3", 8, "Leningrad: Len", soviet="15", axis="14").pass_all()
    t.do("flip Len", "discard 15")
    assert (t.decider, t.asked) == ("axis", "Reaction")
    t.do("play 14").pass_all()
    assert not t.back("Len")
    assert sorted(t.discards) == ["14", "15"]


@rule("NR card.39.axis")
def test_card_39_operational_moves() -> None:
    t = full("A.4", 13, "r0c4: 9A", "r0c8: 4A", "r0c9: W", axis="39").do("move 9A r0c5", "done")
    t.do("play 39").pass_all()
    t.refused("move 4A r0c7", "NR card.39.axis")
    t.do("move 9A r0c6", "done")
    assert t.where("9A") == "r0c6"


@rule("NR card.9.axis", "NR 11.weather.flip", "NR 11.weather.variable")
def test_card_9_unseasonal_weather() -> None:
    others = " ".join(str(n) for n in range(1, 45) if n not in (9, 7, 8, 10, 12))
    t = full("A.1", 4, "r0c4: 9A", discards=others, dice=[3]).do("done")
    assert t.legal() == ["say this", "say next", "say both", "pass"]
    t.do("say both", dice=[1, 1, 1, 1])
    assert [t.state.weathers[turn] for turn in (4, 5)] == [3, 2]
    assert t.state.shock == 3


@rule("NR 5.secret")
def test_5_hands_and_pile_are_hidden() -> None:
    t = Table.new("1944", seed=3)
    seen = t.scene("soviet")
    assert [card.name for card in seen.cards if card.seat == AXIS] == ["a card"] * len(t.hand("axis"))
    other = GAME.other_world(t.state, Seat(1), Random(1))
    assert other.hands[0] != t.state.hands[0]
    assert other.hands[1] == t.state.hands[1]
    assert GAME.view(other, Seat(1)) == GAME.view(t.state, Seat(1))


@rule("NR 5.use.discard")
def test_5_a_card_may_be_discarded_for_these_uses() -> None:
    t = full("S.3", 7, "Leningrad: Len", "destroyed: W", "Moscow: SW", soviet="9", disorganized="SW")
    verbs = {text.split()[0] for text in t.pass_all().legal()}
    assert {"flip", "place", "reorganize"} <= verbs


@rule("NR 5.reset45", "NR 5.deck", "NR 5.deck.option", "NAB 5.5.setup", "NAB 12.3.step4")
@rule("NAB 5.5.setup.1", "NAB 5.5.setup.2", "NAB 5.5.setup.3", "NAB 5.5.setup.4")
def test_nab_5_the_cards_of_1945() -> None:
    t = front(
        "H.1", 23, "Berlin: 9A", "r0c4: W", deck="full", axis="3 16", soviet="28", discards="7 30",
        gone=" ".join(str(n) for n in range(45, 55)), event_vp=4, dice=[1],
    )  # fmt: skip
    assert "3" not in t.hand("axis")
    assert "16" in t.hand("axis")
    assert t.told("Troop Transfer / Black Sea Fleet leave the Axis hand")
    cards = t.state.hands[0] | t.state.hands[1] | t.state.pile
    assert (cards.bit_count() + len(t.discards), t.state.event_vp) == (39, 0)
    assert (t.stage, t.asked) == ("A.1", "Hand")
    kit = front(
        "H.1", 23, "Berlin: 9A", "r0c4: W", axis="K1 K2 K9", soviet="K10", discards="K3 K11",
        gone="A B C D E",
    )  # fmt: skip
    every = kit.state.hands[0] | kit.state.hands[1] | kit.state.pile
    assert every.bit_count() + len(kit.discards) == 24
    assert len(kit.hand("axis")) == 3
    assert kit.hand("soviet") == ["K10"]
    assert WHOLE[KIT].bit_count() == 32


@rule("NAB 5.5.setup.3")
def test_nab_5_both_replace_what_they_lost_the_axis_first() -> None:
    t = front(
        "H.1", 23, "Berlin: 9A", "r0c4: W", axis="K1 K9", soviet="K2 K3 K10", gone="A B C D E", dice=[4, 1, 1]
    )
    # The new pile begins with K11, K12, K13 and K14.
    assert t.hand("axis") == ["K9", "K14"]
    assert t.hand("soviet") == ["K10", "K11", "K12"]


def test_a_fight_with_empty_hands_opens_no_window() -> None:
    t = front("A.5", 7, "r0c4: 9A", "r0c5: W")
    fight(t, "r0c5", die=3)
    assert t.told("result: CB")


@rule("NR 5.once")
def test_5_a_card_is_played_once_a_phase() -> None:
    piles = " ".join(str(n) for n in range(1, 45) if n not in (5, 7, 8))
    # All are shuffled together, and OKH is the fifth of them.
    t = full("A.1", 7, "r0c4: 9A", axis="5", discards=f"{piles} 7 8", dice=[5, 1, 1, 1])
    t.do("play 5", "take 8", "done")
    assert t.hand("axis") == ["1", "2", "3", "5", "8"]
    t.refused("play 5", "NR 5.once")
