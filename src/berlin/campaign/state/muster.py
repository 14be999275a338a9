"""The orders of battle with which a campaign begins: groups, counters and works that are given."""

from berlin.campaign.book.charts import Branch
from berlin.campaign.book.forces import Force, Grant, Grants
from berlin.campaign.purchases.prices import FIRST
from berlin.campaign.state.state import Draft, Group
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works


def muster(d: Draft) -> None:
    """What both sides are given before anything is bought. The groups are received with those bought."""
    for side, force in zip(BOTH, d.book.market.forces, strict=True):
        _open_account(d, side, force)
        for grant in force.grants:
            _give(d, side, grant)


def _open_account(d: Draft, side: Seat, force: Force) -> None:
    lines = (0,) * len(d.book.charts[side])
    works = (0,) * len(d.book.market.fortifications)
    d.account(
        side,
        cpp=force.cpp,
        total=force.cpp,
        elr=force.elr,
        san=force.san,
        bought=lines,
        today=lines,
        works=works,
    )


def _give(d: Draft, side: Seat, grant: Grant) -> None:
    onboard = not d.book.market.outside[side]
    chart = d.book.charts[side]
    match grant.what:
        case Grants.GROUP:
            line = next(n for n, offer in enumerate(chart) if offer.key == grant.item)
            d.groups[side].extend([Group(line, FIRST, given=True, onboard=onboard)] * grant.count)
        case Grants.BOMBARDMENT:
            line = next(n for n, offer in enumerate(chart) if offer.branch is Branch.BOMBARDMENT)
            d.groups[side].extend([Group(line, FIRST, given=True)] * grant.count)
        case Grants.COUNTERS:
            _counters(d, side, grant, onboard)
        case Grants.WORKS:
            d.works += [Work(Works(grant.item), owner=side)] * grant.count
        case Grants.MINES:
            assert grant.mines is not None
            mines = Work(Works.MINES, owner=side, hidden=True, ap=grant.mines.ap, at=grant.mines.at)
            d.works += [mines] * grant.count


def _counters(d: Draft, side: Seat, grant: Grant, onboard: bool) -> None:
    """Those that are priced together, or leave together, are a group without a line."""
    group = -1
    flies = d.book.counters[grant.item].sort is Sort.AIRCRAFT
    if grant.lot or grant.until:
        group = len(d.groups[side])
        ready = onboard and not flies
        d.groups[side].append(Group(-1, FIRST, given=True, onboard=ready, until=grant.until))
    where = Where.RETAINED if onboard and not flies else Where.ENTERING
    for _ in range(grant.count):
        d.add(side, Piece(grant.item, group, where, marks=Mark.NEW))
