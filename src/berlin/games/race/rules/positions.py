"""Who stands where, and what the marks on a unit say: what every chapter asks of a position."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from berlin.games.race.board.units import CAMP, GERMANS, GERMANS_FROM, SOVIETS, UNITS
from berlin.games.race.board.zones import N
from berlin.games.race.state.state import ACTED, COMBAT, GUEST, MODE, MOVE, OOS, RESERVE, USED, Position
from berlin.kernel.contract.ids import OTHER, Seat


def soviets_in(p: Position, zone: int, camp: Seat) -> int:
    """How many Soviet units of a camp stand in a zone."""
    first, after = SOVIETS[camp]
    return p.where.count(zone, first, after)


def any_soviets_in(p: Position, zone: int) -> int:
    return p.where.count(zone, 0, GERMANS_FROM)


def is_guest(p: Position, unit: int) -> bool:
    """7.3.3: a Soviet unit that retreated into a zone of the other camp's Soviets, who are still there."""
    return bool(p.marks[unit] & GUEST) and soviets_in(p, p.where[unit], OTHER[CAMP[unit]]) > 0


def germans_in(p: Position, zone: int) -> int:
    """How many German units of either camp stand in a zone."""
    return p.where.count(zone, GERMANS_FROM)


# A place off the map is no zone.
_BITS = tuple(1 << place if place < N else 0 for place in range(256))


@lru_cache(maxsize=1024)
def zones_of(where: bytes) -> int:
    """The set of zones, a bit for each, in which units stand."""
    return sum(map(_BITS.__getitem__, set(where)))


def soviet_zones(p: Position, camp: Seat) -> int:
    first, after = SOVIETS[camp]
    return zones_of(bytes(p.where[first:after]))


def german_zones(p: Position) -> int:
    return zones_of(bytes(p.where[GERMANS_FROM:]))


def all_soviet_zones(p: Position) -> int:
    return zones_of(bytes(p.where[:GERMANS_FROM]))


def units_in(p: Position, zone: int, first: int = 0, after: int = UNITS) -> list[int]:
    """The units in a zone, in order, of all or of a range of unit ids."""
    where = p.where
    found = []
    unit = where.find(zone, first, after)
    while unit >= 0:
        found.append(unit)
        unit = where.find(zone, unit + 1, after)
    return found


# A table over bytes: which places are zones.
_ON_MAP = bytes(place < N for place in range(256))


def zone_table(zones: int) -> bytes:
    """For `stand_in`: bytes that turn a place into yes or no."""
    return bytes(zones >> place & 1 for place in range(256))


def stand_in(p: Position, camp: Seat, table: bytes) -> bool:
    """Do any Soviets of a camp stand in the zones that a table picks?"""
    first, after = SOVIETS[camp]
    return 1 in p.where[first:after].translate(table)


def on_map(p: Position, camp: Seat, german: bool) -> list[int]:
    """The units of one camp and nation that stand in some zone, in order."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    return list(compress(range(first, after), p.where[first:after].translate(_ON_MAP)))


def _marked_table(mask: int, value: int) -> bytes:
    return bytes(marks & mask == value for marks in range(256))


# For `marked`: bytes that turn a unit's marks into yes or no.
MOVERS = _marked_table(MODE | ACTED, MOVE)
FIGHTERS = _marked_table(MODE | ACTED, COMBAT)
RESERVES = _marked_table(MODE | ACTED, RESERVE)
UNUSED = _marked_table(USED | MODE, 0)
RESTED = _marked_table(USED | OOS | ACTED, 0)


def marked(p: Position, table: bytes) -> list[int]:
    """The units whose marks a table picks, in order: a few of all."""
    picked = p.marks.translate(table)
    found = []
    unit = picked.find(1)
    while unit >= 0:
        found.append(unit)
        unit = picked.find(1, unit + 1)
    return found


def marked_of(p: Position, table: bytes, camp: Seat, german: bool) -> Iterator[int]:
    """The units of one camp and nation whose marks a table picks, in order, on the map or off it."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    return compress(range(first, after), p.marks[first:after].translate(table))
