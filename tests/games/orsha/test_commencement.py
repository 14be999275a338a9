"""7.523: the scenario starts."""

import pytest
from tests.campaign.desk import at, desk, told

from berlin.campaign.deployment import commencement
from berlin.campaign.state.state import Account
from berlin.kernel.contract.events import EVERYBODY
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark


@rule("OTO 7.523a", "OTO 7.523b", "OTO 7.523.q1")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_7_523_both_sides_announce_elr_and_san_and_the_russians_move_first(turn: int) -> None:
    d = desk(turn=turn, accounts=(Account(elr=3, san=2), Account(elr=4, san=5)))
    commencement.begin(d)
    said = told(d)
    assert [event.text for event in said] == [
        "German: ELR 3, SAN 2",
        "Russian: ELR 4, SAN 5",
        "the Russian side moves first",
    ]
    assert all(event.seat == EVERYBODY for event in said)


@rule("OTO 7.518.q1")
@pytest.mark.parametrize(("turn", "left"), [(3, -1), (4, 3)])
def test_7_518_what_the_germans_have_left_is_fixed_when_24pm_starts(turn: int, left: int) -> None:
    d = desk(turn=turn, accounts=(Account(cpp=3), Account(cpp=7)))
    commencement.begin(d)
    assert d.left == left


def test_what_the_reph_wrote_on_pieces_is_gone_and_points_count_from_here() -> None:
    d = desk([at("g:4-6-7", "K20", Mark.PLACED | Mark.NEW | Mark.CONCEALED)], cvp=30, evp=4)
    commencement.begin(d)
    assert d.pieces[0][0].marks == Mark.CONCEALED
    assert d.before == (30, 4)
