"""Small questions in strewn positions, by hand: who gives way, what is drawn, built up and undone."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.games.noretreat.battles_by_hand import battles
from tests.games.noretreat.by_hand import on_map
from tests.games.noretreat.cards import of, pick
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.deck import IMMEDIATE, bit, cards, set_of
from berlin.games.noretreat.board.ground import AT, Space
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, FORM, KEYS, SIDE, STATUS
from berlin.games.noretreat.rules.cards.card_phase import Hand
from berlin.games.noretreat.rules.cards.hand import Drawing, take_top
from berlin.games.noretreat.rules.cards.paid_acts import Restore
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat import phase
from berlin.games.noretreat.rules.combat.battle import AFTER_ATTACKER, ROLLING
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion, Fighting
from berlin.games.noretreat.rules.combat.losses import Lose
from berlin.games.noretreat.rules.combat.retreat import ignores_zones
from berlin.games.noretreat.rules.combat.targets import Countering, Targeting, marked
from berlin.games.noretreat.rules.flips import flip, undo_replacement
from berlin.games.noretreat.rules.housekeeping import Restoring
from berlin.games.noretreat.rules.na_berlin import EXTEND
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.rules.points import tally
from berlin.games.noretreat.rules.question import DONE, PASS, Discard, NoRetreatQuestion, Play
from berlin.games.noretreat.rules.sequence import QUESTIONS
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.rules.victory import Doom
from berlin.games.noretreat.state.state import (
    ATTACKED,
    BACK,
    CARDS,
    COMBAT,
    DESTROYED,
    FLIPPED,
    FRESH,
    ORGANIZATION,
    RANK,
    REMOVALS,
    SHATTERED,
    Draft,
    Force,
)
from berlin.kernel.contract.ids import BOTH, OTHER, Card, Seat
from berlin.kernel.proof.mark import rule


@rule("NR 8.stack", "NAB 13.0.23b.q1", "NAB 8.4.1")
def test_8_who_gives_way_is_shattered_and_who_never_moves_is_lost() -> None:
    for unit in ALL_UNITS:
        for marks in (0, BACK) if FORM[unit] != "single" else (0,):
            d = strewn(5, turn=24)
            space = AT["Minsk"]
            d.put(unit, space)
            d.marks[unit] = marks | ATTACKED
            ask = Excess(SIDE[unit], space)
            d.frames = [ask]
            assert Lose(unit) in ask.answers(d)
            ask.carry_out(d, Lose(unit))
            rooted = STATUS[unit] in ("static", "garrison")
            due = (DESTROYED, 0) if rooted else (SHATTERED, marks | FRESH)
            assert (d.where[unit], d.marks[unit]) == due
            assert "static" not in STATUS[unit] or KEYS[unit][:3] in ("Ber", "Fes", "Vol")


@rule("NR 8.stack")
def test_8_somebody_gives_way_only_where_there_are_too_many() -> None:
    for seed in range(20):
        d = strewn(seed)
        d.roomy = ()
        for side in BOTH:
            most = 2 if side == AXIS or d.turn >= 23 else 1
            for more in (0, 1):
                here = d.where[on_map(d, side)[0]]
                there = [u for u in on_map(d, side) if d.where[u] == here]
                spare = [u for u in ALL_UNITS if SIDE[u] == side and u not in there]
                for unit in spare[: max(0, most + more - len(there))]:
                    d.put(unit, here)
                ask = Excess(side, here)
                d.frames = [ask]
                now = [u for u in on_map(d, side) if d.where[u] == here]
                assert ask.still_asks(d) is (len(now) > most)
                assert ask.answers(d) == [Lose(unit) for unit in now]


@rule("NR 4.removals", "NR 5.pay", "NR card.7.soviet", "NR 10.hightide")
def test_4_a_scorched_city_of_one_s_own_is_built_up_for_two_cards() -> None:
    for seed in range(40):
        d = strewn(seed, REMOVALS)
        side = d.phasing
        ask = Restoring(side)
        d.frames = [ask]
        burnt = [s for s in RANK if d.scorched_cities >> s & 1 and d.owner(s) == side]
        hand = d.hands[side].bit_count()
        asks = bool(burnt) and hand >= 2
        answers = [Restore(space) for space in sorted(burnt)] if hand >= 2 else []
        assert ask.answers(d) == [*answers, DONE]
        assert ask.still_asks(d) is asks
        assert d.frames == ([ask] if asks else [])
        if not asks:
            continue
        now = Draft(d.freeze())
        ask.carry_out(now, DONE)
        assert now.frames == []
        ask.carry_out(d, answers[0])
        assert len(d.frames) == 2
        ask.when_paid(d, answers[0])
        assert not d.scorched_cities >> answers[0].space & 1


@rule("NR 5.draw", "NR 5.immediate", "NR 5.reshuffle")
def test_5_cards_are_drawn_one_by_one_and_immediate_ones_are_replaced() -> None:
    seen = set()
    for seed in range(60):
        d, rng = strewn(seed, CARDS), Random(seed)
        seat, number = rng.choice(BOTH), rng.randint(0, 3)
        d.drawn = d.hands[0]
        before, pile = Draft(d.freeze()), d.pile | set_of(d.deck, d.discards)
        ask = Drawing(seat, number)
        d.frames = [ask]
        for _ in range(12):
            if not d.frames:
                break
            top = d.frames[-1]
            if isinstance(top, Drawing):
                top.still_asks(d)
            else:
                top.carry_out(d, top.answers(d)[-1])
        new = d.hands[seat] & ~before.hands[seat]
        assert new.bit_count() == number
        assert not new & IMMEDIATE[d.deck][seat]
        assert d.drawn == before.drawn | new
        assert not d.aside
        resolved = [c for c in d.discards if c not in before.discards]
        assert all(HALVES[card][seat].immediate for card in resolved)
        assert d.pile | set_of(d.deck, d.discards) == pile & ~new
        seen.add(bool(resolved))
    assert seen == {True, False}


@rule("NR 5.reshuffle", "NR 5.draw")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("discards", [0, 1, 4])
def test_5_the_discards_are_shuffled_in_when_one_card_is_left(left: int, discards: int) -> None:
    d = strewn(2, CARDS)
    d.hands = [0, 0]
    all_of_it = cards(d.deck, d.pile | set_of(d.deck, d.discards))
    d.pile, d.discards = set_of(d.deck, all_of_it[:left]), bytearray(all_of_it[left : left + discards])
    before = left + discards
    card = take_top(d)
    assert (card == 0) is (before == 0)
    assert d.pile.bit_count() + len(d.discards) == max(0, before - 1)
    assert len(d.discards) == (0 if left <= 1 else discards)
    assert not card or not d.pile & bit(d.deck, Card(card))


@rule("NR 5.draw", "NR 5.draw.first", "NAB 3.0c")
@pytest.mark.parametrize("seat", BOTH)
@pytest.mark.parametrize("keep", [2, 4])
def test_5_a_hand_is_cut_down_and_then_cards_are_drawn(seat: Seat, keep: int) -> None:
    for seed in range(24):
        d = strewn(seed, CARDS, side=seat)
        ask = Hand(seat, keep)
        d.frames = [ask]
        held = cards(d.deck, d.hands[seat])
        extends = seat == AXIS and not d.extended
        answers = [act for act in ask.answers(d) if not isinstance(act, Play)]
        laid = [Discard(card) for card in held] if keep == 2 or len(held) > keep else []
        assert answers == [*laid, *[EXTEND] * extends, *[DONE] * (len(held) <= keep)]
        asks = bool(held) or extends
        assert ask.still_asks(d) is asks
        if asks:
            assert d.frames == [ask]
            ask.carry_out(d, DONE)
        assert [type(frame) for frame in d.frames] == ([Drawing] if keep == 2 else [])


@rule(
    "NR card.7.axis", "NR card.31.soviet", "NR 7.flip.axis", "NR 7.flip.soviet", "NR 7.upgrade", "NR 7.fort"
)
def test_7_who_was_turned_over_may_be_turned_back_but_for_forts() -> None:
    for seed in range(12):
        d = strewn(seed, ORGANIZATION)
        for unit in [u for u in on_map(d, d.phasing) if FORM[u] != "single"]:
            now = Draft(d.freeze())
            now.marks[unit] &= ~FLIPPED
            place, marks = now.where[unit], now.marks[unit]
            flip(now, unit)
            assert (now.where[unit], now.marks[unit]) == (place, (marks ^ BACK) | FLIPPED)
            window = Window(OTHER[d.phasing], "replaced", (unit, place, marks))
            assert now.frames == ([] if FORM[unit] == "fortifies" else [window])
            if not now.frames:
                continue
            card, side = (7, AXIS) if d.phasing == SOVIET else (31, SOVIET)
            of(card, side).play(now, side, "replaced:enemy", "")
            assert (now.where[unit], now.marks[unit], now.frames) == (place, marks | FLIPPED, [])
        unit = on_map(d, d.phasing)[0]
        undo_replacement(d, unit, Space(DESTROYED), BACK)
        assert (d.where[unit], d.marks[unit]) == (DESTROYED, BACK | FLIPPED)


@rule("NR 9.order", "NR 9.once", "NR 9.counterblow.left", "NR 9.target", "NR 5.window")
def test_9_a_combat_phase_begins_and_ends_with_nobody_spent() -> None:
    for seed in range(20):
        d = strewn(seed, COMBAT)
        foes = [d.where[u] for u in on_map(d, OTHER[d.phasing])]
        d.left = (foes[0], Space(next(s for s in RANK if s not in foes)))
        d.attacks = 3
        for unit in ALL_UNITS:
            d.mark(unit, ATTACKED)
        d.frames = []
        phase.begin(d)
        seat, other = d.phasing, OTHER[d.phasing]
        windows = [Window(who, kind) for kind in ("combat-end", "combat") for who in (other, seat)]
        middle = [Fighting(seat), Window(seat, "blows"), Countering(other), Targeting(seat)]
        assert d.frames == [*windows[:2], *middle, *windows[2:]]
        assert [*d.bound, *d.left, d.attacks] == [foes[0], 0]
        assert not any(d.marks[u] & ATTACKED for u in ALL_UNITS if SIDE[u] == d.phasing)
        for unit in ALL_UNITS:
            d.mark(unit, ATTACKED)
        d.targets, d.blows = (foes[0],), (foes[0],)
        phase.close(d)
        assert not [*d.targets, *d.blows, *d.bound]
        assert not any(d.marks[u] & ATTACKED for u in ALL_UNITS if SIDE[u] == d.phasing)
        # A marked space from which the enemy is gone is fought over no more.
        empty = next(s for s in RANK if s not in foes)
        d.targets = (empty,)
        d.frames = [Fighting(d.phasing)]
        Fighting(d.phasing).still_asks(d)
        assert marked(d) == []


@rule("NR card.19.axis", "NR 9.retreat.ezoc")
def test_card_19_only_who_is_attacked_passes_through_zones() -> None:
    d = strewn(3, COMBAT, side=SOVIET)
    battle = BattleQuestion(SOVIET, on_map(d, AXIS)[0])  # type: ignore[arg-type]
    cauldron = (Force(of(19, AXIS).code, d.stage),)
    for forces in ((), cauldron):
        d.forces, d.frames = forces, [battle]
        assert (ignores_zones(d, AXIS), ignores_zones(d, SOVIET)) == (bool(forces), False)
        d.frames = [battle, replace(battle, seat=AXIS, counter=True)]
        assert not ignores_zones(d, SOVIET)
        d.frames = []
        assert not ignores_zones(d, AXIS)


@rule("NR card.17.soviet", "NR card.51.soviet")
@pytest.mark.parametrize("result", ["EX", "DR", "DS", "DD", "-", "CA", "CB", "stay"])
def test_5_what_follows_a_battle_by_a_card(result: str) -> None:
    for seed in range(30):
        for d, b in battles(seed):
            if b.seat == AXIS:
                continue
            there = [u for u in on_map(d, AXIS) if d.where[u] == b.space]
            for lost in (False, True):
                now = Draft(d.freeze())
                for unit in b.units if lost else ():
                    now.put(unit, Space(DESTROYED))
                fought = replace(b, result=result, column=3)
                now.frames, now.given = [], (4,)
                infiltration = of(17, SOVIET)
                infiltration.after(now, fought, Force(infiltration.code, -1, there[0]))
                harmed = result in ("EX", "DR", "DS", "DD") and len(there) > 1 and not lost
                again = BattleQuestion(SOVIET, b.space, b.units, AFTER_ATTACKER, die=4, column=3)
                assert now.frames == ([replace(again, defenders=(there[1],))] if harmed else [])
                push = of(51, SOVIET)
                for data in (1, 0):
                    now.frames = []
                    push.after(now, fought, Force(push.code, -1, data))
                    on = result == "EX" and data == 1 and not lost
                    spent = (Force(push.code, -1, 0),)
                    due = BattleQuestion(SOVIET, b.space, b.units, ROLLING, forces=spent)
                    assert now.frames == ([due] if on else [])


@rule("NR card.3.axis", "NR card.30.axis", "NR card.18.soviet", "NR card.2.soviet", "NR 4.pass")
def test_5_who_is_done_with_a_card_is_asked_no_more() -> None:
    d = strewn(4, ORGANIZATION)
    for frame, left in ((pick(30, AXIS, 2), 0), (pick(2, SOVIET, 2), 0), (pick(18, SOVIET, 1), 0)):
        d.frames = [Organize(d.phasing), frame]
        assert DONE in frame.answers(d)
        frame.carry_out(d, DONE)
        assert len(d.frames) == 1 + left
    first = pick(18, SOVIET, 0, (3,))
    d.frames = [first]
    first.carry_out(d, DONE)
    assert d.frames == [pick(18, SOVIET, 1)]


ACTS = {
    "Hand": "discard play extend done", "Drawing": "", "Window": "play pass", "Reaction": "play pass",
    "Pay": "discard", "Doom": "play pass", "Restoring": "restore done", "Excess": "lose",
    "Organize": "flip place reorganize play extend done", "Moving": "move entrain play extend done",
    "Detraining": "detrain done", "Targeting": "target done", "Countering": "blow play done",
    "Fighting": "attack", "BattleQuestion": "join commit play roll", "Loss": "lose", "Retreat": "retreat",
    "Advance": "advance play done", "Strike": "strike pass", "Marking": "blow",
    "Pick": "choose at take say move place detrain blow done pass discard flip lose",
}  # fmt: skip


@rule("NR 4.playerturn", "NR 4.pass", "NR 5.window")
def test_4_every_question_takes_its_own_acts() -> None:
    found = {kind.__name__: " ".join(act.verb for act in kind.acts) for kind in QUESTIONS}
    assert found == ACTS


@rule("NR 4.pass", "NR 10.vp.total", "NR 4.organization", "NR 9.counterblow", "NR 4.housekeeping.c")
def test_4_what_is_told_with_a_question() -> None:
    d = strewn(6, ORGANIZATION)
    ask: NoRetreatQuestion = Organize(d.phasing)
    assert ask.explain(d, DONE).tallies == (tally(d),)
    assert ask.explain(d, EXTEND).tallies == ()
    words = ["flip, place or reorganize", "place or reorganize", "reorganize"]
    assert [
        Organize(d.phasing, step).prompt(d).split(": ")[1].partition(" units")[0] for step in range(3)
    ] == words
    for no_surrender in (False, True):
        d.no_surrender = no_surrender
        doom = Doom(AXIS)
        d.frames = [doom]
        assert ("hand is lost" in doom.prompt(d)) is no_surrender
        assert ("hand is lost" in doom.refuse(d, DONE).reason) is no_surrender
        assert doom.refuse(d, Play(Card(1))).rule in ("NR 5.use.event", "NR 5.once", "NR card.1.axis")
        assert doom.answers(d)[-1] == PASS
    for extended in (False, True):
        d.extended = extended
        told = Hand(AXIS, 2).refuse(d, EXTEND).reason
        assert ("is open" in told) is extended
