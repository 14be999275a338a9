"""Machines play their seats from their own view, elsewhere, and nobody waits for them."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from tests.server.busy import Busy, Workers
from tests.server.house import House, Seated, house
from tests.server.mute import Mute

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.records.record import parse
from berlin.kernel.records.verify import verify
from berlin.players import MACHINES
from berlin.server.machines.worker import processes

PATIENCE = 60


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def over(table: Seated) -> bool:
    return not table.sight()["turn_of"]


class Slow(Mute):
    """A machine that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.enough = Event()
        self.seen: list[Any] = []

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        self.seen.append(view)
        self.enough.wait(PATIENCE)
        return game.read("rest")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    machine = Slow()
    monkeypatch.setitem(MACHINES, "slow", lambda: machine)
    yield machine
    machine.enough.set()


def test_a_machine_answers_as_soon_as_it_is_asked(host: House) -> None:
    table = host.open(scenario="short", seats={"red": "human", "blue": "random"})
    for _ in range(4):
        until(lambda: table.sight()["turn_of"] == [0])
        table.played("rest")
    until(lambda: over(table))
    record = parse(host.get(f"{table.path}/record").body.decode())
    assert [line.seat for line in record.lines] == ["red", "blue"] * 4
    assert verify(record).status == "verified"


def test_two_machines_play_a_game_to_its_end(host: House) -> None:
    table = host.open(seats={"red": "random", "blue": "random"})
    assert table.tokens == {}
    until(lambda: over(table))
    assert table.sight()["seq"] == 30


def test_nobody_acts_for_a_machine(host: House, slow: Slow) -> None:
    table = host.open(seats={"red": "slow", "blue": "human"})
    assert table.act("rest", "blue").status == 403
    slow.enough.set()
    until(lambda: table.sight()["turn_of"] == [1])


def test_requests_are_answered_while_a_machine_reckons_in_a_process_of_its_own(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MACHINES, "busy", lambda: Busy(tmp_path))
    begun, enough = tmp_path / "begun", tmp_path / "enough"
    with house(tmp_path / "db", workers=lambda: Workers(tmp_path)) as host:
        table = host.open(seats={"red": "human", "blue": "busy"}).played("rest")
        until(lambda: begun.exists() and begun.read_text())
        process, niceness = map(int, begun.read_text().split())
        # It can't come to an end before `enough` is there: all this happens while it reckons.
        other = host.open().finish()
        assert other.sight()["key"]
        assert host.get("/api/tables").status == 200
        assert table.sight()["turn_of"] == [1]
        enough.touch()
        until(lambda: table.sight()["turn_of"] == [0])
    assert process != os.getpid()
    assert niceness > os.nice(0)


def test_tables_of_machines_alone_think_one_at_a_time(tmp_path: Path, toy: AnyGame, slow: Slow) -> None:
    with house(tmp_path / "db", workers=lambda: ThreadPoolExecutor(4)) as host:
        for _ in range(3):
            host.open(seats={"red": "slow", "blue": "slow"})
        until(lambda: slow.seen)
        table = host.open(seats={"red": "human", "blue": "slow"}).played("rest")
        until(lambda: len(slow.seen) > 1)
        assert [view.seat for view in slow.seen] == [0, 1]
        slow.enough.set()
        until(lambda: table.sight()["turn_of"] == [0])


def test_a_machine_is_handed_the_view_of_its_seat(host: House, slow: Slow, toy: AnyGame) -> None:
    host.open(seats={"red": "human", "blue": "slow"}).played("rest")
    until(lambda: slow.seen)
    assert type(slow.seen[0]) is toy.view_type
    assert slow.seen[0].seat == 1


def test_an_undo_while_the_machine_thinks_makes_it_think_again(host: House, slow: Slow) -> None:
    table = host.open(seats={"red": "human", "blue": "slow"}).played("rest")
    until(lambda: slow.seen)
    assert host.post(f"{table.path}/undo", {"seq": 1}, table.tokens["red"]).status == 200
    slow.enough.set()
    time.sleep(0.1)
    assert table.sight()["turn_of"] == [0]
    table.played("draw")
    until(lambda: table.sight()["seq"] == 4)
    assert [line["action"] for line in table.sight()["log"]] == ["", "rest", "undo", "draw", "rest"]


def test_a_machine_that_fails_stops_its_own_table_only(host: House, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Mute):
        def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
            raise ZeroDivisionError("hand of blue")

    monkeypatch.setitem(MACHINES, "broken", Broken)
    host.open(seats={"red": "broken", "blue": "human"})
    until(lambda: "gave up" in host.log.getvalue())
    assert "hand of blue" not in host.log.getvalue()
    host.open().played("rest")


def test_a_machine_goes_on_after_a_restart(tmp_path: Path, toy: AnyGame, slow: Slow) -> None:
    with house(tmp_path / "db") as host:
        table = host.open(seats={"red": "human", "blue": "slow"}).played("rest")
        until(lambda: slow.seen)
    assert table.id
    slow.enough.set()
    with house(tmp_path / "db") as host:
        table.house = host
        until(lambda: table.sight()["turn_of"] == [0])


def test_worker_processes_play_a_registered_game(tmp_path: Path) -> None:
    made: list[Executor] = []

    def workers() -> Executor:
        made.append(processes())
        return made[-1]

    with house(tmp_path / "db", workers=workers) as host:
        code = host.get("/api/games").json[0]
        seats = dict.fromkeys(code["seats"], "random")
        table = Seated(host, host.post("/api/tables", {"game": code["code"], "seats": seats}).json)
        until(lambda: table.sight()["seq"] > 30)
        assert host.get("/api/health").status == 200
    assert len(made) == 1
    assert not isinstance(made[0], ThreadPoolExecutor)
    made[0].shutdown()
