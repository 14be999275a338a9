"""Values and entries of a situation: how each is written, and how it is read back or complained about.

What differs from the usual is told; all else is left out.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from berlin.kernel.contract.words import Word
from berlin.kernel.records.situation_reader import Reader

T = TypeVar("T", bound=msgspec.Struct)

MOST = 1_000_000


class Misread(ValueError):
    """An entry that is none: why, and in which of its values."""

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason)
        self.reason, self.name = reason, name


class Value(msgspec.Struct, frozen=True):
    """How a field is written: its value in the text, and back. `read` raises Misread."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def number(least: int = 0, most: int = MOST) -> Value:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Misread(f"a number from {least} to {most} is needed, not {value!r}")
        return value

    return Value(int, read)


def _of_type(kind: type[Any], noun: str) -> Value:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Misread(f"{noun} is needed, not {value!r}")
        return value

    return Value(kind, read)


TRUTH = _of_type(bool, "true or false")
PROSE = _of_type(str, "a text")


def _read_word(one: Word, value: Any) -> Any:
    try:
        return one.read(PROSE.read(value))
    except (KeyError, IndexError, ValueError):
        raise Misread(f"{value!r} is not {one.noun}") from None


def word(one: Word) -> Value:
    return Value(one.write, lambda value: _read_word(one, value))


def listed(value: Any) -> list[Any]:
    """A list. Raises Misread."""
    if type(value) is not list:
        raise Misread(f"a list is needed, not {value!r}")
    return value


def each(one: Word) -> Value:
    """A thing by its word, as `Lists` take it."""
    return Value(one.write, lambda value: (_read_word(one, value),))


def words(one: Word, count: int | None = None) -> Value:
    """A list of words: as many as there are, or just so many."""

    def read(value: Any) -> tuple[Any, ...]:
        if count is not None and len(listed(value)) != count:
            raise Misread(f"a list of {count} is needed, not of {len(value)}")
        return tuple(_read_word(one, item) for item in listed(value))

    return Value(lambda values: [one.write(value) for value in values], read)


def bits(one: Word) -> Value:
    """A set, a bit for each, as a list of words."""
    several = words(one)

    def write(value: int) -> list[str]:
        return [one.write(item) for item in range(value.bit_length()) if value >> item & 1]

    def read(value: Any) -> int:
        return sum(1 << item for item in set(several.read(value)))

    return Value(write, read)


def numbers(length: int) -> Value:
    """A list of so many whole numbers."""

    def read(value: Any) -> tuple[int, ...]:
        if type(value) is not list or [type(item) for item in value] != [int] * length:
            raise Misread(f"a list of {length} whole numbers is needed, not {value!r}")
        return tuple(value)

    return Value(list, read)


def by_line(keys: tuple[str, ...], least: int = 1) -> Value:
    """A number for each line of a list; naught where nothing is said."""

    def write(values: tuple[int, ...]) -> dict[str, int]:
        return {key: value for key, value in zip(keys, values, strict=False) if value}

    def read(value: Any) -> tuple[int, ...]:
        if type(value) is not dict:
            raise Misread(f"lines and their numbers are needed, not {value!r}")
        for key, amount in value.items():
            if key not in keys:
                raise Misread(f"{key!r} is no line of it (one of: {', '.join(keys)})")
            number(least).read(amount)
        return tuple(value.get(key, 0) for key in keys)

    return Value(write, read)


class Entry(Generic[T]):
    """One kind of entry: its fields under their names in the text, in the order in which they are written.

    `defaults` are those of its fields that have none of their own.
    """

    def __init__(
        self, kind: type[T], fields: dict[str, tuple[str, Value]], defaults: dict[str, Any] | None = None
    ) -> None:
        self._kind, self._fields = kind, fields
        self._defaults = {
            field.name: field.default
            for field in msgspec.structs.fields(kind)
            if field.default is not msgspec.NODEFAULT
        } | (defaults or {})
        self.names = tuple(fields)

    def write(self, value: T) -> dict[str, Any]:
        row = {}
        for name, (field, form) in self._fields.items():
            found = getattr(value, field)
            if field not in self._defaults or found != self._defaults[field]:
                row[name] = form.write(found)
        return row

    def read(self, row: Any) -> T:
        """Raises Misread."""
        if type(row) is not dict:
            raise Misread(f"an entry in braces is needed, not {row!r}")
        for name in row:
            if name not in self._fields:
                raise Misread(f"{name!r} has no place in it", name)
        values = dict(self._defaults)
        for name, (field, form) in self._fields.items():
            if name in row:
                try:
                    values[field] = form.read(row[name])
                except Misread as error:
                    raise Misread(f"{name}: {error.reason}", name) from None
            elif field not in values:
                raise Misread(f"it lacks its {name}")
        return self._kind(**values)


class Row(msgspec.Struct, frozen=True):
    """A field of a state as a line of its situation: its table ("": none), its name there, how it is written,
    and what it is where nothing is said. One that is told `always` is so even then."""

    table: str
    name: str
    field: str
    value: Value
    usual: Any
    rule: str = ""
    always: bool = False


def write_rows(tables: dict[str, Any], state: Any, rows: Iterable[Row]) -> None:
    """Add to a situation what is not usual."""
    for row in rows:
        found = getattr(state, row.field)
        if row.always or found != row.usual:
            table = tables.setdefault(row.table, {}) if row.table else tables
            table[row.name] = row.value.write(found)


def read_rows(reader: Reader[Any], rows: Iterable[Row]) -> None:
    """Fill a draft from a situation. Raises BadText naming line and rule."""
    for row in rows:
        told = reader.table(row.table) if row.table else reader.tables
        value = row.usual
        if row.name in told:
            try:
                value = row.value.read(told[row.name])
            except Misread as error:
                raise reader.fail(f"{row.name}: {error.reason}", row.name, row.table, row.rule) from None
        thawed = type(getattr(reader.draft, row.field))
        setattr(reader.draft, row.field, thawed(value) if thawed in (list, bytearray) else value)


class Lists(msgspec.Struct, frozen=True):
    """A field of bytes as a table of lists: under each name the things whose byte has its value.

    `item` writes one thing, and reads one word of a list as the things that it names. Of a byte only `mask`
    is looked at; things that have the `usual` are not told, nor those before the `first`.
    """

    table: str
    field: str
    names: Mapping[str, int]
    item: Value
    mask: int = 255
    usual: int = 0
    first: int = 0
    rule: str = ""
    always: bool = False


def write_lists(tables: dict[str, Any], state: Any, lists: Iterable[Lists]) -> None:
    """Add to a situation the lists that are not empty."""
    for one in lists:
        values = getattr(state, one.field)
        for name, wanted in one.names.items():
            if wanted != one.usual:
                things = range(one.first, len(values))
                found = [one.item.write(thing) for thing in things if values[thing] & one.mask == wanted]
                if found or one.always:
                    tables.setdefault(one.table, {})[name] = found


def read_lists(reader: Reader[Any], lists: Iterable[Lists]) -> None:
    """Fill a draft from the lists of a situation. Raises BadText naming line and rule."""
    for one in lists:
        before = getattr(reader.draft, one.field)
        values = bytearray(before)
        for name, wanted in one.names.items():
            for word in reader.value(one.table, name, list, []):
                _list_thing(reader, one, values, word, wanted)
        setattr(reader.draft, one.field, type(before)(values))


def _list_thing(reader: Reader[Any], one: Lists, values: bytearray, word: Any, wanted: int) -> None:
    try:
        things = one.item.read(word)
    except Misread as error:
        raise reader.fail(error.reason, str(word), one.table, one.rule) from None
    for thing in things:
        if values[thing] & one.mask != one.usual:
            reason = f"{one.item.write(thing)} stands twice in the situation"
            raise reader.fail(reason, str(word), one.table, one.rule, nth=-1)
        values[thing] = values[thing] & ~one.mask & 255 | wanted


def names_in(rows: Iterable[Row], lists: Iterable[Lists]) -> dict[str, list[str]]:
    """Which names have a place in which table, by these lines."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.table, []).append(row.name)
    for one in lists:
        found.setdefault(one.table, []).extend(one.names)
    return found
