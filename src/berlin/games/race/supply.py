"""3.1 Supply: lines of free zones from a source to the unit, checked once a turn."""

from collections.abc import Callable

from berlin.games.race.board import BERLIN, NEIGHBOURS, N
from berlin.games.race.ground import EAST, GERMAN_SUPPLY, SOVIET_SUPPLY
from berlin.games.race.state import (
    AMERICAN,
    OOS,
    Draft,
    Position,
    any_soviets_in,
    germans_in,
    on_map,
    soviets_in,
    zone_name,
)
from berlin.games.race.units import KEYS


def check_supply(d: Draft) -> None:
    """B.1: every unit on the map is in supply or is marked out of supply until the next check."""
    for camp in (0, 1):
        lines = soviet_lines(d, camp)
        for unit in on_map(d, camp, german=False):
            _mark(d, unit, d.where[unit] in lines)
    # Germans in Berlin live off the city (9.2.2).
    lines = german_lines(d).union(BERLIN)
    for camp in (0, 1):
        for unit in on_map(d, camp, german=True):
            _mark(d, unit, d.where[unit] in lines)


def _mark(d: Draft, unit: int, supplied: bool) -> None:
    if supplied:
        d.marks[unit] &= ~OOS
        return
    d.marks[unit] |= OOS
    d.say("oos", f"{KEYS[unit]} at {zone_name(d.where[unit])} is out of supply", "RFB 3.1.1a", data=(unit,))


def soviet_lines(p: Position, camp: int) -> set[int]:
    """The zones where a Soviet unit of this camp is in supply."""
    threatened = _beside_germans(p)
    sources = [
        zone for zone in SOVIET_SUPPLY[camp] if not germans_in(p, zone) and p.control[zone] != AMERICAN
    ]

    def carries(zone: int) -> bool:
        if soviets_in(p, zone, 1 - camp):
            return False
        if soviets_in(p, zone, camp):
            return True
        # Empty of this camp's units: a Berlin zone is shut, and so is one that the enemy holds or overlooks.
        return not (
            zone in BERLIN or germans_in(p, zone) or p.control[zone] == AMERICAN or zone in threatened
        )

    return _trace(sources, carries)


def german_lines(p: Position) -> set[int]:
    """The zones where a German unit of either camp is in supply."""
    threatened = {n for zone in range(N) if any_soviets_in(p, zone) for n in NEIGHBOURS[zone]}
    sources = [zone for zone in GERMAN_SUPPLY if not any_soviets_in(p, zone) and p.control[zone] != AMERICAN]

    def carries(zone: int) -> bool:
        if any_soviets_in(p, zone) or EAST[zone] or p.control[zone] == AMERICAN:
            return False
        return germans_in(p, zone) > 0 or zone not in threatened

    return _trace(sources, carries)


def _beside_germans(p: Position) -> set[int]:
    """The zones next to a German unit that can watch them."""
    watched: set[int] = set()
    for zone in range(N):
        if not germans_in(p, zone):
            continue
        pinned = zone in BERLIN and any_soviets_in(p, zone) > 0
        watched.update(n for n in NEIGHBOURS[zone] if not pinned or n in BERLIN)
    return watched


def _trace(sources: list[int], carries: Callable[[int], bool]) -> set[int]:
    """The sources, the zones that carry a line from them, and the zones next to those."""
    links = set(sources)
    front = list(sources)
    lines = set(sources)
    while front:
        for zone in NEIGHBOURS[front.pop()]:
            lines.add(zone)
            if zone not in links and carries(zone):
                links.add(zone)
                front.append(zone)
    return lines
