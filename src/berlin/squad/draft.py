"""The working copy of a state with squad-level pieces: what the rules read of them, and do to them.

What a piece is worth to its side when it is lost is the affair of what is played: a campaign counts it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeVar

import msgspec

from berlin.kernel.contract.ids import BOTH, FIRST, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play import draft
from berlin.squad.board.counters import Counter
from berlin.squad.board.manual import Manual
from berlin.squad.board.names import BITS, LAST, UNITS, holder_of, number_of, owner_of
from berlin.squad.board.naming import piece_name, piece_title
from berlin.squad.board.pieces import ABOARD, ON_MAP, OUT, Mark, Piece, Where, keeper
from berlin.squad.board.works import Work

S = TypeVar("S", bound=draft.Sequenced)


class SquadDraft(draft.Draft[S]):
    """What is played derives its own, and a module says of which manual it is."""

    __slots__ = ()

    book: ClassVar[Manual]

    pieces: tuple[list[Piece], list[Piece]]
    """By side, those that are out of play too."""
    works: list[Work]

    # A reference is taken apart in place here: pieces are asked for very often.

    def piece(self, unit: Unit) -> Piece:
        return self.pieces[unit >> BITS][unit & LAST]

    def counter(self, unit: Unit) -> Counter:
        """What a piece is printed with."""
        return self.book.counters[self.pieces[unit >> BITS][unit & LAST].kind]

    def change(self, unit: Unit, /, **fields: Any) -> Piece:
        """Change fields of a piece."""
        changed = msgspec.structs.replace(self.pieces[unit >> BITS][unit & LAST], **fields)
        self.pieces[unit >> BITS][unit & LAST] = changed
        return changed

    def mark(self, unit: Unit, on: int = 0, off: int = 0) -> None:
        """Put marks on a piece, and take others off."""
        marks = self.pieces[unit >> BITS][unit & LAST].marks
        if (marks | on) & ~off != marks:
            self.change(unit, marks=(marks | on) & ~off)

    def hand(self, unit: Unit, to: Unit) -> None:
        """A piece goes to another, which possesses, carries or guards it from now on."""
        self.change(unit, holder=to & LAST)

    def add(self, side: Seat, piece: Piece) -> Unit:
        """A new piece."""
        self.pieces[side].append(piece)
        return UNITS[side][len(self.pieces[side]) - 1]

    def lose(self, unit: Unit, fate: str, scored: bool = True) -> None:
        """A piece is lost for good: as a casualty if `scored`. What it holds stays where it stood."""
        gone, worth = self.piece(unit), self.worth(unit)
        self.change(unit, where=Where.LOST, holder=-1, fate=fate)
        holder = holder_of(unit, gone)
        if gone.holder >= 0 and self.piece(holder).where is ABOARD:
            self.lose(holder, fate, owner_of(holder) != owner_of(unit))
        for other, _ in self.held_by(unit):
            self.change(other, holder=-1, where=gone.where, space=gone.space, level=gone.level)
        if scored:
            self.score(owner_of(unit), worth)

    def held_by(self, unit: Unit) -> list[tuple[Unit, Piece]]:
        """What a piece possesses, carries or guards, out of play or not."""
        side, number = owner_of(unit), unit & LAST
        return [
            (other, piece)
            for owner in BOTH
            for other, piece in zip(UNITS[owner], self.pieces[owner], strict=False)
            if piece.holder == number and keeper(owner, piece) == side
        ]

    def worth(self, unit: Unit) -> int:
        """The casualty points of a piece as it is: an abandoned vehicle is worth less by its crew, and what
        the enemy has the points for is worth nothing."""
        counter, piece = self.counter(unit), self.piece(unit)
        if piece.has(Mark.COUNTED):
            return 0
        if not (counter.crew and piece.has(Mark.ABANDONED)):
            return counter.points
        return max(counter.points - self.book.counters[counter.crew].points, 0)

    def score(self, side: Seat, points: int) -> None:
        """A side has suffered casualties."""
        raise NotImplementedError(f"{type(self).__name__} counts no casualties")

    def elr(self, side: Seat) -> int:
        """A side's Experience Level Rating."""
        raise NotImplementedError(f"{type(self).__name__} has no ELR")

    def listed(self, side: Seat) -> Iterable[tuple[Unit, Piece]]:
        """All pieces that a side was ever given."""
        return zip(UNITS[side], self.pieces[side], strict=False)

    def on_map(self, side: Seat) -> Iterator[tuple[Unit, Piece]]:
        """A side's pieces on the map."""
        return ((u, p) for u, p in zip(UNITS[side], self.pieces[side], strict=False) if p.where is ON_MAP)

    def at_hand(self, side: Seat) -> Iterator[tuple[Unit, Piece]]:
        """A side's pieces that are not out of play; men who are part of a vehicle are left out."""
        pieces = zip(UNITS[side], self.pieces[side], strict=False)
        return ((u, p) for u, p in pieces if p.where not in OUT and p.where is not ABOARD)

    def standing_in(self, side: Seat, hexes: int) -> Iterator[tuple[Unit, Piece]]:
        """A side's pieces on the map within these hexes."""
        pieces = zip(UNITS[side], self.pieces[side], strict=False)
        return ((u, p) for u, p in pieces if p.where is ON_MAP and hexes >> p.space & 1)

    def is_there(self, unit: Unit) -> bool:
        """Is there such a piece at all?"""
        return number_of(unit) < len(self.pieces[owner_of(unit)])

    def side_name(self, side: Seat) -> str:
        """What people call a side: `German`."""
        return self.book.sides[side].capitalize()

    def name(self, unit: Unit, printed: bool = False) -> str:
        """What people call a piece; with the printed number of its hex for who must find it on a map."""
        side, book = owner_of(unit), self.book
        place = book.field.printed if printed else book.field.called
        return piece_name(self.pieces[side], number_of(unit), book.counters, book.sides[side], place)

    def title(self, unit: Unit) -> str:
        """The same where its place stands beside it."""
        side, book = owner_of(unit), self.book
        return piece_title(self.pieces[side], number_of(unit), book.counters, book.sides[side])

    def log_name(self, unit: Unit) -> str:
        """The same for the log; nothing where nobody listens."""
        return self.name(unit) if self.log is not None else ""

    def refusal(self, topic: str, reason: str, side: Seat = FIRST) -> Refusal:
        """With the clause that settles the topic."""
        return Refusal(self.book.cite(topic, side), reason)


Draft = SquadDraft[Any]
