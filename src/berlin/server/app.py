"""The whole server as one application: `create_app(database)`."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from berlin.server.api import Api, answer
from berlin.server.denial import Denied
from berlin.server.guard import Guard, Limits
from berlin.server.live import Hub, Live
from berlin.server.log import Journal
from berlin.server.machines import Machines, processes
from berlin.server.pages import WEB, Pages
from berlin.server.sqlite import SqliteStore
from berlin.server.store import Store
from berlin.server.tables import Tables


class Server:
    """The application and its parts."""

    def __init__(
        self,
        store: Store,
        journal: Journal,
        limits: Limits,
        workers: Callable[[], Executor],
        web: Path,
    ) -> None:
        self.store, self.journal = store, journal
        self.hub = Hub()
        self.tables = Tables(store, journal)
        self.machines = Machines(self.tables, journal, workers)
        self.tables.listeners += [self.hub.tell, self.machines.wake]
        live = Live(self.tables, self.hub, limits.connections)
        inner = Starlette(
            routes=[
                *Api(self.tables, self.hub).routes(),
                WebSocketRoute("/api/tables/{id}/live", live.listen),
                *Pages(web).routes(),
            ],
            exception_handlers={Denied: _denied, HTTPException: _no_route},
            lifespan=self.lifespan,
        )
        self.app: ASGIApp = Guard(inner, limits, journal)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """From opening the database to closing it, with nothing lost between."""
        await self.store.start()
        self.journal.write("started", tables=await self.store.count())
        try:
            yield
        finally:
            self.hub.close()
            await self.machines.close()
            await self.tables.settle()
            await self.store.stop()
            self.journal.write("stopped")


def create_app(
    database: Path,
    limits: Limits | None = None,
    journal: Journal | None = None,
    workers: Callable[[], Executor] = processes,
    web: Path = WEB,
) -> Server:
    """The server on this database file. `workers` makes the executor in which machines think."""
    return Server(SqliteStore(database), journal or Journal(), limits or Limits(), workers, web)


async def _denied(request: Request, error: Exception) -> Response:
    assert isinstance(error, Denied)
    return answer(error.told(), error.status)


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is no such page", 405: "this can't be done here"}
    status = error.status_code
    return answer({"error": words.get(status, "this can't be answered"), "rule": ""}, status)
