"""Fresh CPP for both sides, rolled for in secret."""

from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.rules.rolls import roll_on_table


def historical(d: Draft, side: Seat) -> int:
    """A side's Historical DRM on this CG Date."""
    return d.book.dates[d.turn - 1].drm[side]


def begin(d: Draft) -> None:
    """What is left from the date before is added to."""
    for side in BOTH:
        _, fresh = roll_on_table(d, "cpp", {"historical": historical(d, side)}, d.side_name(side), side)
        start = d.accounts[side].cpp
        total = start + int(fresh)
        d.account(side, start=start, total=total, cpp=total)
