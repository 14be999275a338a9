"""Records of older rules on the command line: shown as far as they are certain, and never a crash."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from newer import Alike, Drawless, Unopened
from played import played
from tests.cli.runs import Berlin
from toy import GAME, Toy

from berlin.kernel.contract import game as registry
from berlin.kernel.records.record import parse, write

READERS = (("show",), ("legal",), ("replay",), ("replay", "--why"), ("replay", "--verify"))
CERTAIN = "begun by version 1 of the rules, this program has version 2; certain up to action 1 of 3"


def rules(monkeypatch: pytest.MonkeyPatch, game: Toy) -> None:
    """From now on the program has these rules."""
    monkeypatch.setattr("toy.GAME", game)
    assert registry.load("toy") is game


@pytest.fixture
def old(toy: object) -> Path:
    path = Path("old.record")
    path.write_text(write(played("roll", "draw", "roll", options={"left": "6"})))
    return path


@pytest.fixture
def over(toy: object) -> Path:
    path = Path("over.record")
    record = played("roll", "draw", "roll", options={"left": "3"})
    path.write_text(write(replace(record, seats=(("red", "random"), ("blue", "random")))))
    return path


@pytest.mark.parametrize("words", READERS[:3] + READERS[4:])
def test_an_old_record_is_shown_as_far_as_it_is_certain(
    berlin: Berlin, old: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    rules(monkeypatch, Drawless())
    ran = berlin(*words, old)
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"note: old.record: {CERTAIN}")
    assert ran.out


def test_the_story_says_what_it_does_not_know(
    berlin: Berlin, over: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules(monkeypatch, Drawless())
    told = berlin("replay", over).out
    assert "red rolls" in told
    assert "blue: as it was played by version 1 of the rules; what came of it can't be shown any more" in told
    moments = json.loads(berlin("replay", over, "--json").out)["moments"]
    assert [moment["number"] for moment in moments] == [0, 1, 2, 3]


def test_an_old_record_that_plays_alike_is_told_whole_and_goes_on(
    berlin: Berlin, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = berlin("show", old).out
    rules(monkeypatch, Alike())
    ran = berlin("show", old)
    assert (ran.out, "every action plays alike" in ran.err) == (before, True)
    assert berlin("apply", old, "rest", "-o", old).code == 0
    record = parse(old.read_text(), game=Alike())
    assert [(change.after, change.rules) for change in record.changes] == [(3, 2)]
    assert berlin("replay", old, "--verify").out.startswith("old.record: verified: ")


def test_what_can_not_go_on_is_told(berlin: Berlin, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules(monkeypatch, Drawless())
    before = old.read_text()
    for words in (("apply", old, "rest", "-o", old), ("play", old)):
        ran = berlin(*words)
        assert ran.code == 2
        assert f"berlin: old.record: {CERTAIN}" in ran.err
    assert old.read_text() == before


@pytest.mark.parametrize("words", READERS)
def test_rules_that_know_nothing_of_it_say_so_in_one_line(
    berlin: Berlin, over: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    rules(monkeypatch, Unopened())
    berlin(*words, over).refused("over.record line 4", "no scenario is called 'short'")


@pytest.mark.parametrize("words", READERS)
def test_the_reasons_are_asked_of_what_is_known(
    berlin: Berlin, over: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    assert berlin(*words, over).err == ""
    rules(monkeypatch, Alike())
    ran = berlin(*words, over)
    assert ran.code == 0
    assert ran.err.count("\n") == 1


def test_a_record_of_today_has_no_note(berlin: Berlin, old: Path) -> None:
    assert GAME.version == 1
    assert berlin("show", old).err == ""
