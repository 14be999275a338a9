"""Fair turns: whoever waits is served in rotation, by client and among a client's own by table.

So somebody who asks for a hundred things at once waits for his own hundred, and others for one of them.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Future = asyncio.Future[None]


class Turns:
    """So many at once, and of one client at most `each` of them."""

    def __init__(self, at_once: int, each: int | None = None) -> None:
        self.at_once, self.each = at_once, each or at_once
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Future]]] = OrderedDict()

    def waiting(self, client: str) -> int:
        """How many turns this client waits for."""
        return sum(len(row) for row in self._waiting.get(client, {}).values())

    @asynccontextmanager
    async def of(self, client: str, table: str = "") -> AsyncIterator[None]:
        """A turn of this client's; it lasts as long as the block."""
        turn: Future = asyncio.get_running_loop().create_future()
        tables = self._waiting.setdefault(client, OrderedDict())
        tables.setdefault(table, deque()).append(turn)
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end(client)
            else:
                self._leave(client, table, turn)
            raise
        try:
            yield
        finally:
            self._end(client)

    def _end(self, client: str) -> None:
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        self._call_next()

    def _leave(self, client: str, table: str, turn: Future) -> None:
        tables = self._waiting.get(client)
        if tables and turn in tables.get(table, ()):
            tables[table].remove(turn)
            self._tidy(client, table)

    def _call_next(self) -> None:
        while self._running.total() < self.at_once:
            client = next((one for one in self._waiting if self._running[one] < self.each), None)
            if client is None:
                return
            tables = self._waiting[client]
            table = next(iter(tables))
            turn = tables[table].popleft()
            # Who was served goes to the end of the row, and so does his table among his own.
            self._waiting.move_to_end(client)
            tables.move_to_end(table)
            self._tidy(client, table)
            # Who was called off doesn't wait any more, though he may not have noticed it yet.
            if not turn.cancelled():
                self._running[client] += 1
                turn.set_result(None)

    def _tidy(self, client: str, table: str) -> None:
        tables = self._waiting[client]
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[client]
