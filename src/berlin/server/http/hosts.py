"""By which names a server is called, and which machines may speak for others.

A page of another site can have its own name lead to this machine, and then asks as if it were ours (DNS
rebinding). It can't keep its name out of the header Host: whatever doesn't know the server's name is refused.
"""

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from berlin.server.http.errors import Denied

LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")
MISDIRECTED = 421
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_HOST = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(:\d*)?")
_MAPPED = 96
# Nearly all who ask call a server by a few names.
_REMEMBERED = 64


def misdirected() -> Denied:
    return Denied(MISDIRECTED, "this server doesn't go by that name; its host can add it with --allow-host")


class Hosts:
    """The names that this server goes by: those of the loopback, the address at which a request came in, and
    these."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset((*LOOPBACK, *(host_name(name) for name in names)))

    def check(self, scope: Scope) -> None:
        """Raises Denied for a request to another name. A program that names none is no browser."""
        for header, value in scope["headers"]:
            if header == b"host" and not self._is_ours(called(value), scope):
                raise misdirected()

    def _is_ours(self, name: str, scope: Scope) -> bool:
        if name in self.names:
            return True
        reached = _unmapped(str(scope["server"][0])) if scope.get("server") else ""
        return name != "" and name == reached


def host_name(text: str) -> str:
    """A name or an address as it is compared. Raises ValueError for what is neither."""
    plain = text.strip().lower().removesuffix(".")
    try:
        return str(ip_address(plain.removeprefix("[").removesuffix("]")))
    except ValueError:
        if not _NAME.fullmatch(plain):
            raise ValueError(f"{text!r} is no name of a host") from None
        return plain


def own_names(bound: str) -> tuple[str, ...]:
    """What a server that listens there goes by without being told: the address, and this machine's name."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    own = (name, short, f"{short}.local", *(() if bound in EVERYWHERE else (bound,)))
    return tuple(dict.fromkeys(one for one in own if _is_name(one)))


def proxy_networks(proxies: Iterable[str]) -> list[str]:
    """The networks of these addresses, and of the loopback, as uvicorn takes them. Raises ValueError."""
    found = [_network(one) for one in ("127.0.0.1", "::1", *proxies)]
    # A socket that listens to both kinds of addresses tells the old ones in the clothes of the new.
    old = (one for one in found if isinstance(one, IPv4Network))
    return [*map(str, found), *(f"::ffff:{one.network_address}/{_MAPPED + one.prefixlen}" for one in old)]


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"{text!r} is no address of a proxy or of a network") from None


@lru_cache(_REMEMBERED)
def called(value: bytes) -> str:
    """The name in a header Host, without its port; "" if it is none."""
    found = _HOST.fullmatch(value.decode("latin-1"))
    try:
        return _unmapped(host_name(found[1])) if found else ""
    except ValueError:
        return ""


@lru_cache(_REMEMBERED)
def _unmapped(address: str) -> str:
    """An address as it is written in a link, if it is one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address.lower()
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def _is_name(text: str) -> bool:
    try:
        return bool(host_name(text))
    except ValueError:
        return False
