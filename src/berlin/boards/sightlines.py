"""Straight lines between the centres of hexes: which hexes they pass through, which sides they run along, and
what is in sight along them.

All in whole numbers: a corner is where three hexes meet, so that three times its place is the sum of theirs.
What is found depends on how one hex lies from the other alone, and is the same both ways.
"""

from collections import defaultdict
from functools import cache

import msgspec

from berlin.boards.hexes import OFFSETS, Cell, HexMap, apart, bits, board_of

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


# Of a line, how far posts decide: those that block it alone, and the sets that block it together.
_Screen = tuple[int, tuple[int, ...]]
_KEPT = 8192
_CLEAR: _Screen = (0, ())
_BLOCKED: _Screen = (-1, ())


class Sights:
    """What is in sight on a map where some ground blocks, and some hexes as long as a post stands in them.

    A line along a hexside is blocked if both hexes block; what lies beyond the map's edge blocks nothing.
    The next hex is always seen, and `lofty` hexes see over all and are seen.
    """

    def __init__(self, hexes: HexMap, blocking: int, posts: int, lofty: int = 0) -> None:
        self.map, self.blocking, self.posts, self.lofty = hexes, blocking, posts, lofty
        self._screens: dict[tuple[int, int], _Screen] = {}
        self._seen: dict[tuple[int, int, int], int] = {}

    def is_seen(self, a: int, b: int, standing: int) -> bool:
        """Whether a hex sees another while these posts stand; the same both ways."""
        pair = (a, b) if a < b else (b, a)
        screen = self._screens.get(pair)
        if screen is None:
            screen = self._screens[pair] = self._screen(*pair)
        if screen is _CLEAR:
            return True
        if screen is _BLOCKED:
            return False
        alone, together = screen
        return not alone & standing and all(part & ~standing for part in together)

    def seen(self, space: int, around: int, standing: int) -> int:
        """Those of the hexes around that a hex sees."""
        key = space, around, standing & around
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            found = board_of(other for other in bits(around) if self.is_seen(space, other, standing))
            self._seen[key] = found
        return found

    def leaves(self, a: int, b: int) -> tuple[int, ...]:
        """The directions of the sides by which the line to another hex leaves this one."""
        return sightline(self._step(a, b)).leaves

    def _step(self, a: int, b: int) -> Cell:
        (r, c), (s, d) = self.map.cell[a], self.map.cell[b]
        return s - r, d - c

    def _board(self, start: int, cells: tuple[Cell, ...]) -> int:
        r, c = self.map.cell[start]
        spaces = (self.map.index.get((r + s, c + d)) for s, d in cells)
        return board_of(space for space in spaces if space is not None)

    def _screen(self, a: int, b: int) -> _Screen:
        if a == b or self.map.across[a] >> b & 1 or self.lofty & (1 << a | 1 << b):
            return _CLEAR
        line = sightline(self._step(a, b))
        through = self._board(a, line.through)
        if through & self.blocking:
            return _BLOCKED
        alone, together = through & self.posts, []
        for pair in line.along:
            sides = self._board(a, pair)
            free = sides & ~self.blocking
            if sides.bit_count() == 2 and not free:
                return _BLOCKED
            if sides.bit_count() == 2 and not free & ~self.posts:
                together.append(free)
        return (alone, tuple(together)) if alone or together else _CLEAR
