"""A situation being read into a draft: the part that is the same for every game with a sequence of play."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from berlin.kernel.contract.game import BadText, Step
from berlin.kernel.contract.ids import Id
from berlin.kernel.play.draft import AnyDraft
from berlin.kernel.play.question import QuestionTexts
from berlin.kernel.play.sequence import Course
from berlin.kernel.records.situation import Toml, line_of, read_toml

D = TypeVar("D", bound=AnyDraft)
T = TypeVar("T")

# The keys outside of any table that mean the same in every game.
PLAIN = ("game", "turn", "stage", "dice", "rolls", "over", "open")
MOST_ROLLS = 1_000_000
_RULE = re.compile(r" \[([A-Z]+ [^\]]+)\]$")
_KINDS = {int: "a whole number", bool: "true or false", str: "a text", list: "a list"}


class Reader(Generic[D]):
    """One situation: its values, its text for line numbers, and the draft it fills.

    Whatever is wrong with it is raised as a BadText that names the line and, where there is one, the rule.
    """

    def __init__(self, text: str, draft: D) -> None:
        self.text, self.draft = text, draft
        self.tables = read_toml(text)
        self._placed: set[int] = set()

    def fail(self, reason: str, needle: str = "", table: str = "", rule: str = "", nth: int = 1) -> BadText:
        """The complaint about a key or a value of the text."""
        return BadText(reason, rule, line_of(self.text, needle, table, nth) if needle else 0)

    # Values by their names; those of no table have "" for it.

    def table(self, name: str) -> Toml:
        found: Toml = self.tables.get(name, {})
        return found

    def value(self, table: str, name: str, kind: type[T], default: T) -> T:
        found = (self.table(table) if table else self.tables).get(name, default)
        if type(found) is not kind:
            raise self.fail(f"{name} must be {_KINDS[kind]}", name, table)
        return found

    def number(
        self, table: str, name: str, default: int, least: int, most: int | None = None, rule: str = ""
    ) -> int:
        found = self.value(table, name, int, default)
        if found < least or (most is not None and found > most):
            span = f"from {least} to {most}" if most is not None else f"from {least}"
            raise self.fail(f"{name} is a number {span}, not {found}", name, table, rule)
        return found

    def word(self, table: str, name: str, among: Sequence[str], default: str, rule: str = "") -> str:
        """One of these words."""
        found = self.value(table, name, str, default)
        if found not in among:
            there = ", ".join(word for word in among if word)
            raise self.fail(f"{found!r} is no {name} (one of: {there})", name, table, rule)
        return found

    def texts(self, table: str, name: str) -> list[str]:
        return self._list(table, name, str, [], "texts")

    def numbers(self, table: str, name: str, default: Sequence[int] = (), length: int = 0) -> list[int]:
        found = self._list(table, name, int, list(default), "whole numbers")
        if length and len(found) != length:
            raise self.fail(f"{name} must be a list of {length} whole numbers", name, table)
        return found

    def _list(self, table: str, name: str, kind: type[T], default: list[T], what: str) -> list[T]:
        found: list[T] = self.value(table, name, list, default)
        if not all(type(item) is kind for item in found):
            raise self.fail(f"{name} must be a list of {what}", name, table)
        return list(found)

    def found(self, find: Callable[[str], T], word: str, table: str, noun: str, rule: str = "") -> T:
        """What a word names; `find` raises KeyError if it names nothing."""
        try:
            return find(word)
        except KeyError:
            raise self.fail(f"{word!r} is not {noun}", word, table, rule) from None

    def once(self, unit: Id, key: str, word: str, table: str, rule: str) -> Id:
        """A unit that may stand in one place only."""
        if unit in self._placed:
            raise self.fail(f"{key} stands twice in the situation", word, table, rule, nth=-1)
        self._placed.add(unit)
        return unit

    # What every situation has.

    def known_names(self, plain: Sequence[str], tables: Mapping[str, Sequence[str] | None]) -> None:
        """Nothing may stand in it but these keys and tables, and in these but their own keys (None: any)."""
        for name, value in self.tables.items():
            if name in PLAIN or name in plain:
                continue
            if name not in tables or not isinstance(value, dict):
                raise self.fail(f"{name!r} has no place in a situation", name)
            allowed = tables[name]
            for inner in value:
                if allowed is not None and inner not in allowed:
                    raise self.fail(f"{inner!r} has no place in [{name}]", inner, name)

    def clock(
        self, game: str, stages: Sequence[str], first: str, turns: int, turn_rule: str, stage_rule: str
    ) -> None:
        """The game, its turn and stage, and how many dice were rolled; `first` is the usual stage."""
        if self.value("", "game", str, game) != game:
            raise self.fail("this situation is of another game", "game")
        d = self.draft
        d.turn = self.number("", "turn", 1, 1, turns, turn_rule)
        d.stage = stages.index(self.word("", "stage", stages, first, stage_rule))
        d.rolls = self.number("", "rolls", 0, 0, MOST_ROLLS)

    def open(self, questions: QuestionTexts) -> bool:
        """The open questions, if it has any, and the dice laid down."""
        d, lines = self.draft, self.texts("", "open")
        for line in lines:
            try:
                d.frames.append(questions.read(line))
            except (KeyError, ValueError, TypeError):
                raise self.fail(f"{line!r} is no open question of this game", "open") from None
        d.given = tuple(self.numbers("", "dice"))
        if any(die < 1 for die in d.given):
            raise self.fail("dice are whole numbers from 1", "dice")
        return bool(lines)

    def begun(
        self, course: Course[D], faults: Callable[[Any], list[str]], unasked: str, names: Mapping[str, str]
    ) -> Step[Any]:
        """The first open question of the position, if it can stand on a table.

        `unasked` is the rule by which a running game asks something: nothing is open before its stage has
        begun. `names` are the names that faults begin with, and the keys by which the text knows them.
        """
        asking = bool(self.draft.frames)
        state = self.draft.freeze()
        for fault in faults(state):
            match = _RULE.search(fault)
            rule = match[1] if match else ""
            if rule != unasked or asking:
                raise BadText(_RULE.sub("", fault), rule, self._line_of_fault(fault, names))
        d = type(self.draft)(state, self.draft.log)
        if not asking and not d.over:
            try:
                course.enter(d, d.stage)
                course.run(d)
            except BadText as error:
                raise self.fail(error.reason, "dice") from None
        return d.step()

    def _line_of_fault(self, fault: str, names: Mapping[str, str]) -> int:
        for name, key in names.items():
            if fault.startswith(f"{name} "):
                places = (line_of(self.text, key, "units"), line_of(self.text, key), line_of(self.text, name))
                return next((line for line in places if line), 0)
        return 0
