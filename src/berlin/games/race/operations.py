"""4. Operations: impulses, the designation of units and modes, and the end of the phase."""

from random import Random

from berlin.games.race.actions import Action, Activate, Begin, Pass, Play, Shell
from berlin.games.race.berlin import check_city
from berlin.games.race.board import N
from berlin.games.race.chits import hidden_chit
from berlin.games.race.combat import NO_TARGET, has_target, may_help, why_no_target
from berlin.games.race.events import opening_plays, opening_refusal, opens_bridges, play_opening
from berlin.games.race.frames import Bridges, Designate, Fighting, Moving, Reserving
from berlin.games.race.ground import BESIDE_BERLIN, FRONT
from berlin.games.race.hitler import assess, designation_owed, forget, order_refusal
from berlin.games.race.movement import can_better, in_breach, must_leave
from berlin.games.race.state import (
    AMERICAN,
    BREACH,
    COMBAT,
    IMPULSE_MARKS,
    MODE,
    MODES,
    MOVE,
    OOS,
    RESERVE,
    USED,
    Draft,
    Position,
    is_guest,
    on_map,
    zone_name,
)
from berlin.games.race.units import CAMP, FORMATION_OF, GERMAN, GERMANS, KEYS, SEATS, SOVIETS
from berlin.kernel.rules import Refusal

LIMIT = 4
FIRST_TURN_DRM = 2
SHELLING_VP = 1
BOTH_PASSED = 3

# A table over bytes: the zones of the other front.
_ABROAD = tuple(bytes(zone < N and FRONT[zone] == 1 - camp for zone in range(256)) for camp in (0, 1))

# For draws by rejection: shelling beside the modes, and how often to try.
SHELL, MANY = 0, 400

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
    for unit in on_map(d, camp, german=False):
        if in_breach(d, unit):
            d.marks[unit] |= BREACH
    if opens_bridges(d, 1 - camp):
        d.frames.append(Bridges(1 - camp))


def close_impulse(d: Draft, camp: int, german: bool) -> None:
    """Activated units are turned; the city is checked; what held for the impulse is over."""
    for unit in range(*(GERMANS if german else SOVIETS)[camp]):
        marks = d.marks[unit]
        if marks & IMPULSE_MARKS:
            d.marks[unit] = marks & ~IMPULSE_MARKS | (USED if marks & MODE else 0)
    check_city(d)
    d.limit, d.rybalko, d.spearhead, d.trucks, d.doubled = LIMIT, -1, -1, -1, False
    d.attacked = ()
    d.taken = []
    if german:
        forget(d, camp)


def strays(p: Position, camp: int) -> list[int]:
    """The Soviet units of a camp that must be activated to leave where they stand."""
    first, after = SOVIETS[camp]
    found: list[int] = []
    where, marks, control = p.where, p.marks, p.control
    # Almost always there are none: a look at the bytes says so. (In American zones only after a halt.)
    abroad = 1 in where[first:after].translate(_ABROAD[camp])
    if not (abroad or p.halted):
        return found
    for unit in range(first, after):
        zone = where[unit]
        if (
            zone < N
            and (FRONT[zone] == 1 - camp or control[zone] == AMERICAN)
            and not marks[unit] & (USED | MODE)
            and must_leave(p, unit) is not None
            and can_better(p, unit)
        ):
            found.append(unit)
    return found


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
        return Refusal("RFB 4.1.2", f"{KEYS[unit]} is not on the map")
    marks = p.marks[unit]
    if marks & MODE:
        return Refusal("RFB 4.1.3.q1", f"{KEYS[unit]} is activated already, in a mode that is fixed")
    if marks & USED:
        return Refusal("RFB 4.1.4", f"{KEYS[unit]} has been activated in this turn")
    if frame.count >= p.limit:
        return Refusal("RFB 4.1.2", f"{p.limit} units are activated, the most an impulse allows")
    return None


def mode_refusal(p: Position, unit: int, mode: int) -> Refusal | None:
    """Why a unit that may be activated can't take this mode."""
    if mode == MOVE:
        return None
    if not GERMAN[unit]:
        bound = _movement_only(p, unit, mode)
        if bound is not None:
            return bound
    if mode == RESERVE:
        return OOS_RESERVE if p.marks[unit] & OOS else None
    if FORMATION_OF[unit] == p.trucks or has_target(p, unit) or may_help(p, unit):
        return None
    return NO_TARGET


def _mode(p: Position, frame: Designate, unit: int, mode: int) -> Refusal | None:
    refusal = mode_refusal(p, unit, mode)
    if refusal is None and frame.german:
        return order_refusal(p, frame.seat, unit, mode, p.limit - frame.count)
    return refusal


def _movement_only(p: Position, unit: int, mode: int) -> Refusal | None:
    zone = p.where[unit]
    if p.control[zone] == AMERICAN:
        return AMERICAN_NO_ATTACK if mode == COMBAT else AMERICAN_LEAVES
    if is_guest(p, unit):
        return GUEST_LEAVES
    if FRONT[zone] == 1 - CAMP[unit]:
        return STRAY_RETURNS
    return BREACH_MOVES if p.marks[unit] & BREACH else None


def shell_refusal(p: Position, frame: Designate, unit: int) -> Refusal | None:
    """Why a unit can't shell Berlin."""
    refusal = activation_refusal(p, frame, unit)
    if refusal is not None:
        return refusal
    if frame.german or not BESIDE_BERLIN[p.where[unit]]:
        return NOT_BESIDE_BERLIN
    return _movement_only(p, unit, RESERVE)


def _room_for(p: Position, frame: Designate, waiting: list[int], unit: int) -> Refusal | None:
    """Units that must leave come first when the activations run short."""
    if waiting and unit not in waiting and p.limit - frame.count <= len(waiting):
        return must_leave(p, waiting[0])
    return None


def close_refusal(p: Position, frame: Designate) -> Refusal | None:
    """Why the designations may not be closed."""
    if frame.german:
        return designation_owed(p, frame.seat)
    waiting = strays(p, frame.seat)
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


def options(p: Position, frame: Designate) -> list[Action]:
    waiting = [] if frame.german else strays(p, frame.seat)
    actions: list[Action] = opening_plays(p, frame)
    for unit in on_map(p, frame.seat, frame.german):
        if activation_refusal(p, frame, unit) is not None or _room_for(p, frame, waiting, unit) is not None:
            continue
        actions += [Activate(unit, mode) for mode in MODES if _mode(p, frame, unit, mode) is None]
        if shell_refusal(p, frame, unit) is None:
            actions.append(Shell(unit))
    if close_refusal(p, frame) is None:
        actions.append(Begin() if frame.count else Pass())
    return actions


def draw(p: Position, frame: Designate, rng: Random) -> Action | None:
    """A uniform legal answer by rejection; None where listing is wiser."""
    waiting = [] if frame.german else strays(p, frame.seat)
    plays = opening_plays(p, frame)
    first, after = (GERMANS if frame.german else SOVIETS)[frame.seat]
    kinds = (MOVE, COMBAT, RESERVE) if frame.german else (MOVE, COMBAT, RESERVE, SHELL)
    activations = (after - first) * len(kinds) if frame.count < p.limit else 0
    where, marks = p.where, p.marks
    for _ in range(MANY):
        slot = int(rng.random() * (activations + 1 + len(plays)))
        if slot > activations:
            return plays[slot - activations - 1]
        if slot == activations:
            if close_refusal(p, frame) is None:
                return Begin() if frame.count else Pass()
            continue
        unit, kind = first + slot // len(kinds), kinds[slot % len(kinds)]
        if where[unit] >= N or marks[unit] & (USED | MODE):
            continue
        if waiting and _room_for(p, frame, waiting, unit) is not None:
            continue
        if kind == SHELL:
            if BESIDE_BERLIN[where[unit]] and shell_refusal(p, frame, unit) is None:
                return Shell(unit)
        elif _mode(p, frame, unit, kind) is None:
            return Activate(unit, kind)
    return None


def _refusal(p: Position, frame: Designate, action: Action, waiting: list[int]) -> Refusal | None:
    match action:
        case Activate(unit, mode):
            refusal = activation_refusal(p, frame, unit) or _room_for(p, frame, waiting, unit)
            return refusal or _mode(p, frame, unit, mode)
        case Shell(unit):
            return shell_refusal(p, frame, unit) or _room_for(p, frame, waiting, unit)
        case Play():
            return opening_refusal(p, frame, action)
        case Begin():
            return close_refusal(p, frame) or (None if frame.count else NOTHING_CHOSEN)
        case Pass():
            return close_refusal(p, frame) or (SOMETHING_CHOSEN if frame.count else None)
        case _:
            return Refusal("RFB 4.1.3c", "all units to be activated are designated first")


def answer(d: Draft, frame: Designate, action: Action) -> None:
    match action:
        case Activate(unit, mode):
            d.marks[unit] |= mode
            d.frames[-1] = Designate(frame.seat, frame.german, frame.count + 1)
            if d.log is not None:
                text = f"{KEYS[unit]} at {zone_name(d.where[unit])} is activated: {MODES[mode]}"
                d.say("activate", text, "RFB 4.1.3a", data=(unit, mode))
        case Shell(unit):
            d.marks[unit] |= USED
            d.frames[-1] = Designate(frame.seat, frame.german, frame.count + 1)
            d.say(
                "shell",
                f"{KEYS[unit]} shells Berlin from {zone_name(d.where[unit])}",
                "RFB 10.2.1",
                data=(unit,),
            )
            _first_shells(d, frame.seat)
        case Play():
            play_opening(d, frame, action)
        case Begin():
            d.frames.pop()
            d.frames += [Reserving(frame.seat), Fighting(frame.seat), Moving(frame.seat)]
        case _:
            _pass(d, frame, "RFB 4.1.5a")


def _first_shells(d: Draft, seat: int) -> None:
    if d.shelled:
        return
    d.shelled = True
    d.vp[seat] += SHELLING_VP
    name = SEATS[seat].capitalize()
    d.say("vp", f"{name} is first to shell Berlin: +{SHELLING_VP} VP", "RFB 10.2.1", data=(seat,))


def _pass(d: Draft, frame: Designate, rule: str) -> None:
    d.frames.pop()
    if not frame.german:
        d.passed |= 1 << frame.seat
    nation = "German" if frame.german else "Soviet"
    d.say("pass", f"{SEATS[frame.seat].capitalize()} passes his {nation} impulse", rule)


def refuse(p: Position, frame: Designate, action: Action) -> Refusal:
    waiting = [] if frame.german else strays(p, frame.seat)
    refusal = _refusal(p, frame, action, waiting)
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
