"""What a side has at hand, and where: in the main Perimeter Area, or in an Isolated one."""

from collections.abc import Iterator

from berlin.campaign.retained import own, retainer
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of, unit_of
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where

MAIN = -1
AT_HAND = frozenset((Where.MAP, Where.RETAINED, Where.ENTERING))
WEAPONS = frozenset((Sort.WEAPON, Sort.GUN))
Kept = tuple[Unit, Piece]


def part(d: Draft, piece: Piece) -> int:
    """Which part of its side's Perimeter Area it is in: MAIN, or the number of an Isolated Area."""
    if piece.where is not Where.MAP:
        return MAIN
    return part_of(d, piece.space)


def part_of(d: Draft, space: Place) -> int:
    """The same of a hex; off the map it is MAIN."""
    zones = enumerate(d.zones) if space >= 0 else ()
    return next((number for number, zone in zones if zone.hexes >> space & 1), MAIN)


def retained(d: Draft, side: Seat) -> Iterator[Kept]:
    """Everything that a side Retains, Captured equipment too; no prisoners."""
    for owner in (side, OTHER[side]):
        for unit, piece in list(d.listed(owner)):
            if piece.where in AT_HAND and retainer(d, unit) == side:
                yield unit, piece


def vehicles(d: Draft, side: Seat) -> Iterator[Kept]:
    """The vehicles that a side Retains."""
    return (kept for kept in retained(d, side) if d.counter(kept[0]).sort is Sort.VEHICLE)


def men(d: Draft, side: Seat, where: int) -> list[Unit]:
    """A side's Personnel in one part of its Perimeter Area."""
    return list(_men(d, side, where))


def _men(d: Draft, side: Seat, where: int) -> Iterator[Unit]:
    for unit, piece in own(d, side):
        if piece.where in AT_HAND and d.counter(unit).is_personnel and part(d, piece) == where:
            yield unit


def has_mmc(d: Draft, side: Seat, where: int) -> bool:
    return any(d.counter(unit).is_mmc for unit in _men(d, side, where))


def engineers(d: Draft, side: Seat) -> int:
    """How many Assault Engineer squads a side has that are not Isolated."""
    return sum(
        d.counter(unit).sort is Sort.SQUAD and d.piece(unit).has(Mark.ENGINEER) for unit in men(d, side, MAIN)
    )


def is_single(d: Draft, unit: Unit) -> bool:
    """A man by himself: an SMC, or an armor leader without a vehicle."""
    counter = d.counter(unit)
    return counter.is_smc or (counter.sort is Sort.COMMANDER and d.piece(unit).holder < 0)


def is_qualified(d: Draft, side: Seat, unit: Unit) -> bool:
    """Can those who would use it do so without penalty? A vehicle needs its own kind of crew, a Gun any crew,
    a support weapon an MMC; what was the enemy's never serves well."""
    piece, counter = d.piece(unit), d.counter(unit)
    if owner_of(unit) != side:
        return False
    if counter.sort is Sort.VEHICLE and not piece.has(Mark.ABANDONED):
        return piece.holder < 0 or d.piece(unit_of(side, piece.holder)).kind == counter.crew
    hands = [d.counter(man) for man in men(d, side, part(d, piece))]
    match counter.sort:
        case Sort.VEHICLE:
            return any(hand.key == counter.crew for hand in hands)
        case Sort.GUN:
            return any(hand.sort is Sort.CREW for hand in hands)
        case _:
            return any(hand.is_mmc for hand in hands)


def move_off(d: Draft, unit: Unit, where: Where) -> None:
    """Off the map, or to another box, with everything that it carries."""
    for other, piece in d.held_by(unit):
        if not piece.is_out:
            _leave(d, other, where)
    _leave(d, unit, where)


def _leave(d: Draft, unit: Unit, where: Where) -> None:
    piece = d.piece(unit)
    last = piece.space if piece.where is Where.MAP else piece.last
    d.change(unit, where=where, space=NOWHERE, level=0, side=-1, last=last)
