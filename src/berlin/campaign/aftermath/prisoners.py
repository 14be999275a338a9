"""Prisoners: led away from the front, or in the hands of an Isolated Guard, who may let them go."""

from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.question import Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import Unit, piece_of, unit_of
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
        side, number = piece_of(self.units[0])
        d.frames[-1] = Custody(self.seat, self.units[1:])
        match act:
            case Release():
                free(d, side, number)
            case HandOver():
                guard = piece_of(act.unit)[1]
                there = d.pieces[self.seat][guard]
                d.change(side, number, holder=guard, space=there.space, level=there.level)


def begin(d: Draft) -> None:
    kept = tuple(_sorted(d, captor) for captor in (0, 1))
    for captor in (1, 0):
        if kept[captor]:
            d.frames.append(Custody(captor, kept[captor]))


def _sorted(d: Draft, captor: int) -> tuple[Unit, ...]:
    """Who isn't guarded goes free, and who is led away is gone; the others are asked about."""
    side, kept = 1 - captor, list[Unit]()
    for number, piece in list(d.at_hand(side)):
        if not piece.has(Mark.PRISONER):
            continue
        if piece.holder < 0:
            free(d, side, number)
        elif d.is_isolated(d.pieces[captor][piece.holder]):
            kept.append(unit_of(side, number))
        else:
            d.say("evacuated", f"{d.log_name(side, number)} is led away", d.book.cite("prisoners.evacuated"))
            d.lose(side, number, "a prisoner, led away", scored=False)
    return tuple(kept)


def free(d: Draft, side: int, number: int) -> None:
    """Back with his own side: an MMC as conscripts, a man as what he was."""
    counter, piece = d.counter(side, number), d.pieces[side][number]
    d.say("freed", f"{d.log_name(side, number)} comes back", d.book.cite("prisoners.freed"))
    d.change(
        side,
        number,
        kind=counter.conscript if counter.is_mmc else counter.key,
        where=Where.RETAINED,
        space=NOWHERE,
        level=0,
        holder=-1,
        marks=0 if counter.is_mmc else piece.marks & LASTING,
    )


def guards(d: Draft, frame: Custody) -> list[Unit]:
    """The other units of the Guard's Isolated Area."""
    side, number = piece_of(frame.units[0])
    holder = d.pieces[side][number].holder
    area = _area(d, d.pieces[frame.seat][holder])
    return [
        unit_of(frame.seat, other)
        for other, piece in d.standing_in(frame.seat, area.hexes if area else 0)
        if other != holder and d.counter(frame.seat, other).is_personnel and not piece.has(Mark.PRISONER)
    ]


def _area(d: Draft, piece: Piece) -> Area | None:
    return next((area for area in d.zones if area.hexes >> piece.space & 1), None)
