"""The picture of the board: Berlin, its margin, and the hexes as places."""

from functools import cache

from berlin.boards import drawing
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import HEXES, KEYS, MAP
from berlin.games.fortress.board.names import numbered
from berlin.games.fortress.board.tables import TABLES, TERRAINS
from berlin.games.fortress.table import city, labels, landscape, margin
from berlin.games.fortress.table.plan import BOTTOM, GRID, HEIGHT, LEFT, RIGHT, SIZE, TOP, WIDTH, centre
from berlin.kernel.contract.scene import Board, Spot

ROOM = SIZE * 0.78
# What lies in a hex beside its ground, in words.
_LAYERS = (
    (ground.STRONGPOINTS, "strongpoint"),
    (ground.ROAD_HEXES, "street"),
    (ground.UBAHN, "U-Bahn entrance"),
    (ground.BUNKERS, "bunker"),
)


@cache
def svg() -> str:
    body = margin.paper() + _map() + margin.drawn()
    return drawing.page(WIDTH, HEIGHT, "Fortress Berlin", body)


def _map() -> str:
    """Layer upon layer, cut at the edges of the map."""
    box = f'x="{LEFT:g}" y="{TOP:g}" width="{RIGHT - LEFT:.1f}" height="{BOTTOM - TOP:.1f}"'
    layers = (
        *(landscape.country(), landscape.woods(), landscape.parks(), city.airfields(), city.blocks()),
        *(city.ruins(), landscape.villages(), landscape.lakes(), landscape.rivers(), landscape.roads()),
        *(landscape.bridges(), labels.tunnels(), landscape.railways(), labels.perimeter(), city.fort()),
        *(city.buildings(), city.towers(), landscape.mesh(), labels.strongpoints(), landscape.numbers()),
        *(labels.wood_names(), labels.water_names(), labels.street_names(), labels.quarter_names()),
        *(labels.airfield_names(), labels.building_names(), labels.signs()),
    )
    return f'<clipPath id="sheet"><rect {box}/></clipPath><g clip-path="url(#sheet)">{"".join(layers)}</g>'


@cache
def board() -> Board:
    """The picture, and its hexes by their numbers."""
    printed = {row["key"] for row in TABLES.rows("hexes") if row["source"] == "printed"}
    return Board(WIDTH, HEIGHT, svg(), tuple(_spot(space, KEYS[space] in printed) for space in HEXES))


def _spot(space: int, printed: bool) -> Spot:
    outline = tuple((round(x, 1), round(y, 1)) for x, y in GRID.corners(MAP.cell[space]))
    x, y = centre(space)
    whose = "the rulebook names this hex" if printed else "our choice"
    ground_ = describe(space)
    note = f"{ground_[:1].upper()}{ground_[1:]}; {whose}"
    return Spot(KEYS[space], numbered(space), outline, (round(x, 1), round(y, 1)), ROOM, note)


def describe(space: int) -> str:
    """What a hex is: `built-up area, street, U-Bahn entrance, entry area H`."""
    words = [TERRAINS[ground.TERRAIN[space]].name]
    words += [word for spaces, word in _LAYERS if spaces >> space & 1]
    words += [f"entry area {letter}" for letter, spaces in ground.ENTRY.items() if space in spaces]
    return ", ".join(words)
