"""What a seat may know of a campaign: the open map, its own side whole, and of the other what lies open.

Of the enemy a seat sees what stands on the map and is neither concealed nor hidden, or shares a Location with
its own units; that something, or nothing, is under a "?"; his fortifications but hidden ones, his losses, and
his SAN and ELR. His purchases, his points, what he has off the map, and how many pieces and rolls that are,
it doesn't see: so an enemy's piece has a number in a view only where an answer or a question names it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from berlin.boards.hexes import board_of
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.question import CampaignQuestion, questions
from berlin.campaign.refusal_secrecy import named
from berlin.campaign.state.state import Account, Group, Line, Outline, Sheet, State, Zone
from berlin.campaign.waiting import Waiting
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, SECOND, Place, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.counters import PERSONNEL, Counters, Sort
from berlin.squad.board.names import UNITS, number_of, owner_of
from berlin.squad.board.pieces import FOREIGN, NOWHERE, ON_MAP, UNSEEN, Mark, Piece, keeper
from berlin.squad.board.works import Work, Works

# Marks as plain numbers, for what is looked at piece by piece.
VEILED, INSPECTED, LEFT = int(Mark.CONCEALED), int(Mark.SEEN), int(Mark.ABANDONED)
IN_PRISON, IN_ENEMY_HANDS = int(Mark.PRISONER), int(FOREIGN)
VEILED_ABROAD = UNSEEN | IN_ENEMY_HANDS
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
Location = tuple[Place, int]
Seen = tuple[Place, int, str, int, int, int, str, int]
"""The fields of a Sight."""


class Sight(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """What is seen of a piece by who doesn't have it; of what is under a "?" no more than where it lies."""

    space: Place
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
    seat: Seat | None
    turn: int
    stage: int
    over: int
    frames: tuple[AnyQuestion, ...]
    """Those of the seat; of the other's questions only that it is asked."""
    needed: int
    left_most: int
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
    winner: Seat
    history: tuple[Line, ...]
    left: int
    verdict: str
    counting: bool
    choices: tuple[str, ...]


# Fields that a view takes over from a state as they are.
OPEN = (
    *("turn", "stage", "over", "needed", "way", "control", "edge", "outlines", "had", "had_edge"),
    *("fronts", "zones", "cvp", "evp", "before", "weather", "ground", "wind", "rained", "winner", "history"),
    *("left_most", "verdict", "fought", "counting"),
)


def view(
    state: State, seat: Seat | None, counters: Counters, acts: Sequence[Act], choices: tuple[str, ...]
) -> View:
    """Built up from what is open, and from the seat's own side. `acts` are the answers that are open to the
    seat, `choices` their texts."""
    shown, works = _works(state.works, seat)
    frames = _frames(state.frames, seat, shown)
    eyes = Eyes(state, seat, counters, frames, acts)
    return View(
        seat=seat,
        frames=frames,
        own=eyes.own(),
        kept=eyes.kept(),
        seen=(eyes.seen(FIRST), eyes.seen(SECOND)),
        works=works,
        groups=state.groups[seat] if seat is not None else (),
        account=state.accounts[seat] if seat is not None else None,
        sheets=state.sheets[seat] if seat is not None else (),
        markers=state.markers[seat] if seat is not None else (),
        wires=(_wire(state.accounts[0]), _wire(state.accounts[1])),
        left=state.left if state.over else -1,
        choices=choices,
        **{field: getattr(state, field) for field in OPEN},
    )


# They stay as they are from question to question.
@lru_cache(maxsize=8)
def _works(works: tuple[Work, ...], seat: Seat | None) -> tuple[tuple[int, ...], tuple[Work, ...]]:
    """The works that a seat sees: their numbers, and how it sees them."""
    shown = [n for n, work in enumerate(works) if work.owner == seat or _is_open(work)]
    return tuple(shown), tuple(_shown(works[number], seat) for number in shown)


def _frames(
    frames: Sequence[AnyQuestion], seat: Seat | None, shown: Sequence[int]
) -> tuple[CampaignQuestion, ...]:
    """However many questions the other side has before it, they are one. `shown` are the works in the view:
    where a question has the number of one, it is the number there."""
    found = list[CampaignQuestion]()
    for frame in questions(frames):
        if frame.seat == seat:
            found.append(frame.in_view(shown))
        elif not found or found[-1] != Waiting(frame.seat):
            found.append(Waiting(frame.seat))
    return tuple(found)


def _is_open(work: Work) -> bool:
    return work.space >= 0 and not work.hidden and work.what not in DUMMIES


def _shown(work: Work, seat: Seat | None) -> Work:
    """Mines that were found are there for all to see, but not of which kind and how many."""
    if work.owner == seat or (work.field < 0 and not work.veiled):
        return work
    return msgspec.structs.replace(work, field=-1, **({"ap": 0, "at": 0} if work.veiled else {}))


def _wire(account: Account) -> Wire:
    return Wire(account.san, account.elr, account.suffered, account.suffered_now)


class Eyes:
    """A seat that looks at the pieces."""

    def __init__(
        self,
        state: State,
        seat: Seat | None,
        counters: Counters,
        frames: Sequence[CampaignQuestion],
        acts: Sequence[Act],
    ) -> None:
        self.state, self.seat, self.counters = state, seat, counters
        self.units = named(frames, acts)
        self.told = {unit for frame in frames if frame.tells for unit in frame.pieces()}
        self.on_map = [
            [pair for pair in zip(units, pieces, strict=False) if pair[1].where is ON_MAP]
            for units, pieces in zip(UNITS, state.pieces, strict=True)
        ]
        self.met = set(self._met()) if seat is not None else set[Location]()

    def _met(self) -> Iterator[Location]:
        """The Locations with units of its own: whom it meets there it knows."""
        counters = self.counters
        for owner in BOTH:
            foreign = owner != self.seat
            for _, piece in self.on_map[owner]:
                marks = piece.marks
                if marks & IN_PRISON or (marks & IN_ENEMY_HANDS > 0) != foreign:
                    continue
                sort = counters[piece.kind].sort
                if sort in PERSONNEL or (sort in PRESENT and not marks & LEFT):
                    yield piece.space, piece.level

    def knows(self, owner: Seat, piece: Piece) -> bool:
        """Does it see what a piece on the map is, that it doesn't have?"""
        marks = piece.marks
        if not marks & UNSEEN:
            return True
        if marks & UNSEEN != VEILED:
            return False
        if (piece.space, piece.level) in self.met:
            return True
        return bool(marks & INSPECTED) and self.seat is not None and keeper(owner, piece) != self.seat

    def own(self) -> tuple[Piece, ...]:
        if self.seat is None:
            return ()
        pieces = self.state.pieces[self.seat]
        if not any(piece.marks & IN_ENEMY_HANDS for piece in pieces):
            return pieces
        listed = zip(UNITS[self.seat], pieces, strict=False)
        return tuple(
            self._taken(unit, piece) if piece.marks & IN_ENEMY_HANDS else piece for unit, piece in listed
        )

    def _taken(self, unit: Unit, piece: Piece) -> Piece:
        """An own piece in enemy hands. Who tells what became of it knows it."""
        holder = HELD if piece.holder >= 0 and not piece.is_out else -1
        if unit in self.told:
            return msgspec.structs.replace(piece, holder=holder)
        if piece.is_out or (piece.where is ON_MAP and self.knows(owner_of(unit), piece)):
            return msgspec.structs.replace(piece, holder=holder, marks=piece.marks & TAKEN_MARKS)
        return Piece(piece.kind, piece.group, marks=piece.marks & int(GONE_MARKS))

    def kept(self) -> tuple[tuple[int, Piece], ...]:
        if self.seat is None:
            return ()
        foe = OTHER[self.seat]
        return tuple(
            (number, msgspec.structs.replace(piece, group=-1))
            for number, piece in enumerate(self.state.pieces[foe])
            if piece.marks & IN_ENEMY_HANDS and not piece.is_out
        )

    def seen(self, side: Seat) -> tuple[Sight, ...]:
        """What is known of a side's pieces, and where it has a "?" that this seat can't look under. In the
        order of the map, so that nothing is told by the order in which pieces were bought."""
        if side == self.seat:
            return ()
        # What is in the view with all it is isn't seen besides.
        had = IN_ENEMY_HANDS if self.seat is not None else 0
        found, veils = list[Seen](), self._dummies(side)
        for unit, piece in self.on_map[side]:
            if piece.marks & had:
                continue
            if not piece.marks & UNSEEN or self.knows(side, piece):
                found.append(self._sight(unit, piece))
            elif piece.marks & VEILED_ABROAD == VEILED:
                veils.add((piece.space, piece.level))
        for _, piece in self.on_map[OTHER[side]]:
            abroad = piece.marks & IN_ENEMY_HANDS and piece.marks & UNSEEN == VEILED
            if abroad and not self.knows(OTHER[side], piece):
                veils.add((piece.space, piece.level))
        found += [(space, level, SECRET, 0, -1, -1, "", -1) for space, level in veils]
        # Plain values are sorted faster than sights.
        return tuple([Sight(*one) for one in sorted(found)])

    def _sight(self, unit: Unit, piece: Piece) -> Seen:
        by = ""
        # Who has a piece that was taken, not even its owner is told.
        if piece.holder >= 0 and not piece.marks & IN_ENEMY_HANDS:
            by = self.state.pieces[owner_of(unit)][piece.holder].kind
        return (
            piece.space,
            piece.level,
            piece.kind,
            piece.marks & OPEN_MARKS,
            piece.side,
            piece.facing,
            by,
            number_of(unit) if unit in self.units else -1,
        )

    def _dummies(self, side: Seat) -> set[Location]:
        """Where a side has a "?" without anything under it, and this seat can't look."""
        dummies = (work for work in self.state.works if work.what in DUMMIES and work.owner == side)
        return {(work.space, 0) for work in dummies if work.space != NOWHERE} - self.met


def numbers_of(units: set[Unit], side: Seat) -> list[int]:
    """Which of these units are a side's, by their numbers."""
    return [number_of(unit) for unit in units if owner_of(unit) == side]


def unseen_hexes(seen: View) -> int:
    """Where the other side has a "?" that the seat can't look under."""
    foe = 1 if seen.seat == 0 else 0
    return board_of(sight.space for sight in seen.seen[foe] if sight.kind == SECRET)
