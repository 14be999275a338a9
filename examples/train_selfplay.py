"""Trains a small policy by self-play and pits it against `random`.

    python -m examples.train_selfplay --minutes 10

Numpy is all that it needs. Every round both seats play some games with the weights as they stand. A linear
critic is fitted to them; the actions after which a seat stood better than the critic had expected become
likelier, the others less so (an actor and a critic, by the policy gradient). The same seed and the same
number of games give the same policy.

`--minutes` are CPU minutes of each of two workers: as long by the clock on a machine that does nothing else.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from examples.eyes import Eyes, Look
from examples.policy import Draw, Floats, Policy, Weights

from berlin.arena.sitting import Sitting, game_of, opening
from berlin.kernel.game import Result
from berlin.players import seated

WORKERS = 2
# Games after which the weights move.
ROUND = 8
# How far they move, and after how many games half as far; how much of the last rounds' gradients is kept.
RATE, HALVED, KEPT, SQUARES_KEPT = 0.05, 1000, 0.9, 0.99
# How far back an action is credited; how much of the last rounds the critic remembers, what holds it back.
REACH, REMEMBERED, HELD = 0.95, 0.8, 30.0
# What an end is worth: won or lost, so much for each point, and worse than lost if all lost.
PER_POINT, ALL_LOST = 0.1, -2.0
TEST_SEED = 1_000_000


class Lessons(msgspec.Struct):
    """What some games teach, summed: the gradient, the critic's equations; and the CPU time they took."""

    parts: Floats
    words: Floats
    squares: Floats
    targets: Floats
    results: list[Result]
    seconds: float = 0.0

    @classmethod
    def none(cls, weights: Weights) -> "Lessons":
        size = len(weights.value)
        return cls(
            np.zeros_like(weights.parts),
            np.zeros_like(weights.words),
            np.zeros((size, size)),
            np.zeros(size),
            [],
        )

    def __add__(self, other: "Lessons") -> "Lessons":
        return Lessons(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    def learn(self, draws: Sequence[Draw], weights: Weights, end: float) -> None:
        """From one seat's decisions in one game, and what its end was worth to that seat."""
        tables = np.array([draw.summary for draw in draws])
        expected = tables @ weights.value
        surprise = np.append(expected[1:], end) - expected
        credit = 0.0
        credits = np.empty(len(draws))
        for at in reversed(range(len(draws))):
            credits[at] = credit = surprise[at] + REACH * credit
        self.squares += tables.T @ tables
        self.targets += tables.T @ (expected + credits)
        for draw, credit in zip(draws, credits, strict=True):
            push = -draw.chances * credit
            push[draw.drawn] += credit
            np.add.at(self.parts, draw.contexts, draw.parts * push[:, None])
            words = self.words[draw.question]
            for rest, force in zip(draw.words, push.tolist(), strict=True):
                for word in rest:
                    words[word] += force


def worth(result: Result, seat: int) -> float:
    """What an end is worth to a seat, in the learner's eyes."""
    if result.all_lost:
        return ALL_LOST
    lead = result.scores[seat] - max(score for other, score in enumerate(result.scores) if other != seat)
    return PER_POINT * lead + (lead > 0) - (lead < 0)


def self_play(policy: Policy, seed: int, lessons: Lessons) -> None:
    """One game of the policy against itself, and what both seats learn from it."""
    eyes, rng = policy.eyes, Random(seed)
    sitting = Sitting(eyes.game, opening(eyes.game, seed))
    draws: list[list[Draw]] = [[] for _ in eyes.game.seats]
    asked, look = None, None
    while (seat := sitting.seat) is not None:
        prompt = eyes.game.prompt(sitting.state)
        question = (seat, prompt.rule if prompt else "")
        # A look costs more than all the rest: it is taken when something may have moved, or another is asked.
        if look is None or question != asked:
            look, asked = Look(eyes, sitting.row(seat), seat), question
        texts = sitting.texts()
        if len(texts) == 1:
            text = texts[0]
        else:
            draw = policy.draw(look, texts, rng)
            draws[seat].append(draw)
            text = texts[draw.drawn]
        if eyes.named(text)[1] >= 0:
            look = None
        sitting.take(text)
    result = sitting.result
    assert result is not None
    lessons.results.append(result)
    for seat, made in enumerate(draws):
        if made:
            lessons.learn(made, policy.weights, worth(result, seat))


def play_round(code: str, weights: Weights, seeds: Sequence[int]) -> Lessons:
    """In a worker: some games, and what they teach."""
    policy, lessons = Policy(eyes_for(code), weights), Lessons.none(weights)
    began = time.process_time()
    for seed in seeds:
        self_play(policy, seed, lessons)
    lessons.seconds = time.process_time() - began
    return lessons


_EYES: dict[str, Eyes] = {}


def eyes_for(code: str) -> Eyes:
    if code not in _EYES:
        _EYES[code] = Eyes(game_of(code))
    return _EYES[code]


class Learner:
    """The weights, and how they have moved."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.rounds, self.games = weights, 0, 0
        self._moved = [np.zeros_like(weights.parts), np.zeros_like(weights.words)]
        self._squared = [np.zeros_like(weights.parts), np.zeros_like(weights.words)]
        size = len(weights.value)
        self._squares, self._targets = np.zeros((size, size)), np.zeros(size)

    def take_in(self, lessons: Lessons) -> None:
        """One step along the gradient (Adam), and a new critic (ridge regression)."""
        games = len(lessons.results)
        rate = RATE * 0.5 ** (self.games / HALVED)
        self.rounds, self.games = self.rounds + 1, self.games + games
        for at, (own, lesson) in enumerate(
            ((self.weights.parts, lessons.parts), (self.weights.words, lessons.words))
        ):
            gradient = lesson / games
            self._moved[at] = KEPT * self._moved[at] + (1 - KEPT) * gradient
            self._squared[at] = SQUARES_KEPT * self._squared[at] + (1 - SQUARES_KEPT) * gradient * gradient
            mean = self._moved[at] / (1 - KEPT**self.rounds)
            spread = np.sqrt(self._squared[at] / (1 - SQUARES_KEPT**self.rounds))
            own += rate * mean / (spread + 1e-3)
        self._squares = REMEMBERED * self._squares + lessons.squares
        self._targets = REMEMBERED * self._targets + lessons.targets
        held = HELD * np.eye(len(self._targets))
        self.weights.value = np.linalg.solve(self._squares + held, self._targets).astype(np.float64)


def train(code: str, seed: int, games: int, minutes: float, spread: Any = map, each: int = ROUND) -> Learner:
    """Self-play for so many games, or until the time is up; `spread` maps over workers, or here."""
    learner, spent, told = Learner(Weights.none(eyes_for(code))), 0.0, 0.0
    while learner.games < games and spent < 60 * minutes:
        seeds = range(seed + learner.games, seed + learner.games + min(each, games - learner.games))
        shares = [seeds[worker::WORKERS] for worker in range(WORKERS)]
        taught = spread(play_round, [code] * WORKERS, [learner.weights] * WORKERS, shares)
        lessons = sum(taught, Lessons.none(learner.weights))
        learner.take_in(lessons)
        spent += lessons.seconds / WORKERS
        if spent >= told + 30:
            told = spent
            scores = np.mean([result.scores for result in lessons.results], axis=0)
            print(f"{spent / 60:5.1f} min {learner.games:6} games   scores {scores.round(1)}", flush=True)
    return learner


def try_out(code: str, weights: Weights, seeds: Sequence[int], against: str = "random") -> list[int]:
    """Games against a machine, in turn from each seat: won, drawn, lost, and lost by all."""
    policy, counts = Policy(eyes_for(code), weights), [0, 0, 0, 0]
    for seed in seeds:
        result, seat = match(policy, seed, against)
        if result.all_lost:
            counts[3] += 1
        else:
            counts[0 if seat in result.winners else 2 if result.winners else 1] += 1
    return counts


def match(policy: Policy, seed: int, against: str) -> tuple[Result, int]:
    """One game, each player with its seat's view alone: the result, and where the policy sat."""
    game, own = policy.eyes.game, seed % len(policy.eyes.game.seats)
    state, rng, other = opening(game, seed), Random(seed), seated(against)
    while deciders := game.deciders(state):
        player = policy if deciders[0] == own else other
        state = game.next(state, player.choose(game, game.view(state, deciders[0]), rng))
    result = game.result(state)
    assert result is not None
    return result, own


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share of wins lies, 19 times in 20."""
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(WORKERS, get_context("spawn"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="race")
    parser.add_argument("--minutes", type=float, default=10.0, help="CPU minutes of a worker, at most")
    parser.add_argument("--games", type=int, default=1_000_000, help="how many games to train at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=200, help="games against random afterwards")
    parser.add_argument("--out", type=Path, help="where to keep the weights")
    parser.add_argument("--load", type=Path, help="test these weights instead of training")
    args = parser.parse_args()
    with processes() as workers:
        if args.load:
            weights = Weights.load(args.load)
        else:
            learner = train(args.game, args.seed, args.games, args.minutes, workers.map)
            weights = learner.weights
            print(f"trained on {learner.games} games")
        if args.out:
            weights.save(args.out)
        seeds = range(TEST_SEED, TEST_SEED + args.tests)
        shares = [seeds[worker::WORKERS] for worker in range(WORKERS)]
        counted = workers.map(try_out, [args.game] * WORKERS, [weights] * WORKERS, shares)
        won, drawn, lost, all_lost = (sum(column) for column in zip(*counted, strict=True))
    print(f"against random: {won} won, {drawn} drawn, {lost} lost, {all_lost} lost by all, of {args.tests}")
    for what, games in (("all games", args.tests), ("games that one side won", won + lost)):
        if games:
            low, high = wilson(won, games)
            print(f"won of {what}: {won / games:.1%}, between {low:.1%} and {high:.1%}")


if __name__ == "__main__":
    main()
