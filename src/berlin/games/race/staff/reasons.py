"""What speaks for an action, in plain lines, by the judgements that the staff decides by."""

from berlin.games.race.board.ground import DIFFICULT, VP
from berlin.games.race.board.units import CAMP, GERMANS_FROM, NAMES, names
from berlin.games.race.board.zones import NEIGHBOURS, zone_name
from berlin.games.race.rules.combat.attack import Attack
from berlin.games.race.rules.combat.odds import defenders, reckon
from berlin.games.race.rules.movement.reachability import CITY
from berlin.games.race.rules.operations import Designate
from berlin.games.race.rules.positions import soviets_in
from berlin.games.race.staff.appraisal import city_zones, company, leaves_city
from berlin.games.race.staff.assault import plan_assaults
from berlin.games.race.staff.goals import HOPS, alarms, barred_from
from berlin.games.race.staff.outlook import DICE, outlook
from berlin.games.race.state.actions import (
    Action,
    Activate,
    AdvanceUnit,
    AttackZone,
    Begin,
    Convert,
    Done,
    Follow,
    Join,
    Move,
    Pass,
    Rebuild,
    RetreatTo,
    Roll,
    Shell,
    Starve,
    Support,
)
from berlin.games.race.state.state import COMBAT, NOBODY, REDUCED, Position
from berlin.kernel.contract.ids import OTHER, Place, Unit

MOST = 4


def reasons(p: Position, action: Action) -> tuple[str, ...]:
    """Up to four short lines; empty where nothing was weighed."""
    return tuple(_lines(p, action)[:MOST])


def _lines(p: Position, action: Action) -> list[str]:
    top = p.frames[-1]
    match action:
        case Move(unit, zone, via):
            return _arrival(p, unit, zone, via)
        case Follow(unit, zone) | RetreatTo(unit, zone):
            return _arrival(p, unit, zone, ())
        case AdvanceUnit(unit):
            return _arrival(p, unit, top.zone, ()) if hasattr(top, "zone") else []
        case AttackZone(unit, zone):
            return _attack(p, zone, (unit,), False)
        case Join(unit) if isinstance(top, Attack):
            return _attack(p, top.zone, (*top.units, unit), top.extra)
        case Roll() if isinstance(top, Attack):
            return _attack(p, top.zone, top.units, top.extra)
        case Support() if isinstance(top, Attack):
            return ["an extra support point betters the roll", *_attack(p, top.zone, top.units, True)]
        case Activate(unit, mode) if isinstance(top, Designate):
            return _activation(p, top, unit, mode)
        case Shell(unit):
            return [f"{NAMES[unit]} is the first to shell Berlin: a victory point"]
        case Starve() | Convert():
            zones = ", ".join(zone_name(zone) for zone in city_zones(p, top.seat))
            return (
                [f"support for City Progress rolls in {zones}"] if zones else ["nobody else wants the point"]
            )
        case Rebuild(unit):
            return [f"{NAMES[unit]} is strong again where it is needed"]
        case Begin() | Pass() | Done():
            return ["nothing else here is worth doing"]
        case _:
            return []


def _attack(p: Position, zone: Place, units: tuple[Unit, ...], extra: bool) -> list[str]:
    reckoning = reckon(p, zone, units, extra)
    steps = sum(1 if p.marks[u] & REDUCED else 2 for u in defenders(p, zone, units[0] >= GERMANS_FROM))
    drm, table = reckoning.drm.total, reckoning.table
    verdicts = [table.verdict(reckoning.column, die + drm) for die in DICE]
    name = zone_name(zone)
    if zone in CITY:
        good = sum(verdict.progress > 0 for verdict in verdicts)
        first = f"rolls in {name} at {reckoning.odds}, {drm:+d}: City Progress changes in {good} of 6 rolls"
    else:
        good = sum(verdict.retreat or verdict.defender >= steps for verdict in verdicts)
        first = f"attacks {name} at {reckoning.odds}, {drm:+d}: takes it in {good} of 6 rolls"
    lines, hurt = [first], sum(verdict.attacker > 0 for verdict in verdicts)
    if hurt:
        lines.append(f"but costs the attackers a step in {hurt} of 6 rolls")
    if zone not in CITY and VP[zone] and units[0] < GERMANS_FROM and p.control[zone] == NOBODY:
        lines.append(f"{name} is worth {_points(zone)}")
    if zone in outlook(p, CAMP[units[0]]).gaps and units[0] < GERMANS_FROM:
        lines.append("opens the way for supply")
    return lines


def _activation(p: Position, frame: Designate, unit: Unit, mode: int) -> list[str]:
    reading = outlook(p, frame.seat)
    if mode != COMBAT:
        gain = reading.march(unit)
        return (
            [f"{NAMES[unit]} has a good way before it"] if gain > 0 else [f"{NAMES[unit]} stands idle here"]
        )
    for zone, units, _ in plan_assaults(p, reading, frame.german, p.limit - frame.count):
        if unit in units:
            others = names([other for other in units if other != unit])
            lines = _attack(p, zone, units, False)
            return [*lines[:1], f"together with {others}", *lines[1:]] if others else lines
    return []


def _arrival(p: Position, unit: Unit, zone: Place, via: tuple[Place, ...]) -> list[str]:
    if unit >= GERMANS_FROM:
        return _division(p, unit, zone)
    camp, here = CAMP[unit], p.where[unit]
    reading, lines = outlook(p, camp), []
    for taken in (*via, zone):
        if taken not in CITY and VP[taken] and p.control[taken] == NOBODY:
            lines.append(f"takes {zone_name(taken)}: {_points(taken)}")
    if zone in CITY and not soviets_in(p, zone, camp):
        lines.append(f"is the first into {zone_name(zone)}")
    nearer = HOPS[camp][here] - HOPS[camp][zone]
    if nearer > 0:
        lines.append(f"brings {NAMES[unit]} {nearer} zone{'s' if nearer > 1 else ''} nearer to Berlin")
    if any(alarms(p)) and barred_from(p, zone):
        lines.append("stands in the Americans' road to Berlin")
    if zone in reading.gaps:
        lines.append("opens the way for supply")
    if company(p, unit, zone) > company(p, unit, here):
        lines.append("brings the two counters of its army together")
    if leaves_city(p, unit, zone):
        lines.append(f"but leaves {zone_name(here)} to the Germans")
    elif zone not in reading.lines:
        lines.append("but no supply reaches it there now")
    return lines


def _division(p: Position, unit: Unit, zone: Place) -> list[str]:
    rival = OTHER[CAMP[unit]]
    lines = []
    if p.control[zone] == rival + 1 and VP[zone]:
        lines.append(f"takes {zone_name(zone)} back: {_points(zone)} less for the rival")
    barred = [zone_name(n) for n in NEIGHBOURS[zone] if soviets_in(p, n, rival)]
    if barred:
        lines.append(f"bars the way from {', '.join(barred)}")
    if zone in CITY:
        lines.append(f"holds {zone_name(zone)} with the garrison")
    elif DIFFICULT[zone]:
        lines.append("stands on difficult ground, where it counts double")
    return lines


def _points(zone: Place) -> str:
    return f"{VP[zone]} victory point{'s' if VP[zone] > 1 else ''}"
