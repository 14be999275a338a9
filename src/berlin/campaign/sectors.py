"""Parts of a map, for questions that have more hexes for an answer than can be listed at once."""

from functools import cache

from berlin.boards.hexes import HexMap, apart, bits, board_of
from berlin.kernel.contract.ids import Place
from berlin.kernel.play.acts import Act

SPAN = 8
"""Rows and columns of a sector."""
MOST = 80
"""Hexes that are listed one by one."""


class Sector(Act, frozen=True, gc=False):
    """Somewhere around this hex."""

    verb = "sector"
    says = "Look around {space}"

    space: Place


class Put(Act, frozen=True, gc=False):
    """Put it here."""

    verb = "put"
    says = "Put it at {space}"

    space: Place


@cache
def sectors(chart: HexMap) -> dict[Place, int]:
    """By the hex that a sector is named for, its middle: the hexes of it."""
    parts: dict[tuple[int, int], list[Place]] = {}
    for space in chart.spaces:
        row, column = chart.cell[space]
        parts.setdefault((row // SPAN, (column + row // 2) // SPAN), []).append(space)
    return {_middle(chart, spaces): board_of(spaces) for spaces in parts.values()}


def _middle(chart: HexMap, spaces: list[Place]) -> Place:
    return min(spaces, key=lambda space: sum(apart(chart.cell[space], chart.cell[s]) for s in spaces))


def asked(chart: HexMap, hexes: int, sector: Place) -> list[Place]:
    """The sectors to choose from first, by their middles; none if the hexes can be listed."""
    if sector >= 0 or hexes.bit_count() <= MOST:
        return []
    return [middle for middle, part in sectors(chart).items() if part & hexes]


def listed(chart: HexMap, hexes: int, sector: Place) -> list[Place]:
    """The hexes to choose from: those of the sector, if one was chosen."""
    return bits(hexes & sectors(chart)[sector] if sector >= 0 else hexes)
