"""What the spaces of the map are worth, by the turn and to whom: a judgement of ours, not a rule.

A prize is a city, an oil hex or an area; its worth is told in points of the standing.
"""

from functools import lru_cache
from itertools import pairwise

from berlin.games.noretreat.board.ground import (
    AXIS_OBJECTIVES,
    BALKANS,
    BELGRADE,
    BERLIN,
    BRESLAU,
    CONTROLLED,
    MAP,
    MOSCOW,
    PLOESTI,
    POSEN,
    RUMANIA,
    SIZE,
    SOVIET_OBJECTIVES,
    SPACES,
    VP_SPACES,
    VP_SPACES_1945,
    WARSAW,
    Space,
    spaces_of,
)
from berlin.games.noretreat.board.tables import AXIS, FIRST_SOVIET_INITIATIVE, RESET_TURN, SOVIET
from berlin.games.noretreat.rules.victory import AXIS_NEEDS_AFTER, AXIS_NEEDS_BEFORE
from berlin.games.noretreat.state.state import BIT, spread
from berlin.kernel.contract.ids import Seat

# What a victory point is worth.
POINT = 6.0
# An area, which gives no points; a town that counts no more.
AREA, BEHIND = 0.1, 0.15
# A Soviet objective before 1945, in victory points, when it may be hoped for and when it may not.
HOPED, HOPELESS = 1.6, 1.0
# An objective of the Axis, by how many it lacks: the Axis goes for points, the Soviets guard what would lose
# them the war; Moscow most of all.
LACKED = ((1.5, 1.5, 1.0, 1.0), (6.0, 6.0, 3.0, 1.2))
CAPITAL = (1.0, 1.2)
WESTERN, LAST_GOAL = 1.0, 8.0
# In 1945, an objective other than Berlin, by side, and how much dearer each turn makes it: the Soviets must
# have three in the end.
GOAL, LATE = (3.0, 7.5), (0.0, 0.45)
# In 1945 the Axis wins by holding out: the way to Berlin is dear, what it lost in the south is behind it.
THE_GATE, WAY_TO_BERLIN, GIVEN_UP = 2.5, 1.5, 0.0
OIL_FIELDS = 1.5
# How far a prize draws, and how its draw fades with each hex.
DRAWN_FROM, FADES = 12, 0.8
# From which turn on, how strongly and from how far a German in the USSR draws the Soviets.
HUNTED_FROM, HUNT, HUNTED_WITHIN = 18, 0.4, 8


def lacking(turn: int, taken: int) -> int:
    """How many objectives the Axis has still to take, if it holds these."""
    if turn >= FIRST_SOVIET_INITIATIVE:
        return max(0, AXIS_NEEDS_AFTER - taken.bit_count())
    others = (taken & ~BIT[MOSCOW]).bit_count()
    return (not taken & BIT[MOSCOW]) + max(0, AXIS_NEEDS_BEFORE - 1 - others)


def _weight(space: Space, turn: int, taken: int, side: Seat) -> float:
    """A prize in victory points, to a side; the Axis has taken these of its objectives."""
    here = 1 << space
    if turn >= RESET_TURN:
        return _last_worth(space, turn, side)
    if not here & VP_SPACES:
        return AREA
    if space == PLOESTI and turn >= FIRST_SOVIET_INITIATIVE:
        return OIL_FIELDS
    if here & SOVIET_OBJECTIVES:
        return HOPED if turn >= FIRST_SOVIET_INITIATIVE else HOPELESS
    if here & AXIS_OBJECTIVES:
        return _objective(space, turn, taken, side)
    return 1.2 if space == WARSAW else 1.0


def _last_worth(space: Space, turn: int, side: Seat) -> float:
    """A prize of 1945."""
    here = 1 << space
    if here & SOVIET_OBJECTIVES:
        goal = LAST_GOAL if space == BERLIN else GOAL[side]
        return goal * (1.0 + LATE[side] * (turn - RESET_TURN))
    if side == AXIS and here & SOUTH:
        return GIVEN_UP
    if side == AXIS and here & ON_THE_WAY:
        return THE_GATE if space == WARSAW else WAY_TO_BERLIN
    return WESTERN if here & VP_SPACES_1945 else BEHIND


def _objective(space: Space, turn: int, taken: int, side: Seat) -> float:
    """What an objective of the Axis is worth: more, the nearer the Axis is to having enough."""
    without = lacking(turn, taken & ~BIT[space])
    if without == lacking(turn, taken | BIT[space]):
        return HOPELESS
    worth = LACKED[side][min(without, len(LACKED[side]) - 1)]
    return worth * CAPITAL[side] if space == MOSCOW and turn < FIRST_SOVIET_INITIATIVE else worth


SOUTH = BALKANS | RUMANIA | 1 << BELGRADE
ON_THE_WAY = 1 << WARSAW | 1 << POSEN | 1 << BRESLAU
PRIZES: tuple[Space, ...] = tuple(spaces_of(CONTROLLED))


def worths(turn: int, held: int, side: Seat) -> tuple[float, ...]:
    """By space: what holding it is worth to a side, in points of the standing; the Soviets hold these."""
    return _worths(turn, AXIS_OBJECTIVES & ~spread(held) if turn < RESET_TURN else 0, side)


@lru_cache(maxsize=1024)
def _worths(turn: int, taken: int, side: Seat) -> tuple[float, ...]:
    return tuple(
        _weight(space, turn, taken, side) * POINT if CONTROLLED >> space & 1 else 0.0 for space in SPACES
    )


@lru_cache(maxsize=512)
def draw(turn: int, held: int, side: Seat) -> tuple[float, ...]:
    """By space: how strongly the prizes that a side has still to take draw its units there."""
    soviet = spread(held)
    targets = CONTROLLED & ~soviet if side == SOVIET else soviet & CONTROLLED
    found, worth = [0.0] * SIZE, worths(turn, held, side)
    for prize in spaces_of(targets):
        for far in range(DRAWN_FROM + 1):
            pull = worth[prize] * FADES**far / POINT
            for space in spaces_of(_ring(prize, far)):
                found[space] += pull
    return tuple(found)


@lru_cache(maxsize=4096)
def _ring(space: Space, far: int) -> int:
    return MAP.within(space, far) & ~(MAP.within(space, far - 1) if far else 0)


@lru_cache(maxsize=4096)
def around(space: Space, far: int) -> tuple[tuple[int, int], ...]:
    """The spaces at most so far away, each with its distance."""
    return tuple((other, MAP.distance(space, other)) for other in spaces_of(MAP.within(space, far)))


@lru_cache(maxsize=512)
def hunt(turn: int, held: int, germans: tuple[int, ...]) -> tuple[float, ...]:
    """The draw on the Soviets when Germans are still in these spaces of the USSR."""
    found = [*draw(turn, held, SOVIET)]
    for german in germans:
        for space, far in around(german, HUNTED_WITHIN):
            found[space] += HUNT * FADES**far
    return tuple(found)


# At the end of 1944 every German unit in the USSR takes a point off the Soviet total; it nears.
STAYING = {19: 0.2, 20: 0.4, 21: 0.7, 22: 1.0}
"""By turn: what such a unit is worth, in victory points."""

# Who should hold how much, if the war goes as it went: (turn, points of the side with the initiative).
_PAR = {
    AXIS: ((1, 12.0), (3, 17.0), (6, 19.0), (9, 22.0), (11, 22.0)),
    SOVIET: ((12, 11.0), (13, 12.0), (17, 19.0), (20, 22.5), (22, 25.5), (23, 4.0), (25, 7.5), (28, 12.0)),
}


@lru_cache(maxsize=64)
def par(turn: int) -> float:
    """The points at which a turn is even."""
    marks = _PAR[AXIS if turn < FIRST_SOVIET_INITIATIVE else SOVIET]
    for (first, low), (last, high) in pairwise(marks):
        if first <= turn <= last:
            return low + (high - low) * (turn - first) / (last - first)
    return marks[-1][1]
