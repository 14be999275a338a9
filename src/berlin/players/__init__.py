"""Who decides in a seat that no human holds.

A machine is handed its seat's view and a stream of random numbers, nothing else: what it may not know, it
can't peep at, since a view is built up from what the seat may see.
"""

from collections.abc import Callable
from random import Random
from typing import Protocol

from berlin.kernel.contract.game import A, Game, S, V
from berlin.players.budget import Budget, parse
from berlin.players.greedy import Greedy
from berlin.players.idle import Idle
from berlin.players.noisy_staff import NoisyStaff
from berlin.players.random import AtRandom
from berlin.players.reasons import Reasons
from berlin.players.search import Search
from berlin.players.staff import StaffPlayer

MARSHAL, SECOND = Budget(milliseconds=1500), Budget(milliseconds=1000)


class Player(Protocol):
    """A machine that decides for one seat of one game."""

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        """A legal action of the seat whose view this is."""


class Advisor(Player, Protocol):
    """A machine that can be asked why."""

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        """What it expected and feared of this answer to this view, and the chances.

        Asked at once after `choose` it also tells what it found by looking ahead.
        """


class UnknownPlayer(ValueError):
    """A name that no machine has; the text says which there are."""


MACHINES: dict[str, Callable[[], Advisor]] = {
    # The levels for people, the weakest first.
    "recruit": Greedy,
    "officer": StaffPlayer,
    "marshal": lambda: Search(MARSHAL),
    # Machines by what they do.
    "idle": Idle,
    "random": AtRandom,
    "greedy": Greedy,
    "staff": StaffPlayer,
    "erring": NoisyStaff,
    "search": lambda: Search(SECOND),
}
# The levels among them, and the one for those who don't say.
LEVELS = ("recruit", "officer", "marshal")
USUAL = "officer"
# Who gives hints: by so many decisions, and not so much time, so that the same view always gets the same one.
ADVISOR = "search:2000d"
# What each does, and how long it takes over a decision: told to whoever picks one.
SAYS = {
    "recruit": "looks one step ahead; answers at once",
    "officer": "plays by a staff's judgement; answers at once",
    "marshal": f"looks far ahead; thinks up to {MARSHAL.seconds} a decision, longer on a busy machine",
    "idle": "passes and does as little as it can; at once",
    "random": "takes any legal answer; at once",
    "greedy": "looks one step ahead; answers at once",
    "staff": "plays by hand-written judgement; answers at once",
    "erring": "plays by hand-written judgement, but slips now and then; at once",
    "search": f"looks far ahead; thinks up to {SECOND.seconds} a decision, longer on a busy machine",
}


def kinds() -> tuple[str, ...]:
    """The names of all machines."""
    return tuple(MACHINES)


def make_player(name: str) -> Advisor:
    """A machine for one seat of one game: `officer`, `search`, `search:100ms`. Raises UnknownPlayer."""
    kind, colon, rest = name.partition(":")
    budget = parse(rest)
    if colon and kind == "search" and budget is not None:
        return Search(budget)
    if colon or kind not in MACHINES:
        there = ", ".join(kinds())
        raise UnknownPlayer(f"unknown player {name!r}; there are {there}, and search:100ms or search:400")
    return MACHINES[kind]()
