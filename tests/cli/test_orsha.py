"""A campaign at the terminal: its secrets, its warnings, and the staff that answers for a person."""

from pathlib import Path

import pytest
from tests.cli.commands.test_play import actions, record_of
from tests.cli.runs import Berlin
from tests.games.orsha.test_drawing import offered

from berlin.games.orsha.game import GAME
from berlin.kernel.proof.mark import rule
from berlin.kernel.records.record import new_record, write

AGAINST_STAFF = ("play", "orsha", "--seed", 7, "--german", "human", "--russian", "staff")


@pytest.fixture
def bought(berlin: Berlin) -> Path:
    """Both sides have bought: the German by hand, his adversary by himself."""
    return record_of(berlin(*AGAINST_STAFF, typed="buy I1\nbuy M1\ndone\n"))


def own(bought: Path) -> list[str]:
    """What the German has done; his adversary answers by himself in between."""
    said = [line.split(" ", 2)[1:] for line in actions(bought)]
    return [what for seat, what in said if seat == "german"]


def test_what_the_adversary_buys_is_not_told(berlin: Berlin, bought: Path) -> None:
    said = [line.split(" ", 2)[1:] for line in actions(bought)]
    assert [what for seat, what in said if seat == "russian" and what.startswith("buy")]
    for ran in (
        berlin("play", bought, "--german", "human", "--russian", "human", typed="log\n"),
        berlin("replay", bought, "--as", "german"),
        berlin("replay", bought),
    ):
        assert "russian: buy" not in ran.out.casefold()
        assert " answers in secret" in ran.out
    assert "German: Buy Rifle Company I" in berlin("replay", bought, "--as", "german").out
    assert "German: Buy Rifle" not in berlin("replay", bought, "--as", "russian").out
    assert '"action":null' in berlin("replay", bought, "--as", "german", "--json").out.replace(" ", "")


def test_what_is_lost_for_good_has_to_be_typed_twice(berlin: Berlin, bought: Path) -> None:
    before = len(own(bought))
    ran = berlin("play", bought, typed="done\n")
    assert "Mind: 50 FPP that were not spent are lost" in ran.out
    assert len(own(bought)) == before
    berlin("play", bought, typed="done\ndone\n")
    assert len(own(bought)) == before + 1


def test_the_staff_answers_a_question_or_the_rest_of_a_step(berlin: Berlin, bought: Path) -> None:
    before = len(own(bought))
    berlin("play", bought, typed="staff\n")
    assert len(own(bought)) == before + 1
    ran = berlin("play", bought, typed="staff step\n")
    assert own(bought)[-1].startswith("done")
    assert "Set-up: which piece next?" in ran.out.rpartition("Purchasing Fortifications")[2]


def test_where_no_hints_are_allowed_the_staff_answers_nothing(berlin: Berlin, bought: Path) -> None:
    before = len(own(bought))
    assert "No hints in this game" in berlin("play", bought, "--no-hints", typed="staff step\n").out
    assert len(own(bought)) == before


def test_pieces_are_named_in_the_menu_and_have_codes_for_who_asks(berlin: Berlin, bought: Path) -> None:
    out = berlin("play", bought, typed="done\ndone\ncodes\n").out
    menu, coded = out.split("Set-up: which piece next?")[-2:]
    assert "Set up the:  1) 1st German HMG Cupola  2) 2nd German HMG Cupola" in menu
    assert "Set up the (take):" in coded
    assert "2) 2nd German HMG Cupola (g1)" in coded


@rule("OTO 7.5053.q1")
def test_a_smaller_perimeter_is_taken_once_the_hexes_it_gives_up_were_listed(
    berlin: Berlin, tmp_path: Path
) -> None:
    path = tmp_path / "offered.rec"
    path.write_text(write(new_record(GAME, bytes(32), situation=GAME.write_situation(offered().freeze()))))
    once = berlin("play", path, "--german", "human", "--russian", "human", typed="\ndecline\n").out
    assert "Your Perimeter lacks 34 hexes" in once
    assert "Mind: you give up 34 hexes that could be enclosed too (" in once
    assert actions(path) == []
    berlin("play", path, "--german", "human", "--russian", "human", typed="\ndecline\ndecline\n")
    assert [line.split()[1:3] for line in actions(path)] == [["russian", "decline"]]
