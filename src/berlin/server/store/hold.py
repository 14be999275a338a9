"""One server a file: whoever serves a database holds a lock beside it, and says where it serves.

The lock is on a file of its own, never on the database: SQLite's locks are dropped with any descriptor of
that file which this process closes. The system frees it when the process ends, however it ends.
"""

import fcntl
import os
from pathlib import Path


class Held(Exception):
    """Another server holds this file; `where` is its address, if it has told it yet."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Hold:
    """The lock on a database, from now on until `release`. Raises Held, or OSError."""

    def __init__(self, database: Path) -> None:
        # By the file's own name: a link to it leads to the same lock.
        self.path = Path(f"{database.resolve()}.lock")
        self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            where = os.read(self._handle, 1000).decode(errors="replace").strip()
            os.close(self._handle)
            raise Held(where) from None
        self.tell("")

    def tell(self, where: str) -> None:
        """Where this server answers."""
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{where}\n".encode(), 0)

    def release(self) -> None:
        os.close(self._handle)
