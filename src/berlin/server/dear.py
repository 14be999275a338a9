"""What is dear: done in threads beside the requests, in fair turns, and paid for by whoever asks.

Each client has a budget of working time. It is charged afterwards, with what the work took the processor, so
that an account can be overdrawn; then nothing more is done for this client until it is even again.
"""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from berlin.server.denial import Denied
from berlin.server.limits import Buckets, Limits, too_many
from berlin.server.turns import Turns

T = TypeVar("T")
# Python lets one thread reckon at a time: more of them would only hinder each other, and the requests.
AT_ONCE = 2
EACH = 1
MOST_WAITING = 40
# The server itself, which wakes tables for its machines.
OURS = ""
# To send something takes time too.
BYTES_A_MILLISECOND = 200_000


def overdrawn(seconds: float) -> Denied:
    wait = max(1, math.ceil(seconds))
    return Denied(429, f"this client has taken too much of the server's time; wait {wait} s", wait=wait)


class Dear:
    """Does what is dear, for clients that have something left to pay with."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.accounts = Buckets(limits.work_rate, limits.work_burst, clock)
        self.turns = Turns(AT_ONCE, EACH)
        # Not the common threads: whoever asks for what is dear hinders nobody but his like.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="dear")
        self._doing: set[asyncio.Task[Any]] = set()

    async def do(self, client: str, work: Callable[..., T], *args: Any) -> T:
        """What the work comes to, in its turn. Raises Denied if the client can't pay, and what it raises."""
        self.check(client)
        if client != OURS and self.turns.waiting(client) >= MOST_WAITING:
            raise too_many()
        # Whoever goes away meanwhile pays all the same, and his turn lasts until it is done.
        task = asyncio.create_task(self._done(client, work, *args))
        self._doing.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def check(self, client: str) -> None:
        """Raises Denied if this account is overdrawn."""
        wait = 0.0 if client == OURS else self.accounts.wait(client)
        if wait:
            raise overdrawn(wait)

    def charge(self, client: str, milliseconds: float) -> None:
        """So much work was done for this client."""
        if client != OURS:
            self.accounts.pay(client, milliseconds)

    def charge_sending(self, client: str, body: bytes) -> None:
        self.charge(client, len(body) / BYTES_A_MILLISECOND)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _done(self, client: str, work: Callable[..., T], *args: Any) -> T:
        async with self.turns.of(client):
            # While he waited, what he asked for before may have used it up.
            self.check(client)
            spent: list[float] = []
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self._threads, _timed, spent, work, *args
                )
            finally:
                self.charge(client, sum(spent))

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked was told, or has gone


def _timed(spent: list[float], work: Callable[..., T], *args: Any) -> T:
    """In the thread: the work, and how many milliseconds of the processor it took."""
    began = time.thread_time()
    try:
        return work(*args)
    finally:
        spent.append(1000 * (time.thread_time() - began))
