"""Machines at the tables: they think in worker processes and get their seat's view, nothing else.

A machine's choice comes back as text and is played like anybody's: by its seat, at the number at which it was
asked, and only if it is legal. Its reasons are kept with it, and told to nobody before the game is over.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import nullcontext

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.ids import Seat
from berlin.players.delegation import DEPUTY
from berlin.server.http.errors import Denied
from berlin.server.machines.worker import (
    THINK_SECONDS,
    Task,
    Thought,
    answered,
    at_once,
    end,
    processes,
    think,
)
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables
from berlin.server.work.dear import OURS
from berlin.server.work.log import Journal
from berlin.server.work.turns import Turns

PATIENCE = 3
# By the clock, which runs on while others have the processor.
PATIENCE_SECONDS = 8 * THINK_SECONDS
# However many tables of machines alone somebody opens, those at which people sit don't wait for all of them.
UNATTENDED_AT_ONCE = 1


class Machines:
    """Plays every seat that a machine holds, as soon as it decides.

    `seconds` is how long one may reckon over a decision, and `patience` how long one is waited for at all.
    """

    seconds, patience = THINK_SECONDS, PATIENCE_SECONDS

    def __init__(self, tables: Tables, journal: Journal, workers: Callable[[], Executor] = processes) -> None:
        self.tables, self.journal, self.workers = tables, journal, workers
        self._executor: Executor | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._turns: Turns | None = None
        self._unattended = Turns(UNATTENDED_AT_ONCE)
        self._closing = False

    def wake(self, table: Table) -> None:
        """Lets the machines of this table go on, if it is their decision."""
        if self._closing or table.id in self._playing or self._seat(table) is None:
            return
        self._playing[table.id] = asyncio.create_task(self._play(table.id))

    async def think(self, task: Task, client: str = OURS, table: str = "") -> Thought:
        """What a machine makes of this, from a worker, when it is this client's and this table's turn.

        Raises BrokenExecutor if the worker was lost.
        """
        self._working()
        assert self._turns is not None
        async with self._turns.of(client, table):
            thought = await self._thought(self._working(), replace(task, seconds=self.seconds))
        told = {"game": task.game, "player": task.player}
        if thought.failed:
            self.journal.write("reasons failed", **told, type=thought.failed)
        if thought.late:
            self.journal.write("machine stopped", **told, ms=round(thought.milliseconds))
        return thought

    def _working(self) -> Executor:
        if self._executor is None:
            self._executor = self.workers()
            self._turns = self._turns or Turns(at_once(self._executor))
        return self._executor

    async def _thought(self, executor: Executor, task: Task) -> Thought:
        try:
            # Whoever asks first starts the processes, which takes a while: requests go on meanwhile.
            thinking = await asyncio.to_thread(executor.submit, think, task)
            return await asyncio.wait_for(asyncio.wrap_future(thinking), self.patience)
        except (BrokenExecutor, TimeoutError) as error:
            if self._executor is executor:
                self._executor = None
            end(executor)
            raise BrokenExecutor(type(error).__name__) from None

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _seat(self, table: Table) -> Seat | None:
        return next((seat for seat in table.deciders if table.is_machine(seat)), None)

    async def _play(self, table_id: str) -> None:
        try:
            await self._play_on(table_id)
        finally:
            # At once, and not in a callback: who wakes it next must not find it still playing.
            self._playing.pop(table_id, None)

    async def _play_on(self, table_id: str) -> None:
        """Plays on until a person decides or the game is over."""
        failures, lost = 0, False
        while failures < PATIENCE and not self._closing:
            table = await self.tables.get(table_id)
            seat = self._seat(table)
            if seat is None or self._closing:
                return
            try:
                # Who was lost over a decision, or never came back from it, is not asked again.
                await self._move(table, seat, DEPUTY if lost else table.header.sitters[seat].player)
                failures, lost = 0, False
            except Denied as denied:
                if denied.status != 409:  # 409: the table moved on while it thought
                    failures += 1
                    self.journal.write("machine denied", table=table_id, status=denied.status)
            except Exception as error:
                failures += 1
                lost = isinstance(error, BrokenExecutor)
                self.journal.bug("machine", error)
        if failures:
            self.journal.write("machine gave up", table=table_id)

    async def _move(self, table: Table, seat: Seat, player: str) -> None:
        seq = table.number((seat,))
        task = Task(
            game=table.header.game,
            player=player,
            view=msgspec.msgpack.encode(table.view(seat)),
            chance=table.chance(seat),
            seat=f"{table.id} {seat}",
            number=table.seq + 1,
            after=self._answer(table, seat),
            changes=self.tables.games.changes(table.header.game),
        )
        async with nullcontext() if table.attended else self._unattended.of(table.client, table.id):
            thought = await self.think(task, table.client, table.id)
        reason = msgspec.json.encode(thought.reasons).decode() if thought.reasons else ""
        await self.tables.act(table, (seat,), seq, thought.action, reason)

    def _answer(self, table: Table, seat: Seat) -> str:
        """The seat's own answer, if it was the last that was done and stands."""
        last = table.live[-1] if table.live else 0
        if not last or last != table.seq or table.entries[last - 1].seat != seat:
            return ""
        line = table.moments.last.line
        return answered(last, line.action) if line else ""
