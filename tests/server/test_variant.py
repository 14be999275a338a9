"""A house with an owner's own tables: its games carry their mark, and without them none is opened."""

from pathlib import Path

import pytest
from tests.server.house import Seated, house
from tests.server.test_machines import until
from tests.server.worlds import held

from berlin.cli.commands.serve import own_games
from berlin.cli.complaint import Complaint
from berlin.kernel.contract import variant
from berlin.kernel.contract.game import BadText, load
from berlin.kernel.contract.variant import Changes, table_names
from berlin.kernel.records.record import parse
from berlin.server.machines.worker import processes
from berlin.server.tables.games import Games

CODE = "race"
CHANGED = "combat.3.2:1=D2R"
NAME = "combat.csv"


@pytest.fixture
def games() -> Games:
    return Games({CODE: Changes((CHANGED,))})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table of the owner's own: ours, with one cell of it changed."""
    own = tmp_path / "own"
    own.mkdir()
    (own / NAME).write_text((variant._folder(CODE) / NAME).read_text().replace(",house", ",printed"))
    return own


def test_a_table_carries_the_mark_of_the_tables_it_is_played_with(tmp_path: Path, games: Games) -> None:
    with house(tmp_path / "db", games=games) as host:
        mark = games[CODE].variant
        assert mark
        assert host.get("/api/games").json[0]["variant"] == mark
        table = Seated(host, host.post("/api/tables", {"game": CODE}).json)
        record = host.get(f"{table.path}/record", table.every).body.decode()
        assert f"\ndata {mark}\n" in record
        assert held(table).game is games[CODE]


def test_without_its_tables_a_game_is_refused_in_one_line_and_nothing_is_lost(
    tmp_path: Path, games: Games
) -> None:
    with house(tmp_path / "db", games=games) as host:
        table = Seated(host, host.post("/api/tables", {"game": CODE}).json)
        choice = table.sight(table.every)["scene"]["choices"][0]["text"]
        assert table.act(choice).status == 200
        before = host.get(table.path, table.every).body
    with house(tmp_path / "db") as host:
        for path in (table.path, f"{table.path}/record", f"{table.path}/moments/0", f"{table.path}/reasons"):
            answer = host.get(path, table.every)
            assert answer.status == 409
            mark = f"other tables, marked {games[CODE].variant}"
            assert answer.json["error"].startswith(
                f"this table can't be opened here: it is played with {mark}"
            )
        assert host.post(f"{table.path}/actions", {"seq": 1, "action": "done"}, table.every).status == 409
        assert [row["id"] for row in host.get("/api/tables").json] == [table.id]
        assert "bug" not in host.log.getvalue()
    with house(tmp_path / "db", games=games) as host:
        assert host.get(table.path, table.every).body == before


def test_and_one_of_our_own_is_refused_where_others_are_in_force(tmp_path: Path, games: Games) -> None:
    with house(tmp_path / "db") as host:
        table = Seated(host, host.post("/api/tables", {"game": CODE}).json)
    with house(tmp_path / "db", games=games) as host:
        answer = host.get(table.path)
        assert answer.status == 409
        assert "with the tables of race as they are" in answer.json["error"]


def test_machines_and_hints_think_with_the_same_tables(tmp_path: Path, games: Games) -> None:
    with house(tmp_path / "db", games=games, workers=processes) as host:
        seats = {load(CODE).seats[1]: "officer"}
        table = Seated(host, host.post("/api/tables", {"game": CODE, "seats": seats}).json)
        me = load(CODE).seat(next(iter(table.tokens)))
        for _ in range(3):
            until(lambda: table.sight()["turn_of"] == [me])
            seq = table.sight()["seq"]
            told = host.post(f"{table.path}/hint", {"seq": seq}, table.every)
            assert told.status == 200, told.body
            assert table.act(told.json["action"], seq=told.json["seq"]).status == 200
        until(lambda: table.sight()["turn_of"] == [me])
        assert "bug" not in host.log.getvalue()


def test_a_record_of_other_tables_is_not_loaded(tmp_path: Path, games: Games) -> None:
    with house(tmp_path / "db", games=games) as host:
        table = Seated(host, host.post("/api/tables", {"game": CODE}).json)
        record = held(table).record()
    assert record.data == games[CODE].variant
    with pytest.raises(BadText, match="other tables"):
        parse("\n".join(record.header()) + "\n")


def test_a_folder_with_tables_is_for_the_games_that_have_them(folder: Path) -> None:
    games = own_games(folder)
    assert games[CODE].variant
    within = folder / CODE
    within.mkdir()
    (folder / NAME).rename(within / NAME)
    assert own_games(folder)[CODE].variant == games[CODE].variant
    assert own_games(None)[CODE] is load(CODE)


def test_a_table_that_other_games_have_too_is_for_those_whose_columns_it_has(folder: Path) -> None:
    assert "units" in table_names("noretreat")
    text = (variant._folder(CODE) / "units.csv").read_text()
    (folder / "units.csv").write_text(text.replace(",house", ",printed"))
    (folder / NAME).unlink()
    games = own_games(folder)
    assert games[CODE].variant
    assert games["noretreat"] is load("noretreat")


def test_a_folder_that_no_game_can_use_is_refused_in_one_line(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(Complaint, match="no such file"):
        own_games(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Complaint, match=r"there are no tables \(.csv\) in it"):
        own_games(tmp_path / "empty")
    (folder / NAME).rename(folder / "tides.csv")
    with pytest.raises(Complaint, match="no game has a table 'tides'"):
        own_games(folder)
    (folder / "tides.csv").rename(folder / NAME)
    (folder / NAME).write_text("die,odd\n1,2\n")
    with pytest.raises(Complaint, match="its columns must be"):
        own_games(folder)
