"""An invitation names an address that a friend can reach; the server tells it to its own machine alone."""

from pathlib import Path

import pytest
from tests.server.house import house
from tests.server.test_serving import served

from berlin.kernel.contract.game import AnyGame
from berlin.server.http.reach import local_addresses, reachable

PAGES = ("http://192.168.1.5:8642/",)


@pytest.mark.parametrize(
    "client, host, told",
    [
        ("127.0.0.1", "localhost:8642", True),
        ("::1", "[::1]:8642", True),
        ("127.0.0.1", "127.0.0.1", True),
        # From elsewhere, or through a proxy on this machine that keeps silent about for whom it asks.
        ("192.168.1.9", "localhost", False),
        ("127.0.0.1", "table", False),
        ("", "localhost", False),
    ],
)
def test_where_a_house_is_reached_is_told_within_it_alone(
    tmp_path: Path, toy: AnyGame, client: str, host: str, told: bool
) -> None:
    with house(tmp_path / "db", reach=PAGES) as running:
        answer = running.get("/api/reach", headers={"host": host}, client=client)
    assert answer.json == {"pages": list(PAGES) if told else []}


@pytest.mark.parametrize("bound", ["127.0.0.1", "::1", "localhost", "127.0.0.5"])
def test_a_server_that_listens_to_its_own_machine_is_reached_by_nobody_else(bound: str) -> None:
    assert reachable(bound, 8642) == ()


def test_one_that_listens_everywhere_is_reached_at_the_machines_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("berlin.server.http.reach.local_addresses", lambda: ("192.168.1.5", "10.0.0.3"))
    for bound in ("0.0.0.0", "::"):
        assert reachable(bound, 80) == ("http://192.168.1.5:80/", "http://10.0.0.3:80/")
    assert reachable("fd00::7", 80) == ("http://[fd00::7]:80/",)


def test_the_machines_addresses_are_found_without_asking_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_: object) -> None:
        raise AssertionError("something was sent, or looked up")

    for call in ("send", "sendto", "sendall"):
        monkeypatch.setattr(f"socket.socket.{call}", silent)
    monkeypatch.setattr("socket.getaddrinfo", silent)
    assert "0.0.0.0" not in local_addresses()


def test_a_server_as_it_is_usually_started_can_be_reached_by_nobody_else(tmp_path: Path) -> None:
    with served(tmp_path / "db") as (_, client):
        assert client.get("/api/reach").json() == {"pages": []}
