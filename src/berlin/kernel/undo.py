"""What may be taken back: never a die, never what somebody has learnt by it.

It is computed from the transition itself, so that no rule has to remember to forbid it.
"""

from random import Random
from typing import Any

import msgspec

from berlin.kernel.game import AnyGame, BadText

WORLDS = 12


def barrier(game: AnyGame, before: Any, action: Any, after: Any, worlds: int = WORLDS) -> str:
    """Why the step from `before` to `after` can't be taken back; "" if it can."""
    if game.dice_made(after) != game.dice_made(before):
        return "a die was rolled"
    for seat, name in enumerate(game.seats):
        # From the view and not from the state: the answer is told, and must not hang on the dice to come.
        rng = Random(_encode(game.view(before, seat)))
        if _learns(game, before, action, after, seat, rng, worlds):
            return f"{name} learnt by it what was hidden"
    return ""


def _learns(game: AnyGame, before: Any, action: Any, after: Any, seat: int, rng: Random, worlds: int) -> bool:
    """Whether this seat can now tell worlds apart that looked alike to it before."""
    seen = _encode(game.view(after, seat))
    for _ in range(worlds):
        other = game.other_world(before, seat, rng)
        if game.why_not(other, action) is not None:
            return True
        try:
            there = game.next(other, action)
        except BadText:
            return True  # it rolls there, and was laid a die that doesn't fit
        if _encode(game.view(there, seat)) != seen:
            return True
    return False


def _encode(view: object) -> bytes:
    return msgspec.msgpack.encode(view, order="deterministic")
