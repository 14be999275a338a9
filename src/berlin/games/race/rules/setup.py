"""11. Set-up: every counter in its zone, the rest in the pool, the chits in the bag."""

from berlin.games.race.board.tables import ChitNo
from berlin.games.race.board.units import ALL_UNITS, FORMATION_OF, FORMATIONS, KONIEV, POOL
from berlin.games.race.board.zones import BY_NAME
from berlin.games.race.state.state import Draft, State, put
from berlin.kernel.contract.ids import Place, Unit


def starting_zone(unit: Unit) -> Place:
    """The zone where a unit starts, or POOL."""
    arrival = FORMATIONS[FORMATION_OF[unit]].arrival
    if arrival in ("supply", "south", "west", "Joachimsthal"):
        return POOL
    return BY_NAME[arrival]


def set_up(key: bytes) -> State:
    """11.1 to 11.6: the table before the first turn."""
    d = Draft(State(key=key))
    for unit in ALL_UNITS:
        d.where[unit] = starting_zone(unit)
    d.chits = put(d.chits, ChitNo.HEINRICI, KONIEV + 1)
    return d.freeze()
