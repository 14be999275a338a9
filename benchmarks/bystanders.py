"""How long an act takes at tables of people while one client asks for the dearest things that it may.

Each of them is asked for over several connections without a pause, by the limits as they are but for the
number of requests, and so that nothing that was kept answers it. As in `neighbours`, every request of the
people falls due by the clock.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from benchmarks.neighbours import EVERY, NOBODY, PEOPLE, _person
from benchmarks.served import Client, Script, server
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import Line, Record, new_record, write
from berlin.kernel.records.replay import Replay
from berlin.server.tables.table_view import MOST_ANSWERS

CONNECTIONS = 6
DEAR = "orsha"
REPORT = {"battles": "report"}
# Of a unit more can't be told than this; and so many lines more that a form can't have.
SAID, LINES = "at K12, level 1, condition broken", 4_000
# At so many tables a client may ask for a hint at once, and no decision is thought over as long as the first.
# While that lasts he asks again and again what he was told before, where there is most to be looked at.
HINTED, AGAIN = 20, 5_000
# How many of a campaign's questions are tried out.
EVERY_QUESTION = 7
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
        whole = campaign(self.game)
        self.record, self.situation = write(whole), reporting(self.game)
        question, answer = dearest(self.game, whole)
        # As often as one call takes it.
        self.question, self.answers, self.number = write(question), [answer] * MOST_ANSWERS, count()
        self.widest = widest(self.game, whole)

    async def open(self, port: int, kind: str) -> None:
        """The tables that it takes to ask for this."""
        client = await Client(port).open()
        if kind == "hint":
            orders = [{"game": DEAR, "seed": seed, "hints": True} for seed in range(HINTED - 1)]
            self.hinted = cycle([await opened(client, order) for order in orders])
            self.table = await opened(client, {"game": DEAR, "hints": True, "situation": self.widest})
            method, path, body, seat = self._hint_at(self.table)
            await client._ask(method, path, body, seat)
            self.table = (*self.table[:2], self.table[2] + 1)
        elif kind == "why":
            self.table = await opened(client, {"game": DEAR, "record": self.question})
        elif kind == "form":
            self.table = await opened(client, {"game": DEAR, "situation": self.situation})
            self.filled = filled((await client.get(f"{self.table[0]}/form", self.table[1])).decode())
        else:
            self.table = await opened(client, {"game": DEAR, "record": self.record})
        client.writer.close()

    def requests(self, kind: str) -> Iterator[Request]:
        """One after the other, for ever."""
        make: Callable[[], Request] = getattr(self, f"_{kind}")
        while True:
            yield make()

    def _data(self) -> Request:
        return "GET", f"/api/games/{DEAR}/data", b"", ""

    def _papers(self) -> Request:
        return "GET", f"{self.table[0]}/papers/perimeters", b"", self.table[1]

    def _record(self) -> Request:
        return "POST", "/api/tables", msgspec.json.encode({"game": DEAR, "record": self.record}), ""

    def _hint(self) -> Request:
        return self._hint_at(self.table if next(self.number) % AGAIN else next(self.hinted))

    def _hint_at(self, table: tuple[str, str, int]) -> Request:
        path, tokens, seq = table
        return "POST", f"{path}/hint", msgspec.json.encode({"seq": seq}), tokens

    def _why(self) -> Request:
        path, tokens, seq = self.table
        return "POST", f"{path}/why", msgspec.json.encode({"seq": seq, "actions": self.answers}), tokens

    def _form(self) -> Request:
        path, tokens, seq = self.table
        text = f"# {next(self.number)}\n{self.filled}"
        return "POST", f"{path}/form", msgspec.json.encode({"seq": seq, "text": text, "check": True}), tokens


KINDS = ("data", "papers", "record", "hint", "why", "form")


async def opened(client: Client, order: dict[str, object]) -> tuple[str, str, int]:
    """A table, the secrets of all its seats, and where it stands."""
    told = msgspec.json.decode(await client.post("/api/tables", msgspec.json.encode(order)))
    path, tokens = f"/api/tables/{told['id']}", ",".join(told["seats"].values())
    return path, tokens, msgspec.json.decode(await client.get(path, tokens))["seq"]


def campaign(game: AnyGame) -> Record:
    """The record of a whole campaign, but for its last action: the longest that anybody would bring along."""
    key, rng, lines = key_from_seed(3), Random(4), list[Line]()
    state = game.start(game.scenarios[0].key, key, {}).state
    while game.deciders(state):
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        lines.append(Line(len(lines) + 1, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    return replace(new_record(game, key), lines=tuple(lines[:-1]))


def dearest(game: AnyGame, record: Record) -> tuple[Record, str]:
    """The record up to the question, and the answer to it, about which it takes longest to say why."""
    found = (0.0, 0, "")
    for moment in Replay(record, "record", game):
        if moment.number % EVERY_QUESTION == 0:
            view = game.view(moment.state, game.deciders(moment.state)[0])
            texts = {choice.verb: choice.text for choice in game.scene(view).choices}
            found = max(
                found, *((reckoned(game, view, text), moment.number, text) for text in texts.values())
            )
    return replace(record, lines=record.lines[: found[1]]), found[2]


def widest(game: AnyGame, record: Record) -> str:
    """The situation in which there are the most answers."""
    wide = max(Replay(record, "record", game), key=lambda moment: len(game.legal(moment.state)))
    return game.write_situation(wide.state)


def reckoned(game: AnyGame, view: Any, text: str) -> float:
    """How long it takes to say why, also when it is asked again."""
    world, action = game.imagine(view, Random(0)), game.read(text)
    took = []
    for _ in range(2):
        began = time.thread_time()
        if game.why_not(world, action) is None:
            game.explain(world, action)
            game.warnings(world, action)
        took.append(time.thread_time() - began)
    return min(took)


def filled(blank: str) -> str:
    """A form in which as much is told of every unit as can be, and of others that there aren't."""
    others = "\n".join(f'x{n} = "lost"' for n in range(LINES))
    return blank.replace('""', f'"{SAID}"') + "\n" + others


def reporting(game: AnyGame) -> str:
    """A situation in which a form is asked for."""
    rng = Random(5)
    state = game.start(game.scenarios[0].key, key_from_seed(5), REPORT).state
    while not any(game.form(state, seat) for seat in game.deciders(state)):
        state = game.next(state, game.sample(state, rng))
    return game.write_situation(state)


def measured(game: AnyGame, rounds: int, seconds: float, kinds: Sequence[str] = KINDS) -> dict[str, Beside]:
    """Beside each thing. Every round begins with new servers, one after the other."""
    greedy = Greedy()
    told = [{kind: slice_of(game, greedy, kind, seconds) for kind in (NOBODY, *kinds)} for _ in range(rounds)]
    return {
        kind: Beside(
            median(row[NOBODY][0] for row in told),
            median(row[kind][0] for row in told),
            median(row[kind][0] - row[NOBODY][0] for row in told),
            median(row[kind][1] for row in told),
        )
        for kind in kinds
    }


def slice_of(game: AnyGame, greedy: Greedy, kind: str, seconds: float) -> tuple[float, float]:
    """What people wait at the 99th percentile, and how much of this was asked for a second."""
    with TemporaryDirectory() as folder, server("tables", Path(folder) / "tables.sqlite") as running:
        return asyncio.run(_slice(running.port, game, greedy, kind, seconds))


async def _slice(port: int, game: AnyGame, greedy: Greedy, kind: str, seconds: float) -> tuple[float, float]:
    scripts = [Script(game, seed) for seed in range(PEOPLE)]
    opener = await Client(port).open()
    for script in scripts:
        await script.begin(opener)
        script.prepare(round(seconds / EVERY) + 1)
    opener.writer.close()
    asked: list[float] = []
    if kind:
        await greedy.open(port, kind)
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
    for name, found in measured(load(codes()[0]), 1, 4.0, sys.argv[1:] or KINDS).items():
        print(name, found)
