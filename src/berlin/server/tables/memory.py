"""The tables in memory: as many as fit into so many bytes; those that nobody asked for longest go first."""

from collections import OrderedDict
from collections.abc import Callable

from berlin.server.tables.table import Table

TABLES_IN_MEMORY = 500


class Memory:
    """Tables by id, each with what it weighed when it was last looked at."""

    def __init__(self, most_bytes: int, dropped: Callable[[Table], None] = lambda table: None) -> None:
        self.most_bytes, self.dropped = most_bytes, dropped
        self._tables: OrderedDict[str, tuple[Table, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._tables

    def holds(self, table: Table) -> bool:
        """Whether it is this very table that is here."""
        return self._tables.get(table.id, (None, 0))[0] is table

    def get(self, table_id: str) -> Table | None:
        """The table, which counts as asked for now; None if it is not here."""
        found = self._tables.get(table_id)
        if found is None:
            return None
        table, before = found
        weight = table.weight
        if weight != before:
            self._tables[table_id] = (table, weight)
            self.bytes += weight - before
        self._tables.move_to_end(table_id)
        self._make_room()
        return table

    def put(self, table: Table) -> None:
        """Keeps this one, and lets others go as far as there is no room for them any more."""
        self.pop(table.id)
        weight = table.weight
        self._tables[table.id] = (table, weight)
        self.bytes += weight
        self._make_room()

    def _make_room(self) -> None:
        while len(self) > 1 and (len(self) > TABLES_IN_MEMORY or self.bytes > self.most_bytes):
            gone = self.pop(next(iter(self._tables)))
            assert gone is not None
            self.dropped(gone)

    def pop(self, table_id: str, default: None = None) -> Table | None:
        """Forgets a table, if it is here."""
        table, weight = self._tables.pop(table_id, (default, 0))
        self.bytes -= weight
        return table
