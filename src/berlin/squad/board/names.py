"""The one reference to a piece: a number for those of both sides, made, taken apart, written and read here.

Acts, questions, reports, sheets and scenes name a piece by it, and the draft finds the piece. A state has the
pieces in a list for each side, where nothing needs a name but `Piece.holder`: `holder_of` reads it.
"""

from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit, numbered
from berlin.kernel.contract.words import Word
from berlin.squad.board.pieces import FOREIGN, Piece

BITS = 12
SPAN = 1 << BITS
"""More pieces than a side can have."""
LAST = SPAN - 1
UNITS = tuple(numbered(Unit, SPAN, side * SPAN) for side in BOTH)
"""By side: the references to its pieces, in the order of its list."""
NO_UNIT = Unit(-1)


def unit_of(side: Seat, number: int) -> Unit:
    """The reference to the piece with this number on a side's list."""
    return UNITS[side][number]


def owner_of(unit: Unit) -> Seat:
    """The side on whose list a piece is."""
    return BOTH[unit >> BITS]


def number_of(unit: Unit) -> int:
    """The number of a piece there."""
    return unit & LAST


def holder_of(unit: Unit, piece: Piece) -> Unit:
    """Who possesses, carries or guards a piece; NO_UNIT if nobody does."""
    if piece.holder < 0:
        return NO_UNIT
    return UNITS[OTHER[unit >> BITS] if piece.marks & FOREIGN else unit >> BITS][piece.holder]


def piece_word(sides: tuple[str, str]) -> Word:
    """How it is written: the letter of the side and the number, `g12`."""
    letters = tuple(side[0] for side in sides)

    def read(text: str) -> Unit:
        number = int(text[1:])
        if not 0 <= number < SPAN or str(number) != text[1:]:
            raise ValueError(text)
        return UNITS[letters.index(text[0].lower())][number]

    return Word(
        "a piece",
        lambda unit: f"{letters[unit >> BITS]}{unit & LAST}",
        read,
        lambda unit: 0 <= unit < 2 * SPAN,
    )
