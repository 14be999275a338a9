"""Long work in a thread beside the requests.

Python lets one thread run at a time, and one that reckons without a pause gives way only after a while,
whenever another wants its turn. One that pauses by itself is hardly noticed.
"""

import math
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
STEPS = 4
PAUSE_SECONDS = 50e-6
# An act needs its turn many times on its way to the disk and back, and each time whoever reckons is ahead of
# it: with the usual 5 ms that came to a tenth of a second.
TURN_SECONDS = 0.5e-3


class TooLong(Exception):
    """It took the processor longer than it may."""


def give_way_soon() -> None:
    """Lets no thread of this process keep the others waiting for longer than a request may notice."""
    sys.setswitchinterval(TURN_SECONDS)


def breathing(items: Iterable[T], most_seconds: float = math.inf) -> Iterator[T]:
    """The same items, with a short pause after every few. Raises TooLong if it works so long on them."""
    began = time.thread_time()
    for number, item in enumerate(items, start=1):
        if time.thread_time() - began > most_seconds:
            raise TooLong
        yield item
        if number % STEPS == 0:
            time.sleep(PAUSE_SECONDS)
