"""A scenario commences."""

from berlin.campaign.pieces import Mark
from berlin.campaign.state import Account, Draft, Sheet
from berlin.campaign.victory import open_scenario


def sheet(date: int, account: Account) -> Sheet:
    """The line of a side's roster for this date, as it stands."""
    return Sheet(date, account.start, account.total, account.cpp, account.elr, account.san, account.recon)


def begin(d: Draft) -> None:
    """ELR and SAN are announced, and who moves first; what the RePh wrote on the pieces is wiped off."""
    setup = d.book.setup
    for side, name in enumerate(d.book.sides):
        account = d.accounts[side]
        d.sheets[side].append(sheet(d.turn, account))
        d.say("start", f"{name}: ELR {account.elr}, SAN {account.san}", setup.start)
    d.say("start", f"{d.book.sides[1]} moves first", setup.first)
    for owner in (0, 1):
        for number, piece in enumerate(d.pieces[owner]):
            if not piece.is_out:
                d.mark(owner, number, off=Mark.PLACED | Mark.NEW)
    open_scenario(d)
