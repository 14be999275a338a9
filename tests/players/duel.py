"""The toy game with opinions, for players to be judged by."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from toy import Toy

from berlin.kernel.contract.standing import Standing


class Judged(Toy):
    """The toy game with a judgement and a staff."""

    def __init__(self, favourite: str = "") -> None:
        self.favourite = favourite
        self.judged = 0

    def standing(self, state: Any, seat: int) -> Standing:
        self.judged += 1
        ahead = state.scores[seat] - state.scores[1 - seat]
        return Standing((("points", 10.0 * ahead),))

    def staff(self) -> "Favours | None":
        return Favours(self, self.favourite) if self.favourite else None


class Favours(msgspec.Struct):
    """A staff that always wants the same verb, if it is legal."""

    game: Any
    verb: str

    def choose(self, state: Any, rng: Random) -> Any:
        actions = self.game.legal(state)
        return next((action for action in actions if action.verb == self.verb), actions[-1])

    def weigh(self, state: Any, actions: Sequence[Any]) -> list[float]:
        return [5.0 if action.verb == self.verb else 1.0 for action in actions]

    def reasons(self, state: Any, action: Any) -> tuple[str, ...]:
        return (f"the staff likes to {self.verb}",)
