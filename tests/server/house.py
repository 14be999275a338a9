"""A server in this process, called without a network: every test asks it as a client would."""

import asyncio
import io
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import msgspec

from berlin.server.app import Server, create_app
from berlin.server.http.limits import Limits
from berlin.server.work.log import Journal

T = TypeVar("T")
GENEROUS = Limits(
    rate=1e9,
    burst=1e9,
    opening_rate=1e9,
    opening_burst=1e9,
    reading_rate=1e9,
    reading_burst=1e9,
    hint_rate=1e9,
    hint_burst=1e9,
    act_rate=1e9,
    act_burst=1e9,
    entries=1 << 30,
    undos=1 << 30,
    work_rate=1e9,
    work_burst=1e9,
)
ORDER = {"content-type": "application/json", "x-berlin": "1", "host": "table"}


def alone(work: Coroutine[Any, Any, T]) -> T:
    """Runs this in an event loop of its own; in a thread, since a browser's driver may hold this one's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Answer(msgspec.Struct, frozen=True):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class House:
    """A running server: its event loop in a thread of its own."""

    def __init__(self, server: Server, log: io.StringIO) -> None:
        self.server, self.log = server, log
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)

    def run(self, work: Any, seconds: float = 60) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        seat: str = "",
        headers: Mapping[str, str] | None = None,
        client: str = "10.0.0.1",
    ) -> Answer:
        """One request; `body` is sent as JSON, or as it is if it is bytes."""
        data = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        own = dict(ORDER) if headers is None else dict(headers)
        if seat:
            own["x-seat"] = seat
        answer: Answer = self.run(asked(self.server, method, path, data, own, client))
        return answer

    def get(self, path: str, seat: str = "", **more: Any) -> Answer:
        return self.call("GET", path, seat=seat, **more)

    def post(self, path: str, body: object, seat: str = "", **more: Any) -> Answer:
        return self.call("POST", path, body, seat, **more)

    def open(self, **order: Any) -> "Seated":
        made = self.post("/api/tables", {"game": "toy", "scenario": "long", **order})
        assert made.status == 201, made.body
        return Seated(self, made.json)


class Seated:
    """A table and the secrets of its seats."""

    def __init__(self, house: House, made: Mapping[str, Any]) -> None:
        self.house, self.id, self.tokens = house, made["id"], dict(made["seats"])
        self.commitment: str = made["commitment"]
        self.path = f"/api/tables/{self.id}"

    @property
    def every(self) -> str:
        """All secrets at once, as somebody has who plays every seat."""
        return ",".join(self.tokens.values())

    def sight(self, seat: str = "", query: str = "") -> Any:
        answer = self.house.get(self.path + query, self.tokens.get(seat, seat))
        assert answer.status == 200, answer.body
        return answer.json

    def no_undo(self, seat: str = "") -> str:
        """Why this seat can't take the last action back; "" if it can."""
        answer = self.house.get(f"{self.path}/undo", self.tokens.get(seat, seat))
        assert answer.status == 200, answer.body
        reason: str = answer.json["undo"]
        return reason

    def number(self, seat: str = "") -> int:
        """Where the table stands for this seat; without a whole sight, which takes its time."""
        live = self.house.run(self.house.server.tables.get(self.id))
        number: int = live.number(live.seats_of(self.tokens.get(seat, seat)))
        return number

    def act(self, action: str, seat: str = "", seq: int | None = None) -> Answer:
        """Plays an action: as this seat, or as whoever decides."""
        token = self.tokens[seat] if seat else self.every
        seq = self.number(token) if seq is None else seq
        return self.house.post(f"{self.path}/actions", {"seq": seq, "action": action}, token)

    def played(self, *actions: str) -> "Seated":
        for action in actions:
            answer = self.act(action)
            assert answer.status == 200, answer.body
        return self

    def finish(self, action: str = "rest") -> "Seated":
        while self.sight()["turn_of"]:
            self.played(action)
        return self


async def asked(
    app: Server, method: str, path: str, body: bytes, headers: Mapping[str, str], client: str = "10.0.0.1"
) -> Answer:
    """One request to an application, as a server would hand it over."""
    plain, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": (client, 1),
        "server": ("table", 80),
    }
    parts = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return parts.pop() if parts else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], told, b"".join(part.get("body", b"") for part in sent[1:]))


@contextmanager
def house(
    database: Path,
    limits: Limits = GENEROUS,
    workers: Callable[[], Executor] = lambda: ThreadPoolExecutor(1),
    **more: Any,
) -> Iterator[House]:
    """A server on this database, from its start to its clean end."""
    log = io.StringIO()
    made = House(create_app(database, limits, Journal(log, at_once=1e9), workers, **more), log)
    made.thread.start()
    life = made.server.lifespan(None)
    made.run(life.__aenter__())
    try:
        yield made
    finally:
        made.run(life.__aexit__(None, None, None))
        made.loop.call_soon_threadsafe(made.loop.stop)
        made.thread.join(10)
        made.loop.close()
