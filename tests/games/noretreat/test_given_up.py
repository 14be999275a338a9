"""No Retreat!, given up in the middle of something: what was asked is never answered."""

import pytest
from msgspec.structs import replace
from tests.games.noretreat.table import Table

from berlin.games.noretreat.board.units import find_unit
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.state.state import AXIS_WINS
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.play.resigning import RESIGNED


@pytest.mark.parametrize("seat", [0, 1])
def test_a_retreat_that_was_not_ended_may_have_left_too_many_in_a_hex(seat: int) -> None:
    t = Table.new()
    one, other = find_unit("W"), find_unit("SW")
    where = list(t.state.where)
    where[other] = where[one]
    crowded = replace(t.state, where=type(t.state.where)(where), frames=(), over=RESIGNED + seat)
    assert GAME.broken(crowded) == []
    again = GAME.read_situation(GAME.write_situation(crowded), key_from_seed(1)).state
    assert GAME.result(again) == GAME.result(crowded)
    ended = replace(crowded, over=AXIS_WINS, verdict="NAB 12.3.2")
    assert [fault[-12:] for fault in GAME.broken(ended)] == ["[NR 8.stack]"]


@pytest.mark.parametrize(
    ("seat", "text"),
    [(0, "The Axis resigned: victory for the Soviets."), (1, "The Soviets resigned: victory for the Axis.")],
)
def test_a_side_that_resigns_is_told_by_its_name(seat: int, text: str) -> None:
    t = Table.new()
    while t.decider != GAME.seats[seat]:
        t.take(t.legal()[-1])
    t.do(f"resign {t.decider}")
    result = t.result
    assert result is not None
    assert (result.text, result.rule, result.winners) == (text, "", (1 - seat,))
    assert GAME.scene(GAME.view(t.state, None)).result == text
