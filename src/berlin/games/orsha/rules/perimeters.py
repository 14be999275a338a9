"""What counts when Perimeters are drawn: Strategic Locations, who carries a marker, who stands in the way.

The drawing itself is in campaign/perimeters: perimeter.py draws, markers.py judges a player's own.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

import msgspec

from berlin.campaign.perimeters.isolation import Forces, Pair
from berlin.campaign.perimeters.perimeter import Side
from berlin.campaign.state.state import Draft
from berlin.games.orsha.board.ground import BY_TERRAIN, EDGE, KEYS, MAP, STRATEGIC
from berlin.games.orsha.board.places import PLACES
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat
from berlin.squad.board import pieces
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.field import Field
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import ENTRENCHMENTS, Works

FIELD = Field(MAP, EDGE, KEYS, PLACES)
MARSH = BY_TERRAIN["marsh"]


class Kind(Enum):
    MMC = "mmc"
    SMC = "smc"
    VEHICLE = "vehicle"
    GUN = "gun"
    CUPOLA = "cupola"


class Piece(msgspec.Struct, frozen=True):
    """What a counter on the map is to a Perimeter. A prisoner is of the side that lost him."""

    side: Seat
    space: Place
    kind: Kind
    prisoner: bool = False
    manned: bool = True
    """A vehicle that is not abandoned; a Gun that a crew possesses."""
    mobile: bool = True
    armed: bool = True
    """A vehicle with functioning MA; a truck has none."""
    hooked: bool = False


def is_unit(piece: Piece) -> bool:
    """Whether it bars enemy lines, and needs a Pocket outside: not SMC, prisoners and what nobody mans."""
    return piece.kind is not Kind.SMC and piece.manned and not piece.prisoner


def is_leader(piece: Piece) -> bool:
    """Whether it is an SMC at large."""
    return piece.kind is Kind.SMC and not piece.prisoner


def carries_marker(piece: Piece) -> bool:
    """Whether its side may put a Perimeter Marker with it, Strategic Location or not."""
    return piece.kind is Kind.MMC and not piece.prisoner


def is_strategic(piece: Piece) -> bool:
    """Whether its Location is Strategic because it is there."""
    match piece.kind:
        case Kind.VEHICLE:
            return piece.manned and piece.mobile and piece.armed
        case Kind.GUN:
            return piece.manned and not piece.hooked
        case Kind.CUPOLA:
            return True
        case _:
            return False


def strategic(works: int, pieces: Iterable[Piece]) -> int:
    """All hexes with a Strategic Location; `works` are the entrenchments and pillboxes."""
    return STRATEGIC | works | _where(piece for piece in pieces if is_strategic(piece))


def forces(pieces: Iterable[Piece]) -> Forces:
    """Who is where, by side; a cupola counts as a vehicle."""
    pieces = tuple(pieces)
    german, russian = (_where(p for p in pieces if p.side == side and is_unit(p)) for side in BOTH)
    one, other = (_where(p for p in pieces if p.side == side and is_leader(p)) for side in BOTH)
    return Forces((german, russian), (one, other))


def sides(works: int, pieces: Iterable[Piece], control: Pair, edge: Pair) -> tuple[Side, Side]:
    """Both sides as Perimeters see them, while each Controls these hexes and has these of the edge."""
    pieces = tuple(pieces)
    units = forces(pieces).units
    holds = [
        (STRATEGIC | works) & control[side] | _where(p for p in pieces if p.side == side and is_strategic(p))
        for side in BOTH
    ]
    german, russian = (
        Side(
            mmc=_where(piece for piece in pieces if piece.side == side and carries_marker(piece)),
            units=units[side],
            holds=holds[side],
            edge=edge[side],
            blocked=units[OTHER[side]] | holds[OTHER[side]],
        )
        for side in BOTH
    )
    return german, russian


def _where(pieces: Iterable[Piece]) -> int:
    found = 0
    for piece in pieces:
        found |= 1 << piece.space
    return found


_KINDS = {
    Sort.SQUAD: Kind.MMC,
    Sort.HALF: Kind.MMC,
    Sort.CREW: Kind.MMC,
    Sort.LEADER: Kind.SMC,
    Sort.HERO: Kind.SMC,
    Sort.COMMANDER: Kind.SMC,
    Sort.VEHICLE: Kind.VEHICLE,
    Sort.GUN: Kind.GUN,
    Sort.CUPOLA: Kind.CUPOLA,
}


def on_map(d: Draft) -> Iterator[Piece]:
    """The counters of a campaign that count for a Perimeter, of whoever has them."""
    for side in BOTH:
        for _, piece in d.on_map(side):
            counter = d.book.counters[piece.kind]
            mounted = counter.sort is Sort.COMMANDER and piece.holder >= 0
            if counter.sort in _KINDS and not mounted:
                yield _seen(d, side, piece, counter)


def _seen(d: Draft, side: Seat, piece: pieces.Piece, counter: Counter) -> Piece:
    owner = OTHER[side] if piece.has(Mark.CAPTURED) else side
    manned = not piece.has(Mark.ABANDONED)
    if counter.sort is Sort.GUN:
        manned = piece.holder >= 0 and d.counter(unit_of(owner, piece.holder)).sort is Sort.CREW
    return Piece(
        owner,
        piece.space,
        _KINDS[counter.sort],
        prisoner=piece.has(Mark.PRISONER),
        manned=manned,
        mobile=not piece.marks & (Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED),
        armed=counter.armed and not piece.marks & (Mark.MALFUNCTION | Mark.DISABLED),
        hooked=piece.has(Mark.HOOKED),
    )


def works_of(d: Draft) -> int:
    """Where entrenchments and pillboxes are."""
    found = 0
    for work in d.works:
        if work.space >= 0 and (work.what in ENTRENCHMENTS or work.what is Works.PILLBOX):
            found |= 1 << work.space
    return found


def sides_of(d: Draft) -> tuple[Side, Side]:
    return sides(works_of(d), on_map(d), (d.control[0], d.control[1]), (d.edge[0], d.edge[1]))


def forces_of(d: Draft) -> Forces:
    return forces(on_map(d))


def strategic_of(d: Draft) -> int:
    return strategic(works_of(d), on_map(d))
