"""The client's files: the two pages and everything they load."""

from pathlib import Path

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

import berlin
from berlin.server import denial
from berlin.server.answer import Answer, kept
from berlin.server.call import Call

WEB = Path(berlin.__file__).parent / "web"
FRONT, TABLE = "index.html", "table.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
LONGEST_NAME = 200


class Pages:
    """The files of one folder, and of the kinds that a page is made of."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder.resolve()

    def routes(self) -> list[BaseRoute]:
        works = {
            "/": self.front,
            "/t/{id}": self.table,
            "/favicon.ico": self.icon,
            "/web/{path:path}": self.file,
        }
        return [Route(path, Call(work), methods=["GET"]) for path, work in works.items()]

    async def front(self, request: Request) -> Answer:
        return self._file(FRONT, request)

    async def table(self, request: Request) -> Answer:
        """The same page for every table: it finds out itself which one it is."""
        return self._file(TABLE if (self.folder / TABLE).is_file() else FRONT, request)

    async def icon(self, request: Request) -> Answer:
        return self._file("favicon.svg", request)

    async def file(self, request: Request) -> Answer:
        return self._file(request.path_params["path"], request)

    def _file(self, name: str, request: Request) -> Answer:
        if "\0" in name or len(name) > LONGEST_NAME:
            raise denial.unknown("page")
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or path.suffix not in TYPES or not path.is_file():
            raise denial.unknown("page")
        about = path.stat()
        kind = (b"content-type", TYPES[path.suffix].encode())
        return kept(request, path.read_bytes(), kind, f'"{about.st_mtime_ns:x}-{about.st_size:x}"')
