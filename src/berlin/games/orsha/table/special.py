"""7.2 The special rules of every scenario; the rules that the book names and doesn't print; its misprints.

Nothing that is missing is guessed in silence: players are told what stands in its place.
"""

import msgspec

from berlin.games.orsha.board.charts import FORTIFICATIONS, LINES
from berlin.games.orsha.board.tables import SEATS, TABLES
from berlin.games.orsha.rules.closing import notice


class Special(msgspec.Struct, frozen=True):
    key: str
    text: str


class Absent(msgspec.Struct, frozen=True):
    """A rule that is cited, and is not in the book: what it is about, and what is done instead."""

    key: str
    about: str
    instead: str

    def __str__(self) -> str:
        return f"rule data missing: {self.told}"

    @property
    def told(self) -> str:
        return f"{self.key}, {self.about}; {self.instead}"


class Misprint(msgspec.Struct, frozen=True):
    where: str
    printed: str
    meant: str

    def __str__(self) -> str:
        return f"{self.where}: {self.printed} is read as {self.meant}"


SPECIAL = tuple(Special(row["key"], row["text"]) for row in TABLES.rows("special"))
ABSENT = {row["key"]: Absent(row["key"], row["about"], row["instead"]) for row in TABLES.rows("absent")}
MISPRINTS = tuple(Misprint(row["where"], row["printed"], row["meant"]) for row in TABLES.rows("misprints"))


def in_force(turn: int) -> tuple[Special, ...]:
    """The special rules of the scenario of a date: the same in all of them."""
    return SPECIAL


def notices() -> tuple[str, ...]:
    """What players are to know, and to look up: missing rules, doubtful prints, misprints."""
    doubts = [
        f"doubtful in print: {SEATS[offer.side].capitalize()} {offer.called}: {offer.verify}"
        for offer in LINES.values()
        if offer.verify
    ]
    doubts += [
        f"doubtful in print: {price.text}, {price.fpp} FPP: {price.verify}"
        for price in FORTIFICATIONS.values()
        if price.verify
    ]
    return (*map(str, ABSENT.values()), *filter(None, (notice(),)), *doubts, *map(str, MISPRINTS))
