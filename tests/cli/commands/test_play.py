"""A game at the terminal, scripted."""

import json
from pathlib import Path

import pytest
from tests.cli.runs import Berlin, Ran

from berlin.kernel.contract.game import AnyGame


def record_of(ran: Ran) -> Path:
    """The file that the game says it is saved in."""
    line = next(line for line in ran.out.split("\n") if line.startswith("Saved in "))
    return Path(line.removeprefix("Saved in "))


def actions(path: Path) -> list[str]:
    return [line for line in path.read_text().split("\n") if line[:1].isdigit()]


def test_the_first_screen_tells_what_to_type(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--seed", 1)
    assert ran.code == 0
    assert "Red: human, Blue: officer" in ran.out
    assert "RED: Play, draw, roll or rest? [TOY 1]" in ran.out
    assert "play:  1) 3  2) 6" in ran.out
    assert "Type a number, or an answer or its beginning" in ran.out


def test_the_first_game_is_played_if_none_is_named(toy: AnyGame, berlin: Berlin) -> None:
    assert "Nine Cards" in berlin("play").out


@pytest.mark.parametrize("typed", ["rest", "re", "5", "REST"])
def test_an_answer_may_be_typed_in_short(toy: AnyGame, berlin: Berlin, typed: str) -> None:
    ran = berlin("play", "toy", "--seed", 1, typed=f"{typed}\n")
    assert actions(record_of(ran))[0] == "1 red rest"


def test_the_record_is_on_disk_after_every_action(
    toy: AnyGame, berlin: Berlin, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[list[str]] = []
    apply = toy.apply

    def spy(state: object, action: object) -> object:
        files = list(Path("share/berlin/games").iterdir())
        saved.append(actions(files[0]) if files else [])
        return apply(state, action)

    monkeypatch.setattr(toy, "apply", spy)
    berlin("play", "toy", "--red", "human", "--blue", "human", typed="rest\nroll\nrest\n")
    assert [len(lines) for lines in saved] == [0, 1, 2]


def test_an_interrupt_loses_nothing_and_the_game_is_resumed(toy: AnyGame, berlin: Berlin) -> None:
    first = berlin("play", "toy", "--blue", "human", typed="rest\nroll\n")
    assert first.code == 0
    path = record_of(first)
    assert f"Go on with: berlin play {path}" in first.out
    assert len(actions(path)) == 2
    again = berlin("play", path, typed="rest\n")
    assert record_of(again) == path
    assert len(actions(path)) == 3


def test_a_line_that_was_cut_short_is_dropped_when_the_game_is_resumed(toy: AnyGame, berlin: Berlin) -> None:
    path = record_of(berlin("play", "toy", "--blue", "human", typed="rest\nrest\n"))
    path.write_bytes(path.read_bytes()[:-3])
    ran = berlin("play", path)
    assert "cut short" in ran.out
    assert len(actions(path)) == 1


def test_machines_play_by_themselves_and_the_log_tells_it(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--red", "random", "--blue", "random")
    assert "1 Red: " in ran.out
    assert "8 Blue: " in ran.out
    assert "The game is over" in ran.out
    assert "verified" in berlin("replay", record_of(ran), "--verify").out


def test_a_game_broken_off_goes_on_as_it_would_have(toy: AnyGame, berlin: Berlin) -> None:
    whole = berlin("play", "toy", "--seed", 5, typed="rest\nrest\nrest\n")
    first = berlin("play", "toy", "--seed", 5, typed="rest\n")
    again = berlin("play", record_of(first), typed="rest\nrest\n")
    assert actions(record_of(again)) == actions(record_of(whole))


def test_seats_are_named_as_options_in_three_ways(toy: AnyGame, berlin: Berlin) -> None:
    for words in (["--blue", "human"], ["--blue=human"], ["--seat", "blue=human"]):
        assert "Red: human, Blue: human" in berlin("play", "toy", *words).out
        assert "Red: human, Blue: human" in berlin("play", *words, "toy").out


def test_a_situation_is_played_in_a_new_record(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    text = (
        'game = "toy"\nleft = 4\nasks = "blue"\nscores = [0, 0]\ngone = []\n[hands]\nred = [2]\nblue = [4]\n'
    )
    (home / "start.toml").write_text(text)
    ran = berlin("play", home / "start.toml", typed="play 4\n")
    assert (home / "start.toml").read_text() == text
    assert actions(record_of(ran)) == ["1 blue play 4"]


def test_an_only_human_never_sees_the_machines_cards(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", typed="rest\nlog\nrest\nrest\nshow\n")
    assert "red draws card" in ran.out
    assert "blue draws card" not in ran.out


def test_each_of_two_humans_sees_his_own_cards_alone(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--blue", "human", "--seed", 1, typed="rest\nrest\n")
    reds, blues = ran.out.split("Red> rest")
    assert "Red holds card 3" in reds
    assert "Blue holds a card ×2" in reds
    assert "Red holds a card ×2" in blues.split("Blue> rest")[0]


def test_why_and_odds_explain_or_cite_the_rule(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--seed", 1, typed="why play 1\nwhy ro\nodds 4\nwhy\nwhy jump\nplay 9\n")
    assert "red doesn't hold card 1 [TOY 2]" in ran.out
    assert "roll: allowed" in ran.out
    assert ran.out.count("16.7%  1 of 6") == 12
    assert "Say which action, for example: why play 3" in ran.out
    assert "'jump' is not an action [TOY 1]" in ran.out
    assert "red doesn't hold card 9 [TOY 2]" in ran.out


def test_what_is_not_clear_is_asked_back(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--seed", 1, typed="play\nr\nhello\n\n")
    assert "That could mean: play 3; play 6" in ran.out
    assert "That could mean: roll; rest" in ran.out
    assert "'hello' is not an action" in ran.out
    assert ran.out.count("RED: Play, draw, roll or rest?") == 2
    assert actions(record_of(ran)) == []


def test_help_rules_log_legal_save_and_show(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    typed = "help\nrules 3\nrules 99\nrules\nlegal\nlog 1\nsave\nsave copy.record\nsave copy.record\nshow 3\n"
    ran = berlin("play", "toy", "--seed", 1, typed=typed)
    assert "take your last action back" in ran.out
    assert "TOY 3 (enforce): rule 3" in ran.out
    assert "There is no clause 99." in ran.out
    assert "   4) roll" in ran.out
    assert "Every action is saved as it is made" in ran.out
    assert (home / "copy.record").read_text() == record_of(ran).read_text()
    assert "copy.record exists already" in ran.out
    assert "Nothing is called 3 here" in ran.out


def test_show_tells_about_a_place_and_a_unit(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--blue", "human", "--seed", 1, typed="play 3\nshow table\nshow 3\n")
    assert "card 3: card, in table" in ran.out


def test_quit_gets_up(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", typed="quit\nrest\n")
    assert ran.code == 0
    assert actions(record_of(ran)) == []


def test_an_action_is_taken_back(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "solo", typed="rest\nundo\nundo\n")
    assert "Taken back." in ran.out
    assert "This can't be taken back: nothing has been done yet." in ran.out
    assert actions(record_of(ran)) == []


def test_no_die_is_taken_back(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "solo", typed="roll\nundo\n")
    assert "This can't be taken back: a die was rolled." in ran.out
    assert len(actions(record_of(ran))) == 1


def test_no_revelation_is_taken_back(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "solo", "--seed", 1, typed="play 3\nundo\n")
    assert "This can't be taken back: blue learnt by it what was hidden." in ran.out


def test_another_players_action_is_not_taken_back(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--blue", "human", typed="rest\nundo\n")
    assert "This can't be taken back: the last action was Red's." in ran.out


def test_undo_reaches_back_before_the_game_was_resumed(toy: AnyGame, berlin: Berlin) -> None:
    path = record_of(berlin("play", "solo", typed="rest\n"))
    assert "Taken back." in berlin("play", path, typed="undo\n").out
    assert actions(path) == []


def test_json_keeps_silent_and_tells_where_the_game_stands(toy: AnyGame, berlin: Berlin) -> None:
    told = json.loads(berlin("play", "toy", "--json", typed="rest\nrest\n").out)
    assert told["actions"] == 4
    assert told["deciders"] == ["red"]
    over = json.loads(berlin("play", "toy", "--red", "random", "--json").out)
    assert over["result"]["rule"] == "TOY 6"


def test_a_record_may_be_kept_where_the_player_says(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    berlin("play", "toy", "-o", home / "mine.record", typed="rest\n")
    assert len(actions(home / "mine.record")) == 2
    berlin("play", "toy", "-o", home / "mine.record").refused("mine.record", "exists already")
