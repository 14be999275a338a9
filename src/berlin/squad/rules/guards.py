"""Prisoners whose Guard is lost: another unit takes them over, or they are free and armed again."""

from collections.abc import Iterable

from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import ON_MAP, Mark
from berlin.squad.draft import Draft

Location = tuple[Place, int]
"""A Location: a hex and a level."""


def belongings(d: Draft, unit: Unit) -> list[Unit]:
    """The Equipment that a unit possesses."""
    held = d.held_by(unit)
    return [other for other, piece in held if piece.where is ON_MAP and d.counter(other).is_equipment]


def relieve(d: Draft, captor: Seat, place: Location, dropped: Iterable[Unit] = ()) -> None:
    """Those in this Location whom nobody guards. Of `dropped` the freed may arm themselves."""
    side = OTHER[captor]
    wards = [
        unit
        for unit, piece in d.on_map(side)
        if piece.has(Mark.PRISONER) and piece.holder < 0 and (piece.space, piece.level) == place
    ]
    if not wards:
        return
    heirs = [
        unit
        for unit, piece in d.on_map(captor)
        if (piece.space, piece.level) == place
        and d.counter(unit).is_personnel
        and not piece.has(Mark.PRISONER)
    ]
    if heirs:
        guard = max(heirs, key=lambda unit: d.counter(unit).squads)
        for ward in wards:
            d.hand(ward, guard)
        return
    for ward in wards:
        rearm(d, ward)
    taker = max(wards, key=lambda unit: d.counter(unit).squads)
    for unit in dropped:
        d.hand(unit, taker)
        taken = Mark.CAPTURED if owner_of(unit) != side else 0
        d.mark(unit, on=taken, off=Mark.CAPTURED & ~taken)


def rearm(d: Draft, unit: Unit) -> None:
    """Free again where he is: an MMC as conscripts, a man as what he was."""
    counter = d.counter(unit)
    d.say("rearmed", f"{d.log_name(unit)} is Rearmed", d.book.cite("prisoners.guard_lost"))
    d.change(unit, kind=counter.conscript if counter.is_mmc else counter.key, holder=-1)
    d.mark(unit, off=Mark.PRISONER | Mark.COUNTED)
