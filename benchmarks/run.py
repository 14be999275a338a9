"""Measures the program and writes build/bench.json.

    python -m benchmarks.run             everything: some ten minutes
    python -m benchmarks.run lab arena   these parts alone; the other rows stay as they are

Speed is set beside a yardstick measured in the same run, round by round in turn, so that a slow or busy
machine slows both alike: what counts is the median of the rounds' ratios. Beside every figure stands the load
average as it was when the measurement of its part began, with what the part before had added to it.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
from benchmarks.figure import OUT, Figure, Figures, keep, table
from benchmarks.games import YARDSTICK, campaigns, others, size, speed

from berlin.kernel.contract.game import AnyGame, codes, load

INTERRUPTED = 130
# The limit for a machine's delay of others, in milliseconds.
DELAY = 50.0
# And for what one client asks for.
DEARLY = 100.0
# And how many seconds a Perimeter may take.
PATIENCE = 2.0
# And for reading a table of these, in milliseconds of the processor.
READING = {"race": 1.0, "orsha": 8.0}
# How many acts the server takes in the time of so many bare echoes.
ACTS_AN_ECHO = 0.6


class Part(msgspec.Struct, frozen=True):
    """Some rows that are measured together, and about how many seconds it takes on a quiet machine."""

    about: str
    seconds: int
    measure: Callable[[AnyGame, int, float], Figures]


def small(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """The size of a state; and `berlin games` from the shell, beside a Python that does nothing."""
    berlin = [str(Path(sys.executable).with_name("berlin")), "games"]
    nothing = [sys.executable, "-c", "pass"]
    pairs = [(wall(berlin), wall(nothing)) for _ in range(3 * rounds)]
    figure, yardstick = (median(column) for column in zip(*pairs, strict=True))
    return {
        "state_bytes": size(game, 5),
        "startup_seconds": Figure(figure, yardstick, figure / yardstick, 0.4),
    }


def wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def search(game: AnyGame, rounds: int, seconds: float) -> Figures:
    from benchmarks.looks import measured

    told = measured(game, rounds, seconds)
    return {
        "search_looks_per_cpu_second": Figure(told.looks),
        "search_nodes_per_cpu_second": Figure(told.nodes),
    }


def served(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Actions that the server took at 200 live tables, beside a bare echo of the same bytes."""
    from benchmarks.served import measured

    told = measured(game, rounds, seconds)
    return {
        "served_actions_per_second": Figure(told.actions, told.echoes, told.ratio, ACTS_AN_ECHO, True, True),
        "served_action_cpu_milliseconds": Figure(told.cpu, told.echo_cpu, told.cpu / told.echo_cpu),
        "served_p50_milliseconds": Figure(told.p50),
        "served_p99_milliseconds": Figure(told.p99),
    }


def clicks(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """To read a table that has changed, and an order that is answered with what changed, at each game."""
    from benchmarks.clicks import measured

    figures = dict[str, Figure]()
    for code in codes():
        told = measured(load(code), rounds)
        figures |= {
            f"reading_{code}_cpu_milliseconds": Figure(told.reading, goal=READING.get(code)),
            f"reading_{code}_calls": Figure(told.calls),
            f"click_{code}_cpu_milliseconds": Figure(told.order),
            f"click_{code}_bytes": Figure(told.changed, told.whole, told.changed / told.whole),
        }
    return figures


def machines(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Requests at tables of people while machines are at work beside them, and while there are none."""
    from benchmarks.neighbours import MOVERS, THINKERS, measured

    told, figures = measured(game, rounds, seconds), dict[str, Figure]()
    for word, kind in (("thinking", THINKERS), ("moving", MOVERS)):
        beside = told[kind]
        figures |= {
            f"beside_{word}_p50_milliseconds": Figure(beside.waits.p50, beside.without.p50),
            f"beside_{word}_p99_milliseconds": Figure(beside.waits.p99, beside.without.p99),
            f"beside_{word}_delay_p99_milliseconds": Figure(beside.delay, goal=DELAY),
            f"{word}_moves_per_second": Figure(beside.waits.moves),
        }
    return figures


def bystanders(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Acts at tables of people while one client asks for what is dear, and while nobody does."""
    from benchmarks.bystanders import measured

    figures = dict[str, Figure]()
    for kind, beside in measured(game, (rounds + 1) // 2, 2 * seconds).items():
        figures |= {
            f"bystander_{kind}_p99_milliseconds": Figure(beside.p99, beside.without),
            f"bystander_{kind}_delay_p99_milliseconds": Figure(beside.delay, goal=DEARLY),
            f"bystander_{kind}_per_second": Figure(beside.asked),
        }
    return figures


def lab(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Games a second of the lab on two workers, beside one process."""
    from benchmarks.lab import measured

    processes, dask = measured(game, rounds, seconds)
    return {
        "lab_two_processes": Figure(processes.rate, processes.alone, processes.speedup, 1.8, True, True),
        "lab_two_dask_workers": Figure(dask.rate, dask.alone, dask.speedup, 1.7, True, True),
    }


def arena(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """How many words a learner says in the arena, and actions it plays, with and without seeing."""
    from benchmarks.arena import measured

    told = measured(game, rounds, seconds)
    return {
        "arena_words_per_cpu_second": Figure(told.seen_words),
        "arena_actions_per_cpu_second": Figure(told.seen_actions),
        "arena_unseen_actions_per_cpu_second": Figure(told.blind_actions),
    }


def perimeter(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Both sides' largest Perimeters of a campaign, beside a random game of backgammon."""
    from benchmarks.perimeter import measured

    told = measured(rounds)
    return {
        "perimeter_seconds": Figure(told.middle, told.game, told.ratio),
        "perimeter_slowest_seconds": Figure(told.slowest, goal=PATIENCE),
        "perimeter_own_markers_seconds": Figure(told.own, goal=PATIENCE),
    }


PARTS = {
    "games": Part("complete games by each policy, beside backgammon", 125, speed),
    "others": Part("complete random games of the other games, beside backgammon", 35, others),
    "campaigns": Part("complete campaigns, at random and by players, beside backgammon", 95, campaigns),
    "search": Part("how far a search looks", 16, search),
    "small": Part("the size of a state, the start of a command", 8, small),
    "arena": Part("a learner in the arena", 31, arena),
    "lab": Part("the lab on two processes and two Dask workers, beside one process", 105, lab),
    "perimeter": Part("Perimeters on a full map, beside backgammon", 7, perimeter),
    "served": Part("actions at 200 live tables, beside a bare echo", 45, served),
    "clicks": Part("what a click costs the server, in each game", 20, clicks),
    "bystanders": Part("acts while one client asks for what is dear", 270, bystanders),
    "machines": Part("requests while machines think and move at other tables", 95, machines),
}


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--game", default=codes()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds of each measurement")
    args = parser.parse_args()
    if unknown := [part for part in args.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    if args.game not in codes():
        parser.error(f"there is no game {args.game!r}; there are {', '.join(codes())}")
    game, figures = load(args.game), dict[str, Figure]()
    asked = [PARTS[name] for name in args.parts or PARTS]
    share, interrupted = args.rounds * args.seconds / 15, False
    try:
        for number, part in enumerate(asked, start=1):
            left = share * sum(other.seconds for other in asked[number - 1 :])
            say(f"{number} of {len(asked)}: {part.about}; about {left / 60:.1f} min left")
            ahead = os.getloadavg()[0]
            for name, figure in part.measure(game, args.rounds, args.seconds).items():
                figure.load = round(ahead, 2)
                figures[name] = figure
            keep(figures, beside=bool(args.parts))
    except KeyboardInterrupt:
        interrupted = True
    if figures:
        tell(figures)
    if interrupted:
        say("interrupted: what was finished is kept")
        sys.exit(INTERRUPTED)


def tell(figures: Figures) -> None:
    print(table(figures))
    if not YARDSTICK:
        print("OpenSpiel is not installed: its yardstick is missing")
    goals = [figure.met for figure in figures.values() if figure.met is not None]
    print(f"{sum(goals)} of {len(goals)} goals met; {OUT.parent.name}/{OUT.name} has every figure")


def say(text: str) -> None:
    print(f"bench {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
