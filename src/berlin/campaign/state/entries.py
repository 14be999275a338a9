"""Pieces, works, groups and rosters as entries of a situation: only what differs from a new one is told."""

import re
from collections.abc import Iterable
from functools import cached_property

from msgspec.structs import replace

from berlin.boards.hexes import DIRECTIONS, bits, board_of, pack, unpack
from berlin.campaign.book.book import Book
from berlin.campaign.book.charts import Chart
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.report.acts import MARKS, WORKS, mark_word, works_word
from berlin.campaign.state.state import Account, Group, Line, Sheet
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.words import Word, among, maybe
from berlin.kernel.records.entries import (
    MOST,
    PROSE,
    TRUTH,
    Entry,
    Misread,
    Value,
    by_line,
    listed,
    number,
    word,
    words,
)
from berlin.kernel.records.situation import Toml
from berlin.squad.board.field import Field
from berlin.squad.board.names import UNITS, holder_of, number_of, owner_of, piece_word
from berlin.squad.board.pieces import NOWHERE, Piece, Where, keeper
from berlin.squad.board.works import Work

UNTOLD = -2
"""A hex that is paid for and not yet told."""
TYPES = "ABCD"
"""Of Isolated Areas."""
_RUN = re.compile(r"([A-Za-z]+)(\d{1,4})(?:-(\d{1,4}))?")


class Hexes:
    """The hexes of a map by their names; runs of a column are written in one: `K3-9`."""

    def __init__(self, field: Field) -> None:
        self._names = field.names
        self._spaces = {name.casefold(): space for space, name in enumerate(field.names) if name}
        self.one = Word(
            "a hex of this map", field.names.__getitem__, lambda text: self._spaces[text.casefold()]
        )
        self.marker = Word("a marker, like K12>K15", self._write_marker, self._read_marker)
        self.many = Value(self._write, self._read)

    def _find(self, text: str) -> int:
        return self._spaces[text.casefold()]

    def _write(self, board: int) -> list[str]:
        alone: list[str] = []
        columns: dict[str, list[int]] = {}
        for name in (self._names[space] for space in bits(board)):
            match = _RUN.fullmatch(name)
            if match and str(int(match[2])) == match[2]:
                columns.setdefault(match[1], []).append(int(match[2]))
            else:
                alone.append(name)
        for column in sorted(columns, key=lambda letters: (len(letters), letters)):
            for first, last in _runs(sorted(columns[column])):
                alone.append(f"{column}{first}" if first == last else f"{column}{first}-{last}")
        return alone

    def _read(self, value: object) -> int:
        return board_of(space for text in listed(value) for space in self._run(PROSE.read(text)))

    def _run(self, text: str) -> list[int]:
        if text.casefold() in self._spaces:
            return [self._spaces[text.casefold()]]
        match = _RUN.fullmatch(text)
        if not match or not match[3] or int(match[3]) < int(match[2]):
            raise Misread(f"{text!r} is not {self.one.noun}")
        names = [f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1)]
        for name in names:
            if name.casefold() not in self._spaces:
                raise Misread(f"{name!r} is not {self.one.noun}")
        return [self._spaces[name.casefold()] for name in names]

    def _write_marker(self, marker: Marker) -> str:
        by = f"/{self._names[marker.by]}" if marker.by >= 0 else ""
        return f"{self._names[marker.at]}>{self._names[marker.to]}{by}"

    def _read_marker(self, text: str) -> Marker:
        at, _, rest = text.partition(">")
        to, slash, by = rest.partition("/")
        return Marker(self.one.read(at), self.one.read(to), self.one.read(by) if slash else NOWHERE)


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found


_WHERE = Word("a box or the map", lambda where: where.name.lower(), lambda text: Where[text.upper()])
_WORKS = Word("a thing on the ground", works_word, WORKS.__getitem__)
_WAY = among("a direction", DIRECTIONS)
_MARK = Word("a mark", mark_word, MARKS.__getitem__)
_MARKS = Value(
    lambda marks: [word for word, mark in MARKS.items() if marks & mark],
    lambda value: sum(set(words(_MARK).read(value))),
)


class PieceEntry(Entry[Piece]):
    """A piece of the side that `like` is of. One with a hex is on the map, if nothing else is said; its
    holder stands there by his own name, of the side that has it."""

    def __init__(self, like: Unit, fields: dict[str, tuple[str, Value]]) -> None:
        super().__init__(Piece, fields)
        self._like = like

    def write(self, value: Piece) -> Toml:
        row = super().write(replace(value, holder=holder_of(self._like, value)))
        if value.space != NOWHERE and value.where is Where.RETAINED:
            return row | {"where": "retained"}
        if value.where is Where.MAP:
            del row["where"]
        return row

    def read(self, row: object) -> Piece:
        piece = super().read(row)
        if isinstance(row, dict) and "hex" in row and "where" not in row:
            piece = replace(piece, where=Where.MAP)
        if piece.where is Where.MAP and piece.space == NOWHERE:
            raise Misread("it is on the map, but in no hex")
        if piece.holder < 0:
            return piece
        side, whose = owner_of(self._like), owner_of(Unit(piece.holder))
        if whose != keeper(side, piece):
            whom = "captured, or a prisoner: its holder is" if whose == side else "held by one"
            raise Misread(f"it is {whom} of the other side")
        return replace(piece, holder=number_of(Unit(piece.holder)))


class Entries:
    """How everything of a campaign of this book is written."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.hexes = Hexes(book.field)
        self.side = among("a side", book.sides)
        self.piece = piece_word(book.sides)
        self.kind = Word("a kind of counter", str, lambda text: book.counters[text].key)

    def pieces(self, side: Seat) -> Entry[Piece]:
        place, way = word(self.hexes.one), word(_WAY)
        return PieceEntry(
            UNITS[side][0],
            {
                "kind": ("kind", word(self.kind)),
                "where": ("where", word(_WHERE)),
                "hex": ("space", place),
                "level": ("level", number(-9, 9)),
                "side": ("side", way),
                "facing": ("facing", way),
                "holder": ("holder", word(self.piece)),
                "marks": ("marks", _MARKS),
                "group": ("group", number()),
                "last": ("last", place),
                "spent": ("spent", number(0, 99)),
                "fate": ("fate", PROSE),
            },
        )

    @cached_property
    def works(self) -> Entry[Work]:
        return Entry(
            Work,
            {
                "what": ("what", word(_WORKS)),
                "hex": ("space", word(self.hexes.one)),
                "owner": ("owner", word(self.side)),
                "hidden": ("hidden", TRUTH),
                "ap": ("ap", number()),
                "at": ("at", number()),
                "size": ("size", number()),
                "of": ("of", word(self.kind)),
                "side": ("side", word(_WAY)),
                "field": ("field", number()),
                "scrounged": ("scrounged", TRUTH),
                "veiled": ("veiled", TRUTH),
            },
        )

    def groups(self, side: Seat) -> Entry[Group]:
        told = maybe(self.hexes.one, UNTOLD, "untold")
        return Entry(
            Group,
            {
                "line": ("line", word(among("a line of the chart", lines(self._book.charts[side])))),
                "date": ("date", number(1, len(self._book.dates))),
                "given": ("given", TRUTH),
                "onboard": ("onboard", TRUTH),
                "depleted": ("depleted", TRUTH),
                "ammo": ("ammo", PROSE),
                "radio": ("radio", TRUTH),
                "observer": ("observer", word(told)),
                "level": ("level", number(-9, 9)),
                "registered": ("registered", words(told)),
                "trucks": ("trucks", TRUTH),
                "used": ("used", TRUTH),
                "gone": ("gone", PROSE),
                "paid": ("paid", number(-MOST)),
                "of": ("of", number()),
                "until": ("until", number()),
            },
            {"line": -1},
        )

    def accounts(self, side: Seat) -> Entry[Account]:
        chart, ware = lines(self._book.charts[side]), tuple(self._book.market.fortifications)
        plain = ("cpp", "total", "start", "fpp", "san", "elr", "suffered", "suffered_now", "elite", "recon")
        listed = {"bought": chart, "today": chart, "works": ware}
        return Entry(
            Account,
            {name: (name, number(-MOST)) for name in plain}
            | {name: (name, by_line(keys)) for name, keys in listed.items()},
            {name: (0,) * len(keys) for name, keys in listed.items()},
        )

    @cached_property
    def sheets(self) -> Entry[Sheet]:
        plain = ("start", "total", "left", "elr", "san", "recon")
        dated = {"date": ("date", number(1, len(self._book.dates)))}
        return Entry(Sheet, dated | {name: (name, number(-MOST)) for name in plain})

    @cached_property
    def pockets(self) -> Entry[Pocket]:
        return Entry(Pocket, {name: (name, self.hexes.many) for name in ("area", "front")})

    @cached_property
    def zones(self) -> Entry[Area]:
        kind = Word("a type of Isolated Area", str, {kind: kind for kind in TYPES}.__getitem__)
        return Entry(
            Area,
            {
                "kind": (
                    "kind",
                    word(kind),
                ),
                "side": ("side", word(self.side)),
                "hexes": ("hexes", self.hexes.many),
            },
        )

    @cached_property
    def history(self) -> Entry[Line]:
        many = self.hexes.many
        held = Value(lambda hexes: many.write(unpack(hexes)), lambda v: pack(many.read(v)))
        return Entry(
            Line,
            {
                "date": ("date", number(1, len(self._book.dates))),
                "winner": ("winner", word(self.side)),
                "points": ("points", number(-MOST)),
                "earned": ("earned", number(-MOST)),
                "lost": ("lost", Value(list, both)),
                "way": ("way", PROSE),
                "weather": ("weather", PROSE),
                "ground": ("ground", PROSE),
                "held": ("held", held),
            },
        )


def both(value: object) -> tuple[int, int]:
    """A number for each side."""
    match listed(value):
        case [one, other]:
            return number(-MOST).read(one), number(-MOST).read(other)
    raise Misread(f"a number for each side is needed, not {value!r}")


def lines(chart: Chart) -> tuple[str, ...]:
    return tuple(offer.id for offer in chart)
