"""Papers and forms of a table: each seat gets its own, and a report is entered whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.campaign.desk import at, desk, off
from tests.server.house import House, Seated, house
from tests.server.worlds import held, put

from berlin.campaign import battle
from berlin.games.orsha.game import GAME
from berlin.games.orsha.table.papers import IMPRINT
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.print_page import allowed
from berlin.server.store.store import StoreFailed
from berlin.squad.board.pieces import Mark, Where

BAD = '[units]\ng0 = "at K13"\ng0 = "lost fire"\ng9 = "lost fire"\ng1 = "at ZZ99"\n[lost]\n"g:4-6-7" = 12\n'


def situation() -> str:
    d = desk(
        [at("g:4-6-7", "K12"), at("g:StuH-42", "K14", Mark.HIDDEN), off("g:sIG-33")],
        [at("r:4-4-7", "K46"), at("r:4-4-7", "K45", Mark.CONCEALED), off("r:8-1", where=Where.ENTERING)],
        way="report",
        stage=IMPRINT.battle,
        weather="Overcast",
        ground="Wet",
    )
    battle.begin(d)
    return GAME.write_situation(d.freeze())


@pytest.fixture
def running(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path / "tables.sqlite") as found:
        yield found


@pytest.fixture
def table(running: House) -> Seated:
    return running.open(game="orsha", scenario="", situation=situation())


def fill(table: Seated, text: str, seats: str = "", **more: Any) -> Any:
    token = table.tokens[seats] if seats else table.every
    seq = table.number(token)
    return table.house.post(f"{table.path}/form", {"seq": seq, "text": text, **more}, token)


def test_the_papers_of_a_table_are_listed(table: Seated) -> None:
    listed = table.house.get(f"{table.path}/papers").json
    assert [set(paper) for paper in listed] == [{"key", "title", "about", "name", "page"}] * len(listed)
    pages = [paper["key"] for paper in listed if paper["page"]]
    assert {"roster", "purchases", "organizer", "perimeters"} <= set(pages)
    assert {"order", "vasl"} <= {paper["key"] for paper in listed if not paper["page"]}


def test_each_seat_gets_its_own_paper(table: Seated) -> None:
    path = f"{table.path}/papers/roster"
    own, other = (table.house.get(path, table.tokens[seat]) for seat in ("german", "russian"))
    watching = table.house.get(path)
    assert own.headers["content-type"] == "text/html; charset=utf-8"
    assert own.headers["content-disposition"] == f'attachment; filename="{table.id}-roster.html"'
    assert own.headers["cache-control"] == "no-store"
    assert b"StuH 42" in own.body
    for stranger in (other, watching):
        assert stranger.status == 200
        assert b"StuH 42" not in stranger.body
        assert b"150* INF" not in stranger.body


def test_exports_have_their_own_kinds(table: Seated) -> None:
    kinds = {"order": "text/markdown; charset=utf-8", "vasl": "application/json"}
    for key, kind in kinds.items():
        answer = table.house.get(f"{table.path}/papers/{key}", table.tokens["german"])
        assert answer.headers["content-type"] == kind


@pytest.mark.parametrize(
    ("path", "token", "status", "said"),
    [
        ("papers/crossword", "", 404, "there is no such paper"),
        ("papers/roster", "x" * 32, 403, "this link opens no seat at this table"),
        ("papers/roster?eyes=german", "", 403, "another seat's eyes are open when the game is over"),
        ("form", "", 403, "watchers don't decide"),
        ("form", "russian", 403, "german must decide"),
    ],
)
def test_what_is_not_there_or_not_theirs_is_denied(
    table: Seated, path: str, token: str, status: int, said: str
) -> None:
    answer = table.house.get(f"{table.path}/{path}", table.tokens.get(token, token))
    assert answer.status == status
    assert answer.json["error"].startswith(said)


def test_a_game_without_papers_has_none(running: House) -> None:
    table = running.open(game="race", scenario="campaign")
    assert running.get(f"{table.path}/papers").json == []
    assert running.get(f"{table.path}/papers/roster").status == 404
    assert running.get(f"{table.path}/form", table.every).status == 404
    answer = running.post(f"{table.path}/form", {"seq": 0, "text": ""}, table.every)
    assert (answer.status, answer.json["error"]) == (400, "report: there is no form for what is asked now")


def test_worlds_that_differ_in_what_is_hidden_give_the_same_papers_and_faults(table: Seated) -> None:
    live = held(table)
    keys = [paper.key for paper in live.game.papers()]
    text = '[units]\nr0 = "at K14"\nr1 = "captured, at K14"\n'
    here: Any = live.state
    assert fill(table, "", "german").status == 200
    worlds: list[Any] = [
        live.state,
        *(live.game.other_world(live.state, Seat(1), Random(n)) for n in range(6)),
    ]
    assert any(world.pieces[0] != here.pieces[0] for world in worlds)
    told = set()
    for world in worlds:
        put(table, world)
        token = table.tokens["russian"]
        papers = tuple(table.house.get(f"{table.path}/papers/{key}", token).body for key in keys)
        form = table.house.get(f"{table.path}/form", token).body
        told.add((papers, form, fill(table, text, "russian", check=True).body))
    assert len(told) == 1


def test_a_report_is_entered_by_each_side_in_turn(table: Seated) -> None:
    form = table.house.get(f"{table.path}/form", table.tokens["german"])
    assert form.headers["content-disposition"] == f'attachment; filename="{table.id}-report.toml"'
    text = form.body.decode().replace('g0 = ""', 'g0 = "at K13, condition broken"')
    answer = fill(table, text, "german")
    assert (answer.status, answer.json) == (200, {"seq": 6, "actions": 6})
    assert fill(table, "", "german").status == 403
    assert fill(table, '[units]\nr0 = "lost fire"', "russian").status == 200
    assert table.sight("german")["turn_of"] == [0]
    assert [line["action"] for line in table.sight("russian")["log"]][-1] == "settled"


def test_who_holds_every_seat_reports_for_both(table: Seated) -> None:
    answer = fill(table, '[units]\ng0 = "at K13"\nr0 = "lost fire"\n')
    assert answer.status == 200
    seq = answer.json["seq"]
    assert table.sight(table.every)["seq"] == seq == answer.json["actions"]
    assert "agree" in [line["action"] for line in table.sight("german")["log"]]


def test_the_report_is_still_there_when_the_server_comes_back(tmp_path: Path) -> None:
    with house(tmp_path / "kept.sqlite") as first:
        table = first.open(game="orsha", scenario="", situation=situation())
        assert fill(table, '[units]\ng0 = "at K13"', "german").status == 200
        before = table.sight("german")
    with house(tmp_path / "kept.sqlite") as second:
        answer = second.get(table.path, table.tokens["german"])
        assert {**answer.json, "seats": None} == {**before, "seats": None}


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("seat", ["german", ""])
def test_a_bad_report_gets_a_list_of_all_that_is_wrong_and_changes_nothing(
    table: Seated, check: bool, seat: str
) -> None:
    before = table.sight("german")
    answer = fill(table, BAD, seat, check=check)
    assert answer.status == 422
    assert set(answer.json) == {"error", "rule", "faults"}
    for words in (
        "g0: told of twice",
        "g9: your side",
        "g1: 'ZZ99' is not a hex",
        "lost.g:4-6-7: more losses",
    ):
        assert any(fault.startswith(words) for fault in answer.json["faults"]), answer.json
    assert len(answer.json["faults"]) == 4
    assert answer.json["error"] == f"{answer.json['faults'][0]} (and 3 more)"
    assert table.sight("german") == before


def test_a_report_may_be_looked_at_without_being_entered(table: Seated) -> None:
    answer = fill(table, '[units]\ng0 = "lost fire"', "german", check=True)
    assert (answer.status, answer.json) == (200, {"seq": 0, "actions": 3})
    assert table.sight()["seq"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seq": 0, "text": "[units\n"}, 400),
        ({"seq": 0, "text": 3}, 400),
        ({"seq": 0}, 400),
        ({"seq": 0, "text": "", "more": 1}, 400),
        ({"seq": 7, "text": ""}, 409),
        ({"seq": 0, "text": "#" * 300_000}, 413),
    ],
)
def test_what_is_no_report_is_told_in_one_line(table: Seated, body: dict[str, Any], status: int) -> None:
    answer = table.house.post(f"{table.path}/form", body, table.tokens["german"])
    assert answer.status == status
    assert "\n" not in answer.json["error"]
    assert table.sight()["seq"] == 0


def test_a_watcher_and_the_other_side_report_nothing(table: Seated) -> None:
    for token in ("", table.tokens["russian"]):
        assert table.house.post(f"{table.path}/form", {"seq": 0, "text": ""}, token).status == 403
    headers = {"content-type": "text/plain", "x-berlin": "1", "host": "table"}
    answer = table.house.post(f"{table.path}/form", b"", table.tokens["german"], headers=headers)
    assert answer.status == 415


def test_if_the_store_fails_nothing_of_a_report_holds(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreFailed("disk full")

    monkeypatch.setattr(table.house.server.tables.store, "append_all", fail)
    assert fill(table, '[units]\ng0 = "at K13"', "german").status == 503
    assert table.sight()["seq"] == 0


def test_a_page_that_is_opened_out_of_the_tables_may_have_its_stylesheet(running: House) -> None:
    assert allowed() in running.get("/").headers["content-security-policy"]
    assert "unsafe-inline" not in running.get("/").headers["content-security-policy"]
