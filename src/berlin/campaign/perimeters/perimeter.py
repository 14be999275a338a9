"""A side's Perimeter: the largest that is legal, or the one that given steps make.

All is told in sets of hexes (boards/hexes.py). What is a Strategic Location, who counts as a unit and what a
line may not contain, the game knows; here they come as the sets of a `Side`.
"""

from collections.abc import Callable

import msgspec

from berlin.boards.grains import ALTERNATE, GRAINS, connecting_steps, line
from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters.loops import Links, Loop, among, joined, loops
from berlin.campaign.perimeters.pockets import Pocket, pockets
from berlin.kernel.contract.ids import Place
from berlin.squad.board.field import Field


class Side(msgspec.Struct, frozen=True):
    """What one side has on the map."""

    mmc: int = 0
    """Where its MMC are."""
    units: int = 0
    """Where any unit of it is but SMC."""
    holds: int = 0
    """Where it Controls a Strategic Location."""
    edge: int = 0
    """The map-edge hexes that it Controls."""
    blocked: int = 0
    """What no line of its Perimeter may contain: enemy units but SMC, enemy Strategic Locations."""

    def edge_markers(self, field: Field) -> int:
        """Its edge hexes next to others that are not its own."""
        return self.edge & field.chart.seep(field.edge & ~self.edge, field.chart.all, 1)

    def nodes(self, field: Field) -> int:
        """Where its Perimeter Markers may stand."""
        return (self.mmc | self.holds | self.edge_markers(field)) & ~self.blocked

    @property
    def pocket_nodes(self) -> int:
        """Where the markers of a Pocket may stand, as far as it lies outside the main Area."""
        return (self.units | self.holds) & ~self.blocked

    def clear(self, field: Field) -> int:
        return field.chart.all & ~self.blocked

    def runs(self, field: Field) -> Links:
        """The steps along its own stretches of the map's edge, as far as no enemy stands there."""
        return among(field.chart, self.edge & ~self.blocked)


class Perimeter(msgspec.Struct, frozen=True):
    """A side's ground: the main Area with its loops and the lines that tie units to the edge; its Pockets."""

    main: int
    loops: tuple[Loop, ...]
    """The main loops that lie in no other."""
    tied: int
    """What came to the main Area as a Pocket that reached the edge, with its lines there."""
    pockets: tuple[Pocket, ...]
    main_front: int

    @property
    def pocketed(self) -> int:
        return board_of(space for pocket in self.pockets for space in bits(pocket.area))

    @property
    def area(self) -> int:
        return self.main | self.pocketed

    @property
    def front(self) -> int:
        """The Front Line: the hexes of its loops and lines that are not inside a loop."""
        found = self.main_front
        for pocket in self.pockets:
            found |= pocket.front
        return found

    def pocket_of(self, space: Place) -> Pocket | None:
        return next((pocket for pocket in self.pockets if pocket.area >> space & 1), None)


def largest(field: Field, side: Side) -> Perimeter:
    """Every legal line marked at once: no loop can add a hex to it."""
    chart, clear = field.chart, side.clear(field)
    nodes, ends = side.nodes(field), side.edge & side.nodes(field)

    def between_pockets(main: int) -> Links:
        return connecting_steps(chart, side.pocket_nodes & ~main, _inland(field, side, clear & ~main))

    def to_the_edge(markers: int) -> int:
        found = 0
        for space in bits(markers):
            for steps in (*GRAINS, *ALTERNATE):
                found |= _up_to(line(chart, space, steps), ends, clear)
        return found

    links = joined(connecting_steps(chart, nodes, clear), side.runs(field))
    return drawn(field, side, links, between_pockets, to_the_edge)


def _inland(field: Field, side: Side, clear: int) -> int:
    """A Pocket has no way through an edge hex of another."""
    return clear & ~(field.edge & ~side.edge)


def _up_to(hexes: tuple[Place, ...], ends: int, clear: int) -> int:
    """A line as far as the last of these ends that it comes to through clear hexes."""
    reached = way = 0
    for space in hexes:
        if not clear >> space & 1:
            break
        way |= 1 << space
        if ends >> space & 1:
            reached = way
    return reached


def drawn(
    field: Field,
    side: Side,
    links: Links,
    between_pockets: Callable[[int], Links],
    to_the_edge: Callable[[int], int],
) -> Perimeter:
    """The Perimeter of marked steps.

    `between_pockets(main)` gives the steps between Pockets' markers outside this main Area,
    `to_the_edge(markers)` the hexes of lines from some of these markers to the side's own edge.
    """
    every = loops(field.chart, field.edge, links)
    main = tied = front = 0
    while True:
        main = with_main_loops(every, main, side.edge)
        found = pockets(field.chart, field.edge, side.units & ~main, between_pockets(main))
        freed = [(pocket, to_the_edge(pocket.area & side.pocket_nodes & ~main)) for pocket in found]
        freed = [(pocket, way) for pocket, way in freed if way or pocket.area & field.edge]
        if not freed:
            break
        for pocket, way in freed:
            tied |= pocket.area | way
            front |= pocket.front | way
        main |= tied
    main_loops = [loop for loop in every if not loop.area & ~main]
    inside = 0
    for loop in main_loops:
        front |= board_of(loop.walk)
        inside |= loop.inside
    outer = tuple(loop for loop in main_loops if not _is_within(loop, main_loops))
    return Perimeter(main, outer, tied, found, front & ~inside)


def with_main_loops(every: tuple[Loop, ...], main: int, edge: int) -> int:
    """The main Area with all loops that have a hex of the side's edge, or share a hex with it."""
    left = list(every)
    while True:
        joining = [loop for loop in left if loop.marked & edge or loop.area & main]
        if not joining:
            return main
        for loop in joining:
            main |= loop.area
        left = [loop for loop in left if loop not in joining]


def _is_within(loop: Loop, others: list[Loop]) -> bool:
    return any(other is not loop and not loop.area & ~other.area for other in others)
