"""Loops of marked steps: which hexes lie on one, the walk round them, and the ground that it encloses.

Steps are given by direction, as `boards.grains.connecting_steps` gives them: the hexes left that way. Two
hexes side by side without a step between them are no link, but both bar the way out for what they surround.
"""

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from berlin.boards.grains import CLOCKWISE
from berlin.boards.hexes import OPPOSITE, WEST, HexMap, bits, board_of
from berlin.kernel.contract.ids import Place

Links = tuple[int, ...]
NONE: Links = (0,) * len(OPPOSITE)


class Loop(msgspec.Struct, frozen=True):
    """All loops that share steps with one another, seen as the outermost of them."""

    marked: int
    """The hexes on any of the loops."""
    walk: tuple[Place, ...]
    """The outermost loop, hex by hex, clockwise."""
    area: int
    """What it encloses, itself included."""

    @property
    def inside(self) -> int:
        return self.area & ~board_of(self.walk)


def linked(links: Links) -> int:
    """The hexes that any step leaves or enters."""
    found = 0
    for hexes in links:
        found |= hexes
    return found


def joined(*several: Links) -> Links:
    """The steps of all of these."""
    return tuple(linked(ways) for ways in zip(*several, strict=True))


def steps_along(chart: HexMap, lines: Iterable[tuple[Place, ...]]) -> Links:
    """The steps of some rows of neighbours, both ways."""
    return chart.by_way(step for line in lines for step in pairwise(line))


def among(chart: HexMap, hexes: int) -> Links:
    """Every step between two of these hexes."""
    return tuple(hexes & chart.step(hexes, OPPOSITE[way]) for way in range(len(OPPOSITE)))


def connected(chart: HexMap, links: Links, start: int) -> int:
    """All that a walk of these steps reaches."""
    reached = fresh = start
    while fresh:
        found = 0
        for way, hexes in enumerate(links):
            found |= chart.step(fresh & hexes, way)
        fresh = found & ~reached
        reached |= fresh
    return reached


def enclosed(chart: HexMap, edge: int, hexes: int) -> int:
    """These hexes and all from which no way leads off the map without entering one of them."""
    return chart.all & ~chart.seep(edge & ~hexes, chart.all & ~hexes)


def loops(chart: HexMap, edge: int, links: Links) -> tuple[Loop, ...]:
    """The loops of these steps; steps on none are left out."""
    found = []
    for steps in _blocks(chart, links):
        if len(steps) > 1:
            marked = board_of(space for step in steps for space in step)
            found.append(Loop(marked, _walk(chart, steps), enclosed(chart, edge, marked)))
    return tuple(found)


def _blocks(chart: HexMap, links: Links) -> list[list[tuple[Place, Place]]]:
    """The steps, parted so that two are together if one loop takes both (Hopcroft and Tarjan, 1973)."""
    near: dict[Place, list[Place]] = {space: [] for space in bits(linked(links))}
    for way, hexes in enumerate(links):
        for space in bits(hexes):
            near[space].append(Place(space + chart.shift[way]))
    order: dict[Place, int] = {}
    low: dict[Place, int] = {}
    found, steps = [], list[tuple[Place, Place]]()
    for root in near:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path = [(root, root, iter(near[root]))]
        while path:
            here, came, ahead = path[-1]
            for there in ahead:
                if there not in order:
                    steps.append((here, there))
                    order[there] = low[there] = len(order)
                    path.append((there, here, iter(near[there])))
                    break
                if there != came and order[there] < order[here]:
                    steps.append((here, there))
                    low[here] = min(low[here], order[there])
            else:
                path.pop()
                if here != came:
                    low[came] = min(low[came], low[here])
                    if low[here] >= order[came]:
                        first = len(steps) - 1 - steps[::-1].index((came, here))
                        found.append(steps[first:])
                        del steps[first:]
    return found


def _walk(chart: HexMap, steps: list[tuple[Place, Place]]) -> tuple[Place, ...]:
    """Round a block with the outside always on the left."""
    links = steps_along(chart, steps)
    start = min(space for step in steps for space in step)
    # Of all hexes the first has nothing to its west.
    walk, here, behind = [start], start, WEST
    while True:
        turn = CLOCKWISE.index(behind)
        way = next(way for way in (*CLOCKWISE[turn + 1 :], *CLOCKWISE[: turn + 1]) if links[way] >> here & 1)
        here = Place(here + chart.shift[way])
        behind = OPPOSITE[way]
        if here == start:
            return tuple(walk)
        walk.append(here)
