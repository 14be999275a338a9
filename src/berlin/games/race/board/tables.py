"""The printed tables, as they look on the page, read from data/."""

import msgspec

from berlin.games.race.board.units import TABLES
from berlin.kernel.contract.ids import Card

LAST_TURN = 10


def _american() -> tuple[tuple[int, ...], ...]:
    """For each turn from 0, the track that each face of the die advances; 0 for none."""
    turns: list[tuple[int, ...]] = [()] * (LAST_TURN + 1)
    for row in TABLES.rows("american"):
        first, last = row["turns"].split("-")
        for turn in range(int(first), int(last) + 1):
            turns[turn] = tuple(int(row[str(face)].replace("-", "0")) for face in range(1, 7))
    return tuple(turns)


AMERICAN = _american()
_TURNS = {int(row["turn"]): row for row in TABLES.rows("turns")}
WEST_NEEDS: tuple[int, ...] = (0, *(int(_TURNS[turn]["west_needs"]) for turn in range(1, LAST_TURN + 1)))
HITLER: tuple[bool, ...] = (False, *(_TURNS[turn]["hitler"] == "yes" for turn in range(1, LAST_TURN + 1)))
DAYS: tuple[int, ...] = (0, *(int(_TURNS[turn]["days"]) for turn in range(1, LAST_TURN + 1)))


class ChitNo:
    """The event chits by what they do."""

    HEINRICI = Card(1)
    RYBALKO = Card(2)
    ALLIES = Card(3)
    PLANNED_RETREAT = Card(4)
    SPEER = Card(5)
    FRONT = Card(6)
    TRUCKS = Card(7)
    COLLAPSE = Card(8)
    BRIDGES = Card(9)
    COORDINATION = Card(10)
    SURPRISE = Card(11)


class Chit(msgspec.Struct, frozen=True):
    """An event chit: when it may be played, and what it does in our words."""

    number: Card
    name: str
    window: str
    once: bool
    text: str
    rule: str


CHITS: dict[Card, Chit] = {
    Card(int(row["number"])): Chit(
        Card(int(row["number"])), row["name"], row["window"], row["once"] == "yes", row["text"], row["rule"]
    )
    for row in TABLES.rows("chits")
}
CHIT_NAMES = {number: f'the chit "{chit.name}"' for number, chit in CHITS.items()}
