"""A table to test No Retreat! at: positions in a few words."""

import re

from tests.games.tables import AnyTable

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import CAUCASUS_OIL, KEYS, MAP, USSR_CITIES, find_space, keys
from berlin.games.noretreat.board.names import UNIT_NAMES, space_name
from berlin.games.noretreat.board.tables import CARD_KEYS, RESULT_TEXT, SEATS
from berlin.games.noretreat.board.units import KEYS as UNITS
from berlin.games.noretreat.board.units import SIDE, SOVIETS_FROM, find_unit
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.citing import RESULT_NAMES
from berlin.games.noretreat.rules.points import initiative, total
from berlin.games.noretreat.state.state import (
    BACK,
    BOX,
    DISORGANIZED,
    OWNED,
    SIZE,
    UNSUPPLIED,
    Draft,
    State,
)
from berlin.kernel.records.situation import write_toml

USSR_AT_START = (*keys(USSR_CITIES), KEYS[CAUCASUS_OIL])


_CODES = re.compile(rf"(?<![\w-])(?:(r-?\d+c-?\d+)|({'|'.join(UNITS)})(\+?))(?!\w)")


_RESULTS = {name: result for result, name in RESULT_NAMES.items()}


def in_words(text: str) -> str:
    """A text with codes of units and hexes as people read it: `9A joins`; `W+` is its other side."""

    def called(match: re.Match[str]) -> str:
        space, unit, back = match.groups()
        return space_name(find_space(space)) if space else UNIT_NAMES[bool(back)][find_unit(unit)]

    return _CODES.sub(called, text)


class Table(AnyTable[State]):
    """One game in progress."""

    game = GAME
    find_unit = find_unit
    shortcuts = ("pass", "done", "roll")

    @classmethod
    def new(cls, scenario: str = "war", seed: int = 1, **options: str) -> "Table":
        return cls.begun(scenario, seed, options)

    def come_to(self, text: str) -> None:
        """Pass the windows that open before this act has its time."""
        for _ in range(20):
            quiet = self.asked in ("Window", "Reaction") or (self.asked == "Countering" and _fights(text))
            if not quiet or text == "pass" or self.can(text):
                return
            self.take("done" if self.asked == "Countering" else "pass")

    def told(self, words: str) -> bool:
        """Was this said, or did a battle have this result: `result: DR`?"""
        result = words.removeprefix("result: ")
        if result in RESULT_TEXT:
            return any(e.kind == "result" and str(e.data[0]).rstrip("!") == result for e in self.last)
        return super().told(in_words(words))

    @property
    def winner(self) -> str:
        """Who has won: axis, soviet, draw; nothing while the game is on."""
        result = self.result
        if result is None:
            return ""
        return SEATS[result.winners[0]] if result.winners else "draw"

    def where(self, unit: str) -> str:
        place = self.state.where[find_unit(unit)]
        return KEYS[place] if place < SIZE else BOX[place]

    def units(self, space: str) -> list[str]:
        at = find_space(space)
        return sorted(UNITS[unit] for unit, where in enumerate(self.state.where) if where == at)

    def back(self, unit: str) -> bool:
        return self._marked(unit, BACK)

    def unsupplied(self, unit: str) -> bool:
        return self._marked(unit, UNSUPPLIED)

    def disorganized(self, unit: str) -> bool:
        return self._marked(unit, DISORGANIZED)

    def _marked(self, unit: str, bit: int) -> bool:
        return bool(self.state.marks[find_unit(unit)] & bit)

    def owner(self, space: str) -> str:
        return SEATS[Draft(self.state).owner(find_space(space))]

    @property
    def points(self) -> int:
        """The total of the initiative holder."""
        d = Draft(self.state)
        return total(d, initiative(d))

    def hand(self, seat: str) -> list[str]:
        return [CARD_KEYS[card] for card in cards(self.state.deck, self.state.hands[SEATS.index(seat)])]

    @property
    def discards(self) -> list[str]:
        return [CARD_KEYS[card] for card in self.state.discards]

    def ends(self, unit: str, verb: str = "move") -> set[str]:
        """The spaces that a unit may go to by a verb."""
        return {text.split()[2] for text in self.legal(unit) if text.startswith(f"{verb} ")}

    def column(self, text: str = "roll") -> str:
        """The odds column that an act would be rolled on."""
        return self.explain(text).notes[0].split(" after")[0].split()[-1]

    def shifts(self, text: str = "roll") -> dict[str, int]:
        tally = next(tally for tally in self.explain(text).tallies if tally.label == "shifts")
        return {modifier.label: modifier.value for modifier in tally.modifiers}

    def results(self, text: str = "roll") -> dict[str, int]:
        """The results of an attack and how many faces bring each."""
        told = {outcome.label: outcome.ways for outcome in self.explain(text).outcomes}
        return {_RESULTS[label]: told[label] for label in told}

    def chances(self, text: str = "roll") -> dict[str, str]:
        """What may follow an attack, as it is told, and in how many cases of all."""
        return {outcome.label: f"{outcome.ways}/{outcome.of}" for outcome in self.explain(text).outcomes}

    def pass_all(self) -> "Table":
        """Pass every window that is open now."""
        while self.asked in ("Window", "Reaction"):
            self.do("pass")
        return self


def _fights(text: str) -> bool:
    return text.split()[0] in ("attack", "join", "commit", "roll")


def front(stage: str, turn: int, *stacks: str, **more: object) -> Table:
    """A position: `front("A.5", 1, "Kiev: 4A 9A-", "r0c1: W", axis="K1 K9", soviet_holds="Lublin")`.

    Boxes are stacks too (`destroyed: 9A-`). Cities are held as on the first day, or by who stands in them.
    """
    units: dict[str, list[str]] = {}
    boxes: dict[str, list[str]] = {}
    held = set(USSR_AT_START)
    for stack in stacks:
        place, _, words = stack.partition(":")
        (boxes if place in BOX.values() else units)[place] = words.split()
        if place not in BOX.values():
            name = KEYS[find_space(place)]
            soviet = any(find_unit(word.rstrip("+-")) >= SOVIETS_FROM for word in words.split())
            (held.add if soviet else held.discard)(name)
    held |= set(_words(more.pop("soviet_holds", "")))
    held -= set(_words(more.pop("axis_holds", "")))
    tables: dict[str, object] = {"game": "noretreat", "turn": turn, "stage": stage}
    for name in ("deck", "kit", "last", "sudden", "returns", "scenario", "dice"):
        if name in more:
            tables[name] = more.pop(name)
    tables["units"], tables["boxes"] = units, boxes
    owned = [KEYS[space] for space in OWNED if KEYS[space] in held]
    tables["control"] = {"soviet": owned, "scorched": _words(more.pop("scorched", ""))}
    marks = ("unsupplied", "disorganized", "attacked", "moved", "flipped", "fresh", "raided")
    tables["marks"] = {name: _words(more.pop(name)) for name in marks if name in more}
    spaces = ("works", "roomy", "targets", "blows", "bound", "left")
    tables["markers"] = {name: _words(more.pop(name)) for name in spaces if name in more} | {
        name: more.pop(name) for name in ("blitz", "shock", "attacks") if name in more
    }
    tables["points"] = {name: more.pop(name) for name in ("event_vp", "tide") if name in more}
    tables["events"] = {name: more.pop(name) for name in ("extended", "oil", "gg", "warsaw") if name in more}
    tables["cards"] = {
        name: _words(more.pop(name))
        for name in ("axis", "soviet", "discards", "gone", "short")
        if name in more
    }
    if "weather" in more:
        tables["weather"] = {str(turn): more.pop("weather")}
    assert not more, f"what is {more}?"
    text = write_toml({name: value for name, value in tables.items() if value != {}})
    return Table.at(text)


def _words(value: object) -> list[str]:
    return str(value).split()


def fight(t: Table, space: str, *units: str, die: int = 0, commit: bool = False) -> Table:
    """Mark a space, attack it with these units and roll."""
    t.pass_all()
    if t.asked == "Targeting":
        t.do(f"target {space}")
    if t.asked == "Targeting":
        t.do("done")
    t.pass_all()
    if t.asked == "Countering":
        t.do("done").pass_all()
    if t.asked == "Fighting":
        t.do(f"attack {space}")
    joined = {UNITS[unit] for frame in t.state.frames for unit in getattr(frame, "units", ())}
    t.do(*(f"join {unit}" for unit in units if unit not in joined))
    if commit:
        t.do("commit")
    return t.do("roll", dice=[die] if die else ())


def distance(a: str, b: str) -> int:
    return MAP.distance(find_space(a), find_space(b))


def side_of(unit: str) -> str:
    return SEATS[SIDE[find_unit(unit)]]
