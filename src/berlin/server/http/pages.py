"""The client's files: the two pages, what each of them loads in one, and every file by itself."""

from pathlib import Path

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

import berlin
from berlin.server.http import errors
from berlin.server.http.answer import Answer, kept
from berlin.server.http.bundle import Bundler
from berlin.server.http.call import Call

WEB = Path(berlin.__file__).parent / "web"
FRONT, TABLE = "index.html", "table.html"
BUNDLES = ("home.js", "home.css", "table.js", "table.css")
MAP = ".map"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    MAP: "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
LONGEST_NAME = 200


class Pages:
    """The files of one folder, and of the kinds that a page is made of."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder.resolve()
        self.bundlers = {name: Bundler(self.folder, f"pages/{name}") for name in BUNDLES}

    def routes(self) -> list[BaseRoute]:
        works = {
            "/": self.front,
            "/t/{id}": self.table,
            "/favicon.ico": self.icon,
            "/bundles/{name}": self.bundle,
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

    async def bundle(self, request: Request) -> Answer:
        """A script or a sheet with all that it imports, or the map from such a script to its files."""
        name: str = request.path_params["name"]
        bundler = self.bundlers.get(name.removesuffix(MAP))
        if not bundler or not (self.folder / bundler.entry).is_file() or name.endswith(f".css{MAP}"):
            raise errors.unknown("page")
        body, source_map, tag = bundler.bundle()
        kind = (b"content-type", TYPES[Path(name).suffix].encode())
        return kept(request, source_map if name.endswith(MAP) else body, kind, tag)

    async def file(self, request: Request) -> Answer:
        return self._file(request.path_params["path"], request)

    def _file(self, name: str, request: Request) -> Answer:
        if "\0" in name or len(name) > LONGEST_NAME:
            raise errors.unknown("page")
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or path.suffix not in TYPES or not path.is_file():
            raise errors.unknown("page")
        about = path.stat()
        kind = (b"content-type", TYPES[path.suffix].encode())
        return kept(request, path.read_bytes(), kind, f'"{about.st_mtime_ns:x}-{about.st_size:x}"')
