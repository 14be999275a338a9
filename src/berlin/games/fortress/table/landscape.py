"""The country as it is drawn: fields and villages, woods and parks, waters, streets and railways."""

from collections.abc import Callable
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random

from berlin.boards import hexdraw
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import OFFSETS, bits
from berlin.boards.plots import Cutting, Quarter, plots, scatter, walked
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import BESIDE, CLEARS, FORESTS, HEXES, MAP, PARKS, WATERS
from berlin.games.fortress.board.names import PLACES
from berlin.games.fortress.table import plan
from berlin.games.fortress.table.plan import (
    BOTTOM,
    CANAL,
    GRID,
    LEFT,
    RIGHT,
    SIZE,
    SPREE,
    STREET,
    TOP,
    cells,
    centre,
    d,
    dots,
    is_on,
    taken,
)

FIELD, FIELDS = "#ece4c6", ("#e6e0b9", "#f1e9cd", "#dfe0b4")
WOOD, LEAF = "#b3c795", "#86a468"
PARK, LAWN = "#cddba8", "#a3bf80"
WATER, SHORE, SHALLOW, DEEP = "#9fc3d3", "#5f8ca3", "#bcd7e1", "#8fb8cb"
_DEPTHS = ((SHORE, 104), (SHALLOW, 98), ("#adcedb", 76), ("#9fc4d5", 52), (DEEP, 26))
BANK, CASING, PAVING = "#f3ead6", "#8b6a45", "#fdf3d6"
INK, MESH = "#2a2520", "#5a4a38"
AVUS = ground.ROAD_NAMES.index("AVUS")


def line(colour: str, width: float, extra: str = "") -> str:
    """How a round pen draws."""
    more = f" {extra}" if extra else ""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{more}'
    )


def path(shape: str, style: str) -> str:
    return f'<path d="{shape}" {style}/>'


def shaped(name: str, shape: str, *styles: str) -> str:
    """A shape told once and drawn in each of these styles, the lowest first."""
    uses = "".join(f'<use href="#{name}" {style}/>' for style in styles)
    return f'<defs><path id="{name}" d="{shape}"/></defs>{uses}'


def patch(spaces: int, rough: float, rounds: int = 2) -> list[Line]:
    """The outlines of a set of hexes, as nature or a town draws them."""
    return [
        hexdraw.smooth(hexdraw.rough(ring, rough), rounds, closed=True)
        for ring in hexdraw.outline(GRID, set(cells(spaces)))
    ]


def free(spaces: int) -> Callable[[Point], bool]:
    """Whether a point lies in these hexes and nothing runs there."""
    return lambda point: is_on(spaces, point) and not taken().has(point)


def strewn(spaces: int, pitch: float, seed: int) -> list[Point]:
    """Points all over these hexes."""
    return list(scatter((centre(space) for space in bits(spaces)), SIZE, pitch, free(spaces), seed))


def country() -> str:
    """Fields in strips."""
    box = f'x="{LEFT:g}" y="{TOP:g}" width="{RIGHT - LEFT:g}" height="{BOTTOM - TOP:g}"'
    rng = Random(7)
    farms = [
        Quarter(centre(space), 420, rng.random() * pi, 95 + 60 * rng.random(), 60 + 40 * rng.random())
        for space in HEXES[::23]
        if CLEARS & ground.within(space, 2)
    ]
    strips: tuple[list[Line], ...] = tuple([] for _ in FIELDS)
    for number, ring in enumerate(plots(farms, lambda point: is_on(CLEARS, point), Cutting(3, 14, 1), 3)):
        strips[(number * 7 + number // 5) % len(strips)].append(ring)
    return f'<rect {box} fill="{FIELD}"/>' + "".join(
        path(d(rings, closed=True), f'fill="{colour}"') for rings, colour in zip(strips, FIELDS, strict=True)
    )


def _house(point: Point, angle: float, long: float) -> str:
    """A short stroke for a broad pen."""
    dx, dy = long * cos(angle), long * sin(angle)
    return f"M{point[0] - dx / 2:.0f} {point[1] - dy / 2:.0f}l{dx:.0f} {dy:.0f}"


def villages() -> str:
    """Houses round the middle of each village, and along the roads outside the city."""
    rng, fits = Random(11), free(CLEARS)
    houses = []
    for space in PLACES:
        if CLEARS >> space & 1 and space != plan.FORT:
            x, y = centre(space)
            for _ in range(34):
                far, turn = 12 + 62 * rng.random() ** 0.8, 2 * pi * rng.random()
                point = x + far * cos(turn), y + far * sin(turn)
                if fits(point):
                    houses.append(_house(point, rng.random() * pi, 6 + 4 * rng.random()))
    for road in plan.streets():
        for a, b in pairwise(walked(road, 21)):
            angle = atan2(b[1] - a[1], b[0] - a[0])
            for hand in (-1, 1):
                off = hand * (17 + 5 * rng.random())
                point = a[0] - off * sin(angle), a[1] + off * cos(angle)
                if rng.random() < 0.42 and is_on(CLEARS, point):
                    houses.append(_house(point, angle, 7 + 3 * rng.random()))
    return shaped(
        "houses",
        "".join(houses),
        'stroke="#7d5a41" stroke-width="8"',
        'stroke="#c08d70" stroke-width="5.500"',
    )


def _trees(name: str, shape: str, size: float, shadow: str, leaf: str, light: str) -> str:
    """Crowns seen from above, each a disc with its shadow and the light on it."""
    return shaped(
        name,
        shape,
        line(shadow, size, f'transform="translate({size / 8:g} {size / 7:g})"'),
        line(leaf, size),
        line(light, size / 2, f'transform="translate({-size / 9:g} {-size / 8:g})"'),
    )


def woods() -> str:
    trees = strewn(FORESTS, 24, 5)
    return (
        path(d(patch(FORESTS, 9), closed=True), f'fill="{WOOD}" stroke="{LEAF}" stroke-width="3"')
        + _trees("oaks", dots(trees[::3]), 18, "#66844f", LEAF, "#9ab97b")
        + _trees("pines", dots(trees[1::3] + trees[2::3]), 12.5, "#6c8a55", "#7b9b60", "#92b175")
    )


def parks() -> str:
    shape = path(d(patch(PARKS, 5), closed=True), f'fill="{PARK}" stroke="{LAWN}" stroke-width="3"')
    return shape + _trees("limes", dots(strewn(PARKS, 29, 9)), 12, "#86a366", LAWN, "#bcd497")


def lakes() -> str:
    """Broad strokes from water to water, paler along the shores; the Havel in one smooth stroke."""
    stream = plan.havel()
    course = hexdraw.smooth(tuple(centre(space) for space in stream), 2)
    joined = [
        (centre(space), centre(near))
        for space in bits(WATERS)
        for near in bits(BESIDE[space] & WATERS)
        if space < near and not (space in stream and near in stream)
    ]
    over = [(centre(space), plan.outward(space)) for space in bits(WATERS) if ground.EDGE[space] == 0]
    # Where three waters meet there is no bank between them.
    meres = [
        (centre(space), centre(near), centre(third))
        for space in bits(WATERS)
        for near in bits(BESIDE[space] & WATERS)
        for third in bits(BESIDE[space] & BESIDE[near] & WATERS)
        if space < near < third
    ]
    told = (
        f'<path id="lakes" d="{d([course, *joined, *over])}"/><path id="meres" d="{d(meres, closed=True)}"/>'
    )
    return f"<defs>{told}</defs>" + "".join(
        f'<use href="#lakes" {line(colour, width)}/><use href="#meres" fill="{colour}"/>'
        for colour, width in _DEPTHS
    )


def rivers() -> str:
    """Channels that flow together: all banks, then all water."""
    lines = plan.channels()
    shapes = {
        "canals": (d(course for name, course in lines.items() if name != "spree"), CANAL),
        "spree": (d([lines["spree"]]), SPREE),
    }
    told = "".join(f'<path id="{name}" d="{shape}"/>' for name, (shape, _) in shapes.items())
    layers = "".join(
        f'<use href="#{name}" {line(colour, width + more)}/>'
        for colour, more in ((BANK, 11.0), (SHORE, 4.0), (WATER, 0.0))
        for name, (_, width) in shapes.items()
    )
    return f'<defs>{told}</defs>{layers}<use href="#spree" {line(SHALLOW, SPREE - 15)}/>'


def roads() -> str:
    """Paved between their kerbs; the AVUS has two lanes."""
    paved = shaped("streets", d(plan.streets()), line(CASING, STREET + 3.6), line(PAVING, STREET))
    lanes = shaped("avus", d([plan.streets()[AVUS]]), line("#cfa04a", STREET - 4), line(PAVING, 1.8))
    return paved + lanes


def bridges() -> str:
    """Across the water, with parapets on both sides."""
    decks, rails = [], []
    for side in ground.BRIDGES:
        (ax, ay), (bx, by) = (centre(space) for space in side)
        x, y = (ax + bx) / 2, (ay + by) / 2
        angle = atan2(by - ay, bx - ax)
        long = 20 if side in ground.WATERWAYS["spree"] else 11
        dx, dy = long * cos(angle), long * sin(angle)
        decks.append(((x - dx, y - dy), (x + dx, y + dy)))
        for hand in (-8, 8):
            px, py = x - hand * sin(angle), y + hand * cos(angle)
            rails.append(((px - dx, py - dy), (px + dx, py + dy)))
    deck = f'stroke="{PAVING}" stroke-width="15"'
    return path(d(decks), deck) + path(d(rails), line(INK, 3.2))


def railways() -> str:
    """The ring and the line through the city, black and white."""
    ring, through = plan.railways()
    return shaped(
        "rails",
        d([(*ring, ring[0]), through]),
        line(BANK, 9),
        line(INK, 6),
        'fill="none" stroke="#fbf6e8" stroke-width="3.200" stroke-dasharray="13 11"',
    )


def mesh() -> str:
    sides = (
        GRID.side((r, c), way)
        for r, c in sorted(MAP.index)
        for way, (s, e) in enumerate(OFFSETS)
        if way % 2 == 0 or (r + s, c + e) not in MAP.index
    )
    return path(d(sides), line(MESH, 1.1, 'stroke-opacity=".45"'))


def numbers() -> str:
    """The number of each hex, small, along its upper side."""
    texts = []
    for space in HEXES:
        x, y = centre(space)
        texts.append(f'<text x="{x:.0f}" y="{y - 39:.0f}">{ground.KEYS[space]}</text>')
    style = 'font-family="Arial,\'DejaVu Sans\',sans-serif" font-size="10.500" text-anchor="middle"'
    return f'<g {style} fill="#3b2f22" fill-opacity=".72">{"".join(texts)}</g>'
