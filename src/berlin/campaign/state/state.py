"""The state of a campaign: one frozen value; and the draft, its working copy while an action is carried out.

Sets of hexes are whole numbers in a draft, bit by bit; a state holds them as bytes.
"""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from berlin.boards.hexes import pack, unpack
from berlin.campaign.book.book import Book
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.perimeters.pockets import Pocket
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.play import draft
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.play.thawing import Form
from berlin.squad.board.pieces import NOBODY, NOWHERE, ON_MAP, Piece
from berlin.squad.board.works import Work
from berlin.squad.draft import SquadDraft

GERMAN, RUSSIAN = BOTH
Both = tuple[int, int]
Frozen = TypeVar("Frozen")
Thawed = TypeVar("Thawed")


class Account(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a side's CG Roster says of it, besides its pieces."""

    cpp: int = 0
    total: int = 0
    """What it could spend on this CG Date: what was left, and the replenishment."""
    start: int = 0
    """What was left from the date before."""
    fpp: int = 0
    san: int = 0
    elr: int = 0
    suffered: int = 0
    """Casualty points since the campaign began."""
    suffered_now: int = 0
    """In the last scenario."""
    bought: tuple[int, ...] = ()
    """By line of its chart: how many groups in the campaign, and on this date."""
    today: tuple[int, ...] = ()
    elite: int = 0
    """Elite infantry groups that were bought on the date before."""
    recon: int = 0
    """Locations that it may look at."""
    works: tuple[int, ...] = ()
    """By line of the list of fortifications: how many in the campaign."""


class Sheet(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A line of a side's CG Roster: a CG Date as it stood when its scenario began."""

    date: int
    start: int
    total: int
    """CPP that were left from the date before, and with the replenishment."""
    left: int
    elr: int
    san: int
    recon: int = 0


class Group(msgspec.Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """A Reinforcement Group that was given or bought."""

    line: int
    """Of its chart; -1 for counters that were given, and count as one group."""
    date: int
    given: bool = False
    onboard: bool = True
    """Sets up; if not, it enters or is kept. OBA: is in the coming scenario."""
    depleted: bool = False
    ammo: str = ""
    """Of OBA: plentiful, normal or scarce."""
    radio: bool = True
    observer: Place = NOWHERE
    """The hex of its Offboard Observer; -1 without, -2 not yet told."""
    level: int = 2
    registered: tuple[Place, ...] = ()
    """Pre-Registered hexes; -2 for one that is paid for and not yet told."""
    trucks: bool = False
    used: bool = False
    gone: str = ""
    """Why it is out of the campaign."""
    paid: int = 0
    """CPP, with all that was had with it."""
    of: int = -1
    """Of an Offboard Observer: the module that has him."""
    until: int = 0
    """The game turn at whose end it is Recalled; 0: it stays."""


class Line(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One CG Date that is over, for the history."""

    date: int
    winner: Seat
    points: int
    """VP that the Russians had in all."""
    earned: int
    """VP that count for this scenario."""
    lost: Both
    """Casualty points that each side suffered."""
    held: bytes
    """Hexes that the Germans Controlled at its end."""
    way: str = ""
    """How the battle was settled."""
    weather: str = ""
    ground: str = ""
    """Under which conditions."""


class Zone(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An Isolated Area as a state holds it."""

    hexes: bytes
    kind: str
    side: Seat = NOBODY


class Outline(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A Perimeter as a state holds it: the main Area and its Front Line, and the same of each Pocket."""

    main: bytes = b""
    front: bytes = b""
    pockets: tuple[tuple[bytes, bytes], ...] = ()


class State(msgspec.Struct, frozen=True):
    """Everything there is to know about a campaign."""

    key: bytes
    rolls: int
    given: tuple[int, ...]
    turn: int
    """The CG Date, from 1."""
    stage: int
    over: int
    frames: tuple[AnyQuestion, ...]
    needed: int
    """VP with which the attacker wins the campaign."""
    way: str
    """How battles are settled: model, report, or each (asked every time)."""
    pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    works: tuple[Work, ...]
    groups: tuple[tuple[Group, ...], tuple[Group, ...]]
    accounts: tuple[Account, Account]
    control: tuple[bytes, bytes]
    edge: tuple[bytes, bytes]
    markers: tuple[tuple[Marker, ...], tuple[Marker, ...]]
    """By side: the Perimeter Markers that the player laid himself; none for the largest Perimeter."""
    outlines: tuple[Outline, Outline]
    """The Perimeters, as they were drawn."""
    had: tuple[bytes, bytes]
    had_edge: tuple[bytes, bytes]
    """What each side Controlled, and had of the edge, before they were drawn."""
    fronts: tuple[bytes, bytes]
    """The Front Lines."""
    zones: tuple[Zone, ...]
    """The Isolated Areas."""
    cvp: int
    evp: int
    """Casualty and exit points that the attacker has earned in the campaign."""
    before: Both
    """Both as they stood when this scenario began."""
    weather: str
    ground: str
    """Environmental Conditions."""
    wind: str
    rained: bool
    """Rain fell in play on the last date."""
    winner: Seat
    """Of the last scenario; -1 before there was one."""
    history: tuple[Line, ...]
    left: int
    """CPP that the defender had left when the last RePh was over; -1 before."""
    verdict: str
    left_most: int = -1
    """How many of them count at most; -1: all."""
    fought: str = ""
    """How the last battle was settled."""
    sheets: tuple[tuple[Sheet, ...], tuple[Sheet, ...]] = ((), ())
    """By side: its CG Roster, date by date."""
    counting: bool = True
    """Do casualties count? From the start of a scenario until its winner is determined."""


def _thaw_zones(zones: tuple[Zone, ...]) -> list[Area]:
    return [Area(unpack(z.hexes), z.kind, None if z.side < 0 else BOTH[z.side]) for z in zones]


def _freeze_zones(areas: list[Area]) -> tuple[Zone, ...]:
    return tuple(Zone(pack(a.hexes), a.kind, NOBODY if a.side is None else a.side) for a in areas)


def _thaw_outline(outline: Outline) -> Perimeter:
    pockets = tuple(Pocket(unpack(area), unpack(front)) for area, front in outline.pockets)
    return Perimeter(unpack(outline.main), (), 0, pockets, unpack(outline.front))


def _freeze_outline(perimeter: Perimeter) -> Outline:
    pockets = tuple((pack(pocket.area), pack(pocket.front)) for pocket in perimeter.pockets)
    return Outline(pack(perimeter.main), pack(perimeter.main_front), pockets)


def _of_both(thaw: Callable[[Frozen], Thawed], freeze: Callable[[Thawed], Frozen]) -> Form:
    """The same of either side."""
    return Form(lambda v: [thaw(v[0]), thaw(v[1])], lambda v: (freeze(v[0]), freeze(v[1])))


LISTS = Form(lambda v: (list(v[0]), list(v[1])), lambda v: (tuple(v[0]), tuple(v[1])))
HEXES = _of_both(unpack, pack)
FORMS = {
    **dict.fromkeys(("pieces", "groups", "sheets"), LISTS),
    **dict.fromkeys(("control", "edge", "had", "had_edge", "fronts"), HEXES),
    "outlines": _of_both(_thaw_outline, _freeze_outline),
    "zones": Form(_thaw_zones, _freeze_zones),
}


class Draft(SquadDraft[State], of=State, forms=FORMS):
    """A campaign being worked on. A module derives its own and says of which book it is."""

    book: ClassVar[Book]

    __slots__ = draft.names(State)

    needed: int
    way: str
    pieces: tuple[list[Piece], list[Piece]]
    works: list[Work]
    groups: tuple[list[Group], list[Group]]
    accounts: list[Account]
    control: list[int]
    edge: list[int]
    markers: list[tuple[Marker, ...]]
    outlines: list[Perimeter]
    had: list[int]
    had_edge: list[int]
    fronts: list[int]
    zones: list[Area]
    cvp: int
    evp: int
    before: Both
    weather: str
    ground: str
    wind: str
    rained: bool
    winner: Seat
    history: list[Line]
    left: int
    verdict: str
    left_most: int
    fought: str
    sheets: tuple[list[Sheet], list[Sheet]]
    counting: bool

    def account(self, side: Seat, **fields: Any) -> Account:
        """Change entries of a side's roster."""
        self.accounts[side] = msgspec.structs.replace(self.accounts[side], **fields)
        return self.accounts[side]

    def group(self, side: Seat, number: int, **fields: Any) -> Group:
        """Change fields of a Reinforcement Group."""
        self.groups[side][number] = msgspec.structs.replace(self.groups[side][number], **fields)
        return self.groups[side][number]

    def score(self, side: Seat, points: int) -> None:
        """A side has suffered casualties. Those of the side that sets up first earn the other points."""
        if not self.counting:
            return
        account = self.accounts[side]
        self.account(side, suffered=account.suffered + points, suffered_now=account.suffered_now + points)
        if side == GERMAN:
            self.cvp += points

    def elr(self, side: Seat) -> int:
        return self.accounts[side].elr

    def area(self, side: Seat) -> int:
        """A side's Perimeter Area, Pockets and all."""
        return self.outlines[side].area

    @property
    def isolated(self) -> int:
        """The hexes of all Isolated Areas."""
        found = 0
        for area in self.zones:
            found |= area.hexes
        return found

    def is_isolated(self, piece: Piece) -> bool:
        """Is it in an Isolated Area?"""
        return piece.where is ON_MAP and bool(self.isolated >> piece.space & 1)
