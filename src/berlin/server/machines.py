"""Machines at the tables: they think in processes of their own and get their seat's view, nothing else.

A machine's choice comes back as text and is played like anybody's: by its seat, at the number at which it was
asked, and only if it is legal.
"""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from random import Random
from threading import Thread

import msgspec

from berlin.kernel.game import load
from berlin.players import seated
from berlin.server.denial import Denied
from berlin.server.log import Journal
from berlin.server.table import Table
from berlin.server.tables import Tables

PATIENCE = 3
# However many tables of machines alone somebody opens, those at which people sit don't wait for all of them.
UNATTENDED_AT_ONCE = 1
NICENESS = 10
WATCH_SECONDS = 1.0


def choose(code: str, kind: str, view: bytes, chance: bytes) -> str:
    """In the worker: the text of the action that this machine chooses, from its view alone."""
    game = load(code)
    seen = msgspec.msgpack.decode(view, type=game.view_type)
    return game.write(seated(kind).choose(game, seen, Random(chance)))


def processes() -> Executor:
    """Worker processes, one fewer than there are cores, that give way to the server."""
    workers = max(1, (os.cpu_count() or 2) - 1)
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, spawn, initializer=_settle, initargs=(os.getpid(),))


def _settle(server: int) -> None:
    Thread(target=_stay, args=(server,), daemon=True).start()
    # Ctrl-C is for the server, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)


def _stay(server: int) -> None:
    """A server that was killed can't end its workers: then they go by themselves."""
    while os.getppid() == server:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


class Machines:
    """Plays every seat that a machine holds, as soon as it decides."""

    def __init__(self, tables: Tables, journal: Journal, workers: Callable[[], Executor] = processes) -> None:
        self.tables, self.journal, self.workers = tables, journal, workers
        self._executor: Executor | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._unattended = asyncio.Semaphore(UNATTENDED_AT_ONCE)
        self._closing = False

    def wake(self, table: Table) -> None:
        """Lets the machines of this table go on, if it is their decision."""
        if self._closing or table.id in self._playing or self._seat(table) is None:
            return
        self._playing[table.id] = asyncio.create_task(self._play(table.id))

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _seat(self, table: Table) -> int | None:
        return next((seat for seat in table.deciders if table.is_machine(seat)), None)

    async def _play(self, table_id: str) -> None:
        try:
            await self._play_on(table_id)
        finally:
            # At once, and not in a callback: who wakes it next must not find it still playing.
            self._playing.pop(table_id, None)

    async def _play_on(self, table_id: str) -> None:
        """Plays on until a person decides or the game is over."""
        failures = 0
        while failures < PATIENCE:
            table = await self.tables.get(table_id)
            seat = self._seat(table)
            if seat is None:
                return
            try:
                await self._move(table, seat)
                failures = 0
            except Denied as denied:
                if denied.status != 409:  # 409: the table moved on while it thought
                    failures += 1
                    self.journal.write("machine denied", table=table_id, status=denied.status)
            except BrokenExecutor as error:
                failures += 1
                self.journal.bug("machine", error)
                self._executor = None
            except Exception as error:
                failures += 1
                self.journal.bug("machine", error)
        self.journal.write("machine gave up", table=table_id)

    async def _move(self, table: Table, seat: int) -> None:
        game, seq = table.game, table.seq
        view = msgspec.msgpack.encode(game.view(table.state, seat))
        kind = table.header.sitters[seat].player
        if self._executor is None:
            self._executor = self.workers()
        thinking = partial(choose, table.header.game, kind, view, table.chance(seat))
        loop = asyncio.get_running_loop()
        async with nullcontext() if table.attended else self._unattended:
            text = await loop.run_in_executor(self._executor, thinking)
        await self.tables.act(table, (seat,), seq, text)
