"""What counts when Perimeters are drawn: Strategic Locations, who carries a marker, who stands in the way.

The drawing itself is campaign/perimeter.py's, a player's own markers are campaign/markers.py's.
"""

from collections.abc import Iterable
from enum import Enum

import msgspec

from berlin.campaign.isolation import Forces, Pair
from berlin.campaign.markers import Cites
from berlin.campaign.perimeter import Field, Side
from berlin.games.orsha.ground import EDGE, KEYS, MAP, STRATEGIC

FIELD = Field(MAP, EDGE, KEYS)
CITES = Cites(
    place="OTO 7.5053a",
    shared="OTO 7.5053.def.node",
    pointing="OTO 7.5053a",
    grain="OTO 7.5053a",
    clear="OTO 7.5053b",
    edge="OTO 7.5052a",
    loop="OTO 7.505",
    pocket="OTO 7.5054b",
)


class Kind(Enum):
    MMC = "mmc"
    SMC = "smc"
    VEHICLE = "vehicle"
    GUN = "gun"
    CUPOLA = "cupola"


class Piece(msgspec.Struct, frozen=True):
    """What a counter on the map is to a Perimeter. A prisoner is of the side that lost him."""

    side: int
    space: int
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
    german, russian = (_where(p for p in pieces if p.side == side and is_unit(p)) for side in (0, 1))
    one, other = (_where(p for p in pieces if p.side == side and is_leader(p)) for side in (0, 1))
    return Forces((german, russian), (one, other))


def sides(works: int, pieces: Iterable[Piece], control: Pair, edge: Pair) -> tuple[Side, Side]:
    """Both sides as Perimeters see them, while each Controls these hexes and has these of the edge."""
    pieces = tuple(pieces)
    units = forces(pieces).units
    holds = [
        (STRATEGIC | works) & control[side] | _where(p for p in pieces if p.side == side and is_strategic(p))
        for side in (0, 1)
    ]
    german, russian = (
        Side(
            mmc=_where(piece for piece in pieces if piece.side == side and carries_marker(piece)),
            units=units[side],
            holds=holds[side],
            edge=edge[side],
            blocked=units[1 - side] | holds[1 - side],
        )
        for side in (0, 1)
    )
    return german, russian


def _where(pieces: Iterable[Piece]) -> int:
    found = 0
    for piece in pieces:
        found |= 1 << piece.space
    return found
