"""How long a machine may think about one decision: so many milliseconds, or so many looks ahead."""

import re
import time
from collections.abc import Callable

import msgspec

PATIENCE = 3
UNKNOWN = 1_000_000
_TEXT = re.compile(r"([1-9]\d{0,6})(ms|s|)")


class Budget(msgspec.Struct, frozen=True):
    """Exactly one of the two is set. Only looks give the same choice on every machine."""

    milliseconds: int = 0
    looks: int = 0

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.milliseconds else str(self.looks)

    @property
    def seconds(self) -> str:
        """Its time in words: `1.5 seconds`."""
        seconds = self.milliseconds / 1000
        return "a second" if seconds == 1 else f"{seconds:g} seconds"

    def clock(self) -> Callable[[int], int]:
        """Starts now; tells after so many looks how many more there will be: 0 when the budget is used up.

        Time is the time of the processor, so that a busy machine thinks as well as an idle one, only longer:
        up to PATIENCE times as long by the clock on the wall.
        """
        if self.looks:
            return lambda looks: max(0, self.looks - looks)
        allowed = self.milliseconds / 1000
        worked, began = time.thread_time(), time.perf_counter()

        def left(looks: int) -> int:
            used = max(time.thread_time() - worked, (time.perf_counter() - began) / PATIENCE)
            if used >= allowed:
                return 0
            return 1 + int(looks * (allowed - used) / used) if looks else UNKNOWN

        return left


def parse(text: str) -> Budget | None:
    """`100ms`, `2s` or `400` (looks); None for anything else."""
    found = _TEXT.fullmatch(text)
    if not found:
        return None
    number = int(found[1])
    match found[2]:
        case "ms":
            return Budget(milliseconds=number)
        case "s":
            return Budget(milliseconds=1000 * number)
        case _:
            return Budget(looks=number)
