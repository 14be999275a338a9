"""Hand-written judgement for a machine player: each question is answered by what its answers are worth.

The Soviets gather superior strength at a few points, take cities and cut off what holds out; the Axis guards
its cities, strikes at what stands alone, and makes every attack dear.
"""

from collections.abc import Callable, Sequence
from random import Random

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import CITY
from berlin.games.noretreat.board.units import FORM, RANGES, STRENGTH
from berlin.games.noretreat.rules.cards.card_phase import Hand
from berlin.games.noretreat.rules.cards.paid_acts import Blow, Flip, Place, Reorganize, Restore
from berlin.games.noretreat.rules.cards.windows import Reaction, Window
from berlin.games.noretreat.rules.combat.advance import Advance, AdvanceTo
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import strikers
from berlin.games.noretreat.rules.combat.fighting import Attack, Commit, Fighting, Join
from berlin.games.noretreat.rules.combat.losses import Lose
from berlin.games.noretreat.rules.combat.reckoning import final, markers_left
from berlin.games.noretreat.rules.combat.results import StrikeAt
from berlin.games.noretreat.rules.combat.retreat import RetreatTo
from berlin.games.noretreat.rules.combat.targets import Countering, Target, Targeting, free_markers, marked
from berlin.games.noretreat.rules.events.choosing import At, Choose, Say, Take
from berlin.games.noretreat.rules.flips import price
from berlin.games.noretreat.rules.movement import Move, Moving
from berlin.games.noretreat.rules.na_berlin import Extend
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.rules.placement import cost, may_come
from berlin.games.noretreat.rules.question import Discard, Play
from berlin.games.noretreat.rules.rail import Detrain
from berlin.games.noretreat.rules.victory import Doom
from berlin.games.noretreat.staff import event_answers
from berlin.games.noretreat.staff.assault import ordered, plan
from berlin.games.noretreat.staff.blows import blow_worths
from berlin.games.noretreat.staff.card_values import EVEN, KEPT, NEVER, card_cost, is_extra, keep, play_worth
from berlin.games.noretreat.staff.odds import Mark, expected, step_cost, struck_back
from berlin.games.noretreat.staff.orders import Orders
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.staff.posts import GUARD, LEFT_OPEN, danger, leaving, march, post, watch
from berlin.games.noretreat.staff.reasons import reasons
from berlin.games.noretreat.state.state import BACK, DESTROYED, SURRENDERED, Draft, State
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.play.judgement import Judge, Judgement
from berlin.kernel.play.question import AnyQuestion

# A step more, a unit that comes back, a marker kept for another battle.
STEP, RETURN, ANOTHER = 0.45, 1.2, 0.5
# What is done before placement begins.
FIRST = 20.0
# A unit more in an attack: if another needs it, and if none does. Who is to join joins before all else.
ELSEWHERE, ALONG, JOINS, STAKES = 0.8, 0.05, 5.0, 9.0
NO = -3.0


class NoRetreatStaff(Judgement[State, Act]):
    """The staff of either side."""

    temperature = 1.0

    def __init__(self, legal: Callable[[State], Sequence[Act]]) -> None:
        self._legal = legal

    def choose(self, state: State, rng: Random) -> Act:
        top = state.frames[-1]
        if isinstance(top, Moving):
            return Orders(Outlook(Draft(state), top.seat), top).choose()
        return super().choose(state, rng)

    def legal(self, state: State) -> Sequence[Act]:
        return self._legal(state)

    def reasons(self, state: State, action: Act) -> tuple[str, ...]:
        return reasons(state, action)

    def judge(self, state: State, actions: Sequence[Act]) -> list[float]:
        """What each answer to the open question is worth; ending a step is worth nothing."""
        if len(actions) == 1:
            return [0.0]
        d = Draft(state)
        top = d.frames[-1]
        o = Outlook(d, top.seat)
        match top:
            case Moving():
                return Orders(o, top).judge(list(actions))
            case Targeting():
                return _targets(o, actions)
            case Fighting():
                return _fights(o, actions)
            case Countering():
                return _blows(o, top, actions)
            case Battle():
                return _battle(o, top, actions)
        return [JUDGES[type(action)](o, top, action) if type(action) in JUDGES else 0.0 for action in actions]


# Combat.


def _targets(o: Outlook, actions: Sequence[Act]) -> list[float]:
    """The attacks of the plan, those that are marked already among them."""
    d = o.d
    most = len(d.targets) + free_markers(d, o.side)
    # What is attacked by order alone spares the price of disobedience.
    _, spared = ordered(d, o.side)
    planned = {a.space: a.worth + spared for a in plan(o, False, most, (*d.bound, *d.targets))}
    return [planned.get(action.space, NO) if isinstance(action, Target) else 0.0 for action in actions]


def _fights(o: Outlook, actions: Sequence[Act]) -> list[float]:
    """What promises most comes first."""
    planned = {a.space: a.worth for a in plan(o, False, 0, tuple(marked(o.d)))}
    return [planned.get(action.space, NO) if isinstance(action, Attack) else 0.0 for action in actions]


def _battle(o: Outlook, b: Battle, actions: Sequence[Act]) -> list[float]:
    d = o.d
    others = tuple(space for space in marked(d) if space != b.space)
    owed, price = ordered(d, o.side) if d.phasing == o.side else (0, 0.0)
    planned = [assault for assault in plan(o, False, 0, others) if assault.worth > -price]
    elsewhere = max(ELSEWHERE, price) if owed else ELSEWHERE
    wanted = {unit: elsewhere for assault in planned for unit in assault.party}
    mark = o.mark(b.space)
    now = expected(d, b, mark)
    joining = _joining(o, b, mark, [act.unit for act in actions if isinstance(act, Join)], wanted)
    found = []
    for action in actions:
        match action:
            case Join(unit):
                found.append(joining.get(unit, NO))
            case Commit():
                more = expected(d, replace(b, marker=True), mark) - now
                spare = markers_left(d, b.seat) > len(others)
                found.append(more - (0.1 if spare else ANOTHER))
            case Play():
                found.append(play_worth(o, "before", action))
            case _:
                found.append(0.0)
    return found


def _joining(
    o: Outlook, b: Battle, mark: Mark, able: list[Unit], wanted: dict[Unit, float]
) -> dict[Unit, float]:
    """Who should join, and what for: a column is often won by several together."""
    d = o.d
    able.sort(key=lambda unit: (unit in wanted, -STRENGTH[d.marks[unit] & BACK][unit], unit))
    extra = is_extra(d)
    short = not b.units or (extra and final(d, b) < EVEN)
    now = -STAKES if short else expected(d, b, mark)
    best, number, price = now, 0, 0.0
    for count, unit in enumerate(able, start=1):
        price += wanted.get(unit, ALONG)
        joined = replace(b, units=(*b.units, *able[:count]))
        worth = expected(d, joined, mark) - price
        if worth > best and not (extra and final(d, joined) < EVEN):
            best, number = worth, count
    if not number and short:
        number = len(able) if extra else 1
    share = (best - now) / max(1, number)
    return {unit: JOINS + share - ALONG * rank for rank, unit in enumerate(able[:number])}


def _blows(o: Outlook, frame: Countering, actions: Sequence[Act]) -> list[float]:
    worths = blow_worths(o)
    price = 0.0 if frame.free else card_cost(o.d, frame.seat)
    found = []
    for action in actions:
        match action:
            case Blow(space):
                found.append(worths.get(space, NO) - price - 0.1)
            case Play():
                found.append(play_worth(o, "blows", action))
            case _:
                found.append(0.0)
    return found


def _strike(o: Outlook, frame: AnyQuestion, action: StrikeAt) -> float:
    d = o.d
    b = next(one for one in reversed(d.frames) if isinstance(one, Battle))
    hit = [unit for unit in b.units if d.where[unit] == action.space]
    return struck_back(d, b, strikers(d, b), hit, action.space)


def _lose(o: Outlook, frame: AnyQuestion, action: Lose) -> float:
    return -step_cost(o.d, action.unit)


def _retreat(o: Outlook, frame: AnyQuestion, action: RetreatTo) -> float:
    return march(o, action.unit, action.space)


def _advance(o: Outlook, frame: Advance, action: AdvanceTo) -> float:
    """A step forward, less what is given up behind."""
    unit, space = action.unit, action.space
    d = o.d
    here = d.where[unit]
    first = 0.3 if space == frame.space else -0.1
    gain = march(o, unit, space) - post(o, unit, here) + first
    return gain - leaving(o, unit) * LEFT_OPEN / GUARD - watch(o, unit, here)


def _blow(o: Outlook, frame: AnyQuestion, action: Blow) -> float:
    """A counterblow on an own space: where it is defended best."""
    units = o.d.units_in(o.side, action.space)
    return -danger(o, units[0], action.space) if units else 0.0


# Cards and organization.


def _play(o: Outlook, frame: AnyQuestion, action: Play) -> float:
    match frame:
        case Window():
            return play_worth(o, frame.kind, action)
        case Reaction():
            return play_worth(o, "cancel", action)
        case Doom():
            return play_worth(o, "sudden", action)
        case Organize():
            # Before it could be paid with.
            worth = play_worth(o, "organization", action)
            return worth + 2 * FIRST if worth > 0 else worth
        case Hand():
            return play_worth(o, "card", action)
        case _:
            return play_worth(o, "advance", action)


def _discard(o: Outlook, frame: AnyQuestion, action: Discard) -> float:
    """What must be laid off or paid: the least useful. Nobody lays off more than he must."""
    worth = keep(o.d, o.side, action.card)
    if isinstance(frame, Hand) and o.d.hands[o.side].bit_count() <= min(frame.keep, KEPT):
        return 0.15 - worth
    return -worth


def _flip(o: Outlook, frame: AnyQuestion, action: Flip) -> float:
    """A better side up. Flips come before placement, which closes them; lost armies are paid for first."""
    d, unit = o.d, action.unit
    cards = price(d, frame.upgraded, unit) if isinstance(frame, Organize) else 0
    worth = _better(o, unit) - cards * card_cost(d, o.side)
    if cards and FORM[unit] != "fortifies" and d.hands[o.side].bit_count() < cards + _returns(o):
        return min(worth, 0.0) - 0.1
    return worth + FIRST if worth > 0 else worth


def _better(o: Outlook, unit: Unit) -> float:
    """What a unit's other side is worth more."""
    d = o.d
    back = d.marks[unit] & BACK
    more = STRENGTH[1 - back][unit] - STRENGTH[back][unit]
    near = min(1.0, o.threat[d.where[unit]] / 8.0)
    if FORM[unit] == "fortifies":
        if back:
            return 0.5 if not near else -1.0
        return 0.4 * more if (o.homes & CITY) >> d.where[unit] & 1 and near >= 1.0 else -1.0
    return STEP * more * (0.6 + near) + 0.8


def _returns(o: Outlook) -> int:
    """The cards that the lost armies cost which may come back now."""
    d = o.d
    lost = [u for u in RANGES[o.side] if d.where[u] in (DESTROYED, SURRENDERED) and may_come(d, u)]
    return sum(cost(d, unit) for unit in lost)


def _place(o: Outlook, frame: AnyQuestion, action: Place) -> float:
    d, unit = o.d, action.unit
    paid = cost(d, unit) * card_cost(d, o.side) if isinstance(frame, Organize) else 0.0
    return (
        RETURN + 0.3 * STRENGTH[d.marks[unit] & BACK][unit] + 0.5 * march(o, unit, action.space) - paid + 6.0
    )


def _reorganize(o: Outlook, frame: AnyQuestion, action: Reorganize) -> float:
    d, unit = o.d, action.unit
    near = o.threat[d.where[unit]] >= 4.0
    return (0.8 if near else 0.0) - card_cost(d, o.side)


def _restore(o: Outlook, frame: AnyQuestion, action: Restore) -> float:
    return o.worth[action.space] - 2 * card_cost(o.d, o.side)


def _detrain(o: Outlook, frame: AnyQuestion, action: Detrain) -> float:
    # Nobody stays on the train.
    return 50.0 + march(o, action.unit, action.space)


def _extend(o: Outlook, frame: AnyQuestion, action: Extend) -> float:
    """The way to Berlin is not opened before its time, whatever card must go."""
    return NEVER


def _move(o: Outlook, frame: AnyQuestion, action: Move) -> float:
    return (
        march(o, action.unit, action.space, action.via) - post(o, action.unit, o.d.where[action.unit]) - 0.2
    )


JUDGES: dict[type, Judge[Outlook]] = {
    StrikeAt: _strike,
    Lose: _lose,
    RetreatTo: _retreat,
    AdvanceTo: _advance,
    Blow: _blow,
    Play: _play,
    Discard: _discard,
    Flip: _flip,
    Place: _place,
    Reorganize: _reorganize,
    Restore: _restore,
    Detrain: _detrain,
    Extend: _extend,
    Choose: event_answers.choose,
    At: event_answers.at,
    Take: event_answers.take,
    Say: event_answers.say,
    Move: _move,
}
