"""Whether the file that is written to is still the one that is kept, and what is wrong if it is not.

What is told here is for everybody: sentences of our own, with no name, path or content in them.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

from berlin.server.store.schema import open_existing
from berlin.server.store.store import StoreFailed

# By the beginning of the name that SQLite gives an error.
TROUBLES = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the file can't be written",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is damaged",
    "SQLITE_IOERR": "the disk can't be read or written",
    "SQLITE_CANTOPEN": "the file can't be opened",
    "SQLITE_BUSY": "another process holds the file",
}
# With less room than this the next table may not fit.
LEAST_FREE_BYTES = 1 << 20
INTERRUPT_SECONDS = 0.005
UNKNOWN = "it doesn't answer"
GONE = "the file was deleted or replaced while it was used"


def trouble(error: BaseException) -> str:
    """Why the database failed, in words."""
    if isinstance(error, StoreFailed):
        return str(error)
    name = getattr(error, "sqlite_errorname", "")
    return next((text for start, text in TROUBLES.items() if name.startswith(start)), UNKNOWN)


def for_the_log(error: StoreFailed) -> str:
    """Its reason, if it is one of ours: whatever else an exception says could be a secret."""
    return str(error) if str(error) in {*TROUBLES.values(), GONE} else UNKNOWN


def damage(connection: sqlite3.Connection, seconds: float) -> str:
    """What is wrong with the pages of a file, "" if nothing is.

    Raises TimeoutError if nothing was found by then and it wasn't looked over whole.
    """
    done = Event()

    def interrupt() -> None:
        # Over and over again: one that comes before the check has begun is forgotten.
        late = done.wait(seconds)
        while not late:
            connection.interrupt()
            late = done.wait(INTERRUPT_SECONDS)

    watch = Thread(target=interrupt, daemon=True)
    watch.start()
    try:
        rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise TimeoutError from None
        return str(error)
    finally:
        done.set()
        watch.join()
    # A first line may only say in which database it is.
    found = [line for (row,) in rows for line in row.splitlines() if not line.startswith("***")]
    return "" if found[:1] == ["ok"] else " ".join(found[:1])


def look_over(path: Path, seconds: float) -> str:
    """What is wrong with the file on the disk, "" if nothing was found in this time."""
    try:
        with closing(open_existing(path)) as connection:
            found = damage(connection, seconds)
    except TimeoutError:
        return ""
    except sqlite3.Error as error:
        return trouble(error)
    return f"the file is damaged: {found}" if found else ""


class Place:
    """Where a file lies that was opened: it, and the log that SQLite writes beside it, must stay there."""

    def __init__(self, path: Path) -> None:
        self.path, self.log = path, Path(f"{path}-wal")
        self._file = _identity(path)
        self._log: tuple[int, int] | None = None

    def trouble(self) -> str:
        """Why what was just committed may be lost; "" if it is kept."""
        log = _identity(self.log)
        self._log = self._log or log
        if self._file != _identity(self.path) or log is None or log != self._log:
            return GONE
        return ""

    def shortage(self) -> str:
        """Whether there is no room for more; "" if there is."""
        disk = os.statvfs(self.path.parent)
        return TROUBLES["SQLITE_FULL"] if disk.f_bavail * disk.f_frsize < LEAST_FREE_BYTES else ""


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file it is, without opening it: closing it again would drop SQLite's locks."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
