"""The staff's plan for an impulse: which attacks, with whom, and who moves up behind them."""

from collections.abc import Sequence

from berlin.games.race.board.tables import ChitNo
from berlin.games.race.board.units import FORMATION_OF, FULL, GERMANS_FROM, SOVIETS
from berlin.games.race.board.zones import N
from berlin.games.race.rules.combat.odds import targets
from berlin.games.race.rules.movement.moves import partner
from berlin.games.race.rules.movement.reachability import CITY
from berlin.games.race.rules.operations import Designate
from berlin.games.race.rules.positions import FIGHTERS, marked
from berlin.games.race.staff.appraisal import city_zones
from berlin.games.race.staff.assault import Assault, plan_assaults
from berlin.games.race.staff.goals import POINT, leaves_road
from berlin.games.race.staff.outlook import WORTH_IT, Outlook, outlook
from berlin.games.race.state.actions import Action, Activate, Play, Shell
from berlin.games.race.state.state import BREACH, COMBAT, MODE, MOVE, Position
from berlin.kernel.contract.ids import Seat

# What can't be of use.
IDLE = -3.0
# Sending both counters of an army on their way at once.
TOGETHER = 2.0


def own_soviets(p: Position, camp: Seat) -> list[int]:
    return [unit for unit in range(*SOVIETS[camp]) if p.where[unit] < N]


def fighters_against(p: Position, zone: int, first: int) -> tuple[int, ...]:
    """Everybody in combat mode who could join an attack on a zone."""
    return (first, *(u for u in marked(p, FIGHTERS) if u != first and zone in targets(p, u)))


def judge(p: Position, frame: Designate, actions: Sequence[Action]) -> list[float]:
    """What each designation is worth; below nothing, it is better to begin, or to pass."""
    reading = outlook(p, frame.seat)
    assaults = plan_assaults(p, reading, frame.german, p.limit - frame.count)
    shares = _shares(p, assaults)
    behind = {p.where[unit]: zone for zone, units, _ in assaults for unit in units}
    marks = []
    for action in actions:
        if isinstance(action, Activate):
            if action.mode == COMBAT:
                marks.append(shares.get(action.unit, IDLE))
            elif action.unit in shares:
                marks.append(IDLE)
            else:
                marks.append(_moving(p, reading, action, behind))
        else:
            marks.append(_other(p, frame, action, assaults))
    return marks


def _shares(p: Position, assaults: list[Assault]) -> dict[int, float]:
    """For each unit still to be designated for an attack, its share of what the attack brings."""
    shares: dict[int, float] = {}
    for _, units, worth in assaults:
        free = [unit for unit in units if not p.marks[unit] & MODE]
        for unit in free:
            shares[unit] = worth / len(free) + 0.01 * FULL[unit]
    return shares


def _moving(p: Position, reading: Outlook, action: Activate, behind: dict[int, int]) -> float:
    """What it is worth to send a unit on its way, now or behind an attack."""
    unit = action.unit
    if p.marks[unit] & BREACH:
        return reading.march(unit) or IDLE
    gain = reading.march(unit) - (leaves_road(p, unit) if unit < GERMANS_FROM else 0.0)
    if action.mode == MOVE:
        return gain - WORTH_IT + (TOGETHER if _mate_goes(p, unit) else 0.0)
    here, zone = p.where[unit], behind.get(p.where[unit])
    follows = reading.lure[zone] - reading.lure[here] if zone is not None and unit < GERMANS_FROM else 0.0
    return max(0.5 * gain, 0.5 * follows) - WORTH_IT


def _mate_goes(p: Position, unit: int) -> bool:
    """Is the other counter of a Soviet army sent on its way from the same zone?"""
    mate = partner(p, unit) if unit < GERMANS_FROM else -1
    return mate >= 0 and p.marks[mate] & MODE == MOVE and p.where[mate] == p.where[unit]


def _other(p: Position, frame: Designate, action: Action, assaults: list[Assault]) -> float:
    match action:
        case Shell(unit):
            return IDLE if p.shelled or p.where[unit] in CITY else POINT - 0.1 * FULL[unit]
        case Play():
            return _chit(p, frame, action, assaults)
        case _:
            return 0.0


def _chit(p: Position, frame: Designate, play: Play, assaults: list[Assault]) -> float:
    """A chit is played when there is an attack it serves."""
    armies = {FORMATION_OF[unit] for _, units, _ in assaults for unit in units}
    match play.chit:
        case ChitNo.SPEER:
            return 8.0 * min(len(city_zones(p, frame.seat)), p.support[frame.seat]) - 4.0
        case ChitNo.FRONT | ChitNo.RYBALKO | ChitNo.TRUCKS:
            return 6.0 if play.target in armies else -1.0
        case ChitNo.COORDINATION:
            return 50.0
        case ChitNo.SURPRISE:
            return 4.0 if assaults else -1.0
        case ChitNo.PLANNED_RETREAT:
            return 0.5
        case _:
            return -1.0
