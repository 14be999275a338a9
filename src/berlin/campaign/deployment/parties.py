"""Who is set up with whom: a Gun with its crew, a squad with its weapons, a vehicle with its armor leader."""

from collections.abc import Collection, Iterator

from berlin.campaign.counters import MMC, Sort
from berlin.campaign.pieces import Mark, Piece, Where
from berlin.campaign.purchases.strength import is_bound
from berlin.campaign.retained import STUCK, keeper, retainer
from berlin.campaign.state import Draft

Unit = tuple[int, int]
"""A piece by the side on whose list it is, and its number there."""
NEVER = frozenset((Sort.COMMANDER, Sort.AIRCRAFT))
"""Who is in a vehicle, or in the air."""
NO_GROUP = -2
# Who is set up, and who is not asked.
DECIDED = Mark.PLACED | Mark.PRISONER
OPEN = frozenset((Where.MAP, Where.RETAINED, Where.ENTERING))


def is_fresh(d: Draft, owner: int, piece: Piece) -> bool:
    """Did it come with a group of this date?"""
    return piece.group >= 0 and d.groups[owner][piece.group].date == d.turn


def is_hauled(d: Draft, owner: int, piece: Piece) -> bool:
    """A truck that was bought for the Guns of its group."""
    return is_fresh(d, owner, piece) and d.groups[owner][piece.group].trucks


def undecided(d: Draft, seat: int, isolated: bool) -> Iterator[Unit]:
    """What a side has still to set up: what is Isolated, or all the rest."""
    for owner in (seat, 1 - seat):
        for number, piece in enumerate(d.pieces[owner]):
            if (
                not piece.marks & DECIDED
                and piece.where in OPEN
                and keeper(owner, piece) == seat
                and d.is_isolated(piece) == isolated
                and d.counter(owner, number).sort not in NEVER
                and (piece.where is not Where.MAP or retainer(d, owner, number) == seat)
            ):
                yield owner, number


def leads(d: Draft, seat: int, isolated: bool) -> list[Unit]:
    """Those of them that can be taken now. A crew goes with its Gun, a weapon of a new group with its crew; a
    new leader, a truck and a weapon wait for those they belong to."""
    left = list(undecided(d, seat, isolated))
    here = set(left)
    serving = {d.pieces[owner][number].holder for owner, number in left if _is_gun(d, (owner, number))}
    waiting: dict[Unit, set[Sort]] = {}
    for owner, number in left:
        group = owner, d.pieces[owner][number].group
        waiting.setdefault(group, set()).add(d.counter(owner, number).sort)
    men_left = any(d.counter(*unit).is_personnel for unit in left)
    men_there = carriers(d, seat, Where.MAP) | carriers(d, seat, Where.ENTERING)
    found = []
    for owner, number in left:
        piece, counter = d.pieces[owner][number], d.counter(owner, number)
        mates = waiting[owner, piece.group]
        match counter.sort:
            case Sort.CREW:
                waits = owner == seat and number in serving
            case Sort.LEADER if is_fresh(d, owner, piece):
                waits = bool(mates & {Sort.SQUAD, Sort.HALF}) and not _has_come(d, seat, piece.group)
            case Sort.VEHICLE if is_hauled(d, owner, piece):
                waits = Sort.GUN in mates
            case Sort.WEAPON | Sort.RADIO if serves_as_gun(d, seat, (owner, number)):
                waits = is_bound(d, owner, number) and (seat, piece.holder) in here
            case Sort.WEAPON | Sort.RADIO:
                waits = men_left and not men_there
            case _:
                waits = False
        if not waits:
            found.append((owner, number))
    return found


def _has_come(d: Draft, seat: int, group: int) -> bool:
    """Is an MMC of the group set up, or about to come in?"""
    return any(stations(d, seat, group, MMC, where) for where in (Where.MAP, Where.ENTERING))


def _is_gun(d: Draft, unit: Unit) -> bool:
    return d.counter(*unit).sort is Sort.GUN


def serves_as_gun(d: Draft, seat: int, unit: Unit) -> bool:
    """A weapon that a crew of its side has, as those of heavy weapons sections."""
    holder = d.pieces[unit[0]][unit[1]].holder
    return holder >= 0 and d.counter(seat, holder).sort is Sort.CREW


def held(d: Draft, seat: int, holder: int) -> list[Unit]:
    """What a side's piece has, carries or leads."""
    return [
        (owner, number)
        for owner in (0, 1)
        for number, piece in enumerate(d.pieces[owner])
        if piece.holder == holder and not piece.is_out and keeper(owner, piece) == seat
    ]


def party(d: Draft, seat: int, unit: Unit) -> list[Unit]:
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
    found = 0
    for number, piece in enumerate(d.pieces[seat]):
        if piece.where is where and piece.group == group and d.counter(seat, number).sort in sorts:
            found |= 1 << piece.space if piece.space >= 0 else 0
    return found


def carriers(d: Draft, seat: int, where: Where) -> int:
    """The hexes where a side's Personnel are set up, or by which they come in."""
    found = 0
    for number, piece in enumerate(d.pieces[seat]):
        if piece.where is where and piece.space >= 0 and is_settled(piece):
            found |= (1 << piece.space) * d.counter(seat, number).is_personnel
    return found


def is_settled(piece: Piece) -> bool:
    """Set up, and nobody's prisoner."""
    return piece.has(Mark.PLACED) and not piece.has(Mark.PRISONER)


def tractor(d: Draft, seat: int, gun: Unit) -> Unit | None:
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
