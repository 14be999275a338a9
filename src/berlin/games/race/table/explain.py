"""The reckoning behind an action: an attack's tallies and chances, a move's cost; and its price for good."""

import itertools

from berlin.boards.hexes import board_of
from berlin.games.race.board.ground import VP
from berlin.games.race.board.tables import CHIT_NAMES, CHITS, WEST_NEEDS, ChitNo
from berlin.games.race.board.units import CAMP, FORMATION_OF, GERMANS_FROM, NAMES
from berlin.games.race.board.zones import BERLIN, EDGE, zone_name
from berlin.games.race.rules.american import next_zone
from berlin.games.race.rules.combat.attack import Attack
from berlin.games.race.rules.combat.odds import explanation
from berlin.games.race.rules.movement.costs import ENTRY, ROAD
from berlin.games.race.rules.movement.reachability import ways_of
from berlin.games.race.rules.positions import any_soviets_in
from berlin.games.race.state.actions import (
    ACTS,
    Action,
    AdvanceUnit,
    AttackZone,
    Join,
    Move,
    Play,
    Roll,
    Starve,
    Support,
    WestTest,
)
from berlin.games.race.state.state import Position
from berlin.kernel.contract.ids import Place, Unit
from berlin.kernel.contract.rules import Explanation, Modifier, Outcome, Tally


def explain(p: Position, action: Action) -> Explanation:
    """All that a legal action rests on."""
    top = p.frames[-1]
    match action:
        case AttackZone(unit, zone):
            return explanation(p, zone, (unit,), extra=False)
        case Join(unit) if isinstance(top, Attack):
            return explanation(p, top.zone, (*top.units, unit), top.extra)
        case Support() if isinstance(top, Attack):
            return explanation(p, top.zone, top.units, extra=True)
        case Roll() if isinstance(top, Attack):
            return explanation(p, top.zone, top.units, top.extra)
        case Move(unit, zone, via):
            return _move(p, unit, zone, via)
        case WestTest(unit):
            needs = WEST_NEEDS[p.turn]
            chances = (Outcome("may go west", 7 - needs, 6), Outcome("may not go west", needs - 1, 6))
            return Explanation(f"{NAMES[unit]} is tested, needs {needs} or more", (), chances)
        case _:
            return Explanation(ACTS.say(action))


def _move(p: Position, unit: Unit, zone: Place, via: tuple[Place, ...]) -> Explanation:
    ways = ways_of(p, unit)
    route, budget = ways.route(unit, (zone, board_of(via))), ways.budget(unit)
    steps = []
    for a, b in itertools.pairwise(route):
        steps.append(_step(p, unit, a, b))
    points = f"{budget // 2}{'½' if budget % 2 else ''}" if budget else "one zone"
    return Explanation(
        f"{NAMES[unit]} moves {' - '.join(zone_name(z) for z in route)}",
        (Tally("half movement points", 0, tuple(steps)),),
        (),
        (f"it has {points} to spend",),
    )


def _step(p: Position, unit: Unit, a: Place, b: Place) -> Modifier:
    edge = EDGE.get((a, b))
    if edge is None:
        return Modifier(ENTRY, f"through the nexus to {zone_name(b)}", "RFB 7.4.4")
    if edge.road:
        return Modifier(ROAD, f"main road to {zone_name(b)}", "RFB 7.1.2c")
    if edge.river and not (unit < GERMANS_FROM and FORMATION_OF[unit] == p.rybalko):
        return Modifier(2 * ENTRY, f"over the river to {zone_name(b)}", "RFB 7.1.2b")
    return Modifier(ENTRY, f"to {zone_name(b)}", "RFB 7.1.2a")


def warnings(p: Position, action: Action) -> tuple[str, ...]:
    """What an act costs that can't be had back."""
    match action:
        case Starve(unit):
            return (f"{NAMES[unit]} will be out of supply for the whole turn [RFB 3.2.2b]",)
        case Play(chit) if CHITS[chit].once:
            return (f"{CHIT_NAMES[chit]} can be played only once in a game [RFB 2.4.4b]",)
        case Play(ChitNo.ALLIES, track):
            zone = next_zone(p, track)
            ends = zone in BERLIN and not any_soviets_in(p, zone)
            return ("the Americans would reach Berlin, and both players lose [RFB 2.2.9]",) if ends else ()
        case Play(ChitNo.HEINRICI):
            return (f"{CHIT_NAMES[ChitNo.HEINRICI]} passes to the other player for good [RFB event.1c]",)
        case Move(unit, _) if unit < GERMANS_FROM:
            return _leaves_berlin(p, unit)
        case AdvanceUnit(unit) if unit < GERMANS_FROM:
            return _leaves_berlin(p, unit)
        case Move(unit, zone, via) if unit >= GERMANS_FROM:
            lost = [z for z in (*via, zone) if p.control[z] == CAMP[unit] + 1 and z not in BERLIN]
            return tuple(f"you lose your own {zone_name(z)}: {VP[z]} VP [RFB 7.3.4c]" for z in lost)
        case _:
            return ()


def _leaves_berlin(p: Position, unit: Unit) -> tuple[str, ...]:
    zone = p.where[unit]
    if zone not in BERLIN or any_soviets_in(p, zone) > 1:
        return ()
    value = VP[zone] * (2 if p.control[zone] else 1)
    return (f"if nobody comes back, leaving {zone_name(zone)} empty costs {value} VP [RFB 9.1.5b]",)
