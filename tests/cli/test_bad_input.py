"""Bad input: one clear line naming file, line and rule, exit code 2, nothing written."""

from pathlib import Path

import pytest
from tests.cli.runs import Berlin

from berlin.kernel.contract.game import AnyGame

READERS = [("show",), ("legal",), ("replay",), ("play",)]


@pytest.fixture
def record(toy: AnyGame, berlin: Berlin, home: Path) -> Path:
    """A record of two actions."""
    path = home / "game.record"
    berlin("new", "toy", "--seed", 1, "-o", path)
    berlin("apply", path, "roll", "rest", "-o", path)
    return path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_not_there(toy: AnyGame, berlin: Berlin, command: tuple[str]) -> None:
    berlin(*command, "nowhere.record").refused("nowhere.record", "no such file")


@pytest.mark.parametrize("command", READERS)
def test_a_folder_is_not_a_file(toy: AnyGame, berlin: Berlin, command: tuple[str], home: Path) -> None:
    berlin(*command, home).refused(str(home), "directory")


@pytest.mark.parametrize("command", READERS)
def test_a_damaged_record(berlin: Berlin, record: Path, command: tuple[str]) -> None:
    changed(record, "1 red roll", "1 red rool")
    before = record.read_bytes()
    berlin(*command, record).refused("game.record line 10", "rool", "[TOY 1]")
    assert record.read_bytes() == before


@pytest.mark.parametrize("command", READERS[:3])
def test_a_truncated_record(berlin: Berlin, record: Path, command: tuple[str]) -> None:
    record.write_bytes(record.read_bytes()[:-3])
    berlin(*command, record).refused("game.record line 11", "torn off")


@pytest.mark.parametrize("command", READERS)
def test_an_action_of_the_wrong_seat(berlin: Berlin, record: Path, command: tuple[str]) -> None:
    changed(record, "2 blue rest", "2 red rest")
    berlin(*command, record).refused("game.record line 11", "blue must decide, not red", "[TOY 1]")


@pytest.mark.parametrize("command", READERS)
def test_a_record_of_another_rules_version(berlin: Berlin, record: Path, command: tuple[str]) -> None:
    changed(record, "rules 1", "rules 7")
    berlin(*command, record).refused("game.record line 3", "version 7")


def test_a_record_of_dice_that_were_never_rolled(berlin: Berlin, record: Path) -> None:
    line = next(line for line in record.read_text().split("\n") if line.startswith("1 red"))
    other = "6" if line[-1] != "6" else "1"
    changed(record, line, line[:-1] + other)
    berlin("replay", record, "--verify").refused("game.record line 10: roll 4 is not what the key gives")
    berlin("replay", record).refused("game.record line 10: the dice", "don't match")


def test_a_record_of_an_unknown_game(berlin: Berlin, record: Path) -> None:
    changed(record, "game toy", "game chess")
    berlin("show", record).refused("game.record line 2", "chess")


def test_bytes_that_are_no_text(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    (home / "noise").write_bytes(b"berlin-record 1\ngame \xff\xfe\n")
    berlin("show", home / "noise").refused("noise line 2", "UTF-8")


@pytest.mark.parametrize(
    "text, words",
    [
        ("game = toy", ("bad.toml, line 1", "not TOML")),
        ("left = 3", ("bad.toml", "neither a record nor a situation")),
        ('\ngame = "chess"', ("bad.toml, line 2", "unknown game 'chess'")),
        ("", ("bad.toml",)),
    ],
)
def test_a_file_that_is_no_situation(
    toy: AnyGame, berlin: Berlin, home: Path, text: str, words: tuple[str, ...]
) -> None:
    (home / "bad.toml").write_text(text)
    berlin("show", home / "bad.toml").refused(*words)


def test_a_contradictory_situation_names_line_and_rule(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    text = 'game = "toy"\nleft = 4\nscores = [3, 1]\ngone = [1]\n[hands]\nred = [2, 3]\nblue = [3, 9]\n'
    (home / "bad.toml").write_text(text)
    berlin("show", home / "bad.toml").refused("bad.toml, line 7", "card 3 is held twice", "[TOY 2]")


def test_actions_that_are_refused_or_make_no_sense_write_nothing(
    berlin: Berlin, record: Path, home: Path
) -> None:
    before, out = record.read_bytes(), home / "out.record"
    berlin("apply", record, "rest", "play 1", "-o", out).refused("'play 1' is refused", "[TOY 2]")
    berlin("apply", record, "rest", "jump", "-o", record).refused("'jump'", "[TOY 1]")
    assert not out.exists()
    assert record.read_bytes() == before
    assert sorted(path.name for path in home.iterdir()) == ["game.record"]


def test_actions_after_the_end_are_refused(berlin: Berlin, record: Path) -> None:
    berlin("apply", record, *["rest"] * 7).refused("the game is over")


def test_dice_must_be_numbers(berlin: Berlin, record: Path) -> None:
    berlin("apply", record, "roll", "--dice", "five").refused("--dice", "five")
    berlin("apply", record, "roll", "--dice", "0").refused("--dice")


def test_dice_must_fit_the_rolls_they_are_laid_down_for(berlin: Berlin, record: Path, home: Path) -> None:
    before, out = record.read_bytes(), home / "out.record"
    for words, told in [
        (["roll", "--dice", "9"], "action 'roll': a die of 9 was laid down for a roll of 1 to 6"),
        (["draw", "--dice", "6"], "action 'draw': a die of 6 was laid down for a roll of 1 to 5"),
        (["roll", "rest", "roll", "--dice", "5,7"], "action 'roll': a die of 7 was laid down"),
    ]:
        berlin("apply", record, *words, "-o", out).refused(told)
        berlin("apply", record, *words, "-o", record).refused(told)
        berlin("apply", record, *words, "--json").refused(told)
    assert not out.exists()
    assert record.read_bytes() == before


@pytest.mark.parametrize("command", READERS)
def test_a_study_whose_dice_do_not_fit(berlin: Berlin, record: Path, command: tuple[str]) -> None:
    berlin("apply", record, "roll", "--dice", "6", "-o", record)
    changed(record, "3 red roll | 6 | 6", "3 red roll | 6 | 9")
    before = record.read_bytes()
    berlin(*command, record).refused("game.record line 13: a die of 9 was laid down for a roll of 1 to 6")
    assert record.read_bytes() == before


def test_a_situation_whose_dice_do_not_fit(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    text = 'game = "toy"\nleft = 4\nasks = "red"\nscores = [3, 1]\ngone = [1]\ndice = [9]\n[hands]\n'
    path, out = home / "bad.toml", home / "out.record"
    path.write_text(text + "red = [2, 3]\nblue = [4]\n")
    berlin("apply", path, "roll", "-o", out).refused("action 'roll': a die of 9 was laid down")
    assert not out.exists()
    ran = berlin("play", path, "--red", "human", "-o", out, typed="roll\n")
    assert ran.code == 2
    assert ran.err == f"berlin: {out}: a die of 9 was laid down for a roll of 1 to 6\n"
    assert out.read_text().endswith("\nstart\n")


def test_an_action_that_can_not_be_read_is_not_explained(berlin: Berlin, record: Path) -> None:
    berlin("explain", record, "jump").refused("jump", "[TOY 1]")


def test_a_file_can_not_be_written_where_there_is_no_folder(berlin: Berlin, record: Path, home: Path) -> None:
    berlin("apply", record, "rest", "-o", home / "none" / "x").refused("none")
    berlin("new", "toy", "-o", home / "none" / "x").refused("none")
    berlin("board", "toy", "-o", home / "none" / "x.svg").refused("none")
    berlin("play", "toy", "-o", home / "none" / "x").refused("none")


@pytest.mark.parametrize(
    "words, told",
    [
        (["chess"], "chess"),
        (["games", "--foo"], "--foo"),
        (["show"], "FILE"),
        (["show", "game.record", "--as", "green"], "unknown seat 'green'; known: red, blue"),
        (["replay", "game.record", "--as", "green"], "unknown seat 'green'"),
        (["new", "chess"], "unknown game 'chess'; known: toy, solo"),
        (["new", "toy", "--scenario", "endless"], "unknown scenario 'endless'; known: short, long"),
        (["new", "toy", "--seed", "x"], "--seed"),
        (["rules", "99"], "unknown clause '99'"),
        (["rules", "--game", "chess"], "unknown game 'chess'"),
        (["data", "chess"], "unknown game 'chess'"),
        (["data", "toy", "--source", "dreamt"], "unknown source 'dreamt'"),
        (["board", "chess"], "unknown game 'chess'"),
        (["fuzz", "chess"], "unknown game 'chess'"),
        (["fuzz", "toy", "--games", "0"], "--games"),
        (["play", "toy", "--green", "human"], "--green: no such option or seat; the seats are --red, --blue"),
        (["play", "toy", "--red", "robot"], "'robot'; known: human, recruit"),
        (["play", "toy", "--red"], "--red"),
        (["play", "toy", "--seat", "red"], "SEAT=KIND"),
        (["play", "toy", "solo"], "one game or file"),
        (["play", "toy", "--scenario", "endless"], "unknown scenario"),
    ],
)
def test_unknown_names_and_flags(berlin: Berlin, record: Path, words: list[str], told: str) -> None:
    berlin(*words).refused(told)


def test_a_bug_is_one_line_too(toy: AnyGame, berlin: Berlin, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise RuntimeError("the plotter\njammed")

    monkeypatch.setattr(toy, "board", broken)
    ran = berlin("board", "toy")
    assert ran.code == 1
    assert ran.err == "berlin: a bug: RuntimeError: the plotter jammed (BERLIN_DEBUG=1 shows where)\n"
    monkeypatch.setenv("BERLIN_DEBUG", "1")
    with pytest.raises(RuntimeError):
        berlin("board", "toy")


@pytest.mark.parametrize(
    "text", ["a" + ".a" * 9_000, "a = " + "[" * 5000, "a = " + "{a=" * 3000, "a = " + "1" * 5000]
)
def test_a_situation_that_would_take_long_to_be_read(
    toy: AnyGame, berlin: Berlin, home: Path, text: str
) -> None:
    path = home / "deep.toml"
    path.write_text(f'game = "toy"\n{text}\n')
    berlin("show", path).refused("deep.toml, line 2")
