"""15.1, 15.3 and 15.4. A drop that is over: the scenario that begins when all have landed (data/landed.csv).

The Germans are set up by the plan for the centre, the strikes before the game have fallen, the divisions
have jumped. What follows of itself from where a unit is, who holds a hex and what has fallen, is not in the
table.
"""

from berlin.games.fortress.board.ground import AT, SIZE
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import DIVISIONS, NAMES, SIDE, find_unit
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.assignment import JUMPERS, reveal_plan
from berlin.games.fortress.rules.occupation import enter, test_zones
from berlin.games.fortress.rules.set_up.limits import follow
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.state.state import (
    BOXES,
    COMBAT,
    DESTROYED,
    DISRUPTED,
    DRIFTED,
    FACING,
    MOVED,
    NOWHERE,
    REMOVED,
    Draft,
)
from berlin.games.fortress.state.words import AIRFIELD_KEYS, DIRECTION_KEYS
from berlin.kernel.contract.ids import Seat

_PLAN = next(number for number, plan in enumerate(PLANS) if plan.key == "centre")
_MARKS = {
    "combat": COMBAT,
    "disrupted": DISRUPTED,
    "moved": MOVED,
    **{key: number << FACING for number, key in enumerate(DIRECTION_KEYS)},
}


def _place(text: str) -> int:
    if text in BOXES:
        return SIZE + BOXES.index(text)
    if text.startswith("drifted-"):
        return DRIFTED + AT[text.removeprefix("drifted-")]
    return AT[text]


def _rows() -> tuple[tuple[int, int, int], ...]:
    """Unit, hex or box, marks."""
    return tuple(
        (find_unit(row["unit"]), _place(row["place"]), sum(_MARKS[word] for word in row["marks"].split()))
        for row in TABLES.rows("landed")
    )


_ROWS = _rows()
_ZONES = {
    row["division"]: (AIRFIELD_KEYS.index(row["airfield"]), AT[row["zone"]] if row["zone"] else NOWHERE)
    for row in TABLES.rows("landed_zones")
}
if list(_ZONES) != [DIVISIONS[division] for division in JUMPERS]:
    raise ValueError("landed_zones.csv must give every parachute division its airfield, in order")


def set_up_ready(d: Draft) -> None:
    """The Germans as the strikes before the game have left them, and the Allied plan."""
    follow(d, _PLAN)
    for unit, place, marks in _of(GERMAN):
        d.put(unit, place)
        d.marks[unit] = marks
        d.fired |= 1 << unit
        if place == DESTROYED:
            d.score(ALLIED, 1)
    given = [_ZONES.get(key, (NOWHERE, NOWHERE)) for key in DIVISIONS]
    d.plan = tuple(airfield for airfield, _ in given)
    d.aims = tuple(zone for _, zone in given)
    reveal_plan(d)


def land_ready(d: Draft) -> None:
    """Every unit where the drop has brought it."""
    for unit, place, marks in _of(ALLIED):
        if place < SIZE:
            enter(d, unit, place)
        else:
            d.put(unit, place)
        d.marks[unit] = marks
        if place < SIZE or place >= DRIFTED:
            d.landed |= 1 << unit
        if place == REMOVED:
            d.say("loss", f"{NAMES[unit]} was lost in the drop", "OTB 15.3.2.q1", data=(unit,))
    d.prepare()
    test_zones(d, ALLIED)


def _of(side: Seat) -> list[tuple[int, int, int]]:
    return [row for row in _ROWS if SIDE[row[0]] == side]
