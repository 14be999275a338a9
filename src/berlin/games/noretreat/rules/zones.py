"""8.zoc and 8.stack: where zones of control reach, and how many units a space holds."""

from berlin.games.noretreat.board.ground import BALKANS, Space
from berlin.games.noretreat.board.tables import SOVIET, TURNS
from berlin.games.noretreat.board.units import FIXED, GERMAN, SIDE, YUGOSLAV
from berlin.games.noretreat.state.state import BACK, BIT, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit

MAY_ENTER_BALKANS = tuple(german or yugoslav for german, yugoslav in zip(GERMAN, YUGOSLAV, strict=True))


def ezoc(d: Draft, side: Seat) -> int:
    """The spaces in enemy zones of control."""
    return d.zones(OTHER[side])


def stack_limit(d: Draft, side: Seat, space: Space | None = None) -> int:
    return TURNS[d.turn].stack[side] + (side == SOVIET and space in d.roomy)


def full(d: Draft, side: Seat) -> int:
    """The spaces where no more units of a side may end."""
    limit = TURNS[d.turn].stack[side]
    board = d.stacked(side, limit)
    if d.roomy and side == SOVIET:
        more = d.stacked(side, limit + 1)
        for space in d.roomy:
            board &= ~BIT[space] | more
    return board


def shut(d: Draft, unit: Unit) -> int:
    """The spaces that a unit may not enter whoever is there: closed ones, and the Balkan areas."""
    if MAY_ENTER_BALKANS[unit] and 0 < d.oil < d.turn:
        return d.closed
    return d.closed | BALKANS


def fixed(d: Draft, unit: Unit) -> bool:
    """A parenthesised strength: it neither moves nor attacks."""
    return FIXED[d.marks[unit] & BACK][unit]


def in_ezoc(d: Draft, unit: Unit) -> bool:
    return bool(d.zones(OTHER[SIDE[unit]]) >> d.where[unit] & 1)
