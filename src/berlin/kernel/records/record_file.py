"""A record on disk: there after every action, whatever happens to the program.

An action is appended and flushed to the disk before the caller hears of it. Everything else (creating,
undoing, marking as a study, several actions together) writes a new file beside the old one and puts it in its
place at once.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal, Refused
from berlin.kernel.play.undo import barrier
from berlin.kernel.records.older_rules import go_on, retell
from berlin.kernel.records.record import BadRecord, Line, Record, parse, write
from berlin.kernel.records.replay import Moment, Replay


class RecordFile:
    """A game that is being played, and the file that holds it."""

    def __init__(self, path: Path, record: Record, moments: list[Moment], game: AnyGame) -> None:
        self.path, self.record, self.moments, self.game = path, record, moments, game
        self._size = path.stat().st_size

    @classmethod
    def create(
        cls, path: Path, record: Record, game: AnyGame | None = None, overwrite: bool = False
    ) -> "RecordFile":
        """Writes a new record. Raises BadRecord if the file exists or the record is wrong."""
        if path.exists() and not overwrite:
            raise BadRecord("exists already", name=str(path))
        stands = _stands(record, str(path), game)
        _replace_file(path, write(record))
        return cls(path, record, *stands)

    @classmethod
    def open(cls, path: Path, game: AnyGame | None = None) -> "RecordFile":
        """Reads and replays a record. Raises BadRecord, or OSError if there is no such file.

        One of older rules goes on by those of today from where it stands, if they lead there; its file is
        changed with the next action.
        """
        record = parse(read_text(path), str(path), game)
        return cls(path, record, *_stands(record, str(path), game))

    @property
    def state(self) -> Any:
        return self.moments[-1].state

    @property
    def moment(self) -> Moment:
        return self.moments[-1]

    def append(
        self, action: Struct, seat: Seat | None = None, laid: tuple[int, ...] | None = None
    ) -> Step[object]:
        """Plays an action: it is on the disk when this returns.

        Raises Refused, or BadText for laid-down dice that don't fit, and then writes nothing.
        """
        before = go_on(self.record, self.game, self.moment)
        after, moment, step = self._played(before, self.moment.state, action, seat, laid)
        if after.study != self.record.study or before is not self.record:
            self._rewrite(after)
        else:
            self._append_text(f"{moment.line}\n" + (f"end {after.end}\n" if after.end else ""))
        self.record = after
        self.moments.append(moment)
        return step

    def append_all(self, actions: Sequence[Struct]) -> tuple[Moment, ...]:
        """Plays several actions, each of whoever decides: all of them are on the disk when this returns, at
        once, or none is. Raises Refused.
        """
        record, moments = go_on(self.record, self.game, self.moment), list[Moment]()
        for action in actions:
            before = moments[-1] if moments else self.moment
            record, moment, _ = self._played(record, before.state, action)
            moments.append(moment)
        self._rewrite(record)
        self.record = record
        self.moments += moments
        return tuple(moments)

    def _played(
        self,
        record: Record,
        state: object,
        action: Struct,
        seat: Seat | None = None,
        laid: tuple[int, ...] | None = None,
    ) -> tuple[Record, Moment, Step[object]]:
        """The record with one more action; nothing is written yet."""
        game, deciders = self.game, self.game.deciders(state)
        if seat is None:
            seat = next(iter(deciders), game.everybody[0])
        if deciders and seat not in deciders:
            prompt = game.prompt(state)
            rule = prompt.rule if prompt else ""
            raise Refused(Refusal(rule, f"{game.seats[deciders[0]]} must decide, not {game.seats[seat]}"))
        if len(deciders) > 1 and game.why_not(state, action) is None and not game.is_own(state, action, seat):
            raise Refused(Refusal("", f"this is not {game.seats[seat]}'s answer"))
        if laid is not None:
            state = game.with_dice(state, laid)
        step = game.apply(state, action)
        number = len(record.lines) + 1
        line = Line(number, game.seats[seat], game.write(action), step.dice, step.sides, laid)
        fingerprint = game.fingerprint(step.state)
        end = "" if game.deciders(step.state) else fingerprint
        study = record.study or laid is not None
        after = replace(record, lines=(*record.lines, line), end=end, study=study)
        moment = Moment(number, line, step.state, step.events, step.dice, step.sides, fingerprint)
        return after, moment, step

    def barrier(self) -> str:
        """Why the last action can't be taken back; "" if it can."""
        if len(self.moments) < 2:
            return "nothing has been done yet"
        if any(change.after >= len(self.record.lines) for change in self.record.changes):
            return "the rules have changed since"
        before, after = self.moments[-2:]
        assert after.line is not None
        return barrier(self.game, before.state, self.game.read(after.line.action), after.state)

    def undo(self) -> str:
        """Takes the last action back and returns ""; or returns why it can't be."""
        reason = self.barrier()
        if not reason:
            self.cut(len(self.record.lines) - 1)
        return reason

    def cut(self, number: int) -> None:
        """Drops every action after this number, whatever it was: for studies and repairs."""
        changes = tuple(change for change in self.record.changes if change.after <= number)
        after = replace(self.record, lines=self.record.lines[:number], changes=changes, end="")
        self._rewrite(after)
        self.record = after
        del self.moments[number + 1 :]

    def _append_text(self, text: str) -> None:
        self._check_unchanged()
        rest = text.encode()
        size = self._size + len(rest)
        # Without a buffer, since closing would try again to write what a full disk refused.
        with open(self.path, "ab", buffering=0) as file:
            try:
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            except OSError:
                os.truncate(self.path, self._size)
                raise
        self._size = size

    def _rewrite(self, record: Record) -> None:
        self._check_unchanged()
        _replace_file(self.path, write(record))
        self._size = self.path.stat().st_size

    def _check_unchanged(self) -> None:
        """Two programs may not write the same game: the second would spoil it."""
        if self.path.stat().st_size != self._size:
            raise BadRecord("another program has changed this file meanwhile", name=str(self.path))


def recover(path: Path, game: AnyGame | None = None) -> str:
    """Repairs a record whose last write was cut short; returns the torn text that was dropped.

    Raises BadRecord, and writes nothing, if more than the last line is damaged.
    """
    text = read_text(path, torn=True)
    kept, dropped = text[: text.rfind("\n") + 1], text[text.rfind("\n") + 1 :]
    record = parse(kept, str(path), game)
    again = Replay(record, str(path), game)
    moment = again.opening()
    for line in record.lines:
        moment = again.play(moment, line)
    if not again.game.deciders(moment.state):
        record = replace(record, end=moment.fingerprint)
    again = Replay(record, str(path), game)
    again.check_end(moment)
    if write(record) != text:
        _replace_file(path, write(record))
    return dropped


def _stands(record: Record, name: str, game: AnyGame | None) -> tuple[list[Moment], AnyGame]:
    """The moments of a game that can go on, and its rules. Raises BadRecord."""
    rules = Replay(record, name, game).game
    told = retell(record, name, rules)
    if not told.stands:
        raise BadRecord(told.note, name=name)
    return list(told.moments), rules


def read_text(path: Path, torn: bool = False) -> str:
    """The text of a file, to the byte. Raises BadRecord if it isn't text (but for a torn last line)."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1 if torn else len(data)
    try:
        return data[:whole].decode("utf-8") + data[whole:].decode("utf-8", errors="replace")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord("damaged: not UTF-8 text", line=line, name=str(path)) from None


def _replace_file(path: Path, text: str) -> None:
    """Puts a whole new file in the place of the old one: a reader sees the one or the other."""
    path = path.resolve()
    with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, path.stat().st_mode if path.exists() else 0o644)
            os.replace(file.name, path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    # The new name itself must reach the disk too.
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
