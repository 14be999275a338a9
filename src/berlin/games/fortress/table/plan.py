"""Where Berlin lies on the paper: its hexes, the courses of its streets, waters and railways."""

from functools import cache

from berlin.boards.columns import ColumnGrid
from berlin.boards.hexdraw import Line, smooth
from berlin.boards.hexes import bits, board_of
from berlin.boards.town import ways
from berlin.boards.town.plan import TownPlan
from berlin.boards.travel import paces
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, BESIDE, HEXES, MAP, ROAD_STEP, ROADS, WATERS
from berlin.games.fortress.board.tables import TABLES

SIZE = 60.0
HALF = 3**0.5 * SIZE / 2
LEFT, TOP = 170.0, 150.0
RIGHT = LEFT + 1.5 * SIZE * (ground.COLUMNS - 1) + 2 * SIZE
BOTTOM = TOP + 2 * HALF * ground.NUMBERS + HALF
WIDTH, HEIGHT = round(RIGHT + LEFT), round(BOTTOM + 560)
PLAN = TownPlan(MAP, ColumnGrid(SIZE, LEFT + SIZE, TOP - HALF), (LEFT, TOP, RIGHT, BOTTOM))
EDGES = board_of(space for space in HEXES if ground.EDGE[space] == 0)
JUNCTIONS = board_of(space for space in HEXES if ROAD_STEP[space].bit_count() > 2)
# Into which hex a waterway flows at its ends, if into any.
_MOUTHS = {"spree": ("2111", ""), "hohenzollern": ("2207", "")}


def course(road: tuple[int, ...]) -> Line:
    return PLAN.course(road, JUNCTIONS, EDGES)


@cache
def streets() -> tuple[Line, ...]:
    return tuple(smooth(course(road), 2) for road in ROADS)


@cache
def channels() -> dict[str, Line]:
    found = {}
    for name, sides in ground.WATERWAYS.items():
        head, mouth = (AT.get(key, -1) for key in _MOUTHS.get(name, ("", "")))
        found[name] = smooth(PLAN.channel(sides, head, mouth), 2)
    return PLAN.joined(found)


@cache
def railways() -> tuple[Line, ...]:
    """The ring, which comes back to where it began, and the lines through the city and out of it."""
    return tuple(_railway([AT[key] for key in row["hexes"].split()]) for row in TABLES.rows("railways"))


def _railway(stops: list[int]) -> Line:
    if stops[0] == stops[-1]:
        return PLAN.through(stops[:-1], closed=True)
    first, last = ([PLAN.outward(end)] if EDGES >> end & 1 else [] for end in (stops[0], stops[-1]))
    return (*first, *PLAN.through(stops), *last)


@cache
def stream() -> tuple[int, ...]:
    """The water hexes that the Havel flows through, from edge to edge by the shortest way."""
    far = paces(BESIDE, 1 << AT["1234"], ~WATERS)
    found = [AT["2501"]]
    while far[found[-1]]:
        found.append(min(bits(BESIDE[found[-1]] & WATERS), key=far.__getitem__))
    return tuple(found)


@cache
def surveyed() -> TownPlan:
    """The plan with all that runs on it, and squares round the great buildings with room for their names."""
    PLAN.taken.draw(streets(), ways.STREET + 12)
    PLAN.taken.draw(railways(), 16)
    for name, line in channels().items():
        PLAN.taken.draw([line], (ways.RIVER if name == "spree" else ways.CANAL) + 14)
    squares = PLAN.centres(ground.BUILDINGS | ground.TOWERS)
    PLAN.taken.draw((((x, y - 4), (x, y + 28)) for x, y in squares), 84)
    return PLAN
