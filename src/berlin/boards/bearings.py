<<<<<<< HEAD
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
=======
"""A hex by its bearing from another: `two hexes south-west`, `three hexes east and one north-east`."""

from berlin.boards.hexes import DIRECTIONS, OFFSETS, Cell

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
WORDS = {
    "E": "east",
    "NE": "north-east",
    "NW": "north-west",
    "W": "west",
    "SW": "south-west",
    "SE": "south-east",
}
# Beside each direction the next one, counter-clockwise, and what lies between both.
_BETWEEN = {
    ("E", "NE"): "east-north-east",
    ("NE", "NW"): "north",
    ("NW", "W"): "west-north-west",
    ("W", "SW"): "west-south-west",
    ("SW", "SE"): "south",
    ("SE", "E"): "east-south-east",
}
_WAY = dict(zip(DIRECTIONS, OFFSETS, strict=True))


def number(count: int) -> str:
    """In words, as long as they are short."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def hexes(count: int) -> str:
    return f"{number(count)} hex{'' if count == 1 else 'es'}"


def parts(start: Cell, end: Cell) -> tuple[tuple[int, str], ...]:
    """The way from one hex to another as steps in one direction, or in two that lie side by side."""
    across, along = end[0] - start[0], end[1] - start[1]
    for first, second in _BETWEEN:
        (a, b), (c, d) = _WAY[first], _WAY[second]
        area = a * d - b * c
        one, other = (across * d - along * c) // area, (a * along - b * across) // area
        if one > 0 and other >= 0:
            return ((one, first),) if not other else ((one, first), (other, second))
    return ()


def bearing(start: Cell, end: Cell) -> str:
    """No two hexes have the same one from a third."""
    found = parts(start, end)
    if len(found) == 2 and found[0][0] == found[1][0]:
        return f"{hexes(2 * found[0][0])} {_BETWEEN[found[0][1], found[1][1]]}"
    first, *then = sorted(found, key=lambda one: -one[0])
    told = [f"{hexes(first[0])} {WORDS[first[1]]}", *(f"{number(count)} {WORDS[way]}" for count, way in then)]
    return " and ".join(told)
>>>>>>> main
