"""Where everything lies on the paper of a city's plan: hexes, the courses of streets and waters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import dist

from berlin.boards import hexdraw
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import Cell, Grid, HexMap, bits
from berlin.boards.town.plots import Footprint, scatter, walked

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Side = tuple[int, int]
_STEPS = 12


def between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _spline(points: tuple[Point, ...], part: float) -> Point:
    """So far from the second point to the third, on a curve that passes all four (Catmull and Rom)."""
    x, y = (
        b + part * ((c - a) / 2 + part * (a - 2.5 * b + 2 * c - d / 2 + part * (1.5 * (b - c) + (d - a) / 2)))
        for a, b, c, d in zip(*points, strict=True)
    )
    return x, y


class TownPlan:
    """A map of hexes, how it lies on paper, and what runs there already, so that nothing is built on it."""

    def __init__(self, hexes: HexMap, grid: Grid, box: Box) -> None:
        self.map, self.grid, self.box = hexes, grid, box
        self.middles = {space: grid.centre(cell) for space, cell in hexes.cell.items()}
        self.taken = Footprint(box[2] + box[0], box[3] + box[1])

    def cells(self, spaces: int) -> list[Cell]:
        return [self.map.cell[space] for space in bits(spaces)]

    def centres(self, spaces: int) -> list[Point]:
        return [self.middles[space] for space in bits(spaces)]

    def middle(self, spaces: int) -> Point:
        """The middle of a set."""
        points = self.centres(spaces)
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def space_at(self, point: Point) -> int:
        """The hex in which a point lies, or -1."""
        return self.map.index.get(self.grid.cell_at(point), -1)

    def is_on(self, spaces: int, point: Point) -> bool:
        space = self.space_at(point)
        return space >= 0 and bool(spaces >> space & 1)

    def free(self, spaces: int) -> Callable[[Point], bool]:
        """Whether a point lies in these hexes and nothing runs there."""
        return lambda point: not self.taken.has(point) and self.is_on(spaces, point)

    def strewn(self, spaces: int, pitch: float, seed: int) -> list[Point]:
        """Points all over these hexes."""
        return list(scatter(self.centres(spaces), self.grid.size, pitch, self.free(spaces), seed))

    def patch(self, spaces: int, rough: float, rounds: int = 2) -> list[Line]:
        """The outlines of a set of hexes, as nature or a town draws them."""
        return [
            hexdraw.smooth(hexdraw.rough(ring, rough), rounds, closed=True)
            for ring in hexdraw.outline(self.grid, set(self.cells(spaces)))
        ]

    def edge(self, spaces: int, inside: float) -> list[Line]:
        """The lines between a set and the rest of the map, a part of the way to its centres."""
        return hexdraw.frontier(self.grid, set(self.cells(spaces)), set(self.map.index), inside)

    def outward(self, space: int) -> Point:
        """From a hex straight on over the nearest edge of the map."""
        return self._beyond(self.middles[space])

    def _beyond(self, point: Point) -> Point:
        """Over the nearest edge of the map, to be cut off there."""
        x, y = point
        left, top, right, bottom = self.box
        reach = 2 * self.grid.size
        beyond = {x - left: (left - reach, y), right - x: (right + reach, y)}
        beyond |= {y - top: (x, top - reach), bottom - y: (x, bottom + reach)}
        return beyond[min(beyond)]

    def course(self, road: Sequence[int], junctions: int, edges: int) -> Line:
        """A road over the middles of the sides it crosses; where roads meet it goes through the hex's middle,
        and in a hex at the edge it goes on."""
        points: list[Point] = []
        for at, space in enumerate(road):
            if at in (0, len(road) - 1) or junctions >> space & 1:
                points.append(self.middles[space])
            if at + 1 < len(road):
                points.append(between(self.middles[space], self.middles[road[at + 1]]))
        first = [self.outward(road[0])] if edges >> road[0] & 1 else []
        last = [self.outward(road[-1])] if edges >> road[-1] & 1 else []
        return (*first, *points, *last)

    def side(self, side: Side) -> Line:
        way = self.map.way(*side)
        assert way is not None
        return self.grid.side(self.map.cell[side[0]], way)

    def channel(self, sides: Sequence[Side], head: int = -1, mouth: int = -1) -> Line:
        """A waterway over the middles of its sides, to the corners where it begins and ends; on into a water
        hex, or over an edge of the map that is near."""
        lines = [self.side(side) for side in sides]
        first = self._mouth(lines[0], lines[1], head)
        last = self._mouth(lines[-1], lines[-2], mouth)
        return (*first[::-1], *(between(*line) for line in lines), *last)

    def _mouth(self, line: Line, after: Line, into: int) -> Line:
        """The free end of a waterway's last side, and where it flows on to."""
        a, b = line
        end = a if all(dist(a, other) > 1 for other in after) else b
        beyond = self._beyond(end)
        if into >= 0:
            return end, between(end, self.middles[into])
        return (end, beyond) if dist(end, beyond) < 3.2 * self.grid.size else (end,)

    def joined(self, lines: Mapping[str, Line]) -> dict[str, Line]:
        """Lines that end near another are led into it."""
        found = {}
        for name, line in lines.items():
            others = [point for other in lines if other != name for point in walked(lines[other], 4)]
            found[name] = (*self._near(line[0], others), *line, *self._near(line[-1], others))
        return found

    def _near(self, end: Point, others: list[Point]) -> Line:
        near = [(far, point) for point in others if (far := dist(point, end)) < self.grid.size]
        return (min(near)[1],) if near else ()

    def through(self, stops: Iterable[int], *, closed: bool = False) -> Line:
        """A smooth line through the middles of these hexes; a closed one comes back to the first."""
        points = [self.middles[space] for space in stops]
        around = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
        line = [around[1]]
        for four in zip(around, around[1:], around[2:], around[3:], strict=False):
            line += [_spline(four, step / _STEPS) for step in range(1, _STEPS + 1)]
        return tuple(line)
