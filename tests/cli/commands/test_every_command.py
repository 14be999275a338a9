"""Every command on a good file, and one clear line for every bad one."""

import json
from pathlib import Path

import pytest
from tests.cli.runs import Berlin

from berlin.cli.clauses import lookup
from berlin.kernel.contract.game import AnyGame, load
from berlin.kernel.contract.rules import Clause, Ledger
from berlin.kernel.proof.mark import rule

SITUATION = """\
game = "toy"
left = 4
asks = "blue"
scores = [3, 1]
gone = [1]
[hands]
red = [2, 3]
blue = [4, 9]
"""


@pytest.fixture
def record(toy: AnyGame, berlin: Berlin, home: Path) -> Path:
    path = home / "game.record"
    assert berlin("new", "toy", "--seed", 1, "-o", path).code == 0
    return path


@pytest.fixture
def situation(toy: AnyGame, home: Path) -> Path:
    path = home / "situation.toml"
    path.write_text(SITUATION)
    return path


def test_games_are_listed(toy: AnyGame, berlin: Berlin) -> None:
    assert "toy        Nine Cards [TOY], for red and blue" in berlin("games").out
    assert [game["code"] for game in json.loads(berlin("games", "--json").out)] == ["toy", "solo"]


def test_help_is_shown_when_nothing_is_asked(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin()
    assert ran.code == 0
    assert "Usage: berlin" in ran.out


@pytest.mark.parametrize(
    "command",
    ["games", "new", "play", "show", "legal", "apply", "explain", "replay", "rules", "data", "board", "fuzz"],
)
def test_every_command_has_a_help_page_with_an_example(toy: AnyGame, berlin: Berlin, command: str) -> None:
    ran = berlin(command, "--help")
    assert ran.code == 0
    assert f"Example: berlin {command}" in ran.out
    assert "--json" in ran.out


def test_new_writes_a_record_to_standard_output_or_to_a_file(
    toy: AnyGame, berlin: Berlin, record: Path
) -> None:
    ran = berlin("new", "toy", "--seed", 1)
    assert ran.out == record.read_text()
    assert ran.out.startswith("berlin-record 1\ngame toy\n")
    assert json.loads(berlin("new", "toy", "--seed", 1, "--json").out)["record"] == ran.out


def test_new_games_have_dice_of_their_own(toy: AnyGame, berlin: Berlin) -> None:
    assert berlin("new", "toy").out != berlin("new", "toy").out


def test_new_overwrites_nothing_unless_it_is_forced(berlin: Berlin, record: Path) -> None:
    before = record.read_bytes()
    berlin("new", "toy", "--seed", 2, "-o", record).refused("game.record", "exists already")
    assert record.read_bytes() == before
    assert berlin("new", "toy", "--seed", 2, "-o", record, "--force").code == 0
    assert record.read_bytes() != before


def test_show_hides_from_a_spectator_what_a_seat_sees(berlin: Berlin, situation: Path) -> None:
    assert "card 9" not in berlin("show", situation).out
    assert "card 9" in berlin("show", situation, "--as", "blue").out
    assert "card 9" not in berlin("show", situation, "--as", "red").out
    scene = json.loads(berlin("show", situation, "--as", "blue", "--json").out)
    assert [choice["text"] for choice in scene["choices"]][:2] == ["play 4", "play 9"]


def test_a_file_may_come_from_standard_input(toy: AnyGame, berlin: Berlin) -> None:
    assert "BLUE: Play, draw, roll or rest? [TOY 1]" in berlin("show", "-", typed=SITUATION).out


def test_legal_lists_every_action(berlin: Berlin, situation: Path) -> None:
    assert berlin("legal", situation).out.split("\n") == ["play 4", "play 9", "draw", "roll", "rest", ""]
    assert berlin("legal", situation, "play").out == "play 4\nplay 9\n"
    told = json.loads(berlin("legal", situation, "--json").out)
    assert told["deciders"] == ["blue"]
    assert told["actions"][0] == "play 4"


def test_apply_tells_what_happened_and_writes_only_where_it_is_told_to(berlin: Berlin, record: Path) -> None:
    before = record.read_bytes()
    ran = berlin("apply", record, "roll", "rest")
    assert "1 Red: roll" in ran.out
    assert "[TOY 4]" in ran.out
    assert record.read_bytes() == before
    assert berlin("apply", record, "roll", "rest", "-o", record).code == 0
    assert "2 blue rest\n" in record.read_text()


def test_given_dice_mark_the_record_as_a_study(berlin: Berlin, record: Path, home: Path) -> None:
    study = home / "study.record"
    ran = berlin("apply", record, "roll", "rest", "--dice", "5,3", "-o", study)
    assert "red rolls 5" in ran.out
    assert "dice laid down and not used: 3" in ran.out
    assert "\nstudy\n" in study.read_text()
    assert "study" in berlin("replay", study, "--verify").out
    told = json.loads(berlin("apply", record, "roll", "--dice", "6", "--json").out)
    assert told["study"] is True
    assert told["actions"][0]["dice"] == [6]
    assert told["actions"][0]["sides"] == [6]
    assert told["record"].startswith("berlin-record 1\n")


def test_a_situation_is_played_on_from(berlin: Berlin, situation: Path, home: Path) -> None:
    played = home / "on.record"
    assert berlin("apply", situation, "play 9", "-o", played).code == 0
    assert "Red to decide" in berlin("replay", played).out


def test_explain_gives_the_tally_with_its_rules_and_the_chances(berlin: Berlin, situation: Path) -> None:
    ran = berlin("explain", situation, "roll")
    assert "score = 1" in ran.out
    assert "+1 so far [TOY 4]" in ran.out
    assert "16.7%  1 of 6" in ran.out
    told = json.loads(berlin("explain", situation, "roll", "--json").out)
    assert told["legal"] is True
    assert told["explanation"]["tallies"][0]["total"] == 1
    assert told["explanation"]["outcomes"][0]["chance"] == pytest.approx(1 / 6)


def test_explain_gives_the_refusal_with_its_rule(berlin: Berlin, situation: Path) -> None:
    ran = berlin("explain", situation, "play", "2")
    assert ran.code == 0
    assert "Not allowed: play 2" in ran.out
    assert "doesn't hold card 2 [TOY 2]" in ran.out
    told = json.loads(berlin("explain", situation, "play 2", "--json").out)
    assert told["refusal"]["rule"] == "TOY 2"


def test_replay_tells_the_story_and_hides_what_is_secret_until_the_end(
    berlin: Berlin, record: Path, home: Path
) -> None:
    assert "draws a card" in berlin("replay", record).out
    assert "draws card" not in berlin("replay", record).out
    assert "red draws card" in berlin("replay", record, "--as", "red").out
    assert "blue draws card" not in berlin("replay", record, "--as", "red").out
    over = home / "over.record"
    berlin("apply", record, *["rest"] * 8, "-o", over)
    assert "blue draws card" in berlin("replay", over).out
    assert "The game is over" in berlin("replay", over).out


def test_replay_verifies_every_roll(berlin: Berlin, record: Path) -> None:
    assert "verified: 4 rolls" in berlin("replay", record, "--verify").out
    told = json.loads(berlin("replay", record, "--verify", "--json").out)
    assert told["verdict"]["status"] == "verified"


def test_data_shows_the_shares(toy: AnyGame, berlin: Berlin) -> None:
    assert "house        1 of 1  100.0%" in berlin("data", "toy").out
    told = json.loads(berlin("data", "toy", "--json").out)
    assert told["shares"]["printed"] == {"values": 0, "share": 0.0}
    assert told["values"][0]["name"] == "count"


def test_the_board_is_drawn(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    assert berlin("board", "toy").out.startswith("<svg")
    assert berlin("board", "toy", "-o", home / "toy.svg").code == 0
    assert (home / "toy.svg").read_text().startswith("<svg")
    berlin("board", "toy", "-o", home / "toy.png").refused("SVG")


def test_rules_are_read_by_number_with_or_without_the_book(toy: AnyGame, berlin: Berlin) -> None:
    for words in (["3"], ["TOY", "3"], ["TOY 3"], ["toy 3"]):
        assert berlin("rules", *words, "--game", "toy").out == "TOY 3 (enforce): rule 3\n"
    assert berlin("rules", "--game", "toy").out.count("\n") == 7
    assert json.loads(berlin("rules", "3", "--game", "toy", "--json").out)[0]["id"] == "TOY 3"


def test_a_clause_is_read_without_the_mark_of_its_part(berlin: Berlin) -> None:
    told = berlin("rules", "OTO 4.1d").out
    assert told.startswith("OTO 4.1d (enforce): An MGC may set up HIP only")
    assert json.loads(berlin("rules", "OTO 4.1d", "--json").out)[0]["part"] == "campaign"


def test_a_clause_is_sought_in_every_book_of_its_game_unless_one_is_named() -> None:
    ledger = Ledger(tuple(Clause(name, "base", "gist") for name in ("NEW 1", "NEW 1a", "OLD 1", "OLD 10")))
    assert [clause.id for clause in lookup(ledger, "1")] == ["NEW 1", "NEW 1a", "OLD 1"]
    assert [clause.id for clause in lookup(ledger, "old 1")] == ["OLD 1"]
    assert lookup(ledger, "NEW") == list(ledger.of_book("NEW"))


def test_coverage_counts_the_proven_clauses_of_each_class(toy: AnyGame, berlin: Berlin) -> None:
    assert "TOY enforce      0 of    7 proven" in berlin("rules", "--coverage", "--game", "toy").out
    told = json.loads(berlin("rules", "--coverage", "--json", "--game", "toy").out)
    assert told["TOY"]["enforce"]["total"] == 7
    assert told["TOY"]["enforce"]["missing"][0] == "TOY 1"


@rule("OTB 16.0.q1")
def test_coverage_lists_pages_that_are_missing_from_a_book_and_proves_nothing_of_them(berlin: Berlin) -> None:
    told = berlin("rules", "--coverage", "--game", "fortress").out
    assert "OTB pages missing from the book: OTB 16.0" in told.splitlines()
    # Nothing of it is a rule: the ledger has the ruling alone, and other books lack no page.
    game = load("fortress")
    assert [clause.id for clause in game.ledger if clause.id.startswith("OTB 16.")] == ["OTB 16.0.q1"]
    assert "pages missing" not in berlin("rules", "--coverage", "--game", "race").out


def test_fuzz_prints_its_figures(toy: AnyGame, berlin: Berlin) -> None:
    told = json.loads(berlin("fuzz", "toy", "--games", 5, "--json").out)
    assert set(told) == {"games", "failures", "dead_ends", "actions", "cpu_seconds"}
    assert told["games"] == 5
    assert told["failures"] == 0
    assert "5 games: 0 failures" in berlin("fuzz", "toy", "--games", 5).out


def test_fuzz_saves_the_record_of_a_failure(
    toy: AnyGame, berlin: Berlin, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "broken", lambda state: ["a card is lost"] if len(state.gone) > 1 else [])
    ran = berlin("fuzz", "toy", "--games", 3)
    assert ran.code == 1
    assert "a card is lost" in ran.out
    saved = sorted((home / "fuzz-failures").iterdir())
    assert saved
    assert berlin("show", saved[0]).code == 0


def test_one_process_or_several_play_the_same_games(toy: AnyGame, berlin: Berlin) -> None:
    alone = json.loads(berlin("fuzz", "toy", "--games", 25, "--jobs", 1, "--json").out)
    several = json.loads(berlin("fuzz", "toy", "--games", 25, "--jobs", 2, "--json").out)
    assert alone["actions"] == several["actions"]
    assert several["games"] == 25
