"""Who decides in a seat that no human holds.

A machine is handed its seat's view and a stream of random numbers, nothing else: what it may not know, it
can't peep at, since a view is built up from what the seat may see.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from berlin.kernel.game import AnyGame
from berlin.players.budget import Budget, parse
from berlin.players.greedy import Greedy
from berlin.players.random import AtRandom
from berlin.players.search import Search
from berlin.players.staff import Staffed

MARSHAL, SECOND = Budget(milliseconds=1500), Budget(milliseconds=1000)


class Player(Protocol):
    """A machine that decides for one seat of one game."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        """A legal action of the seat whose view this is."""


class UnknownPlayer(ValueError):
    """A name that no machine has; the text says which there are."""


MACHINES: dict[str, Callable[[], Player]] = {
    # The levels for people, the weakest first.
    "recruit": Greedy,
    "officer": Staffed,
    "marshal": lambda: Search(MARSHAL),
    # Machines by what they do.
    "random": AtRandom,
    "greedy": Greedy,
    "staff": Staffed,
    "search": lambda: Search(SECOND),
}
SAYS = {
    "recruit": "looks one step ahead and answers at once",
    "officer": "plays by a staff's judgement and answers at once",
    "marshal": "looks ahead, and thinks a second and a half about each decision",
    "random": "takes any legal answer",
    "greedy": "looks one step ahead",
    "staff": "plays by hand-written judgement",
    "search": "looks ahead for a second; search:100ms or search:400 says how far",
}


def kinds() -> tuple[str, ...]:
    """The names of all machines."""
    return tuple(MACHINES)


def seated(name: str) -> Player:
    """A machine for one seat of one game: `officer`, `search`, `search:100ms`. Raises UnknownPlayer."""
    kind, colon, rest = name.partition(":")
    budget = parse(rest)
    if colon and kind == "search" and budget is not None:
        return Search(budget)
    if colon or kind not in MACHINES:
        there = ", ".join(kinds())
        raise UnknownPlayer(f"unknown player {name!r}; there are {there}, and search:100ms or search:400")
    return MACHINES[kind]()
