"""A position of No Retreat! as small TOML, and back. docs/formats.md describes the like for players."""

import re
from typing import Any

from berlin.games.noretreat import frame_text
from berlin.games.noretreat.deck import DECKS, JOINS, LEAVES, WHOLE, bit, cards, set_of
from berlin.games.noretreat.ground import CONTROLLED, KEYS, find_space
from berlin.games.noretreat.invariants import broken
from berlin.games.noretreat.sequence import STAGE_NAMES, enter_stage, run
from berlin.games.noretreat.state import (
    ATTACKED,
    AXIS_WINS,
    BACK,
    BOX,
    DISORGANIZED,
    DRAWN,
    FLIPPED,
    FRESH,
    MOVED,
    OUT,
    OWNED,
    RAIDED,
    RANK,
    RUNNING,
    SIZE,
    SOVIETS_WIN,
    UNSUPPLIED,
    Draft,
    State,
    empty,
    spread,
)
from berlin.games.noretreat.tables import (
    AXIS,
    CARD_KEYS,
    LAST_TURN,
    RESET_TURN,
    SCENARIOS,
    SEATS,
    SOVIET,
    TURNS,
    WEATHERS,
    find_card,
)
from berlin.games.noretreat.units import FORM, UNITS, find_unit
from berlin.games.noretreat.units import KEYS as UNIT_KEYS
from berlin.games.noretreat.victory import VERDICTS
from berlin.kernel.events import Event
from berlin.kernel.game import BadText, Step
from berlin.kernel.situation import line_of, read_toml, write_toml

MARKS = {
    "unsupplied": UNSUPPLIED,
    "disorganized": DISORGANIZED,
    "attacked": ATTACKED,
    "moved": MOVED,
    "flipped": FLIPPED,
    "fresh": FRESH,
    "raided": RAIDED,
}
OVERS = {"": RUNNING, "axis": AXIS_WINS, "soviet": SOVIETS_WIN, "draw": DRAWN}
PLAIN = (
    *("game", "scenario", "deck", "kit", "last", "turn", "stage", "dice", "rolls", "over", "verdict"),
    *("open", "forces"),
)
SPACE_LISTS = ("works", "roomy", "targets", "blows", "bound", "left")
TABLES = {
    "units": None,
    "boxes": tuple(BOX.values()),
    "marks": tuple(MARKS),
    "control": ("soviet", "scorched"),
    "weather": None,
    "markers": ("blitz", "shock", "attacks", *SPACE_LISTS),
    "points": ("event_vp", "tide"),
    "events": ("extended", "oil", "gg", "warsaw"),
    "cards": (*SEATS, "discards", "aside", "gone", "barred", "used", "drawn"),
}
BOX_OF = {name: box for box, name in BOX.items()}
MOST_ROLLS = 1_000_000
_WEATHER = {row.key: number for number, row in enumerate(WEATHERS)}
_RULE = re.compile(r" \[((?:NR|NAB) [^\]]+)\]$")
# The back of a counter that reduces is its weaker side, of any other its stronger one.
_SIGNS = tuple("-" if form == "reduces" else "+" for form in FORM)


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

    def number(self, table: str, name: str, default: int, least: int, most: int) -> int:
        found: int = self.value(table, name, int, default)
        if not least <= found <= most:
            raise self.fail(f"{name} is a number from {least} to {most}", name, table)
        return found

    def texts(self, table: str, name: str) -> list[str]:
        found = self.value(table, name, list, [])
        if not all(type(item) is str for item in found):
            raise self.fail(f"{name} must be a list of texts", name, table)
        return list(found)

    def space(self, word: str, table: str) -> int:
        try:
            return find_space(word)
        except KeyError:
            raise self.fail(f"{word!r} is not a space of this map", word, table, "NR 2.coords") from None

    def spaces(self, table: str, name: str) -> tuple[int, ...]:
        return tuple(self.space(word, table) for word in self.texts(table, name))

    def unit(self, word: str, table: str) -> tuple[int, bool]:
        """A unit, and whether its back is up."""
        try:
            unit = find_unit(word.rstrip("+-"))
        except KeyError:
            raise self.fail(f"{word!r} is not a unit of this game", word, table, "NR 12.unit.conv") from None
        sign = word[len(word.rstrip("+-")) :]
        if sign not in ("", _SIGNS[unit]) or (sign and FORM[unit] == "single"):
            reason = f"{UNIT_KEYS[unit]} has no side {sign}"
            raise self.fail(reason, word, table, "NR 12.unit.conv")
        return unit, bool(sign)

    def place(self, word: str, where: int, table: str) -> None:
        unit, back = self.unit(word, table)
        if unit in self.named:
            raise self.fail(f"{UNIT_KEYS[unit]} stands twice", word, table, "NR 1.boxes", nth=-1)
        self.named.add(unit)
        self.draft.where[unit] = where
        self.draft.marks[unit] |= BACK if back else 0

    def cards(self, name: str) -> list[int]:
        found = []
        for word in self.texts("cards", name):
            try:
                card = find_card(word)
            except KeyError:
                card = 0
            if not card or not bit(self.draft.deck, card):
                raise self.fail(f"{word!r} is no card of this deck", word, "cards", "NR 5.deck")
            found.append(card)
        return found


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    reader = _Reader(text, key)
    d = reader.draft
    log: list[Event] = []
    d.log = log
    _known_names(reader)
    _clock(reader)
    _units(reader)
    _control(reader)
    _markers(reader)
    _cards(reader)
    opened = reader.texts("", "open")
    try:
        for line in opened:
            d.frames.append(frame_text.read(line))
        d.forces = tuple(frame_text.read_force(word) for word in reader.texts("", "forces"))
    except (KeyError, ValueError, TypeError) as error:
        raise reader.fail(f"no open question or force of this game: {error}", "open") from None
    given = reader.value("", "dice", list, [])
    if not all(type(die) is int and die >= 1 for die in given):
        raise reader.fail("dice are whole numbers from 1", "dice")
    d.given = tuple(given)
    whole = Draft(d.freeze(), log)
    _sound(reader, whole, asking=bool(opened))
    if not opened and whole.over == RUNNING:
        try:
            enter_stage(whole, whole.stage)
            run(whole)
        except BadText as error:
            raise reader.fail(error.reason, "dice") from None
    return Step(whole.freeze(), tuple(log), tuple(whole.dice), tuple(whole.sides))


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
    if reader.value("", "game", str, "noretreat") != "noretreat":
        raise reader.fail("this situation is of another game", "game")
    d.scenario = reader.value("", "scenario", str, "1941")
    if d.scenario not in SCENARIOS:
        raise reader.fail(f"{d.scenario!r} is no set-up of this game", "scenario", rule="NR scenario.list")
    deck = reader.value("", "deck", str, DECKS[d.deck])
    if deck not in DECKS:
        raise reader.fail(f"{deck!r} is no deck (one of: {', '.join(DECKS)})", "deck", rule="NR 5.deck")
    d.deck = DECKS.index(deck)
    d.kit = reader.value("", "kit", bool, True)
    d.last = reader.number("", "last", 0, 0, LAST_TURN)
    d.turn = reader.number("", "turn", 1, 1, LAST_TURN)
    stage = reader.value("", "stage", str, "A.1")
    if stage not in STAGE_NAMES:
        names = ", ".join(STAGE_NAMES)
        reason = f"{stage!r} is no stage of a turn (one of: {names})"
        raise reader.fail(reason, "stage", rule="NR 4.playerturn")
    d.stage = STAGE_NAMES.index(stage)
    d.rolls = reader.number("", "rolls", 0, 0, MOST_ROLLS)
    over = reader.value("", "over", str, "")
    d.verdict = reader.value("", "verdict", str, "")
    if over not in OVERS or (over and d.verdict not in VERDICTS):
        raise reader.fail(f"{over!r} by {d.verdict!r} is no way for a game to end", "over")
    d.over = OVERS[over]


def _units(reader: _Reader) -> None:
    d = reader.draft
    for name in reader.tables.get("units", {}):
        space = reader.space(name, "units")
        for word in reader.texts("units", name):
            reader.place(word, space, "units")
    for name, box in BOX_OF.items():
        for word in reader.texts("boxes", name):
            reader.place(word, box, "boxes")
    for name, mark in MARKS.items():
        for word in reader.texts("marks", name):
            unit, _ = reader.unit(word, "marks")
            d.marks[unit] |= mark


def _owned(reader: _Reader, name: str) -> int:
    found = 0
    for space in reader.spaces("control", name):
        if not CONTROLLED >> space & 1:
            raise reader.fail(f"{KEYS[space]} has no owner", KEYS[space], "control", "NR 2.control")
        found |= 1 << RANK[space]
    return found


def _control(reader: _Reader) -> None:
    d = reader.draft
    d.held, d.scorched = _owned(reader, "soviet"), _owned(reader, "scorched")
    weathers = bytearray(d.weathers)
    for turn in reader.tables.get("weather", {}):
        word = reader.value("weather", turn, str, "")
        if not turn.isdecimal() or not 1 <= int(turn) <= LAST_TURN or word not in _WEATHER:
            reason = f"{turn} = {word!r} is no weather of a turn"
            raise reader.fail(reason, turn, "weather", "NR 11.weather.flip")
        weathers[int(turn)] = _WEATHER[word]
    d.weathers = bytes(weathers)
    d.extended = reader.value("events", "extended", bool, d.turn >= 17)
    for name in ("oil", "gg", "warsaw"):
        setattr(d, name, reader.number("events", name, 0, 0, LAST_TURN))


def _markers(reader: _Reader) -> None:
    d = reader.draft
    d.blitz = reader.number("markers", "blitz", TURNS[d.turn].blitz, 0, 9)
    d.shock = reader.number("markers", "shock", TURNS[d.turn].shock, 0, 9)
    d.attacks = reader.number("markers", "attacks", 0, 0, 9)
    for name in SPACE_LISTS:
        setattr(d, name, reader.spaces("markers", name))
    d.event_vp = reader.number("points", "event_vp", 0, -6, 6)
    d.tide = reader.number("points", "tide", 0, 0, 99)


def _cards(reader: _Reader) -> None:
    d = reader.draft
    usual = JOINS[d.deck] if d.turn < RESET_TURN else LEAVES[d.deck]
    given = "gone" in reader.tables.get("cards", {})
    d.gone = set_of(d.deck, reader.cards("gone")) if given else usual
    named = [*reader.cards("axis"), *reader.cards("soviet"), *reader.cards("discards")]
    named += reader.cards("aside")
    for card in named:
        if named.count(card) > 1:
            reason = f"card {CARD_KEYS[card]} stands twice"
            raise reader.fail(reason, CARD_KEYS[card], "cards", "NR 5.deck", nth=-1)
    if not given:
        d.gone &= ~set_of(d.deck, named)
    d.hands = [set_of(d.deck, reader.cards(seat)) for seat in SEATS]
    d.discards = bytearray(reader.cards("discards"))
    d.aside = bytearray(reader.cards("aside"))
    d.barred = set_of(d.deck, reader.cards("barred"))
    d.used = set_of(d.deck, reader.cards("used"))
    d.drawn = set_of(d.deck, reader.cards("drawn")) & (d.hands[0] | d.hands[1])
    d.pile = WHOLE[d.deck] & ~d.gone & ~set_of(d.deck, named)


def _sound(reader: _Reader, d: Draft, asking: bool) -> None:
    """The position must be one that can stand on a table."""
    for fault in broken(d.freeze()):
        match = _RULE.search(fault)
        rule = match[1] if match else ""
        # Nothing is open yet: the stage that follows will ask.
        if rule == "NR 4.pass" and not asking:
            continue
        raise BadText(_RULE.sub("", fault), rule)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "noretreat", "scenario": s.scenario, "deck": DECKS[s.deck]}
    tables["kit"] = s.kit
    _put(tables, "last", s.last)
    tables |= {"turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    _put(tables, "dice", list(s.given))
    _put(tables, "rolls", s.rolls)
    _put(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    _put(tables, "verdict", s.verdict)
    _put(tables, "open", [frame_text.write(frame) for frame in s.frames])
    _put(tables, "forces", [frame_text.write_force(force) for force in s.forces])
    units: dict[str, Any] = {}
    for space in sorted({space for space in s.where if space < SIZE}):
        units[KEYS[space]] = [_word(s, unit) for unit in range(UNITS) if s.where[unit] == space]
    _put(tables, "units", units)
    boxes: dict[str, Any] = {}
    for box, name in BOX.items():
        if box != OUT:
            _put(boxes, name, [_word(s, unit) for unit in range(UNITS) if s.where[unit] == box])
    _put(boxes, "out", [_word(s, u) for u in range(UNITS) if s.where[u] == OUT and s.marks[u] & BACK])
    _put(tables, "boxes", boxes)
    marks: dict[str, Any] = {}
    for name, mark in MARKS.items():
        _put(marks, name, [UNIT_KEYS[unit] for unit in range(UNITS) if s.marks[unit] & mark])
    _put(tables, "marks", marks)
    control: dict[str, Any] = {}
    _put(control, "soviet", _keys([space for space in OWNED if spread(s.held) >> space & 1]))
    _put(control, "scorched", _keys([space for space in OWNED if spread(s.scorched) >> space & 1]))
    _put(tables, "control", control)
    changed = [turn for turn in range(1, LAST_TURN + 1) if s.weathers[turn] != TURNS[turn].weather]
    _put(tables, "weather", {str(turn): WEATHERS[s.weathers[turn]].key for turn in changed})
    markers: dict[str, Any] = {"blitz": s.blitz, "shock": s.shock}
    _put(markers, "attacks", s.attacks)
    for name in SPACE_LISTS:
        _put(markers, name, _keys(getattr(s, name)))
    tables["markers"] = markers
    tables["points"] = {"event_vp": s.event_vp, "tide": s.tide}
    events: dict[str, Any] = {"extended": s.extended}
    for name in ("oil", "gg", "warsaw"):
        _put(events, name, getattr(s, name))
    tables["events"] = events
    tables["cards"] = _written_cards(s)
    return write_toml(tables)


def _written_cards(s: State) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seat in (AXIS, SOVIET):
        _put(found, SEATS[seat], [CARD_KEYS[card] for card in cards(s.deck, s.hands[seat])])
    _put(found, "discards", [CARD_KEYS[card] for card in s.discards])
    _put(found, "aside", [CARD_KEYS[card] for card in s.aside])
    found["gone"] = [CARD_KEYS[card] for card in cards(s.deck, s.gone)]
    _put(found, "barred", [CARD_KEYS[card] for card in cards(s.deck, s.barred)])
    _put(found, "used", [CARD_KEYS[card] for card in cards(s.deck, s.used)])
    _put(found, "drawn", [CARD_KEYS[card] for card in cards(s.deck, s.drawn)])
    return found


def _put(table: dict[str, Any], name: str, value: Any) -> None:
    """Write what differs from an empty table only."""
    if value:
        table[name] = value


def _word(s: State, unit: int) -> str:
    return UNIT_KEYS[unit] + (_SIGNS[unit] if s.marks[unit] & BACK else "")


def _keys(spaces: "tuple[int, ...] | list[int]") -> list[str]:
    return [KEYS[space] for space in spaces]
