"""The lab's games on two workers, beside the same games in one process."""

import time
from collections.abc import Sequence
from importlib import import_module
from statistics import median
from typing import Any

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.lab.executor import Alone, Cluster, Crew, Pool, play_all
from berlin.lab.match_game import MatchGame
from berlin.lab.series import balance, setting

WORKERS = 2
FEWEST = 8
LONGER = 3
# Ctrl-C is for whoever measures.
DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"


class Labour(msgspec.Struct):
    """Games a second on these workers and in one process; the speed-up is the median of the rounds."""

    rate: float
    alone: float
    speedup: float


def measured(game: AnyGame, rounds: int, seconds: float) -> tuple[Labour, Labour]:
    """Two processes, and two Dask workers. Each has played before the clock starts, as in a long run."""
    games = balance(setting(game.code), "random", 10_000).match_games()
    once = wall(Alone(), games[:FEWEST]) / FEWEST
    chosen = games[: max(FEWEST, round(LONGER * seconds / once))]
    with dask() as local, Pool(WORKERS) as pool, Cluster(local.scheduler_address) as cluster:
        crews: tuple[Crew, ...] = (Alone(), pool, cluster)
        for crew in crews:
            wall(crew, games[:FEWEST])
        times = [[wall(crew, chosen) for crew in crews] for _ in range(rounds)]
    count = len(chosen)
    alone = median(count / row[0] for row in times)
    first, second = (
        Labour(median(count / row[at] for row in times), alone, median(row[0] / row[at] for row in times))
        for at in (1, 2)
    )
    return first, second


def dask() -> Any:
    """A scheduler and its workers."""
    distributed: Any = import_module("distributed")
    return distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, preload=DEAF
    )


def wall(crew: Crew, games: Sequence[MatchGame]) -> float:
    began = time.perf_counter()
    play_all(games, (), crew, lambda game, outcome: None)
    return time.perf_counter() - began
