"""The client's files: the two pages and everything they load."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

import berlin
from berlin.server import denial

WEB = Path(berlin.__file__).parent / "web"
FRONT, TABLE = "index.html", "table.html"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Pages:
    """The files of one folder, and of the kinds that a page is made of."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder.resolve()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.front),
            Route("/t/{id}", self.table),
            Route("/favicon.ico", self.icon),
            Route("/web/{path:path}", self.file),
        ]

    async def front(self, request: Request) -> Response:
        return self._file(FRONT)

    async def table(self, request: Request) -> Response:
        """The same page for every table: it finds out itself which one it is."""
        return self._file(TABLE if (self.folder / TABLE).is_file() else FRONT)

    async def icon(self, request: Request) -> Response:
        return self._file("favicon.svg")

    async def file(self, request: Request) -> Response:
        return self._file(request.path_params["path"])

    def _file(self, name: str) -> Response:
        if "\0" in name or len(name) > 200:
            raise denial.unknown("page")
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or path.suffix not in TYPES or not path.is_file():
            raise denial.unknown("page")
        return FileResponse(path, media_type=TYPES[path.suffix], headers={"cache-control": "no-cache"})
