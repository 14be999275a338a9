"""The map as it is drawn: hills, fields, woods, ways, slopes and names, on a sheet with west up."""

from berlin.boards import fielddraw, hexdraw, symbols
from berlin.boards.atlas import Point
from berlin.boards.columns import ColumnGrid
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import DIRECTIONS, WEST, Cell, bits
from berlin.boards.symbols import RED, SANS
from berlin.games.orsha.board import ground
from berlin.games.orsha.board.ground import KEYS, MAP, Network
from berlin.kernel.contract.ids import Place

SIZE = 60.0
LEFT, TOP = 130.0, 150.0
# The sheet is cut through the middle of its half hexes: the first of column B is one.
GRID = ColumnGrid(SIZE, LEFT, TOP - 3**0.5 * SIZE / 2)
RIGHT = max(GRID.centre(MAP.cell[space])[0] for space in MAP.spaces)
BOTTOM = max(GRID.centre(MAP.cell[space])[1] for space in MAP.spaces)

GRASS, HILL, HOLLOW = "#cdd59c", "#dcc490", "#a8bd85"
HEIGHTS = {-1: ("hollow", HOLLOW), 1: ("hill", HILL)}
CREST = "#86602f"
FILLS = {
    "grain": "url(#furrows)",
    "orchard": "#b9cd86",
    "brush": "#bcc77c",
    "woods": "#5d8746",
    "marsh": "url(#pools)",
}
MESH, HASH = "#4b4630", "#7a4318"
VERGE = 17.0
"""The width of a road."""


def cells(hexes: int) -> list[Cell]:
    return [MAP.cell[space] for space in bits(hexes)]


CELLS = cells(ground.ALL)


def strokes(d: str, colour: str, width: float, extra: str = "", cap: str = "round") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"'
        f' stroke-linejoin="round"{extra}/>'
    )


def relief() -> str:
    """Grass, the hills and the hollows."""
    box = f'x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT:.1f}" height="{BOTTOM - TOP:.1f}"'
    parts = [f'<rect {box} fill="{GRASS}"/>']
    for level, (name, colour) in HEIGHTS.items():
        shape = fielddraw.patch(GRID, cells(ground.AT_LEVEL[level]))
        parts.append(f'<defs><path id="{name}" d="{shape}"/></defs><use href="#{name}" fill="{colour}"/>')
    return "".join(parts) + f'<rect {box} fill="url(#grass)"/>'


def crests() -> str:
    """The lines round hills and hollows."""
    return "".join(
        f'<use href="#{name}" fill="none" stroke="{CREST}" stroke-width="{width}" stroke-opacity="{part}"/>'
        for name, _ in HEIGHTS.values()
        for width, part in ((8, 0.28), (2.6, 1))
    )


def fields() -> str:
    """The ground of crops, trees and marsh."""
    parts = []
    for word, colour in FILLS.items():
        shape = fielddraw.patch(GRID, cells(ground.BY_TERRAIN[word]), 5)
        edge = ' stroke="#3d5f2c" stroke-width="2"' if word == "woods" else ""
        parts.append(f'<path d="{shape}" fill="{colour}" fill-opacity=".9"{edge}/>')
    return "".join(parts)


def growth() -> str:
    """What stands on it. An orchard with shellholes has lost its leaves."""
    torn = ground.BY_TERRAIN["shellhole"]
    orchard = ground.BY_TERRAIN["orchard"]
    layers = (
        ("shellhole", torn),
        ("brush", ground.BY_TERRAIN["brush"]),
        ("marsh", ground.BY_TERRAIN["marsh"]),
        ("orchard", orchard & ~torn),
        ("bare", orchard & torn),
        ("woods", ground.BY_TERRAIN["woods"]),
    )
    return "".join(fielddraw.sign(GRID, name, cell) for name, hexes in layers for cell in cells(hexes))


def _ends(network: Network, space: Place) -> list[Point]:
    """Where a way leaves a hex: the middles of its sides, and the edge of the map."""
    cell = MAP.cell[space]
    found = []
    for way in range(len(DIRECTIONS)):
        if network.links[way] >> space & 1:
            (ax, ay), (bx, by) = GRID.side(cell, way)
            found.append(((ax + bx) / 2, (ay + by) / 2))
    for edge, hexes in network.exits.items():
        if hexes >> space & 1:
            found.append(_at_edge(edge, GRID.centre(cell)))
    return found


def _at_edge(edge: str, point: Point) -> Point:
    """Straight on to an edge of the sheet."""
    x, y = point
    return {"west": (x, TOP), "east": (x, BOTTOM), "north": (RIGHT, y), "south": (LEFT, y)}[edge]


def _courses(network: Network, hexes: int) -> str:
    return "".join(
        fielddraw.course(GRID.centre(MAP.cell[space]), _ends(network, space)) for space in bits(hexes)
    )


def gullies() -> str:
    open_bed = _courses(ground.GULLY, ground.GULLY.hexes & ~ground.CULVERT)
    return (
        strokes(open_bed, "#b9a86f", 40, ' stroke-opacity=".75"')
        + strokes(open_bed, "#6a5530", 34, ' stroke-dasharray="2.200 5.500"', "butt")
        + strokes(open_bed, "#6a5530", 23)
        + strokes(open_bed, "#93814f", 19)
        + strokes(open_bed, "#7d6c40", 9)
    )


def roads() -> str:
    shape = _courses(ground.ROAD, ground.ROAD.hexes)
    return strokes(shape, "#7f6236", VERGE) + strokes(shape, "#dcbd84", 13)


def road_outlines(space: Place) -> list[Line]:
    """The depiction of the road in a hex, as rings on the sheet; none where there is no road."""
    return fielddraw.outlines(GRID.centre(MAP.cell[space]), _ends(ground.ROAD, space), VERGE)


def railway() -> str:
    tracks = [tuple(_ends(ground.RAIL, space)) for space in bits(ground.RAIL.hexes)]
    bed = hexdraw.lines(tracks)
    lines = hexdraw.lines(rail for track in tracks for rail in fielddraw.rails(track, 9))
    return (
        strokes(bed, "#6f675a", 27, cap="butt")
        + strokes(bed, "#b3a88f", 23, cap="butt")
        + strokes(bed, "#4b3826", 19, ' stroke-dasharray="4 8.99"', "butt")
        + strokes(lines, "#24211e", 2.4)
    )


def works() -> str:
    """The culvert under its road, the bridge, hedges and buildings."""
    passage = _courses(ground.GULLY, ground.CULVERT)
    parts = [strokes(passage, "#14110d", 5, ' stroke-dasharray="10 9" transform="translate(-9 -5)"')]
    parts.append(strokes(passage, "#14110d", 5, ' stroke-dasharray="10 9" transform="translate(9 5)"'))
    for space in bits(ground.BRIDGE):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(
            f'<g transform="translate({x:.1f} {y:.1f})"><rect x="-11" y="-27" width="22" height="54"'
            ' fill="#9c6b3a" stroke="#5e5a55" stroke-width="5"/><path d="M-8 -20h16M-8 -12h16M-8 -4h16'
            'M-8 4h16M-8 12h16M-8 20h16" stroke="#5d3a1a" stroke-width="1.500"/></g>'
        )
    hedge = hexdraw.lines(
        hexdraw.chains(GRID, [(cell, way) for way in range(6) for cell in cells(ground.HEDGES[way])])
    )
    parts += [strokes(hedge, "#2f4d22", 9), strokes(hedge, "#6c9548", 5.5, ' stroke-dasharray="1 8"')]
    for space in bits(ground.BUILDINGS):
        x, y = GRID.centre(MAP.cell[space])
        parts.append(f'<use href="#cottage" x="{x:.1f}" y="{y:.1f}"/>')
    return "".join(parts)


def slopes() -> str:
    marks = [
        mark
        for way, hexes in enumerate(ground.HASHES)
        for cell in cells(hexes)
        for mark in fielddraw.hashes(GRID, cell, way)
    ]
    return strokes(hexdraw.lines(marks), HASH, 2.6)


def mesh() -> str:
    dots = "".join(f"M{x:.1f},{y:.1f}h0" for x, y in map(GRID.centre, CELLS))
    return strokes(hexdraw.mesh(GRID, set(CELLS)), MESH, 1.2, ' stroke-opacity=".6"') + strokes(
        dots, "#2d2a1c", 4.2, ' stroke-opacity=".75"'
    )


def middle(space: Place) -> Point:
    """The middle of what the sheet shows of a hex."""
    x, y = GRID.centre(MAP.cell[space])
    if ground.HALF >> space & 1:
        x += SIZE * 0.4 * ((ground.SOUTH >> space & 1) - (ground.NORTH >> space & 1))
        tall = SIZE * 0.42
        y += tall if y < TOP + 1 else -tall if y > BOTTOM - 1 else 0
    return x, y


def names() -> str:
    """The name of each hex along its western side, or as near to it as the edge leaves room."""
    parts = []
    for space in MAP.spaces:
        x, _ = middle(space)
        # Beside a way that comes in from the west.
        x -= 27 if (ground.ROAD.links[WEST] | ground.RAIL.links[WEST]) >> space & 1 else 0
        y = max(GRID.centre(MAP.cell[space])[1] - 37, TOP + 15)
        parts.append(f'<text x="{x:.0f}" y="{y:.0f}">{KEYS[space]}</text>')
    style = (
        f'font-family="{SANS}" font-size="13" font-weight="bold" text-anchor="middle" fill="#26241a"'
        ' stroke="#f4f0d8" stroke-opacity=".72" stroke-width="2.800" paint-order="stroke"'
    )
    return f"<g {style}>{''.join(parts)}</g>"


def points() -> str:
    """The red dots of Location victory points."""
    parts = []
    for space, worth in ground.LVP.items():
        x, y = middle(space)
        parts.append(dot(x, y + 29, str(worth)))
    return "".join(parts)


def dot(x: float, y: float, worth: str) -> str:
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{RED}" stroke="#fff" stroke-width="2"/>'
    return disc + symbols.text(x, y + 6.5, worth, 19, fill="#fff", bold=True)


def drawn() -> str:
    """The whole map, cut at its edges."""
    box = f'x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT:.1f}" height="{BOTTOM - TOP:.1f}"'
    layers = (
        *(relief(), fields(), crests(), gullies(), growth(), roads(), railway(), works()),
        *(slopes(), mesh(), names(), points()),
    )
    return (
        f'<clipPath id="sheet"><rect {box}/></clipPath><g clip-path="url(#sheet)">{"".join(layers)}</g>'
        f'<rect {box} fill="none" stroke="#1d1a14" stroke-width="5"/>'
    )
