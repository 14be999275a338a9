"""`berlin serve` as it is started from a shell: a real process, real connections, a clean end."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.house import ORDER
from tests.server.test_machines import until
from websockets.sync.client import connect

from berlin.cli.main import run
from berlin.server.store.hold import Held, Hold

GAME = "race"


@contextmanager
def served(database: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    start = "from berlin.cli.main import main; main()"
    command = [sys.executable, "-u", "-c", start, "serve", "--port", "0", "--database", str(database), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line
        with httpx.Client(
            base_url=found[0], headers={k: v for k, v in ORDER.items() if k != "host"}
        ) as client:
            yield process, client
    finally:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str], sign: signal.Signals) -> str:
    """What it logged until it ended in good order."""
    process.send_signal(sign)
    _, errors = process.communicate(timeout=20)
    return errors


def test_a_game_is_played_over_real_connections_and_resumed_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with served(database) as (process, client):
        made = client.post("/api/tables", json={"game": GAME}).json()
        path, token = f"/api/tables/{made['id']}", ",".join(made["seats"].values())
        with connect(f"ws{str(client.base_url)[4:]}{path}/live") as page:
            page.send(msgspec.json.encode({"seat": token}).decode())
            assert msgspec.json.decode(page.recv(10))["seq"] == 0
            sight = client.get(path, headers={"x-seat": token}).json()
            act = {"seq": 0, "action": sight["scene"]["choices"][0]["text"]}
            assert client.post(f"{path}/actions", json=act, headers={"x-seat": token}).json() == {"seq": 1}
            assert msgspec.json.decode(page.recv(10))["seq"] == 1
            before = client.get(path, headers={"x-seat": token}).json()
            errors = ended(process, signal.SIGTERM)
    assert '"event":"stopped"' in errors.splitlines()[-1]
    assert token.partition(",")[0] not in errors
    with served(database) as (process, client):
        after = client.get(path, headers={"x-seat": token}).json()
        assert after["scene"] == before["scene"]
        assert after["log"] == before["log"]
        ended(process, signal.SIGINT)
        assert process.returncode == 0


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--port", port, "--database", str(tmp_path / "db")]) == 2
    assert capsys.readouterr().err == f"berlin: 127.0.0.1 port {port}: address already in use\n"


def test_a_table_that_stands_already_is_opened_and_no_second_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with served(tmp_path / "tables.sqlite") as (_, client):
        port = str(client.base_url.port)
        assert run(["serve", "--open", "--port", port, "--database", str(tmp_path / "other")]) == 0
        assert opened == [f"http://127.0.0.1:{port}/"]
    assert "stands at" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--port", "99999"], ["--port", "-1"], ["--host", "no.such.host.invalid"]])
def test_a_place_where_nothing_can_listen_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]
) -> None:
    assert run(["serve", "--database", str(tmp_path / "db"), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("content", [None, b"a letter, not a database" * 100])
def test_a_database_that_cannot_be_opened_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "missing" / "db" if content is None else tmp_path / "db"
    if content is not None:
        path.write_bytes(content)
    assert run(["serve", "--port", "0", "--database", str(path)]) == 2
    assert str(path) in capsys.readouterr().err.splitlines()[-1]


def test_tables_that_cannot_be_used_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["serve", "--port", "0", "--database", str(tmp_path / "db"), "--data", str(tmp_path / "nowhere")]
    assert run(words) == 2
    assert capsys.readouterr().err == f"berlin: {tmp_path / 'nowhere'}: no such file or directory\n"
    assert not (tmp_path / "db").exists()


@pytest.mark.parametrize("again", ["same", "link", "open"])
def test_a_file_that_another_server_holds_is_refused_in_one_line_that_says_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    database = tmp_path / "tables.sqlite"
    with served(database) as (_, client):
        page = f"{str(client.base_url).rstrip('/')}/"
        assert client.post("/api/tables", json={"game": GAME}).status_code == 201
        path = database
        if again == "link":
            path = tmp_path / "link"
            path.symlink_to(database)
        # Nothing of the database is touched, and no port is tried: this one could not be had either.
        before = (tmp_path / "tables.sqlite-wal").stat()
        words = ["serve", "--port", str(client.base_url.port), "--database", str(path)]
        assert run([*words, *(["--open"] if again == "open" else [])]) == 2
        assert capsys.readouterr().err == (
            f"berlin: {path}: a table server already runs on this file, at {page}\n"
        )
        assert run(["serve", "--port", "0", "--database", str(path)]) == 2
        after = (tmp_path / "tables.sqlite-wal").stat()
        assert (after.st_ino, after.st_size, after.st_mtime_ns) == (
            before.st_ino,
            before.st_size,
            before.st_mtime_ns,
        )
        assert client.get("/api/health").json()["ok"]
    assert shown == ([page] if again == "open" else [])


def test_a_file_is_refused_before_it_is_opened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(b"a letter, not a database" * 100)
    hold = Hold(tmp_path / "db")
    words = ["serve", "--port", "99999", "--database", str(tmp_path / "db")]
    assert run(words) == 2
    assert "already runs on this file" in capsys.readouterr().err
    hold.release()
    assert run(words) == 2
    assert "not a database" in capsys.readouterr().err


def _is_free(database: Path) -> bool:
    """A process that was being started for a machine has the lock until it is itself."""
    try:
        Hold(database).release()
    except Held:
        return False
    return True


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_ended_holds_nothing_however_it_ended(tmp_path: Path, sign: signal.Signals) -> None:
    database = tmp_path / "tables.sqlite"
    with served(database) as (process, client):
        # A machine's worker outlives its server for a moment.
        order = {"game": GAME, "seats": {"zhukov": "random", "koniev": "random"}}
        assert client.post("/api/tables", json=order).status_code == 201
        with pytest.raises(Held):
            Hold(database)
        process.send_signal(sign)
        process.wait(20)
        until(lambda: _is_free(database))
    with served(database) as (_, client):
        assert client.get("/api/health").json()["tables"] == 1
