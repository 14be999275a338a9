"""What a module says of purchases: its own terms and its lists."""

from collections.abc import Callable, Mapping

import msgspec

from berlin.campaign.book.charts import Allotment, Price
from berlin.campaign.book.forces import Force
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Modifier
from berlin.kernel.contract.variant import Rows


class Option(msgspec.Struct, frozen=True):
    """What may be had with a group for more CPP, or for less."""

    key: str
    text: str
    cpp: int
    rules: tuple[str, str]
    """By side; "" for one that doesn't have it."""

    def of(self, side: Seat, times: int = 1) -> Modifier:
        return Modifier(self.cpp * times, self.text, self.rules[side])


class Variant(msgspec.Struct, frozen=True):
    """One strength in which a fortification is sold: a minefield's factors, a pillbox's three values."""

    key: str
    of: str
    values: tuple[int, ...]


class Market(msgspec.Struct, frozen=True, kw_only=True):
    allotments: Mapping[str, tuple[Allotment, ...]]
    """By line: support weapons."""
    fortifications: Mapping[str, Price]
    variants: tuple[Variant, ...]
    options: Mapping[str, Option]
    optional: Mapping[str, int]
    """By kind of vehicle: what its die must not be above for the machine-gun that it may have."""
    forces: tuple[Force, Force]
    kind: Callable[[Seat, str], str]
    """A side's kind of counter by the words of a table."""
    crew: str
    truck: str
    """In the words of a table."""
    posts: tuple[int, int]
    """By side: where its Offboard Observers are."""
    outside: tuple[bool, bool]
    """By side: on the first date its groups enter, unless it pays for their set-up."""
    cheaper: tuple[int, int]
    """By side: the date from which a group that doesn't set up costs less."""
    bare: frozenset[int]
    """Who can't buy fortifications on the first date."""
    least: int
    """Below this no group's price falls."""

    def called(self, ware: str) -> str:
        """A fortification as it is sold: `Trench`, `AP mines, 8 factors`, `Pillbox 2+3+5`; "" if none is."""
        if ware in self.fortifications:
            return self.fortifications[ware].text
        variant = next((one for one in self.variants if one.key == ware), None)
        if variant is None:
            return ""
        name, (first, *more) = self.fortifications[variant.of].text, variant.values
        if more:
            return f"{name} {'+'.join(map(str, variant.values))}"
        return f"{name}, {first} factor{'s' * (first > 1)}"


def read_options(rows: Rows, sides: tuple[str, str]) -> dict[str, Option]:
    return {
        row["key"]: Option(row["key"], row["text"], int(row["cpp"]), (row[sides[0]], row[sides[1]]))
        for row in rows
    }


def read_variants(rows: Rows) -> tuple[Variant, ...]:
    return tuple(Variant(row["key"], row["of"], tuple(map(int, row["values"].split()))) for row in rows)
