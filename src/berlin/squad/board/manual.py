"""What a module tells the rules of the squad level: its sides, counters, tables, map, and whom it cites."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from berlin.kernel.contract.ids import FIRST, Seat
from berlin.squad.board.combatants import Combatants, Ratio
from berlin.squad.board.counters import Counter, Counters
from berlin.squad.board.field import Field
from berlin.squad.board.fire_table import FireTable
from berlin.squad.board.tables import Table

if TYPE_CHECKING:
    from berlin.squad.draft import Draft

Citations = Mapping[str, tuple[str, str]]
"""By topic: the clause of the module's book, for either side."""
Cite = Callable[[str], str]


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    sides: tuple[str, str]
    """The first sets up first; the second is the ATTACKER."""
    counters: Counters
    tables: Mapping[str, Table]
    odds: tuple[Ratio, ...]
    """The Close Combat Table."""
    combatants: Combatants
    fire: FireTable
    magnetic: frozenset[Seat]
    """The sides whose men have magnetic mines."""
    field: Field
    shut: Callable[["Draft", Counter], int]
    """The hexes that a unit of this kind can't enter; it is given a draft."""
    citations: Citations

    def cite(self, topic: str, side: Seat = FIRST) -> str:
        """The clause that settles a topic."""
        return self.citations[topic][side]


def read_citations(path: Path, sides: tuple[str, str]) -> Citations:
    """Lines of a topic and its clause; a topic whose sides have clauses of their own has a line for each."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        topic, side, rule = line.split("\t")
        both = found.setdefault(topic, ["", ""])
        for number in (sides.index(side),) if side else (0, 1):
            if both[number]:
                raise ValueError(f"{path.name}: {topic} stands twice")
            both[number] = rule
    return {topic: (first, second) for topic, (first, second) in found.items()}
