"""Na Berlin! 5.5: old cards leave and new ones join in January 1945."""

from berlin.games.noretreat.board.deck import JOINS, LEAVES, cards, set_of
from berlin.games.noretreat.board.names import both_names
from berlin.games.noretreat.board.tables import AXIS, SEATS, SOVIET
from berlin.games.noretreat.rules.cards.hand import draw
from berlin.games.noretreat.state.state import Draft


def reset_cards(d: Draft) -> None:
    """The four steps: purge, shuffle, replace, go on."""
    old = LEAVES[d.deck]
    if d.gone & old == old:
        return
    lost: list[int] = []
    for seat in (AXIS, SOVIET):
        taken = d.hands[seat] & old
        lost.append(taken.bit_count())
        d.hands[seat] &= ~old
        _tell(d, taken, f"the {SEATS[seat].capitalize()} hand")
    piles = d.pile | set_of(d.deck, d.discards)
    _tell(d, piles & old, "the piles")
    d.discards.clear()
    d.pile = piles & ~old | JOINS[d.deck]
    d.gone = old
    d.say("cards", "the cards of 1945 are shuffled in", "NAB 5.5.setup.2", "NR 5.reset45")
    # The Axis draws first: what lies on top is done first.
    draw(d, SOVIET, lost[SOVIET])
    draw(d, AXIS, lost[AXIS])


def _tell(d: Draft, taken: int, where: str) -> None:
    if taken and d.log is not None:
        names = ", ".join(map(both_names, cards(d.deck, taken)))
        d.say("cards", f"{names} leave {where}", "NAB 5.5.setup.1")
