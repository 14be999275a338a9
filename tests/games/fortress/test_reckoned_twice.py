"""The heart of the rules once more, hex by hex in a few plain lines, on positions of random games."""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import pytest

from berlin.games.fortress.board.ground import AT, KEYS, SIZE
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import DIVISION, DIVISIONS, IS_YOUTH, MOTOR, RANGES, SIDE, TOWED, TYPES
from berlin.games.fortress.board.units import TYPE as KIND
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.communications import has_line
from berlin.games.fortress.rules.movement.reach import path, price_of, waves, whole
from berlin.games.fortress.rules.zones import seen_zones, zones
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING, FOG, HJ_FREE, Draft
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

TERRAIN = {row["key"]: row["terrain"] for row in TABLES.rows("hexes")}
FOOT = {
    "clear": 1,
    "park": 1,
    "forest": 2,
    "airfield": 1,
    "built-up": 2,
    "ruins": 4,
    "building": 2,
    "tower": 2,
}
MOTORS = {"clear": 1, "park": 2, "forest": 3, "airfield": 1, "built-up": 3, "building": 2, "tower": 2}
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

    def has_line(self, unit: int) -> bool:
        """By a search from the unit: four steps on foot, then roads, to any hex inside the wire."""
        division = DIVISIONS.index(DIVISION[unit])
        marker = self.d.landing[division]
        if marker < 0:
            return False
        source, start = KEYS[marker], KEYS[self.d.where[unit]]
        shut = self.stands[1] | (self.zones(Seat(1)) - self.stands[0]) | self.strongpoints
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


@rule(
    "FB 3.2.zone",
    "FB 3.2.terrain",
    "FB 3.2.stop",
    "FB 3.2.exit",
    "FB 7.1.move",
    "FB 7.1.minimum",
    "FB 3.6.hidden",
)
@pytest.mark.parametrize(("scenario", "seed"), [("drop", 11), ("drop", 12), ("berlin", 13)])
def test_zones_and_marches_are_the_same_reckoned_hex_by_hex(scenario: str, seed: int) -> None:
    rng, met = Random(seed), 0
    for d in positions(scenario, seed, 30):
        plain = Position(d)
        for side in (Seat(0), Seat(1)):
            covered = plain.zones(side)
            met += len(covered)
            assert {KEYS[place] for place in range(SIZE) if zones(d, side) >> place & 1} == covered
            seen = plain.zones(side, OTHER[side])
            assert {
                KEYS[place] for place in range(SIZE) if seen_zones(d, side, OTHER[side]) >> place & 1
            } == seen
        for unit in rng.sample([*d.on_map(Seat(0)), *d.on_map(Seat(1))], 3):
            left, maneuver, fresh = rng.randrange(29), rng.random() < 0.6, rng.random() < 0.5
            found = waves(d, unit, left, maneuver, fresh)
            expected = plain.reach(unit, left / 2, maneuver, fresh)
            reached = {
                KEYS[place]: price_of(found, place) / 2 for place in range(SIZE) if whole(found) >> place & 1
            }
            assert reached == expected
            if reached:
                goal = rng.choice(sorted(reached))
                way = [KEYS[place] for place in path(d, unit, found, AT[goal], maneuver)]
                assert way[-1] == goal
                assert all(a in beside(b) for a, b in pairwise(way))
    assert met > 0


@rule("OTB 6.1b", "OTB 6.1c", "OTB 6.1d", "OTB 6.1e", "OTB 6.1.q3", "OTB 6.1.q5", "OTB 6.1.q6")
@pytest.mark.parametrize("seed", [21, 22])
def test_lines_of_communications_are_the_same_by_a_plain_search(seed: int) -> None:
    answers = set()
    for d in positions("drop", seed, 30):
        plain = Position(d)
        for unit in d.on_map(Seat(0)):
            # A division from beyond the map may need to hold its airfield, or to contest its edge hex.
            if d.entries[DIVISIONS.index(DIVISION[unit])] < 0:
                answers.add(plain.has_line(unit))
                assert has_line(d, unit) == plain.has_line(unit)
    assert answers == {True, False}
