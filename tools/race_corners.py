"""Where the zones of Race for Berlin meet: corners from a plan, settled round real towns and rivers."""

import csv
import itertools
import json
from math import atan2, hypot, log, pi
from pathlib import Path
from random import Random

from berlin.boards.atlas import Lens, Point, Projection

HERE = Path(__file__).parent
DATA = HERE.parent / "src" / "berlin" / "games" / "race" / "data"
SHEET = Projection(west=12.10, north=53.09, east=15.27, south=50.95)
_CITY = SHEET.plane(13.395, 52.505)
_HEIGHTS = SHEET.plane(14.48, 52.57)
_NEISSE = SHEET.plane(14.66, 51.62)
LENSES = (
    Lens(x=_CITY[0], y=_CITY[1], push=11.5, rim=7.0, fade=24.0),
    Lens(x=_HEIGHTS[0], y=_HEIGHTS[1], push=5.5, rim=12.0, fade=17.0),
    Lens(x=_NEISSE[0], y=_NEISSE[1], push=4.5, rim=13.0, fade=17.0),
)
SIDES = ("north", "east", "south", "west")
REAL = {"Oder": "Oder", "Neisse": "Luzicka Nisa", "Spree": "Spree", "Havel": "Spree", "Elbe": "Elbe"}
STRAY = {"Oder": 3.0, "Neisse": 3.0, "Elbe": 5.0, "Spree": 5.0, "Havel": 5.0}
Corner = tuple[str, ...]
Pair = frozenset[str]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def place(lon: float, lat: float) -> Point:
    point = SHEET.plane(lon, lat)
    for lens in LENSES:
        point = lens.enlarge(point)
    return point


def corners(graph: dict[str, set[str]]) -> list[Corner]:
    """The faces of the planar graph, each a ring of zones: the places where zones meet.

    With the sides held in a square and every zone at the mean of its neighbours nothing crosses (Tutte), so
    the order of neighbours round a zone can be read off their angles.
    """
    at = dict.fromkeys(graph, (0.5, 0.5))
    at.update(north=(0.5, 0.0), east=(1.0, 0.5), south=(0.5, 1.0), west=(0.0, 0.5))
    for _ in range(6000):
        for zone, near in graph.items():
            if zone not in SIDES:
                at[zone] = (sum(at[n][0] for n in near) / len(near), sum(at[n][1] for n in near) / len(near))
    turn: dict[tuple[str, str], str] = {}
    for zone, near in graph.items():
        x, y = at[zone]
        ring = sorted(near, key=lambda n: atan2(at[n][1] - y, at[n][0] - x))
        for n, following in zip(ring, ring[1:] + ring[:1], strict=True):
            turn[zone, n] = following
    faces: list[Corner] = []
    seen: set[tuple[str, str]] = set()
    for start in turn:
        face = []
        step = start
        while step not in seen:
            seen.add(step)
            face.append(step[0])
            step = (step[1], turn[step[1], step[0]])
        if face and not set(SIDES) <= set(face):
            faces.append(tuple(face))
    return faces


class Rivers:
    """How far a point lies from a real river."""

    def __init__(self, folder: Path | None) -> None:
        self.lines: dict[str, list[list[Point]]] = {}
        self._known: dict[tuple[str, int, int], float] = {}
        for file in sorted(folder.glob("*rivers.geojson")) if folder else ():
            for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
                shape = feature["geometry"]
                parts = shape["coordinates"] if shape["type"] == "MultiLineString" else [shape["coordinates"]]
                for part in parts:
                    line = [place(lon, lat) for lon, lat, *_ in part]
                    self.lines.setdefault(feature["properties"].get("name", ""), []).append(line)

    def nearest(self, name: str, point: Point) -> tuple[float, Point]:
        best = (1e9, point)
        for line in self.lines.get(REAL.get(name, ""), ()):
            for a, b in itertools.pairwise(line):
                foot = project(point, a, b)
                best = min(best, (hypot(foot[0] - point[0], foot[1] - point[1]), foot))
        return best

    def distance(self, name: str, point: Point) -> float:
        cell = (name, round(point[0]), round(point[1]))
        if cell not in self._known:
            self._known[cell] = self.nearest(name, point)[0]
        return self._known[cell]


def project(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    t = max(0.0, min(1.0, t))
    return a[0] + t * dx, a[1] + t * dy


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def depth(point: Point, ring: list[Point]) -> float:
    """Distance to the rim of a polygon, negative outside it."""
    inside, near = False, 1e9
    x, y = point
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        foot = project(point, a, b)
        near = min(near, hypot(foot[0] - x, foot[1] - y))
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            inside = not inside
    return near if inside else -near


class Sheet:
    """The corners of the drawing, and how well they lie."""

    def __init__(self, plan: list[dict[str, str]], towns: list[dict[str, str]], rivers: Rivers) -> None:
        self.rivers = rivers
        self.town = {row["key"]: place(float(row["lon"]), float(row["lat"])) for row in towns}
        self.town["nexus"] = place(13.395, 52.505)
        self.berlin = {row["key"] for row in towns if row["front"] == "Berlin"}
        self.small = {row["key"] for row in towns if row["insert"]}
        self.river = {frozenset((row["a"], row["b"])): row["river"] for row in plan}
        graph: dict[str, set[str]] = {side: set() for side in SIDES}
        for row in plan:
            if row["touch"]:
                graph.setdefault(row["a"], set()).add(row["b"])
                graph.setdefault(row["b"], set()).add(row["a"])
        for side, other in zip(SIDES, SIDES[1:] + SIDES[:1], strict=True):
            graph[side].add(other)
            graph[other].add(side)
        self.corners = corners(graph)
        self.zones = [zone for zone in graph if zone not in SIDES]
        self.rings: dict[str, list[int]] = {}
        arcs: dict[Pair, list[int]] = {}
        for number, corner in enumerate(self.corners):
            for a, b in zip(corner, corner[1:] + corner[:1], strict=True):
                arcs.setdefault(frozenset((a, b)), []).append(number)
        self.arcs: dict[Pair, tuple[int, int]] = {
            pair: (ends[0], ends[1]) for pair, ends in arcs.items() if not pair <= set(SIDES)
        }
        self.arcs_at: dict[int, list[Pair]] = {}
        for pair, ends in self.arcs.items():
            for end in ends:
                self.arcs_at.setdefault(end, []).append(pair)
        for zone in self.zones:
            self.rings[zone] = self._ring(zone)
        self.at: list[Point] = self._start()

    def _ring(self, zone: str) -> list[int]:
        links: dict[int, list[int]] = {}
        for pair, (a, b) in self.arcs.items():
            if zone in pair:
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
        first = min(links)
        ring = [first, links[first][0]]
        while len(ring) < len(links):
            ring.append(next(n for n in links[ring[-1]] if n != ring[-2]))
        return ring

    def sides(self, number: int) -> list[str]:
        return [zone for zone in self.corners[number] if zone in SIDES]

    def hold(self, number: int, point: Point) -> Point:
        """Corners on the frame slide along it only."""
        x, y = point
        for side in self.sides(number):
            x = {"west": 0.0, "east": SHEET.width}.get(side, x)
            y = {"north": 0.0, "south": SHEET.height}.get(side, y)
        return x, y

    def _start(self) -> list[Point]:
        at: list[Point] = []
        for number, corner in enumerate(self.corners):
            towns = [self.town[zone] for zone in corner if zone not in SIDES]
            mean = (sum(t[0] for t in towns) / len(towns), sum(t[1] for t in towns) / len(towns))
            at.append(self.hold(number, mean))
        self._order_frame(at)
        near = {n: [e for p in self.arcs_at[n] for e in self.arcs[p] if e != n] for n in range(len(at))}
        for _ in range(4000):
            for n in near:
                if not self.sides(n):
                    ends = near[n]
                    at[n] = (sum(at[e][0] for e in ends) / len(ends), sum(at[e][1] for e in ends) / len(ends))
        return at

    def _order_frame(self, at: list[Point]) -> None:
        """Spread the corners along each side in the order in which its zones follow each other."""
        for side in SIDES:
            axis = 0 if side in ("north", "south") else 1
            chain = [n for n in range(len(at)) if side in self.corners[n]]
            links = {n: [m for m in chain if m != n and self._linked(n, m, side)] for n in chain}
            start = min((n for n in chain if len(self.sides(n)) == 2), key=lambda n: at[n][axis])
            order = [start]
            while len(order) < len(chain):
                order.append(next(m for m in links[order[-1]] if m not in order))
            values = sorted(at[n][axis] for n in order)
            for n, value in zip(order, values, strict=True):
                at[n] = (value, at[n][1]) if axis == 0 else (at[n][0], value)

    def _linked(self, n: int, m: int, side: str) -> bool:
        return any(side in pair and self.arcs[pair] in ((n, m), (m, n)) for pair in self.arcs_at[n])

    # how well it lies

    def zone_cost(self, zone: str) -> float:
        ring = [self.at[n] for n in self.rings[zone]]
        area = perimeter = cx = cy = 0.0
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            cross = x0 * y1 - x1 * y0
            area += cross
            cx += (x0 + x1) * cross
            cy += (y0 + y1) * cross
            perimeter += hypot(x1 - x0, y1 - y0)
            x0, y0 = x1, y1
        if abs(area) < 1:
            return 1e6
        cx, cy, area = cx / (3 * area), cy / (3 * area), abs(area) / 2
        tx, ty = self.town[zone]
        if zone == "nexus":
            return 30 * log(area / 22) ** 2 + 4 * perimeter**2 / area + ((cx - tx) ** 2 + (cy - ty) ** 2) / 4
        wanted, room = (300, 4.0) if zone in self.berlin else (400, 4.0) if zone in self.small else (620, 5.5)
        size = log(area / wanted)
        cost = (4.0 if size < 0 else 1.5) * size * size
        cost += 6.0 * max(0.0, perimeter**2 / (4 * pi * area) - 1.12)
        cost += ((cx - tx) ** 2 + (cy - ty) ** 2) / 14**2
        return cost + 0.5 * max(0.0, room - depth((tx, ty), ring)) ** 2

    def arc_cost(self, pair: Pair) -> float:
        a, b = (self.at[n] for n in self.arcs[pair])
        length = hypot(a[0] - b[0], a[1] - b[1])
        short = 3.0 if "nexus" in pair else 8.0 if pair & self.berlin else 9.0
        cost = 0.35 * max(0.0, short - length) ** 2
        name = self.river.get(pair, "")
        if name in STRAY and self.rivers.lines and not pair <= self.berlin:
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            for point in (a, middle, b):
                stray = self.rivers.distance(name, point) / STRAY[name]
                cost += 0.3 * min(6.0 if name in ("Oder", "Neisse") else 2.5, stray) ** 2
        return cost

    def corner_cost(self, number: int) -> float:
        x, y = self.at[number]
        rays = sorted(
            atan2(self.at[e][1] - y, self.at[e][0] - x)
            for pair in self.arcs_at[number]
            for e in self.arcs[pair]
            if e != number
        )
        cost = 0.0
        for ray, following in zip(rays, [*rays[1:], rays[0] + 2 * pi], strict=True):
            cost += 6.0 * max(0.0, 1.05 - (following - ray)) ** 2
        return cost

    def cost_round(self, number: int) -> float:
        near = {number} | {e for pair in self.arcs_at[number] for e in self.arcs[pair]}
        cost = sum(self.zone_cost(zone) for zone in self.corners[number] if zone not in SIDES)
        cost += sum(self.arc_cost(pair) for pair in self.arcs_at[number])
        return cost + sum(self.corner_cost(n) for n in near)

    def tangled(self, number: int) -> bool:
        own = self.arcs_at[number]
        around = {
            pair
            for zone in self.corners[number]
            if zone not in SIDES
            for ring in [self.rings[zone]]
            for n in ring
            for pair in self.arcs_at[n]
        }
        for pair in own:
            a, b = self.arcs[pair]
            for other in around:
                c, d = self.arcs[other]
                if len({a, b, c, d}) == 4 and crosses(self.at[a], self.at[b], self.at[c], self.at[d]):
                    return True
        return False

    def settle(self, rounds: int, rng: Random) -> None:
        for turn in range(rounds):
            reach = 9.0 * (1 - turn / rounds) + 0.4
            heat = 0.25 * (1 - turn / rounds) ** 2
            for number in range(len(self.at)):
                if len(self.sides(number)) == 2:
                    continue
                old, before = self.at[number], self.cost_round(number)
                step = (old[0] + rng.gauss(0, reach / 2), old[1] + rng.gauss(0, reach / 2))
                x, y = self.hold(number, step)
                self.at[number] = (min(max(x, 0.0), SHEET.width), min(max(y, 0.0), SHEET.height))
                worse = self.cost_round(number) - before
                if worse > heat * rng.expovariate(1) or self.tangled(number):
                    self.at[number] = old
