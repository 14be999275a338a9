"""What becomes of Equipment that a side no longer wants: it is Scrounged, wrecked, burnt or thrown away."""

from msgspec.structs import replace

from berlin.campaign.holdings import has_mmc, part_of
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import MachineGun, Sort
from berlin.squad.board.mounts import CONDITIONS, removable
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where, site
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.rolls import roll_on_table
from berlin.squad.rules.vehicles import dismount, leave_wreck, left_on

RECALLED = Mark.RECALLED | Mark.RECALLED_FOR_AMMO


class Scrap(Act, frozen=True, gc=False):
    """Eliminate a piece of Equipment."""

    verb = "scrap"
    says = "Eliminate {unit}"

    unit: Unit


class Wreck(Act, frozen=True, gc=False):
    """Make a wreck of an AFV."""

    verb = "wreck"
    says = "Make a wreck of {unit}"

    unit: Unit


class Burn(Act, frozen=True, gc=False):
    """Make a burnt-out wreck of an AFV."""

    verb = "burn"
    says = "Make a burnt-out wreck of {unit}"

    unit: Unit


class Scrounge(Act, frozen=True, gc=False):
    """Take the machine-guns off an abandoned vehicle."""

    verb = "scrounge"
    says = "Scrounge the machine-guns of {unit}"

    unit: Unit


class Rummage(Act, frozen=True, gc=False):
    """Scrounge a wreck."""

    verb = "rummage"
    says = "Scrounge the wreck at {space}"

    space: Place


def loot(d: Draft, unit: Unit) -> list[MachineGun]:
    """The machine-guns that can be taken off a vehicle; none once it was Scrounged."""
    piece = d.piece(unit)
    return [] if piece.has(Mark.SCROUNGED) else removable(d.counter(unit), piece)


def is_scroungeable(d: Draft, side: Seat, unit: Unit) -> bool:
    """May this side, which Retains it, Scrounge this vehicle?"""
    piece = d.piece(unit)
    return (
        d.counter(unit).sort is Sort.VEHICLE
        and piece.has(Mark.ABANDONED)
        and not piece.marks & RECALLED
        and bool(loot(d, unit))
        and has_mmc(d, side, part_of(d, site(piece)))
    )


def find_wreck(d: Draft, side: Seat, space: Place) -> int | None:
    """The first wreck of a hex that this side may Scrounge: one that it alone Controls, with an MMC near."""
    if (d.control[side] & ~d.control[OTHER[side]]) >> space & 1 and has_mmc(d, side, part_of(d, space)):
        return next(
            (n for n, work in enumerate(d.works) if work.space == space and _holds_guns(d, work)), None
        )
    return None


def _holds_guns(d: Draft, work: Work) -> bool:
    """A wreck that neither burns nor is burnt out, with machine-guns still on it."""
    return work.what is Works.WRECK and not work.scrounged and bool(work.of) and bool(left_on(d, work.of))


def scrounge(d: Draft, side: Seat, unit: Unit) -> None:
    guns, piece = loot(d, unit), d.piece(unit)
    d.mark(unit, on=Mark.SCROUNGED | sum(CONDITIONS[gun.mount].absent for gun in guns))
    _search(d, side, piece.kind, guns, site(piece))


def rummage(d: Draft, side: Seat, space: Place) -> None:
    number = find_wreck(d, side, space)
    assert number is not None
    wreck = d.works[number]
    d.works[number] = replace(wreck, scrounged=True)
    _search(d, side, wreck.of, left_on(d, wreck.of), space)


def _search(d: Draft, side: Seat, kind: str, guns: list[MachineGun], space: Place) -> None:
    """A die for each machine-gun that can be taken off: it may come away in working order."""
    for gun in guns:
        counter = d.book.counters[gun.kind]
        _, result = roll_on_table(d, "scrounge", about=f"{d.book.counters[kind].text}, its {counter.text}")
        if result == "found":
            apart = space >= 0 and d.isolated >> space & 1
            where, at = (Where.MAP, space) if apart else (Where.RETAINED, NOWHERE)
            marks = Mark.CAPTURED if counter.side != side else 0
            d.add(counter.side, Piece(gun.kind, where=where, space=at, marks=marks, last=space))


def wreck(d: Draft, unit: Unit, fate: str, what: Works = Works.WRECK) -> None:
    """An AFV is lost and leaves a wreck where it is, or stood; whoever was in it gets out."""
    if not d.piece(unit).has(Mark.ABANDONED):
        dismount(d, unit)
    piece = d.piece(unit)
    d.lose(unit, fate, scored=False)
    if site(piece) >= 0:
        leave_wreck(d, piece, what)
