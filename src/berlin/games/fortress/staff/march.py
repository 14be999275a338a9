"""Who moves, where to, in which mode and facing which way."""

from collections.abc import Sequence

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import BESIDE, SIZE, within
from berlin.games.fortress.board.sight import is_ahead
from berlin.games.fortress.board.units import ARTILLERY, DIVISION, DIVISIONS, HQ, TYPE
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.entering import Entering
from berlin.games.fortress.rules.movement.march import Change, Face, Go, Halt, March, Move
from berlin.games.fortress.rules.movement.modes import (
    full_move,
    is_limited,
    left_after,
    refusal_to_change,
)
from berlin.games.fortress.rules.movement.reach import waves, whole
from berlin.games.fortress.rules.movement.segment import Movement
from berlin.games.fortress.rules.movement.subway import Ride
from berlin.games.fortress.staff import goals
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.staff.posts import (
    NEAR,
    end_worth,
    guard_worth,
    is_forlorn,
    is_holder,
    served,
    stance_worth,
    supply_from,
)
from berlin.games.fortress.state.state import DUE
from berlin.kernel.play.acts import Act

# How many of the hexes that lie nearest to the goal are looked at closely.
LOOKED_AT = 8
# What a mark is worth that was not looked at closely.
UNSEEN = -50.0
# How much farther a unit goes, in half points, to enter where it is supplied.
UNSUPPLIED = 40
# Who comes on first: those who enter the map, then who is nearest to the goal; guns and staffs follow.
ENTERING, FIGHTING, FOLLOWING = 3.0, 2.0, 1.0


def judge_movement(o: Outlook, frame: Movement, actions: Sequence[Act]) -> list[float]:
    """Which unit moves next; nobody whom a move would not help."""
    return [eagerness(o, act.unit) if isinstance(act, Move) else 0.0 for act in actions]


def eagerness(o: Outlook, unit: int) -> float:
    """How soon a unit is moved; below nought: not at all."""
    d = o.d
    place = d.where[unit]
    if place >= SIZE:
        return ENTERING
    near = within(place, NEAR) & o.hostile
    if is_holder(unit):
        return _restlessness(o, unit, place, near)
    if TYPE[unit] == ARTILLERY and d.is_combat(unit) and stance_worth(o, unit, place) > 0.5:
        return -1.0
    # A garrison keeps its post, once it stands ready.
    if guard_worth(o, unit, place) >= 1.2 and d.is_combat(unit) and not BESIDE[place] & o.hostile:
        return _restlessness(o, unit, place, near)
    first = FOLLOWING if TYPE[unit] in (ARTILLERY, HQ) else FIGHTING
    return first - goals.levels(o, unit)[place] / 1000


def _restlessness(o: Outlook, unit: int, place: int, near: int) -> float:
    """Whether a unit that stays must change its mode or facing."""
    d = o.d
    if not near:
        return -1.0
    if d.is_combat(unit):
        return -1.0 if is_ahead(place, d.facing(unit), goals.nearest(place, near)) else FOLLOWING
    limited = is_limited(d, unit)
    return -1.0 if refusal_to_change(d, unit, full_move(d, unit), False, limited) else FOLLOWING


def judge_march(o: Outlook, frame: March, actions: Sequence[Act]) -> list[float]:
    """Each step by the best end that it leads to."""
    unit, d = frame.unit, o.d
    here, combat = d.where[unit], d.is_combat(unit)
    can_change = refusal_to_change(d, unit, frame.left, frame.changed, is_limited(d, unit)) is None
    reach = board_of({act.hex for act in actions if isinstance(act, Go | Ride)})
    close = closely(o, unit, reach)
    ready = ready_after(o, frame) if not combat and can_change else 0
    marks = []
    for act in actions:
        match act:
            case Go(place) | Ride(place):
                if not close >> place & 1:
                    marks.append(UNSEEN)
                    continue
                found = end_worth(o, unit, place, combat)
                if ready >> place & 1:
                    found = max(found, end_worth(o, unit, place, True))
                marks.append(found)
            case Change():
                marks.append(_change_worth(o, frame, combat))
            case Face(direction):
                marks.append(end_worth(o, unit, here, True, direction) + 0.001)
            case Halt():
                marks.append(end_worth(o, unit, here, False) + 0.001)
            case _:
                marks.append(UNSEEN)
    return marks


def closely(o: Outlook, unit: int, reach: int) -> int:
    """Of the hexes in reach those that are looked at closely: nearest to the goal, beside enemies, posts."""
    if reach.bit_count() <= LOOKED_AT:
        return reach
    far = goals.levels(o, unit)
    if is_forlorn(o, unit):
        return board_of(sorted(bits(reach), key=far.__getitem__, reverse=True)[:LOOKED_AT])
    found = board_of(sorted(bits(reach), key=far.__getitem__)[:LOOKED_AT])
    supplied = reach & served(o, unit)
    if supplied != reach:
        found |= board_of(sorted(bits(supplied), key=far.__getitem__)[:LOOKED_AT])
    if not is_holder(unit) and TYPE[unit] not in (ARTILLERY, HQ):
        beside = 0
        for place in bits(o.hostile):
            beside |= BESIDE[place]
        found |= beside & reach
    zone = goals.zone_of(o.d, unit)
    if zone >= 0:
        found |= 1 << zone & reach
    return found


def ready_after(o: Outlook, frame: March) -> int:
    """The hexes in reach where a unit in Maneuver mode could still take Combat mode."""
    d, unit = o.d, frame.unit
    limited = is_limited(d, unit)
    found = 0
    for price, wave in enumerate(waves(d, unit, frame.left, True, not frame.entered)):
        if wave and left_after(d, unit, frame.left - price, limited) >= 0:
            found |= wave
    return found & served(o, unit)


def _change_worth(o: Outlook, frame: March, combat: bool) -> float:
    """To take Combat mode here; or to leave it, for the best end in Maneuver mode."""
    d, unit = o.d, frame.unit
    here = d.where[unit]
    if not combat:
        return end_worth(o, unit, here, True)
    left = left_after(d, unit, frame.left, is_limited(d, unit))
    if frame.stopped or left <= 0 or frame.frozen(d) is not None:
        return end_worth(o, unit, here, False)
    reach = whole(waves(d, unit, left, True, not frame.entered))
    places = bits(closely(o, unit, reach))
    return max((end_worth(o, unit, place, False) for place in places), default=UNSEEN)


def judge_entering(o: Outlook, frame: Entering, actions: Sequence[Act]) -> list[float]:
    """By the hex that lies nearest to where the unit is needed, and from where it is supplied."""
    far = goals.levels(o, frame.unit)
    source = is_first_in(o, frame.unit)
    supplied = served(o, frame.unit)
    marks = []
    for act in actions:
        if not isinstance(act, Go):
            marks.append(0.0)
        elif source:
            marks.append(-float(far[act.hex]) - min(far[place] for place in bits(supply_from(o.d, act.hex))))
        else:
            marks.append(-float(far[act.hex]) - (0.0 if supplied >> act.hex & 1 else UNSUPPLIED))
    return marks


def is_first_in(o: Outlook, unit: int) -> bool:
    """Is it the first of a division from beyond the map, which will be supplied from where it enters?"""
    d = o.d
    if d.is_base or o.seat != ALLIED or d.where[unit] != DUE:
        return False
    return d.entries[DIVISIONS.index(DIVISION[unit])] < 0
