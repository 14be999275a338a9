"""Hints at the terminal, and the machines' reasons when a record is told."""

import json
from pathlib import Path

import pytest
from tests.cli.commands.test_play import actions, record_of
from tests.cli.runs import Berlin

from berlin.kernel.contract.game import AnyGame


@pytest.fixture
def over(toy: AnyGame, berlin: Berlin) -> Path:
    """A short game of a machine against a machine that draws lots."""
    return record_of(berlin("play", "toy", "--red", "greedy", "--blue", "random", "--seed", 1))


def test_a_hint_names_an_answer_and_why_and_plays_nothing(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin("play", "toy", "--seed", 1, typed="hint\n")
    assert "Hint: " in ran.out
    assert "chances: winning from here: " in ran.out
    said = ran.out.partition("Hint: ")[2]
    text, number = said.split(" (answer ")[0], int(said.split(" (answer ")[1].split(")")[0])
    assert number >= 1
    assert actions(record_of(ran)) == []
    again = berlin("play", "toy", "--seed", 1, typed=f"{number}\n")
    assert actions(record_of(again))[0].startswith(f"1 red {text}")


def test_between_two_humans_there_is_none_unless_it_is_allowed(toy: AnyGame, berlin: Berlin) -> None:
    people = ("play", "toy", "--red", "human", "--blue", "human")
    refused = berlin(*people, typed="hint\n")
    assert "No hints in this game" in refused.out
    assert "Hint: " not in refused.out
    told = berlin(*people, "--hints", typed="hint\nrest\nrest\nrest\n")
    # The other reads it when he sits down, and once.
    assert told.out.count("Red asked for a hint.") == 1
    assert told.out.index("Red asked for a hint.") > told.out.index("Hint: ")


def test_against_a_machine_it_can_be_forbidden(toy: AnyGame, berlin: Berlin) -> None:
    assert "No hints in this game" in berlin("play", "toy", "--no-hints", typed="hint\n").out


def test_a_finished_game_is_told_with_the_machines_reasons(over: Path, berlin: Berlin) -> None:
    plain, told = berlin("replay", over), berlin("replay", over, "--why")
    assert "drawn by lot" not in plain.out
    assert told.out.count("chances: drawn by lot, 1 of ") == 4
    story = json.loads(berlin("replay", over, "--why", "--json").out)
    why = [moment.get("reasons") for moment in story["moments"]]
    assert why[0] is None
    assert why[2]["chances"][0].startswith("drawn by lot")
    assert "reasons" not in json.dumps(json.loads(berlin("replay", over, "--json").out))


def test_while_a_game_is_on_its_machines_keep_their_reasons(toy: AnyGame, berlin: Berlin) -> None:
    path = record_of(berlin("play", "toy", "--seed", 1, typed="rest\n"))
    berlin("replay", path, "--why").refused("the machines' reasons are told when the game is over")


def test_people_have_no_reasons_to_tell(toy: AnyGame, berlin: Berlin) -> None:
    people = ("play", "toy", "--red", "human", "--blue", "human")
    path = record_of(berlin(*people, typed="rest\n" * 8))
    assert "chances" not in berlin("replay", path, "--why").out
    assert "The game is over" in berlin("replay", path, "--why").out
