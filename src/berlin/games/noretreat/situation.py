"""A position of No Retreat! as small TOML, and back. docs/formats.md describes the like for players."""

from typing import Any

from berlin.games.noretreat.deck import DECKS, JOINS, LEAVES, WHOLE, bit, cards, set_of
from berlin.games.noretreat.frame_text import QUESTIONS, read_force, write_force
from berlin.games.noretreat.ground import CONTROLLED, KEYS, NAMES, find_space
from berlin.games.noretreat.invariants import broken
from berlin.games.noretreat.sequence import COURSE, STAGE_NAMES
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
from berlin.kernel import reading
from berlin.kernel.game import Step
from berlin.kernel.resigning import overs, resigner
from berlin.kernel.situation import put, write_toml

MARKS = {
    "unsupplied": UNSUPPLIED,
    "disorganized": DISORGANIZED,
    "attacked": ATTACKED,
    "moved": MOVED,
    "flipped": FLIPPED,
    "fresh": FRESH,
    "raided": RAIDED,
}
OVERS = {"": RUNNING, "axis": AXIS_WINS, "soviet": SOVIETS_WIN, "draw": DRAWN, **overs(SEATS)}
PLAIN = ("scenario", "deck", "kit", "last", "sudden", "returns", "verdict", "forces")
# What sudden death does: it ends the war, or costs cards.
SUDDEN = ("", "cards")
# Whether lost German armies return to the end, or no more once improvement has ended.
RETURNS = ("", "no")
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
    "cards": (*SEATS, "discards", "aside", "gone", "barred", "used", "drawn", "short"),
}
BOX_OF = {name: box for box, name in BOX.items()}
_WEATHER = {row.key: number for number, row in enumerate(WEATHERS)}
# The back of a counter that reduces is its weaker side, of any other its stronger one.
_SIGNS = tuple("-" if form == "reduces" else "+" for form in FORM)


# The names that a fault begins with, and the keys that stand in the text.
_FAULTY = {**{name: key for name, key in zip(NAMES, KEYS, strict=True) if name}, **{k: k for k in UNIT_KEYS}}


class _Reader(reading.Reader[Draft]):
    def space(self, word: str, table: str) -> int:
        return self.found(find_space, word, table, "a space of this map", "NR 2.coords")

    def spaces(self, table: str, name: str) -> tuple[int, ...]:
        return tuple(self.space(word, table) for word in self.texts(table, name))

    def unit(self, word: str, table: str) -> tuple[int, bool]:
        """A unit, and whether its back is up."""
        key = word.rstrip("+-")
        unit = self.found(lambda _: find_unit(key), word, table, "a unit of this game", "NR 12.unit.conv")
        sign = word[len(key) :]
        if sign not in ("", _SIGNS[unit]) or (sign and FORM[unit] == "single"):
            reason = f"{UNIT_KEYS[unit]} has no side {sign}"
            raise self.fail(reason, word, table, "NR 12.unit.conv")
        return unit, bool(sign)

    def place(self, word: str, where: int, table: str) -> None:
        unit, back = self.unit(word, table)
        self.draft.where[self.once(unit, UNIT_KEYS[unit], word, table, "NR 1.boxes")] = where
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
    reader = _Reader(text, Draft(empty(key), []))
    d = reader.draft
    reader.known_names(PLAIN, TABLES)
    reader.clock("noretreat", STAGE_NAMES, "A.1", LAST_TURN, "NR 4.length", "NR 4.playerturn")
    _played(reader)
    _units(reader)
    _control(reader)
    _markers(reader)
    _cards(reader)
    reader.open(QUESTIONS)
    try:
        d.forces = tuple(read_force(word) for word in reader.texts("", "forces"))
    except (KeyError, ValueError):
        raise reader.fail("forces are written as CARD:STAGE:DATA", "forces") from None
    return reader.begun(COURSE, broken, "NR 4.pass", _FAULTY)


def _played(reader: _Reader) -> None:
    """What is played, and how it has ended, if it has."""
    d = reader.draft
    d.scenario = reader.word("", "scenario", tuple(SCENARIOS), "1941", "NR scenario.list")
    d.deck = DECKS.index(reader.word("", "deck", DECKS, DECKS[d.deck], "NR 5.deck"))
    d.kit = reader.value("", "kit", bool, True)
    d.last = reader.number("", "last", 0, 0, LAST_TURN)
    d.no_surrender = bool(reader.word("", "sudden", SUDDEN, "", "NR 10.sudden.axis"))
    d.no_returns = bool(reader.word("", "returns", RETURNS, "", "NAB 13.0.24.q1"))
    d.over = OVERS[reader.word("", "over", tuple(OVERS), "")]
    d.verdict = reader.value("", "verdict", str, "")
    if d.over and resigner(d.over) is None and d.verdict not in VERDICTS:
        raise reader.fail(f"{d.verdict!r} is no way for a game to end", "over")


def _units(reader: _Reader) -> None:
    d = reader.draft
    for name in reader.table("units"):
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
    for turn in reader.table("weather"):
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
    given = "gone" in reader.table("cards")
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
    for word in reader.texts("cards", "short"):
        if word not in SEATS:
            raise reader.fail(f"{word!r} is no side", word, "cards", "NR 5.draw")
        d.short |= 1 << SEATS.index(word)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "noretreat", "scenario": s.scenario, "deck": DECKS[s.deck]}
    tables["kit"] = s.kit
    put(tables, "last", s.last)
    put(tables, "sudden", SUDDEN[s.no_surrender])
    put(tables, "returns", RETURNS[s.no_returns])
    tables |= {"turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    put(tables, "dice", list(s.given))
    put(tables, "rolls", s.rolls)
    put(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    put(tables, "verdict", s.verdict)
    put(tables, "open", [QUESTIONS.write(frame) for frame in s.frames])
    put(tables, "forces", [write_force(force) for force in s.forces])
    units: dict[str, Any] = {}
    for space in sorted({space for space in s.where if space < SIZE}):
        units[KEYS[space]] = [_word(s, unit) for unit in range(UNITS) if s.where[unit] == space]
    put(tables, "units", units)
    boxes: dict[str, Any] = {}
    for box, name in BOX.items():
        if box != OUT:
            put(boxes, name, [_word(s, unit) for unit in range(UNITS) if s.where[unit] == box])
    put(boxes, "out", [_word(s, u) for u in range(UNITS) if s.where[u] == OUT and s.marks[u] & BACK])
    put(tables, "boxes", boxes)
    marks: dict[str, Any] = {}
    for name, mark in MARKS.items():
        put(marks, name, [UNIT_KEYS[unit] for unit in range(UNITS) if s.marks[unit] & mark])
    put(tables, "marks", marks)
    control: dict[str, Any] = {}
    put(control, "soviet", _keys([space for space in OWNED if spread(s.held) >> space & 1]))
    put(control, "scorched", _keys([space for space in OWNED if spread(s.scorched) >> space & 1]))
    put(tables, "control", control)
    changed = [turn for turn in range(1, LAST_TURN + 1) if s.weathers[turn] != TURNS[turn].weather]
    put(tables, "weather", {str(turn): WEATHERS[s.weathers[turn]].key for turn in changed})
    markers: dict[str, Any] = {"blitz": s.blitz, "shock": s.shock}
    put(markers, "attacks", s.attacks)
    for name in SPACE_LISTS:
        put(markers, name, _keys(getattr(s, name)))
    tables["markers"] = markers
    tables["points"] = {"event_vp": s.event_vp, "tide": s.tide}
    events: dict[str, Any] = {"extended": s.extended}
    for name in ("oil", "gg", "warsaw"):
        put(events, name, getattr(s, name))
    tables["events"] = events
    tables["cards"] = _written_cards(s)
    return write_toml(tables)


def _written_cards(s: State) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seat in (AXIS, SOVIET):
        put(found, SEATS[seat], [CARD_KEYS[card] for card in cards(s.deck, s.hands[seat])])
    put(found, "discards", [CARD_KEYS[card] for card in s.discards])
    put(found, "aside", [CARD_KEYS[card] for card in s.aside])
    found["gone"] = [CARD_KEYS[card] for card in cards(s.deck, s.gone)]
    put(found, "barred", [CARD_KEYS[card] for card in cards(s.deck, s.barred)])
    put(found, "used", [CARD_KEYS[card] for card in cards(s.deck, s.used)])
    put(found, "drawn", [CARD_KEYS[card] for card in cards(s.deck, s.drawn)])
    put(found, "short", [SEATS[seat] for seat in (AXIS, SOVIET) if s.short >> seat & 1])
    return found


def _word(s: State, unit: int) -> str:
    return UNIT_KEYS[unit] + (_SIGNS[unit] if s.marks[unit] & BACK else "")


def _keys(spaces: "tuple[int, ...] | list[int]") -> list[str]:
    return [KEYS[space] for space in spaces]
