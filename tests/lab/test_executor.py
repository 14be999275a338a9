"""Whoever plays the games, and whoever is lost on the way, the results are the same to the byte."""

import multiprocessing
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from tests.lab.cluster import DaskCluster

from berlin.kernel.contract.game import AnyGame
from berlin.lab import executor
from berlin.lab.executor import Alone, Cluster, Crew, NoWorkers, Pace, PlayedBatch, Pool, play_all
from berlin.lab.match_game import BadMatchGame, MatchGame, Outcome, OwnTables, play
from berlin.lab.results import FILE, Results
from berlin.lab.series import Series, Varied, balance, run, setting, settings

pytestmark = pytest.mark.slow

GAMES = 6
PATIENCE = 120


def asked() -> list[Series]:
    """Games of the race at random, with its own tables and with changed ones."""
    places = settings("race", [Varied.parse("combat.3.2:1=A1D1,D1R")])
    return [balance(where, "random", GAMES) for where in places]


def kept(folder: Path, crew: Crew, after: Callable[[int], None] = lambda done: None) -> bytes:
    """The bytes that these workers leave; `after` is told how many games are done."""
    series = asked()
    with crew, Results(folder, [each.setting for each in series]) as results:
        run(series, results, crew, progress=lambda done, of: after(done))
    return (folder / FILE).read_bytes()


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return kept(tmp_path_factory.mktemp("serial"), Alone())


def test_the_two_tables_make_a_difference(serial: bytes) -> None:
    lines = [msgspec.json.decode(line) for line in serial.splitlines()]
    assert len(lines) == 2 * GAMES
    halves = [
        [line["outcome"] for line in lines if line["changes"] == [f"combat.3.2:1={text}"]]
        for text in ("A1D1", "D1R")
    ]
    assert [len(half) for half in halves] == [GAMES, GAMES]
    assert halves[0] != halves[1]


def test_processes_leave_the_same_bytes_even_if_one_is_killed(serial: bytes, tmp_path: Path) -> None:
    before = set(multiprocessing.active_children())
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            victim = min(
                set(multiprocessing.active_children()) - before, key=lambda process: process.pid or 0
            )
            killed.append(victim.pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    assert kept(tmp_path, Pool(2), kill_one) == serial
    assert killed
    assert set(multiprocessing.active_children()) == before


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path / "dask") as running:
        yield running


def test_a_dask_cluster_leaves_the_same_bytes_even_if_a_worker_is_killed(
    serial: bytes, tmp_path: Path, cluster: DaskCluster
) -> None:
    crew = Cluster(cluster.address)
    assert crew.workers == 2
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            killed.append(cluster.kill_a_worker())

    assert kept(tmp_path / "results", crew, kill_one) == serial
    assert killed


def test_a_cluster_that_is_not_there_or_has_nobody_to_work(tmp_path: Path) -> None:
    for nowhere in ("tcp://127.0.0.1:9", "nonsense", "tcp://127.0.0.1:99999"):
        with pytest.raises(NoWorkers, match=f"no Dask scheduler answers at {nowhere}"):
            Cluster(nowhere)
    with DaskCluster(tmp_path, workers=0) as idle, pytest.raises(NoWorkers, match="has no workers"):
        Cluster(idle.address)


def test_a_run_that_is_killed_leaves_no_worker_behind_and_goes_on_to_the_same_bytes(
    serial: bytes, tmp_path: Path
) -> None:
    varied = ["--vary", "combat.3.2:1=A1D1,D1R", "--games", str(GAMES)]
    words = ["lab", "sweep", "race", "--player", "random", *varied, "--jobs", "2", "-o", str(tmp_path)]
    order = [sys.executable, "-c", "from berlin.cli.main import main; main()", *words]
    master = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    file = tmp_path / FILE
    wait_until(lambda: file.exists() and b"\n" in file.read_bytes())
    workers = children(master.pid)
    assert len(workers) >= 2
    master.kill()
    master.wait()
    wait_until(lambda: not any(alive(pid) for pid in workers))
    assert 1 <= file.read_bytes().count(b"\n") < 2 * GAMES
    assert kept(tmp_path, Alone()) == serial


class Breaking(Alone):
    """Loses the first batches that it is given."""

    losses = (ConnectionError,)

    def __init__(self, times: int) -> None:
        self.left, self.renewed = times, 0

    def submit(self, games: Sequence[MatchGame], tables: OwnTables) -> "Future[PlayedBatch]":
        if self.left:
            self.left -= 1
            raise ConnectionError("gone")
        return super().submit(games, tables)

    def renew(self) -> None:
        self.renewed += 1


def test_a_loss_is_made_good_but_not_for_ever(timed: AnyGame) -> None:
    games = balance(setting("timed"), "random", 5).match_games()
    found: dict[MatchGame, Outcome] = {}
    crew = Breaking(executor.PATIENCE)
    play_all(games, (), crew, found.__setitem__)
    assert sorted(game.seed for game in found) == [1, 2, 3, 4, 5]
    assert crew.renewed == executor.PATIENCE
    with pytest.raises(NoWorkers, match="again and again: gone"):
        play_all(games, (), Breaking(executor.PATIENCE + 1), found.__setitem__)


def test_a_game_that_can_not_be_played_ends_the_run(timed: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("berlin.lab.match_game.LIMIT", 1)
    with pytest.raises(BadMatchGame, match="not over after 1 actions"):
        play_all(
            balance(setting("timed"), "random", 2).match_games(),
            (),
            Alone(),
            lambda game, outcome: None,
        )


def test_an_interrupt_keeps_what_has_come_in(timed: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[MatchGame, Outcome] = {}

    def interrupted(game: MatchGame, tables: object) -> Outcome:
        if game.seed == 4:
            raise KeyboardInterrupt
        return play(game)

    monkeypatch.setattr(executor, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_all(balance(setting("timed"), "random", 9).match_games(), (), Alone(), found.__setitem__)
    assert sorted(game.seed for game in found) == [1, 2, 3]


def test_a_batch_is_about_a_second_of_work_and_small_at_the_end() -> None:
    crew = Pool(2)
    pace = Pace(crew)
    assert pace.size(1000) == 1
    pace.note(10, 0.5)
    assert pace.size(1000) == 20
    assert pace.size(8) == 2
    assert pace.size(1) == 1
    assert Pace(Alone()).size(1000) == 1
    crew.dismiss(at_once=False)


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found


def alive(pid: int) -> bool:
    """Whether it runs: one that is dead but not yet buried doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def half_an_answer(sign: Path) -> None:
    """In a worker: begins an answer, gives a sign, and never comes to the end of it."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"half")
    sign.touch()
    time.sleep(PATIENCE)


def test_workers_in_the_middle_of_an_answer_are_dismissed_all_the_same(tmp_path: Path) -> None:
    crew = Pool(1)
    crew._pool.submit(half_an_answer, tmp_path / "begun")
    wait_until((tmp_path / "begun").exists)
    ending = Thread(target=crew.dismiss, args=(True,), daemon=True)
    ending.start()
    ending.join(PATIENCE / 2)
    assert not ending.is_alive()
