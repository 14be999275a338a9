"""What a drawing of a squad's battlefield is made of: trees, crops, craters, ways and slopes.

Signs fit a hex of size 60. Most have several forms, so that no two fields look alike.
"""

from collections.abc import Iterable
from itertools import combinations
from math import dist, hypot

from berlin.boards import hexdraw
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import Cell, Grid

_CANOPY = """<circle r="15" cx="2.500" cy="3" fill="#2c4a22" fill-opacity=".55"/>
<circle r="14.500" fill="#4f7a3a" stroke="#2f5223" stroke-width="1.300"/>
<circle r="9" cx="-3" cy="-3" fill="#628f47"/><circle r="4" cx="-5" cy="-5" fill="#79a659"/>"""
_FRUIT = """<circle r="9.500" cx="2" cy="2.500" fill="#46592b" fill-opacity=".45"/>
<circle r="9" fill="#6f9a4a" stroke="#3f6128" stroke-width="1.200"/>
<circle r="4.500" cx="-2.200" cy="-2.200" fill="#8bb45f"/>"""
_BARE = """<path d="M0 12V-4M0 4L-8 -7M0 1L8 -9M-4 -1L-4 -10M4 -4L3 -12M0 -4L-2 -13M-6 -4L-12 -5M6 -6h6"
 fill="none" stroke="#6b4526" stroke-width="2.100" stroke-linecap="round"/>"""
_BUSH = """<path d="M-11 5q-4 -5 1 -8q1 -6 7 -5q5 -5 9 0q6 0 5 6q3 5 -3 7q-9 3 -19 0z" fill="#8aa052"
 stroke="#5b6f30" stroke-width="1.200"/>
<path d="M-5 1q2 -4 5 -1M3 -1q3 -3 5 1" fill="none" stroke="#5b6f30"/>"""
_REEDS = """<path d="M-13 5h26M-8 9h17M0 4v-11M-4 4l-3 -9M4 4l3 -9" fill="none" stroke="#3f7575"
 stroke-width="1.700" stroke-linecap="round"/>"""
_CRATER = """<path d="M-13 1q-1 -6 5 -8q3 -4 9 -3q7 0 10 5q4 4 0 8q-3 6 -10 5q-8 2 -11 -2q-4 -1 -3 -5z"
 fill="#b79c6c" fill-opacity=".85"/><path d="M-8 0q1 -5 8 -5q8 0 8 6q-1 5 -8 4q-8 0 -8 -5z" fill="#5e462a"/>
<path d="M-5 2.500q5 3 10 .5" fill="none" stroke="#8d6f47" stroke-width="2"/>"""
_COTTAGE = """<rect x="-20" y="-13" width="44" height="31" fill="#2a2118" fill-opacity=".35"/>
<rect x="-23" y="-17" width="44" height="31" fill="#8a5a30" stroke="#3a2614" stroke-width="2"/>
<path d="M-23 -17h44v15.500h-44z" fill="#a8713d"/>
<path d="M-23 -1.500h44" stroke="#3a2614" stroke-width="1.800"/>
<path d="M-15 -17v31M-7 -17v31M1 -17v31M9 -17v31M16 -17v31" stroke="#3a2614" stroke-opacity=".35"/>"""
_PARTS = {
    "canopy": _CANOPY,
    "fruit": _FRUIT,
    "bare": _BARE,
    "bush": _BUSH,
    "reeds": _REEDS,
    "crater": _CRATER,
    "cottage": _COTTAGE,
}

# Where the parts of a sign stand in a hex, form by form, the backmost first.
_SCATTERED: dict[str, tuple[str, tuple[tuple[Point, ...], ...]]] = {
    "woods": (
        "canopy",
        (
            (
                *((-22, -37), (6, -36), (27, -30), (-38, -16), (-10, -14), (16, -10), (41, -4)),
                *((-44, 8), (-24, 10), (2, 12), (28, 16), (-28, 33), (-3, 37), (22, 38)),
            ),
            (
                *((-8, -39), (20, -35), (-28, -27), (1, -17), (34, -15), (-45, -5), (-19, -5)),
                *((14, 2), (44, 6), (-33, 15), (-6, 18), (26, 24), (-20, 37), (8, 40)),
            ),
            (
                *((-26, -35), (0, -38), (24, -36), (-40, -12), (-14, -16), (12, -14), (38, -12)),
                *((-26, 8), (0, 6), (26, 8), (46, 8), (-38, 22), (-12, 30), (16, 34)),
            ),
        ),
    ),
    "orchard": (
        "fruit",
        (
            (
                (-24, -24),
                (0, -25),
                (24, -24),
                (-37, 2),
                (-14, 3),
                (14, 3),
                (37, 2),
                (-24, 29),
                (0, 30),
                (24, 29),
            ),
        ),
    ),
    "bare": ("bare", (((-24, -18), (24, -20), (-22, 28), (26, 26)),)),
    "brush": (
        "bush",
        (
            ((-20, -32), (18, -34), (-36, -6), (2, -12), (34, -2), (-20, 18), (14, 22), (-2, 42)),
            ((0, -38), (-30, -22), (28, -20), (-10, -4), (40, 8), (-36, 14), (10, 16), (-12, 36), (24, 36)),
            ((-26, -28), (8, -30), (36, -16), (-12, -8), (16, -2), (-40, 6), (-16, 24), (30, 24), (6, 40)),
        ),
    ),
    "marsh": (
        "reeds",
        (
            ((-6, -36), (24, -22), (-32, -18), (0, -4), (36, 10), (-36, 14), (12, 26), (-16, 38)),
            ((14, -38), (-22, -30), (36, -10), (-4, -14), (-38, 4), (16, 8), (-14, 22), (24, 34)),
            ((-16, -38), (18, -26), (-38, -8), (4, -8), (40, 2), (-18, 12), (18, 24), (-8, 40)),
        ),
    ),
    "shellhole": (
        "crater",
        (
            ((-20, -22), (22, -28), (34, 8), (-32, 14), (4, 28)),
            ((4, -30), (-30, -8), (28, -6), (-14, 26), (20, 30)),
            ((-26, -26), (14, -22), (-38, 8), (32, 16), (-6, 32)),
        ),
    ),
}

NAMES = tuple(_SCATTERED)
_PATTERNS = """<pattern id="furrows" width="14" height="14" patternUnits="userSpaceOnUse"
 patternTransform="rotate(24)"><rect width="14" height="14" fill="#e6cc6c"/>
<path d="M0 3.500h14M0 10.500h14" stroke="#b8912f" stroke-opacity=".75"
 stroke-width="1.500" stroke-dasharray="9 5"/></pattern>
<pattern id="pools" width="34" height="22" patternUnits="userSpaceOnUse">
<rect width="34" height="22" fill="#a4c6b6"/>
<path d="M2 6h14M20 16h12M9 17h6" stroke="#6fa3a8" stroke-opacity=".7" stroke-width="1.600"/></pattern>
<pattern id="grass" width="60" height="52" patternUnits="userSpaceOnUse"><path fill="none" stroke="#8f9c5e"
 d="M8 12l2 -5l1 5M40 8l2 -5l1 5M24 30l2 -5l1 5M52 38l2 -5l1 5M6 46l2 -5" stroke-opacity=".45"/></pattern>"""


def signs() -> str:
    """The signs that `sign` puts down, and the textures furrows, pools and grass."""
    parts = [_PATTERNS, *(f'<g id="{name}">{drawn}</g>' for name, drawn in _PARTS.items())]
    for name, (part, forms) in _SCATTERED.items():
        for number, places in enumerate(forms):
            uses = "".join(f'<use href="#{part}" x="{x:g}" y="{y:g}"/>' for x, y in places)
            parts.append(f'<g id="field-{name}-{number}">{uses}</g>')
    return f"<defs>{''.join(parts)}</defs>"


def sign(grid: Grid, name: str, cell: Cell) -> str:
    """A hex full of trees, bushes, reeds or craters; always in the same form."""
    x, y = grid.centre(cell)
    form = (cell[0] * 5 + cell[1] * 7) % len(_SCATTERED[name][1])
    return f'<use href="#field-{name}-{form}" x="{x:.1f}" y="{y:.1f}"/>'


def patch(grid: Grid, cells: Iterable[Cell], wild: float = 0.0) -> str:
    """The path of a field, a wood or a hill: the outline of its hexes, smooth or wild."""
    rings = hexdraw.outline(grid, set(cells))
    if not wild:
        return hexdraw.area(hexdraw.smooth(ring, 3, closed=True) for ring in rings)
    return hexdraw.area(hexdraw.rough(hexdraw.smooth(ring, 1, closed=True), wild) for ring in rings)


def course(middle: Point, ends: list[Point]) -> str:
    """The path of a way through a hex: it bends from each end to each other, but not round a sharp corner."""
    x, y = middle
    bends, alone = _parts(middle, ends)
    drawn = [f"M{a[0]:.1f},{a[1]:.1f}Q{x:.1f},{y:.1f} {b[0]:.1f},{b[1]:.1f}" for a, b in bends]
    return "".join(drawn) + hexdraw.lines(alone)


def _parts(middle: Point, ends: list[Point]) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """The bends of a way, and its arms that bend to none."""
    x, y = middle
    bends = [(a, b) for a, b in combinations(ends, 2) if len(ends) == 2 or dist(a, b) > 1.2 * dist(a, middle)]
    # A bend passes a quarter of the way before the middle.
    part = 0.75 if bends else 1.0
    single = [end for end in ends if not any(end in bend for bend in bends)]
    return bends, [((a, b), (a + (x - a) * part, b + (y - b) * part)) for a, b in single]


def outlines(middle: Point, ends: list[Point], width: float, steps: int = 8) -> list[Line]:
    """The outlines of a way of this width, as it is drawn: one ring for each of its bends and arms."""
    bends, alone = _parts(middle, ends)
    paths = [_curve(a, middle, b, steps) for a, b in bends] + [[a, b] for a, b in alone]
    return [_widened(path, width / 2) for path in paths]


def _curve(a: Point, middle: Point, b: Point, steps: int) -> list[Point]:
    def at(t: float) -> Point:
        first, control, last = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x, y = (first * p + control * q + last * r for p, q, r in zip(a, middle, b, strict=True))
        return x, y

    return [at(number / steps) for number in range(steps + 1)]


def _widened(path: list[Point], far: float) -> Line:
    """A ring at this distance on both sides of a path."""
    left, right = list[Point](), list[Point]()
    for number, (x, y) in enumerate(path):
        (ax, ay), (bx, by) = path[max(number - 1, 0)], path[min(number + 1, len(path) - 1)]
        long = hypot(bx - ax, by - ay)
        dx, dy = (by - ay) / long * far, (ax - bx) / long * far
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return (*left, *reversed(right))


def hashes(grid: Grid, cell: Cell, way: int, ticks: int = 8, long: float = 12.0) -> list[Line]:
    """The marks of a slope along a side, within the hex that holds them."""
    (ax, ay), (bx, by) = grid.side(cell, way)
    x, y = grid.centre(cell)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    far = hypot(x - mx, y - my)
    dx, dy = (x - mx) / far * long, (y - my) / far * long
    parts = [(number + 0.5) / ticks for number in range(ticks)]
    starts = [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in parts]
    return [((px, py), (px + dx, py + dy)) for px, py in starts]


def rails(path: Line, gauge: float) -> list[Line]:
    """The two rails of a straight track."""
    (ax, ay), (bx, by) = path[0], path[-1]
    far = hypot(bx - ax, by - ay)
    dx, dy = -(by - ay) / far * gauge / 2, (bx - ax) / far * gauge / 2
    return [tuple((x + hand * dx, y + hand * dy) for x, y in (path[0], path[-1])) for hand in (1, -1)]
