"""Reading a record or a situation, writing whole files or nothing."""

import os
import re
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec

from berlin.cli.complaint import Complaint, about_file, about_text, unknown
from berlin.kernel import game as registry
from berlin.kernel import variant
from berlin.kernel.dice import key_from_seed
from berlin.kernel.elder import Gap, retell
from berlin.kernel.game import AnyGame, BadText
from berlin.kernel.record import BadRecord, Record, new_record, parse
from berlin.kernel.recordfile import read_text
from berlin.kernel.replay import Moment
from berlin.kernel.situation import read_toml
from berlin.kernel.variant import Changes, load_variant

RECORD_MARK = "berlin-record"
STDIN = Path("-")


class Opened(msgspec.Struct, frozen=True):
    """A file that was read: its game, its record, and every moment of it."""

    path: Path
    game: AnyGame
    record: Record
    moments: tuple[Moment, ...]
    # Actions of an older version of the rules that these can't tell.
    gaps: tuple[Gap, ...] = ()

    @property
    def state(self) -> Any:
        return self.moments[-1].state


def load(code: str, data: Path | None = None) -> AnyGame:
    """The game of this code, with an owner's own tables if he has some; or a complaint."""
    if code not in registry.codes():
        raise unknown("game", code, registry.codes())
    if data is None:
        return registry.load(code)
    try:
        return load_variant(code, Changes(tables=own_tables(data)))
    except BadText as error:
        raise about_text(data, error) from None


def own_tables(folder: Path) -> tuple[tuple[str, str], ...]:
    """The tables in a folder, or a complaint."""
    try:
        return variant.own_tables(folder)
    except BadText as error:
        raise about_text(folder, error) from None
    except OSError as error:
        raise about_file(folder, error) from None


def opened(path: Path, seed: int = 0, data: Path | None = None) -> Opened:
    """What a record or a situation file holds; the dice of a situation follow from the seed."""
    return replayed(path, read_record(path, key_from_seed(seed), data), data)


def replayed(path: Path, record: Record, data: Path | None = None) -> Opened:
    """Every moment of a record, or a complaint. Of one by older rules it says how far it is certain."""
    game = load(record.game, data)
    try:
        told = retell(record, str(path), game)
    except BadRecord as error:
        raise Complaint(str(error)) from None
    if told.note:
        print(f"note: {path}: {told.note}", file=sys.stderr)
    return Opened(path, game, record, told.moments, told.gaps)


def game_of(text: str, data: Path | None) -> AnyGame | None:
    """The game that a record names, with an owner's tables; None without any, or if it names none."""
    named = re.match(rf"{RECORD_MARK} \d+\ngame (\S+)\n", text)
    return load(named[1], data) if data and named and named[1] in registry.codes() else None


def read_record(path: Path, key: bytes, data: Path | None = None) -> Record:
    """The record in a file, or the record of a game that starts from the situation in it."""
    try:
        text = sys.stdin.read() if path == STDIN else read_text(path)
    except BadRecord as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise about_file(path, error) from None
    try:
        if text.startswith(RECORD_MARK):
            return parse(text, str(path), game_of(text, data))
        return new_record(_game_of(text, data), key, situation=text)
    except BadRecord as error:
        raise Complaint(str(error)) from None
    except BadText as error:
        raise about_text(path, error) from None


def write(path: Path, text: str) -> None:
    """Puts a whole file in place at once: a reader sees the old one or the new one."""
    try:
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(text.encode())
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        raise about_file(path, error) from None


def _game_of(text: str, data: Path | None) -> AnyGame:
    tables = read_toml(text)
    if "game" not in tables:
        raise BadText('neither a record nor a situation: a situation says game = "..." in its head')
    try:
        return load(str(tables["game"]), data)
    except Complaint as complaint:
        raise BadText(str(complaint), line=_line_of_game(text)) from None


def _line_of_game(text: str) -> int:
    rows = text.split("\n")
    return next((n for n, row in enumerate(rows, start=1) if row.strip().startswith("game")), 0)
