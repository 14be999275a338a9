"""Captured weapons and AFVs: few of them serve for long."""

from berlin.campaign.aftermath.salvage import wreck
from berlin.campaign.holdings import WEAPONS, retained, vehicles
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.mounts import CONDITIONS, mounted, working
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.announce import tell
from berlin.squad.rules.rolls import roll_on_table

LOST = "Captured, and no longer of use"


def begin(d: Draft) -> None:
    """A die for each weapon that works; one that doesn't is lost."""
    for side in BOTH:
        for unit, piece in list(retained(d, side)):
            counter = d.counter(unit)
            if owner_of(unit) == side:
                continue
            if counter.sort in WEAPONS:
                if not _serves(d, unit, Mark.MALFUNCTION):
                    d.lose(unit, LOST, scored=False)
            elif counter.sort is Sort.VEHICLE:
                if counter.armed and not piece.has(Mark.DISABLED):
                    _test(d, unit, Mark.MALFUNCTION, Mark.DISABLED)
                for gun in mounted(counter, piece):
                    marks = CONDITIONS[gun.mount]
                    if not piece.has(marks.disabled):
                        _test(d, unit, marks.malfunction, marks.disabled)


def _serves(d: Draft, unit: Unit, malfunction: Mark) -> bool:
    if d.piece(unit).has(malfunction):
        tell(d, "captured", unit, "Captured and malfunctioned", d.book.cite("captured.weapons"))
        return False
    return roll_on_table(d, "captured", of=unit)[1] == "kept"


def _test(d: Draft, unit: Unit, malfunction: Mark, disabled: Mark) -> None:
    if not _serves(d, unit, malfunction):
        d.mark(unit, on=disabled, off=malfunction)


def discard(d: Draft) -> None:
    """A Captured AFV without a weapon that works becomes a wreck."""
    for side in BOTH:
        for unit, _ in list(vehicles(d, side)):
            counter = d.counter(unit)
            if owner_of(unit) == side or not counter.afv or is_armed(d, unit):
                continue
            tell(d, "captured", unit, "a wreck", d.book.cite("captured.hulk"))
            wreck(d, unit, "Captured, without a weapon that works")


def is_armed(d: Draft, unit: Unit) -> bool:
    """Has a vehicle any functioning weapon?"""
    piece, counter = d.piece(unit), d.counter(unit)
    if counter.armed and not piece.marks & (Mark.MALFUNCTION | Mark.DISABLED):
        return True
    return bool(working(counter, piece))
