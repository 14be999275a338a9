"""All tables: those in memory, loaded when somebody asks for them, and the one way in which they change.

A change is checked against the table in memory, kept in the store, and only then taken, acknowledged and told
to everybody who listens.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from berlin.kernel.game import codes
from berlin.kernel.record import BadRecord
from berlin.kernel.undo import barrier
from berlin.server import denial
from berlin.server.log import Journal
from berlin.server.opening import Opened, Order, opened
from berlin.server.store import Row, Store, StoreFailed, Taken
from berlin.server.table import Prepared, Table

IN_MEMORY = 500
UNCAPTIONED = 1000
Listener = Callable[[Table], None]


class Tables:
    """The tables of one server. Whoever wants to hear of every change adds himself to `listeners`."""

    def __init__(self, store: Store, journal: Journal, in_memory: int = IN_MEMORY) -> None:
        self.store, self.journal, self.in_memory = store, journal, in_memory
        self.listeners: list[Listener] = []
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._uncaptioned: dict[str, Table] = {}
        self._captioning: asyncio.Task[None] | None = None

    async def get(self, table_id: str) -> Table:
        """The table of this id. Raises Denied if there is none."""
        table = self._live.get(table_id)
        if table is not None:
            self._live.move_to_end(table_id)
            return table
        if table_id not in self._loading:
            task = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            self._loading[table_id] = task
        return await asyncio.shield(self._loading[table_id])

    async def open(self, order: Order) -> Opened:
        """A new table, kept. Raises Denied."""
        made = await asyncio.to_thread(opened, order)
        table = made.table
        standing = replace(table.standing(table.moments[-1], table.seq), caption=table.caption())
        await self._keep(self.store.create(table.header, made.entries, standing))
        self._remember(table)
        self._tell(table)
        return made

    async def act(self, table: Table, seats: tuple[int, ...], seq: int, text: str) -> int:
        """Plays an action; it is on the disk when this returns the table's new number. Raises Denied."""
        async with table.lock:
            return await self._append(table, table.prepare(seats, seq, text))

    async def undo(self, table: Table, seats: tuple[int, ...], seq: int) -> int:
        """Takes the last action back by one more entry. Raises Denied with the reason why not."""
        async with table.lock:
            if not seats:
                raise denial.forbidden("watchers take nothing back: this takes a seat's own link")
            if seq != table.seq:
                raise denial.stale(table.seq)
            reason = await self.why_no_undo(table, seats)
            if reason:
                raise denial.Denied(denial.REFUSED, reason)
            return await self._append(table, table.prepare_undo())

    async def why_no_undo(self, table: Table, seats: tuple[int, ...]) -> str:
        """Why these seats can't take the last action back; "" if they can."""
        reason = table.no_undo(seats)
        if reason is not None:
            return reason
        last = table.live[-1]
        if last not in table.barriers:
            # It compares many worlds: other requests go on meanwhile.
            table.barriers[last] = await asyncio.to_thread(barrier, table.game, *table.last_step())
        return table.barriers[last]

    async def _append(self, table: Table, prepared: Prepared) -> int:
        standing = table.standing(prepared.moment, prepared.entry.seq)
        try:
            await self._keep(self.store.append(table.id, prepared.entry, standing))
        except BaseException:
            # Whether it was kept is not known here, or another process wrote: look again.
            self._live.pop(table.id, None)
            raise
        table.take(prepared)
        if self._live.get(table.id) is not table:
            self._live.pop(table.id, None)  # it was dropped and read again meanwhile, without this
        self._caption_later(table)
        self._tell(table)
        return table.seq

    def _caption_later(self, table: Table) -> None:
        """A caption takes a whole scene: it is worked out for the list of tables, not at every action."""
        self._uncaptioned[table.id] = table
        if len(self._uncaptioned) > UNCAPTIONED and (self._captioning is None or self._captioning.done()):
            self._captioning = asyncio.create_task(self.settle())

    async def settle(self) -> None:
        """Brings the captions in the store up to date."""
        waiting, self._uncaptioned = self._uncaptioned, {}
        writing = []
        for table in waiting.values():
            writing.append(self.store.caption(table.id, table.seq, table.caption()))
            await asyncio.sleep(0)
        await asyncio.gather(*writing)

    async def newest(self, limit: int) -> tuple[Row, ...]:
        """The tables that changed last, the newest first."""
        await self.settle()
        return await self.store.newest(limit)

    async def _keep(self, writing: Coroutine[Any, Any, None]) -> None:
        try:
            await writing
        except Taken:
            raise denial.Denied(denial.STALE, "the table has moved on: look again") from None
        except StoreFailed as error:
            self.journal.bug("store", error)
            raise denial.Denied(denial.UNAVAILABLE, "nothing can be kept just now; try again") from None

    async def _load(self, table_id: str) -> Table:
        header = await self.store.header(table_id)
        if header is None or header.game not in codes():
            raise denial.unknown("table")
        entries = await self.store.entries(table_id)
        try:
            table = await asyncio.to_thread(Table.restored, header, entries)
        except BadRecord as error:
            # Another version of the rules: it can't be gone on with, and must not stop the server.
            self.journal.bug(f"table {table_id}", error)
            raise denial.Denied(denial.GONE, "another version of the program made this table") from None
        self._remember(table)
        self._caption_later(table)
        self._tell(table)
        return table

    def _remember(self, table: Table) -> None:
        self._live[table.id] = table
        while len(self._live) > self.in_memory:
            self._live.popitem(last=False)

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)
