"""Prisoners: led away from the front, or in the hands of an Isolated Guard, who may let them go."""

import msgspec

from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

# What a man is still marked with when he comes back.
LASTING = Mark.WOUNDED | Mark.HEROIC


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    evacuated: str
    guard: str
    freed: str


class Custody(Frame, frozen=True, gc=False):
    """What becomes of the first of these prisoners?"""

    units: tuple[int, ...]


class Hold(Act, frozen=True, gc=False):
    """The Guard keeps him."""


class HandOver(Act, frozen=True, gc=False):
    """Another unit of the Isolated Area guards him from now on."""

    unit: int


class Release(Act, frozen=True, gc=False):
    """Let him go."""


def begin(d: Draft) -> None:
    kept = tuple(_sorted(d, captor) for captor in (0, 1))
    for captor in (1, 0):
        if kept[captor]:
            d.frames.append(Custody(captor, kept[captor]))


def _sorted(d: Draft, captor: int) -> tuple[int, ...]:
    """Who isn't guarded goes free, and who is led away is gone; the others are asked about."""
    side, kept = 1 - captor, list[int]()
    for number, piece in list(d.at_hand(side)):
        if not piece.has(Mark.PRISONER):
            continue
        if piece.holder < 0:
            free(d, side, number)
        elif d.is_isolated(d.pieces[captor][piece.holder]):
            kept.append(unit_of(side, number))
        else:
            d.say("evacuated", f"{d.counter(side, number).text} is led away", d.book.prisoners.evacuated)
            d.lose(side, number, "a prisoner, led away", scored=False)
    return tuple(kept)


def free(d: Draft, side: int, number: int) -> None:
    """Back with his own side: an MMC as conscripts, a man as what he was."""
    counter, piece = d.counter(side, number), d.pieces[side][number]
    d.say("freed", f"{counter.text} comes back", d.book.prisoners.freed)
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


def settle_custody(d: Draft, frame: Custody) -> bool:
    if frame.units:
        return True
    d.frames.pop()
    return False


def guards(d: Draft, frame: Custody) -> list[int]:
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


def options_custody(d: Draft, frame: Custody) -> list[Act]:
    return [Hold(), Release(), *map(HandOver, guards(d, frame))]


def answer_custody(d: Draft, frame: Custody, act: Act) -> None:
    side, number = piece_of(frame.units[0])
    d.frames[-1] = Custody(frame.seat, frame.units[1:])
    match act:
        case Release():
            free(d, side, number)
        case HandOver():
            guard = piece_of(act.unit)[1]
            there = d.pieces[frame.seat][guard]
            d.change(side, number, holder=guard, space=there.space, level=there.level)


def refuse_custody(d: Draft, frame: Custody, act: Act) -> Refusal:
    return Refusal(d.book.prisoners.guard, "only another unit of the same Isolated Area can be the Guard")
