"""How long an act takes at tables of people while one client asks for the dearest things that it may.

Each of them is asked for over several connections without a pause, by the limits as they are but for the
number of requests. As in `neighbours`, every request of the people falls due by the clock.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec
from benchmarks.neighbours import EVERY, NOBODY, PEOPLE, _person
from benchmarks.served import Client, Script, server
from msgspec.structs import replace

from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import AnyGame, codes, load
from berlin.kernel.record import Line, new_record, write

CONNECTIONS = 6
DEAR = "orsha"
REPORT = {"battles": "report"}
Request = tuple[str, str, bytes, str]


class Beside(msgspec.Struct):
    """Milliseconds at the 99th percentile, without and beside this; how much longer; requests a second."""

    without: float
    p99: float
    delay: float
    asked: float


class Greedy:
    """The client, with tables at which it can ask for what is dear."""

    def __init__(self) -> None:
        self.game = load(DEAR)
        self.record, self.situation = campaign(self.game), reporting(self.game)

    async def open(self, port: int) -> None:
        client = await Client(port).open()
        self.plain = await opened(client, {"game": DEAR, "record": self.record, "hints": True})
        self.form = await opened(client, {"game": DEAR, "situation": self.situation, "hints": True})
        self.blank = (await client.get(f"{self.form[0]}/form", self.form[1])).decode()
        client.writer.close()

    def requests(self, kind: str) -> Iterator[Request]:
        """One after the other, for ever."""
        make: Callable[[], Request] = getattr(self, f"_{kind}")
        while True:
            yield make()

    def _data(self) -> Request:
        return "GET", f"/api/games/{DEAR}/data", b"", ""

    def _papers(self) -> Request:
        return "GET", f"{self.plain[0]}/papers/perimeters", b"", self.plain[1]

    def _record(self) -> Request:
        return "POST", "/api/tables", msgspec.json.encode({"game": DEAR, "record": self.record}), ""

    def _hint(self) -> Request:
        return "POST", f"{self.plain[0]}/hint", msgspec.json.encode({"seq": self.plain[2]}), self.plain[1]

    def _why(self) -> Request:
        body = {"seq": self.plain[2], "unit": "", "place": ""}
        return "POST", f"{self.plain[0]}/why", msgspec.json.encode(body), self.plain[1]

    def _form(self) -> Request:
        body = {"seq": self.form[2], "text": self.blank, "check": True}
        return "POST", f"{self.form[0]}/form", msgspec.json.encode(body), self.form[1]


KINDS = ("data", "papers", "record", "hint", "why", "form")


async def opened(client: Client, order: dict[str, object]) -> tuple[str, str, int]:
    """A table, the secrets of all its seats, and where it stands."""
    told = msgspec.json.decode(await client.post("/api/tables", msgspec.json.encode(order)))
    path, tokens = f"/api/tables/{told['id']}", ",".join(told["seats"].values())
    return path, tokens, msgspec.json.decode(await client.get(path, tokens))["seq"]


def campaign(game: AnyGame) -> str:
    """The record of a whole campaign, but for its last action: the longest that anybody would bring along."""
    key, rng, lines = key_from_seed(3), Random(4), list[Line]()
    state = game.start(game.scenarios[0].key, key, {}).state
    while game.deciders(state):
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        lines.append(Line(len(lines) + 1, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    return write(replace(new_record(game, key), lines=tuple(lines[:-1])))


def reporting(game: AnyGame) -> str:
    """A situation in which a form is asked for."""
    rng = Random(5)
    state = game.start(game.scenarios[0].key, key_from_seed(5), REPORT).state
    while not any(game.form(state, seat) for seat in game.deciders(state)):
        state = game.next(state, game.sample(state, rng))
    return game.write_situation(state)


def measured(game: AnyGame, rounds: int, seconds: float) -> dict[str, Beside]:
    """Beside each thing. Every round begins with new servers, one after the other."""
    greedy = Greedy()
    told = [{kind: slice_of(game, greedy, kind, seconds) for kind in (NOBODY, *KINDS)} for _ in range(rounds)]
    return {
        kind: Beside(
            median(row[NOBODY][0] for row in told),
            median(row[kind][0] for row in told),
            median(row[kind][0] - row[NOBODY][0] for row in told),
            median(row[kind][1] for row in told),
        )
        for kind in KINDS
    }


def slice_of(game: AnyGame, greedy: Greedy, kind: str, seconds: float) -> tuple[float, float]:
    """What people wait at the 99th percentile, and how much of this was asked for a second."""
    with TemporaryDirectory() as folder, server("tables", Path(folder) / "tables.sqlite") as port:
        return asyncio.run(_slice(port, game, greedy, kind, seconds))


async def _slice(port: int, game: AnyGame, greedy: Greedy, kind: str, seconds: float) -> tuple[float, float]:
    scripts = [Script(game, seed) for seed in range(PEOPLE)]
    opener = await Client(port).open()
    for script in scripts:
        await script.begin(opener)
        script.prepare(round(seconds / EVERY) + 1)
    opener.writer.close()
    asked: list[float] = []
    if kind:
        await greedy.open(port)
    hands = [
        asyncio.create_task(_ask_on(port, greedy, kind, asked)) for _ in range(CONNECTIONS if kind else 0)
    ]
    took: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(_person(port, script, began + seconds, took) for script in scripts))
    for hand in hands:
        hand.cancel()
    await asyncio.gather(*hands, return_exceptions=True)
    return quantiles(took, n=100)[98], len(asked) / seconds


async def _ask_on(port: int, greedy: Greedy, kind: str, asked: list[float]) -> None:
    client = await Client(port).open()
    try:
        for method, path, body, seat in greedy.requests(kind):
            await client._ask(method, path, body, seat)
            asked.append(time.perf_counter())
    finally:
        client.writer.transport.abort()


if __name__ == "__main__":
    for name, found in measured(load(codes()[0]), 1, 4.0).items():
        print(name, found)
