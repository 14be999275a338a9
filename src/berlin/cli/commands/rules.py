"""`berlin rules`: the clauses of the rulebooks, and which of them are proven by tests."""

from collections.abc import Sequence
from typing import Annotated

import typer

from berlin.cli import screen
from berlin.cli.clauses import describe, lookup
from berlin.cli.complaint import Complaint
from berlin.cli.files import load
from berlin.cli.options import Json
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.rules import Clause


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
    found = _find(games, clauses or [])
    if json:
        screen.print_json(found)
        return
    for clause in found:
        screen.print_text(describe(clause, with_check=bool(clauses)))


def _find(games: list[AnyGame], wanted: Sequence[str]) -> list[Clause]:
    if not wanted:
        return [clause for game in games for clause in game.ledger]
    found: dict[str, Clause] = {}
    books = [book for game in games for book in game.ledger.books]
    for name in _join_books(wanted, books):
        hits = [clause for game in games for clause in lookup(game.ledger, name)]
        if not hits:
            raise Complaint(f"unknown clause {name!r} in {', '.join(books)}; `berlin rules` lists them all")
        found.update((clause.id, clause) for clause in hits)
    return list(found.values())


def _join_books(wanted: Sequence[str], books: list[str]) -> list[str]:
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
    from berlin.kernel.proof.coverage import coverage, missing_pages

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
    for game in games:
        for book, chapters in missing_pages(game).items():
            screen.print_text(f"{book} pages missing from the book: {', '.join(chapters)}")
