"""`berlin backup`: a copy of a running database, whole, checked and for its owner alone; or one line."""

import json
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.server.house import House, house

from berlin.cli.main import run
from berlin.kernel.contract.game import AnyGame
from berlin.server.store import backup
from berlin.server.store.schema import connect, newest_version

Told = pytest.CaptureFixture[str]


def rows(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_running_database_is_copied_checked_and_goes_on(host: House, tmp_path: Path, capsys: Told) -> None:
    table = host.open().played("roll", "rest", "draw")
    copy = tmp_path / "copies" / "one.sqlite"
    copy.parent.mkdir()
    assert run(["backup", str(tmp_path / "tables.sqlite"), str(copy)]) == 0
    assert "1 tables with 3 entries" in capsys.readouterr().out
    assert files(copy.parent) == {"one.sqlite"}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows(copy, "SELECT seq FROM entry ORDER BY seq") == [(1,), (2,), (3,)]
    table.played("rest")
    assert rows(copy, "SELECT count(*) FROM entry") == [(3,)]


def test_a_copy_is_served_like_its_original(host: House, tmp_path: Path, capsys: Told) -> None:
    table = host.open().played("roll", "rest")
    before = host.get(table.path, table.every).body
    copy = tmp_path / "copy.sqlite"
    assert run(["backup", str(tmp_path / "tables.sqlite"), str(copy), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "database": str(tmp_path / "tables.sqlite"),
        "file": str(copy),
        "checked": True,
        "schema": newest_version(),
        "tables": 1,
        "entries": 2,
        "size": copy.stat().st_size,
    }
    with house(copy) as other:
        assert other.get(table.path, table.every).body == before
        table.house = other
        table.played("draw")


def test_a_copy_made_while_others_write_is_one_moment_of_the_file(host: House, tmp_path: Path) -> None:
    table, enough = host.open(options={"left": "100000"}), Event()

    def write() -> None:
        while not enough.is_set():
            table.played("rest")

    writer = Thread(target=write)
    writer.start()
    try:
        found = [backup.back_up(tmp_path / "tables.sqlite", tmp_path / f"{n}.sqlite") for n in range(12)]
    finally:
        enough.set()
        writer.join()
    counts = [one.entries for one in found]
    assert counts == sorted(counts)
    assert len(set(counts)) > 2


def missing(folder: Path) -> tuple[Path, str]:
    return folder / "nowhere.sqlite", "nowhere.sqlite: no such file"


def a_folder(folder: Path) -> tuple[Path, str]:
    return folder, "not a file"


def a_letter(folder: Path) -> tuple[Path, str]:
    (folder / "letter").write_bytes(b"a letter, not a database" * 100)
    return folder / "letter", "letter: file is not a database"


def a_stranger(folder: Path) -> tuple[Path, str]:
    with closing(sqlite3.connect(folder / "other")) as connection:
        connection.execute("CREATE TABLE recipe (name)")
    return folder / "other", "other: holds no tables of this program"


def an_empty_file(folder: Path) -> tuple[Path, str]:
    (folder / "empty").touch()
    return folder / "empty", "empty: holds no tables of this program"


def a_newer_one(folder: Path) -> tuple[Path, str]:
    with closing(connect(folder / "new")) as connection:
        connection.execute(f"PRAGMA user_version = {newest_version() + 1}")
    return folder / "new", "new: made by a newer program"


def a_damaged_one(folder: Path) -> tuple[Path, str]:
    with closing(connect(folder / "db")) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("INSERT INTO seat VALUES ('nowhere', 0, 'human', 'Anna', '')")
    return folder / "db", "the copy is damaged, as its original is"


@pytest.mark.parametrize(
    "bad", [missing, a_folder, a_letter, a_stranger, an_empty_file, a_newer_one, a_damaged_one]
)
def test_what_is_no_database_of_ours_is_refused_in_one_line_and_leaves_nothing(
    tmp_path: Path, capsys: Told, bad: Callable[[Path], tuple[Path, str]]
) -> None:
    database, reason = bad(tmp_path)
    (tmp_path / "copies").mkdir()
    assert run(["backup", str(database), str(tmp_path / "copies" / "copy")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert reason in told.err
    assert files(tmp_path / "copies") == set()


@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_nothing_is_overwritten(tmp_path: Path, capsys: Told, there: str) -> None:
    connect(tmp_path / "db").close()
    copy = tmp_path / "copy"
    match there:
        case "file":
            copy.write_text("mine")
        case "folder":
            copy.mkdir()
        case "link":
            copy.symlink_to(tmp_path / "elsewhere")
    assert run(["backup", str(tmp_path / "db"), str(copy)]) == 2
    assert capsys.readouterr().err == f"berlin: {copy}: exists already; a backup overwrites nothing\n"
    assert not (tmp_path / "elsewhere").exists()
    assert there != "file" or copy.read_text() == "mine"


def test_who_takes_the_name_meanwhile_keeps_it(
    tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect(tmp_path / "db").close()
    copy = tmp_path / "copies" / "copy"
    copy.parent.mkdir()
    monkeypatch.setattr(backup, "_flush", lambda _: copy.write_text("mine"))
    assert run(["backup", str(tmp_path / "db"), str(copy)]) == 2
    assert capsys.readouterr().err == f"berlin: {copy}: file exists\n"
    assert (files(copy.parent), copy.read_text()) == ({"copy"}, "mine")


def test_a_place_that_is_not_there_is_told_in_one_line(tmp_path: Path, capsys: Told) -> None:
    connect(tmp_path / "db").close()
    copy = tmp_path / "missing" / "copy"
    assert run(["backup", str(tmp_path / "db"), str(copy)]) == 2
    assert capsys.readouterr().err == f"berlin: {copy}: no such file or directory\n"


def test_a_copy_that_breaks_off_leaves_nothing(
    tmp_path: Path, capsys: Told, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path / "db") as running:
        running.open()
    (tmp_path / "copies").mkdir()

    def full(path: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(backup, "_flush", full)
    assert run(["backup", str(tmp_path / "db"), str(tmp_path / "copies" / "copy")]) == 2
    assert capsys.readouterr().err.endswith("copy: no space left on device\n")
    assert files(tmp_path / "copies") == set()
