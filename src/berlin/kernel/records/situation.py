"""A position as small TOML: what reading and writing one has in common for all games.

A game decides which tables there are (`read_situation`, `write_situation`); this module reads and writes
the text and finds the line that an error is about. `kernel/records/situation_reader.py` goes on from there.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from berlin.kernel.contract.game import BadText
from berlin.kernel.records.bounds import WORD, check_toml

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END = " (at end of document)"
_TABLE = re.compile(r"\s*+\[([^\[\]]++)\]\s*+(?:#.*)?")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}

# A table, or a whole text: what stands in it is looked at as it is read.
Toml = dict[str, Any]


def read_toml(text: str) -> Toml:
    """The tables of a text. Raises BadText naming the line."""
    check_toml(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _AT_LINE.search(message)
        line = int(match[1]) if match else len(text.rstrip("\n").split("\n"))
        reason = _AT_LINE.sub("", message).removesuffix(_AT_END)
        raise BadText(f"not TOML: {reason[:1].lower()}{reason[1:]}", line=line) from None


def line_of(text: str, needle: str, table: str = "", nth: int = 1) -> int:
    """The line on which a key or a quoted value stands, from 1; 0 if nowhere.

    With `table` only that table is searched. `nth` 2 is the second time it stands there, -1 the last.
    """
    # Nothing that has a place in a text is as long, and to look for it could take long.
    if len(needle) > WORD:
        return 0
    quoted = re.escape(needle)
    key = re.compile(rf"(?<![\w\"-])(?:\"{quoted}\"|{quoted})\s{{0,{WORD}}}=")
    value = re.compile(rf"[\"']{quoted}(?=[\"'\s])|(?<![\w.\"'-]){quoted}(?![\w.\"'-])")
    for pattern in (key, value):
        found: list[int] = []
        for number, inside, line in _by_table(text):
            if not table or inside == table:
                found += [number] * len(pattern.findall(_without_comment(line)))
        if found:
            return found[nth - 1 if nth > 0 else nth] if abs(nth) <= len(found) else found[-1]
    return 0


def table_name(line: str) -> str | None:
    """The name of the table that begins on this line; None if none does."""
    match = _TABLE.fullmatch(line)
    return match[1].strip().strip("\"'") if match and match[1].strip() else None


def _by_table(text: str) -> list[tuple[int, str, str]]:
    """Each line with its number and the name of the table it is in."""
    rows, inside = [], ""
    for number, line in enumerate(text.split("\n"), start=1):
        name = table_name(line)
        inside = inside if name is None else name
        rows.append((number, inside, line))
    return rows


def _without_comment(line: str) -> str:
    if "#" not in line:
        return line
    inside = ""
    for at, sign in enumerate(line):
        if sign in "\"'" and inside in ("", sign):
            inside = "" if inside else sign
        elif sign == "#" and not inside:
            return line[:at]
    return line


def write_toml(tables: Mapping[str, object]) -> str:
    """The one spelling of these values: plain keys first, then each table, in the order given."""
    blocks = []
    plain = [
        f"{_key(name)} = {_value(value)}" for name, value in tables.items() if not isinstance(value, Mapping)
    ]
    if plain:
        blocks.append("\n".join(plain))
    for name, value in tables.items():
        if isinstance(value, Mapping):
            rows = [f"[{_key(name)}]", *(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())]
            blocks.append("\n".join(rows))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def put(table: Toml, name: str, value: object) -> None:
    """Adds what differs from an empty table only."""
    if value:
        table[name] = value


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_value(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(_value(item) for item in value)}]"
    raise TypeError(f"a situation holds text, whole numbers, yes or no, lists and tables, not {value!r}")


def _string(text: str) -> str:
    return '"' + "".join(_escape(sign) for sign in text) + '"'


def _escape(sign: str) -> str:
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    return f"\\u{ord(sign):04X}" if ord(sign) < 32 or ord(sign) == 127 else sign
