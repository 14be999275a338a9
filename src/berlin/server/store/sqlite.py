"""The store in one SQLite file: one thread writes, another reads, every commit is flushed to the disk."""

import asyncio
import sqlite3
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from berlin.kernel.contract.ids import Seat
from berlin.server.store import seat_rows
from berlin.server.store.schema import connect
from berlin.server.store.soundness import Place, look_over, trouble
from berlin.server.store.store import (
    Entry,
    Header,
    Invitation,
    Past,
    Position,
    Row,
    Sitter,
    Standing,
    StoreFailed,
)
from berlin.server.store.writer import MOST_AT_ONCE, Append, Job, Writer, append, deciders, insert_entries

T = TypeVar("T")
# How often health looks the whole file over, and for how long at most.
LOOK_EVERY_SECONDS = 60.0
LOOK_SECONDS = 0.5
_NEWEST = """
    SELECT t.id, t.game, t.title,
           (SELECT json_group_array(json_array(player, name, token_hash))
            FROM (SELECT * FROM seat WHERE table_id = t.id ORDER BY seat)),
           s.seq, s.deciders, s.caption, s.result, s.updated, s.shown
    FROM standing s JOIN game_table t ON t.id = s.table_id ORDER BY s.updated DESC, t.id LIMIT ?
"""


class SqliteStore:
    """Tables in one file. Several processes may share it; the unique number of an entry keeps them apart."""

    def __init__(self, path: Path) -> None:
        # SQLite lays its log beside the file itself, not beside a link to it.
        self.path = path.resolve()
        self._looked_over = -LOOK_EVERY_SECONDS
        self._writer: Writer | None = None
        self._read: sqlite3.Connection | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            connection = await asyncio.to_thread(connect, self.path)
            self._read = await loop.run_in_executor(self._reader, connect, self.path)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(f"{self.path}: {error}") from None
        self._writer = Writer(connection, Place(self.path))

    async def stop(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._read is not None:
            await self._reading(lambda connection: connection.close())
            self._read = None
        self._reader.shutdown(wait=False)

    # What is written.

    async def create(self, header: Header, entries: tuple[Entry, ...], standing: Standing) -> None:
        def insert(connection: sqlite3.Connection) -> None:
            head = (header.id, header.game, header.title, header.record, header.foretold, header.opened)
            connection.execute("INSERT INTO game_table VALUES (?, ?, ?, ?, ?, ?, ?)", (*head, header.hints))
            for number, sitter in enumerate(header.sitters):
                seat = (header.id, number, sitter.player, sitter.name, sitter.token_hash)
                connection.execute("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", seat)
            seat_rows.insert_invitations(connection, header)
            for first in range(0, len(entries), MOST_AT_ONCE):
                insert_entries(connection, header.id, entries[first : first + MOST_AT_ONCE], header.opened)
            row = (header.id, standing.seq, deciders(standing))
            rest = (standing.caption, standing.result, standing.updated, standing.shown)
            connection.execute("INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, *rest))

        await self._written(_whole(insert))

    async def append(self, table: str, entry: Entry, standing: Standing, reason: str = "") -> None:
        assert self._writer is not None
        await self._writer.write(Append(table, entry, standing, reason))

    async def append_all(self, table: str, entries: tuple[Entry, ...], standing: Standing) -> None:
        def insert(connection: sqlite3.Connection) -> None:
            for first in range(0, len(entries), MOST_AT_ONCE):
                some = entries[first : first + MOST_AT_ONCE]
                append(connection, [Append(table, entry, standing) for entry in some])

        await self._written(_whole(insert))

    async def caption(self, table: str, seq: int, caption: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            change = "UPDATE standing SET caption = ? WHERE table_id = ? AND seq = ?"
            connection.execute(change, (caption, table, seq))

        await self._written(job)

    async def keep(self, position: Position, tellings: dict[int, bytes]) -> None:
        situation = zlib.compress(position.situation.encode())
        row = (position.table, position.seq, position.rules, situation, zlib.compress(position.state))

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?)", row)
            connection.executemany(
                "INSERT OR REPLACE INTO telling VALUES (?, ?, ?)",
                ((position.table, seq, body) for seq, body in tellings.items()),
            )

        await self._written(job)

    async def claim(self, table: str, invitation: Invitation, token_hash: str) -> None:
        await self._written(_whole(lambda file: seat_rows.claim(file, table, invitation, token_hash)))

    async def renew(self, table: str, seat: Seat, old: str, new: str) -> None:
        await self._written(_whole(lambda file: seat_rows.renew(file, table, seat, old, new)))

    async def invite(self, table: str, seat: Seat, told: str) -> None:
        await self._written(_whole(lambda file: seat_rows.invite(file, table, seat, told)))

    async def _written(self, job: Job) -> None:
        assert self._writer is not None
        await self._writer.write(job)

    # What is read.

    async def header(self, table: str) -> Header | None:
        def read(connection: sqlite3.Connection) -> Header | None:
            row = connection.execute("SELECT * FROM game_table WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            code, title, record, foretold, opened, hints = row[1:]
            seated = _sitters(connection, table), bool(foretold), opened, bool(hints)
            return Header(table, code, title, record, *seated, seat_rows.invitations(connection, table))

        return await self._reading(read)

    async def entries(self, table: str) -> tuple[Entry, ...]:
        def read(connection: sqlite3.Connection) -> tuple[Entry, ...]:
            rows = connection.execute(
                "SELECT seq, kind, seat, body FROM entry WHERE table_id = ? ORDER BY seq", (table,)
            )
            return tuple(Entry(*row) for row in rows)

        return await self._reading(read)

    async def reasons(self, table: str) -> tuple[tuple[int, str], ...]:
        def read(connection: sqlite3.Connection) -> tuple[tuple[int, str], ...]:
            rows = connection.execute(
                "SELECT seq, body FROM reason WHERE table_id = ? ORDER BY seq", (table,)
            )
            return tuple(rows)

        return await self._reading(read)

    async def kept(self, table: str) -> int:
        return await self._number("SELECT seq FROM position WHERE table_id = ?", table, -1)

    async def shown(self, table: str) -> int:
        return await self._number("SELECT shown FROM standing WHERE table_id = ?", table, 0)

    async def _number(self, query: str, table: str, without: int) -> int:
        def read(connection: sqlite3.Connection) -> int:
            row = connection.execute(query, (table,)).fetchone()
            return without if row is None else int(row[0])

        return await self._reading(read)

    async def past(self, table: str) -> Past:
        def read(connection: sqlite3.Connection) -> Past:
            result = connection.execute("SELECT result FROM standing WHERE table_id = ?", (table,)).fetchone()
            row = connection.execute("SELECT * FROM position WHERE table_id = ?", (table,)).fetchone()
            told = connection.execute("SELECT seq, body FROM telling WHERE table_id = ?", (table,))
            position = None
            if row is not None:
                situation, state = zlib.decompress(row[3]).decode(), zlib.decompress(row[4])
                position = Position(table, row[1], row[2], situation, state)
            return Past(result[0] if result else "", position, dict(told.fetchall()))

        return await self._reading(read)

    async def unkept(self, limit: int) -> tuple[str, ...]:
        def read(connection: sqlite3.Connection) -> tuple[str, ...]:
            rows = connection.execute(
                "SELECT s.table_id FROM standing s LEFT JOIN position p ON p.table_id = s.table_id "
                "WHERE coalesce(p.seq, -1) < s.seq ORDER BY s.updated DESC LIMIT ?",
                (limit,),
            )
            return tuple(row[0] for row in rows)

        return await self._reading(read)

    async def newest(self, limit: int) -> tuple[Row, ...]:
        def read(connection: sqlite3.Connection) -> tuple[Row, ...]:
            return tuple(_row(row) for row in connection.execute(_NEWEST, (limit,)).fetchall())

        return await self._reading(read)

    async def count(self) -> int:
        def read(connection: sqlite3.Connection) -> int:
            return int(connection.execute("SELECT count(*) FROM game_table").fetchone()[0])

        return await self._reading(read)

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        assert self._read is not None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read, self._read)
        except sqlite3.Error as error:
            raise StoreFailed(trouble(error)) from None

    # Whether it can.

    async def check(self) -> None:
        assert self._writer is not None
        now = time.time()

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE pulse SET at = ?", (now,))

        await self._written(write)
        read = await self._reading(lambda connection: connection.execute("SELECT at FROM pulse").fetchone())
        if read != (now,):
            raise StoreFailed("what was written is not there")
        found = self._writer.place.shortage()
        if not found and time.monotonic() >= self._looked_over + LOOK_EVERY_SECONDS:
            found = await asyncio.to_thread(look_over, self.path, LOOK_SECONDS)
            # What is damaged stays so: then it is looked over each time.
            self._looked_over = -LOOK_EVERY_SECONDS if found else time.monotonic()
        if found:
            raise StoreFailed(found)


def _whole(insert: Callable[[sqlite3.Connection], None]) -> Job:
    """A job that is done to its end, or leaves nothing behind."""

    def job(connection: sqlite3.Connection) -> None:
        connection.execute("SAVEPOINT whole")
        try:
            insert(connection)
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK TO whole")
            raise
        finally:
            connection.execute("RELEASE whole")

    return job


def _sitters(connection: sqlite3.Connection, table: str) -> tuple[Sitter, ...]:
    rows = connection.execute(
        "SELECT player, name, token_hash FROM seat WHERE table_id = ? ORDER BY seat", (table,)
    )
    return tuple(Sitter(*row) for row in rows)


def _row(row: tuple[Any, ...]) -> Row:
    table, code, title, seated, seq, asking, caption, result, updated, shown = row
    sitters = msgspec.json.decode(seated, type=tuple[tuple[str, str, str], ...])
    asked = msgspec.json.decode(asking, type=tuple[Seat, ...])
    standing = Standing(seq, asked, caption, result, updated, shown)
    return Row(table, code, title, tuple(Sitter(*sitter) for sitter in sitters), standing)
