"""8.3 Retreats: in four tiers, through full zones if need be, into American zones if all else fails."""

from berlin.games.race.actions import Action, RetreatTo
from berlin.games.race.american import halt, withdraw
from berlin.games.race.board import BERLIN, NEIGHBOURS
from berlin.games.race.frames import Retreat
from berlin.games.race.ground import EAST, FRONT, INDEX
from berlin.games.race.losses import step_loss
from berlin.games.race.movement import arrive
from berlin.games.race.stacking import german_room, soviet_room
from berlin.games.race.state import (
    AMERICAN,
    GUEST,
    Draft,
    Position,
    any_soviets_in,
    germans_in,
    is_guest,
    soviets_in,
    units_in,
    zone_name,
)
from berlin.games.race.units import CAMP, GERMANS, GERMANS_FROM, KEYS
from berlin.games.race.ways import soviet_held
from berlin.kernel.rules import Refusal


def open_to(p: Position, unit: int, zone: int) -> bool:
    """May a retreating unit enter this zone, room or no room?"""
    if p.control[zone] == AMERICAN:
        return False
    if unit >= GERMANS_FROM:
        return not (EAST[zone] or any_soviets_in(p, zone) or (zone in BERLIN and soviet_held(p, zone)))
    if zone in BERLIN:
        return p.control[zone] == CAMP[unit] + 1
    return not germans_in(p, zone)


def room(p: Position, unit: int, zone: int) -> bool:
    return (german_room(p, zone) if unit >= GERMANS_FROM else soviet_room(p, zone)) is None


def tier(p: Position, unit: int, origin: int, zone: int) -> tuple[bool, bool, bool]:
    """How good a retreat zone is: the index first, then the other camp, then the own front."""
    camp = CAMP[unit]
    if unit >= GERMANS_FROM:
        other_camp = p.where.count(zone, *GERMANS[1 - camp])
        return INDEX[zone] > INDEX[origin], other_camp > 0, False
    return INDEX[zone] < INDEX[origin], soviets_in(p, zone, 1 - camp) > 0, FRONT[zone] == 1 - camp


def retreat_zones(p: Position, unit: int) -> list[int]:
    """Where a unit may retreat from where it stands: the zones of the best tier there is."""
    origin = p.where[unit]
    near = [zone for zone in NEIGHBOURS[origin] if open_to(p, unit, zone) and room(p, unit, zone)]
    reachable = near or _beyond(p, unit, origin)
    if not reachable:
        reachable = [zone for zone in NEIGHBOURS[origin] if _american_refuge(p, unit, zone)]
    if not reachable:
        return []
    best = min(tier(p, unit, origin, zone) for zone in reachable)
    return [zone for zone in reachable if tier(p, unit, origin, zone) == best]


def _american_refuge(p: Position, unit: int, zone: int) -> bool:
    """2.2.3: an American zone is the last resort; even there enemies and stacking bar the way."""
    if p.control[zone] != AMERICAN:
        return False
    if unit >= GERMANS_FROM:
        return not any_soviets_in(p, zone)
    return room(p, unit, zone)


def _beyond(p: Position, unit: int, origin: int) -> list[int]:
    """8.3.3: the zones with room behind full zones of its own nation; in Berlin by the nexus too."""
    german = unit >= GERMANS_FROM
    zones: set[int] = set()
    for through in NEIGHBOURS[origin]:
        held = germans_in(p, through) if german else any_soviets_in(p, through)
        if not held or not open_to(p, unit, through):
            continue
        onward = set(NEIGHBOURS[through])
        if german and through in BERLIN:
            onward.update(BERLIN)
        zones.update(
            z for z in onward if z not in (origin, through) and open_to(p, unit, z) and room(p, unit, z)
        )
    return sorted(zones)


def _waiting(p: Position, frame: Retreat) -> list[int]:
    return [unit for unit in frame.units if p.where[unit] == frame.zone]


def _turn(p: Position, frame: Retreat) -> dict[int, list[int]]:
    """The units to retreat now, of one camp, with their zones: the camp that is not attacking goes first."""
    for camp in (1 - frame.attacker, frame.attacker):
        open_ways = {
            unit: zones
            for unit in _waiting(p, frame)
            if CAMP[unit] == camp and (zones := retreat_zones(p, unit))
        }
        if open_ways:
            return open_ways
    return {}


def settle(d: Draft, frame: Retreat) -> bool:
    ways = _turn(d, frame)
    if not ways:
        d.frames.pop()
        for unit in _waiting(d, frame):
            d.say("retreat", f"{KEYS[unit]} has nowhere to go", "RFB 8.3.4", data=(unit,))
            step_loss(d, unit, "RFB 8.3.4")
        return False
    unit = next(iter(ways))
    if len(_waiting(d, frame)) == 1 and len(ways[unit]) == 1:
        _go(d, unit, ways[unit][0])
        return False
    seat = CAMP[unit]
    if seat != frame.seat:
        d.frames[-1] = Retreat(seat, frame.zone, frame.units, frame.attacker)
    return True


def _go(d: Draft, unit: int, zone: int) -> None:
    if d.control[zone] == AMERICAN and unit >= GERMANS_FROM:
        withdraw(d, unit, "RFB 2.2.7")
        return
    d.say("retreat", f"{KEYS[unit]} retreats to {zone_name(zone)}", _rule(d, unit, zone), data=(unit, zone))
    guest = unit < GERMANS_FROM and _hosted(d, unit, zone)
    arrive(d, unit, zone)
    if guest:
        d.marks[unit] |= GUEST
    if d.control[zone] == AMERICAN:
        halt(d, f"{KEYS[unit]} falls back on the Americans", "RFB 2.2.8c")


def _rule(p: Position, unit: int, zone: int) -> str:
    if p.control[zone] == AMERICAN:
        return "RFB 8.3.7"
    if zone in NEIGHBOURS[p.where[unit]]:
        return "RFB 8.3.1a"
    return "RFB 8.3.5b" if zone in BERLIN else "RFB 8.3.3b"


def _hosted(d: Draft, unit: int, zone: int) -> bool:
    """7.3.3: does a retreating Soviet come as a guest to units of the other camp that are none themselves?"""
    there = units_in(d, zone, 0, GERMANS_FROM)
    for other in there:
        if not is_guest(d, other):
            d.marks[other] &= ~GUEST
    return any(CAMP[other] != CAMP[unit] and not is_guest(d, other) for other in there)


def options(p: Position, frame: Retreat) -> list[Action]:
    return [RetreatTo(unit, zone) for unit, zones in _turn(p, frame).items() for zone in zones]


def answer(d: Draft, frame: Retreat, action: Action) -> None:
    assert isinstance(action, RetreatTo)
    _go(d, action.unit, action.zone)


def refuse(p: Position, frame: Retreat, action: Action) -> Refusal:
    if not isinstance(action, RetreatTo):
        return Refusal("RFB 8.3.1a", f"the defenders of {zone_name(frame.zone)} must retreat first")
    unit, zone = action.unit, action.zone
    if unit not in _waiting(p, frame):
        return Refusal("RFB 8.3.1a", f"{KEYS[unit]} is not retreating")
    if CAMP[unit] != frame.seat:
        return Refusal("RFB 8.3.1a", f"{KEYS[unit]} is not his to retreat now")
    if not open_to(p, unit, zone):
        return _closed(p, unit, zone)
    if not room(p, unit, zone):
        return Refusal("RFB 8.3.3a", f"{zone_name(zone)} is full")
    if zone not in NEIGHBOURS[frame.zone] and zone not in _beyond(p, unit, frame.zone):
        return Refusal("RFB 8.3.1a", f"{zone_name(zone)} is not adjacent to {zone_name(frame.zone)}")
    ways = retreat_zones(p, unit)
    if zone not in NEIGHBOURS[frame.zone] and any(z in NEIGHBOURS[frame.zone] for z in ways):
        return Refusal("RFB 8.3.3.q1", "a full zone is passed through only if no adjacent zone has room")
    best = tier(p, unit, frame.zone, ways[0])
    wrong_index, other_camp, _ = tier(p, unit, frame.zone, zone)
    if wrong_index and not best[0]:
        return Refusal("RFB 8.3.2a", "a zone on the right side by its index is open")
    if other_camp and not best[1]:
        return Refusal("RFB 8.3.2b", "a zone free of the other camp is open")
    return Refusal("RFB 7.3.2.q2", "a zone of its own front is open")


def _closed(p: Position, unit: int, zone: int) -> Refusal:
    if p.control[zone] == AMERICAN:
        return Refusal("RFB 2.2.3.q1", "an American zone is the last resort, and there is another way")
    if zone in BERLIN:
        if unit >= GERMANS_FROM:
            return Refusal("RFB 8.3.5a", "Soviets contest or control that Berlin zone")
        return Refusal("RFB 8.3.5c", "Soviets retreat only into a Berlin zone that their camp controls")
    if EAST[zone] and unit >= GERMANS_FROM:
        return Refusal("RFB 7.2.1", "German units may not cross the Oder-Neisse")
    return Refusal("RFB 8.3.2b", "enemy units are there")
