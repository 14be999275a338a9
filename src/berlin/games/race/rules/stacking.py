"""6. Stacking: how many units a zone holds."""

from berlin.games.race.board.units import GERMANS_FROM, SOVIETS
from berlin.games.race.board.zones import BERLIN, ZONES
from berlin.games.race.rules.positions import any_soviets_in, germans_in, soviets_in
from berlin.games.race.state.state import Position
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.contract.rules import Refusal

SOVIET_LIMIT, GERMAN_LIMIT, BERLIN_GERMAN_LIMIT = 2, 3, 1
UNLIMITED = tuple(zone.unlimited for zone in ZONES)

FULL_OF_SOVIETS = Refusal("RFB 6.1.2a", "two Soviet units stand there already, the most a zone holds")
FULL_OF_GERMANS = Refusal("RFB 6.1.2a", "three German units stand there already, the most a zone holds")
BERLIN_FULL_OF_SOVIETS = Refusal("RFB 6.1.2c", "a Berlin zone holds two Soviet units at most")
BERLIN_FULL_OF_GERMANS = Refusal("RFB 6.1.2c", "a Berlin zone holds one German unit at most")
OTHER_CAMP = Refusal("RFB 7.3.3a", "Soviet units of the other camp stand there")


def soviet_stop(p: Position, camp: Seat, zone: int) -> Refusal | None:
    """Why a Soviet unit of a camp may not end a voluntary move here."""
    if p.where.find(zone, 0, GERMANS_FROM) < 0:
        return None
    first, after = SOVIETS[OTHER[camp]]
    if p.where.count(zone, first, after):
        return OTHER_CAMP
    return soviet_room(p, zone)


def soviet_room(p: Position, zone: int) -> Refusal | None:
    """Why no further Soviet unit has room here."""
    if p.where.count(zone, 0, GERMANS_FROM) < SOVIET_LIMIT or UNLIMITED[zone]:
        return None
    return BERLIN_FULL_OF_SOVIETS if zone in BERLIN else FULL_OF_SOVIETS


def german_room(p: Position, zone: int) -> Refusal | None:
    """Why no further German unit has room here."""
    there = p.where.count(zone, GERMANS_FROM)
    if there < BERLIN_GERMAN_LIMIT:
        return None
    if zone in BERLIN:
        return BERLIN_FULL_OF_GERMANS
    return FULL_OF_GERMANS if there >= GERMAN_LIMIT else None


def overstacked(p: Position) -> list[str]:
    """Every zone that holds more than it may, in a line each."""
    faults = []
    for zone in ZONES:
        soviets, germans = any_soviets_in(p, zone.id), germans_in(p, zone.id)
        german_limit = BERLIN_GERMAN_LIMIT if zone.id in BERLIN else GERMAN_LIMIT
        if soviets > SOVIET_LIMIT and not zone.unlimited:
            faults.append(f"{zone.name} holds {soviets} Soviet units [RFB 6.1.2a]")
        if germans > german_limit:
            faults.append(f"{zone.name} holds {germans} German units [RFB 6.1.2a]")
        if soviets and germans and zone.id not in BERLIN:
            faults.append(f"{zone.name} holds units of two nations [RFB 6.1.2b]")
        if zone.id in BERLIN and all(soviets_in(p, zone.id, camp) for camp in BOTH):
            faults.append(f"{zone.name} holds Soviets of both camps [RFB 7.4.5]")
    return faults
