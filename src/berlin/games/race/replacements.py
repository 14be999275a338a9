"""3.2 Replacements: one point a turn to rebuild, to bring back or to turn into support."""

from random import Random

from berlin.games.race.actions import Action, Convert, Done, Rebuild, Return, Starve
from berlin.games.race.board import N
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Logistics
from berlin.games.race.ground import SOVIET_SUPPLY
from berlin.games.race.movement import arrive
from berlin.games.race.state import OOS, REDUCED, Draft, Position, soviets_in, units_in, zone_name
from berlin.games.race.units import CAMP, DESTROYED, GERMANS_FROM, KEYS, KONIEV, SOVIETS, ZHUKOV, refusals
from berlin.kernel.rules import Refusal

CONVERT, DONE = Convert(), Done()

SPENT = Refusal("RFB 3.2.1a", "the replacement point of this turn is spent")
NOT_REDUCED = refusals("RFB 3.2.1b", "{} is not a reduced unit on the map")
CUT_OFF = refusals("RFB 3.2.1c", "{} is out of supply and can't be rebuilt")
NOT_HIS = refusals("RFB 3.2.2b", "{} is not a unit of his on the map")
HUNGRY = refusals("RFB 3.2.2b", "{} is out of supply already")


def open_logistics(d: Draft) -> None:
    """B.2: Zhukov first, then Koniev."""
    d.frames += [Logistics(KONIEV), Logistics(ZHUKOV)]


def rebuild_refusal(p: Position, frame: Logistics, unit: int) -> Refusal | None:
    if frame.spent:
        return SPENT
    refusal = _own_soviet(frame, unit)
    if refusal is not None:
        return refusal
    if p.where[unit] >= N or not p.marks[unit] & REDUCED:
        return NOT_REDUCED[unit]
    return CUT_OFF[unit] if p.marks[unit] & OOS else None


def return_refusal(p: Position, frame: Logistics, unit: int, zone: int) -> Refusal | None:
    if frame.spent:
        return SPENT
    refusal = _own_soviet(frame, unit)
    if refusal is not None:
        return refusal
    if p.where[unit] != DESTROYED:
        return Refusal("RFB 3.2.1d", f"{KEYS[unit]} has not been destroyed")
    if zone not in SOVIET_SUPPLY[frame.seat]:
        return Refusal("RFB 3.2.1d", f"{zone_name(zone)} is not a supply zone of its camp")
    if soviets_in(p, zone, 1 - frame.seat):
        return Refusal("RFB 7.3.3a", f"Soviets of the other camp stand at {zone_name(zone)}")
    return None


def starve_refusal(p: Position, frame: Logistics, unit: int) -> Refusal | None:
    if unit >= GERMANS_FROM:
        return Refusal("RFB 3.2.2.q1", "only Soviet units may go without supply for support")
    if CAMP[unit] != frame.seat or p.where[unit] >= N:
        return NOT_HIS[unit]
    return HUNGRY[unit] if p.marks[unit] & OOS else None


def _own_soviet(frame: Logistics, unit: int) -> Refusal | None:
    if unit >= GERMANS_FROM:
        return Refusal("RFB 3.2.1.q1", "only Soviet units are replaced")
    if CAMP[unit] != frame.seat:
        return Refusal("RFB 3.2.1a", f"{KEYS[unit]} belongs to the other camp")
    return None


def settle(d: Draft, frame: Logistics) -> bool:
    return True


def options(p: Position, frame: Logistics) -> list[Action]:
    units = range(*SOVIETS[frame.seat])
    actions: list[Action] = []
    if not frame.spent:
        actions += [Rebuild(unit) for unit in units if rebuild_refusal(p, frame, unit) is None]
        actions += _returns(p, frame)
        actions.append(CONVERT)
    actions += [Starve(unit) for unit in units if starve_refusal(p, frame, unit) is None]
    actions.append(DONE)
    return actions


def _returns(p: Position, frame: Logistics) -> list[Action]:
    first, after = SOVIETS[frame.seat]
    units = units_in(p, DESTROYED, first, after)
    # Where the first may return, all may.
    zones = [z for z in SOVIET_SUPPLY[frame.seat] if units and return_refusal(p, frame, units[0], z) is None]
    return [Return(unit, zone) for unit in units for zone in zones]


def draw(p: Position, frame: Logistics, rng: Random) -> Action:
    """A uniform legal answer, by rejection."""
    first, after = SOVIETS[frame.seat]
    units = after - first
    others = [DONE] if frame.spent else [DONE, CONVERT, *_returns(p, frame)]
    slots = len(others) + (units if frame.spent else 2 * units)
    while True:
        slot = int(rng.random() * slots) - len(others)
        if slot < 0:
            return others[slot]
        unit = first + slot
        if slot < units:
            if starve_refusal(p, frame, unit) is None:
                return Starve(unit)
        elif rebuild_refusal(p, frame, unit - units) is None:
            return Rebuild(unit - units)


def answer(d: Draft, frame: Logistics, action: Action) -> None:
    seat = frame.seat
    match action:
        case Starve():
            unit = action.unit
            d.marks[unit] |= OOS
            d.lend_support(seat, 1)
            if d.log is not None:
                text = f"{KEYS[unit]} gives up its supply for a support point"
                d.say("starve", text, "RFB 3.2.2b", data=(unit,))
            return
        case Rebuild(unit):
            d.marks[unit] &= ~REDUCED
            d.say("rebuild", f"{KEYS[unit]} is brought back to full strength", "RFB 3.2.1b", data=(unit,))
        case Return(unit, zone):
            d.marks[unit] = REDUCED
            arrive(d, unit, zone)
            text = f"{KEYS[unit]} returns reduced at {zone_name(zone)}"
            d.say("return", text, "RFB 3.2.1d", data=(unit, zone))
        case Convert():
            d.lend_support(seat, 1)
            name = SEATS[seat].capitalize()
            d.say("convert", f"{name} turns the replacement point into support", "RFB 3.2.2a")
        case _:
            d.frames.pop()
            return
    d.frames[-1] = Logistics(seat, spent=True)


def refuse(p: Position, frame: Logistics, action: Action) -> Refusal:
    refusal: Refusal | None = None
    match action:
        case Rebuild(unit):
            refusal = rebuild_refusal(p, frame, unit)
        case Return(unit, zone):
            refusal = return_refusal(p, frame, unit, zone)
        case Starve(unit):
            refusal = starve_refusal(p, frame, unit)
        case Convert():
            refusal = SPENT
        case _:
            pass
    return refusal or Refusal("RFB 1.B", "the Logistics Phase comes first: supply, then replacements")
