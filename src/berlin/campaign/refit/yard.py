"""Vehicles that a side gives up: abandoned, stripped of their machine-guns, wrecked, burnt, Scrounged."""

from berlin.boards.hexes import bits, board_of
from berlin.campaign.aftermath.salvage import (
    Burn,
    Rummage,
    Scrounge,
    Wreck,
    find_wreck,
    is_scroungeable,
    loot,
    rummage,
    scrounge,
    wreck,
)
from berlin.campaign.hearsay import tell
from berlin.campaign.holdings import MAIN, has_mmc, part, part_of, vehicles
from berlin.campaign.mounts import CONDITIONS
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark, Piece
from berlin.campaign.refit.vehicles import dismount
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.campaign.works import Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

RECALL = Mark.RECALLED | Mark.RECALLED_FOR_AMMO
GIVEN_UP = "given up by its own side"


class Yard(Frame, frozen=True, gc=False):
    """Which vehicles are given up, and how?"""


class Abandon(Act, frozen=True, gc=False):
    """The crew gets out."""

    unit: int


class Strip(Act, frozen=True, gc=False):
    """Take a vehicle's machine-guns off."""

    unit: int


def begin(d: Draft) -> None:
    d.frames += [Yard(1), Yard(0)]


def settle_yard(d: Draft, frame: Yard) -> bool:
    if len(options_yard(d, frame)) > 1:
        return True
    d.frames.pop()
    return False


def has_crew(d: Draft, owner: int, number: int) -> bool:
    """Would anybody get out of it?"""
    piece = d.pieces[owner][number]
    if piece.has(Mark.ABANDONED):
        return False
    return piece.holder >= 0 or (bool(d.counter(owner, number).crew) and not piece.has(Mark.CAPTURED))


def options_yard(d: Draft, frame: Yard) -> list[Act]:
    side, acts = frame.seat, list[Act]()
    parts = {where: has_mmc(d, side, where) for where in range(MAIN, len(d.zones))}
    for owner, number, piece in vehicles(d, side):
        if piece.marks & RECALL:
            continue
        unit, manned = unit_of(owner, number), parts[part(d, piece)]
        if not piece.has(Mark.ABANDONED) and (manned or has_crew(d, owner, number)):
            acts.append(Abandon(unit))
        if not manned:
            continue
        acts += [Wreck(unit), Burn(unit)]
        if loot(d, owner, number):
            acts.append(Strip(unit))
            if is_scroungeable(d, side, owner, number):
                acts.append(Scrounge(unit))
    alone = d.control[side] & ~d.control[1 - side]
    wrecks = board_of(work.space for work in d.works if work.what is Works.WRECK and not work.scrounged)
    acts += [
        Rummage(space)
        for space in bits(wrecks & alone)
        if parts[part_of(d, space)] and find_wreck(d, side, space) is not None
    ]
    return [*acts, Done()]


def answer_yard(d: Draft, frame: Yard, act: Act) -> None:
    match act:
        case Abandon():
            dismount(d, *piece_of(act.unit))
            _tell(d, act.unit, "abandoned")
        case Strip():
            _strip(d, *piece_of(act.unit))
            _tell(d, act.unit, "its machine-guns are taken off")
        case Wreck() | Burn():
            burnt = isinstance(act, Burn)
            _tell(d, act.unit, "a burnt-out wreck" if burnt else "a wreck")
            wreck(d, *piece_of(act.unit), GIVEN_UP, Works.BURNT_WRECK if burnt else Works.WRECK)
        case Scrounge():
            scrounge(d, frame.seat, *piece_of(act.unit))
        case Rummage():
            rummage(d, frame.seat, act.space)
        case _:
            d.frames.pop()


def _tell(d: Draft, unit: int, what: str) -> None:
    tell(d, "yard", piece_of(unit), what, d.book.upkeep.yard)


def _strip(d: Draft, owner: int, number: int) -> None:
    piece = d.pieces[owner][number]
    for gun in loot(d, owner, number):
        taken = Piece(gun.kind, piece.group, piece.where, piece.space, piece.level, last=piece.last)
        d.mark(owner, d.add(owner, taken), on=piece.marks & Mark.CAPTURED)
        d.mark(owner, number, on=CONDITIONS[gun.mount].absent)


def refuse_yard(d: Draft, frame: Yard, act: Act) -> Refusal:
    upkeep, side = d.book.upkeep, frame.seat
    if isinstance(act, Rummage):
        here = {work.what for work in d.works if work.space == act.space}
        if Works.BURNT_WRECK in here and Works.WRECK not in here:
            return Refusal(upkeep.burnt, "a burnt-out wreck can't be Scrounged")
        if Works.WRECK in here and not has_mmc(d, side, part_of(d, act.space)):
            return Refusal(upkeep.yard, "no MMC is Retained in that Perimeter Area")
        return Refusal(upkeep.scrounge, "no wreck of yours with machine-guns on it lies there")
    if isinstance(act, Abandon | Strip | Wreck | Burn | Scrounge):
        return _unfit(d, side, act)
    return Refusal(upkeep.yard, "this is not asked now")


def _unfit(d: Draft, side: int, act: Abandon | Strip | Wreck | Burn | Scrounge) -> Refusal:
    upkeep = d.book.upkeep
    owner, number = piece_of(act.unit)
    if (owner, number) not in {kept[:2] for kept in vehicles(d, side)}:
        return Refusal(upkeep.yard, "only a vehicle that you Retain is given up")
    piece = d.pieces[owner][number]
    if piece.marks & RECALL:
        return Refusal(upkeep.yard, "a vehicle under Recall can't be given up")
    if not has_mmc(d, side, part(d, piece)):
        return Refusal(upkeep.yard, "no MMC is Retained in that Perimeter Area")
    match act:
        case Abandon():
            return Refusal(upkeep.yard, "it is abandoned already")
        case Strip():
            return Refusal(upkeep.yard, "there is no machine-gun on it that can be taken off")
        case _:
            return Refusal(
                upkeep.scrounge, "only an abandoned vehicle with machine-guns on it is Scrounged, once"
            )
