"""Reading a record or a situation, writing whole files or nothing."""

import os
import re
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from berlin.cli.complaint import Complaint, or_complain, unknown
from berlin.kernel.contract import game as registry
from berlin.kernel.contract import variant
from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.contract.variant import Changes, load_variant
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.older_rules import Gap, retell
from berlin.kernel.records.record import Record, new_record, parse
from berlin.kernel.records.record_file import read_text
from berlin.kernel.records.replay import Moment
from berlin.kernel.records.situation import read_toml

RECORD_MARK = "berlin-record"
STDIN = Path("-")


class LoadedGame(msgspec.Struct, frozen=True):
    """A file that was read: its game, its record, and every moment of it."""

    path: Path
    game: AnyGame
    record: Record
    moments: tuple[Moment, ...]
    # Actions of an older version of the rules that these can't tell.
    gaps: tuple[Gap, ...] = ()

    @property
    def state(self) -> object:
        return self.moments[-1].state


def load(code: str, data: Path | None = None) -> AnyGame:
    """The game of this code, with an owner's own tables if he has some; or a complaint."""
    if code not in registry.codes(examples=True):
        raise unknown("game", code, registry.codes())
    if data is None:
        return registry.load(code)
    with or_complain(data):
        return load_variant(code, Changes(tables=own_tables(data)))


def own_tables(folder: Path) -> tuple[tuple[str, str], ...]:
    """The tables in a folder, or a complaint."""
    with or_complain(folder):
        return variant.own_tables(folder)


def load_file(path: Path, seed: int = 0, data: Path | None = None) -> LoadedGame:
    """What a record or a situation file holds; the dice of a situation follow from the seed."""
    return replay_record(path, read_record(path, key_from_seed(seed), data), data)


def replay_record(path: Path, record: Record, data: Path | None = None) -> LoadedGame:
    """Every moment of a record, or a complaint. Of one by older rules it says how far it is certain."""
    game = load(record.game, data)
    with or_complain(path):
        told = retell(record, str(path), game)
    if told.note:
        print(f"note: {path}: {told.note}", file=sys.stderr)
    return LoadedGame(path, game, record, told.moments, told.gaps)


def game_of(text: str, data: Path | None) -> AnyGame | None:
    """The game that a record names, with an owner's tables; None without any, or if it names none."""
    named = re.match(rf"{RECORD_MARK} \d+\ngame (\S+)\n", text)
    return load(named[1], data) if data and named and named[1] in registry.codes(examples=True) else None


def read_record(path: Path, key: bytes, data: Path | None = None) -> Record:
    """The record in a file, or the record of a game that starts from the situation in it."""
    with or_complain(path):
        text = sys.stdin.read() if path == STDIN else read_text(path)
        if text.startswith(RECORD_MARK):
            return parse(text, str(path), game_of(text, data))
        return new_record(_situation_game(text, data), key, situation=text)


def write(path: Path, text: str) -> None:
    """Puts a whole file in place at once: a reader sees the old one or the new one."""
    with or_complain(path):
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(text.encode())
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)


def home() -> Path:
    """Where games are kept if nobody says."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "berlin"


def make_folder(folder: Path) -> None:
    """Makes a folder, and those above it, if it isn't there yet."""
    with or_complain(folder):
        folder.mkdir(parents=True, exist_ok=True)


def _situation_game(text: str, data: Path | None) -> AnyGame:
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
