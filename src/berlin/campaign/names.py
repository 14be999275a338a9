"""How pieces are named in texts: the letter of their side and their number, `g12`."""

from berlin.kernel.words import Word

SPAN = 4096
"""More pieces than a side can have: one number names a piece of either side."""


def unit_of(side: int, piece: int) -> int:
    """The number that stands for a piece in actions and questions."""
    return side * SPAN + piece


def piece_of(unit: int) -> tuple[int, int]:
    """Its side, and its number there."""
    return divmod(unit, SPAN)


def piece_word(sides: tuple[str, str]) -> Word:
    letters = tuple(side[0] for side in sides)

    def read(text: str) -> int:
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
