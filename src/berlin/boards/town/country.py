"""The country round a city as it is drawn: fields and villages, woods and parks, lakes."""

from collections.abc import Iterable
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random

from berlin.boards import hexdraw
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import bits
from berlin.boards.town.pens import dots, path, paths, pen, shaped, tiled, traced
from berlin.boards.town.plan import TownPlan
from berlin.boards.town.plots import Cutting, Quarter, plots, walked

FIELD, FIELDS = "#ece4c6", ("#e6e0b9", "#f1e9cd", "#dfe0b4")
WOOD, LEAF, WOOD_SHADE = "#b3c795", "#86a468", "#66844f"
PARK, LAWN, PARK_SHADE = "#cddba8", "#a3bf80", "#86a366"
WATER, SHORE, SHALLOW = "#9fc3d3", "#5f8ca3", "#bcd7e1"
# The water of lakes from the shore to the middle, and how broad each stroke is.
_DEPTHS = ((SHORE, 104), (SHALLOW, 98), ("#adcedb", 76), ("#9fc4d5", 52), ("#8fb8cb", 26))


def fields(plan: TownPlan, spaces: int, farms: Iterable[int]) -> str:
    """Open ground, and on these hexes strips of fields that lie otherwise round each farm."""
    left, top, right, bottom = plan.box
    rng = Random(7)
    quarters = [
        Quarter(plan.middles[farm], 420, rng.random() * pi, 95 + 60 * rng.random(), 60 + 40 * rng.random())
        for farm in farms
    ]
    strips: tuple[list[Line], ...] = tuple([] for _ in FIELDS)
    for number, ring in enumerate(
        plots(quarters, lambda point: plan.is_on(spaces, point), Cutting(3, 14, 1), 3)
    ):
        strips[(number * 7 + number // 5) % len(strips)].append(ring)
    box = f'x="{left:g}" y="{top:g}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return f'<rect {box} fill="{FIELD}"/>' + "".join(
        paths(tiled(rings, closed=True), f'fill="{colour}"')
        for rings, colour in zip(strips, FIELDS, strict=True)
    )


def _house(point: Point, angle: float, long: float) -> Line:
    """A short stroke for a broad pen."""
    dx, dy = long / 2 * cos(angle), long / 2 * sin(angle)
    return (point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)


def villages(plan: TownPlan, spaces: int, middles: Iterable[Point], roads: Iterable[Line]) -> str:
    """Houses on these hexes, round the middle of each village and along the roads."""
    rng, fits = Random(11), plan.free(spaces)
    houses = []
    for x, y in middles:
        for _ in range(34):
            far, turn = 12 + 62 * rng.random() ** 0.8, 2 * pi * rng.random()
            point = x + far * cos(turn), y + far * sin(turn)
            if fits(point):
                houses.append(_house(point, rng.random() * pi, 6 + 4 * rng.random()))
    for road in roads:
        for a, b in pairwise(walked(road, 21)):
            angle = atan2(b[1] - a[1], b[0] - a[0])
            for hand in (-1, 1):
                off = hand * (17 + 5 * rng.random())
                point = a[0] - off * sin(angle), a[1] + off * cos(angle)
                if rng.random() < 0.42 and plan.is_on(spaces, point):
                    houses.append(_house(point, angle, 7 + 3 * rng.random()))
    edge, roof = 'stroke="#7d5a41" stroke-width="8"', 'stroke="#c08d70" stroke-width="5.500"'
    return shaped("houses", tiled(houses), edge, roof)


def trees(name: str, points: Iterable[Point], size: float, shade: str, leaf: str, light: str) -> str:
    """Crowns seen from above, each a disc with its shadow and the light on it."""
    return shaped(
        name,
        dots(points),
        pen(shade, size, f'transform="translate({size / 8:g} {size / 7:g})"'),
        pen(leaf, size),
        pen(light, size / 2, f'transform="translate({-size / 9:g} {-size / 8:g})"'),
    )


def woods(plan: TownPlan, spaces: int) -> str:
    points = plan.strewn(spaces, 24, 5)
    shape = traced(plan.patch(spaces, 9), closed=True)
    return (
        path(shape, f'fill="{WOOD}" stroke="{LEAF}" stroke-width="3"')
        + trees("oaks", points[::3], 18, WOOD_SHADE, LEAF, "#9ab97b")
        + trees("pines", points[1::3] + points[2::3], 12.5, "#6c8a55", "#7b9b60", "#92b175")
    )


def parks(plan: TownPlan, spaces: int) -> str:
    shape = traced(plan.patch(spaces, 5), closed=True)
    return path(shape, f'fill="{PARK}" stroke="{LAWN}" stroke-width="3"') + trees(
        "limes", plan.strewn(spaces, 29, 9), 12, PARK_SHADE, LAWN, "#bcd497"
    )


def lakes(plan: TownPlan, waters: int, stream: tuple[int, ...], edges: int) -> str:
    """Broad strokes from water to water, paler along the shores, and one smooth stroke through them all."""
    near = [(a, b) for a in bits(waters) for b in bits(plan.map.across[a] & waters) if a < b]
    strokes = [tuple(plan.middles[space] for space in side) for side in near if not set(side) <= set(stream)]
    strokes += [(plan.middles[space], plan.outward(space)) for space in bits(waters & edges)]
    strokes.append(hexdraw.smooth(tuple(plan.middles[space] for space in stream), 2))
    # Where three waters meet there is no bank between them.
    meres = [
        tuple(plan.middles[space] for space in (a, b, c))
        for a, b in near
        for c in bits(plan.map.across[a] & plan.map.across[b] & waters)
        if b < c
    ]
    meres += [
        (plan.middles[a], plan.middles[b], plan.outward(b), plan.outward(a))
        for a, b in near
        if edges >> a & edges >> b & 1
    ]
    told = f'<path id="lakes" d="{traced(strokes)}"/><path id="meres" d="{traced(meres, closed=True)}"/>'
    return f"<defs>{told}</defs>" + "".join(
        f'<use href="#lakes" {pen(colour, width)}/><use href="#meres" fill="{colour}"/>'
        for colour, width in _DEPTHS
    )
