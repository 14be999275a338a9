"""Who decides in a seat that no human holds.

A machine is handed its seat's view and a stream of random numbers, nothing else: what it may not know, it
can't peep at, since a view is built up from what the seat may see.
"""

from random import Random
from typing import Any, Protocol

from berlin.kernel.game import AnyGame
from berlin.players.random import AtRandom


class Player(Protocol):
    """A machine that decides for one seat."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        """A legal action of the seat whose view this is."""


MACHINES: dict[str, Player] = {"random": AtRandom()}


def kinds() -> tuple[str, ...]:
    """The names of all machines."""
    return tuple(MACHINES)
