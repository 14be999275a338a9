"""How long both sides wait for their Perimeters on the full map of Onslaught to Orsha 2, 120 units a side."""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

import msgspec
from benchmarks.games import YARDSTICK, backgammon

from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters.isolation import settled
from berlin.campaign.perimeters.markers import checked, markers_of
from berlin.campaign.perimeters.perimeter import Perimeter, Side, largest
from berlin.games.orsha.board.ground import ALL, EDGE, MAP, NUMBER
from berlin.games.orsha.rules import perimeters
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.perimeters import FIELD, Kind, Piece
from berlin.kernel.contract.ids import BOTH

UNITS = 120
WORKS = 60
POSITIONS = 20
# One unit in so many is a leader, and one in so many has broken through to any place at all.
LEADERS, STRAYS = 6, 8


class Position(msgspec.Struct, frozen=True):
    """Where everything is, and who Controls what."""

    pieces: tuple[Piece, ...]
    works: int
    control: tuple[int, int]


class Measured(msgspec.Struct):
    """CPU seconds: of the middle answer and the slowest, and for a player's own markers."""

    middle: float
    slowest: float
    own: float
    game: float | None
    """Of one random game of backgammon in the same rounds."""
    ratio: float | None


def measured(rounds: int) -> Measured:
    rng = Random(1944)
    game = backgammon() if YARDSTICK else None
    positions = [position(rng) for _ in range(POSITIONS)]
    answers, owns, games, ratios = list[float](), list[float](), list[float](), list[float]()
    for _ in range(rounds):
        times = [spent(partial(answer, each)) for each in positions]
        owns.append(median(own(each) for each in positions[:5]))
        answers += times
        if game:
            games.append(median(spent(partial(game, rng)) for _ in range(POSITIONS)))
            ratios.append(median(times) / games[-1])
    beside = (median(games), median(ratios)) if games else (None, None)
    return Measured(median(answers), max(answers), median(owns), *beside)


def answer(here: Position) -> tuple[Perimeter, Perimeter]:
    """Both Perimeters, and what they make of the map."""
    one, other = sides(here)
    drawn = largest(FIELD, one), largest(FIELD, other)
    strategic = perimeters.strategic(here.works, here.pieces)
    edge = EDGE & here.control[0], EDGE & here.control[1]
    settled(FIELD, drawn, perimeters.forces(here.pieces), here.control, edge, strategic)
    return drawn


def own(here: Position) -> float:
    """The time for one side's markers, as many as the largest Perimeter has."""
    side = sides(here)[0]
    markers = markers_of(FIELD, side, largest(FIELD, side))
    return spent(partial(checked, FIELD, side, BOOK.cite, markers))


def sides(here: Position) -> tuple[Side, Side]:
    edge = EDGE & here.control[0], EDGE & here.control[1]
    return perimeters.sides(here.works, here.pieces, here.control, edge)


def position(rng: Random) -> Position:
    """A front that swings over the middle of the map, units on both sides of it and some beyond."""
    bends = [rng.randint(12, 40) for _ in range(6)]
    east = board_of(space for space in MAP.spaces if NUMBER[space] >= front(bends, space))
    control = ALL & ~east, east
    pieces = []
    for side in BOTH:
        near = [s for s in bits(control[side]) if abs(NUMBER[s] - front(bends, s)) < 12]
        for number in range(UNITS):
            kind = Kind.SMC if number % LEADERS == 0 else Kind.MMC
            space = rng.choice(MAP.spaces if number % STRAYS == 1 else near)
            pieces.append(Piece(side, space, kind))
    return Position(tuple(pieces), board_of(rng.sample(MAP.spaces, WORKS)), control)


def front(bends: list[int], space: int) -> int:
    """Where the front runs in this hex's column."""
    part, within = divmod(-MAP.cell[space][0], 6)
    after = bends[min(part + 1, len(bends) - 1)]
    return bends[part] + (after - bends[part]) * within // 6


def spent(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start
