"""What is true of every position, whatever happened before: a line for each thing that is not."""

from berlin.games.fortress.board.ground import ROAD_HEXES, SIZE, WATERS
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import KEYS, LEADER, SIDE, TYPE, UNITS, VOLKSSTURM
from berlin.games.fortress.rules.combat.retreat import Retreating
from berlin.games.fortress.rules.movement.march import March
from berlin.games.fortress.rules.stacking import overfull
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FACING_MASK, Draft, State


def broken(state: State) -> list[str]:
    d = Draft(state)
    return [*_places(d), *_marks(d), *_militia(d)]


def _passing(d: Draft) -> set[int]:
    """Units that are on their way: they may pass through a full hex."""
    found = set()
    for one in d.frames:
        if isinstance(one, March):
            found.add(one.unit)
        elif isinstance(one, Retreating):
            found |= {one.unit, *one.units}
    return found


def _places(d: Draft) -> list[str]:
    found = []
    on_way = _passing(d)
    held = {place for place in d.where if place < SIZE}
    for place in sorted(held):
        units = [unit for unit in d.all_in(place) if TYPE[unit] != LEADER]
        sides = {SIDE[unit] for unit in units}
        if len(sides) > 1:
            found.append(f"{KEYS[units[-1]]} is in {hex_name(place)} with the enemy [FB 3.1.pass]")
            continue
        if WATERS >> place & 1 and not ROAD_HEXES >> place & 1:
            found.append(f"{KEYS[d.all_in(place)[0]]} is in water: {hex_name(place)} [FB 7.3.river]")
        staying = [unit for unit in units if unit not in on_way]
        fault = overfull(d, staying, place) if staying else None
        if fault is not None:
            found.append(f"{KEYS[staying[-1]]} is one too many: {fault.reason} [{fault.rule}]")
    return found


def _marks(d: Draft) -> list[str]:
    found = []
    for unit in range(UNITS):
        marks = d.marks[unit]
        if marks & COMBAT and marks & DISRUPTED:
            found.append(f"{KEYS[unit]} is disrupted in Combat mode [FB 8.6.d]")
        if (marks & FACING_MASK) >> 4 > 5:
            found.append(f"{KEYS[unit]} faces no hexside [FB 3.4.facing]")
    return found


def _militia(d: Draft) -> list[str]:
    hidden = d.weak & ~d.known
    if hidden:
        unit = VOLKSSTURM[hidden.bit_length() - 1]
        return [f"{KEYS[unit]} can only defend, and has not shown it [FB 11.2.3]"]
    return []
