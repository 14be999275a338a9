"""A call as the router wants it: the request goes in, its answer is sent."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.routing import BaseRoute, Route, Router
from starlette.types import Lifespan, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from berlin.server.http import errors
from berlin.server.http.answer import Answer

T = TypeVar("T")
SEAT = b"x-seat"
# What is asked of a table, and what comes before its name.
TABLE, TABLES = "/api/tables/{id}", "/api/tables/"
Work = Callable[[Request], Awaitable[Answer]]


class Call:
    """One kind of request. Whoever stands before the router deals with what it raises."""

    def __init__(self, work: Work) -> None:
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.work(Request(scope, receive))
        await answer(scope, receive, send)


class Switch(Router):
    """The router, with a short way to what is asked of a table: most requests are."""

    def __init__(self, routes: Sequence[BaseRoute], lifespan: Lifespan[Any]) -> None:
        super().__init__(routes, redirect_slashes=False, lifespan=lifespan)
        self._calls = {
            (method, route.path.removeprefix(TABLE)): route.endpoint
            for route in routes
            if isinstance(route, Route) and _is_plain(route.path)
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin, _, rest = scope["path"].partition(TABLES) if scope["type"] == "http" else ("", "", "")
        name, slash, what = rest.partition("/")
        call = self._calls.get((scope["method"], slash + what)) if name and not begin else None
        if call is None:
            await super().__call__(scope, receive, send)
        else:
            scope["path_params"] = {"id": name}
            await call(scope, receive, send)


def _is_plain(path: str) -> bool:
    """Whether nothing but the table is to be found out in it."""
    return path.startswith(TABLE) and "{" not in path.removeprefix(TABLE)


def seat_tokens(request: Request) -> str:
    """The secrets of the seats for which somebody asks."""
    for name, value in request.scope["headers"]:
        if name == SEAT:
            return str(value, "latin-1")
    return ""


async def read_body(request: Request, kind: type[T]) -> T:
    """What was sent, as what is expected here. Raises Denied."""
    try:
        return msgspec.json.decode(await _body(request), type=kind)
    except msgspec.ValidationError as error:
        raise errors.malformed(str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise errors.malformed("the body is not JSON") from None


def here(receive: Receive) -> bytearray | None:
    """A body that is here whole, if whoever sent it is too. Of uvicorn's the cycle has it, whose `receive` it
    is: then nothing is waited for, and no clock set, which takes as long as all else before a call."""
    cycle = getattr(receive, "__self__", None)
    if not isinstance(cycle, RequestResponseCycle) or cycle.more_body or cycle.disconnected:
        return None
    return cycle.body


async def _body(request: Request) -> bytes:
    """All that was sent. Raises ClientDisconnect if whoever sent it went away over it."""
    whole = here(request.receive)
    if whole is not None:
        return bytes(whole)
    body, more = await _piece(request)
    if not more:
        return body
    parts = [body]
    while more:
        body, more = await _piece(request)
        parts.append(body)
    return b"".join(parts)


async def _piece(request: Request) -> tuple[bytes, bool]:
    """The next of what was sent, and whether there is more to come."""
    message = await request.receive()
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return message.get("body", b""), message.get("more_body", False)
