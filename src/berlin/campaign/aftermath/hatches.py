"""Crews that open or shut their hatches in a Melee."""

from msgspec.structs import replace

from berlin.campaign.aftermath.close_combat import fighters, piece
from berlin.campaign.counters import Sort
from berlin.campaign.names import piece_of
from berlin.campaign.pieces import Mark
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Hatches(Frame, frozen=True, gc=False):
    """Which crews open or shut their hatches?"""

    space: int
    level: int
    units: tuple[int, ...] = ()


class Expose(Act, frozen=True, gc=False):
    """Open the hatches."""

    unit: int


class Button(Act, frozen=True, gc=False):
    """Close the hatches."""

    unit: int


class Shut(Act, frozen=True, gc=False):
    """All other hatches stay as they are."""


def crews(d: Draft, frame: Hatches) -> list[int]:
    """The AFV whose crews may choose: open-topped ones and cupolas have no hatch that matters."""
    return [
        unit
        for unit in fighters(d, frame.seat, (frame.space, frame.level))
        if unit not in frame.units
        and d.counter(*piece_of(unit)).afv
        and d.counter(*piece_of(unit)).sort is Sort.VEHICLE
        and not piece(d, unit).marks & (Mark.SHOCKED | Mark.UNCONFIRMED)
    ]


def settle_hatches(d: Draft, frame: Hatches) -> bool:
    if crews(d, frame) and fighters(d, 1 - frame.seat, (frame.space, frame.level)):
        return True
    d.frames.pop()
    return False


def options_hatches(d: Draft, frame: Hatches) -> list[Act]:
    acts: list[Act] = [
        Button(unit) if piece(d, unit).has(Mark.EXPOSED) else Expose(unit) for unit in crews(d, frame)
    ]
    return [*acts, Shut()]


def answer_hatches(d: Draft, frame: Hatches, act: Act) -> None:
    match act:
        case Expose():
            d.mark(*piece_of(act.unit), on=Mark.EXPOSED, off=Mark.BUTTONED)
        case Button():
            d.mark(*piece_of(act.unit), on=Mark.BUTTONED, off=Mark.EXPOSED)
        case _:
            d.frames.pop()
            return
    d.frames[-1] = replace(frame, units=(*frame.units, act.unit))


def refuse_hatches(d: Draft, frame: Hatches, act: Act) -> Refusal:
    return Refusal(d.book.closing.reveal, "only an AFV of this Melee opens or shuts its hatches, and once")
