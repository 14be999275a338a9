"""How pieces are named in texts: the letter of their side and their number, `g12`."""

from typing import NewType

from berlin.kernel.contract.words import Word

Unit = NewType("Unit", int)
"""A piece of either side, as actions and questions refer to it."""

Listed = tuple[int, int]
"""The same piece where its list is at hand: its side, and its number there."""

SPAN = 4096
"""More pieces than a side can have: one number names a piece of either side."""


def unit_of(side: int, piece: int) -> Unit:
    """The number that stands for a piece in actions and questions."""
    return Unit(side * SPAN + piece)


def piece_of(unit: Unit) -> Listed:
    """Its side, and its number there."""
    return divmod(unit, SPAN)


def piece_word(sides: tuple[str, str]) -> Word:
    letters = tuple(side[0] for side in sides)

    def read(text: str) -> Unit:
        number = int(text[1:])
        if not 0 <= number < SPAN or str(number) != text[1:]:
            raise ValueError(text)
        return unit_of(letters.index(text[0].lower()), number)

    return Word(
        "a piece",
        lambda unit: f"{letters[unit // SPAN]}{unit % SPAN}",
        read,
        lambda unit: 0 <= unit < 2 * SPAN,
    )
