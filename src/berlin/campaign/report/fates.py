"""What becomes of a unit by what is said of it: it falls, moves, is captured, or is another counter."""

from berlin.campaign.report.acts import (
    BURNT,
    WRECKED,
)
from berlin.campaign.state.state import Draft
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Piece, Where, keeper
from berlin.squad.board.works import Works
from berlin.squad.rules.vehicles import aboard, leave_wreck, lose_crew

WRECKS = {WRECKED: Works.WRECK, BURNT: Works.BURNING_WRECK}


def fall(d: Draft, side: int, number: int, reason: str) -> None:
    """Lost; a vehicle with those in it, and it leaves a wreck."""
    piece = d.pieces[side][number]
    for leader in aboard(d, side, number):
        d.lose(side, leader, f"lost: {reason}")
    d.lose(side, number, f"lost: {reason}")
    if reason in WRECKS and piece.where is Where.MAP:
        leave_wreck(d, piece, WRECKS[reason])


def place(d: Draft, side: int, number: int, space: int) -> None:
    """To another hex, with all that it has and those in it; away from who else had it."""
    piece = d.pieces[side][number]
    if piece.holder >= 0:
        holder = d.pieces[keeper(side, piece)][piece.holder]
        if holder.where is not Where.ABOARD and holder.space != space:
            d.change(side, number, holder=-1)
    there = d.change(side, number, where=Where.MAP, space=space, level=0, side=-1)
    _follow(d, side, number, there)


def _follow(d: Draft, side: int, number: int, there: Piece) -> None:
    """All that a unit has is where this piece is, and so is it."""
    d.change(side, number, where=there.where, space=there.space, level=there.level)
    for owner in (0, 1):
        for other, piece in list(d.at_hand(owner)):
            if piece.holder == number and keeper(owner, piece) == side:
                d.change(owner, other, where=there.where, space=there.space, level=there.level)


def capture(d: Draft, side: int, number: int) -> None:
    """In enemy hands: men as prisoners, without what they had; vehicles Abandoned, and a crew that had not
    bailed out is lost. Who guards them is found when all is told."""
    counter = d.counter(side, number)
    if counter.sort is Sort.VEHICLE and not d.pieces[side][number].has(Mark.ABANDONED):
        lose_crew(d, side, number, "lost with a captured vehicle")
    marks = d.pieces[side][number].marks
    if counter.is_personnel:
        for owner in (0, 1):
            for other, piece in list(d.at_hand(owner)):
                if piece.holder == number and keeper(owner, piece) == side:
                    d.change(owner, other, holder=-1)
                    d.mark(owner, other, off=Mark.PRISONER | Mark.CAPTURED)
        marks = marks & (Mark.WOUNDED | Mark.HEROIC) | Mark.PRISONER
    else:
        marks |= Mark.CAPTURED | (Mark.ABANDONED if counter.sort is Sort.VEHICLE else 0)
    d.change(side, number, holder=-1, marks=int(marks))


def guards(d: Draft, side: int, number: int) -> list[int]:
    """The enemies in a prisoner's hex who could guard him: units before single men."""
    space = d.pieces[side][number].space
    there = [
        other
        for other, piece in d.on_map(1 - side)
        if piece.space == space
        and d.counter(1 - side, other).is_personnel
        and not piece.marks & (Mark.PRISONER | Mark.BROKEN)
    ]
    return sorted(there, key=lambda other: d.counter(1 - side, other).is_smc)


def assign_guards(d: Draft) -> None:
    """Each new prisoner is in the hands of somebody, if there is anybody."""
    for side in (0, 1):
        for number, piece in list(d.on_map(side)):
            if piece.has(Mark.PRISONER) and piece.holder < 0:
                for guard in guards(d, side, number)[:1]:
                    d.change(side, number, holder=guard, level=d.pieces[1 - side][guard].level)


def hand_over(d: Draft, side: int, number: int, holder: int) -> None:
    there = d.pieces[side][holder]
    d.mark(side, number, off=Mark.CAPTURED)
    d.change(side, number, holder=holder)
    _follow(d, side, number, there)


def become(d: Draft, side: int, number: int, kind: str) -> None:
    """Another counter; a squad of which a half-squad is left is half a casualty."""
    now, then = d.book.counters[kind], d.counter(side, number)
    if then.sort is Sort.SQUAD and now.sort is Sort.HALF:
        d.score(side, then.points - now.points)
    d.change(side, number, kind=kind)
