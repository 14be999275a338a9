"""What draws a marshal's armies: the zones that bring victory points, Berlin, and the Americans' roads to it.

Worth is counted in points of the standing: a hundred are as good as victory.
"""

from functools import lru_cache
from heapq import heappop, heappush
from math import log

from berlin.boards.hexes import bits
from berlin.boards.travel import paces
from berlin.games.race.board.ground import FRONT, FRONT_ZONES, IN_BERLIN, NEAR, VP
from berlin.games.race.board.tables import AMERICAN as TRACK_OF
from berlin.games.race.board.tables import LAST_TURN
from berlin.games.race.board.units import GERMANS_FROM, SOVIETS
from berlin.games.race.board.zones import BERLIN, TRACKS, N
from berlin.games.race.rules.movement.costs import STEPS
from berlin.games.race.rules.movement.reachability import VICTORY_ZONES
from berlin.games.race.rules.positions import any_soviets_in, soviets_in
from berlin.games.race.state.state import AMERICAN, NOBODY, Position
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit, numbered

# What a victory point is worth, and the first and the second counter in a zone of Berlin.
POINT = 9.0
FOOTHOLD, SECOND = 20.0, 10.0
# What is left of a goal's draw with every movement point that lies before it.
FADE = 0.8
# What a unit loses, in half movement points, that must stop in a zone of Berlin on its way.
HALT = 6
# How much of the danger on the Americans' open road is gone for who is all but there to bar it. However near
# they are, they may still stay where they are.
HASTE, LEAST = 0.5, 0.01
# The odds that they come, as a logarithm, where nothing is to be feared.
UNHEARD_OF = 6.0
# What it costs that the Americans are sure to be in Berlin first.
RUIN = 100.0
# The chance in a turn that somebody's chit pushes the Americans on along a given track.
PUSHED = 0.06
FARTHEST = 12


def _hops(camp: Seat) -> tuple[int, ...]:
    """How many zones lie between each zone and Berlin on the roads that are open to a camp's Soviets."""
    far = paces(NEAR, IN_BERLIN, FRONT_ZONES[OTHER[camp]])
    return tuple(FARTHEST if hops == N else hops for hops in far)


HOPS = tuple(map(_hops, BOTH))
GOALS = tuple((*BERLIN, *(z for z in bits(VICTORY_ZONES) if FRONT[z] == camp)) for camp in BOTH)


@lru_cache(maxsize=4 * N)
def nearness(camp: Seat, goal: Place, halt: int = 0) -> tuple[float, ...]:
    """The share of a goal's draw that is felt in each zone, and, by 0, off the map.

    Who is in haste counts what each stop in Berlin on the way costs.
    """
    cost = {goal: 0}
    queue = [(0, goal)]
    while queue:
        spent, here = heappop(queue)
        if here in BERLIN and here != goal:
            spent += halt
        for zone, step in STEPS[here]:
            if FRONT[zone] != OTHER[camp] and spent + step < cost.get(zone, 1_000):
                cost[zone] = spent + step
                heappush(queue, (spent + step, zone))
    return tuple(FADE ** (cost[zone] / 2) if zone in cost else 0.0 for zone in numbered(Place, 256))


@lru_cache(maxsize=512)
def arrival(track: int, left: int, turn: int, shared: bool) -> float:
    """The chance that the Americans take so many zones of a track after this turn; one may be shared."""
    if left == 0:
        return 1.0
    if turn >= LAST_TURN:
        return 0.0
    sides = TRACK_OF[turn + 1]
    hit = (sides.count(1) + sides.count(2) if shared else sides.count(track)) / len(sides) + PUSHED
    return hit * arrival(track, left - 1, turn + 1, False) + (1 - hit) * arrival(
        track, left, turn + 1, shared
    )


def ahead(control: bytes | bytearray, track: int) -> list[Place]:
    """The zones of a track that the Americans have not taken."""
    return [zone for zone in TRACKS[track - 1] if control[zone] != AMERICAN]


def alarms(p: Position) -> tuple[int, int, int]:
    """For each track, in percent, how likely the Americans come to Berlin on it; 0 if Soviets bar it."""
    if p.halted:
        return 0, 0, 0
    found = [0, 0, 0]
    soviets = p.where[:GERMANS_FROM]
    for track in (1, 2, 3):
        zones = ahead(p.control, track)
        if not any(zone in soviets for zone in zones):
            found[track - 1] = round(100 * _chance(p, track, zones))
    return found[0], found[1], found[2]


def wanted(p: Position, camp: Seat) -> tuple[int, ...]:
    """How many more counters a camp wants in each zone of Berlin."""
    return tuple(
        0 if soviets_in(p, zone, OTHER[camp]) else max(0, 2 - soviets_in(p, zone, camp)) for zone in BERLIN
    )


def spared(p: Position, camp: Seat, danger: tuple[int, int, int]) -> float:
    """How likely the Americans are not in Berlin first, with what a camp has near their open roads."""
    likely, own = 1.0, set(p.where[slice(*SOVIETS[camp])])
    for track, percent in enumerate(danger, 1):
        if percent:
            roads = [nearness(camp, zone, HALT) for zone in ahead(p.control, track)]
            near = max(max(map(road.__getitem__, own)) for road in roads)
            likely *= 1 - percent / 100 * (1 - HASTE * near)
    return max(LEAST, likely)


def foretold(p: Position, danger: tuple[int, int, int]) -> float:
    """The odds, as a logarithm, that the Americans are in Berlin first, with who is near their open roads.

    So they stand if nobody bestirs himself. Marshals do, and it seldom comes to that.
    """
    if not any(danger):
        return -UNHEARD_OF
    likely = max(spared(p, camp, danger) for camp in BOTH)
    return max(-UNHEARD_OF, log((1 - likely) / likely))


@lru_cache(maxsize=4096)
def lure(
    camp: Seat, control: bytes, wants: tuple[int, ...], alarm: tuple[int, int, int]
) -> tuple[float, ...]:
    """How strongly the best goal draws a camp's Soviets in each zone."""
    draws = {zone: (0.0, SECOND, FOOTHOLD)[want] for zone, want in zip(BERLIN, wants, strict=True)}
    for goal in GOALS[camp]:
        if goal not in BERLIN and control[goal] == NOBODY:
            draws[goal] = VP[goal] * POINT
    for track, percent in enumerate(alarm, 1):
        if percent:
            for zone in ahead(control, track):
                if FRONT[zone] != OTHER[camp] and control[zone] in (NOBODY, 1, 2):
                    draws[zone] = draws.get(zone, 0.0) + RUIN * percent / 100
    felt = [(worth, nearness(camp, goal)) for goal, worth in draws.items() if worth]
    return tuple(max((worth * near[zone] for worth, near in felt), default=0.0) for zone in range(N))


def barred_from(p: Position, zone: Place) -> float:
    """What it costs if the Soviets in a zone no longer bar the Americans' road to Berlin."""
    if p.halted:
        return 0.0
    soviets = p.where[:GERMANS_FROM]
    for track in (1, 2, 3):
        zones = ahead(p.control, track)
        if zone in zones and not any(other in soviets for other in zones if other != zone):
            return RUIN * _chance(p, track, zones)
    return 0.0


def leaves_road(p: Position, unit: Unit) -> float:
    """What it costs if this Soviet unit leaves its zone, with the Americans in view."""
    here = p.where[unit]
    return barred_from(p, here) if any_soviets_in(p, here) == 1 else 0.0


def _chance(p: Position, track: int, zones: list[Place]) -> float:
    """How likely the Americans come to Berlin over the zones that are left of a track."""
    return arrival(track, len(zones), p.turn, track < 3 and zones[0] == TRACKS[0][0])
