"""What is dear: done in threads beside the requests, in fair turns, and paid for by whoever asks.

Each client has a budget of working time. It is charged afterwards, with what the work took the processor, so
that an account can be overdrawn; then nothing more is done for this client until it is even again. Between
two pieces of his work there is a rest, so that one who asks without a pause leaves others half of the time.
"""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

from berlin.server.http.errors import Denied
from berlin.server.http.limits import Buckets, Limits, too_many
from berlin.server.work.turns import Turns

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# Python lets one thread reckon at a time: more of them would only hinder each other, and the requests.
AT_ONCE = 2
EACH = 1
MOST_WAITING = 40
# The server itself, which wakes tables for its machines.
OURS = ""
# The rest is as long as the work was, but not noticed by a person: long work breathes by itself.
MOST_REST = 0.025
# What must not tell by its length what was done in secret takes whole steps of so many seconds.
STEP = 0.25
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
        self._doing: set[asyncio.Task[None]] = set()

    async def do(self, client: str, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the work comes to, in its turn. Raises Denied if the client can't pay, and what it raises."""
        return await self._asked(client, 0.0, work, *args)

    async def do_in_steps(self, client: str, least: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """The same for what takes the longer the more was done in secret: whoever asks learns of the steps
        alone, by the clock, by his account and by when his next piece of work begins.

        So many seconds at `least` it takes in any case: they follow from what everybody knows.
        """
        return await self._asked(client, in_steps(least), work, *args)

    async def _asked(self, client: str, least: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        self.check(client)
        if client != OURS and self.turns.waiting(client) >= MOST_WAITING:
            raise too_many()
        # Whoever goes away meanwhile pays all the same, and his turn lasts until it is done.
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._work(client, answer, least, work, *args))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        task.add_done_callback(lambda _: answer.cancel())  # if it was ended, and nobody has answered
        return await answer

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
        for task in self._doing:
            task.cancel()

    async def _work(
        self, client: str, answer: asyncio.Future[T], least: float, work: Callable[[*Ts], T], *args: *Ts
    ) -> None:
        """A turn of this client's: the work, the answer, and a rest."""
        async with self.turns.of(client):
            spent: list[float] = []
            try:
                # While he waited, what he asked for before may have used it up.
                self.check(client)
                done = await self._run(least, spent, work, *args)
            except Exception as error:
                if not answer.done():  # whoever asked may have gone
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(done)
            finally:
                self.charge(client, sum(spent))
            await asyncio.sleep(min(sum(spent) / 1000, MOST_REST))

    async def _run(self, least: float, spent: list[float], work: Callable[[*Ts], T], *args: *Ts) -> T:
        """The work in a thread, and the rest of its last step."""
        began = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _timed, spent, work, *args)
        finally:
            if least:
                took = time.monotonic() - began
                await asyncio.sleep(max(least, in_steps(took)) - took)
                spent[:] = [1000 * max(least, in_steps(sum(spent) / 1000))]


def in_steps(seconds: float) -> float:
    """As many whole steps as it takes, and at least one."""
    return STEP * max(1, math.ceil(seconds / STEP))


def _timed(spent: list[float], work: Callable[[*Ts], T], *args: *Ts) -> T:
    """In the thread: the work, and how many milliseconds of the processor it took."""
    began = time.thread_time()
    try:
        return work(*args)
    finally:
        spent.append(1000 * (time.thread_time() - began))
