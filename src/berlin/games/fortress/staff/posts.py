"""What it is worth for a unit to end somewhere, in a mode: the way, the attack, the guard, the risk."""

from functools import cache

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_CENTRES,
    AIRFIELD_OF,
    AIRFIELDS,
    BESIDE,
    FRONT,
    OVER_RIVER,
    REICHSTAG,
    RUINED,
    SIZE,
    TERRAIN,
    distance,
    within,
)
from berlin.games.fortress.board.sight import is_ahead, is_in_sight
from berlin.games.fortress.board.tables import TERRAINS, assault_column
from berlin.games.fortress.board.units import (
    ARMOR,
    ARTILLERY,
    ASSAULT_GUN,
    AT,
    DIVISION,
    DIVISIONS,
    FIREPOWER,
    FLAK,
    GERMANS_FROM,
    HQ,
    IS_VOLKSSTURM,
    LEADERS,
    MEMBERS,
    MOVEMENT,
    PROTECTION,
    TYPE,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules import communications
from berlin.games.fortress.rules.combat.attack import FIRE
from berlin.games.fortress.rules.combat.strength import attacks_at_all
from berlin.games.fortress.rules.combat.who import ASSAULTERS, GUN_RANGE, LONGEST, SHORTEST
from berlin.games.fortress.staff import goals
from berlin.games.fortress.staff.odds import assault_gain, chances, fire_gain
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.state.state import DISRUPTED, MOVED, Draft

# For each half point nearer to the goal.
NEARER = 0.03
# How far behind the fighting artillery and headquarters stay, in half points.
ARTILLERY_REAR, STAFF_REAR = 16, 14
# What a unit is worth that may be lost where it stands, to the attackers of the city and to the Germans; and
# the most firepower that is reckoned with.
HURT, MOST_FEAR = (0.8, 1.2), 30.0
# How near friends must be to help, and the part of them that may still come into the hex.
HELP, JOIN = 2, 0.25
# The same for who can't strike back any more, and only hides.
FORLORN = 3.0
# For the only unit at its Landing Zone; for each that a post wants.
LIFELINE, KEPT = 3.5, 2.5
# For Allied units: to be out of supply; for all: a friend more in the hex; to hold good ground.
CUT_OFF, CROWDED, COVER = 1.2, 0.06, 0.05
# What is taken by being entered.
TAKEN_LEADER, TAKEN_SEAT, TAKEN_ZONE, CENTRE = 20.0, 60.0, 3.0, 1.0
# Guns that have something to fire at, by artillery; one unit more in command; to face the nearest enemy.
GUNS_READY, COMMAND, FACING = 0.8, 0.05, 0.08
# How near units must stand to take part in an attack soon, and how near an enemy must be to be faced.
AT_HAND, NEAR = 4, 9


def is_holder(unit: int) -> bool:
    """Does it stay where it stands, as militia, police and towed guns of the Germans do?"""
    return IS_VOLKSSTURM[unit] or (unit >= GERMANS_FROM and MOVEMENT[unit] == 0 and TYPE[unit] != ARTILLERY)


def end_worth(o: Outlook, unit: int, place: int, combat: bool, facing: int = -1) -> float:
    """What it is worth for a unit to end in a hex; in Combat mode facing so, or as is best."""
    found = march_worth(o, unit, place) + guard_worth(o, unit, place) - risk(o, unit, place, combat)
    if combat:
        found += stance_worth(o, unit, place, facing)
    return found


def march_worth(o: Outlook, unit: int, place: int) -> float:
    """How near it is to where the side wants to be, and how well it lies."""
    d = o.d
    far = goals.levels(o, unit)[place]
    if TYPE[unit] == HQ:
        found = -NEARER * max(far, STAFF_REAR) + COMMAND * _commanded(o, unit, place)
    elif TYPE[unit] == ARTILLERY:
        found = -NEARER * max(far, ARTILLERY_REAR)
    elif is_holder(unit):
        found = 0.0 if place == d.where[unit] else -0.4
    elif is_forlorn(o, unit):
        found = 0.0
    else:
        found = -NEARER * far
    mates = sum(one != unit for one in d.units_in(o.seat, place))
    return found - CROWDED * mates + COVER * TERRAINS[TERRAIN[place]].number


def _commanded(o: Outlook, unit: int, place: int) -> int:
    return sum(
        o.d.where[one] < SIZE and distance(place, o.d.where[one]) <= 6 for one in MEMBERS[DIVISION[unit]]
    )


def guard_worth(o: Outlook, unit: int, place: int) -> float:
    """What it holds or takes by being there."""
    d = o.d
    others = sum(one != unit for one in d.units_in(o.seat, place))
    found = 0.0
    if o.seat == GERMAN:
        wanted = goals.posts(d).get(place, 0)
        if others < wanted:
            found += KEPT / (1 + others)
        if d.landing_zones >> place & 1:
            found += TAKEN_ZONE
        if d.strongpoints >> place & 1 and not others:
            found += 0.3
        return found
    if place == goals.zone_of(d, unit) and TYPE[unit] not in (HQ, ARTILLERY):
        found += LIFELINE / (1 + 1.5 * _fighters(o, unit, place))
    if not o.hostile >> place & 1 and any(d.where[leader] == place for leader in LEADERS):
        found += TAKEN_LEADER
    if place == REICHSTAG:
        found += TAKEN_SEAT if o.wants_the_end else -TAKEN_SEAT
    if d.is_base and AIRFIELD_OF[place] >= 0 and place in AIRFIELD_CENTRES:
        found += 0.0 if d.taken >> place & 1 else CENTRE
    if not d.is_base and not served(o, unit) >> place & 1:
        found -= CUT_OFF
    return found


def served(o: Outlook, unit: int) -> int:
    """The hexes where a unit has a Line of Communications, by what its side sees."""
    d = o.d
    if d.is_base or o.seat == GERMAN:
        return -1
    return communications.served(d, DIVISIONS.index(DIVISION[unit]), seen=True)


def supply_from(d: Draft, place: int) -> int:
    """The hexes that a source of supply would serve, by what the Allies see: an edge hex or an airfield."""
    free = ~communications.blocked(d, True)
    field = AIRFIELD_OF[place]
    if field >= 0:
        return communications.served_by_field(place, AIRFIELDS[field], free)
    if not communications.is_entry_open(d, place, True):
        return 1 << place
    return communications.served_by(1 << place, free | 1 << place)


def risk(o: Outlook, unit: int, place: int, combat: bool) -> float:
    """What the enemy could do to it there: its part in what an assault on the hex would cost."""
    threat = min(o.threat(place), MOST_FEAR)
    if not threat:
        return 0.0
    d, kind = o.d, TYPE[unit]
    mates = [one for one in d.units_in(o.seat, place) if one != unit]
    own = _stand(unit) + sum(map(_stand, mates))
    power = own + JOIN * min(max(support(o, unit, place) - own, 0.0), 2.0 * own)
    shield = PROTECTION[unit] if combat else (PROTECTION[unit] + 1) // 2
    for mate in mates:
        shield = max(shield, PROTECTION[mate] if d.is_combat(mate) else (PROTECTION[mate] + 1) // 2)
    column = assault_column(int(threat), max(int(power), 1)) + 1
    found = HURT[o.seat] * _share_of_loss(
        column, -shield - TERRAINS[TERRAIN[place]].number, len(mates) + 1, kind
    )
    return found * FORLORN if is_forlorn(o, unit) else found


def _stand(unit: int) -> int:
    """What a unit adds to the defence of its hex (FB 8.1.q1)."""
    return 1 if TYPE[unit] == ARTILLERY else FIREPOWER[unit]


@cache
def _share_of_loss(column: int, off: int, count: int, kind: int) -> float:
    """How much of one unit of a stack an assault costs; disruption and retreat count in part."""
    _, shaken, driven, exchanged, lost = chances(column, off)
    weak = kind in (HQ, ARTILLERY)
    found = 0.15 * shaken + (1.0 if weak else 0.35) * driven + exchanged / count
    part = (count + 1) // 2 / count
    return (found + lost * (part + (1 - part) * 0.35)) * (1.5 if weak else 1.0)


def _fighters(o: Outlook, unit: int, place: int) -> int:
    """How many others in a hex can hold it."""
    return sum(one != unit and TYPE[one] not in (HQ, ARTILLERY) for one in o.d.units_in(o.seat, place))


def is_forlorn(o: Outlook, unit: int) -> bool:
    """Is it of a division whose Landing Zone is lost, so that it will not fight again?"""
    if o.seat == GERMAN or o.d.is_base:
        return False
    return not served(o, unit) and bool(o.d.lost_zones >> DIVISIONS.index(DIVISION[unit]) & 1)


def support(o: Outlook, unit: int, place: int) -> float:
    """The firepower of friends who stand near enough to help."""
    known = ("support", place)
    found = o.notes.get(known)
    if found is None:
        d = o.d
        near = bits(within(place, HELP) & d.occupied(o.seat))
        found = float(sum(FIREPOWER[one] for at in near for one in d.units_in(o.seat, at)))
        o.notes[known] = found
    here = o.d.where[unit]
    return found - (FIREPOWER[unit] if here < SIZE and distance(place, here) <= HELP else 0)


def stance_worth(o: Outlook, unit: int, place: int, facing: int = -1) -> float:
    """What Combat mode brings there: attacks, fire, a front to the enemy."""
    near = within(place, NEAR) & o.hostile
    if not near:
        return -0.05
    if TYPE[unit] == ARTILLERY:
        return _battery(o, place)
    facings = range(6) if facing < 0 else (facing,)
    return max(_front(o, unit, place, one, near) for one in facings)


def _front(o: Outlook, unit: int, place: int, facing: int, near: int) -> float:
    front, found = FRONT[place][facing], 0.0
    closest = goals.nearest(place, near)
    if is_ahead(place, facing, closest):
        found += FACING
    found += 0.02 * (front & near).bit_count()
    if not attacks_at_all(o.d, unit):
        return found
    targets = bits(front & near & ~OVER_RIVER[place])
    kind = TYPE[unit]
    if kind in ASSAULTERS and targets:
        armored = kind in (ARMOR, ASSAULT_GUN)
        found += max(
            (assault_share(o, unit, at) for at in targets if not (armored and RUINED >> at & 1)), default=0.0
        )
    if kind in (AT, FLAK):
        found += _gun(o, unit, place, facing, near)
    if o.seat == GERMAN and front & o.d.landing_zones & ~o.d.occupied(ALLIED):
        found += TAKEN_ZONE / 2
    return found


def assault_share(o: Outlook, unit: int, target: int) -> float:
    """A unit's part in what an assault on a hex promises with all who are at hand."""
    power = FIREPOWER[unit]
    known = ("force", target)
    force = o.notes.get(known)
    if force is None:
        force = o.notes[known] = float(_force(o, target))
    total = max(int(force), power)
    key = ("gain", target, total)
    promise = o.notes.get(key)
    if promise is None:
        promise = o.notes[key] = assault_gain(o.foe(target), total, 1)
    return max(promise, 0.0) * (power + 1) / (total + 3)


def _force(o: Outlook, target: int) -> int:
    """The firepower at hand against a hex: beside it, or near it and not moved yet."""
    d, total = o.d, 0
    for place in bits(within(target, AT_HAND) & d.occupied(o.seat)):
        close = BESIDE[place] >> target & 1
        for unit in d.units_in(o.seat, place):
            marks = d.marks[unit]
            if TYPE[unit] in ASSAULTERS and not marks & DISRUPTED and (close or not marks & MOVED):
                total += FIREPOWER[unit]
    return min(total, 40)


def _gun(o: Outlook, unit: int, place: int, facing: int, near: int) -> float:
    """What a gun can fire at."""
    far = GUN_RANGE[TYPE[unit]]
    ahead = [
        at
        for at in bits(near & within(place, far))
        if is_ahead(place, facing, at) and is_in_sight(place, at, o.d.strongpoints)
    ]
    return max((fire_gain(o.foe(at), FIREPOWER[unit], FIRE) for at in ahead), default=0.0) + (
        0.15 if ahead else 0.0
    )


def _battery(o: Outlook, place: int) -> float:
    """Whether artillery has something to fire at from there that its side may spot."""
    reach = within(place, LONGEST) & ~within(place, SHORTEST - 1) & o.hostile
    return GUNS_READY if reach & o.spotted() else 0.1
