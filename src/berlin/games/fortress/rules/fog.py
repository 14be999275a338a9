"""3.6. Fog of war: what each side sees of the other."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import SIZE, WITHIN6
from berlin.games.fortress.board.units import LEADER, RANGES, TYPE
from berlin.games.fortress.state.state import FOG, Draft


def sight(d: Draft, side: int) -> int:
    """FB 3.6.hidden: the hexes within six of a ground unit of this side; all without fog."""
    if not d.has(FOG):
        return -1
    known = ("sight", side)
    found = d.cache.get(known)
    if found is None:
        found = 0
        for place in bits(d.occupied(side)):
            found |= WITHIN6[place]
        d.cache[known] = found
    return found


def seen_hexes(d: Draft, side: int) -> int:
    """The hexes whose enemies lie face up for this side: those in sight, and those with a unit that is shown.

    A shown unit shows itself alone; but its hex is told by `seen_units`.
    """
    return sight(d, side)


def is_seen(d: Draft, unit: int, side: int) -> bool:
    """Does this side see an enemy unit on the map face up?"""
    if not d.has(FOG) or TYPE[unit] == LEADER:
        return True
    return bool((d.fixed | d.fired) >> unit & 1 or sight(d, side) >> d.where[unit] & 1)


def unseen(d: Draft, side: int) -> list[int]:
    """The enemy units on the map that this side sees as blanks only."""
    where = d.where
    return [unit for unit in RANGES[1 - side] if where[unit] < SIZE and not is_seen(d, unit, side)]


def show(d: Draft, unit: int) -> None:
    """FB 3.6.reveal: it fired, so that both see it until its side's next Movement Segment."""
    d.fired |= 1 << unit
