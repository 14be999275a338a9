"""Every value of a game's tables, one by one, with where it comes from."""

from collections.abc import Iterator

from berlin.kernel.contract.game import Datum
from berlin.kernel.contract.variant import Tables

HOUSE = "house"
# What names a row or tells of it, and is no value.
_APART = ("source", "house", "rule")


def values(tables: Tables, remark: str = "") -> tuple[Datum, ...]:
    """`remark` is the column, if there is one, that holds words about its row."""
    return tuple(datum for table in tables.names() for datum in _values(tables, table, remark))


def _values(tables: Tables, table: str, remark: str) -> Iterator[Datum]:
    """A row's `source` is that of all its values but those that its column `house` names."""
    for row in tables.rows(table):
        name, *columns = (column for column in row if column not in (*_APART, remark))
        ours, words = row.get("house", "").split(), row.get(remark, "")
        if not any(row[column] for column in columns):
            yield Datum(table, row[name], "yes", row["source"], words)
        for column in columns:
            if row[column]:
                source = HOUSE if column in ours else row["source"]
                yield Datum(table, f"{row[name]} {column}", row[column], source, words)
        for word in ours:
            if word not in row:
                yield Datum(table, f"{row[name]} {word}", "as ruled", HOUSE, words)
