"""Pointing at the board: what a click would mean, and what an act costs for good."""

from collections.abc import Callable

import pytest
from fights import ELSEWHERE, at, declare
from rules.test_out_of_time import (
    asked_for_bridges,
    asked_to_displace,
    asked_to_enter,
    attacking,
    losing,
    moving,
    retreating,
)
from table import Table

from berlin.games.race.game import GAME
from berlin.games.race.state.actions import read, write
from berlin.kernel.proof.mark import rule

OVER_THE_ODER = """
    turn = 3
    stage = "C.1"
    [units]
    Bridgehead = ["8GA/1", "8GA/2"]
    Lebus = ["712"]
    Penzig = ["52/1"]
    [chits]
    out = [1]
"""


def pointed(t: Table, unit: str, place: str) -> list[str]:
    return [write(action) for action in GAME.about(t.state, unit, place)]


@rule("RFB 4.1.3a", "RFB 4.1.3c")
def test_a_unit_is_activated_by_pointing_at_it() -> None:
    t = Table.at(OVER_THE_ODER)
    modes = ["activate 8GA/1 move", "activate 8GA/1 combat", "activate 8GA/1 reserve", "shell 8GA/1"]
    assert pointed(t, "8GA/1", "") == modes
    assert pointed(t, "", "Lebus") == []


@rule("RFB 4.2.1a", "RFB 4.2.2a", "RFB 8.1.1a")
def test_a_unit_and_a_zone_mean_a_move_or_an_attack_as_the_step_asks() -> None:
    t = Table.at(OVER_THE_ODER)
    t.do("activate 8GA/1 move", "activate 8GA/2 combat", "begin")
    assert pointed(t, "8GA/1", "Seelow") == ["move 8GA/1 Seelow"]
    t.do("move 8GA/1 Seelow")
    assert pointed(t, "8GA/2", "Lebus") == ["attack 8GA/2 Lebus"]


@rule("RFB 4.2.1a")
def test_what_is_pointed_at_may_be_forbidden_and_is_then_refused_with_its_rule() -> None:
    t = Table.at(OVER_THE_ODER)
    t.do("activate 8GA/1 move", "begin")
    (act,) = pointed(t, "8GA/1", "Lebus")
    t.refused(act, "RFB 4.2.1a")


def test_a_name_that_is_not_on_the_board_means_nothing() -> None:
    t = Table.at(OVER_THE_ODER)
    with pytest.raises(KeyError):
        GAME.about(t.state, "8GA/9", "")


@pytest.mark.parametrize(("others", "warned"), [("", True), (', "8GA/2"', False)])
def test_leaving_a_berlin_zone_empty_is_warned_of(others: str, warned: bool) -> None:
    t = Table.at(f"""
        turn = 7
        stage = "C.1"
        [units]
        Tempelhof = ["8GA/1"{others}]
        Kustrin = ["69/1"]
        [progress]
        Tempelhof = 2
    """)
    t.do("activate 8GA/1 move", "begin")
    told = GAME.warnings(t.state, read("move 8GA/1 Zehlendorf"))
    assert told == (
        ("if nobody comes back, leaving Tempelhof empty costs 6 VP [RFB 9.1.5b]",) if warned else ()
    )


def test_a_german_that_would_cost_its_own_player_a_victory_zone_is_warned_of() -> None:
    t = Table.at("""
        turn = 7
        stage = "C.4"
        [units]
        Cottbus = ["21Pz"]
        Kustrin = ["69/1"]
        [control]
        zhukov = ["Spremberg"]
    """)
    t.do("activate 21Pz move", "begin")
    told = GAME.warnings(t.state, read("move 21Pz Spremberg"))
    assert told == ("you lose your own Spremberg: 1 VP [RFB 7.3.4c]",)


def test_the_board_has_a_spot_for_every_zone_with_room_for_its_counters() -> None:
    board = GAME.board()
    assert len(board.spots) == 74
    assert board.picture.startswith("<svg")
    assert all(spot.room > 20 for spot in board.spots)
    assert all(0 < spot.anchor[0] < board.width and 0 < spot.anchor[1] < board.height for spot in board.spots)


@pytest.mark.parametrize(("track", "warned"), [(3, True), (1, False)])
def test_an_american_advance_into_berlin_is_warned_of(track: int, warned: bool) -> None:
    t = Table.at("""
        turn = 5
        stage = "C.4"
        [units]
        Cottbus = ["21Pz"]
        Kustrin = ["69/1"]
        [control]
        american = ["Kyritz", "Neuruppin", "Nauen"]
        [chits]
        zhukov = [3]
    """)
    told = GAME.warnings(t.state, read(f"play 3 {track}"))
    assert bool(told) is warned


@rule("RFB 2.1.3a", "RFB 2.2.6b", "RFB 7.2.2b", "RFB 8.2.2a", "RFB 8.3", "RFB event.9a")
@pytest.mark.parametrize(
    "position, unit, place, acts",
    [
        (asked_to_enter, "", "Penzig", ["enter 31 Penzig"]),
        (asked_to_enter, "52/1", "", []),
        (asked_to_displace, "", "Torgau", ["displace 404 Torgau"]),
        (asked_to_displace, "404", "", []),
        (asked_for_bridges, "", "Kustrin", ["play 9 Kustrin"]),
        (asked_for_bridges, "8GA/1", "", []),
        (lambda: moving().do("test 303", dice=[6]), "", "Frankfurt", ["move 303 Frankfurt"]),
        (lambda: moving().do("test 303", dice=[6]), "303", "Frankfurt", ["move 303 Frankfurt"]),
        (lambda: moving().do("test 303", dice=[6]), "303", "", []),
        (losing, "5SHA/1", "", ["lose 5SHA/1"]),
        (retreating, "303", "Protzel", ["retreat 303 Protzel"]),
    ],
)
def test_pointing_at_what_a_question_is_about_answers_it(
    position: Callable[[], Table], unit: str, place: str, acts: list[str]
) -> None:
    assert pointed(position(), unit, place) == acts


@rule("RFB 8.1.1a", "RFB event.8a", "RFB event.8.q1")
def test_in_an_attack_a_unit_that_is_pointed_at_joins_it_or_collapses() -> None:
    t = attacking()
    assert pointed(t, "5SHA/1", "") == ["join 5SHA/1"]
    assert pointed(t, "391", "") == ["join 391", "play 8 391"]
    assert pointed(t, "", "Neukolln") == []
    german = declare(at("C.3", ELSEWHERE, Lebus="303 606", Seelow="61/1"), "Seelow", "303")
    assert pointed(german, "606", "") == ["join 606", "play 8 606"]
