"""9.step: step losses, and where a lost unit goes."""

from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.board.units import FORM, find_unit, steps
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.victory import surrendered, win
from berlin.games.noretreat.state.state import (
    BACK,
    DESTROYED,
    OUT,
    RUNNING,
    SIZE,
    SOVIETS_WIN,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
    names,
)
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

GARRISON = find_unit("BerG")


def steps_left(d: Draft, unit: Unit) -> int:
    return steps(unit, d.marks[unit] & BACK, d.turn)


def lose_step(d: Draft, unit: Unit) -> None:
    """A two-step unit flips, a one-step unit is lost."""
    name = d.named(unit) if d.log is not None else ""
    if steps_left(d, unit) > 1:
        if FORM[unit] == "upgrades":
            d.clear(unit, BACK)
        else:
            d.mark(unit, BACK)
        if d.log is not None:
            d.say("loss", f"{name} loses a step", "NR 9.step", data=(unit,))
    else:
        eliminate(d, unit)


def eliminate(d: Draft, unit: Unit) -> None:
    """To Destroyed, or Surrendered if it is unsupplied."""
    if d.marks[unit] & UNSUPPLIED:
        surrender(d, unit)
        return
    name = d.named(unit) if d.log is not None else ""
    _leave(d, unit, DESTROYED)
    if d.log is not None:
        d.say("loss", f"{name} is destroyed", "NR 9.step", data=(unit,))
    _hitler(d, unit)


def surrender(d: Draft, unit: Unit) -> None:
    name = d.named(unit)
    _leave(d, unit, SURRENDERED)
    d.say("loss", f"{name} surrenders", "NR 6.effects", data=(unit,))
    surrendered(d, unit)
    _hitler(d, unit)


def _leave(d: Draft, unit: Unit, box: Space) -> None:
    """Off the map, on the side on which it may come back."""
    d.marks[unit] = BACK if FORM[unit] == "reduces" else 0
    d.put(unit, box)


def remove(d: Draft, unit: Unit, box: Space = OUT) -> None:
    """Out of play without being destroyed."""
    d.marks[unit] = 0
    d.put(unit, box)


def _hitler(d: Draft, unit: Unit) -> None:
    if unit == GARRISON and d.over == RUNNING:
        win(d, SOVIETS_WIN, "NR 10.hitler")


# Whose loss is it?


def lose_among(d: Draft, seat: Seat, units: tuple[Unit, ...], number: int = 1) -> None:
    """So many steps, the owner's choice."""
    if number > 0:
        d.frames.append(Loss(seat, units, number))


class Lose(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "lose", "NR 9.step"
    says = "Take the loss with {unit}"


class Loss(NoRetreatQuestion, frozen=True, gc=False):
    """9.step: which of these units loses the next step?"""

    units: tuple[Unit, ...]
    left: int

    acts = (Lose,)
    rule = "NR 9.step"
    why = (
        "Who was hit chooses which of the units pays for it: one that has two steps stays on the map, one "
        "that has a single step is gone."
    )

    def _there(self, d: Draft) -> list[Unit]:
        return [unit for unit in self.units if d.where[unit] < SIZE]

    def prompt(self, d: Draft) -> str:
        return f"A step loss ({self.left} left) among {names(d, self._there(d))}: who takes it?"

    def still_asks(self, d: Draft) -> bool:
        there = self._there(d)
        if len(there) > 1 and self.left > 0:
            return True
        d.frames.pop()
        for _step in range(self.left if there else 0):
            if d.over == RUNNING and d.where[there[0]] < SIZE:
                lose_step(d, there[0])
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Lose(unit) for unit in self._there(d)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Lose)
        d.frames.pop()
        if self.left > 1:
            d.frames.append(Loss(self.seat, self.units, self.left - 1))
        lose_step(d, act.unit)

    # A single rule decides.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return Refusal("NR 9.step", "one of the units that were hit loses a step")
