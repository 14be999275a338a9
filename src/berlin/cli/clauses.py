"""The clauses of a rulebook, found by their numbers and put into lines."""

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.rules import Clause, Ledger, Refusal

# Where a clause comes from, in words; what is printed needs none.
SOURCES = {"found": "known from elsewhere", "house": "our ruling", "base": "not in the book"}


def lookup(ledger: Ledger, wanted: str) -> list[Clause]:
    """The clause of this id and all below it: `8.3` finds 8.3.2a too. Without a book it is sought in each."""
    named = wanted.upper().split()[:1]
    names = [wanted] if named and named[0] in ledger.books else [f"{book} {wanted}" for book in ledger.books]
    return [
        clause for clause in ledger if any(_under(clause.id.casefold(), name.casefold()) for name in names)
    ]


def describe(clause: Clause, with_check: bool = False) -> str:
    """A clause in lines: id, class, gist, and how it can be checked."""
    marks = ", ".join(filter(None, (clause.kind, SOURCES.get(clause.origin, ""))))
    lines = [f"{clause.id} ({marks}): {clause.gist}"]
    if with_check and clause.check:
        lines.append(f"    check: {clause.check}")
    return "\n".join(lines)


def _under(clause_id: str, name: str) -> bool:
    """Whether a clause belongs to a chapter: 8.3 holds 8.3.2 and 8.3a, but not 8.30."""
    rest = clause_id.removeprefix(name)
    return clause_id.startswith(name) and not (rest[:1].isdigit() and name[-1:].isdigit())


def gist(game: AnyGame, refusal: Refusal) -> str:
    """What the rule says that an action is refused by; "" if the ledger hasn't got it."""
    return game.ledger[refusal.rule].gist if refusal.rule in game.ledger else ""
