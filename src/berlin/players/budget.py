"""How long a machine may think about one decision: so many milliseconds, looks or decisions ahead."""

import re
import time
from collections.abc import Callable

import msgspec

PATIENCE = 3
# From so many milliseconds, looks or decisions on there is time to look farther.
AMPLE = (250, 300, 3000)
UNKNOWN = 1_000_000
_TEXT = re.compile(r"([1-9]\d{0,6})(ms|s|d|)")


class Budget(msgspec.Struct, frozen=True):
    """Exactly one of them is set. Looks and decisions give the same choice on every machine.

    A look may lead over few decisions or over many: counted by these it takes about as long in every game.
    """

    milliseconds: int = 0
    looks: int = 0
    decisions: int = 0

    def __str__(self) -> str:
        if self.milliseconds:
            return f"{self.milliseconds}ms"
        return f"{self.decisions}d" if self.decisions else str(self.looks)

    @property
    def ample(self) -> bool:
        """Is there time for many looks, so that each may lead farther?"""
        had = (self.milliseconds, self.looks, self.decisions)
        return any(one >= enough for one, enough in zip(had, AMPLE, strict=True))

    @property
    def seconds(self) -> str:
        """Its time in words: `1.5 seconds`."""
        seconds = self.milliseconds / 1000
        return "a second" if seconds == 1 else f"{seconds:g} seconds"

    def clock(self) -> Callable[[int, int], int]:
        """Starts now; tells after so many looks and decisions how many more looks there will be.

        It is 0 when the budget is used up.

        Time is the time of the processor, so that a busy machine thinks as well as an idle one, only longer:
        up to PATIENCE times as long by the clock on the wall.
        """
        if self.looks:
            return lambda looks, decisions: max(0, self.looks - looks)
        if self.decisions:
            return lambda looks, decisions: _more(looks, decisions, self.decisions)
        allowed = self.milliseconds / 1000
        worked, began = time.thread_time(), time.perf_counter()

        def left(looks: int, decisions: int) -> int:
            used = max(time.thread_time() - worked, (time.perf_counter() - began) / PATIENCE)
            return _more(looks, used, allowed)

        return left


def _more(looks: int, used: float, allowed: float) -> int:
    """How many looks the rest is good for, if they go on as they did so far."""
    if used >= allowed:
        return 0
    return 1 + int(looks * (allowed - used) / used) if looks and used else UNKNOWN


def parse(text: str) -> Budget | None:
    """`100ms`, `2s`, `400` (looks) or `2000d` (decisions); None for anything else."""
    found = _TEXT.fullmatch(text)
    if not found:
        return None
    number = int(found[1])
    match found[2]:
        case "ms":
            return Budget(milliseconds=number)
        case "s":
            return Budget(milliseconds=1000 * number)
        case "d":
            return Budget(decisions=number)
        case _:
            return Budget(looks=number)
