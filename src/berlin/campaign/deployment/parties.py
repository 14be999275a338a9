"""Who is set up with whom: a Gun with its crew, a squad with its weapons, a vehicle with its armor leader."""

from collections.abc import Collection, Iterator, Sequence

from berlin.boards.hexes import board_of
from berlin.campaign.purchases.strength import is_bound
from berlin.campaign.retained import retainer
from berlin.campaign.state.state import Draft
from berlin.squad.board.counters import MMC, PERSONNEL, Sort
from berlin.squad.board.names import Listed
from berlin.squad.board.pieces import ON_MAP, STUCK, Mark, Piece, Where, keeper

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


def is_fresh(d: Draft, owner: int, piece: Piece) -> bool:
    """Did it come with a group of this date?"""
    return piece.group >= 0 and d.groups[owner][piece.group].date == d.turn


def is_hauled(d: Draft, owner: int, piece: Piece) -> bool:
    """A truck that was bought for the Guns of its group."""
    return is_fresh(d, owner, piece) and d.groups[owner][piece.group].trucks


def undecided(d: Draft, seat: int, isolated: bool) -> Iterator[Listed]:
    """What a side has still to set up: what is Isolated, or all the rest."""
    counters, apart = d.book.counters, d.isolated
    for owner in (seat, 1 - seat):
        foreign = owner != seat
        for number, piece in enumerate(d.pieces[owner]):
            if piece.marks & DECIDED or (piece.marks & TAKEN > 0) != foreign or piece.where not in OPEN:
                continue
            there, sort = piece.where is ON_MAP, counters[piece.kind].sort
            if (
                (there and apart >> piece.space & 1) == isolated
                and sort not in NEVER
                and (not there or sort in PERSONNEL or retainer(d, owner, number) == seat)
            ):
                yield owner, number


def leads(d: Draft, seat: int, left: Sequence[Listed]) -> list[Listed]:
    """Those of them that can be taken now. A crew goes with its Gun, a weapon of a new group with its crew; a
    new leader, a truck and a weapon wait for those they belong to."""
    here, serving = set(left), set[int]()
    sorts, waiting = list[Sort](), dict[Listed, set[Sort]]()
    for owner, number in left:
        piece, sort = d.pieces[owner][number], d.counter(owner, number).sort
        sorts.append(sort)
        waiting.setdefault((owner, piece.group), set()).add(sort)
        if sort is GUN:
            serving.add(piece.holder)
    come = _come(d, seat) if LEADER in sorts else set[int]()
    men_left = not PERSONNEL.isdisjoint(sorts)
    men_there = carriers(d, seat, Where.MAP) | carriers(d, seat, Where.ENTERING)
    found = []
    for (owner, number), sort in zip(left, sorts, strict=True):
        piece, waits = d.pieces[owner][number], False
        if sort in BORNE:
            if serves_as_gun(d, seat, (owner, number)):
                waits = is_bound(d, owner, number) and (seat, piece.holder) in here
            else:
                waits = men_left and not men_there
        elif sort is LEADER and is_fresh(d, owner, piece):
            waits = not FULL.isdisjoint(waiting[owner, piece.group]) and piece.group not in come
        elif sort is VEHICLE and is_hauled(d, owner, piece):
            waits = GUN in waiting[owner, piece.group]
        elif sort is CREW:
            waits = owner == seat and number in serving
        if not waits:
            found.append((owner, number))
    return found


def _come(d: Draft, seat: int) -> set[int]:
    """The groups of which an MMC is set up, or about to come in."""
    counters = d.book.counters
    return {
        piece.group
        for piece in d.pieces[seat]
        if piece.space >= 0 and piece.where in COME and counters[piece.kind].sort in MMC
    }


def serves_as_gun(d: Draft, seat: int, unit: Listed) -> bool:
    """A weapon that a crew of its side has, as those of heavy weapons sections."""
    holder = d.pieces[unit[0]][unit[1]].holder
    return holder >= 0 and d.counter(seat, holder).sort is CREW


def held(d: Draft, seat: int, holder: int) -> list[Listed]:
    """What a side's piece has, carries or leads."""
    return [
        (owner, number)
        for owner in (0, 1)
        for number, piece in enumerate(d.pieces[owner])
        if piece.holder == holder and keeper(owner, piece) == seat and not piece.is_out
    ]


def party(d: Draft, seat: int, unit: Listed) -> list[Listed]:
    """A piece, and all that is set up with it and not yet, as far as Isolation does not part them."""
    owner, number = unit
    counter, together = d.counter(owner, number), [unit]
    holder = d.pieces[owner][number].holder
    if counter.sort is Sort.GUN and holder >= 0:
        together += [(seat, holder), *held(d, seat, holder)]
    elif owner == seat and (counter.is_personnel or counter.sort is Sort.VEHICLE):
        together += held(d, seat, number)
    apart = d.is_isolated(d.pieces[owner][number])
    pieces = ((one, d.pieces[one[0]][one[1]]) for one in dict.fromkeys(together))
    return [one for one, piece in pieces if not piece.has(Mark.PLACED) and d.is_isolated(piece) == apart]


def stations(d: Draft, seat: int, group: int, sorts: Collection[Sort], where: Where) -> int:
    """The hexes where pieces of a group are, or by which they come in."""
    found, counters = 0, d.book.counters
    for piece in d.pieces[seat]:
        if piece.group == group and piece.where is where and counters[piece.kind].sort in sorts:
            found |= 1 << piece.space if piece.space >= 0 else 0
    return found


def carriers(d: Draft, seat: int, where: Where) -> int:
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


def tractor(d: Draft, seat: int, gun: Listed) -> Listed | None:
    """The vehicle that would tow a Gun: a truck of its own group, or any that is not yet set up."""
    group = d.pieces[gun[0]][gun[1]].group if gun[0] == seat else NO_GROUP
    free = [
        (piece.group != group, number)
        for number, piece in enumerate(d.pieces[seat])
        if piece.where in (Where.RETAINED, Where.ENTERING)
        and not piece.marks & (Mark.PLACED | Mark.CAPTURED | Mark.ABANDONED | STUCK)
        and d.counter(seat, number).sort is Sort.VEHICLE
        and not d.counter(seat, number).armed
        and (piece.group == group or not is_hauled(d, seat, piece))
    ]
    return (seat, min(free)[1]) if free else None
