"""A scenario commences."""

from berlin.campaign.state.state import Account, Draft, Sheet
from berlin.campaign.victory import open_scenario
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.pieces import Mark


def sheet(date: int, account: Account) -> Sheet:
    """The line of a side's roster for this date, as it stands."""
    return Sheet(date, account.start, account.total, account.cpp, account.elr, account.san, account.recon)


def begin(d: Draft) -> None:
    """ELR and SAN are announced, and who moves first; what the RePh wrote on the pieces is wiped off."""
    for side, name in zip(BOTH, d.book.sides, strict=True):
        account = d.accounts[side]
        d.sheets[side].append(sheet(d.turn, account))
        d.say("start", f"{name}: ELR {account.elr}, SAN {account.san}", d.book.cite("commencement.start"))
    d.say("start", f"{d.book.sides[1]} moves first", d.book.cite("commencement.first_move"))
    for owner in BOTH:
        for unit, piece in d.listed(owner):
            if not piece.is_out:
                d.mark(unit, off=Mark.PLACED | Mark.NEW)
    open_scenario(d)
