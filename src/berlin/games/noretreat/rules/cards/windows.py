"""5.window and 5.cancel: the moments at which cards may be played, and the cards that cancel others.

A window opens whenever its seat holds cards and any card that fits it has not been seen: what is asked must
not tell what is held.
"""

from berlin.games.noretreat.board.deck import bit, cards, half_of
from berlin.games.noretreat.board.names import moments
from berlin.games.noretreat.board.tables import AXIS, HALVES, LONE_MOMENTS, SEATS, TURNS
from berlin.games.noretreat.rules.cards.hand import spend
from berlin.games.noretreat.rules.cards.paid_acts import PaidAct
from berlin.games.noretreat.rules.combat.battle import battle_below
from berlin.games.noretreat.rules.events.registry import (
    EVENTS,
    Event,
    copying,
    event_of,
    fitting,
    paying_back,
)
from berlin.games.noretreat.rules.question import PASS, NoRetreatQuestion, Pass, Play, on_top
from berlin.games.noretreat.state.state import Draft
from berlin.games.noretreat.state.words import WAY, WAY_NAMES, WAYS
from berlin.kernel.contract.ids import OTHER, Card, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

ONE_CARD = ("before", "after")
MOMENTS = {
    "card": "Card Phase: play an event, or pass",
    "organization": "Organization begins: play an event, or pass",
    "moved": "Movement is over: play an event, or pass",
    "combat": "Combat begins: play an event, or pass",
    "blows": "The counterblows lie: play an event, or pass",
    "before": "Before the die: play a card, or pass",
    "after": "The die is cast: play a card, or pass",
    "combat-end": "Combat is over: play an event, or pass",
    "removals": "Removals: play an event, or pass",
    "phase-end": "The phase ends: play an event, or pass",
    "replaced": "A replacement was made: cancel it, or pass",
    "checked": "Supply was checked: play an event, or pass",
}
_LONE = frozenset(LONE_MOMENTS)


def moment(d: Draft, seat: Seat, kind: str) -> str:
    """The moment as the seat sees it: `before:own`, `checked`."""
    if kind in _LONE:
        return kind
    return f"{kind}:own" if seat == d.phasing else f"{kind}:enemy"


def holder(d: Draft) -> Seat:
    return TURNS[d.turn].initiative


def copied(d: Draft, seat: Seat, now: str) -> Event | None:
    """The event of the top discard, if it can be copied at this moment."""
    if not d.discards:
        return None
    # What is resolved on being drawn, and what copies, has no moment of its own.
    if now not in HALVES[d.discards[-1]][seat].windows:
        return None
    return event_of(Card(d.discards[-1]), seat)


def could_play(d: Draft, seat: Seat, kind: str) -> bool:
    """Might the seat play a card here, as far as everybody knows?"""
    if not d.hands[seat]:
        return False
    now, first = moment(d, seat, kind), holder(d)
    unseen = d.hands[0] | d.hands[1] | d.pile
    if fitting(d.deck, first, seat, now) & unseen & ~d.used:
        return True
    return bool(copying(d.deck, first, seat) & unseen & ~d.used) and copied(d, seat, now) is not None


def plays(d: Draft, seat: Seat, kind: str) -> list[Act]:
    """The cards that a seat may play now, each in each way."""
    hand = d.hands[seat] & ~d.barred & ~d.used
    if not hand:
        return []
    now, first = moment(d, seat, kind), holder(d)
    found: list[Act] = []
    held = hand & fitting(d.deck, first, seat, now)
    copies = hand & copying(d.deck, first, seat)
    if copies and copied(d, seat, now) is not None:
        held |= copies
    for card in cards(d.deck, held) if held else ():
        made, _ = resolve(d, seat, card, now)
        if made is not None:
            found += [Play(card, WAY[way]) for way in made.ways if not refusal(d, seat, card, kind, way)]
    return found


def resolve(d: Draft, seat: Seat, card: Card, now: str) -> tuple[Event | None, bool]:
    """The event that a card brings, and whether it is copied."""
    if HALVES[card][seat].copies:
        return copied(d, seat, now), True
    return event_of(card, seat), False


def refusal(d: Draft, seat: Seat, card: Card, kind: str, way: str) -> Refusal | None:
    """Why a seat can't play this card now."""
    half = HALVES[card][seat]
    name = half.name
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
        return Refusal(half.rule, f"{name} is played at another moment: {moments(made.half)}")
    if d.turn < made.half.from_turn:
        return Refusal(made.rule, f"{made.half.name} is played from turn {made.half.from_turn} on")
    if way not in made.ways:
        said = ", or ".join(WAY_NAMES[word] for word in made.ways if word) or "the one thing it does"
        return Refusal(made.rule, f"{made.half.name} is played for another purpose: {said}")
    return made.refuse(d, seat, now, way)


def play_refusal(d: Draft, seat: Seat, kind: str, act: Act) -> Refusal | None:
    """Why an act that plays a card can't be done now; None for any other act."""
    return refusal(d, seat, act.card, kind, WAYS[act.way]) if isinstance(act, Play) else None


def play(d: Draft, seat: Seat, kind: str, action: Play) -> None:
    """A card leaves the hand; its event waits for a cancel."""
    now = moment(d, seat, kind)
    made, copy = resolve(d, seat, action.card, now)
    assert made is not None
    spend(d, seat, action.card)
    d.used |= bit(d.deck, action.card)
    half = HALVES[action.card][seat]
    told = f"{half.name}, as {made.half.name}" if copy else half.name
    if d.log is not None:
        word = f" ({WAY_NAMES[WAYS[action.way]]})" if action.way else ""
        who = SEATS[seat].capitalize()
        battle = battle_below(d)
        where = () if battle is None else (battle.space,)
        d.say("card", f"{who} plays {told}{word}", half.rule, data=(action.card, seat, *where))
    d.frames.append(Reaction(OTHER[seat], action.card, made.code, action.way, kind))


class Window(NoRetreatQuestion, frozen=True, gc=False):
    """5.window: does the seat play a card at this moment? `kind` is a word of data/cards.csv."""

    kind: str
    data: tuple[int, ...] = ()

    acts = (Play, Pass)
    rule = "NR 5.window"
    why = (
        "Some cards may be played at this moment only. You are asked whenever you might hold such a card, "
        "so that the question gives nothing away; most often you pass."
    )

    def prompt(self, d: Draft) -> str:
        """Before and after a roll it is told which one, and what it has come to so far."""
        b = battle_below(d) if self.kind in ONE_CARD else None
        return b.told_to(d, self.kind) if b is not None else MOMENTS[self.kind]

    def still_asks(self, d: Draft) -> bool:
        if could_play(d, self.seat, self.kind):
            return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [*plays(d, self.seat, self.kind), PASS]

    def carry_out(self, d: Draft, act: Act) -> None:
        # One card each in a battle; any other window stays open until its seat passes.
        if not isinstance(act, Play) or self.kind in ONE_CARD:
            d.frames.pop()
        if isinstance(act, Play):
            play(d, self.seat, self.kind, act)

    # `plays` lists what `play_refusal` finds no fault with; to pass is always an answer.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return play_refusal(d, self.seat, self.kind, act) or Refusal(
            "NR 5.window", "a card may be played now, or none: pass"
        )


class Reaction(NoRetreatQuestion, frozen=True, gc=False):
    """5.cancel: a card was played, or paid for an act, by the other; is it cancelled?"""

    card: Card
    code: int
    way: int
    kind: str
    act: PaidAct | None = None

    acts = (Play, Pass)
    rule = "NR 5.cancel"
    why = (
        "A few cards undo what the other side has just done with a card; they are rare, so save them for "
        "what would really hurt."
    )

    def prompt(self, d: Draft) -> str:
        what = half_of(self.code).name if self.act is None else "a card for an effect"
        return f"The other side has just used {what}: cancel it, or pass"

    def still_asks(self, d: Draft) -> bool:
        if self._could_cancel(d):
            return True
        self._goes_through(d)
        return False

    def _could_cancel(self, d: Draft) -> bool:
        if not d.hands[self.seat]:
            return False
        if self.act is None:
            return could_play(d, self.seat, "cancel")
        unseen = d.hands[0] | d.hands[1] | d.pile
        return bool(paying_back(d.deck, holder(d), self.seat) & unseen)

    def _goes_through(self, d: Draft) -> None:
        d.frames.pop()
        by = OTHER[self.seat]
        if self.act is not None:
            on_top(d).when_paid(d, self.act)
        else:
            EVENTS[self.code].play(d, by, moment(d, by, self.kind), WAYS[self.way])

    def answers(self, d: Draft) -> list[Act]:
        return [*plays(d, self.seat, "cancel"), PASS]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Play):
            play(d, self.seat, "cancel", act)
        else:
            self._goes_through(d)

    # `plays` lists what `play_refusal` finds no fault with; to pass is always an answer.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return play_refusal(d, self.seat, "cancel", act) or Refusal(
            "NR 5.cancel", "a card was just played: cancel it with another, or pass"
        )


def cancel(d: Draft) -> Reaction:
    """The card or payment that lies below a cancelling event comes to nothing; which it was."""
    frame = d.frames.pop()
    assert isinstance(frame, Reaction)
    what = half_of(frame.code).name if frame.act is None else "the card discarded"
    d.say("cancel", f"{what} is cancelled", "NR 5.cancel")
    return frame
