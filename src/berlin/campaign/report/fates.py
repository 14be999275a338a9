"""What becomes of a unit by what is said of it: it falls, moves, is captured, or is another counter."""

from berlin.campaign.report.acts import (
    BURNT,
    WRECKED,
)
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Works
from berlin.squad.rules.vehicles import aboard, leave_wreck, lose_crew

WRECKS = {WRECKED: Works.WRECK, BURNT: Works.BURNING_WRECK}


def fall(d: Draft, unit: Unit, reason: str) -> None:
    """Lost; a vehicle with those in it, and it leaves a wreck."""
    piece = d.piece(unit)
    for leader in aboard(d, unit):
        d.lose(leader, f"lost: {reason}")
    d.lose(unit, f"lost: {reason}")
    if reason in WRECKS and piece.where is Where.MAP:
        leave_wreck(d, piece, WRECKS[reason])


def place(d: Draft, unit: Unit, space: Place) -> None:
    """To another hex, with all that it has and those in it; away from who else had it."""
    piece = d.piece(unit)
    if piece.holder >= 0:
        holder = d.piece(holder_of(unit, piece))
        if holder.where is not Where.ABOARD and holder.space != space:
            d.change(unit, holder=-1)
    there = d.change(unit, where=Where.MAP, space=space, level=0, side=-1)
    _follow(d, unit, there)


def _follow(d: Draft, unit: Unit, there: Piece) -> None:
    """All that a unit has is where this piece is, and so is it."""
    d.change(unit, where=there.where, space=there.space, level=there.level)
    for other, piece in d.held_by(unit):
        if not piece.is_out:
            d.change(other, where=there.where, space=there.space, level=there.level)


def capture(d: Draft, unit: Unit) -> None:
    """In enemy hands: men as prisoners, without what they had; vehicles Abandoned, and a crew that had not
    bailed out is lost. Who guards them is found when all is told."""
    counter = d.counter(unit)
    if counter.sort is Sort.VEHICLE and not d.piece(unit).has(Mark.ABANDONED):
        lose_crew(d, unit, "lost with a captured vehicle")
    marks = d.piece(unit).marks
    if counter.is_personnel:
        for other, piece in d.held_by(unit):
            if not piece.is_out:
                d.change(other, holder=-1)
                d.mark(other, off=Mark.PRISONER | Mark.CAPTURED)
        marks = marks & (Mark.WOUNDED | Mark.HEROIC) | Mark.PRISONER
    else:
        marks |= Mark.CAPTURED | (Mark.ABANDONED if counter.sort is Sort.VEHICLE else 0)
    d.change(unit, holder=-1, marks=int(marks))


def guards(d: Draft, unit: Unit) -> list[Unit]:
    """The enemies in a prisoner's hex who could guard him: units before single men."""
    space = d.piece(unit).space
    there = [
        other
        for other, piece in d.on_map(OTHER[owner_of(unit)])
        if piece.space == space
        and d.counter(other).is_personnel
        and not piece.marks & (Mark.PRISONER | Mark.BROKEN)
    ]
    return sorted(there, key=lambda other: d.counter(other).is_smc)


def assign_guards(d: Draft) -> None:
    """Each new prisoner is in the hands of somebody, if there is anybody."""
    for side in BOTH:
        for unit, piece in list(d.on_map(side)):
            if piece.has(Mark.PRISONER) and piece.holder < 0:
                for guard in guards(d, unit)[:1]:
                    d.hand(unit, guard)
                    d.change(unit, level=d.piece(guard).level)


def hand_over(d: Draft, unit: Unit, to: Unit) -> None:
    d.mark(unit, off=Mark.CAPTURED)
    d.hand(unit, to)
    _follow(d, unit, d.piece(to))


def become(d: Draft, unit: Unit, kind: str) -> None:
    """Another counter; a squad of which a half-squad is left is half a casualty."""
    now, then = d.book.counters[kind], d.counter(unit)
    if then.sort is Sort.SQUAD and now.sort is Sort.HALF:
        d.score(owner_of(unit), then.points - now.points)
    d.change(unit, kind=kind)
