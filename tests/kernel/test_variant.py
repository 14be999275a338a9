"""A game with other tables, beside the game itself."""

import ast
import sys
from pathlib import Path

import pytest
from toy import GAME

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame, BadText, load
from berlin.kernel.contract.variant import Changes, Tables, fingerprint, load_variant, own_tables, read
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import BadRecord, new_record, parse, write
from berlin.kernel.records.replay import Replay

GAMES = Path(registry.__file__).parents[2] / "games"
DATA = GAMES / "race" / "data"
CELL = "units.47.full=99"


@pytest.fixture(scope="module")
def strong() -> AnyGame:
    """The race with a 47th Army of 99."""
    return load_variant("race", Changes((CELL,)))


def value(game: AnyGame, name: str) -> str:
    return next(datum.value for datum in game.data() if datum.name == name)


def same_cell() -> str:
    return f"units.47.full={value(load('race'), '47 full')}"


def test_a_changed_cell_counts_in_the_variant_and_nowhere_else(strong: AnyGame) -> None:
    ours, before = load("race"), value(load("race"), "47 full")
    assert value(strong, "47 full") == "99" != before
    pieces = [
        {piece.id: piece.numbers[0] for piece in game.scene(game.view(state, None)).pieces}
        for game in (strong, ours)
        for state in [game.start("campaign", key_from_seed(1), {}).state]
    ]
    assert (pieces[0]["47/1"], pieces[1]["47/1"]) == ("99", before)
    assert {unit for unit in pieces[0] if pieces[0][unit] != pieces[1][unit]} == {"47/1", "47/2"}


def test_the_modules_are_as_they_were(strong: AnyGame) -> None:
    before = {name: module for name, module in sys.modules.items() if name.startswith("berlin.games")}
    other = load_variant("race", Changes(("units.47.full=98",)))
    assert {name: module for name, module in sys.modules.items() if name.startswith("berlin.games")} == before
    assert load("race") is sys.modules["berlin.games.race.game"].GAME
    assert sys.modules["berlin.games"].race is sys.modules["berlin.games.race"]
    assert other is not load("race")
    assert load_variant("race", Changes((CELL,))) is strong


def test_changes_that_change_nothing_leave_the_game_itself() -> None:
    assert load_variant("race", Changes()) is load("race")
    assert load_variant("race", Changes((same_cell(),))) is load("race")
    ours = (DATA / "combat.csv").read_text(encoding="utf-8")
    assert load_variant("race", Changes(tables=(("combat", ours),))) is load("race")


def test_tables_are_marked_by_what_they_say(strong: AnyGame) -> None:
    plain, changed = fingerprint("race", Changes()), fingerprint("race", Changes((CELL,)))
    assert plain != changed
    assert fingerprint("race", Changes((same_cell(),))) == plain
    assert load("race").variant == ""
    assert len(strong.variant) == 16


def test_an_owners_table_replaces_ours_whatever_the_order_of_its_columns() -> None:
    rows = (DATA / "units.csv").read_text(encoding="utf-8").replace("47,47th Army", "47,Army of Ulm")
    table = [row.split(",", 2) for row in rows.splitlines()]
    turned = "\n".join(f"{name},{key},{rest}" for key, name, rest in table)
    game = load_variant("race", Changes(tables=(("units", turned),)))
    state = game.start("campaign", key_from_seed(1), {}).state
    assert "Army of Ulm" in {piece.name for piece in game.scene(game.view(state, None)).pieces}


def test_the_tables_of_a_folder_are_read_as_a_spreadsheet_writes_them(tmp_path: Path) -> None:
    (tmp_path / "combat.csv").write_bytes(b"\xef\xbb\xbfdie,1:1\r\n1,A1\r\n")
    (tmp_path / "notes.txt").write_text("not a table")
    ((name, text),) = own_tables(tmp_path)
    assert name == "combat"
    assert read(text, name) == [{"die": "1", "1:1": "A1"}]


def test_bars_part_columns_that_hold_commas(tmp_path: Path) -> None:
    (tmp_path / "roads.csv").write_text("road|path\nR1|1,2 3,4\n")
    assert Tables(tmp_path).rows("roads") == [{"road": "R1", "path": "1,2 3,4"}]


@pytest.mark.parametrize(
    "cell, told",
    [
        ("combat", "'combat' is no change; write it as table.row.column=value"),
        ("combat.3=A1", "write it as table.row.column=value"),
        ("crt.3.2:1=A1", "race has no table 'crt'; it has american, borders"),
        ("combat.3.9:1=A1", "there is no column '9:1'; the columns are die, 1:2"),
        ("combat.44.2:1=A1", "there is no row '44'; the rows are 0, 1, 2"),
        ("roads.R1.source=found", "rows are called 'R1'"),
        ("combat.3.2:1=X9", "race can't be played with combat.3.2:1=X9: 'X9' is no result"),
        ("units.47.full=many", "race can't be played with units.47.full=many: "),
        ("units.47.arrival=Paris", "race can't be played with units.47.arrival=Paris: KeyError 'Paris'"),
    ],
)
def test_a_change_that_makes_no_sense_is_told_in_a_line(cell: str, told: str) -> None:
    with pytest.raises(BadText) as error:
        load_variant("race", Changes((cell,)))
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert load("race") is sys.modules["berlin.games.race.game"].GAME


@pytest.mark.parametrize(
    "name, text, told",
    [
        ("crt", "a,b\n1,2\n", "race has no table 'crt'"),
        ("combat", "die,1:1\n1,A1\n", "combat.csv: its columns must be die, 1:2"),
        ("combat", "die,1:1\n1\n", "combat.csv line 2: a row must have 2 cells"),
        ("combat", "", "combat.csv: its columns must be"),
    ],
)
def test_an_owners_table_that_does_not_fit_is_told_in_a_line(name: str, text: str, told: str) -> None:
    with pytest.raises(BadText) as error:
        load_variant("race", Changes(tables=((name, text),)))
    assert told in str(error.value)


def test_a_folder_without_tables_and_one_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="there are no tables"):
        own_tables(tmp_path)
    (tmp_path / "units.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadText, match=r"units\.csv is not UTF-8 text"):
        own_tables(tmp_path)


def test_a_game_without_tables_has_nothing_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME"})
    with pytest.raises(BadText, match="toy has no table 'crt'; it has none"):
        load_variant("toy", Changes(("crt.1.2=3",)))
    assert fingerprint("toy", Changes()) == ""
    assert load_variant("toy", Changes()) is GAME


def test_a_record_with_other_tables_says_so_and_is_refused_with_any_others(strong: AnyGame) -> None:
    record = new_record(strong, key_from_seed(1), "campaign")
    text = write(record)
    assert text.split("\n")[3] == f"data {strong.variant}"
    assert write(parse(text, game=strong)) == text
    assert Replay(record, game=strong).opening().dice == record.opening
    with pytest.raises(
        BadRecord, match=rf"record line 4: played with other tables, marked {strong.variant},"
    ):
        parse(text)
    with pytest.raises(BadRecord, match="record line 4: played with other tables"):
        Replay(record, game=load("race")).opening()


def test_a_record_with_our_tables_is_refused_with_others(strong: AnyGame) -> None:
    record = new_record(load("race"), key_from_seed(1), "campaign")
    assert "\ndata " not in write(record)
    with pytest.raises(BadRecord, match="played with the tables of race as they are, not with those marked"):
        parse(write(record), game=strong)
    with pytest.raises(BadRecord, match="played with the tables of race as they are"):
        Replay(record, game=strong).opening()


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: str(path.relative_to(GAMES)))
def test_a_games_modules_import_each_other_at_once(path: Path) -> None:
    """An import inside a function would find the unchanged module: the variant's are gone by then."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = [
        node for outer in ast.walk(tree) if isinstance(outer, ast.FunctionDef) for node in ast.walk(outer)
    ]
    late = [node for node in inner if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in late] == []
