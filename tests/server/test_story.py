"""What happened, one thing at a time: of what the asking seat saw and was told, and no more of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fights import ELSEWHERE, at
from tests.server.house import House, Seated, house

from berlin.games.race.game import GAME
from berlin.kernel.contract import game as registry
from berlin.server.tables.table_story import MOST_ENTRIES


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, "toy": "toy:GAME"})
    with house(tmp_path / "tables.sqlite") as running:
        yield running


def story(table: Seated, seat: str = "", query: str = "") -> Any:
    answer = table.house.get(f"{table.path}/story{query}", table.tokens.get(seat, seat))
    assert answer.status == 200, answer.body
    return answer.json


def lines(told: Any) -> list[str]:
    return [line for episode in told["episodes"] for beat in episode["beats"] for line in beat["lines"]]


def test_each_entry_is_an_episode_with_its_number_and_its_seat(host: House) -> None:
    table = host.open().played("roll", "rest", "roll")
    told = story(table, "red", "?since=0")
    assert (told["since"], told["seq"]) == (0, 3)
    first = told["episodes"][0]
    assert (first["seq"], first["seat"], first["beats"][0]["kind"]) == (1, 0, "die")
    assert lines(told) == [
        event["text"] for entry in table.sight("red")["log"][1:] for event in entry["events"]
    ]


def test_only_what_came_after_is_told_and_of_a_long_game_the_last_entries(host: House) -> None:
    table = host.open(options={"left": "90"}).played(*["rest"] * (MOST_ENTRIES + 5), "roll")
    seq = table.number("red")
    assert (
        story(table, "red", f"?since={seq - 1}")["since"],
        len(lines(story(table, "red", f"?since={seq}"))),
    ) == (seq - 1, 0)
    assert story(table, "red")["since"] == seq - MOST_ENTRIES
    assert story(table, "red", "?since=999999")["episodes"] == []


def test_a_seat_reads_of_a_secret_what_its_log_tells(host: House) -> None:
    table = host.open().played("draw")
    own, other, watcher = (lines(story(table, seat, "?since=0")) for seat in ("red", "blue", ""))
    assert own != other == watcher == ["red draws a card"]


def test_an_undo_is_told_and_a_hint_is_not(host: House) -> None:
    table = host.open().played("rest")
    assert (
        table.house.post(f"{table.path}/undo", {"seq": table.number(table.every)}, table.every).status == 200
    )
    (undone,) = story(table, "blue", "?since=1")["episodes"]
    assert [beat["kind"] for beat in undone["beats"]] == ["undo"]


def test_what_is_no_number_is_refused(host: House) -> None:
    table = host.open()
    assert table.house.get(f"{table.path}/story?since=x").status == 400
    assert table.house.get(f"{table.path}/story?eyes=blue", table.tokens["red"]).status == 403


def test_the_beats_lead_from_the_one_scene_to_the_other(host: House) -> None:
    position = at("C.1", ELSEWHERE, Bridgehead="8GA/1", Lebus="712 169", chits="koniev = [1]\nout = [9]")
    table = host.open(game="race", scenario="", situation=GAME.write_situation(position.state))
    table.played("activate 8GA/1 combat", "begin", "attack 8GA/1 Lebus", "roll")
    since = table.number("zhukov")
    table.played("play 1", "retreat 712 Frankfurt", "retreat 169 Falkenhagen")
    told = story(table, "zhukov", f"?since={since}")
    beats = [beat for one in told["episodes"] for beat in one["beats"]]
    assert [(beat["kind"], beat["path"]) for beat in beats if beat["path"]] == [
        ("chit", ["Lebus"]),
        ("retreat", ["Lebus", "Frankfurt"]),
        ("retreat", ["Lebus", "Falkenhagen"]),
        ("advance", ["Bridgehead", "Lebus"]),
    ]
    assert beats[0]["card"]["name"] == "Heinrici"
    pieces = {one["id"]: one for one in moment(table, since)["pieces"]}
    for beat in beats:
        pieces.update((one["id"], one) for one in beat["pieces"])
    assert pieces == {one["id"]: one for one in table.sight("zhukov")["scene"]["pieces"]}


def moment(table: Seated, n: int) -> Any:
    return table.house.get(f"{table.path}/moments/{n}", table.tokens["zhukov"]).json["scene"]
