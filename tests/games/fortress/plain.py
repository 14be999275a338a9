"""The heart of the rules once more, hex by hex in a few plain lines, for tests to compare with."""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from berlin.games.fortress.board.ground import AIRFIELD_NAMES, AT, KEYS, SIZE
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import (
    DIVISION,
    DIVISIONS,
    IS_YOUTH,
    MOTOR,
    RANGES,
    ROW,
    SIDE,
    TOWED,
    TYPES,
)
from berlin.games.fortress.board.units import TYPE as KIND
from berlin.games.fortress.game import GAME
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING, FOG, HJ_FREE, REICHSTAG_FLAK, Draft
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.dice import key_from_seed

TERRAIN = {row["key"]: row["terrain"] for row in TABLES.rows("hexes")}
FOOT, MOTORS = (
    {row["key"]: float(row[how]) for row in TABLES.rows("terrain") if row[how]} for how in ("foot", "motor")
)
TOWN = {"built-up", "ruins", "building", "tower"}
ROAD_STEPS = {frozenset(pair) for row in TABLES.rows("roads") for pair in pairwise(row["hexes"].split())}
ROADS = {place for pair in ROAD_STEPS for place in pair}
WATER = {frozenset(row["side"].split("/")): row["kind"] for row in TABLES.rows("waters") if not row["bridge"]}
WIRE = {row["key"]: row["wire"] for row in TABLES.rows("hexes")}


@cache
def beside(place: str) -> list[str]:
    """North, then clockwise; by the two rows of FB map.neighbours."""
    c, r = int(place[:2]), int(place[2:])
    low = c % 2 == 0
    around = [
        (c, r - 1),
        (c + 1, r - 1 + low),
        (c + 1, r + low),
        (c, r + 1),
        (c - 1, r + low),
        (c - 1, r - 1 + low),
    ]
    return [f"{column:02}{row:02}" for column, row in around]


@cache
def distance(a: str, b: str) -> int:
    """Columns, and the rows that the way across them doesn't gain."""
    (c, r), (column, row) = ((int(place[:2]), int(place[2:])) for place in (a, b))
    across = abs(c - column)
    gained = (across + (c % 2 == 0)) // 2 if row >= r else (across + (c % 2)) // 2
    return across + max(0, abs(row - r) - gained)


class Position:
    """A draft as plain sets of hexes by their keys."""

    def __init__(self, d: Draft) -> None:
        self.d = d
        self.strongpoints = {KEYS[place] for place in range(SIZE) if d.strongpoints >> place & 1}
        self.stands = [
            {
                KEYS[d.where[unit]]
                for unit in RANGES[side]
                if d.where[unit] < SIZE and TYPES[KIND[unit]] != "leader"
            }
            for side in (0, 1)
        ]

    def is_town(self, place: str) -> bool:
        return TERRAIN[place] in TOWN or place in self.strongpoints

    def is_seen(self, unit: int, viewer: Seat) -> bool:
        d = self.d
        if not d.options & FOG or (d.fixed | d.fired | d.landed) >> unit & 1:
            return True
        return any(distance(KEYS[d.where[unit]], place) <= 6 for place in self.stands[viewer])

    def zones(self, side: Seat, viewer: Seat | None = None) -> set[str]:
        found = set()
        for unit in RANGES[side]:
            marks, kind = self.d.marks[unit], TYPES[KIND[unit]]
            if (
                self.d.where[unit] >= SIZE
                or not marks & COMBAT
                or marks & DISRUPTED
                or kind in ("hq", "leader")
            ):
                continue
            here = KEYS[self.d.where[unit]]
            if self.is_town(here) or (IS_YOUTH[unit] and not self.d.released & HJ_FREE):
                continue
            if viewer is not None and not self.is_seen(unit, viewer):
                continue
            facing = marks >> FACING & 7
            for turn in (-1, 0, 1):
                to = beside(here)[(facing + turn) % len(DIRECTION_KEYS)]
                if to in TERRAIN and not self.is_town(to) and reaches(here, to):
                    found.add(to)
        return found

    def price(self, unit: int, here: str, to: str, maneuver: bool) -> float | None:
        """What a step costs; None if it can't be made."""
        wheels = MOTOR[unit] or TOWED[unit]
        along, kind = frozenset((here, to)) in ROAD_STEPS, WATER.get(frozenset((here, to)), "")
        if to not in TERRAIN or to in self.stands[OTHER[SIDE[unit]]]:
            return None
        if self.d.is_base and SIDE[unit] == 0 and to in self.strongpoints:
            return None
        if along and maneuver:
            return None if TERRAIN[to] == "ruins" else 0.5 if wheels else 1
        if not reaches(here, to) or (TERRAIN[to] == "ruins" and maneuver):
            return None
        if TERRAIN[to] == "water":
            return 1
        cost = 2 if to in self.strongpoints else (MOTORS if wheels else FOOT).get(TERRAIN[to])
        if cost is None:
            return None
        wire = bool(WIRE[to]) and not WIRE[here]
        return cost + wire + ((2 if wheels else 1) if kind == "canal" else 0)

    def reach(self, unit: int, points: float, maneuver: bool, fresh: bool) -> dict[str, float]:
        """By Dijkstra: every hex with its least price."""
        side, start = SIDE[unit], KEYS[self.d.where[unit]]
        covered = self.zones(OTHER[side], side)
        best, heap = {start: 0.0}, [(0.0, start)]
        while heap:
            spent, here = heappop(heap)
            if spent > best[here] or (here in covered and here != start):
                continue
            for to in beside(here):
                cost = self.price(unit, here, to, maneuver)
                if cost is None:
                    continue
                total = spent + cost + (2 if here in covered else 0)
                if total <= points and total < best.get(to, 99):
                    best[to] = total
                    heappush(heap, (total, to))
        if fresh and points >= 1:
            for to in beside(start):
                if self.price(unit, start, to, maneuver) is not None:
                    best.setdefault(to, points)
        return {place: spent for place, spent in best.items() if place != start}

    def cost_of(self, unit: int, way: list[str], points: float, maneuver: bool) -> float:
        """What a way costs step by step; all points, if it is the one hex that is always within reach."""
        covered = self.zones(OTHER[SIDE[unit]], SIDE[unit])
        here, total = KEYS[self.d.where[unit]], 0.0
        for to in way:
            cost = self.price(unit, here, to, maneuver)
            assert cost is not None
            assert to in beside(here)
            total += cost + (2 if here in covered else 0)
            here = to
        return points if len(way) == 1 and total > points else total

    def is_held(self, field: str) -> bool:
        """By the Allies: they were last inside the wire, and no German is."""
        last = dict(zip(AIRFIELD_NAMES, self.d.airfields, strict=True))[field]
        return last == 0 and not any(WIRE[place] == field for place in self.stands[1])

    def serves(self, division: int) -> bool:
        """Is the source of a division open? One that jumped needs no more than its marker."""
        source = KEYS[self.d.landing[division]]
        if WIRE[source]:
            return self.d.entries[division] < 0 or self.is_held(WIRE[source])
        contested = source in self.stands[0] | self.zones(Seat(0))
        return source not in self.stands[1] and (contested or source not in self.zones(Seat(1)))

    def has_line(self, unit: int) -> bool:
        """By a search from the unit: four steps on foot, then roads, to any hex inside the wire."""
        division = DIVISIONS.index(DIVISION[unit])
        marker = self.d.landing[division]
        if marker < 0 or not self.serves(division):
            return False
        source, start = KEYS[marker], KEYS[self.d.where[unit]]
        shut = self.stands[1] | (self.zones(Seat(1)) - self.stands[0]) | self.strongpoints
        shut -= set() if WIRE[source] else {source}
        goal = (
            {source}
            if not WIRE[source] or WIRE[start] == WIRE[source]
            else {place for place, wire in WIRE.items() if wire == WIRE[source]}
        )
        ring = reached = {start}
        for _ in range(4):
            ring = {
                to
                for here in ring
                for to in beside(here)
                if to in TERRAIN and to not in shut and walks(here, to)
            }
            reached = reached | ring
        if reached & goal - shut or start in goal:
            return True
        if WIRE[source] and WIRE[start] == WIRE[source]:
            return False
        roads = {place for place in reached if place in ROADS and TERRAIN[place] != "ruins"}
        front = list(roads)
        while front:
            here = front.pop()
            for to in beside(here):
                if frozenset((here, to)) in ROAD_STEPS and to not in shut | roads and TERRAIN[to] != "ruins":
                    roads.add(to)
                    front.append(to)
        return bool(roads & goal - shut)


def reaches(here: str, to: str) -> bool:
    """With no river or water between but by a bridge."""
    if frozenset((here, to)) in ROAD_STEPS:
        return True
    return "water" not in (TERRAIN[here], TERRAIN[to]) and WATER.get(frozenset((here, to))) != "river"


def walks(here: str, to: str) -> bool:
    """OTB 6.1.q5: a step that a foot unit could make off the road."""
    return "water" not in (TERRAIN[here], TERRAIN[to]) and WATER.get(frozenset((here, to))) != "river"


def positions(scenario: str, seed: int, count: int) -> Iterator[Draft]:
    """Every so-manyth position of a random game."""
    state, rng = GAME.start(scenario, key_from_seed(seed), {}).state, Random(seed)
    number = 0
    while GAME.deciders(state) and count:
        state = GAME.next(state, GAME.sample(state, rng))
        number += 1
        if number > 400 and number % 60 == 0:
            count -= 1
            yield Draft(state)


def held_by(d: Draft, unit: int, places: set[str], shut: set[str]) -> set[str]:
    """Of these hexes those that are not shut, and where a unit may end among its own."""
    return {place for place in places - shut if not is_overfull(d, [*mates(d, unit, place), unit], place)}


def mates(d: Draft, unit: int, place: str) -> list[int]:
    """The other units of its side in a hex."""
    return [one for one in RANGES[SIDE[unit]] if one != unit and d.where[one] == AT[place]]


def is_overfull(d: Draft, units: list[int], place: str) -> bool:
    """FB 3.1 and OTB 3.1: too many, of too many nations, or of two services that share nothing."""
    rows = [ROW[unit] for unit in units if TYPES[KIND[unit]] != "leader"]
    allies = not d.is_base and SIDE[units[0]] == 0
    counted = [row for row in rows if allies or TYPES[row.type] != "hq"]
    tower = TERRAIN[place] == "tower"
    if place == "5015" and d.options & REICHSTAG_FLAK:
        tower = any(TYPES[row.type] == "flak" for row in rows)
    most = 2 if tower else 3
    if allies and {row.nation for row in rows} & {"us"} and {row.nation for row in rows} - {"us"}:
        most = 2
    services = {row.service for row in rows}
    quarrel = not d.is_base and "ss" in services and services & {"army", "navy", "luftwaffe"}
    return len(counted) > most or bool(quarrel)
