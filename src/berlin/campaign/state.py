"""The state of a campaign: one frozen value; and the draft, its working copy while an action is carried out.

Sets of hexes are whole numbers in a draft, bit by bit; a state holds them as bytes.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from berlin.boards.hexes import packed, unpacked
from berlin.campaign.book import Book
from berlin.campaign.counters import Counter
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.pieces import ABOARD, ON_MAP, OUT, Mark, Piece, Where
from berlin.campaign.works import Work
from berlin.kernel import draft
from berlin.kernel.events import Event
from berlin.kernel.frames import Frame

GERMAN, RUSSIAN = 0, 1
Both = tuple[int, int]


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
    observer: int = -1
    """The hex of its Offboard Observer; -1 without, -2 not yet told."""
    level: int = 2
    registered: tuple[int, ...] = ()
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
    winner: int
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
    side: int = -1


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
    frames: tuple[Any, ...]
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
    winner: int
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


class Draft(draft.Draft[State]):
    """A campaign being worked on. A module derives its own and says of which book it is."""

    book: ClassVar[Book]
    whole: ClassVar[type[State]] = State
    """What it freezes to: a module's own type, which knows its questions."""

    __slots__ = (*(name for name in draft.names(State) if name != "outlines"), "perimeters")

    frames: list[Frame]

    def __init__(self, state: State, log: list[Event] | None = None) -> None:
        super().__init__(state, log)
        self.needed = state.needed
        self.way = state.way
        self.pieces: tuple[list[Piece], list[Piece]] = (list(state.pieces[0]), list(state.pieces[1]))
        self.works = list(state.works)
        self.groups: tuple[list[Group], list[Group]] = (list(state.groups[0]), list(state.groups[1]))
        self.accounts = list(state.accounts)
        self.control = list(map(unpacked, state.control))
        self.edge = list(map(unpacked, state.edge))
        self.markers = list(state.markers)
        self.perimeters = [_perimeter(state.outlines[0]), _perimeter(state.outlines[1])]
        self.had = list(map(unpacked, state.had))
        self.had_edge = list(map(unpacked, state.had_edge))
        self.fronts = list(map(unpacked, state.fronts))
        self.zones = [Area(unpacked(z.hexes), z.kind, None if z.side < 0 else z.side) for z in state.zones]
        self.cvp, self.evp = state.cvp, state.evp
        self.before = state.before
        self.weather, self.ground, self.wind = state.weather, state.ground, state.wind
        self.rained = state.rained
        self.winner = state.winner
        self.history = list(state.history)
        self.left, self.left_most = state.left, state.left_most
        self.verdict = state.verdict
        self.fought, self.counting = state.fought, state.counting
        self.sheets: tuple[list[Sheet], list[Sheet]] = (list(state.sheets[0]), list(state.sheets[1]))

    def freeze(self) -> State:
        return self.whole(
            key=self.key,
            rolls=self.rolls,
            given=self.given,
            turn=self.turn,
            stage=self.stage,
            over=self.over,
            frames=tuple(self.frames),
            needed=self.needed,
            way=self.way,
            pieces=(tuple(self.pieces[0]), tuple(self.pieces[1])),
            works=tuple(self.works),
            groups=(tuple(self.groups[0]), tuple(self.groups[1])),
            accounts=(self.accounts[0], self.accounts[1]),
            control=(packed(self.control[0]), packed(self.control[1])),
            edge=(packed(self.edge[0]), packed(self.edge[1])),
            markers=(self.markers[0], self.markers[1]),
            outlines=(_outline(self.perimeters[0]), _outline(self.perimeters[1])),
            had=(packed(self.had[0]), packed(self.had[1])),
            had_edge=(packed(self.had_edge[0]), packed(self.had_edge[1])),
            fronts=(packed(self.fronts[0]), packed(self.fronts[1])),
            zones=tuple(Zone(packed(a.hexes), a.kind, -1 if a.side is None else a.side) for a in self.zones),
            cvp=self.cvp,
            evp=self.evp,
            before=self.before,
            weather=self.weather,
            ground=self.ground,
            wind=self.wind,
            rained=self.rained,
            winner=self.winner,
            history=tuple(self.history),
            left=self.left,
            left_most=self.left_most,
            verdict=self.verdict,
            fought=self.fought,
            sheets=(tuple(self.sheets[0]), tuple(self.sheets[1])),
            counting=self.counting,
        )

    def counter(self, side: int, piece: int) -> Counter:
        """What a piece is printed with."""
        return self.book.counters[self.pieces[side][piece].kind]

    def change(self, side: int, piece: int, /, **fields: Any) -> Piece:
        """Change fields of a piece."""
        changed = msgspec.structs.replace(self.pieces[side][piece], **fields)
        self.pieces[side][piece] = changed
        return changed

    def mark(self, side: int, piece: int, on: int = 0, off: int = 0) -> None:
        """Put marks on a piece, and take others off."""
        marks = self.pieces[side][piece].marks
        if (marks | on) & ~off != marks:
            self.change(side, piece, marks=(marks | on) & ~off)

    def add(self, side: int, piece: Piece) -> int:
        """A new piece; its number."""
        self.pieces[side].append(piece)
        return len(self.pieces[side]) - 1

    def account(self, side: int, **fields: Any) -> Account:
        """Change entries of a side's roster."""
        self.accounts[side] = msgspec.structs.replace(self.accounts[side], **fields)
        return self.accounts[side]

    def group(self, side: int, number: int, **fields: Any) -> Group:
        """Change fields of a Reinforcement Group."""
        self.groups[side][number] = msgspec.structs.replace(self.groups[side][number], **fields)
        return self.groups[side][number]

    def lose(self, side: int, piece: int, fate: str, scored: bool = True) -> None:
        """A piece is lost for the campaign: as a casualty if `scored`. What it holds stays where it stood."""
        gone, worth = self.pieces[side][piece], self.worth(side, piece)
        self.change(side, piece, where=Where.LOST, holder=-1, fate=fate)
        keeper = _holder_side(side, gone)
        if gone.holder >= 0 and self.pieces[keeper][gone.holder].where is Where.ABOARD:
            self.lose(keeper, gone.holder, fate, keeper != side)
        for owner in (GERMAN, RUSSIAN):
            for number, other in enumerate(self.pieces[owner]):
                if other.holder == piece and _holder_side(owner, other) == side:
                    self.change(
                        owner, number, holder=-1, where=gone.where, space=gone.space, level=gone.level
                    )
        if scored:
            self.score(side, worth)

    def worth(self, side: int, piece: int) -> int:
        """The casualty points of a piece as it is: an abandoned vehicle is worth less by its crew, and what
        the enemy has the points for is worth nothing."""
        counter = self.counter(side, piece)
        if self.pieces[side][piece].has(Mark.COUNTED):
            return 0
        if not (counter.crew and self.pieces[side][piece].has(Mark.ABANDONED)):
            return counter.points
        return max(counter.points - self.book.counters[counter.crew].points, 0)

    def score(self, side: int, points: int) -> None:
        """A side has suffered casualties. Those of the side that sets up first earn the other points."""
        if not self.counting:
            return
        account = self.accounts[side]
        self.account(side, suffered=account.suffered + points, suffered_now=account.suffered_now + points)
        if side == GERMAN:
            self.cvp += points

    def area(self, side: int) -> int:
        """A side's Perimeter Area, Pockets and all."""
        return self.perimeters[side].area

    def on_map(self, side: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces on the map, with their numbers."""
        return ((n, p) for n, p in enumerate(self.pieces[side]) if p.where is ON_MAP)

    def at_hand(self, side: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces that are not out of the campaign, with their numbers; men who are part of a vehicle
        are left out."""
        pieces = enumerate(self.pieces[side])
        return ((n, p) for n, p in pieces if p.where not in OUT and p.where is not ABOARD)

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

    def standing_in(self, side: int, hexes: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces on the map within these hexes."""
        pieces = enumerate(self.pieces[side])
        return ((n, p) for n, p in pieces if p.where is ON_MAP and hexes >> p.space & 1)


def _holder_side(owner: int, piece: Piece) -> int:
    return 1 - owner if piece.marks & (Mark.CAPTURED | Mark.PRISONER) else owner


def _perimeter(outline: Outline) -> Perimeter:
    pockets = tuple(Pocket(unpacked(area), unpacked(front)) for area, front in outline.pockets)
    return Perimeter(unpacked(outline.main), (), 0, pockets, unpacked(outline.front))


def _outline(perimeter: Perimeter) -> Outline:
    pockets = tuple((packed(pocket.area), packed(pocket.front)) for pocket in perimeter.pockets)
    return Outline(packed(perimeter.main), packed(perimeter.main_front), pockets)
