"""Strikes, bombardments, gun fire, close assaults and defensive fire: what each promises."""

from collections.abc import Callable, Sequence

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import BESIDE, SIZE, within
from berlin.games.fortress.board.tables import STRIKE_FIREPOWER
from berlin.games.fortress.board.units import (
    ARTILLERY,
    AT,
    FIREPOWER,
    FLAK,
    RANGES,
    TYPE,
)
from berlin.games.fortress.rules.combat.assault import Announcing, Assaulting, Gathering, Resolve
from berlin.games.fortress.rules.combat.attack import (
    ASSAULT,
    BOMBARDMENT,
    DEFENSIVE,
    FIRE,
    OFFBOARD_FIREPOWER,
    Attack,
    column,
    firepower,
)
from berlin.games.fortress.rules.combat.bombardment import AddStrike, Bombarding, Napalm, Offboard, Shelling
from berlin.games.fortress.rules.combat.defensive_fire import Countering, Replying, reply_fault
from berlin.games.fortress.rules.combat.designation import Add, Target
from berlin.games.fortress.rules.combat.gunfire import Firing, Gunning
from berlin.games.fortress.rules.combat.who import (
    ASSAULTERS,
    TOWER_RANGE,
    artillery_fault,
    assault_fault,
    discord,
    gun_fault,
    is_spotted,
    unready,
)
from berlin.games.fortress.rules.zones import front
from berlin.games.fortress.staff.odds import fire_gain, gain
from berlin.games.fortress.staff.outlook import Foe, Outlook
from berlin.kernel.play.acts import Act

# What must be gained by a strike more, by napalm, by a battery more, by a gun that could also assault.
STRIKE, NAPALM, BATTERY, SPARED = 0.10, 0.12, 0.01, 0.12
# A unit that can do nothing else joins for the asking.
IDLE = 0.02
MOST_STRIKES = 3


def judge_bombarding(o: Outlook, frame: Bombarding, actions: Sequence[Act]) -> list[float]:
    """Where strikes and guns promise most; nought is to keep them."""
    return [bombardment_promise(o, act.hex)[0] if isinstance(act, Target) else 0.0 for act in actions]


def bombardment_promise(o: Outlook, place: int) -> tuple[float, int]:
    """What the best bombardment of a hex promises, less what it uses up, and the strikes it takes."""
    d, foe = o.d, o.foe(place)
    base = batteries_firepower(o, place)
    if d.offboard and is_spotted(d, o.seat, place):
        base += OFFBOARD_FIREPOWER
    followed = is_pressed(o, foe)
    best, count = 0.0, 0
    for strikes in range(min(d.strikes, MOST_STRIKES) + 1):
        power = base + STRIKE_FIREPOWER * strikes
        for napalm in (False, True) if strikes and d.napalm else (False,):
            found = fire_gain(foe, power, BOMBARDMENT, napalm=napalm, followed=followed)
            found -= STRIKE * strikes + (NAPALM if napalm else 0.0)
            if found > best:
                best, count = found, strikes
    return best, count


def batteries_firepower(o: Outlook, place: int) -> int:
    """The firepower of all the artillery that can reach a hex now."""
    d = o.d
    return sum(
        FIREPOWER[unit]
        for unit in batteries(o)
        if artillery_fault(d, unit, place) is None and unready(d, unit, o.seat) is None
    )


def batteries(o: Outlook) -> list[int]:
    """The artillery that can fire at all."""
    return [unit for unit in RANGES[o.seat] if TYPE[unit] == ARTILLERY and unready(o.d, unit, o.seat) is None]


def is_pressed(o: Outlook, foe: Foe) -> bool:
    """Do units stand ready to assault it with some chance?"""
    d, power = o.d, 0
    for place in bits(BESIDE[foe.place] & d.occupied(o.seat)):
        for unit in d.units_in(o.seat, place):
            if TYPE[unit] in ASSAULTERS and unready(d, unit, o.seat) is None:
                power += FIREPOWER[unit] if front(d, unit) >> foe.place & 1 else 0
    return power >= foe.power


def judge_shelling(o: Outlook, frame: Shelling, actions: Sequence[Act]) -> list[float]:
    """What each part adds to a bombardment; the fire itself is nought."""
    foe = o.foe(frame.target)
    followed = is_pressed(o, foe)

    def promise(power: int, napalm: bool = frame.napalm) -> float:
        return fire_gain(foe, power, BOMBARDMENT, napalm=napalm, followed=followed)

    power = firepower(frame.attack()).total
    now = promise(power)
    marks = []
    for act in actions:
        match act:
            case Add(unit):
                if TYPE[unit] == ARTILLERY:
                    marks.append(_more(promise, power, FIREPOWER[unit], now) - BATTERY + IDLE)
                else:
                    marks.append(promise(power + FIREPOWER[unit] // 2) - now - SPARED)
            case AddStrike():
                marks.append(_more(promise, power, STRIKE_FIREPOWER, now) - STRIKE)
            case Napalm():
                marks.append(promise(power, True) - now - NAPALM)
            case Offboard():
                marks.append(promise(power + OFFBOARD_FIREPOWER) - now + IDLE)
            case _:
                marks.append(0.0)
    return marks


def _more(promise: Callable[[int], float], power: int, step: int, now: float) -> float:
    """What a step more brings; or half of two steps, where columns are wide."""
    return max(promise(power + step) - now, (promise(power + 2 * step) - now) / 2)


def judge_gunning(o: Outlook, frame: Gunning, actions: Sequence[Act]) -> list[float]:
    return [gunfire_promise(o, act.hex) if isinstance(act, Target) else 0.0 for act in actions]


def gunfire_promise(o: Outlook, place: int) -> float:
    """What fire of all the guns that are for nothing else promises."""
    units = tuple(unit for unit in guns(o, place) if is_gun(o, unit))
    return _promise(o, Attack(FIRE, o.seat, place, units)) if units else -0.1


def guns(o: Outlook, place: int) -> list[int]:
    d = o.d
    found: list[int] = []
    for at in bits(within(place, TOWER_RANGE) & d.occupied(o.seat)):
        for unit in d.units_in(o.seat, at):
            able = unready(d, unit, o.seat) is None and gun_fault(d, unit, place) is None
            if able and discord(d, unit, tuple(found)) is None:
                found.append(unit)
    return found


def is_gun(o: Outlook, unit: int) -> bool:
    """Is it for fire alone, or is no enemy before it to assault?"""
    return TYPE[unit] in (AT, FLAK) or not front(o.d, unit) & o.hostile


def _promise(o: Outlook, attack: Attack) -> float:
    """What an attack on a hex that is seen promises, by its true column."""
    foe = o.foe(attack.target)
    return gain(foe, column(o.d, attack).total, attack.kind, followed=is_pressed(o, foe))


Designation = Firing | Gathering | Countering


def judge_designation(o: Outlook, frame: Designation, actions: Sequence[Act]) -> list[float]:
    """What each unit adds to an attack; to carry it out is nought."""
    now = _promise(o, frame.attack()) if frame.units else -1.0
    marks = []
    for act in actions:
        if isinstance(act, Add):
            attack = _with(frame, act.unit)
            marks.append(_promise(o, attack) - now - _cost(o, frame, act.unit))
        else:
            marks.append(0.0)
    return marks


def _with(frame: Designation, unit: int) -> Attack:
    attack = frame.attack()
    return Attack(attack.kind, attack.seat, attack.target, (*attack.units, unit))


def _cost(o: Outlook, frame: Designation, unit: int) -> float:
    """What it costs to use a unit here: what else it could do."""
    if isinstance(frame, Firing):
        return -IDLE if is_gun(o, unit) else SPARED
    if isinstance(frame, Gathering):
        others = front(o.d, unit) & o.hostile & ~(1 << frame.target)
        return IDLE if others else -IDLE
    return -IDLE


def judge_announcing(o: Outlook, frame: Announcing, actions: Sequence[Act]) -> list[float]:
    return [assault_promise(o, act.hex) if isinstance(act, Target) else 0.0 for act in actions]


def assault_promise(o: Outlook, place: int) -> float:
    """What an assault promises with all who can take part and are free."""
    units = assaulters(o, place)
    return _promise(o, Attack(ASSAULT, o.seat, place, units)) if units else -0.1


def assaulters(o: Outlook, place: int) -> tuple[int, ...]:
    d = o.d
    engaged = {unit for assault in d.assaults for unit in assault.units}
    found: list[int] = []
    for at in bits(BESIDE[place] & d.occupied(o.seat)):
        for unit in d.units_in(o.seat, at):
            free = unit not in engaged and unready(d, unit, o.seat) is None
            if free and assault_fault(d, unit, place) is None and discord(d, unit, tuple(found)) is None:
                found.append(unit)
    return tuple(found)


def judge_assaulting(o: Outlook, frame: Assaulting, actions: Sequence[Act]) -> list[float]:
    """The most promising first: what it clears may open the way."""
    units = {
        assault.target: tuple(unit for unit in assault.units if o.d.where[unit] < SIZE)
        for assault in o.d.assaults
    }
    return [
        _promise(o, Attack(ASSAULT, o.seat, act.target, units[act.target]))
        if isinstance(act, Resolve)
        else 0.0
        for act in actions
    ]


def judge_replying(o: Outlook, frame: Replying, actions: Sequence[Act]) -> list[float]:
    """At the attackers whom fire hurts most; it costs nothing."""
    return [_reply_promise(o, frame, act.hex) if isinstance(act, Target) else 0.0 for act in actions]


def _reply_promise(o: Outlook, frame: Replying, place: int) -> float:
    d = o.d
    guns = [unit for unit in RANGES[o.seat] if reply_fault(d, unit, o.seat, place) is None]
    power = max((FIREPOWER[unit] for unit in guns), default=0)
    attackers = sum(d.where[unit] == place for unit in frame.units)
    return fire_gain(o.foe(place), power, DEFENSIVE) + 0.05 * attackers
