"""Every counter, by its row: a single one shows its front on both sides, and a fort never moves."""

import pytest

from berlin.games.noretreat.board.tables import TABLES
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    BACK,
    COUNTERS,
    FIXED,
    FORM,
    FRONT,
    KIND,
    MOVEMENT,
    NAMES,
    STRENGTH,
    VOLKSTURM,
    _counter,
    full_steps,
    steps,
)
from berlin.kernel.proof.mark import rule


@rule("NR 12.unit.conv", "NR 7.onestep")
def test_12_a_counter_with_one_side_is_the_same_on_both() -> None:
    for unit in ALL_UNITS:
        row = COUNTERS[unit]
        faces = [(table[FRONT][unit], table[BACK][unit]) for table in (KIND, STRENGTH, MOVEMENT, NAMES)]
        if FORM[unit] == "single":
            assert all(front == back for front, back in faces)
        else:
            back = (row.back_kind, row.back_strength, row.back_movement, row.back_name or row.name)
            assert tuple(face[1] for face in faces) == back
        assert tuple(face[0] for face in faces) == (row.kind, row.strength, row.movement, row.name)
        for face in (FRONT, BACK):
            assert FIXED[face][unit] is (KIND[face][unit] in ("fort", "volksturm"))
            assert not FIXED[face][unit] or MOVEMENT[face][unit] == 0
        assert VOLKSTURM[unit] is (row.kind == "volksturm")


@rule("NR 7.onestep", "NR 7.twostep")
def test_7_so_many_steps_a_counter_has() -> None:
    for unit in ALL_UNITS:
        for turn in (1, 16, 17, 28):
            army = 2 if FORM[unit] == "upgrades" and turn >= 17 else 1
            reduces = FORM[unit] == "reduces"
            assert (steps(unit, FRONT, turn), steps(unit, BACK, turn)) == (2 if reduces else 1, army)
            assert full_steps(unit, turn) == max(2 if reduces else 1, army)


@rule("NR 12.unit.conv")
@pytest.mark.parametrize("cell", ["kind", "form", "status"])
def test_12_a_counter_of_a_kind_that_is_not_known_is_refused(cell: str) -> None:
    row = dict(TABLES.rows("units")[0])
    assert _counter(row) == COUNTERS[0]
    with pytest.raises(ValueError, match="none of"):
        _counter(row | {cell: "zeppelin"})
