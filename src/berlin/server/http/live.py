"""Who listens at which table, and the news that something changed there.

A listener is told only the table's number, as it counts for him; what he may see he fetches like everybody
else. Numbers that come faster than a connection takes them are told as one. Of what he doesn't
notice he hears nothing.
"""

import asyncio
from collections import Counter, defaultdict

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from berlin.kernel.contract.ids import Seat
from berlin.server.http import errors
from berlin.server.http.errors import Denied
from berlin.server.http.limits import address
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables

HELLO_SECONDS = 10.0
LONGEST_HELLO = 2000
MOST_AT_A_TABLE = 300
GOING_AWAY, NO_TEXT, FULL = 1001, 1003, 1013
REFUSED = 4000
# The protocol has room for so many bytes of words when it closes.
LONGEST_PARTING = 123
FIRST = 'the first message is {"seat": "..."}'
LATER = "only texts are read here"


class Hello(msgspec.Struct, frozen=True):
    """What a page says first: the secret of its seat, or "" to watch."""

    seat: str = ""


class NoText(Exception):
    """A message of bytes, where texts are read."""


class Listener:
    """One connection: the seats it holds, and what it has not been told yet."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.told = -1
        self.news = asyncio.Event()
        # How it is sent away, if it is: the code and the words.
        self.parting: tuple[int, str] | None = None

    def send_away(self, code: int, words: str = "") -> None:
        self.parting = code, words
        self.news.set()


class Hub:
    """All connections of one server, by table."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.addresses: Counter[str] = Counter()
        self.closing = False

    def tell(self, table: Table) -> None:
        """Something changed at this table: whoever notices it hears of it."""
        for listener in self.listeners.get(table.id, ()):
            if listener.told != table.number(listener.seats):
                listener.news.set()

    def greet(self, table: Table) -> None:
        """Somebody came or went: everybody hears of it."""
        for listener in self.listeners.get(table.id, ()):
            listener.news.set()

    def here(self, table: Table) -> frozenset[Seat]:
        """The seats that are at the table now; a machine always is."""
        present = {seat for listener in self.listeners.get(table.id, ()) for seat in listener.seats}
        machines = {seat for seat in table.game.everybody if table.is_machine(seat)}
        return frozenset(present | machines)

    def join(self, table: Table, listener: Listener) -> None:
        self.listeners[table.id].add(listener)
        self.greet(table)

    def leave(self, table: Table, listener: Listener) -> None:
        self.listeners[table.id].discard(listener)
        if not self.listeners[table.id]:
            del self.listeners[table.id]
        self.greet(table)

    def close(self) -> None:
        """The server stops: every connection is closed in good order."""
        self.closing = True
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.send_away(GOING_AWAY)

    def send_away(self, table: Table, seat: Seat, words: str) -> None:
        """Whoever listens by this seat's link hears nothing more by it."""
        listeners = self.listeners.get(table.id, set())
        for listener in [one for one in listeners if seat in one.seats]:
            listeners.discard(listener)
            listener.send_away(REFUSED + errors.FORBIDDEN, words)
        self.greet(table)


class Live:
    """The WebSocket of a table."""

    def __init__(self, tables: Tables, hub: Hub, most_from_one: int) -> None:
        self.tables, self.hub, self.most_from_one = tables, hub, most_from_one

    async def listen(self, socket: WebSocket) -> None:
        client = address(socket.scope)
        await socket.accept()
        if self.hub.closing or self.hub.addresses[client] >= self.most_from_one:
            await socket.close(FULL)
            return
        self.hub.addresses[client] += 1
        try:
            await self._serve(socket, client)
        except (WebSocketDisconnect, TimeoutError):
            pass
        except RuntimeError:
            pass  # the other end went away while something was sent
        finally:
            self.hub.addresses[client] -= 1
            if not self.hub.addresses[client]:
                del self.hub.addresses[client]

    async def _serve(self, socket: WebSocket, client: str) -> None:
        try:
            hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
            table = await self.tables.get(socket.path_params["id"], client)
            seats = table.seats_of(hello.seat)
        except Denied as denied:
            await socket.close(REFUSED + denied.status, _parting(denied.error))
            return
        except NoText:
            await socket.close(NO_TEXT, f"this is not a text: {FIRST}")
            return
        # However many watch, those who play have their places.
        if not seats and len(self.hub.listeners.get(table.id, ())) >= MOST_AT_A_TABLE:
            await socket.close(FULL)
            return
        listener = Listener(seats)
        self.hub.join(table, listener)
        sender = asyncio.create_task(self._send_on(socket, table.id, listener))
        reader = asyncio.create_task(_read_on(socket))
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and isinstance(reader.exception(), NoText):
                await socket.close(NO_TEXT, f"this is not a text: {LATER}")
        finally:
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)
            self.hub.leave(table, listener)

    async def _send_on(self, socket: WebSocket, table_id: str, listener: Listener) -> None:
        while True:
            await listener.news.wait()
            listener.news.clear()
            if listener.parting is not None:
                await socket.close(*listener.parting)
                return
            table = await self.tables.get(table_id)
            here = sorted(self.hub.here(table))
            listener.told = table.number(listener.seats)
            open_seats = [seat for seat in table.game.everybody if table.is_open(seat)]
            told = {"seq": listener.told, "here": here, "open": open_seats}
            await socket.send_text(msgspec.json.encode(told).decode())


async def _hello(socket: WebSocket) -> Hello:
    text = await _text(socket)
    try:
        if len(text) > LONGEST_HELLO:
            raise ValueError
        return msgspec.json.decode(text, type=Hello)
    except (ValueError, RecursionError):
        raise Denied(400, FIRST) from None


async def _read_on(socket: WebSocket) -> None:
    """Nothing more is expected from the page; this waits until it goes. Raises NoText."""
    while True:
        await _text(socket)
        await asyncio.sleep(1)  # a page that talks is heard slowly


async def _text(socket: WebSocket) -> str:
    """The next message. Raises NoText if it is one of bytes, WebSocketDisconnect if the page has gone."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING_AWAY))
    text = message.get("text")
    if not isinstance(text, str):
        raise NoText
    return text


def _parting(words: str) -> str:
    """Words as they fit into a closing."""
    return words.encode()[:LONGEST_PARTING].decode(errors="ignore")
