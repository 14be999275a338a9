"""5.draw: the Card Phase: lay off, draw, play events."""

from msgspec.structs import replace

from berlin.games.noretreat.actions import DONE, EXTEND, WAYS, Action, Discard, Extend, Play
from berlin.games.noretreat.deck import bit, cards
from berlin.games.noretreat.frames import Hand, Window
from berlin.games.noretreat.hand import count, discard, draw
from berlin.games.noretreat.kit import can_extend, extend_refusal, open_extension, rumanian_penalty
from berlin.games.noretreat.state import Draft
from berlin.games.noretreat.tables import AXIS, SEATS, TURNS
from berlin.games.noretreat.victory import SUDDEN
from berlin.games.noretreat.windows import play, plays, refusal
from berlin.kernel.rules import Modifier, Refusal, Tally

KEEP, LEAST = 2, 1
# On turn 1 the Axis draws first, and lays off two.
FIRST_DRAW, FIRST_KEEP = 6, 4


def begin_cards(d: Draft) -> None:
    seat = d.phasing
    # The last window to open lies lowest.
    d.frames.append(Window(1 - seat, "card"))
    d.frames.append(Window(seat, "card"))
    if d.turn == 1 and seat == AXIS:
        d.frames.append(Hand(seat, FIRST_KEEP))
        draw(d, seat, FIRST_DRAW)
    else:
        d.frames.append(Hand(seat, KEEP))


def draw_rate(d: Draft, seat: int) -> Tally:
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


def settle_hand(d: Draft, frame: Hand) -> bool:
    if d.hands[frame.seat] or can_extend(d, frame.seat):
        return True
    _close(d, frame)
    return False


def _close(d: Draft, frame: Hand) -> None:
    d.frames.pop()
    if frame.keep == KEEP:
        rate = draw_rate(d, frame.seat)
        if d.log is not None:
            d.say("tally", str(rate), "NR 5.draw", *rate.rules)
        draw(d, frame.seat, rate.total)


def options_hand(d: Draft, frame: Hand) -> list[Action]:
    found: list[Action] = []
    if frame.keep == KEEP or count(d, frame.seat) > frame.keep:
        found += [Discard(card) for card in cards(d.deck, d.hands[frame.seat])]
    if frame.keep == KEEP:
        found += plays(d, frame.seat, "card")
    if can_extend(d, frame.seat):
        found.append(EXTEND)
    if count(d, frame.seat) <= frame.keep:
        found.append(DONE)
    return found


def answer_hand(d: Draft, frame: Hand, action: Action) -> None:
    match action:
        case Discard(card):
            discard(d, frame.seat, card, "", "NR 5.draw")
        case Play():
            play(d, frame.seat, "card", action)
        case Extend():
            open_extension(d)
        case _:
            _close(d, frame)


def refuse_hand(d: Draft, frame: Hand, action: Action) -> Refusal:
    match action:
        case Discard(card) if not d.hands[frame.seat] & bit(d.deck, card):
            return Refusal("NR 5.draw", "that card is not in your hand")
        case Discard() if count(d, frame.seat) <= frame.keep:
            return Refusal("NR 5.draw.first", "two cards are discarded on turn 1, no more")
        case Play(card, way):
            found = refusal(d, frame.seat, card, "card", WAYS[way])
            if found is not None:
                return found
            return Refusal("NR 5.draw.first", "on turn 1 two cards are discarded before any is played")
        case Extend():
            return extend_refusal(d)
    return Refusal("NR 5.draw", f"discard down to {frame.keep} cards first")
