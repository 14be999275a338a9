"""A report that is handed in as one text: the form for it, and what a filled one comes to."""

from berlin.campaign.report.check import check
from berlin.campaign.report.common import Settling
from berlin.campaign.report.form import Sides, acts_of, read, template
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.papers import Filled
from berlin.kernel.play.acts import Act


def blank(d: Draft, seat: Seat) -> str:
    """The form for what this side is asked to report now; "" if that is nothing."""
    top = d.frames[-1] if d.frames else None
    if top is None or top.seat != seat or not isinstance(top, Reporting | Settling) or _begun(top):
        return ""
    return template(d, seat, isinstance(top, Reporting))


def _begun(top: Reporting | Settling) -> bool:
    """What both have in common is told in one go. Of the units, those that are left."""
    return isinstance(top, Settling) and bool(top.facts or top.sector >= 0)


def handed(d: Draft, text: str, seat: Seat | None, unseen: int = 0) -> Filled[Act]:
    """What a form comes to: a side's own, or for None that of one who reports for both.

    Raises BadText if no report is asked for, or if it is no TOML.
    """
    sides = _asked(d, seat)
    report = read(d.book, text)
    faults = check(d, report, sides, unseen)
    acts = [] if faults else acts_of(d, report, sides, agreed=seat is None)
    return Filled(tuple(faults), tuple(acts))


def _asked(d: Draft, seat: Seat | None) -> Sides:
    """Whose units are told of by who hands in a report now."""
    top = d.frames[-1] if d.frames else None
    if top is not None and seat not in (None, top.seat):
        raise BadText(f"the {d.side_name(top.seat)} side is asked now", d.book.cite("battle.report"))
    if not isinstance(top, Reporting | Settling):
        raise BadText("no report is asked for now", d.book.cite("battle.report"))
    if _begun(top):
        raise BadText("this was begun step by step: go on with it so", d.book.cite("battle.report"))
    if isinstance(top, Settling):
        return ()
    if seat is not None:
        return (seat,)
    return tuple(frame.seat for frame in reversed(d.frames) if isinstance(frame, Reporting))
