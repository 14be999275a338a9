"""Straight lines between the centres of hexes: which hexes they pass through, and which sides they run along.

All in whole numbers: a corner is where three hexes meet, so that three times its place is the sum of theirs.
What is found depends on how one hex lies from the other alone, and is the same both ways.
"""

from collections import defaultdict
from functools import cache

import msgspec

from berlin.boards.hexes import OFFSETS, Cell, apart

# The directions of hexes.py all the way round, and three times the corner after the side in each.
_ROUND = (0, 2, 3, 1, 5, 4)
_CORNERS: tuple[Cell, ...] = tuple(
    (OFFSETS[way][0] + OFFSETS[after][0], OFFSETS[way][1] + OFFSETS[after][1])
    for way, after in zip(_ROUND, (*_ROUND[1:], _ROUND[0]), strict=True)
)


class Sightline(msgspec.Struct, frozen=True):
    """What lies between a hex and the one so many rows and columns away, as steps from the first."""

    through: tuple[Cell, ...]
    """The hexes whose inside it passes."""
    along: tuple[tuple[Cell, Cell], ...]
    """The hexes on both sides of each hexside that it runs along."""
    leaves: tuple[int, ...]
    """The directions of the sides by which it leaves the first hex: two if it goes through a corner."""


@cache
def sightline(step: Cell) -> Sightline:
    """Of the line to the hex so many rows and columns away."""
    far = apart((0, 0), step)
    through: list[Cell] = []
    beside: dict[frozenset[Cell], list[Cell]] = defaultdict(list)
    for r in range(-far, far + 1):
        for c in range(-far, far + 1):
            if not _is_between(step, (r, c)):
                continue
            corners = [(3 * r + dr, 3 * c + dc) for dr, dc in _CORNERS]
            hands = [_cross(step, corner) for corner in corners]
            if min(hands) < 0 < max(hands):
                through.append((r, c))
            elif hands.count(0) == 2:
                side = frozenset(corner for corner, hand in zip(corners, hands, strict=True) if hand == 0)
                beside[side].append((r, c))
    pairs = tuple((a, b) for a, b in sorted(beside.values()))
    return Sightline(tuple(through), pairs, _leaves(step))


def _cross(a: Cell, b: Cell) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Cell, b: Cell) -> int:
    """Positive if the angle between two steps is less than a quarter turn."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]


def _is_between(step: Cell, cell: Cell) -> bool:
    """Whether a hex lies after the first and before the last, if it lies on their line at all."""
    rest = step[0] - cell[0], step[1] - cell[1]
    return _dot(step, cell) > 0 and _dot(step, rest) > 0


def _leaves(step: Cell) -> tuple[int, ...]:
    found = []
    for number, way in enumerate(_ROUND):
        before, after = _CORNERS[number - 1], _CORNERS[number]
        turn = _cross(before, after)
        if turn * _cross(before, step) >= 0 and turn * _cross(step, after) >= 0 and step != (0, 0):
            found.append(way)
    return tuple(found)
