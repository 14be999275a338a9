"""Results tables: what a roll comes to, and what is added to it."""

from collections.abc import Mapping
from itertools import pairwise, product

import msgspec

from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.rules import Modifier, Outcome, Tally
from berlin.kernel.contract.variant import Rows

SIDES_OF_A_DIE = 6


class Band(msgspec.Struct, frozen=True):
    """A row: the totals from `low` to `high`; None is without end."""

    low: int | None
    high: int | None
    result: str

    def holds(self, total: int) -> bool:
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return f"≤{self.high}"
        if self.high is None:
            return f"≥{self.low}"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


class Drm(msgspec.Struct, frozen=True):
    """What is added for one reason. Without a value of its own it adds what the reason brings along, as a
    leader his modifier; with `per`, its value for each full so many."""

    when: str
    value: int | None
    per: int
    text: str
    rule: str

    def of(self, amount: int) -> Modifier:
        """What it comes to for an amount: 1 for what is simply so."""
        worth = amount if self.value is None else self.value * (amount // self.per)
        return Modifier(worth, self.text, self.rule)


class Table(msgspec.Struct, frozen=True):
    """A results table. One without rows gives the total itself."""

    key: str
    name: str
    dice: int
    secret: bool
    rule: str
    bands: tuple[Band, ...]
    drms: dict[str, Drm]

    def result(self, total: int) -> str:
        for band in self.bands:
            if band.holds(total):
                return band.result
        return str(total)

    def words(self, total: int) -> tuple[str, ...]:
        """A result of several words."""
        return tuple(self.result(total).split())

    def tally(self, roll: int, reasons: Mapping[str, int] | None = None) -> Tally:
        """A roll with all that is added to it, by reason and amount. Raises KeyError for a reason that isn't
        one of this table's."""
        found = (self.drms[when].of(amount) for when, amount in (reasons or {}).items())
        return Tally(self.name, roll, tuple(modifier for modifier in found if modifier.value))

    def outcomes(self, drm: int = 0) -> tuple[Outcome, ...]:
        """The chance of each result, in the order of the rows."""
        rolls = [sum(dice) + drm for dice in product(range(1, SIDES_OF_A_DIE + 1), repeat=self.dice)]
        results = [self.result(roll) for roll in rolls]
        order = dict.fromkeys([band.result for band in self.bands] or sorted(results, key=int))
        return tuple(Outcome(r, results.count(r), len(rolls)) for r in order if r in results)


def read_tables(heads: Rows, results: Rows, modifiers: Rows) -> dict[str, Table]:
    """The tables by their keys. Raises ValueError if one has a gap, or a row belongs to none."""
    keys = [row["key"] for row in heads]
    for row in (*results, *modifiers):
        if row["table"] not in keys:
            raise ValueError(f"{row['name']}: there is no table {row['table']!r}")
    return {row["key"]: _table(row, results, modifiers) for row in heads}


def _table(row: dict[str, str], results: Rows, modifiers: Rows) -> Table:
    key = row["key"]
    return Table(
        key=key,
        name=row["name"],
        dice=int(row["dice"]),
        secret=yes(row["secret"]),
        rule=row["rule"],
        bands=_whole(key, tuple(_band(r) for r in results if r["table"] == key)),
        drms={m["when"]: _drm(m) for m in modifiers if m["table"] == key},
    )


def _band(row: dict[str, str]) -> Band:
    low, high = (int(row[end]) if row[end] else None for end in ("low", "high"))
    return Band(low, high, row["result"])


def _drm(row: dict[str, str]) -> Drm:
    value = int(row["drm"]) if row["drm"] else None
    return Drm(row["when"], value, number(row["per"], 1), row["text"], row["rule"])


def _whole(key: str, bands: tuple[Band, ...]) -> tuple[Band, ...]:
    """Rows that leave no total out and give none twice."""
    if not bands:
        return ()
    if bands[0].low is not None or bands[-1].high is not None:
        raise ValueError(f"table {key}: its first row must have no low, its last row no high")
    for one, other in pairwise(bands):
        if one.high is None or other.low != one.high + 1 or (other.high or other.low) < other.low:
            raise ValueError(f"table {key}: the rows {one} and {other} don't meet")
    return bands
