"""Clearing the map: who goes to the Force Organizer and what stays, who Retains it, what comes to light."""

import msgspec
from msgspec.structs import replace

from berlin.campaign.aftermath.salvage import (
    Burn,
    Rummage,
    Scrap,
    Scrounge,
    Wreck,
    find_wreck,
    is_scroungeable,
    rummage,
    scrounge,
    site,
    wreck,
)
from berlin.campaign.counters import Sort
from berlin.campaign.holdings import has_mmc, part_of, retained
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.retained import NOBODY, controllers, is_immobile, is_loose, retainer
from berlin.campaign.state import Draft
from berlin.campaign.works import FORTIFICATIONS, WRECKS, Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that are named, and `finders`: the sides that find hidden enemy mines on their ground."""

    retained: str
    shared: str
    scrounge: str
    burnt: str
    mines: str
    works: str
    finders: tuple[int, ...]


class Salvage(Frame, frozen=True, gc=False):
    """Which Equipment is Scrounged or Eliminated?"""


class Keep(Act, frozen=True, gc=False):
    """All the rest is kept."""


def begin(d: Draft) -> None:
    claim(d)
    clear(d)
    stay_behind(d)
    reveal(d)
    for side in (1, 0):
        d.frames.append(Salvage(side))


def stay_behind(d: Draft) -> None:
    """Who was to enter and didn't is Retained."""
    for side in (0, 1):
        for number, piece in enumerate(d.pieces[side]):
            if piece.where is Where.ENTERING and d.counter(side, number).sort is not Sort.AIRCRAFT:
                d.change(side, number, where=Where.RETAINED, space=NOWHERE)


def claim(d: Draft) -> None:
    """Equipment that nobody possesses falls to the side that alone Controls its hex."""
    for owner in (0, 1):
        for number, piece in list(d.on_map(owner)):
            here = controllers(d, piece.space)
            if len(here) != 1 or not is_loose(d, owner, number):
                continue
            taken = here[0] != owner
            if taken and not piece.has(Mark.CAPTURED):
                d.say("captured", f"{d.counter(owner, number).text} is captured", d.book.clearing.retained)
            d.mark(owner, number, on=Mark.CAPTURED if taken else 0, off=0 if taken else Mark.CAPTURED)


def stays(d: Draft, owner: int, number: int) -> bool:
    """Is it left on the map, though it is not Isolated?"""
    piece = d.pieces[owner][number]
    match d.counter(owner, number).sort:
        case Sort.GUN:
            return piece.has(Mark.FIXED) or d.book.dates[d.turn - 1].morning
        case Sort.COMMANDER:
            return piece.holder >= 0 and is_immobile(d, owner, piece.holder)
        case _:
            return is_immobile(d, owner, number)


def clear(d: Draft) -> None:
    for side in (0, 1):
        for owner, number, piece in list(retained(d, side)):
            if piece.where is not Where.MAP or d.is_isolated(piece) or not d.control[side] >> piece.space & 1:
                continue
            if stays(d, owner, number):
                d.change(owner, number, last=piece.space)
            else:
                _take_off(d, owner, number, piece)


def _take_off(d: Draft, owner: int, number: int, piece: Piece) -> None:
    d.change(
        owner,
        number,
        where=Where.RETAINED,
        space=NOWHERE,
        level=0,
        side=-1,
        facing=-1,
        marks=piece.marks & ~Mark.BYPASS,
        last=piece.space,
    )


def reveal(d: Draft) -> None:
    """Hidden mines on the finder's ground are laid open; what lies open is his who Controls the hex."""
    cites = d.book.clearing
    for number, work in enumerate(d.works):
        here = controllers(d, work.space) if work.space >= 0 else []
        if work.what not in FORTIFICATIONS or len(here) != 1:
            continue
        if work.hidden:
            if work.what is not Works.MINES or here[0] == work.owner or here[0] not in cites.finders:
                continue
            text = f"a minefield in {d.book.ground.field.names[work.space]}: {work.ap} AP, {work.at} AT"
            d.say("mines", text, cites.mines)
        d.works[number] = replace(work, hidden=False, owner=here[0])


def settle_salvage(d: Draft, frame: Salvage) -> bool:
    """Asked while there is anything to dispose of."""
    if len(options_salvage(d, frame)) > 1:
        return True
    d.frames.pop()
    return False


def disposable(d: Draft, side: int) -> list[tuple[int, int]]:
    """The Equipment of the last scenario that a side Retains, by owner and number. A cupola is a
    Fortification."""
    return [
        (owner, number)
        for owner, number, piece in retained(d, side)
        if d.counter(owner, number).is_equipment
        and d.counter(owner, number).sort is not Sort.CUPOLA
        and site(piece) >= 0
    ]


def options_salvage(d: Draft, frame: Salvage) -> list[Act]:
    side, acts = frame.seat, list[Act]([Keep()])
    places = sorted({work.space for work in d.works if work.what in WRECKS})
    acts += [Rummage(space) for space in places if find_wreck(d, side, space) is not None]
    for owner, number in disposable(d, side):
        unit = unit_of(owner, number)
        if is_scroungeable(d, side, owner, number):
            acts.append(Scrounge(unit))
        acts += [Wreck(unit), Burn(unit)] if d.counter(owner, number).afv else [Scrap(unit)]
    return acts


def answer_salvage(d: Draft, frame: Salvage, act: Act) -> None:
    side, fate = frame.seat, "Eliminated by the side that had it"
    match act:
        case Rummage():
            rummage(d, side, act.space)
        case Scrounge():
            scrounge(d, side, *piece_of(act.unit))
        case Wreck():
            wreck(d, *piece_of(act.unit), fate)
        case Burn():
            wreck(d, *piece_of(act.unit), fate, Works.BURNT_WRECK)
        case Scrap():
            d.lose(*piece_of(act.unit), fate, scored=False)
        case _:
            d.frames.pop()


def refuse_salvage(d: Draft, frame: Salvage, act: Act) -> Refusal:
    cites, side = d.book.clearing, frame.seat
    match act:
        case Rummage():
            here = [work.what for work in d.works if work.space == act.space]
            if Works.WRECK not in here and {Works.BURNT_WRECK, Works.BURNING_WRECK} & set(here):
                return Refusal(cites.burnt, "a burnt-out wreck can't be Scrounged")
            if controllers(d, act.space) == [side] and not has_mmc(d, side, part_of(d, act.space)):
                return Refusal(cites.scrounge, "no MMC is there to do it")
            return Refusal(cites.scrounge, "no wreck of yours with machine-guns on it lies there")
        case Scrounge():
            return Refusal(cites.scrounge, "only your abandoned vehicles are Scrounged, by an MMC, and once")
        case Scrap() | Wreck() | Burn():
            return _indispensable(d, side, act.unit)
        case _:
            return Refusal(cites.retained, "this is not asked now")


def _indispensable(d: Draft, side: int, unit: int) -> Refusal:
    cites = d.book.clearing
    owner, number = piece_of(unit)
    if (owner, number) in disposable(d, side):
        return Refusal(cites.retained, "an AFV becomes a wreck or a burnt-out wreck, all else is Eliminated")
    if number < len(d.pieces[owner]) and retainer(d, owner, number) == NOBODY:
        return Refusal(cites.shared, "neither side Retains it")
    return Refusal(cites.retained, "only Equipment that you Retain can be Eliminated")
