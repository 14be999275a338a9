"""The German set-up: who garrisons what, and where new militia are raised."""

from collections.abc import Sequence
from functools import cache

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_CENTRES,
    AIRFIELD_OF,
    AT,
    BESIDE,
    BRIDGES,
    BUILDINGS,
    CITADEL,
    LAND,
    PERIMETER,
    REICHSTAG,
    ROAD_STEP,
    RUINED,
    SIZE,
    STRONGPOINTS,
    distance,
)
from berlin.games.fortress.board.sight import is_ahead
from berlin.games.fortress.board.units import ARTILLERY, ENGINEER, FLAK, IS_VOLKSSTURM, LEADER, LEADERS, TYPE
from berlin.games.fortress.board.units import AT as GUNS
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.arrival import Mustering, Raising
from berlin.games.fortress.rules.movement.march import Face
from berlin.games.fortress.rules.set_up.placing import Deploying, Follow, Lift, Place, Placing, Poising, Take
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.staff.goals import nearest
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.state.state import Draft
from berlin.kernel.play.acts import Act

# Where Goering sits, and what bars the way from Tempelhof to him and to Himmler.
AIR_MINISTRY, GESTAPO_ROAD = AT["5117"], AT["5118"]
TEGEL, TEMPELHOF = AIRFIELD_CENTRES[0], AIRFIELD_CENTRES[1]
# Guns in the Reichstag, and with a leader.
SEAT_GUNS, LEADER_GUNS = 2, 1
# The order in which units are set up: leaders, engineers and guns choose before the militia fill the gaps.
_ORDER = {LEADER: 9.0, ENGINEER: 8.0, GUNS: 7.0, FLAK: 6.0, ARTILLERY: 5.0}


def judge_deploying(o: Outlook, frame: Deploying, actions: Sequence[Act]) -> list[float]:
    """One unit after the other, by the staff's own plan."""
    marks = []
    for act in actions:
        match act:
            case Take(unit):
                marks.append(0.5 if IS_VOLKSSTURM[unit] else _ORDER.get(TYPE[unit], 4.0))
            case Lift():
                marks.append(-5.0)
            case Follow(plan):
                marks.append(0.2 if PLANS[plan].places else -1.0)
            case _:
                marks.append(0.0)
    return marks


def judge_placing(o: Outlook, frame: Placing | Raising, actions: Sequence[Act]) -> list[float]:
    return [post_worth(o.d, frame.unit, act.hex) if isinstance(act, Place) else 0.0 for act in actions]


def post_worth(d: Draft, unit: int, place: int) -> float:
    """What it is worth to have a unit in a hex from the beginning."""
    mates = d.units_in(GERMAN, place)
    found = 0.6 if AIRFIELD_OF[place] >= 0 and d.bunkers >> place & 1 else 0.0
    found -= 0.25 * len(mates) + 0.01 * distance(place, REICHSTAG)
    kind = TYPE[unit]
    if kind == LEADER:
        return found + (1.0 if place == AIR_MINISTRY else 0.0)
    leader = any(d.where[one] == place for one in LEADERS)
    if kind in (ENGINEER, GUNS) and (place == REICHSTAG or leader):
        return found + _garrison_worth(mates, kind, SEAT_GUNS if place == REICHSTAG else LEADER_GUNS, place)
    if leader:
        return found + 3.0
    if kind == ARTILLERY:
        return found + _battery_worth(place)
    if kind == FLAK:
        near = min(distance(place, TEMPELHOF), distance(place, TEGEL))
        return found + (2.0 if STRONGPOINTS >> place & 1 else 0.0) - (0.5 if near > 6 else 0.0)
    if kind == GUNS:
        found += 1.0 if place == GESTAPO_ROAD else 0.0
        return found + (1.5 if STRONGPOINTS >> place & 1 else 0.0) - 0.05 * distance(place, TEMPELHOF)
    return found + _line_worth(d, place, mates)


def _garrison_worth(mates: list[int], kind: int, guns: int, place: int) -> float:
    """The best garrison has guns for its firepower, and engineers for their protection."""
    there = sum(TYPE[mate] == kind for mate in mates)
    wanted = guns if kind == GUNS else 1
    if there >= wanted:
        return -1.0
    return 8.0 if place == REICHSTAG else 6.0


def _battery_worth(place: int) -> float:
    """Artillery in cover that reaches the airfields near the city and the ground before the Reichstag."""
    found = -0.05 * abs(distance(place, TEMPELHOF) - 10) - 0.02 * distance(place, TEGEL)
    if STRONGPOINTS >> place & 1:
        found += 1.0
    return found - (4.0 if place == REICHSTAG else 0.0)


def _line_worth(d: Draft, place: int, mates: list[int]) -> float:
    """Strongpoints first, then the ground around Reichstag and leaders, then bridges and junctions."""
    if place == REICHSTAG:
        return 7.0 if len(mates) < 3 else 0.0
    empty = not mates
    if STRONGPOINTS >> place & 1:
        return (5.0 if empty else 1.0) + (0.5 if CITADEL >> place & 1 else 0.0)
    if not empty:
        return 0.0
    if inner_ring(d) >> place & 1:
        return 4.5
    if BUILDINGS >> place & 1:
        return 2.5
    return 2.0 if crossings() >> place & 1 else 0.0


def inner_ring(d: Draft) -> int:
    """The hexes from which the Reichstag and the leaders are assaulted."""
    found = BESIDE[REICHSTAG]
    for leader in LEADERS:
        if d.where[leader] < SIZE:
            found |= BESIDE[d.where[leader]]
    return found & LAND & ~RUINED


@cache
def crossings() -> int:
    """Bridges and junctions of roads within the perimeter."""
    bridges = sum({1 << place for side in BRIDGES for place in side})
    junctions = sum(1 << place for place in bits(PERIMETER) if ROAD_STEP[place].bit_count() > 2)
    return (bridges | junctions) & PERIMETER & LAND


def judge_poising(o: Outlook, frame: Poising | Mustering, actions: Sequence[Act]) -> list[float]:
    """Combat mode, towards the enemy, or towards where he will come down."""
    unit = frame.unit
    here = o.d.where[unit]
    goal = facing_goal(o, here)
    return [
        (1.0 + is_ahead(here, act.direction, goal) if isinstance(act, Face) and goal != here else 0.5)
        for act in actions
    ]


def facing_goal(o: Outlook, here: int) -> int:
    if o.hostile:
        return nearest(here, o.hostile)
    field = AIRFIELD_OF[here]
    if field >= 0:
        return AIRFIELD_CENTRES[field]
    return min(AIRFIELD_CENTRES, key=lambda centre: distance(here, centre))
