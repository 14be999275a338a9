"""The picture of the board: the map, its margin, and the hexes as places."""

from functools import cache

from berlin.boards import drawing, fielddraw
from berlin.boards.atlas import Point
from berlin.games.orsha.board import ground
from berlin.games.orsha.board.ground import KEYS, MAP
from berlin.games.orsha.board.places import LANDMARKS, lies_at
from berlin.games.orsha.rules.perimeters import FIELD
from berlin.games.orsha.table import landscape, margin
from berlin.games.orsha.table.landscape import BOTTOM, GRID, LEFT, RIGHT, SIZE, TOP
from berlin.games.orsha.table.margin import HEIGHT, WIDTH
from berlin.kernel.contract.ids import Place
from berlin.kernel.contract.scene import Board, Spot

ROOM = SIZE * 0.7
GROWN = {"open": "open ground", "shellhole": "shellholes"}
"""Words of the map's table that are not what people say."""


@cache
def svg() -> str:
    body = fielddraw.signs() + margin.paper() + landscape.drawn() + margin.drawn()
    return drawing.page(WIDTH, HEIGHT, "Onslaught to Orsha 2", body)


@cache
def board() -> Board:
    """The picture, and its hexes by their names."""
    return Board(WIDTH, HEIGHT, svg(), tuple(_spot(space) for space in MAP.spaces))


def _spot(space: Place) -> Spot:
    outline = tuple(_on_sheet(point) for point in GRID.corners(MAP.cell[space]))
    room = ROOM * (0.6 if ground.HALF >> space & 1 else 1)
    return Spot(KEYS[space], describe(space), outline, landscape.middle(space), room, ground.doubt(space))


def _on_sheet(point: Point) -> Point:
    x, y = point
    return min(max(x, LEFT), RIGHT), min(max(y, TOP), BOTTOM)


def describe(space: Place) -> str:
    """A hex as its own sign tells of it: `The bridge (K33): gully, road, bridge, 1 LVP`. What it is called by
    is not said twice."""
    name, told = FIELD.printed(space), ground_words(space)
    if space not in LANDMARKS:
        told = [word for word in told if word != lies_at(space)]
    return ": ".join(filter(None, (f"{name[:1].upper()}{name[1:]}", ", ".join(told))))


def ground_words(space: Place) -> list[str]:
    """What lies there, in words."""
    words = [GROWN.get(word, word) for word in ground.BY_TERRAIN if ground.BY_TERRAIN[word] >> space & 1]
    words += [f"level {ground.LEVEL[space]}"] if ground.LEVEL[space] else []
    words += ["road"] if ground.ROAD.hexes >> space & 1 else []
    words += ["railway"] if ground.RAIL.hexes >> space & 1 else []
    words += ["bridge"] if ground.BRIDGE >> space & 1 else []
    words += [f"{ground.LVP[space]} LVP"] if space in ground.LVP else []
    return words
