"""A call as the router wants it: the request goes in, its answer is sent."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from berlin.server.http import errors
from berlin.server.http.answer import Answer

T = TypeVar("T")
Work = Callable[[Request], Awaitable[Answer]]


class Call:
    """One kind of request. Whoever stands before the router deals with what it raises."""

    def __init__(self, work: Work) -> None:
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.work(Request(scope, receive))
        await answer(scope, receive, send)


async def read_body(request: Request, kind: type[T]) -> T:
    """What was sent, as what is expected here. Raises Denied."""
    try:
        return msgspec.json.decode(await _body(request), type=kind)
    except msgspec.ValidationError as error:
        raise errors.malformed(str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise errors.malformed("the body is not JSON") from None


async def _body(request: Request) -> bytes:
    """All that was sent. Raises ClientDisconnect if whoever sent it went away over it."""
    parts = list[bytes]()
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
