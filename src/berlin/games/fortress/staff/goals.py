"""Where a side wants to be: what there is to take or to guard, and how far each hex is from it."""

from functools import lru_cache

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_CENTRES,
    ALL,
    BESIDE,
    LAND,
    REICHSTAG,
    SIZE,
    distance,
    near,
)
from berlin.games.fortress.board.units import DIVISION, DIVISIONS, HQ, LEADERS, TYPE
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.movement.costs import Classes, on_wheels, steps
from berlin.games.fortress.staff.odds import assault_gain
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.state.state import Draft

# With how much firepower an attack on a distant hex is reckoned, by side.
FORCE = (14, 10)
# The highest value that draws units, and how many half points of march one point of value is worth.
MOST, MARCH = 6.0, 12
# What draws units: the seat of government and a leader, for the Allies and the Soviets; an empty Landing
# Zone, a post without its garrison.
SEAT, LEADER, ZONE, POST = (5.0, 2.6), (4.0, 2.4), 2.5, 2.2
# What bars a road by which the Allies would be supplied, less for each hex that it is from the Reichstag.
BARRIER, OUTLYING = 4.6, 0.05
# How far a way is reckoned in half points; what lies beyond is as far as the crow flies.
FAR = 160
# How many units a post wants.
GARRISON = 3

Levels = list[int]
"""By hex: how far it is from where one wants to be, in half points of movement."""
_AS_THE_CROW_FLIES = tuple(
    FAR + 2 * distance(place, REICHSTAG) if ALL >> place & 1 else 4 * FAR for place in range(SIZE)
)


def posts(d: Draft) -> dict[int, int]:
    """The hexes that the Germans never leave bare, and how many units each wants."""
    found = {REICHSTAG: GARRISON}
    for leader in LEADERS:
        if d.where[leader] < SIZE:
            found[d.where[leader]] = GARRISON
    return found


def zone_of(d: Draft, unit: int) -> int:
    """The Landing Zone that a unit lives by, or -1: for the Allies who jumped."""
    if d.is_base or DIVISION[unit] not in DIVISIONS:
        return -1
    division = DIVISIONS.index(DIVISION[unit])
    return d.landing[division] if d.jumped(division) or TYPE[unit] == HQ else -1


def prizes(o: Outlook) -> dict[int, float]:
    """What draws a side's units: hexes to take or to fill, and what each is worth."""
    d = o.d
    found: dict[int, float] = {}
    for foe in o.foes():
        found[foe.place] = max(assault_gain(foe, FORCE[o.seat], 1), 0.0) + 0.3
    if o.seat == ALLIED:
        _add_objectives(o, found)
        return found
    for zone in bits(d.landing_zones & ~d.occupied(ALLIED)):
        found[zone] = ZONE
    for place, wanted in posts(d).items():
        missing = wanted - len(d.units_in(GERMAN, place))
        if missing > 0:
            found[place] = POST + missing / 4
    if d.is_base:
        for place in AIRFIELD_CENTRES:
            if d.taken >> place & 1 and not d.occupied(ALLIED) >> place & 1:
                found[place] = 1.2
    return found


def _add_objectives(o: Outlook, found: dict[int, float]) -> None:
    d = o.d
    for barrier in bits(o.barriers):
        found[barrier] = max(found.get(barrier, 0.0), BARRIER - OUTLYING * distance(barrier, REICHSTAG))
    found[REICHSTAG] = max(found.get(REICHSTAG, 0.0), SEAT[d.is_base])
    for leader in LEADERS:
        if d.where[leader] < SIZE:
            found[d.where[leader]] = max(found.get(d.where[leader], 0.0), LEADER[d.is_base])
    if d.is_base:
        for place in AIRFIELD_CENTRES:
            if not d.taken >> place & 1:
                found[place] = max(found.get(place, 0.0), 1.5)


def levels(o: Outlook, unit: int) -> Levels:
    """How far each hex is, for units that move like this one, from what is worth going to."""
    d = o.d
    key = (
        *(o.seat, on_wheels(unit), o.hostile, o.in_view, d.fixed, d.fired, d.fallen, d.landing),
        *(o.wants_the_end, d.is_base, o.barriers, _bare(o)),
    )
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) > 200:
            _KNOWN.clear()
        found = _KNOWN[key] = _reckon(o, steps(d, unit, maneuver=True))
    return found


_KNOWN: dict[object, Levels] = {}


def _bare(o: Outlook) -> tuple[int, ...]:
    """How many units stand at the posts, as the Germans know."""
    d = o.d
    if o.seat == ALLIED:
        return (d.captured, d.suicides, d.taken & sum(1 << place for place in AIRFIELD_CENTRES))
    return tuple(len(d.units_in(GERMAN, place)) for place in posts(d))


def _reckon(o: Outlook, classes: Classes) -> Levels:
    """A flood from everything that is worth going to, the best first."""
    pending = [0] * (FAR + 1)
    barred = o.hostile
    for place, value in prizes(o).items():
        start = round((MOST - min(value, MOST)) * MARCH)
        goal = BESIDE[place] & LAND if barred >> place & 1 else 1 << place
        pending[start] |= goal & ~barred
    settled = 0
    found = list(_AS_THE_CROW_FLIES)
    for price in range(FAR + 1):
        wave = pending[price] & ~settled
        if not wave:
            continue
        settled |= wave
        for place in bits(wave):
            found[place] = price
        for cost, sides in classes:
            if price + cost > FAR:
                break
            pending[price + cost] |= near(wave, sides) & ~barred & ~settled
    return found


@lru_cache(maxsize=4096)
def nearest(place: int, places: int) -> int:
    """The nearest of these hexes, the first of several; -1 if there is none."""
    return min(bits(places), key=lambda other: distance(place, other), default=-1)
