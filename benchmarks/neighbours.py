"""How long requests take at tables of people while machines think or move at the tables beside them.

Every request falls due by the clock, and its time counts from then: who waits behind another is late too.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from benchmarks.served import DONE, Client, Script, server

from berlin.kernel.contract.game import AnyGame, codes
from berlin.kernel.contract.game import load as load_game

# So many tables at which a person acts or looks, in turn, five times a second.
PEOPLE = 20
EVERY = 0.2
# So many tables of a person against a machine, and of two machines.
AGAINST, ALONE = 6, 2
HAND_SECONDS = 1.0
PATIENCE = 30
# Nobody; machines that think as long as any; machines that move as fast as any.
NOBODY, THINKERS, MOVERS = "", "marshal", "officer"


class Waits(msgspec.Struct):
    """Milliseconds that requests took, and how many moves the machines made a second."""

    p50: float
    p99: float
    moves: float


class Beside(msgspec.Struct):
    """The medians over the rounds: without machines, with these, and how much longer it took with them."""

    without: Waits
    waits: Waits
    delay: float


def measured(game: AnyGame, rounds: int, seconds: float) -> dict[str, Beside]:
    """Beside each kind of machine. Every round begins with new servers, one after the other.

    A new server takes a while to start: there are fewer rounds, and longer ones.
    """
    kinds = (NOBODY, THINKERS, MOVERS)
    told = [{kind: slice_of(game, kind, 2 * seconds) for kind in kinds} for _ in range((rounds + 1) // 2)]
    return {
        kind: Beside(
            middle([row[NOBODY] for row in told]),
            middle([row[kind] for row in told]),
            median(row[kind].p99 - row[NOBODY].p99 for row in told),
        )
        for kind in kinds[1:]
    }


def middle(waits: Sequence[Waits]) -> Waits:
    return Waits(*(median(getattr(one, name) for one in waits) for name in Waits.__struct_fields__))


def slice_of(game: AnyGame, kind: str, seconds: float) -> Waits:
    """A server with its people, and machines of this kind at other tables."""
    with TemporaryDirectory() as folder, server("tables", Path(folder) / "tables.sqlite") as running:
        return asyncio.run(_slice(running.port, game, kind, seconds))


async def _slice(port: int, game: AnyGame, kind: str, seconds: float) -> Waits:
    scripts = [Script(game, seed) for seed in range(PEOPLE)]
    opener = await Client(port).open()
    for script in scripts:
        await script.begin(opener)
        script.prepare(round(seconds / EVERY) + 1)
    opener.writer.close()
    async with machines(port, game, kind) as tables:
        before, began = await moves(port, tables), time.perf_counter()
        took: list[float] = []
        await asyncio.gather(*(_person(port, script, began + seconds, took) for script in scripts))
        made, spent = await moves(port, tables) - before, time.perf_counter() - began
    return Waits(median(took), quantiles(took, n=100)[98], made / spent)


async def _person(port: int, script: Script, end: float, took: list[float]) -> None:
    """Acts, looks at what came of it, and so on."""
    client = await Client(port).open()
    due, looking = time.perf_counter() + EVERY * Random(script.seed).random(), False
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if looking:
            await client.get(f"{script.table}?since={script.seq - 1}", script.tokens)
        else:
            told = await client.post(script.path, script.body(), script.tokens)
            assert told.startswith(DONE), told
            script.seq += 1
        took.append(1000 * (time.perf_counter() - due))
        looking, due = not looking, due + EVERY
    client.writer.close()


@asynccontextmanager
async def machines(port: int, game: AnyGame, kind: str) -> AsyncIterator[list[str]]:
    """Tables at which machines of this kind are at work, against a person or among themselves."""
    if not kind:
        yield []
        return
    client = await Client(port).open()
    tables, hands = [], []
    for number in range(AGAINST + ALONE):
        seats = [kind, kind] if number >= AGAINST else [kind, "human"] if number % 2 else ["human", kind]
        order = {"game": game.code, "seed": number, "seats": dict(zip(game.seats, seats, strict=True))}
        told = msgspec.json.decode(await client.post("/api/tables", msgspec.json.encode(order)))
        tables.append(f"/api/tables/{told['id']}")
        hands += [asyncio.create_task(_hand(port, tables[-1], secret)) for secret in told["seats"].values()]
    patient = time.perf_counter() + PATIENCE
    client.writer.close()
    while not await moves(port, tables) and time.perf_counter() < patient:
        await asyncio.sleep(0.1)
    try:
        yield tables
    finally:
        for hand in hands:
            hand.cancel()
        await asyncio.gather(*hands, return_exceptions=True)


async def _hand(port: int, table: str, secret: str) -> None:
    """A person who gives a machine any answer, so that it goes on, once a second."""
    client, rng, seen = await Client(port).open(), Random(table), 0
    while True:
        sight: Any = msgspec.json.decode(await client.get(f"{table}?since={seen}", secret))
        seen = sight["seq"]
        if sight["seat"] in sight["turn_of"]:
            answer = {"seq": seen, "action": rng.choice(sight["scene"]["choices"])["text"]}
            await client.post(f"{table}/actions", msgspec.json.encode(answer), secret)
        await asyncio.sleep(HAND_SECONDS)


async def moves(port: int, tables: list[str]) -> int:
    """How many moves the machines have made at these tables."""
    client, made = await Client(port).open(), 0
    for table in tables:
        sight: Any = msgspec.json.decode(await client.get(table))
        machine = [seat["player"] != "human" for seat in sight["seats"]]
        made += sum(line["seat"] is not None and machine[line["seat"]] for line in sight["log"])
    client.writer.close()
    return made


if __name__ == "__main__":
    for name, told in measured(load_game(codes()[0]), 5, 3.0).items():
        print(name, told)
