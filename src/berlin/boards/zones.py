"""A map of areas as one planar drawing: borders, roads, places, and the adjacency read off them."""

import itertools
from collections.abc import Iterator
from functools import cached_property
from math import hypot

import msgspec

from berlin.boards.atlas import Point
from berlin.kernel.contract.variant import Tables

Line = tuple[Point, ...]

CORNER = 2.0
"""Zones that share no more border than this (in the units of the drawing) only touch at a corner."""


class Border(msgspec.Struct, frozen=True):
    """A stretch of border between two zones, or a zone and what is no zone: a side of the frame, a hub."""

    left: str
    right: str
    river: str
    line: str
    """The zone inside which a defence line is drawn along this border, or nothing."""
    source: str
    path: Line

    @property
    def length(self) -> float:
        return length(self.path)


class Road(msgspec.Struct, frozen=True):
    """A road passes from zone to zone at points that it shares with the borders."""

    name: str
    source: str
    path: Line


class Stream(msgspec.Struct, frozen=True):
    """Water inside a zone: on the picture a river, in the rules nothing."""

    river: str
    within: str
    source: str
    path: Line


class Place(msgspec.Struct, frozen=True):
    """Where a zone's town lies, and the middle and radius of its widest open circle."""

    zone: str
    source: str
    town: Point
    middle: Point
    room: float


class Link(msgspec.Struct, frozen=True):
    """A line that joins a zone of an insert to a zone of the main map, marked river or road or neither."""

    insert: str
    main: str
    river: bool
    road: bool
    source: str
    path: Line


class Contact(msgspec.Struct, frozen=True):
    """What two adjacent zones have between them."""

    a: str
    b: str
    river: bool
    road: bool
    line: tuple[str, ...]
    link: bool


class Drawing(msgspec.Struct, frozen=True, dict=True):
    borders: tuple[Border, ...]
    roads: tuple[Road, ...] = ()
    streams: tuple[Stream, ...] = ()
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    insert: frozenset[str] = frozenset()
    """The zones that are enlarged; they meet the main map over links only."""
    outside: frozenset[str] = frozenset({"north", "east", "south", "west"})
    """Names that stand beside a border and are no zones."""

    @cached_property
    def zones(self) -> tuple[str, ...]:
        names = {name for border in self.borders for name in (border.left, border.right)}
        return tuple(sorted(names - self.outside))

    @cached_property
    def place(self) -> dict[str, Place]:
        return {place.zone: place for place in self.places}

    @cached_property
    def between(self) -> dict[frozenset[str], tuple[Border, ...]]:
        """The stretches of border that two zones share, however short."""
        shared: dict[frozenset[str], tuple[Border, ...]] = {}
        for border in self.borders:
            pair = frozenset((border.left, border.right))
            shared[pair] = (*shared.get(pair, ()), border)
        return shared

    @cached_property
    def crossed(self) -> frozenset[frozenset[str]]:
        """The pairs of zones between which a road crosses the border."""
        on_border = {p: border for border in self.borders for p in border.path[1:-1]}
        met = (on_border.get(p) for road in self.roads for p in road.path[1:-1])
        return frozenset(frozenset((border.left, border.right)) for border in met if border)

    @cached_property
    def contacts(self) -> dict[frozenset[str], Contact]:
        """Adjacency: a shared border that is more than a corner, or a link."""
        found = dict(self._by_border())
        for link in self.links:
            pair = frozenset((link.insert, link.main))
            line = _lines(self.between.get(pair, ()))
            found[pair] = Contact(link.insert, link.main, link.river, link.road, line, True)
        return found

    def _by_border(self) -> Iterator[tuple[frozenset[str], Contact]]:
        for pair, borders in self.between.items():
            if pair & self.outside or len(pair & self.insert) == 1:
                continue
            whole = sum(border.length for border in borders)
            if whole <= CORNER:
                continue
            wet = sum(border.length for border in borders if border.river)
            a, b = sorted(pair)
            yield pair, Contact(a, b, 2 * wet > whole, pair in self.crossed, _lines(borders), False)

    def touching(self, side: str) -> frozenset[str]:
        """The zones along one side of the frame."""
        return frozenset(
            name
            for pair, borders in self.between.items()
            if side in pair and sum(border.length for border in borders) > CORNER
            for name in pair - self.outside
        )

    def at_corners(self, zone: str) -> frozenset[str]:
        """Whatever has a drawn corner in common with a zone, itself too."""
        ends = [(border, {border.path[0], border.path[-1]}) for border in self.borders]
        own = {end for border, both in ends if zone in (border.left, border.right) for end in both}
        return frozenset(side for border, both in ends if both & own for side in (border.left, border.right))

    def polygon(self, zone: str) -> Line:
        """The outline of a zone, sewn together from its borders."""
        return sew([border.path for border in self.borders if zone in (border.left, border.right)])

    def outline(self, zones: frozenset[str]) -> Line:
        """The outline of several zones together."""
        return sew([b.path for b in self.borders if (b.left in zones) != (b.right in zones)])


def _lines(borders: tuple[Border, ...]) -> tuple[str, ...]:
    return tuple(sorted({border.line for border in borders if border.line}))


def length(path: Line) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path))


def sew(pieces: list[Line]) -> Line:
    """One closed ring out of pieces that follow each other end to end, in any order and direction."""
    rest = list(pieces[1:])
    ring = list(pieces[0])
    while rest:
        for number, piece in enumerate(rest):
            if ring[-1] in (piece[0], piece[-1]):
                ring += piece[1:] if piece[0] == ring[-1] else piece[-2::-1]
                del rest[number]
                break
        else:
            raise ValueError(f"the outline has a gap at {ring[-1]}")
    if ring[0] != ring[-1]:
        raise ValueError(f"the outline does not close at {ring[0]}")
    return tuple(ring[:-1])


def clip(ring: Line, window: tuple[Point, Point]) -> Line:
    """The part of a polygon that lies in a window (Sutherland and Hodgman)."""
    kept = list(ring)
    for axis, bound, sign in (
        (0, window[0][0], 1),
        (0, window[1][0], -1),
        (1, window[0][1], 1),
        (1, window[1][1], -1),
    ):
        before, kept = kept, []
        for a, b in zip(before, before[1:] + before[:1], strict=True):
            da, db = sign * (a[axis] - bound), sign * (b[axis] - bound)
            if da >= 0:
                kept.append(a)
            if da * db < 0:
                t = da / (da - db)
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return tuple(kept)


def path(text: str) -> Line:
    points = (point.partition(",") for point in text.split())
    return tuple((float(x), float(y)) for x, _, y in points)


def _cells(tables: Tables, name: str) -> Iterator[list[str]]:
    return (list(row.values()) for row in tables.rows(name))


def read(tables: Tables, insert: frozenset[str] = frozenset(), hubs: frozenset[str] = frozenset()) -> Drawing:
    """A drawing from its tables: borders, roads, streams, places and links, one record a line."""
    places = []
    for zone, town, middle, room, source in _cells(tables, "places"):
        places.append(Place(zone, source, path(town)[0], path(middle)[0], float(room)))
    links = []
    for inner, main, river, road, source, points in _cells(tables, "links"):
        links.append(Link(inner, main, river == "river", road == "road", source, path(points)))
    return Drawing(
        borders=tuple(
            Border(left, right, river, line, source, path(points))
            for left, right, river, line, source, points in _cells(tables, "borders")
        ),
        roads=tuple(Road(name, source, path(points)) for name, source, points in _cells(tables, "roads")),
        streams=tuple(
            Stream(river, zone, source, path(points))
            for river, zone, source, points in _cells(tables, "streams")
        ),
        places=tuple(places),
        links=tuple(links),
        insert=insert,
        outside=frozenset({"north", "east", "south", "west"}) | hubs,
    )
