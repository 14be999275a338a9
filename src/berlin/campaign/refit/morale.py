"""ELR: how far a side's units may fall short before others replace them."""

from berlin.campaign.counters import Sort
from berlin.campaign.refit.replenishment import historical
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft

BESIDES = frozenset((Sort.CREW, *(sort for sort in Sort if sort not in (Sort.SQUAD, Sort.HALF, Sort.LEADER))))
"""Whom it doesn't concern: crews, heroes and all that are no Infantry."""

UNDERLINED = 5
"""The ELR of a unit whose morale is underlined."""


def reasons(d: Draft, side: int) -> dict[str, int]:
    """What is added to a side's roll."""
    account = d.accounts[side]
    return {
        "won": d.winner == side,
        "elite": account.elite,
        "scenarios": sum(line.winner >= 0 for line in d.history),
        "cvp": account.suffered,
        "historical": historical(d, side),
    }


def begin(d: Draft) -> None:
    figures = d.book.figures
    for side, name in enumerate(d.book.sides):
        _, change = rolled(d, "elr", reasons(d, side), name)
        elr = d.accounts[side].elr + int(change)
        d.account(side, elr=min(max(elr, figures.elr_least), figures.elr_most))


def elr_of(d: Draft, side: int, number: int) -> int | None:
    """The ELR of a unit: its side's, whatever the losses in play, or its own; None for one that has none."""
    counter = d.counter(side, number)
    if counter.sort in BESIDES:
        return None
    return UNDERLINED if counter.underlined else d.accounts[side].elr
