"""Rules as data: clauses, and numbers and refusals that remember the clauses they come from."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

CLASSES = ("enforce", "setup", "display", "base", "question")
# Of what its book does not print, or not clearly.
ORIGINS = {"base": "base", "question": "house"}


class Clause(msgspec.Struct, frozen=True):
    """One rule of a rulebook: its id ("RFB 8.3.2a"), class, gist in our words, and a check.

    `part` is the part of its book, where a book has several; `source` says of what no book prints whether it
    is known from elsewhere (found) or was chosen by us (house).
    """

    id: str
    kind: str
    gist: str
    check: str = ""
    part: str = ""
    source: str = ""

    @property
    def origin(self) -> str:
        """Where it comes from: printed in its book, found elsewhere, house (chosen by us, as every ruling
        is), or base: what the book leaves to another."""
        return self.source or ORIGINS.get(self.kind, "printed")


class Ledger:
    """All clauses of a game in printed order: of its rulebook, or of several one after the other."""

    def __init__(self, clauses: "tuple[Clause, ...]") -> None:
        self.clauses = clauses
        self._by_id = {clause.id: clause for clause in clauses}
        if len(self._by_id) != len(clauses):
            ids = [clause.id for clause in clauses]
            twice = next(clause_id for clause_id in ids if ids.count(clause_id) > 1)
            raise ValueError(f"clause {twice} stands twice in the ledger")

    @classmethod
    def load(cls, path: Path) -> "Ledger":
        clauses = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], start=2):
            cells = line.split("\t")
            if len(cells) != 4 or cells[1] not in CLASSES:
                raise ValueError(f"{path.name} line {number}: not a clause")
            name, kind, gist, check = cells
            part, gist = _part(gist)
            source, gist = _source(gist)
            clauses.append(Clause(name, kind, _for_readers(gist), check, part, source))
        return cls(tuple(clauses))

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._by_id

    def __getitem__(self, clause_id: str) -> Clause:
        return self._by_id[clause_id]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    @property
    def books(self) -> tuple[str, ...]:
        """The codes of its rulebooks: the first words of the ids."""
        return tuple(dict.fromkeys(clause.id.split()[0] for clause in self.clauses))

    def of_book(self, book: str) -> "Ledger":
        return Ledger(tuple(clause for clause in self.clauses if clause.id.split()[0] == book))

    def parts(self) -> "dict[str, Ledger]":
        """Its books one by one, by their codes; a book that has parts, part by part."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            found.setdefault(f"{clause.id.split()[0]} {clause.part}".strip(), []).append(clause)
        return {name: Ledger(tuple(clauses)) for name, clauses in found.items()}

    def of_kind(self, kind: str) -> "tuple[Clause, ...]":
        return tuple(clause for clause in self.clauses if clause.kind == kind)


def _part(gist: str) -> tuple[str, str]:
    """The part of the book, in brackets before a gist, and the gist itself: the mark is for us alone."""
    bracket, _, rest = gist.partition("] ")
    return (bracket[1:], rest) if bracket[:1] == "[" and bracket[1:].isalpha() else ("", gist)


def _source(gist: str) -> tuple[str, str]:
    """Where a clause comes from, in parentheses before its gist, and the gist itself."""
    mark, _, rest = gist.partition(") ")
    return (mark[1:], rest) if mark in ("(found", "(house") else ("", gist)


# What a row says of its own book, and words of ours for a source: it has its mark.
_ASIDE = re.compile(r" \((?:[^()]* )?(?:not|neither) in this text\)")
_ABSENT = re.compile(r"\b(not|neither) in (this|the) text\b")
_OURS = re.compile(r"(?<=[^\w\s] )(?:(House)|house):")


def _for_readers(gist: str) -> str:
    """A gist without notes to ourselves."""
    gist = _ABSENT.sub(r"\1 in \2 book", _ASIDE.sub("", gist)).replace("(house)", "(our choice)")
    return _OURS.sub(lambda found: "Our choice:" if found[1] else "our choice:", gist)


class Modifier(msgspec.Struct, frozen=True):
    """One named part of a number, with the rule that puts it there."""

    value: int
    label: str
    rule: str = ""

    def __str__(self) -> str:
        cite = f" [{self.rule}]" if self.rule else ""
        return f"{self.value:+d} {self.label}{cite}"


class Tally(msgspec.Struct, frozen=True):
    """A number that remembers how it was made."""

    label: str
    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        return self.base + sum([modifier.value for modifier in self.modifiers])

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(m.rule for m in self.modifiers if m.rule)

    def __str__(self) -> str:
        parts = ", ".join(str(modifier) for modifier in self.modifiers)
        base = f"{self.base}" if self.base or not parts else ""
        return f"{self.label}: {', '.join(p for p in (base, parts) if p)} = {self.total}"


class Refusal(msgspec.Struct, frozen=True):
    """Why an act is not allowed: the rule, where there is one, and the reason."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


class Refused(Exception):
    """An action that is not legal was handed in as if it were."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Outcome(msgspec.Struct, frozen=True):
    """One thing that may happen, and how many of `of` equal chances bring it."""

    label: str
    ways: int
    of: int


class Explanation(msgspec.Struct, frozen=True):
    """The whole reckoning behind an act: its tallies, and the exact chance of each outcome."""

    title: str
    tallies: tuple[Tally, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()
