"""Health is asked of the disk: a write and a read, and one sentence about what is wrong."""

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from tests.server.house import House, house

from berlin.cli.main import run
from berlin.kernel.contract.game import AnyGame
from berlin.server.http import health
from berlin.server.store import soundness, sqlite
from berlin.server.store.schema import connect
from berlin.server.store.soundness import damage, trouble
from berlin.server.store.sqlite import SqliteStore

Patch = pytest.MonkeyPatch
Wrong = Callable[[House, Path], AbstractContextManager[str]]


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: Patch) -> None:
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    monkeypatch.setattr(sqlite, "LOOK_EVERY_SECONDS", 0.0)


def asked(host: House) -> tuple[int, str]:
    answer = host.get("/api/health")
    assert answer.json["ok"] is (answer.status == 200)
    return answer.status, answer.json.get("error", "")


def writing(host: House) -> sqlite3.Connection:
    store = host.server.store
    assert isinstance(store, SqliteStore)
    assert store._writer is not None
    return store._writer.connection


@contextmanager
def full(host: House, folder: Path) -> Iterator[str]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        yield "the disk can't be read or written"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def narrow(host: House, folder: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(soundness, "LEAST_FREE_BYTES", 1 << 62)
        yield "the disk is full"


@contextmanager
def read_only(host: House, folder: Path) -> Iterator[str]:
    writing(host).execute("PRAGMA query_only = ON")
    yield "the file can't be written"
    writing(host).execute("PRAGMA query_only = OFF")


@contextmanager
def moved(host: House, folder: Path) -> Iterator[str]:
    (folder / "tables.sqlite").rename(folder / "elsewhere")
    yield soundness.GONE
    (folder / "elsewhere").rename(folder / "tables.sqlite")


@contextmanager
def replaced(host: House, folder: Path) -> Iterator[str]:
    (folder / "tables.sqlite").rename(folder / "elsewhere")
    (folder / "tables.sqlite").write_bytes((folder / "elsewhere").read_bytes())
    yield soundness.GONE
    (folder / "elsewhere").rename(folder / "tables.sqlite")


@contextmanager
def without_log(host: House, folder: Path) -> Iterator[str]:
    (folder / "tables.sqlite-wal").rename(folder / "elsewhere")
    yield soundness.GONE
    (folder / "elsewhere").rename(folder / "tables.sqlite-wal")


@pytest.mark.parametrize("wrong", [full, narrow, read_only, moved, replaced, without_log])
def test_what_is_wrong_with_the_disk_is_told_and_no_longer_when_it_is_well_again(
    host: House, tmp_path: Path, wrong: Wrong
) -> None:
    table = host.open().played("rest")
    assert asked(host) == (200, "")
    with wrong(host, tmp_path) as reason:
        assert asked(host) == (503, reason)
    assert asked(host) == (200, "")
    table.played("rest")
    assert "elsewhere" not in host.log.getvalue()


@pytest.mark.parametrize("wrong", [full, read_only, moved, replaced, without_log])
def test_nothing_is_acknowledged_that_is_not_kept(host: House, tmp_path: Path, wrong: Wrong) -> None:
    table = host.open().played("rest")
    with wrong(host, tmp_path):
        assert table.act("rest", seq=1).status == 503
        assert host.post("/api/tables", {"game": "toy"}).status == 503
    assert '"event":"store failed"' in host.log.getvalue()


def test_a_link_to_the_file_serves_as_well(tmp_path: Path, toy: AnyGame) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "db")
    with house(tmp_path / "link") as running:
        running.open().played("rest")
        assert asked(running) == (200, "")


def test_a_file_that_was_deleted_is_noticed_for_good(host: House, tmp_path: Path) -> None:
    table = host.open()
    (tmp_path / "tables.sqlite").unlink()
    assert asked(host) == (503, soundness.GONE)
    assert table.act("rest", seq=0).status == 503
    assert not (tmp_path / "tables.sqlite").exists()


SPOIL = """
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(4096 * int(sys.argv[2]))
    file.write(b"\\x7f" * 4096)
"""


def spoil(path: Path, page: int) -> None:
    """Overwrites a page; in a process of its own, since closing the file here would drop SQLite's locks."""
    subprocess.run([sys.executable, "-c", SPOIL, str(path), str(page)], check=True)


def page_of(path: Path, table: str) -> int:
    """The page at which a table begins, counted from 0."""
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return int(root) - 1


@pytest.mark.parametrize("table", ["entry", "reason", "standing_newest"])
def test_a_page_that_is_damaged_under_a_running_server_is_told(
    host: House, tmp_path: Path, table: str
) -> None:
    host.open().played("rest")
    database = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert asked(host) == (200, "")
    spoil(database, page_of(database, table))
    status, error = asked(host)
    assert status == 503
    assert error.startswith("the file is damaged: ")


@pytest.mark.parametrize("table", ["entry", "game_table", "reason", "standing_newest"])
def test_a_damaged_file_is_named_at_the_start(
    tmp_path: Path, toy: AnyGame, capsys: pytest.CaptureFixture[str], table: str
) -> None:
    database = tmp_path / "tables.sqlite"
    with house(database) as running:
        running.open().played("rest", "roll")
    words = ["serve", "--port", "99999", "--database", str(database)]
    assert run(words) == 2
    assert "port 99999" in capsys.readouterr().err
    spoil(database, page_of(database, table))
    assert run(words) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"berlin: {database}: ")
    assert "damaged" in told or "malformed" in told
    assert told.count("\n") == 1


def test_a_file_that_was_cut_off_is_named_at_the_start(
    tmp_path: Path, toy: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite"
    with house(database) as running:
        running.open().played("rest", "roll")
    database.write_bytes(database.read_bytes()[: 4096 * 5])
    assert run(["serve", "--port", "99999", "--database", str(database)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"berlin: {database}: ")
    assert "port" not in told
    assert told.count("\n") == 1


def test_a_large_file_is_looked_over_no_longer_than_was_said(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "db")) as connection:
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000) "
            "INSERT INTO game_table SELECT 't' || i, 'toy', 'x', hex(randomblob(400)), 0, 1.0, 0 FROM n"
        )
        with pytest.raises(TimeoutError):
            damage(connection, 0.0)
        assert damage(connection, 60.0) == ""


def test_the_disk_is_asked_once_however_often_health_is(
    tmp_path: Path, toy: AnyGame, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(health, "KEPT_SECONDS", 1000.0)
    with house(tmp_path / "db") as running:
        count: list[int] = []
        store = running.server.store
        check = store.check

        async def counted() -> None:
            count.append(1)
            await check()

        monkeypatch.setattr(store, "check", counted)
        assert [asked(running) for _ in range(50)] == [(200, "")] * 50
        assert count == [1]


def test_a_disk_that_does_not_answer_is_told(tmp_path: Path, toy: AnyGame, monkeypatch: Patch) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    with house(tmp_path / "db") as running, closing(sqlite3.connect(tmp_path / "db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert asked(running) == (503, "the disk has not answered for 0.05 seconds")
        other.rollback()


def test_an_unknown_trouble_tells_nothing_of_itself() -> None:
    assert trouble(sqlite3.OperationalError("hand of blue")) == "it doesn't answer"
