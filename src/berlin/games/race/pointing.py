"""What pointing at a unit and a zone would mean under the open question, and what an act costs for good."""

from berlin.games.race.actions import (
    Action,
    Activate,
    AdvanceUnit,
    AttackZone,
    DisplaceTo,
    EnterAt,
    Follow,
    Join,
    Lose,
    Move,
    Play,
    Rebuild,
    RetreatTo,
    Return,
    Shell,
    Starve,
    WestTest,
)
from berlin.games.race.american import next_zone
from berlin.games.race.board import BERLIN, find_zone
from berlin.games.race.frames import (
    Advance,
    Attack,
    Bridges,
    Designate,
    Displace,
    EndMoves,
    Enter,
    Fighting,
    Logistics,
    Losses,
    Moving,
    Reserving,
    Retreat,
    Westward,
)
from berlin.games.race.ground import VP
from berlin.games.race.state import MODES, Position, any_soviets_in, zone_name
from berlin.games.race.tables import CHITS, ChitNo
from berlin.games.race.units import CAMP, GERMANS_FROM, KEYS, find_unit


def about(p: Position, unit_key: str, place_key: str) -> tuple[Action, ...]:
    """The acts that a click would mean, legal or not. Raises KeyError for a name that there isn't."""
    if not p.frames:
        return ()
    unit = find_unit(unit_key) if unit_key else None
    zone = find_zone(place_key) if place_key else None
    acts: list[Action] = []
    if unit is not None and zone is not None:
        acts += _both(p, unit, zone)
    elif unit is not None:
        acts += _unit(p, unit)
    elif zone is not None:
        acts += _zone(p, zone)
    return tuple(acts)


def _both(p: Position, unit: int, zone: int) -> list[Action]:
    match p.frames[-1]:
        case Moving() | Westward() | EndMoves():
            return [Move(unit, zone)]
        case Reserving():
            return [Follow(unit, zone), Move(unit, zone)]
        case Fighting():
            return [AttackZone(unit, zone)]
        case Retreat():
            return [RetreatTo(unit, zone)]
        case Logistics():
            return [Return(unit, zone)]
        case _:
            return _unit(p, unit) or _zone(p, zone)


def _unit(p: Position, unit: int) -> list[Action]:
    match p.frames[-1]:
        case Designate():
            return [*(Activate(unit, mode) for mode in MODES), Shell(unit)]
        case Moving() | EndMoves() | Reserving():
            return [WestTest(unit)]
        case Attack():
            collapse = [Play(ChitNo.COLLAPSE, unit)] if unit >= GERMANS_FROM else []
            return [Join(unit), *collapse]
        case Losses():
            return [Lose(unit)]
        case Advance():
            return [AdvanceUnit(unit)]
        case Logistics():
            return [Rebuild(unit), Starve(unit)]
        case _:
            return []


def _zone(p: Position, zone: int) -> list[Action]:
    match p.frames[-1]:
        case Enter(_, formation):
            return [EnterAt(formation, zone)]
        case Displace(_, unit):
            return [DisplaceTo(unit, zone)]
        case Bridges():
            return [Play(ChitNo.BRIDGES, zone)]
        case _:
            return []


def warnings(p: Position, action: Action) -> tuple[str, ...]:
    """What an act costs that can't be had back."""
    match action:
        case Starve(unit):
            return (f"{KEYS[unit]} will be out of supply for the whole turn [RFB 3.2.2b]",)
        case Play(chit) if CHITS[chit].once:
            return (f"chit {chit} can be played only once in a game [RFB 2.4.4b]",)
        case Play(ChitNo.ALLIES, track):
            zone = next_zone(p, track)
            ends = zone in BERLIN and not any_soviets_in(p, zone)
            return ("the Americans would reach Berlin, and both players lose [RFB 2.2.9]",) if ends else ()
        case Play(ChitNo.HEINRICI):
            return ("chit 1 passes to the other player for good [RFB event.1c]",)
        case Move(unit, _) if unit < GERMANS_FROM:
            return _leaves_berlin(p, unit)
        case AdvanceUnit(unit) if unit < GERMANS_FROM:
            return _leaves_berlin(p, unit)
        case Move(unit, zone, via) if unit >= GERMANS_FROM:
            lost = [z for z in (*via, zone) if p.control[z] == CAMP[unit] + 1 and z not in BERLIN]
            return tuple(f"you lose your own {zone_name(z)}: {VP[z]} VP [RFB 7.3.4c]" for z in lost)
        case _:
            return ()


def _leaves_berlin(p: Position, unit: int) -> tuple[str, ...]:
    zone = p.where[unit]
    if zone not in BERLIN or any_soviets_in(p, zone) > 1:
        return ()
    value = VP[zone] * (2 if p.control[zone] else 1)
    return (f"if nobody comes back, leaving {zone_name(zone)} empty costs {value} VP [RFB 9.1.5b]",)
