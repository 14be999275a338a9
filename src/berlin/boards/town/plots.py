"""Ground cut into plots, as towns and fields are: quarters, each with a grid of streets of its own.

A plot is drawn where all of it lies on its ground; of one that does not fit the quarters are tried.
Everything comes from the place and a seed, so that a map looks the same every time.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, sin
from random import Random

import msgspec

from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line

Fits = Callable[[Point], bool]


class Quarter(msgspec.Struct, frozen=True):
    """A part of a town: its middle, how far it may reach, how its streets lie, and how far they are apart."""

    middle: Point
    reach: float
    angle: float
    along: float
    across: float


class Cutting(msgspec.Struct, frozen=True):
    """How plots are cut: the gap between two, the least side, how often what does not fit is quartered."""

    gap: float
    least: float
    again: int = 2


def plots(quarters: list[Quarter], fits: Fits, cut: Cutting, seed: int) -> Iterator[Line]:
    """The plots of all quarters, each a ring of four corners. A plot belongs to the nearest middle."""
    for number, quarter in enumerate(quarters):
        rng = Random(seed * 1000 + number)
        us = list(_cuts(rng, quarter.reach, quarter.along))
        vs = list(_cuts(rng, quarter.reach, quarter.across))
        rivals = [
            other
            for other in quarters
            if other is not quarter
            and hypot(other.middle[0] - quarter.middle[0], other.middle[1] - quarter.middle[1])
            < other.reach + quarter.reach
        ]
        for left, right in pairwise(us):
            for top, bottom in pairwise(vs):
                if _is_own(quarter, rivals, ((left + right) / 2, (top + bottom) / 2)):
                    yield from _cut(quarter, (left, right, top, bottom), fits, cut, cut.again)


def _cuts(rng: Random, reach: float, pitch: float) -> Iterator[float]:
    at = -reach
    while at < reach:
        yield at
        at += pitch * (0.72 + 0.56 * rng.random())


def _at(quarter: Quarter, u: float, v: float) -> Point:
    """A place of a quarter's grid on the paper; its streets bend a little."""
    u, v = u + 7 * sin(v / 95), v + 7 * sin(u / 110)
    x, y = quarter.middle
    c, s = cos(quarter.angle), sin(quarter.angle)
    return x + u * c - v * s, y + u * s + v * c


def _is_own(quarter: Quarter, rivals: list[Quarter], place: Point) -> bool:
    x, y = _at(quarter, *place)
    far = hypot(x - quarter.middle[0], y - quarter.middle[1])
    return all(hypot(x - other.middle[0], y - other.middle[1]) > far for other in rivals)


def _cut(
    quarter: Quarter, box: tuple[float, float, float, float], fits: Fits, cut: Cutting, again: int
) -> Iterator[Line]:
    left, right, top, bottom = box
    half = cut.gap / 2
    if min(right - left, bottom - top) - cut.gap < cut.least:
        return
    ring = tuple(
        _at(quarter, u, v)
        for u, v in (
            (left + half, top + half),
            (right - half, top + half),
            (right - half, bottom - half),
            (left + half, bottom - half),
        )
    )
    middle = _at(quarter, (left + right) / 2, (top + bottom) / 2)
    here = [fits(point) for point in (middle, *ring)]
    if all(here):
        yield ring
    elif again and any(here):
        u, v = (left + right) / 2, (top + bottom) / 2
        for part in ((left, u, top, v), (u, right, top, v), (left, u, v, bottom), (u, right, v, bottom)):
            yield from _cut(quarter, part, fits, cut, again - 1)


def scatter(middles: Iterable[Point], reach: float, pitch: float, fits: Fits, seed: int) -> Iterator[Point]:
    """Points strewn round these middles where they fit: about so far from each other, but in no rows."""
    rng = Random(seed)
    for x, y in middles:
        row, up = 0, -reach
        while up < reach:
            aside = -reach + (pitch / 2 if row % 2 else 0)
            while aside < reach:
                dx, dy = (rng.random() - 0.5) * pitch * 0.7, (rng.random() - 0.5) * pitch * 0.6
                point = x + aside + dx, y + up + dy
                if fits(point):
                    yield point
                aside += pitch
            up += pitch * 0.87
            row += 1


class Footprint:
    """Where something lies on the paper already: lines of a width, in a raster of small squares."""

    def __init__(self, width: float, height: float, step: float = 4.0) -> None:
        self.step, self.across = step, int(width / step) + 2
        self._taken = bytearray(self.across * (int(height / step) + 2))

    def draw(self, lines: Iterable[Line], width: float) -> None:
        reach = width / 2 / self.step
        near = range(-int(reach + 1), int(reach + 2))
        disc = [dy * self.across + dx for dy in near for dx in near if hypot(dx, dy) <= reach]
        for line in lines:
            for point in walked(line, self.step * 1.5):
                start = self._number(point)
                for offset in disc:
                    if 0 <= start + offset < len(self._taken):
                        self._taken[start + offset] = 1

    def _number(self, point: Point) -> int:
        return int(point[1] / self.step) * self.across + int(point[0] / self.step)

    def has(self, point: Point) -> bool:
        number = self._number(point)
        return 0 <= number < len(self._taken) and bool(self._taken[number])


def walked(line: Line, step: float) -> Iterator[Point]:
    """Points along a line, about so far from each other; its corners among them."""
    yield line[0]
    for a, b in pairwise(line):
        parts = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / step))
        for part in range(1, parts + 1):
            yield a[0] + (b[0] - a[0]) * part / parts, a[1] + (b[1] - a[1]) * part / parts
