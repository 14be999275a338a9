"""What a staff means to buy on each date, as a module's table has it.

There may be several plans for a date. The first purchase is made by lot, and what was bought shows which plan
is followed: none of a date should begin with a line that another has too.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from berlin.kernel.contract.csv_cells import number
from berlin.kernel.contract.variant import Rows

SET_UP, REGISTERED, RAISED, TRUCKS = "set-up", "registered", "raised", "trucks"
"""Stand in a list for what is had with a group: the set-up of one more that would come in by the edge, one
more Pre-Registered hex, an observer one level higher, trucks for Guns. What is of no use is left out."""
HIDE = "hide"
"""Stands in a list for hidden set-up of one more unit."""


class Wish(msgspec.Struct, frozen=True):
    """One side on one date: lines of its chart in the order in which they are bought, then fortifications;
    and the CPP that are kept."""

    lines: tuple[str, ...]
    works: tuple[str, ...]
    saved: int

    def fits(self, bought: Mapping[str, int]) -> bool:
        """Could this have been bought by it?"""
        wanted = Counter(self.lines)
        return all(count <= wanted[line] for line, count in bought.items())


Wishes = Mapping[tuple[int, int], tuple[Wish, ...]]
"""By side and date."""


def read_wishes(rows: Rows, sides: tuple[str, str]) -> dict[tuple[int, int], tuple[Wish, ...]]:
    """A word may say how often it is meant: `trench*12`."""
    found: dict[tuple[int, int], tuple[Wish, ...]] = {}
    for row in rows:
        when = sides.index(row["side"]), int(row["date"])
        wish = Wish(_repeated(row["lines"]), _repeated(row["works"]), number(row["saved"]))
        found[when] = (*found.get(when, ()), wish)
    return found


def _repeated(cell: str) -> tuple[str, ...]:
    found: list[str] = []
    for item in cell.split():
        word, _, times = item.partition("*")
        found += [word] * number(times, 1)
    return tuple(found)
