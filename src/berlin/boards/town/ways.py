"""What runs through a city as it is drawn: rivers and canals, streets and bridges, railways, tunnels."""

from collections.abc import Iterable
from math import atan2, cos, sin

from berlin.boards.hexdraw import Line
from berlin.boards.symbols import INK
from berlin.boards.town.country import SHALLOW, SHORE, WATER
from berlin.boards.town.pens import dashes, path, pen, shaped, traced
from berlin.boards.town.plan import Side, TownPlan, between

BANK, CASING, PAVING, RAIL = "#f3ead6", "#8b6a45", "#fdf3d6", "#fbf6e8"
CANAL, RIVER, STREET = 9.0, 24.0, 11.0


def banks(rivers: Iterable[Line], canals: Iterable[Line]) -> str:
    """The banks of channels, under the lakes that they flow into."""
    shapes = {"canals": (traced(canals), CANAL), "rivers": (traced(rivers), RIVER)}
    told = "".join(f'<path id="{name}" d="{shape}"/>' for name, (shape, _) in shapes.items())
    return f"<defs>{told}</defs>" + "".join(
        f'<use href="#{name}" {pen(colour, width + more)}/>'
        for colour, more in ((BANK, 11.0), (SHORE, 4.0))
        for name, (_, width) in shapes.items()
    )


def waters() -> str:
    """The water between those banks, which flows together."""
    layers = (("canals", WATER, CANAL), ("rivers", WATER, RIVER), ("rivers", SHALLOW, RIVER - 15))
    return "".join(f'<use href="#{name}" {pen(colour, width)}/>' for name, colour, width in layers)


def streets(lines: Iterable[Line], motorways: Iterable[Line]) -> str:
    """Paved between their kerbs; motorways have two lanes."""
    paved = shaped("streets", [traced(lines)], pen(CASING, STREET + 3.6), pen(PAVING, STREET))
    return paved + shaped("lanes", [traced(motorways)], pen("#cfa04a", STREET - 4), pen(PAVING, 1.8))


def bridges(plan: TownPlan, sides: Iterable[tuple[Side, float]]) -> str:
    """Over each side, with parapets, so far to either bank."""
    decks, rails = [], []
    for (a, b), long in sides:
        (ax, ay), (bx, by) = plan.middles[a], plan.middles[b]
        x, y = between((ax, ay), (bx, by))
        angle = atan2(by - ay, bx - ax)
        dx, dy = long * cos(angle), long * sin(angle)
        decks.append(((x - dx, y - dy), (x + dx, y + dy)))
        for hand in (-8, 8):
            px, py = x - hand * sin(angle), y + hand * cos(angle)
            rails.append(((px - dx, py - dy), (px + dx, py + dy)))
    return path(traced(decks), f'stroke="{PAVING}" stroke-width="15"') + path(traced(rails), pen(INK, 3.2))


def railways(lines: Iterable[Line]) -> str:
    """Black and white."""
    return shaped("rails", [traced(lines)], pen(BANK, 9), pen(INK, 6), dashes(RAIL, 3.2, 13, 11))


def tunnels(lines: Iterable[Line], colour: str) -> str:
    return path(traced(lines), pen(colour, 3.4, 'stroke-opacity=".55" stroke-dasharray="2 9"'))
