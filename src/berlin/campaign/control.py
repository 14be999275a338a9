"""Who gains ground by being there, and whose presence keeps it from the enemy (A26.1)."""

from berlin.campaign.aftermath.fires import standing
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of, unit_of
from berlin.squad.board.pieces import Mark, Piece

TAKEN = Mark.PRISONER | Mark.CAPTURED
SHAKEN = Mark.BROKEN | Mark.DISRUPTED | Mark.BERSERK
"""Men who are not in Good Order."""
PASSIVE = Mark.ABANDONED | Mark.SHOCKED | Mark.UNCONFIRMED | Mark.STUNNED | Mark.BYPASS
"""Vehicles that hold nothing."""
VEHICLES = frozenset((Sort.VEHICLE, Sort.CUPOLA))


def gains(d: Draft, unit: Unit, indoors: bool) -> bool:
    """Does it gain the ground where it is? Infantry in Good Order does; an armed vehicle never a building."""
    counter, piece = d.counter(unit), d.piece(unit)
    if counter.is_mmc:
        return not piece.marks & (TAKEN | SHAKEN) and not _rides(d, owner_of(unit), piece)
    return counter.sort in VEHICLES and counter.armed and not indoors and not piece.marks & (TAKEN | PASSIVE)


def _rides(d: Draft, side: Seat, piece: Piece) -> bool:
    """Is he on a vehicle, and so no Infantry?"""
    return piece.holder >= 0 and d.counter(unit_of(side, piece.holder)).sort is Sort.VEHICLE


def held(d: Draft, side: Seat, unlike: int = 0) -> int:
    """Where those of a side are who gain ground; those with marks of `unlike` are left out."""
    found, houses = 0, standing(d)
    for unit, piece in d.on_map(side):
        if not piece.marks & unlike and gains(d, unit, bool(houses >> piece.space & 1)):
            found |= 1 << piece.space
    return found


def manned(d: Draft, side: Seat) -> int:
    """Where armed units of a side are, in whatever order: the enemy gains nothing there."""
    found = 0
    for unit, piece in d.on_map(side):
        counter = d.counter(unit)
        armed = counter.is_personnel or (counter.sort in VEHICLES and counter.armed)
        if armed and not piece.marks & (TAKEN | Mark.ABANDONED):
            found |= 1 << piece.space
    return found


def gain(d: Draft) -> None:
    """Each side gains the ground that it alone holds."""
    gained = [held(d, side) & ~manned(d, OTHER[side]) for side in BOTH]
    for side in BOTH:
        pass_to(d, side, gained[side])


def pass_to(d: Draft, side: Seat, hexes: int) -> None:
    """Control passes, of the edge too."""
    d.control[side] |= hexes
    d.control[OTHER[side]] &= ~hexes
    edge = hexes & d.book.field.edge
    d.edge[side] |= edge
    d.edge[OTHER[side]] &= ~edge
