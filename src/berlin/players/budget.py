"""How long a machine may think about one decision: so many milliseconds, or so many looks ahead."""

import re
import time
from collections.abc import Callable

import msgspec

_TEXT = re.compile(r"([1-9]\d{0,6})(ms|s|)")


class Budget(msgspec.Struct, frozen=True):
    """Exactly one of the two is set. Only looks give the same choice on every machine."""

    milliseconds: int = 0
    looks: int = 0

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.milliseconds else str(self.looks)

    def clock(self) -> Callable[[int], bool]:
        """Starts now; tells of so many looks whether they have used the budget up."""
        if self.looks:
            return lambda looks: looks >= self.looks
        end = time.perf_counter() + self.milliseconds / 1000
        return lambda looks: time.perf_counter() >= end


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
