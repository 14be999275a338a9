"""The city as it is drawn: blocks between streets, ruins, great buildings, flak towers, airfields."""

from functools import cache
from math import pi
from random import Random

from berlin.boards import hexdraw
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import bits
from berlin.boards.plots import Cutting, Quarter, plots, walked
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, BLOCKS, HEXES, RUINED
from berlin.games.fortress.table.landscape import INK, WATER, free, line, patch, path, strewn
from berlin.games.fortress.table.plan import FORT, GRID, cells, centre, d, dots

PAVEMENT, BLOCK, EDGE, COURT = "#eadbc8", ("#cfa78d", "#c49a82", "#d8b59c"), "#9c7560", "#dfc9b4"
RUIN, BRICK, ROOF, STONE = "#cfc6ba", "#8a463c", "#a65c4e", "#7b7770"
TURF, RUNWAY, WIRE = "#d5dba9", "#b9b3a4", "#4a3f33"
# A block this long and broad has a court.
_COURT = 700.0
# Where the narrow streets of the old town are.
_OLD, _OLD_REACH = AT["5316"], 4

# Each building's ground plan about the middle of its hex; what is cut out of it is a court.
PLANS = {
    "5015": "M-30-20h60v40h-60zM-34-24h13v13h-13zM21-24h13v13h-13zM-34 11h13v13h-13zM21 11h13v13h-13z"
    "M-19-10h10v20h-10zM9-10h10v20h-10z",
    "5115": "M-18-14h34v26h-34zM16-5h12v14h-12zM-26-6h8v12h-8z",
    "5315": "M-23-23h46v46h-46zM-10-10h20v20h-20z",
    "5117": "M-36-26h13v52h-13zM-23-26h56v11h-56zM-23-5h44v11h-44zM-23 15h56v11h-56z",
    "5118": "M-36-26h13v52h-13zM-23-26h40v11h-40zM-23-5h56v11h-56zM-23 15h40v11h-40z",
    "5119": "M-28-20h56v16h-38v24h-18zM4 4h24v16h-24z",
    "4818": "M-32-22h64v44h-64zM-22-12h16v24h-16zM6-12h16v24h-16z",
    "4819": "M-28-18h56v36h-56zM-16-8h32v16h-32z",
    "5017": "M-44-11h62v22h-62zM-4-5h16v10h-16zM18-22h22v44h-22zM25-8h8v16h-8z",
    "3614": "M-46 2h92v12h-92zM-15-18h30v20h-30zM-46-14h11v16h-11zM35-14h11v16h-11z",
    "5516": "M-26-20h52v40h-52zM-18-12h10v10h-10zM8-12h10v10h-10zM-18 2h36v10h-36z",
    "5615": "M-30-24h60v48h-60zM-21-15h18v12h-18zM3-15h18v12h-18zM-21 3h18v12h-18zM3 3h18v12h-18z",
    "5019": "M-20-28h40v46h-40zM-28-28h8v12h-8zM20-28h8v12h-8z",
    "5111": "M-18-22h36v46h-36zM-26 14h8v10h-8zM18 14h8v10h-8z",
    "5916": "M-34-16h62v32h-62zM28-10h10v20h-10z",
}
# What stands out of them: domes, towers and the roofs of station halls.
_DOMES = {"5015": (0, 0, 8), "3614": (0, -8, 7), "5516": (0, -1, 6)}
_HALLS = {
    "5019": "M-12-24v40M-4-24v40M4-24v40M12-24v40",
    "5111": "M-11-18v40M-4-18v40M4-18v40M11-18v40",
    "5916": "M-30-9h54M-30-3h54M-30 3h54M-30 9h54",
}
# Runways, from end to end, and the great hall of Tempelhof round its apron.
_RUNWAYS = {
    "Tegel": ((-150, 26, 150, -24), (-96, -92, 70, 112)),
    "Tempelhof": ((-178, -22, 176, -14), (-178, 34, 176, 42)),
    "Gatow": ((-132, -62, 132, 66), (-124, 76, 116, -96)),
}


@cache
def _quarters() -> list[Quarter]:
    """In each quarter the streets lie as they were planned."""
    rng = Random(2)
    found = []
    for space in HEXES[::13]:
        if ground.URBAN & ground.within(space, 1):
            part = 0.78 if ground.distance(space, _OLD) < _OLD_REACH else 1.0
            angle, along, across = rng.random() * pi / 2, 40 + 12 * rng.random(), 27 + 8 * rng.random()
            found.append(Quarter(centre(space), 380, angle, along * part, across * part))
    return found


def blocks() -> str:
    """Pavement, and upon it the blocks; the larger ones have courts."""
    built = BLOCKS | RUINED | ground.BUILDINGS | ground.TOWERS
    tones: tuple[list[Line], ...] = tuple([] for _ in BLOCK)
    courts = []
    towns = free(BLOCKS | ground.BUILDINGS & ~(1 << ground.STADIUM))
    for number, ring in enumerate(plots(_quarters(), towns, Cutting(6, 6, 2), 1)):
        tones[(number * 5 + number // 3) % len(tones)].append(ring)
        if _area(ring) > _COURT:
            courts.append(_inner(ring))
    return (
        path(d(patch(built, 4, 1), closed=True), f'fill="{PAVEMENT}"')
        + "".join(
            path(d(rings, closed=True), f'fill="{colour}" stroke="{EDGE}"')
            for rings, colour in zip(tones, BLOCK, strict=True)
        )
        + path(d(courts, closed=True), f'fill="{COURT}" stroke="{EDGE}" stroke-opacity=".5"')
    )


def _area(ring: Line) -> float:
    (ax, ay), (bx, by), (cx, cy), _ = ring
    return abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx))


def _inner(ring: Line) -> Line:
    x, y = (sum(point[axis] for point in ring) / 4 for axis in (0, 1))
    return tuple((x + (px - x) * 0.38, y + (py - y) * 0.38) for px, py in ring)


def ruins() -> str:
    """Walls that stand in pieces, and rubble in the streets."""
    rng = Random(17)
    near = [quarter for quarter in _quarters() if any(_is_near(quarter, space) for space in bits(RUINED))]
    walls = []
    for ring in plots(near, free(RUINED), Cutting(6, 9, 2), 1):
        kept = tuple(point for point in ring if rng.random() < 0.85)
        if len(kept) > 1:
            walls.append(kept)
    return (
        path(d(patch(RUINED, 7), closed=True), f'fill="{RUIN}"')
        + path(dots(strewn(RUINED, 9, 23)), line("#b3a799", 5))
        + path(dots(strewn(RUINED, 17, 29)), line("#776c61", 3.4))
        + path(d(walls), line("#5d5249", 2.6, 'stroke-dasharray="9 4 4 5"'))
    )


def _is_near(quarter: Quarter, space: int) -> bool:
    x, y = centre(space)
    return abs(quarter.middle[0] - x) + abs(quarter.middle[1] - y) < 2 * quarter.reach


def buildings() -> str:
    """The great buildings by their ground plans, and the Olympic Stadium."""
    parts = [_stadium()]
    for key, shape in PLANS.items():
        x, y = centre(AT[key])
        dome = (
            "".join(
                f'<circle cx="{dx}" cy="{dy}" r="{r}" fill="#8fae9b" stroke="{INK}"/>'
                for dx, dy, r in [_DOMES[key]]
            )
            if key in _DOMES
            else ""
        )
        hall = path(_HALLS[key], 'stroke="#e8c9b4" stroke-width="2.400"') if key in _HALLS else ""
        parts.append(
            f'<g transform="translate({x:.0f} {y - 6:.0f})"><path d="{shape}" fill="{INK}" fill-opacity=".3"'
            f' fill-rule="evenodd" transform="translate(4 5)"/><path d="{shape}" fill="{BRICK}"'
            f' fill-rule="evenodd" stroke="{INK}" stroke-width="1.300"/>{hall}{dome}</g>'
        )
    return "".join(parts)


def _stadium() -> str:
    x, y = centre(ground.STADIUM)
    rings = ((44, 36, STONE), (36, 28, "#c9bfae"), (30, 22, "#b5533f"), (24, 16, "#9dbb78"))
    return (
        f'<g stroke="{INK}" stroke-width="1.200">'
        + "".join(
            f'<ellipse cx="{x:.0f}" cy="{y - 4:.0f}" rx="{rx}" ry="{ry}" fill="{fill}"/>'
            for rx, ry, fill in rings
        )
        + "</g>"
    )


def towers() -> str:
    """Flak towers from above: a square of concrete, a gun on each corner."""
    corners = "".join(
        f'<circle cx="{x}" cy="{y}" r="12"/><circle cx="{x}" cy="{y}" r="5" fill="{INK}"/>'
        for x in (-22, 22)
        for y in (-22, 22)
    )
    roof = '<rect x="-27" y="-27" width="54" height="54"/>'
    deck = '<rect x="-12" y="-12" width="24" height="24" fill="#98948b"/>'
    shadow = f'<rect x="-24" y="-23" width="56" height="56" fill="{INK}" fill-opacity=".35" stroke="none"/>'
    uses = "".join(
        f'<use href="#tower" x="{centre(space)[0]:.0f}" y="{centre(space)[1] - 5:.0f}"/>'
        for space in bits(ground.TOWERS)
    )
    style = f'fill="{STONE}" stroke="{INK}" stroke-width="1.800"'
    return f'<defs><g id="tower" {style}>{shadow}{roof}{corners}{deck}</g></defs>{uses}'


def airfields() -> str:
    """Turf within its wire, and runways."""
    parts = [path(d(patch(ground.FIELDS, 2), closed=True), f'fill="{TURF}"')]
    strips, wires, barbs = [], [], []
    for name, field in zip(ground.AIRFIELD_NAMES, ground.AIRFIELDS, strict=True):
        points = [centre(space) for space in bits(field)]
        x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
        strips += [((x + a, y + b), (x + c, y + e)) for a, b, c, e in _RUNWAYS[name]]
        for ring in hexdraw.frontier(GRID, set(cells(field)), set(cells(ground.ALL)), 0.09):
            wires.append(ring)
            barbs += list(walked(ring, 24))
        if name == "Tempelhof":
            parts.append(_terminal(x - 96, y - 96))
    crosses = "".join(f"M{x - 4:.0f} {y - 4:.0f}l8 8m0-8l-8 8" for x, y in barbs)
    return (
        "".join(parts)
        + path(d(strips), 'stroke="#9b9484" stroke-width="26"')
        + path(d(strips), f'stroke="{RUNWAY}" stroke-width="22"')
        + path(d(strips), 'stroke="#f6f0df" stroke-width="1.800" stroke-dasharray="16 12"')
        + path(d(wires), line(WIRE, 1.8))
        + path(crosses, line(WIRE, 1.8))
    )


def _terminal(x: float, y: float) -> str:
    """The bow of Tempelhof's hangars, and the hall behind it."""
    bow = f"M{x - 74:.0f} {y + 44:.0f}q10-62 88-62q66 0 92 34"
    return path(bow, f'fill="none" stroke="{INK}" stroke-width="15"') + path(
        bow, f'fill="none" stroke="{ROOF}" stroke-width="11"'
    )


def fort() -> str:
    """The citadel of Spandau: four bastions in a moat."""
    x, y = centre(FORT)
    walls = "M-22-22l-12-10 16 2 18 6 18-6 16-2-12 10-4 22 4 22 12 10-16-2-18-6-18 6-16 2 12-10 4-22z"
    return (
        f'<g transform="translate({x:.0f} {y + 2:.0f}) scale(.900)">'
        + path(walls, line(WATER, 18))
        + path(walls, f'fill="{BLOCK[1]}" stroke="{INK}" stroke-width="2"')
        + path("M-9-9h18v18h-18z", f'fill="{COURT}" stroke="{EDGE}" stroke-width="2"')
        + "</g>"
    )
