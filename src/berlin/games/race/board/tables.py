"""The printed tables, as they look on the page, read from data/."""

from enum import IntEnum

import msgspec

from berlin.games.race.board.units import TABLES

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


class ChitNo(IntEnum):
    """The event chits by what they do."""

    HEINRICI = 1
    RYBALKO = 2
    ALLIES = 3
    PLANNED_RETREAT = 4
    SPEER = 5
    FRONT = 6
    TRUCKS = 7
    COLLAPSE = 8
    BRIDGES = 9
    COORDINATION = 10
    SURPRISE = 11


class Chit(msgspec.Struct, frozen=True):
    """An event chit: when it may be played, and what it does in our words."""

    number: int
    name: str
    window: str
    once: bool
    text: str
    rule: str


CHITS: dict[int, Chit] = {
    int(row["number"]): Chit(
        int(row["number"]), row["name"], row["window"], row["once"] == "yes", row["text"], row["rule"]
    )
    for row in TABLES.rows("chits")
}
CHIT_NAMES = {number: f'the chit "{chit.name}"' for number, chit in CHITS.items()}
