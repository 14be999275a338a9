"""A table in memory: everything that was done at it, the moment after each, and what may be done next.

Nothing here waits or writes. An act is prepared, the caller keeps it in the store, and only then it is taken.
"""

import asyncio
import time
from hmac import compare_digest
from random import Random

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame, BadText, View
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal, Refused
from berlin.kernel.play.dice import split
from berlin.kernel.records.record import Line, Record
from berlin.kernel.records.replay import Moment
from berlin.server.http import errors
from berlin.server.http.errors import Denied
from berlin.server.machines.worker import Thought
from berlin.server.store.store import Entry, Header, Standing
from berlin.server.tables.moments import Moments
from berlin.server.tables.party_numbering import Eyes, Noticed, Party, ViewCache, alone
from berlin.server.tables.rules_change import changes
from berlin.server.tables.scenes import Scenes
from berlin.server.tables.secret import token_hash

HUMAN = "human"
LONGEST_ACTION = 200
MOST_KEYS = 16
# What things take beside their own bytes, as measured: an entry with its line, a line of the log as told, and
# the newest state and the views of it, which are kept as they are.
ENTRY_BYTES, LOG_LINE_BYTES, LIVE_TIMES = 1_000, 600, 50


class Prepared(msgspec.Struct, frozen=True):
    """An entry that may be appended, and the moment that it leads to."""

    entry: Entry
    moment: Moment


class Table:
    """One game being played, or played to its end.

    `moments[n]` is the moment after entry n, 0 the opening. After an undo that is an earlier moment again, so
    every number that was ever told stays good. `live` are the numbers of the actions that were not undone.
    These numbers are the table's own: a party is told those of what it noticed.
    """

    def __init__(self, header: Header, record: Record, opening: Moment, game: AnyGame) -> None:
        self.id, self.header, self.head, self.game = header.id, header, record, game
        self.entries: list[Entry] = []
        self.moments = Moments(game, opening)
        self.live: list[int] = []
        self.undos = 0
        self.noticed, self.seen = Noticed(len(game.seats)), ViewCache(game)
        self.lock = asyncio.Lock()
        # Whose machines wait together: who acted here last, or opened it; "" if nobody has since it was read.
        self.client = ""
        self.logs: dict[tuple[Party, Eyes], list[msgspec.Raw]] = {}
        # What eyes see now, by the number of what they noticed last, and the scenes of it.
        self.views: dict[Eyes, tuple[int, View]] = {}
        # What those will see who notice the next entry, and in which state.
        self._ahead: tuple[object, dict[Eyes, View]] = None, {}
        self.scenes = Scenes()
        self.barriers: dict[int, str] = {}
        # The last entry by which the rules changed: what was done before stays done.
        self.changed = 0
        # Whether the actions of these entries may be read by all, where no position tells it any more.
        self.open_as_told: dict[int, bool] = {}
        # How a game ended whose last position can't be shown any more.
        self.ended = ""
        # Up to which entry its story is kept for later versions of the rules.
        self.kept = -1
        self._asked: tuple[object, tuple[Seat, ...]] | None = None
        # What secrets open, as they were told together, while who may sit here stays the same.
        self._opened: tuple[Header, dict[str, tuple[Seat, ...]]] = header, {}
        # The last hint of each seat, and the view that it was given for.
        self.hints: dict[Seat, tuple[View, Thought]] = {}

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def weight(self) -> int:
        """How many bytes of memory it takes, about, and rather too many."""
        told = sum(map(len, self.logs.values()))
        past = self.moments.bytes + ENTRY_BYTES * len(self.moments)
        return past + LIVE_TIMES * self.moments.newest_bytes + LOG_LINE_BYTES * told + self.scenes.bytes

    @property
    def state(self) -> object:
        return self.moments.last.state

    @property
    def deciders(self) -> tuple[Seat, ...]:
        state = self.moments.last.state
        if self._asked is None or self._asked[0] is not state:
            self._asked = state, self.game.deciders(state)
        return () if self.ended else self._asked[1]

    @property
    def over(self) -> bool:
        return not self.deciders

    def party(self, seats: tuple[Seat, ...]) -> Party:
        """Who counts together with these seats; everybody when the game is over and nothing is hidden."""
        return frozenset(seats) if self.deciders else self.noticed.parties[-1]

    def number(self, seats: tuple[Seat, ...]) -> int:
        """Where the table stands for who holds these seats."""
        return self.noticed.latest(self.party(seats))

    def at(self, seats: tuple[Seat, ...], number: int) -> int:
        """The entry at whose moment these seats saw what they know by this number. Raises Denied."""
        if number > self.number(seats):
            raise errors.unknown("moment")
        return self.noticed.until(self.party(seats), number)

    def view(self, eyes: Eyes) -> View:
        """What these eyes see now: made anew only when they noticed something, so that no answer takes longer
        after what they have missed."""
        number = self.noticed.latest(alone(eyes))
        kept = self.views.get(eyes)
        if kept is None or kept[0] != number:
            seen = self._ahead[1].get(eyes) if self._ahead[0] is self.state else None
            kept = self.views[eyes] = number, self.game.view(self.state, eyes) if seen is None else seen
        return kept[1]

    def foresee(self, prepared: Prepared) -> None:
        """Makes ready what everybody will see who notices this entry: beside the entry itself, while the
        processor has the game at hand, and not when it has been kept."""
        state, noticed = prepared.moment.state, self._noticing(prepared, self.moments.last)
        self._ahead = state, {eyes: self.game.view(state, eyes) for eyes in noticed}

    def looked(self, eyes: Eyes, entry: int) -> int:
        """How much these eyes had noticed by themselves at the moment of this entry."""
        return self.noticed.number(alone(eyes), entry)

    def is_machine(self, seat: Seat) -> bool:
        return self.header.sitters[seat].player != HUMAN

    @property
    def attended(self) -> bool:
        """Whether a person has a seat."""
        return any(sitter.player == HUMAN for sitter in self.header.sitters)

    def seats_of(self, tokens: str) -> tuple[Seat, ...]:
        """The seats whose secrets these are, by commas. Raises Denied for one that opens no seat."""
        header, opened = self._opened
        if header is not self.header or len(opened) > MOST_KEYS:
            header, opened = self._opened = self.header, {}
        if tokens not in opened:
            opened[tokens] = self._seats_of(tokens)
        return opened[tokens]

    def _seats_of(self, tokens: str) -> tuple[Seat, ...]:
        seats = list[Seat]()
        for token in filter(None, (part.strip() for part in tokens.split(","))):
            told = token_hash(token)
            sitters = zip(self.game.everybody, self.header.sitters, strict=True)
            opened = [seat for seat, one in sitters if compare_digest(one.token_hash, told)]
            if not opened:
                raise errors.forbidden("this link opens no seat at this table")
            seats += opened
        return tuple(dict.fromkeys(seats))

    def is_open(self, seat: Seat) -> bool:
        """Whether this seat still waits for whoever claims it."""
        return any(one.seat == seat and not one.claimed for one in self.header.invitations)

    def eyes(self, seats: tuple[Seat, ...], state: object) -> Seat | None:
        """Whose eyes look: of the seats held the one that decides, else the first; None is a watcher."""
        asked = self.deciders if state is self.state else self.game.deciders(state)
        return next((seat for seat in seats if seat in asked), seats[0] if seats else None)

    # Acting.

    def prepare(self, seats: tuple[Seat, ...], seq: int, text: str) -> Prepared:
        """The entry that this action would be. Raises Denied."""
        seat = self.deciding(seats, seq)
        action = self.read(text)
        if len(self.deciders) > 1:
            seat = self._answering(seats, action)
        try:
            return self._prepared(self.state, seat, action, 1)
        except Refused:
            raise errors.refused(self._refusal(seat, action)) from None

    def _prepared(self, state: object, seat: Seat, action: msgspec.Struct, ahead: int) -> Prepared:
        """An action of this seat, so many entries ahead. Raises Refused exactly where `why_not` does."""
        try:
            step = self.game.apply(state, action)
        except BadText:
            # Which die it is, and for what, need not be known to this seat.
            raise Denied(errors.REFUSED, "a die was laid down here that this roll can't show") from None
        number = len(self.live) + ahead
        line = Line(number, self.game.seats[seat], self.game.write(action), step.dice, step.sides)
        moment = Moment(number, line, step.state, step.events, step.dice, step.sides, "")
        return Prepared(act(self.seq + ahead, seat, line), moment)

    def form(self, seats: tuple[Seat, ...]) -> str:
        """The form for the seat of these that decides. Raises Denied."""
        text = self.game.form(self.state, self.deciding(seats, self.number(seats)))
        if not text:
            raise errors.unknown("form: what is asked now is answered one by one")
        return text

    def prepare_form(self, seats: tuple[Seat, ...], seq: int, text: str) -> tuple[Prepared, ...]:
        """The entries that a filled form would be, each of whoever decides. Raises Denied with all that is
        wrong with it, as far as the seat may know; whoever holds every seat may answer for all.
        """
        seat = self.deciding(seats, seq)
        everybody = len(seats) == len(self.header.sitters)
        try:
            filled = self.game.filled(self.state, text, None if everybody else seat)
        except BadText as error:
            raise errors.bad_text("report", error) from None
        if filled.faults:
            raise errors.faulty(filled.faults)
        state, found = self.state, list[Prepared]()
        for ahead, action in enumerate(filled.actions, start=1):
            (decider, *_) = self.game.deciders(state)
            if decider not in seats:
                raise Denied(errors.REFUSED, f"{self.game.seats[decider]} must decide in between")
            try:
                found.append(self._prepared(state, decider, action, ahead))
            except Refused:
                refused = f"not possible now: {self.game.say(state, action)}"
                raise Denied(errors.REFUSED, refused) from None
            state = found[-1].moment.state
        return tuple(found)

    def deciding(self, seats: tuple[Seat, ...], seq: int) -> Seat:
        """Which of these seats decides now. Raises Denied if none does, or if they look at the past."""
        if not seats:
            raise errors.forbidden("watchers don't decide: this takes a seat's own link")
        self.check(seats, seq)
        asked = self.deciders
        if not asked:
            result = self.game.result(self.state)
            raise Denied(errors.REFUSED, "the game is over", result.rule if result else "")
        for seat in seats:
            if seat in asked:
                return seat
        prompt = self.game.prompt(self.imagined(seats[0]))
        names = " or ".join(self.game.seats[decider] for decider in asked)
        raise errors.forbidden(f"{names} must decide", prompt.rule if prompt else "")

    def check(self, seats: tuple[Seat, ...], seq: int) -> None:
        """Raises Denied if who holds these seats looks at the past."""
        number = self.number(seats)
        if seq != number:
            raise errors.stale(number)

    def _answering(self, seats: tuple[Seat, ...], action: msgspec.Struct) -> Seat:
        """Whose answer this is, of several seats that are asked at once. Raises Denied if none of these."""
        mine = [seat for seat in seats if seat in self.deciders]
        for seat in mine:
            if self.game.is_own(self.state, action, seat):
                return seat
        raise errors.refused(self._refusal(mine[0], action))

    def _refusal(self, seat: Seat, action: msgspec.Struct) -> Refusal:
        """Why not, as far as this seat may know: the real reason could tell what is hidden."""
        return self.game.why_not(self.imagined(seat), action) or Refusal("", "this is another seat's answer")

    def imagined(self, seat: Seat) -> object:
        """A world as this seat may take it to be, always the same one."""
        return self.game.imagine(self.view(seat), Random(0))

    def read(self, text: str) -> msgspec.Struct:
        """The action of this text. Raises Denied."""
        if not text or len(text) > LONGEST_ACTION:
            raise errors.malformed(f"an action is a text of 1 to {LONGEST_ACTION} characters")
        try:
            action: msgspec.Struct = self.game.read(text)
        except BadText as error:
            raise errors.bad_text("action", error) from None
        return action

    def take(self, prepared: Prepared, noticed: frozenset[Eyes] | None = None) -> bool:
        """What was kept in the store now holds: whether a watcher notices it. `noticed` is by whom, where no
        position tells it any more."""
        entry = prepared.entry
        if noticed is None:
            noticed = self._noticing(prepared, self.moments.last)
        self.noticed.append(noticed, entry.kind == "act")
        self.entries.append(entry)
        self.moments.append(prepared.moment)
        match entry.kind:
            case "undo":
                self.undos += 1
                self.noticed.take_back(self.live.pop())
            case "act":
                self.live.append(entry.seq)
            case "rules":
                self.changed = entry.seq
        return None in noticed

    def look(self) -> None:
        """Makes ready what everybody sees now: who looks next must not find out by the time it takes what
        lies hidden from him, or was done since."""
        for eyes in self.noticed.everybody:
            self.view(eyes)

    def _noticing(self, prepared: Prepared, before: Moment) -> frozenset[Eyes]:
        """Whose eyes notice what this leads to from the moment before."""
        entry, everybody = prepared.entry, self.noticed.everybody
        match entry.kind:
            case "hint" | "rules":
                return everybody
            case "undo":
                return self.noticed.by[int(entry.body)]
            case _:
                return self.seen.noticing(everybody, entry.seat, before, prepared.moment)

    # Taking back.

    def before_last(self) -> Moment:
        """The moment before the last action that stands."""
        return self.moments[max(self.live[-2] if len(self.live) > 1 else 0, self.changed)]

    def no_undo(self, seats: tuple[Seat, ...]) -> str | None:
        """Why these seats can't take the last action back; None if only the action itself can say."""
        if not seats:
            return "a watcher takes nothing back"
        if self.over:
            return "the game is over and the key of its dice is told"
        standing = self.noticed.standing(self.party(seats))
        if not standing:
            return "nothing has been done yet"
        if standing[-1] < self.changed:
            return "the rules have changed since"
        seat = self.entries[standing[-1] - 1].seat
        if seat not in seats:
            return f"the last action was by {self.game.called(seat)}"
        return self._handed_on(seats) or self._rolled(standing[-1])

    def _handed_on(self, seats: tuple[Seat, ...]) -> str | None:
        """Whether others decide now who may act unnoticed: then nobody may learn whether they have."""
        others = [self.game.called(seat) for seat in self.deciders if seat not in seats]
        if not others or self.game.is_open(self.state):
            return None
        return f"{' and '.join(others)} may have decided since, unseen"

    def _rolled(self, entry: int) -> str | None:
        return "a die was rolled" if self.moments.told(entry).dice else None

    def last_step(self) -> tuple[object, msgspec.Struct, object]:
        """The last action that stands: the state before it, the action, the state after it."""
        after = self.moments[self.live[-1]]
        assert after.line is not None
        return self.before_last().state, self.game.read(after.line.action), after.state

    def prepare_undo(self) -> Prepared:
        last = self.live[-1]
        entry = Entry(self.seq + 1, "undo", self.entries[last - 1].seat, str(last))
        return Prepared(entry, self.before_last())

    def prepare_hint(self, seat: Seat, by: str = "") -> Prepared:
        """That a hint was asked for, or who answers in this seat's place: nothing changes by it."""
        return Prepared(Entry(self.seq + 1, "hint", seat, by), self.moments.last)

    # Telling.

    def record(self) -> Record:
        """The game as it stands, with its key: for those who may have it."""
        lines = tuple(line for n in self.live if (line := self.moments.told(n).line) is not None)
        end = self.game.fingerprint(self.state) if self.over and not self.ended else ""
        return replace(self.head, lines=lines, end=end, changes=changes(self.entries, self.live))

    def standing(self, *prepared: Prepared) -> Standing:
        """How the table stands, or will when these are taken, but for its caption."""
        last, shown, seq = self.moments.last, self.number(()), self.seq + len(prepared)
        for one in prepared:
            shown += None in self._noticing(one, last)
            last = one.moment
        deciders = () if self.ended else self.game.deciders(last.state)
        result = None if deciders else self.game.result(last.state)
        number = shown if deciders else seq
        text = self.ended or (result.text if result else "")
        return Standing(seq, deciders, "", text, time.time(), number)

    def caption(self) -> str:
        """What a watcher reads above the board."""
        return self.game.scene(self.view(None)).caption

    def chance(self, seat: Seat) -> bytes:
        """Random numbers for a machine's next choice: the same again after a restart, and not the dice."""
        return split(self.head.key, f"{self.game.seats[seat]} {len(self.live)}")


def act(seq: int, seat: Seat, line: Line) -> Entry:
    return Entry(seq, "act", seat, msgspec.json.encode(line).decode())
