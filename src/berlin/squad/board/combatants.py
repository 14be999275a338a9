"""What counters are worth at arm's length, and the Close Combat Table."""

from collections.abc import Mapping

import msgspec

from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.variant import Rows


class Combatant(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of counter in Close Combat and under mines; a vehicle has its machine-guns."""

    fp: int = 0
    ccv: int = 0
    """Close Combat Value: its kill number against a vehicle."""
    open: bool = False
    """Open-topped."""
    aerial: int = 0
    """Its armor from below."""
    survival: int = 0
    """The DR up to which its crew gets out."""
    log: bool = False
    """Men can help it out of a bog with a log."""


class Ratio(msgspec.Struct, frozen=True):
    """A column of the table: from which odds on, or beyond which, and the kill number."""

    text: str
    attack: int
    defence: int
    beyond: bool
    kill: int


NOTHING = Combatant()
Combatants = Mapping[str, Combatant]


def read_combatants(rows: Rows) -> dict[str, Combatant]:
    return {
        row["key"]: Combatant(
            fp=number(row["fp"]),
            ccv=number(row["ccv"]),
            open=yes(row["open"]),
            aerial=number(row["aerial"]),
            survival=number(row["survival"]),
            log=yes(row["log"]),
        )
        for row in rows
    }


def read_odds(rows: Rows) -> tuple[Ratio, ...]:
    return tuple(
        Ratio(row["odds"], int(row["attack"]), int(row["defence"]), yes(row["beyond"]), int(row["kill"]))
        for row in rows
    )


def odds(ratios: tuple[Ratio, ...], attack: int, defence: int) -> Ratio:
    """The column of an attack: odds are rounded down."""
    found = ratios[0]
    for ratio in ratios:
        ours, theirs = attack * ratio.defence, defence * ratio.attack
        if ours > theirs if ratio.beyond else ours >= theirs:
            found = ratio
    return found
