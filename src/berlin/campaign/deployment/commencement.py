"""A scenario commences."""

from berlin.campaign.pieces import Mark
from berlin.campaign.state import Draft
from berlin.campaign.victory import open_scenario


def begin(d: Draft) -> None:
    """ELR and SAN are announced, and who moves first; what the RePh wrote on the pieces is wiped off."""
    setup = d.book.setup
    for side, name in enumerate(d.book.sides):
        account = d.accounts[side]
        d.say("start", f"{name}: ELR {account.elr}, SAN {account.san}", setup.start)
    d.say("start", f"{d.book.sides[1]} moves first", setup.first)
    for owner in (0, 1):
        for number, piece in enumerate(d.pieces[owner]):
            if not piece.is_out:
                d.mark(owner, number, off=Mark.PLACED | Mark.NEW)
    open_scenario(d)
