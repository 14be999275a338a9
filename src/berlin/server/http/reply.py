"""How an answer goes out: with the headers that belong on every one, and in one go where that can be.

uvicorn has every header looked over anew for every answer, and sends the head before the body by itself. But
what says where an answer ends, most of it is the same each time: that is looked over once. The rest is left
to h11, and so is in which order requests and answers may come.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

import h11
from starlette.types import Message, Send
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, RequestResponseCycle

Header = tuple[bytes, bytes]
Headers = tuple[Header, ...]
# By these h11 knows where an answer ends, and whether the connection does.
FRAMING = (b"content-length", b"transfer-encoding", b"connection")
_REMEMBERED = 256


class Whole(Protocol):
    """All that is answered."""

    status: int
    body: bytes

    @property
    def headers(self) -> Headers: ...


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
        await self.send({"type": "http.response.start", "status": whole.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": whole.body})


def _is_free(cycle: RequestResponseCycle) -> bool:
    """Whether an answer can go out now: nothing has, whoever asked is there, and takes in what he is sent."""
    return not (cycle.response_started or cycle.disconnected or cycle.flow.write_paused or cycle.access_log)


def send_whole(cycle: RequestResponseCycle, whole: Whole, own: Headers) -> None:
    """What `RequestResponseCycle.send` does in two messages."""
    cycle.response_started, cycle.waiting_for_100_continue = True, False
    framing, others = _parted(whole.headers)
    if CLOSE_HEADER in cycle.scope["headers"] and CLOSE_HEADER not in framing:
        framing = [*framing, CLOSE_HEADER]
    conn = cycle.conn
    reason = STATUS_PHRASES[whole.status]
    head = conn.send(h11.Response(status_code=whole.status, headers=framing, reason=reason)) or b""
    body = conn.send(h11.Data(data=b"" if cycle.scope["method"] == "HEAD" else whole.body)) or b""
    end = conn.send(h11.EndOfMessage()) or b""
    lines = written(cycle.default_headers), looked_over(others), looked_over(own)
    # An empty line ends the head.
    cycle.transport.write(b"".join((head[:-2], *lines, b"\r\n", body, end)))
    cycle.response_complete = True
    cycle.message_event.set()
    if conn.our_state is h11.MUST_CLOSE or not cycle.keep_alive:
        conn.send(h11.ConnectionClosed())
        cycle.transport.close()
    cycle.on_response()


def _parted(headers: Headers) -> tuple[list[Header], Headers]:
    """Those by which h11 knows where an answer ends, and the others."""
    framing = [one for one in headers if one[0] in FRAMING]
    return framing, tuple(one for one in headers if one[0] not in FRAMING)


@lru_cache(_REMEMBERED)
def looked_over(headers: Headers) -> bytes:
    """Headers as they are sent. Raises h11.LocalProtocolError for what can't be one."""
    h11.Response(status_code=200, headers=list(headers))
    return written(headers)


def written(headers: Iterable[Header]) -> bytes:
    return b"".join(b"%b: %b\r\n" % header for header in headers)
