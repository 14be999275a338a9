"""Killed at any moment under load, the server has every action that it acknowledged, and none twice.

BERLIN_CRASHES=50 makes as many rounds of it.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import msgspec
from tests.server.house import ORDER, alone

from berlin.kernel.record import Line

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("BERLIN_CRASHES", "10"))
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


@contextmanager
def victim(database: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(ROOT / "tests" / "kernel")])
    command = [sys.executable, "-m", "tests.server.victim", str(database)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}
    )
    assert process.stdout is not None
    try:
        yield process, f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def load(process: subprocess.Popen[str], url: str, players: list[Player], rng: Random) -> None:
    """All players at once, and somewhere in the midst of it a kill -9."""
    enough = sum(player.count for player in players) + rng.randint(*ACKNOWLEDGED)
    async with httpx.AsyncClient(base_url=url, headers=ORDER, timeout=30) as client:
        playing = [asyncio.create_task(player.play(client)) for player in players]
        while sum(player.count for player in players) < enough and not any(task.done() for task in playing):
            await asyncio.sleep(0.001)
        await asyncio.sleep(rng.uniform(0, BLOW_SECONDS))
        process.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)


def kept(database: Path) -> dict[str, list[str]]:
    """Every action in the file, by table and in order."""
    connection = sqlite3.connect(database)
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


def test_whatever_was_acknowledged_survives_a_kill_and_nothing_is_there_twice(tmp_path: Path) -> None:
    rng, database = Random(), tmp_path / "tables.sqlite"
    players = [Player(number) for number in range(PLAYERS)]
    for _ in range(ROUNDS):
        with victim(database) as (process, url):
            alone(load(process, url, players, rng))
        found = kept(database)
        for player in players:
            for table, actions in player.acknowledged.items():
                assert found[table][: len(actions)] == actions
                assert len(found[table]) <= len(actions) + 1
    assert [player.odd for player in players] == [[]] * PLAYERS
    assert sum(player.count for player in players) >= ROUNDS
