"""3.6. Fog of war: what each side sees of the other."""

from berlin.games.fortress.board.ground import SIZE, WITHIN6
from berlin.games.fortress.board.units import LEADER, RANGES, SIDE, TYPE
from berlin.games.fortress.state.state import DRIFTED, DUE, FOG, Draft
from berlin.kernel.contract.ids import OTHER, Seat

# What is heard of a stack that nobody sees.
STIRS = "an enemy stack stirs"


def is_seen(d: Draft, unit: int, side: Seat) -> bool:
    """FB 3.6.hidden: does this side see an enemy unit on the map face up?"""
    if not d.options & FOG or TYPE[unit] == LEADER:
        return True
    # The drop falls in the open: who has landed lies face up until the Allies move again.
    return bool(WITHIN6[d.where[unit]] & d.occupied(side) or (d.fixed | d.fired | d.landed) >> unit & 1)


def unseen(d: Draft, side: Seat) -> list[int]:
    """The enemy units on the map that this side sees as blanks only."""
    where = d.where
    return [unit for unit in RANGES[OTHER[side]] if where[unit] < SIZE and not is_seen(d, unit, side)]


def awaited(d: Draft, side: Seat) -> list[int]:
    """The units of a side that may enter the map: with fog the enemy can't tell which of them have."""
    if not d.options & FOG:
        return []
    return [unit for unit in RANGES[side] if is_awaited(d, unit)]


def is_awaited(d: Draft, unit: int) -> bool:
    """FB 5.4.delayed: whoever is due may enter in any turn; who drifted away, from the next turn on."""
    return d.where[unit] == DUE or (d.where[unit] >= DRIFTED and not d.landed >> unit & 1)


def show(d: Draft, unit: int) -> None:
    """FB 3.6.reveal: it fired or was hit, so that both see it until its side's next Movement Segment."""
    d.fired |= 1 << unit
    d.cache.clear()


def tell(
    d: Draft,
    unit: int,
    kind: str,
    text: str,
    *rules: str,
    data: tuple[int | str, ...] = (),
    veil: str = STIRS,
) -> None:
    """Say what a unit does: to both if the enemy sees it now, or else to its own side alone."""
    if d.log is None:
        return
    side = SIDE[unit]
    if d.where[unit] >= SIZE or is_seen(d, unit, OTHER[side]):
        d.say(kind, text, *rules, data=data)
    else:
        d.whisper(kind, side, text, veil, *rules)
