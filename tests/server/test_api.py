"""The calls of docs/wire.md, as a client makes them."""

import pytest
from played import SITUATION
from tests.server.house import House

from berlin.kernel.records.record import parse
from berlin.kernel.records.verify import verify
from berlin.players import SAYS, kinds


def test_the_games_are_told_with_their_seats_scenarios_and_players(host: House) -> None:
    (game,) = host.get("/api/games").json
    assert game["code"] == "toy"
    assert game["seats"] == ["red", "blue"]
    assert [scenario["key"] for scenario in game["scenarios"]] == ["short", "long"]
    assert game["players"] == ["human", *kinds()]
    assert {one["name"]: one["says"] for one in game["machines"]} == SAYS
    assert [one["name"] for one in game["machines"] if one["level"]] == ["recruit", "officer", "marshal"]
    assert game["usual"] == "officer"
    assert game["variant"] == ""


def test_health_tells_how_many_tables_there_are(host: House) -> None:
    host.open()
    told = host.get("/api/health").json
    assert told["ok"] is True
    assert told["tables"] == 1


def test_a_board_is_sent_once_and_then_only_confirmed(host: House) -> None:
    first = host.get("/api/games/toy/board")
    assert first.json["width"] == 10
    again = host.get("/api/games/toy/board", headers={"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_a_clause_is_told_by_its_id(host: House) -> None:
    assert host.get("/api/games/toy/rules/TOY 3").json["gist"] == "rule 3"
    assert host.get("/api/games/toy/rules/TOY 99").status == 404


def test_the_whole_book_is_told_in_its_order(host: House) -> None:
    told = host.get("/api/games/toy/rules").json
    assert [clause["id"] for clause in told][:3] == ["TOY 1", "TOY 2", "TOY 3"]
    assert set(told[0]) == {"id", "kind", "gist", "source"}


def test_the_mark_of_a_part_of_the_book_is_told_to_nobody(racing: House) -> None:
    marks = ("[campaign]", "[tactical]")
    told = racing.get("/api/games/orsha/rules").json
    told.append(racing.get("/api/games/orsha/rules/OTO 4.1d").json)
    assert [clause["part"] for clause in told[-1:]] == ["campaign"]
    assert not [clause["id"] for clause in told if any(mark in clause["gist"] for mark in marks)]


def test_house_values_are_told(host: House) -> None:
    assert [datum["name"] for datum in host.get("/api/games/toy/data?source=house").json] == ["count"]
    assert host.get("/api/games/toy/data?source=printed").json == []
    assert host.get("/api/games/toy/data?source=hearsay").status == 400


def test_a_new_table_gives_each_person_a_secret_and_machines_none(host: House) -> None:
    table = host.open(seats={"red": "human", "blue": "random"}, names={"red": "  Anna \n from\tUlm "})
    assert set(table.tokens) == {"red"}
    assert len(table.tokens["red"]) >= 32
    (row,) = host.get("/api/tables").json
    assert row["names"] == {"red": "Anna from Ulm", "blue": "blue"}
    assert row["players"] == ["human", "random"]
    assert row["deciders"] == [0]
    assert row["caption"] == "30 acts left"


def test_the_list_has_the_newest_first(host: House) -> None:
    first, second = host.open(), host.open()
    assert [row["id"] for row in host.get("/api/tables").json] == [second.id, first.id]
    first.played("rest")
    rows = host.get("/api/tables").json
    assert [(row["id"], row["seq"]) for row in rows] == [(first.id, 1), (second.id, 0)]


def test_an_action_is_played_by_the_seat_that_decides(host: House) -> None:
    table = host.open()
    assert table.act("rest", "red").json == {"seq": 1}
    assert table.act("roll", "blue").json == {"seq": 2}
    sight = table.sight("red")
    assert sight["seq"] == 2
    assert sight["turn_of"] == [0]
    assert [line["action"] for line in sight["log"]] == ["", "rest", "roll"]
    assert [line["seq"] for line in table.sight("red", "?since=1")["log"]] == [2]


def test_whoever_holds_both_seats_sees_with_the_eyes_of_the_one_that_decides(host: House) -> None:
    table = host.open()
    assert table.sight(table.every)["seat"] == 0
    table.played("rest")
    assert table.sight(table.every)["seat"] == 1


def test_a_seat_sees_its_choices_and_a_watcher_none(host: House) -> None:
    table = host.open()
    assert "roll" in [choice["text"] for choice in table.sight("red")["scene"]["choices"]]
    assert table.sight("blue")["scene"]["choices"] == []
    watcher = table.sight()
    assert watcher["seat"] is None
    assert watcher["scene"]["choices"] == []
    assert watcher["undo"] == "a watcher takes nothing back"


def test_why_explains_to_the_seat_that_decides(host: House) -> None:
    table = host.open()
    ask = {"seq": 0, "action": "roll"}
    (told,) = host.post(f"{table.path}/why", ask, table.tokens["red"]).json
    assert told["legal"] is True
    assert told["explanation"]["tallies"][0]["total"] == 0
    assert len(told["explanation"]["outcomes"]) == 6
    assert host.post(f"{table.path}/why", ask, table.tokens["blue"]).status == 403
    assert host.post(f"{table.path}/why", ask).status == 403
    assert host.post(f"{table.path}/why", {"seq": 1, "action": "roll"}, table.tokens["red"]).status == 409
    held = {card["name"] for card in table.sight("red")["scene"]["cards"]}
    other = next(n for n in range(1, 10) if f"card {n}" not in held)
    ask = {"seq": 0, "action": f"play {other}"}
    (told,) = host.post(f"{table.path}/why", ask, table.tokens["red"]).json
    assert (told["legal"], told["rule"], told["explanation"]) == (False, "TOY 2", None)
    assert (
        host.post(f"{table.path}/why", {"seq": 0, "unit": "1", "place": ""}, table.tokens["red"]).json == []
    )


def test_every_moment_can_be_seen_again(host: House) -> None:
    table = host.open().played("rest", "roll", "rest")
    past = host.get(f"{table.path}/moments/1", table.tokens["red"]).json
    assert past["seq"] == 1
    assert past["scene"]["caption"] == "29 acts left"
    assert [line["seq"] for line in past["log"]] == [0, 1]
    assert host.get(f"{table.path}/moments/4").status == 404
    assert host.get(f"{table.path}/moments/-1").status == 400
    assert host.get(f"{table.path}/moments/x").status == 400


def test_other_eyes_open_when_the_game_is_over(host: House) -> None:
    table = host.open(scenario="short").played("draw")
    assert host.get(f"{table.path}/moments/1?eyes=red").status == 403
    assert host.get(f"{table.path}/moments/1?eyes=red", table.tokens["blue"]).status == 403
    assert host.get(f"{table.path}/moments/1?eyes=0", table.tokens["red"]).status == 200
    table.finish()
    seen = host.get(f"{table.path}/moments/1?eyes=red").json
    assert seen["seat"] == 0
    assert seen["key"] == ""
    assert "draws card" in seen["log"][1]["events"][0]["text"]
    assert host.get(f"{table.path}/moments/1?eyes=2").status == 404
    assert host.get(f"{table.path}/moments/1?eyes=nobody").status == 400


def test_the_key_is_told_at_the_end_and_verifies_every_roll(host: House) -> None:
    table = host.open(scenario="short")
    while table.sight()["turn_of"]:
        assert table.sight("red")["key"] == ""
        table.played("roll")
    sight = table.sight()
    assert sight["commitment"] == table.commitment
    assert sight["scene"]["prompt"] is None
    record = parse(host.get(f"{table.path}/record").body.decode())
    assert record.key.hex() == sight["key"]
    verdict = verify(record)
    assert (verdict.status, verdict.rolls) == ("verified", 4 + 8)


def test_a_running_record_is_only_for_whoever_holds_every_seat_and_has_no_key(host: House) -> None:
    table = host.open(scenario="short").played("roll")
    for path in (f"{table.path}/record", f"{table.path}/situation"):
        assert host.get(path).status == 403
        assert host.get(path, table.tokens["red"]).status == 403
        assert host.get(path, f"{table.tokens['red']},{table.tokens['red']}").status == 403
        assert host.get(path, table.every).status == 200
    record = parse(host.get(f"{table.path}/record", table.every).body.decode())
    assert record.key == b""
    assert verify(record).status == "sealed"
    table.finish()
    assert host.get(f"{table.path}/record").status == 200
    assert "left = 0" in host.get(f"{table.path}/situation").body.decode()
    assert "left = 7" in host.get(f"{table.path}/situation?moment=1").body.decode()


def test_a_machines_hand_is_not_told_to_its_only_opponent(host: House) -> None:
    table = host.open(seats={"red": "human", "blue": "random"})
    assert host.get(f"{table.path}/situation", table.every).status == 403
    assert host.get(f"{table.path}/record", table.every).status == 403


def test_a_record_is_uploaded_and_replayed_or_gone_on_with(host: House) -> None:
    table = host.open(scenario="short").finish("roll")
    text = host.get(f"{table.path}/record").body.decode()
    again = host.open(record=text)
    assert again.id != table.id
    sight = again.sight()
    assert (sight["seq"], sight["turn_of"], sight["foretold"]) == (8, [], True)
    assert host.get(f"{again.path}/record").body.decode() == text
    open_text = "".join(line for line in text.splitlines(True) if line[0] not in "78e")
    further = host.open(record=open_text)
    assert further.sight()["seq"] == 6
    further.finish("rest")
    told = parse(host.get(f"{further.path}/record").body.decode())
    assert verify(told).status == "verified"
    assert [line.action for line in told.lines] == ["roll"] * 6 + ["rest"] * 2


def test_a_situation_is_set_up_and_played_from(host: House) -> None:
    table = host.open(situation=SITUATION)
    assert table.sight()["turn_of"] == [1]
    table.finish()
    assert verify(parse(host.get(f"{table.path}/record").body.decode())).status == "verified"


def test_a_seed_gives_the_same_dice_and_says_so(host: House) -> None:
    one, other = host.open(seed=7), host.open(seed=7)
    assert one.commitment == other.commitment
    assert one.sight()["foretold"] is True
    assert host.open().sight()["foretold"] is False


@pytest.mark.parametrize(
    "order, part",
    [
        ({"game": "chess"}, "no such game"),
        ({"game": "toy", "scenario": "endless"}, "no scenario is called"),
        ({"game": "toy", "seats": {"green": "human"}}, "the seats of this game are red, blue"),
        ({"game": "toy", "seats": {"red": "oracle"}}, "a seat is taken by one of: human, "),
        ({"game": "toy", "record": "nonsense"}, "not a record"),
        ({"game": "toy", "record": "berlin-record 1\ngame toy\n"}, "'rules' expected"),
        ({"game": "toy", "situation": "left = "}, "situation line 1: not TOML"),
        ({"game": "toy", "situation": "left = 3"}, "can't be read"),
        ({"game": "toy", "situation": "a = " + "[" * 1_900}, "line 1: more than 8 brackets"),
        ({"game": "toy", "situation": "a = " + "\n[" * 30_000}, ""),
        ({"game": "toy", "situation": "a = 1\n" + "a." * 8}, "not TOML"),
        ({"game": "toy", "situation": "a = 1\n" + "a." * 90}, "more than 8 dots"),
        ({"game": "toy", "situation": "a" * 16_385}, "longer than 16384 signs"),
        ({"game": "toy", "situation": "x" * 131_073}, "situation"),
        ({"game": "toy", "situation": "x", "record": "y"}, "not from both"),
        ({"game": "toy", "seed": 1 << 60}, "seed"),
        ({"game": "toy", "stakes": 5}, "stakes"),
        ({"scenario": "short"}, "game"),
        ([], "Expected"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_in_one_line(host: House, order: object, part: str) -> None:
    answer = host.post("/api/tables", order)
    assert answer.status in (400, 404)
    assert part in answer.json["error"]
    assert "\n" not in answer.json["error"]
    assert len(answer.json["error"]) <= 300


def test_a_situation_with_more_rolls_than_can_be_counted_is_refused(host: House) -> None:
    rows = 'game = "toy"\nleft = 3\nasks = "red"\nscores = [1, 2]\ngone = []\nrolls = 18446744073709551615\n'
    answer = host.post("/api/tables", {"game": "toy", "situation": rows + "[hands]\nred = []\nblue = []\n"})
    assert answer.status == 400


def test_what_is_not_there_is_told_as_such(host: House) -> None:
    for path in (
        "/api/tables/nowhere",
        "/api/nothing",
        "/api/games/chess/board",
        "/web/../app.py",
        "/nowhere",
    ):
        answer = host.get(path)
        assert answer.status == 404, path
        assert set(answer.json) == {"error", "rule"}
    assert host.call("DELETE", "/api/games").status == 405
