"""Every value of the game's data, one by one, with where it comes from."""

from collections.abc import Iterator

from berlin.games.noretreat.tables import TABLES
from berlin.kernel.game import Datum

HOUSE = "house"
# What names a row or tells of it, and is no value.
_APART = ("source", "house", "rule")


def data() -> tuple[Datum, ...]:
    return tuple(datum for table in TABLES.names() for datum in _values(table))


def _values(table: str) -> Iterator[Datum]:
    """A row's `source` is that of all its values but those that its column `house` names."""
    for row in TABLES.rows(table):
        name, *columns = (column for column in row if column not in _APART)
        ours = row.get("house", "").split()
        if not any(row[column] for column in columns):
            yield Datum(table, row[name], "yes", row["source"])
        for column in columns:
            if row[column]:
                source = HOUSE if column in ours else row["source"]
                yield Datum(table, f"{row[name]} {column}", row[column], source)
        for word in ours:
            if word not in row:
                yield Datum(table, f"{row[name]} {word}", "as ruled", HOUSE)
