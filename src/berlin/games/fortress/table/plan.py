"""Where Berlin lies on the paper, and what runs through it."""

from functools import cache

from berlin.boards.columns import ColumnGrid
from berlin.boards.town.plan import TownPlan
from berlin.boards.town.survey import Survey
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, MAP
from berlin.games.fortress.board.tables import TABLES

SIZE = 60.0
HALF = 3**0.5 * SIZE / 2
LEFT, TOP = 170.0, 150.0
RIGHT = LEFT + 1.5 * SIZE * (ground.COLUMNS - 1) + 2 * SIZE
BOTTOM = TOP + 2 * HALF * ground.NUMBERS + HALF
WIDTH, HEIGHT = round(RIGHT + LEFT), round(BOTTOM + 560)
PLAN = TownPlan(MAP, ColumnGrid(SIZE, LEFT + SIZE, TOP - HALF), (LEFT, TOP, RIGHT, BOTTOM))
EDGES = ground.NORTH_EDGE | ground.SOUTH_EDGE | ground.WEST_EDGE | ground.EAST_EDGE


@cache
def survey() -> Survey:
    mouths = {"spree": (AT["2111"], -1), "hohenzollern": (AT["2207"], -1)}
    railways = [[AT[key] for key in row["hexes"].split()] for row in TABLES.rows("railways")]
    found = Survey(PLAN, EDGES, ground.ROADS, ground.WATERWAYS, mouths, railways)
    found.clear(("spree",), ground.BUILDINGS | ground.TOWERS)
    return found
