"""A seat gives the game up by its own link, while it is asked; then all is told, as at any end."""

from pathlib import Path

import pytest
from tests.server.house import House, house

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.play.dice import commitment
from berlin.kernel.records import record
from berlin.kernel.records.verify import verify


def test_who_is_asked_resigns_and_the_key_is_told(host: House, toy: AnyGame) -> None:
    table = host.open().played("roll", "rest", "draw")
    assert table.sight("blue")["key"] == ""
    assert table.act("resign blue", "blue").status == 200
    for seat in ("red", "blue", ""):
        seen = table.sight(seat)
        assert (seen["turn_of"], seen["resign"]) == ([], None)
        assert seen["scene"]["result"] == "Blue resigned: victory for Red."
        assert commitment(bytes.fromhex(seen["key"])) == table.commitment
        last = seen["log"][-1]
        assert (last["seat"], last["action"]) == (1, "resign blue")
        assert [event["text"] for event in last["events"]] == ["Blue resigned: victory for Red"]
    text = host.get(f"{table.path}/record").body.decode()
    assert "\n4 blue resign blue\nend " in text
    assert verify(record.parse(text, game=toy), game=toy).status == "verified"
    assert host.get(f"{table.path}/situation").body.decode().count('resigned = "blue"') == 1
    (listed,) = [one for one in host.get("/api/tables").json if one["id"] == table.id]
    assert (listed["deciders"], listed["result"]) == ([], "Blue resigned: victory for Red.")


def test_the_record_of_a_game_given_up_is_looked_back_at_at_a_new_table(host: House) -> None:
    table = host.open().played("roll", "rest", "resign red")
    text = host.get(f"{table.path}/record").body.decode()
    again = host.open(scenario="", record=text)
    seen = again.sight()
    assert (seen["turn_of"], seen["scene"]["result"]) == ([], "Red resigned: victory for Blue.")
    assert again.act("resign blue", "blue").status == 422
    assert host.get(f"{again.path}/record").body.decode() == text


def test_it_is_offered_to_the_eyes_of_who_is_asked(host: House) -> None:
    table = host.open().played("rest")
    offered = table.sight("blue")["resign"]
    assert (offered["text"], offered["verb"]) == ("resign blue", "resign")
    assert offered["label"] == "The game is over at once, with victory for Red; it can't be taken back"
    assert table.sight("red")["resign"] is None
    assert table.sight()["resign"] is None
    assert table.sight(table.every)["resign"] == offered
    assert host.get(f"{table.path}/moments/0", table.tokens["red"]).json["resign"] is None
    (why,) = host.post(f"{table.path}/why", {"seq": 1, "action": "resign blue"}, table.tokens["blue"]).json
    assert (why["legal"], why["warnings"]) == (True, [offered["label"][0].lower() + offered["label"][1:]])


@pytest.mark.parametrize(
    ("seat", "action", "status", "error"),
    [
        ("red", "resign red", 403, "blue must decide"),
        ("red", "resign blue", 403, "blue must decide"),
        ("blue", "resign red", 422, "only who is asked may resign: that is Blue, not Red"),
        ("blue", "resign", 400, "names no seat that resigns"),
        ("blue", "resign nobody", 400, "names no seat that resigns"),
    ],
)
def test_nobody_resigns_out_of_turn_or_for_another(
    host: House, seat: str, action: str, status: int, error: str
) -> None:
    table = host.open().played("rest")
    answer = table.act(action, seat)
    assert answer.status == status
    assert error in answer.json["error"]
    assert table.sight()["turn_of"] == [1]


def test_a_watcher_and_a_stranger_resign_for_nobody(host: House) -> None:
    table = host.open()
    for token in ("", "x" * 32, host.open().tokens["red"]):
        answer = host.post(f"{table.path}/actions", {"seq": 0, "action": "resign red"}, token)
        assert answer.status == 403
    assert table.sight()["turn_of"] == [0]
    # What he looked at has passed.
    table.played("rest", "rest")
    assert table.act("resign red", "red", 0).status == 409


def test_nothing_follows_a_resignation_and_it_is_not_taken_back(host: House) -> None:
    table = host.open().played("rest", "resign blue")
    for seat in ("red", "blue"):
        assert table.act("rest", seat).status == 422
        assert table.act(f"resign {seat}", seat).json["error"] == "the game is over"
        undone = host.post(f"{table.path}/undo", {"seq": 2}, table.tokens[seat])
        assert undone.status == 422
        assert "the game is over" in undone.json["error"]
    assert table.sight()["seq"] == 2


def test_what_was_hidden_lies_open_after_it(host: House) -> None:
    table = host.open().played("draw", "draw")
    hidden = [event["text"] for line in table.sight("red")["log"] for event in line["events"]]
    assert "blue draws a card" in hidden
    blue = table.path + "?eyes=blue"
    assert host.get(blue, table.tokens["red"]).status == 403
    table.played("resign red")
    open_now = host.get(blue, table.tokens["red"]).json
    texts = [event["text"] for line in open_now["log"] for event in line["events"]]
    assert "blue draws a card" not in texts
    assert sum(text.startswith("blue draws card ") for text in texts) == 3


def test_where_several_are_asked_who_resigns_learns_nothing_of_the_others_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_WHERE", {"sealed": "sealed:GAME"})
    with house(tmp_path / "x.db") as host:
        told = [answered_unseen(host, bid) for bid in (1, 2, 3)]
    assert told[0] == told[1] == told[2]


def answered_unseen(host: House, bid: int) -> object:
    """What blue is told while red has bid, before blue gives up."""
    table = host.open(game="sealed", seed=1).played("rest", "rest", "rest")
    assert table.act(f"red bids {bid}", "red").status == 200
    before = table.sight("blue")
    assert before["resign"]["text"] == "resign blue"
    assert table.sight("red")["resign"] is None
    refused = table.act("resign red", "blue")
    assert refused.status == 422
    assert table.act("resign blue", "blue").status == 200
    assert table.sight("blue")["scene"]["result"] == "Blue resigned: victory for Red."
    return refused.json, {**before, "id": ""}


def test_a_machine_whose_opponent_resigned_has_nothing_to_think_about(host: House) -> None:
    table = host.open(seats={"red": "human", "blue": "random"})
    assert (
        host.post(f"{table.path}/actions", {"seq": 0, "action": "resign red"}, table.tokens["red"]).status
        == 200
    )
    assert host.server.machines._playing == {}
    assert (table.sight()["seq"], table.sight()["turn_of"]) == (1, [])


@pytest.mark.parametrize(
    ("code", "seat", "text"),
    [
        ("race", "koniev", "Koniev resigned: victory for Zhukov."),
        ("noretreat", "axis", "The Axis resigned: victory for the Soviets."),
        ("orsha", "german", "The Germans conceded: victory for the Russians."),
    ],
)
def test_every_game_is_given_up_and_comes_back_from_the_disk(
    tmp_path: Path, code: str, seat: str, text: str
) -> None:
    with house(tmp_path / "x.db") as host:
        table = host.open(game=code, scenario="", seed=7)
        assert table.act(f"resign {seat}", seat).status == 200
        before = [table.sight(one) for one in (*table.tokens, "")]
        assert {sight["scene"]["result"] for sight in before} == {text}
    with house(tmp_path / "x.db") as again:
        table.house = again
        after = [table.sight(one) for one in (*table.tokens, "")]
        assert after == before
        assert all(sight["key"] for sight in after)
