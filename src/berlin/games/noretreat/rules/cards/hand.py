"""5. Hands: drawing, discarding and reshuffling."""

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import IMMEDIATE, bit, cards, set_of
from berlin.games.noretreat.board.names import card_name, card_names
from berlin.games.noretreat.board.tables import HALVES, NO_CARD, SEATS
from berlin.games.noretreat.rules.events.registry import event_of
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import Card, Seat


def count(d: Draft, seat: Seat) -> int:
    return d.hands[seat].bit_count()


def spend(d: Draft, seat: Seat, card: Card) -> None:
    """A card goes from a hand to the discards."""
    d.hands[seat] &= ~bit(d.deck, card)
    held = d.hands[0] | d.hands[1]
    d.drawn &= held
    d.barred &= held
    d.discards.append(card)


def discard(d: Draft, seat: Seat, card: Card, why: str, *rules: str) -> None:
    spend(d, seat, card)
    if d.log is not None:
        d.say(
            "discard",
            f"{SEATS[seat].capitalize()} discards {card_name(card, seat)}{why}",
            *rules,
            data=(card, seat),
        )


def reshuffle(d: Draft) -> None:
    """Draw pile and discards become one pile."""
    d.pile |= set_of(d.deck, d.discards)
    d.discards.clear()
    d.say("cards", "draw pile and discards are shuffled together", "NR 5.reshuffle")


def draw(d: Draft, seat: Seat, number: int) -> None:
    d.frames.append(Drawing(seat, number))


def take_top(d: Draft) -> Card:
    """The next card of the pile; 0 if there is none."""
    if d.pile.bit_count() <= 1 and d.discards:
        reshuffle(d)
    if not d.pile:
        return NO_CARD
    at = d.roll(d.pile.bit_count()) - 1
    pile = d.pile
    for _ in range(at):
        pile &= pile - 1
    low = pile & -pile
    d.pile ^= low
    return cards(d.deck, low)[0]


class Drawing(NoRetreatQuestion, frozen=True, gc=False):
    """5.draw, 5.immediate: cards that are still to be drawn. Asks nothing itself."""

    left: int

    def still_asks(self, d: Draft) -> bool:
        """Draw on until all are drawn or a card asks something. An immediate card is replaced."""
        seat, left = self.seat, self.left
        at, drawn = len(d.frames) - 1, 0
        while left and len(d.frames) == at + 1:
            card = take_top(d)
            if not card:
                left = 0
            elif bit(d.deck, card) & IMMEDIATE[d.deck][seat]:
                d.frames[at] = replace(self, left=left)
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


def _tell_draw(d: Draft, seat: Seat, drawn: int) -> None:
    """All at once: in which order they came tells something of what is left."""
    who, found = SEATS[seat].capitalize(), cards(d.deck, drawn)
    number = f"{len(found)} card{'s' if len(found) > 1 else ''}"
    d.whisper("draw", seat, f"{who} draws {card_names(found, seat)}", f"{who} draws {number}", "NR 5.draw")


def _resolve(d: Draft, seat: Seat, card: Card) -> None:
    half = HALVES[card][seat]
    d.aside.append(card)
    who = SEATS[seat].capitalize()
    d.say("card", f"{who} draws {half.name}, which is resolved at once", half.rule, data=(card, seat))
    made = event_of(card, seat)
    if made is not None:
        made.play(d, seat, "drawn", "")
