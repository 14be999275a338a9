"""5.deck: the two decks, and sets of cards as ints.

A card is a number (see tables.py); by its rank in its deck it is a bit, so that a hand or the draw pile is
one small int. A half is known by its code: twice its number among the 54, and its side.
"""

from collections.abc import Callable, Iterable
from typing import cast

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.tables import AXIS, HALVES, KIT_FROM, SOVIET, Half
from berlin.games.noretreat.board.tables import DECKS as TABLE_DECKS
from berlin.kernel.contract.ids import Card

STANDARD, KIT = 0, 1
DECKS = ("full", "kit")
BASE = (0, KIT_FROM)


def bit(deck: int, card: Card) -> int:
    """The set of this one card; 0 if it is of the other deck."""
    rank = card - BASE[deck]
    return 1 << rank if WHOLE[deck] >> max(rank, 0) & 1 else 0


def cards(deck: int, held: int) -> list[Card]:
    """The cards of a set, in order."""
    base, found = BASE[deck], list[int]()
    while held:
        low = held & -held
        found.append(base + low.bit_length() - 1)
        held ^= low
    return cast(list[Card], found)


card_bits = cast(Callable[[int], list[Card]], bits)
"""The cards of a set by their numbers, whatever the deck."""


def set_of(deck: int, numbers: Iterable[int]) -> int:
    held = 0
    for card in numbers:
        held |= 1 << card - BASE[deck]
    return held


START = tuple(set_of(deck, TABLE_DECKS[name].cards) for deck, name in enumerate(DECKS))
JOINS = tuple(set_of(deck, TABLE_DECKS[name].joins) for deck, name in enumerate(DECKS))
LEAVES = tuple(set_of(deck, TABLE_DECKS[name].leaves) for deck, name in enumerate(DECKS))
WHOLE = tuple(start | joins for start, joins in zip(START, JOINS, strict=True))
IMMEDIATE = tuple(
    tuple(
        set_of(deck, (card for card in cards(deck, WHOLE[deck]) if HALVES[card][side].immediate))
        for side in (AXIS, SOVIET)
    )
    for deck in (STANDARD, KIT)
)
"""IMMEDIATE[deck][side]: what is resolved when this side draws it, so that its hand never holds it."""


def code_of(half: Half) -> int:
    return half.number * 2 + half.side


def half_of(code: int) -> Half:
    return HALVES[code >> 1][code & 1]
