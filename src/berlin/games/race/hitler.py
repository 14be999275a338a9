"""2.3 Orders from Hitler: a die in turns 1 to 5, and a duty on the next German impulse."""

from berlin.games.race.board import BERLIN, DISTANCE, NEIGHBOURS, N
from berlin.games.race.combat import ordinary_targets
from berlin.games.race.ground import LINED
from berlin.games.race.movement import Leg, nearest, restricted, ways_of
from berlin.games.race.state import (
    ACTED,
    COMBAT,
    DUTY_ATTACK,
    DUTY_MOVE,
    MODE,
    MOVE,
    NO_DUTY,
    USED,
    Draft,
    Position,
    any_soviets_in,
    on_map,
)
from berlin.games.race.tables import HITLER
from berlin.games.race.units import ARMOUR, GERMANS_FROM, KONIEV, ZHUKOV
from berlin.kernel.rules import Refusal

NORTH, SOUTH = 1, 2
DIVISIONS = 2
CAMP_OF_ORDER = {NORTH: KONIEV, SOUTH: ZHUKOV}

ATTACK_OWED = Refusal("RFB 2.3.2a", "Hitler's order: two divisions must attack, if they can")
ARMOUR_OWED = Refusal("RFB 2.3.2b", "Hitler's order: an armoured division must be among those that attack")
MOVE_OWED = Refusal("RFB 2.3.2c", "Hitler's order: two divisions, one armoured, must move up to the Soviets")


def roll_orders(d: Draft) -> None:
    """A.3: on a 5 the north must counter-attack, on a 6 the south."""
    if not HITLER[d.turn]:
        return
    die = d.die("hitler", "orders from Hitler", "RFB 2.3.1a")
    d.order = {5: NORTH, 6: SOUTH}.get(die, 0)
    if d.order:
        side = "north" if d.order == NORTH else "south"
        d.say("order", f"Hitler orders a counter-attack in the {side}", "RFB 2.3.1a", data=(d.order,))


def bound_divisions(p: Position, camp: int) -> list[int]:
    """The divisions that an order binds: not used, not behind a defence line, not in Berlin."""
    return [
        unit
        for unit in on_map(p, camp, german=True)
        if not p.marks[unit] & USED and p.where[unit] not in LINED and p.where[unit] not in BERLIN
    ]


def assess(d: Draft, camp: int) -> None:
    """At the start of the ordered impulse: what does the order oblige this camp to do?"""
    if not d.order or CAMP_OF_ORDER[d.order] != camp:
        return
    divisions = bound_divisions(d, camp)
    if any(next_to_soviets(d, d.where[unit]) for unit in divisions):
        form, able = DUTY_ATTACK, [unit for unit in divisions if ordinary_targets(d, unit)]
    else:
        form, able = DUTY_MOVE, [unit for unit in divisions if can_come_nearer(d, unit)]
    if not able:
        d.say("order", "nobody can carry out Hitler's order: it lapses", "RFB 2.3.2.q4")
        return
    d.duty = (form, min(DIVISIONS, len(able)), int(any(ARMOUR[unit] for unit in able)))


def next_to_soviets(p: Position, zone: int) -> bool:
    return any(any_soviets_in(p, neighbour) for neighbour in NEIGHBOURS[zone])


def soviet_zones(p: Position) -> list[int]:
    return sorted({zone for zone in p.where[:GERMANS_FROM] if zone < N})


def gap(zone: int, enemies: list[int]) -> int:
    """How many zones lie between here and the nearest Soviets; 1 is next to them."""
    return min((DISTANCE[zone][enemy] for enemy in enemies), default=0)


def _free_stops(p: Position, unit: int) -> list[tuple[int, int]]:
    return ways_of(p, unit).stops(unit, Leg(p, unit).budget, 0)


def can_come_nearer(p: Position, unit: int) -> bool:
    """Is there a move, perhaps after a test, that ends nearer to the Soviets?"""
    enemies = soviet_zones(p)
    now = gap(p.where[unit], enemies)
    return any(gap(zone, enemies) < now for zone, _ in _free_stops(p, unit))


def owes_move(p: Position, unit: int) -> bool:
    """Must this unit, in movement mode, go towards the Soviets?"""
    form, count, armour = p.duty
    if form != DUTY_MOVE or unit < GERMANS_FROM or not (count or (armour and ARMOUR[unit])):
        return False
    return p.where[unit] not in LINED and p.where[unit] not in BERLIN and can_come_nearer(p, unit)


def approaches(
    p: Position, unit: int, ends: list[tuple[int, int]], tested: bool
) -> tuple[list[tuple[int, int]], bool]:
    """The ends that an ordered unit may choose, and whether it must be tested first."""
    enemies = soviet_zones(p)
    contact = [end for end in ends if gap(end[0], enemies) == 1]
    if contact:
        return contact, False
    if not tested and restricted(p, unit) and any(gap(z, enemies) == 1 for z, _ in _free_stops(p, unit)):
        return [], True
    now = gap(p.where[unit], enemies)
    nearer = [end for end in ends if gap(end[0], enemies) < now]
    if nearer:
        return nearest(nearer, lambda zone: gap(zone, enemies)), False
    return [], not tested and restricted(p, unit)


def obeyed(d: Draft, units: "tuple[int, ...] | list[int]") -> None:
    """These divisions did what the order asked."""
    form, count, armour = d.duty
    if form != NO_DUTY:
        armour = armour and not any(ARMOUR[unit] for unit in units)
        d.duty = (form, max(0, count - len(units)), int(armour))


def _hands(p: Position, camp: int) -> tuple[list[int], list[int]]:
    """The units designated so that they serve the order, and those that still could be."""
    mode = COMBAT if p.duty[0] == DUTY_ATTACK else MOVE
    serves = ordinary_targets if p.duty[0] == DUTY_ATTACK else owes_move
    chosen: list[int] = []
    able: list[int] = []
    for unit in on_map(p, camp, german=True):
        marks = p.marks[unit]
        if marks & USED or (marks & MODE and marks & MODE != mode) or not serves(p, unit):
            continue
        (chosen if marks & MODE else able).append(unit)
    return chosen, able


def _lacking(p: Position, chosen: list[int]) -> tuple[int, bool]:
    """How many divisions the order still lacks, and whether an armoured one."""
    _, count, armour = p.duty
    return max(0, count - len(chosen)), bool(armour) and not any(ARMOUR[unit] for unit in chosen)


def _owed(p: Position, count: int) -> Refusal:
    if p.duty[0] == DUTY_MOVE:
        return MOVE_OWED
    return ATTACK_OWED if count else ARMOUR_OWED


def order_refusal(p: Position, camp: int, unit: int, mode: int, slots: int) -> Refusal | None:
    """Why this activation would make an order impossible to obey; `slots` are left before it."""
    if p.duty[0] == NO_DUTY:
        return None
    chosen, able = _hands(p, camp)
    if unit in able:
        able.remove(unit)
        if mode == (COMBAT if p.duty[0] == DUTY_ATTACK else MOVE):
            chosen.append(unit)
    count, armour = _lacking(p, chosen)
    possible = count <= len(able) and (not armour or any(ARMOUR[u] for u in able))
    return None if possible and max(count, armour) < slots else _owed(p, count)


def designation_owed(p: Position, camp: int) -> Refusal | None:
    """Why the designations may not be closed yet under an order."""
    if p.duty[0] == NO_DUTY:
        return None
    count, armour = _lacking(p, _hands(p, camp)[0])
    return _owed(p, count) if count or armour else None


def attackers_owed(p: Position, camp: int) -> list[int]:
    """The designated units that could still attack and would serve an order not yet obeyed."""
    form, count, armour = p.duty
    if form != DUTY_ATTACK or not (count or armour):
        return []
    return [
        unit
        for unit in on_map(p, camp, german=True)
        if p.marks[unit] & MODE == COMBAT
        and not p.marks[unit] & ACTED
        and (count or ARMOUR[unit])
        and ordinary_targets(p, unit)
    ]


def join_owed(p: Position, camp: int, zone: int, units: tuple[int, ...]) -> Refusal | None:
    """Why the die may not be rolled yet: a unit that can attack nowhere else must join."""
    form, count, armour = p.duty
    if form != DUTY_ATTACK:
        return None
    armour = armour and not any(ARMOUR[unit] for unit in units)
    count = max(0, count - len(units))
    for unit in attackers_owed(p, camp):
        if unit in units or ordinary_targets(p, unit) != [zone]:
            continue
        if count or (armour and ARMOUR[unit]):
            return ATTACK_OWED if count else ARMOUR_OWED
    return None


def forget(d: Draft, camp: int) -> None:
    """The ordered impulse is over, and with it the order."""
    if d.order and CAMP_OF_ORDER[d.order] == camp:
        d.order = 0
        d.duty = (NO_DUTY, 0, 0)
