"""A new CG Date, and what becomes of each side's snipers."""

from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.squad.rules.rolls import roll_on_table


def begin(d: Draft) -> None:
    advance(d)
    adjust_snipers(d)


def advance(d: Draft) -> None:
    """The next CG Date: what was bought today was bought on the date before."""
    d.turn += 1
    for side, chart in zip(BOTH, d.book.charts, strict=True):
        today = d.accounts[side].today
        elite = sum(bought for offer, bought in zip(chart, today, strict=False) if offer.elite)
        left = d.accounts[side].cpp
        d.account(side, elite=elite, today=(0,) * len(today), start=left, total=left, recon=0)
    d.say("date", f"CG Date {d.book.dates[d.turn - 1].key}", d.book.cite("dates.date"))


def adjust_snipers(d: Draft) -> None:
    """A high SAN may sink, and none stays below the least."""
    figures = d.book.figures
    for side in BOTH:
        name = d.side_name(side)
        san = d.accounts[side].san
        if san >= figures.san_rolled:
            _, result = roll_on_table(d, "san", {"san": san - figures.san_even}, name)
            d.account(side, san=san + int(result))
        elif san < figures.san_least:
            d.account(side, san=figures.san_least)
            d.say("san", f"{name}: SAN rises to {figures.san_least}", d.book.cite("dates.san"))
