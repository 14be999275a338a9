"""Pages are told at once that something changed, and only that."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.house import House, Seated, house
from tests.server.line import listening
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.server.app import Server
from berlin.server.http import live
from berlin.server.http.limits import Limits

PATIENCE = 10


class Page:
    """The page's end of a WebSocket."""

    def __init__(self) -> None:
        self.to_server: asyncio.Queue[Any] = asyncio.Queue()
        self.from_server: asyncio.Queue[Any] = asyncio.Queue()

    async def say(self, text: str) -> None:
        await self.to_server.put({"type": "websocket.receive", "text": text})

    async def say_bytes(self, data: bytes) -> None:
        await self.to_server.put({"type": "websocket.receive", "bytes": data})

    async def hear(self) -> Any:
        """The next message as data; the code if the server closes."""
        message = await asyncio.wait_for(self.from_server.get(), PATIENCE)
        return msgspec.json.decode(message["text"]) if "text" in message else message["code"]

    async def parting(self) -> tuple[int, str]:
        """The code and the words with which the server closes."""
        message = await asyncio.wait_for(self.from_server.get(), PATIENCE)
        return message["code"], message["reason"]


@asynccontextmanager
async def connected(
    server: Server, table: str, origin: str = "", client: str = "10.0.0.1", host: str = "table"
) -> AsyncIterator[Page]:
    page = Page()
    headers = [(b"host", host.encode()), *([(b"origin", origin.encode())] if origin else [])]
    scope = {
        "type": "websocket",
        "path": f"/api/tables/{table}/live",
        "raw_path": b"",
        "root_path": "",
        "query_string": b"",
        "headers": headers,
        "client": (client, 1),
        "server": ("table", 80),
        "subprotocols": [],
    }
    await page.to_server.put({"type": "websocket.connect"})
    task = asyncio.create_task(server(scope, page.to_server.get, page.from_server.put))
    first = await asyncio.wait_for(page.from_server.get(), PATIENCE)
    if first["type"] == "websocket.close":
        await page.from_server.put(first)
    yield page
    await page.to_server.put({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(task, PATIENCE)


def talk(host: House, table: str, work: Callable[[Page], Awaitable[None]], origin: str = "") -> None:
    async def run() -> None:
        async with connected(host.server, table, origin) as page:
            await work(page)

    host.run(run())


async def act(host: House, table: Seated, action: str) -> int:
    live = await host.server.tables.get(table.id)
    return await host.server.tables.act(live, (Seat(0), Seat(1)), live.seq, action)


def test_a_page_is_told_where_the_table_stands_and_then_of_every_change(host: House) -> None:
    table = host.open()

    async def work(page: Page) -> None:
        await page.say('{"seat": ""}')
        assert (await page.hear())["seq"] == 0
        for seq in (1, 2, 3):
            await act(host, table, "rest")
            assert (await page.hear())["seq"] == seq

    talk(host, table.id, work)


def test_nothing_but_numbers_and_who_is_here_is_pushed(host: House) -> None:
    table = host.open()

    async def work(page: Page) -> None:
        await page.say(f'{{"seat": "{table.tokens["blue"]}"}}')
        assert await page.hear() == {"seq": 0, "here": [1], "open": []}
        await act(host, table, "draw")
        assert await page.hear() == {"seq": 1, "here": [1], "open": []}

    talk(host, table.id, work)


def test_a_seat_is_here_while_its_page_is_open(host: House) -> None:
    table = host.open()

    async def work(page: Page) -> None:
        await page.say(msgspec.json.encode({"seat": table.tokens["red"]}).decode())
        await page.hear()
        live = await host.server.tables.get(table.id)
        assert host.server.hub.here(live) == {0}

    talk(host, table.id, work)
    assert [seat["here"] for seat in table.sight()["seats"]] == [False, False]


@pytest.mark.parametrize("hello", ["", "[]", "{", '{"seat": 5}', "x" * 3000, "[" * 1900])
def test_a_page_that_does_not_say_who_it_is_is_sent_away(host: House, hello: str) -> None:
    async def work(page: Page) -> None:
        await page.say(hello)
        assert await page.hear() == 4400

    talk(host, host.open().id, work)


@pytest.mark.parametrize("frame", [b"", b'{"seat": ""}', b"\xff\x00"])
def test_bytes_in_the_place_of_the_first_message_are_refused_in_words(host: House, frame: bytes) -> None:
    async def work(page: Page) -> None:
        await page.say_bytes(frame)
        assert await page.parting() == (1003, 'this is not a text: the first message is {"seat": "..."}')

    talk(host, host.open().id, work)
    assert "bug" not in host.log.getvalue()


def test_bytes_are_refused_at_any_later_time_and_texts_go_unheard(host: House) -> None:
    table = host.open()

    async def work(page: Page) -> None:
        await page.say('{"seat": ""}')
        assert (await page.hear())["seq"] == 0
        await page.say("are you there?")
        await page.say_bytes(b"\x01")
        assert await page.parting() == (1003, "this is not a text: only texts are read here")

    talk(host, table.id, work)
    assert not host.server.hub.listeners
    assert "bug" not in host.log.getvalue()


@pytest.mark.parametrize(
    "hello, parting",
    [
        ("{", (4400, 'the first message is {"seat": "..."}')),
        ('{"seat": "made-up"}', (4403, "this link opens no seat at this table")),
    ],
)
def test_who_is_sent_away_is_told_why(host: House, hello: str, parting: tuple[int, str]) -> None:
    async def work(page: Page) -> None:
        await page.say(hello)
        assert await page.parting() == parting

    talk(host, host.open().id, work)


def test_over_a_real_connection_bytes_are_refused_in_words(host: House) -> None:
    table = host.open()
    with listening(host) as line, connect(line.live(table.id)) as page:
        page.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason[:22]) == (1003, "this is not a text: th")


def test_a_made_up_secret_and_a_table_that_is_not_there_are_told_apart(host: House) -> None:
    async def refused(page: Page) -> None:
        await page.say('{"seat": "made-up"}')
        assert await page.hear() == 4403

    async def nowhere(page: Page) -> None:
        await page.say('{"seat": ""}')
        assert await page.hear() == 4404

    talk(host, host.open().id, refused)
    talk(host, "nowhere", nowhere)


def test_no_other_site_can_listen(host: House) -> None:
    async def work(page: Page) -> None:
        assert await page.hear() == 1008

    talk(host, host.open().id, work, origin="https://elsewhere.example")


def test_one_address_has_only_so_many_connections(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", Limits(connections=1)) as host:
        table = host.open()

        async def second(page: Page) -> None:
            assert await page.hear() == 1013

        async def first(page: Page) -> None:
            await page.say('{"seat": ""}')
            await page.hear()
            async with connected(host.server, table.id) as other:
                await second(other)

        talk(host, table.id, first)


def test_a_whole_network_of_addresses_is_one_client(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", Limits(connections=1)) as host:
        table = host.open()

        async def both() -> None:
            async with connected(host.server, table.id, client="2001:db8::1") as first:
                await first.say('{"seat": ""}')
                await first.hear()
                async with connected(host.server, table.id, client="2001:db8::2") as second:
                    assert await second.hear() == 1013

        host.run(both())


def test_however_many_watch_the_players_have_their_places(
    host: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_AT_A_TABLE", 1)
    table = host.open()

    async def crowd() -> None:
        async with connected(host.server, table.id) as first:
            await first.say('{"seat": ""}')
            assert (await first.hear())["seq"] == 0
            async with connected(host.server, table.id) as second:
                await second.say('{"seat": ""}')
                assert await second.hear() == 1013
            async with connected(host.server, table.id) as player:
                await player.say(msgspec.json.encode({"seat": table.tokens["red"]}).decode())
                assert await player.hear() == {"seq": 0, "here": [0], "open": []}

    host.run(crowd())


def test_pages_are_sent_away_in_good_order_when_the_server_stops(host: House) -> None:
    table = host.open()

    async def work(page: Page) -> None:
        await page.say('{"seat": ""}')
        await page.hear()
        host.server.hub.close()
        assert await page.hear() == 1001

    talk(host, table.id, work)
