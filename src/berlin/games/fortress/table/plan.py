"""Where everything lies on the paper: the hexes, the courses of streets, waters and the ring railway."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import hypot

from berlin.boards import hexdraw
from berlin.boards.atlas import Point
from berlin.boards.columns import ColumnGrid
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import Cell, bits
from berlin.boards.plots import Footprint
from berlin.boards.travel import paces
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import (
    AT,
    BESIDE,
    COLUMNS,
    MAP,
    NUMBERS,
    ROAD_STEP,
    ROADS,
    WATERS,
    WATERWAYS,
)

SIZE = 60.0
HALF = 3**0.5 * SIZE / 2
LEFT, TOP = 170.0, 150.0
RIGHT, BOTTOM = LEFT + 1.5 * SIZE * (COLUMNS - 1) + 2 * SIZE, TOP + 2 * HALF * NUMBERS + HALF
WIDTH, HEIGHT = round(RIGHT + LEFT), round(BOTTOM + 560)
GRID = ColumnGrid(SIZE, LEFT + SIZE, TOP - HALF)
# How far what leaves the map is drawn on, to be cut off by the frame.
BEYOND = 120.0
CANAL, SPREE, STREET, AVENUE = 9.0, 24.0, 11.0, 15.0
FORT = AT["2309"]
"""The citadel of Spandau, which is no strongpoint."""
BEND = 0.7
"""How far a point may lie beside a straight line and be left out."""
# The ring railway runs clockwise from the Frankfurter Allee.
RING = (
    "6216 6218 6020 5822 5624 5323 4925 4625 4224 4022 3820 3618 3616 3614 3812 4010 4208 4607 4907 5207 5608"
    " 5810 6011 6214"
)
# The line through the middle of the city, of our drawing too.
CITY_LINE = "3319 3718 4117 4415 4713 5013 5314 5515 5715 5916 6117 6318"


def cells(spaces: int) -> list[Cell]:
    return [MAP.cell[space] for space in bits(spaces)]


@cache
def centre(space: int) -> Point:
    return GRID.centre(MAP.cell[space])


def between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def space_at(point: Point) -> int:
    """The hex in which a point lies, or -1."""
    return MAP.index.get(GRID.cell_at(point), -1)


def is_on(spaces: int, point: Point) -> bool:
    space = space_at(point)
    return space >= 0 and bool(spaces >> space & 1)


def outward(space: int) -> Point:
    """From an edge hex straight on over the edge."""
    x, y = centre(space)
    column, number = ground.SHEET.column(MAP.cell[space]) + 1, ground.SHEET.number(MAP.cell[space])
    if column in (1, COLUMNS):
        return (x - BEYOND, y) if column == 1 else (x + BEYOND, y)
    return (x, y - BEYOND) if number == 1 else (x, y + BEYOND)


def havel() -> tuple[int, ...]:
    """The water hexes that the Havel flows through, from edge to edge by the shortest way."""
    far = paces(BESIDE, 1 << AT["1234"], ~WATERS)
    stream = [AT["2501"]]
    while far[stream[-1]]:
        stream.append(min(bits(BESIDE[stream[-1]] & WATERS), key=far.__getitem__))
    return tuple(stream)


def course(road: tuple[int, ...]) -> Line:
    """A road over the middles of the sides it crosses; where roads meet it goes through the hex's middle."""
    points: list[Point] = []
    for at, space in enumerate(road):
        ends = at in (0, len(road) - 1)
        if ends or ROAD_STEP[space].bit_count() > 2:
            points.append(centre(space))
        if at + 1 < len(road):
            points.append(between(centre(space), centre(road[at + 1])))
    for end, first in ((road[0], True), (road[-1], False)):
        if ground.EDGE[end] == 0:
            points.insert(0 if first else len(points), outward(end))
    return tuple(points)


def _side(side: tuple[int, int]) -> Line:
    way = MAP.way(*side)
    assert way is not None
    return GRID.side(MAP.cell[side[0]], way)


def channel(name: str) -> Line:
    """A waterway over the middles of its sides, from what it flows out of to what it flows into."""
    sides = [_side(side) for side in WATERWAYS[name]]
    points = [between(*side) for side in sides]
    first = next(end for end in sides[0] if not _is_near(end, sides[1]))
    last = next(end for end in sides[-1] if not _is_near(end, sides[-2]))
    head, mouth = _MOUTHS[name]
    return (_mouth(first, head), *points, _mouth(last, mouth))


def _is_near(point: Point, line: Line) -> bool:
    return any(abs(x - point[0]) + abs(y - point[1]) < 1 for x, y in line)


def _mouth(end: Point, into: str) -> Point:
    """On into a water hex, over an edge of the map, or just to the corner where another channel passes."""
    if into in ("east", "south"):
        return (end[0] + BEYOND, end[1]) if into == "east" else (end[0], end[1] + BEYOND)
    return between(end, centre(AT[into])) if into else end


_MOUTHS = {
    "spree": ("2111", "east"),
    "landwehr": ("", ""),
    "teltow": ("south", "south"),
    "britz": ("", ""),
    "hohenzollern": ("2207", ""),
}


@cache
def streets() -> tuple[Line, ...]:
    return tuple(hexdraw.smooth(course(road), 2) for road in ROADS)


@cache
def channels() -> dict[str, Line]:
    return {name: hexdraw.smooth(channel(name), 2) for name in WATERWAYS}


@cache
def railways() -> tuple[Line, Line]:
    """The ring, closed, and the line through the city."""
    posts = [centre(AT[key]) for key in RING.split()]
    # With a point between any two the curve keeps close to both.
    ring = tuple(point for a, b in pairwise([*posts, posts[0]]) for point in (a, between(a, b)))
    line = tuple(centre(AT[key]) for key in CITY_LINE.split())
    return hexdraw.smooth(ring, 3, closed=True), hexdraw.smooth(line, 3)


@cache
def taken() -> Footprint:
    """Where streets, channels and railways run, and the squares round the great buildings, which have room
    for their names: nothing else stands there."""
    found = Footprint(WIDTH, HEIGHT)
    found.draw(streets(), STREET + 12)
    for name, line in channels().items():
        found.draw([line], (SPREE if name == "spree" else CANAL) + 14)
    ring, line = railways()
    found.draw([(*ring, ring[0]), line], 16)
    for space in bits(ground.BUILDINGS | ground.TOWERS):
        x, y = centre(space)
        found.draw([((x, y - 4), (x, y + 28))], 84)
    return found


def d(lines: Iterable[Line], *, closed: bool = False) -> str:
    """The path of lines in whole numbers, each told by how far it goes from point to point."""
    return "".join(_d(line) + ("z" if closed else "") for line in lines)


def _d(line: Line) -> str:
    points = [(round(x), round(y)) for x, y in line]
    kept = [points[0]]
    for here, after in pairwise(points[1:]):
        # What lies on the way anyway is left out.
        (px, py), (hx, hy), (ax, ay) = kept[-1], here, after
        long = hypot(ax - px, ay - py)
        if long and abs((ax - px) * (hy - py) - (ay - py) * (hx - px)) / long > BEND:
            kept.append(here)
    kept.append(points[-1])
    steps = "".join(f"{b[0] - a[0]:+}{b[1] - a[1]:+}" for a, b in pairwise(kept))
    return f"M{kept[0][0]} {kept[0][1]}l{steps.removeprefix('+')}"


def dots(points: Iterable[Point]) -> str:
    """The path of points that a round pen makes into discs."""
    return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in points)
