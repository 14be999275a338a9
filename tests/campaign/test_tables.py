"""Results tables of any module."""

import pytest

from berlin.kernel.contract.rules import Outcome
from berlin.squad.board.tables import Table, read_tables

Rows = list[dict[str, str]]


def head(key: str = "rain", dice: int = 1, secret: str = "") -> Rows:
    return [{"key": key, "name": "Rain", "dice": str(dice), "secret": secret, "rule": "TOY 1"}]


def rows(text: str, table: str = "rain") -> Rows:
    """`-3 dry, 4-5 damp, 6- wet sodden`."""
    found = []
    for part in text.split(", "):
        span, _, result = part.partition(" ")
        low, _, high = span.partition("-") if "-" in span else (span, "", span)
        found.append({"name": part, "table": table, "low": low, "high": high, "result": result})
    return found


def drm(when: str, value: str, per: str = "") -> dict[str, str]:
    text = when.title()
    return {
        "name": when,
        "table": "rain",
        "when": when,
        "drm": value,
        "per": per,
        "text": text,
        "rule": "TOY 2",
    }


DRMS = [drm("cloudy", "2"), drm("wind", ""), drm("hills", "-1", "30")]


def table(text: str = "-3 dry, 4-5 damp, 6- wet sodden", dice: int = 1) -> Table:
    return read_tables(head(dice=dice), rows(text), DRMS)["rain"]


def test_a_total_falls_in_one_row_and_the_ends_are_open() -> None:
    assert [table().result(total) for total in (-9, 3, 4, 5, 6, 99)] == [
        *("dry", "dry", "damp", "damp", "wet sodden", "wet sodden"),
    ]
    assert table().words(6) == ("wet", "sodden")


def test_a_table_without_rows_gives_the_total() -> None:
    assert read_tables(head(), [], [])["rain"].result(8) == "8"


def test_a_row_that_says_nothing_gives_nothing() -> None:
    assert table("-3 dry, 4- ").result(4) == ""
    assert table("-3 dry, 4- ").words(4) == ()


def test_reasons_add_their_value_what_they_bring_or_so_much_for_each_so_many() -> None:
    tally = table().tally(3, {"cloudy": 1, "wind": -3, "hills": 89})
    assert (tally.base, [(m.value, m.label, m.rule) for m in tally.modifiers], tally.total) == (
        3,
        [(2, "Cloudy", "TOY 2"), (-3, "Wind", "TOY 2"), (-2, "Hills", "TOY 2")],
        0,
    )


def test_a_reason_that_comes_to_nothing_is_not_told() -> None:
    assert table().tally(3, {"cloudy": 0, "wind": 0, "hills": 29}).modifiers == ()
    assert table().tally(3).total == 3


def test_a_reason_of_another_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        table().tally(3, {"snow": 1})


def test_the_chance_of_each_result_is_counted_die_by_die() -> None:
    assert table().outcomes() == (Outcome("dry", 3, 6), Outcome("damp", 2, 6), Outcome("wet sodden", 1, 6))
    assert table().outcomes(3) == (Outcome("damp", 2, 6), Outcome("wet sodden", 4, 6))
    two = table("-3 dry, 4-5 damp, 6- wet", dice=2)
    assert two.outcomes() == (Outcome("dry", 3, 36), Outcome("damp", 7, 36), Outcome("wet", 26, 36))
    assert read_tables(head(), [], [])["rain"].outcomes(4)[0] == Outcome("5", 1, 6)


def test_rows_of_one_result_are_one_chance() -> None:
    assert table("-1 dry, 2 wet, 3- dry").outcomes() == (Outcome("dry", 5, 6), Outcome("wet", 1, 6))


def test_a_row_reads_as_it_is_printed() -> None:
    assert [str(band) for band in table("-3 a, 4-5 b, 6 c, 7- d").bands] == ["≤3", "4-5", "6", "≥7"]


def test_a_secret_table_says_so() -> None:
    assert read_tables(head(secret="yes"), [], [])["rain"].secret
    assert not table().secret


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("-3 dry, 5- wet", "the rows ≤3 and ≥5 don't meet"),
        ("-3 dry, 3- wet", "the rows ≤3 and ≥3 don't meet"),
        ("-3 dry, 4-3 damp, 4- wet", "the rows ≤3 and 4-3 don't meet"),
        ("- dry, 4- wet", "don't meet"),
        ("2-3 dry, 4- wet", "its first row must have no low"),
        ("-3 dry, 4-5 wet", "its last row no high"),
    ],
)
def test_a_table_with_a_gap_an_overlap_or_an_end_is_not_taken(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        table(text)


def test_a_row_of_no_table_is_complained_about() -> None:
    with pytest.raises(ValueError, match="there is no table 'snow'"):
        read_tables(head(), rows("-3 dry, 4- wet", "snow"), [])
    with pytest.raises(ValueError, match="cloudy: there is no table 'rain'"):
        read_tables(head("snow"), [], DRMS)
