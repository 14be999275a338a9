"""Flamethrowers and charges that left play in the last scenario: which of them are had back."""

from berlin.campaign.holdings import engineers
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import NOWHERE, Piece, Where
from berlin.squad.rules.announce import tell


class Restock(Act, frozen=True, gc=False):
    """Keep this FT or DC."""

    verb = "restock"
    says = "Keep {unit}"

    unit: Unit


class Restocking(CampaignQuestion, frozen=True, gc=False):
    """Which FT and DC are Retained? So many more there can be."""

    left: int

    acts = (Restock,)
    topic = "recovery.restock"
    asks = "Which FT and DC are Retained?"
    why = "Only as many come back as you have Assault Engineer squads: choose the ones you need."
    refuses = (
        Reason(
            "recovery.restock",
            "only an FT or DC that left play with a low enough Original DR of its own side is Retained",
        ),
    )

    def still_asks(self, d: Draft) -> bool:
        """Asked only if there are more than may be Retained."""
        found = eligible(d, self.seat)
        if len(found) > self.left > 0:
            return True
        for unit in found[: self.left]:
            _restock(d, unit)
        for unit, piece in d.listed(self.seat):
            if piece.spent:
                d.change(unit, spent=0)
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Restock(number) for number in eligible(d, self.seat)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Restock)
        _restock(d, act.unit)
        d.frames[-1] = Restocking(self.seat, self.left - 1)


def begin(d: Draft) -> None:
    for side in reversed(BOTH):
        d.frames.append(Restocking(side, engineers(d, side)))


def eligible(d: Draft, side: Seat) -> list[Unit]:
    """Those that went with a low enough Original DR."""
    return [unit for unit, piece in d.listed(side) if _comes_back(d, piece)]


def _comes_back(d: Draft, piece: Piece) -> bool:
    table = d.book.upkeep.spent.get(piece.kind)
    if table is None or not piece.spent or piece.where is not Where.LOST:
        return False
    return d.book.tables[table].result(piece.spent) == "retained"


def _restock(d: Draft, unit: Unit) -> None:
    d.change(unit, where=Where.RETAINED, space=NOWHERE, level=0, holder=-1, marks=0, fate="", spent=0)
    tell(d, "restock", unit, "Retained", d.book.cite("recovery.restock"))
