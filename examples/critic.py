"""What a table is worth beyond what it promises: learned beside the policy, to tell luck from merit."""

from collections.abc import Sequence

import numpy as np
from examples.policy import Floats

# Its size, what holds it back, and how much of the rounds before it recalls.
WIDTH, HELD, RECALLED = 1024, 10.0, 0.97


class Critic:
    """Linear in the numbers of a table, fitted by ridge regression."""

    def __init__(self) -> None:
        self.weights = np.zeros(WIDTH)
        self._columns: dict[str, int] = {}
        self._noted: list[tuple[Floats, Floats]] = []
        self._squares, self._sums = np.zeros((WIDTH, WIDTH)), np.zeros(WIDTH)

    def rows(self, tables: Sequence[dict[str, float]]) -> Floats:
        """Tables as numbers in columns; each name has its own, until there are no more."""
        rows = np.zeros((len(tables), WIDTH))
        for row, table in zip(rows, tables, strict=True):
            for name, value in table.items():
                column = self._columns.setdefault(name, len(self._columns))
                if column < WIDTH:
                    row[column] = value
        return rows

    def note(self, rows: Floats, targets: Floats) -> None:
        """What these tables turned out to be worth."""
        self._noted.append((rows, targets))

    def fit(self) -> None:
        """Learn from what was noted, and recall a little less of what was before."""
        if not self._noted:
            return
        width = min(len(self._columns), WIDTH)
        rows = np.concatenate([rows for rows, _ in self._noted])[:, :width]
        targets = np.concatenate([targets for _, targets in self._noted])
        self._noted.clear()
        squares, sums = self._squares[:width, :width], self._sums[:width]
        squares *= RECALLED
        squares += rows.T @ rows
        sums *= RECALLED
        sums += rows.T @ targets
        self.weights[:width] = np.linalg.solve(squares + HELD * np.eye(width), sums)
