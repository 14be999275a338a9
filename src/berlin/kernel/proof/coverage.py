"""How much of a ledger the tests prove: the table that the test run writes, and the count over it."""

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.rules import CLASSES, Ledger

TABLE = "proven.tsv"
_HEAD = "clause\ttest"
_LISTED_AS_MISSING = "list as missing page"

Pair = tuple[str, str]


class ClassCoverage(msgspec.Struct, frozen=True):
    """The clauses of one class: how many, how many of them a test proves, and which are missing."""

    total: int
    proven: int
    missing: tuple[str, ...]


def write_table(pairs: Iterable[Pair]) -> str:
    """The table of (clause, test) as it is committed: sorted, one pair a row."""
    return "".join(f"{row}\n" for row in (_HEAD, *("\t".join(pair) for pair in sorted(set(pairs)))))


def read_table(path: Path) -> set[Pair]:
    """The pairs of a committed table; none if there is no table yet."""
    if not path.exists():
        return set()
    pairs = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if number == 1 and line == _HEAD:
            continue
        clause, tab, test = line.partition("\t")
        if number == 1 or not (clause and tab and test) or "\t" in test:
            raise ValueError(f"{path.name} line {number}: not a clause and a test")
        pairs.add((clause, test))
    return pairs


def count(ledger: Ledger, pairs: Iterable[Pair]) -> dict[str, ClassCoverage]:
    """Class by class, in the order of `CLASSES`; a class without clauses is left out."""
    proven = {clause for clause, _ in pairs}
    counted = {}
    for kind in CLASSES:
        ids = [clause.id for clause in ledger.of_kind(kind)]
        missing = tuple(clause_id for clause_id in ids if clause_id not in proven)
        if ids:
            counted[kind] = ClassCoverage(len(ids), len(ids) - len(missing), missing)
    return counted


def coverage(game: AnyGame) -> dict[str, dict[str, ClassCoverage]]:
    """The coverage of each of a game's rulebooks, or of each of its parts, by the table in its folder."""
    pairs = _pairs(game)
    return {name: count(ledger, pairs) for name, ledger in game.ledger.parts().items()}


def missing_pages(game: AnyGame) -> dict[str, tuple[str, ...]]:
    """Of each of a game's rulebooks that lacks some: the chapters that it names and does not have.

    What such a page says can't be proven: a ruling lists it, and the ledger has nothing else of its chapter.
    """
    found = {}
    for name, ledger in game.ledger.parts().items():
        chapters = [
            clause.id.rpartition(".")[0]
            for clause in ledger.of_kind("question")
            if _LISTED_AS_MISSING in clause.gist
        ]
        if chapters:
            found[name] = tuple(chapters)
    return found


def proofs(game: AnyGame) -> Mapping[str, tuple[str, ...]]:
    """The tests that prove each proven clause."""
    tests: dict[str, tuple[str, ...]] = {}
    for clause, test in sorted(_pairs(game)):
        tests[clause] = (*tests.get(clause, ()), test)
    return tests


def _pairs(game: AnyGame) -> set[Pair]:
    return read_table(Path(inspect.getfile(type(game))).parent / TABLE)
