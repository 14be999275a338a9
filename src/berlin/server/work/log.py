"""What the server writes about its own work: one JSON object a line, never a secret.

No header, no body, no query and no message of an exception is written: a token, a key or a hidden fact could
be in any of them.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

import msgspec

from berlin.server.http.limits import Buckets

# Of each kind, so that a flood of requests hides no bug.
LINES_A_SECOND, LINES_AT_ONCE = 100.0, 2_000.0
Fact = str | int | float | bool | None | list[str]


class Journal:
    """A stream of events with their facts; a quiet one is told nothing of single requests."""

    def __init__(
        self, stream: TextIO | None = None, quiet: bool = False, at_once: float = LINES_AT_ONCE
    ) -> None:
        self.stream, self.quiet = stream or sys.stderr, quiet
        self._room, self._dropped = Buckets(LINES_A_SECOND, at_once), 0

    def write(self, event: str, **facts: Fact) -> None:
        """One line: the time, what happened, and the facts; or none, if there were too many of its kind."""
        if not self._room.take(event):
            self._dropped += 1
            return
        if self._dropped:
            dropped, self._dropped = self._dropped, 0
            self._put("dropped", lines=dropped)
        self._put(event, **facts)

    def _put(self, event: str, **facts: Fact) -> None:
        told = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
        try:
            self.stream.write(msgspec.json.encode(told).decode() + "\n")
            self.stream.flush()
        except (OSError, ValueError):
            pass  # a full disk or a closed terminal must not stop the games

    def bug(self, where: str, error: BaseException) -> None:
        """An exception that should not have been: its type and its place, not its message."""
        frames = traceback.extract_tb(error.__traceback__)[-6:]
        places = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
        self.write("bug", where=where, type=type(error).__name__, places=places)


class Bridge(logging.Handler):
    """Hands what libraries log over to the journal, by the message's pattern and level alone."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(level=logging.WARNING)
        self.journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self.journal.bug(record.name, error)
        else:
            self.journal.write("library", name=record.name, level=record.levelname, text=str(record.msg))
