"""3.1 Supply: lines of free zones from a source to the unit, checked once a turn. Sets of zones are masks."""

from typing import NamedTuple

from berlin.boards.hexes import board_of
from berlin.games.race.board.ground import EAST_BANK, GERMAN_SUPPLY, IN_BERLIN, NEAR, SOVIET_SUPPLY
from berlin.games.race.board.units import GERMANS, KONIEV, NAMES, SOVIETS, ZHUKOV
from berlin.games.race.board.zones import zone_name
from berlin.games.race.rules.movement.reachability import markers
from berlin.games.race.rules.positions import german_zones, on_map, soviet_zones, zones_of
from berlin.games.race.state.state import OOS, Draft, Position
from berlin.kernel.contract.ids import BOTH, OTHER, Seat

SOVIET_SOURCES = tuple(board_of(zones) for zones in SOVIET_SUPPLY)
GERMAN_SOURCES = board_of(GERMAN_SUPPLY)

# A unit's marks when it is in supply.
SUPPLIED = bytes(marks & ~OOS for marks in range(256))


class Fronts(NamedTuple):
    """Who stands where: sets of zones."""

    soviets: tuple[int, int]
    germans: int
    american: int


def fronts(p: Position) -> Fronts:
    soviets = soviet_zones(p, ZHUKOV), soviet_zones(p, KONIEV)
    return Fronts(soviets, german_zones(p), markers(p.control).american)


def check_supply(d: Draft) -> None:
    """B.1: every unit on the map is in supply or is marked out of supply until the next check."""
    where = fronts(d)
    for camp in BOTH:
        _mark(d, camp, german=False, lines=soviet_lines(where, camp))
    # Germans in Berlin live off the city (9.2.2).
    lines = german_lines(where) | IN_BERLIN
    for camp in BOTH:
        _mark(d, camp, german=True, lines=lines)


def _mark(d: Draft, camp: Seat, german: bool, lines: int) -> None:
    first, after = (GERMANS if german else SOVIETS)[camp]
    d.marks[first:after] = d.marks[first:after].translate(SUPPLIED)
    if not zones_of(bytes(d.where[first:after])) & ~lines:
        return
    for unit in on_map(d, camp, german):
        if not lines >> d.where[unit] & 1:
            d.marks[unit] |= OOS
            if d.log is not None:
                text = f"{NAMES[unit]} at {zone_name(d.where[unit])} is out of supply"
                d.say("oos", text, "RFB 3.1.1a", data=(unit,))


def soviet_lines(where: Fronts, camp: Seat) -> int:
    """The zones where a Soviet unit of a camp is in supply."""
    own, others = where.soviets[camp], where.soviets[OTHER[camp]]
    germans, american = where.germans, where.american
    # In Berlin a German who has Soviets in his zone watches the city alone.
    busy = germans & IN_BERLIN & (own | others)
    threatened = _beside(germans & ~busy) | _beside(busy) & IN_BERLIN
    # Empty of its own units, a Berlin zone is shut, and so is one that the enemy holds or overlooks.
    free = ~(IN_BERLIN | germans | american | threatened)
    return _trace(SOVIET_SOURCES[camp] & ~(germans | american), (own | free) & ~others)


def german_lines(where: Fronts) -> int:
    """The zones where a German unit of either camp is in supply."""
    soviets = where.soviets[0] | where.soviets[1]
    shut = soviets | EAST_BANK | where.american
    return _trace(GERMAN_SOURCES & ~(soviets | where.american), (where.germans | ~_beside(soviets)) & ~shut)


def _beside(zones: int) -> int:
    """The zones next to any of these."""
    beside = 0
    while zones:
        zone = zones & -zones
        beside |= NEAR[zone.bit_length() - 1]
        zones ^= zone
    return beside


def _trace(sources: int, carries: int) -> int:
    """The sources, the zones that carry a line from them, and the zones next to those."""
    lines = links = front = sources
    while front:
        beside = _beside(front)
        lines |= beside
        front = beside & carries & ~links
        links |= front
    return lines
