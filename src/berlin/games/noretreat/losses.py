"""9.step: step losses, and where a lost unit goes."""

from berlin.games.noretreat.actions import Action, Lose
from berlin.games.noretreat.frames import Loss
from berlin.games.noretreat.state import (
    BACK,
    DESTROYED,
    OUT,
    RUNNING,
    SIZE,
    SOVIETS_WIN,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
)
from berlin.games.noretreat.tables import RESET_TURN
from berlin.games.noretreat.units import FORM, KEYS, find_unit, steps
from berlin.games.noretreat.victory import surrendered, win
from berlin.kernel.rules import Refusal

GARRISON = find_unit("BerG")


def steps_left(d: Draft, unit: int) -> int:
    return steps(unit, d.marks[unit] & BACK, d.turn)


def lose_step(d: Draft, unit: int) -> None:
    """A two-step unit flips, a one-step unit is lost."""
    if steps_left(d, unit) > 1:
        if FORM[unit] == "upgrades":
            d.clear(unit, BACK)
        else:
            d.mark(unit, BACK)
        if d.log is not None:
            d.say("loss", f"{KEYS[unit]} loses a step", "NR 9.step", data=(unit,))
    else:
        eliminate(d, unit)


def eliminate(d: Draft, unit: int) -> None:
    """To Destroyed, or Surrendered if it is unsupplied."""
    if d.marks[unit] & UNSUPPLIED:
        surrender(d, unit)
        return
    _leave(d, unit, DESTROYED)
    if d.log is not None:
        d.say("loss", f"{KEYS[unit]} is destroyed", "NR 9.step", data=(unit,))
    _hitler(d, unit)


def surrender(d: Draft, unit: int) -> None:
    _leave(d, unit, SURRENDERED)
    d.say("loss", f"{KEYS[unit]} surrenders", "NR 6.effects", data=(unit,))
    surrendered(d, unit)
    _hitler(d, unit)


def _leave(d: Draft, unit: int, box: int) -> None:
    """Off the map, on the side on which it may come back."""
    d.marks[unit] = BACK if FORM[unit] == "reduces" else 0
    d.put(unit, box)


def remove(d: Draft, unit: int, box: int = OUT) -> None:
    """Out of play without being destroyed."""
    d.marks[unit] = 0
    d.put(unit, box)


def _hitler(d: Draft, unit: int) -> None:
    if unit == GARRISON and d.turn >= RESET_TURN and d.over == RUNNING:
        win(d, SOVIETS_WIN, "NR 10.hitler")


# Whose loss is it?


def lose_among(d: Draft, seat: int, units: tuple[int, ...], number: int = 1) -> None:
    """So many steps, the owner's choice."""
    if number > 0:
        d.frames.append(Loss(seat, units, number))


def settle(d: Draft, frame: Loss) -> bool:
    there = [unit for unit in frame.units if d.where[unit] < SIZE]
    if not there or frame.left <= 0:
        d.frames.pop()
        return False
    if len(there) > 1:
        return True
    d.frames.pop()
    for _step in range(frame.left):
        if d.over == RUNNING and d.where[there[0]] < SIZE:
            lose_step(d, there[0])
    return False


def options(d: Draft, frame: Loss) -> list[Action]:
    return [Lose(unit) for unit in frame.units if d.where[unit] < SIZE]


def answer(d: Draft, frame: Loss, action: Action) -> None:
    assert isinstance(action, Lose)
    d.frames.pop()
    if frame.left > 1:
        d.frames.append(Loss(frame.seat, frame.units, frame.left - 1))
    lose_step(d, action.unit)


def refuse(d: Draft, frame: Loss, action: Action) -> Refusal:
    return Refusal("NR 9.step", "one of the units that were hit loses a step")
