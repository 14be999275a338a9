"""Machines at the tables: they think in worker processes and get their seat's view, nothing else.

A machine's choice comes back as text and is played like anybody's: by its seat, at the number at which it was
asked, and only if it is legal. Its reasons are kept with it, and told to nobody before the game is over.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import nullcontext
from functools import partial

import msgspec

from berlin.server.denial import Denied
from berlin.server.log import Journal
from berlin.server.table import Table
from berlin.server.tables import Tables
from berlin.server.worker import Task, Thought, answered, processes, think

PATIENCE = 3
# However many tables of machines alone somebody opens, those at which people sit don't wait for all of them.
UNATTENDED_AT_ONCE = 1


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

    async def think(self, task: Task) -> Thought:
        """What a machine makes of this, from a worker. Raises BrokenExecutor if the worker was lost."""
        if self._executor is None:
            self._executor = self.workers()
        executor = self._executor
        try:
            thought = await asyncio.get_running_loop().run_in_executor(executor, partial(think, task))
        except BrokenExecutor:
            if self._executor is executor:
                self._executor = None
            raise
        if thought.failed:
            self.journal.write("reasons failed", game=task.game, player=task.player, type=thought.failed)
        return thought

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
            except Exception as error:
                failures += 1
                self.journal.bug("machine", error)
        self.journal.write("machine gave up", table=table_id)

    async def _move(self, table: Table, seat: int) -> None:
        seq = table.number((seat,))
        task = Task(
            game=table.header.game,
            player=table.header.sitters[seat].player,
            view=msgspec.msgpack.encode(table.game.view(table.state, seat)),
            chance=table.chance(seat),
            seat=f"{table.id} {seat}",
            number=table.seq + 1,
            after=self._answer(table, seat),
            changes=self.tables.games.changes(table.header.game),
        )
        async with nullcontext() if table.attended else self._unattended:
            thought = await self.think(task)
        reason = msgspec.json.encode(thought.reasons).decode() if thought.reasons else ""
        await self.tables.act(table, (seat,), seq, thought.action, reason)

    def _answer(self, table: Table, seat: int) -> str:
        """The seat's own answer, if it was the last that was done and stands."""
        last = table.live[-1] if table.live else 0
        if not last or last != table.seq or table.entries[last - 1].seat != seat:
            return ""
        line = table.moments.last.line
        return answered(last, line.action) if line else ""
