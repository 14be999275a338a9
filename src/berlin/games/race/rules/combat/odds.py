"""8.1 Combat: who may attack what, with which strength and modifiers."""

from functools import cache

import msgspec

from berlin.games.race.board.ground import DIFFICULT, EAST, FRONT, GARRISON
from berlin.games.race.board.units import (
    ARMOUR,
    ARMY_NAMES,
    CAMP,
    FORMATION_OF,
    FULL,
    GERMANS_FROM,
    NAMES,
    PARTNER,
    REDUCED_STRENGTH,
    names,
)
from berlin.games.race.board.zones import BERLIN, EDGE, NEIGHBOURS, ZONES, zone_name
from berlin.games.race.rules.combat.results import CITY_TABLE, COMBAT_TABLE, ResultsTable
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL, soviet_held
from berlin.games.race.rules.positions import any_soviets_in, is_guest, units_in
from berlin.games.race.state.state import ACTED, AMERICAN, COMBAT, MODE, OOS, REDUCED, USED, Position
from berlin.kernel.contract.ids import OTHER, Place, Unit
from berlin.kernel.contract.rules import Explanation, Modifier, Outcome, Refusal, Tally

SPEER_GARRISON = 10
# The marks that a unit's strength hangs on.
SHOWN = REDUCED | OOS

NO_ENEMY = Refusal("RFB 8.1.1a", "there are no enemy units to attack")
NO_TARGET = Refusal("RFB 8.1.1a", "it has nothing to attack from where it stands")
NOT_BESIDE = Refusal("RFB 8.1.1a", "only a zone adjacent to the attackers can be attacked")
BERLIN_ATTACK = Refusal("RFB 8.1.1b", "Berlin zones are not attacked by ordinary combat")
ATTACKED = Refusal("RFB 8.1.3", "that zone has been attacked in this impulse")
AMERICAN_HELD = Refusal("RFB 2.2.3", "the Americans hold that zone: it is closed")
FROM_AMERICAN = Refusal("RFB 2.2.8a", "a unit in an American zone may not attack")
OVER_BOUNDARY = Refusal("RFB 7.3.2.q1", "the advance would cross the boundary between the fronts")
OVER_ODER = Refusal("RFB 7.2.1.q1", "the advance would cross the Oder-Neisse")
PINNED = Refusal("RFB 8.1.1.q1", "Soviets are in its Berlin zone: it may not attack outside the city")
NO_SUPPORT = Refusal("RFB 9.2.1c", "a City Progress roll costs a support point, and there is none")
CITY_OOS = Refusal("RFB 9.2.2a", "a Soviet unit out of supply may not roll for City Progress")
NO_SOVIETS = Refusal("RFB 9.2.1b", "there are no Soviets in that Berlin zone to drive back")
NO_GERMAN_INSIDE = Refusal("RFB 9.2.4.q1", "from outside it can only join a German who attacks in that zone")
ONE_OUTSIDE_ZONE = Refusal("RFB 9.2.4a", "help for a city attack comes from one outside zone only")


class Reckoning(msgspec.Struct, frozen=True):
    """An attack worked out: both strengths, the column and the modifier of the die."""

    attack: Tally
    defence: Tally
    drm: Tally
    table: ResultsTable
    column: int

    @property
    def odds(self) -> str:
        return self.table.columns[self.column]


def attack_refusal(p: Position, unit: Unit, zone: Place) -> Refusal | None:
    """Why a unit may not open an attack on a zone; its own Berlin zone means a City Progress attack."""
    here = p.where[unit]
    soviet = unit < GERMANS_FROM
    if zone in BERLIN:
        if zone == here:
            return _city_refusal(p, unit, zone)
        return BERLIN_ATTACK if soviet or not any_soviets_in(p, zone) else NO_GERMAN_INSIDE
    if not (p.where.count(zone, GERMANS_FROM) if soviet else p.where.count(zone, 0, GERMANS_FROM)):
        return NO_ENEMY
    if zone not in NEIGHBOURS[here]:
        return NOT_BESIDE
    if zone in p.attacked:
        return ATTACKED
    control = p.control
    if control[zone] == AMERICAN:
        return AMERICAN_HELD
    if soviet:
        if control[here] == AMERICAN:
            return FROM_AMERICAN
        return OVER_BOUNDARY if FRONT[zone] == OTHER[CAMP[unit]] else None
    if EAST[zone]:
        return OVER_ODER
    return PINNED if here in BERLIN and soviet_held(p, here) else None


def _city_refusal(p: Position, unit: Unit, zone: Place) -> Refusal | None:
    if zone in p.attacked:
        return Refusal("RFB 8.1.3.q1", "there has been a City Progress roll there in this impulse")
    if unit >= GERMANS_FROM:
        return None if any_soviets_in(p, zone) else NO_SOVIETS
    if p.marks[unit] & OOS:
        return CITY_OOS
    return None if p.support[CAMP[unit]] else NO_SUPPORT


def ordinary_targets(p: Position, unit: Unit) -> list[Place]:
    """Every zone that a unit may open an ordinary attack on, in order."""
    enemies = _enemies(p, unit)
    near = NEIGHBOURS[p.where[unit]]
    return [zone for zone in near if zone in enemies and attack_refusal(p, unit, zone) is None]


def _enemies(p: Position, unit: Unit) -> bytes | bytearray:
    """Where the units of the other nation are."""
    return p.where[GERMANS_FROM:] if unit < GERMANS_FROM else p.where[:GERMANS_FROM]


def targets(p: Position, unit: Unit) -> list[Place]:
    """Every zone that a unit may open an attack on, in order."""
    here = p.where[unit]
    city = here in BERLIN and attack_refusal(p, unit, here) is None
    return [here, *ordinary_targets(p, unit)] if city else ordinary_targets(p, unit)


def has_target(p: Position, unit: Unit) -> bool:
    """Has a unit anything to attack?"""
    here, enemies = p.where[unit], _enemies(p, unit)
    for zone in NEIGHBOURS[here]:
        if zone in enemies and attack_refusal(p, unit, zone) is None:
            return True
    return here in BERLIN and attack_refusal(p, unit, here) is None


def why_no_target(p: Position, unit: Unit) -> Refusal:
    """Why a unit has nothing to attack: the rule that shields the enemies next to it, if there are any."""
    here = p.where[unit]
    around = [here, *NEIGHBOURS[here]] if here in BERLIN else NEIGHBOURS[here]
    shields = (attack_refusal(p, unit, zone) for zone in around)
    return (
        next((refusal for refusal in shields if refusal not in (None, NO_ENEMY, BERLIN_ATTACK)), None)
        or NO_TARGET
    )


def may_help(p: Position, unit: Unit) -> bool:
    """9.2.4: could this German outside join a city attack of its camp this impulse?"""
    here = p.where[unit]
    if unit < GERMANS_FROM or here in BERLIN:
        return False
    for zone in NEIGHBOURS[here]:
        if zone in BERLIN and any_soviets_in(p, zone) and zone not in p.attacked:
            inside = units_in(p, zone, GERMANS_FROM)
            if any(CAMP[u] == CAMP[unit] and _can_fight(p, u) for u in inside):
                return True
    return False


def _can_fight(p: Position, unit: Unit) -> bool:
    marks = p.marks[unit]
    return marks & MODE == COMBAT and not marks & ACTED if marks & MODE else not marks & USED


def join_refusal(p: Position, zone: Place, units: tuple[Unit, ...], unit: Unit) -> Refusal | None:
    """Why a unit that fights this impulse may not join an attack on a zone."""
    if zone not in BERLIN or p.where[unit] == zone:
        return attack_refusal(p, unit, zone)
    if unit < GERMANS_FROM:
        return BERLIN_ATTACK
    if zone not in NEIGHBOURS[p.where[unit]] or p.where[unit] in BERLIN:
        return Refusal("RFB 9.2.4a", "help comes from an outside zone adjacent to the Berlin zone")
    outside = {p.where[u] for u in units} - {zone}
    return ONE_OUTSIDE_ZONE if outside and p.where[unit] not in outside else None


def defenders(p: Position, zone: Place, german_attack: bool) -> list[Unit]:
    """The units that defend a zone: all of the attacked nation there, guests excepted."""
    if german_attack:
        return [unit for unit in units_in(p, zone, 0, GERMANS_FROM) if not is_guest(p, unit)]
    return units_in(p, zone, GERMANS_FROM)


@cache
def _strength(unit: Unit, marks: int) -> tuple[Modifier, ...]:
    """A unit's points on the side it shows, and what want of supply takes from them."""
    points = REDUCED_STRENGTH[unit] if marks & REDUCED else FULL[unit]
    lines: tuple[Modifier, ...] = (Modifier(points, NAMES[unit]),)
    if marks & OOS:
        lines += (_halved(lines, f"{NAMES[unit]} is out of supply", "RFB 3.1.3a"),)
    return lines


def _points(lines: tuple[Modifier, ...]) -> int:
    return sum(line.value for line in lines)


def _halved(lines: tuple[Modifier, ...], label: str, rule: str) -> Modifier:
    """What halving takes away: what is left is rounded up."""
    return Modifier(-(_points(lines) // 2), label, rule)


def attack_strength(p: Position, unit: Unit, zone: Place) -> tuple[Modifier, ...]:
    """What a unit brings to an attack on a zone, line by line."""
    doubled = p.doubled and unit >= GERMANS_FROM and zone not in BERLIN
    river = p.where[unit] != zone and EDGE[p.where[unit], zone].river
    unhindered = FORMATION_OF[unit] == p.rybalko
    return _attack_lines(unit, p.marks[unit] & SHOWN, doubled, river, unhindered)


@cache
def _attack_lines(
    unit: Unit, marks: int, doubled: bool, river: bool, unhindered: bool
) -> tuple[Modifier, ...]:
    lines = _strength(unit, marks)
    name = NAMES[unit]
    if doubled:
        lines += (Modifier(_points(lines), f"{name} is doubled by surprise", "RFB event.11a"),)
    if river and unhindered:
        lines += (Modifier(0, f"{name} crosses the river unhindered", "RFB event.2"),)
    elif river:
        lines += (_halved(lines, f"{name} is halved by the river", "RFB crt.modifiers.a"),)
    return lines


def defence_strength(p: Position, unit: Unit, zone: Place) -> tuple[Modifier, ...]:
    """What a unit brings to the defence of its zone, line by line."""
    return _defence_lines(unit, p.marks[unit] & SHOWN, DIFFICULT[zone])


@cache
def _defence_lines(unit: Unit, marks: int, difficult: bool) -> tuple[Modifier, ...]:
    lines = _strength(unit, marks)
    if difficult:
        label = f"{NAMES[unit]} is doubled in difficult terrain"
        lines += (Modifier(_points(lines), label, "RFB crt.modifiers.a"),)
    return lines


def garrison(p: Position, zone: Place) -> int:
    value = GARRISON[zone]
    return min(value, SPEER_GARRISON) if p.speer else value


def complete_army(units: tuple[Unit, ...]) -> bool:
    """crt.q3: does every counter that some Soviet army was printed with take part?"""
    if units[0] >= GERMANS_FROM:
        return False
    return any(PARTNER[unit] < 0 or PARTNER[unit] in units for unit in units)


def reckon(p: Position, zone: Place, units: tuple[Unit, ...], extra: bool) -> Reckoning:
    """An attack by these units on a zone, with the extra support point or without."""
    german_attack = units[0] >= GERMANS_FROM
    city = zone in BERLIN
    ours: tuple[Modifier, ...] = ()
    for unit in units:
        ours += attack_strength(p, unit, zone)
    defending = defenders(p, zone, german_attack)
    theirs: tuple[Modifier, ...] = ()
    if city and not german_attack:
        rule = "RFB event.5a" if p.speer else "RFB 9.2.3a" if defending else "RFB 9.2.3b"
        theirs = (Modifier(garrison(p, zone), f"garrison of {zone_name(zone)}", rule),)
    for unit in defending:
        theirs += defence_strength(p, unit, zone)
    attack, defence = Tally("attack", 0, ours), Tally("defence", 0, theirs)
    modifiers = _city_drm(p, zone, units, extra) if city else _combat_drm(p, zone, units)
    table = CITY_TABLE if city else COMBAT_TABLE
    drm = Tally("die modifier", 0, tuple(modifiers))
    return Reckoning(attack, defence, drm, table, table.column(attack.total, defence.total))


def _army_drm(p: Position, units: tuple[Unit, ...], rule: str) -> list[Modifier]:
    modifiers = []
    if complete_army(units):
        modifiers.append(Modifier(1, "a complete Soviet army", rule))
    if p.spearhead >= 0 and any(FORMATION_OF[unit] == p.spearhead for unit in units):
        modifiers.append(Modifier(2, f"{ARMY_NAMES[p.spearhead]}: everyone to the front", "RFB event.6a"))
    return modifiers


def _combat_drm(p: Position, zone: Place, units: tuple[Unit, ...]) -> list[Modifier]:
    modifiers = _army_drm(p, units, "RFB crt.modifiers.b")
    origins = {p.where[unit] for unit in units}
    if len(origins) > 1:
        modifiers.append(Modifier(1, "attack from two zones", "RFB crt.modifiers.b"))
    if DIFFICULT[zone] and any(ARMOUR[unit] for unit in units):
        modifiers.append(Modifier(-1, "armour in difficult terrain", "RFB crt.modifiers.b"))
    if units[0] < GERMANS_FROM and any(zone in EDGE[here, zone].line for here in origins):
        modifiers.append(Modifier(-1, "defence line", "RFB map.defence-line"))
    return modifiers


def _city_drm(p: Position, zone: Place, units: tuple[Unit, ...], extra: bool) -> list[Modifier]:
    if units[0] >= GERMANS_FROM:
        return []
    modifiers = _army_drm(p, units, "RFB crt.modifiers.c")
    if extra:
        modifiers.append(Modifier(1, "an extra support point", "RFB 9.2.5"))
    if any(z in BERLIN and p.progress[z] >= CONTROL_LEVEL for z in NEIGHBOURS[zone]):
        modifiers.append(Modifier(1, "a Soviet-controlled Berlin zone next to it", "RFB crt.modifiers.c"))
    return modifiers


def explanation(p: Position, zone: Place, units: tuple[Unit, ...], extra: bool) -> Explanation:
    """An attack in full: tallies, odds, and the chance of each result."""
    reckoning = reckon(p, zone, units, extra)
    ways: dict[str, int] = {}
    for die in range(1, 7):
        text = reckoning.table.verdict(reckoning.column, die + reckoning.drm.total).words
        ways[text] = ways.get(text, 0) + 1
    return Explanation(
        f"attack on {ZONES[zone].name} by {names(units)}",
        (reckoning.attack, reckoning.defence, reckoning.drm),
        tuple(Outcome(text, count, 6) for text, count in ways.items()),
        (f"odds {reckoning.odds}",),
    )
