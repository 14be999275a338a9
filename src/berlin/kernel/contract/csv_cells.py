"""The cells of a table, read: an empty one says no, or nothing."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def yes(cell: str) -> bool:
    if cell not in ("yes", "no", ""):
        raise ValueError(f"{cell!r} is neither yes nor no")
    return cell == "yes"


def number(cell: str, otherwise: int = 0) -> int:
    return int(cell) if cell else otherwise


READERS: dict[type, Callable[[str], object]] = {str: str, int: int, bool: yes}


def read_row(kind: type[T], row: Mapping[str, str], **others: object) -> T:
    """A row as a struct: each field from the column of its name, by its type; but for `others`.

    A number may be left out only where its field has a default.
    """
    found = {
        field.name: READERS[field.type](row[field.name])
        for field in msgspec.structs.fields(kind)
        if field.name not in others and (row[field.name] or field.required)
    }
    return kind(**found, **others)
