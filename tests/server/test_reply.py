"""An answer goes out whole: once, with all that belongs above it, whoever asks and however."""

import re
from pkgutil import resolve_name
from unittest.mock import patch

import h11
import pytest
from tests.server.house import House
from tests.server.test_door import behind, said

from berlin.server.http import guard
from berlin.server.http.connections import Door
from berlin.server.http.reply import _head

CLOSE = b"connection: close\r\n"


def request(what: str, *more: bytes, version: str = "1.1") -> bytes:
    return f"{what} HTTP/{version}\r\nhost: localhost\r\n".encode() + b"".join(more) + b"\r\n"


def parted(came: bytes) -> tuple[bytes, dict[bytes, bytes], bytes]:
    """The first line, the headers and the body of one answer."""
    head, _, body = came.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    named = (line.partition(b": ") for line in lines)
    headers = {name.lower(): value for name, _, value in named}
    assert len(headers) == len(lines), "a header stands there twice"
    return first, headers, body


def in_two(host: House, port: int, sent: bytes) -> bytes:
    """What uvicorn sends by itself."""
    with patch("berlin.server.http.reply._is_free", lambda cycle: False):
        return said(port, sent)[0]


@pytest.mark.parametrize(
    "sent",
    [
        request("GET /api/games", CLOSE),
        request("GET /api/games", version="1.0"),
        request("HEAD /api/games", CLOSE),
        request("GET /", CLOSE),
        request("GET /api/nothing", CLOSE),
        request("POST /api/tables", CLOSE),
        request("DELETE /api/tables", CLOSE),
        request("GET /api/games", CLOSE, b"x: \xff\r\n"),
    ],
)
def test_it_is_what_two_messages_would_be(host: House, sent: bytes) -> None:
    with behind(host, Door()) as port:
        once, twice = parted(said(port, sent)[0]), parted(in_two(host, port, sent))
    assert once[0] == twice[0]
    assert {**once[1], b"date": b""} == {**twice[1], b"date": b""}
    assert once[2] == twice[2]
    assert len(once[2]) == (0 if sent.startswith(b"HEAD") else int(once[1][b"content-length"]))
    assert guard.EVERYWHERE[0] in once[1].items()


def test_it_is_sent_in_one_piece(host: House) -> None:
    sent = list[bytes]()

    def write(transport: object, data: bytes) -> None:
        sent.append(data)
        written(transport, data)

    transport = "asyncio.selector_events._SelectorSocketTransport.write"
    written = resolve_name(transport)
    with behind(host, Door()) as port, patch(transport, write):
        came, _ = said(port, request("GET /api/games", CLOSE))
    assert sent == [came]


def test_requests_that_come_together_are_answered_in_order(host: House) -> None:
    wanted = ["/api/games", "/api/nothing", "/api/games/toy/rules"]
    with behind(host, Door()) as port:
        came, _ = said(port, *(request(f"GET {path}") for path in wanted), request("GET /api/games", CLOSE))
    assert [int(status) for status in re.findall(rb"HTTP/1.1 (\d+) ", came)] == [200, 404, 200, 200]


def test_what_was_kept_is_not_sent_again(host: House) -> None:
    path = "GET /api/games/toy/board"
    with behind(host, Door()) as port:
        tag = parted(said(port, request(path, CLOSE))[0])[1][b"etag"]
        first, headers, body = parted(said(port, request(path, CLOSE, b"if-none-match: " + tag + b"\r\n"))[0])
    assert first.startswith(b"HTTP/1.1 304 ")
    assert body == b""
    assert b"transfer-encoding" not in headers


@pytest.mark.parametrize("header", [(b"x", b"a\r\nset-cookie: b"), (b"x y", b"a"), (b"x", b"a\0")])
def test_what_can_t_be_a_header_is_never_sent(header: tuple[bytes, bytes]) -> None:
    with pytest.raises(h11.LocalProtocolError):
        _head(200, (header,), ())


@pytest.mark.parametrize(
    "path, status",
    [
        ("/api/tables//actions", 404),
        ("/api/tables/nobody/actions", 404),
        ("/api/tables/nobody/actions/", 404),
        ("/api/tables/nobody/papers", 405),
        ("/api/tables/nobody/api/tables/nobody/actions", 404),
        ("/x/api/tables/nobody/actions", 404),
    ],
)
def test_what_is_asked_of_a_table_is_found_by_its_whole_path(host: House, path: str, status: int) -> None:
    answer = host.post(path, {"seq": 0, "action": "rest"})
    assert answer.status == status
    assert answer.headers["referrer-policy"] == "no-referrer"
