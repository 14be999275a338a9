"""Race for Berlin, given up in the middle of something: what was asked is never answered."""

import pytest
from msgspec.structs import replace
from table import Table

from berlin.games.race.game import GAME
from berlin.games.race.state.state import ON_POINTS
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed


@pytest.mark.parametrize("unit, owner", [("303", "koniev"), ("404", "zhukov")])
def test_a_german_whose_refuge_was_asked_stands_where_the_americans_are(unit: str, owner: str) -> None:
    t = Table.at(f"""
        turn = 2
        stage = "A.2"
        dice = [1, 5, 1]
        [units]
        Penzig = ["52/1"]
        Wittenberg = ["{unit}"]
        [control]
        american = ["Leipzig"]
        [chits]
        zhukov = [10]
        koniev = [1, 6]
        out = [9]
    """)
    assert (t.decider, t.control("Wittenberg")) == (owner, "american")
    t.do(f"resign {owner}")
    assert (t.zone(unit), GAME.broken(t.state)) == ("Wittenberg", [])
    again = GAME.read_situation(GAME.write_situation(t.state), key_from_seed(1)).state
    assert GAME.view(again, Seat(0)) == GAME.view(t.state, Seat(0))
    ended = replace(t.state, over=ON_POINTS)
    assert [fault[-11:] for fault in GAME.broken(ended)] == ["[RFB 2.2.7]"]


@pytest.mark.parametrize("owner", ["zhukov", "koniev"])
def test_who_resigns_loses_even_with_the_more_points_and_the_other_does_not_lose_with_him(owner: str) -> None:
    t = Table.at("""
        turn = 9
        stage = "C.1"
        [units]
        Penzig = ["52/1"]
        Lebus = ["8GA/1"]
        [points]
        vp = [30, 30]
    """)
    if t.decider != owner:
        t.do("pass")
    t.do(f"resign {t.decider}")
    result = t.result
    assert result is not None
    assert (result.winners, result.scores) == ((GAME.seats.index(owner) ^ 1,), (30, 30))
    assert (result.all_lost, result.rule) == (False, "")
