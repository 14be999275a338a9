"""Drops to test with: one division or one unit at a time."""

from typing import Any

from msgspec.structs import replace
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import (
    CLEARS,
    FIELDS,
    PARKS,
)
from berlin.games.fortress.board.units import DIVISIONS
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.movement.segment import Movement

FIELD_OF = {"3506": "Tegel", "5225": "Tempelhof", "1023": "Gatow"}
OPEN = CLEARS | PARKS | FIELDS
TOWERS = ("4218: Zoo-Flak combat N", "5208: Humboldthain-Flak combat N", "6113: Friedrichshain-Flak combat N")


def zones(**given: str) -> dict[str, Any]:
    """The plan of some divisions as fields of a situation: `zones(d82="3506", d6="Rechlin")`."""
    fields = {key.removeprefix("d"): place for key, place in given.items()}
    return {
        "airfield": [FIELD_OF.get(place, place) for place in (fields.get(key, "none") for key in DIVISIONS)],
        "landing": [
            place if place in FIELD_OF else "none" for place in (fields.get(key, "none") for key in DIVISIONS)
        ],
    }


def dropping(*stacks: str, turn: int = 1, **fields: Any) -> Table:
    """At the drop of turn 1, or at the new tries of a later turn; the Movement Segment follows."""
    fields = {**zones(d82="3506", d6="5225", d1="1023"), "can_lose_zones": turn > 1, **fields}
    asked = "Dropping" if turn == 1 else "Retrying"
    table = position("allied-movement", *stacks, turn=turn, opened=f"{asked} allied", **fields)
    table.state = replace(table.state, frames=(Movement(ALLIED), *table.state.frames))
    return table


def jump(unit: str, aim: str, dice: list[int], *stacks: str, **fields: Any) -> Table:
    """One unit drops alone: it passes its Confusion die, then come these dice."""
    division = unit.split("/")[0]
    table = dropping(f"waiting: {unit}", *stacks, **fields)
    return table.do(f"drop {division}", f"aim {aim}", dice=[6, *dice])
