"""What the open question of a seat is about, shown on the table: the piece, the hexes, the line so far."""

from collections.abc import Iterator

from berlin.campaign.book.book import Book
from berlin.campaign.perimeters.drawing import Drawing
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.scene import Layer, Marker
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.pieces import NOWHERE

CHOSEN = "chosen"
"""The badge of a piece that the question is about, or that was named in answer to it."""
LINE, ASKED, SEEN, OFFERED = "perimeter", "asked", "looked at", "could be enclosed too"
MARKERS = (LINE, *(f"{kind} {kind}" for kind in (ASKED, SEEN)))
# The fields of questions that are pieces that were named, and those that are hexes.
_PIECES = ("units", "told", "handled", "handed", "pulled", "at", "away", "aside")
_HEXES = ("space", "sector")


def chosen(frames: tuple[AnyQuestion, ...], seat: Seat | None) -> set[Unit]:
    """The units that a seat's open question is about."""
    if not _is_asked(frames, seat):
        return set()
    top = frames[-1]
    units = [getattr(top, "unit", -1)]
    for field in _PIECES:
        value = getattr(top, field, ())
        units += value if isinstance(value, tuple) else ()
    return {Unit(unit) for unit in units if unit >= 0}


def markers(book: Book, frames: tuple[AnyQuestion, ...], seat: Seat | None) -> Iterator[Marker]:
    """A Perimeter that is being drawn, marker by marker; the hex or the part of the map that is asked about;
    and the hexes that were looked at."""
    if not _is_asked(frames, seat):
        return
    top = frames[-1]
    if isinstance(top, Drawing):
        places = [*(marker.at for marker in top.markers), *([top.at] if top.at >= 0 else [])]
        for number, space in enumerate(places, start=1):
            yield Marker(book.field.names[space], LINE, str(number), book.sides[top.seat])
        return
    for field in _HEXES:
        space = getattr(top, field, NOWHERE)
        if space >= 0:
            yield Marker(book.field.names[space], ASKED, ASKED)
    for space in getattr(top, "seen", ()):
        yield Marker(book.field.names[space], SEEN, SEEN)


def layers(book: Book, frames: tuple[AnyQuestion, ...], seat: Seat | None) -> Iterator[Layer]:
    """The hexes that a player is offered before he closes his Perimeter without them."""
    if _is_asked(frames, seat) and isinstance(top := frames[-1], Drawing) and top.offered:
        yield Layer(
            OFFERED, book.sides[top.seat], tuple(book.field.names[space] for space in top.offered), usual=True
        )


def _is_asked(frames: tuple[AnyQuestion, ...], seat: Seat | None) -> bool:
    return bool(frames) and frames[-1].seat == seat
