"""How a game stands for a marshal against his rival: a judgement of ours, not a rule.

Points are worth what they are likely to bring in the end: nought is even, a hundred as good as won.
"""

from collections.abc import Callable
from math import exp, log

from berlin.games.race.board.ground import VP
from berlin.games.race.board.tables import LAST_TURN
from berlin.games.race.board.units import CAMP, GERMANS, GERMANS_FROM, PAIRS, SOVIETS
from berlin.games.race.board.zones import BERLIN, DISTANCE, N
from berlin.games.race.rules.combat.attack import Attack, Fighting
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL
from berlin.games.race.rules.operations import Designate
from berlin.games.race.rules.positions import FIGHTERS, MOVERS, RESERVES, marked, units_in
from berlin.games.race.staff.assault import plan_assaults
from berlin.games.race.staff.goals import GOALS, HOPS, POINT, nearness, spared
from berlin.games.race.staff.outlook import BEYOND, LEVEL, Outlook, outlook
from berlin.games.race.state.state import AMERICAN, MODE, NOBODY, OOS, REDUCED, USED, Position
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.standing import SCALE, Standing

# For a Soviet step: being on the map, each zone nearer to Berlin, and want of supply.
STEP, NEARER, HUNGER = 0.8, 0.5, 0.6
# For an army whose counters are neither together nor next to each other.
SPLIT = 4.0
# For a German step, and for how well a division stands in the rival's way.
DIVISION_STEP, PLACE = 0.7, 0.12
# How much of a goal's worth there is in being near it.
WITHIN_REACH = 0.5
# A support point for a City Progress roll, and one to better it.
ROLL, EXTRA = 5.0, 2.0
# For a zone of Berlin: Soviets in it, and the share of what its next City Progress roll promises.
INSIDE, AGAIN = 6.0, 0.8
# No lead counts for more.
MOST = 400.0
# For each zone that the Americans have taken, while they come on.
TAKEN = 3.0

HEADS = (
    "victory points",
    "Soviet strength and reach",
    "progress in Berlin",
    "Germans in the rival's way",
)


def standing(p: Position, seat: Seat) -> Standing:
    """A seat's account less its rival's, head by head, and what is left of a lead if the Americans come."""
    mine, his = _account(p, seat), _account(p, OTHER[seat])
    heads = tuple((label, a - b) for label, a, b in zip(HEADS, mine, his, strict=True))
    lead = sum([points for _, points in heads])
    reading = outlook(p, seat)
    danger = _danger(reading, lead) if any(reading.alarms) else 0.0
    if not p.halted:
        danger -= TAKEN * p.control.count(AMERICAN)
    orders = ("orders given", _orders(p, reading) - _orders(p, outlook(p, OTHER[seat])))
    return Standing((*heads, ("the Americans", danger), orders))


def _danger(reading: Outlook, lead: float) -> float:
    """What the Americans take from a lead: it counts only as far as they are not in Berlin first."""
    safe = spared(reading.p, reading.camp, reading.alarms)
    won = safe / (1 + exp(-max(-MOST, min(MOST, lead)) / SCALE))
    return SCALE * log(won / (1 - won)) - lead


def _account(p: Position, camp: Seat) -> tuple[float, float, float, float]:
    reading = outlook(p, camp)
    soviets = _noted(reading, "soviets", _soviets)
    germans = _noted(reading, "germans", _germans)
    return p.vp[camp] * POINT, soviets, _berlin(p, reading), germans


def _noted(reading: Outlook, name: str, reckoned: Callable[[Outlook], float]) -> float:
    """A sum that hangs on nothing but the reading, made once."""
    found = reading.notes.get(name)
    if found is None:
        found = reading.notes[name] = reckoned(reading)
    return found


def _soviets(reading: Outlook) -> float:
    p, camp, lines = reading.p, reading.camp, reading.lines
    total, hops = 0.0, HOPS[camp]
    where, marks = p.where, p.marks
    for unit in range(*SOVIETS[camp]):
        zone = where[unit]
        if zone < N:
            steps = 1 if marks[unit] & REDUCED else 2
            want = (1 if marks[unit] & OOS else 0) + (0 if zone in lines else 1)
            total += steps * (STEP - NEARER * hops[zone] - HUNGER * want)
    return total - SPLIT * _split(reading) + WITHIN_REACH * _reach(reading)


def _split(reading: Outlook) -> int:
    """How many armies are torn apart, so that neither counter may fight; those in Berlin count twice."""
    found, where = 0, reading.p.where
    for first, second in PAIRS[reading.camp]:
        here, there = where[first], where[second]
        if here < N and there < N and DISTANCE[here][there] > 1:
            found += 2 if here in BERLIN or there in BERLIN else 1
    return found


def _reach(reading: Outlook) -> float:
    """What there is to gain, each by the nearest of the camp's Soviets."""
    p, camp, own = reading.p, reading.camp, set(reading.own)
    total = 0.0
    for goal in GOALS[camp]:
        if goal in BERLIN:
            if goal in reading.own or goal in reading.rivals:
                continue
            worth = INSIDE
        elif p.control[goal] == NOBODY:
            worth = VP[goal] * POINT
        else:
            continue
        total += worth * max(map(nearness(camp, goal).__getitem__, own))
    return total


def _berlin(p: Position, reading: Outlook) -> float:
    total, ready, camp = 0.0, 0, reading.camp
    for zone in BERLIN:
        if p.holder[zone] != camp + 1:
            continue
        units = units_in(p, zone, *SOVIETS[camp])
        if not units:
            # Left to the Germans, unless somebody comes back before the impulse ends.
            total -= VP[zone] * POINT * (2 if p.control[zone] else 1)
            continue
        level = p.progress[zone]
        total += INSIDE
        if zone in reading.lines:
            total += AGAIN * max(0.0, reading.attack(zone, tuple(units), True))
        # Control itself stands among the victory points.
        total += LEVEL * min(level, CONTROL_LEVEL - 1) + BEYOND * max(0, level - CONTROL_LEVEL)
        ready += not all(p.marks[unit] & (OOS | USED) for unit in units)
    return total + ROLL * min(p.support[camp], ready) + EXTRA * min(max(0, p.support[camp] - ready), ready)


def _germans(reading: Outlook) -> float:
    total, p = 0.0, reading.p
    where, marks = p.where, p.marks
    for unit in range(*GERMANS[reading.camp]):
        zone = where[unit]
        if zone < N:
            steps = 1 if marks[unit] & REDUCED else 2
            total += steps * DIVISION_STEP + PLACE * reading.german_place(zone)
    # The longer the war lasts, the less there is left to delay.
    return total * (LAST_TURN + 2 - p.turn) / LAST_TURN


def _orders(p: Position, reading: Outlook) -> float:
    """What the units designated by a camp may be expected to bring when they act."""
    if not p.frames or not any(map(MODE.__and__, p.marks)):
        return 0.0
    camp = reading.camp
    kinds = {type(frame) for frame in p.frames}
    top, still_open = p.frames[-1], Designate in kinds
    total = 0.0
    # Who is on the way already is judged by where he comes.
    if still_open:
        total += sum(reading.march(unit) for unit in marked(p, MOVERS) if CAMP[unit] == camp)
        total += sum(reading.march(unit) for unit in marked(p, RESERVES) if CAMP[unit] == camp) / 2
    if isinstance(top, Attack):
        total += reading.attack(top.zone, top.units, top.extra)
    if still_open or Fighting in kinds:
        total += _fights(p, reading)
    return total


def _fights(p: Position, reading: Outlook) -> float:
    """What the attacks promise for which units are in combat mode, each by the share that are."""
    top = p.frames[-1]
    fighters = [unit for unit in marked(p, FIGHTERS) if CAMP[unit] == reading.camp]
    if not fighters:
        return 0.0
    slots = p.limit - top.count if isinstance(top, Designate) else 0
    under_way = top.units if isinstance(top, Attack) else ()
    total = 0.0
    for zone, units, worth in plan_assaults(p, reading, fighters[0] >= GERMANS_FROM, slots):
        if not (isinstance(top, Attack) and top.zone == zone):
            able = [unit for unit in units if unit not in under_way]
            total += worth * sum(unit in fighters for unit in able) / len(units)
    return total
