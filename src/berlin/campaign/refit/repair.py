"""Malfunctioned weapons are repaired or lost; the machine-guns of vehicles are replaced by others."""

from berlin.campaign.counters import Sort
from berlin.campaign.hearsay import tell
from berlin.campaign.holdings import MAIN, WEAPONS, is_qualified, part, retained, vehicles
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark
from berlin.campaign.refit.vehicles import recall
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Exchanging(Frame, frozen=True, gc=False):
    """Which vehicles get a new machine-gun, and which gun is it?"""


class Exchange(Act, frozen=True, gc=False):
    """A machine-gun replaces a Disabled one."""

    unit: int
    by: int


def begin(d: Draft) -> None:
    """Each side's own weapons, one by one."""
    for side in (0, 1):
        for owner, number, piece in list(retained(d, side)):
            if owner != side:
                continue
            sort = d.counter(side, number).sort
            if sort is Sort.CUPOLA and piece.has(Mark.MALFUNCTION):
                d.mark(side, number, off=Mark.MALFUNCTION)
                tell(d, "repair", (side, number), "repaired", d.book.upkeep.cupola)
            elif sort in WEAPONS and piece.has(Mark.MALFUNCTION):
                _repair_weapon(d, side, number)
            elif sort is Sort.VEHICLE:
                _repair_armament(d, side, number)


def _is_repaired(d: Draft, side: int, number: int, what: str = "") -> bool:
    piece, counter = d.pieces[side][number], d.counter(side, number)
    reasons = {
        "vehicular": counter.sort is Sort.VEHICLE,
        "repair": counter.repair,
        "unqualified": not is_qualified(d, side, side, number),
        "isolated": part(d, piece) != MAIN,
    }
    return rolled(d, "repair", reasons, what, of=(side, number))[1] == "repaired"


def _repair_weapon(d: Draft, side: int, number: int) -> None:
    counter = d.counter(side, number)
    if counter.expendable:
        tell(d, "repair", (side, number), "malfunctioned for good", d.book.upkeep.expended)
        d.lose(side, number, "malfunctioned for good", scored=False)
    elif _is_repaired(d, side, number):
        d.mark(side, number, off=Mark.MALFUNCTION)
    else:
        d.lose(side, number, "beyond repair")


def _repair_armament(d: Draft, side: int, number: int) -> None:
    """A vehicle's Main Armament and its machine-guns: what can't be repaired is Disabled."""
    piece, main = d.pieces[side][number], has_main(d, side, number)
    if piece.has(Mark.MALFUNCTION):
        repaired = _is_repaired(d, side, number, ", Main Armament")
        d.mark(side, number, on=0 if repaired else Mark.DISABLED, off=Mark.MALFUNCTION)
        if not repaired:
            _call_back(d, side, number)
    if piece.has(Mark.MG_MALFUNCTION):
        repaired = _is_repaired(d, side, number, ", machine-gun")
        d.mark(side, number, on=0 if repaired else Mark.MG_DISABLED, off=Mark.MG_MALFUNCTION)
        if not repaired and not main:
            _call_back(d, side, number)


def has_main(d: Draft, side: int, number: int) -> bool:
    """Has a vehicle Main Armament besides its machine-guns? Without it they are just that."""
    return d.counter(side, number).armed


def _call_back(d: Draft, side: int, number: int) -> None:
    """Without its Main Armament a vehicle goes under Recall."""
    if not d.pieces[side][number].has(Mark.ABANDONED):
        d.mark(side, number, on=Mark.RECALLED)
        tell(d, "recall", (side, number), "under Recall", d.book.upkeep.disabled)


def exchange(d: Draft) -> None:
    d.frames += [Exchanging(1), Exchanging(0)]


def conclude(d: Draft) -> None:
    """Who is still without Main Armament is lost by Recall, or short of ammunition where he is Isolated."""
    for side in (0, 1):
        recall(d, side)


def fitting(d: Draft, side: int, vehicle: int) -> list[int]:
    """The machine-guns at hand that fit a vehicle: what its own would be, or an LMG."""
    place, counter = part(d, d.pieces[side][vehicle]), d.counter(side, vehicle)
    kinds = {gun or d.book.upkeep.lmg[side] for gun in counter.guns}
    return [
        number
        for owner, number, piece in retained(d, side)
        if owner == side and piece.kind in kinds and part(d, piece) == place
    ]


def options_exchanging(d: Draft, frame: Exchanging) -> list[Act]:
    side = frame.seat
    acts: list[Act] = [
        Exchange(unit_of(side, number), unit_of(side, gun))
        for owner, number, piece in vehicles(d, side)
        if owner == side and piece.has(Mark.MG_DISABLED)
        for gun in fitting(d, side, number)
    ]
    return [*acts, Done()]


def settle_exchanging(d: Draft, frame: Exchanging) -> bool:
    if len(options_exchanging(d, frame)) > 1:
        return True
    d.frames.pop()
    return False


def answer_exchanging(d: Draft, frame: Exchanging, act: Act) -> None:
    if not isinstance(act, Exchange):
        d.frames.pop()
        return
    (side, vehicle), (_, gun) = piece_of(act.unit), piece_of(act.by)
    d.lose(side, gun, "mounted on a vehicle", scored=False)
    d.mark(side, vehicle, off=Mark.MG_DISABLED | (0 if has_main(d, side, vehicle) else Mark.RECALLED))
    tell(d, "exchange", (side, vehicle), "a new machine-gun", d.book.upkeep.exchange)


def refuse_exchanging(d: Draft, frame: Exchanging, act: Act) -> Refusal:
    return Refusal(
        d.book.upkeep.exchange,
        "only the Disabled machine-gun of a vehicle of your own is replaced, by one of its kind that is "
        "Retained in the same Perimeter Area",
    )
