"""Chances of victory as finished games have shown them."""

from pathlib import Path

import pytest

from berlin.kernel.play.chances import BASE, Learned, mixture

ROWS = {BASE: (0.5, 1.5), "cards": (1.0, 2.0), "rest": (-0.5, 0.0)}


def test_between_two_turns_both_count_by_nearness() -> None:
    assert mixture((2, 6, 10), 2) == [1.0, 0.0, 0.0]
    assert mixture((2, 6, 10), 5) == [0.25, 0.75, 0.0]
    assert mixture((2, 6, 10), 9) == [0.0, 0.25, 0.75]


def test_before_the_first_turn_and_after_the_last_nothing_changes() -> None:
    assert mixture((2, 6, 10), 1) == mixture((2, 6, 10), 2)
    assert mixture((2, 6, 10), 30) == mixture((2, 6, 10), 10)


def test_a_game_that_counts_no_turns_has_one_for_all() -> None:
    assert mixture((0,), 0) == mixture((0,), 7) == [1.0]


def test_signs_add_up_to_odds_and_these_to_a_chance() -> None:
    learned = Learned((2, 6), ROWS)
    assert learned.features == ("cards", "rest")
    # In turn 4: 1, and 1.5 a card, less a quarter of the rest.
    assert learned.first((1.0, 1.0), 4) == pytest.approx(1 / (1 + 2.718281828**-2.25))
    assert learned.first((0.0, 2.0), 2) < 0.5 < learned.first((1.0, 0.0), 2)


def test_no_odds_are_beyond_what_can_be_reckoned() -> None:
    learned = Learned((2, 6), ROWS)
    assert 0.0 < learned.first((-1e6, 0.0), 4) < 1e-6
    assert 1.0 - 1e-6 < learned.first((1e6, 0.0), 4) <= 1.0


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "chances.tsv"
    path.write_text(Learned((2, 6), ROWS).write(), encoding="utf-8")
    again = Learned.load(path)
    assert again.features == ("cards", "rest")
    assert again.first((1.0, 2.0), 3) == Learned((2, 6), ROWS).first((1.0, 2.0), 3)


def test_whether_all_lose_is_told_by_its_own_rows(tmp_path: Path) -> None:
    assert Learned((2, 6), ROWS).all_lose((1.0, 2.0), 3) == 0.0
    learned = Learned((2, 6), ROWS, {BASE: (-3.0, -1.0), "rest": (1.0, 2.0)})
    # In turn 4: -2, and 1.5 for each of the rest.
    assert learned.all_lose((7.0, 1.0), 4) == pytest.approx(1 / (1 + 2.718281828**0.5))
    path = tmp_path / "chances.tsv"
    path.write_text(learned.write(), encoding="utf-8")
    again = Learned.load(path)
    assert again.features == learned.features
    assert (
        again.all_lose((1.0, 2.0), 3)
        == learned.all_lose((1.0, 2.0), 3)
        == learned.shift((1, 1)).all_lose((1.0, 2.0), 3)
    )


def test_odds_can_be_shifted() -> None:
    learned = Learned((2, 6), ROWS)
    assert learned.shift((1.0, 3.0)).odds((1.0, 1.0), 4) == pytest.approx(learned.odds((1.0, 1.0), 4) + 2.0)


def test_signs_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        Learned((2, 6), ROWS).first((1.0,), 3)
