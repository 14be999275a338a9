"""Sheets of hexes in lettered columns: A to Z, then AA, BB and on, and down each column a number.

Or in numbered columns: four figures, of which two are the column from 01 and two the number down it.

Such a sheet is a map of hexes.py turned a quarter clockwise: what is west there is up here. The hexes stand
on a side, and each column lies half a hex higher or lower than the one before it. `WAYS` names the six
directions as they lie on the sheet, in the order of `hexes.DIRECTIONS`; where north is, the game knows.

A `ColumnMap` is a whole sheet, without holes. Its directions are 0 to 5, clockwise from up: N NE SE S SW NW.
"""

import re
from collections.abc import Iterable
from functools import reduce
from itertools import groupby, pairwise
from math import sqrt
from operator import or_
from string import ascii_uppercase, digits

import msgspec

from berlin.boards.atlas import Point
from berlin.boards.hexes import CORNERS, Cell, Grid, HexMap, bits, board_of

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


Sides = tuple[int, ...]
"""By direction: the hexes that have a side of a kind there."""


class ColumnMap(HexMap):
    """A whole sheet as bitboards, by directions clockwise from N."""

    # The directions as hexes.py numbers them.
    WAYS = (0, 2, 3, 1, 5, 4)

    def __init__(self, cells: Iterable[Cell]) -> None:
        super().__init__(cells)
        # No shift leads from a hex to another that is not its neighbour.
        shifts = [self.shift[way] for way in self.WAYS]
        rows = [
            [space + shift if self.all >> space & 1 else -1 for shift in shifts] for space in range(self.size)
        ]
        self.steps: tuple[tuple[int, ...], ...] = tuple(
            tuple(to if to in self.cell else -1 for to in row) for row in rows
        )
        """By hex and direction: the neighbour, or -1."""
        self.fronts: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                board_of(to for turn in (-1, 0, 1) if (to := row[(facing + turn) % 6]) >= 0)
                for facing in range(6)
            )
            for row in self.steps
        )
        """By hex and facing: the three neighbours in front."""
        self.sides: Sides = tuple(
            board_of(space for space in self.spaces if self.steps[space][direction] >= 0)
            for direction in range(6)
        )
        """All sides between two hexes."""
        self._discs: list[list[int]] = [[1 << space] for space in range(self.size)]
        self._r = [self.cell.get(space, (0, 0))[0] for space in range(self.size)]
        self._c = [self.cell.get(space, (0, 0))[1] for space in range(self.size)]

    def distance(self, a: int, b: int) -> int:
        rows, columns = self._r[b] - self._r[a], self._c[b] - self._c[a]
        if (rows < 0) == (columns < 0):
            return abs(rows + columns)
        return max(abs(rows), abs(columns))

    def beyond(self, spaces: int, sides: Sides) -> int:
        """The hexes beyond these sides of a set: the step of a flood."""
        n, ne, se, s, sw, nw = sides
        w = self.width
        return (
            (spaces & n) >> 1
            | (spaces & ne) >> w
            | (spaces & se) >> w - 1
            | (spaces & s) << 1
            | (spaces & sw) << w
            | (spaces & nw) << w - 1
        )

    def within(self, space: int, far: int) -> int:
        rings = self._discs[space]
        while len(rings) <= far:
            rings.append(rings[-1] | self.beyond(rings[-1], self.sides))
        return rings[far]

    def by_direction(self, sides: Iterable[tuple[int, int]]) -> Sides:
        """These sides, each between two neighbours, by direction."""
        found = self.by_way(sides)
        return tuple(found[way] for way in self.WAYS)

    def parted(self, land: int, *waters: Iterable[tuple[int, int]]) -> tuple[Sides, ...]:
        """The sides between land and land that no water parts, and those of each of these waters; by a hex of
        water they make no difference."""
        ashore = [
            board_of(space for space in bits(land & side) if land >> self.steps[space][direction] & 1)
            for direction, side in enumerate(self.sides)
        ]
        wet = [self.by_direction(sides) for sides in waters]
        kinds = [tuple(a & b for a, b in zip(ashore, sides, strict=True)) for sides in wet]
        dry = tuple(side & ~reduce(or_, over, 0) for side, *over in zip(ashore, *kinds, strict=True))
        return (dry, *kinds)

    def along(self, lines: Iterable[Iterable[int]]) -> tuple[int, ...]:
        """By hex: what is one step away along one of these lines."""
        found = [0] * self.size
        for line in lines:
            for a, b in pairwise(line):
                found[a] |= 1 << b
                found[b] |= 1 << a
        return tuple(found)


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
