"""A position of Race for Berlin as small TOML, and back. docs/formats.md describes it for players."""

from typing import Any

from berlin.games.race.board.tables import LAST_TURN, ChitNo
from berlin.games.race.board.units import (
    COUNTERS,
    KEYS,
    KONIEV,
    NAMES,
    OFF_MAP,
    UNITS,
    WITHDRAWN,
    find_formation,
    find_unit,
)
from berlin.games.race.board.zones import BERLIN, ZONES, N, find_zone
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.chits import clear_bag
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL
from berlin.games.race.rules.positions import soviets_in
from berlin.games.race.rules.sequence import COURSE, QUESTIONS, STAGE_NAMES
from berlin.games.race.state import state
from berlin.games.race.state.actions import FORMATION, UNIT, ZONE
from berlin.games.race.state.invariants import broken
from berlin.games.race.state.state import BAG, MODE, MODES, REDUCED, Draft, Duty, State, put
from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.words import NUMBER, TRUTH, Word, among, many
from berlin.kernel.play.question import QuestionTexts
from berlin.kernel.play.resigning import overs
from berlin.kernel.records import entries
from berlin.kernel.records.entries import Lists, Misread, Row, Value, bits, each, number, numbers, word, words
from berlin.kernel.records.situation import put as put_in
from berlin.kernel.records.situation import write_toml
from berlin.kernel.records.situation_reader import Reader

MARKS = {mark.lower(): getattr(state, mark) for mark in ("OOS", "USED", "GUEST", "ACTED", "BREACH")}
MODE_MARKS = {word: mode for mode, word in MODES.items()}
OVERS = {"": state.RUNNING, "points": state.ON_POINTS, "defeat": state.COMMON_DEFEAT, **overs(SEATS)}
CAMPS = {name: seat + 1 for seat, name in enumerate(SEATS)}
OPEN = QuestionTexts(
    QUESTIONS,
    SEATS,
    {"unit": UNIT, "zone": ZONE, "formation": FORMATION, "hits": many(NUMBER), "origins": many(ZONE)}
    | dict.fromkeys(("units", "followed"), many(UNIT))
    | dict.fromkeys(("spent", "german", "passed", "extra", "retreat"), TRUTH),
)


def _conquest(text: str) -> tuple[int, tuple[int, ...]]:
    zone, _, origins = text.partition(" from ")
    return find_zone(zone), many(ZONE).read(origins)


def _two_truths(value: Any) -> int:
    if type(value) is not list or [type(item) for item in value] != [bool] * len(SEATS):
        raise Misread("a list of two truths is needed")
    return int(value[0] + 2 * value[1])


def _duty(value: Any) -> Duty:
    form, divisions, armour = numbers(3).read(value)
    return Duty(form, divisions, bool(armour))


def _counters(value: Any) -> tuple[int, ...]:
    """A unit by its key, or all counters of a formation."""
    try:
        return COUNTERS[find_formation(entries.PROSE.read(value))]
    except KeyError:
        found: tuple[int, ...] = each(UNIT).read(value)
        return found


def _outside(value: Any) -> tuple[int, ...]:
    found: tuple[int, ...] = each(ZONE).read(value)
    if found[0] in BERLIN:
        raise Misread(f"control of {value} follows from its level in [progress]")
    return found


CONQUEST = Word(
    "a zone, from, and the zones its attackers came from",
    lambda taken: f"{ZONE.write(taken[0])} from {many(ZONE).write(taken[1])}",
    _conquest,
)


def _row(table: str, name: str, value: Value, rule: str = "", always: bool = False) -> Row:
    """A line that is called like the field it tells."""
    return Row(table, name, name, value, getattr(State(), name), rule, always)


# fmt: off
LISTS = (
    *(Lists("marks", "marks", {key: bit}, each(UNIT), bit, rule="RFB units.a") for key, bit in MARKS.items()),
    Lists("marks", "marks", MODE_MARKS, each(UNIT), MODE, rule="RFB 4.1.3a"),
    Lists("off", "where", {name: where for where, name in OFF_MAP.items()}, Value(UNIT.write, _counters),
          usual=WITHDRAWN, rule="RFB units.a"),
    Lists("control", "control", {**CAMPS, "american": state.AMERICAN}, Value(ZONE.write, _outside),
          first=BERLIN.stop, rule="RFB 7.3.4b"),
)
ROWS = (
    _row("", "progress", entries.by_line(tuple(ZONES[zone].key for zone in BERLIN), least=0), "RFB 9.1"),
    *(_row("points", name, numbers(2), always=True) for name in ("vp", "support")),
)
CHITS = Lists("chits", "chits", {**CAMPS, "out": state.OUT},
              Value(int, lambda chit: (number(1, 11).read(chit),)), first=1, rule="RFB 2.4.1", always=True)
LATER_ROWS = (
    _row("flags", "halted", entries.TRUTH),
    _row("flags", "xii", number()),
    _row("flags", "shelled", entries.TRUTH),
    _row("flags", "progressed", entries.TRUTH),
    _row("flags", "order", word(among("an order from Hitler", ("", "north", "south"))), "RFB 2.3.1a"),
    _row("flags", "planned", bits(among("a camp", SEATS)), "RFB glossary.camp"),
    _row("flags", "speer", entries.TRUTH),
    _row("flags", "heinrici", number()),
    _row("flags", "passed", Value(lambda passed: [bool(passed & 1), bool(passed & 2)], _two_truths)),
    _row("impulse", "limit", number()),
    *(_row("impulse", name, word(FORMATION), "RFB units.a") for name in ("rybalko", "spearhead", "trucks")),
    _row("impulse", "doubled", entries.TRUTH),
    _row("impulse", "attacked", words(ZONE), "RFB map.base"),
    _row("impulse", "taken", words(CONQUEST), "RFB map.base"),
    _row("impulse", "duty", Value(lambda duty: [duty.form, duty.divisions, int(duty.armour)], _duty)),
    _row("impulse", "vacated", bits(ZONE), "RFB map.base"),
)
# fmt: on
TABLES = entries.names_in((*ROWS, *LATER_ROWS), (*LISTS, CHITS))
TABLES["impulse"] += ["west_bank", "held"]
# The names that a fault begins with, and the keys that stand in the text.
CALLED = {**{zone.name: zone.key for zone in ZONES}, **dict(zip(NAMES, KEYS, strict=True))}


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    reader = Reader(text, Draft(State(key=key), []))
    d = reader.draft
    reader.known_names(("operations",), {**TABLES, "units": None, "progress": None})
    reader.clock("race", STAGE_NAMES, "C.1", LAST_TURN, "RFB 5.2e", "RFB 1")
    d.operations = reader.number("", "operations", 1, 1, rule="RFB 4.1.1b")
    d.over = OVERS[reader.word("", "over", tuple(OVERS), "")]
    _read_units(reader)
    entries.read_lists(reader, (*LISTS, CHITS))
    entries.read_rows(reader, (*ROWS, *LATER_ROWS))
    for unit in range(UNITS):
        if d.where[unit] >= N and d.marks[unit]:
            raise reader.fail(f"{KEYS[unit]} is marked but is not on the map", KEYS[unit], "marks")
    if reader.value("impulse", "west_bank", bool, False):
        d.duty = Duty(d.duty.form, d.duty.divisions, d.duty.armour, west_bank=True)
    _hold_city(reader)
    if d.chits[ChitNo.HEINRICI] == BAG:
        d.chits = put(d.chits, ChitNo.HEINRICI, KONIEV + 1)
    opened = reader.open(OPEN)
    clear_bag(d)
    if STAGE_NAMES[d.stage][0] in "AB" and not opened:
        d.operations = 1
    return reader.begun(COURSE, broken, "RFB 10a", CALLED)


def _read_units(reader: Reader[Draft]) -> None:
    """Who stands in which zone, those with a stroke reduced."""
    d = reader.draft
    for name in reader.table("units"):
        zone = reader.found(find_zone, name, "units", "a zone of this map", "RFB map.base")
        for text in reader.texts("units", name):
            key = text.removesuffix("-")
            unit = reader.found(find_unit, key, "units", "a unit of this game", "RFB units.a")
            d.where[reader.once(unit, KEYS[unit], text, "units", "RFB units.a")] = zone
            if text.endswith("-"):
                d.marks[unit] |= REDUCED


def _hold_city(reader: Reader[Draft]) -> None:
    """Whose Soviets are in each zone of Berlin, or were in this impulse, and what they control."""
    d, held = reader.draft, reader.table("impulse").get("held", {})
    if type(held) is not dict:
        raise reader.fail("held names zones of Berlin and whose they were", "held", "impulse")
    for zone in BERLIN:
        key = ZONES[zone].key
        inside = [name for camp, name in zip(BOTH, SEATS, strict=True) if soviets_in(d, zone, camp)]
        names = [name for name in SEATS if name == held.get(key)] or inside
        holder = CAMPS[names[0]] if names else 0
        if d.progress[zone] and not holder:
            raise reader.fail(f"{key} has a level but no Soviets", key, "progress", "RFB 9.1.5a")
        d.holder = put(d.holder, zone, holder)
        if d.progress[zone] >= CONTROL_LEVEL:
            d.control = put(d.control, zone, holder)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "race", "turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    tables["operations"] = s.operations
    put_in(tables, "dice", list(s.given))
    put_in(tables, "rolls", s.rolls)
    put_in(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    put_in(tables, "open", [OPEN.write(question) for question in s.frames])
    put_in(tables, "units", {zone.key: found for zone in ZONES if (found := _units_in(s, zone.id))})
    entries.write_lists(tables, s, LISTS)
    entries.write_rows(tables, s, ROWS)
    entries.write_lists(tables, s, (CHITS,))
    entries.write_rows(tables, s, LATER_ROWS)
    impulse = tables.pop("impulse", {})
    put_in(impulse, "west_bank", s.duty.west_bank)
    gone = [z for z in BERLIN if s.holder[z] and not soviets_in(s, z, Seat(s.holder[z] - 1))]
    put_in(impulse, "held", {ZONES[zone].key: SEATS[s.holder[zone] - 1] for zone in gone})
    put_in(tables, "impulse", impulse)
    return write_toml(tables)


def _units_in(s: State, zone: int) -> list[str]:
    inside = (unit for unit in range(UNITS) if s.where[unit] == zone)
    return [KEYS[unit] + ("-" if s.marks[unit] & REDUCED else "") for unit in inside]
