"""5. Hands: drawing, discarding, reshuffling, and paying with cards."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from berlin.games.noretreat.actions import Action, Discard, Flip, Place, Reorganize
from berlin.games.noretreat.deck import BASE, IMMEDIATE, bit, cards, set_of
from berlin.games.noretreat.events.registry import event_of
from berlin.games.noretreat.frames import Drawing, Pay, Reaction
from berlin.games.noretreat.state import Draft
from berlin.games.noretreat.tables import CARD_KEYS, HALVES, SEATS
from berlin.kernel.rules import Refusal

# What a card is discarded for, and who carries it out then: the chapters enter themselves.
PAID: dict[type, Callable[[Draft, int, Any], None]] = {}
_ORGANIZING = (Flip, Place, Reorganize)


def count(d: Draft, seat: int) -> int:
    return d.hands[seat].bit_count()


def spend(d: Draft, seat: int, card: int) -> None:
    """A card goes from a hand to the discards."""
    d.hands[seat] &= ~bit(d.deck, card)
    held = d.hands[0] | d.hands[1]
    d.drawn &= held
    d.barred &= held
    d.discards.append(card)


def discard(d: Draft, seat: int, card: int, why: str, *rules: str) -> None:
    spend(d, seat, card)
    if d.log is not None:
        half = HALVES[card][seat]
        d.say("discard", f"{SEATS[seat].capitalize()} discards {CARD_KEYS[card]} ({half.name}){why}", *rules)


def reshuffle(d: Draft) -> None:
    """Draw pile and discards become one pile."""
    d.pile |= set_of(d.deck, d.discards)
    d.discards.clear()
    d.say("cards", "draw pile and discards are shuffled together", "NR 5.reshuffle")


def draw(d: Draft, seat: int, number: int) -> None:
    if number > 0:
        d.frames.append(Drawing(seat, number))


def take_top(d: Draft) -> int:
    """The next card of the pile; 0 if there is none."""
    if d.pile.bit_count() <= 1 and d.discards:
        reshuffle(d)
    if not d.pile:
        return 0
    at = d.draw(d.pile.bit_count()) - 1
    pile = d.pile
    for _ in range(at):
        pile &= pile - 1
    low = pile & -pile
    d.pile ^= low
    return BASE[d.deck] + low.bit_length() - 1


def settle_drawing(d: Draft, frame: Drawing) -> bool:
    """Draw on until all are drawn or a card asks something. An immediate card is replaced."""
    seat, left = frame.seat, frame.left
    at, drawn = len(d.frames) - 1, 0
    while left and len(d.frames) == at + 1:
        card = take_top(d)
        if not card:
            left = 0
        elif bit(d.deck, card) & IMMEDIATE[d.deck][seat]:
            d.frames[at] = replace(frame, left=left)
            _resolve(d, seat, card)
        else:
            left -= 1
            drawn |= bit(d.deck, card)
            d.hands[seat] |= bit(d.deck, card)
    d.drawn |= drawn
    if drawn and d.log is not None:
        _tell_draw(d, seat, drawn)
    if len(d.frames) != at + 1:
        return False
    d.frames.pop()
    if d.aside:
        d.discards += d.aside
        d.aside.clear()
    return False


def _tell_draw(d: Draft, seat: int, drawn: int) -> None:
    """All at once: in which order they came tells something of what is left."""
    who, found = SEATS[seat].capitalize(), cards(d.deck, drawn)
    names = ", ".join(f"{CARD_KEYS[card]} {HALVES[card][seat].name}" for card in found)
    number = f"{len(found)} card{'s' if len(found) > 1 else ''}"
    d.whisper("draw", seat, f"{who} draws {names}", f"{who} draws {number}", "NR 5.draw")


def _resolve(d: Draft, seat: int, card: int) -> None:
    half = HALVES[card][seat]
    d.aside.append(card)
    who = SEATS[seat].capitalize()
    d.say("card", f"{who} draws {half.name}, which is resolved at once", half.rule, data=(card, seat))
    made = event_of(card, seat)
    if made is not None:
        made.play(d, seat, "drawn", "")


# Paying.


def worth(d: Draft, seat: int, act: Action) -> int:
    """How many discards a hand is good for."""
    total = 0
    for card in cards(d.deck, d.hands[seat] & ~d.barred):
        total += card_worth(seat, card, act)
    return total


def card_worth(seat: int, card: int, act: Action) -> int:
    made = event_of(card, seat)
    return made.worth if made is not None and isinstance(act, _ORGANIZING) else 1


def can_pay(d: Draft, seat: int, cost: int, act: Action) -> bool:
    hand = d.hands[seat] & ~d.barred
    return not cost or hand.bit_count() >= cost or (bool(hand) and worth(d, seat, act) >= cost)


def cant_pay(cost: int) -> Refusal:
    return Refusal("NR 5.pay", f"it costs {cost} card{'s' if cost > 1 else ''}, more than you can pay with")


def pay(d: Draft, seat: int, cost: int, act: Action) -> None:
    """Ask for the cards, then carry the act out."""
    if cost:
        d.frames.append(Pay(seat, cost, act))
    else:
        PAID[type(act)](d, seat, act)


def settle_pay(d: Draft, frame: Pay) -> bool:
    if frame.left > 0:
        return True
    d.frames.pop()
    d.frames.append(Reaction(1 - frame.seat, 0, 0, 0, "", frame.act))
    return False


def options_pay(d: Draft, frame: Pay) -> list[Action]:
    return [Discard(card) for card in cards(d.deck, d.hands[frame.seat] & ~d.barred)]


def answer_pay(d: Draft, frame: Pay, action: Action) -> None:
    assert isinstance(action, Discard)
    discard(d, frame.seat, action.card, " to pay with", "NR 5.use.discard", "NR 5.pay")
    value = card_worth(frame.seat, action.card, frame.act)
    d.frames[-1] = replace(frame, left=frame.left - value)
    made = event_of(action.card, frame.seat)
    if made is not None:
        made.paid(d, frame.seat, frame.act)


def refuse_pay(d: Draft, frame: Pay, action: Action) -> Refusal:
    if isinstance(action, Discard) and d.barred & bit(d.deck, action.card):
        return Refusal("NR 5.once", "that card may not be used before the next phase")
    return Refusal("NR 5.pay", f"{frame.left} more to discard before it is done")
