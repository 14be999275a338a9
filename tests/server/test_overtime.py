"""A machine that takes too long is stopped and another answers; and no table starves another's machine."""

import os
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.busy import Busy, Workers
from tests.server.house import GENEROUS, house
from tests.server.mute import Mute
from tests.server.test_machines import until

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.players import MACHINES
from berlin.server.machines import worker
from berlin.server.machines.machines import Machines
from berlin.server.machines.worker import PlayerCache, Task, think
from berlin.server.work.overtime import Overtime, limit


def _reckon() -> None:
    while True:
        pass


class Endless(Mute):
    """Reckons on and on, and takes no mistake of its own for one."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue


@pytest.fixture
def task(toy: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Task:
    monkeypatch.setitem(MACHINES, "endless", Endless)
    state = toy.start("short", key_from_seed(1), {}).state
    view = msgspec.msgpack.encode(toy.view(state, Seat(0)))
    return Task("toy", "endless", view, b"chance", "table 0", 5, seconds=0.1)


def test_who_takes_too_long_is_stopped_and_the_staff_answers(task: Task, toy: AnyGame) -> None:
    began = time.process_time()
    thought = think(task, PlayerCache())
    assert time.process_time() - began < 2
    assert thought.late
    assert thought.action == think(replace(task, player="staff"), PlayerCache()).action
    assert 50 <= thought.milliseconds < 2000


def test_if_the_staff_takes_too_long_as_well_the_first_answer_is_taken(
    task: Task, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "INSTEAD_SECONDS", 0.05)
    monkeypatch.setitem(MACHINES, "staff", Endless)
    thought = think(task, PlayerCache())
    assert thought.late
    state = toy.start("short", key_from_seed(1), {}).state
    assert thought.action == toy.write(next(iter(toy.legal(state))))


def test_who_is_in_time_is_not_hurried_and_nothing_rings_later(task: Task) -> None:
    thought = think(replace(task, player="random"), PlayerCache())
    assert not thought.late
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass


def test_the_limit_is_one_of_work_and_not_of_waiting() -> None:
    with limit(0.05):
        time.sleep(0.2)
    with pytest.raises(Overtime), limit(0.05):
        _reckon()


def test_a_stopped_machine_s_table_goes_on_and_the_log_says_so(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MACHINES, "busy", lambda: Busy(tmp_path))
    monkeypatch.setattr(Machines, "seconds", 0.3)
    with house(tmp_path / "db", workers=lambda: Workers(tmp_path)) as host:
        table = host.open(seats={"red": "human", "blue": "busy"}).played("rest")
        # Nobody ever says that it is enough.
        until(lambda: table.sight()["turn_of"] == [0])
        assert '"machine stopped"' in host.log.getvalue()
        process = int((tmp_path / "begun").read_text().split()[0])
        table.played("rest")
        until(lambda: table.sight()["turn_of"] == [0])
        # It is the same process: only the thought was ended.
        assert int((tmp_path / "begun").read_text().split()[0]) == process != os.getpid()


class Asleep(Mute):
    """Never comes back, and takes no time of the processor's."""

    def __init__(self, enough: Event) -> None:
        self.enough = enough

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        self.enough.wait(60)
        return game.read("rest")


def test_who_never_comes_back_is_left_and_the_staff_answers(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = Event()
    monkeypatch.setitem(MACHINES, "asleep", lambda: Asleep(enough))
    monkeypatch.setattr(Machines, "patience", 0.3)
    try:
        with house(tmp_path / "db") as host:
            table = host.open(seats={"red": "human", "blue": "asleep"}).played("rest")
            until(lambda: table.sight()["turn_of"] == [0])
            assert host.get("/api/health").status == 200
    finally:
        enough.set()


def test_forty_tables_of_one_client_hold_up_another_s_machine_by_one_decision(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    step = Event()

    def think_slowly(task: Task) -> Any:
        asked.append(task.seat.split()[0])
        step.wait(0.02)
        return think(task, PlayerCache())

    monkeypatch.setattr("berlin.server.machines.machines.think", think_slowly)
    with house(tmp_path / "db", GENEROUS, workers=lambda: ThreadPoolExecutor(1)) as host:
        crowd = [host.open(seats={"red": "random", "blue": "human"}).id for _ in range(40)]
        until(lambda: asked)
        order = {"game": "toy", "scenario": "long", "seats": {"red": "random", "blue": "human"}}
        lone = host.post("/api/tables", order, client="10.0.0.9").json["id"]
        begun = len(asked)
        until(lambda: lone in asked)
        # The one that was thought about already, and at most one more that was called before it.
        assert asked.index(lone) - begun <= 2
        until(lambda: len(asked) == 41)
        assert sorted(asked) == sorted([*crowd, lone])


def test_a_worker_that_dies_is_replaced(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    fell: list[int] = []

    def fall(task: Task) -> Any:
        if not fell:
            fell.append(1)
            raise BrokenExecutor
        return think(task, PlayerCache())

    monkeypatch.setattr("berlin.server.machines.machines.think", fall)
    with house(tmp_path / "db") as host:
        table = host.open(seats={"red": "human", "blue": "random"}).played("rest")
        until(lambda: table.sight()["turn_of"] == [0])
        assert host.get("/api/health").status == 200
