"""5.window and 5.cancel: the moments at which cards may be played, and the cards that cancel others.

A window opens whenever its seat holds cards and any card that fits it has not been seen: what is asked must
not tell what is held.
"""

from berlin.games.noretreat.actions import PASS, WAY, WAYS, Action, Play
from berlin.games.noretreat.deck import bit, cards, half_of
from berlin.games.noretreat.events.registry import (
    EVENTS,
    Event,
    copying,
    event_of,
    fitting,
    paying_back,
)
from berlin.games.noretreat.frames import Pick, Reaction, Window
from berlin.games.noretreat.hand import PAID, spend
from berlin.games.noretreat.state import Draft
from berlin.games.noretreat.tables import AXIS, CARD_KEYS, HALVES, LONE_MOMENTS, SEATS, TURNS
from berlin.kernel.rules import Refusal

ONE_CARD = ("before", "after")
_LONE = frozenset(LONE_MOMENTS)


def moment(d: Draft, seat: int, kind: str) -> str:
    """The moment as the seat sees it: `before:own`, `checked`."""
    if kind in _LONE:
        return kind
    return f"{kind}:own" if seat == d.phasing else f"{kind}:enemy"


def holder(d: Draft) -> int:
    return TURNS[d.turn].initiative


def copied(d: Draft, seat: int, now: str) -> Event | None:
    """The event of the top discard, if it can be copied at this moment."""
    if not d.discards:
        return None
    half = HALVES[d.discards[-1]][seat]
    if half.immediate or half.copies or now not in half.windows:
        return None
    return event_of(d.discards[-1], seat)


def could_play(d: Draft, seat: int, kind: str) -> bool:
    """Might the seat play a card here, as far as everybody knows?"""
    if not d.hands[seat]:
        return False
    now, first = moment(d, seat, kind), holder(d)
    unseen = d.hands[0] | d.hands[1] | d.pile
    if fitting(d.deck, first, seat, now) & unseen & ~d.used:
        return True
    return bool(copying(d.deck, first, seat) & unseen & ~d.used) and copied(d, seat, now) is not None


def plays(d: Draft, seat: int, kind: str) -> list[Action]:
    """The cards that a seat may play now, each in each way."""
    hand = d.hands[seat] & ~d.barred & ~d.used
    if not hand:
        return []
    now, first = moment(d, seat, kind), holder(d)
    found: list[Action] = []
    held = hand & fitting(d.deck, first, seat, now)
    copies = hand & copying(d.deck, first, seat)
    if copies and copied(d, seat, now) is not None:
        held |= copies
    for card in cards(d.deck, held) if held else ():
        made, _ = resolve(d, seat, card, now)
        if made is not None:
            found += [Play(card, WAY[way]) for way in made.ways if not refusal(d, seat, card, kind, way)]
    return found


def resolve(d: Draft, seat: int, card: int, now: str) -> tuple[Event | None, bool]:
    """The event that a card brings, and whether it is copied."""
    if HALVES[card][seat].copies:
        return copied(d, seat, now), True
    return event_of(card, seat), False


def refusal(d: Draft, seat: int, card: int, kind: str, way: str) -> Refusal | None:
    """Why a seat can't play this card now."""
    half = HALVES[card][seat]
    name = f"{half.name} ({CARD_KEYS[card]})"
    if not d.hands[seat] & bit(d.deck, card):
        return Refusal("NR 5.use.event", f"the {SEATS[seat].capitalize()} player does not hold it")
    if d.barred & bit(d.deck, card):
        return Refusal("NR 5.once", f"{name} may not be used before the next phase")
    if d.used & bit(d.deck, card):
        return Refusal("NR 5.once", f"{name} has been played in this phase")
    first, now = holder(d), moment(d, seat, kind)
    if half.immediate:
        return Refusal("NR 5.immediate", f"{name} is resolved when it is drawn, never from the hand")
    if half.initiative not in (-1, first):
        who = SEATS[half.initiative].capitalize()
        return Refusal("NR 5.initiative", f"{name} needs the {who} initiative")
    made, copy = resolve(d, seat, card, now)
    if made is None:
        rule = half.rule if copy else "NR 5.use.event"
        return Refusal(rule, f"{name} has nothing to do at this moment")
    # Gott Mit Uns does not mind the icon of what it copies; Na Berlin! does.
    if copy and seat != AXIS and made.half.initiative not in (-1, first):
        return Refusal(half.rule, f"{made.half.name} needs the other initiative")
    if now not in made.half.windows:
        return Refusal(half.rule, f"{name} is played at another moment ({', '.join(made.half.windows)})")
    if d.turn < made.half.from_turn:
        return Refusal(made.rule, f"{made.half.name} is played from turn {made.half.from_turn} on")
    if way not in made.ways:
        said = ", ".join(word for word in made.ways if word) or "no word"
        return Refusal(made.rule, f"{made.half.name} is played with {said}")
    return made.refuse(d, seat, now, way)


def play(d: Draft, seat: int, kind: str, action: Play) -> None:
    """A card leaves the hand; its event waits for a cancel."""
    now = moment(d, seat, kind)
    made, copy = resolve(d, seat, action.card, now)
    assert made is not None
    spend(d, seat, action.card)
    d.used |= bit(d.deck, action.card)
    half = HALVES[action.card][seat]
    told = f"{half.name}, as {made.half.name}" if copy else half.name
    if d.log is not None:
        word = f" ({WAYS[action.way]})" if action.way else ""
        who = SEATS[seat].capitalize()
        d.say("card", f"{who} plays {told}{word}", half.rule, data=(action.card, seat))
    d.frames.append(Reaction(1 - seat, action.card, made.code, action.way, kind))


def settle_window(d: Draft, frame: Window) -> bool:
    if could_play(d, frame.seat, frame.kind):
        return True
    d.frames.pop()
    return False


def options_window(d: Draft, frame: Window) -> list[Action]:
    return [*plays(d, frame.seat, frame.kind), PASS]


def answer_window(d: Draft, frame: Window, action: Action) -> None:
    # One card each in a battle; any other window stays open until its seat passes.
    if not isinstance(action, Play) or frame.kind in ONE_CARD:
        d.frames.pop()
    if isinstance(action, Play):
        play(d, frame.seat, frame.kind, action)


def refuse_window(d: Draft, frame: Window, action: Action) -> Refusal:
    if isinstance(action, Play):
        found = refusal(d, frame.seat, action.card, frame.kind, WAYS[action.way])
        if found is not None:
            return found
    return Refusal("NR 5.window", "a card may be played now, or none: pass")


# A card just played, or an act just paid for.


def could_cancel(d: Draft, frame: Reaction) -> bool:
    if not d.hands[frame.seat]:
        return False
    if frame.act is None:
        return could_play(d, frame.seat, "cancel")
    unseen = d.hands[0] | d.hands[1] | d.pile
    return bool(paying_back(d.deck, holder(d), frame.seat) & unseen)


def settle_reaction(d: Draft, frame: Reaction) -> bool:
    if could_cancel(d, frame):
        return True
    _goes_through(d, frame)
    return False


def _goes_through(d: Draft, frame: Reaction) -> None:
    d.frames.pop()
    by = 1 - frame.seat
    if frame.act is not None:
        PAID[type(frame.act)](d, by, frame.act)
    else:
        EVENTS[frame.code].play(d, by, moment(d, by, frame.kind), WAYS[frame.way])


def options_reaction(d: Draft, frame: Reaction) -> list[Action]:
    return [*plays(d, frame.seat, "cancel"), PASS]


def answer_reaction(d: Draft, frame: Reaction, action: Action) -> None:
    if isinstance(action, Play):
        play(d, frame.seat, "cancel", action)
    else:
        _goes_through(d, frame)


def refuse_reaction(d: Draft, frame: Reaction, action: Action) -> Refusal:
    if isinstance(action, Play):
        found = refusal(d, frame.seat, action.card, "cancel", WAYS[action.way])
        if found is not None:
            return found
    return Refusal("NR 5.cancel", "a card was just played: cancel it with another, or pass")


def cancel(d: Draft) -> Reaction:
    """The card or payment that lies below a cancelling event comes to nothing; which it was."""
    frame = d.frames.pop()
    assert isinstance(frame, Reaction)
    what = half_of(frame.code).name if frame.act is None else "the card discarded"
    d.say("cancel", f"{what} is cancelled", "NR 5.cancel")
    return frame


# Questions of events.


def settle_pick(d: Draft, frame: Pick) -> bool:
    return True


def options_pick(d: Draft, frame: Pick) -> list[Action]:
    return EVENTS[frame.code].options(d, frame)


def answer_pick(d: Draft, frame: Pick, action: Action) -> None:
    EVENTS[frame.code].answer(d, frame, action)


def refuse_pick(d: Draft, frame: Pick, action: Action) -> Refusal:
    return EVENTS[frame.code].refuse_answer(d, frame, action)
