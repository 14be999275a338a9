"""What an attack promises, in victory points: a unit lost in combat is one (OTB 12.0.1b, 12.0.2)."""

from functools import cache

from berlin.games.fortress.board.tables import (
    DISRUPT,
    ELIMINATE,
    EXCHANGE,
    RESULTS,
    RETREAT,
    assault_column,
    fire_column,
    in_columns,
    result,
)
from berlin.games.fortress.rules.combat.attack import ASSAULT, FIRE, WAYS
from berlin.games.fortress.staff.outlook import Foe

Chances = tuple[float, ...]
"""By result: how likely it is."""

# For an enemy unit: disrupted, and driven off besides; the same if it will be assaulted next.
SHAKEN, DRIVEN_OFF, FOLLOWED = 0.2, 0.35, 0.3
# The part of what a hex is worth that each of its defenders bars, once he is disrupted and assaulted next.
OPENED = 0.04
# What an attacker loses in an exchange, beside the point: a battalion that is there no more.
SPENT = 1.15


@cache
def chances(column: int, off: int) -> Chances:
    """By result, in a column with so much taken off the dice."""
    ways = [0] * len(RESULTS)
    for dice, throws in WAYS.items():
        ways[result(in_columns(column), dice + off)] += throws
    return tuple(throws / 36 for throws in ways)


def fire_gain(foe: Foe, firepower: int, kind: int, *, napalm: bool = False, followed: bool = False) -> float:
    """What fire of so much power at a hex promises, before shifts for command."""
    if firepower <= 0:
        return 0.0
    return gain(foe, fire_column(firepower), kind, napalm=napalm, followed=followed)


def assault_gain(foe: Foe, firepower: int, shifts: int = 0) -> float:
    """What a close assault of so much power promises."""
    return gain(foe, assault_column(firepower, foe.power) + shifts, ASSAULT)


def gain(foe: Foe, column: int, kind: int, *, napalm: bool = False, followed: bool = False) -> float:
    """What an attack in a column promises, less what it costs in exchanges."""
    found = chances(column, foe.off_by_fire if napalm else foe.off)
    worth = _worths(foe, kind, FOLLOWED + OPENED * foe.prize if followed else SHAKEN)
    return sum(chance * value for chance, value in zip(found, worth, strict=True))


def _worths(foe: Foe, kind: int, shaken: float) -> Chances:
    """By result: what it is worth to the attacker."""
    fresh = foe.count - foe.shaken
    worths = [0.0] * len(RESULTS)
    # FB 8.8.second: a second disruption eliminates.
    worths[DISRUPT] = foe.shaken * foe.worth + fresh * shaken
    if kind == ASSAULT:
        left = max(foe.count - foe.rooted, 0)
        worths[RETREAT] = left * DRIVEN_OFF + foe.rooted * foe.worth + foe.prize
        lost = (foe.count + 1) // 2
        worths[ELIMINATE] = max(lost, foe.rooted) * foe.worth + (foe.count - lost) * DRIVEN_OFF + foe.prize
    else:
        # FB 8.9.who: nobody advances after fire, so what it empties is not taken.
        worths[RETREAT] = foe.count * DRIVEN_OFF
        worths[ELIMINATE] = foe.worth + (foe.count - 1) * shaken
    if kind in (ASSAULT, FIRE):
        alone = foe.prize if foe.count == 1 and kind == ASSAULT else 0.0
        worths[EXCHANGE] = foe.worth - SPENT + (foe.count - 1) * shaken + alone
    else:
        worths[EXCHANGE] = worths[DISRUPT]
    return tuple(worths)
