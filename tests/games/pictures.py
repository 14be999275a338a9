"""What any board's picture is held against."""

from collections.abc import Mapping, Sequence

from berlin.boards.hexes import HexMap, bits
from berlin.kernel.contract.scene import Spot

Point = tuple[float, float]


def inside(point: Point, ring: Sequence[Point]) -> bool:
    x, y = point
    hits = 0
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            hits += 1
    return hits % 2 == 1


def apart(chart: HexMap, spots: Mapping[int, Spot]) -> list[tuple[str, str]]:
    """The neighbours whose outlines share no side."""
    corners = {space: {(round(x), round(y)) for x, y in spot.outline} for space, spot in spots.items()}
    return [
        (spots[space].key, spots[near].key)
        for space in chart.spaces
        for near in bits(chart.across[space])
        if len(corners[space] & corners[near]) < 2
    ]
