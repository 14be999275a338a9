"""How much one client may ask for, and who that is."""

import time
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network

import msgspec
from starlette.types import Scope

from berlin.server.http.errors import Denied


def too_many() -> Denied:
    return Denied(429, "too many requests; wait a little")


class Limits(msgspec.Struct, frozen=True):
    """What one client may ask for: of each so many at once (`burst`), then so many a second (`rate`).

    A reading is a table that is not in memory: the server has to play it again from its record. Work is the
    processor's time that what is dear takes, in milliseconds. Acts are those of the people at one table, with
    their undos; `memory` is for tables, in bytes; `entries` and `undos` are the most that one table ever has.
    """

    body: int = 256 * 1024
    rate: float = 100.0
    burst: float = 600.0
    opening_rate: float = 0.5
    opening_burst: float = 40.0
    reading_rate: float = 5.0
    reading_burst: float = 60.0
    hint_rate: float = 0.5
    hint_burst: float = 20.0
    connections: int = 60
    body_seconds: float = 20.0
    memory: int = 300 * 1024 * 1024
    act_rate: float = 10.0
    act_burst: float = 3_000.0
    entries: int = 20_000
    undos: int = 5_000
    work_rate: float = 300.0
    work_burst: float = 30_000.0


class Buckets:
    """A token bucket for each address: `burst` at once, then `rate` a second."""

    MOST = 20_000

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Whether this address may have one more now."""
        now, known = self.clock(), self._left.get(address)
        if known is None:
            self._put(address, self.burst, now)
            known = self.burst, now
        left = known[0] + (now - known[1]) * self.rate
        if left > self.burst:
            left = self.burst
        may = left >= 1
        self._left[address] = left - may, now
        return may

    def pay(self, address: str, amount: float) -> None:
        """Takes this much out, even if it is more than there is: then nothing is left for a while."""
        left, now = self._left_at(address)
        self._put(address, left - amount, now)

    def wait(self, address: str) -> float:
        """Seconds until there is anything left for this address again; 0 if there is."""
        return max(0.0, -self.left(address) / self.rate)

    def left(self, address: str) -> float:
        return self._left_at(address)[0]

    def _left_at(self, address: str) -> tuple[float, float]:
        """What is left, and the time."""
        now = self.clock()
        left, then = self._left.get(address, (self.burst, now))
        return min(self.burst, left + (now - then) * self.rate), now

    def _put(self, address: str, left: float, now: float) -> None:
        if len(self._left) >= self.MOST and address not in self._left:
            self._forget(now)
        self._left[address] = (left, now)

    def _forget(self, now: float) -> None:
        """Drops the buckets that have filled up again; all of them, if that is not enough."""
        full = self.burst / self.rate
        self._left = {key: value for key, value in self._left.items() if now - value[1] < full}
        if len(self._left) >= self.MOST:
            self._left.clear()


def address(scope: Scope) -> str:
    """Whom a limit counts for: an address, of IPv6 its network, since one client has a whole one."""
    host = scope["client"][0] if scope.get("client") else ""
    if ":" not in host:
        return host
    try:
        ip = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(ip.ipv4_mapped or IPv6Network((int(ip) >> 64 << 64, 64)))
