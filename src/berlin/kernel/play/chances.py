"""Chances of victory as finished games have shown them: what a position's features came to, turn by turn.

A feature is something that can be counted in a position. What it is worth was learned for some turns, in
logarithms of the odds; between two of them it changes by degrees.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp
from pathlib import Path

# The row of a table that is no feature: the odds without any. How rows begin that tell whether all will lose.
BASE, ALL_LOSE = "base", "all lose: "
# No odds are surer than this.
SURE = 30.0


Rows = Mapping[str, Sequence[float]]
Worths = tuple[tuple[float, ...], float]


class Learned:
    """What was learned of a game of two seats: what each feature is worth to the first, at some turns.

    Of games that both can lose, some features may tell how likely that is.
    """

    def __init__(self, turns: Sequence[int], rows: Rows, all_lose: Rows | None = None) -> None:
        self.features = tuple(name for name in rows if name != BASE)
        self.turns, self._rows, self._all_lose = tuple(turns), rows, all_lose or {}
        # By turn, and for either question: the worth of each feature that counts, and the odds without any.
        self._at: dict[int, Worths] = {}
        self._all_lose_at: dict[int, Worths] = {}

    @classmethod
    def load(cls, path: Path) -> "Learned":
        head, *lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line]
        rows = {name: tuple(map(float, row)) for name, *row in lines}
        return cls(
            [int(turn) for turn in head[1:]],
            {name: row for name, row in rows.items() if not name.startswith(ALL_LOSE)},
            {name.removeprefix(ALL_LOSE): row for name, row in rows.items() if name.startswith(ALL_LOSE)},
        )

    def write(self) -> str:
        """As the text that `load` reads."""
        lines = [("feature", *map(str, self.turns))]
        rows = {**self._rows, **{ALL_LOSE + name: row for name, row in self._all_lose.items()}}
        lines += [(name, *(f"{value:.5g}" for value in row)) for name, row in rows.items()]
        return "".join("\t".join(line) + "\n" for line in lines)

    def shift(self, by: Sequence[float]) -> "Learned":
        """The same worths on other odds: at each turn so much more for the first seat."""
        base = tuple(before + more for before, more in zip(self._rows[BASE], by, strict=True))
        return Learned(self.turns, {**self._rows, BASE: base}, self._all_lose)

    def first(self, features: Sequence[float], turn: int) -> float:
        """How likely the first seat wins, if either does."""
        return _chance(self.odds(features, turn))

    def odds(self, features: Sequence[float], turn: int) -> float:
        """The same as the logarithm of the odds."""
        at = self._at.get(turn)
        if at is None:
            at = self._at[turn] = self._mixed(self._rows, turn)
        worths, base = at
        return base + sum([worth * feature for worth, feature in zip(worths, features, strict=True)])

    def all_lose(self, features: Sequence[float], turn: int) -> float:
        """How likely all lose; 0 if nobody has learned it."""
        if not self._all_lose:
            return 0.0
        at = self._all_lose_at.get(turn)
        if at is None:
            at = self._all_lose_at[turn] = self._mixed(self._all_lose, turn)
        worths, base = at
        return _chance(
            base + sum([worth * feature for worth, feature in zip(worths, features, strict=True) if worth])
        )

    def _mixed(self, rows: Rows, turn: int) -> Worths:
        shares = mixture(self.turns, turn)

        def worth(name: str) -> float:
            row = rows.get(name)
            return sum(share * value for share, value in zip(shares, row, strict=True)) if row else 0.0

        return tuple(map(worth, self.features)), worth(BASE)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-max(-SURE, min(SURE, odds))))


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
