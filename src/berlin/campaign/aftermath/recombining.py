"""Half-squads Recombine: of each type at most one is left, among those that can meet."""

from berlin.campaign.retained import own, room
from berlin.campaign.state.state import Draft
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, keeper
from berlin.squad.rules.announce import tell

# A squad has these if both halves have them, and any other mark if one has it.
SHARED = Mark.ENGINEER | Mark.FANATIC

Meeting = tuple[str, int, int]


def recombine(d: Draft) -> None:
    for side in (0, 1):
        pools: dict[Meeting, list[int]] = {}
        for number, _ in own(d, side):
            if d.counter(side, number).sort is Sort.HALF:
                pools.setdefault(meeting(d, side, number), []).append(number)
        for pool in pools.values():
            # Like goes with like: engineers with engineers.
            pool.sort(key=[piece.marks & SHARED for piece in d.pieces[side]].__getitem__)
            for one, other in zip(pool[::2], pool[1::2], strict=False):
                join(d, side, one, other)


def meeting(d: Draft, side: int, number: int) -> Meeting:
    """Half-squads Recombine if this is the same of both: their type, their box, and where they may set up."""
    piece = d.pieces[side][number]
    hexes = room(d, side, piece)
    return piece.kind, piece.where, -1 if hexes is None else hexes


def join(d: Draft, side: int, one: int, other: int) -> None:
    """The second goes up in the first, with all that it has."""
    first, second = d.pieces[side][one], d.pieces[side][other]
    squad = d.counter(side, one).whole
    for owner in (0, 1):
        for number, piece in enumerate(d.pieces[owner]):
            if piece.holder == other and keeper(owner, piece) == side:
                d.change(owner, number, holder=one)
    marks = (first.marks & second.marks & SHARED) | (first.marks | second.marks) & ~SHARED
    d.change(side, one, kind=squad, marks=marks)
    d.lose(side, other, "Recombined", scored=False)
    text = f"made of two {d.counter(side, other).text} that Recombine"
    tell(d, "recombined", (side, one), text, d.book.cite("hardening.recombine"))
