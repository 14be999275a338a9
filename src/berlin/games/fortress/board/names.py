"""What people call a hex within a sentence, and the places and streets that its name is made of.

hex_name(space)      `the Reichstag`, `Frankfurter Allee, one hex north-east of Alexanderplatz`,
                     `the Grunewald, one hex south of Schildhorn`; no two hexes are called the same
numbered(space)      the same with the number that the map prints: `the Reichstag (5015)`
PLACES               villages, quarters and landmarks that are no ground of their own, by hex
STREETS              each street: its name, its road and its hexes; STREETS_OF[space] the names in a hex
WATER_NAMES          the waterways by their keys
"""

from berlin.boards.gazetteer import Gazetteer, street
from berlin.games.fortress.board.ground import (
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
)
from berlin.games.fortress.board.tables import TABLES, TERRAIN_KEYS

WATER_NAMES = {
    name: f"{name.capitalize()} canal" if name != "spree" else "Spree"
    for name in ("spree", "landwehr", "teltow", "britz", "hohenzollern")
}
_WAYS = ("north", "south", "north-east", "south-east", "north-west", "south-west")
_GROUND = {"clear": "open ground", "built-up": "built-up blocks"}
# What bears an article: woods and waters, and some of the places.
_THE = (
    *("Grunewald", "Tiergarten", "Humboldthain", "Botanical Gardens", "Jungfernheide", "Rehberge"),
    *("Hasenheide", "Königsheide", "Plänterwald", "Spandau forest", "Havel", "Tegeler See"),
    *("Grunewald Tower", "Spandau citadel", "Grunewaldsee", "Teufelssee"),
)


STREETS = tuple(street(row, ROADS, AT) for row in TABLES.rows("streets"))
PLACES: dict[int, str] = {AT[row["hex"]]: row["name"] for row in TABLES.rows("places")}
STREETS_OF: tuple[tuple[str, ...], ...] = tuple(
    tuple(dict.fromkeys(one.name for one in STREETS if space in one.hexes)) for space in range(SIZE)
)


def _lead(space: int) -> str:
    """What lies in a hex: the first of its works, its streets, its district and its ground."""
    if AIRFIELD_OF[space] >= 0:
        return f"{AIRFIELD_NAMES[AIRFIELD_OF[space]]} airfield"
    for works, word in ((STRONGPOINTS, "the strongpoint"), (RUINED, "the ruins")):
        if works >> space & 1:
            return word
    if STREETS_OF[space]:
        return " at ".join(STREETS_OF[space][:2])
    if DISTRICTS[space]:
        return f"the {DISTRICTS[space]}" if DISTRICTS[space] in _THE else DISTRICTS[space]
    ground = TERRAIN_KEYS[TERRAIN[space]]
    return _GROUND.get(ground, ground)


_NAMES = {space: NAMES[space] for space in HEXES if NAMES[space]}
_BARE = {"Goebbels' house", "Alexanderplatz", "Schloss Charlottenburg", "Grunewald station"}
_BARE |= {name for name in _NAMES.values() if name.endswith("airfield")} | set(PLACES.values()) - set(_THE)
_GAZETTEER = Gazetteer(MAP, _WAYS, _NAMES, PLACES, _lead, ROADS, _BARE)
hex_name = _GAZETTEER.name


def numbered(space: int) -> str:
    """With the number that the map prints."""
    return f"{hex_name(space)} ({KEYS[space]})"
