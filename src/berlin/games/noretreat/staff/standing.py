"""How a game stands for a side against the other: a judgement of ours, not a rule.

Points are worth what they are likely to bring in the end: nought is even, a hundred as good as won.
"""

from itertools import pairwise

from berlin.games.noretreat.board.ground import AXIS_OBJECTIVES, BERLIN, MAP, SOVIET_OBJECTIVES, Space
from berlin.games.noretreat.board.tables import AXIS, LAST_TURN, RESET_TURN, SOVIET, TURNS
from berlin.games.noretreat.board.units import RANGES, STRENGTH, steps
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.losses import GARRISON
from berlin.games.noretreat.rules.combat.targets import attackers, marked
from berlin.games.noretreat.rules.supply import failing
from berlin.games.noretreat.rules.victory import germans_in_russia, initiative, total
from berlin.games.noretreat.staff.assault import worth_of
from berlin.games.noretreat.staff.odds import Mark, expected
from berlin.games.noretreat.staff.outlook import peril, pressures
from berlin.games.noretreat.staff.prizes import PRIZES, STAYING, lacking, par, worths
from berlin.games.noretreat.state.state import (
    AXIS_WINS,
    BACK,
    COMBAT,
    DESTROYED,
    FIRST_STAGE,
    PHASING,
    RAIL,
    RUNNING,
    SHATTERED,
    SIZE,
    SOVIETS_WIN,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
    State,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.standing import Standing
from berlin.kernel.play.resigning import resigner

# For a victory point against par, and for being over a sudden-death number one, two or more turns ahead.
POINT, DOOM = 6.0, (60.0, 25.0, 10.0, 4.0)
# The same where it costs no more than a hand and a card.
LOSS = (2.0, 1.0, 0.5, 0.2)
# By how many objectives are still wanted: none, one, two.
OBJECTIVES = (60.0, 22.0, 8.0)
# For a point of strength on the map, for a step, and the share of both in a box.
STRENGTH_POINT, STEP, IN_BOX = 0.35, 0.8, 0.4
# For a unit marked unsupplied, and for one that would be.
MARKED, CUT_OFF = 2.0, 2.5
CARD, MARKER = 0.7, 0.5
CONTEST = 0.6
WON = 100.0

HEADS = (
    "victory points against the turn",
    "sudden death and objectives",
    "armies",
    "supply",
    "contested cities",
    "cards and markers",
    "attacks under way",
)


# By stage: the combat phases of the turn that are over. Each is two steps, since a search looks to the
# second from now: whoever moves or fights looks to the end of the fighting.
_OVER = tuple(2 * sum(stage > first + COMBAT for first in FIRST_STAGE) for stage in range(len(PHASING)))


def milestone(state: State) -> int:
    """How many combat phases are behind us, each counted twice."""
    return state.turn * _OVER[-1] + _OVER[state.stage]


def standing(state: State, seat: Seat) -> Standing:
    """The Soviet account less the Axis account, head by head, as the seat sees it."""
    if state.over != RUNNING:
        resigned = resigner(state.over)
        won = {AXIS_WINS: AXIS, SOVIETS_WIN: SOVIET}.get(state.over) if resigned is None else 1 - resigned
        return Standing((("the end", 0.0 if won is None else WON if won == seat else -WON),))
    d = Draft(state)
    sign = 1 if seat == SOVIET else -1
    accounts = (
        _points(d),
        _ends(d),
        _armies(d),
        _supply(d),
        _contest(d),
        _cards(d),
        _attacks(d),
    )
    return Standing(tuple((label, sign * value) for label, value in zip(HEADS, accounts, strict=True)))


def _points(d: Draft) -> float:
    """The points of whoever has the initiative against what the turn asks for."""
    side = initiative(d)
    points: float = total(d, side)
    if d.turn in STAYING:
        points -= STAYING[d.turn] * germans_in_russia(d)
    ahead = POINT * (points - par(d.turn))
    return ahead if side == SOVIET else -ahead


def _ends(d: Draft) -> float:
    """How near either side is to an end before the time."""
    found, price = 0.0, LOSS if d.no_surrender else DOOM
    for away in range(len(price)):
        turn = d.turn + away
        if turn > LAST_TURN or (turn >= RESET_TURN) != (d.turn >= RESET_TURN):
            break
        for side, sign in ((AXIS, -1.0), (SOVIET, 1.0)):
            needs = TURNS[turn].needs[side]
            if needs and away and initiative(d) == side:
                over = total(d, side) - needs
                near = 0.5 + over / 4 if over > 0 else 0.3 + over / 8
                found += sign * price[away - 1] * min(1.0, max(0.0, near))
    found -= _nearly(lacking(d.turn, d.owned(AXIS) & AXIS_OBJECTIVES))
    found += _nearly(3 - (d.owned(SOVIET) & SOVIET_OBJECTIVES).bit_count())
    return found + _berlin(d)


def _nearly(wanted: int) -> float:
    return OBJECTIVES[max(0, wanted)] if wanted < len(OBJECTIVES) else 0.0


def _berlin(d: Draft) -> float:
    """1945: how hard the Berlin Garrison is pressed, and how late it is."""
    if d.turn < RESET_TURN:
        return 0.0
    if d.where[GARRISON] != BERLIN:
        return WON
    near = sum(
        [
            STRENGTH[d.marks[unit] & BACK][unit] / max(1, MAP.distance(d.where[unit], BERLIN)) ** 2
            for unit in RANGES[SOVIET]
            if d.where[unit] < SIZE
        ]
    )
    guards = sum([STRENGTH[d.marks[unit] & BACK][unit] for unit in d.units_in(AXIS, BERLIN)])
    return 3.0 * near - 1.5 * guards - 8.0 * (d.turn - RESET_TURN)


def _armies(d: Draft) -> float:
    found = 0.0
    where, marks = d.where, d.marks
    for side, sign in ((AXIS, -1.0), (SOVIET, 1.0)):
        for unit in RANGES[side]:
            place = where[unit]
            if place < SIZE or place == RAIL:
                share = 1.0
            elif place in (SHATTERED, DESTROYED):
                share = IN_BOX
            elif place == SURRENDERED:
                share = IN_BOX / 2
            else:
                continue
            face = marks[unit] & BACK
            worth = STRENGTH_POINT * STRENGTH[face][unit] + STEP * steps(unit, face, d.turn)
            found += sign * share * worth
    return found - _usual(d.turn)


def _usual(turn: int) -> float:
    """By how much the Soviet armies outweigh the Axis as the years go by."""
    marks = ((1, -18.0), (4, -16.0), (9, -5.0), (13, 2.0), (17, 32.0), (22, 38.0), (28, 50.0))
    for (first, low), (last, high) in pairwise(marks):
        if first <= turn <= last:
            return low + (high - low) * (turn - first) / (last - first)
    return 0.0


def _supply(d: Draft) -> float:
    found = 0.0
    for side, sign in ((AXIS, 1.0), (SOVIET, -1.0)):
        marks = sum([1 for unit in RANGES[side] if d.where[unit] < SIZE and d.marks[unit] & UNSUPPLIED])
        found += sign * (MARKED * marks + CUT_OFF * len(failing(d, side)))
    return found


def _contest(d: Draft) -> float:
    """What the Soviets may hope to win of the prizes, less what they must fear to lose."""
    axis, soviet = pressures(d)
    worth, found = worths(d.turn, d.held, SOVIET), 0.0
    for prize in PRIZES:
        if d.owner(prize) == SOVIET:
            found -= worth[prize] * peril(d, prize, SOVIET, soviet[prize], axis[prize])[0]
        else:
            found += worth[prize] * peril(d, prize, AXIS, axis[prize], soviet[prize])[0]
    return CONTEST * found


def _cards(d: Draft) -> float:
    hands = d.hands[SOVIET].bit_count() - d.hands[AXIS].bit_count()
    return CARD * hands + MARKER * (d.shock - d.blitz)


def _attacks(d: Draft) -> float:
    """What the attacks that are marked may be expected to bring."""
    battles = [frame for frame in d.frames if isinstance(frame, Battle) and frame.units]
    top = battles[-1] if battles else None
    found = 0.0
    if top is not None and not top.die:
        units = list(top.defenders) or d.units_in(OTHER[top.seat], top.space)
        if units:
            found += _sign(top.seat) * expected(d, top, _mark(d, top.seat, top.space, units))
    if d.phasing < 0 or not (d.targets or d.blows or d.bound):
        return found
    seat = d.phasing
    # A counterattack lies on top of the battle that it answers.
    under_way = {unit for one in battles for unit in one.units}
    fought = {one.space for one in battles}
    for space in marked(d):
        units = d.units_in(OTHER[seat], space)
        able = [unit for unit in attackers(d, space) if unit not in under_way]
        if units and able and space not in fought:
            worth = worth_of(d, seat, _mark(d, seat, space, units), {unit: d.where[unit] for unit in able})
            found += _sign(seat) * worth
    return found


def _sign(seat: Seat) -> float:
    return 1.0 if seat == SOVIET else -1.0


def _mark(d: Draft, seat: Seat, space: Space, units: list[Unit]) -> Mark:
    gain = worths(d.turn, d.held, seat)[space] if d.owned(OTHER[seat]) >> space & 1 else 0.0
    return Mark(d, seat, space, gain, units)
