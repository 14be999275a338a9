"""Why a machine did what it did is kept with its act, and told to nobody before the game is over."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.house import House, Seated, house
from tests.server.line import listening
from tests.server.test_machines import over, until
from tests.server.worlds import held, lines

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import MACHINES
from berlin.players.budget import Budget
from berlin.players.reasons import Reasons, reasons
from berlin.players.search import Search
from berlin.server.store.sqlite import SqliteStore

SECRET = "because I hold"
CALLS = ("", "?since=0", "/moments/0", "/moments/2", "/moments/2?eyes=blue", "/record", "/situation")


class Talker:
    """Rests, and gives its hand as the reason."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        return game.read("rest")

    def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
        return reasons([f"{SECRET} {view.hand}"], ["blue rests"], ["1 of 1"])


@pytest.fixture
def talker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MACHINES, "talker", Talker)


@pytest.fixture
def table(host: House, talker: None) -> Seated:
    """A game of eight acts in which the machine has acted twice."""
    table = host.open(scenario="short", seats={"blue": "talker"})
    for _ in range(2):
        until(lambda: table.sight()["turn_of"] == [0])
        table.played("rest")
    until(lambda: table.sight()["turn_of"] == [0])
    return table


def finished(table: Seated) -> Seated:
    while not over(table):
        until(lambda: table.sight()["turn_of"] in ([0], []))
        if not over(table):
            table.played("rest")
    return table


def kept(table: Seated) -> tuple[tuple[int, str], ...]:
    store = table.house.server.store
    assert isinstance(store, SqliteStore)
    rows: tuple[tuple[int, str], ...] = table.house.run(store.reasons(table.id))
    return rows


def test_no_reason_is_told_while_the_game_is_on_by_any_call_or_frame(host: House, table: Seated) -> None:
    assert len(kept(table)) == 2
    assert all(SECRET in body for _, body in kept(table))
    token = table.tokens["red"]
    with listening(host) as line:
        pages = [line.page(table.id, seat) for seat in (token, "")]
        said = [line.get(table.path + call, seat) for call in CALLS for seat in (token, "")]
        said += [line.get(f"{table.path}/reasons", seat) for seat in (token, "")]
        said += [line.get(path) for path in ("/api/tables", "/api/games", f"/t/{table.id}")]
        orders = ({"seq": 4}, {"seq": 4, "action": "rest"})
        said += [
            host.post(f"{table.path}/{call}", order, seat).body
            for call in ("why", "undo", "hint")
            for order in orders
            for seat in (token, "")
        ]
        for page in pages:
            page.hear()
            said.append(str(page.heard).encode())
            page.close()
    assert b"200 OK" in said[0]
    assert not [one for one in said if SECRET.encode() in one]
    assert SECRET not in host.log.getvalue()


def test_while_the_game_is_on_the_answer_is_one_clear_line(host: House, table: Seated) -> None:
    for seat in (table.tokens["red"], ""):
        answer = host.get(f"{table.path}/reasons", seat)
        assert answer.status == 403
        assert answer.json["error"] == "the machines' reasons are told when the game is over"


def test_after_the_end_everybody_reads_them_by_the_numbers_of_the_log(host: House, table: Seated) -> None:
    finished(table)
    for seat in (table.tokens["red"], ""):
        told = host.get(f"{table.path}/reasons", seat).json
        assert [one["seq"] for one in told] == [2, 4, 6, 8]
        log = {entry["seq"]: entry for entry in table.sight(seat)["log"]}
        assert all(log[one["seq"]]["seat"] == 1 for one in told)
        assert told[0]["expected"] == [
            f"{SECRET} {held(table).game.view(held(table).moments[0].state, Seat(1)).hand}"
        ]
        assert (told[0]["feared"], told[0]["chances"]) == (["blue rests"], ["1 of 1"])


def test_they_outlast_a_restart(tmp_path: Path, toy: AnyGame, talker: None) -> None:
    with house(tmp_path / "db") as host:
        table = finished(host.open(scenario="short", seats={"blue": "talker"}))
        before = host.get(f"{table.path}/reasons").body
    with house(tmp_path / "db") as host:
        assert host.get(f"{table.path}/reasons").body == before
    assert before.count(SECRET.encode()) == 4


def test_a_person_s_acts_have_none_and_an_only_answer_keeps_nothing(
    host: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Brief(Talker):
        def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
            return Reasons()

    monkeypatch.setitem(MACHINES, "brief", Brief)
    table = finished(host.open(scenario="short", seats={"blue": "brief"}))
    assert host.get(f"{table.path}/reasons").json == []
    assert kept(table) == ()


def test_whoever_can_t_say_why_plays_all_the_same(host: House, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tongueless(Talker):
        def reasons(self, game: AnyGame, view: Any, action: Any) -> Reasons:
            raise ZeroDivisionError(f"{SECRET} {view.hand}")

    monkeypatch.setitem(MACHINES, "tongueless", Tongueless)
    table = finished(host.open(scenario="short", seats={"blue": "tongueless"}))
    assert host.get(f"{table.path}/reasons").json == []
    failed = [line for line in lines(host) if line["event"] == "reasons failed"]
    assert [line["type"] for line in failed] == ["ZeroDivisionError"] * 4
    assert SECRET not in host.log.getvalue()


@pytest.mark.parametrize("kind", ["random", "greedy", "officer", "search"])
def test_every_machine_leaves_its_reasons(host: House, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setitem(MACHINES, "search", lambda: Search(Budget(looks=20)))
    table = host.open(scenario="short", seats={"red": kind, "blue": kind})
    until(lambda: over(table))
    told = host.get(f"{table.path}/reasons").json
    assert [one["seq"] for one in told] == list(range(1, 9))
    assert all(one["chances"] for one in told[:-1])


def test_what_is_kept_is_small(racing: House) -> None:
    (code,) = [one["code"] for one in racing.get("/api/games").json][:1]
    seats = dict.fromkeys(racing.get("/api/games").json[0]["seats"], "officer")
    table = Seated(racing, racing.post("/api/tables", {"game": code, "seats": seats}).json)
    until(lambda: table.sight()["seq"] > 120)
    rows = kept(table)
    assert rows
    assert sum(len(body) for _, body in rows) / len(rows) < 500
    assert all(msgspec.json.decode(body, type=Reasons) for _, body in rows)
