"""Which tests are to notice a change: those that claim the clauses that its function or its module cites.

A clause is cited by its id in a string; by the chapter that a docstring or a comment begins with
(`3.1 Supply: ...`), or that they name with its book (`FB 8.1.pf, 8.1.q2`); by the number of an event in
them (`Trucks (event 7)`); by the half of a card that a class is entered for (`@event(7, SOVIET)`). In an
engine that games share, by a topic for which a game's table of citations has it
(`d.book.cite("fires.wreck")`); by the table that is rolled on, whose rule a game's data tell
(`roll_on_table(d, "bog")`); and by the step that a module is entered for: by all of its clauses.
"""

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from tools.mutants.rule_modules import RuleModule, serves_all

from berlin.kernel.contract.rules import Ledger
from berlin.kernel.proof.coverage import TABLE, read_table

CHAPTER = r"(?:\d[\w.\-]*|crt\.\w+|event\.\w+|scenario\b(?:\.\w+)*|on\b|Annex)"
CHAPTERS = rf"({CHAPTER}(?:(?:, | and | to ){CHAPTER})*)"
HEADING = re.compile(rf"(?:NAB |Na Berlin! )?{CHAPTERS}")
RANGE = re.compile(r"(\d+)\.(\d+) (?:to \1\.(\d+)|and on)")
COMMENT = re.compile(r"^\s*# (.*)$", re.MULTILINE)
EVENT = re.compile(r"\b(?:event|chit) (\d+)")
LAST = 20
ANNEX = "event"
# They start processes of their own, and fail in a trial whatever the change.
BROWSER = "tests/e2e/"
TOPICS, STEPS = "citations.tsv", "steps.tsv"
# A line of an engine's table of steps: `"fires": (fires.extinguish, None)`.
STEP = re.compile(r'^ {4}"([\w -]+)": \((\w+)\.\w+,', re.MULTILINE)
ROLLS = frozenset(("roll_on_table", "passes"))


class Selection(msgspec.Struct, frozen=True):
    """The tests for one function: those of its own clauses, and those of its module's others."""

    own: frozenset[str]
    rest: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        return self.own | self.rest


class Claims:
    def __init__(self, folder: Path, modules: Iterable[RuleModule]) -> None:
        """Of a game's folder with its ledger, and the modules of its rules."""
        self.ledger = Ledger.load(folder / "rules.tsv")
        self.ids = sorted(clause.id for clause in self.ledger)
        books = "|".join(sorted({re.escape(id.partition(" ")[0]) for id in self.ids}))
        self.named = re.compile(rf"\b({books}) {CHAPTERS}")
        self.tests: dict[str, set[str]] = defaultdict(set)
        for clause, test in read_table(folder / TABLE):
            if not test.startswith(BROWSER):
                self.tests[clause].add(test)
        self.texts = {module.name: module.text.decode() for module in modules}
        self.trees = {name: ast.parse(text) for name, text in self.texts.items()}
        self.topics = _topics(folder / TOPICS)
        self.tables = _tables(folder / "data")
        self.steps = self._steps(folder / STEPS)

    @property
    def every_test(self) -> frozenset[str]:
        return frozenset().union(*self.tests.values())

    def selection(self, module: str, function: str) -> Selection:
        """A module of no chapter, or one that cites nothing, is held by the tests of all clauses."""
        node = _find(self.trees[module], function) if function else None
        own = self._proving(self._cited(node, module) | self._rolled(node)) if node else frozenset[str]()
        tree = self.trees[module]
        whole = self._cited(tree, module) | self.steps.get(module, set())
        held = self._proving(whole | self._rolled(tree)) if whole and not serves_all(module) else None
        every = held or self.every_test
        return Selection(own, every - own)

    def _proving(self, clauses: Iterable[str]) -> frozenset[str]:
        return frozenset(test for clause in clauses for test in self.tests.get(clause, ()))

    def _cited(self, node: ast.AST, module: str) -> set[str]:
        found = set[str]()
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                found |= {part.value} if part.value in self.ledger else self.topics.get(part.value, set())
            elif isinstance(part, ast.Call):
                found |= self._entered(part)
            elif isinstance(part, ast.FunctionDef | ast.ClassDef | ast.Module):
                found |= self._told(ast.get_docstring(part) or "")
        return found.union(*map(self._told, COMMENT.findall(_text(self.texts[module], node))))

    def _entered(self, call: ast.Call) -> set[str]:
        """The clause of the half of a card that a class is entered for."""
        match call:
            case ast.Call(ast.Name("event"), [ast.Constant(int(number)), ast.Name(side)]):
                half = f"card.{number}.{side.lower()}"
                return {id for id in self.ids if id.partition(" ")[2] == half}
        return set()

    def _rolled(self, node: ast.AST) -> set[str]:
        """The rules of the tables that are rolled on."""
        found = set[str]()
        for part in ast.walk(node):
            match part:
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args) if name in ROLLS:
                    keys = [one.value for one in args if isinstance(one, ast.Constant)]
                    found = found.union(*(self.tables.get(str(key), set()) for key in keys))
        return found

    def _steps(self, path: Path) -> dict[str, set[str]]:
        """By module of an engine: the clauses of the steps that it is entered for."""
        if not path.exists():
            return {}
        entered = {step: name for text in self.texts.values() for step, name in STEP.findall(text)}
        numbers = {
            cells[0]: entered[cells[1]]
            for line in path.read_text(encoding="utf-8").splitlines()[1:]
            if (cells := line.split("\t"))[1] in entered
        }
        found: dict[str, set[str]] = defaultdict(set)
        for id in self.ids:
            clause = id.partition(" ")[2]
            number = max((one for one in numbers if clause.startswith(one)), key=len, default="")
            for module in self.texts if number else ():
                if module.rpartition(".")[2] == numbers[number]:
                    found[module].add(id)
        return found

    def _told(self, prose: str) -> set[str]:
        """The clauses that a docstring or a comment names."""
        events = {f"{ANNEX}.{number}" for number in EVENT.findall(prose)}
        found = self._headed(prose).union(
            *(self._of(f"{book} ", named) for book, named in self.named.findall(prose))
        )
        return found | {id for id in self.ids for event in events if _is_within(id.partition(" ")[2], event)}

    def _headed(self, prose: str) -> set[str]:
        """The clauses of the chapters that it begins with."""
        heading = HEADING.match(prose)
        if not heading:
            return set()
        return self._of("", heading[1])

    def _of(self, book: str, chapters: str) -> set[str]:
        """The clauses of these chapters, of one book or of any."""
        return {
            id
            for id in self.ids
            for chapter in _chapters(chapters)
            if id.startswith(book) and _is_within(id.partition(" ")[2], chapter)
        }


def _topics(path: Path) -> dict[str, set[str]]:
    """By topic: the clauses that a game cites for it. A game without an engine has no such table."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else ():
        topic, _, clause = line.split("\t")
        found[topic].add(clause)
    return found


def _tables(data: Path) -> dict[str, set[str]]:
    """By table of a game's data: its rule, and those of what is added to the roll."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, column in (("tables.csv", "key"), ("modifiers.csv", "table")):
        if (data / name).exists():
            with (data / name).open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    found[row[column]].add(row["rule"])
    return found


def _chapters(heading: str) -> Iterator[str]:
    """`5.3 to 5.6` names four chapters, and `8.2 and on` all that follow; the Annex tells the events."""
    for chapter, first, last in RANGE.findall(heading):
        yield from (f"{chapter}.{number}" for number in range(int(first), int(last or LAST) + 1))
    for named in re.findall(CHAPTER, heading):
        yield ANNEX if named == "Annex" else named.rstrip(".")


def _text(text: str, node: ast.AST) -> str:
    """The lines of a function or a class, or the whole text."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])
    return text


def _is_within(clause: str, chapter: str) -> bool:
    return clause.startswith(chapter) and not clause[len(chapter) :][:1].isdigit()


def _find(tree: ast.AST, function: str) -> ast.AST | None:
    """The outermost function of a dotted name: what stands in it belongs to it."""
    for name in function.split("."):
        if isinstance(tree, ast.FunctionDef):
            return tree
        tree = next(
            node
            for node in ast.iter_child_nodes(tree)
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
        )
    return tree
