"""A position of No Retreat! as small TOML, and back. docs/formats.md describes the like for players."""

from typing import Any

from berlin.games.noretreat.board.deck import DECKS, JOINS, LEAVES, WHOLE, bit, cards, set_of
from berlin.games.noretreat.board.ground import KEYS, NAMES, find_space
from berlin.games.noretreat.board.tables import (
    AXIS,
    CARD_KEYS,
    HALVES,
    LAST_TURN,
    RESET_TURN,
    SCENARIOS,
    SEATS,
    SOVIET,
    TURNS,
    WEATHERS,
    find_card,
)
from berlin.games.noretreat.board.units import FORM, UNITS, find_unit
from berlin.games.noretreat.board.units import KEYS as UNIT_KEYS
from berlin.games.noretreat.rules.sequence import COURSE, QUESTIONS, STAGE_NAMES
from berlin.games.noretreat.rules.victory import VERDICTS
from berlin.games.noretreat.state import state
from berlin.games.noretreat.state.actions import ACTS, CARD, SPACE, UNIT, WAY_WORD
from berlin.games.noretreat.state.invariants import broken
from berlin.games.noretreat.state.state import BACK, BOX, OUT, OWNED, RANK, SIZE, Draft, Force, State
from berlin.kernel.contract.game import Step
from berlin.kernel.contract.words import NUMBER, TEXT, TRUTH, Word, among, many, maybe
from berlin.kernel.play.question import QuestionTexts
from berlin.kernel.play.resigning import overs, resigner
from berlin.kernel.records import entries, situation_reader
from berlin.kernel.records.entries import Lists, Row, Value, bits, each, number, word, words
from berlin.kernel.records.situation import put, write_toml

_HALF = {half.key: half.number * 2 + half.side for pair in HALVES.values() for half in pair}
_KEY_OF_HALF = {code: key for key, code in _HALF.items()}


def _force(text: str) -> Force:
    """Raises KeyError or ValueError."""
    key, until, data = text.split(":")
    return Force(_HALF[key], int(until), int(data))


FORCE = Word(
    "a card in force, CARD:STAGE:DATA",
    lambda force: f"{_KEY_OF_HALF[force.code]}:{force.until}:{force.data}",
    _force,
)
ACT = Word(
    "an act",
    lambda act: ACTS.write(act).replace(" ", "_"),
    lambda text: ACTS.read(text.replace("_", " ")),
)
OPEN = QuestionTexts(
    QUESTIONS,
    SEATS,
    {
        "unit": maybe(UNIT, -1),
        "space": SPACE,
        "card": maybe(CARD, 0),
        "code": maybe(Word("a half of a card", _KEY_OF_HALF.__getitem__, _HALF.__getitem__), 0),
        "way": WAY_WORD,
        "act": maybe(ACT, None),
        "units": many(UNIT),
        "defenders": many(UNIT),
        "forces": many(FORCE),
        **dict.fromkeys(("data", "hexes"), many(NUMBER)),
        **dict.fromkeys(("marker", "counter", "cut", "must"), TRUTH),
        **dict.fromkeys(("kind", "result"), TEXT),
    },
)

MARKS = ("UNSUPPLIED", "DISORGANIZED", "ATTACKED", "MOVED", "FLIPPED", "FRESH", "RAIDED")
OVERS = {
    "": state.RUNNING,
    "axis": state.AXIS_WINS,
    "soviet": state.SOVIETS_WIN,
    "draw": state.DRAWN,
    **overs(SEATS),
}
SCENARIO = Word("a scenario", str, {key: key for key in SCENARIOS}.__getitem__)
OWNED_SPACE = Word(
    "a space that has an owner", lambda rank: KEYS[OWNED[rank]], lambda text: RANK[find_space(text)]
)
BOX_OF = {name: box for box, name in BOX.items()}
_WEATHER = {row.key: number for number, row in enumerate(WEATHERS)}
# The back of a counter that reduces is its weaker side, of any other its stronger one.
_SIGNS = tuple("-" if form == "reduces" else "+" for form in FORM)
# Stands for what is usual in the turn.
BY_TURN = -1


def _row(table: str, name: str, value: Value, rule: str = "", field: str = "", always: bool = False) -> Row:
    """A line that is called like the field it tells, if no other is named."""
    return Row(table, name, field or name, value, getattr(State(), field or name), rule, always)


# fmt: off
PLAYED = (
    _row("", "scenario", word(SCENARIO), "NR scenario.list", always=True),
    _row("", "deck", word(among("a deck", DECKS)), "NR 5.deck", always=True),
    _row("", "kit", entries.TRUTH, always=True),
    _row("", "last", number(0, LAST_TURN)),
    # What sudden death does: it ends the war, or costs cards.
    _row("", "sudden", word(among("a sudden death", ("", "cards"))), "NR 10.sudden.axis", "no_surrender"),
    # Whether lost German armies return to the end, or no more once improvement has ended.
    _row("", "returns", word(among("a word for returns", ("", "no"))), "NAB 13.0.24.q1", "no_returns"),
)
ENDED = (_row("", "verdict", entries.PROSE),)
IN_FORCE = (_row("", "forces", words(FORCE)),)
LISTS = tuple(
    Lists("marks", "marks", {mark.lower(): getattr(state, mark)}, each(UNIT), getattr(state, mark),
          rule="NR 12.unit.conv") for mark in MARKS
)
CONTROL = (
    _row("control", "soviet", bits(OWNED_SPACE), "NR 2.control", "held"),
    _row("control", "scorched", bits(OWNED_SPACE), "NR 2.control"),
)
ROWS = (
    *(Row("markers", name, name, number(0, 9), BY_TURN, always=True) for name in ("blitz", "shock")),
    _row("markers", "attacks", number(0, 9)),
    *(_row("markers", name, words(SPACE), "NR 2.coords")
      for name in ("works", "roomy", "targets", "blows", "bound", "left")),
    _row("points", "event_vp", number(-6, 6), always=True),
    _row("points", "tide", number(0, 99), always=True),
    Row("events", "extended", "extended", entries.TRUTH, BY_TURN, always=True),
    *(_row("events", name, number(0, LAST_TURN)) for name in ("oil", "gg", "warsaw")),
)
# fmt: on
PLAIN = tuple(row.name for row in (*PLAYED, *ENDED, *IN_FORCE))
TABLES = {
    "units": None,
    "boxes": tuple(BOX_OF),
    "weather": None,
    "cards": (*SEATS, "discards", "aside", "gone", "barred", "used", "drawn", "short"),
    **entries.names_in((*CONTROL, *ROWS), LISTS),
}
# The names that a fault begins with, and the keys that stand in the text.
_FAULTY = {**{name: key for name, key in zip(NAMES, KEYS, strict=True) if name}, **{k: k for k in UNIT_KEYS}}


class _Reader(situation_reader.Reader[Draft]):
    def place(self, text: str, where: int, table: str) -> None:
        """A unit, with a sign if its back is up."""
        key = text.rstrip("+-")
        unit = self.found(lambda _: find_unit(key), text, table, "a unit of this game", "NR 12.unit.conv")
        sign = text[len(key) :]
        if sign not in ("", _SIGNS[unit]) or (sign and FORM[unit] == "single"):
            reason = f"{UNIT_KEYS[unit]} has no side {sign}"
            raise self.fail(reason, text, table, "NR 12.unit.conv")
        self.draft.where[self.once(unit, UNIT_KEYS[unit], text, table, "NR 1.boxes")] = where
        self.draft.marks[unit] |= BACK if sign else 0

    def cards(self, name: str) -> list[int]:
        found = []
        for text in self.texts("cards", name):
            try:
                card = find_card(text)
            except KeyError:
                card = 0
            if not card or not bit(self.draft.deck, card):
                raise self.fail(f"{text!r} is no card of this deck", text, "cards", "NR 5.deck")
            found.append(card)
        return found

    def card_set(self, name: str) -> int:
        return set_of(self.draft.deck, self.cards(name))


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    reader = _Reader(text, Draft(State(key=key), []))
    d = reader.draft
    reader.known_names(PLAIN, TABLES)
    reader.clock("noretreat", STAGE_NAMES, "A.1", LAST_TURN, "NR 4.length", "NR 4.playerturn")
    d.over = OVERS[reader.word("", "over", tuple(OVERS), "")]
    entries.read_rows(reader, (*PLAYED, *ENDED, *IN_FORCE, *CONTROL, *ROWS))
    d.no_surrender, d.no_returns = bool(d.no_surrender), bool(d.no_returns)
    if d.over and resigner(d.over) is None and d.verdict not in VERDICTS:
        raise reader.fail(f"{d.verdict!r} is no way for a game to end", "over")
    _usual_of_turn(d)
    _units(reader)
    entries.read_lists(reader, LISTS)
    _weather(reader)
    _cards(reader)
    reader.open(OPEN)
    return reader.begun(COURSE, broken, "NR 4.pass", _FAULTY)


def _usual_of_turn(d: Draft) -> None:
    box = TURNS[d.turn]
    d.blitz = box.blitz if d.blitz == BY_TURN else d.blitz
    d.shock = box.shock if d.shock == BY_TURN else d.shock
    d.extended = d.turn >= 17 if d.extended == BY_TURN else d.extended


def _units(reader: _Reader) -> None:
    for name in reader.table("units"):
        space = reader.found(find_space, name, "units", "a space of this map", "NR 2.coords")
        for text in reader.texts("units", name):
            reader.place(text, space, "units")
    for name, box in BOX_OF.items():
        for text in reader.texts("boxes", name):
            reader.place(text, box, "boxes")


def _weather(reader: _Reader) -> None:
    weathers = bytearray(reader.draft.weathers)
    for turn in reader.table("weather"):
        told = reader.value("weather", turn, str, "")
        if not turn.isdecimal() or not 1 <= int(turn) <= LAST_TURN or told not in _WEATHER:
            reason = f"{turn} = {told!r} is no weather of a turn"
            raise reader.fail(reason, turn, "weather", "NR 11.weather.flip")
        weathers[int(turn)] = _WEATHER[told]
    reader.draft.weathers = bytes(weathers)


def _cards(reader: _Reader) -> None:
    d = reader.draft
    named = [card for pile in (*SEATS, "discards", "aside") for card in reader.cards(pile)]
    for card in named:
        if named.count(card) > 1:
            reason = f"card {CARD_KEYS[card]} stands twice"
            raise reader.fail(reason, CARD_KEYS[card], "cards", "NR 5.deck", nth=-1)
    usual = JOINS[d.deck] if d.turn < RESET_TURN else LEAVES[d.deck]
    given = "gone" in reader.table("cards")
    d.gone = reader.card_set("gone") if given else usual & ~set_of(d.deck, named)
    d.hands = [reader.card_set(seat) for seat in SEATS]
    d.discards, d.aside = bytearray(reader.cards("discards")), bytearray(reader.cards("aside"))
    d.barred, d.used = reader.card_set("barred"), reader.card_set("used")
    d.drawn = reader.card_set("drawn") & (d.hands[AXIS] | d.hands[SOVIET])
    d.pile = WHOLE[d.deck] & ~d.gone & ~set_of(d.deck, named)
    for text in reader.texts("cards", "short"):
        if text not in SEATS:
            raise reader.fail(f"{text!r} is no side", text, "cards", "NR 5.draw")
        d.short |= 1 << SEATS.index(text)


def write(s: State) -> str:
    """The position as TOML, in one spelling."""
    tables: dict[str, Any] = {"game": "noretreat"}
    entries.write_rows(tables, s, PLAYED)
    tables |= {"turn": s.turn, "stage": STAGE_NAMES[s.stage]}
    put(tables, "dice", list(s.given))
    put(tables, "rolls", s.rolls)
    put(tables, "over", next(name for name, code in OVERS.items() if code == s.over))
    entries.write_rows(tables, s, ENDED)
    put(tables, "open", [OPEN.write(frame) for frame in s.frames])
    entries.write_rows(tables, s, IN_FORCE)
    places = sorted({place for place in s.where if place < SIZE})
    put(tables, "units", {KEYS[space]: _written_units(s, space) for space in places})
    boxes = {name: _written_units(s, box) for name, box in BOX_OF.items()}
    put(tables, "boxes", {name: units for name, units in boxes.items() if units})
    entries.write_lists(tables, s, LISTS)
    entries.write_rows(tables, s, CONTROL)
    changed = [turn for turn in range(1, LAST_TURN + 1) if s.weathers[turn] != TURNS[turn].weather]
    put(tables, "weather", {str(turn): WEATHERS[s.weathers[turn]].key for turn in changed})
    entries.write_rows(tables, s, ROWS)
    tables["cards"] = _written_cards(s)
    return write_toml(tables)


def _written_units(s: State, place: int) -> list[str]:
    """The units of a space or a box. Of those that are out, only who lies there on his back is told."""
    found = [unit for unit in range(UNITS) if s.where[unit] == place]
    if place == OUT:
        found = [unit for unit in found if s.marks[unit] & BACK]
    return [UNIT_KEYS[unit] + (_SIGNS[unit] if s.marks[unit] & BACK else "") for unit in found]


def _written_cards(s: State) -> dict[str, Any]:
    sets = {SEATS[AXIS]: s.hands[AXIS], SEATS[SOVIET]: s.hands[SOVIET]}
    piles: dict[str, Any] = {name: cards(s.deck, held) for name, held in sets.items()}
    piles |= {"discards": s.discards, "aside": s.aside}
    piles |= {name: cards(s.deck, getattr(s, name)) for name in ("gone", "barred", "used", "drawn")}
    found = {name: [CARD_KEYS[card] for card in pile] for name, pile in piles.items()}
    found["short"] = [SEATS[seat] for seat in (AXIS, SOVIET) if s.short >> seat & 1]
    return {name: pile for name, pile in found.items() if pile or name == "gone"}
