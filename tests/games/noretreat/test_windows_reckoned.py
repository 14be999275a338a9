"""The cards that may be played at a moment of a random game, by hand; and what playing one does."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from berlin.games.noretreat.board.deck import WHOLE, bit, cards, code_of
from berlin.games.noretreat.board.tables import AXIS, HALVES, LONE_MOMENTS, SOVIET, Half
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.cards.paid_acts import Blow, Entrain, Flip, Place, Reorganize, Restore
from berlin.games.noretreat.rules.cards.paying import Pay, can_pay, card_worth, payable, worth
from berlin.games.noretreat.rules.cards.windows import MOMENTS, Reaction, Window, could_play
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.question import DONE, PASS, Discard, Play
from berlin.games.noretreat.state.state import Draft
from berlin.games.noretreat.state.words import WAY, WAY_NAMES, WAYS
from berlin.kernel.contract.ids import BOTH, OTHER, Card, Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

GAMES = [("war", "full", 3), ("war", "kit", 4), ("1943", "full", 5), ("1945", "full", 6), ("1945", "kit", 7)]
TWICE_WORTH, CANCELS_PAYMENT = 53, 14


def asked(scenario: str, deck: str, seed: int) -> Iterator[tuple[Draft, Window]]:
    """The windows of a random game; some cards of the hand were played or taken in this phase."""
    rng, state = Random(seed), GAME.start(scenario, key_from_seed(seed), {"deck": deck}).state
    for _ in range(1200):
        if not state.frames:
            return
        top = state.frames[-1]
        if isinstance(top, Window):
            d = Draft(state)
            held = cards(d.deck, d.hands[0] | d.hands[1] | d.pile)
            d.used |= sum(bit(d.deck, card) for card in held if rng.random() < 0.15)
            d.barred |= sum(bit(d.deck, card) for card in held if rng.random() < 0.15)
            yield d, top
        state = GAME.next(state, GAME.sample(state, rng))


def moment_of(d: Draft, seat: Seat, kind: str) -> str:
    whose = "own" if seat == d.phasing else "enemy"
    return kind if kind in LONE_MOMENTS else f"{kind}:{whose}"


def fits(d: Draft, half: Half) -> bool:
    return half.initiative in (-1, AXIS if d.turn < 12 else SOVIET)


def copied(d: Draft, seat: Seat, now: str) -> Half | None:
    """The half of the top discard, if this is its moment."""
    top = HALVES[d.discards[-1]][seat] if d.discards else None
    return top if top is not None and now in top.windows else None


def against(d: Draft, seat: Seat, kind: str, card: Card, way: str) -> str:
    """The first rule that keeps a card from being played; nothing if it may be."""
    half, now, one = HALVES[card][seat], moment_of(d, seat, kind), bit(d.deck, card)
    if not d.hands[seat] & one:
        return "NR 5.use.event"
    if (d.barred | d.used) & one:
        return "NR 5.once"
    if half.immediate:
        return "NR 5.immediate"
    if not fits(d, half):
        return "NR 5.initiative"
    made = copied(d, seat, now) if half.windows == ("copy",) else half
    if made is None or (made is not half and seat == SOVIET and not fits(d, made)) or now not in made.windows:
        return half.rule
    event = EVENTS[code_of(made)]
    if d.turn < made.from_turn or way not in event.ways:
        return made.rule
    found = event.refuse(d, seat, now, way)
    return found.rule if found else ""


@rule("NR 5.window", "NR 5.use.event", "NR 5.once", "NR 5.initiative", "NR 5.immediate", "NR 5.halves")
@rule("NR card.2.axis", "NR card.26.soviet")
@pytest.mark.parametrize(("scenario", "deck", "seed"), GAMES)
def test_5_the_cards_that_may_be_played_are_those_that_no_rule_forbids(
    scenario: str, deck: str, seed: int
) -> None:
    seen = set[str]()
    for d, window in asked(scenario, deck, seed):
        ways = {
            (c, way): against(d, window.seat, window.kind, c, way) for c in all_cards(d) for way in ways_of(c)
        }
        due = {(card, way) for (card, way), rule_against in ways.items() if not rule_against}
        found = window.answers(d)
        assert {(act.card, WAYS[act.way]) for act in found if isinstance(act, Play)} == due
        assert (len(found), found[-1]) == (len(due) + 1, PASS)
        for (card, way), because in list(ways.items())[:: 1 + len(seen)]:
            if because:
                assert window.refuse(d, Play(card, WAY[way])).rule == because
                seen.add(because)
    assert len(seen) > 4


def all_cards(d: Draft) -> list[Card]:
    return cards(d.deck, WHOLE[d.deck])


def ways_of(card: Card) -> set[str]:
    """Those of either half, and no word."""
    halves = (EVENTS.get(code_of(half)) for half in HALVES[card])
    return {way for event in halves if event is not None for way in event.ways} | {""}


@rule("NR 5.secret", "NR 5.window", "NR 5.once", "NR 5.initiative", "NR card.2.axis", "NR card.26.soviet")
@pytest.mark.parametrize(("scenario", "deck", "seed"), GAMES[:3])
def test_5_a_window_opens_if_a_card_that_fits_may_be_held_as_far_as_all_know(
    scenario: str, deck: str, seed: int
) -> None:
    for d, _ in asked(scenario, deck, seed):
        unseen = cards(d.deck, (d.hands[0] | d.hands[1] | d.pile) & ~d.used)
        for seat in BOTH:
            for kind in ("before", "card", "phase-end", "cancel", "checked"):
                now = moment_of(d, seat, kind)
                own = [half for half in (HALVES[card][seat] for card in unseen) if fits(d, half)]
                could = any(now in half.windows for half in own)
                could |= copied(d, seat, now) is not None and any(half.windows == ("copy",) for half in own)
                assert could_play(d, seat, kind) is (could and bool(d.hands[seat]))


@rule("NR 5.use.event", "NR 5.window", "NR 5.once", "NR 5.cancel")
@pytest.mark.parametrize(("scenario", "deck", "seed"), GAMES[::2])
def test_5_a_card_that_is_played_is_discarded_and_waits_for_a_cancel(
    scenario: str, deck: str, seed: int
) -> None:
    played = 0
    for d, window in asked(scenario, deck, seed):
        for act in window.answers(d):
            if not isinstance(act, Play):
                continue
            now, one = Draft(d.freeze()), bit(d.deck, act.card)
            window.carry_out(now, act)
            half = HALVES[act.card][window.seat]
            made = half if half.windows != ("copy",) else HALVES[d.discards[-1]][window.seat]
            due = Reaction(OTHER[window.seat], act.card, code_of(made), act.way, window.kind)
            stays = window.kind not in ("before", "after")
            assert now.frames == [*d.frames[:-1], *([window] if stays else []), due]
            assert now.hands[window.seat] == d.hands[window.seat] & ~one
            assert (now.discards[-1], now.used) == (act.card, d.used | one)
            assert not (now.barred | now.drawn) & one
            played += 1
        now = Draft(d.freeze())
        window.carry_out(now, PASS)
        assert now.frames == d.frames[:-1]
        if window.kind not in ("before", "after"):
            assert window.prompt(d) == MOMENTS[window.kind]
    assert played > 5


@rule("NR 5.cancel", "NR 5.secret", "NR card.14.axis", "NR 5.use.discard")
@pytest.mark.parametrize("seat", BOTH)
def test_5_what_was_paid_for_may_be_cancelled_by_one_card_of_the_axis_alone(seat: Seat) -> None:
    asks = set()
    for d, _ in asked("war", "full", 8):
        reaction = Reaction(seat, Card(0), 0, 0, "", Entrain(0))  # type: ignore[arg-type]
        d.frames.append(reaction)
        unseen = d.hands[0] | d.hands[1] | d.pile
        could = bool(d.hands[seat]) and seat == AXIS and d.turn < 12
        could = could and bool(unseen & bit(d.deck, Card(CANCELS_PAYMENT)))
        assert reaction._could_cancel(d) is could
        asks.add(could)
        plays = {act.card for act in reaction.answers(d) if isinstance(act, Play)}
        assert not could or plays <= {CANCELS_PAYMENT}
    assert asks == ({True, False} if seat == AXIS else {False})


@rule("NR card.53.axis", "NR 5.pay", "NR 5.use.discard", "NR 5.once")
@pytest.mark.parametrize("seat", BOTH)
def test_5_a_hand_is_good_for_its_cards_and_volksgrenadiers_for_two_in_organization(seat: Seat) -> None:
    unit, space = 0, 0
    organizing = (Flip(unit), Place(unit, space), Reorganize(unit))  # type: ignore[arg-type]
    others = (DONE, Entrain(unit), Blow(space), Restore(space))  # type: ignore[arg-type]
    special = Card(TWICE_WORTH)
    for seed in range(12):
        d = next(iter(asked("1945", "full", seed)))[0]
        rng = Random(seed)
        d.hands[seat] = sum(bit(d.deck, card) for card in rng.sample(all_cards(d), seed % 4))
        d.hands[seat] |= bit(d.deck, special) if seed % 2 else 0
        d.barred = bit(d.deck, special) if seed % 5 == 3 else 0
        held = cards(d.deck, d.hands[seat] & ~d.barred)
        for act in (*organizing, *others):
            twice = seat == AXIS and act in organizing
            due = sum(2 if twice and card == special else 1 for card in held)
            assert worth(d, seat, act) == due
            assert [card_worth(seat, c, act) for c in held] == [
                2 if twice and c == special else 1 for c in held
            ]
            for cost in range(5):
                assert can_pay(d, seat, cost, act) is (due >= cost)
                assert bool(payable(d, seat, cost, act).allowed) is (due >= cost)


@rule("NR 5.pay", "NR 5.use.discard", "NR 5.once", "NR card.53.axis")
@pytest.mark.parametrize("seat", BOTH)
def test_5_cards_are_laid_down_until_all_is_paid_and_then_the_act_may_be_cancelled(seat: Seat) -> None:
    for cost in (1, 2, 3):
        d = next(iter(asked("1945", "full", cost)))[0]
        held = [Card(16), Card(20), Card(TWICE_WORTH), Card(25)]
        d.hands = [0, 0]
        d.hands[seat], d.barred = sum(bit(d.deck, card) for card in held), bit(d.deck, Card(25))
        act = Reorganize(0)  # type: ignore[arg-type]
        pay = Pay(seat, cost, act)
        d.frames = [pay]
        left, before = cost, len(d.discards)
        for card in (held[2], held[0], held[1]):
            if left <= 0:
                break
            assert pay.still_asks(d)
            assert pay.answers(d) == [Discard(c) for c in held[:3] if d.hands[seat] & bit(d.deck, c)]
            assert pay.refuse(d, Discard(Card(25))).rule == "NR 5.once"
            assert pay.refuse(d, Discard(Card(30))).rule == "NR 5.pay"
            pay.carry_out(d, Discard(card))
            left -= 2 if card == TWICE_WORTH and seat == AXIS else 1
            pay = d.frames[-1]  # type: ignore[assignment]
            assert pay == replace(pay, left=left)
            assert d.discards[-1] == card
        assert not pay.still_asks(d)
        assert d.frames == [Reaction(OTHER[seat], Card(0), 0, 0, "", act)]
        assert len(d.discards) > before


@rule("NR 5.window")
def test_5_every_moment_and_every_way_is_told_in_words() -> None:
    windows = {
        window.partition(":")[0] for pair in HALVES.values() for half in pair for window in half.windows
    }
    # In these a question of another kind is open.
    others = {"move", "advance", "sudden", "cancel", "copy", "pay", "drawn"}
    assert set(MOMENTS) == windows - others
    assert len(set(MOMENTS.values())) == len(MOMENTS)
    assert {way for event in EVENTS.values() for way in event.ways} <= set(WAY_NAMES)
