"""A process beside the server that opens its file, reads it, copies it and closes it, over and over again.

It prints a line for each round: how many entries it read. Every few rounds it makes a copy with `berlin
backup` too. It ends when its standard input does.
"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

from berlin.cli.main import run


def meddle(database: Path, number: int) -> int:
    """One round; how many entries there were."""
    # Closed whatever happens: one that is left open would keep the file from being closed for good.
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        entries = int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])
        if number % 2:
            with closing(sqlite3.connect(":memory:")) as copy:
                connection.backup(copy)
                assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert copy.execute("SELECT count(*) FROM entry").fetchone()[0] >= entries
        return entries


def back_up(database: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    if run(["backup", str(database), str(copy)]) != 0:
        raise RuntimeError("the backup failed")


def main(database: Path, copy: Path) -> None:
    Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    number = 0
    while True:
        if database.exists() and database.stat().st_size:
            try:
                print(meddle(database, number), flush=True)
                if number % 4 == 0:
                    back_up(database, copy)
            except sqlite3.OperationalError as error:
                # The very first moments of the file: nothing is in it yet.
                if "no such table" not in str(error):
                    raise
        number += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
