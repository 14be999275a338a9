"""All tables: those in memory, loaded when somebody asks for them, and the one way in which they change.

A change is checked against the table in memory, kept in the store, and only then taken, acknowledged and told
to everybody who listens.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.undo import barrier
from berlin.kernel.records.record import BadRecord, OtherTables
from berlin.server.http import errors
from berlin.server.http.limits import Buckets, Limits, too_many
from berlin.server.store.soundness import for_the_log
from berlin.server.store.store import Entry, Header, Past, Row, Standing, Store, StoreFailed, Taken
from berlin.server.tables.games import Games
from berlin.server.tables.memory import Memory
from berlin.server.tables.opening import Opened, Order, opened
from berlin.server.tables.pace import Pace
from berlin.server.tables.restoring import Restored, is_older, restored
from berlin.server.tables.rules_change import bare_record
from berlin.server.tables.secret import token_hash
from berlin.server.tables.table import Prepared, Table
from berlin.server.work.dear import OURS, Dear
from berlin.server.work.log import Journal

UNCAPTIONED = 1000
GONE = "another version of the rules played this table: nothing of it can be shown by this one but its record"
Listener = Callable[[Table], None]
T = TypeVar("T")


class Tables:
    """The tables of one server. Whoever wants to hear of every change adds himself to `listeners`."""

    def __init__(self, store: Store, journal: Journal, limits: Limits, games: Games) -> None:
        self.store, self.journal, self.games = store, journal, games
        self.readings = Buckets(limits.reading_rate, limits.reading_burst)
        self.listeners: list[Listener] = []
        self._live = Memory(limits.memory, self._dropped)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._uncaptioned: dict[str, Table] = {}
        self._captioning: asyncio.Task[None] | None = None
        self.dear, self.pace = Dear(limits), Pace()
        self.limits, self.acts = limits, Buckets(limits.act_rate, limits.act_burst)

    async def get(self, table_id: str, client: str = OURS) -> Table:
        """The table of this id, for this client if it is not for the server itself.

        Raises Denied if there is none, or if the client has asked for too many that had to be read.
        """
        table = self._live.get(table_id)
        if table is not None:
            return table
        if table_id not in self._loading:
            if client != OURS and not self.readings.take(client):
                raise too_many()
            task = asyncio.create_task(self._load(table_id, client))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            self._loading[table_id] = task
        return await asyncio.shield(self._loading[table_id])

    async def open(self, order: Order, client: str = OURS) -> Opened:
        """A new table, kept. Raises Denied."""
        made, standing = await self.dear.do(client, self._opened, order)
        table = made.table
        table.client = client
        await self._stored(self.store.create(table.header, made.entries, standing))
        self._remember(table)
        self._tell(table)
        return made

    def _opened(self, order: Order) -> tuple[Opened, Standing]:
        made = opened(order, self.games)
        return made, replace(made.table.standing(), caption=made.table.caption())

    async def act(self, table: Table, seats: tuple[Seat, ...], seq: int, text: str, reason: str = "") -> int:
        """Plays an action; it is on the disk when this returns the table's new number. Raises Denied.

        `reason` is why a machine does it.
        """
        # First all requests are read that have come in, then the games are played: the processor does more of
        # the same in a row, which takes it less time.
        await asyncio.sleep(0)
        async with table.lock:
            await self._append(table, table.prepare(seats, seq, text), reason)
            return table.number(seats)

    async def fill(
        self, table: Table, seats: tuple[Seat, ...], seq: int, text: str, check: bool, client: str = OURS
    ) -> int:
        """Plays all that a filled form stands for, or nothing; how many actions that are. Raises Denied.

        With `check`, nothing in any case.
        """
        async with table.lock:
            # It may be a hundred actions: other requests go on meanwhile.
            prepared = await self.dear.do(client, table.prepare_form, seats, seq, text)
            if not check:
                await self._append_all(table, prepared)
            return len(prepared)

    async def reseat(self, table: Table, header: Header, kept: Awaitable[None]) -> None:
        """Who may sit where is this from now on, once it is kept. Raises Denied."""
        try:
            await self._stored(kept)
        except BaseException:
            self._live.pop(table.id, None)
            raise
        table.header = header
        if not self._live.holds(table):
            self._live.pop(table.id, None)

    async def note_hint(self, table: Table, seat: Seat, seq: int, by: str = "") -> None:
        """Notes that this seat asked for a hint, or lets this machine answer. Raises Denied."""
        async with table.lock:
            table.check((seat,), seq)
            await self._append(table, table.prepare_hint(seat, by))

    async def reasons(self, table: Table) -> tuple[tuple[int, str], ...]:
        """Why the machines did what they did, by the numbers of the entries: when the game is over."""
        if not table.over:
            raise errors.forbidden("the machines' reasons are told when the game is over")
        return await self._stored(self.store.reasons(table.id))

    async def undo(self, table: Table, seats: tuple[Seat, ...], seq: int) -> int:
        """Takes the last action back by one more entry. Raises Denied with the reason why not."""
        async with table.lock:
            if not seats:
                raise errors.forbidden("watchers take nothing back: this takes a seat's own link")
            table.check(seats, seq)
            reason = await self.why_no_undo(table, seats)
            if reason:
                raise errors.Denied(errors.REFUSED, reason)
            await self._append(table, table.prepare_undo())
            return table.number(seats)

    async def why_no_undo(self, table: Table, seats: tuple[Seat, ...]) -> str:
        """Why these seats can't take the last action back; "" if they can."""
        reason = table.no_undo(seats)
        if reason is not None:
            return reason
        last = table.live[-1]
        if last not in table.barriers:
            # It compares many worlds: other requests go on meanwhile.
            table.barriers[last] = await asyncio.to_thread(barrier, table.game, *table.last_step())
        return table.barriers[last]

    def count_act(self, table: Table) -> None:
        """One more act of a person's at this table. Raises Denied if they come faster than anybody plays."""
        if not self.acts.take(table.id):
            raise too_many()

    def _check_room(self, table: Table, *prepared: Prepared) -> None:
        """Raises Denied if a table has more in it than any game: undone and done again, over and over."""
        undos = sum(one.entry.kind == "undo" for one in prepared)
        if undos and table.undos + undos > self.limits.undos:
            raise errors.forbidden(f"{self.limits.undos} actions were taken back here: no more can be")
        if table.seq + len(prepared) > self.limits.entries:
            raise errors.forbidden(
                f"this table is full: {self.limits.entries} entries; go on from its record"
            )

    async def _append(self, table: Table, prepared: Prepared, reason: str = "") -> None:
        self._check_room(table, prepared)
        standing = table.standing(prepared)
        table.foresee(prepared)
        try:
            await self._stored(self.store.append(table.id, prepared.entry, standing, reason))
        except BaseException:
            # Whether it was kept is not known here, or another process wrote: look again.
            self._live.pop(table.id, None)
            raise
        self._take(table, prepared)

    async def _append_all(self, table: Table, prepared: tuple[Prepared, ...]) -> None:
        self._check_room(table, *prepared)
        entries = tuple(one.entry for one in prepared)
        standing = table.standing(*prepared)
        try:
            await self._stored(self.store.append_all(table.id, entries, standing))
        except BaseException:
            self._live.pop(table.id, None)
            raise
        self._take(table, *prepared)

    def _take(self, table: Table, *prepared: Prepared) -> None:
        shown = [table.take(one) for one in prepared]
        table.look()
        if not self._live.holds(table):
            self._live.pop(table.id, None)  # it was dropped and read again meanwhile, without this
        # What no watcher notices changes no caption: the time it takes to work it out again would tell of it.
        if any(shown):
            self._caption_later(table)
        self._tell(table)

    def _caption_later(self, table: Table) -> None:
        """A caption takes a whole scene: it is worked out for the list of tables, not at every action."""
        self._uncaptioned[table.id] = table
        if len(self._uncaptioned) > UNCAPTIONED:
            self._settle_soon()

    def _settle_soon(self) -> None:
        if self._captioning is None or self._captioning.done():
            self._captioning = asyncio.create_task(self.settle())

    async def settle(self) -> None:
        """Brings the captions in the store up to date."""
        waiting, self._uncaptioned = self._uncaptioned, {}
        writing = []
        for table in waiting.values():
            writing.append(self.store.caption(table.id, table.seq, table.caption()))
            await asyncio.sleep(0)
        for error in await asyncio.gather(*writing, return_exceptions=True):
            if error is not None:
                self.journal.bug("captions", error)

    async def newest(self, limit: int) -> tuple[Row, ...]:
        """The tables that changed last, the newest first."""
        await self.settle()
        return await self._stored(self.store.newest(limit))

    async def bare_record(self, table_id: str, tokens: str) -> str:
        """The record of a table that can't be opened, for who may have it. Raises Denied."""
        header = await self._stored(self.store.header(table_id))
        if header is None:
            raise errors.unknown("table")
        entries = await self._stored(self.store.entries(table_id))
        is_over = bool((await self._stored(self.store.past(table_id))).result)
        held = {token_hash(token.strip()) for token in tokens.split(",")}
        if not is_over and not held.issuperset(sitter.token_hash for sitter in header.sitters):
            raise errors.forbidden("while the game is on this is only for whoever holds every seat")
        return bare_record(header, entries, is_over)

    async def count(self) -> int:
        """How many tables there are."""
        return await self._stored(self.store.count())

    def close(self) -> None:
        self.dear.close()

    async def _stored(self, work: Awaitable[T]) -> T:
        """What the store answers. Raises Denied if it doesn't."""
        try:
            return await work
        except Taken:
            raise errors.Denied(errors.STALE, "the table has moved on: look again") from None
        except StoreFailed as error:
            self.journal.write("store failed", reason=for_the_log(error))
            raise errors.Denied(errors.UNAVAILABLE, "the store doesn't answer; try again later") from None

    async def _load(self, table_id: str, client: str) -> Table:
        header = await self._stored(self.store.header(table_id))
        if header is None or header.game not in self.games:
            raise errors.unknown("table")
        entries = await self._stored(self.store.entries(table_id))
        game = self.games[header.game]
        past = await self._stored(self.store.past(table_id)) if is_older(header, entries, game) else Past()
        try:
            shown = await self._stored(self.store.shown(table_id))
            least = 0.0 if client == OURS else self.pace.expected(game.code, shown)
            made = await self.dear.do_in_steps(client, least, self._restored, header, entries, game, past)
        except OtherTables as error:
            # Nothing is lost: a server with those tables opens it again.
            raise errors.Denied(
                errors.STALE, f"this table can't be opened here: it is {error.reason}"
            ) from None
        except BadRecord as error:
            # Of these rules nothing is left by which it could be shown; that must not stop the server.
            self.journal.bug(f"table {table_id}", error)
            raise errors.Denied(errors.GONE, GONE) from None
        table = made.table
        table.kept = await self._stored(self.store.kept(table_id))
        if made.passage is not None:
            await self._stored(self.store.append(table_id, made.passage.entry, table.standing(made.passage)))
            table.take(made.passage)
        self._remember(table)
        self._caption_later(table)
        self._tell(table)
        return table

    def _restored(self, header: Header, entries: tuple[Entry, ...], game: AnyGame, past: Past) -> Restored:
        began = time.thread_time()
        made = restored(header, entries, game, past)
        self.pace.note(game.code, made.table.number(()), time.thread_time() - began)
        return made

    def _remember(self, table: Table) -> None:
        table.look()
        self._live.put(table)

    def _dropped(self, table: Table) -> None:
        """A table that left memory is not kept for its caption alone."""
        if table.id in self._uncaptioned:
            self._settle_soon()

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)
