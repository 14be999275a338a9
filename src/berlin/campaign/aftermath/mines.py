"""Minefields at the end of a scenario: who has yet to get out of one."""

from berlin.boards.hexes import bits
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import owner_of, unit_of
from berlin.squad.board.pieces import Mark, Piece, is_mobile, keeper
from berlin.squad.board.works import Works
from berlin.squad.rules import checks
from berlin.squad.rules.harm import reduce
from berlin.squad.rules.mines import FATE, attack_with_ap, attack_with_at, fields


def begin(d: Draft) -> None:
    for side in BOTH:
        for owner in BOTH:
            for unit, piece in list(d.on_map(owner)):
                if d.counter(unit).sort is Sort.VEHICLE and keeper(owner, piece) == side:
                    drive(d, side, unit)
        for unit, _ in list(d.on_map(side)):
            tread(d, unit)


def has_way_out(d: Draft, side: Seat, counter: Counter, piece: Piece, driven: bool) -> bool:
    """Could it leave without a mine's attack, for ground without mines that is not the enemy's? By a
    trailbreak, or on foot by a trench that leads on."""
    here = [work.what for work in d.works if work.space == piece.space]
    chart = d.book.field.chart
    free = chart.neighbours(1 << piece.space) & ~d.control[OTHER[side]]
    free &= ~d.book.shut(d, counter)
    free = sum(1 << space for space in bits(free) if not fields(d, space))
    if Works.TRAILBREAK in here and free:
        return True
    trenches = sum({1 << work.space for work in d.works if work.what is Works.TRENCH and work.space >= 0})
    return not driven and Works.TRENCH in here and bool(trenches & free)


def drive(d: Draft, side: Seat, unit: Unit) -> None:
    """A Mobile vehicle is attacked as if it left: by A-P mines, then by A-T mines if it still can go."""
    piece = d.piece(unit)
    here = fields(d, piece.space)
    if not here or not is_mobile(piece) or has_way_out(d, side, d.counter(unit), piece, driven=True):
        return
    for ap in (work.ap for work in here if work.ap):
        attack_with_ap(d, side, unit, ap)
    for at in (work.at for work in here if work.at):
        if is_mobile(d.piece(unit)) and not d.piece(unit).is_out:
            attack_with_at(d, side, unit, at)


def tread(d: Draft, unit: Unit) -> None:
    """Infantry in an A-P minefield takes an NTC, or is Casualty Reduced."""
    side = owner_of(unit)
    piece, counter = d.piece(unit), d.counter(unit)
    if not counter.is_personnel or piece.has(Mark.PRISONER) or _is_carried(d, side, piece):
        return
    if not any(work.ap for work in fields(d, piece.space)):
        return
    if has_way_out(d, side, counter, piece, driven=False):
        d.say(
            "mines",
            f"{d.log_name(unit)} has a way out of the minefield",
            d.book.cite("mines.way_out"),
        )
    elif not checks.passes(d, unit, "mines", {"leader": checks.lead(d, unit)}):
        reduce(d, unit, FATE, d.book.cite("mines.infantry"))


def _is_carried(d: Draft, side: Seat, piece: Piece) -> bool:
    return piece.holder >= 0 and d.counter(unit_of(side, piece.holder)).sort is Sort.VEHICLE
