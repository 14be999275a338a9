"""Killed at any moment under load, the server has every action that it acknowledged, and none twice.

So it is while other processes open, read, copy and close its file all the while, when a second server comes
and goes, and with two servers on one file. BERLIN_CRASHES=50 makes as many rounds of each.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.house import ORDER, alone

from berlin.kernel.records.record import Line

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("BERLIN_CRASHES", "4"))
PLAYERS = 8
# So many actions are acknowledged before the blow, and it takes so long to fall: never at the same spot.
ACKNOWLEDGED = (1, 200)
BLOW_SECONDS = 0.01


class Player:
    """Plays one table after the other, and remembers what was acknowledged."""

    def __init__(self, number: int) -> None:
        self.rng = Random(number)
        self.table = self.tokens = ""
        self.acknowledged: dict[str, list[str]] = {}
        self.odd: list[int] = []
        self.count = 0

    async def play(self, client: httpx.AsyncClient) -> None:
        """Until the server is gone."""
        try:
            while True:
                await self.play_table(client)
        except httpx.TransportError:
            return

    async def play_table(self, client: httpx.AsyncClient) -> None:
        if not self.table:
            made = await client.post("/api/tables", json={"game": "toy", "scenario": "long"})
            self.note(made, 201)
            told = made.json()
            self.table, self.tokens = told["id"], ",".join(told["seats"].values())
            self.acknowledged[self.table] = []
        sight = (await client.get(f"/api/tables/{self.table}")).json()
        done = self.acknowledged[self.table]
        # The last action may have been kept without having been acknowledged, and no other.
        told = [line["action"] for line in sight["log"][1:]]
        assert told[: len(done)] == done
        assert len(told) <= len(done) + 1
        done[:] = told
        while len(done) < 30:
            action = self.rng.choice(["rest", "roll"])
            body = {"seq": len(done), "action": action}
            path = f"/api/tables/{self.table}/actions"
            answer = await client.post(path, json=body, headers={"x-seat": self.tokens})
            self.note(answer, 200)
            done.append(action)
            self.count += 1
        self.table = ""

    def note(self, answer: httpx.Response, due: int) -> None:
        if answer.status_code != due:
            self.odd.append(answer.status_code)


def beside(module: str, *words: str, **more: Any) -> "subprocess.Popen[str]":
    """A module of the tests in a process of its own."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(ROOT / "tests" / "kernel")])
    command = [sys.executable, "-m", f"tests.server.{module}", *words]
    return subprocess.Popen(command, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, **more)


Server = tuple["subprocess.Popen[str]", str]


@contextmanager
def victim(database: Path) -> Iterator[Server]:
    process = beside("victim", str(database), stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield process, f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextmanager
def meddler(database: Path, copy: Path, told: Path) -> Iterator[None]:
    """A process that opens, reads, copies and closes the file, from before the server to after it."""
    with told.open("w") as out:
        process = beside(
            "meddler", str(database), str(copy), stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            yield
            assert process.poll() is None, told.read_text()[-3000:]
        finally:
            process.communicate()
    assert process.returncode == 0, told.read_text()[-3000:]


def rounds_of(told: Path) -> int:
    """How often it has read the file with something in it."""
    return sum(line.isdecimal() and int(line) > 0 for line in told.read_text().splitlines())


async def load(
    servers: list[Server], players: list[Player], rng: Random, guest: Server | None = None
) -> None:
    """All players at once, shared among the servers, and somewhere in the midst of it a kill -9.

    A guest that nobody plays at goes in good order before, and then they play on.
    """

    async def play_on() -> None:
        enough = sum(player.count for player in players) + rng.randint(*ACKNOWLEDGED)
        while sum(player.count for player in players) < enough and not any(task.done() for task in playing):
            await asyncio.sleep(0.001)

    async with AsyncExitStack() as open_clients:
        clients = [
            await open_clients.enter_async_context(httpx.AsyncClient(base_url=url, headers=ORDER, timeout=30))
            for _, url in servers
        ]
        playing = [
            asyncio.create_task(player.play(clients[number % len(clients)]))
            for number, player in enumerate(players)
        ]
        await play_on()
        if guest is not None:
            guest[0].terminate()
            await asyncio.to_thread(guest[0].wait)
            await play_on()
        await asyncio.sleep(rng.uniform(0, BLOW_SECONDS))
        for process, _ in servers:
            process.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)


def kept(database: Path) -> dict[str, list[str]]:
    """Every action in the file, by table and in order."""
    connection = sqlite3.connect(database, timeout=30)
    connection.execute("BEGIN")
    tables: dict[str, list[str]] = {row[0]: [] for row in connection.execute("SELECT id FROM game_table")}
    for table, seq, body in connection.execute(
        "SELECT table_id, seq, body FROM entry ORDER BY table_id, seq"
    ):
        line = msgspec.json.decode(body, type=Line)
        tables[table].append(line.action)
        assert seq == line.number == len(tables[table])
    standing = dict(connection.execute("SELECT table_id, seq FROM standing").fetchall())
    assert standing == {table: len(actions) for table, actions in tables.items()}
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    return tables


def lost(players: list[Player], found: dict[str, list[str]]) -> int:
    """How many acknowledged actions are missing; none may be there twice or be another."""
    missing = 0
    for player in players:
        for table, actions in player.acknowledged.items():
            there = found.get(table, [])
            missing += max(0, len(actions) - len(there))
            assert there[: len(actions)] == actions[: len(there)]
            assert len(there) <= len(actions) + 1
    return missing


def killed(database: Path, servers: int = 1, guests: int = 0) -> tuple[int, int]:
    """Rounds of load and kill; how many actions were acknowledged in them, and how many were lost."""
    rng, missing = Random(), 0
    players = [Player(number) for number in range(PLAYERS)]
    for _ in range(ROUNDS):
        with ExitStack() as stack:
            started = [stack.enter_context(victim(database)) for _ in range(servers)]
            guest = stack.enter_context(victim(database)) if guests else None
            alone(load(started, players, rng, guest))
        missing += lost(players, kept(database))
        assert not missing
    assert [player.odd for player in players] == [[]] * PLAYERS
    return sum(player.count for player in players), missing


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Says a figure where whoever runs `make crash` sees it."""

    def say(text: str) -> None:
        if "BERLIN_CRASHES" in os.environ:
            with capsys.disabled():
                print(f" {text}", flush=True)

    return say


Tell = Callable[[str], None]


def test_whatever_was_acknowledged_survives_a_kill_and_nothing_is_there_twice(
    tmp_path: Path, tell: Tell
) -> None:
    acknowledged, missing = killed(tmp_path / "tables.sqlite")
    tell(f"{ROUNDS} kills: {acknowledged} acknowledged, {missing} lost")
    assert acknowledged >= ROUNDS


def test_another_process_may_open_read_copy_and_close_the_file_and_nothing_is_lost(
    tmp_path: Path, tell: Tell
) -> None:
    database, told = tmp_path / "tables.sqlite", tmp_path / "told"
    # One alone: to the last that closes a file SQLite does more than to the others.
    with meddler(database, tmp_path / "copy.sqlite", told):
        acknowledged, missing = killed(database)
    read = rounds_of(told)
    tell(f"{ROUNDS} kills, file opened {read} times: {acknowledged} acknowledged, {missing} lost")
    assert acknowledged >= ROUNDS
    assert read >= ROUNDS


def test_a_second_server_that_comes_and_goes_takes_nothing_along(tmp_path: Path, tell: Tell) -> None:
    acknowledged, missing = killed(tmp_path / "tables.sqlite", guests=1)
    tell(f"{ROUNDS} kills after a second server came and went: {acknowledged} acknowledged, {missing} lost")
    assert acknowledged >= ROUNDS


def test_two_servers_on_one_file_lose_nothing(tmp_path: Path, tell: Tell) -> None:
    acknowledged, missing = killed(tmp_path / "tables.sqlite", servers=2)
    tell(f"{ROUNDS} kills of two servers: {acknowledged} acknowledged, {missing} lost")
    assert acknowledged >= ROUNDS
