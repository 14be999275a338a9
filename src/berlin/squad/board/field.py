"""The map: its hexes, those at its edge, and how they are called."""

import msgspec

from berlin.boards.columns import spans
from berlin.boards.hexes import HexMap, bits
from berlin.kernel.contract.ids import Place


class Field(msgspec.Struct, frozen=True, cache_hash=True):
    chart: HexMap
    edge: int
    names: tuple[str, ...]
    """By hex: its number, as it is printed and as records have it."""
    places: tuple[str, ...] = ()
    """By hex: what people call it. Where nothing is told, that is the number printed on the map."""

    def called(self, space: Place) -> str:
        """A hex for people: `the road one hex east of the bridge`."""
        return self.places[space] if self.places else self.names[space]

    def printed(self, space: Place) -> str:
        """The same with its number, for who has a map before him on which he must find it."""
        return f"{self.places[space]} ({self.names[space]})" if self.places else self.names[space]

    def spell(self, hexes: int) -> str:
        return ", ".join(spans(self.names[space] for space in bits(hexes)))
