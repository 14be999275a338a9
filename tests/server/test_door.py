"""Nobody keeps the server waiting, and nobody fills it: with connections, entries or lines of its log."""

import asyncio
import io
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import uvicorn
from tests.server.house import GENEROUS, House, Seated, house
from tests.server.line import HOME, Line

from berlin.cli.commands.serve import listen
from berlin.kernel.contract.game import AnyGame
from berlin.server.http.connections import BACKLOG, SPARE, Door, doorway, most_connections
from berlin.server.work import log
from berlin.server.work.log import Journal

HEAD = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-berlin: 1\r\n"
SECONDS = 0.4
PATIENCE = 20


@contextmanager
def behind(host: House, door: Door, idle_seconds: int = 60) -> Iterator[int]:
    """The house behind this door; its port."""
    with listen(HOME, 0) as listening:
        config = uvicorn.Config(
            host.server,
            log_config=None,
            access_log=False,
            lifespan="off",
            http=doorway(door),
            backlog=BACKLOG,
            timeout_keep_alive=idle_seconds,
        )
        server = uvicorn.Server(config)
        serving = asyncio.run_coroutine_threadsafe(server.serve([listening]), host.loop)
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            serving.result(PATIENCE)


def said(port: int, *parts: bytes, pause: float = 0.0) -> tuple[bytes, float]:
    """What comes back for these bytes, and after how long the other end closes."""
    began = time.monotonic()
    with socket.create_connection((HOME, port), timeout=PATIENCE) as line:
        for part in parts:
            line.sendall(part)
            time.sleep(pause)
        came = b""
        while more := line.recv(65536):
            came += more
    return came, time.monotonic() - began


@pytest.mark.parametrize("sent", [b"", b"GET / HT", HEAD, HEAD + b"x-more: "])
def test_half_a_request_is_dropped(host: House, sent: bytes) -> None:
    with behind(host, Door(head_seconds=SECONDS)) as port:
        came, took = said(port, sent)
    assert came.startswith(b"HTTP/1.1 408 ")
    assert took >= SECONDS


def test_a_head_that_comes_byte_by_byte_is_dropped_all_the_same(host: House) -> None:
    with behind(host, Door(head_seconds=SECONDS)) as port, pytest.raises((BrokenPipeError, ConnectionError)):
        said(port, *(b"x" for _ in range(400)), pause=0.02)


def test_the_second_request_of_a_connection_is_waited_for_as_the_first(host: House) -> None:
    whole = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with behind(host, Door(head_seconds=SECONDS)) as port:
        came, took = said(port, whole, b"GET / HT", pause=0.1)
    assert came.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in came
    assert took >= SECONDS


def test_a_connection_over_which_nothing_is_asked_is_closed_after_a_while(host: House) -> None:
    """Counted from its last answer: every request gives it as long again."""
    whole = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with behind(host, Door(), idle_seconds=2) as port:
        came, took = said(port, whole, whole, whole, pause=0.7)
    assert came.count(b"HTTP/1.1 200 ") == 3
    assert b" 408 " not in came
    # The last of them was sent after two pauses.
    assert took >= 2 * 0.7 + 2


def test_a_request_that_has_begun_is_waited_for_longer_than_none(host: House) -> None:
    whole = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with behind(host, Door(), idle_seconds=1) as port:
        came, _ = said(port, whole, whole[:9], b"", whole[9:], pause=0.6)
    assert came.count(b"HTTP/1.1 200 ") == 2


def test_who_is_answered_or_listens_is_not_dropped(host: House) -> None:
    table = host.open()
    with behind(host, Door(head_seconds=SECONDS)) as port:
        page = Line(port).page(table.id, table.tokens["red"])
        page.hear()
        time.sleep(2 * SECONDS)
        table.played("rest")
        page.hear()
        assert page.number == 1
        page.close()


def test_a_body_that_comes_too_slowly_is_not_waited_for(tmp_path: Path, toy: AnyGame) -> None:
    limits = msgspec.structs.replace(GENEROUS, body_seconds=SECONDS)
    with house(tmp_path / "db", limits) as host, behind(host, Door()) as port:
        came, took = said(port, HEAD + b"content-length: 100\r\n\r\n{")
    assert came.startswith(b"HTTP/1.1 408 ")
    assert b"the request came too slowly" in came
    assert SECONDS <= took < PATIENCE


def test_there_is_room_for_so_many_connections_and_then_for_others(host: House) -> None:
    whole = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    with behind(host, Door(most=3)) as port:
        lines = [socket.create_connection((HOME, port), timeout=PATIENCE) for _ in range(3)]
        until_inside(lines)
        assert said(port)[0].startswith(b"HTTP/1.1 503 ")
        lines[0].close()
        deadline = time.monotonic() + PATIENCE
        while not said_or_refused(port, whole).startswith(b"HTTP/1.1 200 "):
            assert time.monotonic() < deadline
        for line in lines[1:]:
            line.close()
    assert "bug" not in host.log.getvalue()


def until_inside(lines: list[socket.socket]) -> None:
    """Each is answered once, so that all have been let in."""
    for line in lines:
        line.sendall(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert line.recv(65536)


def said_or_refused(port: int, sent: bytes) -> bytes:
    try:
        return said(port, sent)[0]
    except ConnectionError:
        return b""


class Wire(asyncio.Transport):
    """A connection that is only counted."""

    closing = False

    def is_closing(self) -> bool:
        return self.closing


def test_one_address_has_its_share_and_a_proxy_on_this_machine_all() -> None:
    door = Door(most=10, each=2)
    wires = [Wire() for _ in range(12)]
    assert [door.admit(wire, "10.0.0.1") for wire in wires[:3]] == [True, True, False]
    assert [door.admit(wire, "2001:db8::1") for wire in wires[3:5]] == [True, True]
    assert not door.admit(wires[5], "2001:db8::2")
    assert all(door.admit(wire, "127.0.0.1") for wire in wires[6:])
    assert not door.admit(Wire(), "10.0.0.3")
    # One that became a WebSocket and was closed there makes room when it is needed.
    wires[0].closing = True
    assert door.admit(wires[2], "10.0.0.1")
    door.leave(wires[6])
    assert not door.admit(wires[5], "10.0.0.1")
    assert door.admit(wires[5], "10.0.0.3")


@pytest.mark.parametrize("soft, most", [(1024, 824), (256, 56), (100, 1), (1 << 20, 2000), (-1, 2000)])
def test_the_door_closes_before_the_system_runs_out(
    monkeypatch: pytest.MonkeyPatch, soft: int, most: int
) -> None:
    monkeypatch.setattr("berlin.server.http.connections.resource.getrlimit", lambda _: (soft, soft))
    assert most_connections() == most
    assert BACKLOG < SPARE


def undo(table: Seated) -> int:
    token = table.tokens["red"]
    return table.house.post(f"{table.path}/undo", {"seq": table.number(token)}, token).status


def test_a_table_holds_only_so_many_entries_and_undos(tmp_path: Path, toy: AnyGame) -> None:
    limits = msgspec.structs.replace(GENEROUS, entries=6, undos=2)
    with house(tmp_path / "db", limits) as host:
        table = host.open()
        for _ in range(2):
            assert table.played("rest")
            assert undo(table) == 200
        table.played("rest")
        assert undo(table) == 403
        table.played("rest")
        refused = table.act("rest")
        assert (refused.status, "full" in refused.json["error"]) == (403, True)
        # What was played can be gone on with elsewhere.
        assert host.get(f"{table.path}/record", table.every).status == 200
        table.house.open().played("rest")


def test_a_table_takes_only_so_many_acts_a_minute(tmp_path: Path, toy: AnyGame) -> None:
    limits = msgspec.structs.replace(GENEROUS, act_rate=0.001, act_burst=3)
    with house(tmp_path / "db", limits) as host:
        table, other = host.open(), host.open()
        assert [table.act("rest").status for _ in range(4)] == [200, 200, 200, 429]
        # Nobody else can use a table's acts up, and other tables have their own.
        assert host.post(f"{other.path}/actions", {"seq": 0, "action": "rest"}).status == 403
        assert [other.act("rest").status for _ in range(4)] == [200, 200, 200, 429]


def test_the_limits_are_far_beyond_any_game() -> None:
    limits = type(GENEROUS)()
    # The longest campaigns have some two thousand actions.
    assert limits.entries >= 5 * 2_000
    assert limits.act_burst >= 2_000


def test_lines_of_the_log_are_dropped_when_there_are_too_many_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log, "LINES_A_SECOND", 0.001)
    stream = io.StringIO()
    journal = Journal(stream, at_once=5)
    for number in range(100):
        journal.write("request", number=number)
    journal.bug("somewhere", ValueError())
    lines = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["request"] * 5 + ["dropped", "bug"]
    assert lines[-2]["lines"] == 95
