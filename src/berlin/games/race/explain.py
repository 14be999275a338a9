"""The reckoning behind an action: an attack's tallies and chances, a move's cost, a test's odds."""

import itertools

from berlin.boards.travel import mask
from berlin.games.race.actions import Action, AttackZone, Join, Move, Roll, Support, WestTest, write
from berlin.games.race.board import EDGE
from berlin.games.race.combat import explanation
from berlin.games.race.frames import Attack
from berlin.games.race.ground import ENTRY, ROAD
from berlin.games.race.state import Position, zone_name
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import FORMATION_OF, GERMANS_FROM, KEYS
from berlin.games.race.ways import ways_of
from berlin.kernel.rules import Explanation, Modifier, Outcome, Tally


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
            return Explanation(f"{KEYS[unit]} is tested, needs {needs} or more", (), chances)
        case _:
            return Explanation(write(action))


def _move(p: Position, unit: int, zone: int, via: tuple[int, ...]) -> Explanation:
    ways = ways_of(p, unit)
    route, budget = ways.route(unit, (zone, mask(via))), ways.budget(unit)
    steps = []
    for a, b in itertools.pairwise(route):
        steps.append(_step(p, unit, a, b))
    points = f"{budget // 2}{'½' if budget % 2 else ''}" if budget else "one zone"
    return Explanation(
        f"{KEYS[unit]} moves {' - '.join(zone_name(z) for z in route)}",
        (Tally("half movement points", 0, tuple(steps)),),
        (),
        (f"it has {points} to spend",),
    )


def _step(p: Position, unit: int, a: int, b: int) -> Modifier:
    edge = EDGE.get((a, b))
    if edge is None:
        return Modifier(ENTRY, f"through the nexus to {zone_name(b)}", "RFB 7.4.4")
    if edge.road:
        return Modifier(ROAD, f"main road to {zone_name(b)}", "RFB 7.1.2c")
    if edge.river and not (unit < GERMANS_FROM and FORMATION_OF[unit] == p.rybalko):
        return Modifier(2 * ENTRY, f"over the river to {zone_name(b)}", "RFB 7.1.2b")
    return Modifier(ENTRY, f"to {zone_name(b)}", "RFB 7.1.2a")
