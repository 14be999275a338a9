"""2.3 Orders from Hitler: a die in turns 1 to 5, and a duty on the next German impulse."""

from collections.abc import Sequence
from functools import lru_cache

from berlin.boards.hexes import bits
from berlin.boards.travel import End
from berlin.games.race.board.ground import EAST_BANK, LINED, NEAR
from berlin.games.race.board.tables import HITLER
from berlin.games.race.board.units import ARMOUR, CAMP, KONIEV, ZHUKOV
from berlin.games.race.board.zones import BERLIN, DISTANCE, NEIGHBOURS
from berlin.games.race.rules.combat.odds import ordinary_targets
from berlin.games.race.rules.movement.moves import nearest
from berlin.games.race.rules.movement.reachability import restricted, ways_of
from berlin.games.race.rules.positions import all_soviet_zones, any_soviets_in, on_map
from berlin.games.race.state.state import (
    ACTED,
    COMBAT,
    DUTY_APPROACH,
    DUTY_ATTACK,
    DUTY_CONTACT,
    MODE,
    MOVE,
    NO_DUTY,
    USED,
    Draft,
    Duty,
    Position,
)
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal

NORTH, SOUTH = 1, 2
DIVISIONS = 2
CAMP_OF_ORDER = {NORTH: KONIEV, SOUTH: ZHUKOV}
TASKS = {
    DUTY_ATTACK: "attack",
    DUTY_CONTACT: "move next to the Soviets",
    DUTY_APPROACH: "move nearer to the Soviets",
}
LAPSES = {NO_DUTY: "RFB 2.3.2d", DUTY_APPROACH: "RFB 2.3.2.q2"}


def roll_orders(d: Draft) -> None:
    """A.3: on a 5 the north must counter-attack, on a 6 the south."""
    if not HITLER[d.turn]:
        return
    die = d.die("hitler", "orders from Hitler", "RFB 2.3.1a")
    d.order = {5: NORTH, 6: SOUTH}.get(die, 0)
    if d.order:
        side = "north" if d.order == NORTH else "south"
        d.say("order", f"Hitler orders a counter-attack in the {side}", "RFB 2.3.1a", data=(d.order,))


def bound_divisions(p: Position, camp: Seat) -> list[Unit]:
    """The divisions that an order binds: not used, not behind a defence line, not in Berlin."""
    return [
        unit
        for unit in on_map(p, camp, german=True)
        if not p.marks[unit] & USED and p.where[unit] not in LINED and p.where[unit] not in BERLIN
    ]


def assess(d: Draft, camp: Seat) -> None:
    """Before anybody is designated: what does the order oblige this camp to do?"""
    if not d.order or CAMP_OF_ORDER[d.order] != camp:
        return
    divisions = bound_divisions(d, camp)
    facing = [unit for unit in divisions if next_to_soviets(d, d.where[unit])]
    over_river = any(NEAR[d.where[unit]] & EAST_BANK & _soviets(d) for unit in facing)
    d.duty = Duty(west_bank=over_river)
    form, able = _duty(d, divisions, facing)
    if able:
        armour = any(ARMOUR[unit] for unit in able)
        d.duty = Duty(form, min(DIVISIONS, len(able)), armour, over_river and form != DUTY_ATTACK)
        return
    rule = LAPSES[form] if not facing else "RFB 2.3.2.q4" if over_river else "RFB 2.3.2.q5"
    d.order, d.duty = 0, Duty()
    d.say("order", "nobody can carry out Hitler's order: it lapses", rule)


def _duty(d: Draft, divisions: list[Unit], facing: list[Unit]) -> tuple[int, list[Unit]]:
    """The form of the duty and who can do it. One who faces only untouchable Soviets frees nobody else."""
    if not divisions:
        return NO_DUTY, []
    attackers = [unit for unit in facing if ordinary_targets(d, unit)]
    if attackers:
        return DUTY_ATTACK, attackers
    others = [unit for unit in divisions if unit not in facing]
    able = [unit for unit in others if can_make_contact(d, unit)]
    if able:
        return DUTY_CONTACT, able
    return DUTY_APPROACH, [unit for unit in others if can_come_nearer(d, unit)]


def next_to_soviets(p: Position, zone: Place) -> bool:
    return any(any_soviets_in(p, neighbour) for neighbour in NEIGHBOURS[zone])


def _soviets(p: Position) -> int:
    """The zones of the Soviets that call for a move towards them."""
    zones = all_soviet_zones(p)
    return zones & ~EAST_BANK if p.duty.west_bank else zones


def soviet_zones(p: Position) -> list[Place]:
    return bits(_soviets(p))


def gap(zone: Place, enemies: list[Place]) -> int:
    """How many zones lie between here and the nearest Soviets; 1 is next to them."""
    return min((DISTANCE[zone][enemy] for enemy in enemies), default=0)


def _free_stops(p: Position, unit: Unit) -> list[End]:
    """Where a unit could end its move if it passed the westward test."""
    return ways_of(p, unit, passed=True).stops(unit)


@lru_cache(maxsize=64)
def _contact_zones(held: int) -> int:
    beside = 0
    for zone in bits(held):
        beside |= NEAR[zone]
    return beside & ~held


def can_make_contact(p: Position, unit: Unit) -> bool:
    """Is there a move, perhaps after a test, that ends next to Soviets?"""
    contact = _contact_zones(_soviets(p))
    return any(contact >> zone & 1 for zone, _ in _free_stops(p, unit))


def can_come_nearer(p: Position, unit: Unit) -> bool:
    """Is there a move, perhaps after a test, that ends nearer to the Soviets?"""
    enemies = soviet_zones(p)
    now = gap(p.where[unit], enemies)
    return any(gap(zone, enemies) < now for zone, _ in _free_stops(p, unit))


def serves(p: Position, unit: Unit) -> bool:
    """Could this unit do what the order asks, bound to or a volunteer?"""
    match p.duty.form:
        case 0:
            return False
        case 1:
            return bool(ordinary_targets(p, unit))
        case 2:
            return can_make_contact(p, unit)
        case _:
            return can_come_nearer(p, unit)


def owes_move(p: Position, unit: Unit) -> bool:
    """Must this unit, in movement mode, go towards the Soviets?"""
    duty = p.duty
    if duty.form not in (DUTY_CONTACT, DUTY_APPROACH):
        return False
    return bool(duty.divisions or (duty.armour and ARMOUR[unit])) and serves(p, unit)


def approaches(p: Position, unit: Unit, ends: Sequence[End], tested: bool) -> list[End]:
    """The ends that an ordered unit may choose; none where it must be tested first."""
    enemies = soviet_zones(p)
    contact = [end for end in ends if gap(end[0], enemies) == 1]
    if contact:
        return contact
    if not tested and restricted(p, CAMP[unit]) and can_make_contact(p, unit):
        return []
    now = gap(p.where[unit], enemies)
    nearer = [end for end in ends if gap(end[0], enemies) < now]
    return nearest(nearer, lambda zone: gap(zone, enemies), p.where[unit])


def obeyed(d: Draft, units: "tuple[Unit, ...] | list[Unit]") -> None:
    """These divisions did what the order asked."""
    duty = d.duty
    if duty.form != NO_DUTY:
        armour = duty.armour and not any(ARMOUR[unit] for unit in units)
        d.duty = Duty(duty.form, max(0, duty.divisions - len(units)), armour, duty.west_bank)


def _wanted_mode(p: Position) -> int:
    return COMBAT if p.duty.form == DUTY_ATTACK else MOVE


Hands = tuple[list[Unit], list[Unit]]


def hands_for_order(p: Position, camp: Seat) -> Hands | None:
    """The units designated so that they serve an order, and those that still could be; None without order."""
    if p.duty.form == NO_DUTY:
        return None
    mode = _wanted_mode(p)
    chosen: list[Unit] = []
    able: list[Unit] = []
    for unit in on_map(p, camp, german=True):
        marks = p.marks[unit]
        if marks & USED or (marks & MODE and marks & MODE != mode) or not serves(p, unit):
            continue
        (chosen if marks & MODE else able).append(unit)
    return chosen, able


def _lacking(p: Position, chosen: list[Unit]) -> tuple[int, bool]:
    """How many divisions the order still lacks, and whether an armoured one."""
    lacking = max(0, p.duty.divisions - len(chosen))
    return lacking, p.duty.armour and not any(ARMOUR[unit] for unit in chosen)


def owed(p: Position, divisions: int) -> Refusal:
    """The refusal of whatever would leave an order undone."""
    tank = "an armoured division among them" if p.duty.armour else "of any kind"
    if p.duty.form == DUTY_ATTACK:
        if not divisions:
            return Refusal("RFB 2.3.2b", "Hitler's order: an armoured division must be among the attackers")
        return Refusal("RFB 2.3.2a", f"Hitler's order: {divisions} more division(s) must attack, {tank}")
    rule = "RFB 2.3.2c" if p.duty.form == DUTY_CONTACT else "RFB 2.3.2.q2"
    goal = "next to the Soviets" if p.duty.form == DUTY_CONTACT else "as near to the Soviets as they can"
    return Refusal(rule, f"Hitler's order: {max(divisions, 1)} more division(s) must move {goal}, {tank}")


def order_refusal(p: Position, hands: Hands, unit: Unit, mode: int, slots: int) -> Refusal | None:
    """Why this activation would make an order impossible to obey; `slots` are left before it."""
    chosen, able = hands
    if unit in able:
        able = [other for other in able if other != unit]
        if mode == _wanted_mode(p):
            chosen = [*chosen, unit]
    lacking, armour = _lacking(p, chosen)
    possible = lacking <= len(able) and (not armour or any(ARMOUR[u] for u in able))
    return None if possible and max(lacking, armour) < slots else owed(p, lacking)


def designation_owed(p: Position, hands: Hands) -> Refusal | None:
    """Why the designations may not be closed yet under an order."""
    lacking, armour = _lacking(p, hands[0])
    return owed(p, lacking) if lacking or armour else None


def attackers_owed(p: Position, camp: Seat) -> list[Unit]:
    """The designated units that could still attack and would serve an order not yet obeyed."""
    duty = p.duty
    if duty.form != DUTY_ATTACK or not (duty.divisions or duty.armour):
        return []
    return [
        unit
        for unit in on_map(p, camp, german=True)
        if p.marks[unit] & (MODE | ACTED) == COMBAT
        and (duty.divisions or ARMOUR[unit])
        and ordinary_targets(p, unit)
    ]


def join_owed(p: Position, camp: Seat, zone: Place, units: tuple[Unit, ...]) -> Refusal | None:
    """Why the die may not be rolled yet: a unit that can attack nowhere else must join."""
    if p.duty.form != DUTY_ATTACK:
        return None
    lacking, armour = _lacking(p, [] if zone in BERLIN else list(units))
    for unit in attackers_owed(p, camp):
        alone = unit not in units and ordinary_targets(p, unit) == [zone]
        if alone and (lacking or (armour and ARMOUR[unit])):
            return owed(p, lacking)
    return None


def reminder(p: Position) -> str:
    """What an order still asks for, behind a prompt."""
    duty = p.duty
    if not (duty.divisions or duty.armour):
        return ""
    side = "north" if p.order == NORTH else "south"
    tank = ", an armoured one among them" if duty.armour else ""
    return f". Hitler's order ({side}): {max(duty.divisions, 1)} must {TASKS[duty.form]}{tank}"


def forget(d: Draft, camp: Seat) -> None:
    """The ordered impulse is over, and with it the order."""
    if d.order and CAMP_OF_ORDER[d.order] == camp:
        d.order, d.duty = 0, Duty()
