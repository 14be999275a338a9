"""What a person lets a staff answer in his place: one question, or the rest of a step.

A step is told by what everybody reads above the board: as long as that stays and the seat is asked again, the
step goes on. It ends where somebody else has to decide.
"""

import msgspec

from berlin.kernel.contract.game import A, Game, S, V
from berlin.kernel.contract.ids import Seat

# Who answers: at once, by what the seat can see.
DEPUTY = "staff"


class Delegation(msgspec.Struct, frozen=True):
    """For which seat, in which step; `one` question alone, or all that come in it."""

    seat: Seat
    caption: str
    one: bool = False

    def goes_on(self, game: Game[S, A, V], state: S) -> bool:
        """Whether the staff answers what is asked now, after it has answered before."""
        return not self.one and self.seat in game.deciders(state) and caption(game, state) == self.caption


def delegate(game: Game[S, A, V], state: S, seat: Seat, one: bool = False) -> Delegation:
    return Delegation(seat, caption(game, state), one)


def caption(game: Game[S, A, V], state: S) -> str:
    """What everybody reads above the board."""
    return game.scene(game.view(state, None)).caption
