"""Withdrawal from Melee: where to, with what, and what may happen on the way."""

from berlin.squad.board.counters import Sort
from berlin.squad.board.names import Unit, piece_of, unit_of
from berlin.squad.board.pieces import UNSEEN, Mark
from berlin.squad.draft import Draft
from berlin.squad.rules.close_combat import fighters, is_guard, is_vehicle, piece, side_of
from berlin.squad.rules.guards import Place, belongings
from berlin.squad.rules.harm import bears
from berlin.squad.rules.mines import passes_mines


def refuges(d: Draft, unit: Unit) -> list[int]:
    """The hexes that a unit could withdraw to: those without an enemy whom it can see."""
    side, number = piece_of(unit)
    field, shut = d.book.field, d.book.shut(d, d.counter(side, number))
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
                d.say(
                    "rout",
                    f"{d.log_name(*piece_of(unit))} can't get away",
                    d.book.cite("melee.close_combat"),
                )
                d.lose(*piece_of(unit), "failed to rout")


def leave(d: Draft, unit: Unit, space: int) -> None:
    """A unit withdraws with what it can carry; mines in its way, and enemies unseen, stop it."""
    side, number = piece_of(unit)
    if piece(d, unit).is_out or not passes_mines(d, unit, d.pieces[side][number].space):
        return
    limit, name = bears(d, side, number), d.log_name(side, number)
    for owner, other in sorted(belongings(d, side, number), key=lambda one: d.counter(*one).pp):
        limit -= d.counter(owner, other).pp
        carried = limit >= 0 and d.counter(owner, other).sort is not Sort.GUN
        d.change(owner, other, **({"space": space, "level": 0} if carried else {"holder": -1}))
    for other, one in list(d.on_map(1 - side)):
        if one.holder == number and one.has(Mark.PRISONER):
            d.change(1 - side, other, space=space, level=0)
    d.change(side, number, space=space, level=0)
    text = f"{name} withdraws to {d.book.field.called(space)}"
    d.say("withdrawal", text, d.book.cite("melee.close_combat"))
    unseen = [foe for foe in fighters(d, 1 - side, (space, 0)) if piece(d, foe).marks & UNSEEN]
    if unseen:
        d.mark(*piece_of(unseen[0]), off=UNSEEN)
        d.lose(side, number, "withdrew into hidden enemies")
    else:
        passes_mines(d, unit, space)
