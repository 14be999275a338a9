"""Attacks worth making: on which zones, by whom together."""

from berlin.games.race.board.units import (
    ALL_UNITS,
    CAMP,
    COUNTERS,
    FORMATION_OF,
    FULL,
    GERMANS,
    GERMANS_FROM,
    SOVIETS,
)
from berlin.games.race.board.zones import N
from berlin.games.race.rules.combat.odds import targets
from berlin.games.race.rules.movement.reachability import CITY
from berlin.games.race.staff.outlook import WORTH_IT, Outlook
from berlin.games.race.state.state import ACTED, COMBAT, MODE, USED, Position
from berlin.kernel.contract.ids import Place, Unit

MOST_ATTACKS = 3

# A zone, those who attack it, and what that may be expected to bring.
Assault = tuple[Place, tuple[Unit, ...], float]


def can_add_support(p: Position, zone: Place, unit: Unit) -> bool:
    return zone in CITY and unit < GERMANS_FROM and p.support[CAMP[unit]] >= 2


def plan_assaults(p: Position, reading: Outlook, german: bool, slots: int) -> list[Assault]:
    """The attacks that promise most, by units in combat mode and so many more that can be put into it."""
    first, after = (GERMANS if german else SOVIETS)[reading.camp]
    against: dict[Place, list[Unit]] = {}
    where, all_marks = p.where, p.marks
    for unit in ALL_UNITS[first:after]:
        marks = all_marks[unit]
        if where[unit] < N and not marks & (USED | ACTED) and marks & MODE in (0, COMBAT):
            for zone in targets(p, unit):
                against.setdefault(zone, []).append(unit)
    found: list[Assault] = []
    while against and len(found) < MOST_ATTACKS:
        best: Assault = (Place(-1), (), 0.0)
        for zone, units in against.items():
            party, worth = _gathered(p, reading, zone, units, slots)
            if worth > best[2]:
                best = zone, party, worth
        zone, party, _ = best
        if not party:
            break
        found.append(best)
        slots -= sum(not all_marks[unit] & MODE for unit in party)
        del against[zone]
        against = {z: left for z, us in against.items() if (left := [u for u in us if u not in party])}
    return found


def _gathered(
    p: Position, reading: Outlook, zone: Place, units: list[Unit], slots: int
) -> tuple[tuple[Unit, ...], float]:
    """Who should attack a zone together: those committed, then whole armies, then the strongest."""
    committed = tuple(unit for unit in units if p.marks[unit] & MODE)
    free = [unit for unit in units if not p.marks[unit] & MODE]
    whole = {f for f in {FORMATION_OF[u] for u in units} if all(u in units for u in COUNTERS[f])}
    free.sort(key=lambda unit: (FORMATION_OF[unit] not in whole, -FULL[unit], unit))
    extra = can_add_support(p, zone, units[0])
    best: tuple[tuple[Unit, ...], float] = ((), 0.0)
    for count in range(0 if committed else 1, min(slots, len(free)) + 1):
        party = (*committed, *free[:count])
        worth = reading.attack(zone, party, extra) - WORTH_IT * count
        if worth > best[1]:
            best = party, worth
    return best
