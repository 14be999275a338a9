"""Measures the program and writes build/bench.json.

Speed is set beside a yardstick measured in the same run, round by round in turn, so that a slow or busy
machine slows both alike: what counts is the median of the rounds' ratios.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import AnyGame, load

try:
    import pyspiel
except ImportError:
    pyspiel = None

OUT = Path(__file__).parent.parent / "build" / "bench.json"

LIMIT = 100_000

Play = Callable[[Random], int]


class Figure(msgspec.Struct):
    """One measured value. The goal is for the ratio where `of_ratio`, else a limit on the figure itself."""

    figure: float
    yardstick: float | None
    ratio: float | None
    goal: float | None
    of_ratio: bool = False
    at_least: bool = False

    @property
    def met(self) -> bool | None:
        value = self.ratio if self.of_ratio else self.figure
        if self.goal is None or value is None:
            return None
        return value >= self.goal if self.at_least else value <= self.goal


def stepwise(game: AnyGame) -> Play:
    """One complete random game, state by state; returns its number of actions."""
    scenario = game.scenarios[0].key

    def play(rng: Random) -> int:
        state = game.start(scenario, key_from_seed(rng.getrandbits(32)), {}).state
        actions = 0
        while game.deciders(state):
            state = game.next(state, game.sample(state, rng))
            actions += 1
        return actions

    return play


def playouts(game: AnyGame) -> Play:
    """One complete random game by the contract's playout; its actions are not counted."""
    scenario = game.scenarios[0].key

    def play(rng: Random) -> int:
        state = game.start(scenario, key_from_seed(rng.getrandbits(32)), {}).state
        game.playout(state, rng, LIMIT)
        return 0

    return play


def backgammon() -> Play:
    """One complete random game of OpenSpiel's backgammon; its dice are no actions."""
    spiel: Any = pyspiel.load_game("backgammon")

    def play(rng: Random) -> int:
        state = spiel.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def rate(play: Play, rng: Random, seconds: float) -> tuple[float, float]:
    """Games and actions per second of this process's CPU time."""
    games = actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += play(rng)
        games += 1
    return games / spent, actions / spent


def speed(game: AnyGame, rounds: int, seconds: float) -> dict[str, Figure]:
    """Random games and their actions, beside backgammon."""
    rng = Random(1945)
    plays = [playouts(game), stepwise(game), *([backgammon()] if pyspiel else [])]
    for play in plays:
        play(rng)
    # One list a round: (games, actions) a second of each, in turn.
    measured = [[rate(play, rng, seconds) for play in plays] for _ in range(rounds)]
    figures = {}
    for name, ours, index, goal in (
        ("games_per_cpu_second", 0, 0, 0.06),
        ("stepwise_games_per_cpu_second", 1, 0, None),
        ("actions_per_cpu_second", 1, 1, None),
    ):
        figure = median(rates[ours][index] for rates in measured)
        yardstick = ratio = None
        if pyspiel:
            yardstick = median(rates[2][index] for rates in measured)
            ratio = median(rates[ours][index] / rates[2][index] for rates in measured)
        figures[name] = Figure(figure, yardstick, ratio, goal, True, True)
    return figures


def listing(game: AnyGame, seconds: float, yardstick: float | None) -> Figure:
    """The whole list of legal actions and a full step with its events, as a client asks for them."""
    rng = Random(45)
    first = state = game.start(game.scenarios[0].key, key_from_seed(45), {}).state
    steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = game.apply(state, rng.choice(game.legal(state))).state if game.deciders(state) else first
        steps += 1
    figure = steps / spent
    return Figure(figure, yardstick, figure / yardstick if yardstick else None, None)


def size(game: AnyGame, games: int) -> Figure:
    """The largest state of some random games, as msgpack; beside it the largest as JSON."""
    rng = Random(5)
    largest = spelled = 0
    for seed in range(games):
        state = game.start(game.scenarios[0].key, key_from_seed(seed), {}).state
        while game.deciders(state):
            state = game.next(state, game.sample(state, rng))
            largest = max(largest, len(game.encode(state)))
        spelled = max(spelled, len(msgspec.json.encode(state)))
    return Figure(largest, spelled, largest / spelled, 16384)


def start_up(rounds: int) -> Figure:
    """`berlin games` from the shell, beside a Python that does nothing."""
    berlin = [str(Path(sys.executable).with_name("berlin")), "games"]
    nothing = [sys.executable, "-c", "pass"]
    pairs = [(wall(berlin), wall(nothing)) for _ in range(rounds)]
    figure, yardstick = (median(column) for column in zip(*pairs, strict=True))
    return Figure(figure, yardstick, figure / yardstick, 0.4)


def serving(game: AnyGame, rounds: int, seconds: float) -> dict[str, Figure]:
    """Actions that the server took at 200 live tables, beside a bare echo of the same bytes."""
    from benchmarks.served import measured

    told = measured(game, rounds, seconds)
    return {
        "served_actions_per_second": Figure(told.actions, told.echoes, told.ratio, 1 / 3, True, True),
        "served_p50_milliseconds": Figure(told.p50, None, None, None),
        "served_p99_milliseconds": Figure(told.p99, None, None, None),
    }


def labouring(game: AnyGame, rounds: int, seconds: float) -> dict[str, Figure]:
    """Bouts a second of the lab on two workers, beside one process."""
    from benchmarks.lab import measured

    processes, dask = measured(game, rounds, seconds)
    return {
        "lab_two_processes": Figure(processes.rate, processes.alone, processes.speedup, 1.8, True, True),
        "lab_two_dask_workers": Figure(dask.rate, dask.alone, dask.speedup, 1.7, True, True),
    }


def learning(game: AnyGame, rounds: int, seconds: float) -> dict[str, Figure]:
    """How many words a learner says in the arena, and actions it plays, with and without seeing."""
    from benchmarks.arena import measured

    told = measured(game, rounds, seconds)
    return {
        "arena_words_per_cpu_second": Figure(told.seen_words, None, None, None),
        "arena_actions_per_cpu_second": Figure(told.seen_actions, None, None, None),
        "arena_unseen_actions_per_cpu_second": Figure(told.blind_actions, None, None, None),
    }


def wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def table(figures: dict[str, Figure]) -> str:
    rows = [("", "figure", "yardstick", "ratio", "goal", "")]
    for name, f in figures.items():
        bound = "at least" if f.at_least else "at most"
        goal = "" if f.goal is None else f"{bound} {f.goal:g}{' of it' if f.of_ratio else ''}"
        verdict = {True: "met", False: "MISSED", None: ""}[f.met]
        rows.append((name, short(f.figure), short(f.yardstick), short(f.ratio), goal, verdict))
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def short(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="race")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds of each measurement")
    args = parser.parse_args()
    game = load(args.game)
    figures = speed(game, args.rounds, args.seconds)
    yardstick = figures["actions_per_cpu_second"].yardstick
    figures["legal_and_apply_per_cpu_second"] = listing(game, args.seconds, yardstick)
    figures["state_bytes"] = size(game, 5)
    figures["startup_seconds"] = start_up(3 * args.rounds)
    figures |= serving(game, args.rounds, args.seconds)
    figures |= labouring(game, args.rounds, args.seconds)
    figures |= learning(game, args.rounds, args.seconds)
    print(table(figures))
    if pyspiel is None:
        print("OpenSpiel is not installed: its yardstick is missing")
    keys = ("figure", "yardstick", "ratio", "goal")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(
        json.dumps({n: {k: getattr(f, k) for k in keys} for n, f in figures.items()}, indent=2) + "\n"
    )


if __name__ == "__main__":
    main()
