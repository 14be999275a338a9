"""Trains a small policy by self-play, and tries it out against `random`.

    python -m examples.train_selfplay --minutes 10

Numpy is all that it needs, and one core. Every round it plays some games against itself with the weights as
they stand. What a table promises is told by the game's own judgement where it has one, else by its points;
a critic for each seat learns what that leaves out. The actions after which a seat stood better than expected
become likelier, the others less so.

Ctrl-C ends the training and keeps what was learned. The same seed and number of games give the same policy.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec
import numpy as np
from examples.critic import Critic
from examples.eyes import Eyes, Look
from examples.policy import SLOTS, Draw, Policy
from examples.trial import shares, tally, trial

from berlin.arena.rewards import winner
from berlin.arena.sitting import game_of, opening
from berlin.kernel.contract.game import AnyGame, Result
from berlin.kernel.contract.ids import Seat
from berlin.players.worth import chance

# Games after which the weights move.
ROUND = 8
# How far they move, and at most; what holds back those of rare signs; how much of the rounds before counts.
RATE, FURTHEST, HELD, RECALLED = 6.0, 0.3, 20.0, 0.9
# How far back an action is credited, and how far the critic looks ahead.
CREDIT, FORESIGHT = 0.8, 0.98
# What an end is worth: won or lost, so much for each point ahead, and far worse than lost if all lost.
PER_POINT, ALL_LOST = 0.1, -4.0
# What a table promises that is as good as won.
SURE = 2.0
TRIAL_SEED = 1_000_000
TOLD_EVERY = 15.0


class Stretch(msgspec.Struct):
    """What a seat decided from one look at the table until another seat was asked.

    Before each decision, what the table promised.
    """

    look: Look
    turn: int
    promised: list[float]
    draws: list[Draw]


def promise(game: AnyGame, state: Any, seat: Seat) -> float:
    """What the game's own judgement makes of a table, or its points where it has none."""
    standing = game.standing(state, seat)
    if standing is None:
        return lead(game.scores(state), seat)
    return SURE * (2 * chance(standing.total) - 1)


def lead(scores: Sequence[int], seat: int) -> float:
    """What a seat's points are worth beside the best other's."""
    if not scores:
        return 0.0
    return PER_POINT * (scores[seat] - max(score for other, score in enumerate(scores) if other != seat))


def worth(result: Result, seat: int) -> float:
    """What an end is worth to a seat, in the learner's eyes."""
    return ALL_LOST if result.all_lost else winner(result)[seat] + lead(result.scores, seat)


def self_play(policy: Policy, seed: int) -> tuple[list[list[Stretch]], Result]:
    """One game of the policy against itself: what each seat decided, and how it ended."""
    eyes, game, rng = policy.eyes, policy.eyes.game, Random(seed)
    state, look = opening(game, seed), None
    played: list[list[Stretch]] = [[] for _ in game.seats]
    last = None
    while deciders := game.deciders(state):
        seat = deciders[0]
        # A look costs more than all the rest. While a seat goes on deciding it knows what it has moved.
        if seat != last:
            look, last = None, seat
        actions, chosen = game.legal(state, seat=seat), 0
        if len(actions) > 1:
            if look is None:
                look = Look(game.scene(game.view(state, seat)))
                played[seat].append(Stretch(look, game.turn(state), [], []))
            prompt = game.prompt(state)
            texts = [eyes.text(action) for action in actions]
            draw = policy.draw(look, seat, prompt.rule if prompt else "", texts, rng)
            played[seat][-1].draws.append(draw)
            played[seat][-1].promised.append(promise(game, state, seat))
            chosen = draw.drawn
            look.follow(eyes.parts(texts[chosen]))
        state = game.next(state, actions[chosen])
    result = game.result(state)
    assert result is not None
    return played, result


class Learner:
    """A policy, its critics, and how far they have come."""

    def __init__(self, game: AnyGame) -> None:
        self.policy, self.games, self.seconds = Policy(Eyes(game)), 0, 0.0
        self._critics = [Critic() for _ in game.seats]
        self._spread = np.zeros(SLOTS)

    def study(self, played: Sequence[Stretch], critic: Critic, end: float) -> None:
        """One seat's game, and what its end was worth: credit what it did, and note it for the critic."""
        rows = critic.rows([stretch.look.table(stretch.turn) for stretch in played])
        unseen = rows @ critic.weights
        expected = np.append(unseen + [stretch.promised[0] for stretch in played], end)
        credit = seen = 0.0
        targets = unseen.copy()
        for at in reversed(range(len(played))):
            stretch = played[at]
            seen = float(expected[at + 1] - expected[at]) + FORESIGHT * seen
            targets[at] += seen
            after = float(expected[at + 1] - unseen[at])
            for draw, before in zip(reversed(stretch.draws), reversed(stretch.promised), strict=True):
                credit = after - before + CREDIT * credit
                after = before
                for cell, pull in zip(draw.cells, draw.pulls, strict=True):
                    share = pull / draw.total
                    cell.push -= share * credit
                    cell.spread += share * (1 - share)
                draw.cells[draw.drawn].push += credit
        critic.note(rows, targets)

    def move(self) -> None:
        """One step along the natural gradient, as far as each sign for itself can tell it."""
        cells = self.policy.cells.values()
        slots = [slot for cell in cells for slot in cell.slots]
        push = np.bincount(slots, [cell.push for cell in cells for _ in cell.slots], SLOTS)
        spread = np.bincount(slots, [cell.spread for cell in cells for _ in cell.slots], SLOTS)
        self._spread = RECALLED * self._spread + spread
        self.policy.weights += np.clip(RATE * push / (self._spread + HELD), -FURTHEST, FURTHEST)
        self.policy.forget()
        for critic in self._critics:
            critic.fit()

    def play_round(self, seed: int, games: int) -> list[Result]:
        """Some games, and what they teach."""
        results = []
        for game in range(games):
            played, result = self_play(self.policy, seed + self.games + game)
            results.append(result)
            for seat, critic in enumerate(self._critics):
                if played[seat]:
                    self.study(played[seat], critic, worth(result, seat))
        self.move()
        self.games += games
        return results

    def train(self, seed: int, games: int, minutes: float) -> None:
        """Self-play for so many games, or until the time is up, or Ctrl-C."""
        began, told, recent = time.process_time(), 0.0, list[Result]()
        try:
            while self.games < games and self.seconds < 60 * minutes:
                recent += self.play_round(seed, min(ROUND, games - self.games))
                self.seconds = time.process_time() - began
                if self.seconds >= told + TOLD_EVERY:
                    told = self.seconds
                    say(f"{told / 60:5.1f} min  {self.games:6} games   {summary(recent)}")
                    recent.clear()
        except KeyboardInterrupt:
            say("stopped; what was learned is kept")


def summary(results: Sequence[Result]) -> str:
    points = " : ".join(f"{mean:.1f}" for mean in np.mean([result.scores for result in results], axis=0))
    lost = np.mean([result.all_lost for result in results])
    return f"the last {len(results)}: points {points}, {lost:.0%} lost by all"


def try_out(policy: Policy, games: int) -> None:
    """Against `random`, with the tally so far now and then; Ctrl-C ends it with what there is."""
    told, counted = time.process_time(), Counter[str]()
    try:
        for counted in trial(policy, range(TRIAL_SEED, TRIAL_SEED + games)):
            if time.process_time() >= told + TOLD_EVERY:
                told = time.process_time()
                say(f"against random, {counted.total()} of {games} games: {tally(counted)}")
    except KeyboardInterrupt:
        say("stopped")
    say(f"against random, {counted.total()} games: {tally(counted)}")
    for share in shares(counted):
        say(share)


def say(line: str) -> None:
    print(line, flush=True)


class Parser(argparse.ArgumentParser):
    """Bad input is answered in one line, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        print(message, file=sys.stderr)
        sys.exit(2)


def parser() -> Parser:
    wanted = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--game", default="race")
    wanted.add_argument("--minutes", type=float, default=10.0, help="CPU minutes of training, at most")
    wanted.add_argument("--games", type=int, default=1_000_000, help="how many games to train, at most")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--tests", type=int, default=400, help="games against random afterwards")
    wanted.add_argument("--out", type=Path, default=Path("policy.npz"), help="where to keep the policy")
    wanted.add_argument("--load", type=Path, help="try out this policy instead of training one")
    return wanted


def main(words: Sequence[str] | None = None) -> None:
    wanted = parser()
    args = wanted.parse_args(words)
    if not args.minutes >= 0 or args.games < 0 or args.tests < 0:
        wanted.error("minutes, games and tests can't be less than 0")
    try:
        game = game_of(args.game)
        if args.load:
            policy = Policy.load(game, args.load)
        else:
            learner = Learner(game)
            policy = learner.policy
            # Whether it can be written is better known now than after ten minutes.
            args.out.open("ab").close()
            learner.train(args.seed, args.games, args.minutes)
            policy.save(args.out)
            say(f"trained on {learner.games} games in {learner.seconds / 60:.1f} CPU minutes: {args.out}")
    except OSError as error:
        wanted.error(f"{error.filename}: {error.strerror}")
    except ValueError as error:
        wanted.error(str(error))
    if args.tests:
        try_out(policy, args.tests)


if __name__ == "__main__":
    main()
