"""Line of sight (FB 8.1.los, 8.1.q3): from centre to centre, in whole numbers, the same both ways."""

from berlin.boards.sightlines import Sights
from berlin.games.fortress.board.ground import BLOCKING, MAP, STRONGPOINTS, TOWERS, WAYS, within

_SIGHTS = Sights(MAP, BLOCKING, STRONGPOINTS, TOWERS)
is_in_sight = _SIGHTS.is_seen
"""is_in_sight(a, b, standing): whether one hex sees the other while these strongpoints stand."""


def in_sight(space: int, far: int, standing: int) -> int:
    """The hexes that a hex sees, at most so far away, itself among them."""
    return _SIGHTS.seen(space, within(space, far), standing & STRONGPOINTS)


def directions_to(a: int, b: int) -> tuple[int, ...]:
    """The directions of the hexsides by which the line to another hex leaves: two if through a corner."""
    return tuple(WAYS.index(way) for way in _SIGHTS.leaves(a, b))


def is_ahead(space: int, facing: int, other: int) -> bool:
    """Whether that line leaves by one of the three front hexsides."""
    return any((direction - facing + 1) % 6 <= 2 for direction in directions_to(space, other))
