"""Features of who will win: what can be counted in a position. What each is worth was learned from games."""

from pathlib import Path

from berlin.boards.hexes import bits, board_of
from berlin.games.race.board.ground import DIFFICULT, FRONT, IN_BERLIN, NEAR, VP
from berlin.games.race.board.units import FULL, GERMANS, KONIEV, PAIRS, REDUCED_STRENGTH, SOVIETS, ZHUKOV
from berlin.games.race.board.zones import BERLIN, DISTANCE, NEIGHBOURS, N
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.reachability import CITY, CONTROL_LEVEL
from berlin.games.race.rules.sequence import FIRST_IMPULSE, LAST_IMPULSE, TURN
from berlin.games.race.rules.supply import Fronts, fronts, german_lines, soviet_lines
from berlin.games.race.staff.goals import GOALS, HOPS, alarms, foretold, nearness
from berlin.games.race.state.state import AMERICAN, NOBODY, OOS, REDUCED, USED, Position
from berlin.kernel.contract.ids import OTHER, Place, Seat
from berlin.kernel.play.chances import Learned

# Zones from Berlin, from which on it makes no difference; and how near a German division is near.
FAR, CLOSE = 4, 2
OF_A_CAMP = (
    "points",
    *(f"strength {hops} zones from Berlin" for hops in range(FAR)),
    "strength farther off",
    "strength without supply",
    "strength spent in Berlin",
    "strength that supply won't reach",
    "strength in Berlin that supply won't reach",
    "torn armies",
    "torn armies in Berlin",
    "zones of Berlin",
    "zones of Berlin with two counters",
    "levels of progress",
    "zones of Berlin controlled",
    "levels beyond",
    "zones of Berlin ready to roll",
    "rolls with support",
    "support",
    "chits",
    "German steps",
    "German steps next to the rival",
    "German steps in Berlin",
    "German steps near Berlin",
    "German steps in the way",
    "German steps in rough ground next to the rival",
    "German steps on the wrong front",
    "German steps that supply won't reach",
    "goals near",
    "zones of Berlin near",
    "goals held",
)
IMPULSES = range(FIRST_IMPULSE, LAST_IMPULSE + 1)
FORETOLD = "odds that the Americans are first"
OF_ALL = (
    *(f"danger on track {track}" for track in (1, 2, 3)),
    "American zones",
    "Americans halted",
    "zones of Berlin untouched",
    "rounds of operations",
    *(f"{TURN[stage].title} is over" for stage in IMPULSES),
    FORETOLD,
)
FEATURES = (*(f"{seat}: {name}" for seat in SEATS for name in OF_A_CAMP), *OF_ALL)

# By camp and zone: the zones from which its rival goes on to Berlin through this one.
BARRED = tuple(
    tuple(board_of(other for other in NEIGHBOURS[zone] if hops[zone] < hops[other]) for zone in range(N))
    for hops in reversed(HOPS)
)

LEARNED = Learned.load(Path(__file__).parents[1] / "chances.tsv")


def features(p: Position) -> tuple[float, ...]:
    """The features of a position, in the order of FEATURES."""
    danger, there = alarms(p), fronts(p)
    fed = german_lines(there) | IN_BERLIN
    return (
        *_camp(p, ZHUKOV, there, fed),
        *_camp(p, KONIEV, there, fed),
        *(percent / 100 for percent in danger),
        p.control.count(AMERICAN),
        p.halted,
        p.holder.count(0),
        p.operations,
        *(p.stage > stage for stage in IMPULSES),
        foretold(p, danger),
    )


def chances(p: Position) -> tuple[float, float]:
    """How likely each camp wins: if the Americans are in Berlin first, neither does."""
    seen = features(p)
    won, somebody = LEARNED.first(seen, p.turn), 1 - LEARNED.all_lose(seen, p.turn)
    return won * somebody, (1 - won) * somebody


def _camp(p: Position, camp: Seat, there: Fronts, fed: int) -> tuple[float, ...]:
    zones, rivals = there.soviets[camp], there.soviets[OTHER[camp]]
    lines = soviet_lines(there, camp)
    return (
        p.vp[camp],
        *_strength(p, camp, lines),
        *_torn(p, camp),
        *_city(p, camp),
        *_rolls(p, camp, lines),
        p.support[camp],
        p.chits.count(camp + 1),
        *_germans(p, camp, rivals, fed),
        *_goals(p, camp, bits(zones), zones | rivals),
    )


def _strength(p: Position, camp: Seat, lines: int) -> tuple[float, ...]:
    by_hops, hungry, spent = [0.0] * (FAR + 1), 0.0, 0.0
    # Outside Berlin and in it: out of supply by the next check, as things stand.
    cut = [0.0, 0.0]
    hops, where, marks = HOPS[camp], p.where, p.marks
    for unit in range(*SOVIETS[camp]):
        zone = where[unit]
        if zone < N:
            mark = marks[unit]
            strength = REDUCED_STRENGTH[unit] if mark & REDUCED else FULL[unit]
            off = hops[zone]
            by_hops[off if off < FAR else FAR] += strength
            if mark & OOS:
                hungry += strength
            if mark & USED and not off:
                spent += strength
            if not lines >> zone & 1:
                cut[not off] += strength
    return (*by_hops, hungry, spent, *cut)


def _torn(p: Position, camp: Seat) -> tuple[int, int]:
    """Armies whose counters are neither together nor next to each other; those of them with one in Berlin."""
    where, torn, inside = p.where, 0, 0
    for first, second in PAIRS[camp]:
        here, there = where[first], where[second]
        if here < N and there < N and DISTANCE[here][there] > 1:
            torn += 1
            inside += here in CITY or there in CITY
    return torn, inside


def _city(p: Position, camp: Seat) -> tuple[float, ...]:
    held = pairs = levels = controlled = beyond = 0
    for at, zone in enumerate(BERLIN):
        if p.holder[at] == camp + 1:
            level = p.progress[at]
            held += 1
            pairs += p.where.count(zone, *SOVIETS[camp]) >= 2
            levels += min(level, CONTROL_LEVEL - 1)
            controlled += level >= CONTROL_LEVEL
            beyond += max(0, level - CONTROL_LEVEL)
    return held, pairs, levels, controlled, beyond


def _rolls(p: Position, camp: Seat, lines: int) -> tuple[int, int]:
    """In how many zones of Berlin a City Progress roll could be made, in how many of them with support."""
    here = {p.where[unit] for unit in range(*SOVIETS[camp]) if not p.marks[unit] & (OOS | USED)}
    ready = sum(zone in here and lines >> zone & 1 for zone in BERLIN)
    return ready, min(p.support[camp], ready)


def _germans(p: Position, camp: Seat, rivals: int, fed: int) -> tuple[float, ...]:
    total = beside = inside = close = barring = rough = astray = hungry = 0
    hops, barred, where, marks = HOPS[OTHER[camp]], BARRED[camp], p.where, p.marks
    for unit in range(*GERMANS[camp]):
        zone = where[unit]
        if zone < N:
            steps = 1 if marks[unit] & REDUCED else 2
            total += steps
            if NEAR[zone] & rivals:
                beside += steps
                if barred[zone] & rivals:
                    barring += steps
                if DIFFICULT[zone]:
                    rough += steps
            elif FRONT[zone] == camp:
                astray += steps
            if zone in CITY:
                inside += steps
            if hops[zone] <= CLOSE:
                close += steps
            if not fed >> zone & 1:
                hungry += steps
    return total, beside, inside, close, barring, rough, astray, hungry


def _goals(p: Position, camp: Seat, own: list[Place], taken: int) -> tuple[float, ...]:
    near = city = held = 0.0
    for goal in GOALS[camp]:
        if goal in CITY:
            if not taken >> goal & 1:
                city += max(map(nearness(camp, goal).__getitem__, own), default=0.0)
        elif p.control[goal] == NOBODY:
            near += VP[goal] * max(map(nearness(camp, goal).__getitem__, own), default=0.0)
        elif p.control[goal] == camp + 1:
            held += VP[goal]
    return near, city, held
