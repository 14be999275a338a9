"""What one click costs the server: to read a table that has changed, and an order answered with what changed.

A process of its own serves; what is measured is its time of the processor, not the clock's. Of some hundred
random acts of a game every STRIDE-th is looked at.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from benchmarks.served import Client, Running, Script, server

from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.contract.ids import Seat
from berlin.server.tables import table_view
from berlin.server.tables.games import Games
from berlin.server.tables.opening import Order, opened
from berlin.server.tables.table import Table

STRIDE = 4
LOOKS = 100


class Click(msgspec.Struct):
    """Medians: `reading` a table after an act and an `order` that is answered with what changed, both in
    milliseconds of the processor; the function calls of reading; and the bytes of both answers."""

    reading: float
    calls: float
    order: float
    whole: float
    changed: float


class Costs(msgspec.Struct):
    """What was measured, one by one."""

    reading: list[float] = []
    order: list[float] = []
    whole: list[float] = []
    changed: list[float] = []


def measured(game: AnyGame, rounds: int) -> Click:
    costs = Costs()
    with TemporaryDirectory() as folder, server("tables", Path(folder) / "tables.sqlite") as running:
        for seed in range(rounds):
            asyncio.run(_play(running, Script(game, seed), costs))
    middle = {name: median(getattr(costs, name)) for name in Costs.__struct_fields__}
    return Click(calls=median(calls(game, 1945)), **middle)


async def _play(running: Running, script: Script, costs: Costs) -> None:
    client = await Client(running.port).open()
    await script.begin(client)
    script.prepare(STRIDE * LOOKS)
    for _ in range(LOOKS):
        for _ in range(STRIDE - 1):
            await client.post(script.path, script.body(), script.tokens)
            script.seq += 1
        before = running.cpu
        told = await client.get(f"{script.table}?since={script.seq - 1}", script.tokens)
        costs.reading.append(running.cpu - before)
        costs.whole.append(len(told))
        order: dict[str, Any] = msgspec.json.decode(script.body())
        order |= {"since": script.seq, "have": msgspec.json.decode(told)["mark"]}
        before = running.cpu
        told = await client.post(script.path, msgspec.json.encode(order), script.tokens)
        costs.order.append(running.cpu - before)
        costs.changed.append(len(told))
        script.seq += 1
        assert msgspec.json.decode(told)["seq"] == script.seq, told[:200]
    client.writer.close()


def calls(game: AnyGame, seed: int) -> list[float]:
    """How many functions, of Python and of C, are called to make and encode what is read, after each act."""
    table = opened(Order(game.code, seed=seed), Games()).table
    rng, seats = Random(seed), game.everybody
    found = []
    for number in range(LOOKS):
        action = game.write(game.sample(table.state, rng))
        table.take(table.prepare(seats, number, action))
        table.look()
        found.append(float(_calls_of_reading(table, seats)))
    return found


def _calls_of_reading(table: Table, seats: tuple[Seat, ...]) -> int:
    made, eyes = 0, table.eyes(seats, table.state)

    def count(frame: object, event: str, what: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        msgspec.json.encode(table_view.sight(table, seats, eyes, (), table.seq - 1))
    finally:
        sys.setprofile(None)
    return made


if __name__ == "__main__":
    for code in sys.argv[1:] or codes():
        print(code, measured(load(code), 3))
