"""What one click asks of the server: an order is answered with what is seen next, and nothing is worked out
that nobody wants to know."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from tests.server.cost import cost
from tests.server.house import House, Seated
from tests.server.worlds import held

from berlin.kernel.contract.ids import Seat
from berlin.server.store.store import StoreFailed
from berlin.server.tables import tables


def walked(racing: House, code: str, acts: int) -> Seated:
    """A table after so many random acts, and so many more that nobody's Undo is ruled out at once."""
    table, rng = racing.open(game=code, scenario="", seed=7), Random(7)
    for n in range(acts + 200):
        live = held(table)
        if n > acts and live.no_undo((Seat(0), Seat(1))) is None:
            return table
        table.played(live.game.write(live.game.sample(live.state, rng)))
    raise AssertionError("a die was rolled each time")


@pytest.mark.parametrize("code", ["race", "noretreat", "orsha"])
def test_no_other_world_is_made_to_read_a_table(racing: House, code: str) -> None:
    table = walked(racing, code, 30)
    with patch.object(tables, "barrier", side_effect=AssertionError("worked out")):
        assert table.sight(table.every)["undo"] == ""
    with patch.object(tables, "barrier", return_value="so") as worked_out:
        assert [table.no_undo(table.every) for _ in range(2)] == ["so", "so"]
    # For one act it is worked out once.
    assert worked_out.call_count == 1


def test_reading_a_table_again_takes_few_calls(racing: House) -> None:
    """4,632 calls it took, when whether Undo is open was worked out for it."""
    table = walked(racing, "race", 30)
    request = "GET", f"{table.path}?since={table.number(table.every)}", None
    cost(racing, request, table.every)
    assert cost(racing, request, table.every) < 600


def test_what_somebody_learnt_is_told_who_asks(host: House) -> None:
    table = host.open(seed=1)
    shown = next(one["text"] for one in table.sight("red")["scene"]["choices"] if one["verb"] == "play")
    table.played(shown)
    assert table.sight("red")["undo"] == ""
    answer = host.get(f"{table.path}/undo", table.tokens["red"]).json
    assert answer == {"seq": 1, "undo": "blue learnt by it what was hidden"}
    assert table.no_undo() == "a watcher takes nothing back"
    assert host.get(f"{table.path}/undo", "made up").status == 403


def ordered(table: Seated, call: str, body: dict[str, Any], seat: str) -> Any:
    answer = table.house.post(f"{table.path}{call}", body, table.tokens.get(seat, seat))
    assert answer.status == 200, answer.body
    return answer.json


def test_an_order_is_answered_with_what_is_seen_next_if_that_is_wanted(host: House) -> None:
    """By every set of keys: what a look afterwards shows, and of the log what is new."""
    table = host.open()
    told = ordered(table, "/actions", {"seq": 0, "action": "rest", "since": 0}, "red")
    assert told == table.sight("red", "?since=0")
    assert [line["seq"] for line in told["log"]] == [1]
    told = ordered(table, "/actions", {"seq": 1, "action": "rest", "since": -1}, table.every)
    assert told == table.sight(table.every)
    assert told["seat"] == 0
    assert told["scene"]["choices"]
    told = ordered(table, "/undo", {"seq": 2, "since": 1}, table.every)
    assert told == table.sight(table.every, "?since=1")
    assert [line["action"] for line in told["log"]] == ["rest", "undo"]


def test_who_asks_for_no_more_is_told_the_number(host: House) -> None:
    table = host.open()
    assert ordered(table, "/actions", {"seq": 0, "action": "rest"}, "red") == {"seq": 1}
    assert ordered(table, "/undo", {"seq": 1}, "red") == {"seq": 2}


@pytest.mark.parametrize("since", [-2, "all", 1 << 40, 0.5])
def test_what_is_no_number_is_refused_in_a_line_and_nothing_is_played(host: House, since: object) -> None:
    table = host.open()
    body = {"seq": 0, "action": "rest", "since": since}
    answer = host.post(f"{table.path}/actions", body, table.every)
    assert (answer.status, set(answer.json)) == (400, {"error", "rule"})
    assert table.number() == 0


def test_a_secret_of_the_other_seat_is_not_in_the_answer(host: House) -> None:
    table = host.open().played("draw")
    told = ordered(table, "/actions", {"seq": 1, "action": "rest", "since": -1}, "blue")
    assert told["seat"] == 1
    assert told == table.sight("blue")
    assert told["log"] != table.sight("red")["log"]


def test_several_answers_are_weighed_in_one_call(host: House) -> None:
    table = host.open()
    texts = ["roll", *(f"play {card}" for card in range(1, 10)), "rest"]
    whys = [{"seq": 0, "actions": texts}, *({"seq": 0, "action": text} for text in texts)]
    together, *each = (host.post(f"{table.path}/why", why, table.tokens["red"]).json for why in whys)
    assert together == [verdict for verdicts in each for verdict in verdicts]
    assert {verdict["legal"] for verdict in together} == {True, False}


@pytest.mark.parametrize(
    "about",
    [
        {"actions": ["rest"], "action": "rest"},
        {"actions": ["rest"], "unit": "1"},
        {"actions": ["rest"] * 61},
        {"actions": "rest"},
        {"actions": [7]},
    ],
)
def test_what_can_t_be_asked_together_is_refused_in_a_line(host: House, about: dict[str, object]) -> None:
    table = host.open()
    answer = host.post(f"{table.path}/why", {"seq": 0, **about}, table.tokens["red"])
    assert (answer.status, set(answer.json)) == (400, {"error", "rule"})


def test_nobody_sees_what_an_act_leads_to_before_it_is_kept(host: House) -> None:
    """What is seen next is reckoned beforehand; if the store fails it is thrown away with the act."""
    table = host.open()
    everybody = (*table.tokens, "")
    before = [table.sight(seat) for seat in everybody]
    live = held(table)
    views = {eyes: live.view(eyes) for eyes in live.noticed.everybody}
    seen = list[object]()

    async def fail(*_: object) -> None:
        seen.append({eyes: live.view(eyes) for eyes in views})
        raise StoreFailed("the disk is full")

    with patch.object(host.server.store, "append", fail):
        assert table.act("rest").status == 503
    assert seen == [views]
    assert [table.sight(seat) for seat in everybody] == before
    table.played("rest")
    assert table.number() == 1
