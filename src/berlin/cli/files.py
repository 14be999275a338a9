"""Reading a record or a situation, writing whole files or nothing."""

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec

from berlin.cli.complaint import Complaint, about_file, about_text, unknown
from berlin.kernel import game as registry
from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import AnyGame, BadText
from berlin.kernel.record import BadRecord, Record, new_record, parse
from berlin.kernel.recordfile import read_text
from berlin.kernel.replay import Moment, Replay
from berlin.kernel.situation import read_toml

RECORD_MARK = "berlin-record"
STDIN = Path("-")


class Opened(msgspec.Struct, frozen=True):
    """A file that was read: its game, its record, and every moment of it."""

    path: Path
    game: AnyGame
    record: Record
    moments: tuple[Moment, ...]

    @property
    def state(self) -> Any:
        return self.moments[-1].state


def load(code: str) -> AnyGame:
    """The game of this code, or a complaint."""
    if code not in registry.codes():
        raise unknown("game", code, registry.codes())
    return registry.load(code)


def opened(path: Path, seed: int = 0) -> Opened:
    """What a record or a situation file holds; the dice of a situation follow from the seed."""
    return replayed(path, read_record(path, key_from_seed(seed)))


def replayed(path: Path, record: Record) -> Opened:
    """Every moment of a record, or a complaint."""
    try:
        again = Replay(record, str(path))
        return Opened(path, again.game, record, tuple(again))
    except BadRecord as error:
        raise Complaint(str(error)) from None


def read_record(path: Path, key: bytes) -> Record:
    """The record in a file, or the record of a game that starts from the situation in it."""
    try:
        text = sys.stdin.read() if path == STDIN else read_text(path)
    except BadRecord as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise about_file(path, error) from None
    try:
        if text.startswith(RECORD_MARK):
            return parse(text, str(path))
        return new_record(_game_of(text), key, situation=text)
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


def _game_of(text: str) -> AnyGame:
    tables = read_toml(text)
    if "game" not in tables:
        raise BadText('neither a record nor a situation: a situation says game = "..." in its head')
    try:
        return load(str(tables["game"]))
    except Complaint as complaint:
        raise BadText(str(complaint), line=_line_of_game(text)) from None


def _line_of_game(text: str) -> int:
    rows = text.split("\n")
    return next((n for n, row in enumerate(rows, start=1) if row.strip().startswith("game")), 0)
