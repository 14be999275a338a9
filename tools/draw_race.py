"""Draw the board of Race for Berlin: from towns and a plan of who borders whom to one planar drawing.

    python -m tools.draw_race [FOLDER of *rivers.geojson] [--rounds N] [--seed N]

The plan (race_plan.csv) says which zones share a border and which river runs there; that fixes the corners.
Their places are settled so that every zone lies round its town and has room; the borders are then
bent, rivers along their real course. Writes the drawing into the game's data folder. Not needed to play.
"""

import argparse
import itertools
from math import atan2, cos, hypot, sin
from pathlib import Path
from random import Random

from tools.race_corners import DATA, HERE, REAL, SHEET, SIDES, Pair, Rivers, Sheet, crosses, depth, rows

from berlin.boards.atlas import Point
from berlin.boards.zones import clip, path
from berlin.kernel.contract.variant import Tables

Path_ = list[Point]

ROADS = {
    "R1": [
        "Brandenburg Potsdam Zehlendorf",
        "Friedrichshain Strausberg Muncheberg Seelow Bridgehead Kustrin",
    ],
    "Ring": ["Wedding PrenzlauerBerg Friedrichshain Neukolln Tempelhof Zehlendorf"],
    "R2": ["Leipzig Wittenberg Treuenbrietzen Potsdam", "PrenzlauerBerg Bernau Eberswalde"],
    "R5": ["Wedding Nauen", "KonigsWusterhausen Furstenwalde Frankfurt"],
    "R96": ["Kyritz Neuruppin Oranienburg Wedding", "Tempelhof Zossen KonigsWusterhausen Lubben Luckau"],
    "R101": [
        "Tempelhof Trebbin",
        "Zossen Luckenwalde Juterbog Herzberg Elsterwerda Grossenhain Dresden Bautzen",
    ],
    "R87": ["Leipzig Torgau"],
    "R97": ["Lubben Cottbus Spremberg"],
    "R169": ["Cottbus Senftenberg Finsterwalde"],
    "R115": ["Kathlow Forst"],
    "R168": ["Strausberg Protzel"],
    "R6": ["Lobau Gorlitz"],
}
# Water inside a zone joins the reaches that run along borders: river, zone, from corner, to corner.
STREAMS = [
    ("Elbe", "Riesa", "Riesa Grossenhain Elsterwerda", "Torgau Riesa Elsterwerda Herzberg"),
    ("Elbe", "Dresden", "Dresden south", "Meissen Dresden Grossenhain"),
    ("Havel", "Oranienburg", "Oranienburg Bernau Eberswalde Joachimsthal", "Wedding Oranienburg Nauen"),
    ("Havel", "Wedding", "Wedding Oranienburg Nauen", "Wedding Potsdam Nauen"),
    ("Havel", "Potsdam", "Zehlendorf Potsdam Trebbin", "Brandenburg Potsdam Belzig"),
    ("Havel", "Brandenburg", "Brandenburg Potsdam Nauen", "Brandenburg Rathenow Nauen"),
    ("Spree", "Bautzen", "Bautzen Lobau Niesky", "Bautzen Hoyerswerda Niesky"),
    ("Spree", "Spremberg", "Spremberg Hoyerswerda GrossDuben", "Spremberg Hoyerswerda Senftenberg"),
    ("Spree", "Beeskow", "Beeskow Lieberose Furstenberg", "Beeskow Furstenwalde Frankfurt"),
    ("Oder", "Ziebingen", "Ziebingen east", "Ziebingen Furstenberg Guben"),
    ("Warthe", "Kustrin", "Kustrin east", "Kustrin SOderbruch Bridgehead"),
]
# White lines: near which corner one starts, when not at the middle of the border, and which way it runs.
LINKS = {
    ("Protzel", "Furstenwalde"): ("Protzel Muncheberg Strausberg", (-1.0, 0.42)),
    ("Protzel", "Strausberg"): ("Protzel Bernau Strausberg", (-1.0, 0.3)),
    ("Protzel", "Bernau"): ("", (-1.0, -0.4)),
    ("Muncheberg", "Strausberg"): ("", (-1.0, 0.25)),
    ("NOderbruch", "Eberswalde"): ("", (-1.0, 0.0)),
    ("NOderbruch", "Barwalde"): ("", (1.0, -0.1)),
    ("Falkenhagen", "Furstenwalde"): ("", (-1.0, 0.75)),
    ("Falkenhagen", "Frankfurt"): ("", (-0.15, 1.0)),
    ("Lebus", "Frankfurt"): ("", (0.25, 1.0)),
    ("Lebus", "Reppen"): ("", (1.0, 0.55)),
    ("SOderbruch", "Barwalde"): ("", (0.5, -1.0)),
    ("SOderbruch", "Kustrin"): ("", (1.0, -0.75)),
    ("Bridgehead", "Kustrin"): ("", (1.0, -0.6)),
    ("Goritz", "Kustrin"): ("", (0.55, -0.8)),
}
REACH = 8.0
SOURCE = "house"


def spline(points: Path_, steps: int) -> Path_:
    """A smooth line through all the points (Catmull-Rom), the points themselves included."""
    ends = [points[0], *points, points[-1]]
    line: Path_ = []
    for p, q, r, s in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(steps):
            t = step / steps
            line.append(
                tuple(  # type: ignore[arg-type]
                    0.5
                    * (
                        2 * q[k]
                        + (r[k] - p[k]) * t
                        + (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k]) * t * t
                        + (3 * q[k] - p[k] - 3 * r[k] + s[k]) * t * t * t
                    )
                    for k in (0, 1)
                )
            )
    return [*line, points[-1]]


def rough(a: Point, b: Point, rng: Random, size: float, level: int) -> Path_:
    """Midpoint displacement: the points strictly between a and b."""
    if level == 0:
        return []
    length = hypot(b[0] - a[0], b[1] - a[1])
    push = max(-1.8, min(1.8, rng.gauss(0, 1))) * size * length
    middle = (
        (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * push,
        (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * push,
    )
    return [*rough(a, middle, rng, size, level - 1), middle, *rough(middle, b, rng, size, level - 1)]


def clear(line: Path_, others: list[Path_]) -> bool:
    """Does the line keep off the others, but for shared ends?"""
    for a, b in itertools.pairwise(line):
        west, east, top, low = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for other in others:
            for c, d in itertools.pairwise(other):
                if (
                    max(c[0], d[0]) < west
                    or min(c[0], d[0]) > east
                    or max(c[1], d[1]) < top
                    or min(c[1], d[1]) > low
                ):
                    continue
                if len({a, b, c, d}) == 4 and crosses(a, b, c, d):
                    return False
    return True


class Pen:
    """The bent borders, the roads, the streams and the places of a settled sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.at: Path_ = [(round(x, 2), round(y, 2)) for x, y in sheet.at]
        self.arc: dict[Pair, Path_] = {
            pair: [self.at[ends[0]], self.at[ends[1]]] for pair, ends in sheet.arcs.items()
        }
        for pair in sorted(sheet.arcs, key=lambda p: (not self.sheet.river.get(p), sorted(p))):
            self.arc[pair] = self.bend(pair)
        near, far = path(Tables(DATA).rows("insert")[0]["window"])
        self.window = (near, far)
        self.ring = {zone: self.polygon(zone) for zone in sheet.zones}
        self.spot = {zone: self.roomiest(zone) for zone in sheet.zones}
        self.town = {zone: self.settle_town(zone) for zone in sheet.zones}
        self.roads = [(name, self.road(route.split())) for name, routes in ROADS.items() for route in routes]

    def bend(self, pair: Pair) -> Path_:
        a, b = self.arc[pair]
        if pair & set(SIDES):
            return [a, b]
        if "nexus" in pair:
            return self.bulge(a, b)
        river = self.sheet.river.get(pair, "")
        length = hypot(b[0] - a[0], b[1] - a[1])
        level = 4 if length > 17 else 3 if length > 6 else 2
        others = [line for other, line in self.arc.items() if other != pair]
        towns = [self.sheet.town[zone] for zone in pair]
        for size in (0.13, 0.1, 0.075, 0.05, 0.03, 0.015):
            rng = Random("-".join(sorted(pair)))
            middle = rough(a, b, rng, size * (0.8 if river else 1.0), level - 1 if river else level)
            if river:
                middle = self.follow(river, a, b, middle, size / 0.13)
                line = spline([a, *middle, b], 2)
            else:
                line = [a, *middle, b]
            line = [(round(x, 2), round(y, 2)) for x, y in line]
            clearance = min(hypot(p[0] - t[0], p[1] - t[1]) for p in line for t in towns)
            inside = all(0.5 < x < SHEET.width - 0.5 and 0.5 < y < SHEET.height - 0.5 for x, y in line[1:-1])
            if inside and clearance > 2.2 and clear(line, others) and self.simple(line):
                return line
        return [a, b] if not river else [a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b]

    def simple(self, line: Path_) -> bool:
        pieces = list(itertools.pairwise(line))
        return not any(
            crosses(*p, *q) for i, p in enumerate(pieces) for q in pieces[i + 2 :] if len({*p, *q}) == 4
        )

    def follow(self, river: str, a: Point, b: Point, middle: Path_, pull: float) -> Path_:
        if river not in REAL or not self.sheet.rivers.lines:
            return middle
        line: Path_ = []
        for number, point in enumerate(middle, 1):
            t = number / (len(middle) + 1)
            far, foot = self.sheet.rivers.nearest(river, point)
            grip = 0.9 * pull * min(1.0, 3.2 * min(t, 1 - t)) if far < 6 else 0.0
            line.append((point[0] + (foot[0] - point[0]) * grip, point[1] + (foot[1] - point[1]) * grip))
        return line

    def bulge(self, a: Point, b: Point) -> Path_:
        ring = [self.at[n] for n in self.sheet.rings["nexus"]]
        cx, cy = sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
        start, end = atan2(a[1] - cy, a[0] - cx), atan2(b[1] - cy, b[0] - cx)
        sweep = (end - start + 3.141592653589793) % 6.283185307179586 - 3.141592653589793
        r0, r1 = hypot(a[0] - cx, a[1] - cy), hypot(b[0] - cx, b[1] - cy)
        line = [a]
        for step in range(1, 6):
            t = step / 6
            radius = r0 + (r1 - r0) * t
            line.append(
                (
                    round(cx + radius * cos(start + sweep * t), 2),
                    round(cy + radius * sin(start + sweep * t), 2),
                )
            )
        return [*line, b]

    def polygon(self, zone: str) -> Path_:
        ring = self.sheet.rings[zone]
        line: Path_ = []
        for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
            pair = next(
                p for p in self.sheet.arcs_at[here] if zone in p and set(self.sheet.arcs[p]) == {here, there}
            )
            part = self.arc[pair]
            line += (part if part[0] == self.at[here] else part[::-1])[:-1]
        return line

    def roomiest(self, zone: str) -> tuple[Point, float]:
        """The middle and the radius of the widest circle inside a zone (of the insert: inside its window)."""
        ring = self.ring[zone]
        if zone in self.sheet.small:
            near, far = self.window
            ring = list(clip(tuple(ring), ((near[0] + 1, near[1] + 1), (far[0] - 1, far[1] - 1))))
        x0, x1 = min(p[0] for p in ring), max(p[0] for p in ring)
        y0, y1 = min(p[1] for p in ring), max(p[1] for p in ring)
        best, step = (-1.0, (x0, y0)), max(x1 - x0, y1 - y0) / 24
        grid = [(x0 + i * step, y0 + j * step) for i in range(25) for j in range(25)]
        for _ in range(4):
            best = max([best, *((depth(p, ring), p) for p in grid)])
            step /= 3
            x, y = best[1]
            grid = [(x + i * step, y + j * step) for i in range(-3, 4) for j in range(-3, 4)]
        return (round(best[1][0], 2), round(best[1][1], 2)), round(best[0], 2)

    def label(self, zone: str) -> tuple[Point, float]:
        """Where a zone's name and counters stand: roomy, near its town, off its town and its roads."""
        (x, y), room = self.spot[zone]
        if zone in self.sheet.berlin or zone in self.sheet.small or zone == "nexus":
            return self.spot[zone]
        ring, town = self.ring[zone], self.town[zone]
        busy = [town] * 6 + [p for _, road in self.roads for p in road if depth(p, ring) > 0]

        def worth(p: Point) -> float:
            hidden = sum(abs(q[0] - p[0]) < 6.5 and -7.5 < q[1] - p[1] < 1.0 for q in busy)
            high = max(0.0, 10.5 - p[1])
            return (
                min(depth(p, ring), 9.5) - 0.06 * hypot(p[0] - town[0], p[1] - town[1]) - 0.25 * hidden - high
            )

        reach = max(room, 12.0)
        grid = [(x + i * reach / 12, y + j * reach / 12) for i in range(-24, 25) for j in range(-24, 25)]
        best = max((p for p in grid if depth(p, ring) > min(room, 7.0) * 0.7), key=worth)
        return (round(best[0], 2), round(best[1], 2)), round(depth(best, ring), 2)

    def settle_town(self, zone: str) -> Point:
        x, y = self.sheet.town[zone]
        if zone in self.sheet.berlin:
            x, y = self.spot[zone][0]
        while depth((x, y), self.ring[zone]) < 2.0:
            (cx, cy), _ = self.spot[zone]
            x, y = x + (cx - x) * 0.1, y + (cy - y) * 0.1
        return round(x, 2), round(y, 2)

    def corner(self, names: str) -> Point:
        wanted = set(names.split())
        if len(wanted) == 2:
            a, b = self.arc[frozenset(wanted)]
            return round((a[0] + b[0]) / 2, 2), round((a[1] + b[1]) / 2, 2)
        return next(self.at[n] for n, ring in enumerate(self.sheet.corners) if set(ring) == wanted)

    def crossing(self, a: str, b: str) -> Point:
        """Where the road from a to b crosses their border: a point of the border itself."""
        border = self.arc[frozenset((a, b))]
        start, end = self.town[a], self.town[b]
        inner = border[len(border) // 4 : -(len(border) // 4)] or border[1:-1]

        def detour(p: Point) -> float:
            return hypot(p[0] - start[0], p[1] - start[1]) + hypot(p[0] - end[0], p[1] - end[1])

        for point in sorted(inner, key=detour):
            if all(self.way(zone, point) for zone in (a, b)):
                return point
        raise SystemExit(f"no road from {a} to {b}")

    def way(self, zone: str, point: Point) -> Path_:
        """From the town of a zone to a point of its border: straight, or by one bend inside the zone."""
        town, ring = self.town[zone], self.ring[zone]
        if self.leads(town, point, zone):
            return [town, point]
        (cx, cy), room = self.spot[zone]
        turns = [(cx + i * room / 4, cy + j * room / 4) for i in range(-4, 5) for j in range(-4, 5)]
        turns.sort(
            key=lambda t: hypot(t[0] - town[0], t[1] - town[1]) + hypot(t[0] - point[0], t[1] - point[1])
        )
        for turn in turns:
            if depth(turn, ring) > 2 and self.leads(town, turn, zone) and self.leads(turn, point, zone):
                return [town, turn, point]
        return []

    def leads(self, town: Point, point: Point, zone: str) -> bool:
        return (
            clear([town, point], [[*self.ring[zone], self.ring[zone][0]]])
            and depth(((town[0] + point[0]) / 2, (town[1] + point[1]) / 2), self.ring[zone]) > 0
        )

    def road(self, towns: list[str]) -> Path_:
        knots = [self.town[towns[0]]]
        for a, b in itertools.pairwise(towns):
            point = self.crossing(a, b)
            knots += [*self.way(a, point)[1:], *self.way(b, point)[-2::-1]]
        line = [(round(x, 2), round(y, 2)) for x, y in spline(knots, 5)]
        borders = list(self.arc.values())
        for i in range(0, len(line) - 1, 5):
            part = line[i : i + 6]
            if not clear(part, borders):
                line[i : i + 6] = [
                    part[0],
                    *[_between(part[0], part[-1], k / 5) for k in range(1, 5)],
                    part[-1],
                ]
        return line

    def link(self, inner: str, main: str) -> Path_:
        """The white line: from inside the insert zone straight out over its border."""
        near, way = LINKS.get((inner, main), ("", (0.0, 0.0)))
        (cx, cy), _ = self.spot[inner]
        if near:
            at = _between(self.corner(near), (cx, cy), 0.3)
        else:
            (x0, y0), (x1, y1) = self.window
            border = [
                p for p in self.arc[frozenset((inner, main))] if x0 < p[0] < x1 - 6 and y0 + 4 < p[1] < y1
            ]
            at = border[len(border) // 2]
            a, b = border[0], border[-1]
            if way == (0.0, 0.0):
                way = (a[1] - b[1], b[0] - a[0])
                if (at[0] - cx) * way[0] + (at[1] - cy) * way[1] < 0:
                    way = (-way[0], -way[1])
        size = hypot(*way)
        dx, dy = way[0] / size, way[1] / size
        start = (round(at[0] - 2.2 * dx, 2), round(at[1] - 2.2 * dy, 2))
        return [start, (round(at[0] + REACH * dx, 2), round(at[1] + REACH * dy, 2))]

    def stream(self, river: str, zone: str, start: str, end: str) -> Path_:
        a, b = self.corner(start), self.corner(end)
        (cx, cy), _ = self.spot[zone]
        ring = self.ring[zone]
        for size in (0.1, 0.06, 0.02):
            for bow in (0.25, 0.4, 0.55, 0.7, 0.85, 1.0):
                middle = ((a[0] + b[0]) / 2 * (1 - bow) + cx * bow, (a[1] + b[1]) / 2 * (1 - bow) + cy * bow)
                rng = Random(river + zone)
                knots = [a, *rough(a, middle, rng, size, 2), middle, *rough(middle, b, rng, size, 2), b]
                line = [(round(x, 2), round(y, 2)) for x, y in spline(knots, 3)]
                if all(depth(p, ring) > 0.3 for p in line[2:-2]):
                    return line
        raise SystemExit(f"the {river} finds no way through {zone}")


def _between(a: Point, b: Point, t: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * t, 2), round(a[1] + (b[1] - a[1]) * t, 2)


def left_of(line: Path_, ring: Path_) -> bool:
    """Is the zone on the left hand of its border, walking along it on a sheet whose y runs down?"""
    i, j = ring.index(line[0]), ring.index(line[1])
    forward = (j - i) % len(ring) == 1
    twice = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
    return forward == (twice < 0)


def text(line: Path_) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in line)


def write(pen: Pen, plan: list[dict[str, str]]) -> None:
    line_in = {frozenset((row["a"], row["b"])): row["line"] for row in plan}
    with (DATA / "borders.csv").open("w", encoding="utf-8") as out:
        out.write("left|right|river|line|source|path\n")
        for pair in sorted(pen.arc, key=sorted):
            a, b = sorted(pair, key=lambda zone: (zone in SIDES or zone == "nexus", zone))
            left, right = (a, b) if left_of(pen.arc[pair], pen.ring[a]) else (b, a)
            river = pen.sheet.river.get(pair, "")
            out.write(f"{left}|{right}|{river}|{line_in.get(pair, '')}|{SOURCE}|{text(pen.arc[pair])}\n")
    with (DATA / "roads.csv").open("w", encoding="utf-8") as out:
        out.write("road|source|path\n")
        for name, line in pen.roads:
            out.write(f"{name}|{SOURCE}|{text(line)}\n")
    with (DATA / "streams.csv").open("w", encoding="utf-8") as out:
        out.write("river|within|source|path\n")
        for river, zone, start, end in STREAMS:
            out.write(f"{river}|{zone}|{SOURCE}|{text(pen.stream(river, zone, start, end))}\n")
    with (DATA / "links.csv").open("w", encoding="utf-8") as out:
        out.write("insert|main|river|road|source|path\n")
        for row in plan:
            inner, main = sorted((row["a"], row["b"]), key=lambda zone: zone not in pen.sheet.small)
            if inner in pen.sheet.small and main not in pen.sheet.small and main not in SIDES:
                marks = f"{'river' if row['river'] else ''}|{'road' if row['road'] else ''}"
                printed = "printed" if inner == "Protzel" else SOURCE
                out.write(f"{inner}|{main}|{marks}|{printed}|{text(pen.link(inner, main))}\n")
    with (DATA / "places.csv").open("w", encoding="utf-8") as out:
        out.write("zone|town|middle|room|source\n")
        for zone in pen.sheet.zones:
            middle, room = pen.label(zone)
            out.write(f"{zone}|{text([pen.town[zone]])}|{text([middle])}|{room:g}|{SOURCE}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plan = rows(HERE / "race_plan.csv")
    sheet = Sheet(plan, rows(DATA / "zones.csv"), Rivers(options.folder))
    sheet.settle(options.rounds, Random(options.seed))
    write(Pen(sheet), plan)


if __name__ == "__main__":
    main()
