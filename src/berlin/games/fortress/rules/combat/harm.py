"""8.6 and 8.8. What happens to a unit: it is disrupted, or eliminated."""

from berlin.games.fortress.board.units import NAMES, SIDE
from berlin.games.fortress.rules.combat.strength import is_tower_flak
from berlin.games.fortress.rules.occupation import leave_field
from berlin.games.fortress.state.state import COMBAT, DESTROYED, DISRUPTED, FACING_MASK, Draft
from berlin.kernel.contract.ids import OTHER


def disrupt(d: Draft, unit: int, *, fire: bool) -> None:
    """FB 8.6.d, 8.8.second: a disruption that was rolled; a second one eliminates the unit.

    FB 8.8.tower: but not flak in a tower under fire.
    """
    if not d.is_disrupted(unit):
        shake(d, unit)
    elif not (fire and is_tower_flak(d, unit)):
        eliminate(d, unit, "FB 8.8.second")


def shake(d: Draft, unit: int) -> None:
    """A marker, and Maneuver mode; FB 8.6.q1: who has one already stays as he is."""
    if not d.is_disrupted(unit):
        d.clear(unit, COMBAT | FACING_MASK)
        d.mark(unit, DISRUPTED)
        d.say("disrupt", f"{NAMES[unit]} is disrupted", "FB 8.6.d", data=(unit,))


def eliminate(d: Draft, unit: int, rule: str) -> None:
    """FB 8.6.vp: a unit lost in combat scores for the enemy (OTB 12.0.1b, OTB 12.0.2).

    OTB 12.0.2.q2: strikes before the game are combat; OTB 12.0.2.q1: desertion and landing are not, so those
    lost by them are not eliminated here.
    """
    side, place = SIDE[unit], d.where[unit]
    d.put(unit, DESTROYED)
    leave_field(d, place)
    d.marks[unit] = 0
    d.score(OTHER[side], 1)
    d.say("loss", f"{NAMES[unit]} is eliminated", rule, data=(unit,))
