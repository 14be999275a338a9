"""Giving a game up at the terminal: after a question, as a line of the record, and never by a slip."""

import json
from pathlib import Path

import pytest
from tests.cli.commands.test_play import actions, record_of
from tests.cli.runs import Berlin

from berlin.kernel.contract.game import AnyGame

BOTH = ("play", "toy", "--seed", "1", "--red", "human", "--blue", "human")


@pytest.mark.parametrize("sure", ["y", "Yes", " Y "])
@pytest.mark.parametrize("typed", ["resign", "Resign", "resign red", "concede"])
def test_who_resigns_and_is_sure_has_lost(toy: AnyGame, berlin: Berlin, typed: str, sure: str) -> None:
    ran = berlin(*BOTH, typed=f"{typed}\n{sure}\n")
    assert ran.code == 0
    assert "the game is over at once, with victory for Blue; it can't be taken back" in " ".join(
        ran.out.split()
    )
    assert "Sure? [y/N]" in ran.out
    assert "The game is over: Red resigned: victory for Blue.\n" in ran.out
    path = record_of(ran)
    assert actions(path) == ["1 red resign red"]
    assert berlin("replay", path, "--verify").code == 0


@pytest.mark.parametrize("sure", ["", "n", "no", "yep", "rest"])
def test_who_is_not_sure_plays_on(toy: AnyGame, berlin: Berlin, sure: str) -> None:
    ran = berlin(*BOTH, typed=f"resign\n{sure}\nroll\n")
    assert "You play on." in ran.out
    assert [line.split("|")[0].strip() for line in actions(record_of(ran))] == ["1 red roll"]


def test_nobody_resigns_for_another(toy: AnyGame, berlin: Berlin) -> None:
    ran = berlin(*BOTH, typed="resign blue\nresign nobody\nrest\n")
    assert "only who is asked may resign: that is Red, not Blue" in ran.out
    assert "names no seat that resigns" in ran.out
    assert "Sure?" not in ran.out
    assert actions(record_of(ran)) == ["1 red rest"]


def test_the_help_tells_of_it(toy: AnyGame, berlin: Berlin) -> None:
    assert "resign" in berlin(*BOTH, typed="help\n").out


@pytest.mark.parametrize(
    "code, seat, told",
    [
        ("race", "koniev", "Koniev resigned: victory for Zhukov.\n"),
        ("noretreat", "axis", "The Axis resigned: victory for the Soviets.\n"),
        ("orsha", "german", "The Germans conceded: victory for the Russians. [OTO 6.cg_end]\n"),
    ],
)
def test_a_resignation_is_applied_like_any_action(
    berlin: Berlin, tmp_path: Path, code: str, seat: str, told: str
) -> None:
    first, last = tmp_path / "first.record", tmp_path / "last.record"
    berlin("new", code, "--seed", 7, "-o", first)
    other = {"koniev": "zhukov", "axis": "soviet", "german": "russian"}[seat]
    berlin("apply", first, f"resign {other}").refused("only who is asked may", seat.capitalize())
    assert f"resign {seat}" not in berlin("legal", first).out
    ran = berlin("apply", first, f"resign {seat}", "-o", last)
    assert f"The game is over: {told}" in ran.out
    assert f"1 {seat} resign {seat}\nend " in last.read_text()
    assert "verified: " in berlin("replay", last, "--verify").out
    assert told in berlin("replay", last).out
    assert told.split(":")[0] in berlin("show", last).out
    assert "it can't be taken back" in berlin("explain", first, "resign", seat).out
    berlin("apply", last, f"resign {seat}").refused("the game is over")


@pytest.mark.parametrize(("code", "seat"), [("race", "koniev"), ("noretreat", "axis"), ("orsha", "german")])
def test_a_machine_for_which_somebody_resigned_has_no_reasons_for_it(
    berlin: Berlin, tmp_path: Path, code: str, seat: str
) -> None:
    path = tmp_path / "x.record"
    berlin("new", code, "--seed", 7, "-o", path)
    path.write_text(path.read_text().replace(f"seat {seat} human", f"seat {seat} officer"))
    assert berlin("apply", path, f"resign {seat}", "-o", path).code == 0
    ran = berlin("replay", path, "--why", "--json")
    assert ran.code == 0
    assert [moment["action"] for moment in json.loads(ran.out)["moments"]] == [None, f"resign {seat}"]
    assert "reasons" not in ran.out
