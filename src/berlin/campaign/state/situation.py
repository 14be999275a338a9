"""A campaign as small TOML, and back: one line for each piece, work and group, by its name."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from berlin.campaign import victory, ways
from berlin.campaign.aftermath.melee import PLAN
from berlin.campaign.book.book import Book
from berlin.campaign.deployment import wind
from berlin.campaign.perimeters.drawing import Drawing
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.refit import dates
from berlin.campaign.sectors import sectors
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.entries import Entries, both
from berlin.campaign.state.invariants import broken
from berlin.campaign.state.state import Draft, State
from berlin.kernel.contract.game import BadText, Step
from berlin.kernel.contract.ids import BOTH, FIRST, Seat, Unit
from berlin.kernel.contract.words import TEXT, TRUTH, Word, among, many, maybe
from berlin.kernel.play.question import AnyQuestion, QuestionTexts
from berlin.kernel.play.resigning import overs
from berlin.kernel.play.sequence import Course
from berlin.kernel.records import situation_reader as reading
from berlin.kernel.records.entries import (
    MOST,
    PROSE,
    Entry,
    Misread,
    Row,
    Value,
    number,
    read_rows,
    word,
    words,
    write_rows,
)
from berlin.kernel.records.entries import TRUTH as TRUE_OR_FALSE
from berlin.kernel.records.situation import Toml, put, write_toml
from berlin.squad.board.names import SPAN, holder_of
from berlin.squad.board.pieces import NOWHERE

T = TypeVar("T", bound=msgspec.Struct)
V = TypeVar("V")
Grounds = dict[str, int]

PLAIN = ("way", "fought", "weather", "ground", "wind", "rained", "winner", "counting", "verdict")
WAYS = (*ways.WAYS, ways.EACH)
WORK, ZONE, LINE = "w", "z", "h"
"""What the names of works, Isolated Areas and lines of the history begin with."""

SEVERAL = ("units", "away", "spent", "aside", "at", "pulled", "handled", "handed", "told")
"""The fields of questions that are several pieces."""

# What a side has of the map, and what it is where nothing is said.
USUAL: dict[str, Callable[[Grounds], int]] = {
    "edge": lambda has: has["control"] & has["rim"],
    "had": lambda has: has["control"],
    "had_edge": lambda has: has["edge"],
    "main": lambda has: has["control"],
    "main_front": lambda has: 0,
    "front": lambda has: has["main_front"] | has["pocket_fronts"],
}
_TWICE = re.compile(r"\s*(\"[^\"]*\"|[\w-]+)\s*=")


class Listing(msgspec.Struct, frozen=True):
    """A list of a campaign as entries of a table, under a name that begins so and its number: `w0`, `w1`."""

    table: str
    noun: str
    begin: str
    form: Entry[Any]
    values: list[Any]

    def write(self) -> Toml:
        return {f"{self.begin}{n}": self.form.write(value) for n, value in enumerate(self.values)}


class Lines(QuestionTexts):
    """The open questions of a campaign. They name nothing that it doesn't have."""

    def __init__(self, d: Draft, entries: Entries) -> None:
        piece = _there(entries.piece, lambda unit: _is_piece(d, unit))
        work = Word("a work", lambda n: f"{WORK}{n}", lambda text: int(text.removeprefix(WORK)))
        work = _there(work, lambda n: 0 <= n < len(d.works))
        plan = _there(PLAN, lambda plan: all(_is_piece(d, unit) for unit in (*plan.by, *plan.at)))
        one = entries.hexes.one
        named = {
            "unit": piece,
            **dict.fromkeys(SEVERAL, many(piece)),
            "plans": many(plan),
            "space": one,
            "sector": maybe(_there(one, sectors(d.book.field.chart).__contains__), NOWHERE),
            **dict.fromkeys(("to", "seen", "offered"), many(one)),
            "slots": many(maybe(one, NOWHERE, "any")),
            "tried": many(work),
            "markers": many(entries.hexes.marker),
            **dict.fromkeys(("returned", "said", "facts"), many(TEXT)),
            "work": TEXT,
            "isolated": TRUTH,
        }
        super().__init__(QUESTIONS, d.book.sides, named)
        self._drawing = QuestionTexts((Drawing,), d.book.sides, named | {"at": maybe(one, NOWHERE)})
        self._groups = d.groups

    def write(self, frame: AnyQuestion) -> str:
        return self._drawing.write(frame) if isinstance(frame, Drawing) else super().write(frame)

    def read(self, line: str) -> AnyQuestion:
        drawing = line.split()[:1] == [Drawing.__name__]
        frame = self._drawing.read(line) if drawing else super().read(line)
        if getattr(frame, "group", None) not in (None, *range(len(self._groups[frame.seat]))):
            raise ValueError(line)
        return frame


def _there(one: Word, known: Callable[[Any], bool]) -> Word:
    """Of these only what there is."""

    def read(text: str) -> Any:
        value = one.read(text)
        if not known(value):
            raise KeyError(text)
        return value

    return Word(one.noun, one.write, read, known)


def _is_piece(d: Draft, unit: Unit) -> bool:
    return 0 <= unit < 2 * SPAN and d.is_there(unit)


class _Reader(reading.Reader[Draft]):
    def __init__(self, text: str, draft: Draft) -> None:
        try:
            super().__init__(text, draft)
        except BadText as error:
            row = _TWICE.match(text.split("\n")[error.line - 1]) if error.line else None
            if row and "overwrite a value" in error.reason:
                raise BadText(f"{row[1]} stands twice in the situation", line=error.line) from None
            raise
        self.entries = Entries(draft.book)

    def entry(self, table: str, key: str, form: Entry[T], row: object) -> T:
        try:
            return form.read(row)
        except Misread as error:
            raise self.fail(f"{key}: {error.reason}", key, table) from None

    def entries_of(self, table: str, name: str, form: Entry[T]) -> list[T]:
        """A list of entries."""
        return [self.entry(table, name, form, row) for row in self.value(table, name, list, [])]

    def form(self, table: str, name: str, form: Value, usual: V) -> V:
        """A value of a table."""
        values = self.table(table)
        try:
            found: V = form.read(values[name]) if name in values else usual
        except Misread as error:
            raise self.fail(f"{name}: {error.reason}", name, table) from None
        return found

    def numbered(self, table: str, noun: str, *begins: str) -> list[list[tuple[str, object]]]:
        """The entries of a table whose names begin so, by their numbers, which have no gap."""
        rows = self.table(table)
        found = [list[tuple[str, object]]() for _ in begins]
        for which, begin in enumerate(begins):
            while f"{begin}{len(found[which])}" in rows:
                key = f"{begin}{len(found[which])}"
                found[which].append((key, rows[key]))
        known = {key for rows_of in found for key, _ in rows_of}
        for key in rows:
            if key in known:
                continue
            for which, begin in enumerate(begins):
                if re.fullmatch(rf"{re.escape(begin)}(0|[1-9]\d*)", key):
                    gap = f"{begin}{len(found[which])}"
                    raise self.fail(f"{key} stands here, but there is no {gap}", key, table)
            examples = " or ".join(f"{begin}0" for begin in begins)
            raise self.fail(f"{key!r} is no name of {noun}, like {examples}", key, table)
        return found


def read(text: str, code: str, fresh: Draft, course: Course[Draft]) -> Step[State]:
    """The first open question of a situation; what it doesn't say is as in `fresh`. Raises BadText naming the
    line."""
    reader = _Reader(text, fresh)
    d, book = fresh, fresh.book
    of_a_side = (*reader.entries.accounts(FIRST).names, "control", *USUAL, "pockets", "markers", "sheets")
    some = dict.fromkeys(("pieces", "works", "groups", "zones", "history"), None)
    points = [row.name for row in _points(d)]
    reader.known_names(PLAIN, {"points": points, **dict.fromkeys(book.sides, of_a_side), **some})
    reader.clock(code, course.names, course.names[0], len(book.dates), book.cite("dates.date"), "")
    _conditions(reader)
    if d.turn == len(book.dates) and not d.over and d.stage in _never_last(course):
        reason = f"the last date is over before {course.names[d.stage]}"
        raise reader.fail(reason, "stage", rule=book.cite("dates.date"))
    for side, name in zip(BOTH, book.sides, strict=True):
        _side(reader, side, name)
    _lists(reader)
    reader.open(Lines(d, reader.entries))
    names = {key: key for key in reader.table("pieces")} | {name: f"[{name}]" for name in book.sides}
    step: Step[State] = reader.begun(
        course, lambda state: broken(type(d)(state)), book.cite("laws.asked"), names
    )
    return step


def _never_last(course: Course[Draft]) -> range:
    """The steps from the end of a scenario to the next date."""
    closing = next(n for n, stage in enumerate(course.stages) if stage.end is victory.determine)
    return range(
        closing + 1, next(n for n, stage in enumerate(course.stages) if stage.begin is dates.begin) + 1
    )


def _conditions(reader: _Reader) -> None:
    """How battles are settled, the weather, the points, and how it has ended, if it has."""
    d = reader.draft
    d.way = reader.word("", "way", WAYS, d.way)
    d.weather = reader.word("", "weather", _weathers(d.book), d.weather)
    d.ground = reader.word("", "ground", _grounds(d.book), d.ground)
    d.wind = reader.word("", "wind", _winds(d.book), d.wind)
    read_rows(reader, (*_told(d.book), *_points(d)))
    ends = _overs(d.book)
    d.over = ends[reader.word("", "over", tuple(ends), "")]
    if (d.over in range(1, 1 + len(d.book.sides))) != bool(d.verdict):
        raise reader.fail("a campaign that was fought to its end has a verdict, and no other", "over")


def _told(book: Book) -> tuple[Row, ...]:
    """What is said only where it is not as usual: the verdict, then the conditions of the last scenario."""
    fought = Word("a way to settle a battle", str, {way: way for way in ways.WAYS}.__getitem__)
    return (
        Row("", "verdict", "verdict", PROSE, ""),
        Row("", "rained", "rained", TRUE_OR_FALSE, False),
        Row("", "fought", "fought", word(fought), ""),
        Row("", "winner", "winner", word(among("a side", book.sides)), -1),
        Row("", "counting", "counting", TRUE_OR_FALSE, True),
    )


def _points(d: Draft) -> tuple[Row, ...]:
    """The points of the campaign; CPP that were left, and how many of them count."""
    return (
        Row("points", "needed", "needed", number(), d.needed, always=True),
        *(Row("points", name, name, number(-MOST), 0, always=True) for name in ("cvp", "evp")),
        Row("points", "before", "before", Value(list, both), (0, 0), always=True),
        *(Row("points", name, name, number(-1), -1) for name in ("left", "left_most")),
    )


def _overs(book: Book) -> dict[str, int]:
    """How a campaign stands: it runs, a side has won it, or one has conceded."""
    return {name: over for over, name in enumerate(("", *book.sides))} | overs(book.sides)


def _weathers(book: Book) -> tuple[str, ...]:
    return _results(book, "weather", "", *(date.weather for date in book.dates))


def _grounds(book: Book) -> tuple[str, ...]:
    return _results(book, "ground", "", *(date.ground for date in book.dates))


def _winds(book: Book) -> tuple[str, ...]:
    forces, ways = _results(book, "wind", wind.GUSTS), _results(book, "wind.direction")
    return ("", *forces, *(f"{force}, {way}" for force in forces for way in ways))


def _results(book: Book, table: str, *others: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*others, *(band.result for band in book.tables[table].bands))))


def _side(reader: _Reader, side: Seat, name: str) -> None:
    """What a side's roster says, and what it has of the map."""
    d, entries = reader.draft, reader.entries
    account = entries.accounts(side)
    given = {key: value for key, value in reader.table(name).items() if key in account.names}
    try:
        d.accounts[side] = account.read(given)
    except Misread as error:
        raise reader.fail(error.reason, error.name, name) from None
    d.markers[side] = reader.form(name, "markers", words(entries.hexes.marker), ())
    d.sheets[side][:] = reader.entries_of(name, "sheets", entries.sheets)
    drawn = Perimeter(0, (), 0, tuple(reader.entries_of(name, "pockets", entries.pockets)), 0)
    hexes = entries.hexes.many
    has = {"rim": d.book.field.edge, "control": reader.form(name, "control", hexes, d.control[side])}
    has["pocket_fronts"] = drawn.front
    for ground, usual in USUAL.items():
        has[ground] = reader.form(name, ground, hexes, usual(has))
    d.control[side], d.edge[side] = has["control"], has["edge"]
    d.had[side], d.had_edge[side], d.fronts[side] = has["had"], has["had_edge"], has["front"]
    d.outlines[side] = replace(drawn, main=has["main"], main_front=has["main_front"])


def listings(d: Draft, entries: Entries) -> list[Listing]:
    """All of them, in the order in which they are written."""
    by_side = list(zip(BOTH, d.book.sides, strict=True))
    return [
        *(Listing("groups", "a group", f"{name}-", entries.groups(n), d.groups[n]) for n, name in by_side),
        *(Listing("pieces", "a piece", name[0], entries.pieces(n), d.pieces[n]) for n, name in by_side),
        Listing("works", "a work", WORK, entries.works, d.works),
        Listing("zones", "an Isolated Area", ZONE, entries.zones, d.zones),
        Listing("history", "a line of the history", LINE, entries.history, d.history),
    ]


def _lists(reader: _Reader) -> None:
    """The lists of each table together: nothing else may stand in it."""
    tables: dict[str, list[Listing]] = {}
    for one in listings(reader.draft, reader.entries):
        tables.setdefault(one.table, []).append(one)
    for table, lists in tables.items():
        found = reader.numbered(table, lists[0].noun, *(one.begin for one in lists))
        for one, rows in zip(lists, found, strict=True):
            one.values[:] = [reader.entry(table, key, one.form, row) for key, row in rows]
    _references(reader)


def _references(reader: _Reader) -> None:
    """Groups that are there, and nobody who has himself."""
    d = reader.draft
    for side, name in zip(BOTH, d.book.sides, strict=True):
        there = len(d.groups[side])
        of = [("groups", f"{name}-{n}", group.of) for n, group in enumerate(d.groups[side])]
        of += [("pieces", reader.entries.piece.write(u), piece.group) for u, piece in d.listed(side)]
        for table, key, group in of:
            if group >= there:
                raise reader.fail(f"{key}: there is no {name}-{group}", key, table)
        for unit, piece in d.listed(side):
            if holder_of(unit, piece) == unit:
                key = reader.entries.piece.write(unit)
                raise reader.fail(f"{key}: it holds itself", key, "pieces")


def write(d: Draft, code: str, course: Course[Draft]) -> str:
    """The campaign as TOML, in one spelling."""
    entries = Entries(d.book)
    tables: Toml = {"game": code, "way": d.way, "turn": d.turn, "stage": course.names[d.stage]}
    put(tables, "dice", list(d.given))
    put(tables, "rolls", d.rolls)
    put(tables, "over", next(name for name, code in _overs(d.book).items() if code == d.over))
    verdict, *conditions = _told(d.book)
    write_rows(tables, d, [verdict])
    tables |= {"weather": d.weather, "ground": d.ground, "wind": d.wind}
    write_rows(tables, d, conditions)
    questions = Lines(d, entries)
    put(tables, "open", [questions.write(frame) for frame in d.frames])
    write_rows(tables, d, _points(d))
    for side, name in zip(BOTH, d.book.sides, strict=True):
        tables[name] = _written_side(d, entries, side)
    for one in listings(d, entries):
        if one.values:
            tables.setdefault(one.table, {}).update(one.write())
    return write_toml(tables)


def _written_side(d: Draft, entries: Entries, side: Seat) -> Toml:
    drawn = d.outlines[side]
    row = entries.accounts(side).write(d.accounts[side])
    has = {
        "rim": d.book.field.edge,
        "control": d.control[side],
        "pocket_fronts": replace(drawn, main_front=0).front,
        "edge": d.edge[side],
        "had": d.had[side],
        "had_edge": d.had_edge[side],
        "main": drawn.main,
        "main_front": drawn.main_front,
        "front": d.fronts[side],
    }
    row["control"] = entries.hexes.many.write(has["control"])
    for name, usual in USUAL.items():
        if has[name] != usual(has):
            row[name] = entries.hexes.many.write(has[name])
    put(row, "sheets", [entries.sheets.write(sheet) for sheet in d.sheets[side]])
    put(row, "pockets", [entries.pockets.write(pocket) for pocket in drawn.pockets])
    put(row, "markers", [entries.hexes.marker.write(marker) for marker in d.markers[side]])
    return row
