"""Prisoners whose Guard is lost: another unit takes them over, or they are free and armed again."""

from collections.abc import Iterable

from berlin.squad.board.pieces import ON_MAP, Mark, keeper
from berlin.squad.draft import Draft

Place = tuple[int, int]
"""A Location: a hex and a level."""


def belongings(d: Draft, side: int, number: int) -> list[tuple[int, int]]:
    """The Equipment that a unit possesses, by owner and number."""
    return [
        (owner, other)
        for owner in (0, 1)
        for other, piece in enumerate(d.pieces[owner])
        if piece.holder == number
        and piece.where is ON_MAP
        and keeper(owner, piece) == side
        and d.counter(owner, other).is_equipment
    ]


def relieve(d: Draft, captor: int, place: Place, dropped: Iterable[tuple[int, int]] = ()) -> None:
    """Those in this Location whom nobody guards. Of `dropped` the freed may arm themselves."""
    side = 1 - captor
    wards = [
        number
        for number, piece in d.on_map(side)
        if piece.has(Mark.PRISONER) and piece.holder < 0 and (piece.space, piece.level) == place
    ]
    if not wards:
        return
    heirs = [
        number
        for number, piece in d.on_map(captor)
        if (piece.space, piece.level) == place
        and d.counter(captor, number).is_personnel
        and not piece.has(Mark.PRISONER)
    ]
    if heirs:
        guard = max(heirs, key=lambda number: d.counter(captor, number).squads)
        for ward in wards:
            d.change(side, ward, holder=guard)
        return
    for ward in wards:
        rearm(d, side, ward)
    taker = max(wards, key=lambda number: d.counter(side, number).squads)
    for owner, number in dropped:
        d.change(owner, number, holder=taker)
        taken = Mark.CAPTURED if owner != side else 0
        d.mark(owner, number, on=taken, off=Mark.CAPTURED & ~taken)


def rearm(d: Draft, side: int, number: int) -> None:
    """Free again where he is: an MMC as conscripts, a man as what he was."""
    counter = d.counter(side, number)
    d.say("rearmed", f"{d.log_name(side, number)} is Rearmed", d.book.cite("prisoners.guard_lost"))
    d.change(side, number, kind=counter.conscript if counter.is_mmc else counter.key, holder=-1)
    d.mark(side, number, off=Mark.PRISONER | Mark.COUNTED)
