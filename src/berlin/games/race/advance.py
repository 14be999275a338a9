"""8.4 Advance after combat: at least one attacker enters the conquered zone."""

from berlin.games.race.actions import Action, AdvanceUnit, Done
from berlin.games.race.board import N
from berlin.games.race.frames import Advance
from berlin.games.race.movement import arrive, stop_refusal
from berlin.games.race.state import Draft, Position, zone_name
from berlin.games.race.units import KEYS
from berlin.kernel.rules import Refusal


def able(p: Position, frame: Advance) -> list[int]:
    """The attackers that can still enter."""
    return [
        unit
        for unit in frame.units
        if p.where[unit] < N and p.where[unit] != frame.zone and stop_refusal(p, unit, frame.zone) is None
    ]


def settle(d: Draft, frame: Advance) -> bool:
    units = able(d, frame)
    if not units:
        d.frames.pop()
        return False
    if not frame.entered and len(units) == 1:
        _enter(d, frame, units[0])
        return False
    return True


def _enter(d: Draft, frame: Advance, unit: int) -> None:
    d.frames[-1] = Advance(frame.seat, frame.zone, frame.units, frame.entered + 1)
    d.say(
        "advance",
        f"{KEYS[unit]} advances into {zone_name(frame.zone)}",
        "RFB 8.4.1a",
        data=(unit, frame.zone),
    )
    arrive(d, unit, frame.zone)


def options(p: Position, frame: Advance) -> list[Action]:
    actions: list[Action] = [AdvanceUnit(unit) for unit in able(p, frame)]
    if frame.entered:
        actions.append(Done())
    return actions


def answer(d: Draft, frame: Advance, action: Action) -> None:
    if isinstance(action, AdvanceUnit):
        _enter(d, frame, action.unit)
    else:
        d.frames.pop()


def refuse(p: Position, frame: Advance, action: Action) -> Refusal:
    if isinstance(action, AdvanceUnit):
        if action.unit not in frame.units or p.where[action.unit] >= N:
            return Refusal("RFB 8.4.1b", f"{KEYS[action.unit]} did not take part in the combat")
        if p.where[action.unit] == frame.zone:
            return Refusal("RFB 8.4.1b", f"{KEYS[action.unit]} has advanced already")
    return Refusal("RFB 8.4.1a", f"at least one attacker must advance into {zone_name(frame.zone)}")
