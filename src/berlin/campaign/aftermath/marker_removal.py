"""Marker removal: what lay on units and on the map only for the scenario is taken off it."""

from msgspec.structs import replace

from berlin.campaign.purchases import modules
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import NOWHERE, Mark, Where
from berlin.squad.board.works import ENTRENCHMENTS, PASSING

PASSING_MARKS = (
    Mark.PINNED
    | Mark.DESPERATE
    | Mark.DISRUPTED
    | Mark.FANATIC
    | Mark.BERSERK
    | Mark.HULL_DOWN
    | Mark.CONCEALED
    | Mark.EXHAUSTED
    | Mark.MOTION
    | Mark.EXPOSED
    | Mark.BUTTONED
    | Mark.LABOR
)


def begin(d: Draft) -> None:
    remove_counters(d)
    for side in BOTH:
        place_hidden(d, side)
        strip(d, side)
        remove_radios(d, side)
        remove_aircraft(d, side)
    modules.retire(d)


def remove_counters(d: Draft) -> None:
    """Artillery, smoke, acquisitions, snipers, dummies leave the map; entrenchments come to light."""
    kept = [work for work in d.works if work.space < 0 or work.what not in PASSING]
    d.works[:] = [replace(work, hidden=False) if work.what in ENTRENCHMENTS else work for work in kept]


def place_hidden(d: Draft, side: Seat) -> None:
    """Hidden units and Equipment go on the map. A Gun that stayed hidden may be hidden again."""
    for unit, piece in list(d.on_map(side)):
        if piece.has(Mark.HIDDEN):
            text = d.log_name(unit)
            d.say("placed", f"{text} comes to light", d.book.cite("markers.hidden"))
            d.mark(unit, off=Mark.HIDDEN)
        elif d.counter(unit).sort is Sort.GUN:
            d.mark(unit, on=Mark.REVEALED)


def strip(d: Draft, side: Seat) -> None:
    for unit, piece in list(d.at_hand(side)):
        if piece.marks & PASSING_MARKS:
            d.mark(unit, off=PASSING_MARKS)


def remove_radios(d: Draft, side: Seat) -> None:
    """A radio or field phone goes with its module, unless that is Retained."""
    for unit, piece in list(d.at_hand(side)):
        if d.counter(unit).sort is not Sort.RADIO:
            continue
        module = d.groups[side][piece.group] if piece.group >= 0 else None
        if module is None or module.used or module.gone:
            d.say("radio", f"{d.log_name(unit)}: its module was used", d.book.cite("markers.radios"))
            d.lose(unit, "its module was used", scored=False)


def remove_aircraft(d: Draft, side: Seat) -> None:
    """Aircraft leave the map; those that are Recalled don't come back."""
    for unit, piece in list(d.at_hand(side)):
        recalled, placed = piece.has(Mark.RECALLED), piece.where is Where.MAP
        if d.counter(unit).sort is not Sort.AIRCRAFT or not (recalled or placed):
            continue
        d.change(unit, where=Where.RETAINED, space=NOWHERE, level=0)
        if recalled:
            d.lose(unit, "Recalled", scored=False)
        leaves = "is Recalled" if recalled else "leaves"
        d.say("aircraft", f"{d.log_name(unit)} {leaves}", d.book.cite("markers.aircraft"))
