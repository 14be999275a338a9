"""Pockets: units outside their side's main Area, each alone or linked with others; and those upstairs."""

from collections.abc import Callable, Iterable

import msgspec

from berlin.boards.hexes import HexMap
from berlin.campaign.perimeters.loops import Links, connected, linked, loops
from berlin.kernel.contract.ids import Place

Location = tuple[Place, int]
"""A hex and a level; the ground is level 0."""


class Pocket(msgspec.Struct, frozen=True):
    """Its ground, and of it the hexes of its lines that no loop of its own has inside."""

    area: int
    front: int


def pockets(chart: HexMap, edge: int, units: int, links: Links) -> tuple[Pocket, ...]:
    """The Pockets that these steps make of the units that a side has outside its main Area."""
    found, left = list[Pocket](), linked(links) | units
    while left:
        start = left & -left
        hexes = connected(chart, links, start)
        left &= ~hexes
        area = inside = 0
        for loop in loops(chart, edge, tuple(ways & hexes for ways in links)):
            area |= loop.area
            inside |= loop.inside
        found.append(Pocket(area | hexes, hexes & ~inside))
    return tuple(pocket for pocket in _merged(found) if pocket.area & units)


def _merged(found: list[Pocket]) -> list[Pocket]:
    """What lies in the ground of another belongs to it."""
    return [
        pocket
        for pocket in found
        if not any(other is not pocket and not pocket.area & ~other.area for other in found)
    ]


def upper_pockets(
    units: Iterable[Location],
    near: Callable[[Location], Iterable[Location]],
    enemy: Callable[[Location], bool],
) -> tuple[frozenset[Location], ...]:
    """The Locations upstairs from which these units reach their ground level by enemy Locations alone.

    Those next to one another are one Pocket.
    """
    cut_off = {place for place in units if place[1] > 0 and not _gets_down(place, near, enemy)}
    found = list[frozenset[Location]]()
    for place in sorted(cut_off):
        if any(place in pocket for pocket in found):
            continue
        pocket, fresh = {place}, [place]
        while fresh:
            fresh = [
                there for here in fresh for there in near(here) if there in cut_off and there not in pocket
            ]
            pocket.update(fresh)
        found.append(frozenset(pocket))
    return tuple(found)


def _gets_down(
    place: Location,
    near: Callable[[Location], Iterable[Location]],
    enemy: Callable[[Location], bool],
) -> bool:
    seen, fresh = {place}, [place]
    while fresh:
        fresh = [there for here in fresh for there in near(here) if there not in seen and not enemy(there)]
        seen.update(fresh)
    return (place[0], 0) in seen
