"""What the hexes of the map are called: by a name of their own, or by what lies there and the nearest name.

PLACES[hex]     `the bridge`, `the road one hex east of the bridge`; no two are called alike
LANDMARKS[hex]  those with a name of their own
"""

from berlin.boards.bearings import bearing, parts
from berlin.games.orsha.board.ground import (
    AT_LEVEL,
    BRIDGE,
    BUILDINGS,
    BY_TERRAIN,
    CULVERT,
    GULLY,
    MAP,
    RAIL,
    ROAD,
    SIZE,
    find_hex,
)
from berlin.games.orsha.board.tables import TABLES
from berlin.kernel.contract.ids import Place, numbered

LANDMARKS = {find_hex(row["hex"]): row["name"] for row in TABLES.rows("landmarks")}
BENT = 2
"""So many hexes farther a name may lie, if it lies straight ahead."""
_SIGHTS = (
    (BRIDGE, "bridge"),
    (CULVERT, "culvert"),
    (BUILDINGS, "building"),
    (RAIL.hexes, "railway"),
    (GULLY.hexes, "gully"),
    *((BY_TERRAIN[word], word) for word in ("woods", "orchard", "brush", "grain", "marsh")),
    (BY_TERRAIN["shellhole"], "shellholes"),
    (ROAD.hexes, "road"),
    (AT_LEVEL[1], "hill"),
)
"""What a hex is called by: the first of these that it has."""


def lies_at(space: Place) -> str:
    """What it is called by, if it has no name of its own: `woods`, `open ground`."""
    return next((word for hexes, word in _SIGHTS if hexes >> space & 1), "open ground")


def _farness(landmark: int, space: Place) -> tuple[int, int, int]:
    steps = [count for count, _ in parts(MAP.cell[landmark], MAP.cell[space])]
    straight = len(steps) < 2 or steps[0] == steps[1]
    return sum(steps) + (0 if straight else BENT), sum(steps), landmark


def _called(space: Place) -> str:
    if space in LANDMARKS:
        return LANDMARKS[space]
    near = min(LANDMARKS, key=lambda landmark: _farness(landmark, space))
    way = bearing(MAP.cell[near], MAP.cell[space])
    return f"the {lies_at(space)} {way} of {LANDMARKS[near]}"


_NAMES = {space: _called(space) for space in MAP.spaces}
PLACES = tuple(_NAMES.get(space, "") for space in numbered(Place, SIZE))
