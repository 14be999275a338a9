"""A city as it is drawn: blocks between streets, ruins, great buildings, walls, airfields, its hexes."""

from collections.abc import Callable, Iterable, Mapping
from math import pi
from random import Random

from berlin.boards import symbols
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import OFFSETS
from berlin.boards.symbols import INK, PAPER
from berlin.boards.town.country import WATER
from berlin.boards.town.pens import dashes, dots, path, paths, pen, placed, shaped, tiled, traced
from berlin.boards.town.plan import TownPlan
from berlin.boards.town.plots import Cutting, Quarter, plots, walked

PAVEMENT, BLOCK, EDGE, COURT = "#eadbc8", ("#cfa78d", "#c49a82", "#d8b59c"), "#9c7560", "#dfc9b4"
RUIN, WALL, BRICK, STONE, DOME = "#cfc6ba", "#5d5249", "#8a463c", "#7b7770", "#8fae9b"
TURF, RUNWAY, WIRE, MESH = "#d5dba9", "#b9b3a4", "#4a3f33", "#5a4a38"
POST, CITADEL, LIMIT, METRO = "#7a2f28", "#2d2622", "#a8342a", "#1f4e8c"
# A block of this area has a court.
_COURT = 700.0
# Flak towers from above: a square of concrete, a gun on each corner.
_TOWER = (
    f'<g id="tower" fill="{STONE}" stroke="{INK}" stroke-width="1.800"><rect x="-24" y="-23" width="56"'
    f' height="56" fill="{INK}" fill-opacity=".35" stroke="none"/><rect x="-27" y="-27" width="54"'
    ' height="54"/><g id="guns"><circle cx="-22" cy="-22" r="12"/><circle cx="22" cy="-22" r="12"/><circle'
    ' cx="-22" cy="22" r="12"/><circle cx="22" cy="22" r="12"/></g><path d="M-22-22h0M22-22h0M-22 22h0M22 22'
    'h0" stroke-width="10" stroke-linecap="round"/><rect x="-12" y="-12" width="24" height="24"'
    ' fill="#98948b"/></g>'
)


def quarters(plan: TownPlan, middles: Iterable[int], part: Callable[[int], float]) -> list[Quarter]:
    """In each quarter the streets lie as they were planned; `part` of the usual distance from each other."""
    rng = Random(2)
    return [
        Quarter(
            plan.middles[space],
            380,
            rng.random() * pi / 2,
            (40 + 12 * rng.random()) * part(space),
            (27 + 8 * rng.random()) * part(space),
        )
        for space in middles
    ]


def blocks(plan: TownPlan, town: list[Quarter], built: int, pavement: int) -> str:
    """Pavement, and upon it the blocks; the larger ones have courts."""
    tones: tuple[list[Line], ...] = tuple([] for _ in BLOCK)
    courts = []
    for number, ring in enumerate(plots(town, plan.free(built), Cutting(6, 6, 2), 1)):
        tones[(number * 5 + number // 3) % len(tones)].append(ring)
        if _area(ring) > _COURT:
            courts.append(_inner(ring))
    return (
        path(traced(plan.patch(pavement, 4, 1), closed=True), f'fill="{PAVEMENT}"')
        + "".join(
            paths(tiled(rings, closed=True), f'fill="{colour}" stroke="{EDGE}"')
            for rings, colour in zip(tones, BLOCK, strict=True)
        )
        + paths(tiled(courts, closed=True), f'fill="{COURT}" stroke="{EDGE}" stroke-opacity=".5"')
    )


def _area(ring: Line) -> float:
    (ax, ay), (bx, by), (cx, cy), _ = ring
    return abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx))


def _inner(ring: Line) -> Line:
    x, y = (sum(point[axis] for point in ring) / 4 for axis in (0, 1))
    return tuple((x + (px - x) * 0.38, y + (py - y) * 0.38) for px, py in ring)


def ruins(plan: TownPlan, town: list[Quarter], spaces: int) -> str:
    """Walls that stand in pieces, and rubble in the streets."""
    rng = Random(17)
    near = [quarter for quarter in town if any(_is_near(quarter, point) for point in plan.centres(spaces))]
    walls = []
    for ring in plots(near, plan.free(spaces), Cutting(6, 9, 2), 1):
        kept = tuple(point for point in ring if rng.random() < 0.85)
        if len(kept) > 1:
            walls.append(kept)
    return (
        path(traced(plan.patch(spaces, 7), closed=True), f'fill="{RUIN}"')
        + paths(dots(plan.strewn(spaces, 9, 23)), pen("#b3a799", 5))
        + paths(dots(plan.strewn(spaces, 17, 29)), pen("#776c61", 3.4))
        + paths(tiled(walls), pen(WALL, 2.6, 'stroke-dasharray="9 4 4 5"'))
    )


def _is_near(quarter: Quarter, point: Point) -> bool:
    return abs(quarter.middle[0] - point[0]) + abs(quarter.middle[1] - point[1]) < 2 * quarter.reach


def building(point: Point, shape: str, hall: str, dome: str) -> str:
    """A ground plan with its courts cut out, the roof of a station's hall, a dome (`x y radius`)."""
    x, y = point
    parts = [path(shape, f'fill="{BRICK}" fill-rule="evenodd" stroke="{INK}" stroke-width="1.300"')]
    if hall:
        parts.append(path(hall, 'stroke="#e8c9b4" stroke-width="2.400"'))
    if dome:
        dx, dy, radius = dome.split()
        parts.append(f'<circle cx="{dx}" cy="{dy}" r="{radius}" fill="{DOME}" stroke="{INK}"/>')
    shadow = f'fill="{INK}" fill-opacity=".3" fill-rule="evenodd" transform="translate(4 5)"'
    return f'<g transform="translate({x:.0f} {y - 6:.0f})">{path(shape, shadow)}{"".join(parts)}</g>'


def stadium(point: Point) -> str:
    x, y = point
    rings = ((44, 36, STONE), (36, 28, "#c9bfae"), (30, 22, "#b5533f"), (24, 16, "#9dbb78"))
    return "".join(
        f'<ellipse cx="{x:.0f}" cy="{y - 4:.0f}" rx="{rx}" ry="{ry}" fill="{fill}" stroke="{INK}"/>'
        for rx, ry, fill in rings
    )


def fort(point: Point) -> str:
    """Four bastions in a moat."""
    walls = "M-14-19l-5-15-15 15 15 5v28l-15 5 15 15 5-15h28l5 15 15-15-15-5v-28l15-5-15-15-5 15z"
    return (
        f'<g transform="translate({point[0]:.0f} {point[1] + 2:.0f}) scale(.900)">'
        + path(walls, pen(WATER, 18))
        + path(walls, f'fill="{BLOCK[1]}" stroke="{INK}" stroke-width="2"')
        + path("M-9-9h18v18h-18z", f'fill="{COURT}" stroke="{EDGE}" stroke-width="2"')
        + "</g>"
    )


def towers(points: Iterable[Point]) -> str:
    return f"<defs>{_TOWER}</defs>{placed('tower', ((x, y - 5) for x, y in points))}"


def airfields(plan: TownPlan, runways: Mapping[int, Iterable[tuple[int, ...]]]) -> str:
    """By the hexes of each: turf within its wire, and runways from end to end about its middle."""
    strips, wires = [], []
    turf = ""
    for field, lines in runways.items():
        x, y = plan.middle(field)
        turf += traced(plan.patch(field, 2), closed=True)
        strips += [((x + a, y + b), (x + c, y + e)) for a, b, c, e in lines]
        wires += plan.edge(field, 0.09)
    barbs = "".join(f"M{x - 4:.0f} {y - 4:.0f}l8 8m0-8l-8 8" for ring in wires for x, y in walked(ring, 24))
    edge, paved = 'stroke="#9b9484" stroke-width="26"', f'stroke="{RUNWAY}" stroke-width="22"'
    return (
        path(turf, f'fill="{TURF}"')
        + shaped("runways", [traced(strips)], edge, paved, dashes("#f6f0df", 1.8, 16, 12))
        + path(traced(wires) + barbs, pen(WIRE, 1.8))
    )


def walls(plan: TownPlan, name: str, spaces: int, colour: str) -> str:
    """Battlements just within the sides of each hex."""
    rings = (plan.grid.corners(cell, 0.84) for cell in plan.cells(spaces))
    halo = f'fill="none" stroke="{PAPER}" stroke-width="15" stroke-opacity=".6"'
    return shaped(
        name, tiled(rings, closed=True), halo, dashes(colour, 11, 6.3, 6.3), dashes(colour, 4, 1, 0)
    )


def mesh(plan: TownPlan) -> str:
    """Every hexside once."""
    sides = (
        plan.grid.side((r, c), way)
        for r, c in sorted(plan.map.index)
        for way, (s, e) in enumerate(OFFSETS)
        if way % 2 == 0 or (r + s, c + e) not in plan.map.index
    )
    return paths(tiled(sides), pen(MESH, 1.1, 'stroke-opacity=".45"'))


def numbers(plan: TownPlan, keys: Mapping[int, str], walled: int) -> str:
    """The number of each hex, small, along its upper side; where there are walls, within them."""
    texts = "".join(
        f'<text x="{x:.0f}" y="{y - (24 if walled >> space & 1 else 39):.0f}">{keys[space]}</text>'
        for space, (x, y) in plan.middles.items()
    )
    style = 'font-family="Arial,\'DejaVu Sans\',sans-serif" font-size="10.500" text-anchor="middle"'
    light = 'stroke="#f8f2dd" stroke-opacity=".5" stroke-width="2" paint-order="stroke"'
    return f'<g {style} fill="#3b2f22" fill-opacity=".8" {light}>{texts}</g>'


def signs() -> str:
    """The U of the underground and the boxed b of bunkers, to be posted."""
    box = '<g id="{}"><rect x="{}" y="{}" width="{}" height="{}" {}/>{}</g>'
    u, b = symbols.text(0, 5.6, "U", 15.5, fill="#fff", bold=True), symbols.text(0, 5.6, "b", 17, bold=True)
    blue, white = (
        f'rx="3" fill="{METRO}" stroke="#fff"',
        f'fill="#fffdf4" stroke="{INK}" stroke-width="2.600"',
    )
    return (
        f"<defs>{box.format('ubahn', -10, -10, 20, 20, blue, u)}"
        f"{box.format('bunker', -11, -11, 22, 22, white, b)}</defs>"
    )


def posted(plan: TownPlan, name: str, spaces: int, dx: float, dy: float) -> str:
    """A sign so far from the middle of each hex."""
    return placed(name, ((x + dx, y + dy) for x, y in plan.centres(spaces)))
