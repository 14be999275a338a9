"""What may be taken back: never a die, never what somebody has learnt by it.

It is computed from the transition itself, so that no rule has to remember to forbid it: the step is made
again in other worlds that a seat could not tell from this one. They are not left to luck. They are dealt in a
round, in which whatever is shuffled lies once in every place: a step that hangs on where any single hidden
thing lies comes out otherwise in at least one of them, however many hidden things there are.
"""

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from random import Random
from typing import TypeVar

import msgspec

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.resigning import is_resignation

T = TypeVar("T")
# A round has at least so many deals, and no more than so many.
LEAST, MOST = 12, 160


def barrier(game: AnyGame, before: object, action: msgspec.Struct, after: object) -> str:
    """Why the step from `before` to `after` can't be taken back; "" if it can."""
    if is_resignation(game, action):
        return "who gave up has given up"
    if game.dice_made(after) != game.dice_made(before):
        return "a die was rolled"
    for seat, name in zip(game.everybody, game.seats, strict=True):
        if _learns(game, before, action, after, seat):
            return f"{name} learnt by it what was hidden"
    return ""


class Deal(Random):
    """One deal of a round: what it shuffles and draws comes out turned on by `turn` places."""

    turn = 0
    # The most things that one of them was drawn from.
    widest = 1

    def shuffle(self, x: MutableSequence[T]) -> None:
        keys = [self.random() for _ in x]
        order = [thing for _, thing in sorted(zip(keys, x, strict=True), key=lambda pair: pair[0])]
        self.widest = max(self.widest, len(order))
        first = self.turn % max(1, len(order))
        x[:] = order[first:] + order[:first]

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        drawn = list(population) if counts is None else super().sample(population, sum(counts), counts=counts)
        self.shuffle(drawn)
        return drawn[:k]

    def _randbelow(self, n: int) -> int:
        """What `choice` and `randrange` are made of."""
        self.widest = max(self.widest, n)
        return (int(self.random() * n) + self.turn) % n


def _learns(game: AnyGame, before: object, action: msgspec.Struct, after: object, seat: Seat) -> bool:
    """Whether this seat can now tell worlds apart that looked alike to it before."""
    seen = _encode(game.view(after, seat))
    if seen == _encode(game.view(before, seat)):
        return False  # to this seat nothing has happened
    for other in _round(game, before, seat):
        if game.why_not(other, action) is not None:
            return True
        try:
            there = game.next(other, action)
        except BadText:
            return True  # it rolls there, and was laid a die that doesn't fit
        if _encode(game.view(there, seat)) != seen:
            return True
    return False


def _round(game: AnyGame, before: object, seat: Seat) -> Iterator[object]:
    """Worlds that the seat can't tell from this one."""
    # From the view and not from the state: the answer is told, and must not hang on the dice to come.
    seed = _encode(game.view(before, seat))
    turn, deals = 0, LEAST
    while turn < min(deals, MOST):
        deal = Deal(seed)
        deal.turn = turn
        yield game.other_world(before, seat, deal)
        deals, turn = max(deals, deal.widest), turn + 1


def _encode(view: object) -> bytes:
    return msgspec.msgpack.encode(view, order="deterministic")
