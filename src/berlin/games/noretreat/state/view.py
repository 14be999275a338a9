"""What a seat may know: the open table, its own hand, how many cards the other holds, and its answers."""

from random import Random

from berlin.games.noretreat.board.deck import IMMEDIATE, WHOLE, bit, cards, set_of
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.rules.events.choosing import Pick
from berlin.games.noretreat.state.state import Open, State
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.views import guess, show

# One player may have been dealt the only cards that the other can hold: then again.
MOST_DEALS = 200


class View(Open, frozen=True, kw_only=True):
    """What is open, and what one seat knows besides."""

    seat: Seat | None
    sizes: tuple[int, int]
    # Cards of each hand that this seat knows: its own, those taken back in the open, those it was shown.
    known: tuple[int, int]
    # How many cards of each hand were drawn in this phase, and which of the own.
    fresh: tuple[int, int]
    drawn: int
    choices: tuple[str, ...]


def view(state: State, seat: Seat | None, choices: tuple[str, ...]) -> View:
    """Built up from what is open, and from the seat's own hand."""
    hands, barred, drawn = state.hands, state.barred, state.drawn
    known = [hands[AXIS] & barred, hands[SOVIET] & barred]
    if seat is not None:
        known[seat] = hands[seat]
        if state.frames and state.frames[-1].seat == seat and _shown(state):
            known[1 - seat] = hands[1 - seat]
    return show(
        View,
        state,
        seat,
        choices,
        sizes=(hands[0].bit_count(), hands[1].bit_count()),
        known=(known[0], known[1]),
        fresh=((hands[0] & drawn).bit_count(), (hands[1] & drawn).bit_count()),
        drawn=0 if seat is None else hands[seat] & drawn,
    )


def _shown(state: State) -> bool:
    """Does the open question show the other hand?"""
    top = state.frames[-1]
    return isinstance(top, Pick) and top.event.reveals


def imagine(seen: View, rng: Random) -> State:
    """A world in which a seat would see just this."""
    hands, pile = _deal(seen, rng)
    drawn = seen.drawn
    for seat in (AXIS, SOVIET):
        if seat != seen.seat:
            held = list(cards(seen.deck, hands[seat] & ~seen.barred))
            drawn |= set_of(seen.deck, rng.sample(held, min(seen.fresh[seat], len(held))))
    return guess(State, seen, rng, hands=hands, pile=pile, drawn=drawn)


def _deal(seen: View, rng: Random) -> tuple[tuple[int, int], int]:
    """Hands and pile as the seat might believe them to lie."""
    deck = seen.deck
    known = seen.known[AXIS] | seen.known[SOVIET]
    unseen = WHOLE[deck] & ~seen.gone & ~set_of(deck, seen.discards) & ~set_of(deck, seen.aside) & ~known
    order = cards(deck, unseen)
    for _ in range(MOST_DEALS):
        rng.shuffle(order)
        hands, left = list(seen.known), list(order)
        # Nobody holds what he would have had to resolve on drawing it.
        for seat in (AXIS, SOVIET):
            missing = seen.sizes[seat] - hands[seat].bit_count()
            fit = [card for card in left if not bit(deck, card) & IMMEDIATE[deck][seat]]
            hands[seat] |= set_of(deck, fit[:missing])
            left = [card for card in left if card not in fit[:missing]]
        if all(hands[seat].bit_count() == seen.sizes[seat] for seat in (AXIS, SOVIET)):
            break
    return (hands[AXIS], hands[SOVIET]), set_of(deck, left)
