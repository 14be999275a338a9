"""What a hex is worth to who is set up there."""

from berlin.campaign.staff.outlook import Outlook
from berlin.kernel.contract.ids import Place
from berlin.squad.board.counters import Counter, Sort

HEAVY = frozenset((Sort.GUN, Sort.VEHICLE, Sort.CUPOLA))
GUN, VEHICLE = Sort.GUN, Sort.VEHICLE
# What a point of shelter is worth: to men, and to a Gun.
SHELTER, GUN_SHELTER = 1.5, 2.0
# What a step away from a prize costs, and from where a Gun stands best behind it.
STEP, BEHIND = 0.7, 3
STEPS = tuple(STEP * max(0, far - 1) for far in range(100))
# What a lack of weight around a prize is worth.
LACK = 0.12
CROWD = 1.6
FIELD = 0.04
# Squads that an attacking hex holds without being a target.
DENSE = 2.0
ABREAST = 0.25


def post(o: Outlook, counter: Counter, space: Place) -> float:
    """What a hex is worth to this unit."""
    if not o.defends:
        return _start(o, counter, space)
    if counter.sort in HEAVY:
        return _battery(o, counter, space)
    return _garrison(o, space)


def _garrison(o: Outlook, space: Place) -> float:
    """Men stand near prizes that lack men, in cover, on the enemy's side of them."""
    best = _pull(o, space, o.lack_of_men)
    return best + SHELTER * o.shelter(space) - CROWD * max(0.0, o.crowd(space) - 0.5)


def _pull(o: Outlook, space: Place, lacks: dict[Place, float]) -> float:
    """What the nearest prize that lacks something is worth."""
    away, beyond = o.away, o.away[space]
    return max(
        [
            LACK * lacks[goal] - STEPS[o.rows[goal][space]] + (0.4 if beyond < away[goal] else 0.0)
            for goal in o.goals
        ]
    )


def _battery(o: Outlook, counter: Counter, space: Place) -> float:
    """Guns and vehicles stand behind a prize, in cover, with open ground before them."""
    beyond = o.away[space]
    best = max(
        [
            LACK * o.lack_of_guns[goal]
            - STEP * abs(o.rows[goal][space] - BEHIND)
            - (0.8 if beyond < o.away[goal] else 0.0)
            for goal in o.goals
        ]
    )
    field = o.field(space)
    others = sum(one.sort in (Sort.GUN, Sort.VEHICLE) for one in o.stacks.get(space, ()))
    return best + GUN_SHELTER * o.shelter(space) + FIELD * field - CROWD * others


def _start(o: Outlook, counter: Counter, space: Place) -> float:
    """An attacker stands as near as he can to what he wants, where the enemy is thin."""
    best = -o.to_goal(space)
    crowd = o.crowd(space) + counter.squads
    wide = (o.chart.across[space] & o.occupied).bit_count()
    found = best + 0.5 * o.shelter(space) - CROWD * max(0.0, crowd - DENSE) - ABREAST * wide
    if counter.sort is VEHICLE:
        wheels = sum(one.sort is VEHICLE for one in o.stacks.get(space, ()))
        return found - CROWD * wheels
    if counter.sort is GUN:
        return found + o.shelter(space) + FIELD * o.field(space)
    return found


def barrier(o: Outlook, space: Place) -> float:
    """What a hex is worth to mines, wire and ditches: before the posts, on the enemy's side."""
    beyond = o.away[space]
    best = max(
        [
            4.0 * o.danger[goal] - abs(o.rows[goal][space] - 4) - (0.0 if beyond < o.away[goal] else 4.0)
            for goal in o.goals
        ]
    )
    return best - 0.5 * len(o.works.get(space, ()))


def trench(o: Outlook, space: Place) -> float:
    """What a hex is worth to who digs in: a good post that nature left bare."""
    best = _pull(o, space, o.lack_of_trenches)
    beside = (o.chart.across[space] & o.worked).bit_count()
    return best - 0.3 * o.land.shelter[space] - 0.2 * beside
