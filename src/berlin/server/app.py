"""The whole server as one application: `create_app(database)`."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from berlin.server.http.api import Api
from berlin.server.http.call import TABLE, Switch
from berlin.server.http.guard import Guard
from berlin.server.http.hosts import Hosts
from berlin.server.http.limits import Limits
from berlin.server.http.live import Hub, Live
from berlin.server.http.pages import WEB, Pages
from berlin.server.http.reach import Reach
from berlin.server.http.seat_calls import SeatCalls
from berlin.server.machines.hints import Hints
from berlin.server.machines.machines import Machines
from berlin.server.machines.staff_proxy import StaffProxy
from berlin.server.machines.worker import processes
from berlin.server.store.sqlite import SqliteStore
from berlin.server.store.store import Store
from berlin.server.tables.games import Games
from berlin.server.tables.positions import Positions
from berlin.server.tables.seating import Seating
from berlin.server.tables.tables import Tables
from berlin.server.work.log import Journal


class Server:
    """The application and its parts."""

    def __init__(
        self,
        store: Store,
        journal: Journal,
        limits: Limits,
        workers: Callable[[], Executor],
        web: Path,
        games: Games,
        hosts: Hosts,
        reach: Reach,
    ) -> None:
        self.store, self.journal = store, journal
        self.hub = Hub()
        self.tables = Tables(store, journal, limits, games)
        self.machines = Machines(self.tables, journal, workers)
        self.positions = Positions(self.tables, journal)
        self.tables.listeners += [self.hub.tell, self.machines.wake, self.positions.note]
        hints = Hints(self.tables, self.machines, limits)
        self.staff_proxy = StaffProxy(self.tables, self.machines, hints)
        live = Live(self.tables, self.hub, limits.connections)
        router = Switch(
            [
                *Api(self.tables, self.hub, hints, self.staff_proxy).routes(),
                *SeatCalls(Seating(self.tables, self.hub)).routes(),
                WebSocketRoute(f"{TABLE}/live", live.listen),
                *reach.routes(),
                *Pages(web).routes(),
            ],
            self.lifespan,
        )
        self.guard = Guard(router, limits, journal, hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        if scope["type"] == "http":
            await self.guard.answer(scope, receive, send)
        else:
            await self.guard(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """From opening the database to closing it, with nothing lost between."""
        await self.store.start()
        self.journal.write("started", tables=await self.store.count())
        self.positions.start()
        try:
            yield
        finally:
            self.hub.close()
            await self.staff_proxy.close()
            await self.machines.close()
            await self.tables.settle()
            await self.positions.close()
            self.tables.close()
            await self.store.stop()
            self.journal.write("stopped")


def create_app(
    database: Path,
    limits: Limits | None = None,
    journal: Journal | None = None,
    workers: Callable[[], Executor] = processes,
    web: Path = WEB,
    games: Games | None = None,
    hosts: Hosts | None = None,
    reach: tuple[str, ...] = (),
) -> Server:
    """The server on this database file. `workers` makes the executor in which machines think, `hosts` are the
    names that it goes by, `reach` the pages of it that others can open."""
    store = SqliteStore(database)
    limits, journal = limits or Limits(), journal or Journal()
    return Server(store, journal, limits, workers, web, games or Games(), hosts or Hosts(), Reach(reach))
