"""How a game stands, by heads."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.game import GAME
from berlin.games.fortress.staff.standing import milestone
from berlin.kernel.contract.ids import BOTH

HELD = ("5015: VS1, VS2", "5225: 82/Par1 combat N", "5119: Himmler, HGuard", "5117: Goering, HG-Mech")


def lead(t: Table) -> float:
    """How the Allies stand."""
    return GAME.standing(t.state, BOTH[0]).total


def at(*stacks: str, **fields: Any) -> Table:
    return position("allied-movement", *(stacks or HELD), **fields)


def test_what_one_seat_has_the_other_lacks() -> None:
    t = at()
    assert GAME.standing(t.state, BOTH[0]).total == pytest.approx(-GAME.standing(t.state, BOTH[1]).total)


def test_points_and_leaders_and_landing_zones_count() -> None:
    usual = lead(at())
    assert lead(at(vp=[3, 0])) > usual
    assert lead(at(vp=[0, 3])) < usual
    assert lead(at(*HELD[:3], captured=["Goering"])) > usual
    assert lead(at(lost_zones=["82"], landing=["3506", "none", "none", "none", "none", "1023"])) < usual


def test_a_stronger_garrison_of_the_reichstag_is_better_for_the_germans() -> None:
    assert lead(at("5015: VS1, VS2, Berlin-AT1", *HELD[1:])) < lead(at()) + 0.01
    assert lead(at(*HELD[1:])) > lead(at())


def test_a_unit_disrupted_is_worth_less_and_one_nearer_to_the_reichstag_more() -> None:
    assert lead(at(HELD[0], "5225: 82/Par1 disrupted", *HELD[2:])) < lead(at())
    assert lead(at(HELD[0], "5220: 82/Par1 combat N", *HELD[2:])) > lead(at())


def test_the_end_is_told_as_won_or_lost() -> None:
    t = position("allied-movement", "5225: 82/AT combat N", "5016: 82/Par1", vp=[11, 10])
    t.do("move 82/Par1")
    t.do("go 5015")
    t.do("halt")
    assert lead(t) == 400.0


def test_each_player_turn_is_a_milestone() -> None:
    turns = [
        milestone(position(stage, *HELD, turn=turn).state)
        for turn in (3, 4)
        for stage in ("allied-movement", "german-movement")
    ]
    assert turns == [6, 7, 8, 9]
