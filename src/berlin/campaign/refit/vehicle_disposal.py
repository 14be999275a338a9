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
from berlin.campaign.holdings import MAIN, has_mmc, part, part_of, vehicles
from berlin.campaign.question import Done, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import FIRST, SECOND, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.mounts import CONDITIONS
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.board.works import Works
from berlin.squad.rules.announce import tell
from berlin.squad.rules.vehicles import dismount

RECALL = Mark.RECALLED | Mark.RECALLED_FOR_AMMO
GIVEN_UP = "given up by its own side"
WRECK_KINDS = {Works.WRECK, Works.BURNT_WRECK}


class Abandon(Act, frozen=True, gc=False):
    """The crew gets out."""

    verb = "abandon"
    says = "Abandon {unit}"

    unit: Unit


class Strip(Act, frozen=True, gc=False):
    """Take a vehicle's machine-guns off."""

    verb = "strip"
    says = "Take the machine-guns off {unit}"

    unit: Unit


class Yard(WhileOpen, frozen=True, gc=False):
    """Which vehicles are given up, and how?"""

    acts = (Abandon, Strip, Wreck, Burn, Scrounge, Rummage, Done)
    topic = "disposal.vehicles"
    asks = "Abandon, wreck, strip or Scrounge vehicles?"
    why = (
        "A vehicle that can't fight on may still give a crew, machine-guns, or at least nothing to the enemy."
    )

    def answers(self, d: Draft) -> list[Act]:
        side, acts = self.seat, list[Act]()
        parts = _manned(d, side)
        for unit, piece in vehicles(d, side):
            manned = parts[part(d, piece)]
            acts += [act for kind in WAYS if _unfit(d, side, act := kind(unit), manned) is None]
        worked = board_of(work.space for work in d.works if work.space >= 0)
        acts += map(Rummage, within(bits(worked), _wrecks(d, side, parts)))
        return [*acts, Done()]

    # How a vehicle is given up the answers ask of `_unfit` too.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        side = self.seat
        if isinstance(act, Rummage):
            return refuse(_wrecks(d, side, _manned(d, side)), act.space)
        if isinstance(act, Abandon | Strip | Wreck | Burn | Scrounge):
            if act.unit not in {kept for kept, _ in vehicles(d, side)}:
                return d.refusal("disposal.vehicles", "only a vehicle that you Retain is given up")
            found = _unfit(d, side, act, has_mmc(d, side, part(d, d.piece(act.unit))))
            assert found is not None
            return found
        return d.refusal("disposal.vehicles", "this is not asked now")

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Abandon():
                dismount(d, act.unit)
                _tell(d, act.unit, "abandoned")
            case Strip():
                _strip(d, act.unit)
                _tell(d, act.unit, "its machine-guns are taken off")
            case Wreck() | Burn():
                burnt = isinstance(act, Burn)
                _tell(d, act.unit, "a burnt-out wreck" if burnt else "a wreck")
                wreck(d, act.unit, GIVEN_UP, Works.BURNT_WRECK if burnt else Works.WRECK)
            case Scrounge():
                scrounge(d, self.seat, act.unit)
            case Rummage():
                rummage(d, self.seat, act.space)
            case _:
                d.frames.pop()


def _manned(d: Draft, side: Seat) -> dict[int, bool]:
    """By the parts of its Perimeter Area: has a side an MMC there?"""
    return {where: has_mmc(d, side, where) for where in range(MAIN, len(d.zones))}


def _wrecks(d: Draft, side: Seat, manned: dict[int, bool]) -> tuple[Condition[int], ...]:
    """What narrows the hexes whose wreck is Scrounged."""
    here: dict[Place, set[Works]] = {}
    for work in d.works:
        here.setdefault(work.space, set()).add(work.what)
    cite, none = d.book.cite, set[Works]()
    return (
        Condition(
            lambda space: WRECK_KINDS & here.get(space, none) != {Works.BURNT_WRECK},
            cite("disposal.burnt"),
            "a burnt-out wreck can't be Scrounged",
        ),
        Condition(
            lambda space: Works.WRECK not in here.get(space, none) or manned[part_of(d, space)],
            cite("disposal.vehicles"),
            "no MMC is Retained in that Perimeter Area",
        ),
        Condition(
            lambda space: find_wreck(d, side, space) is not None,
            cite("disposal.scrounge"),
            "no wreck of yours with machine-guns on it lies there",
        ),
    )


def begin(d: Draft) -> None:
    d.frames += [Yard(SECOND), Yard(FIRST)]


def has_crew(d: Draft, unit: Unit) -> bool:
    """Would anybody get out of it?"""
    piece = d.piece(unit)
    if piece.has(Mark.ABANDONED):
        return False
    return piece.holder >= 0 or (bool(d.counter(unit).crew) and not piece.has(Mark.CAPTURED))


def _tell(d: Draft, unit: Unit, what: str) -> None:
    tell(d, "disposal", unit, what, d.book.cite("disposal.vehicles"))


def _strip(d: Draft, unit: Unit) -> None:
    owner = owner_of(unit)
    piece = d.piece(unit)
    for gun in loot(d, unit):
        taken = Piece(gun.kind, piece.group, piece.where, piece.space, piece.level, last=piece.last)
        d.mark(d.add(owner, taken), on=piece.marks & Mark.CAPTURED)
        d.mark(unit, on=CONDITIONS[gun.mount].absent)


WAYS: tuple[type[Abandon | Wreck | Burn | Strip | Scrounge], ...] = (Abandon, Wreck, Burn, Strip, Scrounge)
"""How a vehicle is given up, in the order of the answers."""


def _unfit(
    d: Draft, side: Seat, act: Abandon | Strip | Wreck | Burn | Scrounge, manned: bool
) -> Refusal | None:
    """Why a vehicle that a side Retains can't be given up so; None if it can. `manned`: is an MMC near?"""
    unit = act.unit
    if d.piece(unit).marks & RECALL:
        return d.refusal("disposal.vehicles", "a vehicle under Recall can't be given up")
    if not manned and not (isinstance(act, Abandon) and has_crew(d, unit)):
        return d.refusal("disposal.vehicles", "no MMC is Retained in that Perimeter Area")
    match act:
        case Abandon() if d.piece(unit).has(Mark.ABANDONED):
            return d.refusal("disposal.vehicles", "it is abandoned already")
        case Strip() if not loot(d, unit):
            return d.refusal("disposal.vehicles", "there is no machine-gun on it that can be taken off")
        case Scrounge() if not is_scroungeable(d, side, unit):
            return d.refusal(
                "disposal.scrounge",
                "only an abandoned vehicle with machine-guns on it is Scrounged, once",
            )
    return None
