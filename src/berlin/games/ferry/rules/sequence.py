"""2 and 6. The sequence of play, and how it ends."""

from berlin.games.ferry.board import FERRY
from berlin.games.ferry.cover import SIDES
from berlin.games.ferry.rules.barrage import Barrage
from berlin.games.ferry.rules.movement import Moving, stands
from berlin.games.ferry.state import Draft, State
from berlin.kernel.contract.game import Result
from berlin.kernel.contract.ids import BOTH, FIRST, SECOND
from berlin.kernel.play.sequence import Course, Stage

STAGES: tuple[Stage[Draft], ...] = (
    Stage("A", "Barrage", "FER 3", asks=Barrage(FIRST, BOTH)),
    Stage("B", "East moves", "FER 4", asks=Moving(FIRST)),
    Stage("C", "West moves", "FER 4", asks=Moving(SECOND)),
)
COURSE = Course(STAGES, turns=5)


def scores(state: State) -> tuple[int, ...]:
    return tuple(stands(state, side).count(FERRY) for side in BOTH)


def result(state: State) -> Result | None:
    winner = FIRST if scores(state)[FIRST] else SECOND
    return Result(scores(state), (winner,), f"{SIDES[winner]} has the ferry", "FER 6") if state.over else None
