"""5. Entering the map: by which hexes, at what cost, and what stands in the way."""

from functools import cache
from random import Random

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import (
    ENTRY,
    LETTERED,
    NORTH_ENTRY,
    ROAD_HEXES,
    ROADS,
    RUINED,
    SOUTH_ENTRY,
    TERRAIN,
    WATERS,
    closest,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import TERRAINS
from berlin.games.fortress.board.units import (
    DIVISION,
    DIVISIONS,
    NAMES,
    RANGES,
    ROW,
    SIDE,
)
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.fog import is_awaited, tell
from berlin.games.fortress.rules.movement.bounds import roomy
from berlin.games.fortress.rules.movement.costs import ROAD, on_wheels
from berlin.games.fortress.rules.movement.march import Go, March
from berlin.games.fortress.rules.movement.modes import full_move
from berlin.games.fortress.rules.movement.reach import closed, waves, whole
from berlin.games.fortress.rules.occupation import enter
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.rules.zones import seen_zones
from berlin.games.fortress.state.state import (
    DRIFTED,
    FOG,
    Draft,
)
from berlin.games.fortress.state.words import ORANIENBURG
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal

LETTERS = tuple(ENTRY)


# FB 5.0.q1: the hexes where a road leaves the map.
ROAD_ENDS = LETTERED & board_of(place for road in ROADS for place in (road[0], road[-1]))


@cache
def areas(unit: int) -> tuple[str, ...]:
    """The letters by which it enters."""
    found: list[str] = []
    for word in ROW[unit].areas.split():
        first, _, last = word.partition("-")
        found += LETTERS[LETTERS.index(first) : LETTERS.index(last or first) + 1]
    return tuple(found)


def entrances(d: Draft, unit: int) -> int:
    """FB 5.0.entry, FB 5.3.blocked: the hexes by which a unit may enter now.

    OTB 15.4.2a, OTB 15.4.2.q1: for a division from beyond the map, any of its edge.
    """
    if d.where[unit] >= DRIFTED:
        return _nearest_open(d, unit, d.where[unit] - DRIFTED)
    if SIDE[unit] == ALLIED and not d.is_base:
        division = DIVISIONS.index(DIVISION[unit])
        edge = NORTH_ENTRY if d.airfield[division] == ORANIENBURG else SOUTH_ENTRY
        return edge & ~shut(d, unit)
    letters, closed_now = areas(unit), shut(d, unit)
    for spread in range(len(LETTERS)):
        found = _widened(letters, spread) & ~closed_now
        if found:
            return found
    return 0


@cache
def _widened(letters: tuple[str, ...], spread: int) -> int:
    """FB 5.3.blocked: the hexes of these areas and of the next ones on both sides."""
    numbers = {LETTERS.index(letter) for letter in letters}
    wider = {(number + more) % len(LETTERS) for number in numbers for more in range(-spread, spread + 1)}
    return board_of(place for number in wider for place in ENTRY[LETTERS[number]])


def _nearest_open(d: Draft, unit: int, place: int) -> int:
    """OTB 15.3.2.q4: the open lettered hexes nearest to where it left."""
    return closest(place, LETTERED & ~shut(d, unit))


def shut(d: Draft, unit: int) -> int:
    """FB 5.3.blocked: entry hexes that nobody of this side can use now."""
    side = SIDE[unit]
    return closed(d, side) | seen_zones(d, OTHER[side], side) | WATERS & ~ROAD_HEXES | RUINED


def entry_cost(unit: int, place: int) -> int:
    """FB 5.0.entry, 5.0.q1: what the first hex costs."""
    if ROAD_ENDS >> place & 1:
        return ROAD[on_wheels(unit)]
    terrain = TERRAINS[TERRAIN[place]]
    return terrain.motor if on_wheels(unit) else terrain.foot


class Entering(FortressQuestion[Go], frozen=True):
    """By which hex a unit enters the map; it may then move on."""

    unit: int
    acts = (Go,)
    rule = "FB 5.0.entry"
    why = "It pays for its first hex and may go on from there."

    def is_secret(self, d: Draft) -> bool:
        return d.has(FOG)

    def seen_by(self, seat: Seat | None) -> "Entering":
        return self if seat == self.seat else Entering(self.seat, -1)

    def determinize(self, d: Draft, rng: Random) -> "Entering":
        if self.unit >= 0:
            return self
        ready = [unit for unit in RANGES[self.seat] if is_awaited(d, unit)]
        return Entering(self.seat, rng.choice([unit for unit in ready if gates(d, unit)] or ready))

    def prompt(self, d: Draft) -> str:
        if self.unit < 0:
            return "An enemy unit is about to enter the map."
        return f"Where does {NAMES[self.unit]} enter the map?"

    def answers(self, d: Draft) -> list[Go]:
        return [Go(place) for place in bits(gates(d, self.unit))]

    def refuse(self, d: Draft, act: Go) -> Refusal:
        if entrances(d, self.unit) >> act.hex & 1:
            return Refusal("FB 3.1.pass", "there is no room, and it gets no farther")
        if shut(d, self.unit) >> act.hex & 1:
            return Refusal("FB 5.3.blocked", "that hex is closed")
        return Refusal("FB 5.0.entry", "it doesn't enter there")

    def still_asks(self, d: Draft) -> bool:
        return True

    def carry_out(self, d: Draft, act: Go) -> None:
        d.frames.pop()
        unit = self.unit
        d.marks[unit] = 0
        left = _left(d, unit, act.hex)
        note_entry(d, unit, act.hex)
        enter(d, unit, act.hex)
        tell(
            d, unit, "enter", f"{NAMES[unit]} enters at {hex_name(act.hex)}", self.rule, data=(unit, act.hex)
        )
        stopped = bool(seen_zones(d, OTHER[self.seat], self.seat) >> act.hex & 1)
        d.frames.append(March(self.seat, unit, left, 1, stopped=stopped))


def gates(d: Draft, unit: int) -> int:
    """FB 3.1.pass: of its entrances those where it has room, or from where it gets to a hex where it has."""
    found = entrances(d, unit)
    for place in bits(found):
        if not has_room(d, unit, place) and not _passes(d, unit, place):
            found ^= 1 << place
    return found


def _passes(d: Draft, unit: int, place: int) -> bool:
    """Would it get on from a full hex?"""
    home = d.where[unit]
    d.put(unit, place)
    found = roomy(d, unit, whole(waves(d, unit, _left(d, unit, place), maneuver=True, fresh=False)))
    d.put(unit, home)
    return bool(found)


def _left(d: Draft, unit: int, place: int) -> int:
    """The half points that are left in its first hex."""
    return max(full_move(d, unit) - entry_cost(unit, place), 0)


def note_entry(d: Draft, unit: int, place: int) -> None:
    """OTB 6.1h, 6.1i: the first unit of a division from beyond the map brings its marker along."""
    if SIDE[unit] != ALLIED or d.is_base or d.where[unit] >= DRIFTED:
        return
    division = DIVISIONS.index(DIVISION[unit])
    if d.entries[division] < 0:
        d.entries = (*d.entries[:division], place, *d.entries[division + 1 :])
        d.landing = (*d.landing[:division], place, *d.landing[division + 1 :])
