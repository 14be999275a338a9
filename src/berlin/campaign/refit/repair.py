"""Malfunctioned weapons are repaired or lost; the machine-guns of vehicles are replaced by others."""

from berlin.campaign.holdings import MAIN, WEAPONS, is_qualified, part, retained, vehicles
from berlin.campaign.question import Done, Reason, WhileOpen
from berlin.campaign.refit.vehicles import recall
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, FIRST, SECOND, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import MachineGun, Sort
from berlin.squad.board.mounts import CONDITIONS, DISABLED, disabled
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.announce import tell
from berlin.squad.rules.rolls import roll_on_table


class Exchange(Act, frozen=True, gc=False):
    """A machine-gun replaces the Disabled one of this mount."""

    verb = "exchange"
    says = "Replace the {mount} machine-gun of {unit} by {by}"

    unit: Unit
    by: Unit
    mount: str


class Exchanging(WhileOpen, frozen=True, gc=False):
    """Which machine-guns of vehicles are replaced, and by which?"""

    acts = (Exchange, Done)
    topic = "repair.exchange"
    asks = "Which Disabled machine-guns are exchanged?"
    why = (
        "A Retained machine-gun can take the place of a Disabled one; a vehicle "
        "without Main Armament is Recalled."
    )
    refuses = (
        Reason(
            "repair.exchange",
            "only a Disabled machine-gun that a vehicle of your own still has is replaced, by one of its "
            "kind that is Retained in the same Perimeter Area",
        ),
    )

    def answers(self, d: Draft) -> list[Act]:
        side = self.seat
        acts: list[Act] = [
            Exchange(unit, other, gun.mount.value)
            for unit, piece in vehicles(d, side)
            if owner_of(unit) == side and piece.marks & DISABLED
            for gun in disabled(d.counter(unit), piece)
            for other in fitting(d, unit, gun)
        ]
        return [*acts, Done()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if not isinstance(act, Exchange):
            d.frames.pop()
            return
        vehicle, other = act.unit, act.by
        gun = next(gun for gun in d.counter(vehicle).guns if gun.mount.value == act.mount)
        d.lose(other, "mounted on a vehicle", scored=False)
        recalled = Mark.RECALLED if is_main(d, vehicle, gun) else 0
        d.mark(vehicle, off=CONDITIONS[gun.mount].disabled | recalled)
        tell(d, "exchange", vehicle, f"a new {gun.text}", d.book.cite("repair.exchange"))


def begin(d: Draft) -> None:
    """Each side's own weapons, one by one."""
    for side in BOTH:
        for unit, piece in list(retained(d, side)):
            if owner_of(unit) != side:
                continue
            sort = d.counter(unit).sort
            if sort is Sort.CUPOLA and piece.has(Mark.MALFUNCTION):
                d.mark(unit, off=Mark.MALFUNCTION)
                tell(d, "repair", unit, "repaired", d.book.cite("repair.cupola"))
            elif sort in WEAPONS and piece.has(Mark.MALFUNCTION):
                _repair_weapon(d, unit)
            elif sort is Sort.VEHICLE:
                _repair_armament(d, unit)


def _is_repaired(d: Draft, unit: Unit, what: str = "") -> bool:
    piece, counter = d.piece(unit), d.counter(unit)
    reasons = {
        "vehicular": counter.sort is Sort.VEHICLE,
        "repair": counter.repair,
        "unqualified": not is_qualified(d, owner_of(unit), unit),
        "isolated": part(d, piece) != MAIN,
    }
    return roll_on_table(d, "repair", reasons, what, of=unit)[1] == "repaired"


def _repair_weapon(d: Draft, unit: Unit) -> None:
    counter = d.counter(unit)
    if counter.expendable:
        tell(d, "repair", unit, "malfunctioned for good", d.book.cite("repair.expended"))
        d.lose(unit, "malfunctioned for good", scored=False)
    elif _is_repaired(d, unit):
        d.mark(unit, off=Mark.MALFUNCTION)
    else:
        d.lose(unit, "beyond repair")


def _repair_armament(d: Draft, unit: Unit) -> None:
    """A vehicle's Main Armament and each of its machine-guns: what can't be repaired is Disabled."""
    piece = d.piece(unit)
    if piece.has(Mark.MALFUNCTION):
        repaired = _is_repaired(d, unit, ", Main Armament")
        d.mark(unit, on=0 if repaired else Mark.DISABLED, off=Mark.MALFUNCTION)
        if not repaired:
            _call_back(d, unit)
    for gun in d.counter(unit).guns:
        marks = CONDITIONS[gun.mount]
        if not piece.has(marks.malfunction):
            continue
        repaired = _is_repaired(d, unit, f", {gun.text}")
        d.mark(unit, on=0 if repaired else marks.disabled, off=marks.malfunction)
        if not repaired and is_main(d, unit, gun):
            _call_back(d, unit)


def is_main(d: Draft, unit: Unit, gun: MachineGun) -> bool:
    """Is this the Main Armament of a vehicle that has no other?"""
    counter = d.counter(unit)
    return not counter.armed and gun == counter.guns[0]


def _call_back(d: Draft, unit: Unit) -> None:
    """Without its Main Armament a vehicle goes under Recall."""
    if not d.piece(unit).has(Mark.ABANDONED):
        d.mark(unit, on=Mark.RECALLED)
        tell(d, "recall", unit, "under Recall", d.book.cite("repair.disabled"))


def exchange(d: Draft) -> None:
    d.frames += [Exchanging(SECOND), Exchanging(FIRST)]


def conclude(d: Draft) -> None:
    """Who is still without Main Armament is lost by Recall, or short of ammunition where he is Isolated."""
    for side in BOTH:
        recall(d, side)


def fitting(d: Draft, vehicle: Unit, gun: MachineGun) -> list[Unit]:
    """Those at hand that can replace a vehicle's machine-gun: what it would be, or an LMG."""
    side = owner_of(vehicle)
    place, kind = part(d, d.piece(vehicle)), gun.kind or d.book.upkeep.lmg[side]
    return [
        unit
        for unit, piece in retained(d, side)
        if owner_of(unit) == side and piece.kind == kind and part(d, piece) == place
    ]
