"""Setting up in tests: a campaign at step 7.522, and its questions answered piece by piece."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from tests.campaign.desk import desk, do, legal, question

from berlin.boards.hexes import board_of
from berlin.campaign.deployment import setup
from berlin.campaign.deployment.setup import Take
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.sectors import Put, Sector, sectors
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.board.works import Work

GERMAN, RUSSIAN = BOTH
MAIN, SECOND = Group(0, 1), Group(0, 2)


def hexes(*names: str) -> int:
    return board_of(map(find_hex, names))


def new(kind: str, marks: int = 0, group: int = 0, **fields: Any) -> Piece:
    """A piece of a group."""
    return Piece(kind, group, marks=marks, **fields)


def set_up(
    german: Sequence[Piece] = (),
    russian: Sequence[Piece] = (),
    works: Sequence[Work] = (),
    pockets: Sequence[tuple[Seat, int]] = (),
    groups: tuple[Sequence[Group], Sequence[Group]] = ((), ()),
    **fields: Any,
) -> Draft:
    """A campaign whose set-up begins; `pockets` are of a side, each an Isolated Area of its own."""
    given = (tuple(groups[0]), tuple(groups[1]))
    d = desk(german, russian, works, groups=given, **fields)
    for side in (GERMAN, RUSSIAN):
        mine = tuple(Pocket(area, area) for owner, area in pockets if owner == side)
        old = d.outlines[side]
        d.outlines[side] = Perimeter(old.main, (), 0, mine, old.main_front)
    d.zones = [Area(area, "C", side) for side, area in pockets]
    setup.begin(d)
    question(d)
    return d


def unit(number: int, side: Seat = GERMAN) -> Unit:
    return unit_of(side, number)


def take(d: Draft, number: int, side: Seat = GERMAN, owner: Seat | None = None) -> None:
    do(d, Take(unit_of(side if owner is None else owner, number)))


def turn_to(d: Draft, space: int) -> None:
    """Name the part of the map, if that is asked."""
    around = [act for act in legal(d) if isinstance(act, Sector)]
    if around:
        do(d, next(act for act in around if sectors(MAP)[act.space] >> space & 1))


def put(d: Draft, number: int, name: str, kind: type[Act] = Put, side: Seat = GERMAN) -> Piece:
    """Set a piece up; what it is then."""
    take(d, number, side)
    if kind is not setup.Arrive:
        turn_to(d, find_hex(name))
    do(d, kind(find_hex(name)))
    return d.pieces[side][number]


def why_not(d: Draft, number: int, act: Act, side: Seat = GERMAN) -> Refusal | None:
    """Why a piece that is next to be set up can't go there; None if it can."""
    before = list(d.frames)
    d.frames.append(setup.Siting(side, unit_of(side, number)))
    space = getattr(act, "space", -1)
    if space >= 0 and any(isinstance(one, Sector) for one in legal(d)):
        around = next(middle for middle, part in sectors(MAP).items() if part >> space & 1)
        if Sector(around) in legal(d) and not isinstance(act, setup.Arrive):
            d.frames[-1] = replace(d.frames[-1], sector=around)
    top = d.frames[-1]
    assert isinstance(top, setup.Siting)
    found = None if act in legal(d) else top.why_not(d, act)
    d.frames[:] = before
    return found


def concealed(piece: Piece) -> bool:
    return piece.has(Mark.CONCEALED)
