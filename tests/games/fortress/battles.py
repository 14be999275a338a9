"""Battles to test with: attacks put together and rolled with given dice."""

from collections.abc import Sequence
from typing import Any

from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.tables import COLUMNS, RESULTS, STRIKE_FIREPOWER, TABLES, fire_column
from berlin.games.fortress.game import GAME

# Two more assaults far away: an only assault left would resolve itself, and the step would end.
_FAR = {
    "allied": ("0303: 52/Inf9 combat S", "0304: Police4", "0307: 52/Inf8 combat S", "0308: Police3"),
    "soviet": ("0303: 28/Rifle4 combat S", "0304: Police4", "0307: 28/Rifle3 combat S", "0308: Police3"),
    "german": ("0303: FAH combat S", "0304: 52/Inf9", "0307: Police4 combat S", "0308: 52/Inf8"),
    "first": ("0303: FAH combat S", "0304: 28/Rifle4", "0307: Police4 combat S", "0308: 28/Rifle3"),
}


def lay_down(t: Table, dice: Sequence[int]) -> Table:
    """These dice come next, whatever is done."""
    t.state = GAME.with_dice(t.state, tuple(dice))
    return t


def sum_of(dice: int) -> tuple[int, int]:
    """Two dice of this sum."""
    high = min(6, dice - 1)
    return high, dice - high


ONE_STRIKE = COLUMNS[fire_column(STRIKE_FIREPOWER)]
"""The column of one air strike: its firepower is retuned by the lab."""


def struck(name: str, off: int) -> int:
    """The least sum of dice with which one strike brings this result, with so much taken off."""
    least = {row["result"]: int(row["from"]) for row in TABLES.rows("lower")}
    return least[name] + off - COLUMNS.index(ONE_STRIKE)


def _texts(adds: str) -> list[str]:
    plain = ("strike", "napalm", "shell")
    return [one if one in plain else f"add {one}" for one in adds.split()]


def shell(
    target: str, adds: str, *stacks: str, dice: Sequence[int] = (), side: str = "allied", **fields: Any
) -> Table:
    """A bombardment: `shell("0811", "82/Art1 strike", ...)`; without dice it is put together only."""
    t = position(f"{side}-bombardment", *stacks, **fields)
    t.do(f"target {target}", *_texts(adds))
    return t.do("fire", dice=dice) if dice else t


def shoot(
    target: str, adds: str, *stacks: str, dice: Sequence[int] = (), side: str = "allied", **fields: Any
) -> Table:
    """Direct gun fire, likewise."""
    t = position(f"{side}-gunfire", *stacks, **fields)
    t.do(f"target {target}", *_texts(adds))
    return t.do("fire", dice=dice) if dice else t


def announce(
    target: str, adds: str, *stacks: str, side: str = "allied", alone: bool = False, **fields: Any
) -> Table:
    """A close assault announced, and two far away, so that the step goes on after it."""
    far = () if alone else _FAR[side]
    t = position(f"{side}-assault", *stacks, *far, **fields)
    for own, other in zip(far[::2], far[1::2], strict=True):
        t.do(f"target {other[:4]}", f"add {own.split()[1]}", "announce")
    t.do(f"target {target}", *_texts(adds), "announce")
    return t


def storm(
    target: str,
    adds: str,
    *stacks: str,
    dice: Sequence[int] = (),
    side: str = "allied",
    **fields: Any,
) -> Table:
    """A close assault, resolved without defensive fire."""
    t = announce(target, adds, *stacks, side=side, **fields)
    if t.asked == "Announcing":
        t.do("done")
    lay_down(t, dice)
    t.do(f"assault {target}")
    while t.asked == "Replying":
        t.do("hold")
    return lay_down(t, ())


def rolled(t: Table) -> tuple[str, int, int, str]:
    """Of the last attack: its column, what was taken off the dice, the dice, and the result."""
    _, column, off, dice, result = t.state.last[:5]
    return COLUMNS[column], -off, dice, RESULTS[result]


def figures(t: Table) -> tuple[str, int]:
    """Column, and what is taken off the dice."""
    return rolled(t)[:2]
