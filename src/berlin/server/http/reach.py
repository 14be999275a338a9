"""Where others reach this server: told to whoever sits at the machine itself, so that he can invite them."""

import socket
from ipaddress import ip_address

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from berlin.server.http.answer import Answer, json
from berlin.server.http.call import Call
from berlin.server.http.hosts import EVERYWHERE, LOOPBACK, called

# Nothing is sent to these: the system only says which of its own addresses it would send from. One lies
# nowhere, the others in the networks that houses have.
_FAR = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
_ANY_PORT = 9


class Reach:
    """The pages that others can open, of a server that listens for them."""

    def __init__(self, pages: tuple[str, ...] = ()) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/reach", Call(self.tell), methods=["GET"])]

    async def tell(self, request: Request) -> Answer:
        """The addresses of a house are nobody's business outside."""
        return json({"pages": self.pages if _is_at_home(request) else ()})


def page_address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def reachable(bound: str, port: int) -> tuple[str, ...]:
    """The pages that others can open if the server listens there."""
    hosts = local_addresses() if bound in EVERYWHERE else (bound,)
    return tuple(page_address(host, port) for host in hosts if not _is_loopback(host))


def local_addresses() -> tuple[str, ...]:
    """The addresses of this machine in the networks that it is in."""
    found = []
    for far in _FAR:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, _ANY_PORT))
            except OSError:
                continue  # no way leads there
            found.append(probe.getsockname()[0])
    return tuple(dict.fromkeys(one for one in found if one not in EVERYWHERE))


def _is_at_home(request: Request) -> bool:
    client = request.client.host if request.client else ""
    return _is_loopback(client) and called(request.headers.get("host", "").encode("latin-1")) in LOOPBACK


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOOPBACK[0]
