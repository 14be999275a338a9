"""A campaign as small TOML, and back: one line for each piece, work and group, by its name."""

import re
from collections.abc import Callable, Mapping, Sequence
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
from berlin.kernel.contract.ids import Unit
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
    number,
    read_rows,
    word,
    words,
    write_rows,
)
from berlin.kernel.records.entries import TRUTH as TRUE_OR_FALSE
from berlin.kernel.records.situation import put, write_toml
from berlin.squad.board.names import SPAN, holder_of, number_of, owner_of
from berlin.squad.board.pieces import NOWHERE, Piece, Where, keeper

T = TypeVar("T", bound=msgspec.Struct)
Grounds = dict[str, int]

PLAIN = ("way", "fought", "weather", "ground", "wind", "rained", "winner", "counting", "verdict")
POINTS = ("needed", "cvp", "evp", "before", "left", "left_most")
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

    def entry(self, table: str, key: str, form: Entry[T], row: Any) -> T:
        try:
            return form.read(row)
        except Misread as error:
            raise self.fail(f"{key}: {error.reason}", key, table) from None

    def hexes(self, table: str, name: str, usual: int) -> int:
        return int(self.form(table, name, self.entries.hexes.many.read, usual))

    def form(self, table: str, name: str, read: Callable[[Any], Any], usual: Any) -> Any:
        """A value of a table, as `read` reads it."""
        values = self.table(table)
        try:
            return read(values[name]) if name in values else usual
        except Misread as error:
            raise self.fail(f"{name}: {error.reason}", name, table) from None

    def numbered(self, table: str, noun: str, *begins: str) -> list[list[tuple[str, Any]]]:
        """The entries of a table whose names begin so, by their numbers, which have no gap."""
        rows = self.table(table)
        found = [list[tuple[str, Any]]() for _ in begins]
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
    of_a_side = (*reader.entries.accounts(0).names, "control", *USUAL, "pockets", "markers", "sheets")
    some = dict.fromkeys(("pieces", "works", "groups", "zones", "history"), None)
    reader.known_names(PLAIN, {"points": POINTS, **dict.fromkeys(book.sides, of_a_side), **some})
    reader.clock(code, course.names, course.names[0], len(book.dates), book.cite("dates.date"), "")
    _conditions(reader)
    if d.turn == len(book.dates) and not d.over and d.stage in _never_last(course):
        reason = f"the last date is over before {course.names[d.stage]}"
        raise reader.fail(reason, "stage", rule=book.cite("dates.date"))
    for side, name in enumerate(book.sides):
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
    read_rows(reader, (*_told(d.book), *POINTS_LEFT))
    ends = _overs(d.book)
    d.over = ends[reader.word("", "over", tuple(ends), "")]
    if (d.over in range(1, 1 + len(d.book.sides))) != bool(d.verdict):
        raise reader.fail("a campaign that was fought to its end has a verdict, and no other", "over")
    d.needed = reader.number("points", "needed", d.needed, 0, MOST)
    d.cvp = reader.number("points", "cvp", 0, -MOST, MOST)
    d.evp = reader.number("points", "evp", 0, -MOST, MOST)
    d.before = reader.form("points", "before", both, (0, 0))


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


POINTS_LEFT = tuple(Row("points", name, name, number(-1), -1) for name in ("left", "left_most"))
"""CPP that were left, and how many of them count."""


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


def _side(reader: _Reader, side: int, name: str) -> None:
    """What a side's roster says, and what it has of the map."""
    d, entries = reader.draft, reader.entries
    account = entries.accounts(side)
    given = {key: value for key, value in reader.table(name).items() if key in account.names}
    try:
        d.accounts[side] = account.read(given)
    except Misread as error:
        raise reader.fail(error.reason, error.name, name) from None
    d.markers[side] = reader.form(name, "markers", words(entries.hexes.marker).read, ())
    rows = reader.value(name, "sheets", list, [])
    d.sheets[side][:] = [reader.entry(name, "sheets", entries.sheets, row) for row in rows]
    rows = reader.value(name, "pockets", list, [])
    pockets = tuple(reader.entry(name, "pockets", entries.pockets, row) for row in rows)
    has = {"rim": d.book.field.edge, "control": reader.hexes(name, "control", d.control[side])}
    drawn = Perimeter(0, (), 0, pockets, 0)
    has["pocket_fronts"] = drawn.front
    for ground, usual in USUAL.items():
        has[ground] = reader.hexes(name, ground, usual(has))
    d.control[side], d.edge[side] = has["control"], has["edge"]
    d.had[side], d.had_edge[side], d.fronts[side] = has["had"], has["had_edge"], has["front"]
    d.outlines[side] = replace(drawn, main=has["main"], main_front=has["main_front"])


def _lists(reader: _Reader) -> None:
    d, entries, sides = reader.draft, reader.entries, reader.draft.book.sides
    by_side = reader.numbered("groups", "a group", *(f"{name}-" for name in sides))
    for side, rows in enumerate(by_side):
        d.groups[side][:] = [reader.entry("groups", key, entries.groups(side), row) for key, row in rows]
        for (key, _), group in zip(rows, d.groups[side], strict=True):
            if group.of >= len(rows):
                raise reader.fail(f"{key}: there is no {sides[side]}-{group.of}", key, "groups")
    for side, rows in enumerate(reader.numbered("pieces", "a piece", *(name[0] for name in sides))):
        d.pieces[side][:] = [_piece(reader, side, key, row) for key, row in rows]
    d.works[:] = _one_list(reader, "works", "a work", WORK, entries.works)
    d.zones[:] = _one_list(reader, "zones", "an Isolated Area", ZONE, entries.zones)
    d.history[:] = _one_list(reader, "history", "a line of the history", LINE, entries.history)


def _one_list(reader: _Reader, table: str, noun: str, begin: str, form: Entry[T]) -> list[T]:
    (rows,) = reader.numbered(table, noun, begin)
    return [reader.entry(table, key, form, row) for key, row in rows]


def _piece(reader: _Reader, side: int, key: str, row: Any) -> Piece:
    """A piece with a hex is on the map, if nothing else is said."""
    d = reader.draft
    piece = reader.entry("pieces", key, reader.entries.pieces, row)
    if "hex" in row and "where" not in row:
        piece = replace(piece, where=Where.MAP)
    if piece.where is Where.MAP and piece.space == NOWHERE:
        raise reader.fail(f"{key}: it is on the map, but in no hex", key, "pieces")
    if piece.group >= len(d.groups[side]):
        raise reader.fail(f"{key}: there is no {d.book.sides[side]}-{piece.group}", key, "pieces")
    if piece.holder < 0:
        return piece
    holder = Unit(piece.holder)
    whose = owner_of(holder)
    if holder == reader.entries.piece.read(key):
        raise reader.fail(f"{key}: it holds itself", key, "pieces")
    if whose != keeper(side, piece):
        whom = "captured, or a prisoner: its holder is" if whose == side else "held by one"
        raise reader.fail(f"{key}: it is {whom} of the other side", key, "pieces")
    return replace(piece, holder=number_of(holder))


def write(d: Draft, code: str, course: Course[Draft]) -> str:
    """The campaign as TOML, in one spelling."""
    entries, sides = Entries(d.book), d.book.sides
    tables: dict[str, Any] = {"game": code, "way": d.way, "turn": d.turn, "stage": course.names[d.stage]}
    put(tables, "dice", list(d.given))
    put(tables, "rolls", d.rolls)
    put(tables, "over", next(name for name, code in _overs(d.book).items() if code == d.over))
    verdict, *conditions = _told(d.book)
    write_rows(tables, d, [verdict])
    tables |= {"weather": d.weather, "ground": d.ground, "wind": d.wind}
    write_rows(tables, d, conditions)
    questions = Lines(d, entries)
    put(tables, "open", [questions.write(frame) for frame in d.frames])
    tables["points"] = {"needed": d.needed, "cvp": d.cvp, "evp": d.evp, "before": list(d.before)}
    write_rows(tables, d, POINTS_LEFT)
    for side, name in enumerate(sides):
        tables[name] = _written_side(d, entries, side)
    rows = {
        f"{name}-{n}": entries.groups(side).write(group)
        for side, name in enumerate(sides)
        for n, group in enumerate(d.groups[side])
    }
    put(tables, "groups", rows)
    rows = {
        entries.piece.write(unit): _written_piece(entries, unit, piece)
        for side in range(len(sides))
        for unit, piece in d.listed(side)
    }
    put(tables, "pieces", rows)
    put(tables, "works", _listed(WORK, entries.works, d.works))
    put(tables, "zones", _listed(ZONE, entries.zones, d.zones))
    put(tables, "history", _listed(LINE, entries.history, d.history))
    return write_toml(tables)


def _listed(begin: str, form: Entry[T], values: Sequence[T]) -> Mapping[str, Any]:
    return {f"{begin}{n}": form.write(value) for n, value in enumerate(values)}


def _written_side(d: Draft, entries: Entries, side: int) -> dict[str, Any]:
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


def _written_piece(entries: Entries, unit: Unit, piece: Piece) -> dict[str, Any]:
    row = entries.pieces.write(replace(piece, holder=holder_of(unit, piece)))
    if piece.space != NOWHERE and piece.where is Where.RETAINED:
        return row | {"where": "retained"}
    if piece.where is Where.MAP:
        del row["where"]
    return row
