"""Plots as inline SVG, narrow enough for a phone; their colours are the page's."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import count
from math import ceil, floor, log10

import msgspec

from berlin.lab.statistics import Interval

WIDTH = 420
MARGIN = 36
MOST_BARS = 24


class Row(msgspec.Struct, frozen=True):
    """A line of a plot of intervals: its name, the interval, a class for its colour, a note at its end."""

    name: str
    interval: Interval
    look: str = "s0"
    note: str = ""


class Curve(msgspec.Struct, frozen=True):
    """A line through intervals, by x."""

    name: str
    points: tuple[tuple[float, Interval], ...]
    look: str = "s0"


def svg(height: float, parts: Sequence[str], told: str) -> str:
    """A plot; `told` is what it shows, for those who can't see it."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(told)}">'
        + "".join(parts)
        + "</svg>"
    )


def text(x: float, y: float, words: str, look: str = "", anchor: str = "start") -> str:
    of = f' class="{look}"' if look else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{of}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{look}"/>'


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers between two bounds."""
    span = max(high - low, 1e-9)
    rough = 10 ** floor(log10(span / about))
    step = next(rough * times for times in (1, 2, 5, 10) if span / (rough * times) <= about)
    return [round(step * n, 10) for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def whiskers(
    rows: Sequence[Row], low: float, high: float, middle: float, told: str, percent: bool = True
) -> str:
    """Intervals under each other, each below its name, around a line in the middle."""

    def at(value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * (min(max(value, low), high) - low) / (high - low)

    pitch, foot = 34, 22
    height = pitch * len(rows) + foot
    parts = [line(at(middle), 4, at(middle), height - foot, "middle")]
    for number in ticks(low, high):
        parts.append(line(at(number), height - foot, at(number), height - foot + 4, "axis"))
        scaled = 100 * number if percent else number
        signed = f"{scaled:+g}" if low < 0 and number else f"{scaled:g}"
        shown = f"{signed}%" if percent else signed
        parts.append(text(at(number), height - 5, shown, "tick", "middle"))
    parts.append(line(at(low), height - foot, at(high), height - foot, "axis"))
    for place, row in enumerate(rows):
        y = pitch * place + 24
        parts.append(text(MARGIN, y - 10, row.name))
        parts.append(text(WIDTH - MARGIN, y - 10, row.note, "tick", "end"))
        parts.append(line(at(row.interval.low), y, at(row.interval.high), y, f"whisker {row.look}"))
        parts.append(f'<circle cx="{at(row.interval.value):.1f}" cy="{y}" r="4.5" class="dot {row.look}"/>')
    return svg(height, parts, told)


class Bins(msgspec.Struct, frozen=True):
    """The bins of a histogram: where the first begins, how wide each is, how many there are."""

    first: float
    wide: int
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Bins":
        """Few enough for a plot, with round bounds."""
        needed = (max(values) - min(values) + 1) / MOST_BARS
        wide = next(wide for wide in _widths() if wide >= needed)
        first = wide * floor(min(values) / wide)
        return cls(first, wide, floor((max(values) - first) / wide) + 1)

    def begin(self, place: int) -> float:
        return self.first + self.wide * place

    def label(self, place: int) -> str:
        value = self.begin(place)
        return f"{value:g}" if self.wide == 1 else f"{value:g} to {value + self.wide - 1:g}"

    def shares(self, counts: Mapping[float, int]) -> list[float]:
        """Of all that was counted, the share in each bin."""
        total = sum(counts.values()) or 1
        found = [0.0] * self.count
        for value, times in counts.items():
            found[floor((value - self.first) / self.wide)] += times / total
        return found


def columns(
    groups: Sequence[tuple[str, str, Mapping[float, int]]], told: str, mark: float | None = None
) -> str:
    """Histograms beside each other: of each group its name, its look, and how often each value came."""
    values = [value for _, _, counts in groups for value in counts]
    if not values:
        return svg(40, [text(WIDTH / 2, 24, "no such games", "tick", "middle")], told)
    bins = Bins.of(values)
    shares = [bins.shares(counts) for _, _, counts in groups]
    top, foot = max(map(max, shares)), 40 if len(groups) > 1 else 20
    height, base = 130 + foot, 130
    pitch = (WIDTH - 2 * MARGIN) / bins.count
    parts = [line(MARGIN, base, WIDTH - MARGIN, base, "axis")]
    for number in ticks(0, top, 3):
        y = base - (base - 14) * number / top
        parts.append(line(MARGIN, y, WIDTH - MARGIN, y, "grid"))
        parts.append(text(MARGIN - 4, y + 4, f"{100 * number:.0f}%", "tick", "end"))
    for place in range(0, bins.count, ceil(bins.count / 12)):
        parts.append(
            text(MARGIN + pitch * (place + 0.5), base + 14, f"{bins.begin(place):g}", "tick", "middle")
        )
    thick = pitch * 0.84 / len(groups)
    for number, ((name, look, _), share) in enumerate(zip(groups, shares, strict=True)):
        for place in range(bins.count):
            tall = (base - 14) * share[place] / top
            left = MARGIN + pitch * (place + 0.08) + thick * number
            parts.append(
                f'<rect x="{left:.1f}" y="{base - tall:.1f}" width="{thick:.1f}" height="{tall:.1f}" '
                f'class="bar {look}">'
                f"<title>{escape(name)}: {bins.label(place)}, {100 * share[place]:.1f}%</title></rect>"
            )
    if mark is not None:
        x = MARGIN + pitch * ((mark - bins.first) / bins.wide + 0.5)
        parts.append(line(x, 14, x, base, "mark"))
        parts.append(text(min(max(x, 60), WIDTH - 60), 10, f"median {mark:g}", "tick", "middle"))
    return svg(height, [*parts, *_legend([(name, look) for name, look, _ in groups], height - 6)], told)


def _widths() -> Iterator[int]:
    return (times * 10**power for power in count() for times in (1, 2, 5))


def _legend(names: Sequence[tuple[str, str]], y: float) -> list[str]:
    parts, x = list[str](), float(MARGIN)
    for name, look in names if len(names) > 1 else []:
        parts += _legend_entry(name, look, x, y)
        x += 28 + 7.2 * len(name)
    return parts


def _legend_entry(name: str, look: str, x: float, y: float) -> list[str]:
    box = f'<rect x="{x:.1f}" y="{y - 9:.1f}" width="10" height="10" class="bar {look}"/>'
    return [box, text(x + 14, y, name)]


def band(points: Sequence[tuple[float, float, float, float]], told: str, look: str = "s0") -> str:
    """A line of middles (x, low, middle, high) and the band of their middle halves, around nought."""
    height, foot = 190, 26
    low, high = min(0.0, *(p[1] for p in points)), max(0.0, *(p[3] for p in points))
    if low == high:
        low, high = -1.0, 1.0
    first, last = points[0][0], max(points[-1][0], points[0][0] + 1)

    def at(x: float, y: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * (x - first) / (last - first)
        return across, 10 + (height - foot - 10) * (high - y) / (high - low)

    parts = []
    for number in ticks(low, high, 4):
        y = at(first, number)[1]
        parts.append(line(MARGIN, y, WIDTH - MARGIN, y, "grid" if number else "middle"))
        parts.append(text(MARGIN - 4, y + 4, f"{number:+g}" if number else "0", "tick", "end"))
    rim = [at(x, top) for x, _, _, top in points] + [at(x, bottom) for x, bottom, _, _ in reversed(points)]
    parts.append(f'<polygon points="{_points(rim)}" class="band {look}"/>')
    parts.append(f'<polyline points="{_points([at(x, y) for x, _, y, _ in points])}" class="curve {look}"/>')
    for x, bottom, y, top in points:
        across, down = at(x, y)
        parts.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.5" class="dot {look}">'
            f"<title>{x:g}: {y:+g}, half from {bottom:+g} to {top:+g}</title></circle>"
        )
        parts.append(text(across, height - 8, f"{x:g}", "tick", "middle"))
    return svg(height, parts, told)


def curves(lines: Sequence[Curve], across: str, told: str) -> str:
    """Shares with their intervals over a number that is varied."""
    xs = sorted({x for each in lines for x, _ in each.points})
    intervals = [interval for each in lines for _, interval in each.points]
    low = floor(10 * min(0.4, *(interval.low for interval in intervals))) / 10
    high = ceil(10 * max(0.6, *(interval.high for interval in intervals))) / 10
    height, foot = 220 + 16 * len(lines), 40 + 16 * len(lines)
    base = height - foot

    def at(x: float, share: float, shift: float = 0.0) -> tuple[float, float]:
        room = WIDTH - 2 * MARGIN - 40
        right = room * (x - xs[0]) / max(xs[-1] - xs[0], 1e-9)
        return MARGIN + 20 + right + shift, 8 + (base - 8) * (high - share) / (high - low)

    parts = []
    for share in ticks(low, high, 6):
        y = at(xs[0], share)[1]
        parts.append(line(MARGIN, y, WIDTH - MARGIN, y, "middle" if share == 0.5 else "grid"))
        parts.append(text(MARGIN - 4, y + 4, f"{100 * share:.0f}%", "tick", "end"))
    parts += [text(at(x, low)[0], base + 14, f"{x:g}", "tick", "middle") for x in xs]
    parts.append(text(WIDTH / 2, base + 30, across, "", "middle"))
    for number, each in enumerate(lines):
        # Beside each other, so that none hides another.
        shift = 7.0 * (number - (len(lines) - 1) / 2)
        way = [at(x, interval.value, shift) for x, interval in each.points]
        parts.append(f'<polyline points="{_points(way)}" class="curve {each.look}"/>')
        for x, interval in each.points:
            (right, top), bottom = at(x, interval.high, shift), at(x, interval.low)[1]
            parts.append(line(right, top, right, bottom, f"whisker {each.look}"))
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="dot {each.look}"/>' for x, y in way]
        if len(lines) > 1:
            parts += _legend_entry(each.name, each.look, MARGIN, height - 6 - 16 * (len(lines) - 1 - number))
    return svg(height, parts, told)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
