"""What follows an attack: losses, retreats, advances, exploitation, facings; and where supply comes from."""

from collections.abc import Sequence

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import REICHSTAG, SIZE, distance
from berlin.games.fortress.board.units import (
    ARTILLERY,
    DIVISIONS,
    FIREPOWER,
    HQ,
    MEMBERS,
    MOVEMENT,
    PROTECTION,
    TYPE,
)
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.combat.advance import Advance, Advancing, Exploit, Exploiting, Turning
from berlin.games.fortress.rules.combat.losses import Exchanging, Lose, Losing, Matching
from berlin.games.fortress.rules.combat.retreat import Retreat, Retreating
from berlin.games.fortress.rules.movement.march import Face
from berlin.games.fortress.rules.recovery import Supply, Supplying
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.staff import goals
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.staff.posts import end_worth, supply_from
from berlin.games.fortress.state.state import Draft
from berlin.kernel.play.acts import Act

# What a unit is worth beside its figures: a division's only headquarters, and who can be moved.
HEADQUARTERS_WORTH, MOBILE_WORTH = 4.0, 1.0
# For a source of supply: each hex that its roads lead nearer to the Reichstag.
AHEAD = 0.3
# A little for the ground that was cleared.
GROUND = 0.15


def unit_worth(unit: int) -> float:
    """What it would be to lose it, by its figures; each is the same one point to the enemy."""
    found = FIREPOWER[unit] + 0.4 * PROTECTION[unit] + (MOBILE_WORTH if MOVEMENT[unit] else 0.0)
    if TYPE[unit] == ARTILLERY:
        found = 1.0 + found / 2
    return found + (HEADQUARTERS_WORTH if TYPE[unit] == HQ else 0.0)


def judge_losses(o: Outlook, frame: Losing | Exchanging | Matching, actions: Sequence[Act]) -> list[float]:
    """The least is given up; of two equals the one that is disrupted."""
    return [
        -unit_worth(act.unit) + (0.3 if o.d.is_disrupted(act.unit) else 0.0) if isinstance(act, Lose) else 0.0
        for act in actions
    ]


def judge_retreat(o: Outlook, frame: Retreating, actions: Sequence[Act]) -> list[float]:
    """To where fewest enemies reach, towards friends and home."""
    return [retreat_worth(o, act.unit, act.hex) if isinstance(act, Retreat) else 0.0 for act in actions]


def retreat_worth(o: Outlook, unit: int, place: int) -> float:
    d = o.d
    home = REICHSTAG if o.seat == GERMAN else goals.zone_of(d, unit)
    found = -0.05 * o.threat(place) + (0.2 if o.d.occupied(o.seat) >> place & 1 else 0.0)
    if home >= 0:
        found -= 0.03 * distance(place, home)
    return found - (0.0 if has_room(d, unit, place) else 1.0)


def judge_advance(o: Outlook, frame: Advancing, actions: Sequence[Act]) -> list[float]:
    """Who stands better in the hex that was cleared than where he is."""
    return [
        GROUND + _better(o, act.unit, frame.target) if isinstance(act, Advance) else 0.0 for act in actions
    ]


def judge_exploitation(o: Outlook, frame: Exploiting, actions: Sequence[Act]) -> list[float]:
    return [_better(o, act.unit, act.hex) if isinstance(act, Exploit) else 0.0 for act in actions]


def _better(o: Outlook, unit: int, place: int) -> float:
    return end_worth(o, unit, place, True) - end_worth(o, unit, o.d.where[unit], True)


def judge_turning(o: Outlook, frame: Turning, actions: Sequence[Act]) -> list[float]:
    unit = frame.unit
    here = o.d.where[unit]
    return [
        end_worth(o, unit, here, True, act.direction) if isinstance(act, Face) else 0.0 for act in actions
    ]


def judge_supply(o: Outlook, frame: Supplying, actions: Sequence[Act]) -> list[float]:
    """The source that serves most of the division, and leads nearest to the Reichstag."""
    d = o.d
    places = [d.where[unit] for unit in MEMBERS[DIVISIONS[frame.division]] if d.where[unit] < SIZE]
    return [_source_worth(d, act.hex, places) if isinstance(act, Supply) else 0.0 for act in actions]


def _source_worth(d: Draft, source: int, places: list[int]) -> float:
    reach = supply_from(d, source)
    near = min((distance(place, REICHSTAG) for place in bits(reach)), default=0)
    return sum(reach >> place & 1 for place in places) - AHEAD * near
