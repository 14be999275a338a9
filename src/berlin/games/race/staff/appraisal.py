"""What a move is worth to a unit: the yardsticks of the staff, in points of the standing."""

from berlin.games.race.board.ground import VP
from berlin.games.race.board.units import CAMP, GERMANS_FROM
from berlin.games.race.board.zones import BERLIN, DISTANCE
from berlin.games.race.rules.movement.moves import partner
from berlin.games.race.rules.movement.reachability import CITY
from berlin.games.race.rules.positions import any_soviets_in, soviets_in, units_in
from berlin.games.race.staff.goals import POINT, leaves_road
from berlin.games.race.staff.outlook import CROWD, Outlook, outlook
from berlin.games.race.state.state import ACTED, MODE, MOVE, NOBODY, Position
from berlin.kernel.contract.ids import Seat

# The two counters of an army: in one zone, in one zone of Berlin, farther apart than next
# to each other: then neither may fight; twice as bad in Berlin, which can't be left again.
TOGETHER, BROTHERS_IN_BERLIN, SPLIT = 1.0, 14.0, 12.0
# The other counter is on its way as well.
COMING = 0.2
# Taking the place of the other counter of an army that is in Berlin already.
ODD_PAIR = 6.0
# Leaving a zone of Berlin to the Germans.
ABANDON = 60.0


def move_worth(p: Position, unit: int, zone: int, via: tuple[int, ...] = ()) -> float:
    """What a unit's move gains over staying."""
    reading, here = outlook(p, CAMP[unit]), p.where[unit]
    if unit >= GERMANS_FROM:
        return reading.german_place(zone) - reading.german_place(here) - CROWD
    worth = reading.soviet_place(zone) + reading.rescue(zone) - reading.soviet_post(here)
    worth += company(p, unit, zone) - company(p, unit, here)
    worth += sum(VP[passed] * POINT for passed in via if p.control[passed] == NOBODY)
    if leaves_city(p, unit, zone):
        worth -= ABANDON
    return worth - leaves_road(p, unit)


def place_worth(p: Position, unit: int, zone: int) -> float:
    """What it is worth that a unit comes to a zone."""
    reading: Outlook = outlook(p, CAMP[unit])
    return reading.german_place(zone) if unit >= GERMANS_FROM else reading.soviet_place(zone)


def company(p: Position, unit: int, zone: int) -> float:
    """What it is worth to a Soviet counter how near the other counter of its army is."""
    mate = partner(p, unit)
    if mate < 0:
        return 0.0
    gap = DISTANCE[zone][p.where[mate]]
    if gap == 0:
        return BROTHERS_IN_BERLIN if zone in CITY else TOGETHER
    apart = 0.0 if gap == 1 else SPLIT * (2.0 if zone in CITY else 1.0)
    if p.marks[mate] & (MODE | ACTED) == MOVE:
        apart *= COMING
    return -apart - (ODD_PAIR if zone in CITY and _waits_for_mate(p, unit, zone) else 0.0)


def _waits_for_mate(p: Position, unit: int, zone: int) -> bool:
    """Is there another army's counter in a zone, whose other counter could still come?"""
    there = [other for other in units_in(p, zone, 0, GERMANS_FROM) if other != unit]
    return len(there) == 1 and partner(p, there[0]) >= 0


def leaves_city(p: Position, unit: int, zone: int) -> bool:
    """Would this move leave a zone of Berlin without Soviets?"""
    here = p.where[unit]
    return unit < GERMANS_FROM and here in CITY and zone != here and any_soviets_in(p, here) == 1


def city_zones(p: Position, camp: Seat) -> list[int]:
    """The zones of Berlin in which a camp's Soviets stand."""
    return [zone for zone in BERLIN if soviets_in(p, zone, camp)]
