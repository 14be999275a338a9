"""A limit to how long a machine may think: by the processor's time, so that a busy computer cuts nobody off.

A signal interrupts it, wherever it is. Only the main thread of a process can be interrupted so: elsewhere
there is no limit, and whoever waits for the answer has one of his own.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Overtime(BaseException):
    """Time is up. No machine that catches its own mistakes may catch this one."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raises Overtime in the block when this process has reckoned so long in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise Overtime
