"""A real connection to a house: its server behind a socket, and what a page hears there."""

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import msgspec
import uvicorn
from tests.server.house import House
from websockets.sync.client import connect

from berlin.cli.commands.serve import listen

HOME = "127.0.0.1"
PATIENCE = 20


class Line:
    """A house that listens on a port of its own."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, seat: str = "") -> bytes:
        """The answer as it comes over the wire: status, headers and body."""
        client = http.client.HTTPConnection(HOME, self.port, timeout=PATIENCE)
        client.request("GET", path, headers={"x-seat": seat} if seat else {})
        answer = client.getresponse()
        head = "".join(f"{name}: {value}\n" for name, value in answer.getheaders())
        told = f"{answer.status} {answer.reason}\n{head}\n".encode() + answer.read()
        client.close()
        return told

    def live(self, table: str) -> str:
        """Where the WebSocket of a table is."""
        return f"ws://{HOME}:{self.port}/api/tables/{table}/live"

    def page(self, table: str, seat: str) -> "Page":
        return Page(self.live(table), seat)


class Page:
    """A page at a table, and every frame that it has heard."""

    def __init__(self, address: str, seat: str) -> None:
        self.open = ExitStack()
        self.socket = self.open.enter_context(connect(address))
        self.heard: list[str | bytes] = []
        self.socket.send(msgspec.json.encode({"seat": seat}).decode())

    def hear(self) -> None:
        """Waits for one more frame."""
        self.heard.append(self.socket.recv(PATIENCE))

    @property
    def number(self) -> int:
        """Where the table stands, by the last that was heard."""
        number: int = msgspec.json.decode(self.heard[-1])["seq"]
        return number

    def close(self) -> None:
        self.open.close()


@contextmanager
def listening(house: House) -> Iterator[Line]:
    """The house on a free port."""
    with listen(HOME, 0) as door:
        # The date is the one thing in an answer that differs from one second to the next.
        config = uvicorn.Config(
            house.server, log_config=None, access_log=False, lifespan="off", date_header=False
        )
        server = uvicorn.Server(config)
        serving = asyncio.run_coroutine_threadsafe(server.serve([door]), house.loop)
        try:
            yield Line(door.getsockname()[1])
        finally:
            server.should_exit = True
            serving.result(PATIENCE)
