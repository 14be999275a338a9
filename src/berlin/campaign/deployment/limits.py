"""Where a piece may be set up: limits, each a set of hexes with the rule that draws it.

What is legal is what all limits of a piece have in common, and who asks why a hex is not gets the first limit
that leaves it out.
"""

from collections.abc import Collection, Iterable, Iterator

from berlin.boards.hexes import board_of
from berlin.campaign.deployment.parties import (
    FULL,
    carriers,
    is_fresh,
    is_hauled,
    party,
    stations,
    tractor,
)
from berlin.campaign.retained import is_immobile, setup_area
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import NOTHING, Limit, room
from berlin.squad.board.counters import MMC, SMC, Counter, Sort
from berlin.squad.board.counters import SQUADS as SQUADS_OF
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import NOWHERE, ON_MAP, Mark, Piece, Where

SQUADS, MEN, VEHICLES = 3, 4, 1
"""What a Location holds of one side."""
GUN = 0.5
"""A Gun with its crew takes up as much room as a squad."""
LOADS = {
    **{sort: (SQUADS, squads) for sort, squads in SQUADS_OF.items()},
    Sort.GUN: (SQUADS, GUN),
    **dict.fromkeys(SMC, (MEN, 1.0)),
    **dict.fromkeys((Sort.VEHICLE, Sort.CUPOLA), (VEHICLES, 1.0)),
}
"""Of which room each sort takes up how much."""
NO_LOAD = (0, 0.0)
TAKEN = int(Mark.CAPTURED)
HIDDEN_NOW = int(Mark.PLACED | Mark.HIDDEN)
NEEDED = "so many squads are hidden that it sets up on the map"


def friendly(d: Draft, side: Seat) -> int:
    """A side's ground that is not Isolated."""
    return d.area(side) & ~d.isolated & ~(d.control[OTHER[side]] & ~d.control[side])


def to_put(d: Draft, seat: Seat, unit: Unit) -> Iterator[Limit]:
    """Everything that limits where a piece, with what goes along, may be set up on the map. What is there
    already may always stay."""
    setup, owner = d.book.setup, owner_of(unit)
    piece, counter = d.piece(unit), d.counter(unit)
    pocket, together = setup_area(d, unit), party(d, seat, unit)
    stay = 1 << piece.space if piece.where is Where.MAP else NOTHING
    if pocket is not None:
        yield Limit(
            pocket, d.book.cite("setup.pocket"), "an Isolated piece stays in its Pocket, or where it is"
        )
    else:
        if is_fresh(d, owner, piece):
            yield from setup.groups(d, seat, piece)
        if piece.where is Where.ENTERING:
            yield Limit(NOTHING, d.book.cite("setup.recalled"), "it comes in from off board")
        yield Limit(
            friendly(d, seat) | stay, d.book.cite("setup.perimeter"), "outside the Perimeter, or Isolated"
        )
    if counter.sort is Sort.GUN:
        yield from _gun(d, piece, counter)
    for limit in _company(d, seat, unit):
        yield Limit(limit.allowed | stay, limit.rule, limit.reason)
    if counter.sort is Sort.VEHICLE and is_hauled(d, owner, piece):
        guns = stations(d, seat, piece.group, {Sort.GUN}, Where.MAP)
        near = guns | d.book.field.chart.neighbours(guns)
        yield Limit(near, d.book.cite("setup.trucks"), "it sets up next to a Gun of its own group")
    shut = NOTHING
    for kind in {d.counter(member) for member in together}:
        shut |= d.book.shut(d, kind)
    yield Limit(~shut | stay, d.book.cite("setup.perimeter"), f"{counter.text} can't be in that terrain")
    yield Limit(
        ~_full(d, seat, together) | stay, d.book.cite("setup.perimeter"), "too many of this side are there"
    )


def _gun(d: Draft, piece: Piece, counter: Counter) -> Iterator[Limit]:
    figures = d.book.figures
    was = piece.space if piece.where is Where.MAP else piece.last
    if was == NOWHERE:
        return
    if piece.has(Mark.FIXED):
        yield Limit(
            1 << was, d.book.cite("setup.fixed"), "a Gun in a building, a pillbox or a trench is never moved"
        )
    elif d.turn > 1 and not d.book.dates[d.turn - 2].repairs:
        far = figures.gun_shift if counter.large else figures.mortar_shift
        near = d.book.field.chart.within(was, far)
        yield Limit(near, d.book.cite("setup.gun"), f"it is moved by at most {far} hexes")


def _company(d: Draft, seat: Seat, unit: Unit, where: Where = Where.MAP) -> Iterator[Limit]:
    """Who can't be alone: a new leader, and a weapon."""
    owner, piece, counter = owner_of(unit), d.piece(unit), d.counter(unit)
    if counter.sort is Sort.LEADER and is_fresh(d, owner, piece):
        men = stations(d, seat, piece.group, MMC, where)
        yield Limit(men, d.book.cite("setup.leader"), "he begins with an MMC of his own group")
    if counter.sort in (Sort.WEAPON, Sort.RADIO):
        yield Limit(
            carriers(d, seat, where), d.book.cite("setup.perimeter"), "nobody is there who could have it"
        )


def to_hide(d: Draft, seat: Seat, unit: Unit) -> Iterator[Limit]:
    """What limits a hidden set-up, besides what limits any: Guns are free, others have paid for it."""
    setup = d.book.setup
    piece, counter = d.piece(unit), d.counter(unit)
    if counter.sort is Sort.GUN:
        if piece.has(Mark.REVEALED):
            yield Limit(NOTHING, d.book.cite("setup.revealed"), "it was revealed, and isn't hidden again")
    elif not piece.marks & (Mark.HIP | Mark.HIP_SHELLHOLES):
        rule = d.book.cite("setup.cupola") if counter.sort is Sort.CUPOLA else d.book.cite("setup.hidden")
        yield Limit(NOTHING, rule, "hidden set-up was not paid for")
    elif counter.is_personnel and not piece.has(Mark.HIP_SHELLHOLES):
        yield Limit(~setup.craters(d), d.book.cite("setup.craters"), "in shellholes it costs twice as much")
    if counter.sort in FULL and hides_too_many(d, seat, more=counter.squads):
        yield Limit(
            NOTHING,
            d.book.cite("setup.hidden_share"),
            f"only {d.book.figures.hidden_share}% of the squads may be hidden",
        )


def hides_too_many(d: Draft, seat: Seat, more: float = 0.0, away: Collection[Unit] = ()) -> bool:
    """Would too many squads be hidden, with so many more hidden, or with these kept off the map? Squads that
    can still be set up count too; half-squads are halves, the share is rounded up."""
    hidden, there = more, 0.0
    for unit, piece in d.at_hand(seat):
        counter = d.counter(unit)
        if counter.sort not in FULL or piece.has(Mark.PRISONER) or unit in away:
            continue
        if piece.where is ON_MAP:
            hidden += counter.squads * (piece.marks & HIDDEN_NOW == HIDDEN_NOW)
            there += counter.squads
        elif piece.where is Where.RETAINED and not piece.has(Mark.PLACED) and _can_come(d, seat, piece):
            there += counter.squads
    return hidden > -(-there * d.book.figures.hidden_share // 100)


def _can_come(d: Draft, seat: Seat, piece: Piece) -> bool:
    """Does its group, if that is new, set up on the map?"""
    return not is_fresh(d, seat, piece) or bool(room(d.book.setup.groups(d, seat, piece)))


def _is_needed(d: Draft, seat: Seat, unit: Unit) -> bool:
    """Must it be set up, lest too many be hidden?"""
    away = party(d, seat, unit)
    counted = any(d.counter(one).sort in FULL for one in away)
    return counted and hides_too_many(d, seat, away=away) and bool(room(to_put(d, seat, unit)))


def to_tow(d: Draft, seat: Seat, unit: Unit) -> Iterator[Limit]:
    """Where a Gun may be set up in tow."""
    setup = d.book.setup
    piece, counter, far = d.piece(unit), d.counter(unit), d.book.figures.tow_shift
    if seat not in setup.towers or counter.sort is not Sort.GUN:
        yield Limit(
            NOTHING, d.book.cite("setup.tow"), "only a Gun of the side that brings trucks is set up in tow"
        )
    elif piece.last != NOWHERE:
        near = d.book.field.chart.within(piece.last, far)
        yield Limit(near, d.book.cite("setup.tow"), f"in tow it is moved by at most {far} hexes")
    yield from to_put(d, seat, unit)
    hook = None if d.is_isolated(piece) else tractor(d, seat, unit)
    if hook is None:
        yield Limit(NOTHING, d.book.cite("setup.tow"), "there is no vehicle left to tow it")
    else:
        truck = d.piece(hook)
        if is_fresh(d, seat, truck):
            yield from setup.groups(d, seat, truck)
        shut = d.book.shut(d, d.counter(hook)) | _full(d, seat, [hook])
        yield Limit(~shut, d.book.cite("setup.tow"), "its vehicle can't be there")


def to_arrive(d: Draft, seat: Seat, unit: Unit) -> Iterator[Limit]:
    """Where a piece may come in from off board."""
    setup, owner = d.book.setup, owner_of(unit)
    piece, counter = d.piece(unit), d.counter(unit)
    if piece.where is Where.MAP or is_immobile(d, unit):
        yield Limit(NOTHING, d.book.cite("setup.entering"), "it is on the map, or doesn't move")
    if _is_needed(d, seat, unit):
        yield Limit(NOTHING, d.book.cite("setup.hidden_share"), NEEDED)
    if counter.sort is Sort.GUN and not counter.dismantled and tractor(d, seat, unit) is None:
        yield Limit(NOTHING, d.book.cite("setup.entering"), "a Gun needs a vehicle to come in with")
    if counter.sort is Sort.VEHICLE and is_hauled(d, owner, piece):
        yield Limit(NOTHING, d.book.cite("setup.trucks"), "it comes in with a Gun of its own group in tow")
    yield setup.gates(d, seat)
    yield from _company(d, seat, unit, Where.ENTERING)


def to_reserve(d: Draft, seat: Seat, unit: Unit) -> Refusal | None:
    """Why a piece can't be kept off the map; None if it can."""
    found = bound(d, seat, unit)
    if found is None and _is_needed(d, seat, unit):
        return d.refusal("setup.hidden_share", NEEDED)
    return found


def bound(d: Draft, seat: Seat, unit: Unit) -> Refusal | None:
    """Why a piece must be set up, whatever others are; None if it need not."""
    setup = d.book.setup
    piece = d.piece(unit)
    if piece.where is ON_MAP:
        return Refusal(
            d.book.cite("setup.isolated") if d.is_isolated(piece) else d.book.cite("setup.keep"),
            "it is on the map and stays",
        )
    if d.turn < len(d.book.dates) or seat not in setup.committed:
        return None
    counter = d.counter(unit)
    if not (counter.is_personnel or counter.sort in (Sort.VEHICLE, Sort.CUPOLA, Sort.GUN)):
        return None
    if room(to_put(d, seat, unit)) or room(to_arrive(d, seat, unit)):
        return d.refusal("setup.last_date", "on the last date all units must set up or come in")
    return None


def _full(d: Draft, seat: Seat, newcomers: Iterable[Unit]) -> int:
    """Where pieces would be too many: squads, men and vehicles each have their own room in a Location."""
    newcomers, counters = set(newcomers), d.book.counters
    fresh, loads = dict[int, float](), dict[int, dict[int, float]]()
    for unit in newcomers:
        kind, load = LOADS.get(d.counter(unit).sort, NO_LOAD)
        if load:
            fresh[kind] = fresh.get(kind, 0.0) + load
            loads[kind] = {}
    for owner in BOTH:
        foreign = owner != seat
        for unit, piece in d.listed(owner):
            if piece.where is ON_MAP and (piece.marks & TAKEN > 0) == foreign:
                kind, load = LOADS.get(counters[piece.kind].sort, NO_LOAD)
                if kind in fresh and unit not in newcomers:
                    loads[kind][piece.space] = loads[kind].get(piece.space, 0.0) + load
    return board_of(
        space for kind, there in loads.items() for space in there if fresh[kind] + there[space] > kind
    )
