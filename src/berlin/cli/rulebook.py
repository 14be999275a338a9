"""`berlin rules`: the clauses of the rulebooks, and which of them are proven by tests."""

from collections.abc import Sequence
from typing import Annotated

import typer

from berlin.cli import screen
from berlin.cli.complaint import Complaint
from berlin.cli.files import load
from berlin.cli.options import Json
from berlin.kernel import game as registry
from berlin.kernel.game import AnyGame
from berlin.kernel.rules import Clause, Ledger


def rules(
    clauses: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE", help="Clause ids, or how they begin: 8.3.2a, 8.3, 'RFB 8.3'."),
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the clauses proven by tests.")] = False,
    code: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Of this game only.")] = None,
    json: Json = False,
) -> None:
    """Read the rules by clause number, or see which of them the tests prove.

    Example: berlin rules 8.3.2 --game race
    """
    games = [load(code)] if code else [load(each) for each in registry.codes()]
    if coverage:
        _print_coverage(games, json)
        return
    found = _chosen(games, clauses or [])
    if json:
        screen.print_json(found)
        return
    for clause in found:
        screen.print_text(describe(clause, with_check=bool(clauses)))


def lookup(ledger: Ledger, wanted: str) -> list[Clause]:
    """The clause of this id and all below it: `8.3` finds 8.3.2a too. Without a book it is sought in each."""
    named = wanted.upper().split()[:1]
    names = [wanted] if named and named[0] in ledger.books else [f"{book} {wanted}" for book in ledger.books]
    return [
        clause for clause in ledger if any(_under(clause.id.casefold(), name.casefold()) for name in names)
    ]


def describe(clause: Clause, with_check: bool = False) -> str:
    """A clause in lines: id, class, gist, and how it can be checked."""
    lines = [f"{clause.id} ({clause.kind}): {clause.gist}"]
    if with_check and clause.check:
        lines.append(f"    check: {clause.check}")
    return "\n".join(lines)


def _under(clause_id: str, name: str) -> bool:
    """Whether a clause belongs to a chapter: 8.3 holds 8.3.2 and 8.3a, but not 8.30."""
    rest = clause_id.removeprefix(name)
    return clause_id.startswith(name) and not (rest[:1].isdigit() and name[-1:].isdigit())


def _chosen(games: list[AnyGame], wanted: Sequence[str]) -> list[Clause]:
    if not wanted:
        return [clause for game in games for clause in game.ledger]
    found: dict[str, Clause] = {}
    books = [book for game in games for book in game.ledger.books]
    for name in _joined(wanted, books):
        hits = [clause for game in games for clause in lookup(game.ledger, name)]
        if not hits:
            raise Complaint(f"unknown clause {name!r} in {', '.join(books)}; `berlin rules` lists them all")
        found.update((clause.id, clause) for clause in hits)
    return list(found.values())


def _joined(wanted: Sequence[str], books: list[str]) -> list[str]:
    """`RFB 8.3` comes as two words when it isn't quoted."""
    names: list[str] = []
    book = ""
    for word in wanted:
        if word.upper() in books:
            book = word
        else:
            names.append(f"{book} {word}".strip())
            book = ""
    return [*names, book] if book else names


def _print_coverage(games: list[AnyGame], json: bool) -> None:
    from berlin.kernel.coverage import coverage

    counts = {book: classes for game in games for book, classes in coverage(game).items()}
    if json:
        screen.print_json(counts)
        return
    for book, classes in counts.items():
        for name, entry in classes.items():
            screen.print_text(f"{book} {name:9} {entry.proven:4d} of {entry.total:4d} proven")
        for name, entry in classes.items():
            if entry.missing:
                screen.print_text(f"{book} {name} missing: {', '.join(entry.missing)}")
