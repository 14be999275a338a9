"""4. Operations: impulses, the designation of units and modes, and the end of the phase."""

from random import Random

from berlin.games.race.actions import Action, Activate, Begin, Pass, Play, Shell
from berlin.games.race.berlin import check_city
from berlin.games.race.board import N
from berlin.games.race.chits import hidden_chit
from berlin.games.race.combat import NO_TARGET, has_target, may_help, why_no_target
from berlin.games.race.cover import SEATS
from berlin.games.race.events import opening_plays, opening_refusal, opens_bridges, play_opening
from berlin.games.race.frames import Bridges, Designate, Fighting, Moving, Reserving
from berlin.games.race.ground import BESIDE_BERLIN, FRONT
from berlin.games.race.hitler import Hands, assess, designation_owed, forget, hands_for_order, order_refusal
from berlin.games.race.movement import ABROAD, can_better, destinations, must_leave, split_armies
from berlin.games.race.state import (
    AMERICAN,
    BREACH,
    COMBAT,
    GUEST,
    IMPULSE_MARKS,
    MODE,
    MODES,
    MOVE,
    OOS,
    RESERVE,
    UNUSED,
    USED,
    Draft,
    Position,
    is_guest,
    marked_of,
    on_map,
    soviet_zones,
    stand_in,
    zone_name,
    zone_table,
)
from berlin.games.race.units import CAMP, FORMATION_OF, GERMAN, GERMANS, GERMANS_FROM, KEYS, SOVIETS, refusals
from berlin.games.race.ways import markers, ways_of
from berlin.kernel.answers import pick
from berlin.kernel.rules import Refusal

LIMIT = 4
FIRST_TURN_DRM = 2
SHELLING_VP = 1
BOTH_PASSED = 3

BESIDE = zone_table(BESIDE_BERLIN)

# For draws by rejection: what a unit may be activated for, and how often to try.
SHELL, MANY = 0, 400
KINDS = (*MODES, SHELL)

BEGIN, PASS = Begin(), Pass()

# What becomes of a unit's marks when an impulse ends.
TURNED = bytes(marks & ~IMPULSE_MARKS | (USED if marks & MODE else 0) for marks in range(256))

OFF_MAP = refusals("RFB 4.1.2", "{} is not on the map")
ACTIVATED = refusals("RFB 4.1.3.q1", "{} is activated already, in a mode that is fixed")
USED_UP = refusals("RFB 4.1.4", "{} has been activated in this turn")
NOT_BESIDE_BERLIN = Refusal("RFB 10.2.1", "only a unit next to a Berlin zone can shell the city")
OOS_RESERVE = Refusal("RFB 3.1.3c", "a unit out of supply can't be in reserve")
BREACH_MOVES = Refusal("RFB 7.3.1c", "its army is split: it may only move, to rejoin the other counter")
AMERICAN_NO_ATTACK = Refusal("RFB 2.2.8a", "it stands in an American zone and may not attack")
AMERICAN_LEAVES = Refusal("RFB 2.2.8b", "it stands in an American zone and may only move out")
GUEST_LEAVES = Refusal("RFB 7.3.3d", "it is a guest of the other camp and may only move away")
STRAY_RETURNS = Refusal("RFB 7.3.2b", "it is across the boundary and may only return to its own front")
SOMETHING_CHOSEN = Refusal("RFB 4.1.5a", "units have been activated: begin with them")
NOTHING_CHOSEN = Refusal("RFB 4.1.5a", "no unit has been activated: activate one, or pass")


def open_impulse(d: Draft, camp: int, german: bool) -> None:
    """C.1 to C.4: an impulse begins."""
    d.frames.append(Designate(camp, german))
    if german:
        return
    # 7.3.1: whether an army is together is asked as the impulse begins.
    for one, other in split_armies(d, camp):
        d.marks[one] |= BREACH
        d.marks[other] |= BREACH
    if opens_bridges(d, 1 - camp):
        d.frames.append(Bridges(1 - camp))


def close_impulse(d: Draft, camp: int, german: bool) -> None:
    """Activated units are turned; the city is checked; what held for the impulse is over."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    d.marks[first:after] = d.marks[first:after].translate(TURNED)
    check_city(d)
    d.limit, d.rybalko, d.spearhead, d.trucks, d.doubled = LIMIT, -1, -1, -1, False
    d.attacked = ()
    d.taken = ()
    # 2.3.2: an order is over with the impulse that it bound.
    if german:
        forget(d, camp)


def strays(p: Position, camp: int) -> list[int]:
    """The Soviet units of a camp that must be activated to leave where they stand."""
    # Almost always there are none. (In American zones only after a halt.)
    if not stand_in(p, camp, ABROAD[camp]):
        american = markers(p.control).american if p.halted else 0
        if not american or not soviet_zones(p, camp) & american:
            return []
    ways = ways_of(p, SOVIETS[camp][0])
    return [
        unit
        for unit in on_map(p, camp, german=False)
        if not p.marks[unit] & (USED | MODE)
        and must_leave(p, unit) is not None
        and can_better(p, unit, ways, destinations(p, unit, ways))
    ]


def _own(frame: Designate, unit: int) -> Refusal | None:
    if GERMAN[unit] == frame.german and CAMP[unit] == frame.seat:
        return None
    nation = "Germans" if frame.german else "Soviets"
    name = SEATS[frame.seat].capitalize()
    rule = "RFB 4.1.2" if CAMP[unit] == frame.seat else "RFB intro.a"
    return Refusal(rule, f"this impulse is for the {nation} of {name}")


def activation_refusal(p: Position, frame: Designate, unit: int) -> Refusal | None:
    """Why a unit can't be activated at all in this impulse."""
    refusal = _own(frame, unit)
    if refusal is not None:
        return refusal
    if p.where[unit] >= N:
        return OFF_MAP[unit]
    marks = p.marks[unit]
    if marks & MODE:
        return ACTIVATED[unit]
    if marks & USED:
        return USED_UP[unit]
    if frame.count >= p.limit:
        return Refusal("RFB 4.1.2", f"{p.limit} units are activated, the most an impulse allows")
    return None


def mode_refusal(p: Position, frame: Designate, unit: int, mode: int, hands: Hands | None) -> Refusal | None:
    """Why a unit that may be activated can't take this mode; `hands` are those who serve an order."""
    if mode != MOVE:
        if unit < GERMANS_FROM:
            bound = _movement_only(p, unit, mode)
            if bound is not None:
                return bound
        if mode == RESERVE:
            if p.marks[unit] & OOS:
                return OOS_RESERVE
        elif not (has_target(p, unit) or may_help(p, unit) or FORMATION_OF[unit] == p.trucks):
            return NO_TARGET
    return order_refusal(p, hands, unit, mode, p.limit - frame.count) if hands is not None else None


def _movement_only(p: Position, unit: int, mode: int) -> Refusal | None:
    zone = p.where[unit]
    if p.control[zone] == AMERICAN:
        return AMERICAN_NO_ATTACK if mode == COMBAT else AMERICAN_LEAVES
    if p.marks[unit] & GUEST and is_guest(p, unit):
        return GUEST_LEAVES
    if FRONT[zone] == 1 - CAMP[unit]:
        return STRAY_RETURNS
    return BREACH_MOVES if p.marks[unit] & BREACH else None


def shell_refusal(p: Position, frame: Designate, unit: int) -> Refusal | None:
    """Why a unit can't shell Berlin."""
    return activation_refusal(p, frame, unit) or _no_shelling(p, frame, unit)


def _no_shelling(p: Position, frame: Designate, unit: int) -> Refusal | None:
    """Why a unit that may be activated can't be so to shell Berlin."""
    if frame.german or not BESIDE_BERLIN >> p.where[unit] & 1:
        return NOT_BESIDE_BERLIN
    return _movement_only(p, unit, RESERVE)


def _room_for(p: Position, frame: Designate, waiting: list[int], unit: int) -> Refusal | None:
    """Units that must leave come first when the activations run short."""
    if waiting and unit not in waiting and p.limit - frame.count <= len(waiting):
        return must_leave(p, waiting[0])
    return None


def close_refusal(p: Position, frame: Designate, waiting: list[int], hands: Hands | None) -> Refusal | None:
    """Why the designations may not be closed."""
    if hands is not None:
        return designation_owed(p, hands)
    return must_leave(p, waiting[0]) if waiting and frame.count < p.limit else None


def settle(d: Draft, frame: Designate) -> bool:
    """An impulse in which nothing can be activated is passed, unless a chit might be played."""
    if frame.german and not frame.count:
        # Asked again, for chit 3 may have swept away those whom the order bound.
        assess(d, frame.seat)
    if frame.count or hidden_chit(d, frame.seat):
        return True
    if any(not d.marks[unit] & USED for unit in on_map(d, frame.seat, frame.german)):
        return True
    _pass(d, frame, "RFB 4.1.5.q1")
    return False


def _fresh(p: Position, frame: Designate) -> list[int]:
    """The units, on the map or off it, that were activated neither now nor before; none beyond the limit."""
    return list(marked_of(p, UNUSED, frame.seat, frame.german)) if frame.count < p.limit else []


def options(p: Position, frame: Designate) -> list[Action]:
    waiting = [] if frame.german else strays(p, frame.seat)
    hands = hands_for_order(p, frame.seat) if frame.german else None
    actions: list[Action] = opening_plays(p, frame)
    for unit in _fresh(p, frame):
        if p.where[unit] >= N or _room_for(p, frame, waiting, unit) is not None:
            continue
        for mode in MODES:
            if mode_refusal(p, frame, unit, mode, hands) is None:
                actions.append(Activate(unit, mode))
        if _no_shelling(p, frame, unit) is None:
            actions.append(Shell(unit))
    if close_refusal(p, frame, waiting, hands) is None:
        actions.append(BEGIN if frame.count else PASS)
    return actions


def draw(p: Position, frame: Designate, rng: Random) -> Action:
    """A uniform legal answer, by rejection unless that takes too long."""
    german, seat, count = frame.german, frame.seat, frame.count
    units = _fresh(p, frame)
    waiting = [] if german else strays(p, seat)
    hands = hands_for_order(p, seat) if german else None
    shells = not german and bool(units) and stand_in(p, seat, BESIDE)
    kinds = len(KINDS) if shells else len(MODES)
    others = [] if count else opening_plays(p, frame)
    activations = len(units) * kinds
    slots = activations + len(others) + 1
    where = p.where
    for _ in range(MANY):
        slot = int(rng.random() * slots)
        if slot < activations:
            unit, kind = units[slot // kinds], KINDS[slot % kinds]
            if where[unit] >= N or (waiting and _room_for(p, frame, waiting, unit) is not None):
                continue
            if kind == SHELL:
                if _no_shelling(p, frame, unit) is None:
                    return Shell(unit)
            elif mode_refusal(p, frame, unit, kind, hands) is None:
                return Activate(unit, kind)
        elif slot > activations:
            return others[slot - activations - 1]
        elif close_refusal(p, frame, waiting, hands) is None:
            return BEGIN if count else PASS
    return pick(options(p, frame), rng)


def _refusal(p: Position, frame: Designate, action: Action) -> Refusal | None:
    waiting = [] if frame.german else strays(p, frame.seat)
    hands = hands_for_order(p, frame.seat) if frame.german else None
    match action:
        case Activate(unit, mode):
            refusal = activation_refusal(p, frame, unit) or _room_for(p, frame, waiting, unit)
            return refusal or mode_refusal(p, frame, unit, mode, hands)
        case Shell(unit):
            return shell_refusal(p, frame, unit) or _room_for(p, frame, waiting, unit)
        case Play():
            return opening_refusal(p, frame, action)
        case Begin():
            return close_refusal(p, frame, waiting, hands) or (None if frame.count else NOTHING_CHOSEN)
        case Pass():
            return close_refusal(p, frame, waiting, hands) or (SOMETHING_CHOSEN if frame.count else None)
        case _:
            return Refusal("RFB 4.1.3c", "all units to be activated are designated first")


def answer(d: Draft, frame: Designate, action: Action) -> None:
    match action:
        case Activate():
            unit, mode = action.unit, action.mode
            d.marks[unit] |= mode
            d.frames[-1] = Designate(frame.seat, frame.german, frame.count + 1)
            if d.log is not None:
                text = f"{KEYS[unit]} at {zone_name(d.where[unit])} is activated: {MODES[mode]}"
                d.say("activate", text, "RFB 4.1.3a", data=(unit, mode))
        case Begin():
            d.frames[-1:] = Reserving(frame.seat), Fighting(frame.seat), Moving(frame.seat)
        case Shell(unit):
            d.marks[unit] |= USED
            d.frames[-1] = Designate(frame.seat, frame.german, frame.count + 1)
            text = f"{KEYS[unit]} shells Berlin from {zone_name(d.where[unit])}"
            d.say("shell", text, "RFB 10.2.1", data=(unit,))
            _first_shells(d, frame.seat)
        case Play():
            play_opening(d, frame, action)
        case _:
            _pass(d, frame, "RFB 4.1.5a")


def _first_shells(d: Draft, seat: int) -> None:
    if d.shelled:
        return
    d.shelled = True
    d.score(seat, SHELLING_VP)
    name = SEATS[seat].capitalize()
    d.say("vp", f"{name} is first to shell Berlin: +{SHELLING_VP} VP", "RFB 10.2.1", data=(seat,))


def _pass(d: Draft, frame: Designate, rule: str) -> None:
    d.frames.pop()
    if not frame.german:
        d.passed |= 1 << frame.seat
    nation = "German" if frame.german else "Soviet"
    d.say("pass", f"{SEATS[frame.seat].capitalize()} passes his {nation} impulse", rule)


def refuse(p: Position, frame: Designate, action: Action) -> Refusal:
    refusal = _refusal(p, frame, action)
    if refusal is NO_TARGET and isinstance(action, Activate):
        return why_no_target(p, action.unit)
    return refusal or Refusal("RFB 4.1.3c", "all units to be activated are designated first")


def ends_operations(d: Draft) -> bool:
    """C.5: does the Operations Phase end now?"""
    if d.passed == BOTH_PASSED:
        d.say("pass", "both players passed their Soviet impulses: operations end", "RFB 4.1.5b")
        return True
    if d.turn > 1:
        return d.die("operations", f"end of operations {d.operations}", "RFB 4.3.1a") <= d.operations
    what = f"end of operations {d.operations}, with +{FIRST_TURN_DRM} on turn 1"
    return d.die("operations", what, "RFB 4.3.1a", "RFB 4.3.1c") + FIRST_TURN_DRM <= d.operations
