"""Records of older versions of the rules: told by the present ones as far as these lead to the same.

The program that played them is gone. Their actions are played again by the rules of today; from the first
that is refused, or rolls other dice, the positions are not known, until the record itself tells one: a
position stands in it wherever the game went on by a newer version.
"""

from typing import NamedTuple

from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.records.record import BadRecord, Change, Line, Record
from berlin.kernel.records.replay import Moment, Replay

UNKNOWN = "as it was played by version {} of the rules; what came of it can't be shown any more"


class Gap(NamedTuple):
    """From the action `first` to `last` nothing but their lines is known; `reason` is why."""

    first: int
    last: int
    reason: str


class Retold(NamedTuple):
    """Every moment of an old record. In a gap the position is the last that is certain."""

    moments: tuple[Moment, ...]
    gaps: tuple[Gap, ...]
    # One line on how far it can be trusted; "" for a record of today's rules.
    note: str
    # Whether the last position is known.
    stands: bool


class Retelling:
    """Plays a record of any version; raises BadRecord only for what is wrong by the rules of today."""

    def __init__(self, record: Record, name: str = "record", game: AnyGame | None = None) -> None:
        self.again = Replay(record, name, game)
        self.record, self.game = record, self.again.game
        self.version = record.rules
        self.gaps: list[Gap] = []
        self._lost = ""

    def tell(self) -> Retold:
        moment = self.again.opening()
        moments = [self._crossed(moment)]
        for line in self.record.lines:
            moments.append(self._crossed(self._after(moments[-1], line)))
        if not self._lost:
            self.again.check_end(moments[-1])
        return Retold(tuple(moments), tuple(self.gaps), self._note(), not self._lost)

    def _after(self, before: Moment, line: Line) -> Moment:
        if not self._lost:
            try:
                return self.again.play(before, line)
            except BadRecord as error:
                if self.version == self.game.version:
                    raise
                self._lost = error.reason
                self.gaps.append(Gap(line.number, line.number, error.reason))
        self.gaps[-1] = self.gaps[-1]._replace(last=line.number)
        told = Event("unknown", f"{line.seat}: {UNKNOWN.format(self.version)}")
        return Moment(line.number, line, before.state, (told,), line.dice, line.sides, "")

    def _crossed(self, moment: Moment) -> Moment:
        for change in self.record.changes:
            if change.after == moment.number:
                moment = self._cross(moment, change)
        return moment

    def _cross(self, moment: Moment, change: Change) -> Moment:
        self.version = change.rules
        try:
            crossed = self.again.cross(moment, change)
        except BadRecord:
            if change.rules == self.game.version:
                raise
            return moment
        self._lost = ""
        return crossed

    def _note(self) -> str:
        old, new = self.record.rules, self.game.version
        if old == new:
            return ""
        start = f"begun by version {old} of the rules, this program has version {new}"
        if not self.gaps:
            return f"{start}; every action plays alike by it"
        told = ", ".join(f"{gap.first} to {gap.last}" for gap in self.gaps)
        reason = f"action {self.gaps[0].first}: {self.gaps[0].reason}"
        certain = f"certain up to action {self.gaps[0].first - 1} of {len(self.record.lines)}"
        return f"{start}; {certain}, of actions {told} only the lines are known ({reason})"


def is_unknown(moment: Moment) -> bool:
    """Whether of this moment's action only the line is known."""
    return any(event.kind == "unknown" for event in moment.events)


def retell(record: Record, name: str = "record", game: AnyGame | None = None) -> Retold:
    """Every moment of a record, whatever version of the rules it was played by. Raises BadRecord."""
    return Retelling(record, name, game).tell()


def with_rolls(situation: str, rolls: int) -> str:
    """The same situation with so many dice behind it."""
    rows = situation.split("\n")
    top = next((n for n, row in enumerate(rows) if row.startswith("[")), len(rows))
    kept = [row for n, row in enumerate(rows) if n >= top or not row.startswith("rolls = ")]
    return "\n".join([kept[0], f"rolls = {rolls}", *kept[1:]])


def go_on(record: Record, game: AnyGame, last: Moment) -> Record:
    """The record of a game that goes on from its last moment by the rules of today."""
    if record.version == game.version:
        return record
    change = Change(len(record.lines), game.version, game.write_situation(last.state))
    return replace(record, changes=(*record.changes, change))


def latest(record: Record) -> Record:
    """The last part of a record by itself: what was played by one version of the rules, from its position."""
    if not record.changes:
        return record
    change = record.changes[-1]
    lines = tuple(replace(line, number=line.number - change.after) for line in record.lines[change.after :])
    return replace(
        record,
        rules=change.rules,
        scenario="",
        options=(),
        situation=change.situation,
        opening=(),
        opening_sides=(),
        lines=lines,
        changes=(),
    )
