"""A position as small TOML, and back. docs/formats.md describes it for players.

Units stand in lists by their hexes or boxes, each with what lies on it: `"5015" = ["GD1 combat NE moved"]`.
"""

from berlin.boards.hexes import bits, unpack
from berlin.games.fortress.board.ground import BUNKERS, SIZE, STRONGPOINTS
from berlin.games.fortress.board.ground import KEYS as HEXES
from berlin.games.fortress.board.units import DIVISIONS, LEADERS, VOLKSSTURM, YOUTH, find_unit
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.cover import COVER
from berlin.games.fortress.rules.sequence import TURNS
from berlin.games.fortress.state import state
from berlin.games.fortress.state.state import (
    BOXES,
    COMBAT,
    DISRUPTED,
    DRIFTED,
    EXPLOITED,
    FACING,
    FOUGHT,
    MOVED,
    NOWHERE,
    OUT,
    Assault,
    Draft,
    State,
    Strike,
)
from berlin.games.fortress.state.words import AIRFIELD, DIRECTION_KEYS, DIVISION, HEX, SIDE, UNIT
from berlin.kernel.contract.words import NUMBER, Word, among, many, maybe
from berlin.kernel.contract.words import TRUTH as YES_OR_NO
from berlin.kernel.play.draft import AnyDraft
from berlin.kernel.play.sequence import OUT_OF_TIME
from berlin.kernel.records.entries import TRUTH, Row, Value, number, numbers, word, words
from berlin.kernel.records.entries import bits as set_of
from berlin.kernel.records.situation import Toml
from berlin.kernel.records.situation_form import SituationForm
from berlin.kernel.records.situation_reader import Reader

MARKS = {"disrupted": DISRUPTED, "moved": MOVED, "fought": FOUGHT, "exploited": EXPLOITED}
OPTIONS = ("fog", "subway", "flak", "variable", "reserve", "elsewhere")
PLACES = {
    **{HEXES[place]: place for place in range(SIZE) if HEXES[place]},
    **{name: SIZE + number for number, name in enumerate(BOXES)},
}


def _among(things: int) -> Word:
    """Hexes by their order among these."""
    listed = bits(things)
    return Word(
        "one of these hexes",
        lambda number: HEXES[listed[number]],
        lambda text: listed.index(HEX.read(text)),
        lambda number: number in range(len(listed)),
    )


def _usual(name: str) -> object:
    """What a field is where nothing is said, as a draft has it."""
    return getattr(State(), name)


STRIKE = Word(
    "a hex, how many strikes, and whether napalm",
    lambda strike: f"{HEX.write(strike.target)} {strike.count}{' napalm' if strike.napalm else ''}",
    lambda text: Strike(HEX.read(text.split()[0]), int(text.split()[1]), text.endswith(" napalm")),
)
ASSAULT = Word(
    "a hex and the units that assault it",
    lambda assault: f"{HEX.write(assault.target)} {many(UNIT).write(assault.units)}",
    lambda text: Assault(HEX.read(text.split()[0]), many(UNIT).read(text.split()[1])),
)
_EACH_HEX = words(maybe(HEX, NOWHERE), len(DIVISIONS))
_EACH_FIELD = words(maybe(AIRFIELD, NOWHERE), len(DIVISIONS))
_LEADER = among("a leader", tuple(UNIT_KEYS[unit] for unit in LEADERS))
_MILITIA = among("a Volkssturm battalion", tuple(UNIT_KEYS[unit] for unit in VOLKSSTURM))


SCENARIO = Word("a scenario", str, {one.key: one.key for one in COVER.scenarios}.__getitem__)


def _row(table: str, name: str, value: Value, rule: str = "") -> Row:
    return Row(table, name, name, value, _usual(name), rule)


# fmt: off
ROWS = (
    Row("", "scenario", "scenario", word(SCENARIO), "drop", always=True),
    Row("", "options", "options", set_of(among("an option", OPTIONS)), 0, always=True),
    Row("", "vp", "vp", numbers(2), (0, 0), always=True),
    _row("city", "fallen", set_of(_among(STRONGPOINTS)), "FB 10.2.capture"),
    _row("city", "blown", set_of(_among(BUNKERS)), "FB 10.1.2"),
    _row("city", "airfields", words(SIDE, 3), "OTB 6.1.q4"),
    _row("city", "captured", set_of(_LEADER), "OTB 11.1c"),
    _row("city", "suicides", set_of(_LEADER), "FB 11.1.2"),
    _row("city", "released", set_of(among("who may be released", ("hj", "vs"))), "OTB 13.4b"),
    _row("city", "known", set_of(_MILITIA), "FB 11.2.3"),
    _row("city", "weak", set_of(_MILITIA), "FB 11.2.3"),
    _row("city", "homes", words(maybe(HEX, NOWHERE), len(YOUTH)), "FB 11.2.2"),
    _row("drop", "plan", _EACH_FIELD, "OTB 15.1a"),
    _row("drop", "aims", _EACH_HEX, "OTB 15.1e"),
    _row("drop", "airfield", _EACH_FIELD, "OTB 15.1a"),
    _row("drop", "landing", _EACH_HEX, "OTB 15.1e"),
    _row("drop", "entries", _EACH_HEX, "OTB 6.1h"),
    _row("drop", "lost_zones", set_of(DIVISION), "OTB 15.3.4a"),
    _row("drop", "arrived", set_of(DIVISION), "OTB 15.4.2b"),
    _row("drop", "can_lose_zones", TRUTH, "OTB 15.3.4.q1"),
    _row("now", "strikes", number(0, 18), "OTB 11.4a"),
    _row("now", "napalm", number(0, 6), "OTB 11.4d"),
    _row("now", "unused", number(0, 18), "OTB 14.1c"),
    _row("now", "offboard", number(0, 3), "FB 11.3.offboard"),
    _row("now", "lifts", number(), "OTB 13.0.q2"),
    _row("now", "laid", words(STRIKE), "OTB 15.1f"),
    _row("now", "attacked", words(HEX), "FB 4.1.onetype"),
    _row("now", "last", words(NUMBER), "FB 3.6.q1"),
    _row("now", "assaults", words(ASSAULT), "FB 8.4.announce"),
)
# fmt: on
# Sets of units and hexes, which the draft has as ints.
SETS = {"fixed": UNIT, "fired": UNIT, "landed": UNIT, "replied": UNIT, "taken": HEX}


class FortressForm(SituationForm[State]):
    """The rows above, the units by their places, and the sets."""

    def __init__(self) -> None:
        super().__init__(
            ROWS,
            rule="FB 4.1.segments",
            ends={
                "time": OUT_OF_TIME,
                "reichstag": state.REICHSTAG_FELL,
                "leaders": state.LEADERS_TAKEN,
            },
            turns=TURNS,
            turn_rule="FB 4.3.end",
            words={
                "unit": maybe(UNIT, NOWHERE),
                **dict.fromkeys(("attackers", "gone", "tried", "others"), many(UNIT)),
                "origins": many(HEX),
                "place": HEX,
                "cause": Word(
                    "a rule", lambda text: text.replace(" ", "_"), lambda text: text.replace("_", " ")
                ),
                **dict.fromkeys(("changed", "stopped", "napalm", "cleared"), YES_OR_NO),
            },
            names={key: key for key in UNIT_KEYS},
        )
        self.tables = {**self.tables, "units": None, "sets": tuple(SETS)}

    def write_more(self, tables: Toml, state: State) -> None:
        listed: dict[str, list[str]] = {}
        for unit, place in enumerate(state.where):
            if place != OUT:
                listed.setdefault(place_word(place), []).append(unit_word(unit, state.marks[unit]))
        tables["units"] = listed
        found = {
            name: [one.write(item) for item in bits(unpack(getattr(state, name)))]
            for name, one in SETS.items()
        }
        found = {name: items for name, items in found.items() if items}
        if found:
            tables["sets"] = found

    def read_more(self, reader: Reader[AnyDraft]) -> None:
        d = reader.draft
        assert isinstance(d, Draft)
        for place_text, lines in reader.table("units").items():
            place = self._place(reader, place_text)
            if type(lines) is not list or not all(type(line) is str for line in lines):
                raise reader.fail(f"{place_text} needs a list of units", place_text, "units")
            for line in lines:
                self._stand(reader, d, place, line)
        for name, one in SETS.items():
            for text in reader.texts("sets", name):
                setattr(d, name, getattr(d, name) | 1 << reader.found(one.read, text, "sets", one.noun))
        d.prepare()

    def _place(self, reader: Reader[AnyDraft], text: str) -> int:
        if text.startswith("drifted-"):
            left = text.removeprefix("drifted-")
            return DRIFTED + int(reader.found(HEX.read, left, "units", "a hex", "OTB 15.3.2d"))
        return reader.found(PLACES.__getitem__, text, "units", "a hex or a box", "FB map.grid")

    def _stand(self, reader: Reader[AnyDraft], d: Draft, place: int, line: str) -> None:
        """One unit with its marks. A unit stands in one place only."""
        key, *marks = line.split() or [""]
        if len(set(marks) & set(DIRECTION_KEYS)) > 1:
            raise reader.fail(f"{key} faces one hexside, not two", line, "units", "FB 3.4.facing")
        unit = reader.found(find_unit, key, "units", "a unit", "OTB 2.0a")
        if d.where[unit] != OUT:
            raise reader.fail(f"{key} stands twice in the situation", line, "units", "FB 3.1.pass", nth=-1)
        d.where[unit] = place
        for mark in marks:
            if mark in DIRECTION_KEYS:
                if "combat" not in marks:
                    raise reader.fail(
                        f"{key} faces a hexside without Combat mode", line, "units", "FB 3.4.terrain"
                    )
                d.marks[unit] |= DIRECTION_KEYS.index(mark) << FACING
            elif mark == "combat":
                d.marks[unit] |= COMBAT
            elif mark in MARKS:
                d.marks[unit] |= MARKS[mark]
            else:
                raise reader.fail(f"{mark!r} is no mark of a unit", line, "units", "FB 2.3.markers")


def place_word(place: int) -> str:
    if place >= DRIFTED:
        return f"drifted-{HEXES[place - DRIFTED]}"
    return HEXES[place] if place < SIZE else BOXES[place - SIZE]


def unit_word(unit: int, marks: int) -> str:
    """A unit with what lies on it: `GD1 combat NE moved`."""
    found = [UNIT_KEYS[unit]]
    if marks & COMBAT:
        found += ["combat", DIRECTION_KEYS[marks >> FACING & 7]]
    return " ".join([*found, *(name for name, bit in MARKS.items() if marks & bit)])


FORM = FortressForm()
