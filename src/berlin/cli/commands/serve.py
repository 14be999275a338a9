"""`berlin serve`: the table in the browser."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from berlin.cli import screen
from berlin.cli.complaint import Complaint, about_file, about_text, or_complain
from berlin.cli.files import home, make_folder, own_tables
from berlin.cli.options import Data, Examples
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import BadText

if TYPE_CHECKING:
    from socket import socket

    from berlin.server.http.hosts import Hosts
    from berlin.server.store.hold import Hold
    from berlin.server.tables.games import Games

GRACE_SECONDS = 5
PATIENCE_SECONDS = 2
# So long a start may take to look for damage.
LOOK_SECONDS = 10.0
QUEUE = 1024


class House(NamedTuple):
    """What a server serves, by which names it is called, and which proxies it believes."""

    host: str
    games: "Games"
    hosts: "Hosts"
    proxies: "list[str] | str"


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="Which port; 0 takes a free one.")] = 8642,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Where games are kept.", show_default=False),
    ] = None,
    data: Data = None,
    examples: Examples = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log no single requests.")] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another name by which this server is called."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="A proxy, or a network of them, that tells for whom it asks."
        ),
    ] = None,
) -> None:
    """Serve the table for browsers; games are kept in one file and resumed from it. Ctrl-C ends it.

    Example: berlin serve --open
    """
    # Imported here, since no other command needs any of it.
    try:
        import uvicorn  # noqa: F401

        from berlin.server.http.hosts import Hosts, own_names, proxy_networks
        from berlin.server.store.hold import Held, Hold
    except ImportError:
        raise Complaint("the server is not installed: pip install 'road-to-berlin[server]'") from None
    try:
        hosts = Hosts((*own_names(host), *(allow_host or ())))
        proxies = proxy_networks(proxy or ())
    except ValueError as error:
        raise Complaint(str(error)) from None
    games = own_games(data, examples)
    path = database or default_database()
    try:
        hold = Hold(path)
    except Held as held:
        raise _already_served(path, held.where, open_page) from None
    except OSError as error:
        raise about_file(path, error) from None
    try:
        _open_database(path)
        if open_page and _is_our_table(host, port):
            _show(_page(host, port))
            return
        house = House(host, games, hosts, proxies)
        _serve(path, listen(host, port), house, open_page, quiet, hold)
    finally:
        hold.release()


def _already_served(path: Path, where: str, open_page: bool) -> Complaint:
    """The complaint about a second server on a file; its page is opened all the same, if that was asked."""
    import webbrowser

    if where and open_page:
        webbrowser.open(where)
    return Complaint(f"{path}: a table server already runs on this file{f', at {where}' if where else ''}")


def _open_database(path: Path) -> None:
    """Brings the file up to date, or complains, before anything is served."""
    import sqlite3

    from berlin.server.store.schema import connect
    from berlin.server.store.soundness import damage

    try:
        with closing(connect(path)) as connection:
            found = damage(connection, LOOK_SECONDS)
        if found:
            raise Complaint(f"{path}: this file is damaged: {found}")
    except TimeoutError:
        note = (
            "in what could be looked over in this time nothing is damaged; `berlin backup` checks all of it"
        )
        screen.print_text(f"{path}: too large for a whole check of {LOOK_SECONDS:g} s: {note}")
    except OSError as error:
        raise about_file(path, error) from None
    except sqlite3.Error as error:
        raise Complaint(f"{path}: {error}") from None


def _show(page: str) -> None:
    import webbrowser

    screen.print_text(f"A table stands at {page} already: here it is.")
    webbrowser.open(page)


def _serve(path: Path, listening: "socket", house: House, open_page: bool, quiet: bool, hold: "Hold") -> None:
    """Until Ctrl-C."""
    import logging
    import webbrowser
    from threading import Thread

    import uvicorn

    from berlin.server.app import create_app
    from berlin.server.http.connections import BACKLOG, Door, doorway
    from berlin.server.http.hosts import EVERYWHERE
    from berlin.server.http.reach import reachable
    from berlin.server.work import cooperative_pause, garbage
    from berlin.server.work.log import Bridge, Journal

    host, port = house.host, listening.getsockname()[1]
    page, pages = _page(host, port), reachable(host, port)
    hold.tell(page)
    journal = Journal(sys.stderr, quiet)
    bridge = Bridge(journal)
    logging.getLogger().addHandler(bridge)
    config = uvicorn.Config(
        create_app(path, journal=journal, games=house.games, hosts=house.hosts, reach=pages),
        log_config=None,
        access_log=False,
        server_header=False,
        http=doorway(Door()),
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ws_max_size=4096,
        ws_max_queue=4,
        lifespan="on",
        forwarded_allow_ips=house.proxies,
    )
    screen.print_text(f"The table stands at {page}, its games are kept in {path}. Ctrl-C ends it.")
    if host in EVERYWHERE and pages:
        screen.print_text(f"Others in this network reach it at {' or '.join(pages)}.")
    server = uvicorn.Server(config)
    garbage.rarely()
    cooperative_pause.give_way_soon()
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


def own_games(folder: Path | None, examples: bool = False) -> "Games":
    """The games with the tables in this folder, or a complaint.

    A folder in it that is called like a game holds the tables of that game; those that lie in it openly are
    for every other game that has tables of these names and columns.
    """
    from berlin.kernel.contract.variant import Changes
    from berlin.server.tables.games import Games

    if folder is None:
        return Games(examples=examples)
    known = registry.codes(examples)
    within = [code for code in known if (folder / code).is_dir()]
    found = {code: own_tables(folder / code) for code in within}
    if not within or any(folder.glob("*.csv")):
        tables = own_tables(folder)
        takers = _takers(folder, [code for code in known if code not in found], tables)
        found |= dict.fromkeys(takers, tables)
    with or_complain(folder):
        return Games({code: Changes(tables=tables) for code, tables in found.items()}, examples)


def _takers(folder: Path, codes: list[str], tables: tuple[tuple[str, str], ...]) -> list[str]:
    """Those of the games that have tables of these names and columns, or a complaint if there is none."""
    from berlin.kernel.contract.variant import Changes, changed, table_names

    names = {name for name, _ in tables}
    named = [code for code in codes if names <= set(table_names(code))]
    if not named:
        known = {name for code in registry.codes() for name in table_names(code)}
        odd = sorted(names - known) or sorted(names)
        raise Complaint(f"{folder}: no game has a table {odd[0]!r} beside the others there")
    fitting, reasons = [], []
    for code in named:
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
    make_folder(home())
    return home() / "tables.sqlite"


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


def _is_our_table(host: str, port: int) -> bool:
    """Whether a table of ours answers there: then it is opened, and no second one is needed."""
    import json
    import urllib.request

    try:
        with urllib.request.urlopen(f"{_page(host, port)}api/health", timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer).get("ok") is True
    except (OSError, ValueError, AttributeError):
        return False


def _page(host: str, port: int) -> str:
    from berlin.server.http.reach import page_address

    return page_address({"0.0.0.0": "localhost", "::": "localhost"}.get(host, host), port)
