"""A hundred thousand actions that must not be played are thrown at a running server: none is, none is a 5xx.

BERLIN_HAMMER sets another number. Most go to the application itself, a share over real HTTP.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest
import uvicorn
from tests.server.house import ORDER, House, Seated, asked, house

from berlin.cli.serving import listen
from berlin.kernel import game as registry
from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import AnyGame
from berlin.server.app import Server
from berlin.server.table import Table

ATTEMPTS = int(os.environ.get("BERLIN_HAMMER", "100000"))
OVER_HTTP = ATTEMPTS // 20
ROUNDS = 50
MOST_PLAYED = 25
DUE = {
    "illegal": {422},
    "stale": {409},
    "off-turn": {403},
    "watcher": {403},
    "stranger": {403},
    "malformed": {400},
    "unread": {400, 422},
    "no order": {403, 415},
    "nowhere": {404},
    "undo": {403, 409, 422},
}
Attempt = tuple[str, str, bytes, dict[str, str]]


def texts_of(game: AnyGame, seed: int) -> list[str]:
    """Actions that were legal somewhere in a random game: most are illegal anywhere else."""
    rng, found = Random(seed), set[str]()
    state = game.start(game.scenarios[0].key, key_from_seed(seed), {}).state
    while game.deciders(state) and len(found) < 4000:
        found.update(game.write(action) for action in game.legal(state)[:30])
        state = game.next(state, game.sample(state, rng))
    return sorted(found)


class Attacker:
    """Makes up what must not be accepted, against the table as it stands."""

    def __init__(self, table: Seated, live: Table, rng: Random) -> None:
        self.table, self.live, self.rng = table, live, rng
        self.texts = texts_of(live.game, 5)
        self.seats = list(table.tokens)

    def legal(self) -> str:
        text: str = self.live.game.write(self.live.game.sample(self.live.state, self.rng))
        return text

    def illegal(self) -> str | None:
        """An action that the rules refuse here, if one is found soon."""
        game = self.live.game
        for text in self.rng.choices(self.texts, k=20):
            if game.why_not(self.live.state, game.read(text)) is not None:
                return text
        return None

    def attempts(self, count: int) -> Iterator[Attempt]:
        decider = self.live.deciders[0]
        mine = self.table.tokens[self.seats[decider]]
        other = self.table.tokens[self.seats[1 - decider]]
        seq, path = self.live.seq, f"{self.table.path}/actions"
        for _ in range(count):
            kind = self.rng.choices(list(DUE), [30, 15, 15, 8, 8, 10, 8, 3, 2, 3])[0]
            headers, action, at, to = {**ORDER, "x-seat": mine}, self.legal(), seq, path
            refused = self.illegal() if kind == "illegal" else None
            if refused is not None:
                action = refused
            elif kind in ("illegal", "stale"):
                kind = "stale"
                at = self.rng.choice([n for n in (*range(seq + 3), seq + 1000) if n != seq])
            elif kind == "off-turn":
                headers["x-seat"] = other
            elif kind == "watcher":
                headers["x-seat"] = self.rng.choice(["", " ", ","])
            elif kind == "stranger":
                headers["x-seat"] = self.rng.choice([mine[:-1], mine + "x", mine.swapcase() + "-", "0" * 32])
            elif kind == "unread":
                action = self.mangled(action)
            elif kind == "no order":
                drop = self.rng.choice(["x-berlin", "content-type"])
                headers[drop] = ""
            elif kind == "nowhere":
                to = f"/api/tables/{self.rng.randrange(1 << 30):x}/actions"
            elif kind == "undo":
                to, headers["x-seat"] = f"{self.table.path}/undo", self.rng.choice([other, ""])
                yield kind, to, msgspec.json.encode({"seq": seq + self.rng.choice([1, 5])}), headers
                continue
            body = msgspec.json.encode({"seq": at, "action": action})
            yield kind, to, self.broken(body) if kind == "malformed" else body, headers

    def mangled(self, text: str) -> str:
        """No action of the game, or another one that is refused."""
        rng = self.rng
        return rng.choice(
            [text + " X1", "un" + text, "| " + text, f"{text} | 6", text * 50, "\x00", "' OR 1=1--"]
        )

    def broken(self, body: bytes) -> bytes:
        """No request at all."""
        rng = self.rng
        at = rng.randrange(1, len(body))
        wrong: list[Any] = [None, 5, [], {}, {"seq": "0", "action": "x"}, {"seq": 0, "action": 7}, {"seq": 0}]
        return rng.choice([body[:at], body + b"}", b"\xff" + body, msgspec.json.encode(rng.choice(wrong))])


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


def held(kind: str, status: int, came: Counter[str]) -> None:
    assert status in DUE[kind], f"{kind}: {status}"
    came[kind] += 1


async def throw(server: Server, attacker: Attacker, count: int, came: Counter[str]) -> None:
    for kind, path, body, headers in attacker.attempts(count):
        held(kind, (await asked(server, "POST", path, body, headers)).status, came)


def test_nothing_that_must_not_be_played_is_played(tables: list[Seated]) -> None:
    host: House = tables[0].house
    came: Counter[str] = Counter()
    hands = attackers(tables)
    played = 0
    for _ in range(ROUNDS):
        for attacker in hands:
            before, state = attacker.live.seq, attacker.live.state
            count = (ATTEMPTS - OVER_HTTP) // ROUNDS // len(hands)
            host.run(throw(host.server, attacker, count, came), 600)
            assert (attacker.live.seq, attacker.live.state) == (before, state)
            if before < MOST_PLAYED:
                attacker.table.played(attacker.legal())
                played += 1
    assert sum(len(host.run(host.server.store.entries(table.id))) for table in tables) == played
    assert came.total() == ATTEMPTS - OVER_HTTP
    assert min(came[kind] for kind in DUE) > 0
    assert "bug" not in host.log.getvalue()


def test_the_same_over_http_and_then_a_lawful_action_is_taken(tables: list[Seated]) -> None:
    host = tables[0].house
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(host.server, log_config=None, access_log=False, lifespan="off")
    running = uvicorn.Server(config)
    serving = asyncio.run_coroutine_threadsafe(running.serve(sockets=[listening]), host.loop)
    came: list[Counter[str]] = [Counter() for _ in tables]
    try:
        hands, port = attackers(tables), listening.getsockname()[1]
        pairs = zip(hands, came, strict=True)
        threads = [Thread(target=over_http, args=(port, attacker, counts)) for attacker, counts in pairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        running.should_exit = True
        serving.result(30)
        listening.close()
    assert [attacker.live.seq for attacker in hands] == [0] * len(hands)
    assert sum(counts.total() for counts in came) == OVER_HTTP
    for attacker in hands:
        attacker.table.played(attacker.legal())


def over_http(port: int, attacker: Attacker, came: Counter[str]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    for kind, path, body, headers in attacker.attempts(OVER_HTTP // len(registry.codes())):
        connection.request("POST", path, body, {**headers, "host": f"127.0.0.1:{port}"})
        answer = connection.getresponse()
        answer.read()
        held(kind, answer.status, came)
    connection.close()
