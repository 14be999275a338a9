"""What a seat may know of a campaign: the open map, its own side whole, and of the other what lies open.

Of the enemy a seat sees what stands on the map and is neither concealed nor hidden, or shares a Location with
its own units; that something, or nothing, is under a "?"; his fortifications but hidden ones, his losses, and
his SAN and ELR. His purchases, his points, what he has off the map, and how many pieces and rolls that are,
it doesn't see: so an enemy's piece has a number in a view only where an answer or a question names it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from berlin.campaign.aftermath.close_combat import Attack
from berlin.campaign.counters import Counters, Sort
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.refit.removal import Clearance
from berlin.campaign.report.acts import Telling
from berlin.campaign.retained import keeper
from berlin.campaign.state import Account, Group, Line, Outline, Sheet, State, Zone
from berlin.campaign.waiting import Waiting
from berlin.campaign.works import Work, Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame

UNSEEN = Mark.CONCEALED | Mark.HIDDEN
# Marks of a piece that its owner has written down; all others lie on it for everybody to see.
WRITTEN = (
    *(Mark.NEW, Mark.HARDENED, Mark.REVEALED, Mark.DEPLETED, Mark.FIXED, Mark.PLACED),
    *(Mark.HIP, Mark.HIP_SHELLHOLES, Mark.ATCB),
)
OPEN_MARKS = ~sum(map(int, WRITTEN))
# What the enemy writes down of an own piece that he has.
TAKEN_MARKS = ~int(Mark.PLACED | Mark.HIP | Mark.HIP_SHELLHOLES)
# What is known of it when he has it out of sight.
GONE_MARKS = Mark.CAPTURED | Mark.PRISONER | Mark.COUNTED
SECRET = "?"
HELD = 0
"""The holder of an own piece that the enemy has: which one of his, nobody is told."""
DUMMIES = frozenset((Works.DUMMY, Works.CLOAKED))
PRESENT = frozenset((Sort.VEHICLE, Sort.CUPOLA))
Place = tuple[int, int]


class Sight(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """What is seen of a piece by who doesn't have it; of what is under a "?" no more than where it lies."""

    space: int
    level: int
    kind: str = SECRET
    marks: int = 0
    side: int = -1
    facing: int = -1
    by: str = ""
    """What kind of piece has or carries it."""
    number: int = -1
    """On its side's list, where an answer or a question names it."""


class Wire(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What is announced of a side."""

    san: int
    elr: int
    suffered: int
    suffered_now: int


class View(msgspec.Struct, frozen=True):
    seat: int | None
    turn: int
    stage: int
    over: int
    frames: tuple[Any, ...]
    """Those of the seat; of the other's questions only that it is asked."""
    needed: int
    way: str
    fought: str
    own: tuple[Piece, ...]
    kept: tuple[tuple[int, Piece], ...]
    """What was the enemy's and is in the seat's hands, with its numbers on his list."""
    seen: tuple[tuple[Sight, ...], tuple[Sight, ...]]
    """By side: what a stranger sees of it."""
    works: tuple[Work, ...]
    groups: tuple[Group, ...]
    account: Account | None
    sheets: tuple[Sheet, ...]
    markers: tuple[Marker, ...]
    """The Perimeter Markers that the seat laid itself."""
    wires: tuple[Wire, Wire]
    control: tuple[bytes, bytes]
    edge: tuple[bytes, bytes]
    outlines: tuple[Outline, Outline]
    had: tuple[bytes, bytes]
    had_edge: tuple[bytes, bytes]
    fronts: tuple[bytes, bytes]
    zones: tuple[Zone, ...]
    cvp: int
    evp: int
    before: tuple[int, int]
    weather: str
    ground: str
    wind: str
    rained: bool
    winner: int
    history: tuple[Line, ...]
    left: int
    verdict: str
    counting: bool
    choices: tuple[str, ...]


# Fields that a view takes over from a state as they are.
OPEN = (
    *("turn", "stage", "over", "needed", "way", "control", "edge", "outlines", "had", "had_edge"),
    *("fronts", "zones", "cvp", "evp", "before", "weather", "ground", "wind", "rained", "winner", "history"),
    *("verdict", "fought", "counting"),
)


def view(
    state: State,
    seat: int | None,
    counters: Counters,
    legal: Callable[[Any], Sequence[Act]],
    write: Callable[[Act], str],
    whole: type[View] = View,
) -> View:
    """Built up from what is open, and from the seat's own side. `whole` is a module's own type of view."""
    deciding = bool(state.frames) and state.frames[-1].seat == seat
    acts = legal(state) if deciding else ()
    shown = [n for n, work in enumerate(state.works) if work.owner == seat or _is_open(work)]
    frames = _frames(state.frames, seat, shown)
    eyes = Eyes(state, seat, counters, frames, acts)
    return whole(
        seat=seat,
        frames=frames,
        own=eyes.own(),
        kept=eyes.kept(),
        seen=(eyes.seen(0), eyes.seen(1)),
        works=tuple(_shown(state.works[number], seat) for number in shown),
        groups=state.groups[seat] if seat is not None else (),
        account=state.accounts[seat] if seat is not None else None,
        sheets=state.sheets[seat] if seat is not None else (),
        markers=state.markers[seat] if seat is not None else (),
        wires=(_wire(state.accounts[0]), _wire(state.accounts[1])),
        left=state.left if state.over else -1,
        choices=tuple(map(write, acts)),
        **{field: getattr(state, field) for field in OPEN},
    )


def _frames(frames: tuple[Frame, ...], seat: int | None, shown: list[int]) -> tuple[Frame, ...]:
    """However many questions the other side has before it, they are one. `shown` are the works in the view:
    where a question has the number of one, it is the number there."""
    found = list[Frame]()
    for frame in frames:
        if isinstance(frame, Clearance) and frame.seat == seat:
            found.append(msgspec.structs.replace(frame, tried=tuple(map(shown.index, frame.tried))))
        elif frame.seat == seat:
            found.append(frame)
        elif not found or found[-1] != Waiting(frame.seat):
            found.append(Waiting(frame.seat))
    return tuple(found)


def named(frames: Sequence[Frame], acts: Sequence[Act] = ()) -> set[int]:
    """The units that questions and answers name."""
    found = {getattr(one, part) for one in (*acts, *frames) for part in ("unit", "by") if hasattr(one, part)}
    for frame in frames:
        found.update(getattr(frame, "told", ()))
        plans: tuple[Attack, ...] = getattr(frame, "plans", ())
        for plan in plans:
            found.update(plan.by, plan.at)
        if hasattr(frame, "plans"):
            for part in ("away", "spent", "aside", "at"):
                found.update(getattr(frame, part))
    return {unit for unit in found if isinstance(unit, int) and unit >= 0}


def _is_open(work: Work) -> bool:
    return work.space >= 0 and not work.hidden and work.what not in DUMMIES


def _shown(work: Work, seat: int | None) -> Work:
    """Mines that were found are there for all to see, but not of which kind and how many."""
    if work.owner == seat:
        return work
    return msgspec.structs.replace(work, field=-1, **({"ap": 0, "at": 0} if work.veiled else {}))


def _wire(account: Account) -> Wire:
    return Wire(account.san, account.elr, account.suffered, account.suffered_now)


class Eyes:
    """A seat that looks at the pieces."""

    def __init__(
        self,
        state: State,
        seat: int | None,
        counters: Counters,
        frames: Sequence[Frame],
        acts: Sequence[Act],
    ) -> None:
        self.state, self.seat, self.counters = state, seat, counters
        self.units = named(frames, acts)
        self.told = {frame.unit for frame in frames if isinstance(frame, Telling)}
        self.met = set(self._met())

    def _met(self) -> Iterator[Place]:
        """The Locations with units of its own: whom it meets there it knows."""
        for owner in (0, 1):
            for piece in self.state.pieces[owner]:
                if piece.where is not Where.MAP or keeper(owner, piece) != self.seat:
                    continue
                counter = self.counters[piece.kind]
                manned = counter.sort in PRESENT and not piece.has(Mark.ABANDONED)
                if (manned or counter.is_personnel) and not piece.has(Mark.PRISONER):
                    yield piece.space, piece.level

    def knows(self, owner: int, piece: Piece) -> bool:
        """Does it see what a piece on the map is, that it doesn't have?"""
        if not piece.marks & UNSEEN:
            return True
        if piece.marks & Mark.HIDDEN:
            return False
        foe = self.seat is not None and keeper(owner, piece) != self.seat
        inspected = foe and piece.has(Mark.SEEN)
        return inspected or (piece.space, piece.level) in self.met

    def own(self) -> tuple[Piece, ...]:
        if self.seat is None:
            return ()
        return tuple(
            piece if keeper(self.seat, piece) == self.seat else self._taken(self.seat, number, piece)
            for number, piece in enumerate(self.state.pieces[self.seat])
        )

    def _taken(self, owner: int, number: int, piece: Piece) -> Piece:
        """An own piece in enemy hands. Who tells what became of it knows it."""
        holder = HELD if piece.holder >= 0 and not piece.is_out else -1
        if unit_of(owner, number) in self.told:
            return msgspec.structs.replace(piece, holder=holder)
        if piece.is_out or (piece.where is Where.MAP and self.knows(owner, piece)):
            return msgspec.structs.replace(piece, holder=holder, marks=piece.marks & TAKEN_MARKS)
        return Piece(piece.kind, piece.group, marks=piece.marks & int(GONE_MARKS))

    def kept(self) -> tuple[tuple[int, Piece], ...]:
        if self.seat is None:
            return ()
        foe = 1 - self.seat
        return tuple(
            (number, msgspec.structs.replace(piece, group=-1))
            for number, piece in enumerate(self.state.pieces[foe])
            if not piece.is_out and keeper(foe, piece) == self.seat
        )

    def seen(self, side: int) -> tuple[Sight, ...]:
        """In the order of the map, so that nothing is told by the order in which pieces were bought."""
        if side == self.seat:
            return ()
        found = [
            self._sight(side, number, piece)
            for number, piece in enumerate(self.state.pieces[side])
            if piece.where is Where.MAP and not self._has(side, piece) and self.knows(side, piece)
        ]
        return tuple(sorted([*found, *(Sight(*place) for place in self._veils(side))]))

    def _has(self, side: int, piece: Piece) -> bool:
        """Is it in the view with all it is?"""
        return self.seat is not None and self.seat == keeper(side, piece)

    def _sight(self, side: int, number: int, piece: Piece) -> Sight:
        by = ""
        # Who has a piece that was taken, not even its owner is told.
        if piece.holder >= 0 and keeper(side, piece) == side:
            by = self.state.pieces[side][piece.holder].kind
        return Sight(
            piece.space,
            piece.level,
            piece.kind,
            piece.marks & OPEN_MARKS,
            piece.side,
            piece.facing,
            by,
            number if unit_of(side, number) in self.units else -1,
        )

    def _veils(self, side: int) -> set[Place]:
        """Where a side has a "?" that this seat can't look under."""
        found = {
            (piece.space, piece.level)
            for owner in (0, 1)
            for piece in self.state.pieces[owner]
            if piece.where is Where.MAP
            and piece.marks & UNSEEN == Mark.CONCEALED
            and keeper(owner, piece) == side
            and not self.knows(owner, piece)
        }
        dummies = (work for work in self.state.works if work.what in DUMMIES and work.owner == side)
        return found | {(work.space, 0) for work in dummies if work.space != NOWHERE} - self.met


def numbers_of(units: set[int], side: int) -> list[int]:
    """Which of these units are a side's, by their numbers."""
    return [number for owner, number in map(piece_of, units) if owner == side]
