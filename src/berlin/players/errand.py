"""What a person lets a staff answer in his place: one question, or the rest of a step.

A step is told by what everybody reads above the board: as long as that stays and the seat is asked again, the
step goes on. It ends where somebody else has to decide.
"""

from typing import Any

import msgspec

from berlin.kernel.game import AnyGame

# Who answers: at once, by what the seat can see.
DEPUTY = "staff"


class Errand(msgspec.Struct, frozen=True):
    """For which seat, in which step; `one` question alone, or all that come in it."""

    seat: int
    caption: str
    one: bool = False

    def goes_on(self, game: AnyGame, state: Any) -> bool:
        """Whether the staff answers what is asked now, after it has answered before."""
        return not self.one and self.seat in game.deciders(state) and caption(game, state) == self.caption


def errand(game: AnyGame, state: Any, seat: int, one: bool = False) -> Errand:
    return Errand(seat, caption(game, state), one)


def caption(game: AnyGame, state: Any) -> str:
    """What everybody reads above the board."""
    return game.scene(game.view(state, None)).caption
