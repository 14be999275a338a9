"""What several rules ask of a unit; who is refused is told by name."""

from collections.abc import Callable

from berlin.games.noretreat.board.units import FIXED, SIDE
from berlin.games.noretreat.state.state import BACK, SIZE, Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.play.limits import Condition


def must(d: Draft, holds: Callable[[Unit], bool], rule: str, told: str) -> Condition[Unit]:
    """What must hold of a unit, and what is told of one of which it doesn't: `has moved`."""
    return Condition(holds, rule, lambda unit: f"{d.named(unit)} {told}")


def lacks(d: Draft, mark: int, rule: str, told: str) -> Condition[Unit]:
    """It must not bear a mark."""
    marks = d.marks
    return must(d, lambda unit: not marks[unit] & mark, rule, told)


def is_own(d: Draft, seat: Seat, rule: str) -> Condition[Unit]:
    return must(d, lambda unit: SIDE[unit] == seat, rule, "is not yours")


def is_on_map(d: Draft, rule: str) -> Condition[Unit]:
    where = d.where
    return must(d, lambda unit: where[unit] < SIZE, rule, "is not on the map")


def stands_in(d: Draft, board: int, rule: str, told: str) -> Condition[Unit]:
    """It must stand in one of these spaces."""
    where = d.where
    return must(d, lambda unit: bool(board >> where[unit] & 1), rule, told)


def is_no_fort(d: Draft, rule: str, told: str) -> Condition[Unit]:
    marks = d.marks
    return must(d, lambda unit: not FIXED[marks[unit] & BACK][unit], rule, told)
