"""5.draw: the Card Phase: lay off, draw, play events."""

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import BASE, card_bits
from berlin.games.noretreat.board.tables import AXIS, SEATS, TURNS
from berlin.games.noretreat.rules.cards.hand import count, discard, draw
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.na_berlin import (
    EXTEND,
    Extend,
    can_extend,
    extend_refusal,
    open_extension,
    rumanian_penalty,
)
from berlin.games.noretreat.rules.question import DONE, Discard, Done, NoRetreatQuestion, Play
from berlin.games.noretreat.rules.victory import SUDDEN
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Modifier, Refusal, Tally
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room, unless

KEEP, LEAST = 2, 1
# On turn 1 the Axis draws first, and lays off two.
FIRST_DRAW, FIRST_KEEP = 6, 4


def begin(d: Draft) -> None:
    seat = d.phasing
    # The last window to open lies lowest.
    d.frames.append(Window(OTHER[seat], "card"))
    d.frames.append(Window(seat, "card"))
    if d.turn == 1 and seat == AXIS:
        d.frames.append(Hand(seat, FIRST_KEEP))
        draw(d, seat, FIRST_DRAW)
    else:
        d.frames.append(Hand(seat, KEEP))


def draw_rate(d: Draft, seat: Seat) -> Tally:
    """How many cards a side draws."""
    rate = Tally(f"{SEATS[seat].capitalize()} Draw Rate", TURNS[d.turn].draw[seat])
    lost = rumanian_penalty(d) if seat == AXIS else 0
    found = []
    if lost:
        rule = "NAB 5.2b" if d.extended else "NR 5.draw.rumania"
        why = "the oil of Ploesti is Soviet" if d.extended else "Soviets in Rumania"
        found.append(Modifier(-lost, why, rule))
    # 10.sudden: a sudden death that costs cards costs one here.
    if d.short >> seat & 1:
        found.append(Modifier(-1, "no surrender", SUDDEN[1 - seat]))
    least = LEAST - rate.base - sum(modifier.value for modifier in found)
    if found and least > 0:
        found.append(Modifier(least, "never none", "NR 5.draw.rumania"))
    return replace(rate, modifiers=tuple(found)) if found else rate


class Hand(NoRetreatQuestion, frozen=True, gc=False):
    """5.draw: which cards are laid off? `keep` is how many may stay."""

    keep: int

    acts = (Discard, Play, Extend, Done)
    rule = "NR 5.draw"
    why = (
        "Before new cards are drawn the hand is cut down to the few you want to keep: keep what will be "
        "wanted in this turn, and play now what is only worth playing now."
    )

    def prompt(self, d: Draft) -> str:
        return f"Card Phase: discard down to {self.keep} cards or fewer, then finish"

    def still_asks(self, d: Draft) -> bool:
        if d.hands[self.seat] or can_extend(d, self.seat):
            return True
        self._close(d)
        return False

    def _close(self, d: Draft) -> None:
        d.frames.pop()
        if self.keep == KEEP:
            rate = draw_rate(d, self.seat)
            if d.log is not None:
                d.say("tally", str(rate), "NR 5.draw", *rate.rules)
            draw(d, self.seat, rate.total)

    def _limits(self, d: Draft) -> tuple[Limit, ...]:
        """Which cards may be laid off, each the bit of its number."""
        enough = self.keep != KEEP and count(d, self.seat) <= self.keep
        return (
            Limit(d.hands[self.seat] << BASE[d.deck], "NR 5.draw", "that card is not in your hand"),
            unless(enough, "NR 5.draw.first", "two cards are discarded on turn 1, no more"),
        )

    def answers(self, d: Draft) -> list[Act]:
        found: list[Act] = [Discard(card) for card in card_bits(room(self._limits(d)))]
        if self.keep == KEEP:
            found += plays(d, self.seat, "card")
        if can_extend(d, self.seat):
            found.append(EXTEND)
        if count(d, self.seat) <= self.keep:
            found.append(DONE)
        return found

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Discard(card):
                discard(d, self.seat, card, "", "NR 5.draw")
            case Play():
                play(d, self.seat, "card", act)
            case Extend():
                open_extension(d)
            case _:
                self._close(d)

    # But for what is laid off, a single rule decides of each kind of act.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Discard(card):
                return refuse(self._limits(d), card)
            case Play():
                return play_refusal(d, self.seat, "card", act) or Refusal(
                    "NR 5.draw.first", "on turn 1 two cards are discarded before any is played"
                )
            case Extend():
                return extend_refusal(d)
        return Refusal("NR 5.draw", f"discard down to {self.keep} cards first")
