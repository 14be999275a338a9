"""The Allied plan and the drop: who goes where, what is struck before, where each unit is aimed."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_OF,
    AIRFIELDS,
    BESIDE,
    FIELDS,
    REICHSTAG,
    ROAD_HEXES,
    TOWERS,
    URBAN,
    WATERS,
    distance,
    within,
)
from berlin.games.fortress.board.tables import STRIKE_FIREPOWER, fire_column
from berlin.games.fortress.board.units import (
    ARTILLERY,
    AT,
    BRITISH,
    CONFUSION,
    DIVISIONS,
    FIREPOWER,
    FLAK,
    GLIDER,
    HQ,
    MEMBERS,
    TYPE,
)
from berlin.games.fortress.rules.air import Bombing, Lay, Laying, LayNapalm, StrikeAt
from berlin.games.fortress.rules.arrival import Touching
from berlin.games.fortress.rules.assignment import JUMPERS, Aim, Assign, Assigning, Marking
from berlin.games.fortress.rules.combat.attack import BOMBARDMENT
from berlin.games.fortress.rules.drop.landing import (
    AimAt,
    Aiming,
    Displace,
    Displacing,
    Drop,
    Dropping,
    Jump,
    Jumping,
    Landing,
    Retrying,
)
from berlin.games.fortress.rules.drop.landing import zone_of as aiming_point
from berlin.games.fortress.rules.drop.scatter import REACH, drift, flak, soft_ground
from berlin.games.fortress.rules.movement.march import Face
from berlin.games.fortress.rules.set_up.placing import Place
from berlin.games.fortress.staff.odds import assault_gain, chances, fire_gain
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.staff.posts import end_worth, risk
from berlin.games.fortress.state.state import NOWHERE, Strike
from berlin.kernel.play.acts import Act

# What a division is worth on Tegel, Tempelhof and Gatow: Tegel is held longest, and the 52nd follows there;
# Tempelhof is nearest to the Reichstag, but a Landing Zone seldom lasts in the ring; Gatow is far from all.
# And at the airfields beyond the map, from where it comes in by a road, the later the more it is confused.
ON_MAP = (1.0, 0.5, 0.3)
BEYOND_MAP = (0.7, 0.55)
LATER = 0.05
# Flak that is disrupted: in a tower it hinders every drop, elsewhere one; and who stands where gliders land,
# by airfield: Tegel is wanted for the 52nd.
TOWER_FLAK, FIELD_FLAK = 3.0, 0.8
DEFENDER = (1.2, 0.3, 0.3)
# How a unit fares that comes down on open ground, in town, in a wood, on water, beyond the map. Who is lost
# in landing costs no points, and every hex nearer to the Reichstag is one that need not be marched.
SOFT, TOWN, WOOD, LAKE, OUTSIDE = 1.0, 0.2, 0.5, 0.5, -0.5
AHEAD = 0.06
# For the first glider to aim at the Landing Zone itself, which is lost if nobody holds it.
BEACON = 4.0
# The force with which landed gliders assault together.
GLIDERS = 12


def judge_assignment(o: Outlook, frame: Assigning, actions: Sequence[Act]) -> list[float]:
    return [
        plan_worth(o.d.plan, act.division, act.airfield) if isinstance(act, Assign) else 0.0
        for act in actions
    ]


@cache
def plan_worth(plan: tuple[int, ...], division: int, field: int) -> float:
    """The best plan that goes on from this assignment."""
    given = {one: plan[one] for one in JUMPERS if plan[one] != NOWHERE} | {division: field}
    open_ = [one for one in JUMPERS if one not in given]
    free = [one for one in range(len(JUMPERS)) if one not in given.values()]
    best = -1.0
    for fields in permutations(free):
        whole = given | dict(zip(open_, fields, strict=True))
        if any(BRITISH[one] and at < len(AIRFIELDS) for one, at in whole.items()):
            best = max(best, sum(field_worth(one, at) for one, at in whole.items()))
    return best


def field_worth(division: int, field: int) -> float:
    """What a division is worth at an airfield, by its firepower and how much of it arrives, and when."""
    if field < len(AIRFIELDS):
        return strength(division) * ON_MAP[field] * (1 - CONFUSION[division] / 6)
    return strength(division) * (BEYOND_MAP[field - len(AIRFIELDS)] - LATER * (CONFUSION[division] - 1))


def strength(division: int) -> float:
    return float(sum(FIREPOWER[unit] for unit in MEMBERS[DIVISIONS[division]]))


def judge_marking(o: Outlook, frame: Marking, actions: Sequence[Act]) -> list[float]:
    """A free hex on the airfield with open ground around, away from guns and flak."""
    return [zone_worth(o, act.hex) if isinstance(act, Aim) else 0.0 for act in actions]


def zone_worth(o: Outlook, place: int) -> float:
    if o.hostile >> place & 1:
        return -10.0
    near = within(place, REACH)
    guns = sum(TYPE[unit] == FLAK for at in bits(near & o.hostile & ~TOWERS) for unit in o.foe(at).units)
    open_ = (near & soft_ground(_PARACHUTE)).bit_count()
    return 0.02 * open_ - 0.5 * guns - 0.03 * o.threat(place) + (0.2 if ROAD_HEXES >> place & 1 else 0.0)


_PARACHUTE = next(unit for unit in MEMBERS[DIVISIONS[JUMPERS[0]]] if not GLIDER[unit])


def judge_laying(o: Outlook, frame: Laying, actions: Sequence[Act]) -> list[float]:
    """What one strike more on a hex promises; all eighteen are flown."""
    laid = {strike.target: strike for strike in o.d.laid}
    marks = []
    for act in actions:
        if isinstance(act, Lay | LayNapalm):
            before = laid.get(act.hex, Strike(act.hex, 0))
            burns = before.napalm or isinstance(act, LayNapalm)
            marks.append(_marginal(o, before, burns) - (0.05 if isinstance(act, LayNapalm) else 0.0))
        else:
            marks.append(-1.0)
    return marks


def _marginal(o: Outlook, before: Strike, burns: bool) -> float:
    """What a strike adds; or a part of what two or three would, where one alone is too weak."""
    now = strike_worth(o, before.target, before.count, before.napalm)
    more = range(1, 4 - before.count)
    return max((strike_worth(o, before.target, before.count + step, burns) - now) / step for step in more)


def strike_worth(o: Outlook, place: int, count: int, napalm: bool) -> float:
    """What so many strikes on a hex promise before the drop."""
    if not count:
        return 0.0
    key = ("strikes", place, count, napalm)
    found = o.notes.get(key)
    if found is None:
        foe, power = o.foe(place), STRIKE_FIREPOWER * count
        hit = 1 - chances(fire_column(power), foe.off_by_fire if napalm else foe.off)[0]
        found = fire_gain(foe, power, BOMBARDMENT, napalm=napalm) + hit * _hindrance(o, place)
        o.notes[key] = found
    return found


def _hindrance(o: Outlook, place: int) -> float:
    """How much those in a hex would hinder the drop."""
    units = o.foe(place).units
    guns = sum(TYPE[unit] == FLAK for unit in units)
    if TOWERS >> place & 1:
        return TOWER_FLAK if guns else 0.0
    zones = [aim for aim in o.d.aims if aim >= 0]
    found = FIELD_FLAK * guns * sum(distance(place, zone) <= REACH for zone in zones)
    return found + (DEFENDER[AIRFIELD_OF[place]] * len(units) if FIELDS >> place & 1 else 0.0)


def judge_bombing(o: Outlook, frame: Bombing, actions: Sequence[Act]) -> list[float]:
    return [float(len(o.foe(act.hex).units)) if isinstance(act, StrikeAt) else 0.0 for act in actions]


def judge_dropping(o: Outlook, frame: Dropping, actions: Sequence[Act]) -> list[float]:
    """The strongest division first."""
    return [strength(act.division) if isinstance(act, Drop) else 0.0 for act in actions]


def judge_jumping(o: Outlook, frame: Jumping | Retrying, actions: Sequence[Act]) -> list[float]:
    """A gun for the Landing Zone first, then gliders, who land where they aim, and then parachutes."""
    return [_order(act.unit) if isinstance(act, Jump) else 0.0 for act in actions]


def _order(unit: int) -> float:
    if TYPE[unit] == AT:
        return 5.0
    if TYPE[unit] in (ARTILLERY, HQ):
        return 2.0
    return 4.0 if GLIDER[unit] else 3.0


def judge_aiming(o: Outlook, frame: Aiming, actions: Sequence[Act]) -> list[float]:
    return [aim_worth(o, frame.unit, act.hex) if isinstance(act, AimAt) else 0.0 for act in actions]


def aim_worth(o: Outlook, unit: int, place: int) -> float:
    """Guns near the Landing Zone, glider infantry beside what it can take, parachutes over open ground."""
    zone = aiming_point(o.d, unit)
    far = distance(place, zone)
    if not GLIDER[unit]:
        ahead = AHEAD * distance(place, REICHSTAG)
        return fall(place, sum(flak(o.d, zone))) - 0.02 * far - ahead - 0.01 * o.threat(place)
    if far == 0:
        return BEACON
    if TYPE[unit] == AT:
        return -0.5 * far
    if TYPE[unit] in (ARTILLERY, HQ):
        return -0.1 * far - 2 * risk(o, unit, place, True)
    targets = bits(BESIDE[place] & o.hostile)
    best = max((assault_gain(o.foe(at), GLIDERS, 1) for at in targets), default=0.0)
    return best - 0.5 * risk(o, unit, place, True) - 0.04 * far


@cache
def fall(place: int, more: int) -> float:
    """How a parachute unit fares that is aimed at a hex, over all that it may drift."""
    soft, total = soft_ground(_PARACHUTE), 0.0
    for direction in range(6):
        for die in range(1, 7):
            at, on_map = drift(place, direction, die + more)
            if not on_map:
                total += OUTSIDE
            elif soft >> at & 1:
                total += SOFT
            elif WATERS >> at & 1:
                total += LAKE
            else:
                total += TOWN if URBAN >> at & 1 else WOOD
    return total / 36


def judge_displacement(o: Outlook, frame: Displacing, actions: Sequence[Act]) -> list[float]:
    """Open ground first, then where fewest guns reach."""
    soft = soft_ground(frame.unit)
    return [
        (3.0 if soft >> act.hex & 1 else TOWN if URBAN >> act.hex & 1 else WOOD) - 0.02 * o.threat(act.hex)
        if isinstance(act, Displace)
        else 0.0
        for act in actions
    ]


def judge_landing(o: Outlook, frame: Landing, actions: Sequence[Act]) -> list[float]:
    """Combat mode where there is somebody to fight, or to be feared."""
    unit = frame.unit
    here = o.d.where[unit]
    ready = [end_worth(o, unit, here, True, direction) for direction in range(6)]
    march = end_worth(o, unit, here, False)
    return [ready[act.direction] if isinstance(act, Face) else march for act in actions]


def judge_touching(o: Outlook, frame: Touching, actions: Sequence[Act]) -> list[float]:
    """Where the 52nd lands: spread over the airfield, on the side of the city."""
    return [_field_spot(o, act.hex) if isinstance(act, Place) else 0.0 for act in actions]


def _field_spot(o: Outlook, place: int) -> float:
    mates = len(o.d.units_in(o.seat, place))
    return -0.05 * distance(place, REICHSTAG) - 0.3 * mates - 0.02 * o.threat(place)
