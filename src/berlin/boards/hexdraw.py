"""What a drawing of a hex map is made of: outlines of sets of hexes, lines along hexsides, grown rough like
coasts or smooth like rivers, and the ground's small signs."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import pairwise
from math import hypot

from berlin.boards.atlas import Point
from berlin.boards.hexes import OFFSETS, Cell, Grid
from berlin.boards.symbols import INK

Line = tuple[Point, ...]
Side = tuple[Cell, int]
"""A hexside: a hex, and the direction in which the side lies."""

_TREE = """<path d="M0 3v5" stroke="#5f6b3e" stroke-width="2"/><path d="M0 -12l7 9h-4l6 8h-18l6 -8h-4z"
 fill="#7d9a63" stroke="#55703f" stroke-width="1"/>"""
_TUFT = """<path d="M-9 4h18M0 4v-11M-4 4l-4 -8M4 4l4 -8" fill="none" stroke="#5f8577" stroke-width="1.700"
 stroke-linecap="round"/>"""
_PEAK = """<path d="M-16 10L-2 -14L3 -7L7 -11L18 10z" fill="#d2bf9b" stroke="#8a7350" stroke-width="1.100"
 stroke-linejoin="round"/><path d="M-2 -14L3 -7L7 -11L18 10H8z" fill="#a3895f"/>"""
_WAVE = '<path d="M-22 0q5.500 -6 11 0t11 0t11 0t11 0" fill="none" stroke="#5b93bd" stroke-width="2"/>'
_TOWN = f"""<path d="M-19 9v-10h7v-8h8v-7h8v9h6v6h7v10z" fill="#8f8a80" stroke="{INK}" stroke-width="1.200"
 stroke-linejoin="round"/><path d="M-14 3h4M-7 1h4M0 -6h3M0 0h3M8 4h4" stroke="#f6efdc"
 stroke-width="1.700"/>"""
_DERRICK = f"""<path d="M-9 12L0 -16L9 12M-6 3h12M-3.500 -5h7M-9 12L6 3M9 12L-6 3" fill="none" stroke="{INK}"
 stroke-width="2" stroke-linejoin="round"/><path d="M-13 12h26" stroke="{INK}" stroke-width="2.600"/>"""
_PARTS = {"tree": _TREE, "tuft": _TUFT, "peak": _PEAK, "wave": _WAVE, "town": _TOWN, "derrick": _DERRICK}

# Where the parts of a sign stand in a hex of size 60, the backmost first.
_SCATTERED: dict[str, tuple[str, tuple[Point, ...]]] = {
    "forest": (
        "tree",
        (
            *((-4, -38), (15, -30), (-21, -28), (33, -14), (-34, -10), (-8, -8), (12, 4)),
            *((38, 10), (-38, 14), (-12, 18), (26, 31), (-24, 31), (1, 42)),
        ),
    ),
    "marsh": (
        "tuft",
        ((-4, -32), (26, -20), (-30, -16), (-2, 2), (34, 14), (-34, 16), (16, 32), (-12, 36)),
    ),
    "mountain": ("peak", ((-18, -26), (16, -24), (-33, 0), (0, 0), (34, 2), (-20, 26), (17, 26))),
    "strait": ("wave", ((0, -26), (-8, -10), (8, 8), (-4, 26))),
}


def signs() -> str:
    """The signs that `sign` puts down: forest, marsh, mountain, strait, town and derrick."""
    parts = [f'<g id="{name}">{drawn}</g>' for name, drawn in _PARTS.items()]
    for name, (part, places) in _SCATTERED.items():
        uses = "".join(f'<use href="#{part}" x="{x:g}" y="{y:g}"/>' for x, y in places)
        parts.append(f'<g id="{name}">{uses}</g>')
    return f"<defs>{''.join(parts)}</defs>"


def outline(grid: Grid, cells: Collection[Cell]) -> list[Line]:
    """The rings round a set of hexes, clockwise, and those round the holes in it the other way."""
    edges = [
        grid.side((r, c), way)
        for r, c in cells
        for way, (s, d) in enumerate(OFFSETS)
        if (r + s, c + d) not in cells
    ]
    after = {_near(a): b for a, b in edges}
    rings = []
    while after:
        _, point = first = after.popitem()
        ring = [point]
        while _near(point) in after:
            point = after.pop(_near(point))
            ring.append(point)
        assert _near(point) == first[0]
        rings.append(tuple(ring))
    return rings


def frontier(
    grid: Grid, cells: Collection[Cell], within: Collection[Cell], inside: float = 0.0
) -> list[Line]:
    """The lines between a set of hexes and the rest of the map, moved by a part of the way to its centres."""
    after: dict[Point, tuple[Point, Line]] = {}
    for r, c in sorted(cells):
        x, y = grid.centre((r, c))
        for way, (s, d) in enumerate(OFFSETS):
            if (r + s, c + d) in within and (r + s, c + d) not in cells:
                a, b = grid.side((r, c), way)
                drawn = tuple((p + (x - p) * inside, q + (y - q) * inside) for p, q in (a, b))
                after[_near(a)] = _near(b), drawn
    reached = {end for end, _ in after.values()}
    found = []
    for start in [*(point for point in after if point not in reached), *after]:
        path: Line = ()
        point = start
        while point in after:
            point, drawn = after.pop(point)
            path += drawn
        if path:
            found.append(path)
    return found


def chains(grid: Grid, sides: Iterable[Side]) -> list[Line]:
    """Hexsides joined end to end into as few lines as their forks allow."""
    ends: dict[Point, list[Point]] = defaultdict(list)
    at: dict[Point, Point] = {}
    for cell, way in sides:
        a, b = grid.side(cell, way)
        at[_near(a)], at[_near(b)] = a, b
        if _near(b) not in ends[_near(a)]:
            ends[_near(a)].append(_near(b))
            ends[_near(b)].append(_near(a))
    lines = []
    tips = [point for point, others in ends.items() if len(others) != 2]
    for start in [*tips, *ends]:
        while ends[start]:
            path = [start]
            while ends[path[-1]] and (len(path) == 1 or path[-1] not in tips):
                here = path[-1]
                after = ends[here].pop(0)
                ends[after].remove(here)
                path.append(after)
            lines.append(tuple(at[point] for point in path))
    return lines


def _near(point: Point) -> Point:
    """A corner as its hexes agree on it."""
    return round(point[0], 2), round(point[1], 2)


def smooth(path: Line, rounds: int = 2, *, closed: bool = False) -> Line:
    """The corners cut off, again and again; an open line keeps its ends."""
    for _ in range(rounds):
        points = [*path, path[0]] if closed else list(path)
        cut = [
            (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            for a, b in pairwise(points)
            for part in (0.25, 0.75)
        ]
        path = tuple(cut) if closed else (path[0], *cut[1:-1], path[-1])
    return path


def rough(ring: Line, amount: float) -> Line:
    """A ring with bays and capes: each edge bends aside, by its place, and so always the same way."""
    points = []
    for a, b in pairwise([*ring, ring[0]]):
        points.append(a)
        long = hypot(b[0] - a[0], b[1] - a[1])
        for part in (0.3, 0.55, 0.8):
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            aside = amount * _chance(x, y)
            points.append((x - (b[1] - a[1]) / long * aside, y + (b[0] - a[0]) / long * aside))
    return tuple(points)


def _chance(x: float, y: float) -> float:
    """A number between -1 and 1 that a place always gives."""
    mixed = (round(x) * 73856093 ^ round(y) * 19349663) * 2654435761 & 0xFFFFFFFF
    return (mixed >> 8) / 0x7FFFFF - 1


def area(rings: Iterable[Line]) -> str:
    """The path of a filled shape with its holes."""
    return "".join("M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in ring) + "z" for ring in rings)


def lines(paths: Iterable[Line]) -> str:
    """The path of lines that are stroked as one."""
    return "".join("M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in path) for path in paths)


def mesh(grid: Grid, cells: Collection[Cell]) -> str:
    """The path of all hexsides of a set, each once."""
    return lines(
        grid.side((r, c), way)
        for r, c in sorted(cells)
        for way, (s, d) in enumerate(OFFSETS)
        if way % 2 == 0 or (r + s, c + d) not in cells
    )


def sign(grid: Grid, name: str, cell: Cell) -> str:
    x, y = grid.centre(cell)
    return f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}"/>'
