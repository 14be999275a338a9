"""The picture of the board: the map, the charts and tracks beside it, and the places that counters lie in."""

from functools import cache

from berlin.boards import drawing, hexdraw
from berlin.boards.printed import spot
from berlin.games.noretreat.board import ground
from berlin.games.noretreat.board.ground import KEYS, MAP, NAMES, Space, spaces_of
from berlin.games.noretreat.board.names import space_name
from berlin.games.noretreat.board.tables import LAST_TURN, SEATS, TABLES, TURNS
from berlin.games.noretreat.table import charts, landscape
from berlin.games.noretreat.table.landscape import AREA_CELLS, GRID, SIZE
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.contract.scene import Board, Spot

WIDTH, HEIGHT = 3380.0, 2508.0
ROOM = SIZE * 0.78
_AREA_ANCHORS = {"Finland": (-9.98, 12.72), "WestBalkans": (4.1, -12.6), "SouthBalkans": (6.45, -11.65)}
_OURS = {
    "land": "that it lies in Rumania is our choice",
    "sheet": "that it lies on the map of the western extension is our choice",
    "old_edge": "that it is an Axis supply edge while the extension is closed is our choice",
}


@cache
def svg() -> str:
    paper = f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#e4d8b8"/>'
    return drawing.page(
        WIDTH, HEIGHT, "No Retreat!", hexdraw.signs() + paper + landscape.drawn() + charts.drawn()
    )


@cache
def board() -> Board:
    """The picture and its places: hexes and areas by their keys, each side's boxes (`axis-rail`), the boxes
    of the turn track (`turn-1`) and of the victory points (`vp-12`)."""
    spots = [_hex(space) for space in spaces_of(ground.GRID)]
    spots += [_area(space) for space in spaces_of(ground.AREAS)]
    spots += [
        spot(f"{seat}-{key}", f"{seat.capitalize()} {name}", charts.side_box(side, key), 0.62)
        for side, seat in zip(BOTH, SEATS, strict=True)
        for key, (name, _) in charts.BOX_NAMES.items()
    ]
    spots += [
        spot(f"turn-{n}", f"Turn {n}, {TURNS[n].label}", charts.turn_box(n), 0.5)
        for n in range(1, LAST_TURN + 1)
    ]
    spots += [
        spot(f"vp-{n}", f"{n} victory points", charts.point_box(n), 0.6)
        for n in range(charts.MOST_POINTS + 1)
    ]
    return Board(WIDTH, HEIGHT, svg(), tuple(spots))


@cache
def _house() -> dict[str, tuple[str, ...]]:
    rows = [*TABLES.rows("hexes"), *TABLES.rows("areas")]
    return {row["key"]: tuple(row["house"].split()) for row in rows}


def _note(space: Space) -> str:
    """What of a space is our own."""
    return "; ".join(
        _OURS[word] for word in _house()[KEYS[space]] if word in _OURS and space != ground.FINLAND
    )


def _hex(space: Space) -> Spot:
    cell = MAP.cell[space]
    x, y = GRID.centre(cell)
    named = bool(ground.VP_SPACES >> space & 1)
    anchor = x, y + (13 if named else 0)
    return Spot(KEYS[space], space_name(space), GRID.corners(cell), anchor, ROOM, _note(space))


def _area(space: Space) -> Spot:
    key = KEYS[space]
    ring = max(hexdraw.outline(GRID, set(AREA_CELLS[key])), key=len)
    inside = tuple((x, max(y, landscape.TOP)) for x, y in ring)
    return Spot(key, NAMES[space], inside, landscape.at(*_AREA_ANCHORS[key]), SIZE * 1.5, _note(space))
