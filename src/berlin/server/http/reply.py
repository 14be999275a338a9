"""How an answer goes out: with the headers that belong on every one, and in one go where that can be.

uvicorn has every header looked over anew for every answer, and sends the head before the body by itself. But
for its length the head is the same each time: so it is looked over once, and sent with the body. h11 is told
that there was an answer: when requests and answers may come, and when a connection ends, is left to it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

import h11
from starlette.types import Message, Send
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, RequestResponseCycle

Header = tuple[bytes, bytes]
Headers = tuple[Header, ...]
CLOSE: Header = (b"connection", b"close")
_REMEMBERED = 256
# As far as h11 knows, no answer can have a body (204): it looks neither for its length nor at the head.
_GOES_ON = h11.Response(status_code=204, headers=[])
_CLOSES = h11.Response(status_code=204, headers=[CLOSE])
_END = h11.EndOfMessage()
# Those that were written last, and as what.
_latest: tuple[list[Header], bytes] = [], b""


class Whole(Protocol):
    """All that is answered. `headers` are those beside its length, which is told unless it `is_unchanged`;
    `closes` says that nothing more is taken in over this connection."""

    status: int
    body: bytes
    headers: Headers
    is_unchanged: bool
    closes: bool


class Reply:
    """The way out of one request. `status` is what was answered, 0 while nothing was."""

    __slots__ = ("own", "send", "status")

    def __init__(self, send: Send, own: Headers) -> None:
        self.send, self.own, self.status = send, own, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message["headers"], *self.own]}
        await self.send(message)

    async def answer(self, whole: Whole) -> None:
        self.status = whole.status
        cycle = getattr(self.send, "__self__", None)
        if isinstance(cycle, RequestResponseCycle) and _is_free(cycle):
            send_whole(cycle, whole, self.own)
            return
        headers = [*whole.headers, *self.own]
        headers += [] if whole.is_unchanged else [(b"content-length", b"%d" % len(whole.body))]
        headers += [CLOSE] if whole.closes else []
        await self.send({"type": "http.response.start", "status": whole.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": whole.body})


def _is_free(cycle: RequestResponseCycle) -> bool:
    """Whether an answer can go out now: nothing has, whoever asked is there, and takes in what he is sent."""
    return not (cycle.response_started or cycle.disconnected or cycle.flow.write_paused or cycle.access_log)


def send_whole(cycle: RequestResponseCycle, whole: Whole, own: Headers) -> None:
    """What `RequestResponseCycle.send` does in two messages."""
    conn, body = cycle.conn, whole.body
    cycle.response_started, cycle.waiting_for_100_continue = True, False
    conn.send(_CLOSES if whole.closes else _GOES_ON)
    conn.send(_END)
    last = conn.our_state is h11.MUST_CLOSE
    parts = [_head(whole.status, whole.headers, own), _default(cycle.default_headers)]
    if last:
        parts.append(b"connection: close\r\n")
    parts.append(b"\r\n" if whole.is_unchanged else b"content-length: %d\r\n\r\n" % len(body))
    if cycle.scope["method"] != "HEAD":
        parts.append(body)
    cycle.transport.write(b"".join(parts))
    cycle.response_complete = True
    cycle.message_event.set()
    if last or not cycle.keep_alive:
        conn.send(h11.ConnectionClosed())
        cycle.transport.close()
    cycle.on_response()


@lru_cache(_REMEMBERED)
def _head(status: int, headers: Headers, own: Headers) -> bytes:
    """The beginning of an answer. Raises h11.LocalProtocolError for what can't be a header."""
    together = [*headers, *own]
    h11.Response(status_code=status, headers=together)
    return b"HTTP/1.1 %d %b\r\n%b" % (status, STATUS_PHRASES[status], written(together))


def _default(headers: list[Header]) -> bytes:
    """What uvicorn puts above every answer: the time, so that it is the same for a second."""
    global _latest
    if headers is not _latest[0]:
        _latest = headers, written(headers)
    return _latest[1]


def written(headers: Iterable[Header]) -> bytes:
    return b"".join(b"%b: %b\r\n" % header for header in headers)
