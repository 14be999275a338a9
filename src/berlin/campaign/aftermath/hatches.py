"""Crews that open or shut their hatches in a Melee."""

from msgspec.structs import replace

from berlin.campaign.question import Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Place, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.close_combat import fighters


class Expose(Act, frozen=True, gc=False):
    """Open the hatches."""

    verb = "expose"
    says = "Open the hatches of {unit}"

    unit: Unit


class Button(Act, frozen=True, gc=False):
    """Close the hatches."""

    verb = "button"
    says = "Close the hatches of {unit}"

    unit: Unit


class Shut(Act, frozen=True, gc=False):
    """All other hatches stay as they are."""

    verb = "shut"
    says = "Leave all other hatches as they are"


class Hatches(WhileOpen, frozen=True, gc=False):
    """Which crews open or shut their hatches?"""

    space: Place
    level: int
    units: tuple[Unit, ...] = ()

    acts = (Expose, Button, Shut)
    topic = "melee.reveal"
    asks = "Which crews open or close their hatches?"
    why = "An open hatch lets a crew use its anti-aircraft machine-gun, but makes the vehicle easier to kill."
    refuses = (Reason("melee.reveal", "only an AFV of this Melee opens or shuts its hatches, and once"),)

    def is_open(self, d: Draft) -> bool:
        return bool(crews(d, self) and fighters(d, OTHER[self.seat], (self.space, self.level)))

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = [
            Button(unit) if d.piece(unit).has(Mark.EXPOSED) else Expose(unit) for unit in crews(d, self)
        ]
        return [*acts, Shut()]

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Expose():
                d.mark(act.unit, on=Mark.EXPOSED, off=Mark.BUTTONED)
            case Button():
                d.mark(act.unit, on=Mark.BUTTONED, off=Mark.EXPOSED)
            case _:
                d.frames.pop()
                return
        d.frames[-1] = replace(self, units=(*self.units, act.unit))


def crews(d: Draft, frame: Hatches) -> list[Unit]:
    """The AFV whose crews may choose: open-topped ones and cupolas have no hatch that matters."""
    return [
        unit
        for unit in fighters(d, frame.seat, (frame.space, frame.level))
        if unit not in frame.units
        and d.counter(unit).afv
        and d.counter(unit).sort is Sort.VEHICLE
        and not d.piece(unit).marks & (Mark.SHOCKED | Mark.UNCONFIRMED)
    ]
