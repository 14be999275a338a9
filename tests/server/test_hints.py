"""A hint: for whoever decides, from his own view, where the host allows it, and noted for the others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.house import GENEROUS, ORDER, Answer, House, Seated, asked, house
from tests.server.test_leaks import OWN
from tests.server.test_machines import over, until
from tests.server.worlds import held, twins

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.server.machines import hints
from berlin.server.machines.hints import NONE_HERE


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ADVISOR", "search:30")


@pytest.fixture
def table(host: House) -> Seated:
    """Two people, with hints."""
    return host.open(hints=True)


def hint(table: Seated, seat: str = "red", seq: int | None = None) -> Answer:
    seq = table.sight()["seq"] if seq is None else seq
    return table.house.post(f"{table.path}/hint", {"seq": seq}, table.tokens.get(seat, seat))


@pytest.mark.parametrize(
    "seats, asked, allowed",
    [
        ({"blue": "random"}, None, True),
        ({"blue": "random"}, False, False),
        ({}, None, False),
        ({}, True, True),
        ({}, False, False),
    ],
)
def test_hints_are_for_games_against_machines_unless_the_host_says_otherwise(
    host: House, seats: dict[str, str], asked: bool | None, allowed: bool
) -> None:
    order = {} if asked is None else {"hints": asked}
    table = host.open(seats=seats, **order)
    assert table.sight()["hints"] is allowed
    answer = hint(table)
    assert answer.status == (200 if allowed else 403)
    if not allowed:
        assert answer.json["error"] == NONE_HERE
        assert table.sight()["seq"] == 0


def test_a_hint_is_a_legal_answer_with_its_reasons_and_is_not_played(table: Seated) -> None:
    told = hint(table).json
    assert set(told) == {"seq", "action", "expected", "feared", "chances"}
    assert told["action"] in [choice["text"] for choice in table.sight("red")["scene"]["choices"]]
    assert any("looks ahead" in line for line in told["chances"])
    assert table.sight()["turn_of"] == [0]
    assert len(held(table).live) == 0
    assert table.act(told["action"], "red", told["seq"]).status == 200


def test_the_others_read_in_the_log_that_it_was_asked_and_not_what_was_said(table: Seated) -> None:
    told = hint(table).json
    assert told["seq"] == 1
    for seat in ("blue", ""):
        line = table.sight(seat)["log"][-1]
        assert (line["seq"], line["seat"], line["action"]) == (1, 0, "hint")
        assert [event["text"] for event in line["events"]] == ["red asks for a hint"]
        assert not [text for text in told["chances"] if text in str(table.sight(seat))]
        assert table.house.get(f"{table.path}/moments/1").status == 200


def test_who_asks_again_is_told_the_same_and_it_is_noted_once(table: Seated) -> None:
    first, again = hint(table), hint(table)
    assert first.body == again.body
    assert table.sight()["seq"] == 1
    table.played("rest", "rest")
    assert hint(table).json["seq"] == 4


def test_nothing_is_made_anew_for_who_asks_again(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not paid for: a view of a large position would be, by everybody else."""
    first = hint(table)
    made = "a view was made"
    monkeypatch.setattr(type(held(table).game), "view", lambda *_: pytest.fail(made))
    assert hint(table).body == first.body
    assert made not in table.house.log.getvalue()


def test_of_many_who_ask_at_once_one_lets_somebody_think(table: Seated) -> None:
    body, headers = b'{"seq": 0}', {**ORDER, "x-seat": table.tokens["red"]}

    async def together() -> list[Answer]:
        call = (asked(table.house.server, "POST", f"{table.path}/hint", body, headers) for _ in range(8))
        return await asyncio.gather(*call)

    told = table.house.run(together())
    assert {answer.status for answer in told} == {200}
    assert len({answer.body for answer in told}) == 1
    assert table.sight()["seq"] == 1


def test_who_may_not_ask(table: Seated) -> None:
    assert hint(table, "").status == 403
    assert hint(table, "blue").status == 403
    assert hint(table, "red", 3).status == 409
    assert hint(table, "red", 3).json["seq"] == 0
    assert table.house.post(f"{table.path}/hint", {"seq": 0, "x": 1}, table.every).status == 400
    assert table.sight()["seq"] == 0
    table.finish()
    assert hint(table, table.every).status == 422


def test_they_are_limited_like_all_that_costs(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", replace(GENEROUS, hint_rate=1e-9, hint_burst=2)) as host:
        table, statuses = host.open(hints=True), []
        for _ in range(3):
            statuses.append(hint(table, table.every).status)
            table.played("rest")
        assert statuses == [200, 200, 429]


def test_an_act_is_taken_back_past_a_hint(table: Seated) -> None:
    table.played("rest")
    assert hint(table, "blue").status == 200
    assert table.house.post(f"{table.path}/undo", {"seq": 2}, table.tokens["red"]).json == {"seq": 3}
    assert table.sight()["turn_of"] == [0]
    assert [line["action"] for line in table.sight()["log"]] == ["", "rest", "hint", "undo"]
    # The question is another one now, and so is the hint.
    assert hint(table, "red").json["seq"] == 4
    table.finish()
    record = table.house.get(f"{table.path}/record").body.decode()
    assert "hint" not in record


def test_a_table_that_moved_on_meanwhile_gets_no_hint(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    machines, seen = table.house.server.machines, []
    think = machines.think

    async def slowly(*asked: Any) -> Any:
        thought = await think(*asked)
        seen.append(await machines.tables.act(held_now, (Seat(0),), 0, "rest"))
        return thought

    held_now = held(table)
    monkeypatch.setattr(machines, "think", slowly)
    answer = hint(table)
    assert (answer.status, answer.json["seq"]) == (409, 1)
    assert seen == [1]
    assert [line["action"] for line in table.sight()["log"]] == ["", "rest"]


def test_hints_are_there_again_after_a_restart(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db") as host:
        table = host.open(hints=True)
        first = hint(table).json
        table.played("rest")
        before = [host.get(table.path, token).body for token in ("", *table.tokens.values())]
    with house(tmp_path / "db") as host:
        table.house = host
        assert [host.get(table.path, token).body for token in ("", *table.tokens.values())] == before
        assert table.sight()["hints"] is True
        assert hint(table, "blue").json["seq"] == 3
    assert first["seq"] == 1


def test_against_a_machine_a_hint_holds_nobody_up(host: House) -> None:
    table = host.open(scenario="short", seats={"blue": "random"})
    while not over(table):
        until(lambda: table.sight()["turn_of"] in ([0], []))
        if not over(table):
            told = hint(table).json
            assert table.act(told["action"], "red", told["seq"]).status == 200


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, **OWN})


@pytest.mark.parametrize("code", [*OWN, "race"])
def test_worlds_that_the_seat_can_t_tell_apart_give_the_same_hint(
    tmp_path: Path, own_games: None, code: str
) -> None:
    given = 0
    with twins(tmp_path, Seat(0), 4, game=code, hints=True) as pair:
        pair.part()
        for _ in range(40):
            if pair.seat in pair.game.deciders(held(pair.here).state):
                here, there = (hint(table, pair.name) for table in pair.each())
                assert here == there
                given += here.status == 200
            if given > 2 or not pair.step():
                break
        pair.compare(whole=True)
    assert given


def test_a_hint_for_one_of_several_who_answer_at_once_is_his_own(tmp_path: Path, own_games: None) -> None:
    with house(tmp_path / "db") as host:
        table = host.open(game="sealed", hints=True).played("rest", "rest", "rest")
        for seat in ("blue", "red"):
            assert hint(table, seat).json["action"].startswith(f"{seat} bids")
