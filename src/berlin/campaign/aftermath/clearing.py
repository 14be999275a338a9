"""Clearing the map: who goes to the Force Organizer and what stays, who Retains it, what comes to light."""

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
    wreck,
)
from berlin.campaign.holdings import has_mmc, part_of, retained
from berlin.campaign.question import Reason, WhileOpen
from berlin.campaign.retained import controllers, is_immobile, is_loose, retainer
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of, unit_of
from berlin.squad.board.pieces import NOBODY, NOWHERE, Mark, Piece, Where, site
from berlin.squad.board.works import FORTIFICATIONS, WRECKS, Works

BURNT = {Works.BURNT_WRECK, Works.BURNING_WRECK}


class Keep(Act, frozen=True, gc=False):
    """All the rest is kept."""

    verb = "keep"
    says = "Keep all the rest"


class Salvage(WhileOpen, frozen=True, gc=False):
    """Which Equipment is Scrounged or Eliminated?"""

    acts = (Keep, Scrap, Wreck, Burn, Scrounge, Rummage)
    topic = "clearing.retained"
    asks = "Which Equipment is not kept?"
    why = (
        "All that you Retain is kept unless you say so; it pays to wreck what the "
        "enemy might take, and to Scrounge."
    )
    refuses = (
        Reason(
            "clearing.scrounge", "only your abandoned vehicles are Scrounged, by an MMC, and once", Scrounge
        ),
        Reason("clearing.retained", "this is not asked now"),
    )

    def answers(self, d: Draft) -> list[Act]:
        side, acts = self.seat, list[Act]([Keep()])
        places = sorted({work.space for work in d.works if work.what in WRECKS})
        acts += map(Rummage, within(places, _wrecks(d, side)))
        for unit in disposable(d, side):
            if is_scroungeable(d, side, unit):
                acts.append(Scrounge(unit))
            acts += [kind(unit) for kind in (Wreck, Burn, Scrap) if _is_fit(d, kind, unit)]
        return acts

    def why_not(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Rummage():
                return refuse(_wrecks(d, self.seat), act.space)
            case Scrap() | Wreck() | Burn():
                return refuse(_equipment(d, self.seat, type(act)), act.unit)
            case _:
                return super().why_not(d, act)

    def carry_out(self, d: Draft, act: Act) -> None:
        side, fate = self.seat, "Eliminated by the side that had it"
        match act:
            case Rummage():
                rummage(d, side, act.space)
            case Scrounge():
                scrounge(d, side, act.unit)
            case Wreck():
                wreck(d, act.unit, fate)
            case Burn():
                wreck(d, act.unit, fate, Works.BURNT_WRECK)
            case Scrap():
                d.lose(act.unit, fate, scored=False)
            case _:
                d.frames.pop()


def begin(d: Draft) -> None:
    claim(d)
    clear(d)
    stay_behind(d)
    reveal(d)
    for side in reversed(BOTH):
        d.frames.append(Salvage(side))


def stay_behind(d: Draft) -> None:
    """Who was to enter and didn't is Retained."""
    for side in BOTH:
        for unit, piece in d.listed(side):
            if piece.where is Where.ENTERING and d.counter(unit).sort is not Sort.AIRCRAFT:
                d.change(unit, where=Where.RETAINED, space=NOWHERE)


def claim(d: Draft) -> None:
    """Equipment that nobody possesses falls to the side that alone Controls its hex."""
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            here = controllers(d, piece.space)
            if len(here) != 1 or not is_loose(d, unit):
                continue
            taken = here[0] != owner
            if taken and not piece.has(Mark.CAPTURED):
                d.say(
                    "captured",
                    f"{d.log_name(unit)} is captured",
                    d.book.cite("clearing.retained"),
                )
            d.mark(unit, on=Mark.CAPTURED if taken else 0, off=0 if taken else Mark.CAPTURED)


def stays(d: Draft, unit: Unit) -> bool:
    """Is it left on the map, though it is not Isolated?"""
    piece = d.piece(unit)
    match d.counter(unit).sort:
        case Sort.GUN:
            return piece.has(Mark.FIXED) or d.book.dates[d.turn - 1].morning
        case Sort.COMMANDER:
            return piece.holder >= 0 and is_immobile(d, unit_of(owner_of(unit), piece.holder))
        case _:
            return is_immobile(d, unit)


def clear(d: Draft) -> None:
    for side in BOTH:
        for unit, piece in list(retained(d, side)):
            if piece.where is not Where.MAP or d.is_isolated(piece) or not d.control[side] >> piece.space & 1:
                continue
            if stays(d, unit):
                d.change(unit, last=piece.space)
            else:
                _take_off(d, unit, piece)


def _take_off(d: Draft, unit: Unit, piece: Piece) -> None:
    d.change(
        unit,
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
    for number, work in enumerate(d.works):
        here = controllers(d, work.space) if work.space >= 0 else []
        if work.what not in FORTIFICATIONS or len(here) != 1:
            continue
        if work.hidden:
            if work.what is not Works.MINES or here[0] == work.owner or here[0] not in d.book.closing.finders:
                continue
            text = f"a minefield at {d.book.field.called(work.space)}: {work.ap} AP, {work.at} AT"
            d.say("mines", text, d.book.cite("clearing.mines"))
        d.works[number] = replace(work, hidden=False, owner=here[0])


def disposable(d: Draft, side: Seat) -> list[Unit]:
    """The Equipment of the last scenario that a side Retains. A cupola is a Fortification."""
    return [
        unit
        for unit, piece in retained(d, side)
        if d.counter(unit).is_equipment and d.counter(unit).sort is not Sort.CUPOLA and site(piece) >= 0
    ]


def _wrecks(d: Draft, side: Seat) -> tuple[Condition[int], ...]:
    """What narrows the hexes whose wreck is Scrounged."""
    cite = d.book.cite

    def burnt_out(space: Place) -> bool:
        here = {work.what for work in d.works if work.space == space}
        return Works.WRECK not in here and bool(BURNT & here)

    return (
        Condition(
            lambda space: not burnt_out(space), cite("clearing.burnt"), "a burnt-out wreck can't be Scrounged"
        ),
        Condition(
            lambda space: controllers(d, space) != [side] or has_mmc(d, side, part_of(d, space)),
            cite("clearing.scrounge"),
            "no MMC is there to do it",
        ),
        Condition(
            lambda space: find_wreck(d, side, space) is not None,
            cite("clearing.scrounge"),
            "no wreck of yours with machine-guns on it lies there",
        ),
    )


def _equipment(d: Draft, side: Seat, kind: type[Scrap | Wreck | Burn]) -> tuple[Condition[Unit], ...]:
    """What narrows the Equipment that is done away with in this way."""
    found, cite = set(disposable(d, side)), d.book.cite

    def is_shared(unit: Unit) -> bool:
        return d.is_there(unit) and retainer(d, unit) == NOBODY

    return (
        Condition(lambda unit: not is_shared(unit), cite("clearing.shared"), "neither side Retains it"),
        Condition(
            found.__contains__,
            cite("clearing.retained"),
            "only Equipment that you Retain can be Eliminated",
        ),
        Condition(
            lambda unit: _is_fit(d, kind, unit),
            cite("clearing.retained"),
            "an AFV becomes a wreck or a burnt-out wreck, all else is Eliminated",
        ),
    )


def _is_fit(d: Draft, kind: type[Act], unit: Unit) -> bool:
    """Is it done away with in this way?"""
    return d.counter(unit).afv == (kind is not Scrap)
