"""Where the values of a table come from, and what its cells say."""

from pathlib import Path

import msgspec
import pytest

from berlin.kernel.contract.csv_cells import number, read_row, yes
from berlin.kernel.contract.game import Datum
from berlin.kernel.contract.sources import values
from berlin.kernel.contract.variant import Tables

TOWNS = """name,size,port,rule,source,house,note
Kiel,3,yes,TOY 1,printed,port,seen on the map
Ulm,,,TOY 1,found,,
Bonn,2,,TOY 1,found,mayor,
"""


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    (tmp_path / "towns.csv").write_text(TOWNS, encoding="utf-8")
    return Tables(tmp_path)


def test_each_value_has_its_rows_source_unless_the_row_calls_it_ours(tables: Tables) -> None:
    assert values(tables, remark="note") == (
        Datum("towns", "Kiel size", "3", "printed", "seen on the map"),
        Datum("towns", "Kiel port", "yes", "house", "seen on the map"),
        Datum("towns", "Ulm", "yes", "found"),
        Datum("towns", "Bonn size", "2", "found"),
        Datum("towns", "Bonn mayor", "as ruled", "house"),
    )


def test_a_note_is_a_value_like_any_other_if_nobody_says_that_it_is_a_remark(tables: Tables) -> None:
    assert Datum("towns", "Kiel note", "seen on the map", "printed") in values(tables)


def test_an_empty_cell_says_no_or_nothing() -> None:
    assert [yes(cell) for cell in ("yes", "no", "")] == [True, False, False]
    assert [number(cell) for cell in ("7", "-2", "")] == [7, -2, 0]
    assert number("", 5) == 5


def test_a_cell_that_is_neither_yes_nor_no_is_complained_about() -> None:
    with pytest.raises(ValueError, match="'maybe' is neither yes nor no"):
        yes("maybe")


class Road(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    width: int
    lanes: int = 2
    paved: bool
    ends: tuple[str, str]


def test_a_row_is_read_by_the_types_of_its_fields() -> None:
    row = {
        "name": "Reichsstrasse 1",
        "width": "9",
        "lanes": "",
        "paved": "yes",
        "from": "Berlin",
        "more": "x",
    }
    found = read_row(Road, row, ends=(row["from"], "Lebus"))
    assert found == Road(name="Reichsstrasse 1", width=9, paved=True, ends=("Berlin", "Lebus"))
    assert read_row(Road, {**row, "lanes": "4"}, ends=("", "")).lanes == 4
    for wrong in ({"paved": "maybe"}, {"width": ""}, {"lanes": "many"}):
        with pytest.raises(ValueError, match=r"neither yes nor no|invalid literal"):
            read_row(Road, {**row, **wrong}, ends=("", ""))
    with pytest.raises(KeyError, match="width"):
        read_row(Road, {"name": "none"}, ends=("", ""))
