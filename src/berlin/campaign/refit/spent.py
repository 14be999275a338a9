"""Flamethrowers and charges that left play in the last scenario: which of them are had back."""

from berlin.campaign.hearsay import tell
from berlin.campaign.holdings import engineers
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import NOWHERE, Piece, Where
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Restocking(Frame, frozen=True, gc=False):
    """Which FT and DC are Retained? So many more there can be."""

    left: int


class Restock(Act, frozen=True, gc=False):
    """Keep this FT or DC."""

    unit: int


def begin(d: Draft) -> None:
    for side in (1, 0):
        d.frames.append(Restocking(side, engineers(d, side)))


def eligible(d: Draft, side: int) -> list[int]:
    """Those that went with a low enough Original DR."""
    return [number for number, piece in enumerate(d.pieces[side]) if _comes_back(d, piece)]


def _comes_back(d: Draft, piece: Piece) -> bool:
    table = d.book.upkeep.spent.get(piece.kind)
    if table is None or not piece.spent or piece.where is not Where.LOST:
        return False
    return d.book.tables[table].result(piece.spent) == "retained"


def settle_restocking(d: Draft, frame: Restocking) -> bool:
    """Asked only if there are more than may be Retained."""
    found = eligible(d, frame.seat)
    if len(found) > frame.left > 0:
        return True
    for number in found[: frame.left]:
        _restock(d, frame.seat, number)
    for number, piece in enumerate(d.pieces[frame.seat]):
        if piece.spent:
            d.change(frame.seat, number, spent=0)
    d.frames.pop()
    return False


def options_restocking(d: Draft, frame: Restocking) -> list[Act]:
    return [Restock(unit_of(frame.seat, number)) for number in eligible(d, frame.seat)]


def answer_restocking(d: Draft, frame: Restocking, act: Act) -> None:
    assert isinstance(act, Restock)
    _restock(d, *piece_of(act.unit))
    d.frames[-1] = Restocking(frame.seat, frame.left - 1)


def refuse_restocking(d: Draft, frame: Restocking, act: Act) -> Refusal:
    return Refusal(
        d.book.upkeep.restock,
        "only an FT or DC that left play with a low enough Original DR of its own side is Retained",
    )


def _restock(d: Draft, side: int, number: int) -> None:
    d.change(side, number, where=Where.RETAINED, space=NOWHERE, level=0, holder=-1, marks=0, fate="", spent=0)
    tell(d, "restock", (side, number), "Retained", d.book.upkeep.restock)
