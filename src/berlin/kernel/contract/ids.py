"""Typed ids: what a small number names. At run time each is an int, in memory, in records and on the wire.

A signature says which it takes, `def enter(d: Draft, unit: Unit, place: Place)`, and a checker of types
refuses one in the place of another.

**One numbering** of a kind: the game uses the name as it stands here. **Several**: its board derives a type
for each, `City = NewType("City", Place)`, so that two can't be mixed up, and kernel and boards take either.
What is numbered and is none of the four (armies, tracks) is a `NewType` of int in the game's own board.

**Annotate, don't wrap.** A call like `Place(7)` takes as long as any call: it belongs where a number is born,
which is in tables, in words that are read, and in constants. Rules get ids by going through containers that
say what they hold: `UNITS = numbered(Unit, 85)`, `NEXT: tuple[tuple[Place, ...], ...]`, `where: list[Place]`.
Counting with an id gives an int again; that of the other of two seats is in `OTHER`. A set of ids is the bits
of an int, and stays one.
"""

from collections.abc import Callable
from typing import NewType, TypeVar

Seat = NewType("Seat", int)
"""Who plays, by the order of `Cover.seats`."""

Place = NewType("Place", int)
"""Where a unit can be: a zone, a hex, an area, or a box beside the map."""

Unit = NewType("Unit", int)
"""What is moved: a counter, a piece."""

Card = NewType("Card", int)
"""What is held and played: a card, a chit."""

Id = TypeVar("Id", bound=int)

FIRST, SECOND = BOTH = Seat(0), Seat(1)
OTHER = SECOND, FIRST
"""Of two seats the other, by the one."""


def numbered(kind: Callable[..., Id], count: int, first: int = 0) -> tuple[Id, ...]:
    """So many ids of a kind, one after the other: `numbered(Unit, 85)`."""
    return tuple(map(kind, range(first, first + count)))
