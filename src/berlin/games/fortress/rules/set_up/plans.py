"""Ready plans for the German set-up, from data/plans.csv: each row a unit, its hex, and where flak faces."""

import msgspec

from berlin.games.fortress.board.ground import AT
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import find_unit
from berlin.kernel.contract.words import among

_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


class Plan(msgspec.Struct, frozen=True):
    key: str
    name: str
    places: tuple[tuple[int, int, int], ...]
    """Unit, hex, and facing; -1 for none."""


def _plans() -> tuple[Plan, ...]:
    rows = TABLES.rows("plans")
    names = {row["key"]: row["name"] for row in TABLES.rows("plan_names")}
    return tuple(
        Plan(
            key,
            name,
            tuple(
                (
                    find_unit(row["unit"]),
                    AT[row["hex"]],
                    _DIRECTIONS.index(row["facing"]) if row["facing"] else -1,
                )
                for row in rows
                if row["plan"] == key
            ),
        )
        for key, name in names.items()
    )


PLANS = _plans()
PLAN = among("a plan", tuple(plan.key for plan in PLANS), tuple(plan.name for plan in PLANS))
