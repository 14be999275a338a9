"""`berlin campaign`: pages, exports, forms and reports from the command line."""

import json
import os
from pathlib import Path

import pytest
from tests.campaign.desk import at, desk, off
from tests.cli.runs import Berlin

from berlin.campaign import battle
from berlin.games.orsha.game import GAME
from berlin.games.orsha.table.papers import IMPRINT
from berlin.kernel.records.record import new_record, write
from berlin.squad.board.pieces import Mark, Where

REPORT = '[units]\ng0 = "at K13, condition broken"\nr0 = "lost fire"\n'
BAD = """
[units]
g0 = "at K13"
g0 = "lost fire"
g9 = "lost fire"
g1 = "at ZZ99"
[lost]
"g:4-6-7" = 12
"""


@pytest.fixture(scope="module")
def situation() -> str:
    """A battle that is to be reported."""
    d = desk(
        [at("g:4-6-7", "K12"), at("g:StuH-42", "K14", Mark.HIDDEN)],
        [at("r:4-4-7", "K46"), off("r:8-1", where=Where.ENTERING)],
        way="report",
        stage=IMPRINT.battle,
        weather="Overcast",
        ground="Wet",
    )
    battle.begin(d)
    return GAME.write_situation(d.freeze())


@pytest.fixture
def record(tmp_path: Path, situation: str) -> Path:
    path = tmp_path / "battle.record"
    path.write_text(write(new_record(GAME, bytes(32), situation=situation)), encoding="utf-8")
    return path


@pytest.fixture
def told(tmp_path: Path) -> Path:
    path = tmp_path / "report.toml"
    path.write_text(REPORT, encoding="utf-8")
    return path


def test_the_pages_of_a_side_are_written(berlin: Berlin, record: Path, tmp_path: Path) -> None:
    ran = berlin("campaign", "sheets", record, "--seat", "russian", "--out", tmp_path / "new" / "pages")
    assert (ran.code, ran.err) == (0, "")
    names = sorted(path.name for path in (tmp_path / "new" / "pages").iterdir())
    for name in ("roster", "purchases", "organizer", "perimeters"):
        assert f"russian-{name}.html" in names
        assert f"russian-{name}.html: " in ran.out
    roster = (tmp_path / "new" / "pages" / "russian-roster.html").read_text(encoding="utf-8")
    assert "4-4-7" in roster
    assert "StuH 42" not in roster


def test_pages_are_written_here_for_a_spectator_if_nothing_is_said(berlin: Berlin, record: Path) -> None:
    ran = berlin("campaign", "sheets", record, "--json")
    files = json.loads(ran.out)["files"]
    assert "spectator-roster.html" in files
    assert Path("spectator-roster.html").is_file()


def test_an_export_is_printed_or_all_are_written(berlin: Berlin, record: Path, tmp_path: Path) -> None:
    assert "(K14), hidden**: StuH 42" in berlin("campaign", "export", record, "--seat", "german").out
    assert "StuH" not in berlin("campaign", "export", record, "--seat", "russian").out
    found = json.loads(berlin("campaign", "export", record, "--seat", "german", "--as", "vasl").out)
    assert found["OB_VEHICLES_1"] == [{"name": "StuH 42", "seq_id": 1}]
    ran = berlin("campaign", "export", record, "--seat", "german", "--out", tmp_path)
    assert ran.code == 0
    assert (tmp_path / "german-vasl.json").is_file()
    assert (tmp_path / "german-order-of-battle.md").is_file()
    assert json.loads(berlin("campaign", "export", record, "--json").out)["seat"] is None


def test_situations_have_pages_too(berlin: Berlin, situation: str, tmp_path: Path) -> None:
    path = tmp_path / "battle.toml"
    path.write_text(situation, encoding="utf-8")
    assert berlin("campaign", "export", path, "--seat", "german").code == 0
    berlin("campaign", "report", path, path).refused("not a record")


def test_a_form_is_printed_filled_in_and_handed_in(berlin: Berlin, record: Path, tmp_path: Path) -> None:
    form = berlin("campaign", "form", record, "--seat", "german")
    assert 'g0 = ""  # 4-6-7, K12' in form.out
    assert berlin("campaign", "form", record, "--seat", "german", "-o", "own.toml").code == 0
    own = tmp_path / "own.toml"
    assert own.read_text(encoding="utf-8") == form.out
    own.write_text(form.out.replace('g0 = ""', 'g0 = "lost melee"'), encoding="utf-8")
    ran = berlin("campaign", "report", record, own, "--seat", "german")
    assert (ran.code, ran.out) == (0, f"{record}: 3 actions entered\n")
    lines = record.read_text(encoding="utf-8").splitlines()
    assert lines[-3:] == ["1 german tell g0", "2 german fell melee", "3 german reported"]
    berlin("campaign", "form", record, "--seat", "german").refused("not asked for a report")
    assert "[control]" in berlin("campaign", "form", record, "--seat", "russian").out


def test_one_report_for_both_sides_is_agreed_to(berlin: Berlin, record: Path, told: Path) -> None:
    before = record.read_text(encoding="utf-8")
    ran = berlin("campaign", "report", record, told, "--check")
    assert (ran.code, ran.out) == (0, f"{told}: nothing is wrong with it; it comes to 11 actions\n")
    assert record.read_text(encoding="utf-8") == before
    assert berlin("campaign", "report", record, told).code == 0
    assert "german agree" in record.read_text(encoding="utf-8")
    assert berlin("replay", record, "--verify").code == 0


@pytest.mark.parametrize("more", [(), ("--check",), ("--seat", "german")])
def test_a_bad_report_gets_a_list_of_all_that_is_wrong_and_changes_nothing(
    berlin: Berlin, record: Path, told: Path, more: tuple[str, ...]
) -> None:
    told.write_text(BAD, encoding="utf-8")
    before = record.read_bytes()
    ran = berlin("campaign", "report", record, told, *more)
    assert (ran.code, ran.out) == (2, "")
    head, *faults = ran.err.splitlines()
    assert head == f"berlin: {told}: 4 things are wrong with it, and nothing was entered"
    for words in (
        "g0: told of twice",
        "g9: your side",
        "g1: 'ZZ99' is not a hex",
        "lost.g:4-6-7: more losses",
    ):
        assert any(fault.startswith(f"  {words}") for fault in faults), ran.err
    assert len(faults) == 4
    assert record.read_bytes() == before


def test_scripts_read_what_is_wrong_as_json(berlin: Berlin, record: Path, told: Path) -> None:
    assert json.loads(berlin("campaign", "report", record, told, "--check", "--json").out)["faults"] == []
    told.write_text(BAD, encoding="utf-8")
    ran = berlin("campaign", "report", record, told, "--json")
    assert ran.code == 2
    assert len(json.loads(ran.out)["faults"]) == 4


def test_a_full_disk_leaves_the_record_as_it_was(
    berlin: Berlin, record: Path, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = record.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    ran = berlin("campaign", "report", record, told)
    assert ran.code == 2
    assert "no space left" in ran.err
    assert record.read_bytes() == before
    assert sorted(path.name for path in record.parent.iterdir()) == [record.name, told.name]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sheets", "battle.record", "--seat", "french"), "unknown seat 'french'; known: german, russian"),
        (("sheets", "nothing.record"), "nothing.record: no such file"),
        (("sheets", "battle.record", "--out", "battle.record"), "battle.record: file exists"),
        (("export", "battle.record", "--as", "pdf"), "unknown kind of export 'pdf'; known: order, vasl"),
        (("form", "battle.record"), "--seat"),
        (("form", "battle.record", "--seat", "russian"), "the russian side is not asked for a report now"),
        (("report", "battle.record", "nothing.toml"), "nothing.toml: no such file"),
        (("report", "battle.record", "broken.toml"), "broken.toml, line 1"),
        (("report", "battle.record", "report.toml", "--seat", "russian"), "the German side is asked now"),
        (("report", "report.toml", "report.toml"), "not a record"),
        (("report", "battle.record", "bytes.toml"), "not UTF-8"),
        (("march",), "No such command"),
    ],
)
def test_bad_input_is_told_in_one_line(
    berlin: Berlin, record: Path, told: Path, words: tuple[str, ...], said: str
) -> None:
    Path("broken.toml").write_text("[units\n", encoding="utf-8")
    Path("bytes.toml").write_bytes(b"\xff\xfe")
    berlin("campaign", *words).refused(said)


def test_a_game_without_papers_says_so(berlin: Berlin) -> None:
    berlin("new", "race", "--seed", 1, "-o", "race.record")
    for order in ("sheets", "export"):
        berlin("campaign", order, "race.record").refused("race has no papers")
    berlin("campaign", "form", "race.record", "--seat", "zhukov").refused("not asked for a report")
    Path("empty.toml").write_text("", encoding="utf-8")
    berlin("campaign", "report", "race.record", "empty.toml").refused("there is no form")


@pytest.mark.parametrize("order", ["", "sheets", "export", "form", "report"])
def test_every_order_has_its_page(berlin: Berlin, order: str) -> None:
    ran = berlin("campaign", *filter(None, [order]), "--help")
    assert ran.code == 0
    assert f"berlin campaign {order}".strip() in ran.out
