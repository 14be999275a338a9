"""A table as the store keeps it, every action played again; also one that older rules have played.

Rules that are gone can't play it again. The present ones do, as far as they lead to the same; what they
don't tell is taken from what was kept: the position, and what was told of each entry.
"""

from typing import NamedTuple

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import FIRST, Seat
from berlin.kernel.records.older_rules import UNKNOWN, with_rolls
from berlin.kernel.records.record import BadRecord, Line, parse
from berlin.kernel.records.replay import STUMBLES, Moment, Replay
from berlin.server.store.store import Entry, Header, Past, Position
from berlin.server.tables.party_numbering import Eyes
from berlin.server.tables.rules_change import Passage, read_passage, sentence
from berlin.server.tables.table import Prepared, Table
from berlin.server.work.cooperative_pause import breathing

WATCHER = Seat(-1)


class Telling(msgspec.Struct, frozen=True):
    """What was told of an entry: the events, the eyes that noticed it (-1: a watcher's), and whether
    everybody may read the action."""

    events: tuple[Event, ...]
    eyes: tuple[Seat, ...]
    is_open: bool


class Restored(NamedTuple):
    """A table, and the change of the rules by which it goes on, if there is one to be entered."""

    table: Table
    passage: Prepared | None


def is_older(header: Header, entries: tuple[Entry, ...], game: AnyGame) -> bool:
    """Whether rules before the present ones had a part in this table."""
    return f"\nrules {game.version}\n" not in header.record or any(entry.kind == "rules" for entry in entries)


def restored(header: Header, entries: tuple[Entry, ...], game: AnyGame, past: Past) -> Restored:
    """The table of these entries. Raises BadRecord if nothing of it can be shown."""
    return Restoring(header, entries, game, past).restore()


class Restoring:
    """Plays the entries of a table again. `version` is that of the rules by which they were played."""

    def __init__(
        self, header: Header, entries: tuple[Entry, ...], game: AnyGame, past: Past, distrusted: int = 0
    ) -> None:
        self.header, self.entries, self.game, self.past = header, entries, game, past
        # From the first of each pair of entries up to the second the rules of today led elsewhere.
        self.distrusted = [
            (p.since, e.seq) for e in entries if e.kind == "rules" and (p := read_passage(e)).since
        ]
        if distrusted:
            self.distrusted.append((distrusted, len(entries) + 1))
        self.record = parse(header.record, header.id, game)
        self.again = Replay(self.record, header.id, game)
        self.version = self.record.rules
        # Whether the position is not known, since which entry, and after how many actions.
        self.lost = False
        self.since = 0
        self.unknown = 0

    def restore(self) -> Restored:
        self.table = Table(self.header, self.record, self._opening(), self.game)
        for entry in breathing(self.entries):
            match entry.kind:
                case "undo":
                    self.table.take(Prepared(entry, self.table.before_last()))
                case "hint":
                    self.table.take(Prepared(entry, self.table.moments.last))
                case "rules":
                    self._pass(entry)
                case "act":
                    self._act(entry)
        if self.version != self.game.version or self.lost:
            return self._gone_on()
        if self.game.deciders(self.table.state):
            self.table.ended = self.past.result
        return Restored(self.table, None)

    def _opening(self) -> Moment:
        try:
            return self.again.opening()
        except BadRecord:
            kept = self._readable() if self.version != self.game.version else None
            if kept is None:
                raise
            # The past can't be shown at all: the present stands in its place.
            self.lost = True
            return Moment(0, None, kept, (), (), (), "")

    def _readable(self) -> object:
        """The newest position that was kept and can be read."""
        state = self._state(self.past.position)
        for entry in reversed(self.entries):
            if state is None and entry.kind == "rules":
                state = self._read(read_passage(entry).situation)
        return state

    # What was done.

    def _act(self, entry: Entry) -> None:
        line = msgspec.json.decode(entry.body, type=Line)
        moment = None if self.lost else self._played(entry, line)
        if moment is not None:
            self.table.take(Prepared(entry, moment))
            return
        if not self.lost:
            self.lost, self.since = True, entry.seq
        self._tell(entry, line)

    def _played(self, entry: Entry, line: Line) -> Moment | None:
        """The moment after an action by the rules of today; None if older ones led elsewhere."""
        if any(first <= entry.seq < end for first, end in self.distrusted):
            return None
        try:
            return self.again.play(self.table.moments.last, line)
        except BadRecord:
            if self.version == self.game.version:
                raise
            return None

    def _tell(self, entry: Entry, line: Line) -> None:
        """An action of which the position after it is not known: as it was told."""
        self.unknown += 1
        told = self._telling(entry.seq)
        if told is None:
            # Of nothing that is not known to be open the others may learn that it was.
            event = Event("unknown", f"{line.seat}: {UNKNOWN.format(self.version)}", (), (), entry.seat)
            told = Telling((event,), (entry.seat,), False)
        self.table.open_as_told[entry.seq] = told.is_open
        state = self.table.moments.last.state
        moment = Moment(line.number, line, state, told.events, line.dice, line.sides, "")
        eyes: frozenset[Eyes] = frozenset(None if one == WATCHER else one for one in told.eyes)
        self.table.take(Prepared(entry, moment), eyes)

    def _telling(self, seq: int) -> Telling | None:
        body = self.past.tellings.get(seq)
        try:
            return None if body is None else msgspec.msgpack.decode(body, type=Telling)
        except msgspec.DecodeError:
            return None

    def _pass(self, entry: Entry) -> None:
        """The rules changed here, in an earlier version of the program or in this."""
        passage = read_passage(entry)
        if passage.rules > self.game.version:
            raise BadRecord(f"version {passage.rules} of the rules is not known here", name=self.header.id)
        self.version = passage.rules
        state = self._read(passage.situation)
        if state is not None:
            self.lost, self.unknown = False, 0
        moment = _moment(self.table, self.table.state if state is None else state, passage.text)
        self.table.take(Prepared(entry, moment))

    # Going on.

    def _gone_on(self) -> Restored:
        """The table in its present position, by the rules of today."""
        if not self.lost and self._is_elsewhere():
            # No action was refused, and yet they led elsewhere: nobody knows where they parted.
            first = self.table.changed + 1
            return Restoring(self.header, self.entries, self.game, self.past, first).restore()
        state, dropped = self._present()
        ended = self.past.result
        if ended and not self.game.deciders(state):
            # It was over and is shown as it ended: nothing has to be entered.
            self.table.moments[-1] = _replaced(self.table.moments.last, state)
            return Restored(self.table, None)
        self.table.ended = ended
        text = sentence(self.version, self.game.version, self.unknown, dropped, ended)
        situation = self.game.write_situation(state)
        if dropped:
            situation = with_rolls(situation, self.game.dice_made(state) + self._rolled(dropped))
        # As it will be read when this table is opened again.
        state = self.game.read_situation(situation, self.record.key).state
        since = self.since if self.lost else 0
        passage = Passage(self.version, self.game.version, situation, text, since, bool(ended))
        body = msgspec.json.encode(passage).decode()
        entry = Entry(self.table.seq + 1, "rules", FIRST, body)
        return Restored(self.table, Prepared(entry, _moment(self.table, state, text)))

    def _present(self) -> tuple[object, int]:
        """The present position, and how many of the last actions it lacks."""
        table, position = self.table, self.past.position
        if not self.lost:
            return table.state, 0
        state = self._state(position)
        if state is None or position is None or not table.changed <= position.seq <= table.seq:
            return table.state, self._since(self.since)
        return self._on_from(state, position.seq)

    def _is_elsewhere(self) -> bool:
        """Whether the rules of today lead to another position than the one that was kept."""
        position, table = self.past.position, self.table
        state = self._state(position)
        if state is None or position is None or not table.changed <= position.seq <= table.seq:
            return False
        return self.game.fingerprint(table.moments[position.seq].state) != self.game.fingerprint(state)

    def _on_from(self, state: object, seq: int) -> tuple[object, int]:
        """What was done after the position that was kept, as far as the rules of today allow it."""
        moments = [_replaced(self.table.moments[seq], state)]
        for entry in self.entries[seq:]:
            try:
                match entry.kind:
                    case "act":
                        line = msgspec.json.decode(entry.body, type=Line)
                        moments.append(self.again.play(moments[-1], line))
                    case "undo" if len(moments) > 1:
                        moments.pop()
                    case "undo":
                        return moments[-1].state, self._since(entry.seq)
            except BadRecord:
                return moments[-1].state, self._since(entry.seq)
        return moments[-1].state, 0

    def _since(self, seq: int) -> int:
        """How many actions that stand were done from this entry on."""
        return sum(one >= seq for one in self.table.live)

    def _rolled(self, dropped: int) -> int:
        """How many dice the last actions took."""
        return sum(len(self.table.moments.told(number).dice) for number in self.table.live[-dropped:])

    # What was kept.

    def _state(self, position: Position | None) -> object:
        """The state of a position: from its words, since numbers in a state may mean something else today.

        If they can't be read, from the state as it was.
        """
        if position is None:
            return None
        state = self._read(position.situation)
        if state is not None:
            return state
        try:
            state = self.game.decode(position.state)
            return None if self.game.broken(state) else state
        except (msgspec.DecodeError, *STUMBLES):
            return None

    def _read(self, situation: str) -> object:
        try:
            state = self.game.read_situation(situation, self.record.key).state
            return None if self.game.broken(state) else state
        except STUMBLES:
            return None


def _moment(table: Table, state: object, text: str) -> Moment:
    return Moment(len(table.live), None, state, (Event("rules", text),), (), (), "")


def _replaced(moment: Moment, state: object) -> Moment:
    return msgspec.structs.replace(moment, state=state)
