"""A map of hexes as it is printed: land within its coasts, waters, borders, towns, edges and names.

hexdraw.py has the shapes; here they are put on a sheet in the colours that a game chooses.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from berlin.boards import drawing, hexdraw, symbols
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line, Side
from berlin.boards.hexes import Cell, Grid, HexMap, bits
from berlin.boards.printed import Box
from berlin.boards.symbols import INK, PAPER, SERIF

_PIXELS = drawing.Frame(1.0, 0.0, 0.0)


def stroked(d: str, *styles: tuple[str, float, str]) -> str:
    """The path of lines, in each of these styles."""
    return "".join(
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{" " + extra if extra else ""}/>'
        for colour, width, extra in styles
    )


def italic(x: float, y: float, words: str, size: float, colour: str, spacing: float = 0) -> str:
    return symbols.text(x, y, words, size, fill=colour, family=SERIF, italic=True, spacing=spacing)


def coast(grid: Grid, cells: Collection[Cell]) -> list[Line]:
    """The shores of this land, with bays and capes."""
    return [hexdraw.smooth(hexdraw.rough(ring, 9), 1, closed=True) for ring in hexdraw.outline(grid, cells)]


class HexSheet:
    """A map, how its hexes lie on paper, and the box of the sheet that it fills."""

    def __init__(self, hexes: HexMap, grid: Grid, box: Box) -> None:
        self.map, self.grid, self.box = hexes, grid, box
        x, y, wide, high = box
        self._frame = f'x="{x}" y="{y}" width="{wide}" height="{high}"'

    def cells(self, spaces: int) -> set[Cell]:
        return {self.map.cell[space] for space in bits(spaces)}

    def at(self, r: float, c: float) -> Point:
        """Any place of the sheet by row and column."""
        x, y = self.grid.centre((0, 0))
        return x + 3**0.5 * self.grid.size * (c + r / 2), y + 1.5 * self.grid.size * r

    def side(self, a: int, b: int) -> Side:
        """The hexside between two neighbours."""
        way = self.map.way(a, b)
        assert way is not None
        return self.map.cell[a], way

    def framed(self, *layers: str) -> str:
        """The layers one over the other, cut off at the edges of the sheet."""
        return (
            f'<clipPath id="sheet"><rect {self._frame}/></clipPath><g clip-path="url(#sheet)">'
            f'{"".join(layers)}</g><rect {self._frame} fill="none" stroke="{INK}" stroke-width="5"/>'
        )

    def sea(self, shores: list[Line], colour: str, *shallows: tuple[str, float, str]) -> str:
        """Water, paler along the shores."""
        return f'<rect {self._frame} fill="{colour}"/>' + stroked(hexdraw.area(shores), *shallows)

    def land(self, shores: list[Line], colour: str, shore: tuple[str, float, str], *layers: str) -> str:
        """Land, and upon it what is kept within its shores."""
        shape = hexdraw.area(shores)
        return (
            f'<path d="{shape}" fill="{colour}"/><clipPath id="land"><path d="{shape}"/></clipPath>'
            f'<g clip-path="url(#land)">{"".join(layers)}</g>{stroked(shape, shore)}'
        )

    def outline(self, cells: Collection[Cell]) -> str:
        """The path round these hexes."""
        return hexdraw.area(hexdraw.outline(self.grid, cells))

    def fill(self, cells: Collection[Cell], colour: str) -> str:
        return f'<path d="{self.outline(cells)}" fill="{colour}"/>'

    def signs(self, name: str, spaces: int) -> str:
        """The same sign in each of these spaces."""
        return "".join(hexdraw.sign(self.grid, name, self.map.cell[space]) for space in bits(spaces))

    def lake(self, cell: Cell, name: str, fill: str, shore: str, ink: str) -> str:
        """A hex of water, with its name."""
        ring = hexdraw.smooth(hexdraw.rough(self.grid.corners(cell, 0.93), 5), 2, closed=True)
        shape = f'<path d="{hexdraw.area([ring])}" fill="{fill}" stroke="{shore}" stroke-width="2"/>'
        x, y = self.at(*cell)
        words = enumerate(name.split())
        return shape + "".join(italic(x, y - 2 + 18 * number, word, 16, ink) for number, word in words)

    def closed_sides(self, sides: Iterable[Side], *styles: tuple[str, float, str]) -> str:
        chains = hexdraw.chains(self.grid, sides)
        return "".join(stroked(hexdraw.lines([line]), *styles) for line in chains)

    def rivers(self, sides: Iterable[Side], *styles: tuple[str, float, str]) -> str:
        chains = hexdraw.chains(self.grid, sides)
        return stroked(hexdraw.lines(hexdraw.smooth(line) for line in chains), *styles)

    def river_name(self, side: Side, name: str, size: float) -> str:
        return drawing.caption(_PIXELS, self.grid.side(*side), name, size)

    def border(
        self,
        cells: Collection[Cell],
        within: Collection[Cell],
        inside: float,
        *styles: tuple[str, float, str],
    ) -> str:
        """Between these hexes and the rest of the map, a part of the way to their centres."""
        return stroked(hexdraw.lines(hexdraw.frontier(self.grid, cells, within, inside)), *styles)

    def beside(self, spaces: int, dx: float, dy: float, sign: Callable[[float, float], str]) -> str:
        """A sign so far from the centre of each space."""
        centres = (self.grid.centre(self.map.cell[space]) for space in bits(spaces))
        return "".join(sign(x + dx, y + dy) for x, y in centres)

    def rings(self, spaces: int, colour: str) -> str:
        """A coloured edge within each space."""
        rings = (self.grid.corners(self.map.cell[space], 0.93) for space in bits(spaces))
        return "".join(
            f'<polygon points="{symbols.points(list(ring))}" fill="none" stroke="{colour}" stroke-width="7"/>'
            for ring in rings
        )

    def town_names(self, spaces: int, names: Sequence[str]) -> str:
        parts = []
        for space in bits(spaces):
            x, y = self.grid.centre(self.map.cell[space])
            size = 15.5 if len(names[space]) > 11 else 18.5
            parts.append(symbols.text(x, y - 27, names[space], size, bold=True, halo=PAPER, family=SERIF))
        return "".join(parts)
