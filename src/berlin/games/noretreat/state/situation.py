"""A position of No Retreat! as small TOML, and back. docs/formats.md describes the like for players."""

from typing import Any

from berlin.games.noretreat.board.deck import DECKS, JOINS, LEAVES, WHOLE, bit, cards, set_of
from berlin.games.noretreat.board.ground import KEYS, NAMES, Space, find_space
from berlin.games.noretreat.board.tables import (
    AXIS,
    CARD_KEYS,
    HALVES,
    LAST_TURN,
    NO_CARD,
    RESET_TURN,
    SCENARIOS,
    SEATS,
    SOVIET,
    TURNS,
    WEATHERS,
    find_card,
)
from berlin.games.noretreat.board.units import ALL_UNITS, FORM, find_unit
from berlin.games.noretreat.board.units import KEYS as UNIT_KEYS
from berlin.games.noretreat.rules.housekeeping import EXTENSION_TURN
from berlin.games.noretreat.rules.sequence import ACTS
from berlin.games.noretreat.rules.victory import VERDICTS
from berlin.games.noretreat.state import state
from berlin.games.noretreat.state.state import BACK, BOX, OUT, OWNED, RANK, SIZE, Draft, Force, State
from berlin.games.noretreat.state.words import CARD, SPACE, UNIT
from berlin.kernel.contract.ids import Card
from berlin.kernel.contract.words import NUMBER, TEXT, TRUTH, Word, among, many, maybe
from berlin.kernel.play.draft import AnyDraft
from berlin.kernel.play.resigning import resigner
from berlin.kernel.records import entries
from berlin.kernel.records.entries import Lists, Misread, Row, Value, bits, each, number, word, words
from berlin.kernel.records.situation import Toml, put
from berlin.kernel.records.situation_form import SituationForm
from berlin.kernel.records.situation_reader import Reader

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
QUESTION_WORDS = {
    "unit": maybe(UNIT, -1),
    "card": maybe(CARD, 0),
    "code": maybe(Word("a half of a card", _KEY_OF_HALF.__getitem__, _HALF.__getitem__), 0),
    "act": maybe(ACT, None),
    "forces": many(FORCE),
    **dict.fromkeys(("units", "defenders"), many(UNIT)),
    **dict.fromkeys(("data", "hexes"), many(NUMBER)),
    **dict.fromkeys(("marker", "counter", "cut", "must"), TRUTH),
    **dict.fromkeys(("kind", "result"), TEXT),
}

MARKS = ("UNSUPPLIED", "DISORGANIZED", "ATTACKED", "MOVED", "FLIPPED", "FRESH", "RAIDED")
ENDS = {"axis": state.AXIS_WINS, "soviet": state.SOVIETS_WIN, "draw": state.DRAWN}
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


def _either(noun: str, said: str) -> Value:
    """Whether a word is said."""
    one = word(among(noun, ("", said)))
    return Value(one.write, lambda value: bool(one.read(value)))


def _written_weathers(weathers: bytes) -> dict[str, str]:
    changed = [turn for turn in range(1, LAST_TURN + 1) if weathers[turn] != TURNS[turn].weather]
    return {str(turn): WEATHERS[weathers[turn]].key for turn in changed}


def _weathers(told: Any) -> bytes:
    if type(told) is not dict:
        raise Misread(f"turns and their weathers are needed, not {told!r}")
    weathers = bytearray(State().weathers)
    for turn, key in told.items():
        if not turn.isdecimal() or not 1 <= int(turn) <= LAST_TURN or key not in _WEATHER:
            raise Misread(f"{turn} = {key!r} is no weather of a turn")
        weathers[int(turn)] = _WEATHER[key]
    return bytes(weathers)


# fmt: off
ROWS = (
    _row("", "scenario", word(SCENARIO), "NR scenario.list", always=True),
    _row("", "deck", word(among("a deck", DECKS)), "NR 5.deck", always=True),
    _row("", "kit", entries.TRUTH, always=True),
    _row("", "last", number(0, LAST_TURN)),
    # What sudden death does: it ends the war, or costs cards.
    _row("", "sudden", _either("a sudden death", "cards"), "NR 10.sudden.axis", "no_surrender"),
    # Whether lost German armies return to the end, or no more once improvement has ended.
    _row("", "returns", _either("a word for returns", "no"), "NAB 13.0.24.q1", "no_returns"),
    _row("", "verdict", entries.PROSE),
    _row("", "forces", words(FORCE)),
    _row("control", "soviet", bits(OWNED_SPACE), "NR 2.control", "held"),
    _row("control", "scorched", bits(OWNED_SPACE), "NR 2.control"),
    _row("", "weather", Value(_written_weathers, _weathers), "NR 11.weather.flip", "weathers"),
    *(Row("markers", name, name, number(0, 9), BY_TURN, always=True) for name in ("blitz", "shock")),
    _row("markers", "attacks", number(0, 9)),
    *(_row("markers", name, words(SPACE), "NR 2.coords")
      for name in ("works", "roomy", "targets", "blows", "bound", "left")),
    _row("points", "event_vp", number(-6, 6), always=True),
    _row("points", "tide", number(0, 99), always=True),
    Row("events", "extended", "extended", entries.TRUTH, BY_TURN, always=True),
    *(_row("events", name, number(0, LAST_TURN)) for name in ("oil", "gg", "warsaw")),
)
LISTS = tuple(
    Lists("marks", "marks", {mark.lower(): getattr(state, mark)}, each(UNIT), getattr(state, mark),
          rule="NR 12.unit.conv") for mark in MARKS
)
ORDER = (
    "game", "scenario", "deck", "kit", "last", "sudden", "returns", "turn", "stage", "dice", "rolls", "over",
    "verdict", "open", "forces", "units", "boxes", "marks", "control", "weather",
)
# fmt: on
PILES = (*SEATS, "discards", "aside", "gone", "barred", "used", "drawn")
TABLES = {
    "units": None,
    "boxes": tuple(BOX_OF),
    "cards": (*PILES, "short"),
    **entries.names_in((), LISTS),
}
# The names that a fault begins with, and the keys that stand in the text.
_FAULTY = {**{name: key for name, key in zip(NAMES, KEYS, strict=True) if name}, **{k: k for k in UNIT_KEYS}}


class NoRetreatForm(SituationForm[State]):
    """Besides its rows: who is where and on which side, and the cards, of which the pile is the rest."""

    def write_more(self, tables: Toml, s: State) -> None:
        places = sorted({place for place in s.where if place < SIZE})
        put(tables, "units", {KEYS[space]: _written_units(s, space) for space in places})
        boxes = {name: _written_units(s, box) for name, box in BOX_OF.items()}
        put(tables, "boxes", {name: units for name, units in boxes.items() if units})
        entries.write_lists(tables, s, LISTS)
        tables["cards"] = _written_cards(s)

    def read_more(self, reader: Reader[AnyDraft]) -> None:
        d = reader.draft
        assert isinstance(d, Draft)
        if d.over and resigner(d.over) is None and d.verdict not in VERDICTS:
            raise reader.fail(f"{d.verdict!r} is no way for a game to end", "over")
        usual = {"blitz": TURNS[d.turn].blitz, "shock": TURNS[d.turn].shock}
        for name, value in {**usual, "extended": d.turn >= EXTENSION_TURN}.items():
            if getattr(d, name) == BY_TURN:
                setattr(d, name, value)
        for name in reader.table("units"):
            space = reader.found(find_space, name, "units", "a space of this map", "NR 2.coords")
            for text in reader.texts("units", name):
                _place(reader, d, text, space, "units")
        for name, box in BOX_OF.items():
            for text in reader.texts("boxes", name):
                _place(reader, d, text, box, "boxes")
        entries.read_lists(reader, LISTS)
        _read_cards(reader, d)


SITUATION = NoRetreatForm(
    ROWS,
    rule="NR 4.playerturn",
    turn_rule="NR 4.length",
    ends=ENDS,
    turns=LAST_TURN,
    words=QUESTION_WORDS,
    names=_FAULTY,
    stage="A.1",
    more=TABLES,
    order=ORDER,
)


def _place(reader: Reader[AnyDraft], d: Draft, text: str, where: Space, table: str) -> None:
    """A unit, with a sign if its back is up."""
    key = text.rstrip("+-")
    unit = reader.found(lambda _: find_unit(key), text, table, "a unit of this game", "NR 12.unit.conv")
    sign = text[len(key) :]
    if sign not in ("", _SIGNS[unit]) or (sign and FORM[unit] == "single"):
        raise reader.fail(f"{UNIT_KEYS[unit]} has no side {sign}", text, table, "NR 12.unit.conv")
    d.where[reader.once(unit, UNIT_KEYS[unit], text, table, "NR 1.boxes")] = where
    d.marks[unit] |= BACK if sign else 0


def _read_cards(reader: Reader[AnyDraft], d: Draft) -> None:
    piles = {name: _named_cards(reader, d.deck, name) for name in PILES}
    sets = {name: set_of(d.deck, pile) for name, pile in piles.items()}
    named = [card for pile in (*SEATS, "discards", "aside") for card in piles[pile]]
    for card in named:
        if named.count(card) > 1:
            reason = f"card {CARD_KEYS[card]} stands twice"
            raise reader.fail(reason, CARD_KEYS[card], "cards", "NR 5.deck", nth=-1)
    usual = JOINS[d.deck] if d.turn < RESET_TURN else LEAVES[d.deck]
    given = "gone" in reader.table("cards")
    d.gone = sets["gone"] if given else usual & ~set_of(d.deck, named)
    d.hands = [sets[seat] for seat in SEATS]
    d.discards, d.aside = bytearray(piles["discards"]), bytearray(piles["aside"])
    d.barred, d.used = sets["barred"], sets["used"]
    d.drawn = sets["drawn"] & (d.hands[AXIS] | d.hands[SOVIET])
    d.pile = WHOLE[d.deck] & ~d.gone & ~set_of(d.deck, named)
    for text in reader.texts("cards", "short"):
        if text not in SEATS:
            raise reader.fail(f"{text!r} is no side", text, "cards", "NR 5.draw")
        d.short |= 1 << SEATS.index(text)


def _named_cards(reader: Reader[AnyDraft], deck: int, name: str) -> list[Card]:
    found: list[Card] = []
    for text in reader.texts("cards", name):
        try:
            card = find_card(text)
        except KeyError:
            card = NO_CARD
        if not card or not bit(deck, card):
            raise reader.fail(f"{text!r} is no card of this deck", text, "cards", "NR 5.deck")
        found.append(card)
    return found


def _written_units(s: State, place: Space) -> list[str]:
    """The units of a space or a box. Of those that are out, only who lies there on his back is told."""
    found = [unit for unit in ALL_UNITS if s.where[unit] == place]
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
