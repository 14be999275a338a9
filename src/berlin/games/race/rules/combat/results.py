"""8.1.2 and 9.2: the results tables, and how odds and dice are looked up in them."""

import itertools
import re

import msgspec

from berlin.games.race.board.units import TABLES
from berlin.kernel.contract.words import counted

_CELL = re.compile(r"-|(?!$)(A\d)?(D\d)?R?( \+/-\d)?")


class Verdict(msgspec.Struct, frozen=True):
    """A cell of a results table: steps lost by attacker and defender, a retreat, a change of level."""

    text: str
    attacker: int = 0
    defender: int = 0
    retreat: bool = False
    progress: int = 0

    @property
    def words(self) -> str:
        """What the cell says."""
        sides = (("the attackers", self.attacker, False), ("the defenders", self.defender, self.retreat))
        told = []
        for side, steps, retreat in sides:
            lost = [f"lose {counted(steps, 'step')}"] if steps else []
            if lost or retreat:
                told.append(f"{side} {' and '.join(lost + ['retreat'] * retreat)}")
        if self.progress:
            told.append(f"City Progress changes by {self.progress}")
        return ", ".join(told) or "nothing happens"


class ResultsTable(msgspec.Struct, frozen=True):
    """Odds columns by modified die; ratios and dice off the table count as its ends."""

    columns: tuple[str, ...]
    first_die: int
    rows: tuple[tuple[Verdict, ...], ...]

    def column(self, attack: int, defence: int) -> int:
        """The odds column, rounded in the defender's favour."""
        # Column 0 stands for every ratio below 1:1, column n for n:1.
        return min(attack // defence, len(self.columns) - 1) if defence else len(self.columns) - 1

    def verdict(self, column: int, die: int) -> Verdict:
        row = min(max(die, self.first_die), self.first_die + len(self.rows) - 1)
        return self.rows[row - self.first_die][column]


def _verdict(text: str) -> Verdict:
    if not _CELL.fullmatch(text):
        raise ValueError(f"{text!r} is no result of an attack")
    losses, _, progress = text.partition("+/-")
    losses = losses.strip()
    counts = {"A": 0, "D": 0}
    for side, digit in itertools.pairwise(losses):
        if side in counts:
            counts[side] = int(digit)
    return Verdict(text, counts["A"], counts["D"], losses.endswith("R"), int(progress or 0))


def _results(name: str) -> ResultsTable:
    rows = TABLES.rows(name)
    columns = tuple(key for key in rows[0] if ":" in key)
    cells = tuple(tuple(_verdict(row[column]) for column in columns) for row in rows)
    return ResultsTable(columns, int(rows[0]["die"]), cells)


COMBAT_TABLE = _results("combat")
CITY_TABLE = _results("city")
