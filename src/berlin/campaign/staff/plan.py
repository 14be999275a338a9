"""What a staff means to buy on each date, as a module's table has it."""

from collections.abc import Mapping

import msgspec

from berlin.kernel.cells import number
from berlin.kernel.variant import Rows

SET_UP = "set-up"
"""Stands in a list for the set-up of one more group that would come in by the edge."""
HIDE = "hide"
"""Stands in a list for hidden set-up of one more unit."""


class Wish(msgspec.Struct, frozen=True):
    """One side on one date: lines of its chart in the order in which they are bought, then fortifications;
    and the CPP that are kept."""

    lines: tuple[str, ...]
    works: tuple[str, ...]
    saved: int


Wishes = Mapping[tuple[int, int], Wish]
"""By side and date."""


def read_wishes(rows: Rows, sides: tuple[str, str]) -> dict[tuple[int, int], Wish]:
    """A word may say how often it is meant: `trench*12`."""
    return {
        (sides.index(row["side"]), int(row["date"])): Wish(
            _repeated(row["lines"]), _repeated(row["works"]), number(row["saved"])
        )
        for row in rows
    }


def _repeated(cell: str) -> tuple[str, ...]:
    found: list[str] = []
    for item in cell.split():
        word, _, times = item.partition("*")
        found += [word] * number(times, 1)
    return tuple(found)
