"""What a module says of its papers, besides its book."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from berlin.campaign.book.book import Book
from berlin.kernel.contract.ids import Place, Seat
from berlin.kernel.contract.scene import Board


class Imprint(msgspec.Struct, frozen=True, kw_only=True):
    book: Book
    title: str
    code: str
    place: str
    theater: str
    month: str
    """Of its dates, as `1944-06`."""
    board: Callable[[], Board]
    steps: tuple[str, ...]
    """By stage: what is done in it."""
    battle: int
    """The stage in which a scenario is played."""
    inks: tuple[str, str]
    """By side: the colour of its counters."""
    templates: Mapping[str, str]
    """By kind of vehicle or Gun: what vasl-templates calls it."""
    special: Callable[[int], Iterable[tuple[str, str]]]
    """Of a date: the special rules that are in force, by their names."""
    shortage: str
    """What it means to be short of ammunition."""
    notices: Callable[[], Iterable[str]]
    """What players are to know of the rules."""

    def name(self, side: Seat) -> str:
        """What a side is called at the head of a page."""
        return self.book.sides[side].capitalize()

    def force(self, side: Seat) -> str:
        return self.book.market.forces[side].name

    def hex(self, space: Place) -> str:
        """Its number, by which hexes are sorted and files name them."""
        return self.book.field.names[space]

    def hex_name(self, space: Place) -> str:
        """What a reader calls it, with the number by which he finds it on his map."""
        return self.book.field.printed(space)
