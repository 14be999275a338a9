"""Chances of victory as finished games have shown them: what a position's signs came to, turn by turn.

A sign is something that can be counted in a position. What a sign is worth was learned for some turns, in
logarithms of the odds; between two of them it changes by degrees.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp
from pathlib import Path

# The row of a table that is no sign: the odds without any.
BASE = "base"
# No odds are surer than this.
SURE = 30.0


class Learned:
    """What was learned of a game of two seats: the worth of each sign at some turns."""

    def __init__(self, turns: Sequence[int], rows: Mapping[str, Sequence[float]]) -> None:
        self.signs = tuple(name for name in rows if name != BASE)
        self.turns, self._rows = tuple(turns), rows
        self._at: dict[int, tuple[tuple[float, ...], float]] = {}

    @classmethod
    def load(cls, path: Path) -> "Learned":
        head, *lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line]
        return cls([int(turn) for turn in head[1:]], {name: tuple(map(float, row)) for name, *row in lines})

    def write(self) -> str:
        """As the text that `load` reads."""
        lines = [("sign", *map(str, self.turns))]
        lines += [(name, *(f"{value:.5g}" for value in row)) for name, row in self._rows.items()]
        return "".join("\t".join(line) + "\n" for line in lines)

    def shifted(self, by: Sequence[float]) -> "Learned":
        """The same worths on other odds: at each turn so much more for the first seat."""
        base = tuple(before + more for before, more in zip(self._rows[BASE], by, strict=True))
        return Learned(self.turns, {**self._rows, BASE: base})

    def first(self, signs: Sequence[float], turn: int) -> float:
        """How likely the first seat wins, if either does."""
        return 1 / (1 + exp(-self.odds(signs, turn)))

    def odds(self, signs: Sequence[float], turn: int) -> float:
        """The same as the logarithm of the odds."""
        at = self._at.get(turn)
        if at is None:
            at = self._at[turn] = self._mixed(turn)
        worths, base = at
        odds = base + sum([worth * sign for worth, sign in zip(worths, signs, strict=True)])
        return max(-SURE, min(SURE, odds))

    def _mixed(self, turn: int) -> tuple[tuple[float, ...], float]:
        shares = mixture(self.turns, turn)

        def worth(name: str) -> float:
            return sum(share * value for share, value in zip(shares, self._rows[name], strict=True))

        return tuple(map(worth, self.signs)), worth(BASE)


def mixture(turns: Sequence[int], turn: int) -> list[float]:
    """How much each of some turns counts for a turn: the one before it and the one after it, by nearness."""
    turn = min(max(turn, turns[0]), turns[-1])
    if len(turns) == 1:
        return [1.0]
    shares = [0.0] * len(turns)
    for at, (before, after) in enumerate(pairwise(turns)):
        if before <= turn <= after:
            shares[at + 1] = (turn - before) / (after - before)
            shares[at] = 1 - shares[at + 1]
            break
    return shares
