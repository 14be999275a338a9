"""Lines and shapes of a large plan: in whole numbers and each told only once, as there are very many.

What is spread all over it is told tile by tile, so that who draws a part of the plan can leave out the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line

TILE = 640
BEND = 0.7
"""How far a point may lie beside a straight line and be left out."""


def traced(lines: Iterable[Line], *, closed: bool = False) -> str:
    """The path of lines, each told by how far it goes from point to point."""
    return "".join(_trace(line) + ("z" if closed else "") for line in lines)


def _trace(line: Line) -> str:
    points = [(round(x), round(y)) for x, y in line]
    kept = [points[0]]
    for (hx, hy), (ax, ay) in pairwise(points[1:]):
        px, py = kept[-1]
        long = hypot(ax - px, ay - py)
        if long and abs((ax - px) * (hy - py) - (ay - py) * (hx - px)) / long > BEND:
            kept.append((hx, hy))
    kept.append(points[-1])
    steps = "".join(f"{b[0] - a[0]:+}{b[1] - a[1]:+}" for a, b in pairwise(kept))
    return f"M{kept[0][0]} {kept[0][1]}l{steps.removeprefix('+')}"


def tiled(lines: Iterable[Line], *, closed: bool = False) -> list[str]:
    """The paths of lines, those of a tile as one."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for line in lines:
        x, y = line[0]
        found[int(x / TILE), int(y / TILE)].append(_trace(line) + ("z" if closed else ""))
    return ["".join(found[tile]) for tile in sorted(found)]


def dots(points: Iterable[Point]) -> list[str]:
    """The paths of points that a round pen makes into discs, those of a tile as one."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for x, y in points:
        found[int(x / TILE), int(y / TILE)].append(f"M{x:.0f} {y:.0f}h0")
    return ["".join(found[tile]) for tile in sorted(found)]


def pen(colour: str, width: float, extra: str = "") -> str:
    """How a round pen draws."""
    more = f" {extra}" if extra else ""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round"{more}'
    )


def dashes(colour: str, width: float, *lengths: float) -> str:
    """How a broken line is drawn."""
    told = " ".join(f"{length:g}" for length in lengths)
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-dasharray="{told}"'


def path(shape: str, style: str) -> str:
    return f'<path d="{shape}" {style}/>'


def paths(shapes: Iterable[str], style: str) -> str:
    """Shapes in one style."""
    drawn = "".join(f'<path d="{shape}"/>' for shape in shapes)
    return f"<g {style}>{drawn}</g>"


def shaped(name: str, shapes: Sequence[str], *styles: str) -> str:
    """Shapes told once and drawn in each of these styles, the lowest first."""
    told = "".join(f'<path id="{name}{number}" d="{shape}"/>' for number, shape in enumerate(shapes))
    uses = "".join(f'<use href="#{name}{number}"/>' for number in range(len(shapes)))
    return f"<defs>{told}</defs>" + "".join(f"<g {style}>{uses}</g>" for style in styles)


def placed(name: str, points: Iterable[Point]) -> str:
    """A sign of this name at each of these points."""
    return "".join(f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}"/>' for x, y in points)
