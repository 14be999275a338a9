"""Every value of the data says where it comes from."""

import pytest

from berlin.kernel.contract.game import Datum, load

SOURCES = ("printed", "derived", "found", "house")


@pytest.fixture(scope="module")
def data() -> tuple[Datum, ...]:
    return load("race").data()


def test_every_value_has_one_of_the_four_sources(data: tuple[Datum, ...]) -> None:
    assert {datum.source for datum in data} == set(SOURCES)


def test_no_value_stands_twice(data: tuple[Datum, ...]) -> None:
    ruled = [(d.table, d.name) for d in data if d.table in ("units", "combat", "city", "zones", "turns")]
    assert len(set(ruled)) == len(ruled)


@pytest.mark.parametrize(
    ("table", "name", "value", "source"),
    [
        ("units", "8GA full", "20", "printed"),
        ("units", "1GTA full", "22", "derived"),
        ("units", "61 movement", "3", "house"),
        ("combat", "3:1 die 5", "D2R", "derived"),
        ("combat", "4:1 die 5", "D2R", "house"),
        ("city", "1:1 die 7", "D1 +/-1", "derived"),
        ("zones", "Tempelhof garrison", "20", "printed"),
        ("zones", "Wedding vp", "3", "found"),
        ("zones", "Lebus index", "10", "house"),
    ],
)
def test_a_worked_example_gives_its_values_a_better_source_than_the_house(
    data: tuple[Datum, ...], table: str, name: str, value: str, source: str
) -> None:
    found = [d for d in data if (d.table, d.name) == (table, name)]
    assert [(d.value, d.source) for d in found] == [(value, source)]


def test_the_rulebooks_tables_of_the_american_advance_are_printed(data: tuple[Datum, ...]) -> None:
    assert {d.source for d in data if d.table in ("american", "chits")} == {"printed"}
