"""9.sequence: the reckoning of a battle: strengths, shifts, odds, and what the die comes to."""

from collections.abc import Iterable

from berlin.games.noretreat.board.ground import ALL_OBJECTIVES, ARMOR_GROUND, OVER_RIVER, TERRAIN_OF
from berlin.games.noretreat.board.tables import (
    AXIS,
    COLUMNS,
    CRT,
    RESULT_TEXT,
    SOVIET,
    TERRAIN,
    TOO_LOW,
    TURNS,
    column,
)
from berlin.games.noretreat.board.units import ARMOR, HEAVY, STRENGTH
from berlin.games.noretreat.rules.citing import TERRAIN_RULES
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import defenders as defenders
from berlin.games.noretreat.rules.combat.effect import dropped as dropped
from berlin.games.noretreat.rules.combat.effect import forces as forces
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.state.state import BACK, RANK, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Modifier, Tally

Told = list[Modifier] | None


def _add(told: Told, value: int, label: str, rule: str) -> int:
    if told is not None:
        told.append(Modifier(value, label, rule))
    return value


def strength(d: Draft, b: Battle, units: Iterable[Unit], told: Told = None) -> int:
    """The strength of these units in the battle."""
    total, active = 0, forces(d, b)
    for unit in units:
        value = printed = STRENGTH[d.marks[unit] & BACK][unit]
        for force in active:
            value = EVENTS[force.code].strength(d, b, force, unit, value)
        total += _add(told, printed, d.named(unit), "NR 12.unit.conv")
        if value != printed:
            total += _add(told, value - printed, f"{d.named(unit)} by a card", "NR 5.use.event")
    return total


def terrain_shifts(d: Draft, b: Battle, without: set[str], told: Told = None) -> int:
    """9.shift.terrain: what ground, rivers, objectives, works and winter take off."""
    space, weather = b.space, d.weather
    burnt = d.scorched and RANK.get(space) is not None and d.scorched >> RANK[space] & 1
    row = TERRAIN["marsh"] if burnt else TERRAIN_OF[space]
    total = 0
    if row.left:
        total += _add(told, -row.left, row.name.lower(), TERRAIN_RULES[row.key])
    if weather.rivers and "river" not in without:
        over, where = OVER_RIVER[space], d.where
        if over and all(over >> where[unit] & 1 for unit in b.units):
            total += _add(told, -1, "river", "NR 3.river")
    if ALL_OBJECTIVES >> space & 1:
        total += _add(told, -1, "objective", "NR 3.objective")
    if weather.left and b.seat == AXIS:
        left = TURNS[d.turn].winter_left
        rule = "NR 9.shift.t5" if left > 1 else "NR 9.shift.terrain"
        total += _add(told, -left, weather.name.lower(), rule)
    if space in d.works:
        total += _add(told, -1, "works", "NR card.41.axis")
    return total


def armor_bonus(d: Draft, b: Battle, defending: list[Unit], without: set[str]) -> bool:
    """9.shift.armor: does the attacker's armor count?"""
    if "armor" in without or not d.weather.armor_shift:
        return False
    if not (ARMOR_GROUND & ~ALL_OBJECTIVES) >> b.space & 1 or (b.seat == AXIS and 0 < d.oil < d.turn):
        return False
    marks = d.marks
    if not any(ARMOR[marks[unit] & BACK][unit] for unit in b.units):
        return False
    if "heavy" not in without and any(HEAVY[marks[unit] & BACK][unit] for unit in defending):
        return False
    return not all(marks[unit] & UNSUPPLIED for unit in defending)


def shifts(d: Draft, b: Battle, told: Told = None) -> int:
    """All shifts, right less left."""
    defending, without = defenders(d, b), dropped(d, b) if b.forces or d.forces else set()
    total = 0
    if not b.counter:
        total += terrain_shifts(d, b, without, told)
        if b.marker:
            worth = 1 if b.seat == AXIS else TURNS[d.turn].shock_worth
            rule = "NR 9.shift.marker" if worth == 1 else "NR 9.shift.shock4"
            total += _add(told, worth, "Blitz" if b.seat == AXIS else "Shock", rule)
        if armor_bonus(d, b, defending, without):
            total += _add(told, 1, "armor", "NR 9.shift.armor")
    if all(d.marks[unit] & UNSUPPLIED for unit in defending):
        total += _add(told, 2, "defender unsupplied", "NR 9.shift.unsupplied")
    for force in forces(d, b):
        for modifier in EVENTS[force.code].shifts(d, b, force):
            total += _add(told, modifier.value, modifier.label, modifier.rule)
    return total


def ratio(d: Draft, b: Battle) -> int:
    """The column before shifts; TOO_LOW below them all."""
    return column(strength(d, b, b.units), strength(d, b, defenders(d, b)))


def final(d: Draft, b: Battle) -> int:
    """9.cap: the column after shifts; TOO_LOW can't be saved."""
    base = ratio(d, b)
    if base == TOO_LOW:
        return TOO_LOW
    return min(max(base + shifts(d, b), 0), len(COLUMNS) - 1)


def table(d: Draft, b: Battle) -> int:
    """9.crt.which: the side whose table is read."""
    for force in forces(d, b):
        found = EVENTS[force.code].table(d, b, force)
        if found is not None:
            return found
    return d.weather.axis_crt if b.seat == AXIS else SOVIET


def reckoning(d: Draft, b: Battle) -> tuple[Tally, Tally, Tally]:
    """Attack, defence and shifts with all their parts."""
    parts: list[list[Modifier]] = [[], [], []]
    strength(d, b, b.units, parts[0])
    strength(d, b, defenders(d, b), parts[1])
    shifts(d, b, parts[2])
    attack, defence, moved = map(tuple, parts)
    return Tally("attack", 0, attack), Tally("defence", 0, defence), Tally("shifts", 0, moved)


def outcome(d: Draft, b: Battle) -> str:
    """5.window: the die on the shifted column, then changed results; the last one stands."""
    if b.result:
        return b.result
    place = min(max(b.column + b.shift, 0), len(COLUMNS) - 1)
    return RESULT_TEXT[CRT[table(d, b)].result(place, b.die)]


def standing(d: Draft, b: Battle) -> str:
    """The outcome as events in force change it."""
    result = outcome(d, b)
    if not b.result:
        for force in forces(d, b):
            result = EVENTS[force.code].converts(d, b, force, result)
    return result


def markers_left(d: Draft, seat: Seat) -> int:
    return d.blitz if seat == AXIS else d.shock
