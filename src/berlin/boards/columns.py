"""Sheets of hexes in lettered columns: A to Z, then AA, BB and on, and down each column a number.

Or in numbered columns: four figures, of which two are the column from 01 and two the number down it.

Such a sheet is a map of hexes.py turned a quarter clockwise: what is west there is up here. The hexes stand
on a side, and each column lies half a hex higher or lower than the one before it. `WAYS` names the six
directions as they lie on the sheet, in the order of `hexes.DIRECTIONS`; where north is, the game knows.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from math import sqrt
from string import ascii_uppercase, digits

import msgspec

from berlin.boards.atlas import Point
from berlin.boards.hexes import CORNERS, Cell, Grid

WAYS = ("N", "S", "NE", "SE", "NW", "SW")
_NAME = re.compile(r"([A-Z])(\1?)(\d{1,3})")
_FIGURES = re.compile(r"(\d\d)(\d\d)")


def letters(column: int) -> str:
    """What stands above a column: A for 0, Z for 25, AA for 26."""
    return ascii_uppercase[column % 26] * (1 + column // 26)


def spans(names: Iterable[str]) -> list[str]:
    """Hexes column by column, those in a row as one: `K36`, `L5 to L8`."""
    columns: dict[str, list[int]] = {}
    for name in names:
        column = name.rstrip(digits)
        columns.setdefault(column, []).append(int(name.removeprefix(column)))
    found = []
    for column in sorted(columns, key=lambda one: (len(one), one)):
        for _, row in groupby(enumerate(sorted(columns[column])), lambda one: one[1] - one[0]):
            numbers = [number for _, number in row]
            ends = dict.fromkeys((numbers[0], numbers[-1]))
            found.append(" to ".join(f"{column}{number}" for number in ends))
    return found


class Columns(msgspec.Struct, frozen=True):
    """How the hexes of a sheet are named; `low` if B, D and F lie half a hex lower than A."""

    low: bool

    def cell(self, name: str) -> Cell:
        """The place of a hex by its name. Raises ValueError for a word that names none."""
        found = _NAME.fullmatch(name)
        if not found:
            raise ValueError(f"{name!r} names no hex")
        letter, again, number = found.groups()
        column = ascii_uppercase.index(letter) + (26 if again else 0)
        return -column, int(number) + (column + self.low) // 2

    def column(self, cell: Cell) -> int:
        return -cell[0]

    def number(self, cell: Cell) -> int:
        return cell[1] - (self.low - cell[0]) // 2

    def name(self, cell: Cell) -> str:
        return f"{letters(self.column(cell))}{self.number(cell)}"


class NumberedColumns(Columns, frozen=True):
    """How they are named in figures; `low` if 02, 04 and 06 lie half a hex lower than 01."""

    def cell(self, name: str) -> Cell:
        found = _FIGURES.fullmatch(name)
        if not found:
            raise ValueError(f"{name!r} names no hex")
        column = int(found[1]) - 1
        return -column, int(found[2]) + (column + self.low) // 2

    def name(self, cell: Cell) -> str:
        return f"{self.column(cell) + 1:02}{self.number(cell):02}"


class ColumnGrid(Grid):
    """Where the hexes of such a sheet lie on paper: the first column at `left`, numbers down the page."""

    def centre(self, cell: Cell) -> Point:
        r, c = cell
        return self.left - 1.5 * self.size * r, self.top + sqrt(3) * self.size * (c + r / 2)

    def _rows_and_columns(self, point: Point) -> Point:
        r = (self.left - point[0]) / (1.5 * self.size)
        return r, (point[1] - self.top) / (sqrt(3) * self.size) - r / 2

    def corners(self, cell: Cell, part: float = 1.0) -> tuple[Point, ...]:
        """The six corners clockwise from the one on the right."""
        x, y = self.centre(cell)
        reach = self.size * part
        return tuple((x - dy * reach, y + dx * reach) for dx, dy in CORNERS)
