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
