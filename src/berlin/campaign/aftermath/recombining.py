"""Half-squads Recombine: of each type at most one is left, among those that can meet."""

from berlin.campaign.retained import own, room
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.announce import tell

# A squad has these if both halves have them, and any other mark if one has it.
SHARED = Mark.ENGINEER | Mark.FANATIC

Meeting = tuple[str, int, int]


def recombine(d: Draft) -> None:
    for side in BOTH:
        pools: dict[Meeting, list[Unit]] = {}
        for unit, _ in own(d, side):
            if d.counter(unit).sort is Sort.HALF:
                pools.setdefault(meeting(d, unit), []).append(unit)
        for pool in pools.values():
            # Like goes with like: engineers with engineers.
            pool.sort(key=lambda unit: d.piece(unit).marks & SHARED)
            for one, other in zip(pool[::2], pool[1::2], strict=False):
                join(d, one, other)


def meeting(d: Draft, unit: Unit) -> Meeting:
    """Half-squads Recombine if this is the same of both: their type, their box, and where they may set up."""
    piece = d.piece(unit)
    hexes = room(d, owner_of(unit), piece)
    return piece.kind, piece.where, -1 if hexes is None else hexes


def join(d: Draft, one: Unit, other: Unit) -> None:
    """The second goes up in the first, with all that it has."""
    first, second = d.piece(one), d.piece(other)
    squad = d.counter(one).whole
    for unit, _ in d.held_by(other):
        d.hand(unit, one)
    marks = (first.marks & second.marks & SHARED) | (first.marks | second.marks) & ~SHARED
    d.change(one, kind=squad, marks=marks)
    d.lose(other, "Recombined", scored=False)
    text = f"made of two {d.counter(other).text} that Recombine"
    tell(d, "recombined", one, text, d.book.cite("hardening.recombine"))
