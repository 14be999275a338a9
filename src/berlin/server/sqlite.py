"""The store in one SQLite file: WAL, one writing thread, every commit flushed to the disk.

Whatever waits while a commit is under way goes into the next one together, so that the disk is waited for
once a batch and not once an entry.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import msgspec

from berlin.server.store import Entry, Header, Row, Sitter, Standing, StoreFailed, Taken

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], None]
MIGRATIONS = Path(__file__).parent / "migrations"
MOST_AT_ONCE = 200
BUSY_SECONDS = 10.0
_STANDING = "UPDATE standing SET seq = ?, deciders = ?, result = ?, updated = ? WHERE table_id = ?"
_NEWEST = (
    "SELECT t.id, t.game, t.title, s.seq, s.deciders, s.caption, s.result, s.updated"
    " FROM standing s JOIN game_table t ON t.id = s.table_id ORDER BY s.updated DESC, t.id LIMIT ?"
)


class SqliteStore:
    """Tables in one file. Several processes may share it; the unique number of an entry keeps them apart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: SimpleQueue[tuple[Job, asyncio.Future[None]] | None] = SimpleQueue()
        self._writer: Thread | None = None
        self._read: sqlite3.Connection | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            connection = await asyncio.to_thread(connect, self.path)
            self._read = await self._loop.run_in_executor(self._reader, connect, self.path)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(f"{self.path}: {error}") from None
        self._writer = Thread(target=self._write_on, args=(connection,), name="store-writer", daemon=True)
        self._writer.start()

    async def stop(self) -> None:
        if self._writer is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._read is not None:
            await self._reading(lambda connection: connection.close())
            self._read = None
        self._reader.shutdown(wait=False)

    # What is written.

    async def create(self, header: Header, entries: tuple[Entry, ...], standing: Standing) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("SAVEPOINT opening")
            try:
                insert(connection)
            except sqlite3.IntegrityError:
                connection.execute("ROLLBACK TO opening")
                raise
            finally:
                connection.execute("RELEASE opening")

        def insert(connection: sqlite3.Connection) -> None:
            head = (header.id, header.game, header.title, header.record, header.foretold, header.opened)
            connection.execute("INSERT INTO game_table VALUES (?, ?, ?, ?, ?, ?)", head)
            for number, sitter in enumerate(header.sitters):
                seat = (header.id, number, sitter.player, sitter.name, sitter.token_hash)
                connection.execute("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", seat)
            for entry in entries:
                _insert(connection, header.id, entry, header.opened)
            row = (header.id, standing.seq, _deciders(standing))
            rest = (standing.caption, standing.result, standing.updated)
            connection.execute("INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?)", (*row, *rest))

        await self._written(job)

    async def append(self, table: str, entry: Entry, standing: Standing) -> None:
        def job(connection: sqlite3.Connection) -> None:
            # The entry comes first: if it is refused, nothing was changed, and no savepoint is needed.
            _insert(connection, table, entry, standing.updated)
            row = (standing.seq, _deciders(standing), standing.result, standing.updated, table)
            connection.execute(_STANDING, row)

        await self._written(job)

    async def caption(self, table: str, seq: int, caption: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            change = "UPDATE standing SET caption = ? WHERE table_id = ? AND seq = ?"
            connection.execute(change, (caption, table, seq))

        await self._written(job)

    async def _written(self, job: Job) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put((job, done))
        await done

    def _write_on(self, connection: sqlite3.Connection) -> None:
        """The writing thread: takes what waits, writes it in one transaction, and tells who waited."""
        going = True
        while going:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._queue.get())
            going = None not in batch
            waiting = [item for item in batch if item is not None]
            if waiting:
                self._answer(waiting, _commit(connection, [job for job, _ in waiting]))
        connection.close()

    def _answer(
        self, waiting: list[tuple[Job, "asyncio.Future[None]"]], errors: list[Exception | None]
    ) -> None:
        def tell() -> None:
            for (_, done), error in zip(waiting, errors, strict=True):
                if done.done():
                    continue  # whoever waited has gone
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell)

    # What is read.

    async def header(self, table: str) -> Header | None:
        def read(connection: sqlite3.Connection) -> Header | None:
            row = connection.execute("SELECT * FROM game_table WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            code, title, record, foretold, opened = row[1:]
            return Header(table, code, title, record, _sitters(connection, table), bool(foretold), opened)

        return await self._reading(read)

    async def entries(self, table: str) -> tuple[Entry, ...]:
        def read(connection: sqlite3.Connection) -> tuple[Entry, ...]:
            rows = connection.execute(
                "SELECT seq, kind, seat, body FROM entry WHERE table_id = ? ORDER BY seq", (table,)
            )
            return tuple(Entry(*row) for row in rows)

        return await self._reading(read)

    async def newest(self, limit: int) -> tuple[Row, ...]:
        def read(connection: sqlite3.Connection) -> tuple[Row, ...]:
            found = connection.execute(_NEWEST, (limit,)).fetchall()
            return tuple(_row(connection, row) for row in found)

        return await self._reading(read)

    async def count(self) -> int:
        def read(connection: sqlite3.Connection) -> int:
            return int(connection.execute("SELECT count(*) FROM game_table").fetchone()[0])

        return await self._reading(read)

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        assert self._read is not None
        return await asyncio.get_running_loop().run_in_executor(self._reader, read, self._read)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if need be, with its schema up to date."""
    # Keys and hashes lie in it: nobody else on this machine may read it.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection)
    return connection


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> int:
    """Applies the migrations that this file lacks, each in a transaction; returns its version."""
    steps = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    version = _version(connection)
    if version > len(steps):
        raise sqlite3.DatabaseError(
            f"made by a newer program: schema {version}, this program knows {len(steps)}"
        )
    for number, path in enumerate(steps, start=1):
        if not path.name.startswith(f"{number:04d}_"):
            raise sqlite3.DatabaseError(f"migration {number} is missing: {path.name} stands in its place")
        if number > version:
            _apply(connection, number, path.read_text(encoding="utf-8"))
    return len(steps)


def _apply(connection: sqlite3.Connection, number: int, script: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been quicker while this one waited for the lock.
        if _version(connection) < number:
            for statement in _statements(script):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """The statements of a script: `executescript` would commit before it begins."""
    found, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    """Does the jobs in one transaction; what came of each. A job that fails leaves the others untouched."""
    errors: list[Exception | None] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            errors.append(_alone(connection, job))
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [StoreFailed(type(error).__name__) for _ in jobs]
    return errors


def _alone(connection: sqlite3.Connection, job: Job) -> Exception | None:
    """What came of one job. One that is refused leaves nothing behind: see `append` and `create`."""
    try:
        job(connection)
    except sqlite3.IntegrityError:
        return Taken()
    return None


def _insert(connection: sqlite3.Connection, table: str, entry: Entry, at: float) -> None:
    row = (table, entry.seq, entry.kind, entry.seat, entry.body, at)
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)


def _deciders(standing: Standing) -> str:
    return msgspec.json.encode(standing.deciders).decode()


def _sitters(connection: sqlite3.Connection, table: str) -> tuple[Sitter, ...]:
    rows = connection.execute(
        "SELECT player, name, token_hash FROM seat WHERE table_id = ? ORDER BY seat", (table,)
    )
    return tuple(Sitter(*row) for row in rows)


def _row(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Row:
    table, code, title, seq, deciders, caption, result, updated = row
    asked = msgspec.json.decode(deciders, type=tuple[int, ...])
    standing = Standing(seq, asked, caption, result, updated)
    return Row(table, code, title, _sitters(connection, table), standing)
