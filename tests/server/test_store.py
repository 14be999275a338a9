"""What is kept, is kept once and for good."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.house import alone, house

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.server.store.schema import MIGRATIONS, connect, migrate
from berlin.server.store.sqlite import SqliteStore
from berlin.server.store.store import Entry, Header, Sitter, Standing, StoreFailed, Taken

HEADER = Header(
    "abc", "toy", "Nine Cards", "head", (Sitter("human", "Anna", "00"), Sitter("random", "b")), False, 1.0
)


def standing(seq: int, updated: float = 1.0) -> Standing:
    return Standing(seq, (Seat(seq % 2),), f"after {seq}", "", updated, seq)


def entry(seq: int, body: str = "{}") -> Entry:
    return Entry(seq, "act", Seat(0), body)


def kept(path: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    """Does this with an open store."""

    async def run() -> None:
        store = SqliteStore(path)
        await store.start()
        try:
            await work(store)
        finally:
            await store.stop()

    alone(run())


def test_a_table_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.create(HEADER, (entry(1),), standing(1))
        await store.append("abc", entry(2, "second"), standing(2))
        await store.caption("abc", 1, "too late")
        await store.caption("abc", 2, "after 2")

    async def read(store: SqliteStore) -> None:
        assert await store.header("abc") == HEADER
        assert await store.header("xyz") is None
        assert await store.entries("abc") == (entry(1), entry(2, "second"))
        assert await store.count() == 1
        (row,) = await store.newest(10)
        assert (row.id, row.standing) == ("abc", standing(2))

    kept(tmp_path / "db", write)
    kept(tmp_path / "db", read)


def test_a_number_is_taken_once_whoever_comes_second(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, (), standing(0))
        tries = [store.append("abc", entry(1, str(n)), standing(1)) for n in range(50)]
        came = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(one) for one in came].count(Taken) == 49
        ((only),) = await store.entries("abc")
        assert only.body == str(came.index(None))

    kept(tmp_path / "db", work)


def test_whoever_is_refused_in_a_batch_takes_nobody_along(tmp_path: Path) -> None:
    names = [f"table{n}" for n in range(40)]

    async def work(store: SqliteStore) -> None:
        for name in names:
            await store.create(replace(HEADER, id=name), (), standing(0))
        # All at once, and every fifth at a number that is not the next.
        wrong = {name for n, name in enumerate(names) if n % 5 == 0}
        tries = [store.append(name, entry(2 if name in wrong else 1), standing(1)) for name in names]
        came = await asyncio.gather(*tries, return_exceptions=True)
        assert {name for name, one in zip(names, came, strict=True) if isinstance(one, Taken)} == wrong
        for name in names:
            assert len(await store.entries(name)) == (name not in wrong)
        seqs = {row.id: row.standing.seq for row in await store.newest(100)}
        assert seqs == {name: int(name not in wrong) for name in names}

    kept(tmp_path / "db", work)


def test_what_one_table_does_twice_in_a_batch_stands_as_it_was_done_last(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, (), standing(0))
        await asyncio.gather(*(store.append("abc", entry(n), standing(n, 1.0 + n)) for n in (1, 2, 3)))
        assert [one.seq for one in await store.entries("abc")] == [1, 2, 3]
        (row,) = await store.newest(1)
        assert (row.standing.seq, row.standing.updated) == (3, 4.0)

    kept(tmp_path / "db", work)


def test_a_long_record_is_kept_whole(tmp_path: Path) -> None:
    entries = tuple(entry(n, str(n)) for n in range(1, 351))

    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, entries, standing(350))
        assert await store.entries("abc") == entries

    kept(tmp_path / "db", work)


def test_a_store_that_fails_is_told_and_nothing_is_played(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error: hand of blue")

        rollback = execute

    with house(tmp_path / "db") as host:
        table = host.open().played("rest")
        store = host.server.store
        assert isinstance(store, SqliteStore)
        assert store._writer is not None
        with monkeypatch.context() as patched:
            broken = Broken()
            patched.setattr(store._writer, "connection", broken)
            assert table.act("roll", seq=1).status == 503
            assert host.post("/api/tables", {"game": "toy"}).status == 503
            patched.setattr(store, "_read", broken)
            assert host.get("/api/health").status == 503
            assert host.get("/api/tables/nowhere").status == 503
        assert "blue" not in host.log.getvalue()
        assert table.sight()["seq"] == 1
        table.played("roll")


@pytest.mark.parametrize("seq", [0, 1, 3, -1])
def test_a_number_that_is_not_the_next_is_refused(tmp_path: Path, seq: int) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, (entry(1),), standing(1))
        with pytest.raises(Taken):
            await store.append("abc", entry(seq), standing(seq))
        assert len(await store.entries("abc")) == 1
        assert (await store.newest(1))[0].standing == standing(1)

    kept(tmp_path / "db", work)


def test_a_table_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        with pytest.raises(Taken):
            await store.create(HEADER, (entry(1), entry(3)), standing(3))
        assert await store.header("abc") is None
        assert await store.count() == 0

    kept(tmp_path / "db", work)


def test_an_entry_is_neither_changed_nor_taken_out(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, (entry(1),), standing(1))

    kept(tmp_path / "db", work)
    with connect(tmp_path / "db") as connection:
        for order in ("UPDATE entry SET body = 'other'", "DELETE FROM entry"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(order)
    connection.close()


def test_the_file_is_for_its_owner_alone_and_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    connection = connect(tmp_path / "db")
    assert stat.S_IMODE((tmp_path / "db").stat().st_mode) == 0o600
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_another_process_that_closes_the_file_leaves_the_log_that_is_written_to(
    tmp_path: Path, toy: AnyGame
) -> None:
    reader = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM entry'); c.close()"
    )
    with house(tmp_path / "db") as running:
        table = running.open().played("rest")
        log = (tmp_path / "db-wal").stat().st_ino
        subprocess.run([sys.executable, "-c", reader, str(tmp_path / "db")], check=True)
        assert (tmp_path / "db-wal").stat().st_ino == log
        table.played("rest")
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            assert connection.execute("SELECT count(*) FROM entry").fetchone() == (2,)


def test_a_link_to_a_file_that_is_not_there_makes_one_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "db")
    connect(tmp_path / "link").close()
    assert stat.S_IMODE((tmp_path / "db").stat().st_mode) == 0o600


def test_migrations_are_applied_once_and_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("CREATE TABLE one (n INTEGER);\nINSERT INTO one VALUES (1);\n")
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None)
    assert migrate(connection, folder) == 1
    assert migrate(connection, folder) == 1
    (folder / "0002_two.sql").write_text("ALTER TABLE one ADD COLUMN m INTEGER;\n")
    assert migrate(connection, folder) == 2
    assert connection.execute("SELECT n, m FROM one").fetchall() == [(1, None)]
    connection.close()


def test_tables_of_an_older_program_are_brought_up_to_date(tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for path in sorted(MIGRATIONS.glob("*.sql"))[:2]:
        (older / path.name).write_text(path.read_text())
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None)
    assert migrate(connection, older) == 2
    for table, players in (("people", ("human", "human")), ("lone", ("human", "random"))):
        connection.execute("INSERT INTO game_table VALUES (?, 'toy', 'Nine Cards', 'head', 0, 1.0)", (table,))
        for seat, player in enumerate(players):
            connection.execute("INSERT INTO seat VALUES (?, ?, ?, 'x', '')", (table, seat, player))
        connection.execute("INSERT INTO standing VALUES (?, 0, '[0]', '', '', 1.0)", (table,))
        for seq in (1, 2):
            arrival = (table, seq, "act", 0, f"{table} {seq}", 1.0, "[1]", "")
            connection.execute("INSERT INTO arrival VALUES (?, ?, ?, ?, ?, ?, ?, ?)", arrival)
    connection.close()

    async def read(store: SqliteStore) -> None:
        headers = [await store.header(table) for table in ("people", "lone")]
        assert [header and header.hints for header in headers] == [False, True]
        for table in ("people", "lone"):
            assert await store.entries(table) == (entry(1, f"{table} 1"), entry(2, f"{table} 2"))
            await store.append(table, Entry(3, "hint", Seat(0), ""), standing(3))
            with pytest.raises(Taken):
                await store.append(table, entry(3), standing(3))
            assert await store.reasons(table) == ()
        assert [row.standing.seq for row in await store.newest(9)] == [3, 3]

    kept(tmp_path / "db", read)


def test_reasons_and_entries_of_an_older_program_stay(tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for path in sorted(MIGRATIONS.glob("*.sql"))[:4]:
        (older / path.name).write_text(path.read_text())
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection, older)
        connection.execute("INSERT INTO game_table VALUES ('abc', 'toy', 'x', 'head', 0, 1.0, 0)")
        connection.execute("INSERT INTO standing VALUES ('abc', 0, '[0]', '', '', 1.0, 0)")
        connection.execute("INSERT INTO arrival VALUES ('abc', 1, 'act', 0, '{}', 1.0, '[1]', '', 1)")
        connection.execute("INSERT INTO reason VALUES ('abc', 1, 'why')")

    async def work(store: SqliteStore) -> None:
        assert await store.entries("abc") == (entry(1),)
        assert await store.reasons("abc") == ((1, "why"),)
        await store.append("abc", Entry(2, "rules", Seat(0), "{}"), standing(2), "and why")
        assert await store.reasons("abc") == ((1, "why"), (2, "and why"))
        assert await store.unkept(9) == ("abc",)

    kept(tmp_path / "db", work)
    with closing(connect(tmp_path / "db")) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO reason VALUES ('abc', 9, 'nowhere')")


def test_a_reason_is_kept_with_its_entry_or_not_at_all(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create(HEADER, (), standing(0))
        await store.append("abc", entry(1), standing(1), "first")
        await store.append("abc", entry(2), standing(2))
        with pytest.raises(Taken):
            await store.append("abc", entry(2), standing(2), "too late")
        assert await store.reasons("abc") == ((1, "first"),)

    kept(tmp_path / "db", work)
    with connect(tmp_path / "db") as connection:
        for order in ("UPDATE reason SET body = 'other'", "DELETE FROM reason"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(order)
    connection.close()


def test_whoever_is_refused_in_a_batch_takes_no_reason_along(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        for name in ("a", "b", "c"):
            await store.create(replace(HEADER, id=name), (), standing(0))
        tries = [
            store.append(name, entry(seq), standing(seq), f"why {name}")
            for name, seq in (("a", 1), ("b", 2), ("c", 1))
        ]
        came = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(one) for one in came] == [type(None), Taken, type(None)]
        assert [await store.reasons(name) for name in ("a", "b", "c")] == [
            ((1, "why a"),),
            (),
            ((1, "why c"),),
        ]
        assert [len(await store.entries(name)) for name in ("a", "b", "c")] == [1, 0, 1]

    kept(tmp_path / "db", work)


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("CREATE TABLE one (n INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, folder)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    connection.close()


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    connection = connect(tmp_path / "db")
    connection.execute(f"PRAGMA user_version = {len(list(MIGRATIONS.glob('*.sql'))) + 1}")
    connection.close()
    with pytest.raises(StoreFailed, match="newer program"):
        alone(SqliteStore(tmp_path / "db").start())


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(b"a letter, not a database" * 100)
    with pytest.raises(StoreFailed):
        alone(SqliteStore(tmp_path / "db").start())


def test_tables_are_resumed_after_a_restart_undone_actions_included(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db") as first:
        table = first.open(names={"red": "Anna"}).played("roll", "rest")
        assert first.post(f"{table.path}/undo", {"seq": 2}, table.every).status == 200
        table.played("draw")
        before = [first.get(table.path, token).body for token in ("", *table.tokens.values())]
    with house(tmp_path / "db") as second:
        after = [second.get(table.path, token).body for token in ("", *table.tokens.values())]
        assert after == before
        table.house = second
        table.finish()
    assert b"Anna" in after[0]


def test_another_process_that_wrote_first_is_noticed_and_read(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db") as one, house(tmp_path / "db") as two:
        table = one.open()
        act = {"seq": 0, "action": "rest"}
        assert two.get(table.path).json["seq"] == 0
        assert one.post(f"{table.path}/actions", act, table.every).status == 200
        assert two.post(f"{table.path}/actions", act, table.every).status == 409
        assert two.get(table.path).json["seq"] == 1
        act = {"seq": 1, "action": "roll"}
        assert two.post(f"{table.path}/actions", act, table.every).json == {"seq": 2}


def test_no_secret_is_kept_in_clear(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db") as running:
        tokens = running.open().tokens.values()
    data = b"".join(path.read_bytes() for path in tmp_path.glob("db*"))
    assert not any(token.encode() in data for token in tokens)
