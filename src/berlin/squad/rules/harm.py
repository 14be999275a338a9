"""What can happen to a unit short of its end: it is Replaced, Casualty Reduced, or wounded; and what a man is
still worth with a wound (A17.2)."""

from collections.abc import Sequence
from typing import TypeVar

from berlin.kernel.contract.ids import Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.draft import Draft

N = TypeVar("N", bound=int)
MORTAL = 5
BEARS_MMC, BEARS_SMC = 3, 1
"""Portage points that a unit, or a man, bears without trouble."""


def chosen(d: Draft, units: Sequence[N], rule: str) -> list[N]:
    """Random Selection: a die for each, and those with the highest are hit. A lone unit needs no die."""
    if len(units) < 2:
        return list(units)
    dice = [d.roll(6) for _ in units]
    if d.log is not None:
        d.say("selection", f"Random Selection: {', '.join(map(str, dice))}", rule)
    return [unit for unit, die in zip(units, dice, strict=True) if die == max(dice)]


def replace(d: Draft, unit: Unit, fate: str) -> list[Unit]:
    """Replaced by a lower unit, or a squad whose morale is underlined by its two half-squads; one that has
    nothing lower, and would be Disrupted, is lost. Who is left?"""
    counter = d.counter(unit)
    if counter.lower:
        d.change(unit, kind=counter.lower)
        return [unit]
    if counter.underlined and counter.half:
        half = d.change(unit, kind=counter.half)
        return [unit, d.add(owner_of(unit), half)]
    d.lose(unit, fate)
    return []


def reduce(d: Draft, unit: Unit, fate: str, rule: str) -> bool:
    """Casualty Reduced: of a squad a half-squad is left, of a man a wounded man, of others nothing."""
    counter = d.counter(unit)
    if counter.sort is Sort.SQUAD:
        half = d.book.counters[counter.half]
        d.score(owner_of(unit), counter.points - half.points)
        d.change(unit, kind=half.key)
        return True
    if counter.is_smc and wound(d, unit, rule):
        return True
    d.lose(unit, fate)
    return False


def modifier(d: Draft, unit: Unit) -> int:
    """What a leader adds, as he stands: with a wound he is one worse."""
    return d.counter(unit).modifier + d.piece(unit).has(Mark.WOUNDED)


def bears(d: Draft, unit: Unit) -> int:
    """How many portage points someone bears without trouble: a wounded man none."""
    if d.counter(unit).is_mmc:
        return BEARS_MMC
    return 0 if d.piece(unit).has(Mark.WOUNDED) else BEARS_SMC


def wound(d: Draft, unit: Unit, rule: str) -> bool:
    """A man is hit: he is wounded if the die spares him."""
    again = d.piece(unit).has(Mark.WOUNDED)
    severity = d.die("wound", "wound severity", rule) + again
    if severity >= MORTAL:
        return False
    d.mark(unit, on=Mark.WOUNDED)
    return True
