"""A position of Race for Berlin as small TOML, and back. docs/formats.md describes it for players."""

import re
from collections.abc import Iterable
from typing import Any

from berlin.games.race import frame_text
from berlin.games.race.board import BERLIN, ZONES, N, find_zone
from berlin.games.race.chits import clear_bag
from berlin.games.race.invariants import broken
from berlin.games.race.sequence import STAGE_NAMES, enter_stage, run
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
    SEATS,
    UNITS,
    WITHDRAWN,
    find_formation,
    find_unit,
)
from berlin.games.race.ways import CONTROL_LEVEL
from berlin.kernel.events import Event
from berlin.kernel.game import BadText, Step
from berlin.kernel.situation import line_of, read_toml, write_toml

MARKS = {"oos": OOS, "used": USED, "guest": GUEST, "acted": ACTED, "breach": BREACH}
MODE_MARKS = {"move": MOVE, "combat": COMBAT, "reserve": RESERVE}
OVERS = {"": RUNNING, "points": ON_POINTS, "defeat": COMMON_DEFEAT}
ORDERS = ("", "north", "south")
HOLDERS = (*SEATS, "american")

PLAIN = ("game", "turn", "stage", "operations", "dice", "rolls", "over", "open")
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
        "vacated",
        "held",
    ),
}
MOST_ROLLS = 1_000_000
_RULE = re.compile(r" \[(RFB [^\]]+)\]$")


class _Reader:
    """One situation being read: its values, its text for line numbers, and the draft it fills."""

    def __init__(self, text: str, key: bytes) -> None:
        self.text = text
        self.tables = read_toml(text)
        self.draft = Draft(empty(key))
        self.named: set[int] = set()

    def fail(self, reason: str, needle: str = "", table: str = "", rule: str = "", nth: int = 1) -> BadText:
        return BadText(reason, rule, line_of(self.text, needle, table, nth) if needle else 0)

    def value(self, table: str, name: str, kind: type, default: Any) -> Any:
        holder = self.tables.get(table, {}) if table else self.tables
        found = holder.get(name, default)
        if type(found) is not kind:
            words = {int: "a whole number", bool: "true or false", str: "a text", list: "a list"}
            raise self.fail(f"{name} must be {words[kind]}", name, table)
        return found

    def texts(self, table: str, name: str) -> list[str]:
        found = self.value(table, name, list, [])
        if not all(type(item) is str for item in found):
            raise self.fail(f"{name} must be a list of texts", name, table)
        return list(found)

    def numbers(self, table: str, name: str, default: list[int], length: int = 0) -> list[int]:
        found = self.value(table, name, list, default)
        if not all(type(item) is int for item in found) or (length and len(found) != length):
            raise self.fail(
                f"{name} must be a list of {length or ''} whole numbers".replace("  ", " "), name, table
            )
        return list(found)

    def zone(self, name: str, table: str) -> int:
        try:
            return find_zone(name)
        except KeyError:
            raise self.fail(f"{name!r} is not a zone of this map", name, table, "RFB map.base") from None

    def unit(self, name: str, table: str) -> int:
        try:
            return find_unit(name)
        except KeyError:
            raise self.fail(f"{name!r} is not a unit of this game", name, table, "RFB units.a") from None

    def army(self, name: str, table: str) -> int:
        try:
            return find_formation(name) if name else -1
        except KeyError:
            raise self.fail(f"{name!r} is not an army of this game", name, table, "RFB units.a") from None

    def place(self, unit: int, where: int, name: str, table: str) -> None:
        if unit in self.named:
            raise self.fail(f"{KEYS[unit]} stands twice in the situation", name, table, "RFB units.a", nth=-1)
        self.named.add(unit)
        self.draft.where[unit] = where


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    reader = _Reader(text, key)
    d = reader.draft
    log: list[Event] = []
    d.log = log
    _known_names(reader)
    _clock(reader)
    _units(reader)
    _city(reader)
    _points(reader)
    _chits(reader)
    _flags(reader)
    _impulse(reader)
    opened = reader.texts("", "open")
    for line in opened:
        try:
            d.frames.append(frame_text.read(line))
        except (KeyError, ValueError, TypeError):
            raise reader.fail(f"{line!r} is no open question of this game", "open") from None
    d.given = tuple(reader.numbers("", "dice", []))
    if any(die < 1 for die in d.given):
        raise reader.fail("dice are whole numbers from 1", "dice")
    clear_bag(d)
    if STAGE_NAMES[d.stage][0] in "AB" and not opened:
        d.operations = 1
    _sound(reader, asking=bool(opened))
    if not opened and d.over == RUNNING:
        try:
            enter_stage(d, d.stage)
            run(d)
        except BadText as error:
            raise reader.fail(error.reason, "dice") from None
    return Step(d.freeze(), tuple(log), tuple(d.dice), tuple(d.sides))


def _known_names(reader: _Reader) -> None:
    for name, value in reader.tables.items():
        if name in PLAIN:
            continue
        if name not in TABLES or not isinstance(value, dict):
            raise reader.fail(f"{name!r} has no place in a situation", name)
        allowed = TABLES[name]
        for inner in value:
            if allowed is not None and inner not in allowed:
                raise reader.fail(f"{inner!r} has no place in [{name}]", inner, name)


def _clock(reader: _Reader) -> None:
    d = reader.draft
    if reader.value("", "game", str, "race") != "race":
        raise reader.fail("this situation is of another game", "game")
    d.turn = reader.value("", "turn", int, 1)
    if not 1 <= d.turn <= LAST_TURN:
        raise reader.fail(f"turn {d.turn} is not one of 1 to {LAST_TURN}", "turn", rule="RFB 5.2e")
    stage = reader.value("", "stage", str, "C.1")
    if stage not in STAGE_NAMES:
        raise reader.fail(
            f"{stage!r} is no stage of a turn (one of: {', '.join(STAGE_NAMES)})", "stage", rule="RFB 1"
        )
    d.stage = STAGE_NAMES.index(stage)
    d.operations = reader.value("", "operations", int, 1)
    if d.operations < 1:
        raise reader.fail("operations count from 1", "operations", rule="RFB 4.1.1b")
    d.rolls = reader.value("", "rolls", int, 0)
    if not 0 <= d.rolls <= MOST_ROLLS:
        raise reader.fail(f"rolls are counted from 0 to {MOST_ROLLS}", "rolls")
    over = reader.value("", "over", str, "")
    if over not in OVERS:
        raise reader.fail(f"{over!r} is no way for a game to end", "over")
    d.over = OVERS[over]


def _units(reader: _Reader) -> None:
    d = reader.draft
    for name in reader.tables.get("units", {}):
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
    held = reader.tables.get("impulse", {}).get("held", {})
    for zone in BERLIN:
        inside = [camp for camp in (0, 1) if soviets_in(d, zone, camp)]
        camp = inside[0] if inside else -1
        if ZONES[zone].key in held:
            camp = SEATS.index(held[ZONES[zone].key]) if held[ZONES[zone].key] in SEATS else -1
        d.holder = put(d.holder, zone, camp + 1)
    for name in reader.tables.get("progress", {}):
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
        for number in reader.numbers("chits", name, []):
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
    order = reader.value("flags", "order", str, "")
    if order not in ORDERS:
        raise reader.fail(f"{order!r} is not north or south", "order", "flags", "RFB 2.3.1a")
    d.order = ORDERS.index(order)
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
    d.duty = Duty(form, divisions, bool(armour))


def _zone_ids(reader: _Reader, names: list[str]) -> tuple[int, ...]:
    return tuple(reader.zone(name, "impulse") for name in names)


def _sound(reader: _Reader, asking: bool) -> None:
    """The position must be one that can stand on a table."""
    for fault in broken(reader.draft.freeze()):
        match = _RULE.search(fault)
        rule = match[1] if match else ""
        # Nothing is open yet: the stage that follows will ask.
        if rule == "RFB 10a" and not asking:
            continue
        zone = next((z.key for z in ZONES if fault.startswith(z.name)), "")
        found = line_of(reader.text, zone, "units") if zone else 0
        if not found and zone:
            found = next((line for z in (zone, _name(zone)) if (line := line_of(reader.text, z))), 0)
        raise BadText(_RULE.sub("", fault), rule, found)


def _name(key: str) -> str:
    return next(zone.name for zone in ZONES if zone.key == key)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "race", "turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    tables["operations"] = s.operations
    _put(tables, "dice", list(s.given))
    _put(tables, "rolls", s.rolls)
    _put(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    _put(tables, "open", [frame_text.write(frame) for frame in s.frames])
    _put(tables, "units", _written_units(s))
    _put(tables, "marks", _written_marks(s))
    off: dict[str, Any] = {}
    for where, name in OFF_MAP.items():
        if where != WITHDRAWN:
            _put(off, name, [KEYS[unit] for unit in range(UNITS) if s.where[unit] == where])
    _put(tables, "off", off)
    control: dict[str, Any] = {}
    for code, name in enumerate(HOLDERS, start=1):
        _put(control, name, [z.key for z in ZONES if s.control[z.id] == code and z.id not in BERLIN])
    _put(tables, "control", control)
    _put(tables, "progress", {ZONES[z].key: s.progress[z] for z in BERLIN if s.progress[z]})
    tables["points"] = {"vp": list(s.vp), "support": list(s.support)}
    tables["chits"] = {
        name: [number for number in CHIT_NUMBERS if s.chits[number] == code]
        for code, name in ((1, "zhukov"), (2, "koniev"), (OUT, "out"))
    }
    _put(tables, "flags", _written_flags(s))
    _put(tables, "impulse", _written_impulse(s))
    return write_toml(tables)


def _put(table: dict[str, Any], name: str, value: Any) -> None:
    """Write what differs from an empty table only."""
    if value:
        table[name] = value


def _written_units(s: State) -> dict[str, Any]:
    units: dict[str, Any] = {}
    for zone in ZONES:
        inside = [unit for unit in range(UNITS) if s.where[unit] == zone.id]
        _put(units, zone.key, [KEYS[u] + ("-" if s.marks[u] & REDUCED else "") for u in inside])
    return units


def _written_marks(s: State) -> dict[str, Any]:
    marks: dict[str, Any] = {}
    for name, bit in MARKS.items():
        _put(marks, name, [KEYS[unit] for unit in range(UNITS) if s.marks[unit] & bit])
    for name, mode in MODE_MARKS.items():
        _put(marks, name, [KEYS[unit] for unit in range(UNITS) if s.marks[unit] & MODE == mode])
    return marks


def _written_flags(s: State) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    for name in ("halted", "xii", "shelled", "progressed"):
        _put(flags, name, getattr(s, name))
    _put(flags, "order", ORDERS[s.order])
    _put(flags, "planned", [name for seat, name in enumerate(SEATS) if s.planned >> seat & 1])
    _put(flags, "speer", s.speer)
    _put(flags, "heinrici", s.heinrici)
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
        _put(impulse, name, FORMATIONS[army].key if army >= 0 else "")
    _put(impulse, "doubled", s.doubled)
    _put(impulse, "attacked", _keys(s.attacked))
    _put(impulse, "taken", [f"{ZONES[z].key} from {','.join(_keys(origins))}" for z, origins in s.taken])
    if s.duty.form:
        impulse["duty"] = [s.duty.form, s.duty.divisions, int(s.duty.armour)]
    _put(impulse, "vacated", _keys(zone for zone in BERLIN if s.vacated >> zone & 1))
    held = {
        ZONES[zone].key: SEATS[s.holder[zone] - 1] if s.holder[zone] else ""
        for zone in BERLIN
        if s.holder[zone] and not soviets_in(s, zone, s.holder[zone] - 1)
    }
    _put(impulse, "held", held)
    return impulse
