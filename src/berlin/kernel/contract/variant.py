"""A game with other tables: those that an owner of the boxed game typed in, or single cells for a what-if.

A game reads its tables while it is imported, by `Tables`. A variant is the same package imported once more
with changes in force; the game itself stays as it was, and both can be played side by side.

A change of one cell is spelled `table.row.column=value`, for example `combat.3.2:1=D1R`: the row is named by
its first column, or by its `key`.
"""

import csv
import io
import sys
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from types import ModuleType

import msgspec

from berlin.kernel.contract.game import AnyGame, BadText, load

Rows = list[dict[str, str]]
CHECK_KEY = bytes(32)
_KEPT = 16
_TOLD = 12
_IN_FORCE: ContextVar[tuple[Path, Mapping[str, Rows]] | None] = ContextVar("changes in force", default=None)
_LOCK = RLock()


class Changes(msgspec.Struct, frozen=True):
    """What is changed: whole tables (name and text), then single cells."""

    cells: tuple[str, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()


class Tables:
    """The CSV tables in a game's folder of data, with the changes that are in force when this is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        home, changed = _IN_FORCE.get() or (None, {})
        self._changed: Mapping[str, Rows] = changed if home == folder else {}

    def rows(self, name: str) -> Rows:
        """A table's rows by the names of its columns."""
        if name in self._changed:
            return [dict(row) for row in self._changed[name]]
        return read((self.folder / f"{name}.csv").read_text(encoding="utf-8"), name)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self.folder.glob("*.csv")))


def read(text: str, name: str) -> Rows:
    """The rows of a table; its columns are parted by bars if its first line is. Raises BadText."""
    bars = "|" in text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter="|" if bars else ",")
    rows: Rows = []
    for row in reader:
        if None in row or None in row.values():
            due = len(reader.fieldnames or ())
            raise BadText(f"{name}.csv line {reader.line_num}: a row must have {due} cells")
        rows.append(row)
    return rows


def own_tables(folder: Path) -> tuple[tuple[str, str], ...]:
    """Every CSV file in a folder, by name. Raises BadText, or OSError if there is no such folder."""
    found = []
    for path in sorted(path for path in folder.iterdir() if path.suffix == ".csv"):
        try:
            found.append((path.stem, path.read_text(encoding="utf-8-sig")))
        except UnicodeDecodeError:
            raise BadText(f"{path.name} is not UTF-8 text") from None
    if not found:
        raise BadText("there are no tables (.csv) in it")
    return tuple(found)


def table_names(code: str) -> tuple[str, ...]:
    """The names of a game's tables."""
    return Tables(_folder(code)).names()


def load_variant(code: str, changes: Changes) -> AnyGame:
    """The game with these changes. Raises KeyError for an unknown game, BadText for changes it can't take."""
    with _LOCK:
        return _loaded(code, changes)


def fingerprint(code: str, changes: Changes) -> str:
    """A mark of all tables of a game as they stand after these changes; "" for a game without tables."""
    tables = Tables(_folder(code))
    names = tables.names()
    return _mark({name: tables.rows(name) for name in names} | changed(code, changes)) if names else ""


def changed(code: str, changes: Changes) -> dict[str, Rows]:
    """The tables that come to differ from the game's own, as they then read. Raises BadText."""
    tables = Tables(_folder(code))
    after: dict[str, Rows] = {}
    for name, text in changes.tables:
        after[name] = _replaced(name, text, _rows(code, tables, name))
    for cell in changes.cells:
        name, row, column, value = _parts(cell)
        rows = after.setdefault(name, _rows(code, tables, name))
        _named(cell, rows, row, column)[column] = value
    return {name: rows for name, rows in sorted(after.items()) if rows != tables.rows(name)}


@lru_cache(maxsize=_KEPT)
def _loaded(code: str, changes: Changes) -> AnyGame:
    after = changed(code, changes) if changes != Changes() else {}
    if not after:
        return load(code)
    what = ", ".join([*(f"{name}.csv" for name, _ in changes.tables), *changes.cells])
    try:
        game = _imported(code, after)
        state = game.start(game.scenarios[0].key, CHECK_KEY, {}).state
        wrong = game.broken(state)
    except Exception as error:
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__} {error}"
        raise BadText(f"{code} can't be played with {what}: {reason}") from error
    if wrong:
        raise BadText(f"{code} can't be played with {what}: {wrong[0]}")
    game.variant = _mark(after)
    return game


def _imported(code: str, after: Mapping[str, Rows]) -> AnyGame:
    """The game imported afresh with these tables in force; all modules are then as they were."""
    folder, package = _folder(code), _package(code)
    parent = sys.modules.get(package.rpartition(".")[0])
    before = _taken_out(package)
    token = _IN_FORCE.set((folder, after))
    try:
        return load(code)
    finally:
        _IN_FORCE.reset(token)
        _taken_out(package)
        sys.modules.update(before)
        if parent is not None:
            setattr(parent, package.rpartition(".")[2], before[package])


def _taken_out(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


def _package(code: str) -> str:
    module = type(load(code)).__module__
    return module.rpartition(".")[0] or module


def _folder(code: str) -> Path:
    return Path(sys.modules[type(load(code)).__module__].__file__ or "").parent / "data"


def _rows(code: str, tables: Tables, name: str) -> Rows:
    if name not in tables.names():
        raise BadText(f"{code} has no table {name!r}; it has {', '.join(tables.names()) or 'none'}")
    return tables.rows(name)


def _replaced(name: str, text: str, ours: Rows) -> Rows:
    """An owner's table, its columns in the order of ours."""
    rows, columns = read(text, name), list(ours[0])
    if not rows or set(rows[0]) != set(columns):
        raise BadText(f"{name}.csv: its columns must be {', '.join(columns)}")
    return [{column: row[column] for column in columns} for row in rows]


def _parts(cell: str) -> tuple[str, str, str, str]:
    path, equals, value = cell.partition("=")
    name, _, rest = path.partition(".")
    row, _, column = rest.rpartition(".")
    if not (equals and name and row and column):
        raise BadText(f"{cell!r} is no change; write it as table.row.column=value")
    return name, row, column, value


def _named(cell: str, rows: Rows, name: str, column: str) -> dict[str, str]:
    """The row of a change, which must have its column."""
    columns = list(rows[0])
    if column not in columns:
        raise BadText(f"{cell}: there is no column {column!r}; the columns are {', '.join(columns)}")
    found = [row for row in rows if name in (row[columns[0]], row.get("key"))]
    if not found:
        known = _some(row[columns[0]] for row in rows)
        raise BadText(f"{cell}: there is no row {name!r}; the rows are {known}")
    if len(found) > 1:
        raise BadText(f"{cell}: {len(found)} rows are called {name!r}")
    return found[0]


def _some(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    return ", ".join(known[:_TOLD]) + (", ..." if len(known) > _TOLD else "")


def _mark(tables: Mapping[str, Rows]) -> str:
    return blake2b(msgspec.json.encode(tables, order="deterministic"), digest_size=8).hexdigest()
