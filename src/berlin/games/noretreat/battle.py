"""9.sequence: a battle: who fights, at which odds, with which shifts, and the roll."""

from collections.abc import Iterable

from msgspec.structs import replace

from berlin.games.noretreat import results
from berlin.games.noretreat.actions import COMMIT, ROLL, WAYS, Action, Commit, Join, Play, Roll
from berlin.games.noretreat.citing import TERRAIN_RULES
from berlin.games.noretreat.effect import defenders as defenders
from berlin.games.noretreat.effect import dropped as dropped
from berlin.games.noretreat.effect import effect
from berlin.games.noretreat.effect import forces as forces
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Battle, Window
from berlin.games.noretreat.ground import ALL_OBJECTIVES, ARMOR_GROUND, MAP, OVER_RIVER, TERRAIN_OF
from berlin.games.noretreat.state import BACK, RANK, UNSUPPLIED, Draft, place_name
from berlin.games.noretreat.tables import (
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
from berlin.games.noretreat.targets import joinable, why_not_eligible
from berlin.games.noretreat.units import ARMOR, HEAVY, KEYS, STRENGTH
from berlin.games.noretreat.windows import play, plays, refusal
from berlin.kernel.rules import Modifier, Refusal, Tally

BUILD, BEFORE, ROLLING, AFTER_ATTACKER, AFTER_DEFENDER, RESULT, STAND = range(7)
ATTACKER = 1
Told = list[Modifier] | None


def _add(told: Told, value: int, label: str, rule: str) -> int:
    if told is not None:
        told.append(Modifier(value, label, rule))
    return value


def strength(d: Draft, b: Battle, units: Iterable[int], told: Told = None) -> int:
    """The strength of these units in the battle."""
    total, active = 0, forces(d, b)
    for unit in units:
        value = printed = STRENGTH[d.marks[unit] & BACK][unit]
        for force in active:
            value = EVENTS[force.code].strength(d, b, force, unit, value)
        total += _add(told, printed, KEYS[unit], "NR 12.unit.conv")
        if value != printed:
            total += _add(told, value - printed, f"{KEYS[unit]} by a card", "NR 5.use.event")
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


def armor_bonus(d: Draft, b: Battle, defending: list[int], without: set[str]) -> bool:
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
    labels = ("attack", "defence", "shifts")
    tallies = [Tally(label, 0, tuple(part)) for label, part in zip(labels, parts, strict=True)]
    return tallies[0], tallies[1], tallies[2]


# From the roll to the result.


def settle(d: Draft, b: Battle) -> bool:
    """One step further; asks only while the attack is put together."""
    if b.step == BUILD:
        if not defenders(d, b):
            results.finish(d, b)
            return False
        return True
    if b.step == BEFORE:
        d.frames[-1] = replace(b, step=ROLLING)
        d.frames.append(Window(1 - b.seat, "before"))
    elif b.step == ROLLING:
        _roll(d, b)
    elif b.step == AFTER_ATTACKER:
        d.frames[-1] = replace(b, step=AFTER_DEFENDER)
        if not b.counter:
            d.frames.append(Window(b.seat, "after"))
    elif b.step == AFTER_DEFENDER:
        d.frames[-1] = replace(b, step=RESULT)
        if not b.counter:
            d.frames.append(Window(1 - b.seat, "after"))
    elif b.step == RESULT:
        _read(d, b)
    else:
        results.settle(d, b)
    return False


def _roll(d: Draft, b: Battle) -> None:
    at = len(d.frames) - 1
    # Of two that take its place the later one does.
    for force in reversed(b.forces):
        instead = EVENTS[force.code].replaces(d, b, force)
        if instead:
            d.frames[at] = replace(b, step=RESULT, result=instead)
            return
    place = final(d, b)
    if place == TOO_LOW:
        d.say("battle", "below 1:3: no die is rolled", "NR 9.ratio.low")
        d.frames[at] = replace(b, step=RESULT, result="CA", column=TOO_LOW)
        return
    if d.log is not None:
        _tell_odds(d, b, place)
    die = d.die("combat", f"{place_name(b.space)} at {COLUMNS[place]}", "NR 9.sequence")
    d.frames[at] = replace(b, step=AFTER_ATTACKER, die=die, column=place)
    for force in b.forces:
        EVENTS[force.code].rolled(d, force)


def _tell_odds(d: Draft, b: Battle, place: int) -> None:
    for tally in reckoning(d, b):
        d.say("tally", str(tally), *dict.fromkeys(tally.rules))
    d.say("tally", f"column {COLUMNS[place]}", "NR 9.ratio", "NR 9.cap")


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


def _read(d: Draft, b: Battle) -> None:
    result = standing(d, b)
    if d.log is not None:
        told = effect(d, b, result)
        d.say("result", f"result: {told.text}", *told.rules, data=(result,))
    d.frames[-1] = replace(b, step=STAND, result=result)


# Putting an attack together.


def markers_left(d: Draft, seat: int) -> int:
    return d.blitz if seat == AXIS else d.shock


def options(d: Draft, b: Battle) -> list[Action]:
    # 9.result.ca: nobody joins a counterattack; no markers, no cards.
    if b.counter:
        return [ROLL]
    found: list[Action] = [Join(unit) for unit in joinable(d, b.space, b.units)]
    if not b.units:
        return found
    if not b.marker and markers_left(d, b.seat):
        found.append(COMMIT)
    if not b.played & ATTACKER:
        found += plays(d, b.seat, "before")
    found.append(ROLL)
    return found


def answer(d: Draft, b: Battle, action: Action) -> None:
    match action:
        case Join(unit):
            d.frames[-1] = replace(b, units=(*b.units, unit))
            if d.log is not None:
                d.say("battle", f"{KEYS[unit]} joins the attack", "NR 9.order", data=(unit,))
        case Commit():
            if b.seat == AXIS:
                d.blitz -= 1
            else:
                d.shock -= 1
            d.frames[-1] = replace(b, marker=True)
            d.say("battle", "a marker is committed", "NR 9.shift.marker")
        case Play():
            d.frames[-1] = replace(b, played=b.played | ATTACKER)
            play(d, b.seat, "before", action)
        case _:
            d.frames[-1] = replace(b, step=ROLLING if b.counter else BEFORE)


def refuse(d: Draft, b: Battle, action: Action) -> Refusal:
    if b.counter:
        return Refusal("NR 9.result.ca", "a counterattack is made without others, markers and cards: roll")
    match action:
        case Join(unit):
            return _refuse_join(d, b, unit)
        case Commit():
            if b.marker:
                return Refusal("NR 9.shift.marker", "one marker a battle, no more")
            if not b.units:
                return Refusal("NR 9.order", "first say who attacks")
            return Refusal("NR 9.shift.marker", "no marker is left in this turn")
        case Play(card, way):
            if b.played & ATTACKER:
                return Refusal("NR 5.window", "one card before the roll, no more")
            if not b.units:
                return Refusal("NR 9.order", "first say who attacks")
            found = refusal(d, b.seat, card, "before", WAYS[way])
            if found is not None:
                return found
        case Roll():
            return Refusal("NR 9.order", "no unit attacks yet")
    return Refusal("NR 9.order", f"the battle for {place_name(b.space)} is put together: join or roll")


def _refuse_join(d: Draft, b: Battle, unit: int) -> Refusal:
    found = why_not_eligible(d, b.seat, unit)
    if found is not None:
        return found
    if unit in b.units:
        return Refusal("NR 9.order", f"{KEYS[unit]} takes part already")
    if not MAP.beside[b.space] >> d.where[unit] & 1:
        lake = MAP.across[b.space] >> d.where[unit] & 1
        rule = "NR 3.attack.lake" if lake else "NR 9.eligible"
        return Refusal(rule, f"{KEYS[unit]} is not next to it" if not lake else "a lake lies between")
    return Refusal("NR 9.counterblow.must", f"{KEYS[unit]} must attack a counterblow next to it")
