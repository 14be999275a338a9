"""Hand-written judgement for a machine player: each question is answered by what its answers are worth.

A marshal breaks through where the odds are best and the road to Berlin shortest, brings whole armies into the
city, turns the supply of the idle into support for the assault, and lets his Germans bar the rival's way.
"""

from collections.abc import Callable, Sequence

from berlin.games.race.board.ground import INDEX
from berlin.games.race.board.tables import ChitNo
from berlin.games.race.board.units import CAMP, COUNTERS, FULL, GERMANS_FROM, REDUCED_STRENGTH
from berlin.games.race.board.zones import NEIGHBOURS
from berlin.games.race.rules.combat.advance import Advance
from berlin.games.race.rules.combat.attack import Attack, Fighting, Heinrici
from berlin.games.race.rules.movement.reachability import CITY
from berlin.games.race.rules.operations import Designate
from berlin.games.race.rules.positions import any_soviets_in, germans_in
from berlin.games.race.rules.replacements import Logistics
from berlin.games.race.staff import plan
from berlin.games.race.staff.appraisal import move_worth, place_worth
from berlin.games.race.staff.assault import can_add_support
from berlin.games.race.staff.goals import HOPS
from berlin.games.race.staff.outlook import outlook
from berlin.games.race.staff.reasons import reasons
from berlin.games.race.state.actions import (
    Action,
    AdvanceUnit,
    AttackZone,
    Convert,
    DisplaceTo,
    EnterAt,
    Follow,
    Join,
    Keep,
    Lose,
    Move,
    Play,
    Rebuild,
    RetreatTo,
    Return,
    Starve,
    Support,
    WestTest,
)
from berlin.games.race.state.state import ACTED, OOS, REDUCED, USED, Position, State
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.judgement import Judge, Judgement
from berlin.kernel.play.question import AnyQuestion

# An extra support point, when another roll wants one, and when none does.
SCARCE, SPARE = 8.0, 0.3
# What a City Progress roll must promise, and the most support that a turn can use.
HOPEFUL, MOST_SUPPORT = 1.0, 7
KEPT = (ChitNo.RYBALKO, ChitNo.SPEER, ChitNo.FRONT, ChitNo.TRUCKS, ChitNo.COLLAPSE, ChitNo.COORDINATION)


class RaceStaff(Judgement[State, Action]):
    """The staff of either marshal."""

    temperature = 2.5

    def __init__(self, legal: Callable[[State], Sequence[Action]]) -> None:
        self._legal = legal

    def legal(self, state: State) -> Sequence[Action]:
        return self._legal(state)

    def reasons(self, state: State, action: Action) -> tuple[str, ...]:
        return reasons(state, action)

    def judge(self, p: Position, actions: Sequence[Action]) -> list[float]:
        """What each answer to the open question is worth; ending a step is worth nothing."""
        top = p.frames[-1]
        if isinstance(top, Designate):
            return plan.judge(p, top, actions)
        return [JUDGES[type(action)](p, top, action) if type(action) in JUDGES else 0.0 for action in actions]


def _move(p: Position, frame: AnyQuestion, action: Move) -> float:
    return move_worth(p, action.unit, action.zone, action.via)


def _follow(p: Position, frame: AnyQuestion, action: Follow) -> float:
    return move_worth(p, action.unit, action.zone) + 0.5


def _test(p: Position, frame: AnyQuestion, action: WestTest) -> float:
    """Worth half of what lies west of it: the test may fail."""
    unit, here = action.unit, p.where[action.unit]
    west = [zone for zone in NEIGHBOURS[here] if INDEX[zone] < INDEX[here] and not any_soviets_in(p, zone)]
    return 0.5 * max(move_worth(p, unit, zone) for zone in west) if west else -1.0


def _attack(p: Position, frame: Fighting, action: AttackZone) -> float:
    units = plan.fighters_against(p, action.zone, action.unit)
    extra = can_add_support(p, action.zone, action.unit)
    parties = (units, (action.unit,))
    return max(outlook(p, frame.seat).attack(action.zone, party, extra) for party in parties)


def _join(p: Position, frame: Attack, action: Join) -> float:
    reading = outlook(p, frame.seat)
    with_it = reading.attack(frame.zone, (*frame.units, action.unit), frame.extra)
    return with_it - reading.attack(frame.zone, frame.units, frame.extra)


def _support(p: Position, frame: Attack, action: Support) -> float:
    reading = outlook(p, frame.seat)
    more = reading.attack(frame.zone, frame.units, True) - reading.attack(frame.zone, frame.units, False)
    others = _ready_zones(p, frame.seat) - {frame.zone} - set(p.attacked)
    # One point is for this roll; another zone's roll comes before a better chance here.
    return more - (SCARCE if p.support[frame.seat] - 2 < len(others) else SPARE)


def _play(p: Position, frame: AnyQuestion, action: Play) -> float:
    if isinstance(frame, Heinrici):
        # Slipping away saves the steps, and gives the ground that is as good as lost.
        return outlook(p, CAMP[frame.units[0]]).attack(frame.zone, frame.units, False) - 6.0
    if isinstance(frame, Attack):
        return 1.0 + 0.4 * (FULL[action.target] - REDUCED_STRENGTH[action.target])
    # The bridges: where most of the rival's strength depends on them.
    return sum(FULL[unit] for unit in range(GERMANS_FROM) if p.where[unit] == action.target) / 10 - 1.0


def _lose(p: Position, frame: AnyQuestion, action: Lose) -> float:
    unit = action.unit
    if p.marks[unit] & REDUCED:
        return -6.0 - REDUCED_STRENGTH[unit]
    return float(REDUCED_STRENGTH[unit] - FULL[unit])


def _to_place(p: Position, frame: AnyQuestion, action: RetreatTo | DisplaceTo) -> float:
    return place_worth(p, action.unit, action.zone)


def _advance(p: Position, frame: Advance, action: AdvanceUnit) -> float:
    return move_worth(p, action.unit, frame.zone)


def _enter(p: Position, frame: AnyQuestion, action: EnterAt) -> float:
    return place_worth(p, COUNTERS[action.formation][0], action.zone)


def _ready_zones(p: Position, camp: Seat) -> set[int]:
    """The zones of Berlin in which supplied units that have not acted can roll with good hope."""
    ready: dict[int, tuple[int, ...]] = {}
    for unit in plan.own_soviets(p, camp):
        if p.where[unit] in CITY and not p.marks[unit] & (OOS | USED | ACTED):
            ready[p.where[unit]] = (*ready.get(p.where[unit], ()), unit)
    reading = outlook(p, camp)
    return {zone for zone, units in ready.items() if reading.attack(zone, units, True) > HOPEFUL}


def _lacking_support(p: Position, camp: Seat, zones: int) -> int:
    """A point for each roll in Berlin, and another to better it, less what there is."""
    return min(2 * zones, MOST_SUPPORT) - p.support[camp]


def _convert(p: Position, frame: Logistics, action: Convert) -> float:
    return 3.0 if _lacking_support(p, frame.seat, len(_ready_zones(p, frame.seat))) > 0 else 0.5


def _rebuild(p: Position, frame: Logistics, action: Rebuild) -> float:
    unit = action.unit
    return 0.8 * (FULL[unit] - REDUCED_STRENGTH[unit]) - 0.5 * HOPS[frame.seat][p.where[unit]] + 1.0


def _return(p: Position, frame: Logistics, action: Return) -> float:
    return 0.4 * REDUCED_STRENGTH[action.unit] - 0.3 * HOPS[frame.seat][action.zone]


def _starve(p: Position, frame: Logistics, action: Starve) -> float:
    """The idle pay for the assault: those far from Berlin and from the enemy, the weak first."""
    unit, camp = action.unit, frame.seat
    here = p.where[unit]
    if here in CITY:
        return -5.0
    zones = len(_ready_zones(p, camp))
    lacking = _lacking_support(p, camp, zones)
    if lacking <= 0:
        return -5.0
    roll = lacking > zones
    front = any(germans_in(p, zone) for zone in NEIGHBOURS[here])
    return (
        (10.0 if roll else 3.0)
        - 0.05 * FULL[unit]
        - (2.0 if front else 0.0)
        - (1.0 if HOPS[camp][here] < 2 else 0.0)
    )


def _keep(p: Position, frame: AnyQuestion, action: Keep) -> float:
    held = next((n for n in KEPT if p.chits[n] == frame.seat + 1), 0)
    return 1.0 if held else -1.0


JUDGES: dict[type, Judge[Position]] = {
    Move: _move,
    Follow: _follow,
    WestTest: _test,
    AttackZone: _attack,
    Join: _join,
    Support: _support,
    Play: _play,
    Lose: _lose,
    RetreatTo: _to_place,
    DisplaceTo: _to_place,
    AdvanceUnit: _advance,
    EnterAt: _enter,
    Convert: _convert,
    Rebuild: _rebuild,
    Return: _return,
    Starve: _starve,
    Keep: _keep,
}
