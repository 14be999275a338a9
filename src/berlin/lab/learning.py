"""What the signs of a position are worth, learned from games that equal machines have played to their end."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

import msgspec

from berlin.kernel.chances import BASE, Learned, mixture
from berlin.kernel.game import AnyGame
from berlin.lab.bout import Bout, Outcome

# The signs of so many games at least, and at how many turns, spread over a game, their worth is told.
FEWEST, TURNS = 100, 5
# How much is held against every worth, so that a sign that seldom shows is not believed too soon, and against
# its change from one of these turns to the next.
DOUBT, INERTIA = 10.0, 20.0
ROUNDS = 8


class TooLittle(ValueError):
    """Games that nothing can be learned from."""


class Lesson(msgspec.Struct, frozen=True):
    """A position in a game: its signs, and whether it came to what is asked."""

    turn: int
    signs: tuple[float, ...]
    came: bool


Lessons = Sequence[Sequence[Lesson]]


def lessons(bouts: Iterable[tuple[Bout, Outcome]]) -> list[list[Lesson]]:
    """Did the first seat win? Game by game, the positions that were kept, where one of two equals won."""
    return [
        [Lesson(omen.turn, omen.signs, outcome.winners == (0,)) for omen in outcome.omens]
        for outcome in _between_equals(bouts)
        if len(outcome.winners) == 1
    ]


def ruins(bouts: Iterable[tuple[Bout, Outcome]]) -> list[list[Lesson]]:
    """Did both lose? Of all games between two equals."""
    return [
        [Lesson(omen.turn, omen.signs, outcome.all_lost) for omen in outcome.omens]
        for outcome in _between_equals(bouts)
    ]


def _between_equals(bouts: Iterable[tuple[Bout, Outcome]]) -> Iterator[Outcome]:
    return (outcome for bout, outcome in bouts if len(bout.players) == 2 and len(set(bout.players)) == 1)


def learn(game: AnyGame, games: Lessons, ruined: Lessons = ()) -> Learned:
    """The worth of every sign, and of some for the question whether both lose.

    Raises TooLittle, or ImportError without numpy.
    """
    known = _known(game, games)
    turns = _turns([lesson.turn for lesson in known])
    rows = _worths(turns, known, game.sign_names, game.sign_names)
    lost = [lesson for lessons in ruined for lesson in lessons] if game.ruin_names else []
    if not any(lesson.came for lesson in lost):
        return Learned(turns, rows)
    return Learned(turns, rows, _worths(turns, lost, game.sign_names, game.ruin_names))


def _worths(
    turns: list[int], known: list[Lesson], names: tuple[str, ...], asked: tuple[str, ...]
) -> dict[str, tuple[float, ...]]:
    """What each of the signs that are asked for did for the odds, turn by turn."""
    np: Any = import_module("numpy")
    signs = np.array([lesson.signs for lesson in known], np.float32)[:, [names.index(name) for name in asked]]
    shares = np.array([mixture(turns, lesson.turn) for lesson in known], np.float32)
    middle, spread = signs.mean(0), signs.std(0)
    spread[spread == 0] = 1.0
    each = np.hstack([(signs - middle) / spread, np.ones((len(known), 1), np.float32)])
    design = np.hstack([each * shares[:, [at]] for at in range(len(turns))])
    came = np.array([lesson.came for lesson in known], np.float32)
    found = _logistic(np, design, came, _held(np, len(turns), each.shape[1])).reshape(len(turns), -1)
    worths = found[:, :-1] / spread
    rows = {BASE: found[:, -1] - worths @ middle, **dict(zip(asked, worths.T, strict=True))}
    return {name: tuple(map(float, row)) for name, row in rows.items()}


def rebased(game: AnyGame, learned: Learned, games: Lessons) -> Learned:
    """The same worths, with the odds without any sign that these games show: those of steadier hands, say.

    Where slips hurt one seat more than the other, games full of them tell what signs are worth, but not who
    is ahead. Raises TooLittle, or ImportError without numpy.
    """
    known = _known(game, games)
    np: Any = import_module("numpy")
    shares = np.array([mixture(learned.turns, lesson.turn) for lesson in known])
    before = np.array([learned.odds(lesson.signs, lesson.turn) for lesson in known])
    won = np.array([lesson.came for lesson in known])
    change = _logistic(np, shares, won, _held(np, len(learned.turns), 1), before)
    return learned.shifted([float(by) for by in change])


def right(learned: Learned, games: Lessons) -> float:
    """In which share of the positions the seat that it favours has won."""
    known = [lesson for lessons in games for lesson in lessons]
    return sum((learned.first(one.signs, one.turn) > 0.5) == one.came for one in known) / len(known)


def _known(game: AnyGame, games: Lessons) -> list[Lesson]:
    """All lessons of some games, if something can be learned from them."""
    if not game.sign_names:
        raise TooLittle(f"{game.title} names no signs to learn from")
    if len(games) < FEWEST:
        raise TooLittle(f"{len(games)} decided games between equals; {FEWEST} are the least")
    known = [lesson for lessons in games for lesson in lessons]
    if any(len(lesson.signs) != len(game.sign_names) for lesson in known):
        raise TooLittle(f"the games were played before {game.title} had the signs that it has now; play anew")
    return known


def _turns(seen: list[int]) -> list[int]:
    """Turns spread evenly over the lessons, the first and the last among them."""
    ranked = sorted(seen)
    return sorted({ranked[round(at * (len(ranked) - 1) / (TURNS - 1))] for at in range(TURNS)})


def _held(np: Any, turns: int, signs: int) -> Any:
    """What is held against the worths of signs that are told turn by turn, as a quadratic form."""
    change = np.diff(np.eye(turns), axis=0)
    return np.kron(DOUBT * np.eye(turns) + INERTIA * change.T @ change, np.eye(signs))


def _logistic(np: Any, design: Any, aim: Any, held: Any, before: Any = 0.0) -> Any:
    """The worth of each column, over and above the odds that were known before."""
    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(before + design @ found)))
        slope = design.T @ (aim - chance) - held @ found
        bend = (design * (chance * (1 - chance))[:, None].astype(np.float32)).T @ design + held
        found = found + np.linalg.solve(bend, slope)
    return found
