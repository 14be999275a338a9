"""Who is set up with whom: a Gun with its crew, a squad with its weapons, a vehicle with its armor leader."""

from collections.abc import Collection, Iterator, Sequence

from berlin.boards.hexes import board_of
from berlin.campaign.purchases.strength import is_bound
from berlin.campaign.retained import retainer
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.squad.board.counters import MMC, PERSONNEL, Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import ON_MAP, STUCK, Mark, Piece, Where

NEVER = frozenset((Sort.COMMANDER, Sort.AIRCRAFT))
"""Who is in a vehicle, or in the air."""
BORNE, FULL = frozenset((Sort.WEAPON, Sort.RADIO)), frozenset((Sort.SQUAD, Sort.HALF))
CREW, LEADER, GUN, VEHICLE = Sort.CREW, Sort.LEADER, Sort.GUN, Sort.VEHICLE
NO_GROUP = -2
# Who is set up, and who is not asked.
DECIDED, TAKEN = Mark.PLACED | Mark.PRISONER, int(Mark.CAPTURED)
SETTLED = int(Mark.PLACED)
COME = frozenset((Where.MAP, Where.ENTERING))
OPEN = frozenset((Where.MAP, Where.RETAINED, Where.ENTERING))


def is_fresh(d: Draft, owner: Seat, piece: Piece) -> bool:
    """Did it come with a group of this date?"""
    return piece.group >= 0 and d.groups[owner][piece.group].date == d.turn


def is_hauled(d: Draft, owner: Seat, piece: Piece) -> bool:
    """A truck that was bought for the Guns of its group."""
    return is_fresh(d, owner, piece) and d.groups[owner][piece.group].trucks


def undecided(d: Draft, seat: Seat, isolated: bool) -> Iterator[Unit]:
    """What a side has still to set up: what is Isolated, or all the rest."""
    counters, apart = d.book.counters, d.isolated
    for owner in (seat, OTHER[seat]):
        foreign = owner != seat
        for unit, piece in d.listed(owner):
            if piece.marks & DECIDED or (piece.marks & TAKEN > 0) != foreign or piece.where not in OPEN:
                continue
            there, sort = piece.where is ON_MAP, counters[piece.kind].sort
            if (
                (there and apart >> piece.space & 1) == isolated
                and sort not in NEVER
                and (not there or sort in PERSONNEL or retainer(d, unit) == seat)
            ):
                yield unit


def leads(d: Draft, seat: Seat, left: Sequence[Unit]) -> list[Unit]:
    """Those of them that can be taken now. A crew goes with its Gun, a weapon of a new group with its crew; a
    new leader, a truck and a weapon wait for those they belong to."""
    here, serving = set(left), set[Unit]()
    sorts, waiting = list[Sort](), dict[tuple[int, int], set[Sort]]()
    for unit in left:
        piece, sort = d.piece(unit), d.counter(unit).sort
        sorts.append(sort)
        waiting.setdefault((owner_of(unit), piece.group), set()).add(sort)
        if sort is GUN:
            serving.add(holder_of(unit, piece))
    come = _come(d, seat) if LEADER in sorts else set[int]()
    men_left = not PERSONNEL.isdisjoint(sorts)
    men_there = carriers(d, seat, Where.MAP) | carriers(d, seat, Where.ENTERING)
    found = []
    for unit, sort in zip(left, sorts, strict=True):
        piece, owner, waits = d.piece(unit), owner_of(unit), False
        if sort in BORNE:
            if serves_as_gun(d, unit):
                waits = is_bound(d, unit) and holder_of(unit, piece) in here
            else:
                waits = men_left and not men_there
        elif sort is LEADER and is_fresh(d, owner, piece):
            waits = not FULL.isdisjoint(waiting[owner, piece.group]) and piece.group not in come
        elif sort is VEHICLE and is_hauled(d, owner, piece):
            waits = GUN in waiting[owner, piece.group]
        elif sort is CREW:
            waits = unit in serving
        if not waits:
            found.append(unit)
    return found


def _come(d: Draft, seat: Seat) -> set[int]:
    """The groups of which an MMC is set up, or about to come in."""
    counters = d.book.counters
    return {
        piece.group
        for piece in d.pieces[seat]
        if piece.space >= 0 and piece.where in COME and counters[piece.kind].sort in MMC
    }


def serves_as_gun(d: Draft, unit: Unit) -> bool:
    """A weapon that a crew has, as those of heavy weapons sections."""
    piece = d.piece(unit)
    return piece.holder >= 0 and d.counter(holder_of(unit, piece)).sort is CREW


def held(d: Draft, unit: Unit) -> list[Unit]:
    """What a piece has, carries or leads."""
    return [other for other, piece in d.held_by(unit) if not piece.is_out]


def party(d: Draft, seat: Seat, unit: Unit) -> list[Unit]:
    """A piece, and all that is set up with it and not yet, as far as Isolation does not part them."""
    counter, piece, together = d.counter(unit), d.piece(unit), [unit]
    if counter.sort is Sort.GUN and piece.holder >= 0:
        holder = holder_of(unit, piece)
        together += [holder, *held(d, holder)]
    elif owner_of(unit) == seat and (counter.is_personnel or counter.sort is Sort.VEHICLE):
        together += held(d, unit)
    apart = d.is_isolated(piece)
    pieces = ((one, d.piece(one)) for one in dict.fromkeys(together))
    return [one for one, piece in pieces if not piece.has(Mark.PLACED) and d.is_isolated(piece) == apart]


def stations(d: Draft, seat: Seat, group: int, sorts: Collection[Sort], where: Where) -> int:
    """The hexes where pieces of a group are, or by which they come in."""
    found, counters = 0, d.book.counters
    for piece in d.pieces[seat]:
        if piece.group == group and piece.where is where and counters[piece.kind].sort in sorts:
            found |= 1 << piece.space if piece.space >= 0 else 0
    return found


def carriers(d: Draft, seat: Seat, where: Where) -> int:
    """The hexes where a side's Personnel are set up, or by which they come in."""
    counters = d.book.counters
    return board_of(
        {
            piece.space
            for piece in d.pieces[seat]
            if piece.where is where
            and piece.space >= 0
            and piece.marks & DECIDED == SETTLED
            and counters[piece.kind].sort in PERSONNEL
        }
    )


def is_settled(piece: Piece) -> bool:
    """Set up, and nobody's prisoner."""
    return piece.marks & DECIDED == SETTLED


def tractor(d: Draft, seat: Seat, gun: Unit) -> Unit | None:
    """The vehicle that would tow a Gun: a truck of its own group, or any that is not yet set up."""
    group = d.piece(gun).group if owner_of(gun) == seat else NO_GROUP
    free = [
        (piece.group != group, unit)
        for unit, piece in d.listed(seat)
        if piece.where in (Where.RETAINED, Where.ENTERING)
        and not piece.marks & (Mark.PLACED | Mark.CAPTURED | Mark.ABANDONED | STUCK)
        and d.counter(unit).sort is Sort.VEHICLE
        and not d.counter(unit).armed
        and (piece.group == group or not is_hauled(d, seat, piece))
    ]
    return min(free)[1] if free else None
