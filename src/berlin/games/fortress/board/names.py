"""What people call a hex within a sentence, and the places and streets that its name is made of.

hex_name(space)      `the Reichstag`, `Frankfurter Allee, two hexes east of Alexanderplatz`,
                     `the Grunewald, one hex south of Schildhorn`; no two hexes are called the same
numbered(space)      the same with the number that the map prints: `the Reichstag (5015)`
PLACES               villages, quarters and landmarks that are no ground of their own, by hex
STREETS              each street: its name and its hexes; STREETS_OF[space] the names of those in a hex
WATER_NAMES          the waterways by their keys
"""

from functools import cache

import msgspec

from berlin.boards.bearings import legs, told
from berlin.games.fortress.board.ground import (
    AIRFIELD_CENTRES,
    AIRFIELD_NAMES,
    AIRFIELD_OF,
    AT,
    DISTRICTS,
    HEXES,
    KEYS,
    MAP,
    NAMES,
    ROADS,
    RUINED,
    SIZE,
    STRONGPOINTS,
    TERRAIN,
    distance,
)
from berlin.games.fortress.board.tables import TABLES, TERRAIN_KEYS

WATER_NAMES = {
    "spree": "Spree",
    "landwehr": "Landwehr canal",
    "teltow": "Teltow canal",
    "britz": "Britz canal",
    "hohenzollern": "Hohenzollern canal",
}
_WAYS = ("north", "south", "north-east", "south-east", "north-west", "south-west")
# As far to the north as to the south leads due east or west.
_LEVEL = {frozenset(("north-east", "south-east")): "east", frozenset(("north-west", "south-west")): "west"}
_GROUND = {"clear": "open ground", "built-up": "built-up blocks"}
# Names that bear no article.
_BARE = ("Goebbels' house", "Alexanderplatz", "Schloss Charlottenburg", "Grunewald station")
_WOODS_AND_WATERS = (
    *("Grunewald", "Tiergarten", "Humboldthain", "Botanical Gardens", "Jungfernheide", "Rehberge"),
    *("Hasenheide", "Königsheide", "Plänterwald", "Spandau forest", "Havel", "Tegeler See"),
)
_THE = frozenset((*_WOODS_AND_WATERS, "Grunewald Tower", "Spandau citadel", "Grunewaldsee", "Teufelssee"))
# How far along its own road a street looks for the place it is told by.
_ALONG = 6


class Street(msgspec.Struct, frozen=True):
    """A stretch of a road that has a name of its own."""

    name: str
    road: int
    hexes: tuple[int, ...]


def _street(row: dict[str, str]) -> Street:
    number = int(row["road"]) - 1
    road = ROADS[number]
    first, last = road.index(AT[row["first"]]), road.index(AT[row["last"]])
    return Street(row["street"], number, road[first : last + 1])


STREETS = tuple(_street(row) for row in TABLES.rows("streets"))
PLACES: dict[int, str] = {AT[row["hex"]]: row["name"] for row in TABLES.rows("places")}
STREETS_OF: tuple[tuple[str, ...], ...] = tuple(
    tuple(dict.fromkeys(street.name for street in STREETS if space in street.hexes)) for space in range(SIZE)
)
# What other hexes are told by: the names that the map prints in hexes, then its places.
_KNOWN = {space: NAMES[space] for space in HEXES if NAMES[space]} | PLACES
_ROADS_OF = tuple(
    frozenset(number for number, road in enumerate(ROADS) if space in road) for space in range(SIZE)
)


def _the(name: str) -> str:
    bare = name in _BARE or name.endswith("airfield") or (name in PLACES.values() and name not in _THE)
    return name if bare else f"the {name}"


@cache
def hex_name(space: int) -> str:
    """A place by its name; any other hex by what lies there, and by the way to it from the nearest name."""
    if NAMES[space]:
        return _the(NAMES[space])
    lead = _lead(space)
    if space in PLACES and not STRONGPOINTS >> space & 1:
        return _the(PLACES[space])
    known = _nearest(space)
    if known == space:
        return f"{lead} at {_the(_KNOWN[known])}"
    whose = "its middle" if _is_within(space, known) else _the(_KNOWN[known])
    return f"{lead}, {_way(known, space)} of {whose}"


def numbered(space: int) -> str:
    """With the number that the map prints."""
    return f"{hex_name(space)} ({KEYS[space]})"


def _lead(space: int) -> str:
    """What lies in a hex: the first of its works, its streets, its district and its ground."""
    if AIRFIELD_OF[space] >= 0:
        return f"{AIRFIELD_NAMES[AIRFIELD_OF[space]]} airfield"
    if STRONGPOINTS >> space & 1:
        return "the strongpoint"
    if RUINED >> space & 1:
        return "the ruins"
    if STREETS_OF[space]:
        return " at ".join(STREETS_OF[space][:2])
    if DISTRICTS[space]:
        return f"the {DISTRICTS[space]}" if DISTRICTS[space] in _THE else DISTRICTS[space]
    ground = TERRAIN_KEYS[TERRAIN[space]]
    return _GROUND.get(ground, ground)


def _is_within(space: int, known: int) -> bool:
    """Whether a hex is part of the place that it is told by, so that the name stands there already."""
    whole = AIRFIELD_CENTRES[AIRFIELD_OF[space]] if AIRFIELD_OF[space] >= 0 else -1
    return known == whole or _lead(space) == _the(_KNOWN[known])


def _nearest(space: int) -> int:
    """The known hex that a hex is told by: an airfield's own, one on the same street, or the nearest."""
    if AIRFIELD_OF[space] >= 0:
        return AIRFIELD_CENTRES[AIRFIELD_OF[space]]
    near = sorted(_KNOWN, key=lambda known: distance(known, space))
    if STREETS_OF[space]:
        for known in near:
            if distance(known, space) > _ALONG:
                break
            if _ROADS_OF[known] & _ROADS_OF[space]:
                return known
    return near[0]


def _way(start: int, end: int) -> str:
    """`two hexes east and one north-east`: of a way that goes up and down, what is level comes first."""
    (r, c), (s, d) = MAP.cell[start], MAP.cell[end]
    parts = [(number, _WAYS[way]) for number, way in legs((s - r, d - c))]
    level = _LEVEL.get(frozenset(where for _, where in parts))
    if level:
        both = min(number for number, _ in parts)
        rest = [(number - both, where) for number, where in parts if number > both]
        parts = [(2 * both, level), *rest]
    return told(parts)
