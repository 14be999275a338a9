"""What can happen to a unit short of its end: it is Replaced, Casualty Reduced, or wounded; and what a man is
still worth with a wound (A17.2)."""

from collections.abc import Sequence
from typing import TypeVar

from berlin.squad.board.counters import Sort
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


def replace(d: Draft, side: int, piece: int, fate: str) -> list[int]:
    """Replaced by a lower unit, or a squad whose morale is underlined by its two half-squads; one that has
    nothing lower, and would be Disrupted, is lost. Who is left?"""
    counter = d.counter(side, piece)
    if counter.lower:
        d.change(side, piece, kind=counter.lower)
        return [piece]
    if counter.underlined and counter.half:
        half = d.change(side, piece, kind=counter.half)
        return [piece, d.add(side, half)]
    d.lose(side, piece, fate)
    return []


def reduce(d: Draft, side: int, piece: int, fate: str, rule: str) -> bool:
    """Casualty Reduced: of a squad a half-squad is left, of a man a wounded man, of others nothing."""
    counter = d.counter(side, piece)
    if counter.sort is Sort.SQUAD:
        half = d.book.counters[counter.half]
        d.score(side, counter.points - half.points)
        d.change(side, piece, kind=half.key)
        return True
    if counter.is_smc and wound(d, side, piece, rule):
        return True
    d.lose(side, piece, fate)
    return False


def modifier(d: Draft, side: int, piece: int) -> int:
    """What a leader adds, as he stands: with a wound he is one worse."""
    return d.counter(side, piece).modifier + d.pieces[side][piece].has(Mark.WOUNDED)


def bears(d: Draft, side: int, piece: int) -> int:
    """How many portage points someone bears without trouble: a wounded man none."""
    if d.counter(side, piece).is_mmc:
        return BEARS_MMC
    return 0 if d.pieces[side][piece].has(Mark.WOUNDED) else BEARS_SMC


def wound(d: Draft, side: int, piece: int, rule: str) -> bool:
    """A man is hit: he is wounded if the die spares him."""
    again = d.pieces[side][piece].has(Mark.WOUNDED)
    severity = d.die("wound", "wound severity", rule) + again
    if severity >= MORTAL:
        return False
    d.mark(side, piece, on=Mark.WOUNDED)
    return True
