"""What cards are worth: playing one now, and keeping it for later. In points of the standing."""

from collections.abc import Callable

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import ALL_OBJECTIVES, BLACK_SEA, CITY, MAP, USSR, Space, spaces_of
from berlin.games.noretreat.board.tables import (
    AXIS,
    COLUMNS,
    CRT,
    FIRST_SOVIET_INITIATIVE,
    HALVES,
    RESULT_TEXT,
    SOVIET,
    TURNS,
)
from berlin.games.noretreat.board.units import FIXED, RANGES, REBUILT, STRENGTH
from berlin.games.noretreat.rules.cards.windows import moment, resolve
from berlin.games.noretreat.rules.combat import reckoning
from berlin.games.noretreat.rules.combat.advance import Advance
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.losses import steps_left
from berlin.games.noretreat.rules.events.patterns import AttackBack, Blows, Certain, ColumnLeft, Duel, Reroll
from berlin.games.noretreat.rules.events.registry import EVENTS, Event
from berlin.games.noretreat.rules.question import Play
from berlin.games.noretreat.rules.rail import station
from berlin.games.noretreat.rules.victory import MOST_EVENT_VP
from berlin.games.noretreat.staff.assault import approaches, plan, worth_of
from berlin.games.noretreat.staff.blows import blow_worths
from berlin.games.noretreat.staff.odds import DICE, Mark, cheapest, expected, step_cost
from berlin.games.noretreat.staff.outlook import Outlook, peril, pressures
from berlin.games.noretreat.staff.posts import post, stay
from berlin.games.noretreat.staff.prizes import POINT
from berlin.games.noretreat.state.state import (
    BACK,
    DESTROYED,
    DISORGANIZED,
    SHATTERED,
    SIZE,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
    Force,
)
from berlin.games.noretreat.state.words import WAYS
from berlin.kernel.contract.ids import OTHER, Card, Seat, Unit

# A card in hand: one of the few that stay, and one of those that would be laid off anyway.
CARD, SPARE, KEPT = 0.9, 0.25, 2
USELESS = 0.1
NEVER = -9.0
# Half numbers: what playing them brings, where the battle at hand does not tell.
_AXIS_PLAYS = {
    2: 1.0, 3: 2.5, 5: 1.2, 15: 0.5, 18: 8.0, 22: 3.0, 23: 1.2, 25: 2.5, 35: 3.5, 36: 0.3,
    39: 0.3, 10: 0.3, 41: 1.5, 42: 1.5, 43: 0.3, 45: NEVER, 48: NEVER, 49: 3.0, 26: 1.0,
    7: 3.0, 14: 2.0, 31: 2.5, 40: 0.5, 19: NEVER, 8: NEVER, 21: 1.2, 27: NEVER,
}  # fmt: skip
_SOVIET_PLAYS = {
    1: 3.0, 2: 4.0, 5: 1.2, 6: 2.5, 8: 2.5, 15: 3.0, 19: 1.2, 24: 3.0, 25: 2.0,
    26: 1.0, 31: 3.0, 32: NEVER, 33: 1.0, 34: 2.5, 35: 0.3, 36: 2.0, 37: 1.0, 38: 3.5, 39: 1.0,
    41: 0.3, 44: 2.5, 9: 0.5, 17: NEVER, 4: 0.3, 11: NEVER,
}  # fmt: skip
PLAYS = (_AXIS_PLAYS, _SOVIET_PLAYS)
# What holding a card promises beyond any other.
_AXIS_KEEPS = {
    4: 1.5,
    24: 2.0,
    29: 1.8,
    32: 1.6,
    34: 2.2,
    28: 1.4,
    40: 1.5,
    52: 1.8,
    18: 1.8,
    16: 1.2,
    1: 1.5,
}
_SOVIET_KEEPS = {
    27: 2.0,
    28: 1.8,
    23: 2.0,
    9: 1.5,
    34: 1.5,
    42: 1.5,
    43: 1.2,
    46: 1.6,
    47: 1.8,
    50: 1.6,
    54: 1.4,
}
KEEPS = (_AXIS_KEEPS, _SOVIET_KEEPS)
# An order to attack so often, or lose points: what it brings, and how many attacks it takes.
_QUOTAS: dict[tuple[int, int], tuple[float, int]] = {(13, AXIS): (3.0, 4), (20, SOVIET): (4.0, 4)}
# Events of a whole combat phase against the enemy: what they do to each of his good attacks.
_PHASE_LONG: dict[tuple[int, int], float] = {
    (24, AXIS): 0.6,
    (34, AXIS): 1.0,
    (10, SOVIET): 0.6,
    (39, SOVIET): 0.8,
}
# A card for one attack more is not spent below these odds; what a drawn card is worth.
EVEN, DRAWN = COLUMNS.index("1:1"), 0.5
WAVE, LAST_PUSH = (29, SOVIET), (51, SOVIET)
LOST = (SHATTERED, DESTROYED, SURRENDERED)
# A shift in an attack; the share of a city that is spoilt or reached; two free steps.
# How many idle units are looked at.
SHIFTED, SPOILT, TWO_STEPS, MOST = 0.8, 0.6, 3.8, 6


def card_cost(d: Draft, seat: Seat) -> float:
    """What a card spent now is missed for later: those above the few that stay are laid off anyway."""
    return SPARE if d.hands[seat].bit_count() > KEPT else CARD


def keep(d: Draft, seat: Seat, card: Card) -> float:
    """What it is worth to hold a card."""
    half = HALVES[card][seat]
    if half.initiative not in (-1, TURNS[d.turn].initiative) or not half.windows or half.windows == ("pay",):
        return USELESS
    return KEEPS[seat].get(half.number, 1.0)


def play_worth(o: Outlook, kind: str, action: Play) -> float:
    """What playing a card now brings, less the card."""
    d, seat = o.d, o.side
    made, _ = resolve(d, seat, action.card, moment(d, seat, kind))
    if made is None:
        return NEVER
    if kind == "sudden":
        return 100.0
    fought = next((frame for frame in reversed(d.frames) if isinstance(frame, Battle)), None)
    worth = _brings(o, kind, made, WAYS[action.way], fought)
    return worth - card_cost(d, seat) * keep(d, seat, action.card)


def _brings(o: Outlook, kind: str, made: Event, way: str, fought: Battle | None) -> float:
    seat, number = o.side, made.half.number
    if fought is not None and kind == "before":
        return _before(o, made, way, fought)
    if fought is not None and kind == "after":
        return _after(o, made, fought)
    if (number, seat) in _QUOTAS:
        brings, attacks = _QUOTAS[number, seat]
        return brings if _can_obey(o, attacks) else NEVER
    if (number, seat) in _PHASE_LONG:
        attacker = seat if seat == o.d.phasing else OTHER[seat]
        return _PHASE_LONG[number, seat] * len(plan(Outlook(o.d, attacker), False, 4))
    if (number, seat) == (6, AXIS) and way == "save":
        cut = [u for u in RANGES[AXIS] if o.d.marks[u] & UNSUPPLIED and o.d.where[u] < LOST[0]]
        return 6.0 if cut and o.d.phasing == AXIS else NEVER
    if isinstance(made, Blows):
        return NEVER if kind != "blows" else _free_blows(o, made.number)
    if (number, seat) in _JUDGED:
        return _JUDGED[number, seat](o, way)
    worth = PLAYS[seat].get(number, NEVER)
    if (number, seat) in ((1, SOVIET), (2, SOVIET), (15, SOVIET)):
        return worth if any(o.d.where[u] in LOST and REBUILT[u] for u in RANGES[seat]) else NEVER
    return worth


def _can_obey(o: Outlook, attacks: int) -> bool:
    """May so many attacks be made, all but one of them gladly?"""
    if TURNS[o.d.turn].targets[o.side] < attacks or len(approaches(o, True)) < attacks + 3:
        return False
    return len(plan(o, True, attacks)) >= attacks - 1


def _fleet(o: Outlook, way: str) -> float:
    """Black Sea Fleet: a shift in each attack on the coast, to the right in those of one's own."""
    attacker = o.d.phasing
    if (way == "right") != (attacker == o.side):
        return NEVER
    coast = [a for a in plan(Outlook(o.d, attacker), False, 5) if BLACK_SEA >> a.space & 1]
    return SHIFTED * len(coast)


def burnt(o: Outlook, space: Space) -> float:
    """Scorched Earth: the point that the enemy does not get if he takes a city."""
    felt = pressures(o.d)
    return POINT * SPOILT * peril(o.d, space, o.side, felt[o.side][space], felt[1 - o.side][space])[0]


def _scorched(o: Outlook, way: str) -> float:
    cities = o.homes & CITY & USSR & ~ALL_OBJECTIVES
    return max([burnt(o, space) for space in spaces_of(cities)], default=NEVER)


def _advance(o: Outlook, way: str) -> float:
    """General Staff: a city that lies open one hex too far."""
    frame = o.d.frames[-1]
    if way != "advance" or not isinstance(frame, Advance):
        return NEVER
    beyond = MAP.within(frame.space, frame.most) & ~MAP.within(frame.space, frame.most - 1)
    found = [o.worth[prize] for prize in spaces_of(beyond & o.prizes & ~o.enemy & ~o.d.closed)]
    return SPOILT * max(found, default=NEVER)


def _reserves(o: Outlook, way: str) -> float:
    """Last Reserves: two steps for a point, which costs nothing once the enemy has all he can get."""
    d = o.d
    reduced = [u for u in RANGES[AXIS] if d.marks[u] & BACK and o.supplied >> d.where[u] & 1 and REBUILT[u]]
    point = 0.0 if d.turn >= FIRST_SOVIET_INITIATIVE and d.event_vp >= MOST_EVENT_VP else POINT
    return TWO_STEPS - point if len(reduced) > 1 else NEVER


def _surprise(o: Outlook, way: str) -> float:
    """Strategic Surprise: what two units would gain at the best stations."""
    d = o.d
    idle = [u for u in RANGES[o.side] if d.where[u] < SIZE and o.threat[d.where[u]] < 1.0]
    stations = station(d, o.side) & ~o.crowded
    if len(idle) < 2 or not stations:
        return NEVER
    gains = sorted(
        (max(post(o, u, s) for s in spaces_of(stations)) - stay(o, u) for u in idle[:MOST]), reverse=True
    )
    return sum(max(0.0, gain) for gain in gains[:2]) / 2


def extra_attack(o: Outlook, space: Space) -> float:
    """Wave Assault: one attack more on a space by all who stand next to it; never below even odds."""
    d, beside = o.d, MAP.beside[space]
    party = {u: d.where[u] for u in RANGES[o.side] if beside >> d.where[u] & 1 and _fit(d, u)}
    if not party:
        return NEVER
    mark = o.mark(space)
    b = Battle(o.side, space, tuple(party), defenders=tuple(mark.defending))
    return worth_of(d, o.side, mark, party) if reckoning.final(d, b) >= EVEN else NEVER


def _fit(d: Draft, unit: Unit) -> bool:
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & DISORGANIZED and not FIXED[marks & BACK][unit]


def is_extra(d: Draft) -> bool:
    """Is the attack of this moment one that a card gave?"""
    halves = [EVENTS[force.code].half for force in d.forces]
    return any((half.number, half.side) == WAVE for half in halves)


def _wave(o: Outlook, way: str) -> float:
    return max([extra_attack(o, space) for space in spaces_of(o.enemy)], default=NEVER)


# What these bring hangs on where the armies stand.
_JUDGED: dict[tuple[int, int], Callable[[Outlook, str], float]] = {
    (3, SOVIET): _fleet,
    (7, SOVIET): _scorched,
    (17, AXIS): _advance,
    (30, AXIS): _reserves,
    (18, SOVIET): _surprise,
    WAVE: _wave,
}


def _free_blows(o: Outlook, number: int) -> float:
    found = sorted(blow_worths(o).values(), reverse=True)[:number]
    return sum(worth for worth in found if worth > 0)


def battle_mark(o: Outlook, b: Battle) -> Mark:
    """The battle's mark as the attacker sees it."""
    reading = o if b.seat == o.side else Outlook(o.d, b.seat)
    return Mark(o.d, b.seat, b.space, reading.gain(b.space), reckoning.defenders(o.d, b))


def _before(o: Outlook, made: Event, way: str, b: Battle) -> float:
    """What a card changes in a battle that is to be rolled."""
    d, mark = o.d, battle_mark(o, b)
    sign = 1.0 if b.seat == o.side else -1.0
    now = expected(d, b, mark)
    if isinstance(made, Certain):
        return sign * (mark.dr - now)
    if isinstance(made, Duel):
        even = (mark.ex - cheapest(d, b.units)) / 2
        return sign * (even - now)
    number = made.half.number
    if (number, o.side) == (21, AXIS):
        return 0.3 * abs(mark.dr)
    if (number, o.side) in ((17, SOVIET), (11, SOVIET), (4, SOVIET)):
        return NEVER
    return sign * (expected(d, _joined(o, made, way, b), mark) - now)


def _joined(o: Outlook, made: Event, way: str, b: Battle) -> Battle:
    """The battle with the card in force."""
    data = -1
    if (made.half.number, o.side) == (1, AXIS):
        units = b.units if b.seat == AXIS else reckoning.defenders(o.d, b)
        data = max(units, key=lambda unit: STRENGTH[o.d.marks[unit] & BACK][unit])
    elif (made.half.number, o.side) == (22, SOVIET):
        data = b.space * 2 + (SOVIET if way == "soviet" else AXIS)
    return replace(b, forces=(Force(made.code, -1, data), *b.forces))


def _after(o: Outlook, made: Event, b: Battle) -> float:
    """What a card changes in a battle whose die lies on the table."""
    d, mark = o.d, battle_mark(o, b)
    own = cheapest(d, b.units) if b.units else 0.0
    sign = 1.0 if b.seat == o.side else -1.0
    now = mark.result(reckoning.standing(d, b), own)
    if isinstance(made, Reroll):
        table = CRT[reckoning.table(d, b)]
        column = min(max(b.column + b.shift, 0), 8)
        other = sum(mark.result(RESULT_TEXT[table.result(column, die + 1)], own) for die in DICE) / 6
    elif isinstance(made, ColumnLeft):
        other = mark.result(reckoning.standing(d, replace(b, shift=b.shift - 1)), own)
    elif isinstance(made, AttackBack):
        other = mark.result("CA", own)
    elif made.half.number == 4:
        other = mark.result("DR", own)
    elif made.half.number == 14:
        other = mark.result("EX", own)
    elif (made.half.number, o.side) == LAST_PUSH:
        return _push(o, b)
    else:
        return PLAYS[o.side].get(made.half.number, NEVER)
    return sign * (other - now)


def _push(o: Outlook, b: Battle) -> float:
    """One Last Push: another combat when each side has lost a step, and a card; never below even odds."""
    d = o.d
    marks, where = bytes(d.marks), [*d.where]
    for units in (b.units, reckoning.defenders(d, b)):
        _take_step(d, min(units, key=lambda unit: step_cost(d, unit)))
    units = tuple(unit for unit in b.units if d.where[unit] < SIZE)
    worth = NEVER
    if units and d.units_in(OTHER[o.side], b.space):
        again = Battle(b.seat, b.space, units)
        if reckoning.final(d, again) >= EVEN:
            worth = expected(d, again, battle_mark(o, again)) + DRAWN
    d.marks[:], d.where[:] = marks, where
    return worth


def _take_step(d: Draft, unit: Unit) -> None:
    """As if a unit had lost a step; the caller puts it back."""
    if steps_left(d, unit) > 1:
        d.marks[unit] ^= BACK
    else:
        d.where[unit] = DESTROYED
