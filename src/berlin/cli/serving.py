"""`berlin serve`: the table in the browser."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from berlin.cli import screen
from berlin.cli.complaint import Complaint, about_file, about_text
from berlin.cli.files import own_tables
from berlin.cli.options import Data
from berlin.kernel import game as registry
from berlin.kernel.game import BadText

if TYPE_CHECKING:
    from socket import socket

    from berlin.server.games import Games

GRACE_SECONDS = 5
PATIENCE_SECONDS = 2
QUEUE = 1024


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="Which port; 0 takes a free one.")] = 8642,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Where games are kept.", show_default=False),
    ] = None,
    data: Data = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log no single requests.")] = False,
) -> None:
    """Serve the table for browsers; games are kept in one file and resumed from it. Ctrl-C ends it.

    Example: berlin serve --open
    """
    # Imported here, since no other command needs any of it.
    import logging
    import sqlite3
    import webbrowser
    from threading import Thread

    try:
        import uvicorn

        from berlin.server import garbage
        from berlin.server.app import create_app
        from berlin.server.door import BACKLOG, Door, doorway
        from berlin.server.log import Bridge, Journal
        from berlin.server.schema import connect
    except ImportError:
        raise Complaint("the server is not installed: pip install 'road-to-berlin[server]'") from None
    games = own_games(data)
    path = database or default_database()
    try:
        connect(path).close()
    except OSError as error:
        raise about_file(path, error) from None
    except sqlite3.Error as error:
        raise Complaint(f"{path}: {error}") from None
    if open_page and _stands_already(host, port):
        page = _page(host, port)
        screen.print_text(f"A table stands at {page} already: here it is.")
        webbrowser.open(page)
        return
    listening = listen(host, port)
    page = _page(host, listening.getsockname()[1])
    journal = Journal(sys.stderr, quiet)
    bridge = Bridge(journal)
    logging.getLogger().addHandler(bridge)
    config = uvicorn.Config(
        create_app(path, journal=journal, games=games),
        log_config=None,
        access_log=False,
        server_header=False,
        http=doorway(Door()),
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ws_max_size=4096,
        ws_max_queue=4,
        lifespan="on",
    )
    screen.print_text(f"The table stands at {page}, its games are kept in {path}. Ctrl-C ends it.")
    server = uvicorn.Server(config)
    garbage.rarely()
    if open_page:
        # The socket listens already. A browser in a terminal returns only when it is closed: a thread waits.
        Thread(target=webbrowser.open, args=(page,), daemon=True).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        listening.close()
        logging.getLogger().removeHandler(bridge)


def own_games(folder: Path | None) -> "Games":
    """The games with the tables in this folder, or a complaint.

    A folder in it that is called like a game holds the tables of that game; those that lie in it openly are
    for every other game that has tables of these names and columns.
    """
    from berlin.kernel.variant import Changes, table_names
    from berlin.server.games import Games

    if folder is None:
        return Games()
    within = [code for code in registry.codes() if (folder / code).is_dir()]
    found = {code: own_tables(folder / code) for code in within}
    if not within or any(folder.glob("*.csv")):
        tables = own_tables(folder)
        names = {name for name, _ in tables}
        takers = [code for code in registry.codes() if code not in found and names <= set(table_names(code))]
        if not takers:
            known = {name for code in registry.codes() for name in table_names(code)}
            odd = sorted(names - known) or sorted(names)
            raise Complaint(f"{folder}: no game has a table {odd[0]!r} beside the others there")
        found |= dict.fromkeys(_fitting(folder, takers, tables), tables)
    try:
        return Games({code: Changes(tables=tables) for code, tables in found.items()})
    except BadText as error:
        raise about_text(folder, error) from None


def _fitting(folder: Path, codes: list[str], tables: tuple[tuple[str, str], ...]) -> list[str]:
    """Those of the games whose tables have these columns, or a complaint if there is none."""
    from berlin.kernel.variant import Changes, changed

    fitting, reasons = [], []
    for code in codes:
        try:
            changed(code, Changes(tables=tables))
            fitting.append(code)
        except BadText as error:
            reasons.append(error)
    if not fitting:
        raise about_text(folder, reasons[0]) from None
    return fitting


def default_database() -> Path:
    """Where games are kept if nobody says."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    folder = Path(base).expanduser() / "berlin"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise about_file(folder, error) from None
    return folder / "tables.sqlite"


def listen(host: str, port: int) -> "socket":
    """A socket that listens there, or a complaint."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers without delay (TCP_NODELAY) only if the protocol is named.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(QUEUE)
        return listening
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Complaint(f"{host} port {port}: {reason.lower()}") from None


def _stands_already(host: str, port: int) -> bool:
    """Whether a table of ours answers there: then it is opened, and no second one is needed."""
    import json
    import urllib.request

    try:
        with urllib.request.urlopen(f"{_page(host, port)}api/health", timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer).get("ok") is True
    except (OSError, ValueError, AttributeError):
        return False


def _page(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
