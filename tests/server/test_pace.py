"""How long a table takes that was not in memory follows from what everybody knows of it."""

import pytest

from berlin.server.tables.pace import ENOUGH, PART, TIMES, USUAL_SECONDS, Pace


def test_a_game_of_which_nothing_is_known_takes_what_is_usual() -> None:
    assert Pace().expected("toy", 100) == pytest.approx(TIMES * 100 * USUAL_SECONDS)


def test_it_is_learnt_from_each_table_a_little_and_for_each_game_by_itself() -> None:
    pace = Pace()
    pace.note("toy", 100, 0.5)
    assert pace.expected("toy", 10) == pytest.approx(TIMES * 10 * 0.005)
    pace.note("toy", 100, 1.0)
    assert pace.expected("toy", 10) == pytest.approx(TIMES * 10 * (0.005 + PART * 0.005))
    assert pace.expected("other", 10) == Pace().expected("other", 10)


def test_a_table_at_which_little_was_noticed_teaches_nothing() -> None:
    pace = Pace()
    pace.note("toy", ENOUGH - 1, 100.0)
    assert pace.expected("toy", 10) == Pace().expected("toy", 10)
