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
    on_map,
    zone_name,
)
from berlin.games.race.units import GERMANS_FROM, KEYS, SOVIETS


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
    own, others = (set(p.where[slice(*SOVIETS[c])]) for c in (camp, 1 - camp))
    germans = set(p.where[GERMANS_FROM:])
    threatened = _beside_germans(p)
    sources = [z for z in SOVIET_SUPPLY[camp] if z not in germans and p.control[z] != AMERICAN]

    def carries(zone: int) -> bool:
        if zone in others:
            return False
        if zone in own:
            return True
        # Empty of this camp's units: a Berlin zone is shut, and so is one that the enemy holds or overlooks.
        return not (zone in BERLIN or zone in germans or p.control[zone] == AMERICAN or zone in threatened)

    return _trace(sources, carries)


def german_lines(p: Position) -> set[int]:
    """The zones where a German unit of either camp is in supply."""
    soviets, germans = set(p.where[:GERMANS_FROM]), set(p.where[GERMANS_FROM:])
    threatened = {n for zone in soviets if zone < N for n in NEIGHBOURS[zone]}
    sources = [z for z in GERMAN_SUPPLY if z not in soviets and p.control[z] != AMERICAN]

    def carries(zone: int) -> bool:
        if zone in soviets or EAST[zone] or p.control[zone] == AMERICAN:
            return False
        return zone in germans or zone not in threatened

    return _trace(sources, carries)


def _beside_germans(p: Position) -> set[int]:
    """The zones next to a German unit that can watch them."""
    watched: set[int] = set()
    for zone in set(p.where[GERMANS_FROM:]):
        if zone in BERLIN and any_soviets_in(p, zone):
            watched.update(n for n in NEIGHBOURS[zone] if n in BERLIN)
        elif zone < N:
            watched.update(NEIGHBOURS[zone])
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
