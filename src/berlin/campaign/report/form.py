"""An after-action report as TOML: read, checked as a whole, and turned into the small acts of play."""

import re
from collections.abc import Callable, Iterable

import msgspec

from berlin.campaign.book.book import Book
from berlin.campaign.report import units
from berlin.campaign.report.acts import (
    CLOSING,
    OF_UNITS,
    WORKS,
    Agree,
    Altered,
    Fired,
    Holds,
    Rained,
    Razed,
    Reported,
    Settled,
    Silenced,
    Sniped,
    Stands,
    Survey,
    Tell,
    Told,
    words,
    works_word,
)
from berlin.campaign.report.units import Reporting
from berlin.campaign.sectors import Sector, sectors
from berlin.campaign.state.state import RUSSIAN, Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit
from berlin.kernel.contract.words import NUMBER, Word
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.records.bounds import check_toml
from berlin.kernel.records.situation import read_toml, table_name
from berlin.squad.board.names import owner_of, piece_word, unit_of
from berlin.squad.board.pieces import Where, keeper
from berlin.squad.board.works import Works

ATTACKER = RUSSIAN
_LINE = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*=")
# More than can be said of any unit.
MOST_CLAUSES = 50
Sides = tuple[Seat, ...]
"""Whose units are told of: without any, only what both have in common is told."""
Entries = dict[str, object]
"""A table of a report: what stands there may be anything until it is read."""


class Report(msgspec.Struct, kw_only=True):
    """What a text says, and what of the text is wrong by itself."""

    date: int = 0
    """0: not said."""
    units: dict[Unit, list[Act]] = {}
    """What is said of each unit, in order."""
    used: dict[int, list[int]] = {}
    """By side: the groups that fired."""
    silenced: dict[int, list[int]] = {}
    """By side: its Counter Battery Modules that were Eliminated."""
    san: dict[int, int] = {}
    """By side: what its SAN has fallen to."""
    control: list[Holds] = []
    now: list[tuple[Place, Works]] = []
    gone: list[tuple[Place, Works]] = []
    melee: set[Place] = set()
    rained: bool = False
    evp: int | None = None
    casualties: dict[int, int] = {}
    """By side: the points that it is said to have suffered."""
    lost: dict[str, int] = {}
    """By kind of counter: how many are said to be lost."""
    faults: list[str] = []


def hex_word(book: Book) -> Word:
    found = {name.casefold(): space for space, name in enumerate(book.field.names) if name}
    return Word(
        "a hex of the map",
        book.field.names.__getitem__,
        lambda text: found[text.casefold()],
        lambda space: space in found.values(),
    )


def read(book: Book, text: str) -> Report:
    """What a report says. Raises BadText only for what is no TOML."""
    check_toml(text)
    report = Report()
    told = read_toml(_once(text, report.faults))
    reader = _Reader(book, report)
    plain = {"date": reader.date, "melee": reader.melee, "rained": reader.rained}
    tables: dict[str, Callable[[Entries], None]] = {
        "units": reader.units,
        "used": lambda table: reader.groups("used", table, report.used),
        "eliminated": lambda table: reader.groups("eliminated", table, report.silenced),
        "san": reader.san,
        "control": reader.control,
        "now": lambda table: reader.ground("now", table, report.now),
        "gone": lambda table: reader.ground("gone", table, report.gone),
        "points": reader.points,
        "lost": reader.lost,
    }
    for name, value in told.items():
        if name in tables and isinstance(value, dict):
            tables[name](value)
        elif name in tables:
            report.faults.append(f"{name}: this is a table, [{name}]")
        elif name in plain:
            plain[name](value)
        else:
            report.faults.append(f"{name}: a report has no such entry")
    return report


def _once(text: str, faults: list[str]) -> str:
    """The text without a second line of the same unit, which TOML doesn't know."""
    lines, inside, seen = [], "", set[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        head, entry = table_name(line), _LINE.match(line)
        if head is not None:
            inside = head
        elif entry and inside == "units":
            unit = entry[1].lower()
            if unit in seen:
                faults.append(f"{unit}: told of twice, again in line {number}")
                line = ""
            seen.add(unit)
        lines.append(line)
    return "\n".join(lines)


class _Reader:
    """The entries of a report, each with its faults."""

    def __init__(self, book: Book, report: Report) -> None:
        self.book, self.report = book, report
        self.unit, self.hex = piece_word(book.sides), hex_word(book)
        own = {"unit": self.unit, "space": self.hex, "level": NUMBER, "roll": NUMBER}
        self.verbs: Verbs[Act] = Verbs(OF_UNITS, {**words(book), **own}, "space")

    def fault(self, name: str, reason: str) -> None:
        self.report.faults.append(f"{name}: {reason}")

    def date(self, value: object) -> None:
        if type(value) is int:
            self.report.date = value
        else:
            self.fault("date", "this is a number, from 1")

    def rained(self, value: object) -> None:
        if isinstance(value, bool):
            self.report.rained = value
        else:
            self.fault("rained", "this is true or false")

    def melee(self, value: object) -> None:
        self.report.melee = set(self.hexes("melee", value))

    def hexes(self, name: str, value: object) -> list[Place]:
        if not isinstance(value, list):
            self.fault(name, 'this is a list of hexes, ["K12", "K13"]')
            return []
        found: list[Place] = []
        for text in value:
            try:
                space = self.hex.read(str(text))
            except KeyError:
                self.fault(name, f"{text} is no hex of the map")
                continue
            if space in found:
                self.fault(name, f"{text} is named twice")
            else:
                found.append(space)
        return found

    def units(self, table: Entries) -> None:
        for name, told in table.items():
            try:
                unit = self.unit.read(name)
            except (ValueError, IndexError):
                self.fault(name, "this is no unit: they are called g0, r17 and so on")
                continue
            if not isinstance(told, str):
                self.fault(name, 'this is a sentence, "at K12, condition broken"')
                continue
            self.report.units[unit] = self.sentence(name, told)

    def sentence(self, name: str, told: str) -> list[Act]:
        acts = []
        clauses = [clause for part in told.split(",", MOST_CLAUSES) if (clause := part.strip())]
        if len(clauses) > MOST_CLAUSES:
            self.fault(name, f"more than {MOST_CLAUSES} things are said of it")
            return []
        for clause in clauses:
            try:
                acts.append(self.verbs.read(clause))
            except BadText as error:
                self.fault(name, str(error))
        return acts

    def side(self, name: str, word: str) -> Seat | None:
        if word in self.book.sides:
            return BOTH[self.book.sides.index(word)]
        self.fault(name, f"{word} is no side")
        return None

    def groups(self, name: str, table: Entries, found: dict[int, list[int]]) -> None:
        for word, groups in table.items():
            side = self.side(name, word)
            if side is None:
                continue
            if isinstance(groups, list) and all(type(group) is int for group in groups):
                found[side] = groups
            else:
                self.fault(name, f"{word} has a list of the numbers of groups")

    def san(self, table: Entries) -> None:
        for word, value in table.items():
            side = self.side("san", word)
            if side is None:
                continue
            if type(value) is int:
                self.report.san[side] = value
            else:
                self.fault("san", f"{word} has a number: what the SAN has fallen to")

    def control(self, table: Entries) -> None:
        for word, value in table.items():
            side = self.side("control", word)
            if side is not None:
                self.report.control += [Holds(side, space) for space in self.hexes(f"control.{word}", value)]

    def ground(self, name: str, table: Entries, found: list[tuple[Place, Works]]) -> None:
        for word, value in table.items():
            if word in WORKS:
                found += [(space, WORKS[word]) for space in self.hexes(f"{name}.{word}", value)]
            else:
                self.fault(name, f"{word} is nothing that lies on the ground (one of: {', '.join(WORKS)})")

    def points(self, table: Entries) -> None:
        for word, value in table.items():
            if type(value) is not int or value < 0:
                self.fault("points", f"{word} is a number of points")
            elif word == "evp":
                self.report.evp = value
            else:
                side = self.side("points", word)
                if side is not None:
                    self.report.casualties[side] = value

    def lost(self, table: Entries) -> None:
        for word, value in table.items():
            if word not in self.book.counters:
                self.fault("lost", f"{word} is no kind of counter")
            elif type(value) is not int or value < 0:
                self.fault("lost", f"{word}: this is a number of counters")
            else:
                self.report.lost[word] = value


def has_common(sides: Sides) -> bool:
    """Is what both have in common told with the units of these sides? It comes last."""
    return not sides or ATTACKER in sides


def acts_of(d: Draft, report: Report, sides: Sides = BOTH, agreed: bool = True) -> list[Act]:
    """The acts of play that tell the same of these sides' units, and what comes after them. If it is
    `agreed`, the other side says so."""
    acts: list[Act] = []
    for side in sides:
        acts += [act for unit in told_units(d, report, side) for act in unit_acts(d, report, unit)]
        acts += support_acts(report, side)
        acts.append(Reported())
    if has_common(sides):
        acts += common_acts(d, report)
    return [*acts, Agree()] if agreed else acts


def support_acts(report: Report, side: Seat) -> list[Fired | Silenced | Sniped]:
    """What is said of a side besides its units."""
    acts: list[Fired | Silenced | Sniped] = [*map(Fired, report.used.get(side, ()))]
    acts += map(Silenced, report.silenced.get(side, ()))
    return [*acts, Sniped(report.san[side])] if side in report.san else acts


def told_units(d: Draft, report: Report, side: Seat) -> list[Unit]:
    """The units of which something is said: who has something before what he has, which goes with him."""

    def is_held(unit: Unit) -> bool:
        return d.is_there(unit) and not d.counter(unit).is_personnel

    return sorted((u for u, acts in report.units.items() if acts and owner_of(u) == side), key=is_held)


def told_before(d: Draft, side: Seat) -> tuple[Unit, ...]:
    """Units of which something was said already, in play."""
    return next((f.told for f in d.frames if isinstance(f, Reporting) and f.seat == side), ())


def unit_acts(d: Draft, report: Report, unit: Unit) -> list[Act]:
    """What is said of one unit. Whatever takes it out of play closes its telling."""
    acts: list[Act] = [Tell(unit)]
    for act in report.units[unit]:
        acts += [Sector(sector_of(d, act.space)), act] if isinstance(act, Stands) else [act]
    return acts if isinstance(acts[-1], CLOSING) else [*acts, Told()]


def sector_of(d: Draft, space: Place) -> Place:
    """The sector that a hex is in."""
    parts = sectors(d.book.field.chart)
    return next(middle for middle, part in parts.items() if part >> space & 1)


def common_acts(d: Draft, report: Report) -> list[Act]:
    """Sector by sector: who holds what, and what was done to it."""
    told: dict[Place, list[Act]] = {}
    for act in report.control:
        told.setdefault(sector_of(d, act.space), []).append(act)
    changed: dict[Place, list[Act]] = {}
    for space, change in changes(report):
        changed.setdefault(space, []).append(change)
    for space, said in changed.items():
        told.setdefault(sector_of(d, space), []).extend([Survey(space), *said, Told()])
    acts: list[Act] = [Rained()] if report.rained else []
    for sector, said in told.items():
        acts += [Sector(sector), *said]
    return [*acts, Settled()]


def changes(report: Report) -> list[tuple[Place, Altered | Razed]]:
    """What was done to the ground, hex by hex."""
    now: list[tuple[Place, Altered | Razed]] = [(s, Altered(works_word(what))) for s, what in report.now]
    return now + [(space, Razed(works_word(what))) for space, what in report.gone]


def template(d: Draft, seat: Seat, with_units: bool = True) -> str:
    """A form with all units of a side, to be filled in; the attacker's has the common part too, or alone."""
    lines = [
        '# What became of each unit, in short sentences: "at K12, level 1, condition broken".',
        "# A unit of which nothing is said is where it was set up, unhurt.",
        f"# {', '.join(OF_UNITS)}",
        f"date = {d.turn}",
    ]
    if seat == ATTACKER:
        lines += ["rained = false", "melee = []"]
    if with_units:
        lines += ["", "[units]", *_entries(d, seat)]
        groups = units.modules(d, seat)
        lines += ["", "[used]", f"{d.book.sides[seat]} = []  # of {groups}"] if groups else []
        silencers = units.silencers(d, seat)
        lines += ["", "[eliminated]", f"{d.book.sides[seat]} = []  # of {silencers}"] if silencers else []
        lines += ["", "[san]", f"# {d.book.sides[seat]} = {d.accounts[seat].san}"]
    first, second = d.book.sides
    if seat == ATTACKER:
        lines += ["", "[control]", f"{first} = []", f"{second} = []", "", "[now]", "", "[gone]", ""]
        lines += ["[points]", "# evp = 0"]
    return "\n".join((*lines, ""))


def _entries(d: Draft, seat: Seat) -> Iterable[str]:
    write, names = piece_word(d.book.sides).write, d.book.field.names
    told_of = told_before(d, seat)
    for unit in (unit for unit in units.tellable(d, seat) if unit not in told_of):
        piece = d.piece(unit)
        told = [d.counter(unit).text]
        told.append(names[piece.space] if piece.where is Where.MAP else piece.where.name.lower())
        if keeper(seat, piece) != seat:
            told.append("in enemy hands")
        elif piece.holder >= 0:
            told.append(f"with {write(unit_of(seat, piece.holder))}")
        yield f'{write(unit)} = ""  # {", ".join(told)}'
