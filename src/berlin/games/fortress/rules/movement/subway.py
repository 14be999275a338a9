"""17.1. The subway, if it is played: a foot unit goes from one entrance to another of the same line."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import UBAHN, UBAHN_LINES
from berlin.games.fortress.board.units import SIDE
from berlin.games.fortress.rules.movement.costs import on_wheels
from berlin.games.fortress.rules.movement.modes import is_limited
from berlin.games.fortress.rules.movement.reach import allowance, closed
from berlin.games.fortress.rules.stacking import crowding, has_room
from berlin.games.fortress.rules.zones import seen_zones
from berlin.games.fortress.state.state import SUBWAY, Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

RULE = "FB 17.1.subway"
# How many entrances away the farthest is.
FARTHEST = 4


class Ride(Act, frozen=True, gc=False):
    """Go by subway."""

    hex: int
    verb, says, time = "ride", "Go by subway to {hex}", RULE


def bar(d: Draft, unit: int) -> Refusal | None:
    """Why a unit that has not moved can't go by subway at all; None if it can."""
    if not d.has(SUBWAY):
        return Refusal(RULE, "the subway is not played with")
    if on_wheels(unit):
        return Refusal(RULE, "only foot units go by subway")
    if not UBAHN >> d.where[unit] & 1:
        return Refusal(RULE, "it is at no entrance")
    if is_limited(d, unit):
        return Refusal("FB 7.2.quarter", "it has but a quarter of its movement, and this takes all of it")
    if not allowance(d, unit, maneuver=not d.is_combat(unit)):
        return Refusal("FB 7.2.static", "in Combat mode it does not move")
    return None


def stations(d: Draft, unit: int) -> int:
    """The entrances to which a unit can go from where it stands."""
    if bar(d, unit) is not None:
        return 0
    side = SIDE[unit]
    free = near_on_line(d.where[unit]) & ~closed(d, side) & ~seen_zones(d, OTHER[side], side)
    found = 0
    for place in bits(free):
        if has_room(d, unit, place):
            found |= 1 << place
    return found


def near_on_line(place: int) -> int:
    """The entrances of the same line that are near enough."""
    found = 0
    for line in UBAHN_LINES:
        if place in line:
            here = line.index(place)
            for station in line[max(0, here - FARTHEST) : here + FARTHEST + 1]:
                found |= 1 << station
    return found & ~(1 << place)


def refuse_ride(d: Draft, unit: int, place: int) -> Refusal:
    """Why it doesn't get there by subway."""
    found = bar(d, unit)
    if found is not None:
        return found
    side = SIDE[unit]
    if not near_on_line(d.where[unit]) >> place & 1:
        return Refusal(RULE, "no entrance of this line within four entrances is there")
    if closed(d, side) >> place & 1:
        return Refusal("FB 7.2.enemy", "the enemy is there")
    if seen_zones(d, OTHER[side], side) >> place & 1:
        return Refusal(RULE, "it lies in an enemy Zone of Control")
    return crowding(d, unit, place) or Refusal(RULE, "there is no room there")
