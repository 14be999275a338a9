"""Keeping where every table stands, in words, for rules that are not written yet.

A table is its entries, and these are played again by the rules. When the rules change, the program that could
do that is gone: so the position and what was told are kept beside them. A position takes some milliseconds to
write down; so it is done a while later, for a few tables at a time, and for all when the server stops.
"""

import asyncio
from contextlib import suppress

import msgspec

from berlin.server.http.errors import Denied
from berlin.server.store.soundness import for_the_log
from berlin.server.store.store import Position, StoreFailed
from berlin.server.tables.party_numbering import Eyes
from berlin.server.tables.restoring import WATCHER, Telling
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables
from berlin.server.work.log import Journal

ROUND_SECONDS = 10.0
# In a round so many tables that changed, and so many that sleep and were never written down.
MOST_AT_ONCE, MOST_WOKEN = 10, 5
MOST_WAITING = 300


class Positions:
    """Hears of every change, and keeps it later."""

    def __init__(self, tables: Tables, journal: Journal) -> None:
        self.tables, self.store, self.journal = tables, tables.store, journal
        self._changed: dict[str, Table] = {}
        self._work: asyncio.Task[None] | None = None
        self._woken: set[str] = set()

    def note(self, table: Table) -> None:
        if table.seq > table.kept:
            self._changed[table.id] = table
        if len(self._changed) > MOST_WAITING:
            # It is not held in memory for this alone, but read again when there is time.
            table_id = next(iter(self._changed))
            del self._changed[table_id]
            self._woken.discard(table_id)

    def start(self) -> None:
        self._work = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Keeps all that is waiting."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
        await self.keep()

    async def keep(self, most: int | None = None) -> None:
        """Keeps where the tables stand that changed longest ago."""
        for table_id in list(self._changed)[:most]:
            table = self._changed[table_id]
            try:
                await self._keep(table)
            except StoreFailed as error:
                self.journal.write("store failed", reason=for_the_log(error))
                return
            if self._changed.get(table_id) is table:
                del self._changed[table_id]
                self.note(table)  # it may have moved on meanwhile

    async def _keep(self, table: Table) -> None:
        seq, state = table.seq, table.state
        situation = await asyncio.to_thread(table.game.write_situation, state)
        position = Position(table.id, seq, table.game.version, situation, table.game.encode(state))
        told = range(max(table.kept, 0) + 1, seq + 1)
        tellings = {n: telling(table, n) for n in told if table.entries[n - 1].kind == "act"}
        await self.store.keep(position, tellings)
        table.kept = seq

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.keep(MOST_AT_ONCE)
                await self._wake()
            except Exception as error:
                self.journal.bug("positions", error)

    async def _wake(self) -> None:
        """Reads tables that were never written down, as an older program left them."""
        for table_id in await self.store.unkept(MOST_WOKEN + len(self._woken)):
            if table_id not in self._woken:
                self._woken.add(table_id)
                with suppress(Denied):
                    self.note(await self.tables.get(table_id))


def telling(table: Table, n: int) -> bytes:
    """What was told of an entry, for the store."""
    seen: frozenset[Eyes] = table.noticed.by[n]
    eyes = sorted(WATCHER if one is None else one for one in seen)
    is_open = table.open_as_told.get(n)
    if is_open is None:
        is_open = table.game.is_open(table.moments[n - 1].state)
    return msgspec.msgpack.encode(Telling(table.moments.told(n).events, tuple(eyes), is_open))
