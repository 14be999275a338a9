"""What stands before every request: limits, no orders from other sites, and headers on every answer."""

import asyncio
import math
import time
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from berlin.kernel.contract.print_page import allowed
from berlin.server.http.answer import LATE, refusal
from berlin.server.http.call import here
from berlin.server.http.errors import Denied
from berlin.server.http.hosts import Hosts
from berlin.server.http.limits import Buckets, Limits, address, too_many
from berlin.server.http.reply import Headers, Reply
from berlin.server.work.log import Journal

SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_PATH = 200
MARK = b"x-berlin"
SENT = b"application/json"
API = "/api/"
MOST_DIGITS = 12
EVERYWHERE: Headers = (
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# An answer of the API is data: nothing in it may ever be loaded, run or framed.
ON_DATA: Headers = (
    *EVERYWHERE,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
ON_PAGES: Headers = (
    *EVERYWHERE,
    (
        b"content-security-policy",
        # The one stylesheet that is no file is that of a printed page, which is opened out of the table's.
        b"default-src 'self'; script-src 'self'; style-src 'self' %b; img-src 'self' data:;"
        b" connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        % allowed().encode(),
    ),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
WORDS = {404: "there is no such page", 405: "this can't be done here"}


def too_large() -> Denied:
    return Denied(413, "the request is too large")


def other_site() -> Denied:
    return Denied(403, "this came from another site")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, journal: Journal, hosts: Hosts) -> None:
        self.app, self.limits, self.journal, self.hosts = app, limits, journal, hosts
        self.requests = Buckets(limits.rate, limits.burst)
        self.openings = Buckets(limits.opening_rate, limits.opening_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request, whatever becomes of it."""
        began = time.perf_counter()
        reply = Reply(send, ON_DATA if scope["path"].startswith(API) else ON_PAGES)
        try:
            self._check(scope)
            body = here(receive)
            if body is None or len(body) > self.limits.body:
                receive = limited(receive, self.limits.body, self.limits.body_seconds)
            await self.app(scope, receive, reply)
        except Denied as denied:
            await refusal(denied)(scope, receive, reply)
        except HTTPException as error:
            words = WORDS.get(error.status_code, "this can't be answered")
            await refusal(Denied(error.status_code, words))(scope, receive, reply)
        except ClientDisconnect:
            pass
        except Exception as error:
            self.journal.bug(f"{scope['method']} {_path(scope)}", error)
            if not reply.status:
                bug = Denied(500, "something went wrong here; it was written down")
                await refusal(bug)(scope, receive, reply)
        if not self.journal.quiet:
            took = round(1000 * (time.perf_counter() - began), 2)
            facts = {"method": scope["method"], "path": _path(scope), "status": reply.status, "ms": took}
            self.journal.write("request", **facts, client=address(scope))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_page(scope)
        except Denied as denied:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": denied.error})
            return
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            self.journal.bug(f"live {_path(scope)}", error)

    def _check_page(self, scope: Scope) -> None:
        """Raises Denied for a WebSocket that is too much or from elsewhere."""
        if not self.requests.take(address(scope)):
            raise too_many()
        self.hosts.check(scope)
        if not same_origin(dict(scope["headers"])):
            raise other_site()

    def _check(self, scope: Scope) -> None:
        """Raises Denied for what is too much, too large or from elsewhere."""
        client = address(scope)
        # The client's own files are small and are not refused: a page of which half is missing says nothing.
        if scope["path"].startswith(API) and not self.requests.take(client):
            raise too_many()
        self.hosts.check(scope)
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > MOST_DIGITS or int(length) > self.limits.body:
            raise too_large()
        if scope["method"] in SAFE:
            return
        check_order(headers)
        if scope["path"] == "/api/tables" and not self.openings.take(client):
            raise too_many()


def check_order(headers: Mapping[bytes, bytes]) -> None:
    """A request that changes something comes from our own page: no form and no other site can send these."""
    kind = headers.get(b"content-type", b"")
    if kind != SENT and kind.partition(b";")[0].strip().lower() != SENT:
        raise Denied(415, "send JSON as application/json")
    if headers.get(MARK) != b"1":
        raise Denied(403, "the header X-Berlin: 1 is missing")
    if not same_origin(headers):
        raise other_site()


def same_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Whether the browser says that our own page asks; programs that are no browsers say nothing."""
    origin = headers.get(b"origin")
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return False
    host = headers.get(b"host", b"").lower()
    return origin is None or (host != b"" and origin.partition(b"://")[2].lower() == host)


def limited(receive: Receive, most: int, seconds: float = math.inf) -> Receive:
    """The same body, cut off with a denial when it grows too large, whatever its length was said to be, or
    when it is not there after so many seconds."""
    got, due = 0, asyncio.get_running_loop().time() + seconds

    async def take() -> Message:
        nonlocal got, due
        try:
            async with asyncio.timeout_at(due if due < math.inf else None):
                message = await receive()
        except TimeoutError:
            raise Denied(LATE, "the request came too slowly") from None
        if not message.get("more_body"):
            due = math.inf
        got += len(message.get("body", b""))
        if got > most:
            raise too_large()
        return message

    return take


def _path(scope: Scope) -> str:
    """The path as it may be written down: a link that was sent on with its `#` encoded has a secret in it."""
    path: str = scope["path"]
    return path.partition("#")[0][:LONGEST_PATH]
