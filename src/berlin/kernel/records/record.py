"""A game as text: a header, then one action a line with the dice it took.

    berlin-record 1
    game race
    rules 2
    data 6f9fc4460478277a      (played with other tables: their mark)
    scenario campaign          (or further down, instead of it: a situation, indented)
    option NAME VALUE
    seat zhukov human
    seat koniev random
    commitment 9f2c...
    key 55aa...                (in a local file, or once it is revealed)
    study                      (dice were laid down by hand)
    start | 4 2/9              (the dice of the opening)
    1 zhukov activate 8GA/1 combat
    2 zhukov roll | 5          (a die of six; another is told with its sides: 7/10)
    3 zhukov roll | 5 | 5 3    (a study: rolled 5; 5 and 3 had been laid down before it)
    rules 3                    (from here on by another version of the rules; the position follows, indented)
    end 0123456789abcdef       (a finished game: the fingerprint of its last state)

Every record has one spelling: `write(parse(text)) == text`. An action is a pure append.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from berlin.kernel.contract.game import AnyGame, BadText, load
from berlin.kernel.play.dice import KEY_BYTES, commitment
from berlin.kernel.records.bounds import RECORD, check_size
from berlin.kernel.records.rolls import COMMON, Roll, dice_text, rolls_before
from berlin.kernel.records.situation import read_toml

FORMAT = 1
_INDENT = "  "
_LINE = re.compile(r"([1-9]\d{0,8}) (\S+) ([^|\s]+(?: [^|\s]+)*)(?: \| ([\d /-]+))?(?: \| ([\d -]+))?")
_START = re.compile(r"start(?: \| ([\d /]+))?")
# No die has a thousand million sides, and a larger number would not fit into the hash.
_DIE = re.compile(r"(\d{1,9})(?:/([1-9]\d{0,8}))?")
_NONE = "-"


class BadRecord(BadText):
    """A record that can't be read or doesn't follow the rules; names file, line and rule."""

    def __init__(self, reason: str, rule: str = "", line: int = 0, name: str = "record") -> None:
        super().__init__(reason, rule, line)
        self.name = name

    def __str__(self) -> str:
        where = f"{self.name} line {self.line}" if self.line else self.name
        cite = f" [{self.rule}]" if self.rule else ""
        return f"{where}: {self.reason}{cite}"


class OtherTables(BadRecord):
    """Played with tables of data that are not those at hand; nothing is wrong with the record itself."""


class TornRecord(BadRecord):
    """The last write was cut short: all but the last line may be sound, `recordfile.recover` drops it."""


class Line(msgspec.Struct, frozen=True):
    """One action: who did what, the dice it took, and in a study the dice laid down before it."""

    number: int
    seat: str
    action: str
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    laid: tuple[int, ...] | None = None

    def __str__(self) -> str:
        text = f"{self.number} {self.seat} {self.action}"
        if self.laid is not None:
            laid = " ".join(str(value) for value in self.laid)
            return f"{text} | {dice_text(self.dice, self.sides) or _NONE} | {laid or _NONE}"
        return f"{text} | {dice_text(self.dice, self.sides)}" if self.dice else text


class Change(msgspec.Struct, frozen=True):
    """From the action `after` on the game went on by another version of the rules, from this position."""

    after: int
    rules: int
    situation: str

    def rows(self) -> list[str]:
        return [f"rules {self.rules}", *_indented(self.situation)]


class Record(msgspec.Struct, frozen=True):
    """A game as it was played. It starts from a scenario with options, or from a situation."""

    game: str
    rules: int
    seats: tuple[tuple[str, str], ...]
    commitment: str
    scenario: str = ""
    options: tuple[tuple[str, str], ...] = ()
    situation: str = ""
    key: bytes = b""
    study: bool = False
    opening: tuple[int, ...] = ()
    opening_sides: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    end: str = ""
    data: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def version(self) -> int:
        """The version of the rules by which it was played last; `rules` is the first one."""
        return self.changes[-1].rules if self.changes else self.rules

    def header(self) -> list[str]:
        """The lines above the first action."""
        head = [f"berlin-record {FORMAT}", f"game {self.game}", f"rules {self.rules}"]
        if self.data:
            head.append(f"data {self.data}")
        if not self.situation:
            head.append(f"scenario {self.scenario}")
        head += [f"option {name} {value}" for name, value in self.options]
        head += [f"seat {name} {player}" for name, player in self.seats]
        head.append(f"commitment {self.commitment}")
        if self.key:
            head.append(f"key {self.key.hex()}")
        if self.study:
            head.append("study")
        if self.situation:
            head.append("situation")
            head += _indented(self.situation)
        dice = dice_text(self.opening, self.opening_sides)
        head.append(f"start | {dice}" if dice else "start")
        return head

    def place_of(self, number: int) -> int:
        """The line of the file on which this action stands (0: the start line)."""
        between = sum(len(change.rows()) for change in self.changes if change.after < number)
        return len(self.header()) + between + number

    def body(self) -> Iterator[str]:
        """The lines of the actions, and of what changed between them."""
        changes = list(self.changes)
        for number in range(len(self.lines) + 1):
            if number:
                yield str(self.lines[number - 1])
            while changes and changes[0].after == number:
                yield from changes.pop(0).rows()

    @property
    def first_roll(self) -> int:
        """The number of the first roll: 0, or the `rolls` that a situation has behind it."""
        return rolls_before(self.situation) if self.situation else 0

    def rolls(self) -> Iterator[Roll]:
        """Every roll, in order; each can be made again alone: `dice.roll(key, n, sides)`."""
        n = self.first_roll
        told = [(0, self.opening, self.opening_sides)]
        told += [(line.number, line.dice, line.sides) for line in self.lines]
        begins = {change.after + 1: rolls_before(change.situation) for change in self.changes}
        for action, dice, sides in told:
            n = begins.get(action, n)
            for value, faces in zip(dice, sides, strict=True):
                yield Roll(n, action, value, faces)
                n += 1


def _indented(text: str) -> list[str]:
    return [_INDENT + line if line else "" for line in text.split("\n")[:-1]]


def new_record(
    game: AnyGame,
    key: bytes,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    situation: str = "",
) -> Record:
    """The record of a game not yet begun. Raises BadText for what the game doesn't know."""
    study = False
    if situation:
        situation = situation.replace("\r\n", "\n").rstrip("\n") + "\n"
        study = "dice" in read_toml(situation)
        step = game.read_situation(situation, key)
        scenario, options = "", {}
    else:
        scenario = scenario or game.scenarios[0].key
        step = game.start(scenario, key, options or {})
    seats = zip(game.seats, players or ["human"] * len(game.seats), strict=True)
    return Record(
        game=game.code,
        rules=game.version,
        seats=tuple((name, " ".join(player.split())) for name, player in seats),
        commitment=commitment(key),
        scenario=scenario,
        options=tuple(sorted((options or {}).items())),
        situation=situation,
        key=key,
        study=study,
        opening=step.dice,
        opening_sides=step.sides,
        data=game.variant,
    )


def write(record: Record) -> str:
    lines = [*record.header(), *record.body()]
    if record.end:
        lines.append(f"end {record.end}")
    return "\n".join(lines) + "\n"


def parse(text: str, name: str = "record", game: AnyGame | None = None) -> Record:
    """The record that a text spells. Raises BadRecord; whether the actions are legal is for `replay`."""
    if not text:
        raise BadRecord("an empty file is not a record", name=name)
    try:
        check_size(text, RECORD)
    except BadText as error:
        raise BadRecord(error.reason, line=error.line, name=name) from None
    rows = text.split("\n")
    if not re.fullmatch(r"berlin-record \d+", rows[0]):
        raise BadRecord("not a record: its first line must be 'berlin-record 1'", line=1, name=name)
    if rows[0] != f"berlin-record {FORMAT}":
        raise BadRecord(f"a {rows[0]}; this program reads format {FORMAT}", line=1, name=name)
    if rows.pop():
        raise TornRecord("the last line is torn off", line=len(rows) + 1, name=name)
    record = _Reader(rows, name, game).record()
    # One spelling only: what the patterns let through (07, a doubled blank) shows here.
    for number, (was, due) in enumerate(zip(rows, write(record).split("\n"), strict=False), start=1):
        if was != due:
            raise BadRecord(f"damaged: {_cut(was)} should read {_cut(due)}", line=number, name=name)
    return record


class _Reader:
    """Reads a record's rows from the top."""

    def __init__(self, rows: list[str], name: str, game: AnyGame | None) -> None:
        self.rows, self.name, self.given = rows, name, game
        self.at = 1

    def fail(self, reason: str) -> BadRecord:
        return BadRecord(reason, line=min(self.at, len(self.rows)) + 1, name=self.name)

    def take(self, word: str) -> str | None:
        """What follows the word on the next row, if the row begins with it."""
        if self.at < len(self.rows) and (self.rows[self.at] + " ").startswith(word + " "):
            self.at += 1
            return self.rows[self.at - 1][len(word) + 1 :]
        return None

    def need(self, word: str) -> str:
        rest = self.take(word)
        if rest is None:
            found = _cut(self.rows[self.at]) if self.at < len(self.rows) else "the end of the file"
            raise self.fail(f"damaged or truncated: '{word}' expected, {found} found")
        return rest

    def checked(self, word: str, rest: str | None, good: Callable[[str], bool]) -> str:
        if rest is not None and not good(rest):
            self.at -= 1
            raise self.fail(f"damaged: {_cut(rest)} can't follow '{word}'")
        return rest or ""

    def record(self) -> Record:
        game = self.game(self.need("game"))
        rules = self.checked("rules", self.need("rules"), _is_version)
        self.check_version(rules, game)
        data = self.checked("data", self.take("data"), bool)
        if data != game.variant:
            self.at -= bool(data)
            raise OtherTables(other_tables(data, game), line=self.at + 1, name=self.name)
        scenario = self.checked("scenario", self.take("scenario"), bool)
        options = self.options()
        seats = tuple((seat, self.need(f"seat {seat}")) for seat in game.seats)
        published = self.checked("commitment", self.need("commitment"), _is_hex)
        key = self.checked("key", self.take("key"), _is_hex)
        study = self.take("study") is not None
        situation = "" if scenario else self.situation()
        opening, opening_sides = self.start()
        lines, changes, end = self.actions(game, study)
        return Record(
            game=game.code,
            rules=int(rules),
            seats=seats,
            commitment=published,
            scenario=scenario,
            options=options,
            situation=situation,
            key=bytes.fromhex(key),
            study=study,
            opening=opening,
            opening_sides=opening_sides,
            lines=lines,
            end=end,
            data=data,
            changes=changes,
        )

    def check_version(self, rules: str, game: AnyGame) -> None:
        """What an older program wrote can be read; a newer one follows rules that nobody here knows."""
        if int(rules) > game.version:
            self.at -= 1
            raise self.fail(
                f"played by version {rules} of the rules; this program has version {game.version}"
            )

    def game(self, code: str) -> AnyGame:
        if self.given is not None and self.given.code == code:
            return self.given
        try:
            return load(code)
        except KeyError:
            self.at -= 1
            raise self.fail(f"no game is called {_cut(code)}") from None

    def options(self) -> tuple[tuple[str, str], ...]:
        found = []
        while (rest := self.take("option")) is not None:
            name, _, value = rest.partition(" ")
            found.append((name, value))
        return tuple(found)

    def situation(self) -> str:
        self.need("situation")
        return self.indented()

    def indented(self) -> str:
        first = self.at
        while self.at < len(self.rows) and (not self.rows[self.at] or self.rows[self.at].startswith(_INDENT)):
            self.at += 1
        if self.at == first:
            raise self.fail("damaged: the situation is empty")
        return "".join(row[len(_INDENT) :] + "\n" for row in self.rows[first : self.at])

    def start(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        self.need("start")
        self.at -= 1
        match = _START.fullmatch(self.rows[self.at])
        if not match:
            raise self.fail(f"damaged: {_cut(self.rows[self.at])} is not a start line")
        rolled = self.dice(match[1])
        self.at += 1
        return rolled

    def actions(self, game: AnyGame, study: bool) -> tuple[tuple[Line, ...], tuple[Change, ...], str]:
        lines, changes = list[Line](), list[Change]()
        while self.at < len(self.rows):
            row = self.rows[self.at]
            if row.startswith("end "):
                if self.at + 1 < len(self.rows):
                    self.at += 1
                    raise self.fail("damaged: something stands behind the end of the game")
                return tuple(lines), tuple(changes), row[len("end ") :]
            rules = self.checked("rules", self.take("rules"), str.isdecimal)
            if rules:
                self.check_version(rules, game)
                changes.append(Change(len(lines), int(rules), self.indented()))
            else:
                lines.append(self.action(row, len(lines) + 1, game, study))
                self.at += 1
        return tuple(lines), tuple(changes), ""

    def action(self, row: str, due: int, game: AnyGame, study: bool) -> Line:
        match = _LINE.fullmatch(row)
        if not match:
            raise self.fail(f"damaged: {_cut(row)} is not 'number seat action | dice'")
        dice, sides = self.dice(match[4])
        laid = None if match[5] is None else self.dice(match[5])[0]
        line = Line(int(match[1]), match[2], match[3], dice, sides, laid)
        if line.number != due:
            raise self.fail(f"action {line.number} stands where action {due} should")
        if line.seat not in game.seats:
            raise self.fail(f"nobody called {_cut(line.seat)} sits at {game.code} ({', '.join(game.seats)})")
        if line.laid is not None and not study:
            raise self.fail("dice were laid down in a record that is not marked as a study")
        return line

    def dice(self, text: str | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Results and sides of the dice in this part of the row."""
        found = []
        for word in (text or "").split():
            die = _DIE.fullmatch(word)
            if die:
                found.append((int(die[1]), int(die[2] or COMMON)))
            elif word != _NONE:
                raise self.fail(f"damaged: {_cut(word)} is not a die")
        return tuple(value for value, _ in found), tuple(sides for _, sides in found)


def other_tables(data: str, game: AnyGame) -> str:
    """The complaint about a record and a game whose tables differ."""
    theirs = f"with other tables, marked {data}," if data else f"with the tables of {game.code} as they are,"
    ours = f"with those marked {game.variant}" if game.variant else "with its own (see --data)"
    return f"played {theirs} not {ours}"


def _is_version(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,9}", text) is not None


def _is_hex(text: str) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{2 * KEY_BYTES}}}", text) is not None


def _cut(text: str) -> str:
    """A quotation of one line that can't flood a terminal."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return repr(shown)
