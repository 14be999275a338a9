"""What people call pieces and hexes: by what they are and where, never by the number in a record."""

from collections.abc import Sequence

from berlin.squad.board.counters import Counter, Counters, Sort
from berlin.squad.board.field import Field
from berlin.squad.board.pieces import ON_MAP, UNSEEN, Mark, Piece, Where

NOUNS = {
    **{sort: sort.value for sort in (Sort.SQUAD, Sort.HALF, Sort.CREW, Sort.LEADER)},
    Sort.COMMANDER: "armor leader",
    Sort.GUN: "Gun",
}
"""What is said beside what is printed on a counter; of all others that says enough."""
BOXES = {
    Where.ENTERING: " (entering)",
    Where.MAINTENANCE: " (away for ammunition)",
    Where.ABOARD: " (in a vehicle)",
}
ORDINALS = ("1st", "2nd", "3rd")


def counter_name(counter: Counter, side: str) -> str:
    """`German 4-6-7 squad`, `Russian T-34 M43`."""
    noun = NOUNS.get(counter.sort, "")
    told = counter.text if counter.text.endswith(noun) else f"{counter.text} {noun}"
    return f"{side.capitalize()} {told}"


def piece_name(pieces: Sequence[Piece], number: int, counters: Counters, side: str, field: Field) -> str:
    """`the 2nd German 4-6-7 squad in K33`. It is counted among those that are alike to everybody: nothing is
    told of pieces that are better hidden."""
    piece = pieces[number]
    name = counter_name(counters[piece.kind], side)
    alike = [n for n, other in enumerate(pieces) if other.kind == piece.kind and _is_alike(piece, other)]
    count = f"{_ordinal(alike.index(number) + 1)} " if len(alike) > 1 else ""
    veil = "hidden " if piece.marks & Mark.HIDDEN else "concealed " if piece.marks & UNSEEN else ""
    if piece.where is ON_MAP:
        upstairs = f", level {piece.level}" if piece.level else ""
        return f"the {count}{veil}{name} in {field.names[piece.space]}{upstairs}"
    return f"the {count}{name}{BOXES.get(piece.where, '')}"


def _is_alike(one: Piece, other: Piece) -> bool:
    """In one place, and seen by the same people."""
    return (
        one.where is other.where
        and one.space == other.space
        and one.level == other.level
        and not (one.marks ^ other.marks) & UNSEEN
    )


def _ordinal(count: int) -> str:
    return ORDINALS[count - 1] if count <= len(ORDINALS) else f"{count}th"
