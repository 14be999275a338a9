"""Captured weapons and AFVs: few of them serve for long."""

from berlin.campaign.aftermath.salvage import wreck
from berlin.campaign.holdings import WEAPONS, retained, vehicles
from berlin.campaign.state.state import Draft
from berlin.squad.board.counters import Sort
from berlin.squad.board.mounts import CONDITIONS, mounted, working
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.announce import tell
from berlin.squad.rules.rolls import roll_on_table

LOST = "Captured, and no longer of use"


def begin(d: Draft) -> None:
    """A die for each weapon that works; one that doesn't is lost."""
    for side in (0, 1):
        for owner, number, piece in list(retained(d, side)):
            counter = d.counter(owner, number)
            if owner == side:
                continue
            if counter.sort in WEAPONS:
                if not _serves(d, owner, number, Mark.MALFUNCTION):
                    d.lose(owner, number, LOST, scored=False)
            elif counter.sort is Sort.VEHICLE:
                if counter.armed and not piece.has(Mark.DISABLED):
                    _test(d, owner, number, Mark.MALFUNCTION, Mark.DISABLED)
                for gun in mounted(counter, piece):
                    marks = CONDITIONS[gun.mount]
                    if not piece.has(marks.disabled):
                        _test(d, owner, number, marks.malfunction, marks.disabled)


def _serves(d: Draft, owner: int, number: int, malfunction: Mark) -> bool:
    if d.pieces[owner][number].has(malfunction):
        tell(d, "captured", (owner, number), "Captured and malfunctioned", d.book.cite("captured.weapons"))
        return False
    return roll_on_table(d, "captured", of=(owner, number))[1] == "kept"


def _test(d: Draft, owner: int, number: int, malfunction: Mark, disabled: Mark) -> None:
    if not _serves(d, owner, number, malfunction):
        d.mark(owner, number, on=disabled, off=malfunction)


def discard(d: Draft) -> None:
    """A Captured AFV without a weapon that works becomes a wreck."""
    for side in (0, 1):
        for owner, number, _ in list(vehicles(d, side)):
            counter = d.counter(owner, number)
            if owner == side or not counter.afv or is_armed(d, owner, number):
                continue
            tell(d, "captured", (owner, number), "a wreck", d.book.cite("captured.hulk"))
            wreck(d, owner, number, "Captured, without a weapon that works")


def is_armed(d: Draft, owner: int, number: int) -> bool:
    """Has a vehicle any functioning weapon?"""
    piece, counter = d.pieces[owner][number], d.counter(owner, number)
    if counter.armed and not piece.marks & (Mark.MALFUNCTION | Mark.DISABLED):
        return True
    return bool(working(counter, piece))
