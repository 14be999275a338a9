"""3.3. Modes: Maneuver and Combat, and what it costs to change."""

from berlin.games.fortress.board.units import ENGINEER, INFANTRY, SIDE, TYPE
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.communications import has_line
from berlin.games.fortress.rules.movement.costs import POINT
from berlin.games.fortress.rules.movement.reach import allowance, movement
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.rules import Refusal


def change_cost(d: Draft, unit: int) -> int:
    """FB 3.3.change: half its Maneuver points, for infantry and engineers a quarter, rounded down."""
    points = allowance(d, unit, maneuver=True) // POINT
    part = 4 if TYPE[unit] in (INFANTRY, ENGINEER) else 2
    return POINT * (points // part)


def left_after(d: Draft, unit: int, left: int, limited: bool) -> int:
    """FB 3.3.q1: the half points after a change of mode with so many left; below 0 if it can't pay.

    `limited`: it has but a quarter of its movement, which is then all that it can pay from.
    """
    cost = change_cost(d, unit)
    if limited:
        return left - cost
    maneuver, combat = (allowance(d, unit, mode) for mode in (True, False))
    if not d.is_combat(unit):
        rest = left - cost
        return rest if rest < 0 else _whole(rest * combat, maneuver)
    if not combat:
        return maneuver - cost
    return _whole(left * maneuver, combat) - cost


def _whole(points: int, parts: int) -> int:
    """A share in whole points, as half points."""
    return POINT * (points // parts // POINT)


def refusal_to_change(d: Draft, unit: int, left: int, changed: bool, limited: bool) -> Refusal | None:
    """Why a unit on the move can't change its mode; None if it can."""
    if changed:
        return Refusal("FB 3.3.change", "it has changed its mode in this turn")
    if d.is_disrupted(unit):
        return Refusal("FB 3.3.change.bar", "it is disrupted")
    if left_after(d, unit, left, limited) < 0:
        points = change_cost(d, unit) // POINT
        rule = "FB 7.2.quarter" if limited else "FB 3.3.change"
        return Refusal(rule, f"it costs {points} movement points, and it has fewer")
    if SIDE[unit] == ALLIED and not d.is_base and not d.is_combat(unit) and not has_line(d, unit, seen=True):
        return Refusal("OTB 6.1g", "without a Line of Communications it can't take Combat mode")
    return None


def is_limited(d: Draft, unit: int) -> bool:
    """OTB 13.3g, OTB 15.3.2f, OTB 13.3.q2: a quarter of its movement: Germans on turn 1, and landers."""
    if d.is_base:
        return False
    return (SIDE[unit] == GERMAN and d.turn == 1) or bool(d.landed >> unit & 1)


def full_move(d: Draft, unit: int) -> int:
    """The half points with which a unit begins its move."""
    if is_limited(d, unit):
        quarter = POINT * (allowance(d, unit, maneuver=True) // POINT // 4)
        return quarter if not d.is_combat(unit) or movement(d, unit) else 0
    return allowance(d, unit, not d.is_combat(unit))
