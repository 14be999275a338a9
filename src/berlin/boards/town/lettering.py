"""What is written on a plan: names along lines, and names that stand where they cover the least."""

from collections.abc import Iterable
from html import escape
from itertools import pairwise
from math import atan2, cos, dist, sin

from berlin.boards import hexdraw, symbols
from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.symbols import PAPER, SERIF
from berlin.boards.town.pens import traced
from berlin.boards.town.plan import TownPlan
from berlin.boards.town.plots import Footprint, walked

# How long a line is before it is named again, and how far a name may stand from its place.
_AGAIN = 1500
# Letters of this size need no light round them.
_LARGE = 50
_ASIDE = (0, -25, 25, -50, 50, -75, 75, -100, 100)
_DOWN = (14, -2, 30, -18, 46, -32)


def width(words: str, size: float, spacing: float = 0) -> float:
    """About how broad words are."""
    return len(words) * (size * 0.54 + spacing)


def follow(name: str, course: Line, words: str, down: float, starts: Iterable[float], style: str) -> str:
    """Words along a line, at each of these parts of the way."""
    texts = "".join(
        f'<text {style} dy="{down:g}"><textPath href="#{name}" startOffset="{start:.1%}">{escape(words)}'
        "</textPath></text>"
        for start in starts
    )
    return f'<defs><path id="{name}" d="{traced([course])}"/></defs>{texts}'


def leaning(size: float, ink: str, spacing: float, halo: str = "") -> str:
    """How words are written that follow a line."""
    style = f'font-family="{SERIF}" font-style="italic" font-size="{size:g}" fill="{ink}"'
    style += f' letter-spacing="{spacing:g}" text-anchor="middle"'
    edge = f' stroke="{halo}" stroke-width="{size / 4:.1f}" stroke-linejoin="round" paint-order="stroke"'
    return style + (edge if halo else "")


class Lettering:
    """Names upon a plan, each where it covers least of what runs there, of signs in busy hexes, and of the
    names that were written before it."""

    def __init__(self, plan: TownPlan, busy: int) -> None:
        self.plan = plan
        paper = plan.box[2] + plan.box[0], plan.box[3] + plan.box[1]
        self.written, self.signs = Footprint(*paper), Footprint(*paper)
        self.signs.draw((((x, y), (x, y + 1)) for x, y in plan.centres(busy)), 1.7 * plan.grid.size)

    def note(self, x: float, y: float, wide: float, size: float) -> None:
        """That words stand here."""
        middle = y - size / 3
        self.written.draw([((x - wide / 2, middle), (x + wide / 2, middle))], size)

    def _weight(self, point: Point) -> float:
        """How bad it is to cover a point."""
        return 3.0 * self.written.has(point) + 1.5 * self.signs.has(point) + 1.0 * self.plan.taken.has(point)

    def _cover(self, at: Point, wide: float, size: float) -> float:
        steps = max(2, round(wide / 14))
        return sum(
            self._weight((at[0] + wide * (step / steps - 0.5), at[1] - size * up))
            for step in range(steps + 1)
            for up in (0.0, 0.35, 0.7)
        ) / (steps + 1)

    def stand(
        self, point: Point, words: str, size: float, ink: str, *, halo: str = PAPER, spacing: float = 0,
        bold: bool = False, italic: bool = False,
    ) -> str:  # fmt: skip
        """A name near its place."""
        wide = width(words, size, spacing)
        x, y = min(
            ((point[0] + dx, point[1] + dy) for dy in _DOWN for dx in _ASIDE),
            key=lambda at: self._cover(at, wide, size) + dist(at, (point[0], point[1] + 14)) / 90,
        )
        self.note(x, y, wide, size)
        return symbols.text(
            x, y, words, size, fill=ink, family=SERIF, halo=halo, spacing=spacing, bold=bold, italic=italic
        )

    def under(self, point: Point, rows: list[str], size: float, mark: str = "") -> str:
        """A name in rows along the lower side of a hex, with a mark after the last."""
        parts = []
        for number, row in enumerate(rows):
            low = point[1] + 46 - size * (len(rows) - 1 - number)
            last = mark if number == len(rows) - 1 else ""
            self.note(point[0], low, width(row, size), size)
            parts.append(
                symbols.text(point[0], low, row, size, bold=True, family=SERIF, halo=PAPER, mark=last)
            )
        return "".join(parts)

    def across(self, point: Point, words: str, size: float, ink: str, halo: str, turn: float = 0) -> str:
        """A name in wide letters over the ground that it names."""
        edge = halo if size < _LARGE else ""
        word = symbols.text(0, size / 3, words, size, fill=ink, family=SERIF, spacing=size / 5, halo=edge)
        if not turn:
            self.note(point[0], point[1] + size / 3, width(words, size, size / 5), size)
        return f'<g transform="translate({point[0]:.0f} {point[1]:.0f}) rotate({turn:g})">{word}</g>'

    def along(
        self, name: str, words: str, course: Line, down: float, size: float, ink: str, spacing: float
    ) -> str:
        """A name along a line from left to right; again and again if it is long, none if it is too short."""
        if course[0][0] > course[-1][0]:
            course = course[::-1]
        line = list(walked(course, 12))
        long, wide = sum(dist(a, b) for a, b in pairwise(line)), width(words, size, spacing)
        points = beside(line, size / 3 - down)
        if long < wide + 10:
            return ""
        times = max(1, int(long // _AGAIN))
        starts = []
        for number in range(times):
            middle, room = (2 * number + 1) / (2 * times), 0.5 / times - (wide / 2 + 6) / long
            at = min(
                (middle + max(0.0, room) * step / 8 for step in range(-8, 9)),
                key=lambda at: self._on_way(points, at, wide / long) + abs(at - middle),
            )
            starts.append(at)
            first, last = self._ends(points, at, wide / long)
            self.written.draw([tuple(points[first:last])], size)
        return follow(name, course, words, down, starts, leaning(size, ink, spacing, PAPER))

    def _ends(self, points: list[Point], at: float, part: float) -> tuple[int, int]:
        first, last = (round((at + hand * part / 2) * len(points)) for hand in (-1, 1))
        return max(0, first), max(first + 2, last)

    def _on_way(self, points: list[Point], at: float, part: float) -> float:
        first, last = self._ends(points, at, part)
        covered = points[first:last]
        return sum(map(self._weight, covered)) / max(1, len(covered))


def beside(line: list[Point], up: float) -> list[Point]:
    """The points of a line moved so far to its left hand: up, if it goes from left to right."""
    found = []
    for (ax, ay), (bx, by) in pairwise(line):
        angle = atan2(by - ay, bx - ax)
        found.append((ax + up * sin(angle), ay - up * cos(angle)))
    return found


def calm(points: Line, every: int) -> Line:
    """A line evened out, so that letters along it don't stagger at every bend."""
    return hexdraw.smooth((*points[:-1:every], points[-1]), 3)
