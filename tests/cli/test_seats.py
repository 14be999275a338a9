"""Who sits where."""

import pytest

from berlin.cli import seats
from berlin.cli.complaint import Complaint

SEATS = ("zhukov", "koniev")


def test_seats_may_be_named_before_and_behind_the_game() -> None:
    assert seats.split_words(["--zhukov", "random", "race", "--koniev=human"]) == (
        ["race"],
        [("zhukov", "random"), ("koniev", "human")],
    )


def test_the_first_seat_is_a_human_by_default_and_the_others_are_machines() -> None:
    assert seats.default_players(SEATS) == ["human", "officer"]


def test_named_seats_are_laid_over_the_default() -> None:
    assert seats.assign(SEATS, [("koniev", "human")], ["human", "random"]) == ["human", "human"]


@pytest.mark.parametrize("pair", [("stalin", "human"), ("zhukov", "robot"), ("zhukov", "")])
def test_unknown_seats_and_players_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(Complaint):
        seats.assign(SEATS, [pair], ["human", "random"])


@pytest.mark.parametrize(
    "answer, players",
    [
        ("", ["human", "officer"]),
        ("human human", ["human", "human"]),
        ("random, human", ["random", "human"]),
        ("koniev human", ["human", "human"]),
        ("koniev: human, zhukov: random", ["random", "human"]),
    ],
)
def test_one_question_settles_all_seats(answer: str, players: list[str]) -> None:
    assert seats.ask_players(SEATS, seats.default_players(SEATS), lambda _: answer) == players


def test_the_question_is_put_again_until_the_answer_makes_sense() -> None:
    answers = iter(["me", "stalin human", "zhukov robot", "human human"])
    assert seats.ask_players(SEATS, seats.default_players(SEATS), lambda _: next(answers)) == [
        "human",
        "human",
    ]


def test_a_search_may_be_named_with_its_budget() -> None:
    assert seats.assign(SEATS, [("koniev", "search:100ms")], ["human", "officer"]) == [
        "human",
        "search:100ms",
    ]
    assert not seats.is_known("search:soon")
