"""The SQLite file itself: how it is opened, and the numbered migrations that bring it up to date."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10.0
# A batch of n entries has statements of its own, for each n.
STATEMENTS = 300


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if need be, with its schema up to date."""
    make_missing(path)
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection)
    return connection


def make_missing(path: Path) -> None:
    """Makes an empty file, for its owner alone: keys and hashes lie in it.

    A file that is there is never opened here. Closing any descriptor of a file drops all locks that this
    process has on it, SQLite's too; the next process that closes it would then take itself for the last one,
    and delete the log into which this one still writes.
    """
    with suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def open_existing(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there, as it is; none is made."""
    address = f"file:{quote(str(path.resolve()))}?mode=rw"
    return sqlite3.connect(
        address, timeout=BUSY_SECONDS, isolation_level=None, uri=True, check_same_thread=False
    )


def newest_version() -> int:
    """The version to which this program brings a file."""
    return len(_steps(MIGRATIONS))


def _steps(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> int:
    """Applies the migrations that this file lacks, each in a transaction; returns its version."""
    steps = _steps(folder)
    before = version(connection)
    if before > len(steps):
        raise sqlite3.DatabaseError(
            f"made by a newer program: schema {before}, this program knows {len(steps)}"
        )
    for number, path in enumerate(steps, start=1):
        if not path.name.startswith(f"{number:04d}_"):
            raise sqlite3.DatabaseError(f"migration {number} is missing: {path.name} stands in its place")
        if number > before:
            _apply(connection, number, path.read_text(encoding="utf-8"))
    return len(steps)


def _apply(connection: sqlite3.Connection, number: int, script: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been quicker while this one waited for the lock.
        if version(connection) < number:
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


def version(connection: sqlite3.Connection) -> int:
    """The number of the last migration that this file has had."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
