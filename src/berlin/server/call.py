"""A call as the router wants it: the request goes in, its answer is sent."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from berlin.server.answer import Answer

Work = Callable[[Request], Awaitable[Answer]]


class Call:
    """One kind of request. Whoever stands before the router deals with what it raises."""

    def __init__(self, work: Work) -> None:
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.work(Request(scope, receive))
        await answer(scope, receive, send)
