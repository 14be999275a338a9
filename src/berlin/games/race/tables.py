"""The printed tables, as they look on the page, read from data/."""

import itertools
import re
from enum import IntEnum

import msgspec

from berlin.games.race.units import TABLES

LAST_TURN = 10
_CELL = re.compile(r"-|(?!$)(A\d)?(D\d)?R?( \+/-\d)?")


class Verdict(msgspec.Struct, frozen=True):
    """A cell of a results table: steps lost by attacker and defender, a retreat, a change of level."""

    text: str
    attacker: int = 0
    defender: int = 0
    retreat: bool = False
    progress: int = 0


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


def _american() -> tuple[tuple[int, ...], ...]:
    """For each turn from 0, the track that each face of the die advances; 0 for none."""
    turns: list[tuple[int, ...]] = [()] * (LAST_TURN + 1)
    for row in TABLES.rows("american"):
        first, last = row["turns"].split("-")
        for turn in range(int(first), int(last) + 1):
            turns[turn] = tuple(int(row[str(face)].replace("-", "0")) for face in range(1, 7))
    return tuple(turns)


COMBAT_TABLE = _results("combat")
CITY_TABLE = _results("city")
AMERICAN = _american()
_TURNS = {int(row["turn"]): row for row in TABLES.rows("turns")}
WEST_NEEDS: tuple[int, ...] = (0, *(int(_TURNS[turn]["west_needs"]) for turn in range(1, LAST_TURN + 1)))
HITLER: tuple[bool, ...] = (False, *(_TURNS[turn]["hitler"] == "yes" for turn in range(1, LAST_TURN + 1)))
DAYS: tuple[int, ...] = (0, *(int(_TURNS[turn]["days"]) for turn in range(1, LAST_TURN + 1)))


class ChitNo(IntEnum):
    """The event chits by what they do."""

    HEINRICI = 1
    RYBALKO = 2
    ALLIES = 3
    PLANNED_RETREAT = 4
    SPEER = 5
    FRONT = 6
    TRUCKS = 7
    COLLAPSE = 8
    BRIDGES = 9
    COORDINATION = 10
    SURPRISE = 11


class Chit(msgspec.Struct, frozen=True):
    """An event chit: when it may be played, and what it does in our words."""

    number: int
    name: str
    window: str
    once: bool
    text: str
    rule: str


CHITS: dict[int, Chit] = {
    int(row["number"]): Chit(
        int(row["number"]), row["name"], row["window"], row["once"] == "yes", row["text"], row["rule"]
    )
    for row in TABLES.rows("chits")
}
