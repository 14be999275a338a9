"""What a seat may know of a campaign: the open map, its own side whole, and of the other what lies open.

Of the enemy a seat sees what stands on the map and is neither concealed nor hidden, that something is under a
"?", his fortifications but hidden ones, his losses, and his SAN and ELR. His purchases, his points, what he
has off the map and how many pieces that are he doesn't see: so an enemy's piece has no number in a view.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.state import Account, Group, Line, Outline, State, Zone
from berlin.campaign.waiting import Waiting
from berlin.campaign.works import Work
from berlin.kernel.dice import KEY_BYTES

# Marks of a piece that lie on it for everybody to see; the others its owner has written down.
OPEN_MARKS = ~int(Mark.NEW | Mark.HARDENED | Mark.REVEALED | Mark.DEPLETED | Mark.FIXED)
SECRET = "?"


class Sight(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """What is seen of an enemy piece on the map; of one under a "?" no more than where it lies."""

    space: int
    level: int
    kind: str = SECRET
    marks: int = 0
    side: int = -1


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
    rolls: int
    over: int
    frames: tuple[Any, ...]
    """Those of the seat; of the other's questions only who is asked, and at which step."""
    needed: int
    way: str
    own: tuple[Piece, ...]
    seen: tuple[tuple[Sight, ...], tuple[Sight, ...]]
    """By side: what a stranger sees of it."""
    works: tuple[Work, ...]
    groups: tuple[Group, ...]
    account: Account | None
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
_OPEN = (
    *("turn", "stage", "rolls", "over", "needed", "way", "control", "edge", "outlines", "had", "had_edge"),
    *("fronts", "zones", "cvp", "evp", "before", "weather", "ground", "wind", "rained", "winner", "history"),
    *("verdict", "counting"),
)


def view(state: State, seat: int | None, choices: Callable[[State], tuple[str, ...]]) -> View:
    """Built up from what is open, and from the seat's own side."""
    deciding = bool(state.frames) and state.frames[-1].seat == seat
    own = seat is not None
    return View(
        seat=seat,
        frames=tuple(frame if frame.seat == seat else Waiting(frame.seat) for frame in state.frames),
        own=state.pieces[seat] if seat is not None else (),
        seen=(_seen(state, 0), _seen(state, 1)),
        works=tuple(
            work if own and work.owner == seat else _shown(work)
            for work in state.works
            if _is_open(work) or (own and work.owner == seat)
        ),
        groups=state.groups[seat] if seat is not None else (),
        account=state.accounts[seat] if seat is not None else None,
        wires=(_wire(state.accounts[0]), _wire(state.accounts[1])),
        left=state.left if state.over else -1,
        choices=choices(state) if deciding else (),
        **{field: getattr(state, field) for field in _OPEN},
    )


def _is_open(work: Work) -> bool:
    return work.space >= 0 and not work.hidden


def _shown(work: Work) -> Work:
    """Mines that were found are there for all to see, but not of which kind and how many."""
    return msgspec.structs.replace(work, ap=0, at=0, field=-1) if work.veiled else work


def _wire(account: Account) -> Wire:
    return Wire(account.san, account.elr, account.suffered, account.suffered_now)


def _seen(state: State, side: int) -> tuple[Sight, ...]:
    """In the order of the map, so that nothing is told by the order in which pieces were bought."""
    found = []
    for piece in state.pieces[side]:
        if piece.where is not Where.MAP or piece.has(Mark.HIDDEN):
            continue
        if piece.has(Mark.CONCEALED) and not piece.has(Mark.SEEN):
            found.append(Sight(piece.space, piece.level))
        else:
            found.append(Sight(piece.space, piece.level, piece.kind, piece.marks & OPEN_MARKS, piece.side))
    return tuple(sorted(found))


def imagine(seen: View, rng: Random, kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> State:
    """A world in which a seat would see just this. `kinds` are each side's units, for what is not seen."""
    pieces, groups, accounts = [], [], []
    for side in (0, 1):
        if side == seen.seat and seen.account is not None:
            pieces.append(seen.own)
            groups.append(seen.groups)
            accounts.append(seen.account)
        else:
            pieces.append(_guessed(seen.seen[side], rng, kinds[side]))
            groups.append(())
            wire = seen.wires[side]
            accounts.append(
                Account(
                    cpp=rng.randint(0, 10),
                    san=wire.san,
                    elr=wire.elr,
                    suffered=wire.suffered,
                    suffered_now=wire.suffered_now,
                )
            )
    return State(
        key=rng.randbytes(KEY_BYTES),
        given=(),
        frames=seen.frames,
        pieces=(pieces[0], pieces[1]),
        groups=(groups[0], groups[1]),
        accounts=(accounts[0], accounts[1]),
        works=seen.works,
        markers=((), ()),
        left=seen.left,
        **{field: getattr(seen, field) for field in _OPEN},
    )


def _guessed(seen: tuple[Sight, ...], rng: Random, kinds: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces that are seen, something under each "?", and some in reserve."""
    found = []
    for sight in seen:
        under = sight.kind == SECRET
        found.append(
            Piece(
                rng.choice(kinds) if under else sight.kind,
                where=Where.MAP,
                space=sight.space,
                level=sight.level,
                side=sight.side,
                marks=int(Mark.CONCEALED) if under else sight.marks,
            )
        )
    found += [Piece(rng.choice(kinds), space=NOWHERE) for _ in range(rng.randint(0, 12))]
    rng.shuffle(found)
    return tuple(found)
