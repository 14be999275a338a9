"""The board of Race for Berlin: seventy-four zones, and what lies on the borders between them."""

from collections.abc import Sequence
from typing import cast

import msgspec

from berlin.boards import zones
from berlin.boards.hexes import board_of
from berlin.boards.travel import paces
from berlin.games.race.board.units import TABLES, folded
from berlin.kernel.contract.ids import Place, numbered

FRONTS = ("Zhukov", "Koniev", "Berlin")
SUPPLY = {"": -1, "Zhukov": 0, "Koniev": 1, "German": 2}


class Zone(msgspec.Struct, frozen=True):
    id: Place
    name: str
    key: str
    index: int
    front: int
    vp: int
    garrison: int
    difficult: bool
    insert: bool
    supply: int
    east: bool
    unlimited: bool
    west_edge: bool
    south_edge: bool
    tracks: tuple[int, ...]
    letters: tuple[str, ...]
    source: str


class Edge(msgspec.Struct, frozen=True):
    a: Place
    b: Place
    river: bool
    road: bool
    oder_neisse: bool
    line: tuple[Place, ...]
    white: bool


_ROWS = TABLES.rows("zones")
DRAWING = zones.read(
    TABLES,
    insert=frozenset(row["key"] for row in _ROWS if row["insert"] == "yes"),
    hubs=frozenset({"nexus"}),
)
_WEST, _SOUTH = DRAWING.touching("west"), DRAWING.touching("south")


def _zone(number: Place, row: dict[str, str]) -> Zone:
    supply = SUPPLY[row["supply"]]
    east = supply in (0, 1)
    return Zone(
        id=number,
        name=row["name"],
        key=row["key"],
        index=int(row["index"]),
        front=FRONTS.index(row["front"]),
        vp=int(row["vp"]),
        garrison=int(row["garrison"]),
        difficult=row["difficult"] == "yes",
        insert=row["insert"] == "yes",
        supply=supply,
        east=east,
        unlimited=east or row["key"] == "Bridgehead",
        west_edge=row["key"] in _WEST,
        south_edge=row["key"] in _SOUTH,
        tracks=tuple(int(track) for track in row["tracks"].split()),
        letters=tuple(row["letters"].split()),
        source=row["source"],
    )


N = len(_ROWS)
ALL_ZONES = numbered(Place, N)
ZONES: tuple[Zone, ...] = tuple(map(_zone, ALL_ZONES, _ROWS))
# A range tells quickest what is in it.
BERLIN = cast(Sequence[Place], range(6))
BY_NAME: dict[str, Place] = {}
for _z in ZONES:
    for _name in (_z.key, _z.name, folded(_z.key), folded(_z.name)):
        BY_NAME[_name] = _z.id


def find_zone(text: str) -> Place:
    """The zone of that name, key or spelling without umlauts."""
    found = BY_NAME.get(text)
    return BY_NAME[folded(text)] if found is None else found


def zone_name(zone: Place) -> str:
    return ZONES[zone].name


def _edge(contact: zones.Contact) -> Edge:
    a, b = sorted((BY_NAME[contact.a], BY_NAME[contact.b]))
    return Edge(
        a=a,
        b=b,
        river=contact.river,
        road=contact.road,
        oder_neisse=ZONES[a].east != ZONES[b].east,
        line=tuple(sorted(BY_NAME[key] for key in contact.line)),
        white=contact.link,
    )


EDGES: tuple[Edge, ...] = tuple(
    sorted((_edge(contact) for contact in DRAWING.contacts.values()), key=lambda e: (e.a, e.b))
)
EDGE: dict[tuple[Place, Place], Edge] = {pair: e for e in EDGES for pair in ((e.a, e.b), (e.b, e.a))}
NEIGHBOURS: tuple[tuple[Place, ...], ...] = tuple(
    tuple(sorted(b for a, b in EDGE if a == zone.id)) for zone in ZONES
)


CORNERS: tuple[frozenset[Place], ...] = tuple(
    frozenset(BY_NAME[key] for key in DRAWING.at_corners(z.key) if key in BY_NAME) - {z.id, *NEIGHBOURS[z.id]}
    for z in ZONES
)
"""For each zone, those that meet it at a drawn corner without sharing a border."""


_NEAR = tuple(board_of(near) for near in NEIGHBOURS)
DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(paces(_NEAR, 1 << zone.id)) for zone in ZONES)
TRACKS: tuple[tuple[Place, ...], ...] = tuple(
    tuple(BY_NAME[key] for key in row["zones"].split()) for row in TABLES.rows("tracks")
)
RIVER_WEST: frozenset[Place] = frozenset(
    zone for e in EDGES if e.oder_neisse for zone in (e.a, e.b) if not ZONES[zone].east
)
