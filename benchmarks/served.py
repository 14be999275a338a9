"""How fast the server takes actions at 200 live tables, beside a bare echo of the same bytes.

Both are processes of their own behind uvicorn with h11: the tables as `berlin serve` serves them, the echo as
a bare Starlette. This process sends to one for a second, then to the other. Every action that is counted is
legal, was played, and was on the disk when its answer came.
"""

import asyncio
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec

from berlin.kernel.contract.game import AnyGame, codes
from berlin.kernel.contract.game import load as load_game
from berlin.kernel.play.dice import key_from_seed

TABLES = 200
CONNECTIONS = 50
SLICE_SECONDS = 1.0
READY_A_SLICE = 25
DONE = b'{"seq":'


class Load(msgspec.Struct):
    """What came of one slice: how many a second, how long each took, and how much of the processor the server
    took for one, in milliseconds."""

    per_second: float
    milliseconds: list[float]
    cpu: float


class Served(msgspec.Struct):
    """The medians over all slices."""

    actions: float
    echoes: float
    ratio: float
    p50: float
    p99: float
    cpu: float
    echo_cpu: float
    cpu_ratio: float


class Running(msgspec.Struct, frozen=True):
    """A server's process: its port, and its id."""

    port: int
    pid: int

    @property
    def cpu(self) -> float:
        """The milliseconds of the processor that it has taken so far, in all its threads."""
        # So a process's clock is numbered: see clock_getcpuclockid(3).
        return 1000 * time.clock_gettime(~self.pid << 3 | 2)


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> "Client":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def get(self, path: str, seat: str = "") -> bytes:
        return await self._ask("GET", path, b"", seat)

    async def post(self, path: str, body: bytes, seat: str = "") -> bytes:
        return await self._ask("POST", path, body, seat)

    async def _ask(self, method: str, path: str, body: bytes, seat: str) -> bytes:
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\n"
            f"x-berlin: 1\r\nx-seat: {seat}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        told = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(told.partition(b"content-length:")[2].split(b"\r", 1)[0])
        return await self.reader.readexactly(length)


class Script:
    """A table and the actions that will be played at it."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game, self.seed = game, seed
        self.table = self.path = self.tokens = ""
        self.seq = 0

    async def begin(self, client: Client) -> None:
        order = {"game": self.game.code, "seed": self.seed}
        told = msgspec.json.decode(await client.post("/api/tables", msgspec.json.encode(order)))
        self.table = f"/api/tables/{told['id']}"
        self.path, self.tokens = f"{self.table}/actions", ",".join(told["seats"].values())
        self.coming = self.actions()
        self.ready: deque[str] = deque()

    def prepare(self, count: int) -> None:
        """Works out the next actions before the clock runs."""
        while len(self.ready) < count:
            self.ready.append(next(self.coming))

    def actions(self) -> Iterator[str]:
        game, rng = self.game, Random(self.seed)
        state = game.start(game.scenarios[0].key, key_from_seed(self.seed), {}).state
        while game.deciders(state):
            action = game.sample(state, rng)
            yield game.write(action)
            state = game.next(state, action)

    def body(self) -> bytes:
        return msgspec.json.encode({"seq": self.seq, "action": self.ready.popleft()})


async def load(server: Running, scripts: list[Script], connections: int, echo: bool) -> Load:
    """All connections at once for a slice of time; each plays its tables in turn."""
    took: list[float] = []
    end = time.perf_counter() + SLICE_SECONDS

    async def play(mine: list[Script]) -> None:
        client = await Client(server.port).open()
        while time.perf_counter() < end and (echo or mine[0].ready):
            for script in mine:
                body = b'{"seq":100,"action":"activate 8GA/1 combat"}' if echo else script.body()
                began = time.perf_counter()
                told = await client.post("/echo" if echo else script.path, body, script.tokens)
                took.append(1000 * (time.perf_counter() - began))
                if not echo:
                    assert told.startswith(DONE), told
                    script.seq += 1
        client.writer.close()

    began, cpu = time.perf_counter(), server.cpu
    await asyncio.gather(*(play(scripts[n::connections]) for n in range(connections)))
    return Load(len(took) / (time.perf_counter() - began), took, (server.cpu - cpu) / len(took))


@contextmanager
def server(what: str, database: Path) -> Iterator[Running]:
    command = [sys.executable, __file__, what, str(database)]
    with database.with_suffix(f".{what}.log").open("w+") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            port = process.stdout.readline()
            assert port, database.with_suffix(f".{what}.log").read_text()
            yield Running(int(port), process.pid)
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


async def slices(ours: Running, echo: Running, game: AnyGame, count: int, connections: int) -> Served:
    scripts = [Script(game, seed) for seed in range(TABLES)]
    opener = await Client(ours.port).open()
    for script in scripts:
        await script.begin(opener)
    pairs = []
    for _ in range(count):
        for script in scripts:
            script.prepare(READY_A_SLICE)
        played = await load(ours, scripts, connections, echo=False)
        pairs.append((played, await load(echo, scripts, connections, echo=True)))
    took = sorted(ms for played, _ in pairs for ms in played.milliseconds)
    return Served(
        actions=median(played.per_second for played, _ in pairs),
        echoes=median(echoed.per_second for _, echoed in pairs),
        ratio=median(played.per_second / echoed.per_second for played, echoed in pairs),
        p50=median(took),
        p99=quantiles(took, n=100)[98],
        cpu=median(played.cpu for played, _ in pairs),
        echo_cpu=median(echoed.cpu for _, echoed in pairs),
        cpu_ratio=median(echoed.cpu / played.cpu for played, echoed in pairs),
    )


def measured(game: AnyGame, rounds: int = 5, seconds: float = 3.0, connections: int = CONNECTIONS) -> Served:
    """In slices of a second, since a busy machine changes from one to the next."""
    count = max(rounds, round(rounds * seconds / SLICE_SECONDS))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        with server("tables", path) as ours, server("echo", path) as echo:
            return asyncio.run(slices(ours, echo, game, count, connections))


def serve(what: str, database: Path) -> None:
    """In the server's process: the table, or a Starlette that sends back what it gets."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from berlin.cli.commands.serve import listen
    from berlin.server.app import Server, create_app
    from berlin.server.http.connections import Door, doorway
    from berlin.server.http.limits import Limits
    from berlin.server.work import cooperative_pause, garbage
    from berlin.server.work.log import Journal

    async def echo(request: Request) -> Response:
        return Response(await request.body(), media_type="application/json")

    limits = Limits(rate=1e9, burst=1e9, opening_rate=1e9, opening_burst=1e9)
    app: Server | Starlette = create_app(database, limits, Journal(quiet=True))
    garbage.rarely()
    cooperative_pause.give_way_soon()
    if what == "echo":
        app = Starlette(routes=[Route("/echo", echo, methods=["POST"])])
        config = uvicorn.Config(app, http="h11", log_config=None, access_log=False)
    else:
        door = doorway(Door())
        config = uvicorn.Config(app, http=door, log_config=None, access_log=False, server_header=False)
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    if sys.argv[1:2] in (["tables"], ["echo"]):
        serve(sys.argv[1], Path(sys.argv[2]))
    else:
        for number in [int(word) for word in sys.argv[1:]] or [CONNECTIONS]:
            print(number, "connections:", measured(load_game(codes()[0]), connections=number))
