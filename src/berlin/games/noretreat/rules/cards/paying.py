"""5.pay: what is paid for with cards."""

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import BASE, card_bits, cards
from berlin.games.noretreat.board.tables import NO_CARD
from berlin.games.noretreat.rules.cards.hand import discard
from berlin.games.noretreat.rules.cards.paid_acts import Flip, PaidAct, Place, Reorganize
from berlin.games.noretreat.rules.cards.windows import Reaction
from berlin.games.noretreat.rules.events.registry import event_of
from berlin.games.noretreat.rules.question import Discard, NoRetreatQuestion, on_top
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Card, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room, unless

PAYABLE = unless(False, "NR 5.pay", "it can be paid for")
_ORGANIZING = (Flip, Place, Reorganize)


def worth(d: Draft, seat: Seat, act: Act) -> int:
    """How many discards a hand is good for."""
    total = 0
    for card in cards(d.deck, d.hands[seat] & ~d.barred):
        total += card_worth(seat, card, act)
    return total


def card_worth(seat: Seat, card: Card, act: Act) -> int:
    made = event_of(card, seat)
    return made.worth if made is not None and isinstance(act, _ORGANIZING) else 1


def can_pay(d: Draft, seat: Seat, cost: int, act: Act) -> bool:
    hand = d.hands[seat] & ~d.barred
    return hand.bit_count() >= cost or (bool(hand) and worth(d, seat, act) >= cost)


def payable(d: Draft, seat: Seat, cost: int, act: Act) -> Limit:
    """An act that costs cards needs a hand that is good for them."""
    if can_pay(d, seat, cost, act):
        return PAYABLE
    told = f"it costs {cost} card{'s' if cost > 1 else ''}, more than you can pay with"
    return unless(True, "NR 5.pay", told)


def pay(d: Draft, seat: Seat, cost: int, act: PaidAct) -> None:
    """Ask for the cards; then the question on top, which the act answered, carries it out."""
    if cost:
        d.frames.append(Pay(seat, cost, act))
    else:
        on_top(d).when_paid(d, act)


class Pay(NoRetreatQuestion, frozen=True, gc=False):
    """5.pay: which cards are laid down for an act?"""

    left: int
    act: PaidAct

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
        d.frames.append(Reaction(OTHER[self.seat], NO_CARD, 0, 0, "", self.act))
        return False

    def _limits(self, d: Draft) -> tuple[Limit, ...]:
        """Of cards, each the bit of its number."""
        base = BASE[d.deck]
        return (
            Limit(~(d.barred << base), "NR 5.once", "that card may not be used before the next phase"),
            Limit(d.hands[self.seat] << base, "NR 5.pay", f"{self.left} more to discard before it is done"),
        )

    def answers(self, d: Draft) -> list[Act]:
        return [Discard(card) for card in card_bits(room(self._limits(d)))]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Discard)
        discard(d, self.seat, act.card, " to pay with", "NR 5.use.discard", "NR 5.pay")
        d.frames[-1] = replace(self, left=self.left - card_worth(self.seat, act.card, self.act))
        made = event_of(act.card, self.seat)
        if made is not None:
            made.paid(d, self.seat, self.act)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        return refuse(self._limits(d), act.card if isinstance(act, Discard) else NO_CARD)
