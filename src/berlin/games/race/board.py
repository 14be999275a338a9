"""The board of Race for Berlin: seventy-four zones, and what lies on the borders between them."""

from collections import deque

import msgspec

from berlin.boards import zones
from berlin.boards.atlas import Point
from berlin.games.race.units import TABLES

FRONTS = ("Zhukov", "Koniev", "Berlin")
SUPPLY = {"": -1, "Zhukov": 0, "Koniev": 1, "German": 2}


class Zone(msgspec.Struct, frozen=True):
    id: int
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
    a: int
    b: int
    river: bool
    road: bool
    oder_neisse: bool
    line: tuple[int, ...]
    white: bool


_ROWS = TABLES.rows("zones")
DRAWING = zones.read(
    TABLES,
    insert=frozenset(row["key"] for row in _ROWS if row["insert"] == "yes"),
    hubs=frozenset({"nexus"}),
)
_WEST, _SOUTH = DRAWING.touching("west"), DRAWING.touching("south")


def _zone(number: int, row: dict[str, str]) -> Zone:
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


def _fold(text: str) -> str:
    text = text.casefold().replace("ß", "ss")
    for umlaut, plain in (("ä", "a"), ("ö", "o"), ("ü", "u")):
        text = text.replace(umlaut, plain)
    return "".join(letter for letter in text if letter.isalnum())


ZONES: tuple[Zone, ...] = tuple(_zone(number, row) for number, row in enumerate(_ROWS))
N: int = len(ZONES)
BERLIN = range(6)
BY_NAME: dict[str, int] = {}
for _z in ZONES:
    for _name in (_z.key, _z.name, _fold(_z.key), _fold(_z.name)):
        BY_NAME[_name] = _z.id


def find_zone(text: str) -> int:
    """The zone of that name, key or spelling without umlauts."""
    found = BY_NAME.get(text)
    return BY_NAME[_fold(text)] if found is None else found


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
EDGE: dict[tuple[int, int], Edge] = {pair: e for e in EDGES for pair in ((e.a, e.b), (e.b, e.a))}
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(b for a, b in EDGE if a == zone.id)) for zone in ZONES
)


def _corners() -> tuple[frozenset[int], ...]:
    """For each zone, those that meet it at a drawn corner without sharing a border."""
    at: dict[Point, set[int]] = {}
    for border in DRAWING.borders:
        for point in (border.path[0], border.path[-1]):
            at.setdefault(point, set()).update(
                BY_NAME[key] for key in (border.left, border.right) if key in BY_NAME
            )
    return tuple(
        frozenset(b for meeting in at.values() if z.id in meeting for b in meeting)
        - {z.id}
        - set(NEIGHBOURS[z.id])
        for z in ZONES
    )


CORNERS: tuple[frozenset[int], ...] = _corners()


def _hops(start: int) -> tuple[int, ...]:
    far = [-1] * N
    far[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in NEIGHBOURS[here]:
            if far[there] < 0:
                far[there] = far[here] + 1
                queue.append(there)
    return tuple(far)


DISTANCE: tuple[tuple[int, ...], ...] = tuple(_hops(zone.id) for zone in ZONES)
TRACKS: tuple[tuple[int, ...], ...] = tuple(
    tuple(BY_NAME[key] for key in row["zones"].split()) for row in TABLES.rows("tracks")
)
RIVER_WEST: frozenset[int] = frozenset(
    zone for e in EDGES if e.oder_neisse for zone in (e.a, e.b) if not ZONES[zone].east
)
