"""A sheet of 30 columns on which the examples are laid out, and sides made of names of hexes."""

from berlin.boards.columns import Columns, letters
from berlin.boards.hexes import HexMap, bits, board_of
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.perimeters.perimeter import Perimeter, Side
from berlin.campaign.perimeters.pockets import Pocket
from berlin.kernel.contract.ids import Place
from berlin.squad.board.field import Field
from berlin.squad.board.pieces import NOWHERE

NAMES = Columns(low=True)
CHART = HexMap(
    NAMES.cell(f"{letters(column)}{number}")
    for column in range(30)
    for number in range(1 - column % 2, 54 - column % 2)
)
EDGE = board_of(space for space in CHART.spaces if CHART.across[space].bit_count() < 6)
FIELD = Field(
    CHART,
    EDGE,
    tuple(NAMES.name(CHART.cell[space]) if space in CHART.cell else "" for space in range(CHART.size)),
)
NORTH, SOUTH = (
    board_of(space for space in CHART.spaces if NAMES.column(CHART.cell[space]) == column)
    for column in (29, 0)
)


def cite(topic: str) -> str:
    """The clause of a topic: here, its own last word."""
    return topic.rpartition(".")[2]


def at(names: str) -> int:
    """The set of these hexes: `K20 K22`, or `K20-K21-K22`."""
    return board_of(one(name) for name in names.replace("-", " ").split())


def one(name: str) -> Place:
    return CHART.index[NAMES.cell(name)]


def named(hexes: int) -> set[str]:
    return {FIELD.names[space] for space in bits(hexes)}


def ring(name: str, far: int) -> int:
    """The hexes just so far away."""
    middle = one(name)
    return CHART.within(middle, far) & ~CHART.within(middle, far - 1)


def east_of(number: int) -> int:
    return board_of(space for space in CHART.spaces if NAMES.number(CHART.cell[space]) >= number)


def squads(names: str, *, holds: int = 0, edge: int = 0, blocked: str = "", others: str = "") -> Side:
    """A side with MMC in these hexes, and with other units but SMC in those."""
    mmc = at(names)
    return Side(mmc=mmc, units=mmc | at(others), holds=holds, edge=edge, blocked=at(blocked))


def marker(text: str) -> Marker:
    """`K20 K24`, or `P10 Q10 T10` for the line by Q10."""
    hexes = [one(name) for name in text.split()]
    return Marker(hexes[0], hexes[-1], hexes[1] if len(hexes) > 2 else NOWHERE)


def is_closed(walk: tuple[int, ...]) -> bool:
    """Whether each hex touches the next, the last the first, and none comes twice."""
    pairs = zip(walk, (*walk[1:], walk[0]), strict=True)
    return len(set(walk)) == len(walk) >= 3 and all(CHART.across[a] >> b & 1 for a, b in pairs)


def only_pockets(*grounds: str) -> Perimeter:
    """A Perimeter of Pockets alone, each with the ground of these hexes."""
    return Perimeter(0, (), 0, tuple(Pocket(at(ground), at(ground)) for ground in grounds), 0)


def ground(hexes: int, pockets: Perimeter | None = None) -> Perimeter:
    """A Perimeter whose main Area is this ground; its Front Line is the ground's rim."""
    beyond = CHART.seep(CHART.all & ~hexes, CHART.all, 1)
    return Perimeter(hexes, (), 0, pockets.pockets if pockets else (), hexes & beyond)
