"""Whatever is sent to the server, it says no and goes on: nothing makes it stumble, stop or lead astray."""

import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.house import GENEROUS, ORDER, House, house
from tests.server.line import Line, listening

from berlin.kernel.contract.game import AnyGame
from berlin.server.http.limits import Limits, address

FUZZED = 4000
NAMES = [
    *("seq", "action", "unit", "place"),
    *("game", "scenario", "seats", "names", "situation", "record", "seed"),
]
ODD = [
    "",
    "0",
    "-1",
    "1e9",
    "٣",
    "9" * 30,
    "null",
    "red",
    "a\x00b",
    "..",
    "../../etc/passwd",
    "\ufffd" * 50,
    "💥",
    "'; DROP TABLE entry; --",
    "{{7*7}}",
    "x" * 3000,
]


class Garbage:
    """Requests to calls that exist, with anything in the place of what they want."""

    def __init__(self, table: str, tokens: list[str], rng: Random) -> None:
        self.table, self.tokens, self.rng = table, tokens, rng

    def request(self) -> tuple[str, str, bytes, dict[str, str]]:
        rng = self.rng
        place = f"/api/tables/{self.odd(self.table)}"
        path = rng.choice(
            [
                f"/api/games/{self.odd('toy')}/board",
                f"/api/games/{self.odd('toy')}/rules",
                f"/api/games/{self.odd('toy')}/rules/{self.odd('TOY 1')}",
                f"/api/games/{self.odd('toy')}/data?source={self.odd('house')}",
                f"/api/tables{self.odd('')}",
                f"{place}?since={self.odd('0')}&eyes={self.odd('red')}",
                f"{place}/moments/{self.odd('0')}?eyes={self.odd('0')}",
                f"{place}/record",
                f"{place}/situation?moment={self.odd('0')}",
                f"{place}/{rng.choice(['actions', 'undo', 'why', 'live', self.odd('x')])}",
                f"/web/{self.odd('x.js')}",
                f"/t/{self.odd(self.table)}",
                f"/{self.odd('x')}",
            ]
        )
        headers = {**ORDER, "x-seat": self.odd(rng.choice(self.tokens)).encode().decode("latin-1")}
        if rng.random() < 0.1:
            headers[rng.choice([*ORDER, "content-length", "origin", "x-seat"])] = "\xff\xfe"
        return rng.choice(["GET", "POST", "POST", "HEAD", "PUT", "DELETE"]), path, self.body(), headers

    def odd(self, sound: str) -> str:
        return self.rng.choice(ODD) if self.rng.random() < 0.4 else sound

    def body(self) -> bytes:
        rng = self.rng
        plain: list[Any] = [0, 1, -1, 1 << 60, 0.5, True, None, [], {}, {"red": "human"}, ["rest"], "toy"]
        values = ODD + plain
        body = {name: rng.choice(values) for name in rng.sample(NAMES, rng.randint(0, 4))}
        if rng.random() < 0.5:
            body |= {"seq": 0}
        return rng.choice([msgspec.json.encode(body), b"", b"{", b"\xff", b"[" * 5000])


def test_nothing_that_is_sent_makes_the_server_stumble(host: House) -> None:
    table = host.open()
    garbage = Garbage(table.id, [*table.tokens.values(), table.every, ""], Random(1))
    for _ in range(FUZZED):
        method, path, body, headers = garbage.request()
        answer = host.call(method, path, body, headers=headers)
        assert answer.status < 500, (method, path, body, headers)
    assert '"bug"' not in host.log.getvalue()


def test_no_uploaded_text_makes_the_server_stumble(host: House) -> None:
    table = host.open().played("roll", "draw")
    record = table.finish().house.get(f"{table.path}/record").body.decode()
    situation = host.get(f"{table.path}/situation").body.decode()
    rng = Random(2)
    for _ in range(300):
        for key, text in (("record", record), ("situation", situation)):
            answer = host.post("/api/tables", {"game": "toy", key: damaged(text, rng)})
            assert answer.status in (201, 400), answer.body
    assert '"bug"' not in host.log.getvalue()


def damaged(text: str, rng: Random) -> str:
    """A few of its lines lost, doubled, exchanged or overwritten."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        line = lines[at]
        cut = rng.randrange(len(line) + 1)
        lines[at : at + 1] = rng.choice(
            [[], [line, line], [line[:cut]], [line[:cut] + rng.choice(ODD) + line[cut:]], [rng.choice(lines)]]
        )
        lines = lines or [""]
    return "\n".join(lines)


@pytest.fixture
def line(host: House) -> Iterator[Line]:
    with listening(host) as door:
        yield door


def sent(line: Line, data: bytes) -> bytes:
    """Whatever comes back for these bytes until the server has said enough or closes."""
    with socket.create_connection(("127.0.0.1", line.port), timeout=20) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except (BrokenPipeError, ConnectionResetError):
            return b""  # it hung up in the midst of it


HEAD = b"POST /api/tables HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\nx-berlin: 1\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nhost: t\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: t\r\n" + b"x: y\r\n" * 20_000 + b"\r\n",
        HEAD + b"content-length: 5\r\ncontent-length: 6\r\n\r\n{}",
        HEAD + b"content-length: 99999999999999999999999999\r\n\r\n{}",
        HEAD + b"content-length: 3000000\r\n\r\n" + b"x" * 3_000_000,
        HEAD + b"transfer-encoding: chunked\r\n\r\n" + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 20,
        HEAD + b"transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n",
        HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    ],
)
def test_no_bytes_bring_the_server_down(host: House, line: Line, data: bytes) -> None:
    told = sent(line, data)
    assert not told.startswith(b"HTTP/1.1 2") or data.startswith(b"GET / HTTP")
    assert b" 5" not in told[:13]
    assert line.get("/api/health").startswith(b"200")
    assert host.get("/api/health").json["tables"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "//api/tables",
        "/api/tables/",
        "/api//tables",
        "/API/tables",
        "/api/tables/x/../../health",
        "/web/../server/app.py",
        "/web/%2e%2e/server/app.py",
        "/web/..%2f..%2f..%2fetc%2fpasswd",
        "/web/.%00.js",
        "/web/",
        "/web",
        "/t/",
        "/t/a/b",
        "/openapi.json",
    ],
)
def test_no_crooked_path_leads_anywhere(line: Line, path: str) -> None:
    told = line.get(path)
    assert told.startswith(b"404")
    assert b"\nlocation:" not in told.lower()


def test_the_length_of_a_body_is_not_reckoned_out_of_any_number_of_digits(host: House) -> None:
    headers = ORDER | {"content-length": "9" * 5000}
    assert host.post("/api/tables", {"game": "toy"}, headers=headers).status == 413


def test_no_origin_is_ours_if_we_have_no_name(host: House) -> None:
    nameless = {name: value for name, value in ORDER.items() if name != "host"} | {"origin": "null"}
    assert host.post("/api/tables", {"game": "toy"}, headers=nameless).status == 403
    assert host.post("/api/tables", {"game": "toy"}, headers=nameless | {"host": ""}).status == 421


@pytest.mark.parametrize(
    "host, counted",
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no:address", "no:address"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_them(host: str, counted: str) -> None:
    assert address({"client": (host, 1)}) == counted


def test_old_tables_are_read_only_so_often_for_one_client(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", GENEROUS) as host:
        tables = [host.open() for _ in range(4)]
    with house(tmp_path / "db", Limits(reading_rate=0.001, reading_burst=3)) as host:
        assert [host.get(table.path).status for table in tables] == [200] * 3 + [429]
        assert [host.get(table.path).status for table in tables[:3] * 3] == [200] * 9
        assert host.get(tables[3].path, client="10.0.0.2").status == 200
        assert host.get(tables[3].path).status == 200


def test_a_search_through_table_names_is_slowed(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", Limits(reading_rate=0.001, reading_burst=3)) as host:
        came = [host.get(f"/api/tables/guess{n}").status for n in range(6)]
        assert came == [404] * 3 + [429] * 3
