"""The map: its hexes, those at its edge, and how they are called."""

import msgspec

from berlin.boards.columns import spans
from berlin.boards.hexes import HexMap, bits


class Field(msgspec.Struct, frozen=True, cache_hash=True):
    chart: HexMap
    edge: int
    names: tuple[str, ...]
    about: tuple[str, ...] = ()
    """By hex: what the map shows there, in a word or two."""

    def called(self, space: int) -> str:
        """A hex for people: `K33, the bridge`."""
        about = self.about[space] if self.about else ""
        return f"{self.names[space]}, {about}" if about else self.names[space]

    def spell(self, hexes: int) -> str:
        return ", ".join(spans(self.names[space] for space in bits(hexes)))
