"""Twenty thousand actions that must not be played are thrown at a running server: none is, none is a 5xx.

BERLIN_HAMMER sets another number; `make crash` throws a hundred thousand. Most go to the application itself,
a twentieth over real HTTP; how many of each kind says `attacker.SHARES`.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from os import environ
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from tests.server.attacker import SHARES, Attacker, Attempt
from tests.server.house import House, Seated, asked, house
from tests.server.line import listening

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.server.app import Server
from berlin.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.slow

HUNDREDS = int(environ.get("BERLIN_HAMMER", "20000")) // 100
HUNDREDS_OVER_HTTP = HUNDREDS // 20
ROUNDS = 50
MOST_PLAYED = 25


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Seated]]:
    """A table of every registered game and of the toy game."""
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, "toy": "toy:GAME"})
    with house(tmp_path / "tables.sqlite") as host:
        host.server.journal.quiet = True
        yield [opened(host, registry.load(code)) for code in registry.codes()]


def opened(host: House, game: AnyGame) -> Seated:
    order = {"game": game.code, "scenario": game.scenarios[-1].key}
    return Seated(host, host.post("/api/tables", order).json)


def attackers(tables: list[Seated]) -> list[Attacker]:
    lives = [table.house.run(table.house.server.tables.get(table.id)) for table in tables]
    return [
        Attacker(table, live, Random(n)) for n, (table, live) in enumerate(zip(tables, lives, strict=True))
    ]


def shares(count: int, among: int) -> list[int]:
    """So many, divided as evenly as can be."""
    return [count // among + (n < count % among) for n in range(among)]


def game_of(table: Seated) -> list[bytes]:
    """All that there is of a game: its record, what every seat and a watcher sees."""
    host = table.house
    sights = [host.get(table.path, token).body for token in ("", *table.tokens.values())]
    return [host.get(f"{table.path}/record", table.every).body, *sights]


def rows(host: House) -> list[tuple[object, ...]]:
    """Every entry in the file."""
    store = host.server.store
    assert isinstance(store, SqliteStore)
    with closing(sqlite3.connect(store.path)) as connection:
        return connection.execute("SELECT * FROM entry ORDER BY table_id, seq").fetchall()


def held(attempt: Attempt, status: int, came: Counter[str]) -> None:
    assert status in attempt.due, f"{attempt.kind}: {status}, {attempt.body!r}"
    came[attempt.kind] += 1


async def throw(server: Server, attempts: Iterator[Attempt], came: Counter[str]) -> None:
    for attempt in attempts:
        answer = await asked(server, "POST", attempt.path, attempt.body, attempt.headers)
        held(attempt, answer.status, came)


def test_nothing_that_must_not_be_played_is_played(tables: list[Seated]) -> None:
    host: House = tables[0].house
    came: Counter[str] = Counter()
    hands = attackers(tables)
    turns = shares(HUNDREDS - HUNDREDS_OVER_HTTP, ROUNDS * len(hands))
    for number, hundreds in enumerate(turns):
        attacker = hands[number % len(hands)]
        kept, before = rows(host), game_of(attacker.table)
        host.run(throw(host.server, attacker.attempts(hundreds), came), 600)
        assert game_of(attacker.table) == before
        assert rows(host) == kept
        if attacker.live.seq < MOST_PLAYED:
            attacker.table.played(attacker.rng.choice(attacker.legal))
    assert came == {kind: share * (HUNDREDS - HUNDREDS_OVER_HTTP) for kind, share in SHARES.items()}
    assert "bug" not in host.log.getvalue()


def test_the_same_over_http_and_then_a_lawful_action_is_taken(tables: list[Seated]) -> None:
    host = tables[0].house
    hands = attackers(tables)
    for attacker in hands:
        attacker.table.played(attacker.rng.choice(attacker.legal))
    kept, before = rows(host), [game_of(table) for table in tables]
    counts: list[Counter[str]] = [Counter() for _ in tables]
    with listening(host) as line:
        parts = zip(hands, shares(HUNDREDS_OVER_HTTP, len(hands)), counts, strict=True)
        threads = [Thread(target=over_http, args=(line.port, *part)) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [game_of(table) for table in tables] == before
    assert rows(host) == kept
    assert sum(counts, Counter()) == {kind: share * HUNDREDS_OVER_HTTP for kind, share in SHARES.items()}
    for attacker in hands:
        attacker.look()
        attacker.table.played(attacker.rng.choice(attacker.legal))


def over_http(port: int, attacker: Attacker, hundreds: int, came: Counter[str]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    for attempt in attacker.attempts(hundreds):
        connection.request(
            "POST", attempt.path, attempt.body, {**attempt.headers, "host": f"127.0.0.1:{port}"}
        )
        answer = connection.getresponse()
        answer.read()
        held(attempt, answer.status, came)
    connection.close()
