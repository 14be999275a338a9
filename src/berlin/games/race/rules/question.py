"""What all questions of Race for Berlin have in common."""

from typing import ClassVar, cast

from berlin.games.race.board.units import NAMES
from berlin.games.race.state.actions import Action
from berlin.games.race.state.state import Draft, Position
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.question import Asked

# Half points for each point of the allowance: a reserve unit has half of it, and at the end of the turn
# everybody has one zone.
WHOLE, HALF, ONE_ZONE = 2, 1, 0


class RaceQuestion(Asked[Position, Draft, Action], frozen=True, gc=False):
    """A question put to one of the marshals, for his Soviets or for his Germans."""

    # What units that move under it may spend.
    allowance: ClassVar[int] = WHOLE
    # Is it about a German that was tested for going west, in the step below?
    tested: ClassVar[bool] = False

    @property
    def may_go_west(self) -> bool:
        """Has whom it is about passed that test?"""
        return False


def on_top(p: Position) -> RaceQuestion:
    return cast(RaceQuestion, p.frames[-1])


def step_of(p: Position) -> RaceQuestion:
    """The step that is open, whoever is tested in it."""
    top = on_top(p)
    return cast(RaceQuestion, p.frames[-2]) if top.tested else top


def refusals(rule: str, text: str) -> tuple[Refusal, ...]:
    """A refusal for each unit, its name in the place of {}: made once, for they are asked for often."""
    return tuple(Refusal(rule, text.format(name)) for name in NAMES)
