"""Why a machine answered as it did: what it expected, what it feared, the chances.

It is made from the seat's view alone, in a world imagined from it: what the machine could not know, its
reasons can't tell.
"""

from collections.abc import Iterable
from random import Random

import msgspec

from berlin.kernel.contract.game import A, Game, S, V, seat_of

MOST = 4
LONGEST = 160
# Where a die falls, the standing after it is a mean over so many worlds.
WORLDS = 8
AGAINST = "but "


class Reasons(msgspec.Struct, frozen=True, omit_defaults=True):
    """A few lines of each. Nothing at all: nothing was weighed, for there was no other answer."""

    expected: tuple[str, ...] = ()
    feared: tuple[str, ...] = ()
    chances: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.expected or self.feared or self.chances)

    def __add__(self, more: "Reasons") -> "Reasons":
        return reasons(
            (*self.expected, *more.expected), (*self.feared, *more.feared), (*self.chances, *more.chances)
        )


def reasons(expected: Iterable[str] = (), feared: Iterable[str] = (), chances: Iterable[str] = ()) -> Reasons:
    """Short lines, and no more than a few."""
    return Reasons(_few(expected), _few(feared), _few(chances))


def world_of(game: Game[S, A, V], view: V) -> S:
    """The world in which an answer to this view is explained: always the same one."""
    return game.imagine(view, Random(0))


def by_judgement(game: Game[S, A, V], view: V, action: A) -> Reasons:
    """What the game's staff says for the action, and against it; and the chances of its dice."""
    staff, world = game.staff(), world_of(game, view)
    lines = staff.reasons(world, action) if staff else ()
    against = [line.removeprefix(AGAINST) for line in lines if line.startswith(AGAINST)]
    return reasons([line for line in lines if not line.startswith(AGAINST)], against) + by_dice(
        game, world, action
    )


def by_dice(game: Game[S, A, V], world: S, action: A) -> Reasons:
    """The exact chance of each outcome, the likeliest first."""
    outcomes = sorted(game.explain(world, action).outcomes, key=lambda one: -one.ways)
    line = ", ".join(f"{one.label} {one.ways} of {one.of}" for one in outcomes)
    return reasons(chances=[f"the dice: {line}"] if line else [])


def by_standing(game: Game[S, A, V], view: V, action: A) -> Reasons:
    """The parts of the standing after the action: what counts for the seat, and what against it."""
    rng, worlds = Random(0), 0
    parts: dict[str, float] = {}
    for _ in range(WORLDS):
        world = game.imagine(view, rng)
        after = game.next(world, action)
        result = game.result(after)
        if result is not None:
            return reasons([f"it ends the game: {result.text}"])
        standing = game.standing(after, seat_of(view))
        if standing is None:
            return Reasons()
        worlds += 1
        for label, points in standing.heads:
            parts[label] = parts.get(label, 0.0) + points
        if game.dice_made(after) == game.dice_made(world):
            break
    total = round(sum(parts.values()) / worlds)
    rest = [(label, round(points / worlds)) for label, points in parts.items()]
    rest.sort(key=lambda part: -abs(part[1]))
    good = (f"{label} {value:+d}" for label, value in rest if value > 0)
    bad = (f"{label} {value:+d}" for label, value in rest if value < 0)
    return reasons([f"standing {total:+d} after it", *good], bad)


def in_hundred(worth: float) -> str:
    """A worth of 0 to 1 as a chance of winning."""
    return f"{round(100 * min(1.0, max(0.0, worth)))} in 100"


def _few(lines: Iterable[str]) -> tuple[str, ...]:
    kept = [line if len(line) <= LONGEST else line[: LONGEST - 3] + "..." for line in dict.fromkeys(lines)]
    return tuple(kept[:MOST])
