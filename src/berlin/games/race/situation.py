"""A position of Race for Berlin as small TOML, and back. docs/formats.md describes it for players."""

from collections.abc import Iterable
from typing import Any

from berlin.games.race.board import BERLIN, ZONES, N, find_zone
from berlin.games.race.chits import clear_bag
from berlin.games.race.cover import SEATS
from berlin.games.race.frame_text import QUESTIONS
from berlin.games.race.invariants import broken
from berlin.games.race.sequence import COURSE, STAGE_NAMES
from berlin.games.race.state import (
    ACTED,
    AMERICAN,
    BAG,
    BREACH,
    CHIT_NUMBERS,
    COMBAT,
    COMMON_DEFEAT,
    GUEST,
    MODE,
    MOVE,
    ON_POINTS,
    OOS,
    OUT,
    REDUCED,
    RESERVE,
    RUNNING,
    USED,
    Draft,
    Duty,
    State,
    empty,
    put,
    soviets_in,
)
from berlin.games.race.tables import LAST_TURN, ChitNo
from berlin.games.race.units import (
    COUNTERS,
    FORMATIONS,
    KEYS,
    KONIEV,
    OFF_MAP,
    UNITS,
    WITHDRAWN,
    find_formation,
    find_unit,
)
from berlin.games.race.ways import CONTROL_LEVEL
from berlin.kernel import reading
from berlin.kernel.game import Step
from berlin.kernel.resigning import overs
from berlin.kernel.situation import put as put_in
from berlin.kernel.situation import write_toml

MARKS = {"oos": OOS, "used": USED, "guest": GUEST, "acted": ACTED, "breach": BREACH}
MODE_MARKS = {"move": MOVE, "combat": COMBAT, "reserve": RESERVE}
OVERS = {"": RUNNING, "points": ON_POINTS, "defeat": COMMON_DEFEAT, **overs(SEATS)}
ORDERS = ("", "north", "south")
HOLDERS = (*SEATS, "american")

PLAIN = ("operations",)
TABLES = {
    "units": None,
    "marks": (*MARKS, *MODE_MARKS),
    "off": tuple(OFF_MAP.values()),
    "control": HOLDERS,
    "progress": None,
    "points": ("vp", "support"),
    "chits": (*SEATS, "out"),
    "flags": (
        *("halted", "xii", "shelled", "progressed", "order", "planned", "speer", "heinrici", "passed"),
    ),
    "impulse": (
        "limit",
        "rybalko",
        "spearhead",
        "trucks",
        "doubled",
        "attacked",
        "taken",
        "duty",
        "west_bank",
        "vacated",
        "held",
    ),
}
# The names that a fault begins with, and the keys that stand in the text.
NAMES = {**{zone.name: zone.key for zone in ZONES}, **{key: key for key in KEYS}}


class _Reader(reading.Reader[Draft]):
    def zone(self, name: str, table: str) -> int:
        return self.found(find_zone, name, table, "a zone of this map", "RFB map.base")

    def unit(self, name: str, table: str) -> int:
        return self.found(find_unit, name, table, "a unit of this game", "RFB units.a")

    def army(self, name: str, table: str) -> int:
        if not name:
            return -1
        return self.found(find_formation, name, table, "an army of this game", "RFB units.a")

    def place(self, unit: int, where: int, name: str, table: str) -> None:
        self.draft.where[self.once(unit, KEYS[unit], name, table, "RFB units.a")] = where


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    reader = _Reader(text, Draft(empty(key), []))
    d = reader.draft
    reader.known_names(PLAIN, TABLES)
    reader.clock("race", STAGE_NAMES, "C.1", LAST_TURN, "RFB 5.2e", "RFB 1")
    d.operations = reader.number("", "operations", 1, 1, rule="RFB 4.1.1b")
    d.over = OVERS[reader.word("", "over", tuple(OVERS), "")]
    _units(reader)
    _city(reader)
    _points(reader)
    _chits(reader)
    _flags(reader)
    _impulse(reader)
    opened = reader.open(QUESTIONS)
    clear_bag(d)
    if STAGE_NAMES[d.stage][0] in "AB" and not opened:
        d.operations = 1
    return reader.begun(COURSE, broken, "RFB 10a", NAMES)


def _units(reader: _Reader) -> None:
    d = reader.draft
    for name in reader.table("units"):
        zone = reader.zone(name, "units")
        for word in reader.texts("units", name):
            unit = reader.unit(word.removesuffix("-"), "units")
            reader.place(unit, zone, word, "units")
            if word.endswith("-"):
                d.marks[unit] |= REDUCED
    for where, name in OFF_MAP.items():
        for word in reader.texts("off", name):
            for unit in _counters(reader, word):
                reader.place(unit, where, word, "off")
    for name, bit in {**MARKS, **MODE_MARKS}.items():
        for word in reader.texts("marks", name):
            unit = reader.unit(word, "marks")
            if d.where[unit] >= N:
                raise reader.fail(f"{word} is marked {name} but is not on the map", word, "marks")
            if name in MODE_MARKS and d.marks[unit] & MODE:
                raise reader.fail(f"{word} is in two modes", word, "marks", "RFB 4.1.3a")
            d.marks[unit] |= bit


def _counters(reader: _Reader, word: str) -> tuple[int, ...]:
    """A unit by its key, or all counters of a formation."""
    try:
        return (find_unit(word),)
    except KeyError:
        formation = reader.army(word, "off")
        return COUNTERS[formation]


def _city(reader: _Reader) -> None:
    d = reader.draft
    for code, name in enumerate(HOLDERS, start=1):
        for word in reader.texts("control", name):
            zone = reader.zone(word, "control")
            if d.control[zone]:
                raise reader.fail(f"{word} is controlled twice", word, "control", "RFB 7.3.4b", nth=-1)
            if zone in BERLIN:
                reason = f"control of {word} follows from its level in [progress]"
                raise reader.fail(reason, word, "control", "RFB 9.3.3a")
            if code != AMERICAN and not ZONES[zone].vp:
                raise reader.fail(f"{word} has no victory points", word, "control", "RFB 7.3.4a")
            d.control = put(d.control, zone, code)
    held = reader.table("impulse").get("held", {})
    for zone in BERLIN:
        inside = [camp for camp in (0, 1) if soviets_in(d, zone, camp)]
        camp = inside[0] if inside else -1
        if ZONES[zone].key in held:
            camp = SEATS.index(held[ZONES[zone].key]) if held[ZONES[zone].key] in SEATS else -1
        d.holder = put(d.holder, zone, camp + 1)
    for name in reader.table("progress"):
        zone = reader.zone(name, "progress")
        level = reader.value("progress", name, int, 0)
        if zone not in BERLIN:
            raise reader.fail(f"{name} is not a Berlin zone", name, "progress", "RFB 9.1")
        if level < 0:
            raise reader.fail("a level is not below 0", name, "progress", "RFB 9.3.3b")
        if level and not d.holder[zone]:
            raise reader.fail(f"{name} has a level but no Soviets", name, "progress", "RFB 9.1.5a")
        d.progress = put(d.progress, zone, level)
        if level >= CONTROL_LEVEL:
            d.control = put(d.control, zone, d.holder[zone])


def _points(reader: _Reader) -> None:
    d = reader.draft
    d.vp = _two(reader, "vp")
    d.support = _two(reader, "support")


def _two(reader: _Reader, name: str) -> tuple[int, int]:
    zhukov, koniev = reader.numbers("points", name, [0, 0], 2)
    return zhukov, koniev


def _chits(reader: _Reader) -> None:
    d = reader.draft
    for code, name in ((1, "zhukov"), (2, "koniev"), (OUT, "out")):
        for number in reader.numbers("chits", name):
            if number not in CHIT_NUMBERS:
                raise reader.fail(f"{number} is no chit (1 to 11)", name, "chits", "RFB 2.4.5")
            if d.chits[number]:
                raise reader.fail(f"chit {number} stands twice", name, "chits", "RFB 2.4.1")
            d.chits = put(d.chits, number, code)
    if d.chits[ChitNo.HEINRICI] == BAG:
        d.chits = put(d.chits, ChitNo.HEINRICI, KONIEV + 1)


def _flags(reader: _Reader) -> None:
    d = reader.draft
    d.halted = reader.value("flags", "halted", bool, False)
    d.xii = reader.value("flags", "xii", int, 0)
    d.shelled = reader.value("flags", "shelled", bool, False)
    d.progressed = reader.value("flags", "progressed", bool, False)
    d.order = ORDERS.index(reader.word("flags", "order", ORDERS, "", "RFB 2.3.1a"))
    for name in reader.texts("flags", "planned"):
        if name not in SEATS:
            raise reader.fail(f"{name!r} is not a camp", "planned", "flags", "RFB glossary.camp")
        d.planned |= 1 << SEATS.index(name)
    d.speer = reader.value("flags", "speer", bool, False)
    d.heinrici = reader.value("flags", "heinrici", int, 0)
    passed = reader.value("flags", "passed", list, [False, False])
    if len(passed) != len(SEATS) or not all(type(item) is bool for item in passed):
        raise reader.fail("passed must be a list of two truths", "passed", "flags")
    d.passed = passed[0] + 2 * passed[1]


def _impulse(reader: _Reader) -> None:
    d = reader.draft
    d.limit = reader.value("impulse", "limit", int, 4)
    for name in ("rybalko", "spearhead", "trucks"):
        setattr(d, name, reader.army(reader.value("impulse", name, str, ""), "impulse"))
    d.doubled = reader.value("impulse", "doubled", bool, False)
    d.attacked = _zone_ids(reader, reader.texts("impulse", "attacked"))
    d.vacated = sum(1 << zone for zone in _zone_ids(reader, reader.texts("impulse", "vacated")))
    for line in reader.texts("impulse", "taken"):
        zone, _, origins = line.partition(" from ")
        d.taken += ((reader.zone(zone, "impulse"), _zone_ids(reader, origins.split(","))),)
    form, divisions, armour = reader.numbers("impulse", "duty", [0, 0, 0], 3)
    d.duty = Duty(form, divisions, bool(armour), reader.value("impulse", "west_bank", bool, False))


def _zone_ids(reader: _Reader, names: list[str]) -> tuple[int, ...]:
    return tuple(reader.zone(name, "impulse") for name in names)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "race", "turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    tables["operations"] = s.operations
    put_in(tables, "dice", list(s.given))
    put_in(tables, "rolls", s.rolls)
    put_in(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    put_in(tables, "open", [QUESTIONS.write(frame) for frame in s.frames])
    put_in(tables, "units", _written_units(s))
    put_in(tables, "marks", _written_marks(s))
    off: dict[str, Any] = {}
    for where, name in OFF_MAP.items():
        if where != WITHDRAWN:
            put_in(off, name, [KEYS[unit] for unit in range(UNITS) if s.where[unit] == where])
    put_in(tables, "off", off)
    control: dict[str, Any] = {}
    for code, name in enumerate(HOLDERS, start=1):
        put_in(control, name, [z.key for z in ZONES if s.control[z.id] == code and z.id not in BERLIN])
    put_in(tables, "control", control)
    put_in(tables, "progress", {ZONES[z].key: s.progress[z] for z in BERLIN if s.progress[z]})
    tables["points"] = {"vp": list(s.vp), "support": list(s.support)}
    tables["chits"] = {
        name: [number for number in CHIT_NUMBERS if s.chits[number] == code]
        for code, name in ((1, "zhukov"), (2, "koniev"), (OUT, "out"))
    }
    put_in(tables, "flags", _written_flags(s))
    put_in(tables, "impulse", _written_impulse(s))
    return write_toml(tables)


def _written_units(s: State) -> dict[str, Any]:
    units: dict[str, Any] = {}
    for zone in ZONES:
        inside = [unit for unit in range(UNITS) if s.where[unit] == zone.id]
        put_in(units, zone.key, [KEYS[u] + ("-" if s.marks[u] & REDUCED else "") for u in inside])
    return units


def _written_marks(s: State) -> dict[str, Any]:
    marks: dict[str, Any] = {}
    for name, bit in MARKS.items():
        put_in(marks, name, [KEYS[unit] for unit in range(UNITS) if s.marks[unit] & bit])
    for name, mode in MODE_MARKS.items():
        put_in(marks, name, [KEYS[unit] for unit in range(UNITS) if s.marks[unit] & MODE == mode])
    return marks


def _written_flags(s: State) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    for name in ("halted", "xii", "shelled", "progressed"):
        put_in(flags, name, getattr(s, name))
    put_in(flags, "order", ORDERS[s.order])
    put_in(flags, "planned", [name for seat, name in enumerate(SEATS) if s.planned >> seat & 1])
    put_in(flags, "speer", s.speer)
    put_in(flags, "heinrici", s.heinrici)
    if s.passed:
        flags["passed"] = [bool(s.passed & 1), bool(s.passed & 2)]
    return flags


def _keys(zones: Iterable[int]) -> list[str]:
    return [ZONES[zone].key for zone in zones]


def _written_impulse(s: State) -> dict[str, Any]:
    impulse: dict[str, Any] = {}
    if s.limit != 4:
        impulse["limit"] = s.limit
    for name in ("rybalko", "spearhead", "trucks"):
        army = getattr(s, name)
        put_in(impulse, name, FORMATIONS[army].key if army >= 0 else "")
    put_in(impulse, "doubled", s.doubled)
    put_in(impulse, "attacked", _keys(s.attacked))
    put_in(impulse, "taken", [f"{ZONES[z].key} from {','.join(_keys(origins))}" for z, origins in s.taken])
    if s.duty.form:
        impulse["duty"] = [s.duty.form, s.duty.divisions, int(s.duty.armour)]
    put_in(impulse, "west_bank", s.duty.west_bank)
    put_in(impulse, "vacated", _keys(zone for zone in BERLIN if s.vacated >> zone & 1))
    held = {
        ZONES[zone].key: SEATS[s.holder[zone] - 1] if s.holder[zone] else ""
        for zone in BERLIN
        if s.holder[zone] and not soviets_in(s, zone, s.holder[zone] - 1)
    }
    put_in(impulse, "held", held)
    return impulse
