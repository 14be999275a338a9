"""Who Retains what between two scenarios, and where the Isolated may set up."""

from collections.abc import Iterator

from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters.isolation import set_up_room
from berlin.campaign.perimeters.pockets import Location, upper_pockets
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.squad.board.counters import EQUIPMENT, Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import FOREIGN, NOBODY, ON_MAP, OUT, STUCK, Mark, Piece, Where, keeper

PRISONER = int(Mark.PRISONER)
CUPOLA, VEHICLE = Sort.CUPOLA, Sort.VEHICLE
IDLE = Mark.PRISONER | Mark.ABANDONED


def is_immobile(d: Draft, unit: Unit) -> bool:
    """A vehicle that doesn't leave its place; a cupola never does."""
    sort = d.counter(unit).sort
    return sort is CUPOLA or (sort is VEHICLE and bool(d.piece(unit).marks & STUCK))


def is_loose(d: Draft, unit: Unit) -> bool:
    """Equipment that nobody possesses; whoever is in a vehicle has it."""
    piece, sort = d.piece(unit), d.counter(unit).sort
    if sort not in EQUIPMENT or sort is CUPOLA:
        return False
    return piece.has(Mark.ABANDONED) if sort is VEHICLE else piece.holder < 0


def controllers(d: Draft, space: Place) -> list[Seat]:
    """Who Controls a hex: one side, none in No-Man's Land, both in an Area of type D."""
    return [side for side in BOTH if d.control[side] >> space & 1]


def retainer(d: Draft, unit: Unit) -> Seat:
    """The side that Retains a piece. NOBODY does what is lost or a prisoner, nor Equipment on the map that
    nobody possesses where both sides are in Control, or none."""
    piece = d.piece(unit)
    if piece.marks & PRISONER or piece.where in OUT:
        return NOBODY
    lies = piece.where is ON_MAP and is_loose(d, unit)
    return NOBODY if lies and len(controllers(d, piece.space)) != 1 else keeper(owner_of(unit), piece)


def own(d: Draft, side: Seat) -> Iterator[tuple[Unit, Piece]]:
    """A side's pieces in its own hands."""
    return ((unit, piece) for unit, piece in d.at_hand(side) if not piece.marks & FOREIGN)


def room(d: Draft, side: Seat, piece: Piece) -> int | None:
    """The hexes of the Pocket, or of the Isolated Area, in which a side has this piece; None if it is not
    Isolated."""
    return set_up_room(d.outlines[side], d.zones, piece.space) if piece.where is ON_MAP else None


def upstairs(d: Draft, side: Seat, piece: Piece) -> int:
    """The hexes of the Pocket upstairs that a side's piece is in: enemies below cut it off; 0 if it can get
    down."""
    if piece.where is not Where.MAP or piece.level <= 0:
        return 0
    chart, here = d.book.field.chart, (piece.space, piece.level)
    friends, foes = _locations(d, side) | {here}, _locations(d, OTHER[side])

    def near(place: Location) -> list[Location]:
        space, level = place
        beside = [(other, level) for other in bits(chart.neighbours(1 << space)) if (other, level) in friends]
        return [(space, level - 1), *beside] if level else beside

    pockets = upper_pockets(friends, near, foes.__contains__)
    return board_of(space for pocket in pockets if here in pocket for space, _ in pocket)


def _locations(d: Draft, side: Seat) -> set[Location]:
    """Where a side has MMC, vehicles or cupolas."""
    return {
        (piece.space, piece.level)
        for owner in BOTH
        for unit, piece in d.on_map(owner)
        if keeper(owner, piece) == side
        and (d.counter(unit).is_mmc or d.counter(unit).sort in (Sort.VEHICLE, Sort.CUPOLA))
        and not piece.marks & IDLE
    }


def setup_area(d: Draft, unit: Unit) -> int | None:
    """The hexes in which an Isolated piece may set up; None if it is not Isolated."""
    owner = owner_of(unit)
    piece = d.piece(unit)
    hexes = room(d, keeper(owner, piece), piece)
    if hexes is None:
        return None
    hexes = upstairs(d, keeper(owner, piece), piece) or hexes
    return 1 << piece.space if is_immobile(d, unit) or piece.has(Mark.FIXED) else hexes
