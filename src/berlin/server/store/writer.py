"""Writing to one SQLite file: whatever waits while a commit is under way goes into the next one together.

So the disk is waited for once a batch and not once an entry. Every statement lets the thread of the requests
go on, and then has to wait for its turn again: a batch takes as few of them as it can.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from threading import Thread

import msgspec

from berlin.server.store.soundness import Place, trouble
from berlin.server.store.store import Entry, Standing, StoreFailed, Taken

MOST_AT_ONCE = 100


class Append(msgspec.Struct, frozen=True):
    """One more entry of a table, how the table stands after it, and why a machine did it."""

    table: str
    entry: Entry
    standing: Standing
    reason: str = ""


Job = Append | Callable[[sqlite3.Connection], None]
Waiting = tuple[Job, "asyncio.Future[None]"]


class Writer:
    """The one that writes, in a thread of its own. Its list belongs to the event loop."""

    def __init__(self, connection: sqlite3.Connection, place: Place) -> None:
        self.connection, self.place = connection, place
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._batches: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="store-writer", daemon=True)
        self._thread.start()

    def write(self, job: Job) -> "asyncio.Future[None]":
        """Done when it is on the disk. Raises Taken or StoreFailed if it is not."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, done))
        if self._idle.is_set():
            self._idle.clear()
            # Not at once: whoever else is served in this turn of the loop goes along.
            self._loop.call_soon(self._commit)
        return done

    async def close(self) -> None:
        """Writes what waits, and closes the connection."""
        await self._idle.wait()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _commit(self) -> None:
        batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._batches.put(batch)

    def _write_on(self) -> None:
        """In the thread."""
        for batch in iter(self._batches.get, None):
            errors = commit(self.connection, [job for job, _ in batch])
            # What went into a file that has lost its name is not kept.
            if gone := self.place.trouble():
                errors = [StoreFailed(gone) for _ in batch]
            self._loop.call_soon_threadsafe(self._tell, batch, errors)
        self.connection.close()

    def _tell(self, batch: list[Waiting], errors: list[Exception | None]) -> None:
        if self._waiting:
            self._commit()
        else:
            self._idle.set()
        for (_, done), error in zip(batch, errors, strict=True):
            if done.done():
                continue  # whoever waited has gone
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)


def commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    """Does the jobs in one transaction; what came of each. A refused one leaves the others as they are."""
    try:
        appends = [job for job in jobs if isinstance(job, Append)]
        if len(appends) == len(jobs) and _together(connection, appends):
            return [None] * len(jobs)
        connection.execute("BEGIN IMMEDIATE")
        errors = [_alone(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except Exception as error:
        with suppress(sqlite3.Error):
            connection.rollback()
        return [StoreFailed(trouble(error)) for _ in jobs]
    return errors


def _together(connection: sqlite3.Connection, appends: list[Append]) -> bool:
    """Keeps all of them; or none, if one is refused. Without reasons that takes one statement and no more."""
    reasoned = any(job.reason for job in appends)
    try:
        if reasoned:
            connection.execute("BEGIN IMMEDIATE")
        append(connection, appends)
        if reasoned:
            connection.execute("COMMIT")
    except sqlite3.IntegrityError:
        if reasoned:
            connection.execute("ROLLBACK")
        return False
    return True


def _alone(connection: sqlite3.Connection, job: Job) -> Exception | None:
    try:
        if isinstance(job, Append):
            append(connection, [job])
        else:
            job(connection)
    except sqlite3.IntegrityError:
        return Taken()
    return None


def append(connection: sqlite3.Connection, appends: list[Append]) -> None:
    """The entries in one statement, so that none is kept if one is refused, then the machines' reasons."""
    values: list[str | int | float] = []
    reasons: list[str | int | float] = []
    for job in appends:
        entry, now = job.entry, job.standing
        values += (job.table, entry.seq, entry.kind, entry.seat, entry.body, now.updated)
        values += (deciders(now), now.result, now.shown)
        if job.reason:
            reasons += (job.table, entry.seq, job.reason)
    connection.execute(_inserting("arrival", 9, len(appends)), values)
    if reasons:
        connection.execute(_inserting("reason", 3, len(reasons) // 3), reasons)


def insert_entries(connection: sqlite3.Connection, table: str, entries: Sequence[Entry], at: float) -> None:
    """Entries of a table that is being opened."""
    values: list[str | int | float] = []
    for entry in entries:
        values += (table, entry.seq, entry.kind, entry.seat, entry.body, at)
    connection.execute(_inserting("entry", 6, len(entries)), values)


@cache
def _inserting(what: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {what} VALUES {', '.join([row] * rows)}"


def deciders(standing: Standing) -> str:
    return msgspec.json.encode(standing.deciders).decode()
