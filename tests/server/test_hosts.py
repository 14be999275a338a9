"""A server answers to its own names alone, and believes only its own proxies for whom they ask."""

import http.client
import re
import socket
from pathlib import Path

import msgspec
import pytest
from tests.server.house import ORDER, House
from tests.server.test_live import connected
from tests.server.test_serving import served
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from berlin.cli.main import run
from berlin.server.http.hosts import Hosts, own_names, proxy_networks

WORDS = "this server doesn't go by that name; its host can add it with --allow-host"
ELSEWHERE = ["evil.example", "evil.example:80", "localhost.evil.example", "", "127.0.0.1.nip.io", "10.9.8.7"]
# On the loopback, but none of the addresses that are believed without being named.
PROXY = "127.0.0.2"
CLIENT = "198.51.100.7"


@pytest.mark.parametrize("name", [*ELSEWHERE, "localhost:80.evil.example", "user@localhost", "a b", "[::1"])
@pytest.mark.parametrize("path", ["/", "/t/abc", "/api/health", "/api/tables"])
def test_a_request_by_another_name_is_refused_in_one_line(host: House, name: str, path: str) -> None:
    answer = host.get(path, headers={"host": name})
    assert (answer.status, answer.json) == (421, {"error": WORDS, "rule": ""})
    assert answer.headers["cache-control"] == "no-store"


def test_a_page_whose_name_was_turned_to_this_machine_reads_and_changes_nothing(host: House) -> None:
    table = host.open()
    turned = {**ORDER, "host": "evil.example", "origin": "http://evil.example"}
    for path, body in (
        (f"{table.path}/actions", {"seq": 0, "action": "rest"}),
        ("/api/tables", {"game": "toy"}),
    ):
        assert host.post(path, body, table.every, headers=turned).status == 421
    assert host.get(table.path, table.every, headers=turned).status == 421
    assert table.sight()["seq"] == 0
    assert host.get("/api/health").json["tables"] == 1


def test_one_name_too_many_is_one_too_many() -> None:
    two = {"headers": [(b"host", b"evil.example"), (b"host", b"localhost")], "server": ("127.0.0.1", 1)}
    with pytest.raises(Exception, match="doesn't go by that name"):
        Hosts().check(two)


def test_nor_does_such_a_page_listen(host: House) -> None:
    table = host.open()

    async def work() -> None:
        async with connected(host.server, table.id, host="evil.example") as page:
            assert await page.parting() == (1008, WORDS)

    host.run(work())


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "LocalHost:8642",
        "localhost.",
        "127.0.0.1:1",
        "[::1]:8642",
        "table",
        "TABLE:80",
        "my.house:9",
    ],
)
def test_it_answers_to_the_loopback_to_where_it_was_reached_and_to_what_is_allowed(
    host: House, name: str
) -> None:
    host.server.guard.hosts = Hosts(["My.House."])
    assert host.get("/api/health", headers={"host": name}).status == 200


def test_programs_that_name_no_host_are_answered(host: House) -> None:
    assert host.get("/api/health", headers={}).status == 200


@pytest.mark.parametrize(
    "reached, name", [("::ffff:192.168.1.5", "192.168.1.5:8642"), ("fe80::1%eth0", "[fe80::1]:8642")]
)
def test_the_address_at_which_it_was_reached_is_known_in_any_spelling(reached: str, name: str) -> None:
    scope = {"headers": [(b"host", name.encode())], "server": (reached, 8642)}
    Hosts().check(scope)


@pytest.mark.parametrize("bound, own", [("0.0.0.0", False), ("::", False), ("192.168.1.5", True)])
def test_its_own_names_are_those_of_the_machine_and_what_it_listens_at(
    monkeypatch: pytest.MonkeyPatch, bound: str, own: bool
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "ada.home.example")
    assert own_names(bound) == ("ada.home.example", "ada", "ada.local", *((bound,) if own else ()))


@pytest.mark.parametrize("text", ["http://x", "x:80", "a/b", "", "*", "x y", "ä"])
def test_what_is_no_name_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    assert run(["serve", "--port", "0", "--database", str(tmp_path / "db"), "--allow-host", text]) == 2
    assert capsys.readouterr().err == f"berlin: {text!r} is no name of a host\n"
    assert not (tmp_path / "db").exists()


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.0/99", "*", ""])
def test_what_is_no_address_of_a_proxy_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    assert run(["serve", "--port", "0", "--database", str(tmp_path / "db"), "--proxy", text]) == 2
    assert capsys.readouterr().err == f"berlin: {text!r} is no address of a proxy or of a network\n"


def test_a_network_of_proxies_holds_for_both_kinds_of_sockets() -> None:
    assert "::ffff:10.1.0.0/112" in proxy_networks(["10.1.2.3/16"])


# Behind a proxy.


def ask(port: int | None, peer: str, headers: dict[str, str]) -> int:
    """Asks as somebody at this address would."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(peer, 0))
    line.request("GET", "/api/health", headers=headers)
    status = line.getresponse().status
    line.close()
    return status


@pytest.mark.parametrize(
    "peer, told, taken",
    [
        ("127.0.0.1", CLIENT, CLIENT),
        (PROXY, CLIENT, CLIENT),
        ("127.0.0.9", CLIENT, CLIENT),
        # Whoever is no proxy of ours may say what he likes.
        ("127.0.0.3", CLIENT, "127.0.0.3"),
        # What a client sent himself stands before what our proxies added: several hops, one of them ours.
        (PROXY, f"203.0.113.9, {CLIENT}", CLIENT),
        (PROXY, f"203.0.113.9, {CLIENT}, 127.0.0.9", CLIENT),
        (PROXY, "", PROXY),
        (PROXY, "2001:db8::7", "2001:db8::/64"),
    ],
)
def test_for_whom_a_proxy_asks_is_believed_of_our_own_alone(
    tmp_path: Path, peer: str, told: str, taken: str
) -> None:
    words = ["--proxy", PROXY, "--proxy", "127.0.0.8/31", "--allow-host", "berlin.example"]
    with served(tmp_path / "db", *words) as (process, client):
        headers = {"Host": "berlin.example", "X-Forwarded-For": told, "X-Forwarded-Proto": "https"}
        assert ask(client.base_url.port, peer, headers) == 200
        process.terminate()
        _, errors = process.communicate(timeout=20)
    asked = [msgspec.json.decode(row) for row in errors.splitlines() if '"event":"request"' in row]
    assert [row["client"] for row in asked] == [taken]


def test_a_proxy_hands_on_the_name_the_origin_and_the_upgrade(tmp_path: Path) -> None:
    """As docs/hosting.md says: Host unchanged, the client's address, the scheme, and WebSockets."""
    sent = {"X-Forwarded-For": CLIENT, "X-Forwarded-Proto": "https", "Origin": "https://berlin.example"}
    with served(tmp_path / "db", "--allow-host", "berlin.example") as (_, client):
        port = client.base_url.port
        named = {**sent, "Host": "berlin.example"}
        made = client.post("/api/tables", json={"game": "race"}, headers=named)
        assert made.status_code == 201
        # A proxy that puts its own name in: the page's origin is another one then.
        assert client.post("/api/tables", json={"game": "race"}, headers=sent).status_code == 403
        live = f"/api/tables/{made.json()['id']}/live"
        with connect(f"ws://berlin.example:80{live}", sock=door(port), additional_headers=sent) as page:
            page.send('{"seat": ""}')
            assert msgspec.json.decode(page.recv(20))["seq"] == 0
        with pytest.raises(InvalidStatus), connect(f"ws://evil.example:80{live}", sock=door(port)):
            pass


def door(port: int | None) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port or 0))


def test_the_documented_proxy_sends_what_is_needed() -> None:
    text = Path("docs/hosting.md").read_text()
    for header in ("Host $http_host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "Upgrade"):
        assert re.search(rf"proxy_set_header {re.escape(header)}", text)
