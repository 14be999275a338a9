"""The modelled battle on this map: its house numbers and the ground."""

from berlin.boards.hexes import bits
from berlin.campaign.model.house import Battlefield, Land, read_house
from berlin.campaign.state.state import Draft
from berlin.games.orsha.board.ground import (
    BUILDINGS,
    BY_TERRAIN,
    EAST,
    LVP,
    RUSSIAN_ENTRY,
    SIZE,
    WEST,
    german_entry,
)
from berlin.games.orsha.board.tables import RUSSIAN, TABLES

HOUSE = read_house(TABLES.rows("model"))


def _by_hex(worth: dict[str, int]) -> tuple[int, ...]:
    """The most that any terrain of a hex is worth."""
    found = [0] * SIZE
    for word, hexes in BY_TERRAIN.items():
        for space in bits(hexes):
            found[space] = max(found[space], worth.get(word, 0))
    return tuple(found)


def _entries(d: Draft) -> tuple[int, int]:
    return german_entry(d.control[RUSSIAN]), RUSSIAN_ENTRY


BATTLEFIELD = Battlefield(
    house=HOUSE,
    land=Land(
        shelter=_by_hex(HOUSE.shelter),
        going=_by_hex(HOUSE.going),
        rough=BY_TERRAIN["woods"] | BY_TERRAIN["gully"] | BUILDINGS,
        burns=BY_TERRAIN["grain"] | BY_TERRAIN["brush"] | BY_TERRAIN["woods"] | BUILDINGS,
        prizes=LVP,
        exits=WEST,
        homes=(WEST, EAST),
        entries=_entries,
    ),
)
