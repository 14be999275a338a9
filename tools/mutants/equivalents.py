"""Changes that no test could notice, each with the reason, by what stands in the line before and after.

equivalent.tsv has a row for each: module, function, the line before, the line after, the reason.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.mutants.rule_modules import RuleModule
from tools.mutants.sites import Mutant, mutants_at, sites
from tools.mutants.source import Source

NAME = "tools/mutants/equivalent.tsv"
HEAD = "module\tfunction\tbefore\tafter\treason"
Row = tuple[str, str, str, str]


class BadRow(ValueError):
    """A line of the list that is no row of it."""


def read(path: Path) -> dict[Row, str]:
    """The reason of each listed change. Raises BadRow for a line that is no row."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[:1] != [HEAD]:
        raise BadRow(f"{path.name} line 1: not {HEAD.split()}")
    rows: dict[Row, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != 5 or not all((cells[0], *cells[2:])):
            raise BadRow(f"{path.name} line {number}: not a module, a function, two lines and a reason")
        rows[cells[0], cells[1], cells[2], cells[3]] = cells[4]
    return rows


def row_of(mutant: Mutant) -> Row:
    return mutant.module, mutant.function, mutant.before, mutant.after


def stale(rows: Iterable[Row], packages: tuple[str, ...], modules: Mapping[str, RuleModule]) -> list[Row]:
    """The rows of these packages whose change can't be made any more."""
    listed = [row for row in rows if row[0].startswith(packages)]
    possible = set[Row]()
    for name in {row[0] for row in listed if row[0] in modules}:
        source = Source(modules[name].text)
        for site in sites(modules[name]):
            possible |= {row_of(mutant) for mutant in mutants_at(site, source)}
    return [row for row in listed if row not in possible]
