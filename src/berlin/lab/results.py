"""A folder of results: one line of JSON a game, there as soon as the game is over.

While games are played lines are appended. When a run ends the file is put into its one order, so that equal
runs leave equal bytes, whoever played them and however often they were broken off.
"""

import fcntl
import os
from collections.abc import Iterable, Sequence
from io import FileIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType

import msgspec
from msgspec.structs import asdict, astuple

from berlin.lab.match_game import MatchGame, Outcome, Setting, setting_of

FILE = "bouts.jsonl"
_ENCODER = msgspec.json.Encoder()


class BadResults(ValueError):
    """A folder that holds no results, other results, or damaged ones; told in one line."""


class Line(MatchGame, frozen=True):
    """A game and what came of it."""

    outcome: Outcome


_DECODER = msgspec.json.Decoder(Line)


def match_game_of(line: MatchGame) -> MatchGame:
    return MatchGame(**asdict(setting_of(line)), players=line.players, seed=line.seed)


def order(game: MatchGame) -> tuple[object, ...]:
    """Where a game stands in the file."""
    return astuple(match_game_of(game))


def read(folder: Path) -> list[Line]:
    """All lines of a folder, in order; a torn last one is left out. Raises BadResults."""
    path = folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadResults(f"{folder}: there are no results in it ({FILE})") from None
    except OSError as error:
        raise BadResults(f"{path}: {(error.strerror or str(error)).lower()}") from None
    found: dict[MatchGame, Line] = {}
    for number, text in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            line = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadResults(f"{path} line {number}: damaged, this is no game") from None
        found.setdefault(match_game_of(line), line)
    return sorted(found.values(), key=order)


def check(folder: Path, lines: Iterable[Line], settings: Sequence[Setting]) -> None:
    """Raises BadResults if a folder's games are not of the game, rules and tables of these settings."""
    game, rules = settings[0].game, settings[0].rules
    tables = {_varied(setting): setting.tables for setting in settings}
    for line in lines:
        if line.game != game:
            reason = f"holds games of {line.game}, not of {game}"
        elif line.rules != rules:
            reason = f"holds games of {game} by version {line.rules} of the rules; this program has {rules}"
        elif tables.get(_varied(line), line.tables) != line.tables:
            reason = f"holds games with other tables of {game} than these"
        else:
            continue
        raise BadResults(f"{folder}: {reason}; name another folder with --output")


def _varied(setting: Setting) -> tuple[object, ...]:
    return setting.scenario, setting.options, setting.changes


class Results:
    """A folder that is being filled. One program at a time may do that."""

    def __init__(self, folder: Path, settings: Sequence[Setting]) -> None:
        """Raises BadResults."""
        self.folder, self.path = folder, folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder, os.O_RDONLY)
        except OSError as error:
            raise BadResults(f"{folder}: {(error.strerror or str(error)).lower()}") from None
        self._file: FileIO | None = None
        try:
            self._seize()
            lines = read(folder) if self.path.exists() else []
            check(folder, lines, settings)
            self._lines = {match_game_of(line): line for line in lines}
            self._mend()
        except BaseException:
            os.close(self._lock)
            raise

    def _seize(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadResults(f"{self.folder}: another run is filling this folder") from None

    def _mend(self) -> None:
        """Opens the file for more, without a last line that was torn."""
        try:
            self._file = FileIO(self.path, "ab")
            whole = self.path.read_bytes().rfind(b"\n") + 1
            os.truncate(self.path, whole)
        except OSError as error:
            raise BadResults(f"{self.path}: {(error.strerror or str(error)).lower()}") from None

    def get(self, game: MatchGame) -> Outcome | None:
        line = self._lines.get(game)
        return line.outcome if line else None

    def add(self, game: MatchGame, outcome: Outcome) -> None:
        """Writes a game down; it is there whatever happens next."""
        line = Line(**asdict(game), outcome=outcome)
        self._lines[game] = line
        assert self._file is not None
        rest = _ENCODER.encode(line) + b"\n"
        while rest:
            rest = rest[self._file.write(rest) :]

    def sort(self) -> None:
        """Puts all lines into their order, at once."""
        lines = sorted(self._lines.values(), key=order)
        text = b"".join(_ENCODER.encode(line) + b"\n" for line in lines)
        with NamedTemporaryFile("wb", dir=self.folder, prefix=f".{FILE}.", delete=False) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, 0o644)
        os.replace(file.name, self.path)

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.sort()
        finally:
            if self._file is not None:
                self._file.close()
            os.close(self._lock)
