"""Who plays the games: this process, several on this machine, or a Dask cluster. The results are the same.

Games travel in batches of about a second of work. The batch of a worker that is lost is played again.
"""

import multiprocessing
import os
import signal
import socket
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager
from importlib import import_module
from math import ceil
from threading import Thread
from types import TracebackType
from urllib.parse import urlsplit

from berlin.lab.match_game import MatchGame, Outcome, OwnTables, play

BATCH_SECONDS = 1.0
BATCH_LIMIT = 500
# Batches in hand for each worker: one that is being played and one that waits.
DEPTH = 2
PATIENCE = 5
LOOK_SECONDS = 5.0
CONNECT_SECONDS = 10.0
GRACE_SECONDS = 30.0

PlayedBatch = tuple[list[Outcome], float]
Take = Callable[[MatchGame, Outcome], None]


class NoWorkers(Exception):
    """There is nobody, or nobody left, to play the games."""


def play_batch(games: Sequence[MatchGame], tables: OwnTables) -> PlayedBatch:
    """In the worker: the outcomes of some games, and how long they took."""
    began = time.perf_counter()
    return [play(game, tables) for game in games], time.perf_counter() - began


class Crew(AbstractContextManager["Crew"], ABC):
    """Some workers, of any kind."""

    workers = 1
    batch_seconds = BATCH_SECONDS
    # What a future raises if its worker was lost, and whether the other batches in hand are lost with it.
    losses: tuple[type[BaseException], ...] = ()
    all_lost = False

    @abstractmethod
    def submit(self, games: Sequence[MatchGame], tables: OwnTables) -> "Future[PlayedBatch]": ...

    def renew(self) -> None:
        """Makes good a loss. Raises NoWorkers if it can't be."""

    def look(self) -> None:
        """Called when nothing has come in for a while. Raises NoWorkers if nothing ever will."""

    @abstractmethod
    def dismiss(self, at_once: bool) -> None:
        """Ends the workers, at once if nobody waits for what they are doing."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.dismiss(at_once=kind is not None)


class Alone(Crew):
    """This process."""

    # An interrupt loses the batch that is being played: no more than one game.
    batch_seconds = 0.0

    def submit(self, games: Sequence[MatchGame], tables: OwnTables) -> "Future[PlayedBatch]":
        done: Future[PlayedBatch] = Future()
        done.set_result(play_batch(games, tables))
        return done

    def dismiss(self, at_once: bool) -> None:
        pass


class Pool(Crew):
    """Processes of their own on this machine."""

    losses = (BrokenExecutor,)
    all_lost = True

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._others = set(multiprocessing.active_children())
        self._pool = self._hire()

    def _hire(self) -> Executor:
        return ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), initializer=_tie_to_parent
        )

    def submit(self, games: Sequence[MatchGame], tables: OwnTables) -> "Future[PlayedBatch]":
        # Ctrl-C is for the one who hires: a worker is born with it blocked, and then ignores it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.submit(play_batch, games, tables)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def renew(self) -> None:
        self.dismiss(at_once=True)
        self._pool = self._hire()

    def dismiss(self, at_once: bool) -> None:
        if at_once:
            hired = set(multiprocessing.active_children()) - self._others
            for process in hired:
                process.terminate()
            for process in hired:
                process.join()
            _close_answers(self._pool)
        self._pool.shutdown(wait=True, cancel_futures=True)


def _close_answers(pool: Executor) -> None:
    """Close the end of the pipe by which workers answer, once they are gone: one of them may have been in the
    middle of an answer, and as long as it is open the pool waits for the rest."""
    answers = getattr(pool, "_result_queue", None)
    if answers is not None:
        answers._writer.close()


def _tie_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Cluster(Crew):
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Raises NoWorkers if nobody answers at this address, ImportError without Dask."""
        distributed = import_module("distributed")
        self.address, self.losses = address, (distributed.KilledWorker, CancelledError)
        self._idle_since = 0.0
        try:
            _knock(address)
            self._client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError):
            raise NoWorkers(f"no Dask scheduler answers at {address}") from None
        self.workers = len(self._client.nthreads())
        if not self.workers:
            self.dismiss(at_once=True)
            raise NoWorkers(f"the Dask scheduler at {address} has no workers")
        # Not pure: a batch that was lost is a task of its own when it is handed out again.
        self._executor = self._client.get_executor(pure=False)

    def submit(self, games: Sequence[MatchGame], tables: OwnTables) -> "Future[PlayedBatch]":
        future: Future[PlayedBatch] = self._executor.submit(play_batch, games, tables)
        return future

    def renew(self) -> None:
        if self._client.status != "running":
            raise NoWorkers(f"the Dask scheduler at {self.address} is gone")

    def look(self) -> None:
        self.renew()
        try:
            alive = len(self._client.nthreads())
        except OSError:
            raise NoWorkers(f"the Dask scheduler at {self.address} is gone") from None
        if alive:
            self._idle_since = 0.0
        elif not self._idle_since:
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > GRACE_SECONDS:
            raise NoWorkers(f"the Dask scheduler at {self.address} has no workers left")

    def dismiss(self, at_once: bool) -> None:
        # Closing the client lets go of its futures, and so takes back what nobody plays yet.
        self._client.close(timeout=CONNECT_SECONDS)


def _knock(address: str) -> None:
    """Raises OSError at once where nobody listens; Dask would try again until its time is up."""
    at = urlsplit(address)
    if at.scheme == "tcp" and at.hostname and at.port:
        socket.create_connection((at.hostname, at.port), CONNECT_SECONDS).close()


def crew(jobs: int, cluster: str) -> Crew:
    """The workers that were asked for. Raises NoWorkers or ImportError about a cluster."""
    if cluster:
        return Cluster(cluster)
    return Alone() if jobs == 1 else Pool(jobs)


def play_all(games: Sequence[MatchGame], tables: OwnTables, crew: Crew, take: Take) -> None:
    """Plays all games and hands each outcome over as soon as it is there, in no particular order.

    Whatever ends it, what has come in until then is handed over. Raises NoWorkers, or BadMatchGame.
    """
    work = _Work(games, tables, crew, take)
    try:
        while work.waiting or work.playing:
            work.hand_out()
            work.gather()
    except BaseException:
        work.rescue()
        raise


class _Work:
    """Games that wait, and batches that are being played."""

    def __init__(self, games: Sequence[MatchGame], tables: OwnTables, crew: Crew, take: Take) -> None:
        self.tables, self.crew, self.take = tables, crew, take
        self.waiting = deque(games)
        self.playing: dict[Future[PlayedBatch], list[MatchGame]] = {}
        self.pace = Pace(crew)
        self.losses = 0

    def hand_out(self) -> None:
        while self.waiting and len(self.playing) < DEPTH * self.crew.workers:
            batch = [self.waiting.popleft() for _ in range(self.pace.size(len(self.waiting)))]
            try:
                self.playing[self.crew.submit(batch, self.tables)] = batch
            except self.crew.losses as loss:
                self.make_good([batch], loss)

    def gather(self) -> None:
        done, _ = wait(self.playing, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        if not done:
            self.crew.look()
        lost: list[list[MatchGame]] = []
        for future in done:
            batch = self.playing.pop(future)
            try:
                outcomes, seconds = future.result()
            except self.crew.losses as loss:
                lost.append(batch)
                reason: BaseException = loss
            else:
                self.losses = 0
                self.pace.note(len(batch), seconds)
                self.hand_over(batch, outcomes)
        if lost:
            self.make_good(lost, reason)

    def make_good(self, lost: list[list[MatchGame]], reason: BaseException) -> None:
        """Puts the batches of lost workers back to where they came from."""
        self.losses += 1
        if self.losses > PATIENCE:
            raise NoWorkers(f"workers are lost again and again: {reason}") from None
        if self.crew.all_lost:
            lost = [*lost, *self.playing.values()]
            self.playing.clear()
        for batch in reversed(lost):
            self.waiting.extendleft(reversed(batch))
        self.crew.renew()

    def rescue(self) -> None:
        """What came in while nobody looked."""
        for future, batch in self.playing.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self.hand_over(batch, future.result()[0])

    def hand_over(self, batch: Sequence[MatchGame], outcomes: Sequence[Outcome]) -> None:
        for game, outcome in zip(batch, outcomes, strict=True):
            self.take(game, outcome)


class Pace:
    """How many games make a batch."""

    def __init__(self, crew: Crew) -> None:
        self.crew, self.games, self.seconds = crew, 0, 0.0

    def note(self, games: int, seconds: float) -> None:
        self.games, self.seconds = self.games + games, self.seconds + seconds

    def size(self, left: int) -> int:
        """One until the pace is known; towards the end fewer, so that all workers finish together."""
        if not self.games:
            return 1
        fitting = self.crew.batch_seconds * self.games / max(self.seconds, 1e-9)
        return max(1, min(int(fitting), BATCH_LIMIT, ceil(left / (DEPTH * self.crew.workers))))
