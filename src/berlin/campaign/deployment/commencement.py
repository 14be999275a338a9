"""A scenario commences."""

from berlin.campaign.state.state import RUSSIAN, Account, Draft, Sheet
from berlin.campaign.victory import open_scenario
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.pieces import Mark


def sheet(date: int, account: Account) -> Sheet:
    """The line of a side's roster for this date, as it stands."""
    return Sheet(date, account.start, account.total, account.cpp, account.elr, account.san, account.recon)


def begin(d: Draft) -> None:
    """ELR and SAN are announced, and who moves first; what the RePh wrote on the pieces is wiped off."""
    for side in BOTH:
        account = d.accounts[side]
        d.sheets[side].append(sheet(d.turn, account))
        text = f"{d.side_name(side)}: ELR {account.elr}, SAN {account.san}"
        d.say("start", text, d.book.cite("commencement.start"))
    d.say("start", f"the {d.side_name(RUSSIAN)} side moves first", d.book.cite("commencement.first_move"))
    for owner in BOTH:
        for unit, piece in d.listed(owner):
            if not piece.is_out:
                d.mark(unit, off=Mark.PLACED | Mark.NEW)
    open_scenario(d)
