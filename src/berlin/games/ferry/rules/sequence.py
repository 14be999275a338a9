"""2 and 6. The sequence of play, and how it ends."""

from berlin.games.ferry.board import FERRY
from berlin.games.ferry.cover import SIDES
from berlin.games.ferry.rules.barrage import Barrage
from berlin.games.ferry.rules.movement import Moving, stands
from berlin.games.ferry.state import Draft, State
from berlin.kernel.contract.game import Result
from berlin.kernel.play.sequence import Course, Stage

STAGES: tuple[Stage[Draft], ...] = (
    Stage("A", "Barrage", "FER 3", asks=Barrage(0, (0, 1))),
    Stage("B", "East moves", "FER 4", asks=Moving(0)),
    Stage("C", "West moves", "FER 4", asks=Moving(1)),
)
COURSE = Course(STAGES, turns=5)


def scores(state: State) -> tuple[int, ...]:
    return tuple(stands(state, side).count(FERRY) for side in (0, 1))


def result(state: State) -> Result | None:
    winner = 0 if scores(state)[0] else 1
    return Result(scores(state), (winner,), f"{SIDES[winner]} has the ferry", "FER 6") if state.over else None
