"""Only the seat that decides acts, at the right number, and only what is legal."""

import pytest
from tests.server.house import House


def test_a_watcher_cannot_act(host: House) -> None:
    table = host.open()
    answer = host.post(f"{table.path}/actions", {"seq": 0, "action": "rest"})
    assert answer.status == 403
    assert table.sight()["seq"] == 0


@pytest.mark.parametrize("token", ["x", "x" * 32, "a,b", "ä" * 16, "0" * 5000])
def test_a_made_up_secret_opens_nothing(host: House, token: str) -> None:
    table = host.open()
    act = {"seq": 0, "action": "rest"}
    assert host.post(f"{table.path}/actions", act, token).status == 403
    assert host.get(table.path, token).status == 403
    assert host.get(f"{table.path}/record", token).status == 403


def test_the_secret_of_one_table_opens_no_other(host: House) -> None:
    one, other = host.open(), host.open()
    answer = host.post(f"{other.path}/actions", {"seq": 0, "action": "rest"}, one.tokens["red"])
    assert answer.status == 403
    assert other.sight()["seq"] == 0


def test_a_machines_seat_has_no_secret_to_be_guessed(host: House) -> None:
    table = host.open(seats={"red": "human", "blue": "random"})
    for token in ("", " ", ",", ",,"):
        assert host.post(f"{table.path}/actions", {"seq": 0, "action": "rest"}, token).status == 403


def test_secrets_differ_and_have_more_than_128_bits(host: House) -> None:
    tokens = [token for _ in range(50) for token in host.open().tokens.values()]
    assert len(set(tokens)) == 100
    assert min(map(len, tokens)) * 6 >= 128


def test_the_seat_whose_turn_it_is_not_is_told_who_must_decide(host: House) -> None:
    table = host.open()
    answer = table.act("rest", "blue")
    assert answer.status == 403
    assert answer.json == {"error": "red must decide", "rule": "TOY 1"}


@pytest.mark.parametrize("seq", [0, 2, 3, 1 << 30])
def test_an_action_at_another_number_is_stale(host: House, seq: int) -> None:
    table = host.open().played("rest")
    answer = table.act("rest", "blue", seq)
    assert answer.status == 409
    assert answer.json["seq"] == 1
    assert table.sight()["seq"] == 1


def test_the_same_action_sent_twice_is_played_once(host: House) -> None:
    table = host.open()
    assert table.act("rest", "red", 0).status == 200
    assert table.act("rest", "red", 0).status == 409
    assert table.sight()["seq"] == 1


def test_an_illegal_action_is_refused_by_its_rule(host: House) -> None:
    table = host.open()
    held = {card["name"] for card in table.sight("red")["scene"]["cards"]}
    other = next(n for n in range(1, 10) if f"card {n}" not in held)
    answer = table.act(f"play {other}", "red")
    assert answer.status == 422
    assert answer.json == {"error": f"red doesn't hold card {other}", "rule": "TOY 2"}


def test_nothing_is_played_after_the_end(host: House) -> None:
    table = host.open(scenario="short").finish()
    answer = table.act("rest", "red")
    assert (answer.status, answer.json["rule"]) == (422, "TOY 6")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"rest"',
        b"\xff\xfe",
        b'{"seq": 0}',
        b'{"action": "rest"}',
        b'{"seq": "0", "action": "rest"}',
        b'{"seq": 0.5, "action": "rest"}',
        b'{"seq": true, "action": "rest"}',
        b'{"seq": -1, "action": "rest"}',
        b'{"seq": 99999999999999999999999, "action": "rest"}',
        b'{"seq": 0, "action": ["rest"]}',
        b'{"seq": 0, "action": ""}',
        b'{"seq": 0, "action": "castle"}',
        b'{"seq": 0, "action": "rest\\n"}',
        b'{"seq": 0, "action": "rest | 5"}',
        b'{"seq": 0, "action": "\\ud800"}',
        b'{"seq": 0, "action": "rest", "seat": 1}',
        b'{"seq": 0, "action": "' + b"x" * 1000 + b'"}',
        b"[" * 100_000,
    ],
)
def test_a_malformed_action_is_a_bad_request(host: House, body: bytes) -> None:
    table = host.open()
    answer = host.post(f"{table.path}/actions", body, table.every)
    assert answer.status == 400, answer.body
    assert set(answer.json) == {"error", "rule"}
    assert table.sight()["seq"] == 0


def test_an_undo_takes_back_what_told_nothing_to_anybody(host: House) -> None:
    table = host.open().played("roll")
    assert table.act("rest", "blue").status == 200
    assert table.sight("blue")["undo"] == table.no_undo("blue") == ""
    assert table.sight("red")["undo"] == table.no_undo("red") == "the last action was by Blue"
    assert host.post(f"{table.path}/undo", {"seq": 2}, table.tokens["blue"]).json == {"seq": 3}
    sight = table.sight("blue")
    assert sight["turn_of"] == [1]
    assert sight["log"][-1]["action"] == "undo"
    assert sight["log"][-1]["undoes"] == 2
    assert sight["log"][-1]["events"][0]["text"] == "blue takes back: rest"
    table.played("draw").finish()
    record = host.get(f"{table.path}/record").body.decode()
    assert "\n2 blue draw |" in record


def test_whoever_looks_at_the_time_before_an_undo_is_stale_after_it(host: House) -> None:
    table = host.open().played("rest")
    assert host.post(f"{table.path}/undo", {"seq": 1}, table.tokens["red"]).status == 200
    table.played("draw")
    assert table.sight()["seq"] == 3
    assert table.act("rest", "blue", 1).status == 409


def test_a_die_is_never_taken_back(host: House) -> None:
    table = host.open().played("roll")
    assert table.sight("red")["undo"] == table.no_undo("red") == "a die was rolled"
    answer = host.post(f"{table.path}/undo", {"seq": 1}, table.tokens["red"])
    assert (answer.status, answer.json["error"]) == (422, "a die was rolled")


def test_what_was_shown_is_never_taken_back(host: House) -> None:
    table = host.open()
    plays = [choice["text"] for choice in table.sight("red")["scene"]["choices"] if choice["verb"] == "play"]
    table.played(plays[0])
    answer = host.post(f"{table.path}/undo", {"seq": 1}, table.tokens["red"])
    assert (answer.status, answer.json["error"]) == (422, "blue learnt by it what was hidden")


def test_nobody_takes_back_what_he_did_not_do_or_has_not_seen(host: House) -> None:
    table = host.open()
    assert host.post(f"{table.path}/undo", {"seq": 0}, table.tokens["red"]).status == 422
    table.played("rest")
    assert host.post(f"{table.path}/undo", {"seq": 1}, table.tokens["blue"]).status == 422
    assert host.post(f"{table.path}/undo", {"seq": 1}).status == 403
    assert host.post(f"{table.path}/undo", {"seq": 0}, table.tokens["red"]).status == 409
    assert table.sight()["seq"] == 1


def test_nothing_is_taken_back_once_the_key_is_told(host: House) -> None:
    table = host.open(scenario="short").finish()
    assert host.post(f"{table.path}/undo", {"seq": 8}, table.every).status == 422
    assert table.sight("blue")["key"]


def test_several_undos_go_back_one_action_each(host: House) -> None:
    table = host.open().played("rest", "rest", "rest")
    for seq, captioned in ((3, "28 acts left"), (4, "29 acts left"), (5, "30 acts left")):
        assert host.post(f"{table.path}/undo", {"seq": seq}, table.every).json == {"seq": seq + 1}
        assert table.sight()["scene"]["caption"] == captioned
    assert [line["undoes"] for line in table.sight()["log"]] == [0, 0, 0, 0, 3, 2, 1]
