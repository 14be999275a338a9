"""How one hex lies from another, in words: `two hexes west and one north-west`."""

from collections.abc import Iterable

from berlin.boards.hexes import OFFSETS, Cell

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)
# The directions of hexes.py clockwise: a way that is not straight goes in two neighbouring ones.
_ROUND = (5, 4, 0, 2, 3, 1)


def legs(step: Cell) -> tuple[tuple[int, int], ...]:
    """How many hexes in which direction lead so many rows and columns away: in one, or in two that are next
    to each other. No leg leads nowhere."""
    rows, columns = step
    for at, way in enumerate(_ROUND):
        turned = _ROUND[(at + 1) % len(_ROUND)]
        (a, b), (c, d) = OFFSETS[way], OFFSETS[turned]
        # How often each of the two is gone; their offsets span all hexes.
        det = a * d - b * c
        first, then = (rows * d - columns * c) // det, (a * columns - b * rows) // det
        if first > 0 and then >= 0:
            return ((first, way), (then, turned)) if then else ((first, way),)
    return ()


def number_word(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def told(parts: Iterable[tuple[int, str]]) -> str:
    """Numbers of hexes, each with its direction in words."""
    (first, where), *others = parts
    words = [f"{number_word(first)} {'hex' if first == 1 else 'hexes'} {where}"]
    return " and ".join([*words, *(f"{number_word(number)} {where}" for number, where in others)])
