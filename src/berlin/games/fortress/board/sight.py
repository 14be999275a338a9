"""Line of sight (FB 8.1.los, 8.1.q3): straight from centre to centre, in whole numbers, the same both ways.

is_in_sight(a, b, standing)      whether one sees the other, where these strongpoints stand
in_sight(space, far, standing)   all that is seen from a hex within so many hexes, itself among them
directions_to(a, b)              the hexsides by which the line leaves: two if it goes through a corner
is_ahead(a, facing, b)           whether it leaves by a front hexside
"""

from functools import cache, lru_cache

from berlin.boards.hexes import Cell, bits, board_of
from berlin.boards.sightlines import sightline
from berlin.games.fortress.board.ground import (
    ALL,
    BESIDE,
    BLOCKING,
    MAP,
    STRONGPOINTS,
    TOWERS,
    WAYS,
    within,
)

# Of a line, how far strongpoints decide: those that block it alone, and the sets that block it together.
Screen = tuple[int, tuple[int, ...]]
_CLEAR: Screen = (0, ())
_BLOCKED: Screen = (ALL, ())
_SCREENS: dict[tuple[int, int], Screen] = {}
_KEPT = 4096


def is_in_sight(a: int, b: int, standing: int) -> bool:
    """Whether a hex sees another while these strongpoints stand."""
    pair = (a, b) if a < b else (b, a)
    screen = _SCREENS.get(pair)
    if screen is None:
        screen = _SCREENS[pair] = _screen(*pair)
    if screen is _CLEAR:
        return True
    if screen is _BLOCKED:
        return False
    alone, together = screen
    return not alone & standing and all(part & ~standing for part in together)


def _screen(a: int, b: int) -> Screen:
    if a == b or BESIDE[a] >> b & 1 or TOWERS & (1 << a | 1 << b):
        return _CLEAR
    line = sightline(_step(a, b))
    through = _board(a, line.through)
    if through & BLOCKING:
        return _BLOCKED
    alone, together = through & STRONGPOINTS, []
    for pair in line.along:
        # What lies beyond the edge of the map blocks nothing.
        sides = [_board(a, (cell,)) for cell in pair]
        open_ = [side & ~BLOCKING for side in sides]
        if not any(open_) and all(sides):
            return _BLOCKED
        if all(sides) and not any(side & ~STRONGPOINTS for side in open_):
            together.append(open_[0] | open_[1])
    return (alone, tuple(together)) if alone or together else _CLEAR


def _step(a: int, b: int) -> Cell:
    (r, c), (s, d) = MAP.cell[a], MAP.cell[b]
    return s - r, d - c


def _board(start: int, cells: tuple[Cell, ...]) -> int:
    r, c = MAP.cell[start]
    spaces = (MAP.index.get((r + s, c + d)) for s, d in cells)
    return board_of(space for space in spaces if space is not None)


def in_sight(space: int, far: int, standing: int) -> int:
    """The hexes that a hex sees, at most so far away, itself among them."""
    around = within(space, far)
    return _in_sight(space, around, standing & around)


@lru_cache(maxsize=_KEPT)
def _in_sight(space: int, around: int, standing: int) -> int:
    return board_of(other for other in bits(around) if is_in_sight(space, other, standing))


@cache
def _leaves(step: Cell) -> tuple[int, ...]:
    return tuple(WAYS.index(way) for way in sightline(step).leaves)


def directions_to(a: int, b: int) -> tuple[int, ...]:
    """The directions of the hexsides by which the line to another hex leaves this one."""
    return _leaves(_step(a, b))


def is_ahead(space: int, facing: int, other: int) -> bool:
    """Whether the line to another hex leaves by one of the three front hexsides."""
    return any((direction - facing + 1) % 6 <= 2 for direction in directions_to(space, other))
