"""How one hex lies from another, in words: `two hexes south-west`, `three hexes east and one north-east`."""

from collections.abc import Iterable

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
# What lies between two directions that are next to each other.
_BETWEEN = {
    frozenset(pair.split()): word
    for pair, word in (
        ("E NE", "east-north-east"),
        ("NE NW", "north"),
        ("NW W", "west-north-west"),
        ("W SW", "west-south-west"),
        ("SW SE", "south"),
        ("SE E", "east-south-east"),
    )
}
# The directions of hexes.py clockwise: a way that is not straight goes in two neighbouring ones.
_ROUND = (5, 4, 0, 2, 3, 1)


def number(count: int) -> str:
    """In words, as long as they are short."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def hexes(count: int) -> str:
    return f"{number(count)} hex{'' if count == 1 else 'es'}"


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


def told(parts: Iterable[tuple[int, str]]) -> str:
    """Numbers of hexes, each with its direction in words."""
    (first, where), *others = parts
    return " and ".join([f"{hexes(first)} {where}", *(f"{number(count)} {way}" for count, way in others)])


def parts(start: Cell, end: Cell) -> tuple[tuple[int, str], ...]:
    """The way from one hex to another as steps in one direction, or in two that lie side by side."""
    return tuple((count, DIRECTIONS[way]) for count, way in legs((end[0] - start[0], end[1] - start[1])))


def bearing(start: Cell, end: Cell) -> str:
    """No two hexes have the same one from a third."""
    found = parts(start, end)
    if len(found) == 2 and found[0][0] == found[1][0]:
        return f"{hexes(2 * found[0][0])} {_BETWEEN[frozenset(way for _, way in found)]}"
    return told((count, WORDS[way]) for count, way in sorted(found, key=lambda one: -one[0]))
