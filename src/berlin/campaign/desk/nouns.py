"""Every name that can occur on the table.

The words of actions have no end, since pieces and minefields are numbered as they come: texts are spelled
letter by letter. Nor are pieces listed: they are counted by what they are.
"""

from collections.abc import Iterator

from berlin.boards.hexes import DIRECTIONS
from berlin.campaign.book.book import Book
from berlin.campaign.deployment import wind
from berlin.campaign.desk import focus
from berlin.campaign.desk.faces import BADGES, LEVELS, ORGANIZER, UNKNOWN, box, symbol, unlaid
from berlin.campaign.desk.scene import SKIES, TRACKS, WORKS, skies
from berlin.campaign.desk.tabletop import Tabletop
from berlin.campaign.state.view import SECRET
from berlin.kernel.contract.nouns import Nouns, once
from berlin.squad.board.naming import kind_name

OF_SIDES = ("SAN", "ELR", "casualties")


def boxes(book: Book) -> tuple[str, ...]:
    """The places that are no hexes."""
    return once(
        *(box(side, where) for side in book.sides for where in ORGANIZER),
        *(unlaid(side) for side in book.sides),
    )


def nouns(top: Tabletop) -> Nouns:
    book, kinds = top.book, top.book.counters.values()
    return Nouns(
        places=once(*book.field.names, *boxes(book)),
        badges=once(*BADGES.values(), *LEVELS, focus.CHOSEN),
        markers=once("LVP", *(f"control {side.capitalize()}" for side in book.sides), *WORKS, *focus.MARKERS),
        tracks=once(*(name for name in TRACKS if name not in OF_SIDES), *_tracks(book)),
        notes=once(
            *(date.key for date in book.dates),
            *(step.title for step in top.ring),
            *(note for name in SKIES for note in skies(book.tables[name])),
            *_winds(book),
        ),
        kinds=once(
            *(f"{book.sides[kind.side]} {kind_name(kind)}" for kind in kinds), *_of_each(book, SECRET)
        ),
        symbols=once(
            *(f"{symbol(kind)} {top.colours[kind.side]}" for kind in kinds),
            *(f"{UNKNOWN} {colours}" for colours in top.colours),
        ),
    )


def _tracks(book: Book) -> Iterator[str]:
    return (f"{side.capitalize()} {name}" for side in book.sides for name in OF_SIDES)


def _of_each(book: Book, *names: str) -> Iterator[str]:
    return (f"{side} {name}" for side in book.sides for name in names)


def _winds(book: Book) -> Iterator[str]:
    forces = tuple(band.result for band in book.tables["wind"].bands)
    yield from (*forces, wind.GUSTS)
    yield from (f"{force}, {way}" for force in forces for way in DIRECTIONS)
