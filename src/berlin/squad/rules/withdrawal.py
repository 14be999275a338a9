"""Withdrawal from Melee: where to, with what, and what may happen on the way."""

from berlin.boards.hexes import bits
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import UNSEEN, Mark
from berlin.squad.draft import Draft
from berlin.squad.rules.close_combat import fighters, is_guard, is_vehicle, side_of
from berlin.squad.rules.guards import Location, belongings
from berlin.squad.rules.harm import bears
from berlin.squad.rules.mines import passes_mines


def refuges(d: Draft, unit: Unit) -> list[Place]:
    """The hexes that a unit could withdraw to: those without an enemy whom it can see."""
    side = owner_of(unit)
    field, shut = d.book.field, d.book.shut(d, d.counter(unit))
    for foe in BOTH:
        for other, one in d.on_map(foe):
            sort = d.counter(other)
            if not (sort.is_personnel or sort.sort in (Sort.VEHICLE, Sort.CUPOLA)) or one.marks & UNSEEN:
                continue
            if side_of(d, other) != side and not one.has(Mark.PRISONER):
                shut |= 1 << one.space
    near = field.chart.neighbours(1 << d.piece(unit).space) & ~shut
    return bits(near)


def rout(d: Draft, place: Location) -> None:
    """Broken units that had to leave the Melee and could not."""
    for side in BOTH:
        if not fighters(d, OTHER[side], place):
            continue
        for unit in fighters(d, side, place):
            stuck = d.piece(unit).has(Mark.BROKEN) and not d.piece(unit).has(Mark.DISRUPTED)
            if stuck and not is_vehicle(d, unit) and not is_guard(d, unit):
                d.say(
                    "rout",
                    f"{d.log_name(unit)} can't get away",
                    d.book.cite("melee.close_combat"),
                )
                d.lose(unit, "failed to rout")


def leave(d: Draft, unit: Unit, space: Place) -> None:
    """A unit withdraws with what it can carry; mines in its way, and enemies unseen, stop it."""
    side = owner_of(unit)
    if d.piece(unit).is_out or not passes_mines(d, unit, d.piece(unit).space):
        return
    limit, name = bears(d, unit), d.log_name(unit)
    for other in sorted(belongings(d, unit), key=lambda one: d.counter(one).pp):
        limit -= d.counter(other).pp
        carried = limit >= 0 and d.counter(other).sort is not Sort.GUN
        d.change(other, **({"space": space, "level": 0} if carried else {"holder": -1}))
    for other, one in list(d.on_map(OTHER[side])):
        if one.has(Mark.PRISONER) and holder_of(other, one) == unit:
            d.change(other, space=space, level=0)
    d.change(unit, space=space, level=0)
    text = f"{name} withdraws to {d.book.field.called(space)}"
    d.say("withdrawal", text, d.book.cite("melee.close_combat"))
    unseen = [foe for foe in fighters(d, OTHER[side], (space, 0)) if d.piece(foe).marks & UNSEEN]
    if unseen:
        d.mark(unseen[0], off=UNSEEN)
        d.lose(unit, "withdrew into hidden enemies")
    else:
        passes_mines(d, unit, space)
