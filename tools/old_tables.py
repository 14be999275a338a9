"""Makes a database of tables as this version of the program keeps them, for all later versions to open.

    python tools/old_tables.py tests/server/fixtures/0.1.0-schema-4

It is made once a version and never again: what it holds is what the program of that day wrote. Each game
has a table in the midst of play, with hidden facts and an action taken back, and one that was played to its
end. The secrets of the seats and what is to be found lie in a JSON file beside it.
"""

import asyncio
import gzip
import io
import sqlite3
import sys
from pathlib import Path
from random import Random

import msgspec

from berlin.kernel.contract import game as registry
from berlin.kernel.play.undo import barrier
from berlin.server.app import create_app
from berlin.server.tables.opening import Order
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables
from berlin.server.work.log import Journal

SCENARIOS = {"race": "campaign", "noretreat": "1944", "orsha": "orsha"}
MIDST = {"race": 160, "noretreat": 140, "orsha": 260}
SEED = 1945


class Kept(msgspec.Struct):
    """A table of the file: who may sit down at it, and how it stands."""

    id: str
    game: str
    rules: int
    seats: dict[str, str]
    entries: int
    over: bool
    result: str
    situation: str


async def play(tables: Tables, table: Table, rng: Random, most: int) -> None:
    """Random play, to this many entries or to the end, with one action taken back on the way."""
    everybody, taken_back = table.game.everybody, False
    while not table.over and table.seq < most:
        text = table.game.write(table.game.sample(table.state, rng))
        await tables.act(table, everybody, table.number(everybody), text)
        if (
            not taken_back
            and table.seq > 20
            and not table.over
            and not barrier(table.game, *table.last_step())
        ):
            await tables.undo(table, everybody, table.number(everybody))
            taken_back = True


async def fill(database: Path) -> list[Kept]:
    server = create_app(database, journal=Journal(io.StringIO(), quiet=True))
    kept = []
    async with server.lifespan(None):
        for code in registry.codes():
            for most in (MIDST[code], 1 << 20):
                order = Order(code, SCENARIOS[code], names={}, seed=SEED)
                made = await server.tables.open(order)
                table = made.table
                await play(server.tables, table, Random(f"{code} {most}"), most)
                result = table.game.result(table.state)
                kept.append(
                    Kept(
                        table.id,
                        code,
                        table.game.version,
                        made.keys.seats,
                        table.seq,
                        table.over,
                        result.text if result else "",
                        table.game.write_situation(table.state),
                    )
                )
    return kept


def main(stem: str) -> None:
    database, packed = Path(f"{stem}.sqlite"), Path(f"{stem}.sqlite.gz")
    if packed.exists():
        sys.exit(f"{packed}: exists already; the tables of a version are made once")
    kept = asyncio.run(fill(database))
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()
    packed.write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    database.unlink()
    Path(f"{stem}.json").write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
