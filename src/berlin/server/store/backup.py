"""A copy of a database of tables, made while a server writes to it, and looked over before it has a name.

The copy is made by SQLite itself, in one read of one state of the file. It is written beside its place under
a name of its own and gets the right one when it has been found sound: there is never half a copy.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkstemp

import msgspec

from berlin.server.store.schema import newest_version, open_existing, version

OURS = {"game_table", "seat", "entry", "standing"}
# What SQLite may lay beside a file.
BESIDE = ("", "-wal", "-shm", "-journal")


class BadDatabase(Exception):
    """A file that can't be copied, or a copy that isn't sound: one line."""


class Copy(msgspec.Struct, frozen=True):
    """What a sound copy holds."""

    schema: int
    tables: int
    entries: int
    size: int


def back_up(database: Path, copy: Path) -> Copy:
    """Copies the database to a file that is not there yet.

    Raises BadDatabase or OSError, and then leaves nothing behind.
    """
    if copy.exists() or copy.is_symlink():
        raise BadDatabase(f"{copy}: exists already; a backup overwrites nothing")
    if not database.is_file():
        raise BadDatabase(f"{database}: {'not a file' if database.exists() else 'no such file'}")
    handle, name = mkstemp(dir=copy.parent, prefix=f".{copy.name}.")
    os.close(handle)
    beside = Path(name)
    try:
        with closing(open_existing(database)) as source, closing(open_existing(beside)) as target:
            before = _counted(source, database)
            source.backup(target)
            # One file that is whole by itself; a server that opens it sets this anew.
            target.execute("PRAGMA journal_mode = DELETE")
            found = _checked(target, copy, before)
        _name(beside, copy)
        return msgspec.structs.replace(found, size=copy.stat().st_size)
    except sqlite3.Error as error:
        raise BadDatabase(f"{database}: {error}") from None
    finally:
        for ending in BESIDE:
            Path(name + ending).unlink(missing_ok=True)


def _counted(connection: sqlite3.Connection, path: Path) -> Copy:
    """What a database of ours holds. Raises BadDatabase if it is none."""
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    schema = version(connection)
    if not names >= OURS or not schema:
        raise BadDatabase(f"{path}: holds no tables of this program")
    if schema > newest_version():
        raise BadDatabase(f"{path}: made by a newer program: schema {schema}, not {newest_version()}")
    tables, entries = (
        int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
        for name in ("game_table", "entry")
    )
    return Copy(schema, tables, entries, 0)


def _checked(copy: sqlite3.Connection, path: Path, before: Copy) -> Copy:
    """What the copy holds, if it is sound. Raises BadDatabase."""
    for check in ("integrity_check(1)", "foreign_key_check"):
        found = copy.execute(f"PRAGMA {check}").fetchall()
        if found and found != [("ok",)]:
            raise BadDatabase(f"{path}: the copy is damaged, as its original is: {found[0][0]}")
    held = _counted(copy, path)
    if held.schema != before.schema or held.tables < before.tables or held.entries < before.entries:
        raise BadDatabase(f"{path}: the copy holds less than its original")
    odd = copy.execute(
        "SELECT count(*) FROM standing s "
        "WHERE s.seq <> (SELECT count(*) FROM entry e WHERE e.table_id = s.table_id)"
    ).fetchone()[0]
    if odd:
        raise BadDatabase(f"{path}: {odd} tables of the copy stand elsewhere than their entries say")
    return held


def _name(beside: Path, copy: Path) -> None:
    """Gives the copy its name, once it is on the disk. Raises FileExistsError if somebody was quicker."""
    _flush(beside)
    os.link(beside, copy)
    _flush(copy.parent)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
