"""5.pay: what is paid for with cards."""

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import bit, cards
from berlin.games.noretreat.rules.cards.hand import discard
from berlin.games.noretreat.rules.cards.windows import Reaction
from berlin.games.noretreat.rules.events.registry import event_of
from berlin.games.noretreat.rules.question import NoRetreatQuestion, on_top
from berlin.games.noretreat.state.actions import Action, Discard, Flip, Place, Reorganize
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal

_ORGANIZING = (Flip, Place, Reorganize)


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
    """Ask for the cards; then the question on top, which the act answered, carries it out."""
    if cost:
        d.frames.append(Pay(Seat(seat), cost, act))
    else:
        on_top(d).when_paid(d, act)


class Pay(NoRetreatQuestion, frozen=True, gc=False):
    """5.pay: which cards are laid down for an act?"""

    left: int
    act: Action

    acts = (Discard,)
    rule = "NR 5.pay"
    why = (
        "What you want to do costs cards: those you give up can't be played any more, so the least useful "
        "go first."
    )

    def prompt(self, d: Draft) -> str:
        return f"Discard {self.left} card{'s' if self.left > 1 else ''} to pay with"

    def still_asks(self, d: Draft) -> bool:
        if self.left > 0:
            return True
        d.frames.pop()
        d.frames.append(Reaction(OTHER[self.seat], 0, 0, 0, "", self.act))
        return False

    def answers(self, d: Draft) -> list[Action]:
        return [Discard(card) for card in cards(d.deck, d.hands[self.seat] & ~d.barred)]

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, Discard)
        discard(d, self.seat, act.card, " to pay with", "NR 5.use.discard", "NR 5.pay")
        d.frames[-1] = replace(self, left=self.left - card_worth(self.seat, act.card, self.act))
        made = event_of(act.card, self.seat)
        if made is not None:
            made.paid(d, self.seat, self.act)

    def refuse(self, d: Draft, act: Action) -> Refusal:
        if isinstance(act, Discard) and d.barred & bit(d.deck, act.card):
            return Refusal("NR 5.once", "that card may not be used before the next phase")
        return Refusal("NR 5.pay", f"{self.left} more to discard before it is done")
