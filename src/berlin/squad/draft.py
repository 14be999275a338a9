"""The working copy of a state with squad-level pieces: what the rules read of them, and do to them.

What a piece is worth to its side when it is lost is the affair of what is played: a campaign counts it.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

import msgspec

from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play import draft
from berlin.squad.board.counters import Counter
from berlin.squad.board.manual import Manual
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

    def lose(self, side: int, piece: int, fate: str, scored: bool = True) -> None:
        """A piece is lost for good: as a casualty if `scored`. What it holds stays where it stood."""
        gone, worth = self.pieces[side][piece], self.worth(side, piece)
        self.change(side, piece, where=Where.LOST, holder=-1, fate=fate)
        having = keeper(side, gone)
        if gone.holder >= 0 and self.pieces[having][gone.holder].where is ABOARD:
            self.lose(having, gone.holder, fate, having != side)
        for owner in (0, 1):
            for number, other in enumerate(self.pieces[owner]):
                if other.holder == piece and keeper(owner, other) == side:
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
        """A side has suffered casualties."""
        raise NotImplementedError(f"{type(self).__name__} counts no casualties")

    def elr(self, side: int) -> int:
        """A side's Experience Level Rating."""
        raise NotImplementedError(f"{type(self).__name__} has no ELR")

    def on_map(self, side: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces on the map, with their numbers."""
        return ((n, p) for n, p in enumerate(self.pieces[side]) if p.where is ON_MAP)

    def at_hand(self, side: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces that are not out of play, with their numbers; men who are part of a vehicle are
        left out."""
        pieces = enumerate(self.pieces[side])
        return ((n, p) for n, p in pieces if p.where not in OUT and p.where is not ABOARD)

    def standing_in(self, side: int, hexes: int) -> Iterator[tuple[int, Piece]]:
        """A side's pieces on the map within these hexes."""
        pieces = enumerate(self.pieces[side])
        return ((n, p) for n, p in pieces if p.where is ON_MAP and hexes >> p.space & 1)

    def side_name(self, side: int) -> str:
        """What people call a side: `German`."""
        return self.book.sides[side].capitalize()

    def name(self, side: int, piece: int, printed: bool = False) -> str:
        """What people call a piece; with the printed number of its hex for who must find it on a map."""
        book, field = self.book, self.book.field
        place = field.printed if printed else field.called
        return piece_name(self.pieces[side], piece, book.counters, book.sides[side], place)

    def title(self, side: int, piece: int) -> str:
        """The same where its place stands beside it."""
        return piece_title(self.pieces[side], piece, self.book.counters, self.book.sides[side])

    def log_name(self, side: int, piece: int) -> str:
        """The same for the log; nothing where nobody listens."""
        return self.name(side, piece) if self.log is not None else ""

    def refusal(self, topic: str, reason: str, side: int = 0) -> Refusal:
        """With the clause that settles the topic."""
        return Refusal(self.book.cite(topic, side), reason)


Draft = SquadDraft[Any]
