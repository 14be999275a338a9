"""Prisoners: led away from the front, or in the hands of an Isolated Guard, who may let them go."""

from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.question import Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import holder_of, number_of
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where

# What a man is still marked with when he comes back.
LASTING = Mark.WOUNDED | Mark.HEROIC


class Hold(Act, frozen=True, gc=False):
    """The Guard keeps him."""

    verb = "hold"
    says = "The Guard keeps him"


class HandOver(Act, frozen=True, gc=False):
    """Another unit of the Isolated Area guards him from now on."""

    verb = "handover"
    says = "Hand him over to {unit}"

    unit: Unit


class Release(Act, frozen=True, gc=False):
    """Let him go."""

    verb = "release"
    says = "Let him go"


class Custody(WhileOpen, frozen=True, gc=False):
    """What becomes of the first of these prisoners?"""

    units: tuple[Unit, ...]

    acts = (Hold, HandOver, Release)
    topic = "prisoners.guard"
    asks = "What becomes of these prisoners?"
    why = "An Isolated Guard keeps his prisoners at the price of his own freedom of action, or lets them go."
    refuses = (Reason("prisoners.guard", "only another unit of the same Isolated Area can be the Guard"),)

    def is_open(self, d: Draft) -> bool:
        return bool(self.units)

    def answers(self, d: Draft) -> list[Act]:
        return [Hold(), Release(), *map(HandOver, guards(d, self))]

    def carry_out(self, d: Draft, act: Act) -> None:
        unit = self.units[0]
        d.frames[-1] = Custody(self.seat, self.units[1:])
        match act:
            case Release():
                free(d, unit)
            case HandOver():
                there = d.piece(act.unit)
                d.change(unit, holder=number_of(act.unit), space=there.space, level=there.level)


def begin(d: Draft) -> None:
    kept = tuple(_sorted(d, captor) for captor in BOTH)
    for captor in reversed(BOTH):
        if kept[captor]:
            d.frames.append(Custody(captor, kept[captor]))


def _sorted(d: Draft, captor: Seat) -> tuple[Unit, ...]:
    """Who isn't guarded goes free, and who is led away is gone; the others are asked about."""
    side, kept = OTHER[captor], list[Unit]()
    for unit, piece in list(d.at_hand(side)):
        if not piece.has(Mark.PRISONER):
            continue
        if piece.holder < 0:
            free(d, unit)
        elif d.is_isolated(d.piece(holder_of(unit, piece))):
            kept.append(unit)
        else:
            d.say("evacuated", f"{d.log_name(unit)} is led away", d.book.cite("prisoners.evacuated"))
            d.lose(unit, "a prisoner, led away", scored=False)
    return tuple(kept)


def free(d: Draft, unit: Unit) -> None:
    """Back with his own side: an MMC as conscripts, a man as what he was."""
    counter, piece = d.counter(unit), d.piece(unit)
    d.say("freed", f"{d.log_name(unit)} comes back", d.book.cite("prisoners.freed"))
    d.change(
        unit,
        kind=counter.conscript if counter.is_mmc else counter.key,
        where=Where.RETAINED,
        space=NOWHERE,
        level=0,
        holder=-1,
        marks=0 if counter.is_mmc else piece.marks & LASTING,
    )


def guards(d: Draft, frame: Custody) -> list[Unit]:
    """The other units of the Guard's Isolated Area."""
    unit = frame.units[0]
    holder = holder_of(unit, d.piece(unit))
    area = _area(d, d.piece(holder))
    return [
        other
        for other, piece in d.standing_in(frame.seat, area.hexes if area else 0)
        if other != holder and d.counter(other).is_personnel and not piece.has(Mark.PRISONER)
    ]


def _area(d: Draft, piece: Piece) -> Area | None:
    return next((area for area in d.zones if area.hexes >> piece.space & 1), None)
