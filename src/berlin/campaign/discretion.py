"""No refusal tells of pieces that a seat can't know: whatever they are, it reads the same."""

from collections.abc import Callable, Sequence
from typing import Any

from berlin.campaign.names import piece_of
from berlin.campaign.pieces import Where
from berlin.campaign.retained import keeper
from berlin.campaign.state import Draft
from berlin.campaign.view import UNSEEN, named
from berlin.kernel.acts import Act
from berlin.kernel.rules import Refusal

Options = Callable[[Any, Any], Sequence[Act]]
Refuse = Callable[[Any, Any, Act], Refusal]


def discreet(options: Options, refuse: Refuse) -> Refuse:
    """A chapter's refusals, but of pieces that the seat doesn't know."""

    def refused(d: Draft, frame: Any, act: Act) -> Refusal:
        units = named((), (act,))
        if all(knows(d, frame.seat, unit) for unit in units):
            return refuse(d, frame, act)
        own = [one for one in d.frames if one.seat == frame.seat]
        if units <= named(own, options(d, frame)):
            return refuse(d, frame, act)
        return Refusal(d.book.audit.pieces, "your side has no such piece, and sees none")

    return refused


def knows(d: Draft, seat: int, unit: int) -> bool:
    """Is it a piece that the seat has, or one of its own in enemy hands that it sees?"""
    side, number = piece_of(unit)
    if number >= len(d.pieces[side]):
        return False
    piece = d.pieces[side][number]
    if keeper(side, piece) == seat:
        return side == seat or not piece.is_out
    return side == seat and (piece.is_out or (piece.where is Where.MAP and not piece.marks & UNSEEN))
