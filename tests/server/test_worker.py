"""A worker keeps the players it asked last; one goes on only where his own answer is all that came."""

from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.house import House
from tests.server.mute import Mute
from tests.server.test_machines import over, until

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.players import MACHINES
from berlin.server.machines import worker
from berlin.server.machines.worker import PlayerCache, Task, answered, think


class Rester(Mute):
    """Rests, and remembers whose view it saw at which decision of its own."""

    made: ClassVar[list["Rester"]] = []

    def __init__(self) -> None:
        self.seen: list[int] = []
        Rester.made.append(self)

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        self.seen.append(view.seat)
        return game.read("rest")


@pytest.fixture(autouse=True)
def rester(monkeypatch: pytest.MonkeyPatch, toy: AnyGame) -> None:
    Rester.made = []
    monkeypatch.setitem(MACHINES, "rester", Rester)
    monkeypatch.setattr(worker, "PLAYERS", PlayerCache())


@pytest.fixture
def task(toy: AnyGame) -> Task:
    """The fifth entry of a table is decided."""
    state = toy.start("short", key_from_seed(1), {}).state
    view = msgspec.msgpack.encode(toy.view(state, Seat(0)))
    return Task("toy", "rester", view, b"chance", "table 0", 5)


def test_who_answered_last_is_asked_again(task: Task) -> None:
    players = PlayerCache()
    assert think(task, players).action == "rest"
    think(replace(task, number=6, after="5 rest"), players)
    assert [player.seen for player in Rester.made] == [[0, 0]]


@pytest.mark.parametrize(
    "change",
    [
        {"after": ""},
        {"after": "4 rest"},
        {"after": "5 roll"},
        {"after": "5 rest", "seat": "table 1"},
        {"after": "5 rest", "seat": "other 0"},
    ],
)
def test_after_anything_else_or_in_another_seat_somebody_new_decides(task: Task, change: Any) -> None:
    players = PlayerCache()
    think(task, players)
    think(replace(task, number=6, **change), players)
    assert [len(player.seen) for player in Rester.made] == [1, 1]


def test_a_hint_takes_nobody_s_chair_and_leaves_nobody_in_one(task: Task) -> None:
    players = PlayerCache()
    think(task, players)
    think(replace(task, seat="", number=0), players)
    think(replace(task, seat="", number=0), players)
    think(replace(task, number=6, after="5 rest"), players)
    assert [len(player.seen) for player in Rester.made] == [2, 1, 1]


def test_only_so_many_are_kept_the_newest(task: Task) -> None:
    players = PlayerCache(most=2)
    for name in ("a 0", "b 0", "c 0"):
        think(replace(task, seat=name), players)
    for name in ("c 0", "b 0", "a 0"):
        think(replace(task, seat=name, number=6, after="5 rest"), players)
    assert [len(player.seen) for player in Rester.made] == [1, 2, 2, 1]


def test_who_failed_is_not_kept(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    players = PlayerCache()
    think(task, players)
    with monkeypatch.context() as patch:
        patch.setattr(Rester, "choose", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            think(replace(task, number=6, after="5 rest"), players)
    think(replace(task, number=6, after="5 rest"), players)
    assert len(Rester.made) == 2


def test_at_the_table_each_seat_has_its_own_and_sees_with_its_own_eyes(
    host: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = PlayerCache()
    monkeypatch.setattr("berlin.server.machines.machines.think", lambda task: think(task, players))
    table = host.open(scenario="short", seats={"red": "rester", "blue": "rester"})
    until(lambda: over(table))
    # Red and blue act in turn: between two of its own answers there is always one of the other's.
    assert [player.seen for player in Rester.made] == [[0], [1]] * 4


def test_a_machine_that_goes_on_by_itself_is_taken_up_again(
    host: House, monkeypatch: pytest.MonkeyPatch, toy: AnyGame
) -> None:
    players = PlayerCache()
    monkeypatch.setattr("berlin.server.machines.machines.think", lambda task: think(task, players))
    plain = type(toy).apply

    def apply(self: Any, state: Any, action: Any) -> Any:
        """Blue rests twice."""
        step = plain(self, state, action)
        again = state.frames[-1].seat == 1 and step.state.left % 3 == 0 and step.state.left
        return replace(step, state=replace(step.state, frames=state.frames)) if again else step

    monkeypatch.setattr(type(toy), "apply", apply)
    table = host.open(scenario="short", seats={"blue": "rester"}).played("rest")
    until(lambda: table.sight()["turn_of"] == [0])
    assert [player.seen for player in Rester.made] == [[1, 1]]
    # What red does meanwhile makes somebody new think.
    table.played("rest")
    until(lambda: table.sight()["turn_of"] == [0])
    assert [player.seen for player in Rester.made] == [[1, 1], [1, 1]]


def test_an_answer_is_known_by_its_entry_and_its_text() -> None:
    assert answered(7, "play 3") == "7 play 3"
