"""What stands before every request: limits, no orders from other sites, and headers on every answer."""

import time
from collections.abc import Callable
from ipaddress import ip_address, ip_network

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from berlin.server.denial import Denied
from berlin.server.log import Journal

SAFE = ("GET", "HEAD", "OPTIONS")
MARK = "x-berlin"
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ON_EVERY_ANSWER = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def too_large() -> Denied:
    return Denied(413, "the request is too large")


def too_many() -> Denied:
    return Denied(429, "too many requests; wait a little")


class Limits(msgspec.Struct, frozen=True):
    """How much one client may ask for: bytes a request, requests and new tables a second, connections."""

    body: int = 256 * 1024
    rate: float = 100.0
    burst: float = 600.0
    opening_rate: float = 0.5
    opening_burst: float = 40.0
    connections: int = 60


class Buckets:
    """A token bucket for each address: `burst` at once, then `rate` a second."""

    MOST = 20_000

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Whether this address may have one more now."""
        now = self.clock()
        left, then = self._left.get(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if len(self._left) >= self.MOST and address not in self._left:
            self._forget(now)
        self._left[address] = (max(left - 1, left if left < 1 else 0), now)
        return left >= 1

    def _forget(self, now: float) -> None:
        """Drops the buckets that have filled up again; all of them, if that is not enough."""
        full = self.burst / self.rate
        self._left = {key: value for key, value in self._left.items() if now - value[1] < full}
        if len(self._left) >= self.MOST:
            self._left.clear()


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, journal: Journal) -> None:
        self.app, self.limits, self.journal = app, limits, journal
        self.requests = Buckets(limits.rate, limits.burst)
        self.openings = Buckets(limits.opening_rate, limits.opening_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], *ON_EVERY_ANSWER]}
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, limited(receive, self.limits.body), answer)
        except Denied as denied:
            await deny(denied, answer)
        except ClientDisconnect:
            pass
        except Exception as error:
            self.journal.bug(f"{scope['method']} {scope['path']}", error)
            if not status:
                await deny(Denied(500, "something went wrong here; it was written down"), answer)
        took = round(1000 * (time.perf_counter() - began), 2)
        self.journal.routine(
            "request",
            method=scope["method"],
            path=scope["path"][:200],
            status=status,
            ms=took,
            client=_address(scope),
        )

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.requests.take(_address(scope)) or not same_origin(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            self.journal.bug(f"live {scope['path']}", error)

    def _check(self, scope: Scope) -> None:
        """Raises Denied for what is too much, too large or from elsewhere."""
        address = _address(scope)
        if not self.requests.take(address):
            raise too_many()
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limits.body:
            raise too_large()
        if scope["method"] in SAFE:
            return
        check_order(headers)
        if scope["path"] == "/api/tables" and not self.openings.take(address):
            raise too_many()


def check_order(headers: Headers) -> None:
    """A request that changes something comes from our own page: no form and no other site can send these."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Denied(415, "send JSON as application/json")
    if headers.get(MARK) != "1":
        raise Denied(403, "the header X-Berlin: 1 is missing")
    if not same_origin(headers):
        raise Denied(403, "this came from another site")


def same_origin(headers: Headers) -> bool:
    """Whether the browser says that our own page asks; programs that are no browsers say nothing."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2].lower() == headers.get("host", "").lower()


def limited(receive: Receive, most: int) -> Receive:
    """The same body, cut off with a denial when it grows too large, whatever its length was said to be."""
    got = 0

    async def take() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise too_large()
        return message

    return take


async def deny(denied: Denied, send: Send) -> None:
    """The answer to a request that is not granted."""
    body = msgspec.json.encode(denied.told())
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if denied.status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _address(scope: Scope) -> str:
    """Whom a limit counts for: an address, of IPv6 its network, since one client has a whole one."""
    host = scope["client"][0] if scope.get("client") else ""
    if ":" not in host:
        return host
    try:
        return str(ip_network((int(ip_address(host.partition("%")[0])) >> 64 << 64, 64)))
    except ValueError:
        return host
