"""How much memory this process takes while something is done, as Linux tells it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# The word that makes the peak begin anew.
_RESET = "5"


class Memory:
    """Kilobytes: how far the last piece of work rose above where it began."""

    def __init__(self) -> None:
        self.peak = 0

    @contextmanager
    def watch(self) -> Iterator[None]:
        if not _STATUS.exists():
            yield
            return
        _CLEAR.write_text(_RESET)
        before = _kilobytes("VmRSS")
        try:
            yield
        finally:
            self.peak = _kilobytes("VmHWM") - before


def _kilobytes(name: str) -> int:
    row = next(row for row in _STATUS.read_text().splitlines() if row.startswith(name))
    return int(row.split()[1])
