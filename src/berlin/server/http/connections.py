"""Who comes in: so many connections at once, and none that keeps the server waiting for half a request.

This stands before the first byte is read. The server reads requests by uvicorn, which waits for the rest of
one for ever, and takes connections until the system has no more descriptors for them.
"""

import asyncio
import resource
from collections import Counter
from ipaddress import ip_address

from berlin.server.http.limits import address
from berlin.server.http.reading import Reader

# So many descriptors are left for the database, the workers and whoever was let in in the same moment.
SPARE = 200
MOST = 2_000
EACH = 100
HEAD_SECONDS = 15.0
# How many the event loop takes in at once before any of them is looked at.
BACKLOG = 128
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"


def most_connections() -> int:
    """As many as the system's limit of descriptors leaves room for."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(1, min(MOST, soft - SPARE))


class Door:
    """The connections that are open, in all and by address. A proxy on this machine brings everybody's."""

    def __init__(self, most: int | None = None, each: int = EACH, head_seconds: float = HEAD_SECONDS) -> None:
        self.most, self.each, self.head_seconds = most or most_connections(), each, head_seconds
        self._inside: dict[asyncio.Transport, str] = {}
        self._from: Counter[str] = Counter()

    def admit(self, transport: asyncio.Transport, host: str) -> bool:
        """Whether there is room for one more from there."""
        client = address({"client": (host, 0)})
        if self._is_full(client):
            self._sweep()
            if self._is_full(client):
                return False
        self._inside[transport] = client
        self._from[client] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        client = self._inside.pop(transport, None)
        if client is not None:
            self._from[client] -= 1
            self._from += Counter()

    def _is_full(self, client: str) -> bool:
        return len(self._inside) >= self.most or (not _is_near(client) and self._from[client] >= self.each)

    def _sweep(self) -> None:
        """A connection that became a WebSocket is closed by others, who don't say so here."""
        for transport in [one for one in self._inside if one.is_closing()]:
            self.leave(transport)


def _is_near(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return client == ""


class Doorway(Reader):
    """One connection. `doorway` ties it to a door."""

    door: Door
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.door.admit(transport, self.client[0] if self.client else ""):
            self._watch()
        else:
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def _watch(self) -> None:
        """The clock runs from the first byte of a request, or from the beginning, to the end of its head."""
        if not self._is_waiting():
            self._unwatch()
        elif self._late is None:
            self._late = self.loop.call_later(self.door.head_seconds, self._give_up)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _is_waiting(self) -> bool:
        """Whether a request is waited for; a WebSocket, or one that is answered, is not."""
        ours = self.transport.get_protocol() is self and not self.transport.is_closing()
        return ours and (self.cycle is None or self.cycle.response_complete)

    def _give_up(self) -> None:
        self._late = None
        if self._is_waiting():
            self.transport.write(LATE)
            self.transport.close()


def doorway(door: Door) -> type[Doorway]:
    """The protocol of the connections that come in by this door."""
    return type("Doorway", (Doorway,), {"door": door})
