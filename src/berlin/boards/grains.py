"""Hex grains: straight lines of hexes on a map of hexes.py.

A grain goes on in one direction. An alternate grain takes steps in two directions in turn that lie 60 degrees
apart, and so runs straight along a spine of hexsides. A line is told by its first two steps (way, next way),
which are equal for a grain; each hex starts 6 grains and 12 alternate ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from berlin.boards.hexes import EAST, NORTHEAST, NORTHWEST, OPPOSITE, SOUTHEAST, SOUTHWEST, WEST, HexMap
from berlin.kernel.contract.ids import Place

Steps = tuple[int, int]
"""The directions of the first and of the second step; the others follow in turn."""

CLOCKWISE = (EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST)
GRAINS: tuple[Steps, ...] = tuple((way, way) for way in CLOCKWISE)
ALTERNATE: tuple[Steps, ...] = tuple(
    pair
    for way, after in zip(CLOCKWISE, (*CLOCKWISE[1:], CLOCKWISE[0]), strict=True)
    for pair in ((way, after), (after, way))
)


@lru_cache(maxsize=1 << 15)
def line(chart: HexMap, start: Place, steps: Steps) -> tuple[Place, ...]:
    """The hexes from start to the edge of the map, start included."""
    way, after = steps
    found, here = [start], chart.step(1 << start, way)
    while here:
        found.append(Place(here.bit_length() - 1))
        way, after = after, way
        here = chart.step(here, way)
    return tuple(found)


def steps_of(chart: HexMap, hexes: Sequence[int]) -> Steps | None:
    """The steps of a grain or an alternate grain; None if these hexes, in their order, are neither."""
    ways = [way for a, b in pairwise(hexes) if (way := chart.way(a, b)) is not None]
    if not ways or len(ways) < len(hexes) - 1:
        return None
    steps = ways[0], ways[1] if len(ways) > 1 else ways[0]
    in_turn = all(way == steps[number % 2] for number, way in enumerate(ways))
    return steps if in_turn and (steps in GRAINS or steps in ALTERNATE) else None


def is_grain(chart: HexMap, hexes: Sequence[int]) -> bool:
    return steps_of(chart, hexes) in GRAINS


def is_alternate(chart: HexMap, hexes: Sequence[int]) -> bool:
    return steps_of(chart, hexes) in ALTERNATE


def between(chart: HexMap, a: Place, b: Place) -> list[tuple[Place, ...]]:
    """Every grain or alternate grain from one hex to another, ends included: none, one or two."""
    far = chart.distance(a, b)
    found = []
    for steps in GRAINS if far == 1 else (*GRAINS, *ALTERNATE):
        hexes = line(chart, a, steps)
        if 0 < far < len(hexes) and hexes[far] == b:
            found.append(hexes[: far + 1])
    return found


def connecting_steps(chart: HexMap, ends: int, clear: int) -> tuple[int, ...]:
    """By direction: the hexes whose step that way is part of a line through clear hexes between two ends.

    All lines are followed at once. A step is part of one if a line from some end comes to where it begins,
    and one goes on from where it leads to some end. Ends that aren't clear have no lines.
    """
    ends &= clear
    links = [0] * 6
    for first, second in (*GRAINS[:3], *ALTERNATE[:6:2]):
        # By whether the next step is the second of the pair: reached from an end, and leading to one.
        forth = _follow(chart, ends, clear, (first, second))
        back = _follow(chart, ends, clear, (OPPOSITE[second], OPPOSITE[first]))
        for turn, way in enumerate((first, second)):
            links[way] |= forth[turn] & chart.step(back[1 - turn], OPPOSITE[way])
    for way, other in enumerate(OPPOSITE):
        links[other] |= chart.step(links[way], way)
    return tuple(links)


def _follow(chart: HexMap, ends: int, clear: int, steps: Steps) -> tuple[int, int]:
    """The hexes that lines from the ends come to: before a step of the first direction, and of the second."""
    reached, fresh = [ends, ends], [ends, ends]
    while fresh[0] | fresh[1]:
        moved = [chart.step(fresh[1], steps[1]) & clear, chart.step(fresh[0], steps[0]) & clear]
        fresh = [moved[turn] & ~reached[turn] for turn in (0, 1)]
        reached = [reached[turn] | fresh[turn] for turn in (0, 1)]
    return reached[0], reached[1]
