"""How far a search looks in a CPU second."""

import time
from random import Random
from statistics import median
from typing import Any

import msgspec
from benchmarks.games import opening

from berlin.kernel.contract.game import AnyGame
from berlin.players.budget import Budget
from berlin.players.search import Search
from berlin.players.tree import A, Node

LOOKS = 100
# Of so many questions in a game the search is asked one.
STRIDE = 37


class Pace(msgspec.Struct):
    """Looks, and nodes that the tree grew by, a CPU second."""

    looks: float
    nodes: float


def measured(game: AnyGame, rounds: int, seconds: float) -> Pace:
    """The medians of so many rounds, at questions with several answers all over a game."""
    rng = Random(1945)
    views = questions(game, rng)
    paces = [_pace(game, views, rng, seconds) for _ in range(rounds)]
    return Pace(median(pace.looks for pace in paces), median(pace.nodes for pace in paces))


def questions(game: AnyGame, rng: Random) -> list[Any]:
    """What the deciding seat sees, now and then in a game that the staff plays, where there is one."""
    staff, state, views, asked = game.staff(), opening(game, rng), [], 0
    while deciders := game.deciders(state):
        if len(game.legal(state)) > 1:
            asked += 1
            if asked % STRIDE == 0:
                views.append(game.view(state, deciders[0]))
        state = game.next(state, staff.choose(state, rng) if staff else game.sample(state, rng))
    return views


def _pace(game: AnyGame, views: list[Any], rng: Random, seconds: float) -> Pace:
    looks = nodes = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        search = Search(Budget(looks=LOOKS))
        search.choose(game, rng.choice(views), rng)
        assert search.root is not None
        looks += LOOKS
        nodes += _size(search.root)
    return Pace(looks / spent, nodes / spent)


def _size(node: Node[A]) -> int:
    return 1 + sum(_size(child) for child in node.children.values())
