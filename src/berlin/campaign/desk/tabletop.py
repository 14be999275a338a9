"""What a module's table shows besides its book."""

from collections.abc import Mapping

import msgspec

from berlin.boards.hexes import bits
from berlin.campaign.book.book import Book
from berlin.campaign.reph import Step
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.sequence import Stage


class Tabletop(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    """The module's key."""
    draft: type[Draft]
    acts: Verbs[Act]
    steps: tuple[Step, ...]
    battle: Stage[Draft]
    ring: tuple[Stage[Draft], ...]
    colours: tuple[str, str]
    """By side: the colours of its counters."""
    sources: Mapping[str, str]
    """By kind of counter: where what is printed on it comes from."""
    parts: Mapping[str, int]
    """Parts of the map that players may share among themselves."""

    @property
    def book(self) -> Book:
        return self.draft.book

    def word(self, unit: Unit) -> str:
        """A piece as records name it."""
        return self.acts.words["unit"].write(unit)

    def places(self, hexes: int) -> tuple[str, ...]:
        names = self.book.field.names
        return tuple(names[space] for space in bits(hexes))
