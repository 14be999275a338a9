"""ELR: how far a side's units may fall short before others replace them."""

from berlin.campaign.refit.replenishment import historical
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.rules.rolls import roll_on_table


def reasons(d: Draft, side: Seat) -> dict[str, int]:
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
    for side in BOTH:
        _, change = roll_on_table(d, "elr", reasons(d, side), d.side_name(side))
        elr = d.accounts[side].elr + int(change)
        d.account(side, elr=min(max(elr, figures.elr_least), figures.elr_most))
