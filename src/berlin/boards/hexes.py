"""Hex maps as bitboards: a space is the number of a bit, a set of spaces is one plain int.

Hexes stand with a point upwards and are named by axial coordinates (row, column): the six neighbours of
(r, c) are W (0,-1), E (0,+1), NW (-1,0), NE (-1,+1), SW (+1,-1) and SE (+1,0). Rows lie one behind the other
in the int, so each direction is one shift for a whole set. An area, a space that touches a list of others, is
a bit above the grid. A side may be closed to movement; `across`, `seep`, `drift` and `distance` do not mind.
"""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt

from berlin.boards.atlas import Point
from berlin.kernel.contract.ids import Place

Cell = tuple[int, int]

WEST, EAST, NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST = range(6)
DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")
OFFSETS: tuple[Cell, ...] = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0))
OPPOSITE = (EAST, WEST, SOUTHEAST, SOUTHWEST, NORTHEAST, NORTHWEST)

# The corners of a hex clockwise from its top, and the two that end each side.
CORNERS: tuple[Point, ...] = tuple(
    (sqrt(3) / 2 * x, y) for x, y in ((0, -1.0), (1, -0.5), (1, 0.5), (0, 1.0), (-1, 0.5), (-1, -0.5))
)
_SIDES = ((4, 5), (1, 2), (5, 0), (0, 1), (3, 4), (2, 3))


def bits(spaces: int) -> list[Place]:
    """The spaces of a set, in ascending order."""
    found: list[Place] = []
    # From the top down, as what is left then gets shorter.
    while spaces:
        space = spaces.bit_length() - 1
        found.append(space)  # type: ignore[arg-type]  # A call of Place would cost as much as the rest.
        spaces ^= 1 << space
    found.reverse()
    return found


def nth(spaces: int, number: int) -> Place:
    """The n-th space of a set, from 0: by halving, without listing the others."""
    low, high = 0, spaces.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        below = (spaces >> low & (1 << middle - low) - 1).bit_count()
        if number < below:
            high = middle
        else:
            number -= below
            low = middle
    return Place(low)


def board_of(spaces: Iterable[int]) -> int:
    """The set of these spaces."""
    board = 0
    for space in spaces:
        board |= 1 << space
    return board


def pack(board: int) -> bytes:
    """A set as bytes, to be kept."""
    return board.to_bytes((board.bit_length() + 7) // 8, "little")


def unpack(board: bytes) -> int:
    """The set that was packed."""
    return int.from_bytes(board, "little")


def apart(a: Cell, b: Cell) -> int:
    """How many steps part two hexes on an endless map."""
    rows, columns = b[0] - a[0], b[1] - a[1]
    return max(abs(rows), abs(columns), abs(rows + columns))


class HexMap:
    """The spaces of a map and who is next to whom.

    `areas` gives for each area (by a cell of its own) the cells that it touches, hexes or other areas;
    `closed` lists the sides, as pairs of cells, over which nobody steps.
    """

    def __init__(
        self,
        hexes: Iterable[Cell],
        areas: Mapping[Cell, Iterable[Cell]] | None = None,
        closed: Iterable[tuple[Cell, Cell]] = (),
    ) -> None:
        cells = sorted(hexes)
        self.width = _width(cells)
        first = min(self._flat(cell) for cell in cells)
        self.index: dict[Cell, Place] = {cell: Place(self._flat(cell) - first) for cell in cells}
        self.grid = board_of(self.index.values())
        # A shift by a whole row leads from no hex to an area, nor back.
        above = self.grid.bit_length() + self.width
        touched = {cell: tuple(cells) for cell, cells in (areas or {}).items()}
        self.index.update((cell, Place(above + number)) for number, cell in enumerate(sorted(touched)))
        self.areas = board_of(self.index[cell] for cell in touched)
        self.all = self.grid | self.areas
        self.size = self.all.bit_length()
        self.spaces: tuple[Place, ...] = tuple(bits(self.all))
        self.cell: dict[int, Cell] = {space: cell for cell, space in self.index.items()}
        self._touch: dict[int, int] = {
            self.index[a]: board_of(self.index[b] for b in cells) for a, cells in touched.items()
        }
        self._rows: list[list[int]] = [[]] * self.size
        self._rings: list[list[int]] = [[]] * self.size
        self._check_areas()
        self._close([(self.index[a], self.index[b]) for a, b in closed])

    def _flat(self, cell: Cell) -> int:
        return cell[0] * self.width + cell[1]

    def _check_areas(self) -> None:
        for area, touch in self._touch.items():
            for other in bits(touch & self.areas):
                if not self._touch[other] >> area & 1:
                    raise ValueError(
                        f"area {self.cell[area]} touches {self.cell[other]}, but not the reverse"
                    )

    def _close(self, sides: list[tuple[int, int]]) -> None:
        w = self.width
        self.shift: tuple[int, ...] = (-1, 1, -w, 1 - w, w - 1, w)
        self.open: tuple[int, ...] = tuple(self.grid & ~shut for shut in self.by_way(sides))
        """By direction: the hexes that may be left that way."""
        self._odd = board_of(a for side in sides for a in side) | self.areas
        for touch in self._touch.values():
            self._odd |= touch
        empty = (0,) * self.size
        beside, across = list(empty), list(empty)
        for space in self.spaces:
            beside[space] = self._near(1 << space, self.open)
            across[space] = self._near(1 << space, (self.grid,) * 6)
        self.beside: tuple[int, ...] = tuple(beside)
        """By space: its neighbours over open sides."""
        self.across: tuple[int, ...] = tuple(across)
        """By space: its neighbours over any side."""

    def way(self, a: int, b: int) -> int | None:
        """The direction from a hex to its neighbour; None if they share no side."""
        (r, c), (s, d) = self.cell[a], self.cell[b]
        if (self.areas >> a | self.areas >> b) & 1 or (s - r, d - c) not in OFFSETS:
            return None
        return OFFSETS.index((s - r, d - c))

    def by_way(self, sides: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """By direction: the hexes that have one of these sides, each between two neighbours, that way."""
        found = [0] * len(OPPOSITE)
        for a, b in sides:
            way = self.way(a, b)
            if way is None:
                raise ValueError(f"{self.cell[a]} and {self.cell[b]} share no side")
            found[way] |= 1 << a
            found[OPPOSITE[way]] |= 1 << b
        return tuple(found)

    def step(self, spaces: int, way: int) -> int:
        """The hexes one step that way, over any side."""
        shift = self.shift[way]
        moved = spaces << shift if shift > 0 else spaces >> -shift
        return moved & self.grid

    def _near(self, spaces: int, leave: tuple[int, ...]) -> int:
        w = self.width
        west, east, northwest, northeast, southwest, southeast = leave
        found = (
            (spaces & west) >> 1
            | (spaces & east) << 1
            | (spaces & northwest) >> w
            | (spaces & northeast) >> w - 1
            | (spaces & southwest) << w - 1
            | (spaces & southeast) << w
        ) & self.grid
        for area, touch in self._touch.items():
            if spaces & touch:
                found |= 1 << area
            if spaces >> area & 1:
                found |= touch
        return found

    def neighbours(self, spaces: int) -> int:
        """All spaces next to one of these over an open side; some of these among them."""
        if spaces & self._odd:
            return self._near(spaces, self.open)
        w = self.width
        v = w - 1
        return (spaces >> 1 | spaces << 1 | spaces >> w | spaces << w | spaces >> v | spaces << v) & self.grid

    def flood(self, start: int, through: int, steps: int = -1) -> int:
        """These spaces and all that they reach over open sides through a set, in so many steps at most."""
        return _spread(self.neighbours, start, through, steps)

    def seep(self, start: int, through: int, steps: int = -1) -> int:
        """As `flood`, but over closed sides too."""
        whole = (self.grid,) * 6
        return _spread(lambda spaces: self._near(spaces, whole), start, through, steps)

    def drift(self, start: int, through: int, ways: tuple[int, ...]) -> int:
        """As `seep`, by steps in these directions alone, and through hexes only."""
        reached, shifts = start, [self.shift[way] for way in ways]
        through &= self.grid
        while start:
            found = 0
            for shift in shifts:
                found |= start << shift if shift > 0 else start >> -shift
            start = found & through & ~reached
            reached |= start
        return reached

    def distance(self, a: int, b: int) -> int:
        """Steps between two spaces, over sea and closed sides too; what touches an area is one step away."""
        row = self._rows[a]
        return (row or self._reckon(a))[b]

    def distances(self, space: int) -> list[int]:
        """How far each space is from this one."""
        return self._rows[space] or self._reckon(space)

    def within(self, space: int, far: int) -> int:
        """The spaces at most so far away, itself among them."""
        rings = self._rings[space] or self._ring(space)
        return rings[min(far, len(rings) - 1)]

    def _reckon(self, space: int) -> list[int]:
        """The distances from a space, reckoned when they are first asked for."""
        far: dict[int, int] = {space: 0}
        from_hexes = [] if space in self._touch else [(self.cell[space], 0)]
        queue = [space] if space in self._touch else []
        for area in queue:
            for other in bits(self._touch[area]):
                if other not in self._touch:
                    from_hexes.append((self.cell[other], far[area] + 1))
                elif other not in far:
                    far[other] = far[area] + 1
                    queue.append(other)
        for b in bits(self.grid):
            there = self.cell[b]
            far[b] = min([start + apart(cell, there) for cell, start in from_hexes])
        for _ in self._touch:
            for area, touch in self._touch.items():
                near = min(far[b] for b in bits(touch) if b in far)
                far[area] = min(far.get(area, near + 1), near + 1)
        row = self._rows[space] = [far.get(b, 0) for b in range(self.size)]
        return row

    def _ring(self, space: int) -> list[int]:
        rings = self._rings[space] = [0] * (1 + max(self.distance(space, b) for b in self.spaces))
        for b in self.spaces:
            rings[self.distance(space, b)] |= 1 << b
        for far in range(1, len(rings)):
            rings[far] |= rings[far - 1]
        return rings


def _spread(near: Callable[[int], int], start: int, through: int, steps: int) -> int:
    """These spaces and all that they reach through a set, where `near` tells what is one step away."""
    reached = start
    while steps:
        start = near(start) & through & ~reached
        if not start:
            break
        reached |= start
        steps -= 1
    return reached


def _width(cells: list[Cell]) -> int:
    """The shortest row in which no shift leads from a hex to one that is not its neighbour."""
    if not cells:
        raise ValueError("a map needs a hex")
    longest = max(c for _, c in cells) - min(c for _, c in cells) + 2
    return next(width for width in range(2, longest + 1) if width == longest or _is_true(cells, width))


def _is_true(cells: list[Cell], width: int) -> bool:
    at = {r * width + c: (r, c) for r, c in cells}
    return len(at) == len(cells) and all(
        at.get((r + s) * width + c + d, (r + s, c + d)) == (r + s, c + d)
        for r, c in cells
        for s, d in OFFSETS
    )


class Grid:
    """Where hexes lie on paper: `size` from the centre to a corner, the hex (0, 0) centred on (left, top)."""

    def __init__(self, size: float, left: float = 0.0, top: float = 0.0) -> None:
        self.size, self.left, self.top = size, left, top

    def centre(self, cell: Cell) -> Point:
        r, c = cell
        return self.left + sqrt(3) * self.size * (c + r / 2), self.top + 1.5 * self.size * r

    def cell_at(self, point: Point) -> Cell:
        """The hex in which a point of the paper lies."""
        r, c = self._rows_and_columns(point)
        row, column, third = round(r), round(c), round(-r - c)
        # Of the three roundings the worst gives way, as they must add up to nothing.
        errors = abs(row - r), abs(column - c), abs(third + r + c)
        if errors[0] > errors[1] and errors[0] > errors[2]:
            return -column - third, column
        return (row, -row - third) if errors[1] > errors[2] else (row, column)

    def _rows_and_columns(self, point: Point) -> Point:
        r = (point[1] - self.top) / (1.5 * self.size)
        return r, (point[0] - self.left) / (sqrt(3) * self.size) - r / 2

    def corners(self, cell: Cell, part: float = 1.0) -> tuple[Point, ...]:
        """The six corners clockwise from the top, drawn in to a part of the way from the centre."""
        x, y = self.centre(cell)
        reach = self.size * part
        return tuple((x + dx * reach, y + dy * reach) for dx, dy in CORNERS)

    def side(self, cell: Cell, way: int) -> tuple[Point, Point]:
        """The ends of one side, clockwise as seen from the hex."""
        corners = self.corners(cell)
        a, b = _SIDES[way]
        return corners[a], corners[b]
