"""Withdrawal from Melee: where to, with what, and what may happen on the way."""

from berlin.campaign.aftermath.close_combat import fighters, is_guard, is_vehicle, piece, side_of
from berlin.campaign.checks import fire
from berlin.campaign.counters import Sort
from berlin.campaign.guards import Place, belongings
from berlin.campaign.harm import bears
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark
from berlin.campaign.state import Draft
from berlin.campaign.works import Works

UNSEEN = Mark.HIDDEN | Mark.CONCEALED


def refuges(d: Draft, unit: int) -> list[int]:
    """The hexes that a unit could withdraw to: those without an enemy whom it can see."""
    side, number = piece_of(unit)
    field, shut = d.book.ground.field, d.book.ground.shut(d, d.counter(side, number))
    for foe in (0, 1):
        for other, one in d.on_map(foe):
            sort = d.counter(foe, other)
            if not (sort.is_personnel or sort.sort in (Sort.VEHICLE, Sort.CUPOLA)) or one.marks & UNSEEN:
                continue
            if side_of(d, unit_of(foe, other)) != side and not one.has(Mark.PRISONER):
                shut |= 1 << one.space
    near = field.chart.neighbours(1 << d.pieces[side][number].space) & ~shut
    return [space for space in range(near.bit_length()) if near >> space & 1]


def rout(d: Draft, place: Place) -> None:
    """Broken units that had to leave the Melee and could not."""
    for side in (0, 1):
        if not fighters(d, 1 - side, place):
            continue
        for unit in fighters(d, side, place):
            stuck = piece(d, unit).has(Mark.BROKEN) and not piece(d, unit).has(Mark.DISRUPTED)
            if stuck and not is_vehicle(d, unit) and not is_guard(d, unit):
                d.say("rout", f"{d.counter(*piece_of(unit)).text} can't get away", d.book.closing.base)
                d.lose(*piece_of(unit), "failed to rout")


def leave(d: Draft, unit: int, space: int) -> None:
    """A unit withdraws with what it can carry; mines in its way, and enemies unseen, stop it."""
    side, number = piece_of(unit)
    if piece(d, unit).is_out or not passes_mines(d, unit, d.pieces[side][number].space):
        return
    limit = bears(d, side, number)
    for owner, other in sorted(belongings(d, side, number), key=lambda one: d.counter(*one).pp):
        limit -= d.counter(owner, other).pp
        carried = limit >= 0 and d.counter(owner, other).sort is not Sort.GUN
        d.change(owner, other, **({"space": space, "level": 0} if carried else {"holder": -1}))
    for other, one in list(d.on_map(1 - side)):
        if one.holder == number and one.has(Mark.PRISONER):
            d.change(1 - side, other, space=space, level=0)
    d.change(side, number, space=space, level=0)
    names = d.book.ground.field.names
    d.say("withdrawal", f"{d.counter(side, number).text} withdraws to {names[space]}", d.book.closing.base)
    unseen = [foe for foe in fighters(d, 1 - side, (space, 0)) if piece(d, foe).marks & UNSEEN]
    if unseen:
        d.mark(*piece_of(unseen[0]), off=UNSEEN)
        d.lose(side, number, "withdrew into hidden enemies")
    else:
        passes_mines(d, unit, space)


def passes_mines(d: Draft, unit: int, space: int) -> bool:
    """A minefield's attack on who leaves or enters it. Does he go on?"""
    side, number = piece_of(unit)
    ap = max((w.ap for w in d.works if w.what is Works.MINES and w.space == space), default=0)
    if not ap:
        return True
    rule, roll = d.book.closing.minefield, d.draw(6) + d.draw(6)
    result = d.book.closing.fire.result(ap, roll)
    d.say("mines", f"{d.counter(side, number).text} in a minefield: {roll}, {result}", rule)
    broken = fire(d, side, [number], result, "lost in a minefield", rule)
    for one in broken:
        d.mark(side, one, on=Mark.BROKEN)
    return not broken and not piece(d, unit).is_out
