"""What the features of a position are worth, learned from games that equal machines played to their end."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.play.chances import BASE, Learned, mixture
from berlin.lab.match_game import Outcome, PlayedGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]

# The features of so many games at least, and at how many turns, spread over a game, their worth is told.
FEWEST, TURNS = 100, 5
# What is held against every weight, so that a feature that seldom shows is not believed too soon, and against
# its change from one of these turns to the next.
PENALTY, SMOOTHING = 10.0, 20.0
ROUNDS = 8


class TooLittle(ValueError):
    """Games that nothing can be learned from."""


class Lesson(msgspec.Struct, frozen=True):
    """A position in a game: its features, and whether it came to what is asked."""

    turn: int
    features: tuple[float, ...]
    came: bool


Lessons = Sequence[Sequence[Lesson]]


def lessons(games: Iterable[PlayedGame]) -> list[list[Lesson]]:
    """Did the first seat win? Game by game, the positions that were kept, where one of two equals won."""
    return [
        [Lesson(one.turn, one.features, outcome.winners == (0,)) for one in outcome.samples]
        for outcome in _between_equals(games)
        if len(outcome.winners) == 1
    ]


def all_lose_lessons(games: Iterable[PlayedGame]) -> list[list[Lesson]]:
    """Did both lose? Of all games between two equals."""
    return [
        [Lesson(one.turn, one.features, outcome.all_lost) for one in outcome.samples]
        for outcome in _between_equals(games)
    ]


def _between_equals(games: Iterable[PlayedGame]) -> Iterator[Outcome]:
    return (outcome for game, outcome in games if len(game.players) == 2 and len(set(game.players)) == 1)


def learn(game: AnyGame, games: Lessons, all_lose: Lessons = ()) -> Learned:
    """The weight of every feature, and of some for the question whether both lose.

    Raises TooLittle, or ImportError without numpy.
    """
    known = _usable(game, games)
    turns = _turns([lesson.turn for lesson in known])
    rows = _weights(turns, known, game.feature_names, game.feature_names)
    lost = [lesson for lessons in all_lose for lesson in lessons] if game.all_lose_features else []
    if not any(lesson.came for lesson in lost):
        return Learned(turns, rows)
    return Learned(turns, rows, _weights(turns, lost, game.feature_names, game.all_lose_features))


def _weights(
    turns: list[int], known: list[Lesson], names: tuple[str, ...], asked: tuple[str, ...]
) -> dict[str, tuple[float, ...]]:
    """What each of the features that are asked for did for the odds, turn by turn."""
    import numpy as np

    chosen = [names.index(name) for name in asked]
    features = np.array([lesson.features for lesson in known], np.float32)[:, chosen]
    shares = np.array([mixture(turns, lesson.turn) for lesson in known], np.float32)
    middle, spread = features.mean(0), features.std(0)
    spread[spread == 0] = 1.0
    each = np.hstack([(features - middle) / spread, np.ones((len(known), 1), np.float32)])
    design = np.hstack([each * shares[:, [at]] for at in range(len(turns))])
    came = np.array([lesson.came for lesson in known], np.float32)
    found = _fit_logistic(design, came, _penalty(len(turns), each.shape[1])).reshape(len(turns), -1)
    weights = found[:, :-1] / spread
    rows = {BASE: found[:, -1] - weights @ middle, **dict(zip(asked, weights.T, strict=True))}
    return {name: tuple(map(float, row)) for name, row in rows.items()}


def rebase(game: AnyGame, learned: Learned, games: Lessons) -> Learned:
    """The same weights, with the odds without any feature that these games show: of steadier hands, say.

    Where slips hurt one seat more than the other, games full of them tell what features are worth, but not
    who is ahead. Raises TooLittle, or ImportError without numpy.
    """
    import numpy as np

    known = _usable(game, games)
    shares = np.array([mixture(learned.turns, lesson.turn) for lesson in known])
    before = np.array([learned.odds(lesson.features, lesson.turn) for lesson in known])
    won = np.array([float(lesson.came) for lesson in known])
    change = _fit_logistic(shares, won, _penalty(len(learned.turns), 1), before)
    return learned.shift([float(by) for by in change])


def accuracy(learned: Learned, games: Lessons) -> float:
    """In which share of the positions the seat that it favours has won."""
    known = [lesson for lessons in games for lesson in lessons]
    return sum((learned.first(one.features, one.turn) > 0.5) == one.came for one in known) / len(known)


def _usable(game: AnyGame, games: Lessons) -> list[Lesson]:
    """All lessons of some games, if something can be learned from them."""
    if not game.feature_names:
        raise TooLittle(f"{game.title} names no features to learn from")
    if len(games) < FEWEST:
        raise TooLittle(f"{len(games)} decided games between equals; {FEWEST} are the least")
    known = [lesson for lessons in games for lesson in lessons]
    if any(len(lesson.features) != len(game.feature_names) for lesson in known):
        raise TooLittle(f"the games were played before {game.title} had the features it has now; play anew")
    return known


def _turns(seen: list[int]) -> list[int]:
    """Turns spread evenly over the lessons, the first and the last among them."""
    ranked = sorted(seen)
    return sorted({ranked[round(at * (len(ranked) - 1) / (TURNS - 1))] for at in range(TURNS)})


def _penalty(turns: int, features: int) -> "Floats":
    """What is held against the weights of features that are told turn by turn, as a quadratic form."""
    import numpy as np

    change = np.diff(np.eye(turns), axis=0)
    return np.kron(PENALTY * np.eye(turns) + SMOOTHING * change.T @ change, np.eye(features))


def _fit_logistic(
    design: "Floats", aim: "Floats", penalty: "Floats", before: "Floats | float" = 0.0
) -> "Floats":
    """The weight of each column, over and above the odds that were known before, by Newton's method."""
    import numpy as np

    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(before + design @ found)))
        slope = design.T @ (aim - chance) - penalty @ found
        bend = (design * (chance * (1 - chance))[:, None].astype(np.float32)).T @ design + penalty
        found = found + np.linalg.solve(bend, slope)
    return found
